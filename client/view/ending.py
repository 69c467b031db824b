"""How a game ended."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.net.claims import Fraud


class TwoGames(NamedTuple):
    """A seat was shown a different game than ours, so two games exist."""

    seat: Seat
    culprit: Seat | None = None
    """The seat that signed two versions, once known."""
    proof: str = ""
    """The path of the proof, quoted for a shell."""


class ClosedEnding(NamedTuple):
    """The table was closed."""

    reason: str
    by_host: bool
    """Whether `reason` is in the host's words."""


class Stuck(NamedTuple):
    """The seat that was handed over to us lacks a secret."""


class Displaced(NamedTuple):
    """Another program has taken our place at the table, where the game continues."""

    since: str
    """The time, formatted for display."""
    back: str
    """The command that takes the place back; empty if there is none."""


class Ending(NamedTuple):
    """How a game ended for us."""

    sheet: Sheet | None
    """The signed result; None if there is none."""
    why: Fraud | TwoGames | ClosedEnding | Stuck | Displaced | None = None
    """The event that stopped the game, or None."""
    log: str = ""
    """The path of the kept log, quoted for a shell; empty if none is kept."""
    out: tuple[Seat, ...] = ()
    """Seats that had been removed before the result was signed."""
    early: bool = False
    """Whether all agreed to end the game early."""
