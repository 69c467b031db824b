"""A whole game as text, with the standard library alone, for processes of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Seat, Slot, permutation, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.outline import outline, pack
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.view import view


def transcript(players: int, sides: str, *expansions: str) -> str:
    """
    Return the outlines of all states of a game, all legal moves, events and sheets.

    Args:
        sides: the sides of the boards, or ``"architects"`` for the other game.
    """
    if sides == "architects":
        return "".join(_told_of_architects(players))
    leaders = "expert" if "leaders" in expansions else "standard"
    return "".join(_told(Wonders(players, sides, expansions, leaders)))


def _told(rules: Wonders) -> Iterator[str]:
    players, sides = rules.players, rules.sides
    seed = f"determined/{players}/{sides}"
    lines: list[str] = []

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        chance = permutation(seed.encode(), str(len(lines)), len(moves))
        lines.append(f"{seat}: {moves}\n")
        return moves[chance[0]]

    dealer = Dealer(rules, seeded(seed))
    for _ in dealer.steps([choose] * players):
        state = dealer.state
        if not isinstance(state, State):
            raise TypeError(state)
        yield from lines
        yield f"{pack(outline(state)).decode()}\n"
        yield f"{state.ask}\n{state.news}\n{state.score()}\n"
        yield f"{[view(state, seat, dealer.faces).moves for seat in range(players)]}\n"
        lines.clear()


def _told_of_architects(players: int) -> Iterator[str]:
    from sealed_wonders.core.architects.ruleset import Architects

    seed = f"determined/architects/{players}"
    told = 0

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        return moves[permutation(seed.encode(), str(told), len(moves))[0]]

    dealer = Dealer(Architects(players), seeded(seed))
    for _ in dealer.steps([choose] * players):
        told += 1
        yield f"{dealer.state!r}\n{dealer.state.score()}\n"
        yield f"{pack(outline(dealer.state)).decode()}\n"
