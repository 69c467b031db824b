"""Commands that need no network, as people type them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from sealed_wonders.client.__main__ import COMMANDS, wonders
from sealed_wonders.client.lines.replaylines import whole
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import replay, replay_record
from sealed_wonders.core.architects import scoring
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Ruleset, seeded
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.records.fields import MAX_LINE
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES
from sealed_wonders.net.log import file
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support import architects_records
from tests.support.architects_recount import Recount
from tests.support.clirunner import CliRunner
from tests.support.games import builder
from tests.support.inprocess.ballots import voted_out
from tests.support.inprocess.folds import Table, disclose
from tests.support.records import as_json, left_by_some, raw, recorded

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "RECORD.md").read_text("utf-8")
TYPED = ROOT / "tests" / "records" / "typed.jsonl"
ARCHITECTS = TYPED.with_name("typed_architects.jsonl")
RECORDS = sorted(TYPED.parent.iterdir())
LOG = ROOT / "tests" / "vectors" / "three_seats.swlog"


PATIENCE = 60.0
"""Seconds for a program to end that was told to."""


def process(
    *words: str | Path, hashes: str = "random", encoding: str = "utf-8"
) -> subprocess.Popen[str]:
    """Start ``wonders`` in a process of its own, as from a terminal."""
    # Whoever runs the tests in the background has children that ignore Ctrl-C.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from sealed_wonders.client.__main__ import main; main()"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding=encoding,
        env=os.environ | {"PYTHONHASHSEED": hashes, "PYTHONIOENCODING": encoding},
    )


def script(code: str) -> list[str]:
    """Run some Python in a process of its own; gives the words it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


# The command itself.


def test_the_version_takes_no_more_than_it_needs() -> None:
    """Neither Twisted nor the rules nor the protocol is imported to tell it."""
    code = (
        "import sys; from sealed_wonders.client.__main__ import run\n"
        "run(['--version']); print(*sys.modules)"
    )
    name, version, *modules = script(code)
    assert "wonders" == name
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    heavy = ("twisted", "cryptography", "sealed_wonders.core", "sealed_wonders.net")
    light = {"", ".garbage", ".system", ".words", ".commandline"}
    light |= {f".system.{it}" for it in ("console", "coredumps", "libc", "shell")}
    light = {f"sealed_wonders.net{it}" for it in light}
    modules = [it for it in modules if ".commandline." not in it]
    assert light == {module for module in modules if module.startswith(heavy)}


HERE = (
    ("simulate",),
    ("check", str(TYPED)),
    ("audit", str(LOG)),
    ("log", str(LOG)),
    ("export", str(LOG)),
)
"""What is done in one process, about 7 Wonders."""


def test_what_stays_at_home_loads_no_network_and_nothing_of_another_game() -> None:
    """
    Commands that play or read in one process do without Twisted.

    Those about 7 Wonders load nothing of Architects.
    """
    code = (
        "import os, sys; from sealed_wonders.client.__main__ import run\n"
        "out = os.dup(1); os.dup2(2, 1)\n"
        f"failed = [words for words in {HERE!r} if run(list(words))]; os.dup2(out, 1)\n"
        "print(len(failed), *sys.modules)"
    )
    failed, *modules = script(code)
    assert "0" == failed
    assert "twisted" not in modules
    theirs = {module for module in modules if "architects" in module}
    package = "sealed_wonders.core.architects"
    typed = {package, f"{package}.definition", f"{package}.options"}
    assert theirs <= typed, "what can be typed, and no more"


def test_a_command_that_uses_the_network_gets_the_reactor_of_asyncio() -> None:
    """
    It is installed before the command's module can import another one.

    And a bot, of which there are many, loads nothing that draws.
    """
    code = (
        "import sys; from sealed_wonders.client.__main__ import run\n"
        "run(['bot', '--help']); from twisted.internet import reactor\n"
        "print(type(reactor).__name__, 'prompt_toolkit' in sys.modules)"
    )
    assert ["AsyncioSelectorReactor", "False"] == script(code)[-2:]


