"""
Small files next to the journals of games, which nobody has signed: clocks and backups.

There is at most one of each kind per game, named by the first digits of the game's id,
like its journal. It is written as a whole. Later versions must be able to read it,
since games are resumed after an update: in an array of fields, new ones come last, with
a default. A file that can't be read counts as missing.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta

from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.messages import SEATS_CAP, Box, Count, Key, Name, Tag
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.system.files import write_whole
from sealed_wonders.net.times import Times

T = TypeVar("T")


class SideFile(Generic[T]):
    """A kind of file; *missing* stands for one that is missing."""

    def __init__(self, extension: str, kind: type[T], missing: T) -> None:
        self._extension = extension
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._missing = missing

    def path(self, folder: Path, game: str) -> Path:
        return folder / f"{game}{self._extension}"

    def read(self, folder: Path, game: str) -> T:
        try:
            return self._decoder.decode(self.path(folder, game).read_bytes())
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return self._missing

    def write(self, folder: Path, game: str, value: T) -> None:
        """Write a game's file, or raise `OSError`."""
        write_whole(self.path(folder, game), msgspec.msgpack.encode(value))


class KeptTime(msgspec.Struct, frozen=True, array_like=True):
    """
    The clock of a game: a pause, the pauses used up, and agreed times.

    None of this is signed, so it is stored next to the journal and not in it. It is
    written when it changes, and removed with the journal; a host that resumes the game
    tells everybody. The seconds left to each seat change with every choice, so they are
    written only once, when a host ends in order.

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

CLOCKS = SideFile(".clock", KeptTime, NOTHING)


class SeatBackup(msgspec.Struct, frozen=True, array_like=True):
    """
    A backup that the holder of a seat stores, to be able to continue on another machine.

    A host can neither read a backup nor tell which words open it. It gives the backup to
    anybody who knows its tag, until the game is over or the seat has a new holder.
    """

    identity: Key
    tag: Tag
    box: Box


BACKUPS = SideFile[tuple[SeatBackup, ...]](".backups", tuple[SeatBackup, ...], ())
"""All backups of a game. If they can't be read, they are lost, and nobody is told."""


class Backups:
    """The backups of all games in a folder, at most one per holder of a seat."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, gid: bytes, new: SeatBackup, holders: Collection[bytes]) -> None:
        """
        Store a backup, replacing an earlier one of the same identity.

        Args:
            holders: the current holders of seats; backups of others are removed.

        Raises:
            OSError: the file can't be written.
        """
        others = [
            it
            for it in BACKUPS.read(self._folder, stem(gid))
            if it.identity != new.identity and it.identity in holders
        ]
        BACKUPS.write(self._folder, stem(gid), (*others, new))

    def find(self, gid: bytes, tag: bytes) -> SeatBackup | None:
        """Return the backup with a tag; None if there is none that can be read."""
        found = BACKUPS.read(self._folder, stem(gid))
        return next((it for it in found if it.tag == tag), None)

    def prune(self, gid: bytes, holders: Collection[bytes]) -> None:
        """Remove the backups of former holders, or raise `OSError`."""
        before = BACKUPS.read(self._folder, stem(gid))
        now = tuple(it for it in before if it.identity in holders)
        if now != before:
            BACKUPS.write(self._folder, stem(gid), now)


def remove_all(folder: Path, game: str) -> None:
    """Remove all files of a game, or raise `OSError`."""
    for kind in (BACKUPS, CLOCKS):
        kind.path(folder, game).unlink(missing_ok=True)
