"""
What a person at a table can do, and what is kept for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sealed_wonders.client.table.actions import Action
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.evidence import Equivocation


class TableActions(Protocol):
    """A person's connection to a table."""

    def do(self, action: Action) -> bool:
        """Do something; tells whether that was possible."""

    def admin_key(self) -> bytes:
        """
        Give the key by which one runs hosts.

        Raises:
            Damaged: it can't be read, or made.
        """

    def seat_words(self) -> Sequence[str]:
        """Return the words of one's seat in a game; none without a seat, or a seed."""

    def keep_log(self, *, whole: bool) -> str:
        """
        Keep the log of the game, of which nothing more will be; return its path.

        Nothing, if it couldn't be kept, or somebody else does.

        Args:
            whole: the game has ended as it should.
        """

    def keep_states(self, phase: int, states: object) -> str:
        """
        Keep how the rules of several programs stood in a phase.

        Args:
            states: JSON data.

        Returns:
            The path, as a shell takes it; nothing if it couldn't be kept.
        """

    def keep_proof(self, seat: Seat, proof: Equivocation) -> str:
        """Keep the proof that a seat signed two versions; return its path, or nothing."""
