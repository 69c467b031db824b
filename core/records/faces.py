"""Faces of cards in a record, where its writer knows them; others are unknown."""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.core.game import Card, Slot

Faces = Callable[[Slot], Card | None]
"""Returns the face of a slot; None if the writer of the record doesn't know it."""


def unknown(slot: Slot) -> Card | None:
    """Return None: a spectator knows no faces."""
    return None
