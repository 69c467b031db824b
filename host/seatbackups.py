"""
Backups that players store at a host, to be able to continue on another machine.

The host can't read a backup, nor tell which words open it. It keeps at most one per
holder of a seat, next to the game's journal, and gives it to anybody who knows its tag,
until the game is over or the seat has a new holder.

All backups of a game are in one file, as an array of `SeatBackup`, each an array of its
fields in order. If that file can't be read, players lose their backups without a word.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from sealed_wonders.host.sidefiles import BACKUPS, SideFile
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.messages import Box, Key, Tag


class SeatBackup(msgspec.Struct, frozen=True, array_like=True):
    """A backup of the holder of a seat, which can be fetched with its tag."""

    identity: Key
    tag: Tag
    box: Box


_FILE = SideFile[tuple[SeatBackup, ...]](BACKUPS, tuple[SeatBackup, ...], ())


class Backups:
    """The backups of all games in a folder."""

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
            for it in _FILE.read(self._folder, stem(gid))
            if it.identity != new.identity and it.identity in holders
        ]
        _FILE.write(self._folder, stem(gid), (*others, new))

    def find(self, gid: bytes, tag: bytes) -> SeatBackup | None:
        """Return the backup with a tag; None if there is none that can be read."""
        found = _FILE.read(self._folder, stem(gid))
        return next((it for it in found if it.tag == tag), None)

    def prune(self, gid: bytes, holders: Collection[bytes]) -> None:
        """
        Remove the backups of former holders.

        Raises:
            OSError: the file can't be written.
        """
        before = _FILE.read(self._folder, stem(gid))
        now = tuple(it for it in before if it.identity in holders)
        if now != before:
            _FILE.write(self._folder, stem(gid), now)
