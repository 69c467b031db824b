"""Commands that need no network, as users type them."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.__main__ import COMMANDS, run
from sealed_wonders.client.lines.replaylines import whole
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import replay, replay_record
from sealed_wonders.core.architects import scoring
from sealed_wonders.core.architects.catalog import catalog as architects_catalog
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
from tests.support.clirunner import CliRunner, parse_lines
from tests.support.games import builder
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Table, disclose
from tests.support.programs import output_of
from tests.support.records import as_json, file_lines, recorded, recorded_with_leavers

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "RECORD.md").read_text("utf-8")
TYPED = ROOT / "tests" / "records" / "typed.jsonl"
ARCHITECTS = TYPED.with_name("typed_architects.jsonl")
RECORDS = sorted(TYPED.parent.iterdir())
LOG = ROOT / "tests" / "vectors" / "three_seats.swlog"


PATIENCE = 60.0
"""Seconds within which a process must end."""


def process(
    *words: str | Path, hashes: str = "random", encoding: str = "utf-8"
) -> subprocess.Popen[str]:
    """Start ``wonders`` in a separate process, as from a terminal."""
    # If the tests run in the background, child processes ignore Ctrl-C by default.
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


# The command itself.


def test_printing_the_version_imports_few_modules() -> None:
    """Neither Twisted, nor the rules, nor the protocol."""
    code = (
        "import sys; from sealed_wonders.client.__main__ import run\n"
        "run(['--version']); print(*sys.modules)"
    )
    name, version, *modules = output_of(code).split()
    assert "wonders" == name
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    heavy = ("twisted", "cryptography", "sealed_wonders.core", "sealed_wonders.net")
    light = {"", ".garbage", ".system", ".words", ".commandline"}
    light |= {f".system.{it}" for it in ("console", "coredumps", "libc", "shell")}
    light = {f"sealed_wonders.net{it}" for it in light}
    modules = [it for it in modules if ".commandline." not in it]
    assert light == {module for module in modules if module.startswith(heavy)}


LOCAL_COMMANDS = (
    ("simulate",),
    ("check", str(TYPED)),
    ("audit", str(LOG)),
    ("log", str(LOG)),
    ("export", str(LOG)),
)
"""Commands about 7 Wonders that run in one process."""


def test_local_commands_load_neither_twisted_nor_the_other_game() -> None:
    code = (
        "import os, sys; from sealed_wonders.client.__main__ import run\n"
        "out = os.dup(1); os.dup2(2, 1)\n"
        f"failed = [words for words in {LOCAL_COMMANDS!r} if run(list(words))]; os.dup2(out, 1)\n"
        "print(len(failed), *sys.modules)"
    )
    failed, *modules = output_of(code).split()
    assert "0" == failed
    assert "twisted" not in modules
    theirs = {module for module in modules if "architects" in module}
    package = "sealed_wonders.core.architects"
    typed = {package, f"{package}.definition", f"{package}.options"}
    assert theirs <= typed, "what can be typed, and no more"


def test_a_network_command_uses_the_asyncio_reactor() -> None:
    """
    It is installed before the command's module can import another one. And a bot, of
    which there may be many, loads no screens.
    """
    code = (
        "import sys; from sealed_wonders.client.__main__ import run\n"
        "run(['bot', '--help']); from twisted.internet import reactor\n"
        "print(type(reactor).__name__, 'prompt_toolkit' in sys.modules)"
    )
    assert ["AsyncioSelectorReactor", "False"] == output_of(code).split()[-2:]


def test_the_help_lists_every_command(cli: CliRunner) -> None:
    """Hidden commands are left out."""
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
def test_help_is_also_available_as_a_command(
    cli: CliRunner, words: tuple[str, ...], same: tuple[str, ...]
) -> None:
    assert cli(*same) == cli(*words)


def test_ctrl_c_ends_a_command_quietly() -> None:
    """The exit status is 130, and there is no traceback."""
    with process("simulate", "--games", "1000000", "--strategy", "random") as child:
        assert child.stdout is not None
        assert "game 0:0\n" == child.stdout.readline()
        child.send_signal(signal.SIGINT)
        try:
            _, said = child.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()  # otherwise the `with` statement would wait forever
            raise
    assert (130, "") == (child.returncode, said)


def test_a_closed_pipe_ends_a_command_quietly() -> None:
    """As with ``| head``: there is no traceback, and the status is that of SIGPIPE."""
    with process("simulate", "--games", "1000000", "--json") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        said = child.stderr.read()
    assert (141, "") == (child.returncode, said)


def test_characters_that_a_terminal_cannot_show_are_escaped(tmp_path: Path) -> None:
    """Such as a file name in no valid encoding, and a name in another script."""
    path = os.fsencode(tmp_path) + b"/\xff.jsonl"
    record = TYPED.read_bytes().replace("Béla".encode(), "ベラ".encode())
    Path(os.fsdecode(path)).write_bytes(record)
    with process("check", os.fsdecode(path), encoding="latin-1") as child:
        out, said = child.communicate()
    assert (0, "") == (child.returncode, said)
    assert out.endswith(
        "\\udcff.jsonl: valid record, 93 lines; won by \\u30d9\\u30e9 with 69 points\n"
    )


def test_a_bug_is_reported_in_one_line_that_names_a_report(
    cli: CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user sees no traceback; it is in the report."""
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


