"""Intact and damaged records of games of Architects."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from sealed_wonders.core import game
from sealed_wonders.core.architects import lines, record
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer, Player
from tests.support.architects import Leavers, architects, at_random
from tests.support.games import chooser
from tests.support.records import Json

KINDS = tuple(catalog().kinds_by_id)
WONDERS = tuple(catalog().wonders_by_id)
TOKENS = tuple(catalog().tokens_by_id)

_WORDS = (
    KINDS,
    (*WONDERS, CENTRAL),
    (*TOKENS, *WONDERS),
    ("take", "build", "science", "token", "search"),
    ("open", "top"),
)


def greedy_player(seed: str) -> Player:
    """Return a player that takes every further card it can, preferring green ones."""
    chance = random.Random(seed)

    def rank(text: str) -> int:
        return text.startswith(("science", "extra")) or "sci" in text

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = [move for move in state.moves(seat, faces) if move.text != "end"]
        chance.shuffle(moves)
        return max(moves, key=lambda move: rank(move.text))

    return choose


def recorded(
    players: int,
    seed: str,
    make: Callable[[str], Player] = chooser,
    draw: str = LOT,
) -> list[lines.Line]:
    """Play a game and record it."""
    names = [f"player {seat}" for seat in range(players)]
    dealer = Dealer(Architects(players, draw), seeded(seed))
    told: list[lines.Line] = []
    for _ in dealer.steps([make(f"{seed}:{seat}") for seat in range(players)]):
        told += record.told(dealer.state, names, dealer.faces.get)
    return told


def recorded_with_leavers(
    players: int, seed: str, leaving: Leavers, draw: str = LOT
) -> list[lines.Line]:
    """
    Play a game that some players leave, and record it.

    Args:
        leaving: the seats that leave, by the number of answers given before.
    """
    names = [f"player {seat}" for seat in range(players)]
    told: list[lines.Line] = []
    for table in at_random(seed, players, leaving, draw):
        told += record.told(table.state, names, table.faces.get)
    return told


def two_equal_cards(place: int) -> list[Json]:
    """
    Return the record of a game in which a player looks through a pile of two equal
    cards.

    Args:
        place: the place of the card that is kept.
    """
    pile, seed = "halicarnassus", "two equal cards 241"

    def make(seed: str) -> Player:
        chance = random.Random(seed)

        def choose(
            state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
        ) -> Move:
            state, moves = architects(state), state.moves(seat, faces)
            left = len(state.pile(pile).cards)
            if isinstance(state.task, Keep) and left == 2:
                return Move(f"keep {place}")
            # All take from this pile until there are two, and then nobody does.
            drawing = [move for move in moves if move.text.endswith(pile)]
            if drawing and (left > 2 or drawing[0].text.startswith("search")):
                return drawing[0]
            others = [move for move in moves if move not in drawing]
            return chance.choice(others or moves)

        return choose

    return [*as_json(recorded(2, seed, make))]


@cache
def example(players: int, number: int = 0) -> tuple[Json, ...]:
    """Return the record of a game as JSON data; its wonders are drawn by lot."""
    make = greedy_player if number % 2 else chooser
    return as_json(recorded(players, f"example {players} {number}", make))


def as_json(told: Sequence[lines.Line]) -> tuple[Json, ...]:
    """Return a record as JSON data."""
    return tuple(json.loads(lines.text(line)) for line in told)


def plausible_mistakes(value: Json) -> list[Json]:
    """Return the values that might be written instead of a value by mistake."""
    match value:
        case int():
            return [value + 1, value - 1]
        case None:
            return [0, 1]
        case str():
            words = [word for some in _WORDS if value in some for word in some]
            unknown = [None] if value in KINDS else []
            return [*unknown, *(word for word in words if word != value)]
    return []
