"""
What a person has said to ballots, and to which others that is their answer, too.

What several propose at the same time is asked once. That they didn't know of each other is the
word of those who open ballots: a modified program says so of what it proposes again, long after
others have said no to it, and the table may stand otherwise by then. So an answer is taken for
another ballot only as far as our own program has seen the two at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.net.handovers import takeovers_of
from sealed_wonders.net.log.ballots import Ballot, Status

SAME_TIME = 10.0
"""Seconds within which two ballots are seen that are proposed at the same time."""

Key = tuple[Seat, int]
"""Whose ballot it is, and which of theirs."""

Meaning = tuple[int, bytes, tuple[Seat, ...], tuple[bytes, ...]]
"""
What a ballot is about: its phase, with the digest before it; without whom, and who gets these
seats, if anybody.
"""


class Answers:
    """What one person has said to ballots."""

    def __init__(self) -> None:
        self._said: dict[Key, bool] = {}
        """What they have answered, and yes to what they have opened."""
        self._seen: dict[Key, float] = {}
        """When each ballot was seen first."""
        self._equal: dict[Key, tuple[Key, ...]] = {}
        """Those before each that are the same, and came at the same time."""
        self._sent: dict[Key, tuple[Meaning, float]] = {}
        """What they have opened, and when: it may be on its way still."""

    def look(self, on: Sequence[Ballot], now: float) -> None:
        """
        Take what ballots there are on a phase, as they came.

        Of several that are seen at once each is at the same time as those that are still open.
        """
        new = [at for at, ballot in enumerate(on) if ballot.key not in self._seen]
        for at in new:
            self._equal[on[at].key] = tuple(
                it.key
                for it in on[on[at].proposal.known : at]
                if _is_same(it, on[at])
                and (
                    it.status is Status.OPEN
                    or now - self._seen.get(it.key, float("-inf")) <= SAME_TIME
                )
            )
        self._seen |= {on[at].key: now for at in new}

    def give(self, key: Key, *, yes: bool) -> None:
        """Take what they have said to a ballot."""
        self._said[key] = yes

    def open(self, key: Key, meaning: Meaning, now: float) -> None:
        """Take note that they have opened one, which is a yes."""
        self._said[key] = True
        self._sent[key] = meaning, now

    def to(self, ballot: Ballot, prev: bytes, now: float) -> bool | None:
        """
        Give what they have said to a ballot, or to the same at the same time; None if nothing.

        Args:
            prev: the digest before the phase it is about.
        """
        key = ballot.key
        later = (it for it, equal in self._equal.items() if key in equal)
        some = (key, *self._equal.get(key, ()), *later)
        if said := [self._said[it] for it in some if it in self._said]:
            return all(said)
        is_on_its_way = any(
            it not in self._seen
            and meant == meaning(ballot, prev)
            # Or a host that holds it back could use it for as long as it likes.
            and now - at <= SAME_TIME
            for it, (meant, at) in self._sent.items()
        )
        return True if is_on_its_way else None

    def first(self, ballot: Ballot) -> Key | None:
        """Give the first ballot that is the same as one, and came before at the same time."""
        return next(iter(self._equal.get(ballot.key, ())), None)


def meaning(ballot: Ballot, prev: bytes) -> Meaning:
    """
    Give what a ballot is about.

    Args:
        prev: the digest before the phase it is about.
    """
    return ballot.proposal.phase, prev, ballot.proposal.out, _takers(ballot)


def _is_same(one: Ballot, other: Ballot) -> bool:
    """Tell whether two ballots on one phase are about the same."""
    return (one.proposal.out, _takers(one)) == (other.proposal.out, _takers(other))


def _takers(ballot: Ballot) -> tuple[bytes, ...]:
    takeovers = takeovers_of(ballot.proposal).values()
    return tuple(takeover.person.identity for takeover in takeovers)