def test_a_full_disk_is_an_error_in_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "sealed_wonders.client", "cards"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (1, 1) == (done.returncode, done.stderr.count("\n"))
    assert "No space left" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("words", ["join --plain 127.0.0.1:1", "lend 127.0.0.1:1"])
def test_a_closed_standard_output_is_an_error_in_one_line(
    words: str, tmp_path: Path
) -> None:
    """Nobody could see the game, or answer a guest."""
    command = (sys.executable, "-m", "sealed_wonders.client", *words.split())
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command],
        env=os.environ | {"WONDERS_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    said = "wonders: standard output: it is closed\n"
    assert (1, said) == (done.returncode, done.stderr)


# wonders simulate


def test_simulate_prints_games_in_json(cli: CliRunner) -> None:
    """One line for each game with its score sheet, and a last one with the speed."""
    said = cli(
        *("simulate", "--players", "3..4", "--games", "2", "--seed", "7"),
        *("--strategy", "random", "--sides", "night", "--json"),
    )
    *games, end = parse_lines(said)
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
    """
    To the byte, in any process, and with any hash seed. Another seed gives other games.
    """
    words = ("simulate", "--strategy", "random,builder,random,builder", "--record")

    def records(folder: str) -> list[bytes]:
        return [path.read_bytes() for path in sorted((tmp_path / folder).iterdir())]

    with process(*words, tmp_path / "there", "--seed", "a", hashes="1") as child:
        child.communicate()
    for folder, seed in (("here", "a"), ("other", "b")):
        cli(*words, tmp_path / folder, "--seed", seed)
    assert records("here") == records("there")
    assert records("here") != records("other")


def test_a_record_that_cannot_be_written_is_named(
    cli: CliRunner, tmp_path: Path
) -> None:
    """No draft of it is left."""
    record = tmp_path / "wonders-3-0-0.jsonl"
    record.mkdir()
    words = ("simulate", "--strategy", "random", "--players", "3", "--record")
    result = cli(*words, tmp_path, status=1)
    assert f"{record} can't be written: " in result
    assert [record] == [*tmp_path.iterdir()]


def sheet(*added: str) -> list[str]:
    return [*BASE_CATEGORIES[:-1], *added, "total"]


@pytest.mark.parametrize(
    ("words", "least", "categories"),
    [
        ("--games 2 --seed s", 3, sheet()),
        ("--with leaders", 3, sheet("leaders")),
        ("--with edifice", 3, sheet("edifice")),
        ("--with edifice,leaders --leaders expert", 3, sheet("leaders", "edifice")),
        ("--game architects", 2, scoring.CATEGORIES),
    ],
)
def test_records_of_simulated_games_are_complete_and_valid(
    cli: CliRunner, tmp_path: Path, words: str, least: int, categories: list[str]
) -> None:
    """There is a file for each game. Score sheets have all lines."""
    common = ("simulate", "--strategy", "random", *words.split())
    folder = tmp_path / "new" / "records"
    said = cli(*common, "--players", f"{least}..7", "--record", folder)
    heads = [line.split() for line in said.splitlines() if "military" in line]
    side = ["board", "side"] if least == 3 else ["city"]
    games = range(2 if "--games" in words else 1)
    assert [["seat", "name", *side, *categories]] * (8 - least) * len(games) == heads
    game, seed = "wonders" if least == 3 else "architects", "s" if len(games) > 1 else 0
    names = [f"{game}-{n}-{seed}-{k}.jsonl" for n in range(least, 8) for k in games]
    paths = sorted(folder.iterdir())
    assert names == [path.name for path in paths]
    assert len(names) == cli("check", *paths).count(": valid record, ")
    assert len(names) <= said.count("wins")
    first, *_ = parse_lines(cli(*common, "--json"))
    assert (game, 4) == (first["game"], first["players"])
    about = ["board", "side"] if least == 3 else ["wonder"]
    for seat in first["seats"]:
        assert ["seat", "name", *about, "score"] == list(seat)
        assert list(categories) == list(seat["score"])


@pytest.mark.parametrize("strategy", ["random", "builder"])
@pytest.mark.parametrize(
    ("words", "key", "offered"),
    [
        (
            "--boards gizah,rhodos,olympia,carthage",
            "board",
            {"gizah", "rhodos", "olympia", "carthage"},
        ),
        ("--game architects", "wonder", {it.id for it in architects_catalog().wonders}),
    ],
    ids=["boards", "wonders"],
)
def test_bots_choose_boards_and_wonders(
    strategy: str,
    words: str,
    key: str,
    offered: set[str],
    cli: CliRunner,
    tmp_path: Path,
) -> None:
    """
    Each chooses a different one of those offered, and records say that they were
    chosen.
    """
    said = cli(
        *("simulate", "--games", "3", "--players", "3", "--draw", "chosen", "--json"),
        *(*words.split(), "--strategy", strategy, "--record", str(tmp_path)),
    )
    *games, _speed = parse_lines(said)
    assert 3 == len(games)
    for game in games:
        chosen = [seat[key] for seat in game["seats"]]
        assert 3 == len({*chosen} & offered)
        if (strategy, key) == ("builder", "wonder"):
            assert ["alexandria", "rhodes", "giza"] == chosen, "the best that is left"
    for path in tmp_path.iterdir():
        assert "chosen" == parse_lines(path.read_text("utf-8"))[0]["draw"]
        assert "valid record" in cli("check", path)


def test_simulate_prints_a_table(cli: CliRunner) -> None:
    """Seats, boards and the score sheet in columns, and each strategy's results."""
    said = cli("simulate", "--players", "3", "--strategy", "random,random,builder")
    first, head, *seats, _, randoms, builders, games = said.splitlines()
    assert "game 0:0" == first
    assert ["seat", "name", "board", "side", *BASE_CATEGORIES] == head.split()
    assert 3 == len(seats)
    assert 1 == sum(seat.endswith("wins") for seat in seats)
    assert re.fullmatch(r"random: \d+\.\d points, won in \d of 2 seats", randoms)
    assert re.fullmatch(r"builder: \d+\.\d points, won in \d of 1 seats", builders)
    assert re.fullmatch(r"1 games, \d+\.\d per second", games)


# wonders check


def test_check_exits_with_0_for_valid_records(cli: CliRunner) -> None:
    """It names the winner. The first line of a record determines its game."""
    assert (
        f"{TYPED}: valid record, 93 lines; won by Béla with 69 points\n"
        f"{ARCHITECTS}: valid record, 243 lines; won by Ann with 48 points\n"
    ) == cli("check", TYPED, ARCHITECTS)
    one, other = parse_lines(cli("check", "--json", TYPED, ARCHITECTS))
    assert one == {
        "record": str(TYPED),
        "good": True,
        "lines": 93,
        "tolerated": [],
        "winners": [1],
    }
    assert (True, 243, [0]) == (other["good"], other["lines"], other["winners"])


def test_check_names_the_line_of_an_invalid_record_and_exits_with_1(
    cli: CliRunner, tmp_path: Path
) -> None:
    """Each record is reported, and the worst one determines the exit status."""
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


def test_check_explains_a_broken_rule_in_a_sentence(
    cli: CliRunner, tmp_path: Path
) -> None:
    """The reason comes before the figures."""
    path = tmp_path / "dear.jsonl"
    values = as_json(recorded(Wonders(3), "dear"))
    line = next(line for line in values if line.get("use") == "build")
    line["paid"]["left"] += 1
    path.write_bytes(b"".join(file_lines(values)))
    said = cli("check", path, status=1)
    assert (
        ": that payment doesn't match the cost: paid (1, 0, 1) (left, right, bank); "
        in said
    )
    assert '"fault": "wrong_payment"' in cli("check", path, "--json", status=1)


def test_check_stops_reading_an_endless_line(cli: CliRunner, tmp_path: Path) -> None:
    """It stops at the length of the longest valid line."""
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"{" + b"x" * (MAX_LINE * 20))
    said = cli("check", path, status=1)
    assert f"{path}:1: longer than {MAX_LINE} bytes\n" == said


