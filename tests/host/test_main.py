"""``wonders-host`` as a real process with real sockets."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.host.listening import CantBegin, MayNotListen
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.suites import SEALED
from tests.support.programs import environment, run_to_end

HOST = (sys.executable, "-m", "sealed_wonders.host")
ROOT = Path(__file__).parents[2]
PATIENCE = 300.0
"""Seconds allowed for anything here; an idle machine needs ten."""

Environment = Mapping[str, str]


@pytest.fixture(scope="module", autouse=True)
def sealed_with_integers() -> None:
    """Don't replace the curve here: the processes started here don't either."""


WITHOUT = """
    class Nowhere:
        def find_spec(self, name, path=None, target=None):
            if f"{{name}}.".startswith({names!r}):
                {instead}

    sys.meta_path.insert(0, Nowhere())
"""
"""Code that hides some packages, and runs *instead* when they are imported."""

JUMPY = """
    import itertools, time

    wall, jumps = time.time, itertools.cycle((0, 1000, 400))
    time.time = lambda: wall() + next(jumps)
"""
"""Code that makes the wall clock jump by 1000 seconds and back, all the time."""


def inside(game: str) -> tuple[str, ...]:
    """
    Return the modules of a game, except its options and those that import the others.
    """
    return tuple(
        f"sealed_wonders.core.{game}.{path.stem}."
        for path in (ROOT / "core" / game).glob("*.py")
        if path.stem not in ("__init__", "definition", "options")
    )


OF_ANY_PLAYER = (
    "sealed_wonders.client.",
    "sealed_wonders.net.sealed.secrets.",
    "prompt_toolkit.",
)
OF_PLAYERS = (*OF_ANY_PLAYER, *inside("architects"))
"""Modules that a host of 7 Wonders doesn't need."""


def changed(folder: Path, change: str, who: str = "sealed_wonders.host") -> Environment:
    """Return an environment that runs *change* at the start of one kind of program."""
    code = textwrap.indent(textwrap.dedent(change), "    ")
    return environment(folder, f"import os, sys\nif {who!r} in sys.orig_argv:\n{code}")


@contextmanager
def running(
    folder: Path,
    *arguments: str,
    listen: str = "127.0.0.1:0",
    env: Environment | None = None,
) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Run a host with JSON output; yield the process and its first line."""
    process = subprocess.Popen(
        [*HOST, f"--listen={listen}", f"--logs={folder}", "--json", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
    )
    try:
        yield process, line(process)
    finally:
        process.kill()
        process.communicate()


def line(process: subprocess.Popen[str]) -> dict[str, Any]:
    if process.stdout is None:
        raise TypeError
    text = process.stdout.readline()
    if not text:
        pytest.fail(f"it ended: {process.communicate()[1]}")
    row: dict[str, Any] = json.loads(text)
    return row


def complaints(said: str) -> list[str]:
    """Return the texts of a host's JSON lines on standard error."""
    return [json.loads(text)["text"] for text in said.splitlines()]


def until(process: subprocess.Popen[str], event: str) -> dict[str, Any]:
    while (row := line(process)).get("event") != event:
        pass
    return row


def ended(process: subprocess.Popen[str], number: int = signal.SIGTERM) -> str:
    """Send a signal that ends the host in order, and return its standard error."""
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert (0, "") == (process.returncode, out)
    return err


def suspend(pid: int) -> None:
    """
    Stop a process, and wait until it is stopped: a running one might take the next
    signal first.
    """
    os.kill(pid, signal.SIGSTOP)
    status = Path(f"/proc/{pid}/stat")
    while status.read_text(encoding="ascii").rpartition(")")[2].split()[0] != "T":
        pass


def is_reached(address: str) -> bool:
    """Return whether something listens at an address."""
    port = int(address.partition("#")[0].rpartition(":")[2])
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    except ConnectionResetError:
        pass  # still in the queue when the port was closed
    return True


