"""
Backups that players store at a host, to be able to continue on another machine.

The host can't read a backup, nor tell which words open it. It keeps at most one per
holder of a seat, next to the game's journal, and gives it to anybody who knows its tag,
until the game is over or the seat has a new holder.

All backups of a game are in one file, which is written as a whole. The file is an array
of `SeatBackup`, each an array of its fields in order. Later versions must be able to
read it: a file that can't be read counts as empty, so players would lose their backups
without a word.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from sealed_wonders.host.files import write_whole
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.messages import Box, Key, Tag


class SeatBackup(msgspec.Struct, frozen=True, array_like=True):
    """A backup of the holder of a seat."""

    identity: Key
    tag: Tag
    box: Box


class Backups:
    """The backups of all games in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(
        self,
        gid: bytes,
        identity: bytes,
        tag: bytes,
        box: bytes,
        holders: Collection[bytes],
    ) -> None:
        """
        Store a backup, replacing an earlier one of the same identity.

        Args:
            tag: the tag with which it can be fetched.
            holders: the current holders of seats; backups of others are removed.

        Raises:
            OSError: the file can't be written.
        """
        others = [
            it
            for it in self._read(gid)
            if it.identity != identity and it.identity in holders
        ]
        self._write(gid, [*others, SeatBackup(identity, tag, box)])

    def find(self, gid: bytes, tag: bytes) -> SeatBackup | None:
        """
        Return the backup with a tag; None if there is none, or the file can't be read.
        """
        return next((it for it in self._read(gid) if it.tag == tag), None)

    def prune(self, gid: bytes, holders: Collection[bytes]) -> None:
        """
        Remove the backups of former holders.

        Raises:
            OSError: the file can't be written.
        """
        before = self._read(gid)
        now = [it for it in before if it.identity in holders]
        if now != before:
            self._write(gid, now)

    def forget(self, digits: str) -> None:
        """
        Remove all backups of a game.

        Args:
            digits: the id of the game in hexadecimal, or its first `STEM` digits.

        Raises:
            OSError: the file can't be removed.
        """
        self._path(digits).unlink(missing_ok=True)

    def _path(self, digits: str) -> Path:
        return self._folder / f"{digits[:STEM]}.backups"

    def _read(self, gid: bytes) -> list[SeatBackup]:
        """Read the backups of a game; a damaged file counts as empty."""
        try:
            data = self._path(gid.hex()).read_bytes()
            return msgspec.msgpack.decode(data, type=list[SeatBackup])
        except (OSError, msgspec.DecodeError):
            return []

    def _write(self, gid: bytes, some: list[SeatBackup]) -> None:
        write_whole(self._path(gid.hex()), msgspec.msgpack.encode(some))
