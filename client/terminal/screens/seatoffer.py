"""
The question whether we take a seat that somebody offers.
"""

from __future__ import annotations

from sealed_wonders.client.table.events import Offer
from sealed_wonders.client.terminal import handing
from sealed_wonders.client.terminal.screens.confirm import Confirm
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _


class SeatOfferBox(Confirm):
    """Asks a spectator whether they take a seat."""

    def __init__(self, stack: Stack, offer: Offer) -> None:
        super().__init__(
            stack,
            handing.offered(offer),
            lambda: self._answer(yes=True),
            lambda: self._answer(yes=False),
            details=handing.taking_means(offer),
        )

    @property
    def title(self) -> str:
        return _("A seat is offered")

    def _answer(self, *, yes: bool) -> None:
        if self.stack.person is not None:
            self.stack.person.handing.answer(yes=yes)
