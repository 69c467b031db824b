"""``wonders join`` and ``wonders play``, as a user types them."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.commands import playing
from sealed_wonders.client.commands.playing import own_game_goes_on
from sealed_wonders.client.hosting import ownhost
from sealed_wonders.client.hosting.ownhost import HostFailed, OwnHost
from sealed_wonders.client.hosting.unfinished import HOST, OwnGames
from sealed_wonders.client.lines.linemode import say_ready
from sealed_wonders.client.person.commandline import leave_for_now, nothing_sent
from sealed_wonders.client.storage.home import VARIABLE, Home
from sealed_wonders.client.tablewords.endings import signed
from sealed_wonders.client.words import text
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation, Invitations
from tests.support.clirunner import CliRunner
from tests.support.human import BUILD
from tests.support.ports import unused_port
from tests.support.programs import WondersProcess, children_of
from tests.support.thorough import is_thorough

ONE_BOT = ("--game", "architects", "--players", "2")
"""Options for a game that begins quickly."""

PATIENCE = 60
"""Seconds within which a process that isn't our child must end."""


class Start(Protocol):
    """Starts ``wonders``; remaining processes are ended after the test."""

    def __call__(self, *words: str, home: Path | None = None) -> WondersProcess: ...


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    commands: list[WondersProcess] = []
    usual = home

    def started(*words: str, home: Path | None = None) -> WondersProcess:
        commands.append(WondersProcess(home or usual, *words))
        return commands[-1]

    yield started
    for command in commands:
        if command.process.poll() is None:
            command.process.kill()
        command.end()


def leave(play: WondersProcess) -> None:
    """Leave for good, with two lines of input."""
    play.type("quit")
    play.type("yes")
    assert (0, "") == play.end()


def is_alive(pid: int) -> bool:
    """Return whether a process exists, and isn't a zombie."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a host for tests that only connect to it, and yield its address."""
    logs = str(tmp_path_factory.mktemp("host"))
    with subprocess.Popen(
        [*ownhost.COMMAND, "--listen", "127.0.0.1:0", "--json", "--logs", logs],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield json.loads((process.stdout or sys.stdin).readline())["listening"]
        process.terminate()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_host_is_chosen_in_line_mode_before_sitting_down(
    home: Path, host: str, start: Start
) -> None:
    """Commands for the table may follow through the same pipe."""
    Home(home, home).hosts.pin("nowhere.invalid:1", bytes(16))
    join = start("join")
    join.type(f"{plain(host)}\nleave")
    join.until("not found right now")
    assert (0, "") == join.end()
    assert "You have left the table." == join.lines[-1]
    address, _, pin = host.partition("#")
    first = f"This is your first visit to {address}. "
    assert any(it.startswith(first) and it.endswith(pin) for it in join.lines)
    assert f"{pin} {address}\n" in (home / "hosts").read_text()


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("name", "/name: not text in UTF-8"),
        ("identity.pem", "identity.pem: not an unencrypted private key"),
        ("", "can't reach 127.0.0.1:"),
    ],
    ids=["a damaged name", "a damaged key", "nobody there"],
)
def test_an_obstacle_to_joining_is_an_error_in_one_line(
    home: Path, start: Start, file: str, said: str
) -> None:
    """A damaged file never gives a player another identity."""
    home.mkdir()
    if file:
        (home / file).write_bytes(b"\xff")
    with unused_port() as port:
        join = start("join", f"127.0.0.1:{port}", "--plain")
        status, complaint = join.end()
    assert (1, 1) == (status, len(complaint.splitlines()))
    assert said in complaint
    assert [] == join.lines


