"""The interface for actions at a table, and for files kept of its game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sealed_wonders.client.table.actions import Action
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.evidence import Equivocation


class TableActions(Protocol):
    """A person's connection to a table."""

    def do(self, action: Action) -> bool:
        """Carry out an action; return whether it was possible."""

    def admin_key(self) -> bytes:
        """
        Return the key with which the person administers hosts.

        Raises:
            DamagedFile: The key can't be read, or created.
        """

    def seat_words(self) -> Sequence[str]:
        """Return the words of our seat in a game; empty without a seat or a seed."""

    def keep_log(self, *, whole: bool) -> str:
        """
        Keep the log of the game, which is over for us; return its path.

        The path is empty if the log couldn't be kept, or if another process keeps it.

        Args:
            whole: Whether the game has ended properly.
        """

    def public_log(self) -> bytes:
        """
        Return the log of our game as it is kept; empty without a game.

        Everybody at the table has it, so it contains no secret.
        """

    def keep_states(self, phase: int, states: object) -> str:
        """
        Keep the differing states of several programs in a phase.

        Args:
            states: JSON data.

        Returns:
            The path, quoted for a shell; empty if they couldn't be kept.
        """

    def keep_proof(self, seat: Seat, proof: Equivocation) -> str:
        """Keep the proof that a seat signed two versions; return its path, or empty."""
