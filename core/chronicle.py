"""
The course of a game, turn by turn, with the points after each turn.

Displays and reports without a seat, such as a host's page, read a game through this
module. A `Chronicle` is given the states of a fold as they come, and keeps plain data
of public facts, as the game's definition provides them (`Public`). States contain no
hidden faces, so this module doesn't, either.

A table may reopen an earlier phase (`sealed_wonders.net.checkpoints`). `back_to` then
discards everything from that phase on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.definition import Facts
from sealed_wonders.core.game import AnyState, Card, Seat, Slot
from sealed_wonders.core.games import definition

RECENT = 12
"""Number of turns in `Chronicle.sections` with all events."""

MOST_DECISIVE = 3
"""Maximum number of turns that are called decisive."""


class ChronicleTurn(NamedTuple):
    """A turn, possibly unfinished."""

    at: tuple[int, ...]
    """The turn's numbers, such as age and turn; empty before the first turn."""
    events: Sequence[Facts]
    points: tuple[int, ...]
    """By seat, as if the game ended here; empty before there are cities."""


class Decisive(NamedTuple):
    """A turn that helped to decide the game."""

    at: tuple[int, ...]
    seat: Seat
    gain: int
    """How much more this seat gained than the best of the others."""
    leads: bool
    """Whether nobody was ahead of this seat from here to the end."""


class _Told(NamedTuple):
    phase: int
    at: tuple[int, ...]
    facts: Facts


class Chronicle:
    """Everything that has happened at one table so far."""

    def __init__(self, game: str) -> None:
        self.public = definition(game).public
        self._told: list[_Told] = []
        self._points: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        """By turn: the phase, and the points by seat."""
        self._laid: dict[Slot, tuple[int, Facts]] = {}
        """By slot: the phase, and where the card lies face down."""

    def take(self, state: AnyState, phase: int = 0) -> None:
        """
        Add the events of a state.

        Args:
            phase: the number of the phase that led to this state.
        """
        at = self._told[-1].at if self._told else ()
        for where, facts in self.public.happened(state):
            # The rest of a turn may be played after the next turn has begun.
            at = max(at, where)
            self._told.append(_Told(phase, at, facts))
        for slot, facts in self.public.laid(state).items():
            self._laid[slot] = (phase, facts)
        if self.public.table(state)["cities"]:
            rows = state.score().rows
            self._points[at] = (phase, tuple(row[-1] for row in rows))

    def follow(self, states: Sequence[AnyState], before: int, now: int) -> None:
        """
        Add the states that a phase led to.

        Args:
            before: the number of that phase.
            now: the number of the phase that is open now; an earlier one was reopened,
                and everything since then is discarded.
        """
        if now < before:
            self.back_to(now)
        for state in states:
            self.take(state, min(before, now))

    def back_to(self, phase: int) -> None:
        """Discard everything that happened in a phase or after it."""
        self._told = [one for one in self._told if one.phase < phase]
        points = self._points.items()
        self._points = {at: it for at, it in points if it[0] < phase}
        self._laid = {at: it for at, it in self._laid.items() if it[0] < phase}

    def all_opened(
        self, state: AnyState, cards: Mapping[Seat, Mapping[Slot, Card]]
    ) -> Facts:
        """Return all that was disclosed after the game, for a page that draws it."""
        return {
            "seats": [
                {"seat": seat, "cards": list(self.opened(state, some))}
                for seat, some in cards.items()
            ]
        }

    def opened(self, state: AnyState, cards: Mapping[Slot, Card]) -> Sequence[Facts]:
        """
        Return the cards that a seat disclosed after the game, and where they had lain.
        """
        laid = {slot: facts for slot, (_, facts) in self._laid.items()}
        return self.public.opened(state, laid, cards)

    def sections(self, state: AnyState) -> Mapping[str, Facts]:
        """Return the table, the recent turns and the points, for a page that draws them."""
        turns, sheet = self.turns, state.score()
        return {
            "table": self.public.table(state),
            "turns": {
                # The number of events before them, so that a page knows what it missed.
                "earlier": sum(len(it.events) for it in turns[:-RECENT]),
                "recent": [
                    {"at": list(it.at), "events": list(it.events)}
                    for it in turns[-RECENT:]
                ],
            },
            "points": {
                "lines": list(sheet.categories),
                "rows": [list(row) for row in sheet.rows],
                "ahead": list(sheet.winners),
                "curves": [[list(it.at), list(it.points)] for it in turns if it.points],
            },
        }

    @property
    def turns(self) -> tuple[ChronicleTurn, ...]:
        """The turns so far; the first item contains everything before the first turn."""
        found: dict[tuple[int, ...], list[Facts]] = {}
        for _, at, facts in self._told:
            found.setdefault(at, []).append(facts)
        none = (0, ())
        return tuple(
            ChronicleTurn(at, tuple(events), self._points.get(at, none)[1])
            for at, events in found.items()
        )


def decisive(
    turns: Sequence[ChronicleTurn], winners: Sequence[Seat]
) -> tuple[Decisive, ...]:
    """
    Return the turns that decided a game, in order.

    The candidates are the turn from which nobody was ahead of the winner, and for each
    other turn the seat that gained most over the best of the others, if any did. At
    most `MOST_DECISIVE` are returned.
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


def _leads_since(turns: Sequence[ChronicleTurn], seat: Seat) -> tuple[int, ...] | None:
    """
    Return the first turn from which nobody is ahead of a seat; None if somebody is now.
    """
    since = None
    for turn in reversed(turns):
        if turn.points[seat] < max(turn.points):
            break
        since = turn.at
    return since


def _best(before: ChronicleTurn | None, turn: ChronicleTurn) -> Decisive:
    gains = [_gain(before, turn, seat) for seat in range(len(turn.points))]
    seat = gains.index(max(gains))
    return Decisive(turn.at, seat, gains[seat], leads=False)


def _gain(before: ChronicleTurn | None, turn: ChronicleTurn, seat: Seat) -> int:
    start = before.points if before is not None else (0,) * len(turn.points)
    grown = [now - was for now, was in zip(turn.points, start, strict=True)]
    others = [it for other, it in enumerate(grown) if other != seat]
    return grown[seat] - max(others)
