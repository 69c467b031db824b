"""The package metadata, the locks and the scripts match the files on disk."""

from __future__ import annotations

import ast
import importlib
import os
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from markdown_it import MarkdownIt
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
ROOMS = ("core", "net", "client", "host")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def modules_on_disk() -> list[Path]:
    return sorted(
        path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py")
    )


NAMESPACE = "sealed_wonders"
"""Its folder has only the public names and the module that ``python -m`` runs."""


def packages_on_disk() -> list[str]:
    folders = {path.parent for path in modules_on_disk()}
    return sorted(
        [NAMESPACE, *(".".join((NAMESPACE, *folder.parts)) for folder in folders)]
    )


def test_every_package_on_disk_is_listed() -> None:
    """An unlisted package works in an editable install, but is missing from a wheel."""
    listed = project()["tool"]["setuptools"]["packages"]
    assert packages_on_disk() == sorted(listed)


def test_every_top_level_folder_is_mapped_and_typed() -> None:
    mapping = project()["tool"]["setuptools"]["package-dir"]
    for room in ROOMS:
        assert room == mapping[f"sealed_wonders.{room}"]
        assert (ROOT / room / "py.typed").is_file()


def test_every_package_has_a_docstring() -> None:
    """The package `sealed_wonders` has no other files than those listed here."""
    missing = [
        name
        for name in project()["tool"]["setuptools"]["packages"]
        if not importlib.import_module(name).__doc__
    ]
    assert [] == missing
    files = {it.name for it in (ROOT / "scripts" / "module").iterdir() if it.is_file()}
    assert {"__init__.py", "__main__.py", "py.typed"} == files


def test_every_file_that_is_not_python_is_in_package_data() -> None:
    """Otherwise it would not ship. The compiled engine is an exception."""
    data = project()["tool"]["setuptools"]["package-data"]
    shipped = {ROOT / room / "py.typed" for room in ROOMS}
    for package, patterns in data.items():
        if package != "*":
            folder = ROOT.joinpath(*package.split(".")[1:])
            for pattern in patterns:
                found = set(folder.glob(pattern))
                assert found, f"nothing matches {pattern} in {package}"
                shipped |= found
    others = {
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    } - set(ROOT.glob("net/locale/*/LC_MESSAGES/*.po"))  # sources of the .mo there
    compiling = {it for it in others if it.suffix in (".so", ".pyd")}
    assert compiling <= set((ROOT / "client" / "engine").rglob("*"))
    assert set() == others - shipped - compiling


SCRIPTS = project()["project"]["scripts"]


@pytest.mark.parametrize("command", SCRIPTS)
def test_every_installed_command_calls_an_existing_function(command: str) -> None:
    """The source is only read, since importing it would choose a reactor."""
    module, function = SCRIPTS[command].split(":")
    package, _, name = module.rpartition(".")
    folder = project()["tool"]["setuptools"]["package-dir"].get(package)
    folder = folder or "/".join(package.split(".")[1:])
    source = ROOT / folder / f"{name}.py"
    names = {
        node.name
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    assert function in names
    # ``uvx sealed-wonders`` and ``pipx run sealed-wonders`` look for it.
    assert SCRIPTS[project()["project"]["name"]] == f"{NAMESPACE}.__main__:main"


def test_every_address_in_the_metadata_is_on_one_host() -> None:
    """
    A package index shows them. All of them change together once there is a real host.
    """
    described = project()["project"]
    (host,) = {urlsplit(url).netloc for url in described["urls"].values()}
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} == set(
        described["urls"]
    )
    for person in described["authors"] + described["maintainers"]:
        assert person["email"].endswith(f"@{host}")


def links_in(text: str) -> list[str]:
    """Return the targets of all links and pictures in a Markdown text."""
    blocks = MarkdownIt("commonmark", {"html": True}).parse(text)
    inline = [it for block in blocks for it in block.children or ()]
    named = [it.attrGet("href") or it.attrGet("src") for it in inline]
    raw = " ".join(
        it.content for it in (*blocks, *inline) if it.type.startswith("html")
    )
    return [
        *(str(it) for it in named if it),
        *re.findall(r"""\b(?:href|src)=["']([^"']+)""", raw),
    ]


