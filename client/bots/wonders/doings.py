"""
Changes in cities between two states.

A thinker sees a state only when it has to choose, never the events in between. A
face-up card keeps its slot until it is moved, so slots show which buildings are new in
a city and which are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.effects import BuildFromDiscard
from sealed_wonders.core.wonders.model import Building, City, Effect
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.core.wonders.state import State


@dataclass(frozen=True, slots=True)
class Doings:
    """Changes in one city."""

    built: list[Building]
    """Built from its hand, in order."""
    stages: int
    """The number of stages built."""
    picked: list[Building]
    """Built from the discard pile (W5.2)."""
    lost: list[Building]
    """Lost to the discard pile because of a failed edifice (E1.7)."""


def progress(state: State) -> tuple[int, int]:
    """Return the age and the number of its turns that have been played."""
    task = state.task
    age: int = getattr(task, "age", 0)
    turn: int = getattr(task, "turn", LAST_TURN if task.name == "fail" else 0)
    return age, turn - 1 if task.name == "turn" else min(turn, LAST_TURN)


def is_dealt(state: State) -> bool:
    """Return whether the hands of the age have been dealt."""
    return state.task.name == "turn" or progress(state)[1] > 0


def turns_between(before: State, after: State) -> int:
    """Return the number of turns played between two states."""
    (age, turn), (later, then) = progress(before), progress(after)
    return (later - age) * LAST_TURN + then - turn


def doings(before: State, after: State, seat: Seat) -> Doings:
    """Return the changes in a city between two states, at most one turn apart."""
    was, now = before.cities[seat], after.cities[seat]
    stood = list(zip(was.buildings, was.cards, strict=True))
    stands = list(zip(now.buildings, now.cards, strict=True))
    new = [it[0] for it in stands if it not in stood]
    lost = [it[0] for it in stood if it not in stands]
    stages = len(now.stages) - len(was.stages)
    if _may_pick(before, after, seat):
        # The right comes from a stage or a leader, so the card played wasn't built.
        return Doings([], stages, new, lost)
    return Doings(new, stages, [], lost)


def _may_pick(before: State, after: State, seat: Seat) -> bool:
    """Return whether a seat could build from the discard pile between two states."""
    if any(right.seat == seat for right in before.may(BuildFromDiscard.owes)):
        return True
    was, now = before.cities[seat], after.cities[seat]
    return any(it.owes == BuildFromDiscard.owes for it in _gained(was, now))


def _gained(was: City, now: City) -> Iterator[Effect]:
    """Yield the effects of new stages and leaders."""
    first = len(was.stages)
    for built, stage in zip(now.stages[first:], now.side.stages[first:], strict=False):
        yield from stage.effects(built.half)
    for one in now.leaders[len(was.leaders) :]:
        yield from one.leader.effects
