"""Battles: which cities are stronger than their neighbours (A6)."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.core.game import Seat

CONFLICTS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6}
"""The number of conflict tokens, by number of players (A1.3)."""

TWO = 2
"""
The number of players at which each has a single neighbour; also the factor of strength
that gains a second token.
"""


def victories(shields: Sequence[int], gone: Sequence[Seat] = ()) -> tuple[int, ...]:
    """
    Return the military tokens that each seat gains in a battle (A6.2).

    Args:
        shields: the strengths, by seat.
        gone: the seats that have left; others can still win against them.
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
