"""
Histories of typed lines, for prompts: in a file whose errors don't matter, and
without secrets.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

from prompt_toolkit.history import FileHistory, History


class TypedBefore(FileHistory):
    """
    A history file that nothing depends on.

    Neither an unreadable file nor a full disk is a reason to end a game.
    """

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines, most recent first; none if they can't be read."""
        try:
            return tuple(super().load_history_strings())
        except OSError:
            return ()

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):
            super().store_string(string)


class Discreet(History):
    """A history without secret lines."""

    def __init__(self, history: History, is_secret: Callable[[], bool]) -> None:
        """
        Wrap a history.

        Args:
            is_secret: Returns whether the line being typed must not be kept.
        """
        super().__init__()
        self._history = history
        self._is_secret = is_secret

    def append_string(self, string: str) -> None:
        if not self._is_secret():
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        return self._history.load_history_strings()

    def store_string(self, string: str) -> None:
        self._history.store_string(string)
