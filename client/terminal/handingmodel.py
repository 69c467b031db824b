"""
What is known of seats that change hands.
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.client.table.events import Asking, Giving, Offer
from sealed_wonders.net.messages import Taker


@dataclass(slots=True)
class HandingModel:
    """What is known of seats that change hands."""

    takers: tuple[Taker, ...] = ()
    """Who looks on, and would take a seat."""
    giving: Giving | None = None
    """To whom ours is being handed over."""
    asking: Asking | None = None
    """Whom we are asking to play on for somebody who is silent."""
    offer: Offer | None = None
    """The seat that we are asked to take."""
    autopilot: bool = False
    """Our program chooses for us."""
    wants_bot: bool = False
    """The host was asked for a bot that takes our seat."""
    looks_on: bool = False
    """We look on, and have never had a seat; we see the game from another's."""
    informed: bool = False
    """A seat was offered to us, so we see all that happens at once from then on."""
