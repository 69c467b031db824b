"""
What the writer of a record knows of cards that lie face down.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.core.game import Card, Slot

Faces = Callable[[Slot], Card | None]
"""The face of a slot, as far as the writer of the record knows it."""


def unknown(slot: Slot) -> Card | None:
    """Know no face, as somebody who only looks on."""
    return None
