"""
The checks of `scripts/wine_test`: start, store and play on Windows, run by Wine.

The program is the one that `wonders-host bundle` packs for Windows, started by its own
`wonders.cmd` or Python. The storage tests also run there, with pytest installed
separately. Wine 8 lacks `bcryptprimitives.dll`, from which the cryptography needs one
function; a linker makes a replacement that only forwards that function.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.elsewhere import MODULES, RECORD, RECORDED
from tests.support.programs import ProgramFailed, RunningProgram
from tests.support.tmux import Stuck, Terminal

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / ".venv.wine"
BUNDLE, PREFIX = HERE / "bundle", HERE / "prefix"
PROGRAM = BUNDLE / "windows"
PYTHON = PROGRAM / "python" / "python.exe"
BESIDE = HERE / "pytest"
"""Packages for the tests, which aren't part of the program."""

HOME = "C:\\Ann's Föld"
"""A path with a space, a quote and an umlaut."""

PATIENCE = 240.0
"""Seconds to wait for anything; Wine starts slowly."""

TESTS = (
    *("tests/client/storage", "tests/client/table/test_memory.py"),
    *("tests/client/hosting/test_unfinished.py", "tests/host/test_journal.py"),
    *("tests/host/test_syncing.py", "tests/host/test_keys.py"),
    *("tests/net/history", "tests/net/system"),
)

OUR_OWN = ROOT / ".venv" / "bin"

STUB = """LIBRARY bcryptprimitives.dll
EXPORTS
    ProcessPrng = advapi32.SystemFunction036
"""


def environment(**more: str) -> dict[str, str]:
    return {
        **os.environ,
        "WINEPREFIX": str(PREFIX),
        "WINEARCH": "win64",
        "WINEDEBUG": "-all",
        # Python 3.13 asks wbemprox for the system's version, which makes Wine 8 abort.
        "WINEDLLOVERRIDES": "wbemprox=d",
        "WONDERS_HOME": HOME,
        "WONDERS_DISCOVERY": "127.0.0.1",
        **more,
    }


def python(*words: object, at: Path = PYTHON) -> tuple[str, ...]:
    """Return the command that runs Python in Wine."""
    return ("wine", str(at), *map(str, words))


def wonders(*words: object) -> tuple[str, ...]:
    return python("-m", "sealed_wonders", *words)


def run(*words: str, well: bool = True, typed: str = "", **more: str) -> str:
    """Run a command to its end; return its output, both streams."""
    done = subprocess.run(
        words,
        cwd=ROOT,
        env=environment(**more),
        input=typed.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE * 2,
        check=False,
    )
    said = done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    if well and done.returncode or "Traceback (most recent" in said:
        raise ProgramFailed(f"{' '.join(words)} ended with {done.returncode}:\n{said}")
    return said


def running(*words: str, **more: str) -> RunningProgram:
    """Start a program, with additional environment variables."""
    return RunningProgram(*words, cwd=ROOT, env=environment(**more), patience=PATIENCE)


# Setup.


def set_up() -> None:
    """Set up Wine, the program and the library, unless they are there."""
    HERE.mkdir(exist_ok=True)
    if not (PREFIX / "system.reg").exists():
        say("creating a prefix for Wine")
        run("wineboot", "--init", DISPLAY="")
        run("wine", "winecfg", "-v", "win10", DISPLAY="")
    library = PREFIX / "drive_c" / "windows" / "system32" / "bcryptprimitives.dll"
    if not library.exists():
        _make_library(library)
    say("packing the program for Windows")
    command = (OUR_OWN / "wonders-host", "bundle", BUNDLE, "--system", "windows-amd64")
    done = subprocess.run(
        command, stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise ProgramFailed(done.stderr.splitlines()[-1])


def _make_library(path: Path) -> None:
    for name, text in (("stub.def", STUB), ("stub.s", "")):
        (HERE / name).write_text(text, encoding="ascii")
    tool = "x86_64-w64-mingw32"
    subprocess.run([f"{tool}-as", "stub.s", "-o", "stub.o"], cwd=HERE, check=True)
    subprocess.run(
        [f"{tool}-ld", "-shared", "--entry", "0", "-o", path, "stub.o", "stub.def"],
        cwd=HERE,
        check=True,
    )


def set_up_tests() -> None:
    """Install pytest for Wine."""
    if BESIDE.exists():
        return
    say("downloading what the tests need")
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "--quiet", "pip", "install"),
            *("--target", BESIDE, "--python-platform", "x86_64-pc-windows-msvc"),
            *("--python-version", "3.13", "--only-binary", ":all:"),
            *("pytest", "pytest-twisted", "hypothesis", "colorama", "packaging"),
        ],
        check=True,
    )


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


