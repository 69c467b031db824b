"""
Sentences for what a log proves about the cards of 7 Wonders.
"""

from __future__ import annotations

from sealed_wonders.net.words import marked, n_

SEALED = marked(
    "Cards were sealed: nobody, not even the host, could read another player's hand. "
    "Every step is proven."
)

IN_THE_OPEN = marked(
    "Cards were not sealed: anybody who has this log, including the host, can work "
    "out every hand. The results below are valid all the same."
)


def dealt(n: int) -> str:
    """Return what proofs of the shares of a deal are about; `n` counts them."""
    return n_(
        "key share for dealing a card to a hand",
        "key shares for dealing cards to hands",
        n,
    )
