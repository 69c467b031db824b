"""Base of both games' boxes about one card, or something else that lies on a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

C = TypeVar("C")


class OneCardBox(Box, Generic[C]):
    """
    Box about one card; left and right go through the others.

    Attributes:
        card: the current card.
    """

    widest = 76

    def __init__(self, stack: Stack, card: C, others: Sequence[C] = ()) -> None:
        """
        Create the box.

        Args:
            others: the cards to go through; by default, those on the screen below.
        """
        super().__init__(stack)
        self.card = card
        self.given = others

    @property
    def below(self) -> Sequence[C]:
        """The cards on the screen below."""
        return ()

    @property
    def others(self) -> Sequence[C]:
        return self.given or self.below

    @property
    def sideways(self) -> str:
        return _("next card") if len(self.others) > 1 else ""

    def turn(self, step: int) -> None:
        others = self.others
        at = others.index(self.card) if self.card in others else -(step > 0)
        self.go(others[(at + step) % len(others)])

    def go(self, card: C) -> None:
        """Show another card."""
        self.card = card
        self.show_from(0)
