"""
Backups: what players leave with a host, so that they can go on at another machine.

The host can't read one, nor tell which words open it. It keeps one at most of each seat in
a game, beside the journal, for whoever asks for it by its tag, until the game is over or
somebody else has the seat. All of a game's are in one file, written whole.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from sealed_wonders.host.files import write_whole
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.messages import Box, Key, Tag


class Left(msgspec.Struct, frozen=True, array_like=True):
    """What the holder of a seat has left."""

    identity: Key
    tag: Tag
    box: Box


class Backups:
    """Those of all games, in a folder."""

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
        Keep what somebody leaves, in place of what they left before.

        Args:
            holders: who has a seat in the game now; nothing else is kept.

        Raises:
            OSError: it can't be written.
        """
        others = [
            it
            for it in self._read(gid)
            if it.identity != identity and it.identity in holders
        ]
        self._write(gid, [*others, Left(identity, tag, box)])

    def find(self, gid: bytes, tag: bytes) -> Left | None:
        """Return what was left under a tag; None if nothing was, or can be read."""
        return next((it for it in self._read(gid) if it.tag == tag), None)

    def prune(self, gid: bytes, holders: Collection[bytes]) -> None:
        """
        Remove what was left by those who have no seat any more.

        Raises:
            OSError: it can't be written.
        """
        before = self._read(gid)
        now = [it for it in before if it.identity in holders]
        if now != before:
            self._write(gid, now)

    def forget(self, gid: str) -> None:
        """
        Remove all of a game.

        Args:
            gid: the first 16 digits of its id.

        Raises:
            OSError: it can't be removed.
        """
        self._path(gid).unlink(missing_ok=True)

    def _path(self, gid: str) -> Path:
        return self._folder / f"{gid[:STEM]}.backups"

    def _read(self, gid: bytes) -> list[Left]:
        """Read what is there; of a file that is damaged, nothing."""
        try:
            data = self._path(gid.hex()).read_bytes()
            return msgspec.msgpack.decode(data, type=list[Left])
        except (OSError, msgspec.DecodeError):
            return []

    def _write(self, gid: bytes, some: list[Left]) -> None:
        write_whole(self._path(gid.hex()), msgspec.msgpack.encode(some))
