"""What a client keeps on its disk, which may be full."""

from __future__ import annotations

import errno

from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.memory import InMemory, Memory, MemoryStore, OnDisk
from tests.support.inprocess.client import EVENING, Client
from tests.support.inprocess.closing import OPENED
from tests.support.inprocess.server import HostHarness


class FullStore(InMemory):
    """
    A store whose disk is full when the seat makes a choice.

    Attributes:
        has_space: whether there is space again.
    """

    has_space = False

    def remember(self, memory: Memory) -> None:
        if memory.move is not None and not self.has_space:
            raise OSError(errno.ENOSPC, "No space left on device")
        super().remember(memory)


class StoringClient(Client):
    """A client that keeps its entries and the log on disk."""

    def __init__(self, host: HostHarness, home: Home, name: str = "ann") -> None:
        self.home = home
        super().__init__(host, name)
        OPENED.append(self.close)

    def store_of(self, table: bytes) -> MemoryStore:
        self.store = self.home.memories(table)
        return self.store

    def log_of(self, gid: bytes, table: str) -> GameLog:
        return self.home.game_log(gid, table, EVENING)

    def kill(self) -> None:
        """End the program's process."""
        self.disconnect()
        self.host.clients.remove(self)
        self.close()

    def close(self) -> None:
        """Close the files, as the system does when a process ends."""
        self.session.close()
        if isinstance(self.store, OnDisk):
            self.store.close()