def test_the_help_names_every_command(cli: CliRunner) -> None:
    """With what it does, in one line each."""
    said = cli("--help")
    for name, entry in COMMANDS.items():
        line = rf"^  {name} +{re.escape(entry.summary)}$"
        assert entry.is_hidden != bool(re.search(line, said, re.MULTILINE))


@pytest.mark.parametrize(
    ("words", "same"),
    [
        (("help",), ("--help",)),
        (("help", "join"), ("join", "--help")),
        (("help", "completion", "show"), ("completion", "show", "--help")),
        (("completion", "help"), ("completion", "--help")),
    ],
)
def test_help_may_be_asked_for_by_a_word(
    cli: CliRunner, words: tuple[str, ...], same: tuple[str, ...]
) -> None:
    assert cli(*same) == cli(*words)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_explains_itself(cli: CliRunner, name: str) -> None:
    """The module of its name has the command of its name, which has a help."""
    command = wonders.get_command(click.Context(wonders), name)
    assert command is not None
    assert f"Usage: wonders {name}" in cli(name, "--help")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "wonders: Missing command."),
        (("dance",), "wonders: No such command 'dance'."),
        (("joi",), "wonders: No such command 'joi'; did you mean 'join'?"),
        (("completion", "instal"), "'instal'; did you mean 'install'?"),
        (("--loud",), "wonders join: No such option '--loud'."),
        (("--loud", "play"), "wonders play: No such option '--loud'."),
        (("play", "--lang", "la"), "'la' is not one of 'en', 'fr'"),
        (("simulate", "altar"), "wonders simulate: Got unexpected extra argument"),
        (("simulate", "--players", "2"), "must be 3 to 7, or A..B, not '2'"),
        (("simulate", "--players", "5..3"), "must be 3 to 7, or A..B, not '5..3'"),
        (("simulate", "--players", "3..8"), "must be 3 to 7, or A..B, not '3..8'"),
        (("simulate", "--players", "many"), "must be 3 to 7, or A..B, not 'many'"),
        (("simulate", "--games", "0"), "0 is not in the range x>=1"),
        (
            ("simulate", "--seed", "../x"),
            "must be 1 to 64 letters and digits, not '../x'",
        ),
        (
            ("simulate", "--strategy", "x"),
            "no strategy called 'x'; choose one of random, easy, builder",
        ),
        (
            ("simulate", "--strategy", "random,random"),
            "give one strategy, or one for each seat; 2 strategies don't fit",
        ),
        (("simulate", "--jobs", "0"), "must be 1 to 512, or all, not '0'"),
        (("simulate", "--jobs", "many"), "must be 1 to 512, or all, not 'many'"),
        (
            ("simulate", "--with", "x"),
            "there is no expansion called 'x'; the expansions are leaders, edifice",
        ),
        (("simulate", "--with", "edifice,"), "there is no expansion called ''"),
        (
            ("simulate", "--with", "leaders,leaders"),
            "each expansion must be named only once",
        ),
        (
            ("simulate", "--leaders", "best"),
            "'best' is not one of 'standard', 'expert'",
        ),
        (
            ("simulate", "--leaders", "expert", "--with", "edifice"),
            "expert leaders are dealt only in a game with Leaders",
        ),
        (("simulate", "--sides", "both"), "'both' is not one of 'day', 'night'"),
        (("simulate", "--game", "chess"), "'chess' is not one of 'wonders', 'archi"),
        (
            ("simulate", "--game", "architects", "--players", "1..3"),
            "must be 2 to 7, or A..B, not '1..3'",
        ),
        (
            ("simulate", "--game", "architects", "--sides", "day"),
            "7 Wonders: Architects has no option --sides",
        ),
        (
            ("simulate", "--with", "leaders", "--game", "architects"),
            "7 Wonders: Architects has no option --with",
        ),
        (("simulate", "--record", "/dev/null/x"), "/dev/null/x: Not a directory"),
        (("check",), "wonders check: Missing argument 'RECORD...'"),
        (("check", "README.md"), "README.md: "),
        (("check", "/nowhere"), "wonders check: /nowhere: No such file"),
        (("check", "/"), "wonders check: /: Is a directory"),
        (("check", str(LOG)), "three_seats.swlog: a log; `wonders audit` "),
        (("log", "/nowhere"), "File '/nowhere' does not exist"),
        (("export", "/nowhere"), "File '/nowhere' does not exist"),
        (("export", "/"), "File '/' is a directory"),
        (
            ("export", str(TYPED)),
            "typed.jsonl: a record, which proves nothing; `wonders check` ",
        ),
        (("cards", "--lang", "la"), "'la' is not one of 'en', 'fr'"),
    ],
)
def test_wrong_use_ends_in_one_line_and_2(
    cli: CliRunner, words: Sequence[str], said: str
) -> None:
    """It says which command, and what is wrong."""
    line = cli(*words, status=2)
    assert said in line
    assert line.startswith("wonders")
    assert 1 == line.count("\n")


