"""
Whoever acts at a table, as the parts of a person see them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from sealed_wonders.client.terminal.narration import Kind
from sealed_wonders.client.terminal.tableactions import TableActions
from sealed_wonders.client.terminal.tablemodel import TableModel


class Actor(Protocol):
    """Whoever acts at a table: a `Person`, to what they are made of."""

    known: TableModel
    table: TableActions
    over: bool
    is_program: bool
    seated: bool
    back: str
    hosts: bool

    def tell(self, line: str, kind: Kind = Kind.TABLE) -> None:
        """Tell a line."""

    def guide(self, *lines: str) -> None:
        """Say what can be typed now, where nothing else shows it."""

    def as_typed(self, word: str) -> str:
        """Return how a word that is typed as a command gets to the table from here."""

    def tell_all(self, lines: Iterable[str], kind: Kind = Kind.TABLE) -> None:
        """Tell several lines, one after the other."""

    def offered_to_host(self) -> None:
        """Say how to go on with the table on this machine."""

    def ask_again(self) -> None:
        """Put the open question again, if there is one."""

    def play_by_program(self) -> None:
        """Have our program do what is for us to do just now."""

    def stop(self) -> None:
        """Ask and answer nothing any more."""

    def got_up(self) -> None:
        """Have no seat any more."""
