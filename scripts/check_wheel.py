"""
Build the sdist and the wheel, and try the wheel on its own.

The wheel is installed into an empty virtual environment that sees the distributions it
declares, linked from the environment this runs in, and nothing else: no checkout, no
tool of the developers, no network. There it must import every module and play a game.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("core", "net", "client", "host")

IMPORT_ALL = """
import importlib, pathlib, pkgutil, sys
import sealed_wonders
count = 0
for found in pkgutil.walk_packages(sealed_wonders.__path__, "sealed_wonders."):
    # The last needs an extra, which nobody has who only plays: so nothing else may need it.
    if not found.name.endswith((".__main__", ".simulation.cluster")):
        module = importlib.import_module(found.name)
        if not pathlib.Path(module.__file__).is_relative_to(sys.prefix):
            sys.exit(f"{found.name} came from {module.__file__}")
        count += 1
print(count, "modules imported")
"""


def run(*command: str | Path, cwd: Path) -> str:
    """What *command* prints; when it fails, everything it said, and the end."""
    done = subprocess.run(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = f"{done.stdout}{done.stderr}".rstrip()
        asked = " ".join(map(str, command)).split("\n")[0]
        sys.exit(f"{said}\nfailed: {asked}")
    return done.stdout


def built(folder: Path) -> Path:
    """The wheel, made from an sdist in *folder*: it proves that the sdist suffices."""
    run(
        sys.executable,
        *("-m", "build", "--no-isolation", "--outdir", folder, ROOT),
        cwd=folder,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def missing(wheel: Path) -> list[str]:
    """The files of the rooms that are on disk and not in *wheel*."""
    shipped = set(zipfile.ZipFile(wheel).namelist())
    return sorted(
        name
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        # The .mo beside a .po is what is read; the others compile the engine.
        if path.suffix not in (".po", ".pxd", ".so", ".pyd")
        if (name := f"sealed_wonders/{path.relative_to(ROOT).as_posix()}")
        not in shipped
    )


def declared(wheel: Path) -> Iterator[metadata.Distribution]:
    """The installed distributions that *wheel* requires, and what those require."""
    (described,) = metadata.distributions(path=[str(wheel)])
    waiting = [(described, frozenset(("players",)))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        distribution, extras = waiting.pop()
        for requirement in map(Requirement, distribution.requires or ()):
            name = canonicalize_name(requirement.name)
            key = (name, frozenset(requirement.extras))
            if key in seen or not applies(requirement, extras):
                continue
            seen.add(key)
            needed = metadata.distribution(name)
            waiting.append((needed, key[1]))
            yield needed


def applies(requirement: Requirement, extras: frozenset[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(
        marker.evaluate({"extra": extra}) for extra in (extras or {""})
    )


def link(distribution: metadata.Distribution, folder: Path) -> None:
    """Let *folder* see the files of *distribution*."""
    for file in distribution.files or ():
        top = file.parts[0]
        if top not in ("..", "__pycache__") and not (folder / top).exists():
            (folder / top).symlink_to(Path(str(distribution.locate_file(top))))


def environment(folder: Path, wheel: Path) -> Path:
    """A virtual environment in *folder* with *wheel* in it; its folder of commands."""
    venv.create(folder, symlinks=True)
    scripts = folder / "bin"
    packages = Path(
        sysconfig.get_path(
            "purelib", "venv", {"base": str(folder), "platbase": str(folder)}
        )
    )
    for distribution in declared(wheel):
        link(distribution, packages)
    run(
        *(sys.executable, "-m", "pip", "--python", scripts / "python"),
        *("install", "--quiet", "--no-deps", "--no-index", wheel),
        cwd=folder,
    )
    return scripts


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        wheel = built(folder)
        print(f"built {wheel.name}")
        if absent := missing(wheel):
            sys.exit(f"not in the wheel: {', '.join(absent)}")
        check = ("-m", "check_wheel_contents", "--toplevel", "sealed_wonders", wheel)
        print(run(sys.executable, *check, cwd=folder).strip())

        scripts = environment(folder / "alone", wheel)
        python = (scripts / "python", "-I")
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        print(run(*python, "-c", IMPORT_ALL, cwd=elsewhere).strip())
        for command in ("wonders", "wonders-host"):
            print(run(*python, scripts / command, "--version", cwd=elsewhere).strip())
        said = run(
            *python, scripts / "wonders", "--lang", "fr", "--help", cwd=elsewhere
        )
        if "Jouer une partie" not in said:
            sys.exit(f"not in French: {said:.200}")
        said = run(
            *(*python, scripts / "wonders", "simulate", "--players", "3"),
            *("--games", "1", "--seed", "1", "--strategy", "random", "--json"),
            cwd=elsewhere,
        )
        game = json.loads(said.splitlines()[0])
        scores = [seat["score"]["total"] for seat in game["seats"]]
        if len(scores) != 3:
            sys.exit(f"not a game of three: {said:.200}")
        print(f"a game of three played: {scores}")


if __name__ == "__main__":
    main()
