"""
War: who is stronger than its neighbours (A6).
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.core.game import Seat

CONFLICTS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6}
"""Conflict tokens, by the number of players (A1.3)."""

TWO = 2
"""Players with one neighbour only; and the factor that brings them a second token."""


def victories(shields: Sequence[int], gone: Sequence[Seat] = ()) -> tuple[int, ...]:
    """
    Return the military tokens that each seat gains in a battle (A6.2).

    Args:
        shields: by seat.
        gone: who left; others may still be stronger than they are.
    """
    n = len(shields)
    gained = []
    for seat, own in enumerate(shields):
        if seat in gone:
            gained.append(0)
        elif n == TWO:
            other = shields[1 - seat]
            twice = own >= max(TWO * other, TWO)
            gained.append((own > other) + (own > other and twice))
        else:
            sides = (shields[(seat + 1) % n], shields[seat - 1])
            gained.append(sum(own > other for other in sides))
    return tuple(gained)
