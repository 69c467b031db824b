"""Conversion of states of `core` to tables of integers, and of their moves to text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from sealed_wonders.client.engine.wonders import kinds as numbers
from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.city import EngineCity
from sealed_wonders.client.engine.wonders.encode import printed
from sealed_wonders.client.engine.wonders.prices import Prices
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.core.wonders import model, notation
from sealed_wonders.core.wonders.notation import MoveParts
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State, Task
from sealed_wonders.core.wonders.trade import Split

HALVES = ("", "left", "right")

VERBS = (
    "decline",
    "build",
    "stage",
    "sell",
    "pick",
    "recruit",
    "keep",
    "lose",
    "lose",
    "lose",
    "drop",
)

_RIGHTS = {
    "discard": numbers.DISCARD_RIGHT,
    "draw": numbers.DRAW_RIGHT,
    "extra_leader": numbers.EXTRA_RIGHT,
    "victims": numbers.VICTIMS_RIGHT,
}

_TASKS: Mapping[str, Callable[[Any], tuple[int, int, int]]] = {
    "draft": lambda it: (numbers.DRAFT_TASK, 0, it.round),
    "age": lambda it: (numbers.AGE_TASK, it.age, 0),
    "mix_guilds": lambda it: (numbers.DEAL_TASK, 3, 0),
    "mix_age": lambda it: (numbers.DEAL_TASK, it.age, 0),
    "deal_age": lambda it: (numbers.DEAL_TASK, it.age, 0),
    "recruit": lambda it: (numbers.RECRUIT_TASK, it.age, it.turn),
    "turn": lambda it: (numbers.TURN_TASK, it.age, it.turn),
    "last_card": lambda it: (numbers.LAST_TASK, it.age, it.turn),
    "leftovers": lambda it: (numbers.LEFTOVERS_TASK, it.age, 0),
    "from_discard": lambda it: (numbers.DISCARD_TASK, it.age, it.turn),
    "complete": lambda it: (numbers.COMPLETE_TASK, it.age, 0),
    "victims": lambda it: (numbers.VICTIMS_TASK, it.age, it.turn),
    "draw": lambda it: (numbers.DRAW_TASK, it.age, it.turn),
    "enlist": lambda it: (numbers.ENLIST_TASK, it.age, it.turn),
    "fail": lambda it: (numbers.FAIL_TASK, it.age, 0),
    "conflicts": lambda it: (numbers.CONFLICTS_TASK, it.age, 0),
}
"""The conversion of each task, by name; tasks that aren't here have no counterpart."""


class Unread(Exception):
    """A state can't be converted to a table."""


@lru_cache(maxsize=8)
def book_of(rules: Wonders) -> CardTable:
    """Return the printed cards and boards for one set of rules."""
    return printed(rules)


@lru_cache(maxsize=8)
def prices_of(rules: Wonders) -> Prices:
    """Return the price cache for one set of rules."""
    return Prices(book_of(rules))


def empty(rules: Wonders) -> EngineTable:
    """Return a table before any city is founded."""
    return EngineTable(book_of(rules), prices_of(rules))


def read(state: State) -> EngineTable:
    """
    Return a table in the position of a state, with empty hands and decks.

    If a seat has left, games can't be played on this table.

    Raises:
        Unread: there are no cities yet, or the current task has no counterpart.
    """
    rules = state.rules
    if not isinstance(rules, Wonders) or not state.cities:
        raise Unread
    table = empty(rules)
    book = table.book
    for city, it in zip(table.cities, state.cities, strict=True):
        _read_city(book, city, it)
    table.n_agenda = 0
    table.push(numbers.END_TASK, 0, 0)
    for task in reversed(state.agenda):
        _push(table, task)
    if state.task.name not in _TASKS:
        raise Unread
    table.kind, table.age, table.turn = _TASKS[state.task.name](state.task)
    for right in state.rights:
        table.owe(_RIGHTS[right.what], right.order, right.seat)
    table.thanked = sum(1 << seat for seat in state.thanked)
    table.gone = sum(1 << seat for seat in state.gone)
    lay_projects(table, state)
    return table


def lay_projects(table: EngineTable, state: State) -> None:
    """Set the edifices as in a state."""
    for nth, project in enumerate(state.projects):
        table.lay_project(
            nth,
            table.book.by_name[project.edifice.id],
            project.pawns,
            sum(1 << seat for seat in project.takers),
            ("", "built", "failed").index(project.fate),
        )


def _push(table: EngineTable, task: Task) -> None:
    if read_task := _TASKS.get(task.name):
        table.push(*read_task(task))


def _read_city(book: CardTable, city: EngineCity, it: model.City) -> None:
    """Set a city to the values of a city of `core`."""
    city.lay_built(
        book.by_side[it.board.id, it.side.name],
        [HALVES.index(built.half) for built in it.stages],
        [book.by_name[building.id] for building in it.buildings],
        [(book.by_name[one.leader.id], one.age, int(one.buried)) for one in it.leaders],
        [book.by_name[edifice.id] for edifice in it.edifices],
    )
    city.coins = it.coins
    city.seen = it.colours
    city.spent = it.spent
    city.ones = it.tokens.count(1)
    city.threes = it.tokens.count(3)
    city.fives = it.tokens.count(5)
    city.defeats = it.tokens.count(-1)
    city.debts = sum(it.debts)
    city.pawns = sum(1 << age for age in set(it.pawns))


def play_of(book: CardTable, move: int) -> MoveParts:
    """Return the parts of a move, as `core` has them."""
    verb = move & 15
    card = book.names[move >> numbers.CARD_AT & 511]
    paid = move >> numbers.PAID_AT
    coins = paid & 127, paid >> 7 & 127, paid >> 14
    named = move >> numbers.NAME_AT & 511
    name = ""
    bury = ""
    if verb in (numbers.BUILD, numbers.PICK, numbers.RECRUIT):
        name = card
    elif verb == numbers.LOSE_CARD:
        name = book.names[named]
    elif verb == numbers.LOSE_TOKENS:
        each = zip((1, 3, 5), coins, strict=True)
        name = "+".join(str(value) for value, n in each for _ in range(n))
        coins = (0, 0, 0)
    elif verb == numbers.DROP:
        name = str(named)
    elif verb == numbers.STAGE and named:
        bury = book.names[named - 1]
    pawn = move >> numbers.PAWN_AT & 3
    return MoveParts(
        VERBS[verb],
        name,
        HALVES[move >> numbers.HALF_AT & 3],
        Split(*coins),
        bury,
        str(pawn) if pawn else "",
        bool(move >> numbers.JOIN_AT & 1),
        bool(move >> numbers.POWER_AT & 1),
    )


def text_of(book: CardTable, move: int) -> str:
    """Return the text of a move, as in `core`."""
    return notation.text(play_of(book, move))


def card_used(book: CardTable, move: int) -> str:
    """Return the name of the card that a move uses; empty if it uses none."""
    if move & 15 in (
        numbers.BUILD,
        numbers.STAGE,
        numbers.SELL,
        numbers.PICK,
        numbers.RECRUIT,
        numbers.KEEP,
    ):
        return book.names[move >> numbers.CARD_AT & 511]
    return ""
