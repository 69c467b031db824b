"""
How phases opened, as long as they may have to be gone back to.

A host that loses the end of its log may lose a ballot that all others had carried. Then it may
leave the phase by the entry of somebody who is out by that ballot, before those who know of it
come back and tell of it again. They sign nothing in what has opened there
(`sealed_wonders.net.voting`, rule 2). So a phase that was left is gone back to, and left by the
ballot, as long as none of its voters has signed anything beyond that phase: then nobody has
gone on from there but those whom it puts out.

If one of them has, the ballot comes too late and changes nothing: whoever said yes to it and
signed that keeps no rule, and isn't to be followed back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.net.cards import Said
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.course import Opened
from sealed_wonders.net.handovers import Saved
from sealed_wonders.net.log.ballots import Ballot
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import phase_about
from sealed_wonders.net.passed import Passed


@dataclass(slots=True)
class Opening:
    """How a phase opened, and what has become of it."""

    position: int
    """How many entries the log had."""
    course: Opened
    handovers: Saved
    found: Mapping[bytes, Said | Fraud] = field(default_factory=dict)
    """What was found of all that was said in it, before it was left."""
    beyond: set[Seat] = field(default_factory=set)
    """The seats that have signed something beyond it."""


class Openings:
    """Those of one game that may be gone back to."""

    def __init__(self) -> None:
        self._all: dict[int, Opening] = {}

    def __iter__(self) -> Iterator[int]:
        """Give the numbers of the phases."""
        return iter(self._all)

    def __getitem__(self, phase: int) -> Opening:
        return self._all[phase]

    def keep(self, phase: int, opening: Opening) -> None:
        """Keep how the open phase opened."""
        self._all[phase] = opening

    def note(self, entry: Entry) -> None:
        """Note that a seat has signed something about the open phase, or one before it."""
        about = phase_about(entry.envelope)
        for phase, opening in self._all.items():
            if about is not None and about > phase:
                opening.beyond.add(entry.envelope.seat)

    def forget(self, passed: list[Passed]) -> None:
        """
        Forget those that no ballot leads back to: too many have signed something beyond.

        Args:
            passed: all phases that were left.
        """
        self._all = {
            phase: it
            for phase, it in self._all.items()
            if phase == len(passed) or passed[phase].opened.is_enough(it.beyond)
        }

    def leads_back(self, ballot: Ballot | None, passed: Passed) -> bool:
        """
        Tell whether a phase that was left is to be gone back to.

        Args:
            ballot: the one on it that leads.
        """
        opening = self._all.get(passed.collection.phase.number)
        return (
            ballot is not None
            and ballot is not passed.ballot
            and opening is not None
            and opening.beyond.isdisjoint(ballot.voters)
            # Where a proof was believed that is none, all are folded anew without it.
            and not passed.overturned(ballot)
        )

    def reopen(self, phase: int) -> Opening:
        """Give how a phase opened, which is gone back to; what opened later never did."""
        self._all = {number: it for number, it in self._all.items() if number <= phase}
        opening = self._all[phase]
        opening.beyond.clear()
        return opening
