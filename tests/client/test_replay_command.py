"""``wonders replay`` in line mode, with and without a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.net.log import evidence, file
from sealed_wonders.net.suites import OPEN
from tests.support.auditing import whole_game
from tests.support.clirunner import CliRunner
from tests.support.programs import output_of, shown_at
from tests.support.replays import LOG, architects, fold_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


RunLines = Callable[..., list[str]]


@pytest.fixture
def replayed(cli: CliRunner) -> RunLines:
    """Return a function that runs ``wonders replay``, and returns its lines."""
    return lambda *words, **how: cli("replay", *words, **how).splitlines()


def test_without_a_terminal_the_whole_game_is_printed(
    replayed: RunLines, home: Path
) -> None:
    lines = replayed(LOG)
    assert "Cards were sealed, and a log doesn't reveal hands." in lines[0]
    assert "Age 3, turn 6:" in lines
    assert "The game ends here, and everybody has signed the result." == lines[-1]
    assert not home.exists()


def test_a_turn_can_be_printed_from_one_seat(replayed: RunLines) -> None:
    lines = replayed(LOG, "--turn", "2.2", "--seat", "bob", "--plain")
    assert "bob held 6 cards, 3 never shown:" == lines[0]
    assert "bob builds Brickyard, paying 1 coin to the bank." in lines
    assert not any("turn 3:" in line for line in lines)
    everybody = replayed(LOG, "--turn", "2.2")
    assert 3 == sum(" held 6 cards" in line for line in everybody)


def test_an_unknown_turn_or_seat_is_an_error_in_one_line(replayed: RunLines) -> None:
    for words, said in (
        (("--turn", "9.9"), "There is no turn '9.9' in this game."),
        (("--seat", "zoe"), "Nobody here is called 'zoe'."),
    ):
        (line,) = replayed(LOG, *words, status=2)
        assert line.startswith(f"wonders replay: {said}")


@pytest.fixture
def architects_log(tmp_path: Path) -> Path:
    path = tmp_path / "architects.swlog"
    path.write_bytes(fold_of(architects()).log())
    return path


def test_a_log_of_architects_is_replayed(
    replayed: RunLines, architects_log: Path
) -> None:
    """As a whole, or a single turn with all its consequences, from any seat."""
    lines = replayed(architects_log)
    assert "Before the first turn:" in lines
    assert "The game ends here, and everybody has signed the result." == lines[-1]
    game = architects()
    (most, times) = Counter(one.turn for one in game.moments).most_common(1)[0]
    assert times > 1
    some = replayed(architects_log, "--turn", str(most[0]), "--seat", game.names[0])
    assert some[0].startswith(f"Turn {most[0]}")
    at = lines.index(some[-1])
    assert lines[at - len(some) + 1 : at + 1] == some
    assert not any(line.startswith(f"Turn {most[0] + 1}") for line in some)
    (line,) = replayed(architects_log, "--turn", "2.5", status=2)
    assert line.startswith("wonders replay: There is no turn '2.5' in this game.")


def test_replaying_one_game_loads_no_module_of_the_other(architects_log: Path) -> None:
    """Neither its rules nor its words, in line mode."""
    for log, own, other in (
        (architects_log, "architects", "wonders"),
        (LOG, "wonders", "architects"),
    ):
        code = (
            "import sys; from sealed_wonders.client.__main__ import run; "
            f"run(['replay', {str(log)!r}, '--turn', '1']); "
            "print(*sorted(sys.modules), sep='\\n')"
        )
        loaded = [name.split(".") for name in output_of(code).splitlines()]
        assert any(own in parts for parts in loaded)
        assert [] == [parts for parts in loaded if other in parts]


def test_an_incomplete_log_is_replayed_to_its_end(
    replayed: RunLines, tmp_path: Path
) -> None:
    path, some = tmp_path / "some.swlog", file.read(LOG.read_bytes())
    path.write_bytes(file.write(some[:100]))
    lines = replayed(path)
    assert "Age 1, turn 3:" in lines
    assert lines[-1].startswith("The log ends here, before the end of the game. ")
    path.write_bytes(file.write(some[:4]))
    assert ["The log ends in the lobby: no game has begun."] == replayed(path)
    assert ["The log ends in the lobby: no game has begun."] == replayed(
        path, "--turn", "1.1", "--seat", "ann"
    )


def test_an_invalid_log_is_replayed_up_to_its_first_error(
    replayed: RunLines, tmp_path: Path
) -> None:
    """The last line says which entry is wrong."""
    path, some = tmp_path / "some.swlog", file.read(LOG.read_bytes())
    path.write_bytes(file.write([*some[:100], some[101], some[100], *some[102:]]))
    *_, last = replayed(path, status=1)
    assert last.startswith("The valid part of the log ends here. Entry 100 is wrong: ")
    path.write_bytes(LOG.read_bytes()[:60000])
    lines = replayed(path, status=1)
    assert "the file ends" in lines[-1]
    assert any(line.startswith("Age 1, turn 1") for line in lines)


def test_replay_can_check_all_proofs(replayed: RunLines, tmp_path: Path) -> None:
    path = tmp_path / "open.swlog"
    path.write_bytes(whole_game(OPEN).log())
    assert "but not the proofs for sealed cards" in replayed(path)[1]
    assert (
        "Every signature, rule and proof was checked." == replayed(path, "--check")[1]
    )


def test_replay_answers_commands_at_a_terminal(tmp_path: Path) -> None:
    """The prompt shows the position, and the command `quit` ends the replay."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sealed_wonders.client", "replay", str(LOG)]
    with subprocess.Popen(
        [*command, "--plain"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=os.environ | {"TERM": "xterm"},
    ) as child:
        os.close(theirs)
        os.write(ours, b"2.2\nhand bob\nrubbish\nquit\n")
        shown = shown_at(ours)
        assert child.stderr is not None
        assert b"" == child.stderr.read()
        assert 0 == child.wait()
    said = shown.decode().replace("\r\n", "\n")
    assert "Before the first age> Age 2, turn 2:\n" in said
    assert "Age 2, turn 2> bob held 6 cards, 3 never shown:\n" in said
    assert "I don't understand 'rubbish'" in said


LOGS, PROOFS = "a log; `wonders audit` ", "evidence of fraud; `wonders audit` shows"
RECORDS = "a record, which proves nothing; `wonders check` "
NOTHING = "neither a log nor a record of a game"


@pytest.mark.parametrize(
    ("commands", "content", "said"),
    [
        ("check", LOG.read_bytes(), LOGS),
        ("audit export log", b'\xef\xbb\xbf\n{"record": 1}', RECORDS),
        ("check export log replay", evidence.MAGIC, PROOFS),
        ("audit check export log replay report analyse", b"\x89PNG\r\n", NOTHING),
        ("log", b"\0\1\2", NOTHING),
        ("replay", b"rubbish" * 99, NOTHING),
        ("log replay", b"", "empty"),
    ],
    ids=["log", "record", "evidence", "picture", "zeros", "rubbish", "empty"],
)
def test_an_error_about_another_file_names_the_command_for_it(
    cli: CliRunner, tmp_path: Path, commands: str, content: bytes, said: str
) -> None:
    """All commands that read games do this. The command is printed in backquotes."""
    path = tmp_path / "one's"
    path.write_bytes(content)
    for command in commands.split():
        line = cli(command, path, status=2)
        assert line.startswith(f"wonders {command}: {path}: {said}")
        assert 1 == line.count("\n")