def test_ctrl_c_ends_quietly() -> None:
    """Whoever has seen enough gets 130, as from any command, and no traceback."""
    with process("simulate", "--games", "1000000", "--strategy", "random") as child:
        assert child.stdout is not None
        assert "game 0:0\n" == child.stdout.readline()
        child.send_signal(signal.SIGINT)
        try:
            _, said = child.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()  # else this waited for it for ever
            raise
    assert (130, "") == (child.returncode, said)


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    """As with ``| head``: no traceback, and the status a shell gives for it."""
    with process("simulate", "--games", "1000000", "--json") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        said = child.stderr.read()
    assert (141, "") == (child.returncode, said)


def test_what_a_terminal_cannot_show_is_written_around(tmp_path: Path) -> None:
    """A file named in no encoding, a player in another script: all is said in ASCII."""
    path = os.fsencode(tmp_path) + b"/\xff.jsonl"
    record = TYPED.read_bytes().replace("Béla".encode(), "ベラ".encode())
    Path(os.fsdecode(path)).write_bytes(record)
    with process("check", os.fsdecode(path), encoding="latin-1") as child:
        out, said = child.communicate()
    assert (0, "") == (child.returncode, said)
    assert out.endswith(
        "\\udcff.jsonl: valid record, 93 lines; won by \\u30d9\\u30e9 with 69 points\n"
    )


