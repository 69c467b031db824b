"""
Claims: what a logged entry says, and the verdict on it.

A signed falsehood has to be in the log, because the log is the evidence for it. So an
entry is logged first, and its claim is judged afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import Sentence, Text
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import Body, Entry
from sealed_wonders.net.log.phases import Receipt
from sealed_wonders.net.plan import PhasePlan

IsKnown = Callable[[Entry], bool]
"""Return whether the claim of an entry was checked before, and found right."""


def nothing_known(entry: Entry) -> bool:
    """Return False, so that every claim is checked."""
    return False


@dataclass(frozen=True, slots=True)
class Claim:
    """Contents of a logged entry, before anybody has judged them."""

    entry: int
    """Number of the entry in the log, in the order of arrival."""
    seat: Seat
    task: PhasePlan
    body: Body
    digest: bytes
    """Digest of the entry's envelope, which contains the rest."""
    is_known: bool = False
    """Whether the proofs needn't be checked, only the consequences computed."""

    @classmethod
    def of(
        cls, number: int, entry: Entry, task: PhasePlan, *, is_known: bool = False
    ) -> Claim:
        """Return the claim of an entry that has this number in the log."""
        envelope, digest = entry.envelope, entry_digest(entry.wire.env)
        return cls(number, envelope.seat, task, envelope.body, digest, is_known)

    def fraud(self, reason: Text) -> Fraud:
        """Return what the entry is if its claim is wrong."""
        phase = self.task.phase
        return Fraud(self.entry, self.seat, phase.number, phase.kind, reason)


@dataclass(frozen=True, slots=True)
class Fraud:
    """A signed entry that doesn't follow from the log. It is its own evidence."""

    entry: int
    """Number of the entry in the log, in the order of arrival."""
    seat: Seat
    phase: int
    kind: str
    reason: Text

    @property
    def sentence(self) -> Sentence:
        """The whole accusation as a sentence."""
        return Sentence(
            "seat {seat} broke the rules of the game at entry {entry} (phase {phase}, "
            "{kind}): {reason}",
            seat=self.seat,
            entry=self.entry,
            phase=self.phase,
            kind=self.kind,
            reason=self.reason,
        )

    def __str__(self) -> str:
        return str(self.sentence)


Verdict = Receipt | Fraud
"""
What became of a wire. It was logged, it is known already, it proves that its seat
signed two versions (and isn't logged), or it was logged as a fraud (and counts for
nothing).
"""
