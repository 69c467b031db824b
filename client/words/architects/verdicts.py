"""Sentences on what a log proves about the cards of 7 Wonders: Architects."""

from __future__ import annotations

from sealed_wonders.net.words import marked, n_

SEALED = marked(
    "Cards were sealed: nobody, not even the host, knew a card before it was "
    "revealed, except for the cards that the cat and Halicarnassus showed to one "
    "player. Every step is proven."
)

IN_THE_OPEN = marked(
    "Cards were not sealed: anybody who has this log, including the host, can work "
    "out the order of every pile. The results below are valid all the same."
)


def dealt(n: int) -> str:
    """Return what *n* shares of cards shown to single players are about."""
    return n_(
        "key share for a card that only the cat's holder saw",
        "key shares for cards that only the cat's holder saw",
        n,
    )
