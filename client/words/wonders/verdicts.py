"""
Sentences for what a log proves about the cards of 7 Wonders.
"""

from __future__ import annotations

from sealed_wonders.net.words import marked, n_

SEALED = marked(
    "Cards were sealed: nobody but its holder could read a hand, not the host "
    "either, and each step with them is proven."
)

IN_THE_OPEN = marked(
    "Cards were not sealed: whoever has this log, as the host had, can work out "
    "every hand. What follows is right all the same."
)


def dealt(n: int) -> str:
    """Return what proofs of the shares of a deal are about; `n` counts them."""
    return n_(
        "share of a deal, each card to its hand",
        "shares of deals, each card to its hand",
        n,
    )
