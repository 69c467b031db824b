"""
A player's answers to ballots, and the equal ballots to which they also apply.

`voting` looks here before it asks the player. The rule and its 10 seconds belong to the
protocol (docs/PROTOCOL.md, How a client votes: Equal ballots), and are held by
tests/client/table/test_answers.py.

If several players propose the same thing at the same time, the player is asked only
once. But it is the openers who claim that they didn't know of each other. A modified
program could claim this of a proposal that it repeats long after others have said no,
when the table's state has changed. So an answer applies to another ballot only if our
own program has seen the two at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.net.handovers import takeovers_of
from sealed_wonders.net.log.ballots import Ballot, Status

SAME_TIME = 10.0
"""Seconds within which two ballots count as proposed at the same time (protocol)."""

Key = tuple[Seat, int]
"""The opener of a ballot, and its number among theirs."""

Meaning = tuple[int, bytes, tuple[Seat, ...], tuple[bytes, ...]]
"""
What a ballot is about.

Its phase, the digest before it, the seats to go on without, and who gets these seats,
if anybody.
"""


class Answers:
    """One player's answers to ballots."""

    def __init__(self) -> None:
        self._said: dict[Key, bool] = {}
        """Their answers, including the yes to ballots that they opened."""
        self._seen: dict[Key, float] = {}
        """When each ballot was first seen."""
        self._equal: dict[Key, tuple[Key, ...]] = {}
        """For each ballot, the earlier equal ones of the same time."""
        self._sent: dict[Key, tuple[Meaning, float]] = {}
        """Ballots that they opened, and when; they may still be on their way."""

    def look(self, on: Sequence[Ballot], now: float) -> None:
        """
        Take the ballots on a phase, in order.

        If several are seen at once, each counts as simultaneous with earlier ones
        that are still open.
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
        """Record an answer to a ballot."""
        self._said[key] = yes

    def open(self, key: Key, meaning: Meaning, now: float) -> None:
        """Record that they opened a ballot, which counts as a yes."""
        self._said[key] = True
        self._sent[key] = meaning, now

    def to(self, ballot: Ballot, prev: bytes, now: float) -> bool | None:
        """
        Return their answer to a ballot or an equal simultaneous one; None if none.

        Args:
            prev: the log's digest before its phase.
            now: the time.
        """
        key = ballot.key
        later = (it for it, equal in self._equal.items() if key in equal)
        some = (key, *self._equal.get(key, ()), *later)
        if said := [self._said[it] for it in some if it in self._said]:
            return all(said)
        is_on_its_way = any(
            it not in self._seen
            and meant == meaning(ballot, prev)
            # Otherwise a host could withhold it, and use it as long as it likes.
            and now - at <= SAME_TIME
            for it, (meant, at) in self._sent.items()
        )
        return True if is_on_its_way else None

    def first(self, ballot: Ballot) -> Key | None:
        """Return the first earlier ballot that is equal and simultaneous, or None."""
        return next(iter(self._equal.get(ballot.key, ())), None)


def meaning(ballot: Ballot, prev: bytes) -> Meaning:
    """
    Return what a ballot is about.

    Args:
        prev: the log's digest before its phase.
    """
    return ballot.proposal.phase, prev, ballot.proposal.out, _takers(ballot)


def _is_same(one: Ballot, other: Ballot) -> bool:
    """Return whether two ballots on one phase are about the same."""
    return (one.proposal.out, _takers(one)) == (other.proposal.out, _takers(other))


def _takers(ballot: Ballot) -> tuple[bytes, ...]:
    takeovers = takeovers_of(ballot.proposal).values()
    return tuple(takeover.person.identity for takeover in takeovers)
