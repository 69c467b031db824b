"""
What the players of a rollout go by: guesses at what comes to a city.

They were those of `client.bots.architects`, and then changed by chance, again and again, all
at once: what won more of thousands of games against the others was kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

WEIGHTS: Sequence[tuple[str, float]] = (
    ("pace", 0.67),
    ("horns", 0.24),
    ("useful", 0.65),
    ("extra", 4.2),
    ("chosen", 1.2),
    ("saved", 0.67),
    ("freed", 0.12),
    ("shield", 2.1),
    ("cats", 0.15),
    ("gained", 0.093),
    ("beaten", 0.99),
    ("half", 0.31),
    ("most", 0.67),
    ("peek", 0.62),
    ("rival", 0.1),
    ("doubt", 1.3),
    ("stage", 2.6),
    ("won", 5.7),
    ("lost", -1.6),
    ("any pile", 2.3),
    ("centre", 2.8),
    ("both sides", 5.4),
    ("look", 3.1),
    ("shield for good", 1.6),
    ("token", 0.39),
    ("first", 0.85),
    ("blue", 1.1),
    ("science", 1.1),
    ("war", 1.4),
    ("unseen", 0.11),
    ("symbol", 0.14),
)
"""What each number is, and how much."""


def weights() -> array[float]:
    """Return the numbers."""
    return array("d", [number for _, number in WEIGHTS])
