"""
Build the sdist and the wheel, and try the wheel on its own.

The wheel is installed, without extras, into an empty virtual environment that sees the
distributions it declares, linked from the environment this runs in, and nothing else: no
checkout, no tool of the developers, no network. There it must import every module and play
sealed games to their ends: `wonders play`, and `wonders join` at a `wonders-host`.
"""

from __future__ import annotations

import json
import os
import shutil
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
sys.path.insert(0, str(ROOT))  # for what tests have, too

from tests.support.programs import Failed, Running

ROOMS = ("core", "net", "client", "host")
IS_POSIX = os.name == "posix"
ENDING = "" if IS_POSIX else ".exe"
"""How the name of an installed command ends."""

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
    waiting = [(described, frozenset[str]())]
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
    """Let *folder* see the files of *distribution*; Windows may forbid links, and copies."""
    for file in distribution.files or ():
        top = file.parts[0]
        if top in ("..", "__pycache__") or (folder / top).exists():
            continue
        found = Path(str(distribution.locate_file(top)))
        if IS_POSIX:
            (folder / top).symlink_to(found)
        elif found.is_dir():
            shutil.copytree(found, folder / top)
        else:
            shutil.copy2(found, folder / top)


def environment(folder: Path, wheel: Path) -> Path:
    """A virtual environment in *folder* with *wheel* in it; its folder of commands."""
    venv.create(folder, symlinks=IS_POSIX)
    scripts, packages = (
        Path(
            sysconfig.get_path(
                name, "venv", {"base": str(folder), "platbase": str(folder)}
            )
        )
        for name in ("scripts", "purelib")
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
            installed = scripts / f"{command}{ENDING}"
            print(run(*python, installed, "--version", cwd=elsewhere).strip())
        wonders = scripts / f"wonders{ENDING}"
        said = run(*python, wonders, "--lang", "fr", "--help", cwd=elsewhere)
        if "Jouer une partie" not in said:
            sys.exit(f"not in French: {said:.200}")
        said = run(
            *(*python, wonders, "simulate", "--players", "3"),
            *("--games", "1", "--seed", "1", "--strategy", "random", "--json"),
            cwd=elsewhere,
        )
        game = json.loads(said.splitlines()[0])
        scores = [seat["score"]["total"] for seat in game["seats"]]
        if len(scores) != 3:
            sys.exit(f"not a game of three: {said:.200}")
        print(f"a game of three played: {scores}")
        try:
            for said in play(python, scripts, elsewhere):
                print(said)
        except Failed as problem:
            sys.exit(str(problem))


def play(python: tuple[str | Path, ...], scripts: Path, folder: Path) -> Iterator[str]:
    """
    Play sealed games with what was installed; yield what came of each.

    Raises:
        Failed: one didn't come to a good end.
    """

    def program(name: str, *words: str | Path, home: str) -> Running:
        env = {
            **os.environ,
            "WONDERS_HOME": str(folder / home),
            "WONDERS_DISCOVERY": "off",
        }
        env.pop("PYTHONPATH", None)
        return Running(
            *python, scripts / f"{name}{ENDING}", *words, cwd=folder, env=env
        )

    line_mode = ("--plain", "--name", "ann")
    with program(
        "wonders", "--lang=en", "play", "--players=3", *line_mode, home="alone"
    ) as ann:
        yield f"wonders play: {_played(ann)}"
    words = ("--listen=127.0.0.1:0", "--no-announce", "--json", "--once")
    seats = ("--seats=3", "--bots=2")
    with program(
        "wonders-host", *words, *seats, "--logs", folder / "logs", home="host"
    ) as host:
        at = str(host.until_row(lambda row: "join" in row, "the host")["join"])
        with program("wonders", "--lang=en", "join", at, *line_mode, home="ann") as ann:
            ann.until(lambda line: line.startswith("Type ready"), "a table")
            ann.type("ready")
            yield f"wonders join: {_played(ann)}"
        over = host.until_row(lambda row: "winners" in row, "the result")
        if over["checked"] is not True or host.until_end():
            raise Failed("\n".join(("the host hasn't checked all of it:", *host.lines)))
    log = str(over["log"])
    wonders = scripts / f"wonders{ENDING}"
    said = run(*python, wonders, "--lang=en", "audit", log, cwd=folder)
    yield f"wonders audit: {said.splitlines()[-1]}"


def _played(ann: Running) -> str:
    """Let somebody's own bot play a game to its end; return who won it."""
    ann.until(lambda line: "Choose its side" in line, "the game")
    ann.type("bot")
    ann.until(lambda line: line == "The game is over.", "the end")
    won = ann.until(lambda line: "win" in line and "." in line, "the winner")
    ann.until(lambda line: line == "Everybody has signed this result.", "a checked end")
    ann.type("quit")
    if ann.until_end():
        raise Failed("\n".join(("it ended badly:", *ann.lines[-20:])))
    return won


if __name__ == "__main__":
    main()
