"""
Records of games to check, whole and spoilt.
"""

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
"""What there is to play with."""


def ruled(players: int, expansions: tuple[str, ...], sides: str = "choose") -> Wonders:
    """Give rules with all leaders there are, if any are played with."""
    leaders = "expert" if "leaders" in expansions else "standard"
    return Wonders(players, sides, expansions, leaders)


def arranged(rules: Wonders, seed: str, **first: str) -> Order:
    """
    Mix all decks, but for the cards named, which come first in theirs.

    Args:
        first: ids, by ``boards``, ``leaders`` or ``edifices``; of the last one each
            comes first in its age's.
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


def wishing(seed: str, *wishes: str) -> Player:
    """Make a player that keeps the leaders and makes the moves it was told to first."""
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
    """Play a game, at random unless players are given, and record it."""
    seats = range(rules.players)
    names = [f"player {seat}" for seat in seats]
    dealer = Dealer(rules, order or seeded(seed))
    told: list[lines.Line] = []
    for _ in dealer.steps(players or [chooser(f"{seed}:{seat}") for seat in seats]):
        told += record.told(dealer.state, names, dealer.faces.get)
    return told


def left_by_some(
    rules: Wonders,
    players: Sequence[Player],
    leaving: Mapping[int, tuple[Seat, ...]],
    order: Order,
    table: type[LeavingDealer] = LeavingDealer,
) -> list[lines.Line]:
    """
    Play a game that some leave, and record it.

    Args:
        leaving: who leaves, by the number of answers told before.
    """
    names = [f"player {seat}" for seat in range(rules.players)]
    dealer = table(rules, order)
    told: list[lines.Line] = []

    def note() -> None:
        told.extend(record.told(dealer.state, names, dealer.faces.get))

    dealer.told = note
    for _ in dealer.follow(players, leaving):
        pass
    return told


@cache
def example(
    players: int, number: int = 0, expansions: tuple[str, ...] = ()
) -> tuple[Json, ...]:
    """Give the record of some game, as JSON data."""
    seed = f"check {players} {number}"
    sides = SIDES[number % len(SIDES)]
    make = builder if number % 2 else chooser
    chosen = [make(f"{seed} {seat}") for seat in range(players)]
    return tuple(as_json(recorded(ruled(players, expansions, sides), seed, chosen)))


def as_json(told: Sequence[lines.Line]) -> list[Json]:
    """Give the lines of a record as JSON data, to be changed at will."""
    return [json.loads(lines.text(line)) for line in told]


def raw(values: Sequence[Json]) -> list[bytes]:
    """Write JSON data as the lines of a file."""
    return [f"{json.dumps(value)}\n".encode() for value in values]


def fault(values: Sequence[Json], *, lenient: bool = False) -> RecordFault:
    """Give the fault of a record that has one."""
    found = flaw(values, lenient=lenient)
    assert found is not None
    return found


def flaw(values: Sequence[Json], *, lenient: bool = False) -> RecordFault | None:
    """Give the fault of a record, if it has one."""
    try:
        check(raw(values), lenient)
    except RecordFault as found:
        return found
    return None


def find(values: Sequence[Json], **wanted: object) -> int:
    """Give the index of the first line with these values."""
    for index, line in enumerate(values):
        if all(line.get(key) == value for key, value in wanted.items()):
            return index
    raise LookupError(wanted)


def leaves(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the path to everything in a JSON value that has no parts."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from leaves(part, (*path, key))
    else:
        yield path


def at(value: Json, path: tuple[Any, ...]) -> Json:
    for key in path:
        value = value[key]
    return value


def changed(value: Json, path: tuple[Any, ...], new: Json) -> Json:
    """Give a JSON value with another part at a path."""
    value = copy.deepcopy(value)
    at(value, path[:-1])[path[-1]] = new
    return value


def spoilt(
    values: Sequence[Json], dice: random.Random, others: Callable[[Json], list[Json]]
) -> tuple[str, list[Json]]:
    """
    Change one thing in a record; says which.

    Args:
        others: gives what may stand in the place of a value.
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
    path = dice.choice(list(leaves(line)))
    new = dice.choice(others(at(line, path)) or ["Zoë"])
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


def others(value: Json) -> list[Json]:
    """Give all that might be written in the place of a value by mistake."""
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
