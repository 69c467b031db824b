"""
Parameters of the players: estimates of what a city will get.

``builder`` and the other players in a rollout use `BUILDER`. A thinker's own parameters
began with the same values and were then changed randomly, all at once, many times.
Changes that won more of thousands of games against the others were kept. Other numbers
need such games again, as in docs/bots/STRENGTH.md.
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
    ("won", 15.0),
    ("lost", -8.0),
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
    ("denied", 0.0),
)
"""The parameters of a thinker's own moves: name and value."""


EXTRA = 2.6
"""The value of an extra card to a builder, in points."""

BUILDER: Sequence[tuple[str, float]] = (
    ("pace", 0.6),
    ("horns", 0.17),
    ("useful", 0.4),
    ("extra", EXTRA),
    ("chosen", 1.8),
    ("saved", 0.45),
    ("freed", 0.1),
    ("shield", 2.1),
    ("cats", 0.1),
    ("gained", 0.11),
    ("beaten", 1.0),
    ("half", 0.42),
    ("most", 0.5),
    ("peek", 0.4),
    ("rival", 0.3),
    ("doubt", 0.9),
    ("stage", 1.6),
    ("won", 15.0),
    ("lost", -8.0),
    ("any pile", 1.2 * EXTRA),
    ("centre", 0.9 * EXTRA),
    ("both sides", 1.9 * EXTRA),
    ("look", 1.5 * EXTRA),
    ("shield for good", 2.0),
    ("token", 1.0),
    ("first", 0.5),
    ("blue", 1.0),
    ("science", 1.0),
    ("war", 1.0),
    ("unseen", 0.0),
    ("symbol", 0.0),
    ("denied", 0.12),
)
"""The parameters of ``builder``, tested against each other in whole games."""


def weights() -> array[float]:
    """Return the parameters of a thinker's own moves."""
    return array("d", [number for _, number in WEIGHTS])


def builders() -> array[float]:
    """Return the parameters of ``builder``."""
    return array("d", [number for _, number in BUILDER])
