"""
Build the sdist and the wheel, and test the wheel on its own.

twine checks the metadata. uvx and pip then install the wheel without extras. They find
only the distributions that the wheel requires, repacked from the environment of this
script: no checkout, no developers' tools, no network. The installation by pip must
import every module, run the examples of docs/PYTHON.md, and play sealed games to their
ends: `wonders play`, and `wonders join` at a `wonders-host`.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for shared code in tests

from scripts.python_page import EXAMPLES, LOG, PAGE, commands
from tests.support.programs import ProgramFailed, RunningProgram

PACKAGE = "sealed-wonders"
COMMANDS = (PACKAGE, "wonders", "wonders-host")
ROOMS = ("core", "net", "client", "host")
IS_POSIX = os.name == "posix"
ENDING = "" if IS_POSIX else ".exe"
"""The suffix of an installed command's name."""

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


def run(
    *command: str | Path, cwd: Path, env: Mapping[str, str | Path] | None = None
) -> str:
    """
    Run a command and return its output.

    Args:
        env: variables to set in addition to this process's environment.

    Raises:
        SystemExit: the command failed; the message contains its output.
    """
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
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
    """
    Return the wheel, built from an sdist in *folder*, which proves the sdist complete.
    """
    run(
        sys.executable,
        *("-m", "build", "--no-isolation", "--outdir", folder, ROOT),
        cwd=folder,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def ignored(sdist: Path) -> list[str]:
    """
    Return the files in *sdist* that git ignores, such as downloads and caches.

    Files that the build makes itself are left out. Outside a repository, as in an
    unpacked sdist, git ignores nothing.
    """
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return []
    ours = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    known = set(run(*ours, cwd=ROOT).split("\0"))
    with tarfile.open(sdist) as archive:
        files = [it.name.partition("/")[2] for it in archive if it.isfile()]
    made = ("PKG-INFO", "setup.cfg", f"{PACKAGE.replace('-', '_')}.egg-info/")
    return sorted(it for it in files if it not in known and not it.startswith(made))


def missing(wheel: Path) -> list[str]:
    """Return the files of our packages that are on disk but not in *wheel*."""
    shipped = set(zipfile.ZipFile(wheel).namelist())
    return sorted(
        name
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        # gettext reads the .mo beside each .po; the other suffixes are the compiled
        # engine.
        if path.suffix not in (".po", ".so", ".pyd")
        if (name := f"sealed_wonders/{path.relative_to(ROOT).as_posix()}")
        not in shipped
    )


def declared(wheel: Path) -> Iterator[metadata.Distribution]:
    """
    Yield the installed distributions that *wheel* requires, directly or indirectly.
    """
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


def pack(distribution: metadata.Distribution, folder: Path) -> None:
    """
    Repack an installed distribution as a wheel in *folder*.

    Files outside its packages are left out: an installation creates the commands
    itself, and the rest is documentation.
    """
    if not distribution.files:
        sys.exit(f"no list of the files of {distribution.name}")
    inside = [
        file
        for file in distribution.files
        if file.parts[0] != ".." and "__pycache__" not in file.parts
    ]
    tags = re.findall(
        r"^Tag: (.+)-(.+)-(.+)$", _text(distribution, "WHEEL"), re.MULTILINE
    )
    compatible = "-".join(
        ".".join(sorted(set(column))) for column in zip(*tags, strict=True)
    )
    name = canonicalize_name(distribution.name).replace("-", "_")
    wheel = folder / f"{name}-{distribution.version}-{compatible}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in inside:
            if file.name == "RECORD":
                kept = {it.as_posix() for it in inside}
                rows = csv.reader(_text(distribution, "RECORD").splitlines())
                record = [",".join(row) for row in rows if row[0] in kept]
                archive.writestr(file.as_posix(), "\n".join([*record, ""]))
            elif file.name not in ("INSTALLER", "REQUESTED"):
                archive.write(file.locate(), file.as_posix())


def _text(distribution: metadata.Distribution, name: str) -> str:
    return distribution.read_text(name) or ""


def environment(folder: Path, wheels: Path) -> Path:
    """
    Install with pip into a new environment, from *wheels* only; return its scripts.
    """
    base = folder / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", base, cwd=folder)
    paths = {"base": str(base), "platbase": str(base)}
    scripts = Path(sysconfig.get_path("scripts", "venv", paths))
    pip = (sys.executable, "-m", "pip", "--python", scripts / f"python{ENDING}")
    only_these = ("--no-index", "--find-links", wheels)
    # Most of what is installed is never imported here, so nothing is compiled.
    run(*pip, "install", "--no-compile", *only_these, PACKAGE, cwd=folder)
    for command in COMMANDS:
        run(scripts / f"{command}{ENDING}", "--version", cwd=folder)
    return scripts


def run_once(folder: Path, wheels: Path) -> str:
    """
    Run the wheel with uvx, with nothing but *wheels* to install; return its output.
    """
    env: dict[str, str | Path] = {
        "UV_OFFLINE": "1",
        "UV_NO_CONFIG": "1",
        "UV_NO_INDEX": "1",
        "UV_FIND_LINKS": wheels,
        "UV_CACHE_DIR": folder / "cache",
        "UV_TOOL_DIR": folder / "tools",
        "UV_PYTHON_DOWNLOADS": "never",
    }
    uvx = (sys.executable, "-m", "uv", "tool", "run", "--quiet")
    return run(*uvx, PACKAGE, "--version", cwd=folder, env=env).strip()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        wheel = built(folder)
        print(f"built {wheel.name}")
        if absent := missing(wheel):
            sys.exit(f"not in the wheel: {', '.join(absent)}")
        (sdist,) = folder.glob("*.tar.gz")
        if extra := ignored(sdist):
            sys.exit(f"in the sdist, though git ignores it: {', '.join(extra[:9])}")
        check = ("-m", "check_wheel_contents", "--toplevel", "sealed_wonders", wheel)
        print(run(sys.executable, *check, cwd=folder).strip())
        distributions = sorted(folder.glob("sealed*"))
        run(
            sys.executable,
            "-m",
            "twine",
            "check",
            "--strict",
            *distributions,
            cwd=folder,
        )
        print(f"twine check: {', '.join(it.name for it in distributions)}")

        wheels = folder / "wheels"
        wheels.mkdir()
        for distribution in declared(wheel):
            pack(distribution, wheels)
        shutil.copy2(wheel, wheels)
        print(f"uvx {PACKAGE}: {run_once(folder, wheels)}")
        scripts = environment(folder, wheels)
        pages = {page.name for page in (ROOT / "docs" / "man").glob("*.1")}
        installed_pages = scripts.parent.glob("share/man/man1/*")
        if missing_pages := pages - {it.name for it in installed_pages}:
            sys.exit(f"no manual pages: {', '.join(sorted(missing_pages))}")
        print(f"pip install {PACKAGE}: {', '.join(COMMANDS)}")
        python = (scripts / "python", "-I")
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        print(run(*python, "-c", IMPORT_ALL, cwd=elsewhere).strip())
        for command in COMMANDS:
            installed = scripts / f"{command}{ENDING}"
            print(run(*python, installed, "--version", cwd=elsewhere).strip())
        wonders = scripts / f"wonders{ENDING}"
        said = run(*python, wonders, "--lang", "fr", "--help", cwd=elsewhere)
        if "Jouer à 7 Wonders" not in said:
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
        count = run_examples(python, elsewhere)
        print(f"{count} examples of {PAGE.name} print what the page shows")
        try:
            for said in play(python, scripts, elsewhere):
                print(said)
        except ProgramFailed as problem:
            sys.exit(str(problem))


def run_examples(python: tuple[str | Path, ...], folder: Path) -> int:
    """
    Run the examples of the page with the installed package; return their number.

    Raises:
        SystemExit: one fails, or prints something else than the page shows.
    """
    page = PAGE.read_text("utf-8")
    shutil.copyfile(LOG, folder / "game.swlog")
    examples = list(commands(page))
    for name, arguments in examples:
        script = EXAMPLES / f"{name}.py"
        said = run(*python, "-X", "utf8", script, *arguments, cwd=folder)
        if f"{said}```" not in page:
            sys.exit(f"{name}.py prints something else: {said:.200}")
    return len(examples)


def play(python: tuple[str | Path, ...], scripts: Path, folder: Path) -> Iterator[str]:
    """
    Play sealed games with the installed programs; yield the result of each.

    Raises:
        Failed: a game didn't end as it should.
    """

    def program(name: str, *words: str | Path, home: str) -> RunningProgram:
        env = {
            **os.environ,
            "WONDERS_HOME": str(folder / home),
            "WONDERS_DISCOVERY": "off",
        }
        env.pop("PYTHONPATH", None)
        return RunningProgram(
            *python, scripts / f"{name}{ENDING}", *words, cwd=folder, env=env
        )

    line_mode = ("--plain", "--name", "ann")
    with program(
        "wonders", "--lang=en", "play", "--players=3", *line_mode, home="alone"
    ) as ann:
        yield f"wonders play: {_played(ann)}"
    words = ("--listen=127.0.0.1:0", "--no-announce", "--json", "--once")
    seats = ("--players=3", "--bots=2")
    with program(
        "wonders-host", *words, *seats, "--logs", folder / "logs", home="host"
    ) as host:
        at = str(host.until_json(lambda row: "join" in row, "the host")["join"])
        with program("wonders", "--lang=en", "join", at, *line_mode, home="ann") as ann:
            ann.until(
                lambda line: line.startswith("When you are ready to begin, type ready"),
                "a table",
            )
            ann.type("ready")
            yield f"wonders join: {_played(ann)}"
        over = host.until_json(lambda row: "winners" in row, "the result")
        if over["checked"] is not True or host.until_end():
            raise ProgramFailed(
                "\n".join(("the host hasn't checked all of it:", *host.lines))
            )
    log = str(over["log"])
    wonders = scripts / f"wonders{ENDING}"
    said = run(*python, wonders, "--lang=en", "audit", log, cwd=folder)
    yield f"wonders audit: {said.splitlines()[-1]}"


def _played(ann: RunningProgram) -> str:
    """
    Let a player's bot play a game to its end; return the line that names the winner.
    """
    ann.until(lambda line: "Choose a side" in line, "the game")
    ann.type("bot")
    ann.until(lambda line: line == "The game is over.", "the end")
    won = ann.until(lambda line: "win" in line and "." in line, "the winner")
    ann.until(lambda line: line == "Everybody has signed this result.", "a checked end")
    ann.type("quit")
    if ann.until_end():
        raise ProgramFailed("\n".join(("it ended badly:", *ann.lines[-20:])))
    return won


if __name__ == "__main__":
    main()