def test_a_fault_is_a_line_that_names_a_report(
    cli: CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback reaches a person; what helps to find it is in the report."""
    monkeypatch.setenv("WONDERS_HOME", str(tmp_path))

    def cards(**options: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("sealed_wonders.client.commands.cards.cards.callback", cards)
    said = cli("cards", status=1)
    (report,) = (tmp_path / "crashes").iterdir()
    assert (
        f"wonders: The program has a bug: ZeroDivisionError. Please send us {report}\n"
        == said
    )
    assert "test_commands.py" in report.read_text()


def test_a_full_disk_is_told_in_one_line() -> None:
    """What could not be written is no traceback either."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "sealed_wonders.client", "cards"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (1, 1) == (done.returncode, done.stderr.count("\n"))
    assert "No space left" in done.stderr


# wonders simulate


def test_simulated_games_are_told_in_json(cli: CliRunner) -> None:
    """A line for each game with its score sheet, then one with how quick it was."""
    said = cli(
        *("simulate", "--players", "3..4", "--games", "2", "--seed", "7"),
        *("--strategy", "random", "--sides", "night", "--json"),
    )
    *games, end = map(json.loads, said.splitlines())
    assert [(3, "7:0"), (3, "7:1"), (4, "7:0"), (4, "7:1")] == [
        (game["players"], game["seed"]) for game in games
    ]
    for game in games:
        assert ["game", "players", "seed", "seats", "winners"] == list(game)
        assert "wonders" == game["game"]
        assert list(range(game["players"])) == [s["seat"] for s in game["seats"]]
        for seat in game["seats"]:
            assert ["seat", "name", "board", "side", "score"] == list(seat)
            assert "night" == seat["side"]
            assert list(BASE_CATEGORIES) == list(seat["score"])
        totals = [seat["score"]["total"] for seat in game["seats"]]
        assert {max(totals)} == {totals[winner] for winner in game["winners"]}
    assert ["games", "games_per_second"] == list(end)
    assert 4 == end["games"]
    assert end["games_per_second"] > 0


def test_the_same_seed_gives_the_same_games(cli: CliRunner, tmp_path: Path) -> None:
    """To the byte, in any process, whatever its hashes; another seed gives others."""
    words = ("simulate", "--strategy", "random,builder,random,builder")

    def records(seed: str, hashes: str) -> list[bytes]:
        folder = tmp_path / hashes
        options = ("--seed", seed, "--record", folder)
        with process(*words, *options, hashes=hashes) as child:
            child.communicate()
        return [path.read_bytes() for path in sorted(folder.iterdir())]

    first = records("a", "1")
    assert first == records("a", "2")
    assert first != records("b", "3")


@pytest.mark.parametrize(
    ("words", "added"),
    [
        (("--with", "leaders"), ["leaders"]),
        (("--with", "edifice"), ["edifice"]),
        (("--with", "edifice,leaders", "--leaders", "expert"), ["leaders", "edifice"]),
    ],
)
def test_games_are_simulated_with_expansions(
    cli: CliRunner, tmp_path: Path, words: tuple[str, ...], added: list[str]
) -> None:
    """Their lines are on the sheet, in text and in JSON, and their records are good."""
    common = ("simulate", "--strategy", "random", *words)
    said = cli(*common, "--players", "3..7", "--record", tmp_path)
    heads = [line.split() for line in said.splitlines() if "military" in line]
    sheet = [*BASE_CATEGORIES[:-1], *added, "total"]
    assert [["seat", "name", "board", "side", *sheet]] * 5 == heads
    names = [f"wonders-{n}-0-0.jsonl" for n in range(3, 8)]
    assert names == sorted(path.name for path in tmp_path.iterdir())
    assert 5 == cli("check", *sorted(tmp_path.iterdir())).count(": valid record, ")
    first, _ = map(json.loads, cli(*common, "--json").splitlines())
    assert sheet == list(first["seats"][0]["score"])


def test_games_of_architects_are_simulated(cli: CliRunner, tmp_path: Path) -> None:
    """With their own sheet, in text and in JSON, and their records are good."""
    common = ("simulate", "--game", "architects", "--strategy", "random")
    said = cli(*common, "--players", "2..7", "--record", tmp_path)
    heads = [line.split() for line in said.splitlines() if "military" in line]
    assert [["seat", "name", "city", *scoring.CATEGORIES]] * 6 == heads
    assert 5 < said.count("wins") < 10
    names = [f"architects-{n}-0-0.jsonl" for n in range(2, 8)]
    assert names == sorted(path.name for path in tmp_path.iterdir())
    assert 6 == cli("check", *sorted(tmp_path.iterdir())).count(": valid record, ")
    first, end = map(json.loads, cli(*common, "--json").splitlines())
    assert ("architects", 4) == (first["game"], first["players"])
    for seat in first["seats"]:
        assert ["seat", "name", "wonder", "score"] == list(seat)
        assert list(scoring.CATEGORIES) == list(seat["score"])
    assert 1 == end["games"]


def test_bots_that_think_play_architects_by_the_rules(
    cli: CliRunner, tmp_path: Path
) -> None:
    """Their records are good, and add up with pencil and paper."""
    cli(
        *("simulate", "--game", "architects", "--players", "2..7"),
        *("--strategy", "builder", "--record", tmp_path),
    )
    told = sorted(tmp_path.iterdir())
    assert 6 == cli("check", *told).count(": valid record, ")
    for path in told:
        Recount([json.loads(line) for line in path.read_text().splitlines()]).run()


def test_people_get_a_table(cli: CliRunner) -> None:
    """Seats, boards and the sheet in columns, and how each strategy fared."""
    said = cli("simulate", "--players", "3", "--strategy", "random,random,builder")
    first, head, *seats, _, randoms, builders, games = said.splitlines()
    assert "game 0:0" == first
    assert ["seat", "name", "board", "side", *BASE_CATEGORIES] == head.split()
    assert 3 == len(seats)
    assert 1 == sum(seat.endswith("wins") for seat in seats)
    assert re.fullmatch(r"random: \d+\.\d points, won in \d of 2 seats", randoms)
    assert re.fullmatch(r"builder: \d+\.\d points, won in \d of 1 seats", builders)
    assert re.fullmatch(r"1 games, \d+\.\d per second", games)


def test_records_are_written_whole_and_are_good(cli: CliRunner, tmp_path: Path) -> None:
    """A file for each game, named by it, and nothing else in the folder."""
    folder = tmp_path / "new" / "records"
    cli(
        *("simulate", "--players", "3..7", "--games", "2", "--seed", "s"),
        *("--strategy", "random", "--record", folder),
    )
    names = [f"wonders-{n}-s-{k}.jsonl" for n in range(3, 8) for k in range(2)]
    assert names == sorted(path.name for path in folder.iterdir())
    said = cli("check", *sorted(folder.iterdir()))
    assert 10 == said.count(": valid record, ")


# wonders check


def test_good_records_end_in_0(cli: CliRunner) -> None:
    """With who won; or as JSON."""
    assert f"{TYPED}: valid record, 93 lines; won by Béla with 69 points\n" == cli(
        "check", TYPED
    )
    told = json.loads(cli("check", TYPED, "--json"))
    assert {
        "record": str(TYPED),
        "good": True,
        "lines": 93,
        "tolerated": [],
        "winners": [1],
    } == told


def test_a_fault_ends_in_1_and_is_named_with_its_line(
    cli: CliRunner, tmp_path: Path
) -> None:
    """Each record is told about, and the worst of them decides."""
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(TYPED.read_bytes().splitlines(keepends=True)[:50]))
    said = cli("check", short, TYPED, status=1)
    assert said.startswith(
        f"{short}:51: unfinished: the record ends before seat 2's move"
    )
    assert said.endswith("valid record, 93 lines; won by Béla with 69 points\n")
    told = json.loads(cli("check", "--json", short, status=1))
    assert ["record", "good", "line", "fault", "detail"] == list(told)
    assert (False, 51, "unfinished") == (told["good"], told["line"], told["fault"])
    said = cli("check", short, "/nowhere", TYPED, status=2)
    assert "wonders check: /nowhere: No such file or directory" in said
    assert "valid record, 93 lines" in said


