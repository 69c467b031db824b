"""What a person has been told about seats that change hands: a part of `TableModel`."""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.client.table.events import Asking, Giving, SeatOffer
from sealed_wonders.net.messages import Taker


@dataclass(slots=True)
class HandingModel:
    """The table model's part on seats that change hands."""

    takers: tuple[Taker, ...] = ()
    """Spectators and bots that would take a seat."""
    giving: Giving | None = None
    """The handover of our seat in progress."""
    asking: Asking | None = None
    """Our own request to a substitute for an absent player."""
    offer: SeatOffer | None = None
    """The seat offered to us."""
    autopilot: bool = False
    """Whether our program plays for us."""
    wants_bot: bool = False
    """Whether we have asked the host for a bot to take our seat."""
    looks_on: bool = False
    """Whether we are a spectator who never had a seat, watching from another's."""
    informed: bool = False
    """
    Whether a seat has been offered to us; from then on we see events without delay.
    """
