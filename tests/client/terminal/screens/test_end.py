"""The end screen: the result as a table and as bars, or why the game stopped."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.signs.draw import measure, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import (
    Apart,
    GameStopped,
    LogForked,
    StateMatches,
    StateMismatch,
    TableClosed,
)
from sealed_wonders.client.terminal.screens.analysis import AnalysisBox
from sealed_wonders.client.terminal.screens.points import PointSheet
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.wonders.screens.end import EndScreen
from sealed_wonders.client.view.ending import ClosedEnding, Ending, TwoGames
from sealed_wonders.client.view.narration import Narration
from sealed_wonders.core.game import Sheet
from sealed_wonders.core.outline import Difference
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import use
from tests.support.french import english
from tests.support.stacks import Seated, Sit
from tests.support.subcommands import RecordingSubcommand

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.fixture(scope="module")
def played_out(tmp_path_factory: pytest.TempPathFactory) -> Sit:
    """Return a function that returns a finished game, played once per table size."""
    made: dict[int, tuple[Seated, Ending | None, Charter | None]] = {}

    def give(players: int = 3) -> Seated:
        if players not in made:
            seated = Seated(tmp_path_factory.mktemp("end"), players)
            seated.play_out()
            known = seated.stack.known
            made[players] = seated, known.ending, known.charter
        seated, ending, charter = made[players]
        known = seated.stack.known
        known.ending, known.charter = ending, charter
        seconds = seated.host.clock.seconds
        seated.stack = ScreenStack(known, Settings(), UNICODE, seconds)
        seated.stack.person = seated.human.person
        return seated

    return give


@pytest.fixture
def sit(sit: Sit, played_out: Sit) -> Sit:
    """
    Return a function that seats Ann at a finished game, or in the middle of one.

    A game that its test changes must be its own (`own`); others are shared.
    """

    def make(players: int = 3, *, over: bool = True, own: bool = False) -> Seated:
        seated = played_out(players) if over and not own else sit(players)
        if over and own:
            seated.play_out()
        elif not over:
            seated.play_until_turn(1, 3)
        seated.stack.base = EndScreen(seated.stack)
        return seated

    return make


def page(seated: Seated, width: int = 80, height: int = 24) -> str:
    """Return all text of the screen, scrolled to its end."""
    seen: list[str] = []
    seated.stack.act("first")
    for _row in range(60):
        lines = text_of(seated.stack.draw(width, height)[:-2]).split("\n")
        lines = [re.sub(r"\s*[↑↓]$", "", line).rstrip() for line in lines]
        if not seen:
            seen = lines
        else:
            seen.append(lines[-1])
        before = lines
        seated.stack.act("down")
        now = text_of(seated.stack.draw(width, height)[:-2]).split("\n")
        if [re.sub(r"\s*[↑↓]$", "", line).rstrip() for line in now] == before:
            return "\n".join(seen)
    raise AssertionError("the page never ends")


def read(seated: Seated) -> str:
    """Return the words of the whole screen, without frames."""
    return " ".join(page(seated).replace("│", " ").split())


def test_keys_replay_audit_export_and_analyse_the_log(sit: Sit) -> None:
    """Without a log, they do nothing."""
    seated = sit()
    seated.stack.subcommands = aside = RecordingSubcommand()
    ending = seated.stack.known.ending
    assert ending is not None
    log = "/games of ann/0123456789abcdef.swlog"
    seated.stack.known.ending = ending._replace(log=f"'{log}'")
    assert "v replay the game   u check it   f save a record" in seated.look()
    for action in ("replay", "audit", "export"):
        assert seated.stack.act(action)
    assert [
        ("replay", log, False),
        ("audit", log, True),
        ("export", log, Path(log).with_suffix(".jsonl")),
    ] == aside.told
    assert "! analyse the choices" in seated.look()
    assert seated.stack.act("analyse")
    assert ("analyse", log, "--steps") == aside.told[-1]
    assert isinstance(seated.stack.top, AnalysisBox)
    seated.stack.act("back")
    seated.stack.known.ending = ending._replace(log="")
    assert not seated.stack.act("replay")


def test_commands_abbreviate_a_log_in_the_home_folder(
    sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first letters of its name are enough."""
    monkeypatch.setenv("WONDERS_HOME", str(tmp_path / "home"))
    seated = sit()
    ending = seated.stack.known.ending
    assert ending is not None
    log = tmp_path / "home" / "logs" / "0123456789abcdef.swlog"
    log.parent.mkdir(parents=True)
    log.touch()
    seated.stack.known.ending = ending._replace(log=str(log))
    whole = " ".join(page(seated).split())
    assert "To replay the game later, type `wonders replay 012345`." in whole


