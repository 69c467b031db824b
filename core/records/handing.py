"""
Lines that say who took a seat: they stand anywhere behind the header, in every game.
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
class Handed:
    """Somebody took a seat, and plays on there."""

    seat: Seat
    name: str

    @property
    def title(self) -> Sentence:
        """What it stands for."""
        return Sentence("who takes a seat")

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"handed": self.seat, "name": self.name}


def read_handed(fields: Fields) -> Handed:
    """Read such a line."""
    return Handed(fields.number("handed", 0, NUMBER_CAP), fields.person())


def written(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """Write the lines of the seats whose players have other names now, without ends."""
    for seat, (old, new) in enumerate(zip(before, now, strict=True)):
        if old != new:
            yield json.dumps(Handed(seat, new).to_json())
