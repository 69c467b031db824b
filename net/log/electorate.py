"""
The electorate: of whom more than half have to agree, if seats are to go.

Theory of operation
-------------------

More than half of those who play would do, if all knew the same of who plays. But a host
may show some a ballot that others never see carried. Say five play, and it has three of
them put out the other two; one of the three also says yes to another ballot on that phase,
which outranks the first, puts out the two others of the three, and is shown to nobody else.
These two would be more than half of the three they know of, could put out the third, and
play on; so would the three who are left by the other ballot.

So a ballot in force is to be *confirmed*: something has to stand, in phases behind its own,
that more than half of those have signed who played as its phase opened. Whoever has said
yes to a ballot that outranks it signs nothing there (`sealed_wonders.net.voting`, rule 2).
So what is confirmed isn't undone by another, in whatever world.

Until then it is more than half of *these* who have to agree to whatever comes next. Whoever
was given a seat meanwhile is none of them: somebody else has answered for that seat to
ballots on the phase, and may still. All of this follows from the digest of the log.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat


@dataclass(frozen=True, slots=True)
class Electorate:
    """Those of whom more than half have to agree to a ballot."""

    seats: tuple[Seat, ...]
    new: frozenset[Seat] = frozenset()
    """Those of them that somebody else has been given since."""

    def is_majority(self, voters: Collection[Seat]) -> bool:
        """Tell whether some seats are more than half, by those who had them then."""
        count = sum(seat in voters and seat not in self.new for seat in self.seats)
        return 2 * count > len(self.seats)


@dataclass
class _Unconfirmed:
    """A ballot in force, and who was heard behind it."""

    electorate: Electorate
    heard: set[Seat] = field(default_factory=set)


class Electorates:
    """The electorate of each phase of a game, one after the other."""

    def __init__(self) -> None:
        self._all: list[_Unconfirmed] = []
        """The ballots in force that aren't confirmed, in order."""
        self._last = Electorate(())
        """Where there are none: phases mostly have the same, and are kept."""

    def of(self, seats: tuple[Seat, ...]) -> Electorate:
        """
        Give the electorate of the open phase.

        Args:
            seats: those that play in it.
        """
        if self._all:
            return self._all[0].electorate
        if self._last.seats != seats:
            self._last = Electorate(seats)
        return self._last

    def leave(
        self,
        seats: tuple[Seat, ...],
        signers: Collection[Seat],
        *,
        by_ballot: bool = False,
        given: Collection[Seat] = (),
    ) -> None:
        """
        Note that a phase was left.

        Args:
            seats: those that played in it.
            signers: those of which something stands in it.
            by_ballot: a ballot is in force.
            given: those that it has given to others, who have signed what stands there.
        """
        for it in self._all:
            seen = it.electorate
            it.electorate = Electorate(seen.seats, seen.new | set(given))
            it.heard |= set(signers) - it.electorate.new
        self._all = [
            it for it in self._all if 2 * len(it.heard) <= len(it.electorate.seats)
        ]
        if by_ballot:
            self._all.append(_Unconfirmed(Electorate(seats, frozenset(given))))
