"""
What a bot must not forget of its game, in a folder that has its identity for a name.

It is a home like a person's, with the key and the file of one game. So a bot goes on where
it was when it is started again, as people do. A host knows its bots by their identities. A
bot that somebody else has started is known by the place that it was sent to: by its host,
the table if that was named, and its own name.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from sealed_wonders.client.storage.home import Damaged, Home, read, write
from sealed_wonders.client.table.link import Broken
from sealed_wonders.client.table.memory import OnDisk, Store
from sealed_wonders.client.table.taking import has_taken
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.system.files import put_first
from sealed_wonders.net.system.locks import Lock

PLACE = "place"
"""The file that says where a bot was sent to."""


class Keep:
    """
    One bot's folder, which is made when its game begins.

    Attributes:
        identity: the bot's.
    """

    def __init__(self, folder: Path, identity: Identity) -> None:
        """
        Keep a bot's things; nothing is written yet.

        Args:
            folder: that of all bots.
        """
        self.identity = identity
        self._path = folder / identity.public.hex()
        self._home = Home(self._path, self._path)
        self._place: bytes | None = None
        """Where it was sent to, if it is known by that."""
        self._lock: Lock | None = None
        """Held as long as no other process may be this bot."""
        self._stores: list[OnDisk] = []
        """Those that were opened."""

    @classmethod
    def found(cls, folder: Path, public: bytes) -> Keep:
        """
        Give what is kept of a bot.

        Raises:
            Damaged: there is nothing of it, or it can't be used.
        """
        path = folder / public.hex()
        if not path.is_dir():
            raise Damaged(path, Sentence("nothing is kept here of a bot"))
        keep = cls(folder, Home(path, path).identity())
        if keep.identity.public != public:
            raise Damaged(path, Sentence("the key of another bot"))
        return keep

    @classmethod
    def at(cls, folder: Path, place: Sequence[str]) -> Keep:
        """
        Give what is kept of a bot that was sent to a place and that nobody is; or begin.

        Raises:
            Damaged: it can't be used.
        """
        name = "\n".join(place).encode()
        for path in sorted(folder.glob(f"*/{PLACE}")):
            with contextlib.suppress(OSError, ValueError):  # another process has it
                public = bytes.fromhex(path.parent.name)
                lock = Lock(path)
                if read(path) == name:
                    keep = cls.found(folder, public)
                    keep._place, keep._lock = name, lock
                    return keep
                lock.release()
        keep = cls(folder, Identity.generate())
        keep._place = name
        return keep

    @property
    def has_taken(self) -> bool:
        """Whether it has agreed to take a seat that somebody else had."""
        for path in self._path.glob("games/*.seat"):
            store = self._home.memories(bytes.fromhex(path.stem))
            try:
                if has_taken(store):
                    return True
            finally:
                store.close()
        return False

    def store_of(self, table: bytes) -> Store:
        """
        Give the store for a game.

        Raises:
            Broken: it can't be written, or another process has it.
        """
        try:
            key = self._path / "identity.pem"
            if not key.exists():
                _make(self._path.parent)
                write(key, self.identity.to_pem(), put_first)
                self._take_place()
            store = self._home.memories(table)
        except Damaged as damaged:
            raise Broken(sentence_of(damaged)) from None
        self._stores.append(store)
        return store

    def _take_place(self) -> None:
        if self._place is not None:
            path = self._path / PLACE
            write(path, self._place)
            try:
                self._lock = Lock(path)
            except OSError as problem:
                raise Damaged(path, problem) from None

    def clear(self, *, over: bool) -> None:
        """
        Close it, and remove the folder if nothing in it is worth being kept.

        Args:
            over: the game is over, so nobody goes on with it.
        """
        for store in self._stores:
            store.close()
        is_gone = over or not any(self._path.glob("games/*.seat"))
        if is_gone:
            shutil.rmtree(self._path, ignore_errors=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        if is_gone:
            # Where its lock couldn't be removed as long as it was held.
            with contextlib.suppress(OSError):
                self._path.rmdir()


def _make(folder: Path) -> None:
    """
    Make the folder of all bots, for its owner alone.

    Raises:
        Damaged: it can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise Damaged(folder, problem) from None
