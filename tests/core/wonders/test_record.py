"""Writing records: which lines, in which order, with which faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from sealed_wonders.core.game import Gone, Over, seeded
from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.records.leaving import LeftLine
from sealed_wonders.core.wonders import lines, record
from sealed_wonders.core.wonders.events import Event
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import LeavingDealer, builder
from tests.support.records import recorded
from tests.support.wonders import Table

NAMES = ("Ann", "Béla", "Chi")


def kinds(whole: Sequence[lines.Line]) -> list[str]:
    return [type(line).__name__ for line in whole]


def test_each_kind_of_event_is_recorded_in_its_own_way() -> None:
    """One that is added isn't forgotten."""
    assert {*record.LINES} == {*get_args(Event)}


def test_whoever_looks_on_writes_null_for_what_was_face_down() -> None:
    """Without faces, hands and cards used face down are null; buildings are not."""
    table = Table("gizah, rhodos, babylon", hands=("altar",))
    news = table.play("build altar", "sell with theater", "sell with theater")
    known = [
        record.line(event, NAMES, unknown, table.state.rules) for event in news[:3]
    ]
    assert [
        lines.UseLine(1, 1, 0, "altar", "build"),
        lines.UseLine(1, 1, 1, None, "sell"),
        lines.UseLine(1, 1, 2, None, "sell"),
    ] == known
    hands = [
        line for line in recorded(Wonders(3), "x") if isinstance(line, lines.HandsLine)
    ]
    assert all(None not in line.hands for line in hands)


def test_that_seats_left_is_told_where_it_happened() -> None:
    """Before what came of it, though others had chosen before."""
    table = Table("gizah, rhodos, babylon", hands=("altar", "theater", "workshop"))
    table.tell(0, "build altar")
    table.tell(2, "sell with workshop")
    table.state = table.state.tell(Gone((1,)))
    whole = record.told(table.state, NAMES, table.faces.get)
    assert ["LeftLine", "UseLine", "UseLine", "AfterLine"] == kinds(whole)
    assert LeftLine((1,)) == whole[0]
    assert {"left": [1]} == whole[0].to_json()


def test_who_left_before_there_were_cities_is_told_after_the_header() -> None:
    """Which is the first line of every record."""
    dealer = LeavingDealer(Wonders(4, "day"), seeded("early"))
    players = [builder("early")] * 4
    whole: list[lines.Line] = []
    dealer.told = lambda: whole.extend(
        record.told(dealer.state, (*NAMES, "Dora"), unknown)
    )
    for _ in dealer.follow(players, {0: (2,), 1: (0,)}):
        pass
    assert ["HeaderLine", "LeftLine", "HandsLine"] == kinds(whole[:3])
    assert LeftLine((0, 2)) == whole[1]
    assert lines.HandsLine(1, ((), None, (), None)) == whole[2]


def test_a_game_without_cities_has_no_record() -> None:
    """Where too few remain before there are any, it is over without a header."""
    state = Wonders(3, "day").begin(seeded("gone")).tell(Gone((0, 1)))
    assert isinstance(state.ask, Over)
    assert [] == record.told(state, NAMES, unknown)
