"""
Lines that say who left for good, in every game, and how a replay comes to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sealed_wonders.core.game import Refusal, Seat
from sealed_wonders.core.records.fields import Fields
from sealed_wonders.core.records.script import Flaw, Script
from sealed_wonders.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Left:
    """Seats left for good, and the others play on."""

    seats: tuple[Seat, ...]
    """Ascending."""

    @property
    def title(self) -> Sentence:
        """What it stands for."""
        return Sentence("who leaves for good")

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"left": list(self.seats)}


def read_left(fields: Fields) -> Left:
    """Read such a line."""
    return Left(fields.seats("left"))


def check_leaving(
    script: Script[Any], seats: Iterable[Seat], players: int, active: Sequence[Seat]
) -> None:
    """
    Note who leaves by the next line.

    Raises:
        Fault: not all these seats still play.
    """
    seats = tuple(seats)
    for seat in seats:
        if seat >= players:
            detail = Sentence("there is no seat {seat}", seat=seat)
        elif seat not in active:
            detail = Sentence("seat {seat} left before", seat=seat)
        else:
            continue
        script.fault(Flaw.ILLEGAL, detail, refusal=Refusal.NOT_ASKED)
    script.leave(seats)
