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
    pytest.mark.usefixtures("fast_programs"),
]

WONDERS = (sys.executable, "-m", "sealed_wonders.client")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture(scope="module")
def host(
    fast_programs: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Yield the address of a host that keeps opening tables."""
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
    """Run a command on a terminal."""
    # When the command has ended, tmux moves all lines up by one.
    command = ["sh", "-c", 'echo; exec "$@"', "sh", *WONDERS, *words]
    return Terminal(command, size, {"WONDERS_HOME": str(home)})


def after(terminal: Terminal) -> str:
    """Return the text on the terminal after the command has ended, on one line."""
    return " ".join(terminal.text().split())


def go_to_question(terminal: Terminal) -> None:
    """Wait for the first question of a game, without a box above it."""
    terminal.wait_for("Choose a side of")


def go_to_hosts(terminal: Terminal) -> None:
    """Go from the start screen to the list of hosts."""
    terminal.wait_for("Learn to play")
    terminal.type("4")
    terminal.wait_for("Type or paste an address")


def test_wonders_without_arguments_shows_the_start_screen(home: Path) -> None:
    """An unreachable host or damaged log doesn't end the program. Settings are kept."""
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
        # A long path may be broken at any character.
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
        assert "Mes parties" not in terminal.text(), "the terminal is restored"
    assert 'language = "fr"' in (home / "settings.toml").read_text()


def test_joining_by_address_asks_for_a_name_once_and_leaving_lists_hosts(
    home: Path, host: str
) -> None:
    """The address can be recalled from the line's history."""
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


def test_leaving_a_game_prints_the_command_to_come_back(home: Path, host: str) -> None:
    """
    It is printed below the closed screen, where it can be copied. Somebody who comes
    when no seat is free can watch.
    """
    with at(home, "join", host, "--name", "ann", size=(160, 40)) as terminal:
        terminal.wait_for("ready")
        terminal.look()
        terminal.press("r")
        go_to_question(terminal)
        terminal.press("C-c")
        terminal.wait_for("Leave the game?")
        terminal.press("C-c")
        assert 0 == terminal.wait_to_end()
        # The pin and the name are remembered.
        address = host.partition("#")[0]
        assert f"wonders join {address}\n" in terminal.text()
    # Now no seat is free, but the game can be watched.
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
    """Display the twelve words of a seat, and return them."""
    terminal.press("F3")
    shown = terminal.wait_for("Twelve words for another machine")
    rows = [re.findall(r"\d+ ([a-z]+) ", row) for row in shown.splitlines()]
    return " ".join(word for row in rows if len(row) == 4 for word in row)


def test_a_machine_put_out_of_its_seat_takes_it_back_only_on_request(
    home: Path, host: str
) -> None:
    """
    The machine that lost the seat explains why. Taking it back takes two confirmations,
    and both programs end normally.
    """
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
                # The second machine doesn't try to take the seat back.
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
def test_a_signal_ends_the_program_and_restores_the_terminal(
    home: Path, host: str, number: signal.Signals
) -> None:
    """It leaves the table as it does when a key is pressed."""
    with at(home, "join", host, "--name", "ann") as terminal:
        terminal.wait_for("ready")
        os.kill(pid_of_command(terminal), number)
        assert 0 == terminal.wait_to_end()
        assert "ready" not in terminal.text()


def pid_of_command(terminal: Terminal) -> int:
    """Return the process id of the command: the child of the pane's shell."""
    shell = int(terminal._shown("pane_pid"))
    children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    return int(children[0])


def test_a_local_game_ends_with_its_host_and_can_be_resumed(home: Path) -> None:
    """
    The screen appears before the host is up. Afterwards, the command to resume is
    printed.
    """
    with at(home, "play", "--players", "3", size=(100, 30)) as terminal:
        terminal.wait_for("Setting up the table")
        go_to_question(terminal)
        process = pid_of_command(terminal)
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


def test_a_game_begun_in_the_browser_is_resumed_in_the_browser(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Nothing covers the page's address. After leaving, the printed commands use the
    browser, too.
    """
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


@pytest.mark.thorough  # line mode behaves alike
def test_a_local_game_whose_host_dies_ends_with_a_message(home: Path) -> None:
    """The message is below the screen, and the exit status is 1."""
    with at(home, "play", "--players", "3") as terminal:
        go_to_question(terminal)
        process = pid_of_command(terminal)
        (host,) = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        os.kill(int(host), signal.SIGKILL)
        assert 1 == terminal.wait_to_end()
        assert "wonders: The host has stopped." in after(terminal)


@pytest.mark.thorough  # leaving a game at another host returns there, too
def test_leaving_a_local_game_returns_to_the_start_screen(home: Path) -> None:
    """The game runs in a separate process."""
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
        assert "wonders play" not in after(terminal), (
            "the command alone wouldn't name the game"
        )


@pytest.mark.parametrize(
    ("words", "term"),
    only([((), "dumb")], [(("--plain",), "xterm"), ((), "dumb")]),
)
def test_line_mode_is_used_on_request_and_on_dumb_terminals(
    home: Path, host: str, words: Sequence[str], term: str
) -> None:
    command = [*WONDERS, "join", host, "--name", "ann", *words]
    environment = {"WONDERS_HOME": str(home), "TERM": term}
    with Terminal(command, (80, 24), environment) as terminal:
        terminal.wait_for("join when everybody is ready")
        terminal.type("leave")
        terminal.press("Enter")
        assert 0 == terminal.wait_to_end()
        assert "You have left the" in after(terminal)
