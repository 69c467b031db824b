"""Stores of what a seat has signed, on disks that fail."""

from __future__ import annotations

import errno

from sealed_wonders.client.table.memory import InMemory, Memory


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
