"""
What a bot must not forget of its game, in a folder that has its identity for a name.

It is a home like a person's, with the key and a file of one game, which has the game's seed and
what others have told the bot of a seat that was theirs. What it has signed is in a folder beside
that of all bots, which no backup should have: an old copy would make it sign something else in
the place of what it has forgotten. Where only that is missing, the bot goes on as soon as the
others at the table have said what they know (`sealed_wonders.client.table.recollecting`).

So a bot goes on where it was when it is started again, as people do. A host knows its bots by
their identities. A bot that somebody else has started is known by the place that it was sent to:
by its host, the table if that was named, and its own name.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from sealed_wonders.client.storage.home import (
    Damaged,
    Home,
    Memories,
    opened,
    read,
    write,
)
from sealed_wonders.client.table.link import Broken
from sealed_wonders.client.table.memory import HOME, Memory, OnDisk, Store
from sealed_wonders.client.table.taking import OF_OTHERS, has_taken
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.botlines import memory_folder
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.system.files import put_first
from sealed_wonders.net.system.locks import Lock

PLACE = "place"
"""The file that says where a bot was sent to."""

TAG = "CACHEDIR.TAG"
"""
The file by which programs that make backups know a folder to be left out, as with
`tar --exclude-caches`: https://bford.info/cachedir/
"""

TAG_TEXT = b"""\
Signature: 8a477f597d28d172789f06886806bc55
# What bots have signed in games that go on. Never restore it from a backup:
# an old copy would make them sign something else in the same place.
"""


class Keep:
    """
    One bot's folder, which is made when its game begins.

    Attributes:
        identity: the bot's.
        was_kept: an earlier process has played it.
    """

    def __init__(self, folder: Path, identity: Identity) -> None:
        """
        Keep a bot's things; nothing is written yet.

        Args:
            folder: that of all bots.
        """
        self.identity = identity
        self.was_kept = False
        self._path = folder / identity.public.hex()
        self._home = Home(self._path, self._path)
        self._signed = memory_folder(folder)
        own = self._signed / identity.public.hex()
        self._memory = Home(own, own)
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
        keep.was_kept = True
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
            if not (self._signed / TAG).exists():
                write(self._signed / TAG, TAG_TEXT, put_first)
            _make(self._memory.state)
            store = self._open(table)
        except Damaged as damaged:
            raise Broken(sentence_of(damaged)) from None
        self._stores.append(store)
        return store

    def _open(self, table: bytes) -> OnDisk:
        copy = self._home.memories(table)
        try:
            path = self._memory.memories_at(table)
            return opened(path, lambda path: _Divided(path, copy))
        except Damaged:
            copy.close()
            raise

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
            shutil.rmtree(self._memory.state, ignore_errors=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        if is_gone:
            # Where its lock couldn't be removed as long as it was held.
            with contextlib.suppress(OSError):
                self._path.rmdir()


class _Divided(Memories):
    """
    What a bot must not forget, of which that goes into a copy which may be restored.

    If only the copy is left, the rest is lost: another process has signed it.
    """

    def __init__(self, path: Path, copy: OnDisk) -> None:
        super().__init__(path)
        self._copy = copy
        try:
            if self.is_new and not copy.is_new:
                self._restore()
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of both files."""
        super().close()
        self._copy.close()

    def _restore(self) -> None:
        super().begin(self._copy.seed)
        self.restore()
        home = self._copy.recall(0, HOME)
        for memory in (*self._copy.memories(), *([] if home is None else [home])):
            super().remember(memory)
        self._is_new = False

    def begin(self, seed: bytes = b"") -> None:
        """Keep that there is a game, with a seed, in both."""
        if not self.seed:
            self._copy.begin(seed)
            super().begin(self._copy.seed)

    def remember(self, memory: Memory) -> None:
        """Keep a memory, in both if the log doesn't tell it."""
        if memory.lane.startswith((*OF_OTHERS, HOME)):
            self._copy.remember(memory)
        super().remember(memory)

    def clear(self) -> None:
        """Leave nothing but that there is a game."""
        self._copy.clear()
        super().clear()

    def discard(self) -> None:
        """Remove both files."""
        self._copy.discard()
        super().discard()


def _make(folder: Path) -> None:
    """
    Make a folder, for its owner alone.

    Raises:
        Damaged: it can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise Damaged(folder, problem) from None
