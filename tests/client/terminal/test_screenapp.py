"""The application in real terminals: finding a table, sitting down, leaving."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.hosting import ownhost
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.words import text
from tests.support.ports import unused_port
from tests.support.thorough import only
from tests.support.tmux import Terminal

pytestmark = [
    pytest.mark.skipif(not shutil.which("tmux"), reason="there is no tmux"),
    pytest.mark.usefixtures("hurried_programs"),
]

WONDERS = (sys.executable, "-m", "sealed_wonders.client")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture(scope="module")
def host(
    hurried_programs: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A host that is there, and goes on opening tables; gives its address."""
    logs = tmp_path_factory.mktemp("logs")
    command = [
        *ownhost.COMMAND,
        *("--listen", "127.0.0.1:0", "--players", "3", "--bots", "2"),
        *("--logs", str(logs), "--json"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split('"listening": "')[1].split('"')[0]
        process.terminate()
        process.stdout.read()


def at(home: Path, *words: str, size: tuple[int, int] = (80, 24)) -> Terminal:
    """Type a command at a terminal."""
    # When the command has ended, tmux moves all lines up by one.
    command = ["sh", "-c", 'echo; exec "$@"', "sh", *WONDERS, *words]
    return Terminal(command, size, {"WONDERS_HOME": str(home)})


def after(terminal: Terminal) -> str:
    """Give what stands on the terminal when the command has ended, on one line."""
    return " ".join(terminal.text().split())


def go_to_question(terminal: Terminal) -> None:
    """Wait for the first question of a game; what lies on it is read by then."""
    terminal.wait_for("Choose a side of")


def go_to_hosts(terminal: Terminal) -> None:
    """Go from the start screen to the list of hosts."""
    terminal.wait_for("Learn to play")
    terminal.type("4")
    terminal.wait_for("Type or paste an address")


def test_wonders_alone_is_the_start_screen(home: Path) -> None:
    """An unreachable host or a broken log is no reason to end; settings are kept."""
    (home / "logs").mkdir(parents=True)
    (home / "logs" / "broken.swlog").write_bytes(b"rubbish")
    with unused_port() as port, at(home) as terminal:
        go_to_hosts(terminal)
        terminal.type("1")
        terminal.wait_for("Address or invitation:")
        terminal.type(f"127.0.0.1:{port}")
        terminal.press("Enter")
        screen = terminal.wait_for("can't reach")
        assert "Join a table" in screen
        terminal.press_until("Escape", "My games")
        terminal.press("6")
        terminal.wait_for("broken")
        terminal.press("Enter")
        screen = terminal.wait_for("Press any key to continue.")
        # A long path is broken anywhere.
        assert "broken.swlog" in "".join(screen.split())
        terminal.press_until("o", "Enter replay")
        terminal.press(",")
        terminal.wait_for("Settings")
        terminal.press("1")
        terminal.wait_for("français")
        terminal.press("2")
        terminal.wait_for("Réglages")
        terminal.press("Escape")
        terminal.wait_for("Mes parties")
        terminal.press("q")
        assert 0 == terminal.wait_to_end()
        assert "Mes parties" not in terminal.text(), "the screen is given back"
    assert 'language = "fr"' in (home / "settings.toml").read_text()


def test_a_table_is_chosen_left_and_found_again(home: Path, host: str) -> None:
    """By its address; whoever gets up sees the hosts. A name is asked for once."""
    environment = {"WONDERS_HOME": str(home), "LOGNAME": "pi"}
    command = ["env", "-u", "WONDERS_NAME", *WONDERS, "--lang", "en", "join"]
    with Terminal(command, (80, 24), environment) as terminal:
        go_to_hosts(terminal)
        terminal.wait_for("you are Player")
        terminal.type("1")
        terminal.wait_for("Address or invitation:")
        terminal.type(host)
        terminal.press("Enter")
        terminal.wait_for("The others at the table see this name.")
        terminal.press(*["BSpace"] * len("Player"))
        terminal.type("Zoë")
        terminal.press("Enter")
        terminal.wait_for("Any open table")
        terminal.wait_for("you are Zoë")
        terminal.press("Escape")
        terminal.wait_for("Type or paste an address")
        terminal.type("1")
        terminal.wait_for("Address or invitation:")
        terminal.press("Up")
        terminal.press("Enter")
        terminal.wait_for("Any open table")
        terminal.press("Enter")
        terminal.wait_for("ready")
        terminal.press("q")
        terminal.wait_for("Leave this table?")
        terminal.press("Enter")
        screen = terminal.wait_for("Hosts that you know")
        assert host.partition("#")[0] in screen
        terminal.press("q")
        assert 0 == terminal.wait_to_end()
    assert "Zoë" == Home(home, home).name()


def test_whoever_leaves_a_game_is_told_how_to_come_back(home: Path, host: str) -> None:
    """Below the screen that is gone, where it can be copied."""
    with at(home, "join", host, "--name", "ann", size=(160, 40)) as terminal:
        terminal.wait_for("ready")
        terminal.look()
        terminal.press("r")
        go_to_question(terminal)
        terminal.press("C-c")
        terminal.wait_for("Leave the game?")
        terminal.press("C-c")
        assert 0 == terminal.wait_to_end()
        # Its pin and the name are remembered.
        address = host.partition("#")[0]
        assert f"wonders join {address}\n" in terminal.text()
    # Whoever comes now, when no seat is free, may look on.
    with at(home.with_name("other"), "join", host, "--name", "zoe") as terminal:
        terminal.wait_for("begun, and their seats are taken. Watch one,")
        assert "Open another table" in terminal.text()
        terminal.press("1")
        terminal.wait_for("its seats are taken. Watch it?")
        terminal.press("Enter")
        terminal.wait_for("You are watching the others choose sides.")
        terminal.press("q")
        terminal.wait_for("Learn to play")
        terminal.press("q")
        assert 0 == terminal.wait_to_end()


def words_of_seat(terminal: Terminal) -> str:
    """Have the words of a seat shown."""
    terminal.press("F3")
    shown = terminal.wait_for("Twelve words for another machine")
    rows = [re.findall(r"\d+ ([a-z]+) ", row) for row in shown.splitlines()]
    return " ".join(word for row in rows if len(row) == 4 for word in row)


def test_two_machines_do_not_fight_for_a_seat(home: Path, host: str) -> None:
    """Who is put out reads why, and comes back by saying so twice; both end in order."""
    with at(home, "join", host, "--name", "ann") as first:
        first.wait_for("ready")
        first.look()
        first.press("r")
        go_to_question(first)
        words = words_of_seat(first)
        with at(home.with_name("other"), "rejoin", host) as second:
            second.wait_for("The twelve words:")
            second.type(words)
            second.press("Enter")
            second.wait_for("Do you trust this host enough to play on?")
            second.press("Enter")
            screen = second.wait_for("From now on, you will play on this machine.")
            assert " ".join(words.split()[:2]) not in screen
            go_to_question(second)
            first.wait_for("Another program is playing your seat")
            first.press("q")
            assert 0 == first.wait_to_end()
            assert "If that was you, keep playing there." in after(first)
            with at(home, "join", host) as again:
                again.wait_for("Another program is already playing your seat")
                assert "Choose a side of" in second.text()
                again.wait_for("Return to your game")
                again.press("Enter")
                again.wait_for("Another machine has played your seat")
                second.wait_for("Another program is playing your seat")
                # It doesn't go on looking for it.
                second.press("q")
                assert 0 == second.wait_to_end()
                assert "Another program logged in with your key" in after(second)
                assert "wonders rejoin 127.0.0.1" in after(second)
                again.press("Enter")
                go_to_question(again)
                again.press("C-c")
                again.wait_for("Leave the game?")
                again.press("C-c")
                again.wait_for("Learn to play")
                again.press("q")
                assert 0 == again.wait_to_end()


@pytest.mark.parametrize(
    "number", only([signal.SIGHUP], [signal.SIGTERM, signal.SIGHUP])
)
def test_a_process_that_is_to_end_gives_the_terminal_back(
    home: Path, host: str, number: signal.Signals
) -> None:
    """It leaves as politely as with a key."""
    with at(home, "join", host, "--name", "ann") as terminal:
        terminal.wait_for("ready")
        os.kill(the_process(terminal), number)
        assert 0 == terminal.wait_to_end()
        assert "ready" not in terminal.text()


def the_process(terminal: Terminal) -> int:
    """Give the number of the command's process: the child of the pane's shell."""
    shell = int(terminal._shown("pane_pid"))
    children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    return int(children[0])


def test_a_game_here_begins_at_once_and_ends_with_its_host(home: Path) -> None:
    """The screen stands before the host does; afterwards it is said how it goes on."""
    with at(home, "play", "--players", "3", size=(100, 30)) as terminal:
        terminal.wait_for("Setting up the table")
        go_to_question(terminal)
        process = the_process(terminal)
        (host,) = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        terminal.press("q")
        terminal.wait_for("Leave the game?")
        terminal.press("Enter")
        assert 0 == terminal.wait_to_end()
        assert not Path(f"/proc/{host}").exists()
        assert f"{text.come_back()} wonders play" in after(terminal)
    with at(home, "play") as terminal:
        terminal.wait_for("Resuming your game.")
        go_to_question(terminal)
        terminal.press("q")
        terminal.wait_for("wonders play")
        terminal.press("Enter")
        assert 0 == terminal.wait_to_end()


def test_a_game_in_the_browser_stays_there_and_says_its_address_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After leaving, every command leads there again; nothing covers the address."""
    monkeypatch.setenv("BROWSER", "true")
    with at(home, "play", "--browser") as terminal:
        terminal.wait_for("Your browser should open")
        terminal.press("Escape")
        go_to_question(terminal)
        terminal.press("q")
        terminal.wait_for("Leave the game?")
        terminal.press("Enter")
        assert 0 == terminal.wait_to_end()
        assert "learn --browser" in after(terminal)
    with at(home, "play", "--browser") as terminal:
        terminal.wait_for("Your browser should open")
        terminal.press("Escape")
        terminal.wait_for("Resuming your game.")


@pytest.mark.thorough  # in line mode it is the same
def test_a_host_that_dies_ends_a_game_here_in_a_line(home: Path) -> None:
    """Below the screen, and with a status that says so."""
    with at(home, "play", "--players", "3") as terminal:
        go_to_question(terminal)
        process = the_process(terminal)
        (host,) = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        os.kill(int(host), signal.SIGKILL)
        assert 1 == terminal.wait_to_end()
        assert "wonders: The host has stopped." in after(terminal)


@pytest.mark.thorough  # from a game elsewhere one comes back there, too
def test_after_a_game_here_one_is_back_where_one_began(home: Path) -> None:
    """It has a process of its own, and the first screen comes again after it."""
    with at(home) as terminal:
        terminal.wait_for("Learn to play")
        terminal.press("2")
        terminal.wait_for("7 Wonders: Architects")
        terminal.press("Enter")
        terminal.wait_for("Is this your first game?")
        terminal.press("Down", "Enter")
        terminal.wait_for("Setting up the table")
        go_to_question(terminal)
        terminal.press("q")
        terminal.wait_for("the start screen")
        terminal.press("Enter")
        terminal.wait_for("Learn to play")
        terminal.wait_for("Resume your game of 7 Wonders")
        terminal.press("q")
        assert 0 == terminal.wait_to_end()
        assert "wonders play" not in after(terminal), "which game would that be?"


@pytest.mark.parametrize(
    ("words", "term"),
    only([((), "dumb")], [(("--plain",), "xterm"), ((), "dumb")]),
)
def test_lines_are_there_where_they_are_wanted(
    home: Path, host: str, words: Sequence[str], term: str
) -> None:
    """By the option, and where a terminal can do no more."""
    command = [*WONDERS, "join", host, "--name", "ann", *words]
    environment = {"WONDERS_HOME": str(home), "TERM": term}
    with Terminal(command, (80, 24), environment) as terminal:
        terminal.wait_for("join when everybody is ready")
        terminal.type("leave")
        terminal.press("Enter")
        assert 0 == terminal.wait_to_end()
        assert "You have left the" in after(terminal)
