"""The box with everybody's revealed choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from sealed_wonders.client.signs.draw import Room, measure, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.wonders.screens.reveal import RevealBanner
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import (
    Event,
    Fought,
    Picked,
    Played,
    SeatsLeft,
    TurnEnded,
)
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.core.wonders.trade import Split
from tests.client.terminal.wonders.screens.test_cities import SIDES, around, city
from tests.support.stacks import Seated, Sit

At = Callable[..., tuple[Seated, GameTable]]


@pytest.fixture
def played(sit: Sit) -> At:
    """Return a function that plays until a turn has just been revealed."""

    def play(
        players: int = 3, age: int = 1, turn: int = 1, reveal: float = 4.0
    ) -> tuple[Seated, GameTable]:
        seated = sit(players, settings=Settings(reveal=reveal), seed="2/")
        seated.begin()
        table = GameTable(seated.stack)
        seated.stack.base = table
        seated.play_until_turn(age, turn)
        look(table)
        table.act("enter")  # closes an earlier reveal
        seated.choose()
        return seated, table

    return play


def look(table: GameTable, width: int = 80, height: int = 22) -> str:
    rows = table.draw(Room(width, height, UNICODE))
    assert all(measure(row) <= width for row in rows)
    return text_of(rows)


def test_the_first_key_closes_the_reveal_and_at_most_selects_a_card(played: At) -> None:
    seated, table = played()
    for action, card in (
        *(("enter", 1), ("back", 1), ("build", 1), ("sell", 1), ("stage", 1)),
        *(("down", 2), ("digit 2", 2), ("card 2", 2), ("right", 2)),
    ):
        assert "All have chosen" in look(table)
        assert ("enter",) == table.actions
        assert table.act(action)
        shown = look(table)
        assert "All have chosen" not in shown
        assert f"▸  {card} " in shown
        assert table.laid is None
        assert "sell" in table.verbs
        seated.choose()


def test_keys_of_other_boxes_leave_the_reveal_open(played: At) -> None:
    seated, table = played()
    look(table)
    assert not table.act("scores"), "that key belongs to the stack"
    seated.host.clock.advance(60)
    assert "All have chosen" in look(table), "it waits below the other box"
    assert table.wakes is None
    table.act("enter")
    assert "All have chosen" not in look(table)


def test_the_reveal_names_the_card_that_we_sold_ourselves(played: At) -> None:
    seated, table = played()
    look(table)
    assert table.building is not None
    name = table.building.names["en"]
    for action in ("enter", "sell", "sell"):
        table.act(action)
    seated.host.settle()
    [ours] = [line for line in look(table).split("\n") if "│ You " in line]
    assert "¤ sold a card: " in ours
    assert name in ours


def test_several_turns_at_once_or_an_unchecked_turn_are_not_revealed(
    played: At,
) -> None:
    """
    Several turns end at once after an age's leaders, with which seven cards are dealt
    to each player.
    """
    seated, table = played()
    look(table)
    table.act("enter")
    for _turn in range(2):
        seated.choose()
    assert "All have chosen" not in look(table)
    seated.choose()
    now = seated.stack.known.wait
    assert now is not None
    seated.stack.known.wait = evolve(now, behind=9)
    assert "All have chosen" not in look(table)
    seated.stack.known.wait = now
    assert "All have chosen" in look(table)


def test_the_reveal_closes_by_itself_and_a_departure_does_not_reopen_it(
    played: At,
) -> None:
    """A departure is news, but no choice."""
    seated, table = played(4, 1, 3)
    assert "All have chosen" in look(table)
    assert seated.stack.wakes == table.wakes
    assert table.wakes == pytest.approx(seated.host.clock.seconds() + 4)
    seated.host.clock.advance(3.9)
    assert "All have chosen" in look(table)
    seated.host.clock.advance(0.2)
    assert "All have chosen" not in look(table)
    assert table.wakes is None
    seated.stack.known.past.append(SeatsLeft((2,)))
    assert "All have chosen" not in look(table)
    _seated, without = played(reveal=0)
    assert "All have chosen" not in look(without)


def test_without_a_player_the_reveal_stays_three_times_as_long() -> None:
    """A spectator's screen may show a game to a whole room."""
    banner = RevealBanner()
    past = [*turn(6), Fought(1, ((1, -1), (1, 1), (-1, -1)))]
    banner.note(past, 0.0, 4.0, waits=False)
    assert 12 == banner.until
    another = RevealBanner()
    another.note(past, 0.0, 4.0)
    another.note([*past, SeatsLeft((2,))], 5.0, 4.0)
    assert another.is_open(3600.0), "later events don't close it"


NOTHING_PAID = Split(0, 0, 0)

ALTAR = catalog().numbers(catalog().buildings_by_id["altar"])[0]


def turn(number: int) -> Sequence[Event]:
    """Return the events of a turn in which a card was built."""
    return [
        Played(1, number, 0, "build", ALTAR, 0, NOTHING_PAID),
        TurnEnded(1, number, (3, 3, 3), (0, 0, 0)),
    ]


@pytest.mark.parametrize(
    "event",
    [
        Picked(1, 6, 0, 1, "halikarnassos"),
        Fought(1, ((1, -1), (1, 1), (-1, -1))),
    ],
)
def test_events_after_a_turn_are_revealed_as_well(event: Event) -> None:
    """This holds even if the box about the turn itself has been closed."""
    banner = RevealBanner()
    past = [*turn(6)]
    banner.note(past, 0.0, 4.0)
    banner.close()
    banner.note([*past, event], 9.0, 4.0)
    assert banner.is_open(9.1)


def test_an_extra_turn_is_added_to_the_turn_on_display() -> None:
    """Babylon's last card is built after all other choices."""
    one = around(*[city(*SIDES[0])] * 3)
    banner = RevealBanner()
    past = [*turn(6)]
    banner.note(past, 0.0, 4.0)
    past += [Played(1, EXTRA_TURN, 1, "sell", None, 0, NOTHING_PAID)]
    banner.note(past, 1.0, 4.0)
    drawn = text_of(banner.box(one, past, 76))
    assert "sold a card" in drawn
    assert "Altar" in drawn
    assert banner.until == 5.0
    banner.close()
    past += [Played(1, EXTRA_TURN, 1, "sell", None, 0, NOTHING_PAID)]
    banner.note(past, 9.0, 4.0)
    assert "Altar" not in text_of(banner.box(one, past, 76))
