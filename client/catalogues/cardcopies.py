"""What is printed of a game: its cards by the pictures on both sides, and their number."""

from __future__ import annotations

from typing import NamedTuple


class CardCopies(NamedTuple):
    """Equal cards of a game on paper; a board is a large card."""

    front: str
    """Id of a picture."""
    back: str
    """Id of a picture; empty for a blank back."""
    copies: int
