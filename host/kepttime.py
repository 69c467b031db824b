"""
The clock of a game on disk: a pause, the pauses used up, and agreed times.

None of this is signed, so it is stored next to the journal and not in it. It is written
when it changes, and removed with the journal; a host that resumes the game tells
everybody. The seconds left to each seat change with every choice, so they are written
only once, when a host ends in order.

The file is an array of the fields of `KeptTime`. A later version must be able to read
it, since games are resumed after an update: new fields come last, with a default.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from sealed_wonders.host.files import write_whole
from sealed_wonders.net.log.digests import STEM
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


class KeptTimes:
    """The saved clocks of all games in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, gid: bytes, kept: KeptTime) -> None:
        """
        Write the clock of a game.

        Raises:
            OSError: it can't be written.
        """
        write_whole(self._path(gid.hex()), msgspec.msgpack.encode(kept))

    def find(self, gid: str) -> KeptTime:
        """
        Return the saved clock of a game; `NOTHING` if it can't be read.

        Args:
            gid: the first 16 digits of the game's id.
        """
        try:
            data = self._path(gid).read_bytes()
            return msgspec.msgpack.decode(data, type=KeptTime)
        except (OSError, msgspec.DecodeError):
            return NOTHING

    def forget(self, gid: str) -> None:
        """
        Remove the saved clock of a game.

        Raises:
            OSError: it can't be removed.
        """
        self._path(gid).unlink(missing_ok=True)

    def _path(self, gid: str) -> Path:
        return self._folder / f"{gid[:STEM]}.clock"
