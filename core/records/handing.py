"""
Record lines for handovers of seats: allowed anywhere after the header, in every game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sealed_wonders.core.game import Seat
from sealed_wonders.core.records.fields import NUMBER_CAP, Fields
from sealed_wonders.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class HandedLine:
    """A new player has taken over a seat."""

    seat: Seat
    name: str

    @property
    def title(self) -> Sentence:
        return Sentence("a line about who takes a seat")

    def to_json(self) -> dict[str, Any]:
        return {"handed": self.seat, "name": self.name}


def read_handed(fields: Fields) -> HandedLine:
    """Read a line about a handover."""
    return HandedLine(fields.number("handed", 0, NUMBER_CAP), fields.person())


def written(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """
    Yield a line, without its line end, for each seat whose player's name has changed.
    """
    for seat, (old, new) in enumerate(zip(before, now, strict=True)):
        if old != new:
            yield json.dumps(HandedLine(seat, new).to_json())
