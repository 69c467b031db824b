"""The last turns of a game of Architects, from its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sealed_wonders.core.architects.events import Event, TurnEnded
from sealed_wonders.core.game import Seat


@dataclass(frozen=True, slots=True)
class TurnEvents:
    """The events of a turn, which may be unfinished."""

    number: int
    seat: Seat
    events: tuple[Event, ...]

    @property
    def is_over(self) -> bool:
        return any(isinstance(one, TurnEnded) for one in self.events)


def last(past: Sequence[Event], count: int) -> tuple[TurnEvents, ...]:
    """Return the last turns, the newest last."""
    turns: dict[int, list[Event]] = {}
    for event in reversed(past):
        number = getattr(event, "turn", None)
        if number is None:
            continue
        if number not in turns and len(turns) == count:
            break
        turns.setdefault(number, []).append(event)
    found = []
    for number in sorted(turns):
        events = tuple(reversed(turns[number]))
        seats = [
            seat for one in events if (seat := getattr(one, "seat", None)) is not None
        ]
        if seats:  # otherwise there are only events that concern everybody
            found.append(TurnEvents(number, seats[0], events))
    return tuple(found)


def round_of(past: Sequence[Event], seat: Seat) -> int:
    """Return the number of a player's turns, including one in progress."""
    return 1 + sum(isinstance(one, TurnEnded) and one.seat == seat for one in past)


def since(turns: Sequence[TurnEvents], me: Seat) -> int:
    """Return how many turns followed our last one."""
    mine = [at for at, turn in enumerate(turns) if turn.seat == me]
    if mine and mine[-1] == len(turns) - 1 and not turns[-1].is_over:
        mine.pop()  # this turn is in progress
    return len(turns) - 1 - mine[-1] if mine else len(turns)