def test_commands_can_be_copied_whole_however_long_they_are(sit: Sit) -> None:
    seated = sit()
    path = f"'/games of ann/{'deep/' * 50}logs/0123456789abcdef.swlog'"
    seated.stack.known.ending = Ending(None, TwoGames(0), path)
    for size in SIZES:
        seen = page(seated, *size).replace("\n", "")
        margin = " " * ((size[0] - min(size[0], 120)) // 2)
        seen = seen.replace(margin, "") if margin else seen
        assert f"wonders audit {path} THEIRS" in seen


def test_the_end_screen_states_what_our_program_has_checked(sit: Sit) -> None:
    """
    Without a log, no command for it is named. A game that is only read has no rematch.
    """
    seated = sit()
    known = seated.stack.known
    assert "Your program has checked every signature and" in seated.look()
    assert "were dealt openly at this table" in seated.look()
    assert known.charter is not None
    options = tuple(
        (key, SEALED if key == "suite" else value)
        for key, value in known.charter.options
    )
    known.charter = replace(known.charter, options=options)
    assert "Your program has checked every card, every proof and" in seated.look()
    assert known.ending is not None
    known.ending = known.ending._replace(log="")
    assert "audit" not in page(seated)
    assert "Everybody has signed this result." in page(seated)
    assert "play again" in seated.look()
    seated.stack.person = None
    assert "play again" not in seated.look()
    assert not seated.stack.base.act("ready")


def test_a_fraud_is_named_with_the_entry_and_what_can_be_done(sit: Sit) -> None:
    seated = sit(over=False)
    bob = seated.stack.known.names.index("bob")
    seated.human.person.told(
        GameStopped(Fraud(41, bob, 9, "REVEAL", "a card that isn't in the hand"))
    )
    seen = read(seated)
    assert "FRAUD! bob cheated in entry 41: a card that isn't in the hand." in seen
    assert "bob's signature in the log proves it to anybody." in seen
    assert "wonders audit " in seen
    assert "The points when the game stopped:" in seen
    assert "Your program has checked" not in seen


def test_an_end_by_fraud_is_translated_into_french(sit: Sit) -> None:
    use("fr")
    seated = sit(over=False)
    seated.human.person.told(GameStopped(Fraud(41, 1, 9, "REVEAL", "-")))
    assert [] == english(page(seated).split("\n"))


def test_a_forked_log_explains_how_to_find_out_who_forked_it(sit: Sit) -> None:
    seated = sit(over=False)
    seated.human.person.told(LogForked(seated.stack.known.names.index("cleo")))
    seen = read(seated)
    assert "STOP! cleo signed a different game from yours" in seen
    assert "compare your log with the other player's" in seen
    assert re.search(r"wonders audit \S+ THEIRS", page(seated).replace("\n", ""))


def test_a_state_mismatch_names_the_difference_and_halts_a_minority(
    sit: Sit,
) -> None:
    """
    Both states are saved. If only others differ from the majority, the game continues.
    """
    seated = sit(over=False)
    person, names = seated.human.person, seated.stack.known.names
    person.told(StateMismatch(Apart(31, (1, 2), None, {}, {}, stops=False)))
    lines = [told.line for told in seated.stack.known.narration]
    (said,) = [line for line in lines if "result differs from" in line]
    assert f"{names[1]} and {names[2]}" in said
    assert "the exact difference is unclear" in said
    assert not seated.stack.known.halted
    where = Difference("cities.2.coins", 7, "\x1b[2J" + 99 * "6")
    apart = Apart(31, (1,), where, {"coins": 7}, {1: {"coins": 6}}, stops=True)
    person.told(StateMismatch(apart))
    lines = [told.line for told in seated.stack.known.narration]
    (seen,) = [line for line in lines if "STOP!" in line]
    assert "Your program's result differs from" in seen
    assert "in phase 31, cities.2.coins is 7 on your machine and [U+001B][2J666" in seen
    (kept,) = seated.human.home.logs.glob("*.phase31.states.json")
    there = {names[1]: {"coins": 6}}
    assert {"phase": 31, "here": {"coins": 7}, "there": there} == (
        json.loads(kept.read_bytes())
    )
    assert not person.over
    assert seated.stack.known.halted
    person.told(StateMatches())
    assert not seated.stack.known.halted


def test_the_reason_why_a_table_was_closed_is_shown(sit: Sit, seated: Seated) -> None:
    """This also works before there is a city."""
    seated.stack.base = EndScreen(seated.stack)
    seated.stack.known.ending = Ending(None, ClosedEnding("why", by_host=False))
    assert "The table is closed: why." in seated.look()
    seated = sit(over=False)
    seated.human.person.told(TableClosed("the host is shutting down", by_host=True))
    seen = read(seated)
    assert 'The table is closed. The host says: "the host is shutting down"' in seen


def test_the_reason_why_a_connection_was_given_up_is_shown(sit: Sit) -> None:
    seated = sit(over=False)
    seated.stack.base = EndScreen(seated.stack, "the host sent what no host sends")
    assert "the host sent what no host sends" in seated.look()
    seated.stack.base = EndScreen(seated.stack)
    seated.stack.known.narration = Narration(seated.stack.known.narration[:4])
    assert seated.stack.known.narration[-1].line[:20] in seated.look()


def points_of(
    *rows: tuple[int, ...], ties: Sequence[int] = (), gone: Sequence[int] = ()
) -> PointSheet:
    """Return the points of players called a, b and so on; the last is our seat."""
    names, result = "abcd"[: len(rows)], Sheet(BASE_CATEGORIES, rows, (0,))
    ties = ties or [0] * len(rows)
    return PointSheet("wonders", result, names, ties, len(rows) - 1, UNICODE, gone)


def any_points(chance: random.Random, players: int) -> PointSheet:
    """Return a sheet with random points and with names up to the longest."""
    rows = []
    for _player in range(players):
        row = [
            chance.choice([0, chance.randrange(-6, 60)]) for _ in BASE_CATEGORIES[:-1]
        ]
        rows.append((*row, sum(row)))
    names = [chance.choice("aW名") * chance.randrange(1, 25) for _ in range(players)]
    coins = [chance.randrange(5) for _ in range(players)]
    symbols = chance.choice([UNICODE, ASCII])
    best = max(range(players), key=lambda seat: (rows[seat][-1], coins[seat]))
    return PointSheet(
        "wonders",
        Sheet(BASE_CATEGORIES, tuple(rows), (best,)),
        names,
        coins,
        0,
        symbols,
    )


def test_any_sheet_fits_and_loses_no_number() -> None:
    chance = random.Random(0)
    for _game in range(200):
        points = any_points(chance, chance.randrange(3, 8))
        width = chance.choice([72, 79, 100, 119])
        table, bars = points.table(width), points.bars(width)
        assert all(measure(one) <= width for one in (*table, *bars))
        for one, line in zip(
            points.ranked, text_of(table).split("\n")[1:], strict=False
        ):
            numbers = [str(n) for n in one.points]
            assert numbers == re.findall(r"-?\d+", line)[-len(numbers) :]
        for one, line in zip(points.ranked, text_of(bars).split("\n"), strict=False):
            assert line.endswith(f" {one.points[-1]}")


def test_tied_players_share_a_place_after_coins_are_compared() -> None:
    rows = ((0,) * 7 + (n,) for n in (7, 9, 7, 7))
    points = points_of(*rows, ties=(1, 0, 4, 1))
    assert [(1, "b"), (2, "c"), (3, "a"), (3, "d")] == [
        (one.place, one.name) for one in points.ranked
    ]


def test_bars_have_one_symbol_per_point_and_losses_go_to_the_left() -> None:
    rows = ((10, 0, 0, 10, 0, 0, 0, 20), (-4, 0, 0, 0, 0, 12, 0, 8), (0,) * 8)
    points = points_of(*rows)
    first, second, third = text_of(points.bars(79)).split("\n")
    assert first.endswith("     │††††††††††■■■■■■■■■■ 20")
    assert second.endswith(" ††††│♣♣♣♣♣♣♣♣♣♣♣♣ 8"), "losses are on the left"
    assert third.endswith("     │ 0")
    minus = [it for it in points.bars(79)[1] if it.text == "††††"]
    assert ["class:no"] == [it.style for it in minus]


def test_bars_of_many_points_are_to_scale_and_state_the_scale() -> None:
    """
    A symbol stands for the same number of points in all bars, and no bar is off by more
    than one symbol.
    """
    rows = ((60, 31, 0, 9, 0, 0, 0, 100), (-5, 1, 0, 55, 0, 12, 0, 63))
    points = points_of(*rows)
    first, second, said = text_of(points.bars(79)).split("\n")
    assert "Each sign stands for 2 points." == said.strip()
    for line, row in ((first, rows[0]), (second, rows[1])):
        left, right = line.split("│")
        gained = [max(0, n) for n in row[:-1]]
        drawn = [right.count(sign) for sign in "†¤▰■●♣◆"]
        assert all(abs(2 * n - one) <= 2 for n, one in zip(drawn, gained, strict=True))
        assert abs(2 * sum(drawn) - sum(gained)) <= 1
        assert left.count("†") == (3 if row[0] < 0 else 0)
    whole = text_of(points.bars(130)).split("\n")
    assert 2 == len(whole), "with enough room, a symbol is one point"
    assert 60 == whole[0].count("†")


def test_a_player_who_left_is_marked_and_still_ranked() -> None:
    points = points_of((0,) * 7 + (9,), (0,) * 7 + (20,), gone=(1,))
    first, second = text_of(points.table(79)).split("\n")[1:3]
    assert first.startswith(" 1. b ⊗ ")
    assert second.startswith(" 2. a ")
