"""The lines typed before, in a file; without it, those of this time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from prompt_toolkit.history import FileHistory


class TypedBefore(FileHistory):
    """
    A file of lines that nothing depends on.

    One that can't be read, or a disk that is full, is no reason to end a game.
    """

    def load_history_strings(self) -> Iterable[str]:
        """Give the lines, the last one first; none if they can't be read."""
        try:
            return tuple(super().load_history_strings())
        except OSError:
            return ()

    def store_string(self, string: str) -> None:
        """Write a line down, if that can be."""
        with contextlib.suppress(OSError):
            super().store_string(string)
