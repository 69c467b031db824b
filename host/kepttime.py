"""
What a host writes down of a game's time: a pause, what of pauses is used up, an agreed clock.

Nobody signs any of it, so it stands beside the journal and not in it. It is written when it
changes and goes with the journal; a host that goes on with the game tells all how it is. What
time each seat has left changes with each choice: it is written once, as a host ends in order.
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
    All of it, of one game.

    Raises:
        ValueError: it names nobody.
    """

    paused_by: Name | None = None
    """The name of whoever wanted a pause; None: there is none."""
    paused_seat: Count | None = None
    """Whose pause it is; None: that of whoever runs the host."""
    used: Annotated[tuple[float, ...], Meta(max_length=SEATS_CAP)] = ()
    """By seat, the seconds for which it has stopped the clock; none, if nobody has."""
    now: Times | None = None
    """What was agreed during the game, and holds; None: what the table's options say."""
    next: Times | None = None
    """What was agreed and will hold; None: nothing else."""
    after: Count = 0
    """The part of the game behind which that holds."""
    left: Annotated[tuple[float, ...], Meta(max_length=SEATS_CAP)] = ()
    """By seat, the seconds of its own that it has left; none, if that isn't known."""

    def __post_init__(self) -> None:
        if self.paused_by is not None:
            clean_name(self.paused_by)


NOTHING = KeptTime()
"""Of a game that was never paused, and is timed as its options say."""


class KeptTimes:
    """Those of all games, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, gid: bytes, kept: KeptTime) -> None:
        """
        Write down how it is now.

        Raises:
            OSError: it can't be written.
        """
        write_whole(self._path(gid.hex()), msgspec.msgpack.encode(kept))

    def find(self, gid: str) -> KeptTime:
        """
        Return what was written down; nothing, if it can't be read.

        Args:
            gid: the first 16 digits of its id.
        """
        try:
            data = self._path(gid).read_bytes()
            return msgspec.msgpack.decode(data, type=KeptTime)
        except (OSError, msgspec.DecodeError):
            return NOTHING

    def forget(self, gid: str) -> None:
        """
        Remove what was written down.

        Raises:
            OSError: it can't be removed.
        """
        self._path(gid).unlink(missing_ok=True)

    def _path(self, gid: str) -> Path:
        return self._folder / f"{gid[:STEM]}.clock"
