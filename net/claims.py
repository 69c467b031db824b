"""
Claims: what a logged entry says, and what is found of it.

A signed falsehood has to be in the log, since the log is the evidence of it. So an entry is
taken first, and what it claims is judged behind that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import Sentence, Text
from sealed_wonders.net.log.envelopes import Body, Entry
from sealed_wonders.net.log.phases import Receipt
from sealed_wonders.net.plan import Task

IsKnown = Callable[[Entry], bool]
"""Tells of an entry whether its claim was checked before, and found right."""


def nothing_known(entry: Entry) -> bool:
    """Have every claim checked."""
    return False


@dataclass(frozen=True, slots=True)
class Claim:
    """What a logged entry says, which nobody has judged yet."""

    entry: int
    """Its number in the log, as it came in."""
    seat: Seat
    task: Task
    body: Body
    is_known: bool = False
    """It needn't be checked: only what follows from it is calculated."""


@dataclass(frozen=True, slots=True)
class Fraud:
    """A signed entry that doesn't follow from the log; its own evidence."""

    entry: int
    """Its number in the log, as it came in."""
    seat: Seat
    phase: int
    kind: str
    reason: Text

    @property
    def sentence(self) -> Sentence:
        """All of it."""
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
What became of a wire: taken into the log; there already; proof that its seat signed two
versions, which isn't logged; or logged as a fraud, which counts for nothing.
"""