# Checks.


def check_commands() -> str:
    """Every command starts."""
    from tests.test_elsewhere import BEGIN_ALL, COMMAND_LINES, FAILING

    said = run(*python("-c", BEGIN_ALL, json.dumps(COMMAND_LINES)))
    ended = [it for it in said.splitlines() if it.startswith("ended with")]
    if ["ended with 0"] * len(COMMAND_LINES) != ended:
        raise ProgramFailed(said)
    for words, why in FAILING.items():
        name, *rest = words
        program = ("host",) if name == "host" else ("--lang", "en")
        if why not in run(*wonders(*program, *rest), well=False):
            raise ProgramFailed(f"{words} don't say why")
    for name in ("wonders", "wonders-host"):
        said = run("wine", "cmd", "/c", str(PROGRAM / f"{name}.cmd"), "--version")
        if name not in said:
            raise ProgramFailed(said)
    simulated = run(*wonders("simulate", "--players", "3", "--games", "1", "--json"))
    if '"total"' not in simulated:
        raise ProgramFailed(simulated)
    return f"{len(COMMAND_LINES) + len(FAILING) + 3} command lines"


def check_names() -> str:
    """The recorded names of Windows' modules are current."""
    found = run(*python("-c", RECORD))
    if json.loads(found) != json.loads(RECORDED.read_text("utf-8")):
        raise ProgramFailed(
            f"{RECORDED.name} is another one: scripts/wine_test --record"
        )
    return f"{len(MODULES)} modules"


def check_storage() -> str:
    """The storage tests pass."""
    set_up_tests()
    site = BESIDE
    code = (
        f"import sys; sys.path[:0] = ['Z:' + r'{ROOT}', 'Z:' + r'{site}']\n"
        "import pytest; raise SystemExit(pytest.main(sys.argv[1:]))"
    )
    said = run(
        *python("-c", code, "-q", "-p", "no:cacheprovider"),
        *("-m", "not thorough", "--rootdir", ".", *TESTS),
        PYTHONDONTWRITEBYTECODE="1",
    )
    return said.splitlines()[-1]


@contextmanager
def linux_host(folder: Path, *words: str) -> Iterator[RunningProgram]:
    with running(
        str(OUR_OWN / "wonders-host"),
        *("--once", "--json", "--logs", str(folder), *words),
    ) as host:
        yield host


def listening(host: RunningProgram) -> dict[str, object]:
    return host.until_json(lambda row: "listening" in row, "the host")


def play(player: RunningProgram) -> None:
    """Take a seat, and let the player's bot play to the end."""
    player.until(
        lambda line: line.startswith("When you are ready to begin, type ready"),
        "a table",
    )
    player.type("ready")
    player.until(lambda line: "Choose a side" in line, "the game")
    player.type("bot")
    player.until(lambda line: line == "The game is over.", "the end")


def audited(log: str) -> str:
    run(str(OUR_OWN / "wonders"), "--lang", "en", "audit", log)
    return "audited: the whole log is good"


def check_player() -> str:
    """A player on Windows plays a whole game at a host on Linux."""
    folder = fresh("linux")
    words = (
        "--listen",
        "127.0.0.1:0",
        "--no-announce",
        "--players",
        "3",
        "--bots",
        "2",
    )
    with linux_host(folder, *words) as host:
        at = str(listening(host)["join"])
        with running(
            *wonders("--lang", "en", "join", at, "--plain", "--name", "ann")
        ) as ann:
            play(ann)
            over = host.until_json(lambda row: "winners" in row, "the result")
            ann.type("quit")
            ann.until_end()
    if over["checked"] is not True:
        raise ProgramFailed("the host has not checked all of it")
    return audited(str(over["log"]))


