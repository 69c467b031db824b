"""Wrong command lines: one line says what is wrong, and nothing begins."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from sealed_wonders.client.commands import join, playing
from sealed_wonders.client.storage.folders import VARIABLE
from tests.support.clirunner import CliRunner

ROOT = Path(__file__).parents[2]
LOG = ROOT / "tests" / "vectors" / "three_seats.swlog"
RECORD = ROOT / "tests" / "records" / "typed.jsonl"

NO_NAME = "a name can't contain '[U+000A]'"
ONCE = "give at least two strategies, each only once"
NO_BOARD = "'--boards': there is no board 'atlantis' in this game; the choices are base"

WRONG = {
    # Commands.
    "": "wonders: Missing command.",
    "dance": "wonders: No such command 'dance'.",
    "joi": "wonders: No such command 'joi'; did you mean 'join'?",
    "completion instal": "'instal'; did you mean 'install'?",
    "--loud": "wonders join: No such option '--loud'.",
    "--loud play": "wonders play: No such option '--loud'.",
    "play --lang la": "'la' is not one of 'en', 'fr'",
    # Hosts.
    "join 7777": "an address must be HOST or HOST:PORT",
    "join host:99999": "a port can be at most 65535, not 99999",
    "join host:1#abc": "optionally followed by #PIN, not 'host:1#abc'",
    "join host:1 host:2": "Got unexpected extra argument (host:2)",
    "join host:1 --name ''": "a name needs at least one character",
    "join host:1 --name 'a\x1bb'": "a name can't contain '[U+001B]'",
    f"join host:1 --name {'x' * 25}": "a name can have at most 24 characters",
    "join host:1 --table 'two  spaces'": "a name can have only single spaces",
    "join host:1 --game architects --with leaders": "has no option called 'with'; its",
    "join host:1 --with dragons": "there is no expansion called 'dragons'",
    "join host:1 --leaders expert": "dealt only in a game with Leaders",
    "join --game architects": "options for a new table need a HOST",
    "join host:1 --table oak --spectate --private": "can't be used with --spectate",
    "bot host:1": "each bot needs a --seat-name",
    "bot host:1 --pool --seat-name Ada": "--pool can't be used with other options",
    "bot host:1 --seat-name Ada --keep . --looks-on": "--looks-on needs --table, and",
    f"bot host:1 --seat-name Ada --keep . --looks-on --table oak --identity {'00' * 32}": (
        "can't be used with --identity"
    ),
    # Local games.
    "play now": "Got unexpected extra argument (now)",
    "play --name 'a\nb'": NO_NAME,
    "play --game chess": "'chess' is not one of 'wonders', 'architects'",
    "play --players 2": "'--players': 7 Wonders is for 3 to 7 players, not 2",
    "play --players 4 --bots 4": "you and 4 bots don't fit at a table for 4 players",
    "play --increment 5": "--increment needs --game-time",
    "play --sides inside": "'inside' is not one of 'day', 'night', 'choose', 'random'",
    "play --with cities": "there is no expansion called 'cities'",
    "play --with edifice --leaders expert": "dealt only in a game with Leaders",
    "play --boards atlantis": NO_BOARD,
    "play --boards roma": "the roma board needs its expansion: --with leaders",
    "play --boards gizah,rhodos,ur --with edifice": "4 players need more than 3 boards",
    "play --draw auction": "'auction' is not one of 'lot', 'chosen'",
    "play --game architects --sides choose": "Architects has no option --sides",
    "play --with edifice --game architects": "Architects has no option --with",
    "play --turn-time abc": "must be 0 to 86400, not 'abc'",
    "learn now": "Got unexpected extra argument (now)",
    "learn --name 'a\nb'": NO_NAME,
    "learn --players 4": "No such option '--players'",
    "learn --game architects --with leaders": "Architects has no option --with",
    # Games between bots.
    "simulate altar": "wonders simulate: Got unexpected extra argument",
    "simulate --players 5..3": "must be 3 to 7, or A..B, not '5..3'",
    "simulate --players 3..8": "must be 3 to 7, or A..B, not '3..8'",
    "simulate --players many": "must be 3 to 7, or A..B, not 'many'",
    "simulate --games 0": "must be at least 1, not '0'",
    "simulate --seed ../x": "must be 1 to 64 letters and digits, not '../x'",
    "simulate --strategy x": "called 'x'; choose one of random, easy, builder",
    "simulate --strategy random,random": "for each seat; 2 strategies don't fit",
    "simulate --jobs 0": "must be 1 to 512, or all, not '0'",
    "simulate --with x": "no expansion called 'x'; the expansions are leaders, edifice",
    "simulate --with edifice,": "there is no expansion called ''",
    "simulate --with leaders,leaders": "each expansion must be named only once",
    "simulate --leaders best": "'best' is not one of 'standard', 'expert'",
    "simulate --sides both": "'both' is not one of 'day', 'night'",
    "simulate --boards atlantis": NO_BOARD,
    "simulate --game architects --players 1..3": "must be 2 to 7, or A..B, not '1..3'",
    "simulate --game architects --sides day": "Architects has no option --sides",
    "simulate --record /dev/null/x": "/dev/null/x: Not a directory",
    "arena": "Missing argument 'STRATEGY...'",
    "arena builder": ONCE,
    "arena builder builder": ONCE,
    "arena builder x": "called 'x'; choose one of random, easy, builder",
    "arena builder random --challenger x": "no strategy called 'x'",
    "arena builder random --deals 0": "must be 1 to 1000000, not '0'",
    "arena builder random --players 2": "must be 3 to 7, or A..B, not '2'",
    "arena builder random --with x": "there is no expansion called 'x'",
    "arena builder random --jobs none": "must be 1 to 512, or all, not 'none'",
    # Files.
    "check": "wonders check: Missing argument 'RECORD...'",
    "check README.md": "README.md: ",
    "check /nowhere": "wonders check: /nowhere: No such file",
    "check /": "wonders check: /: Is a directory",
    f"check {LOG}": "three_seats.swlog: a log; `wonders audit` ",
    "log /nowhere": "File '/nowhere' does not exist",
    "export /nowhere": "File '/nowhere' does not exist",
    "export /": "File '/' is a directory",
    f"export {RECORD}": "a record, which proves nothing; `wonders check` ",
    # Cards.
    "cards --lang la": "'la' is not one of 'en', 'fr'",
    "cards --boards atlantis": NO_BOARD,
    "cards --boards gizah,gizah_1e": "gizah_1e and gizah are boards of the same wonder",
    "cards --game architects --with leaders": "Architects has no option --with",
    "cards --aid nowhere/x.html --players 9": "7 Wonders is for 3 to 7 players, not 9",
    "cards --json --svg nowhere": "option for pictures, but not both",
}
"""
Command lines, and part of the error of each.

Invalid values of a table's options are tested in tests/test_table_options.py.
"""


@pytest.mark.parametrize(("typed", "said"), WRONG.items(), ids=[*WRONG])
def test_a_wrong_command_line_is_an_error_in_one_line(
    typed: str,
    said: str,
    cli: CliRunner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    The line names the command and the error. No host is started, and none connected to.
    """
    home = tmp_path / "home"
    monkeypatch.setenv(VARIABLE, str(home))
    monkeypatch.setattr(playing, "play_here", None)
    monkeypatch.setattr(join, "sit_down", None)
    line = cli(*shlex.split(typed), status=2)
    assert said in line
    assert line.startswith("wonders")
    assert 1 == line.count("\n")
    assert not home.exists()


def test_errors_about_boards_are_in_french(cli: CliRunner) -> None:
    for typed, said in (
        ("--boards gizah,rhodos", "2 plateaux ne suffisent pas pour 4 joueurs"),
        ("--boards atlantis", "il n'y a pas de plateau 'atlantis' dans cette partie"),
        ("--boards ur", "le plateau ur va avec son extension"),
    ):
        line = cli("--lang", "fr", "simulate", *typed.split(), status=2)
        assert said in line