# wonders export


def log_of(rules: Ruleset) -> bytes:
    """Play a game in suite 0, and return its log."""
    return Table(rules, f"export {rules.players}", shared=True).play().log()


class Exporting:
    """
    Exports logs.

    Attributes:
        log: file to which logs are written.
        record: file with the latest record.
    """

    def __init__(self, cli: CliRunner, folder: Path) -> None:
        self._cli = cli
        self.log, self.record = folder / "game.swlog", folder / "game.jsonl"

    def __call__(self, log: bytes) -> list[dict[str, Any]]:
        """Return the record of a log, after checking it."""
        self.log.write_bytes(log)
        self.record.write_text(self._cli("export", self.log), "utf-8")
        assert ": valid record, " in self._cli("check", self.record)
        return parse_lines(self.record.read_text("utf-8"))

    def partly(self, log: bytes) -> tuple[list[str], str]:
        """Return the record of an incomplete log, and the message about it."""
        self.log.write_bytes(log)
        *lines, last = self._cli("export", self.log, status=1).splitlines()
        self.record.write_text("\n".join(lines), "utf-8")
        assert last.startswith(f"{self.log}: ")
        return lines, last.removeprefix(f"{self.log}: ")


@pytest.fixture
def exported(cli: CliRunner, tmp_path: Path) -> Exporting:
    return Exporting(cli, tmp_path)