def test_ctrl_c_works_before_there_is_a_connection(home: Path, start: Start) -> None:
    """It ends the program without asking for confirmation."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        join = start("join", f"127.0.0.1:{port}")
        with silent.accept()[0] as line:
            line.recv(1)
            join.process.send_signal(signal.SIGINT)
            assert (0, "") == join.end()
    assert ["Goodbye."] == join.lines
    assert not (home / "hosts").exists()


def type_to_the_end(play: WondersProcess) -> None:
    """Build or sell to the end of the game."""
    while signed() not in play.until("Your hand:", "take nothing", signed()):
        play.type("hand")
        play.type("undo")  # its answer marks the end of the hand
        answers = [BUILD.match(line) for line in play.until(nothing_sent())]
        words = [match[1] for match in answers if match]
        play.type(words[0] if words else "none")
        play.type("s1")


def test_a_person_plays_a_whole_game_through_pipes(
    fast_sealing_everywhere: None, home: Path, start: Start
) -> None:
    """
    A host, bots and a person, who types what the screen shows, play to the last line.

    The person leaves the rematch, and resumes it with the next command.
    """
    play = start("play", "--players", "3", "--name", "ann", "--sides", "day")
    play.until("The game begins")
    children = play.children()
    type_to_the_end(play)
    play.type("scores")
    play.type("say well played")
    play.until("Only bots are at this table, and they don't read messages.")
    # At the same host, with the same options, and with other bots of the same names.
    play.type("rematch")
    play.until("The game begins.")
    play.until("Atossa", "Brennus")
    play.until("Your hand:")
    assert children == play.children()
    leave(play)
    assert text.come_back() in play.lines
    assert re.fullmatch(r"wonders export [0-9a-f]{6}", play.lines[-1])
    (log,) = (home / "logs").glob("*.swlog")
    assert log.name.startswith(play.lines[-1].removeprefix("wonders export "))
    assert log.stat().st_size > 1000
    assert 1 == len(children)
    assert not is_alive(children[0])
    again = start("play", "--plain")
    assert_resumes(again, table_code(play))
    assert_ends_with_its_host(again)


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["pipe", "interrupt", "hang up"])
def test_a_local_host_never_outlives_its_player(
    fast_sealing_everywhere: None, home: Path, start: Start, how: str
) -> None:
    """However a person leaves, the host and its bots end."""
    play = start("play", *ONE_BOT)
    play.until("On top now")
    (host,) = play.children()
    bots = children_of(host)
    match how:
        case "pipe":
            play.hang_up()
        case "interrupt":
            play.process.send_signal(signal.SIGINT)
            play.until(leave_for_now())
            play.process.send_signal(signal.SIGINT)
        case "hang up":
            play.process.send_signal(signal.SIGHUP)
    assert (0, "") == play.end()
    end = play.lines.index(text.come_back("architects"))
    assert "wonders play" == play.lines[end + 1]
    assert not is_alive(host)
    wait_for_bots(bots)


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["quit", "kill the host", "kill"])
def test_an_unfinished_game_is_resumed_by_the_next_play(
    fast_sealing_everywhere: None, home: Path, start: Start, how: str
) -> None:
    """
    It needn't be named, has the same bots, and doesn't begin again. It may have been
    left, or its host or client killed.
    """
    play = start("play", "--players", "3", "--name", "ann", "--sides", "day")
    play.until("Age 1, turn 1")
    play.until("Your hand:")
    code = table_code(play)
    (host,) = play.children()
    match how:
        case "quit":
            play.type("quit")
            play.type("yes")
        case "kill the host":
            os.kill(host, signal.SIGKILL)
        case "kill":
            play.process.kill()
    play.end()
    wait_for(host)
    again = start("play", "--plain")
    assert_resumes(again, code)
    if how == "quit":
        # While it is played in one window, another window begins another game.
        other = start("play", "--players", "3", "--plain")
        other.until("Table code:")
        assert code not in "".join(other.lines)
        leave(other)
    assert_ends_with_its_host(again)
    # `--new` begins another game.
    new = start("play", "--plain", "--players", "3", "--new")
    new.until("Table code:")
    assert code not in "".join(new.lines)
    new.hang_up()
    new.end()


def table_code(play: WondersProcess) -> str:
    """Return the table code of the latest game."""
    return str(re.findall("Table code: [a-z ]+", "\n".join(play.lines))[-1])


def assert_resumes(again: WondersProcess, code: str) -> None:
    """Assert that a program resumes a game in its first turn without being asked to."""
    again.until(own_game_goes_on("wonders play --new"))
    assert code in again.until("You are back in your seat.")[-1]
    again.until("Age 1, turn 1")
    again.until("Your hand:")
    again.type("s1")
    again.until("Age 1, turn 2")


def assert_ends_with_its_host(play: WondersProcess) -> None:
    """Kill a program's local host, and assert that the program and the bots end."""
    (host,) = play.children()
    bots = children_of(host)
    os.kill(host, signal.SIGKILL)
    said = play.errors()  # while standard input is still open
    assert 1 == len(said.splitlines())
    assert said.endswith(": The host has stopped.\n")
    assert 1 == play.end()[0]
    wait_for_bots(bots)