def check_log(result: dict[str, Any]) -> None:
    """Check that a result follows from its log."""
    fold = read_log(Path(result["log"]).read_bytes(), lambda c: rules_of(c.options))
    assert fold.over
    assert result["digest"] == fold.digest.hex()
    sheet = fold.state.score()
    assert [list(row) for row in sheet.rows] == [
        [seat["score"][name] for name in sheet.categories] for seat in result["seats"]
    ]
    assert list(sheet.winners) == result["winners"]


# Wrong use.


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "2"], "a table of 7 Wonders has 3 to 7 seats, not 2"),
        (["--listen", "no where"], "HOST:PORT"),
        (["--web", "65536"], "--web"),
        (["--metrics", "-1"], "--metrics"),
        (["--web", "7777"], "--listen and --web both have port 7777"),
        (
            ["--listen", "192.168.1.20:9777", "--metrics", "9777"],
            "--listen and --metrics both have port 9777",
        ),
        (
            ["--web", "8080", "--metrics", "8080"],
            "--web and --metrics both have port 8080: give each a different port",
        ),
        (["--listen", f"127.0.0.1:1#{'00' * 16}"], "no pin"),
        (
            ["--with", "cities"],
            (
                "there is no expansion called 'cities'; the expansions are leaders, "
                "edifice"
            ),
        ),
        (
            ["--boards", "gizah,rhodos,olympia", "--bots", "4"],
            "4 bots are too many for 3 seats",
        ),
        (["--leaders", "expert", "--game", "architects"], "has no option --leaders"),
        (["--strategy", "cheat"], "--strategy"),
        (["--tables", "57"], "--tables"),
        (["--resume", "0123456789abcdef"], "--resume with a game needs --once"),
        (["--once", "--resume", "../oak"], "../oak is neither a file nor"),
        (["--give-up", "oak"], "16 hexadecimal digits, not oak"),
        (
            ["--once", "--resume", "0" * 16, "--give-up", "0" * 16],
            "a game can be resumed or abandoned, but not both",
        ),
        (["--name", "a\x1bb"], "a name can't contain"),
        (["--frobnicate"], "--frobnicate"),
        (["something"], "something"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_use_is_reported_in_one_line(
    arguments: Sequence[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line is on standard error, and the status is 2."""
    assert 2 == run_program(arguments)
    out, err = capsys.readouterr()
    assert "" == out
    assert 1 == err.count("\n")
    assert err.startswith("wonders-host: ")
    assert words in err


@pytest.mark.parametrize(("failure", "status"), [(CantBegin, 1), (MayNotListen, 2)])
def test_the_status_shows_whether_another_try_may_help(
    failure: type[CantBegin],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A port may become free later, but permission doesn't come by itself."""

    def run(*_given: object, **_named: object) -> int:
        raise failure("not there")

    monkeypatch.setattr("sealed_wonders.host.run.run", run)
    assert status == run_program(["--logs", str(tmp_path)])
    assert "wonders-host: not there\n" == capsys.readouterr().err


BEFORE_IT_BEGINS = """
    import signal
    import sealed_wonders.host.keys as keys
    # It may be ignored if the tests run in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    keys.load_keys = lambda folder: signal.raise_signal(signal.SIGINT)
"""
"""Code that interrupts a host before it has begun."""

STATUSES: Sequence[tuple[int, Sequence[str], str]] = (
    (0, ["--version"], ""),
    (1, ["--logs", "file/folder"], "can't make the folder"),
    (1, ["--logs", "logs", "--listen", "192.0.2.1:7777"], "can't listen at 192.0.2.1"),
    (2, ["--players", "1"], "must be 2 to 7"),
    (130, ["--logs", "logs"], ""),
    (141, ["--help"], ""),
)
"""Every exit status, with arguments that cause it and a part of the error."""


@pytest.mark.parametrize(
    ("status", "arguments", "why"),
    STATUSES,
    ids=lambda it: str(it) if isinstance(it, int) else "",
)
def test_each_status_means_what_the_manual_says(
    status: int, arguments: Sequence[str], why: str, tmp_path: Path
) -> None:
    """
    Each runs in a process. None leaves a traceback, or reports first that it listens.
    """
    (tmp_path / "file").touch()
    env = changed(tmp_path / "interrupted", BEFORE_IT_BEGINS) if status == 130 else None
    process = subprocess.Popen(
        [*HOST, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        cwd=tmp_path,
    )
    if status == 141 and process.stdout is not None:
        process.stdout.close()
        process.stdout = None
    out, err = process.communicate(timeout=PATIENCE)
    assert status == process.returncode, err
    assert err.count("\n") == bool(why)
    assert why in err
    assert not why or out == ""


# The library that checks proofs.


MISSING = WITHOUT.format(names=("nacl.",), instead="raise ImportError('none')")
UNSAFE = """
    from sealed_wonders.net.sealed.sodium import Sodium
    Sodium.read_point = lambda self, data: data
"""


ASKED = """
import sys
from sealed_wonders.host import prooflibrary
from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.net.sealed import backend

folder, *asked = sys.argv[1:]
for words in asked:
    print(run_program([folder, "--listen=127.0.0.1:0", *words.split()]))
lacking = prooflibrary.load(relays=True)
print(backend.at_hand().name, lacking is None)
"""
"""A program that starts hosts one after another, and then loads a relay's library."""


@pytest.mark.parametrize(
    ("change", "refused", "calculates"),
    [
        ("pass", {}, "libsodium True"),
        (
            MISSING,
            {
                "": "sealed cards need PyNaCl and rbcl.*, or start with --relay",
                "--relay --bots=1": "Without it no bot can play: leave out --bots",
            },
            "pure Python False",
        ),
        (UNSAFE, {"": "install rbcl.*--relay"}, "pure Python False"),
    ],
    ids=["a good library", "no library", "an unsafe one"],
)
def test_without_a_good_library_only_a_relay_without_bots_starts(
    tmp_path: Path, change: str, refused: Mapping[str, str], calculates: str
) -> None:
    """
    Any other host would let cheats through. It ends with one line, before it listens.
    """
    env = changed(tmp_path / "changed", change, "-c")
    program = (sys.executable, "-c", ASKED, f"--logs={tmp_path / 'logs'}")
    done = run_to_end(*program, *refused, env=env)
    assert [*["1"] * len(refused), calculates] == done.stdout.splitlines()
    for words, line in zip(refused.values(), done.stderr.splitlines(), strict=True):
        assert re.search(words, line)


def test_a_relay_without_a_good_library_says_so(tmp_path: Path) -> None:
    """It takes one line, which also says that there are no bots."""
    env = changed(tmp_path / "bare", MISSING)
    with running(tmp_path / "logs", "--relay", env=env) as (host, _):
        (said,) = complaints(ended(host))
    assert "This host relays proofs without checking them, and has no bots" in said


# Whole games.


@pytest.mark.thorough
def test_bots_play_one_game_and_the_last_line_is_its_result(tmp_path: Path) -> None:
    """The host loads no modules that only players need."""
    without = WITHOUT.format(names=OF_PLAYERS, instead="os._exit(99)")
    words = "--listen=127.0.0.1:0 --players=3 --bots=3 --once --json --sides=night"
    words += f" --strategy=random --logs={tmp_path / 'logs'}"
    done = run_to_end(*HOST, *words.split(), env=changed(tmp_path / "bare", without))
    assert (0, "") == (done.returncode, done.stderr)
    rows = [json.loads(text) for text in done.stdout.splitlines()]
    every = {"time", "level", "part"}
    where = {"listening", "join", "pin", "invitations", "reach"}
    assert every | where == set(rows[0])
    (began,) = [row for row in rows if row.get("event") == "began"]
    result = rows[-1]
    assert SEALED == began["suite"] == result["suite"]
    assert result["checked"]
    assert ("wonders", 3) == (result["game"], len(result["seats"]))
    assert ["night"] * 3 == [seat["side"] for seat in result["seats"]]
    assert {"Atossa", "Brennus", "Cadmus"} == {s["name"] for s in result["seats"]}
    check_log(result)
    kept = {path.name for path in (tmp_path / "logs").iterdir()}
    own = {"bots", "bots-memory", "history.sqlite", "host.pem", "tls.pem"}
    assert own | {Path(result["log"]).name} == kept
    assert [] == list((tmp_path / "logs" / "bots").iterdir())


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_bots_play_architects_by_themselves(tmp_path: Path) -> None:
    """
    Two bots play, which 7 Wonders doesn't allow, and the result names their wonders.

    Their process is killed during the game: they are restarted, which one line per bot
    reports, and play on. Neither the host nor a bot loads more of the other game than
    its options. The host relays, so it needs none of the players' modules. Nobody is
    late, whatever the wall clock shows.
    """
    nobody, relay = (
        textwrap.dedent(WITHOUT.format(names=names, instead="os._exit(99)"))
        for names in (inside("wonders"), OF_ANY_PLAYER)
    )
    only = (
        f"if 'sealed_wonders.host' in sys.orig_argv:\n{textwrap.indent(relay, '    ')}"
    )
    jumpy = textwrap.dedent(JUMPY)
    env = changed(tmp_path / "bare", f"{jumpy}\n{nobody}\n{only}", "-m")
    words = ("--once", "--game=architects", "--relay", "--players=2", "--bots=2")
    away = 0
    with running(tmp_path / "logs", *words, "--turn-time=60", env=env) as (host, _):
        began = until(host, "began")
        path = Path(f"/proc/{host.pid}/task/{host.pid}/children")
        os.kill(int(path.read_text(encoding="ascii").split()[0]), signal.SIGKILL)
        while "winners" not in (result := line(host)):
            away += result.get("event") == "away"
        out, err = host.communicate(timeout=PATIENCE)
    assert (0, "") == (host.returncode, out)
    complained = complaints(err)
    assert 0 < away <= len(complained) <= 2, "only those that were killed"
    for complaint in complained:
        assert complaint.startswith("table 1: the bot ")
        assert complaint.endswith(
            " before the end of the game: signal 9; it is being restarted"
        )
    assert ("architects", 2) == (result["game"], len(result["seats"]))
    assert 2 == len({seat["wonder"] for seat in result["seats"]})
    assert SEALED == began["suite"] == result["suite"]
    assert not result["checked"]
    assert [] == list((tmp_path / "logs" / "bots").iterdir())
    check_log(result)


# The end.


@pytest.mark.thorough  # test_sighup_reloads_the_options always runs
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_host_ends_in_order_on_a_signal(number: int, tmp_path: Path) -> None:
    """It prints nothing, and its status is 0. Other signals are ignored."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("whoever runs the tests ignores it, and so do their children")
    with running(tmp_path) as (host, _):
        host.send_signal(signal.SIGUSR1)
        host.send_signal(signal.SIGUSR2)
        assert "" == ended(host, number)


def test_commands_reach_a_running_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They use a socket, which is removed when the host ends."""

    def told(*words: str, status: int = 0, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert status == run_program([*words, f"--logs={tmp_path}"])
        out, err = capsys.readouterr()
        return err if status else out

    with running(tmp_path) as (host, first):
        while run_program(["status", f"--logs={tmp_path}"]):
            time.sleep(0.01)  # the socket doesn't exist yet
        capsys.readouterr()
        report = json.loads(told("status", "--json"))
        assert [first["join"]] == report["join"]
        assert [] == report["at_tables"] == report["connected"]
        assert "no table" in told("status")
        assert "no table 'oak'" in told("admin", "close", "oak", status=1)
        assert {"heard": 0} == json.loads(told("admin", "--json", "say", "hi"))
        assert 0o600 == (tmp_path / "admin.sock").stat().st_mode & 0o777
        said = told("admin", typed='tables\nsay "oh\n\nstop\n')
        assert "There are no tables.\nThe host is stopping.\n" == said
        out, err = host.communicate(timeout=PATIENCE)
    assert (0, "", "") == (host.returncode, out, err)
    assert not (tmp_path / "admin.sock").exists()
    said = told("status", status=1)
    assert said == f"wonders-host: no host is running with the folder {tmp_path}\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_host_runs_without_standard_streams(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Scripts that start services close them. Commands still show all that happens."""
    config = tmp_path / "host.toml"
    config.write_text('listen = "127.0.0.1:0"\n')
    words = [*HOST, f"--logs={tmp_path}", f"--config={config}"]
    with subprocess.Popen(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *words]) as host:
        try:
            while run_program(["status", f"--logs={tmp_path}"]):
                assert host.poll() is None
                time.sleep(0.01)
            assert 0 == run_program(["admin", "stop", f"--logs={tmp_path}"])
            assert 0 == host.wait(PATIENCE)
        finally:
            host.kill()
    assert "The host is stopping." in capsys.readouterr().out


def test_sighup_reloads_the_options(tmp_path: Path) -> None:
    """It works under nohup, too. A wrong file changes nothing."""
    file = tmp_path / "host.toml"
    file.write_text("players = 3\n")
    nohup = """
        import signal
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.default_int_handler)
    """
    env = changed(tmp_path / "nohup", nohup)
    with running(tmp_path, f"--config={file}", env=env) as (host, _):
        host.send_signal(signal.SIGUSR1)
        host.send_signal(signal.SIGUSR2)
        file.write_text("players = 4\nname = 'oak'\n")
        host.send_signal(signal.SIGHUP)
        said = {"event": "options", "changed": ["players"], "later": ["name"]}
        assert said.items() <= line(host).items()
        file.write_text("players = 40\n")
        host.send_signal(signal.SIGHUP)
        assert host.stderr is not None
        why = "players: must be 2 to 7, or any, not 40; all options stay unchanged"
        assert why in host.stderr.readline()
        assert "" == ended(host, signal.SIGINT)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_a_second_signal_to_end_is_no_fault(tmp_path: Path) -> None:
    """A player may end the host by leaving after the game, while a signal arrives."""
    with running(tmp_path, "--once", "--players=3", "--bots=1") as (host, first):
        until(host, "bots")
        path = Path(f"/proc/{host.pid}/task/{host.pid}/children")
        (bot,) = map(int, path.read_text(encoding="ascii").split())
        # The host waits for the bot, so the second signal arrives during the shutdown.
        suspend(bot)
        host.send_signal(signal.SIGTERM)
        while is_reached(first["listening"]):
            pass
        host.send_signal(signal.SIGTERM)
        assert "" == ended(host, signal.SIGINT)
    assert not (tmp_path / "faults.txt").exists()


def test_a_host_ends_while_it_checks_proofs(tmp_path: Path) -> None:
    """The running check is finished and the others are dropped, without any output."""
    slow = """
        import time
        from sealed_wonders.net.threads import Threads
        do = Threads._do

        def slowly(self, job):
            os.write(2, b"a job\\n")
            time.sleep(0.5)
            return do(self, job)

        Threads._do = slowly
    """
    env = changed(tmp_path / "slow", slow)
    logs = tmp_path / "logs"
    with running(logs, "--once", "--players=3", "--bots=3", env=env) as (host, _):
        assert host.stderr is not None
        assert "a job\n" == host.stderr.readline()
        assert "a job\n" == host.stderr.readline()
        host.send_signal(signal.SIGTERM)
        _, err = host.communicate(timeout=PATIENCE)
    assert 0 == host.returncode
    assert {"a job"} >= set(err.splitlines())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_bots_end_when_the_host_is_killed(tmp_path: Path) -> None:
    """They notice that their pipe is closed."""
    with running(tmp_path, "--players=3", "--bots=3", "--once") as (host, _):
        until(host, "began")
        path = Path(f"/proc/{host.pid}/task/{host.pid}/children")
        (child,) = path.read_text(encoding="ascii").split()
        host.kill()
        host.communicate(timeout=PATIENCE)
        # Its new parent may not have collected its status yet.
        while not has_ended(child):
            time.sleep(0.01)


def has_ended(pid: str) -> bool:
    """Return whether a process has ended; it may still be a zombie."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        )
    except OSError:
        return True


def test_a_closed_standard_output_ends_a_host_with_once(tmp_path: Path) -> None:
    """Nobody will read the result, so nobody needs to play for it."""
    with running(tmp_path, "--once") as (host, _):
        # The host has nothing more to say until somebody joins.
        assert host.stdout is not None
        host.stdout.close()
        host.stdout = None
        assert host.wait(PATIENCE) == 1