def check_host() -> str:
    """A host on Windows plays a whole game with its bots, and takes commands."""
    folder = fresh("windows")
    words = ("host", "--listen", "127.0.0.1:0", "--no-announce", "--json")
    kept = ("--logs", f"Z:{folder}")
    with running(
        *wonders(*words, *kept, "--once", "--players", "3", "--bots", "3")
    ) as host:
        over = host.until_json(lambda row: "winners" in row, "the result")
        if host.until_end() or over["checked"] is not True:
            raise ProgramFailed("\n".join(host.lines))
    (log,) = folder.glob("*.swlog")
    with running(*wonders(*words, *kept, "--ends-with-input")) as host:
        listening(host)
        deadline = time.monotonic() + PATIENCE
        while not (folder / "admin.port").exists():
            if time.monotonic() > deadline:
                raise ProgramFailed("no console")
            time.sleep(0.1)
        if "no table" not in run(*wonders("host", "status", *kept)):
            raise ProgramFailed("no status")
        if host.process.stdin is not None:
            host.process.stdin.close()
        if host.until_end():
            raise ProgramFailed("\n".join(host.lines))
    left = sorted(it.name for it in folder.iterdir() if it.suffix in (".lock", ".port"))
    if left:
        raise ProgramFailed(f"left over: {left}")
    return audited(str(log))


def check_discovery() -> str:
    """Each system finds the other's host."""
    found = []
    listen = ("--listen", "127.0.0.1:0", "--announce", "--once", "--json")
    linux = (str(OUR_OWN / "wonders"), "--lang", "en", "join", "--plain")
    for name, command, look in (
        ("Windows", wonders("host", *listen, "--name", "Windows"), linux),
        (
            "Linux",
            (str(OUR_OWN / "wonders-host"), *listen, "--name", "Linux"),
            wonders("--lang", "en", "join", "--plain"),
        ),
    ):
        folder = fresh(f"found-{name.lower()}")
        logs = f"Z:{folder}" if name == "Windows" else str(folder)
        with running(*command, "--logs", logs, "--ends-with-input") as host:
            listening(host)
            heard(name, look)
            found.append(f"the host on {name}")
    return f"found {' and '.join(found)}"


def heard(name: str, look: Sequence[str]) -> None:
    """Wait until a host is found: announcing it takes a while."""
    home = HOME if name == "Linux" else str(fresh("ann"))
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        said = run(*look, well=False, WONDERS_HOME=home)
        if any(f": {name} at " in line for line in said.splitlines()):
            return
    raise ProgramFailed(said)


def processes() -> list[int]:
    """Return the processes of our program under Python in Wine."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if (
                b"python.exe" in (said := path.read_bytes())
                and b"sealed_wonders" in said
            ):
                environ = (path.parent / "environ").read_bytes()
                if str(PREFIX).encode() in environ:
                    found.append(int(path.parent.name))
    return found


def check_ends() -> str:
    """Killing a player's program leaves no host and no bots behind."""
    with running(*wonders("--lang", "en", "play", "--plain", "--players", "3")) as ann:
        ann.until(lambda line: "Choose a side" in line, "the game")
        before = len(processes())
        ann.process.kill()
    deadline = time.monotonic() + PATIENCE
    while left := processes():
        if time.monotonic() > deadline:
            raise ProgramFailed(f"still there: {left}")
        time.sleep(0.2)
    return f"{before} processes, none left"


