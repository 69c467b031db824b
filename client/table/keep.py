"""
A bot's files about its game, in a folder named after its identity.

The folder is a home like a person's, with a key and a file for one game. The file has
the game's seed, and what others told the bot about a seat that was theirs. Everything
that the bot has signed is in another folder, next to the folder of all bots, which no
backup should contain: from an old copy, the bot would sign something different where it
has forgotten its first entry. If only that part is missing, the bot continues as soon
as the others at the table have told it what they know
(`sealed_wonders.client.table.recollecting`).

So a bot that is restarted continues where it was, as people do. A host knows its bots
by their identities. A bot that somebody else has started is known by its place: its
host, the table if that was named, and its own name.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from sealed_wonders.client.storage.home import (
    DamagedFile,
    Home,
    Memories,
    opened,
    read,
    write,
)
from sealed_wonders.client.table.link import LinkBroken
from sealed_wonders.client.table.memory import HOME, Memory, MemoryStore, OnDisk
from sealed_wonders.client.table.taking import OF_OTHERS, has_taken
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.botlines import memory_folder
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.system.files import write_first
from sealed_wonders.net.system.locks import Lock

PLACE = "place"
"""Name of the file with the place to which a bot was sent."""

TAG = "CACHEDIR.TAG"
"""
File by which backup programs recognize folders to leave out.

See `tar --exclude-caches` and https://bford.info/cachedir/.
"""

TAG_TEXT = b"""\
Signature: 8a477f597d28d172789f06886806bc55
# What bots have signed in games that go on. Never restore it from a backup:
# an old copy would make them sign something else in the same place.
"""


class BotFolder:
    """
    One bot's folder, created when its game begins.

    Attributes:
        identity: the bot's identity.
        was_kept: whether an earlier process has played the bot.
    """

    def __init__(self, folder: Path, identity: Identity) -> None:
        """
        Create an object that hasn't written anything.

        Args:
            folder: the folder of all bots.
        """
        self.identity = identity
        self.was_kept = False
        self._path = folder / identity.public.hex()
        self._home = Home(self._path, self._path)
        self._signed = memory_folder(folder)
        own = self._signed / identity.public.hex()
        self._memory = Home(own, own)
        self._place: bytes | None = None
        """The place to which it was sent, if it is known by that."""
        self._lock: Lock | None = None
        """Held while no other process may play this bot."""
        self._stores: list[OnDisk] = []

    @classmethod
    def found(cls, folder: Path, public: bytes) -> BotFolder:
        """
        Return the existing folder of a bot.

        Raises:
            DamagedFile: there is none, or it can't be used.
        """
        path = folder / public.hex()
        if not path.is_dir():
            raise DamagedFile(path, Sentence("no state of this bot is stored here"))
        keep = cls(folder, Home(path, path).identity())
        if keep.identity.public != public:
            raise DamagedFile(path, Sentence("the key belongs to another bot"))
        keep.was_kept = True
        return keep

    @classmethod
    def at(cls, folder: Path, place: Sequence[str]) -> BotFolder:
        """
        Return the folder of an unused bot that was sent to a place, or a new one.

        Raises:
            DamagedFile: it can't be used.
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
        """Whether the bot has agreed to take a seat that was somebody else's."""
        for path in self._path.glob("games/*.seat"):
            store = self._home.memories(bytes.fromhex(path.stem))
            try:
                if has_taken(store):
                    return True
            finally:
                store.close()
        return False

    def store_of(self, table: bytes) -> MemoryStore:
        """
        Return the store for a game.

        Raises:
            LinkBroken: it can't be written, or another process has it.
        """
        try:
            key = self._path / "identity.pem"
            if not key.exists():
                _make(self._path.parent)
                write(key, self.identity.to_pem(), write_first)
                self._take_place()
            if not (self._signed / TAG).exists():
                write(self._signed / TAG, TAG_TEXT, write_first)
            _make(self._memory.state)
            store = self._open(table)
        except DamagedFile as damaged:
            raise LinkBroken(sentence_of(damaged)) from None
        self._stores.append(store)
        return store

    def _open(self, table: bytes) -> OnDisk:
        copy = self._home.memories(table)
        try:
            path = self._memory.memories_at(table)
            return opened(path, lambda path: _Divided(path, copy))
        except DamagedFile:
            copy.close()
            raise

    def _take_place(self) -> None:
        if self._place is not None:
            path = self._path / PLACE
            write(path, self._place)
            try:
                self._lock = Lock(path)
            except OSError as problem:
                raise DamagedFile(path, problem) from None

    def clear(self, *, over: bool) -> None:
        """
        Close the folder, and remove it if nothing in it must be kept.

        Args:
            over: whether the game is over, so that nobody continues it.
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
            # The first attempt fails where a held lock's file can't be removed.
            with contextlib.suppress(OSError):
                self._path.rmdir()


class _Divided(Memories):
    """
    Store of a bot in two files.

    One of them, the copy, may be restored from a backup. It lacks what an earlier
    process has signed, so if only the copy exists, the rest is known to be lost.
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
        if not self.seed:
            self._copy.begin(seed)
            super().begin(self._copy.seed)

    def remember(self, memory: Memory) -> None:
        """Store a memory, also in the copy if the log doesn't contain it."""
        if memory.lane.startswith((*OF_OTHERS, HOME)):
            self._copy.remember(memory)
        super().remember(memory)

    def clear(self) -> None:
        self._copy.clear()
        super().clear()

    def discard(self) -> None:
        self._copy.discard()
        super().discard()


def _make(folder: Path) -> None:
    """
    Create a folder that only its owner can read.

    Raises:
        DamagedFile: it can't be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise DamagedFile(folder, problem) from None
