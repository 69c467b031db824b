"""Edifices on the table: who can participate, and who is due a reward (E1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.model import Edifice
from sealed_wonders.core.wonders.state import State


def joining(state: State, seat: Seat, age: int) -> int | None:
    """
    Return the coins that a seat needs to participate in the edifice of an age (E1.2).

    None if it can't: there are no edifices, no pawn is left, or the seat has already
    participated.
    """
    if state.projects:
        project = state.projects[age - 1]
        if project.pawns and seat not in project.takers:
            return project.edifice.cost
    return None


def with_takers(state: State, age: int, seats: Sequence[Seat]) -> State:
    """
    Let seats participate; they take pawns, from the box if too few are left (E1.2).
    """
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
    Yield the seats with a pawn of a built edifice whose reward they don't have yet.

    Two pawns of one age give one reward (E2.1). A seat that has left gets none (G1).
    """
    for edifice, _, _, fate in state.projects:
        if fate == "built":
            for seat in holders(state, edifice.age):
                if edifice not in state.cities[seat].edifices:
                    yield seat, edifice


def holders(state: State, age: int) -> tuple[Seat, ...]:
    """Return the active seats that have a pawn of an age (E1.4)."""
    return tuple(seat for seat in state.active if age in state.cities[seat].pawns)
