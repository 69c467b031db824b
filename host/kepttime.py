"""
The clock of a game on disk: a pause, the pauses used up, and agreed times.

None of this is signed, so it is stored next to the journal and not in it. It is written
when it changes, and removed with the journal; a host that resumes the game tells
everybody. The seconds left to each seat change with every choice, so they are written
only once, when a host ends in order.

The file is an array of the fields of `KeptTime`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from sealed_wonders.host.sidefiles import CLOCK, SideFile
from sealed_wonders.net.messages import SEATS_CAP, Count, Name
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.times import Times


class KeptTime(msgspec.Struct, frozen=True, array_like=True):
    """
    The saved clock of a game.

    Raises:
        ValueError: `paused_by` isn't a valid name.
    """

    paused_by: Name | None = None
    """The name of whoever paused the game; None if it isn't paused."""
    paused_seat: Count | None = None
    """The seat that paused the game; None for the operator."""
    used: Annotated[tuple[float, ...], Meta(max_length=SEATS_CAP)] = ()
    """Seconds of pauses used, by seat; empty if there were none."""
    now: Times | None = None
    """The times agreed during the game; None for those in the table's options."""
    next: Times | None = None
    """Agreed times that apply later; None if there are none."""
    after: Count = 0
    """The part of the game after which these apply."""
    left: Annotated[tuple[float, ...], Meta(max_length=SEATS_CAP)] = ()
    """Seconds left for the game, by seat; empty if they aren't known."""

    def __post_init__(self) -> None:
        if self.paused_by is not None:
            clean_name(self.paused_by)


NOTHING = KeptTime()
"""A game without pauses, with the times in its options."""


CLOCKS = SideFile(CLOCK, KeptTime, NOTHING)
