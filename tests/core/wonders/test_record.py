"""Writing records: which lines are written, in which order, and with which faces."""

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


def test_every_kind_of_event_has_a_line() -> None:
    """So a new kind of event can't be forgotten."""
    assert {*record.LINES} == {*get_args(Event)}


def test_face_down_cards_are_null_in_a_spectator_s_record() -> None:
    """Hands are null, too. Buildings are known."""
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


def test_leaving_is_recorded_where_it_happened() -> None:
    """Before its consequences, even if others had chosen before."""
    table = Table("gizah, rhodos, babylon", hands=("altar", "theater", "workshop"))
    table.tell(0, "build altar")
    table.tell(2, "sell with workshop")
    table.state = table.state.tell(Gone((1,)))
    whole = record.told(table.state, NAMES, table.faces.get)
    assert ["LeftLine", "UseLine", "UseLine", "AfterLine"] == kinds(whole)
    assert LeftLine((1,)) == whole[0]
    assert {"left": [1]} == whole[0].to_json()


def test_seats_that_left_before_the_cities_follow_the_header() -> None:
    """The header is the first line of every record."""
    dealer = LeavingDealer(Wonders(4, "day"), seeded("early"))
    players = [builder("early")] * 4
    whole: list[lines.Line] = []
    dealer.after_answer = lambda: whole.extend(
        record.told(dealer.state, (*NAMES, "Dora"), unknown)
    )
    for _ in dealer.follow(players, {0: (2,), 1: (0,)}):
        pass
    assert ["HeaderLine", "LeftLine", "HandsLine"] == kinds(whole[:3])
    assert LeftLine((0, 2)) == whole[1]
    assert lines.HandsLine(1, ((), None, (), None)) == whole[2]


def test_a_game_without_cities_has_no_record() -> None:
    """It ends without a header if too few seats remain before there are cities."""
    state = Wonders(3, "day").begin(seeded("gone")).tell(Gone((0, 1)))
    assert isinstance(state.ask, Over)
    assert [] == record.told(state, NAMES, unknown)