def test_records_of_both_games_are_told_apart(cli: CliRunner) -> None:
    """By their first line, whatever comes before it that is none."""
    said = cli("check", TYPED, ARCHITECTS)
    assert f"{ARCHITECTS}: valid record, 243 lines; won by Ann with 48 points\n" in said
    told = json.loads(cli("check", "--json", ARCHITECTS))
    assert (True, 243, [0]) == (told["good"], told["lines"], told["winners"])


def test_what_the_rules_refuse_is_said_in_a_sentence(
    cli: CliRunner, tmp_path: Path
) -> None:
    """The reason comes before the figures."""
    path = tmp_path / "dear.jsonl"
    values = as_json(recorded(Wonders(3), "dear"))
    line = next(line for line in values if line.get("use") == "build")
    line["paid"]["left"] += 1
    path.write_bytes(b"".join(raw(values)))
    said = cli("check", path, status=1)
    assert (
        ": that payment doesn't match the cost: paid (1, 0, 1) (left, right, bank); "
        in said
    )
    assert '"fault": "wrong_payment"' in cli("check", path, "--json", status=1)


def test_an_endless_line_is_not_read_to_its_end(cli: CliRunner, tmp_path: Path) -> None:
    """A line is given up when it is longer than any can be."""
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"{" + b"x" * (MAX_LINE * 20))
    said = cli("check", path, status=1)
    assert f"{path}:1: longer than {MAX_LINE} bytes\n" == said


# wonders export


def log_of(rules: Ruleset) -> bytes:
    """Play a game at a table of suite 0, each seat with its own fold; gives its log."""
    table = Table(rules, f"export {rules.players}")
    table.play()
    return table.fold.log()


@pytest.mark.parametrize(
    ("players", "expansions"), [(3, ()), (5, ()), (4, ("leaders", "edifice"))]
)
def test_a_log_becomes_a_record_that_is_good(
    cli: CliRunner, tmp_path: Path, players: int, expansions: tuple[str, ...]
) -> None:
    """With nothing in it that not everybody saw."""
    log, told = tmp_path / "game.swlog", tmp_path / "game.jsonl"
    log.write_bytes(log_of(Wonders(players, expansions=expansions)))
    told.write_text(cli("export", log), "utf-8")
    assert ": valid record, " in cli("check", told)
    values = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    for line in values:
        if "hands" in line:
            assert [None] * players == line["hands"]
        elif "drawn" in line:
            assert [None] * 4 == line["drawn"]
        elif line.get("do") in ("draft", "discard") or (
            line.get("use") in ("stage", "sell")
        ):
            assert line["card"] is None