@pytest.mark.parametrize(
    ("players", "expansions"), [(3, ()), (5, ()), (4, ("leaders", "edifice"))]
)
def test_export_turns_a_log_into_a_valid_record(
    exported: Exporting, players: int, expansions: tuple[str, ...]
) -> None:
    """It contains nothing that wasn't public."""
    for line in exported(log_of(Wonders(players, expansions=expansions))):
        if "hands" in line:
            assert [None] * players == line["hands"]
        elif "drawn" in line:
            assert [None] * 4 == line["drawn"]
        elif line.get("do") in ("draft", "discard") or (
            line.get("use") in ("stage", "sell")
        ):
            assert line["card"] is None


def test_export_includes_cards_disclosed_after_the_game(
    exported: Exporting,
) -> None:
    """
    Only those of seats that disclosed them. The record is valid, and replays the same.
    """
    table = Table(Wonders(4, expansions=("leaders", "edifice")), "opened", shared=True)
    disclose(table)
    hidden = [
        (line["seat"], line["card"])
        for line in exported(table.fold.log())
        if line.get("use") in ("stage", "sell") or line.get("do") == "discard"
    ]
    assert {2} <= {seat for seat, card in hidden if card} <= {1, 2}
    # Except for cards that were seen in the discard pile since.
    assert sum(bool(card) for seat, card in hidden if seat == 2) > 1
    assert not any(card for seat, card in hidden if seat in (0, 3))


