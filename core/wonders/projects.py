"""
Edifices on the table: who can take part, and who has a reward coming (E1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.model import Edifice
from sealed_wonders.core.wonders.state import State


def joining(state: State, seat: Seat, age: int) -> int | None:
    """
    Return the coins it takes a seat to take part in the edifice of an age (E1.2).

    None if it can't: there is none, no pawn is left, or it did so before.
    """
    if state.projects:
        project = state.projects[age - 1]
        if project.pawns and seat not in project.takers:
            return project.edifice.cost
    return None


def with_takers(state: State, age: int, seats: Sequence[Seat]) -> State:
    """Let seats take part: a pawn each, from the box if too few lie there (E1.2)."""
    projects, cities = list(state.projects), list(state.cities)
    project = projects[age - 1]
    projects[age - 1] = project._replace(
        pawns=max(0, project.pawns - len(seats)), takers=(*project.takers, *seats)
    )
    for seat in seats:
        cities[seat] = evolve(cities[seat], pawns=(*cities[seat].pawns, age))
    return evolve(state, cities=tuple(cities), projects=tuple(projects))


def unrewarded(state: State) -> Iterator[tuple[Seat, Edifice]]:
    """
    Return who has a pawn of an edifice that is built, and not yet its reward.

    Two pawns of one age reward once (E2.1); who left gets nothing any more (G1).
    """
    for edifice, _, _, fate in state.projects:
        if fate == "built":
            for seat in holders(state, edifice.age):
                if edifice not in state.cities[seat].edifices:
                    yield seat, edifice


def holders(state: State, age: int) -> tuple[Seat, ...]:
    """Return who has a pawn of an age, of those who still play (E1.4)."""
    return tuple(seat for seat in state.active if age in state.cities[seat].pawns)