def test_what_was_opened_when_the_game_was_over_is_in_its_record(
    cli: CliRunner, tmp_path: Path
) -> None:
    """Of whoever has opened it; the record is as good, and tells the same again."""
    table = Table(Wonders(4, expansions=("leaders", "edifice")), "opened", shared=True)
    disclose(table)
    log, told = tmp_path / "game.swlog", tmp_path / "game.jsonl"
    log.write_bytes(table.fold.log())
    told.write_text(cli("export", log), "utf-8")
    assert ": valid record, " in cli("check", told)
    lines = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    hidden = [
        (line["seat"], line["card"])
        for line in lines
        if line.get("use") in ("stage", "sell") or line.get("do") == "discard"
    ]
    assert {2} <= {seat for seat, card in hidden if card} <= {1, 2}
    # But for what somebody has brought into a look at the discard since.
    assert sum(bool(card) for seat, card in hidden if seat == 2) > 1
    assert not any(card for seat, card in hidden if seat in (0, 3))


@pytest.mark.parametrize("players", [2, 5])
def test_a_log_of_architects_becomes_a_record_that_is_good(
    cli: CliRunner, tmp_path: Path, players: int
) -> None:
    """What only the cat's holder has seen isn't told, and nothing else is a secret."""
    log, told = tmp_path / "game.swlog", tmp_path / "game.jsonl"
    log.write_bytes(log_of(Architects(players)))
    told.write_text(cli("export", log), "utf-8")
    assert ": valid record, " in cli("check", told)
    told_of = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    nulls = [key for line in told_of for key in line if line[key] is None]
    assert {"cat"} == {*nulls}


def test_what_was_looked_through_is_in_no_record_of_a_log(
    cli: CliRunner, tmp_path: Path
) -> None:
    """But for the card that lay face up, and the one that is kept; it is good for that."""
    told = tmp_path / "game.jsonl"
    told.write_text(cli("export", LOG.with_name("architects.swlog")), "utf-8")
    assert ": valid record, " in cli("check", told)
    told_of = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    Recount(told_of).run()
    searches = [line for line in told_of if line.get("do") == "search"]
    assert searches
    for line in searches:
        top, *others = line["cards"]
        assert top is not None
        assert [None] * 4 == others


