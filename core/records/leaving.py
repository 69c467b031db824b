"""Record lines for seats that leave permanently, in every game, and their checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sealed_wonders.core.game import Refusal, Seat
from sealed_wonders.core.records.fields import Fields
from sealed_wonders.core.records.script import Flaw, Script
from sealed_wonders.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class LeftLine:
    """Seats have left permanently, and the others play on."""

    seats: tuple[Seat, ...]
    """In ascending order."""

    @property
    def title(self) -> Sentence:
        return Sentence("a line about who leaves for good")

    def to_json(self) -> dict[str, Any]:
        return {"left": list(self.seats)}


def read_left(fields: Fields) -> LeftLine:
    """Read a line about leaving seats."""
    return LeftLine(fields.seats("left"))


def check_leaving(
    script: Script[Any], seats: Iterable[Seat], players: int, active: Sequence[Seat]
) -> None:
    """
    Check the seats that leave by the next line, and note them.

    Raises:
        RecordFault: one of the seats doesn't exist or has already left.
    """
    seats = tuple(seats)
    for seat in seats:
        if seat >= players:
            detail = Sentence("there is no seat {seat}", seat=seat)
        elif seat not in active:
            detail = Sentence("seat {seat} has already left", seat=seat)
        else:
            continue
        script.fault(Flaw.ILLEGAL, detail, refusal=Refusal.NOT_ASKED)
    script.leave(seats)
