"""The lines typed before, in a file; without it, those of this time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

from prompt_toolkit.history import FileHistory, History


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


class Discreet(History):
    """Lines typed before, but for those that nobody should read again."""

    def __init__(self, history: History, is_secret: Callable[[], bool]) -> None:
        """
        Keep lines in a history.

        Args:
            is_secret: tells whether the one that is typed isn't to be kept.
        """
        super().__init__()
        self._history = history
        self._is_secret = is_secret

    def append_string(self, string: str) -> None:
        """Take a line that was typed."""
        if not self._is_secret():
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """Give the lines, the last one first."""
        return self._history.load_history_strings()

    def store_string(self, string: str) -> None:
        """Write a line down."""
        self._history.store_string(string)
