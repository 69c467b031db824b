"""
Leaders that a seat saw in the selection and passed on (L1.2).

Each player keeps one leader from every hand, so each of the next players has exactly
one of the leaders that were passed on. It becomes public when it is recruited.

`knowledge` uses this for deals that a bot imagines. Every deal must agree with what the
seat has seen (tests/client/bots/test_deals.py). Which of the possible deals is drawn
may change.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.leaders.tasks import HAND


@dataclass
class Selection:
    """The leaders passed on by one seat."""

    seat: Seat
    players: int
    _passed: dict[int, list[int]] = field(default_factory=dict, init=False)
    """By round."""

    def passed(self, at: int, cards: Sequence[int]) -> None:
        """Remember the leaders passed on in a round."""
        self._passed[at] = list(cards)

    def before(self, at: int) -> dict[int, list[int]]:
        """Return the leaders passed on before a round, by round."""
        return {nth: cards for nth, cards in self._passed.items() if nth < at}

    def deal(
        self, at: int, shown: Sequence[Collection[int]], dice: random.Random
    ) -> tuple[list[list[int]], list[list[int]]]:
        """
        Deal the leaders passed on to players who can have them.

        Args:
            at: the current round; after the selection, one more than the last.
            shown: by seat, the leaders it is known to have kept.
            dice: the random numbers.

        Returns:
            Two lists by seat: leaders kept and not shown, and those in the hand it
                holds.
        """
        kept: list[list[int]] = [[] for _ in range(self.players)]
        hands: list[list[int]] = [[] for _ in range(self.players)]
        for before, cards in self.before(at).items():
            rest = list(cards)
            dice.shuffle(rest)
            later = range(before + 1, min(at, HAND + 1))
            takers = [(self.seat - it + before) % self.players for it in later]
            unshown = []
            for taker in takers:
                known = [it for it in rest if it in shown[taker]]
                if known:
                    rest.remove(known[0])
                else:
                    unshown.append(taker)
            for taker in unshown:
                kept[taker].append(rest.pop())
            hands[(self.seat - at + before) % self.players] += rest
        return kept, hands
