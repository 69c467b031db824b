"""Bundles: how tools are called, the resulting files, and what is refused."""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sealed_wonders.host.bundle import making, pages
from sealed_wonders.host.bundle.making import CantMake, make
from sealed_wonders.host.bundle.pages import SUMS
from sealed_wonders.host.bundle.systems import PYTHONS, SYSTEMS, WINDOWS_PYTHON, System
from sealed_wonders.host.hostoptions import host
from sealed_wonders.net.commandline.commands import called
from tests.support.programs import run_to_end
from tests.test_packaging import ROOT

BY_NAME = {it.name: it for it in SYSTEMS}
LINUX, WINDOWS = BY_NAME["linux-x86_64"], BY_NAME["windows-amd64"]
INTEL = BY_NAME["macos-x86_64"]

PINS = "msgpack==1.2 \\\n    --hash=sha256:00\nsealed-wonders @ file:///x\n"


class Tools:
    """Stand-ins for uv, pip and shiv that record their calls."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.fails: Callable[[tuple[str, ...]], str] = lambda words: ""

    def run(self, words: list[str], input: str, **others: Any) -> Any:
        _, _, tool, *rest = words
        asked = (tool, *(it for it in rest if it != "--quiet"))
        self.asked.append(asked)
        # Files that an earlier build left in a checkout must not get into a wheel.
        settings = Path(others["env"]["DIST_EXTRA_CONFIG"])
        assert f"build_base = {settings.parent.as_posix()}/" in settings.read_text()
        if why := self.fails(asked):
            return SimpleNamespace(returncode=1, stdout="", stderr=f"error: {why}\n")
        value = dict(itertools.pairwise(asked))
        match asked[:3]:
            case ("pip", "wheel", _):
                self._wheel(Path(value["--wheel-dir"]), "sealed_wonders")
            case ("pip", "download", _):
                self._wheel(Path(value["--dest"]), "msgpack")
            case ("uv", "pip", "compile"):
                assert input.startswith("sealed-wonders @ file:///")
                Path(value["--output-file"]).write_text(PINS, encoding="utf-8")
            case ("uv", "pip", "install"):
                python = value["--python-version"]
                (Path(value["--target"]) / "msgpack").mkdir(parents=True)
                (Path(value["--target"]) / "msgpack" / f"c{python}.so").touch()
            case ("shiv", *_):
                found = sorted(
                    it.name for it in Path(value["--site-packages"]).rglob("c*")
                )
                said = Path(value["--preamble"]).read_text("utf-8")
                Path(value["--output-file"]).write_text(f"{found}{said}", "utf-8")
        return SimpleNamespace(returncode=0, stdout="", stderr="")

    def _wheel(self, folder: Path, name: str) -> None:
        folder.mkdir(exist_ok=True)
        (folder / f"{name}-1.2-py3-none-any.whl").write_bytes(b"a wheel")


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Tools:
    made = Tools()
    monkeypatch.setattr(subprocess, "run", made.run)
    monkeypatch.setattr(making, "TOOLS", ())
    return made


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """Return a stand-in for the embeddable Python."""
    path = tmp_path / "python.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("python.exe", b"MZ")
        archive.writestr("python313._pth", "python313.zip\r\n.\r\n#import site\r\n")
    return path


def made(folder: Path, *systems: System, python: Path | None = None) -> list[str]:
    """Make a bundle, and return the lines of output."""
    said: list[str] = []
    make(folder, said.append, systems=systems, source="here", windows_python=python)
    return said


@pytest.fixture
def folder(tmp_path: Path, tools: Tools) -> Path:
    """Return a bundle for Linux alone."""
    made(tmp_path / "bundle", LINUX)
    return tmp_path / "bundle"


def test_every_file_of_a_bundle_has_its_digest(tmp_path: Path, folder: Path) -> None:
    """Pip finds wheels by PEP 503: a page for each project, by its normalized name."""
    assert [LINUX.file] == [it.name for it in making.for_people(folder)]
    rows = (folder / SUMS).read_text("utf-8").splitlines()
    for row in rows:
        digest, name = row.split("  ")
        assert digest == hashlib.sha256((folder / name).read_bytes()).hexdigest()
    names = {row.split("  ")[1] for row in rows}
    assert {LINUX.file, "install.sh", "install.cmd", "index.html"} <= names
    assert "wheels/sealed_wonders-1.2-py3-none-any.whl" in names
    assert folder.stat().st_mode & 0o777 == 0o755
    assert [folder] == [*tmp_path.iterdir()]
    index = (folder / "simple" / "index.html").read_text("utf-8")
    assert ["msgpack/", "sealed-wonders/"] == re.findall('href="(.*?)"', index)
    page = (folder / "simple" / "sealed-wonders" / "index.html").read_text("utf-8")
    (link,) = re.findall('href="(.*?)"', page)
    path, digest = link.split("#sha256=")
    found = (folder / "simple" / "sealed-wonders" / path).read_bytes()
    assert digest == hashlib.sha256(found).hexdigest()
    # A bundle may replace an older bundle, but nothing else.
    (folder / "left.txt").touch()
    made(folder, LINUX)
    assert not (folder / "left.txt").exists()
    (folder / SUMS).unlink()
    with pytest.raises(CantMake, match="contains other files"):
        made(folder, LINUX)


def test_one_file_contains_the_modules_for_every_python(
    folder: Path, tools: Tools
) -> None:
    text = (folder / LINUX.file).read_text("utf-8")
    assert str([f"c{it}.so" for it in PYTHONS]) in text
    compiled = [it for it in tools.asked if it[:3] == ("uv", "pip", "compile")]
    assert len(PYTHONS) == len(compiled)
    assert all("--only-binary" in it and "--generate-hashes" in it for it in compiled)
    fetched = [it for it in tools.asked if it[:2] == ("pip", "download")]
    assert len(PYTHONS) == len(fetched)
    assert all("--require-hashes" in it for it in fetched)


def test_the_bundle_for_windows_contains_python(
    tmp_path: Path, tools: Tools, python: Path
) -> None:
    folder = tmp_path / "bundle"
    made(folder, WINDOWS, python=python)
    with zipfile.ZipFile(folder / WINDOWS.file) as archive:
        files = {it: archive.read(it) for it in archive.namelist()}
    version = WINDOWS_PYTHON[0]
    site = "sealed-wonders/python/Lib/site-packages"
    assert f"{site}/msgpack/c{version}.so" in files
    paths = files["sealed-wonders/python/python313._pth"].decode()
    assert ["python313.zip", ".", r"Lib\site-packages", "import site"] == paths.split(
        "\r\n"
    )[:-1]
    for name, words in (("wonders", ""), ("wonders-host", "host ")):
        text = files[f"sealed-wonders/{name}.cmd"].decode()
        assert f'"%~dp0python\\python.exe" -m sealed_wonders {words}%*\r\n' in text
        assert text.count("\n") == text.count("\r\n")
    assert (folder / "windows" / "wonders.cmd").exists()
    # Windows finds labels only with CR LF, and a shell needs LF.
    for name, end in (("install.cmd", b"\r\n"), ("install.sh", b"\n")):
        script = (folder / name).read_bytes()
        assert {end} == set(re.findall(rb"\r?\n", script))
    with zipfile.ZipFile(python, "w") as archive:
        archive.writestr("python310._pth", "")
    with pytest.raises(CantMake, match="isn't an embeddable Python 3.13"):
        made(tmp_path / "another", WINDOWS, python=python)


def test_a_system_without_all_wheels_may_be_left_out(
    tmp_path: Path, tools: Tools
) -> None:
    tools.fails = lambda words: "no wheel" if INTEL.uv in words else ""
    said = made(tmp_path / "bundle", INTEL, LINUX)
    assert any("left out" in it for it in said)
    assert [LINUX.file] == [it.name for it in making.for_people(tmp_path / "bundle")]
    tools.fails = lambda words: "no wheel" if LINUX.uv in words else ""
    with pytest.raises(CantMake, match="^error: no wheel$"):
        made(tmp_path / "another", LINUX)
    assert not (tmp_path / "another").exists()


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        (("pip", "no_such_tool"), "^no_such_tool isn't installed: pip install"),
        (("no_tool", "nor_this"), "^no_tool and nor_this aren't installed: "),
    ],
    ids=["one", "two"],
)
def test_missing_tools_are_named(
    tools: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(making, "TOOLS", tools)
    with pytest.raises(Exception, match=said):
        called(host.load("bundle"), "bundle", [str(tmp_path / "bundle")])


def test_the_page_has_three_lines_for_each_system(tmp_path: Path) -> None:
    rows = "".join(f"{'ab' * 32}  {it.file}\n" for it in SYSTEMS)
    (tmp_path / SUMS).write_text(rows, encoding="utf-8")
    page = pages.served_page(
        tmp_path, "http://10.0.0.1:80/get/", "10.0.0.1#ab<", "cd" * 16
    )
    assert len(SYSTEMS) == page.count("ab" * 32)
    blocks = re.findall("<pre>(.*?)</pre>", page, re.DOTALL)
    assert [3] * len(SYSTEMS) == [len(it.splitlines()) for it in blocks[:-1]]
    assert all("10.0.0.1#ab&lt;" in it for it in blocks[:-1])
    assert "cd" * 16 in page
    assert (
        "&amp;&amp;"
        not in next(it for it in blocks if "certutil" in it).split("cmd /c")[0]
    )
    assert "--index-url http://10.0.0.1:80/get/simple/ --trusted-host 10.0.0.1 " in page


def test_the_wheel_is_built_from_the_source_of_this_program() -> None:
    assert str(ROOT) == making.own_source()


PREAMBLE = (making.DATA / "preamble.py.in").read_text("utf-8")


@pytest.mark.parametrize(
    ("first", "system", "before", "said"),
    [
        ("3.11", sys.platform, "", ""),
        ("4.0", sys.platform, "", "this needs Python 4.0 to 4.9, and here is 3."),
        ("3.11", "plan9", "", "this is for plan9 on "),
        ("3.11", sys.platform, "sys.maxsize = 2**31 - 1", "this needs a Python of 64 "),
        (
            *("3.11", sys.platform),
            "import importlib.machinery as it; it.EXTENSION_SUFFIXES[0] = '-musl.so'",
            "this needs the C library glibc",
        ),
    ],
)
def test_the_file_says_why_it_can_t_run_here(
    first: str, system: str, before: str, said: str
) -> None:
    last = first.split(".")[0] + (".9" if first == "4.0" else ".99")
    code = PREAMBLE.replace("@FIRST@", first).replace("@LAST@", last)
    code = code.replace("@SYSTEM@", system).replace("@MACHINES@", os.uname().machine)
    done = run_to_end(sys.executable, "-c", f"import sys\n{before}\n{code}")
    assert done.stderr.startswith(f"wonders: {said}" if said else "")
    assert bool(said) == bool(done.returncode) == bool(done.stderr)


def test_a_bundle_is_installed_from_a_folder_without_a_network(tmp_path: Path) -> None:
    """A shell installs it, into a home whose name contains a quote and a space."""
    folder, home = tmp_path / "stick", tmp_path / "Ann's home"
    folder.mkdir()
    home.mkdir()
    file = f"wonders-linux-{os.uname().machine}.pyz"
    with zipfile.ZipFile(folder / file, "w") as archive:
        archive.writestr("__main__.py", "import sys; print('wonders', *sys.argv[1:])")
    (folder / "install.sh").write_bytes((making.DATA / "install.sh").read_bytes())
    (folder / SUMS).write_text(f"{'0' * 64}  {file}\n", encoding="utf-8")
    env = {"PATH": os.environ["PATH"], "HOME": str(home)}
    refused = run_to_end("sh", folder / "install.sh", env=env)
    assert refused.stderr == f"{file} isn't the one that stands in SHA256SUMS.\n"
    making.write_sums(folder)
    done = run_to_end("sh", folder / "install.sh", env=env)
    assert ("", 0) == (done.stderr, done.returncode)
    assert "wonders --version\n" in done.stdout
    command = home / ".local" / "bin" / "wonders-host"
    assert "wonders host x\n" == run_to_end(command, "x", env=env).stdout