def test_export_turns_a_log_of_architects_into_a_valid_record(
    exported: Exporting,
) -> None:
    """It hides only the card that the holder of the cat saw."""
    lines = exported(log_of(Architects(2)))
    assert {"cat"} == {key for line in lines for key in line if line[key] is None}


def test_export_hides_the_cards_of_a_search(exported: Exporting) -> None:
    """
    Except for the face-up card and the one that is kept. The record is valid without
    them.
    """
    lines = exported(LOG.with_name("architects.swlog").read_bytes())
    Recount(lines).run()
    searches = [line for line in lines if line.get("do") == "search"]
    assert searches
    for line in searches:
        top, *others = line["cards"]
        assert top is not None
        assert [None] * 4 == others


def test_export_writes_the_valid_part_of_a_log_and_exits_with_1(
    cli: CliRunner, exported: Exporting
) -> None:
    """It reports what is missing or invalid. The written part can be checked."""
    whole = log_of(Wonders(3))
    wires = file.read(whole)
    half = file.write(wires[: len(wires) // 2])
    swapped = file.write([*wires[:60], *wires[61:62], *wires[61:]])
    for log, said in (
        (
            half,
            r"unfinished, valid so far, \d+ entries; nothing from [\w, ]+ yet \(\w+ in phase \d+\)",
        ),
        (
            whole[: len(whole) // 2],
            r"entry \d+: unfinished: at byte \d+: the file ends too early; missing bytes: .*",
        ),
        (swapped, r"entry 6\d: .*"),
    ):
        lines, last = exported.partly(log)
        assert re.fullmatch(said, last)
        assert 2 < len(lines)
        checked = cli("check", exported.record, status=1)
        assert ": unfinished: the record ends before" in checked
    lines, last = exported.partly(file.write(wires[:2]))
    assert [] == lines
    assert "unfinished, valid so far, 2 entries; no game has begun" == last


@pytest.mark.parametrize(
    "rules", [Wonders(3), Architects(3)], ids=["base", "architects"]
)
@pytest.mark.parametrize("has_left", [False, True])
def test_export_writes_nothing_for_a_log_without_cities(
    exported: Exporting, rules: Ruleset, has_left: bool
) -> None:
    """It reports the reason in one line, and how far the game went."""
    table = Table(rules, "no cities", shared=True)
    table.phase()
    if has_left:
        vote_out(table.fold, [player.identity for player in table.players], [1])
    lines, said = exported.partly(table.fold.log())
    assert [] == lines
    assert said.startswith(
        "nothing was written, because the game has no cities yet: unfinished, "
    )
    assert has_left == said.endswith(f"; removed: {table.fold.people[1].name}")


@pytest.mark.usefixtures("fast_sealing")
@pytest.mark.parametrize(
    ("game", "suite", "until"),
    [("wonders", OPEN, 20), ("wonders", SEALED, 30), ("architects", OPEN, 30)],
)
def test_export_handles_a_game_that_somebody_left(
    exported: Exporting, game: str, suite: int, until: int
) -> None:
    """A line of the record says so, and is checked and replayed."""
    table = Table(ruleset(game, 3, {}), "export left", suite, shared=True)
    while table.fold.phase.number < until:
        table.phase()
    vote_out(table.fold, [player.identity for player in table.players], [1])
    table.play()
    assert 1 == exported(table.fold.log()).count({"left": [1]})
    for told in (replay(table.fold.log()), replay_record(exported.record.read_bytes())):
        assert told.report.verdict is Verdict.GOOD
        for moment in told.moments:
            assert all(hand.hidden >= 0 for hand in getattr(moment, "hands", ()))
        lines = [*whole(told, None)]
        assert 1 == sum(" left the game for good" in line for line in lines)


# docs/RECORD.md


SECTIONS = re.split("^## ", PAGE, flags=re.MULTILINE)


def blocks(*sections: str) -> list[str]:
    """Return the example records under some headings."""
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
def test_every_example_line_on_the_page_is_well_formed(
    cli: CliRunner, tmp_path: Path, line: str
) -> None:
    """Only the first one can begin a record."""
    path = tmp_path / "page.jsonl"
    path.write_text(line, "utf-8")
    told = json.loads(cli("check", "--json", path, status=1))
    expected = "unfinished" if "record" in line else "out_of_place"
    assert expected == told["fault"]


def test_the_page_shows_no_other_records() -> None:
    shown = blocks(LINES_ON_THE_PAGE, *EXPANSIONS, OTHER_GAME, WHO_LEAVES, WHO_TAKES)
    assert PAGE.count("```jsonl") == len(shown)


def test_examples_of_expansions_and_architects_are_from_valid_records() -> None:
    told = set("".join(path.read_text("utf-8") for path in RECORDS).splitlines())
    lines = "".join(blocks(*EXPANSIONS)).splitlines()
    assert 17 < len(lines)
    assert set(lines) <= told
    architects = "".join(blocks(OTHER_GAME))
    assert set(architects.splitlines()) <= set(ARCHITECTS.read_text().splitlines())

    def kinds(record: str) -> set[object]:
        return {it.get("do") or next(iter(it)) for it in parse_lines(record)}

    assert kinds(ARCHITECTS.read_text()) == kinds(architects), "a line of each kind"


def test_examples_of_leaving_are_from_valid_records(
    cli: CliRunner, tmp_path: Path
) -> None:
    """In a game of each kind."""
    path = tmp_path / "left.jsonl"
    seats = [builder("page")] * 4
    played = recorded_with_leavers(Wonders(4, "day"), seats, {30: (2,)}, seeded("page"))
    other = architects_records.recorded_with_leavers(3, "page", {40: (1,)})
    told = [as_json(played), [*architects_records.as_json(other)]]
    for block, values in zip(blocks(WHO_LEAVES), told, strict=True):
        path.write_bytes(b"".join(file_lines(values)))
        assert block in path.read_text("utf-8")
        assert ": valid record, " in cli("check", path)


def test_the_example_of_a_handover_is_valid_in_any_position(
    cli: CliRunner, tmp_path: Path
) -> None:
    """Directly after the first line, and after the last one."""
    path = tmp_path / "handed.jsonl"
    (block,) = blocks(WHO_TAKES)
    for record in (TYPED, ARCHITECTS):
        first, *rest = record.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join([first, block, *rest, block]), "utf-8")
        assert ": valid record, " in cli("check", path)


def test_examples_of_beginnings_are_possible_games(
    cli: CliRunner, tmp_path: Path
) -> None:
    """The header, the hands or open cards, and a turn with its consequences."""
    path = tmp_path / "page.jsonl"
    shown = blocks(LINES_ON_THE_PAGE)
    turn = [block for block in shown if "[1, 1]" in block]
    for begins, line, move in (
        ([*shown[:3], turn[0]], 7, "seat 0's move in age 1"),
        (blocks(OTHER_GAME)[:3], 11, "seat 1's move in turn 2"),
    ):
        path.write_text("".join(begins), "utf-8")
        said = cli("check", path, status=1)
        assert f":{line}: unfinished: the record ends before {move}" in said


def test_the_commands_on_the_page_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The examples run on a typed record and on a log. A shell runs other programs."""
    (tmp_path / "game.jsonl").write_bytes(TYPED.read_bytes())
    (tmp_path / "game.swlog").write_bytes(LOG.read_bytes())
    monkeypatch.chdir(tmp_path)
    shown = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
    examples = re.findall(r"^\$ (.*)\n((?:[^$].*\n)+)", shown, re.MULTILINE)
    assert 7 == len(examples)
    for commands, expected in examples:
        said = b""
        for part in re.split(r"; | \| ", commands):
            if part.startswith("wonders "):
                stdin = io.TextIOWrapper(io.BytesIO(said))
                monkeypatch.setattr(sys, "stdin", stdin)
                run(part.split()[1:])
                said = capsys.readouterr().out.encode()
            else:
                said = subprocess.check_output(["/bin/sh", "-c", part], input=said)
        assert expected == said.decode()