def check_install() -> str:
    """
    The installer works without a network.

    It takes the place of an older one. The start menu has it. Where only the script was taken
    out of the archive, it says so.
    """
    users = PREFIX / "drive_c" / "users"
    for before in users.glob("*/AppData/Local/Programs/sealed-wonders"):
        shutil.rmtree(before)
    alone = fresh("alone") / "wonders.cmd"
    shutil.copy(PROGRAM / "wonders.cmd", alone)
    if "Unpack the whole archive" not in said_by_cmd(alone, "--version", well=False):
        raise ProgramFailed(f"{alone} doesn't say what is missing")
    run("wineserver", "-k", well=False)  # another network needs another server
    try:
        said = said_by_cmd(BUNDLE / "install.cmd", "quiet")
        (program,) = users.glob("*/AppData/Local/Programs/sealed-wonders")
        (program / "left").touch()
        said = said_by_cmd(BUNDLE / "install.cmd", "quiet")
        (started,) = users.glob("*/AppData/Roaming/**/Sealed Wonders.cmd")
        # Double-clicking passes no arguments, and here there is no console to play in.
        typed = said_by_cmd(started, well=False)
    finally:
        run("wineserver", "-k", well=False)
    # The script starts what it installed, and fails if that doesn't start.
    (version,) = [it for it in said.splitlines() if it.startswith("wonders ")]
    left = [it.name for it in program.parent.iterdir()] != [program.name]
    if (
        left
        or (program / "left").exists()
        or not (program / "wonders-host.cmd").exists()
    ):
        raise ProgramFailed(said)
    if "wonders" not in typed:
        raise ProgramFailed(typed)
    return version


def said_by_cmd(script: Path, *words: str, well: bool = True) -> str:
    """Run a Windows script without a network; return its output."""
    alone = ("unshare", "--map-root-user", "--net", "wine", "cmd", "/c")
    return run(*alone, str(script), *words, well=well)


def check_screen() -> str:
    """The first screen is drawn in a console, and keys work."""
    command = (*wonders("--lang", "en"),)
    variables = environment(TERM="xterm-256color")
    with Terminal(command, (100, 30), variables) as terminal:
        terminal.wait_for("Learn to play")
        terminal.press("?")
        terminal.wait_for("mouse on or off")
        terminal.press("Escape")
        terminal.press("q")
    return "drawn in Wine's console"


CHECKS: Sequence[Callable[[], str]] = (
    check_names,
    check_commands,
    check_storage,
    check_player,
    check_host,
    check_discovery,
    check_ends,
    check_install,
    check_screen,
)


def fresh(name: str) -> Path:
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def main() -> None:
    names = {it.__name__.removeprefix("check_"): it for it in CHECKS}
    parser = argparse.ArgumentParser(
        description="Try the program for Windows, in Wine.",
        epilog="; ".join(f"{name}: {it.__doc__}" for name, it in names.items()),
    )
    parser.add_argument("check", nargs="*", help="; ".join(names))
    parser.add_argument("--as-it-is", action="store_true", help="pack nothing anew")
    parser.add_argument(
        "--record",
        action="store_true",
        help="write down what a Python for Windows has, for tests on other systems",
    )
    given = parser.parse_args()
    wanted = [
        name
        for name in names
        if not given.check or any(name.startswith(it) for it in given.check)
    ]
    failed, rows = [], list[tuple[str, str, str]]()
    try:
        if not given.as_it_is or not PYTHON.exists():
            set_up()
        if given.record:
            RECORDED.write_text(run(*python("-c", RECORD)), "utf-8")
            say(f"{RECORDED} is written")
            return
        for name in wanted:
            begun = time.monotonic()
            try:
                came = names[name]()
            except (ProgramFailed, Stuck, subprocess.TimeoutExpired) as problem:
                failed.append(name)
                came = f"FAILED\n{problem}"
            took = f"{time.monotonic() - begun:.0f} s"
            say(f"{name} ({took}): {came}")
            rows.append((_sentence(names[name].__doc__), took, came.partition("\n")[0]))
    except ProgramFailed as problem:
        sys.exit(str(problem))
    finally:
        with suppress(OSError):
            subprocess.run(["wineserver", "-k"], env=environment(), check=False)
    print(f"With {_versions()}:\n\n| check | took | result |\n|---|---|---|")
    for row in rows:
        print("|", " | ".join(row), "|")
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def _sentence(doc: str | None) -> str:
    return (doc or "").strip().partition("\n")[0].rstrip(".")


def _versions() -> str:
    """Return the versions that the checks ran with."""
    code = "import platform; print(platform.python_version(), platform.platform())"
    version, _, system = run(*python("-c", code)).strip().partition(" ")
    wine = subprocess.run(
        ["wine", "--version"], capture_output=True, text=True, check=True
    )
    return f"{wine.stdout.strip()}, Python {version}, {system}"


if __name__ == "__main__":
    main()
