"""Intact and damaged records of games."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Order, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer, Player
from sealed_wonders.core.records.games import check
from sealed_wonders.core.records.script import RecordFault
from sealed_wonders.core.wonders import lines, record
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.options import SIDES
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import LeavingDealer, builder, chooser, wonders

Json = Any

CARDS = tuple(building.id for building in everything().buildings)
LEADERS = tuple(leader.id for leader in everything().leaders)
EDIFICES = tuple(edifice.id for edifice in everything().edifices)
BOARDS = tuple(board.id for board in everything().boards)

COMBINATIONS = ((), ("leaders",), ("edifice",), ("leaders", "edifice"))
"""All combinations of expansions."""


def rules_with(
    players: int, expansions: tuple[str, ...], sides: str = "choose"
) -> Wonders:
    """Return rules, with all leaders if leaders are played with."""
    leaders = "expert" if "leaders" in expansions else "standard"
    return Wonders(players, sides, expansions, leaders)


def order_beginning_with(rules: Wonders, seed: str, **first: str) -> Order:
    """
    Return an order that puts the named cards first in their decks, and shuffles the
    rest.

    Args:
        first: ids for ``boards``, ``leaders`` or ``edifices``; each edifice comes first
            in the deck of its age.
    """
    cards = rules.catalog
    decks = {"boards": cards.board_cards, "leaders": cards.leader_deck(rules.leaders)}
    decks |= {f"edifices/{age}": cards.edifice_deck(age) for age in (1, 2, 3)}
    plain = seeded(seed)

    def order(label: str, n: int) -> Sequence[int]:
        usual = plain(label, n)
        wanted = first.get(label.partition("/")[0], "").split()
        if not wanted:
            return usual
        names = [cards.cards[card].id for card in decks[label]]
        front = [names.index(name) for name in wanted if name in names]
        return [*front, *(i for i in usual if i not in front)]

    return order


def player_with_wishes(seed: str, *wishes: str) -> Player:
    """
    Return a player that makes its wishes come true where possible, and else plays well.

    Args:
        wishes: beginnings of moves, or a move and the id of the card that it uses; those
            that come first take precedence.
    """
    plain = builder(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        cards = wonders(state).rules.catalog
        moves = state.moves(seat, faces)
        for wish in wishes:
            for move in moves:
                kept = "" if move.slot is None else cards.cards[faces[move.slot]].id
                if move.text.startswith(wish) or f"{move.text} {kept}" == wish:
                    return move
        return plain(state, seat, faces)

    return choose


def recorded(
    rules: Wonders,
    seed: str,
    players: Sequence[Player] = (),
    order: Order | None = None,
) -> list[lines.Line]:
    """Play a game and record it; without `players`, the moves are random."""
    seats = range(rules.players)
    names = [f"player {seat}" for seat in seats]
    dealer = Dealer(rules, order or seeded(seed))
    told: list[lines.Line] = []
    for _ in dealer.steps(players or [chooser(f"{seed}:{seat}") for seat in seats]):
        told += record.told(dealer.state, names, dealer.faces.get)
    return told


def recorded_with_leavers(
    rules: Wonders,
    players: Sequence[Player],
    leaving: Mapping[int, tuple[Seat, ...]],
    order: Order,
    table: type[LeavingDealer] = LeavingDealer,
) -> list[lines.Line]:
    """
    Play a game that some players leave, and record it.

    Args:
        leaving: the seats that leave, by the number of answers given before.
    """
    names = [f"player {seat}" for seat in range(rules.players)]
    dealer = table(rules, order)
    told: list[lines.Line] = []

    def note() -> None:
        told.extend(record.told(dealer.state, names, dealer.faces.get))

    dealer.after_answer = note
    for _ in dealer.follow(players, leaving):
        pass
    return told


@cache
def example(
    players: int, number: int = 0, expansions: tuple[str, ...] = ()
) -> tuple[Json, ...]:
    """Return the record of a game as JSON data; each number gives another game."""
    seed = f"check {players} {number}"
    sides = SIDES[number % len(SIDES)]
    make = builder if number % 2 else chooser
    chosen = [make(f"{seed} {seat}") for seat in range(players)]
    return tuple(
        as_json(recorded(rules_with(players, expansions, sides), seed, chosen))
    )


def as_json(told: Sequence[lines.Line]) -> list[Json]:
    """Return the lines of a record as JSON data that can be changed."""
    return [json.loads(lines.text(line)) for line in told]


def file_lines(values: Sequence[Json]) -> list[bytes]:
    """Return JSON data as the lines of a file."""
    return [f"{json.dumps(value)}\n".encode() for value in values]


def fault(values: Sequence[Json], *, lenient: bool = False) -> RecordFault:
    """Return the fault of a record that must have one."""
    found = fault_or_none(values, lenient=lenient)
    assert found is not None
    return found


def fault_or_none(
    values: Sequence[Json], *, lenient: bool = False
) -> RecordFault | None:
    """Return the fault of a record, or None if it has none."""
    try:
        check(file_lines(values), lenient)
    except RecordFault as found:
        return found
    return None


def index_of(values: Sequence[Json], **wanted: object) -> int:
    """Return the index of the first line with these values, or raise `LookupError`."""
    for index, line in enumerate(values):
        if all(line.get(key) == value for key, value in wanted.items()):
            return index
    raise LookupError(wanted)


def leaf_paths(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in JSON data that isn't a list or a dictionary."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from leaf_paths(part, (*path, key))
    else:
        yield path


def value_at(value: Json, path: tuple[Any, ...]) -> Json:
    for key in path:
        value = value[key]
    return value


def changed(value: Json, path: tuple[Any, ...], new: Json) -> Json:
    """Return a copy of JSON data with another value at a path."""
    value = copy.deepcopy(value)
    value_at(value, path[:-1])[path[-1]] = new
    return value


def damaged(
    values: Sequence[Json], dice: random.Random, others: Callable[[Json], list[Json]]
) -> tuple[str, list[Json]]:
    """
    Change one thing in a record; return a description of the change, and the new
    record.

    Args:
        others: returns the values that may replace a value.
    """
    index = dice.randrange(len(values))
    before, line, after = values[:index], values[index], values[index + 1 :]
    match dice.choices(("value", "drop", "twice", "move"), (12, 1, 1, 1))[0]:
        case "drop":
            return f"drop {line}", [*before, *after]
        case "twice":
            return f"twice {line}", [*before, line, line, *after]
        case "move":
            rest = [*before, *after]
            to = dice.choice([i for i in range(len(values)) if i != index])
            return f"move {line}", [*rest[:to], line, *rest[to:]]
    path = dice.choice(list(leaf_paths(line)))
    new = dice.choice(others(value_at(line, path)) or ["Zoë"])
    what = f"{'.'.join(map(str, path))} of {line} becomes {new}"
    return what, [*before, changed(line, path, new), *after]


def age_of(edifice: str) -> int:
    return everything().edifices_by_id[edifice].age


_WORDS = (
    ("left", "right"),
    ("day", "night"),
    ("build", "stage", "sell"),
    ("recruit", "stage", "sell"),
    ("chain", "power"),
    ("play", "discard", "pick", "draft", "extra_leader", "drop_token", "penalty"),
    BOARDS,
    CARDS,
    LEADERS,
    *[[name for name in EDIFICES if age_of(name) == age] for age in (1, 2, 3)],
)


def plausible_mistakes(value: Json) -> list[Json]:
    """Return the values that might be written instead of a value by mistake."""
    match value:
        case bool():
            return [not value]
        case int():
            numbers = [value + 1, value - 1, *([-value] if value else [])]
            return [*numbers, None, str(value), float(value)]
        case None:
            return ["chain", CARDS[0], LEADERS[0], 0]
        case str():
            words = [word for some in _WORDS if value in some for word in some]
            return [*(word for word in words if word != value), None]
    return []
