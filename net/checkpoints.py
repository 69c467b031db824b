"""
Checkpoints: the states in which phases opened, kept as long as a phase may reopen.

docs/PROTOCOL.md (When a phase closes) fixes when that is.

A host that loses the end of its log may lose a ballot that all voters had carried. It
may then close the phase with an entry by a seat that the ballot removes, before the
voters return and post the ballot again. The voters sign nothing in the phase that has
opened there (`sealed_wonders.net.voting`, rule 2). So a closed phase reopens for a
ballot as long as none of its voters has signed anything beyond that phase: until then,
only seats that the ballot removes have gone on from there.

If a voter has signed something beyond, the ballot comes too late and changes nothing. A
voter who said yes to it and signed that breaks the rules, and others shouldn't follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.net.cards import ValidBody
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.closedphase import ClosedPhase
from sealed_wonders.net.course import CourseSnapshot
from sealed_wonders.net.handovers import HandoversSnapshot
from sealed_wonders.net.log.ballots import Ballot
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import phase_about


@dataclass(slots=True)
class Checkpoint:
    """State in which a phase opened, and what has happened since."""

    position: int
    """Number of entries in the log."""
    course: CourseSnapshot
    handovers: HandoversSnapshot
    found: Mapping[bytes, ValidBody | Fraud] = field(default_factory=dict)
    """Findings on everything that was said in the phase before it closed, by digest."""
    beyond: set[Seat] = field(default_factory=set)
    """Seats that have signed something beyond the phase."""


class Checkpoints:
    """The checkpoints of one game's phases that may reopen."""

    def __init__(self) -> None:
        self._all: dict[int, Checkpoint] = {}

    def __iter__(self) -> Iterator[int]:
        return iter(self._all)

    def __getitem__(self, phase: int) -> Checkpoint:
        return self._all[phase]

    def keep(self, phase: int, checkpoint: Checkpoint) -> None:
        """Keep the state in which the open phase opened."""
        self._all[phase] = checkpoint

    def note(self, entry: Entry) -> None:
        """Note a seat's signature about the open phase, or an earlier one."""
        about = phase_about(entry.envelope)
        for phase, checkpoint in self._all.items():
            if about is not None and about > phase:
                checkpoint.beyond.add(entry.envelope.seat)

    def forget(self, closed: list[ClosedPhase]) -> None:
        """
        Forget the phases that can't reopen: too many seats have signed beyond them.

        Args:
            closed: all closed phases.
        """
        self._all = {
            phase: it
            for phase, it in self._all.items()
            if phase == len(closed) or closed[phase].opened.is_enough(it.beyond)
        }

    def leads_back(self, ballot: Ballot | None, closed: ClosedPhase) -> bool:
        """
        Return whether a closed phase has to reopen.

        Args:
            ballot: the leading ballot on the phase.
        """
        checkpoint = self._all.get(closed.collection.phase.number)
        return (
            ballot is not None
            and ballot is not closed.ballot
            and checkpoint is not None
            and checkpoint.beyond.isdisjoint(ballot.voters)
            # If a trusted proof turns out to be false, everything is folded again
            # without it.
            and not closed.overturned(ballot)
        )

    def reopen(self, phase: int) -> Checkpoint:
        """Forget all later phases, and return the state in which a phase opened."""
        self._all = {number: it for number, it in self._all.items() if number <= phase}
        checkpoint = self._all[phase]
        checkpoint.beyond.clear()
        return checkpoint
