"""
The interface of a person that their components use.

`Person` implements it. Components depend on this module, so `person` can import them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from sealed_wonders.client.person.tableactions import TableActions
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.tablemodel import TableModel


class Actor(Protocol):
    """A `Person` as seen by the components it is composed of."""

    known: TableModel
    table: TableActions
    over: bool
    is_guest: bool
    is_program: bool
    seated: bool
    back: str

    def tell(
        self, line: str, kind: LineKind = LineKind.TABLE, *, is_past: bool = False
    ) -> None:
        """
        Report one line.

        Args:
            is_past: It was said before we came.
        """

    def guide(self, *lines: str) -> None:
        """Explain what can be typed next; only line mode shows this."""

    def as_typed(self, word: str) -> str:
        """Return how to type a command here so that it reaches the table."""

    def tell_all(self, lines: Iterable[str], kind: LineKind = LineKind.TABLE) -> None:
        """Report several lines in order."""

    def offered_to_host(self) -> None:
        """Explain how to continue the table on this machine."""

    def ask_again(self) -> None:
        """Put the open question again, if there is one."""

    def play_by_program(self) -> None:
        """Let our program make the pending choice."""

    def stop(self) -> None:
        """Stop asking and answering."""

    def got_up(self) -> None:
        """Note that somebody else has our seat now."""