def test_a_new_game_is_played_only_on_request(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Other options count as a request, too. Otherwise the host resumes the game that was
    left.
    """
    gid, wanted = "ab" * 32, {"--game": "wonders", "--players": 3, "--bots": 2}
    games = OwnGames(Home(home, home))
    games.keep(gid, "play", wanted)
    games.close()
    (home / "logs").mkdir()
    (home / "logs" / f"{gid[:16]}.journal").write_bytes(b"")
    typed = ("", "--new", "--players 5", "--with edifice", "")
    wishes = [words.split() for words in typed]
    goes_on, *others, again = host_arguments(monkeypatch, *wishes)
    assert f"--resume {gid[:16]}" in goes_on
    assert not any(gid[:16] in other for other in others)
    assert goes_on == again


def host_arguments(monkeypatch: pytest.MonkeyPatch, *games: Sequence[str]) -> list[str]:
    """Return the arguments that local hosts would get for these words."""
    seen: list[playing.HostedGame] = []

    def in_lines(
        home: Home, loaded: object, own: playing.HostedGame, *_: object, **__: object
    ) -> tuple[None, None]:
        seen.append(own)
        return None, None

    monkeypatch.setattr(playing, "_in_lines", in_lines)
    monkeypatch.setattr(playing, "_end_in_order", lambda: None)
    for words in games:
        assert 0 == run(["play", "--plain", *words])
    return [" ".join(own.words) for own in seen]


def wait_for_bots(bots: Sequence[int]) -> None:
    """Wait for the bots of a host that has ended."""
    assert bots
    for bot in bots:
        wait_for(bot)


def wait_for(pid: int) -> None:
    """Wait for the end of a process that isn't a child of ours."""
    try:
        end = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        ended, _, _ = select.select([end], [], [], PATIENCE)
    finally:
        os.close(end)
    assert ended


def test_others_can_join_a_local_host_and_come_back(
    fast_sealing_everywhere: None,
    home: Path,
    tmp_path: Path,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    With fewer bots, there is an invitation. A guest who leaves is told how to return.
    """
    play = start("play", "--players", "3", "--bots", "1", "--name", "ann")
    address = play.until("Others can join with")[-1].split()[-1]
    other = tmp_path / "other"
    bob = start("join", address, "--plain", "--name", "bob's", home=other)
    bob.until(say_ready())
    bob.type("ready")
    bob.until("You are ready.")
    play.type("ready")
    bob.until("Choose a side")
    twice = start("join", address, "--name", "bob's", home=other)
    (said,) = twice.end()[1].splitlines()
    assert "you are already connected to this host in another window" in said
    # The command in the message can be typed, and uses another identity.
    assert said.endswith(f": WONDERS_HOME=~/wonders-2 wonders join {plain(address)}")
    if is_thorough():
        there = tmp_path / "wonders-2"
        dora = start("join", address, "--plain", "--name", "dora", home=there)
        dora.until("The host is called")
        dora.hang_up()
        dora.end()
    bob.hang_up()
    assert (0, "") == bob.end()
    assert [
        text.come_back(),
        # The pin and the name are remembered.
        f"wonders join {address.partition('#')[0]}",
    ] == bob.lines[-2:]
    play.until("bob's has closed the program")

    again = start("join", address, "--plain", home=other)
    again.until("You are back in your seat.")
    again.until("Choose a side")
    play.until("bob's is back")

    # The host and its bots don't outlive the player's program, even if it is killed.
    (host,) = play.children()
    bots = children_of(host)
    play.process.kill()
    assert "" == play.end()[1]
    wait_for(host)
    wait_for_bots(bots)

    # Unlike a game against bots, it isn't resumed unasked, because others wait for it.
    games = OwnGames(Home(home, home))
    assert games.left("play", {}) is None
    left = games.left(HOST, {})
    assert left is not None
    (goes_on,) = host_arguments(monkeypatch, ["--resume", left.gid])
    assert f"--resume {left.gid}" in goes_on
    assert "--bots 1" in goes_on


def test_resuming_an_unknown_game_is_refused(home: Path, cli: CliRunner) -> None:
    said = cli("play", "--resume", "0" * 16, status=2)
    assert "you have no unfinished game called 0000000000000000" in said


def plain(address: str) -> str:
    """Return an address without its pin."""
    return address.partition("#")[0]


def test_a_host_with_a_different_key_is_not_joined(
    home: Path, host: str, start: Start
) -> None:
    """Somebody may be intercepting the connection."""
    Home(home, home).hosts.pin(plain(host), bytes(16))
    before = (home / "hosts").read_bytes()
    join = start("join", plain(host), "--name", "ann")
    join.hang_up()
    status, said = join.end()
    assert (1, 1) == (status, len(said.splitlines()))
    assert "Somebody may be intercepting the connection. If you" in said
    assert before == (home / "hosts").read_bytes()


# The child process.


def child(code: str) -> OwnHost:
    """Start a process other than a host."""
    return OwnHost([], [sys.executable, "-c", code])


NO_REASON = "no reason was given"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", NO_REASON),
        ("print('hello')", NO_REASON),
        ("print('[1]')", NO_REASON),
        ("print('{}')", NO_REASON),
        ("print('{\"listening\": 3}')", NO_REASON),
        ("import sys; sys.exit('no \\x1b luck')", "no � luck"),
        (
            'import sys; sys.exit(\'{"event": "trouble", "text": "no luck"}\')',
            "no luck",
        ),
    ],
)
def test_a_host_that_does_not_start_gives_a_reason(code: str, why: str) -> None:
    """Its own last words are reported, in one line."""
    said = f"^the host didn't start: {re.escape(why)}$"
    with child(code) as host, pytest.raises(HostFailed, match=said):
        host.begun()


def test_a_host_that_moves_reports_its_new_invitations(tmp_path: Path) -> None:
    """In the form in which people type them, at first and after each change."""
    pin, told = "ab" * 16, threading.Event()
    rows = (
        {"listening": f"[::]:7777#{pin}", "invitations": [f"10.0.0.1:7777#{pin}"]},
        {
            "event": "moved",
            "invitations": [f"10.0.0.9:7000#{pin}", f"10.8.0.2:7000#{pin}"],
            "reach": {f"10.8.0.2:7000#{pin}": "tunnel"},
        },
    )
    go_on = tmp_path / "go on"
    code = (
        "import os, time\n"
        f"print({json.dumps(rows[0])!r}, flush=True)\n"
        f"while not os.path.exists({str(go_on)!r}): time.sleep(0.01)\n"
        f"print({json.dumps(rows[1])!r}, flush=True)\n"
        "input()"
    )
    with child(code) as host:
        assert f"127.0.0.1:7777#{pin}" == str(host.begun())
        assert (Invitation(f"10.0.0.1#{pin}"),) == host.invitations
        heard: list[Invitations] = []

        def hear(now: Invitations) -> None:
            heard.append(now)
            told.set()

        host.when_moved(hear)
        go_on.touch()
        assert told.wait(30)
        moved = (
            Invitation(f"10.0.0.9:7000#{pin}"),
            Invitation(f"10.8.0.2:7000#{pin}", Reach.TUNNEL),
        )
        assert [moved] == heard == [host.invitations]


def test_a_host_that_stays_silent_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ownhost, "END_PATIENCE", 0.1)
    with (
        child("import sys; sys.stdin.close(); import signal; signal.pause()") as host,
        pytest.raises(HostFailed, match="the host didn't start within 0.01 seconds"),
    ):
        host.begun(0.01)


def test_a_host_that_ignores_its_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownhost, "END_PATIENCE", 0.1)
    code = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        'print(\'{"listening": "a:1", "log": "there"}\', flush=True)\n'
        "while True: signal.pause()"
    )
    with child(code) as host:
        assert "a:1" == str(host.begun())
    assert "there" == host.log


def test_only_an_unexpected_end_of_a_host_is_reported() -> None:
    ended = threading.Event()
    with child('print(\'{"listening": "a:1"}\')') as host:
        host.begun()
        host.when_ended(ended.set)
        assert ended.wait(PATIENCE)
    reports: list[None] = []
    with child('print(\'{"listening": "a:1"}\', flush=True); input()') as host:
        host.begun()
        host.when_ended(lambda: reports.append(None))
    assert [] == reports
