"""Architects in line mode: the news of a prepared table, and its questions."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.questions.architects.menu import Choices
from sealed_wonders.client.questions.architects.question import menu
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words.architects import narrate
from sealed_wonders.core.architects.events import Event
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.values import evolve
from tests.support.architects import Table, asked

NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay", "gus")


def sight(
    table: Table, me: Seat = 0, faces: Mapping[Slot, Card] | None = None
) -> Sight:
    """
    Return what a seat sees of a table; *faces* are the cards it has been shown besides.
    """
    names = NAMES[: table.state.players]
    return Sight(names, me, table.state, {**table.seen(me), **(faces or {})})


def news_lines(
    table: Table, me: Seat = 0, *, news: tuple[Event, ...] = ()
) -> list[str]:
    """Return the news since the last choices as one step, or given news, as lines."""
    seen = sight(table, me)
    return list(
        narrate.told(evolve(seen, state=evolve(seen.state, news=news or table.news)))
    )


def choices(table: Table, faces: Mapping[Slot, Card] | None = None) -> Choices:
    """Return the open question as it is put to its seat."""
    state = table.state
    seat = asked(state)
    seen = table.seen(seat)
    moves, default = state.moves(seat, seen), state.default(seat, seen)
    question = Question(0, state, seat, seen, moves, default)
    return menu(sight(table, seat, faces), question)