def test_links_in_the_index_description_are_absolute_and_exist(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Each relative link in README.md becomes the address of a page or file that exists
    here.
    """
    monkeypatch.chdir(ROOT)
    urls = project()["project"]["urls"]
    site, source = urls["Homepage"], urls["Source"]
    readme = (ROOT / "README.md").read_text("utf-8")
    made = runpy.run_path("scripts/description.py")["description"]()
    before, after = links_in(readme), links_in(made)
    assert len(before) == len(after)
    assert any(it.startswith(site) for it in after)
    for link, absolute in zip(before, after, strict=True):
        if urlsplit(link).scheme:
            assert link == absolute
            continue
        path, _, anchor = link.partition("#")
        page = (path or "README.md").replace(".md", ".html")
        assert absolute.partition("#")[2] == anchor
        assert absolute.partition("#")[0] in (site + page, source + path)
        assert (ROOT / path).exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](docs/B.md#c-d)", "[a](https://h.example/docs/B.html#c-d)"),
        ("[a](#c)", "[a](https://h.example/README.html#c)"),
        ("![a](docs/screens/b.svg)", "![a](https://h.example/docs/screens/b.svg)"),
        ('<img src="docs/b.svg">', '<img src="https://h.example/docs/b.svg">'),
        ("[a]: LICENSE", "[a]: https://h.example/source/LICENSE"),
        ("[a](https://else.example/#b)", "[a](https://else.example/#b)"),
        ("see [this] (or that)", "see [this] (or that)"),
    ],
)
def test_only_relative_links_are_made_absolute(
    text: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parameters are all kinds of links in Markdown, and texts that look similar."""
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        "[project.urls]\n"
        'Homepage = "https://h.example/"\n'
        'Source = "https://h.example/source/"\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert (
        expected
        == runpy.run_path(str(ROOT / "scripts/description.py"))["description"]()
    )


def test_every_dependency_has_a_lower_bound_and_no_upper_bound() -> None:
    """Lower bounds are the tested versions. An upper bound would be a guess."""
    described = project()["project"]
    wanted = described["dependencies"] + described["optional-dependencies"]["dev"]
    for requirement in map(Requirement, wanted):
        assert [">="] == [it.operator for it in requirement.specifier]


def test_every_file_the_readme_names_exists() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:docs|scripts|tests)/[\w./]+\w", readme)
    assert "scripts/play" in named
    assert [] == [path for path in named if not (ROOT / path).exists()]


def test_bootstrap_installs_the_requirements_of_the_build() -> None:
    """The scripts build without isolation, so they name the build tools themselves."""
    script = (ROOT / "scripts" / "bootstrap").read_text(encoding="utf-8")
    for requirement in project()["build-system"]["requires"]:
        assert f"'{requirement}'" in script


def locked(name: str) -> dict[str, tuple[str, int]]:
    """Return the packages of a lock, with their versions and numbers of hashes."""
    text = (ROOT / "scripts" / "locks" / f"{name}.txt").read_text(encoding="utf-8")
    entries = re.findall(
        r"^([\w.-]+)==(\S+)[^\n]*\\\n((?: +--hash=sha256:[0-9a-f]{64}.*\n)+)",
        text,
        re.MULTILINE,
    )
    assert len(entries) == len(re.findall("==", re.sub("#.*|;.*", "", text)))
    return {name: (version, files.count("--hash")) for name, version, files in entries}


def test_locks_contain_all_requirements_for_all_systems() -> None:
    """Each is locked in an allowed version. Players install tested versions."""
    play, test = locked("play"), locked("test")
    assert play.items() <= test.items()
    described = project()
    wanted = (
        described["project"]["dependencies"] + described["build-system"]["requires"]
    )
    for lock, requirements in (
        (play, wanted),
        (test, wanted + described["project"]["optional-dependencies"]["dev"]),
        (
            locked("tools"),
            (ROOT / "scripts" / "locks" / "tools.in").read_text().splitlines(),
        ),
    ):
        for requirement in map(Requirement, requirements):
            version, _ = lock[canonicalize_name(requirement.name)]
            assert version in requirement.specifier
    # Compiled packages have a file for each system and version of Python.
    assert all(play[name][1] > 20 for name in ("cffi", "cryptography", "msgspec"))
    assert "colorama" in test  # on Windows alone


RUN = re.findall(
    r"(?<!python )\bscripts/[a-z0-9_]+\b(?!\.)",
    "".join((ROOT / it).read_text("utf-8") for it in ("README.md", "CONTRIBUTING.md")),
)
"""Scripts that both pages tell readers to run."""


def test_every_script_named_on_a_page_is_executable() -> None:
    """A clone keeps the executable bit, so the commands of the README work as typed."""
    assert {"scripts/play", "scripts/test", "scripts/bench", "scripts/words"} <= {*RUN}
    paths = {".ci/run", "scripts/dependencies", "scripts/typecheck", *RUN}
    assert [] == [path for path in paths if not os.access(ROOT / path, os.X_OK)]


def test_every_extra_named_on_a_page_exists() -> None:
    """For any other, pip prints a warning and installs nothing more."""
    pages = (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
    )
    named = re.findall(
        r"(?:sealed-wonders|'\.)\[([a-z,]+)\]",
        "".join(page.read_text("utf-8") for page in pages),
    )
    assert {"bundle", "browser", "cluster"} <= {*named}
    extras = project()["project"]["optional-dependencies"]
    assert set() == {it for some in named for it in some.split(",")} - {*extras}
