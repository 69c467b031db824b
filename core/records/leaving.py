"""
Lines that say who left for good, as a replay comes to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sealed_wonders.core.game import Refusal, Seat
from sealed_wonders.core.records.script import Flaw, Script
from sealed_wonders.core.sentences import Sentence


def check_leaving(
    script: Script[Any], seats: Iterable[Seat], players: int, active: Sequence[Seat]
) -> None:
    """Raise a `Fault` in the next line, if not all these seats still play."""
    for seat in seats:
        if seat >= players:
            detail = Sentence("there is no seat {seat}", seat=seat)
        elif seat not in active:
            detail = Sentence("seat {seat} left before", seat=seat)
        else:
            continue
        script.fault(Flaw.ILLEGAL, detail, refusal=Refusal.NOT_ASKED)