def test_a_log_without_its_end_gives_what_there_is_and_1(
    cli: CliRunner, tmp_path: Path
) -> None:
    """What is missing of the log is said, and what there is can be checked as far."""
    log, told = tmp_path / "game.swlog", tmp_path / "game.jsonl"
    wires = file.read(log_of(Wonders(3)))
    log.write_bytes(file.write(wires[: len(wires) // 2]))
    *lines, last = cli("export", log, status=1).splitlines()
    assert re.fullmatch(
        rf"{re.escape(str(log))}: unfinished, valid so far, \d+ entries; nothing from [\w, ]+ yet "
        r"\(\w+ in phase \d+\)",
        last,
    )
    told.write_text("\n".join(lines), "utf-8")
    assert ": unfinished: the record ends before" in cli("check", told, status=1)


def test_a_log_that_breaks_off_gives_what_is_whole_and_1(
    cli: CliRunner, tmp_path: Path
) -> None:
    """As one that was copied by halves; it is as good as one without its end."""
    log = tmp_path / "game.swlog"
    whole = log_of(Wonders(3))
    log.write_bytes(whole[: len(whole) // 2])
    *lines, last = cli("export", log, status=1).splitlines()
    assert 2 < len(lines)
    assert re.fullmatch(
        rf"{re.escape(str(log))}: entry \d+: unfinished: at byte \d+: the file ends too early; missing bytes: .*",
        last,
    )


def test_a_log_that_is_wrong_gives_what_is_right_and_1(
    cli: CliRunner, tmp_path: Path
) -> None:
    """The first entry that doesn't follow is named; so is a lobby nobody can read."""
    log = tmp_path / "game.swlog"
    wires = list(file.read(log_of(Wonders(3))))
    wires[60] = wires[61]
    log.write_bytes(file.write(wires))
    *lines, last = cli("export", log, status=1).splitlines()
    assert last.startswith(f"{log}: entry 6")
    assert 2 < len(lines)
    log.write_bytes(file.write(wires[:2]))
    assert f"{log}: unfinished, valid so far, 2 entries; no game has begun\n" == cli(
        "export", log, status=1
    )


@pytest.mark.parametrize(
    "rules", [Wonders(3), Architects(3)], ids=["base", "architects"]
)
@pytest.mark.parametrize("has_left", [False, True])
def test_a_log_of_a_game_without_cities_gives_nothing_and_1(
    cli: CliRunner, tmp_path: Path, rules: Ruleset, has_left: bool
) -> None:
    """It is said why, in one line, and how far the game went."""
    log, table = tmp_path / "game.swlog", Table(rules, "no cities", shared=True)
    table.phase()
    if has_left:
        voted_out(table.fold, [player.identity for player in table.players], [1])
    log.write_bytes(table.fold.log())
    (line,) = cli("export", log, status=1).splitlines()
    began = (
        f"{log}: nothing was written, because the game has no cities yet: unfinished, "
    )
    assert line.startswith(began)
    assert has_left == line.endswith(f"; removed: {table.fold.people[1].name}")


@pytest.mark.usefixtures("quickly_sealed")
@pytest.mark.parametrize(
    ("game", "suite", "until"),
    [("wonders", OPEN, 20), ("wonders", SEALED, 30), ("architects", OPEN, 30)],
)
def test_a_log_of_a_game_that_somebody_left_becomes_a_record(
    cli: CliRunner, tmp_path: Path, game: str, suite: int, until: int
) -> None:
    """With a line for that, which is checked and replayed."""
    log, told = tmp_path / "game.swlog", tmp_path / "game.jsonl"
    table = Table(ruleset(game, 3, {}), "export left", suite, shared=True)
    while table.fold.phase.number < until:
        table.phase()
    voted_out(table.fold, [player.identity for player in table.players], [1])
    table.play()
    log.write_bytes(table.fold.log())
    told.write_text(cli("export", log), "utf-8")
    assert 1 == told.read_text("utf-8").splitlines().count('{"left": [1]}')
    assert ": valid record, " in cli("check", told)
    by_log, by_record = replay(log.read_bytes()), replay_record(told.read_bytes())
    assert by_log.report.verdict is by_record.report.verdict is Verdict.GOOD
    hands = [
        hand
        for told_of in (by_log, by_record)
        for moment in told_of.moments
        for hand in getattr(moment, "hands", ())
    ]
    assert all(hand.hidden >= 0 for hand in hands)
    for told_of in (by_log, by_record):
        lines = [*whole(told_of, None)]
        assert 1 == sum(" left the game for good" in line for line in lines)


# docs/RECORD.md


SECTIONS = re.split("^## ", PAGE, flags=re.MULTILINE)


def blocks(*sections: str) -> list[str]:
    """Give the examples of records under some headings."""
    return [
        block
        for section in SECTIONS
        if section.splitlines()[0] in sections
        for block in re.findall(r"```jsonl\n(.*?)```", section, re.DOTALL)
    ]


LINES_ON_THE_PAGE = "The lines of a game, in order"
EXPANSIONS = ("With leaders", "With edifices")
OTHER_GAME = "7 Wonders: Architects"
WHO_LEAVES = "When a player leaves for ever"
WHO_TAKES = "When a seat changes hands"


@pytest.mark.parametrize(
    "line",
    [
        line
        for block in blocks(LINES_ON_THE_PAGE, *EXPANSIONS)
        for line in block.splitlines()
    ],
)
def test_every_line_on_the_page_is_one(
    cli: CliRunner, tmp_path: Path, line: str
) -> None:
    """None of the examples is malformed, though none begins a record but the first."""
    path = tmp_path / "page.jsonl"
    path.write_text(line, "utf-8")
    told = json.loads(cli("check", "--json", path, status=1))
    expected = "unfinished" if "record" in line else "out_of_place"
    assert expected == told["fault"]


def test_the_page_shows_no_other_records() -> None:
    """All examples are under these headings."""
    shown = blocks(LINES_ON_THE_PAGE, *EXPANSIONS, OTHER_GAME, WHO_LEAVES, WHO_TAKES)
    assert PAGE.count("```jsonl") == len(shown)


def test_what_the_page_shows_of_the_expansions_happened() -> None:
    """Each of those lines stands in a record that was typed in, and is good."""
    told = set("".join(path.read_text("utf-8") for path in RECORDS).splitlines())
    lines = "".join(blocks(*EXPANSIONS)).splitlines()
    assert 17 < len(lines)
    assert set(lines) <= told


def test_what_the_page_shows_of_architects_happened() -> None:
    """In one game, of which it shows a line of each kind."""
    told = ARCHITECTS.read_text("utf-8").splitlines()
    lines = "".join(blocks(OTHER_GAME)).splitlines()
    assert set(lines) <= set(told)

    def kinds(some: Sequence[str]) -> set[object]:
        values = map(json.loads, some)
        return {value.get("do") or next(iter(value)) for value in values}

    assert kinds(told) == kinds(lines)


def test_what_the_page_shows_of_who_leaves_happened(
    cli: CliRunner, tmp_path: Path
) -> None:
    """Line by line, in a game of each, and both are good."""
    path = tmp_path / "left.jsonl"
    seats = [builder("page")] * 4
    played = left_by_some(Wonders(4, "day"), seats, {30: (2,)}, seeded("page"))
    other = architects_records.left_by_some(3, "page", {40: (1,)})
    told = [as_json(played), [*architects_records.as_json(other)]]
    for block, values in zip(blocks(WHO_LEAVES), told, strict=True):
        path.write_bytes(b"".join(raw(values)))
        assert block in path.read_text("utf-8")
        assert ": valid record, " in cli("check", path)


def test_what_the_page_shows_of_who_takes_a_seat_stands_anywhere(
    cli: CliRunner, tmp_path: Path
) -> None:
    """Behind the first line, and behind the last one."""
    path = tmp_path / "handed.jsonl"
    (block,) = blocks(WHO_TAKES)
    for record in (TYPED, ARCHITECTS):
        first, *rest = record.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join([first, block, *rest, block]), "utf-8")
        assert ": valid record, " in cli("check", path)


def test_the_page_begins_a_game_that_could_be(cli: CliRunner, tmp_path: Path) -> None:
    """The header, the hands, a turn and what everybody has after it follow."""
    path = tmp_path / "page.jsonl"
    shown = blocks(LINES_ON_THE_PAGE)
    turn = [block for block in shown if "[1, 1]" in block]
    path.write_text("".join([*shown[:3], turn[0]]), "utf-8")
    said = cli("check", path, status=1)
    assert ":7: unfinished: the record ends before seat 0's move in age 1" in said


def test_the_page_begins_a_game_of_architects_that_could_be(
    cli: CliRunner, tmp_path: Path
) -> None:
    """The header, what lies open, and the first turn follow."""
    path = tmp_path / "page.jsonl"
    path.write_text("".join(blocks(OTHER_GAME)[:3]), "utf-8")
    said = cli("check", path, status=1)
    assert ":11: unfinished: the record ends before seat 1's move in turn 2" in said


def test_the_commands_on_the_page_say_what_it_says_they_do(tmp_path: Path) -> None:
    """The examples are run by a shell, on the record that was typed in, and on a log."""
    (tmp_path / "game.jsonl").write_bytes(TYPED.read_bytes())
    (tmp_path / "game.swlog").write_bytes(LOG.read_bytes())
    (tmp_path / "wonders").write_text(
        f'#!/bin/sh\nexec {sys.executable} -m sealed_wonders.client "$@"\n', "utf-8"
    )
    (tmp_path / "wonders").chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    shown = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
    examples = re.findall(r"^\$ (.*)\n((?:[^$].*\n)+)", shown, re.MULTILINE)
    assert 7 == len(examples)
    for command, said in examples:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert said == done.stdout
