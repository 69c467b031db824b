"""Pages for developers name only existing files, folders, functions and commands."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from pathlib import Path

import click

from sealed_wonders.client.__main__ import wonders
from sealed_wonders.host.hostoptions import host

ROOT = Path(__file__).parent.parent
PAGES = {
    name: (ROOT / name).read_text("utf-8")
    for name in (
        "CONTRIBUTING.md",
        "docs/ARCHITECTURE.md",
        "docs/architecture/LOG.md",
        "docs/architecture/PACKAGES.md",
        "docs/architecture/TESTS.md",
    )
}
ROOMS = ("core", "net", "client", "host", "tests", "scripts", "docs")

_NAME = re.compile(rf"`((?:{'|'.join(ROOMS)})/[\w./-]*)(?:::([\w.]+))?`")


def named() -> list[tuple[str, str, str]]:
    """List each page with the path that it names, and the definition in that file."""
    return [
        (page, path, inside)
        for page, text in PAGES.items()
        for path, inside in _NAME.findall(text)
    ]


def members(body: list[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """Return what a module or class defines, each with its body."""
    found: dict[str, list[ast.stmt]] = {}
    for node in body:
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                found[node.name] = node.body
            case (
                ast.Assign(targets=[ast.Name(name)])
                | ast.AnnAssign(target=ast.Name(name))
            ):
                found[name] = []
    return found


@cache
def body_of(path: str) -> list[ast.stmt]:
    return ast.parse((ROOT / path).read_text("utf-8")).body


def is_there(path: str, inside: str) -> bool:
    """Return whether the file or folder exists, and defines *inside*."""
    if not ((ROOT / path).is_dir() if path.endswith("/") else (ROOT / path).is_file()):
        return False
    body = body_of(path) if inside else []
    for name in inside.split(".") if inside else ():
        found = members(body)
        if name not in found:
            return False
        body = found[name]
    return True


def test_every_path_and_definition_named_on_a_page_exists() -> None:
    assert {page for page, _path, _inside in named()} == set(PAGES)
    assert 40 < sum(bool(inside) for _page, _path, inside in named())
    assert [] == [it for it in named() if not is_there(*it[1:])]
    path = "tests/test_architecture_page.py"
    assert is_there(path, "members")
    assert not is_there(path, "member")
    assert not is_there(path, "members.lost")
    assert not is_there("tests/test_architecture_pages.py", "")


def test_commands_in_contributing_are_accepted() -> None:
    """Each program's own parser checks the options. Files that they name exist."""
    typed = re.findall(
        r"^    (?:\w+=\S+ )?\.venv/bin/(wonders\S* .*)$",
        PAGES["CONTRIBUTING.md"],
        re.MULTILINE,
    )
    assert 6 <= len(typed)
    for line in typed:
        program, *words = shlex.split(line)
        if program == "wonders-host":
            host.make_context(program, words)
            continue
        name, *options = words
        command = wonders.get_command(click.Context(wonders), name)
        assert command is not None, line
        command.make_context(name, options)
        files = [word for word in options if word.startswith("tests/")]
        assert all((ROOT / file).is_file() for file in files), line


def test_every_package_and_test_support_module_is_on_a_page() -> None:
    folders = {
        f"{init.parent.relative_to(ROOT).as_posix()}/"
        for room in ("core", "net", "client", "host")
        for init in (ROOT / room).rglob("__init__.py")
    }
    support = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests" / "support").rglob("*.py")
        if path.stem != "__init__"
    }
    assert not (folders | support) - {path for _page, path, _inside in named()}


def test_readme_and_developer_pages_link_to_each_other() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "(CONTRIBUTING.md)" in readme
    assert "(docs/ARCHITECTURE.md)" in readme
    assert "docs/ARCHITECTURE.md" in PAGES["CONTRIBUTING.md"]
    assert "docs/architecture/TESTS.md" in PAGES["CONTRIBUTING.md"]
    assert "CONTRIBUTING.md" in PAGES["docs/ARCHITECTURE.md"]
    for name in ("PACKAGES", "TESTS"):
        assert f"(architecture/{name}.md)" in PAGES["docs/ARCHITECTURE.md"]
