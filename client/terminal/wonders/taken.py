"""
What was taken from one hand that goes round, and every way in which that can have been.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sealed_wonders.core.game import Card, Seat
from sealed_wonders.core.wonders.ages import HAND

LEFT_OVER = "left over"
"""The use of the last card of a hand, which nobody plays (W2.3)."""

TO_DISCARD = ("sell", LEFT_OVER)
"""The uses that put a card on the discard."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What somebody took from a hand."""

    age: int
    turn: int
    seat: Seat
    use: str
    """``"build"``, ``"stage"``, ``"sell"`` or `LEFT_OVER`."""
    cards: tuple[Card, ...]
    """It is one of these; empty if we never saw the hand before."""

    @property
    def is_sure(self) -> bool:
        """It can only be one card."""
        return len(self.cards) == 1


@dataclass(slots=True)
class Taking:
    """The same, as we noted it when it happened."""

    age: int
    turn: int
    seat: Seat
    use: str
    card: Card | None
    """None if it is face down for us."""
    among: frozenset[Card] | None = None
    """Cards it must be one of, by what else we know; None if we know nothing else."""

    def told(self, cards: tuple[Card, ...]) -> Taken:
        """Say what it was: one of these cards, where we don't know it."""
        known = cards if self.card is None else (self.card,)
        return Taken(self.age, self.turn, self.seat, self.use, known)


class Way(NamedTuple):
    """One way in which all can have come about."""

    took: Mapping[int, Card]
    """What was taken face down, by the place of the taking."""
    left: frozenset[Card]
    """What was not taken."""


@dataclass(slots=True)
class Sighting:
    """What we saw of a hand at one time, and what was taken until we saw it again."""

    cards: frozenset[Card]
    turn: int
    takings: list[Taking] = field(default_factory=list)
    still: frozenset[Card] | None = None
    """What was left when we saw it again; None before."""

    def ways(self, out: frozenset[Card]) -> Iterator[Way]:
        """
        Give every way in which all can have come about.

        Args:
            out: cards that lie in the discard, or lay there.
        """
        hidden = [at for at, one in enumerate(self.takings) if one.card is None]
        pool = self.cards - {one.card for one in self.takings}
        if self.still is not None:
            pool -= self.still
        # Cards that can't be in the hand any more have to be among those taken.
        must = pool & out if self.still is None else pool
        yield from self._share(hidden, pool, must, out, {})

    def _share(
        self,
        hidden: Sequence[int],
        pool: frozenset[Card],
        must: frozenset[Card],
        out: frozenset[Card],
        took: Mapping[int, Card],
    ) -> Iterator[Way]:
        """Give the cards of a pool to the takings that are left, in every way."""
        if len(must) > len(hidden):
            return
        if not hidden:
            yield Way(took, pool if self.still is None else self.still)
            return
        at, *later = hidden
        taking = self.takings[at]
        for card in pool:
            if taking.among is not None and card not in taking.among:
                continue
            if taking.use not in TO_DISCARD and card in out:
                continue
            one = frozenset((card,))
            yield from self._share(
                later, pool - one, must - one, out, {**took, at: card}
            )

    def told(self, ways: Sequence[Way]) -> tuple[Taken, ...]:
        """Say what was taken, as far as all ways agree."""
        return tuple(
            one.told(tuple(sorted({way.took[at] for way in ways if at in way.took})))
            for at, one in enumerate(self.takings)
        )


@dataclass(slots=True)
class Round:
    """A hand on its way round the table."""

    size: int
    sights: list[Sighting] = field(default_factory=list)
    unseen: list[Taking] = field(default_factory=list)
    """What was taken before we saw it at all."""

    @property
    def turn(self) -> int:
        """The turn in which it is this big."""
        return HAND + 1 - self.size

    @property
    def is_open(self) -> bool:
        """We have seen it as it is now."""
        return bool(self.sights) and not self.sights[-1].takings

    def take(self, taking: Taking) -> None:
        """Note that a card was taken from it."""
        self.size -= 1
        (self.sights[-1].takings if self.sights else self.unseen).append(taking)

    def see(self, cards: frozenset[Card]) -> None:
        """Note that we hold it, and what is in it."""
        if self.sights:
            if self.is_open:
                return
            self.sights[-1].still = cards
        self.sights.append(Sighting(cards, self.turn))
