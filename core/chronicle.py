"""
A game as it went, for those who only look: turn by turn, with the points after each.

Whatever shows a game that goes on or is over, and isn't a seat at it, reads this: the page
of a host, and reports. It is told the states of a fold, as they come, and keeps plain data
of what everybody may know; a game's definition says what that is (`Public`). There is no
hidden face in a state, so there is none here.

A table may go back to a phase (`sealed_wonders.net.openings`): what was told of it and of
those behind it is forgotten then, by `back_to`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.definition import Facts
from sealed_wonders.core.game import Card, Seat, Slot, State
from sealed_wonders.core.games import definition

MOST_DECISIVE = 3
"""So many turns are called decisive, at most."""


class Turn(NamedTuple):
    """A turn, as far as it has come."""

    at: tuple[int, ...]
    """Such as the age and the turn; empty for what came before the first."""
    events: Sequence[Facts]
    points: tuple[int, ...]
    """By seat, as if the game ended here; empty before there are cities."""


class Decisive(NamedTuple):
    """A turn in which much was decided."""

    at: tuple[int, ...]
    seat: Seat
    gain: int
    """How much more that seat gained in it than the best of the others."""
    leads: bool
    """Nobody was ahead of that seat any more, from here to the end."""


class _Told(NamedTuple):
    phase: int
    at: tuple[int, ...]
    facts: Facts


class Chronicle:
    """What happened at one table, as far as it was told."""

    def __init__(self, game: str) -> None:
        """Begin before anything has happened."""
        self.public = definition(game).public
        self._told: list[_Told] = []
        self._points: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        """The phase and the points, by the turn."""
        self._laid: dict[Slot, tuple[int, Facts]] = {}
        """The phase, and where cards lie face down."""

    def take(self, state: State, phase: int = 0) -> None:
        """
        Go on by a state.

        Args:
            phase: the number of the one in which it came about.
        """
        at = self._told[-1].at if self._told else ()
        for where, facts in self.public.happened(state):
            # What a turn leaves to be done may be done after another has begun.
            at = max(at, where)
            self._told.append(_Told(phase, at, facts))
        for slot, facts in self.public.laid(state).items():
            self._laid[slot] = (phase, facts)
        if self.public.table(state)["cities"]:
            rows = state.score().rows
            self._points[at] = (phase, tuple(row[-1] for row in rows))

    def back_to(self, phase: int) -> None:
        """Forget what was told of a phase, and of those behind it."""
        self._told = [one for one in self._told if one.phase < phase]
        points = self._points.items()
        self._points = {at: it for at, it in points if it[0] < phase}
        self._laid = {at: it for at, it in self._laid.items() if it[0] < phase}

    def opened(self, state: State, cards: Mapping[Slot, Card]) -> Sequence[Facts]:
        """Return which cards a seat has opened when the game was over, and where they lay."""
        laid = {slot: facts for slot, (_, facts) in self._laid.items()}
        return self.public.opened(state, laid, cards)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns so far; what came before the first is one, too."""
        found: dict[tuple[int, ...], list[Facts]] = {}
        for _, at, facts in self._told:
            found.setdefault(at, []).append(facts)
        none = (0, ())
        return tuple(
            Turn(at, tuple(events), self._points.get(at, none)[1])
            for at, events in found.items()
        )


def decisive(turns: Sequence[Turn], winners: Sequence[Seat]) -> tuple[Decisive, ...]:
    """
    Return the turns that decided a game, in order.

    They are that from which on nobody was ahead of who has won, and those in which somebody
    gained most against the best of the others.
    """
    counted = [turn for turn in turns if turn.points]
    if not counted or not winners or len(counted[0].points) < 2:
        return ()
    first = winners[0]
    since = _leads_since(counted, first)
    found: dict[tuple[int, ...], Decisive] = {}
    for before, turn in zip([None, *counted], counted, strict=False):
        best = _best(before, turn)
        if turn.at == since:
            gain = _gain(before, turn, first)
            found[turn.at] = Decisive(turn.at, first, gain, leads=True)
        elif best.gain > 0:
            found[turn.at] = best
    kept = sorted(found.values(), key=lambda it: (not it.leads, -it.gain, it.at))
    return tuple(sorted(kept[:MOST_DECISIVE]))


def _leads_since(turns: Sequence[Turn], seat: Seat) -> tuple[int, ...] | None:
    """Return the turn from which on nobody was ahead of a seat; None if somebody is."""
    since = None
    for turn in reversed(turns):
        if turn.points[seat] < max(turn.points):
            break
        since = turn.at
    return since


def _best(before: Turn | None, turn: Turn) -> Decisive:
    gains = [_gain(before, turn, seat) for seat in range(len(turn.points))]
    seat = gains.index(max(gains))
    return Decisive(turn.at, seat, gains[seat], leads=False)


def _gain(before: Turn | None, turn: Turn, seat: Seat) -> int:
    start = before.points if before is not None else (0,) * len(turn.points)
    grown = [now - was for now, was in zip(turn.points, start, strict=True)]
    others = [it for other, it in enumerate(grown) if other != seat]
    return grown[seat] - max(others)
