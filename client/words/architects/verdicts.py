"""Sentences on what a log proves about the cards of 7 Wonders: Architects."""

from __future__ import annotations

from sealed_wonders.net.words import marked, n_

SEALED = marked(
    "Cards were sealed: nobody knew a card before it was turned up, not the host "
    "either, but for what the cat and Halicarnassus show to one player alone, and "
    "each step with them is proven."
)

IN_THE_OPEN = marked(
    "Cards were not sealed: whoever has this log, as the host had, can work out "
    "the order of every pile. What follows is right all the same."
)


def dealt(n: int) -> str:
    """Return what *n* shares of cards shown to single players are about."""
    return n_(
        "share of what the cat shows, to its holder alone",
        "shares of what the cat shows, to its holder alone",
        n,
    )
