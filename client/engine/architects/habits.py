"""
What the players of a rollout go by: guesses at what comes to a city.

The others go by those of `client.bots.architects`, as `builder` does. A thinker's own were
these as well, and then changed by chance, again and again, all at once: what won more of
thousands of games against the others was kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from sealed_wonders.client.bots.architects import builder, forecast, tokens, worth

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
"""What each number is, and how much."""


BUILDER: Sequence[tuple[str, float]] = (
    ("pace", forecast.PACE),
    ("horns", forecast.HORNS),
    ("useful", forecast.USEFUL),
    ("extra", tokens.EXTRA),
    ("chosen", tokens.CHOSEN),
    ("saved", tokens.SAVED),
    ("freed", tokens.FREED),
    ("shield", tokens.SHIELD),
    ("cats", worth.CATS),
    ("gained", tokens.GAINED),
    ("beaten", tokens.BEATEN),
    ("half", worth.HALF),
    ("most", worth.MOST),
    ("peek", worth.PEEK),
    ("rival", worth.RIVAL),
    ("doubt", worth.DOUBT),
    ("stage", worth.STAGE),
    ("won", worth.WON),
    ("lost", worth.LOST),
    ("any pile", worth.EFFECT["any_deck_top_card"]),
    ("centre", worth.EFFECT["central_top_card"]),
    ("both sides", worth.EFFECT["left_and_right_top_cards"]),
    ("look", worth.EFFECT["look_5_keep_1"]),
    ("shield for good", worth.EFFECT["shield_plus_1"]),
    ("token", 1.0),
    ("first", builder.FIRST),
    ("blue", 1.0),
    ("science", 1.0),
    ("war", 1.0),
    ("unseen", 0.0),
    ("symbol", 0.0),
    ("denied", builder.DENIED),
)
"""Those by which they choose as `builder` does."""


def weights() -> array[float]:
    """Return the numbers of a thinker's own."""
    return array("d", [number for _, number in WEIGHTS])


def builders() -> array[float]:
    """Return those of the others."""
    return array("d", [number for _, number in BUILDER])
