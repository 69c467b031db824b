"""
The electorate: a majority of these seats has to vote for removing others.

docs/PROTOCOL.md (More than half) fixes this rule.

Theory of operation
-------------------

More than half of the seats in the game would be enough if everybody knew the same
seats. But a host may show a carried ballot only to some players. Suppose that five
seats play, and three of them remove the other two. One of the three also says yes to
another ballot on that phase. It outranks the first ballot, removes the other two of the
three, and is shown to nobody else. These two would be more than half of the three that
they know. They could remove the third, and play on; so could the three who are left by
the other ballot.

So a ballot in force has to be *confirmed*: more than half of the seats in the game when
its phase opened must have signed something that counts in later phases. A seat that has
said yes to a ballot that outranks it signs nothing there (`sealed_wonders.net.voting`,
rule 2). So a confirmed ballot isn't undone by another in any branch.

Until then, more than half of *these* seats have to vote for any later ballot. A seat
that was given away in the meantime doesn't count, since its old holder has answered
ballots on the phase, and may still do so. The digest of the log determines all of this.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat


@dataclass(frozen=True, slots=True)
class Electorate:
    """Seats whose majority has to vote for a ballot."""

    seats: tuple[Seat, ...]
    new: frozenset[Seat] = frozenset()
    """Those of the seats that somebody else has been given since."""

    def is_majority(self, voters: Collection[Seat]) -> bool:
        """
        Return whether *voters* are more than half, not counting seats with new holders.
        """
        count = sum(seat in voters and seat not in self.new for seat in self.seats)
        return 2 * count > len(self.seats)


@dataclass(frozen=True, slots=True)
class BallotPhase:
    """A phase of the game about which seats decide: the open one, or one before it."""

    seats: tuple[Seat, ...]
    """Who played when it opened, S."""
    prev: bytes
    """The log's digest before it, D_r."""
    keys: Mapping[Seat, bytes]
    """The identities that sign what is said in ballots on it, and halts."""
    is_left: bool = False
    """It isn't the open one any more."""
    electorate: Electorate | None = None
    """Of whom more than half have to remain; None: of those who play."""

    def is_enough(self, out: Collection[Seat]) -> bool:
        """Return whether a majority remains if some seats are out."""
        electorate = self.electorate or Electorate(self.seats)
        return electorate.is_majority([it for it in self.seats if it not in out])


@dataclass
class _Unconfirmed:
    """A ballot in force, and the seats that have signed after it."""

    electorate: Electorate
    heard: set[Seat] = field(default_factory=set)


class Electorates:
    """The electorates of a game's phases, in order."""

    def __init__(self) -> None:
        self._all: list[_Unconfirmed] = []
        """Unconfirmed ballots in force, in order."""
        self._last = Electorate(())
        """Electorate if there are none; most phases have the same one."""

    def of(self, seats: tuple[Seat, ...]) -> Electorate:
        """
        Return the electorate of the open phase.

        Args:
            seats: the seats in the game.
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
        Record that a phase was closed.

        Args:
            seats: the seats in the game when it opened.
            signers: the seats with an entry that counts in the phase.
            by_ballot: whether a ballot is in force.
            given: the seats that it gave to others, who have signed their entries.
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
