"""
The cards taken from one hand on its way round, and all ways this can have happened.

`handtracker` keeps a `TakenRound` for each hand.
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
class TakenCard:
    """A card that a seat took from a hand, and what we know about it."""

    age: int
    turn: int
    seat: Seat
    use: str
    """``"build"``, ``"stage"``, ``"sell"`` or `LEFT_OVER`."""
    cards: tuple[Card, ...]
    """The cards that it can be; empty if we never saw the hand before."""

    @property
    def is_sure(self) -> bool:
        """Whether only one card is possible."""
        return len(self.cards) == 1


@dataclass(slots=True)
class Taking:
    """A card taken from a hand, as noted when it happened."""

    age: int
    turn: int
    seat: Seat
    use: str
    card: Card | None
    """None if it is face down for us."""
    among: frozenset[Card] | None = None
    """The cards to which other knowledge limits it; None without any."""

    def told(self, cards: tuple[Card, ...]) -> TakenCard:
        """Return what was taken, which is one of `cards` if we don't know it."""
        known = cards if self.card is None else (self.card,)
        return TakenCard(self.age, self.turn, self.seat, self.use, known)


class PossiblePast(NamedTuple):
    """One way in which everything can have happened."""

    took: Mapping[int, Card]
    """The card taken face down, by the index of the taking."""
    left: frozenset[Card]
    """The cards left in the hand."""


@dataclass(slots=True)
class Sighting:
    """The cards of a hand that we saw, and what was taken until we saw it again."""

    cards: frozenset[Card]
    turn: int
    takings: list[Taking] = field(default_factory=list)
    still: frozenset[Card] | None = None
    """The cards left when we saw the hand again; None before that."""

    def ways(self, out: frozenset[Card]) -> Iterator[PossiblePast]:
        """
        Yield every way in which everything can have happened.

        Args:
            out: cards that are, or were, in the discard.
        """
        hidden = [at for at, one in enumerate(self.takings) if one.card is None]
        pool = self.cards - {one.card for one in self.takings}
        if self.still is not None:
            pool -= self.still
        # A card that can't be in the hand any more must have been taken.
        must = pool & out if self.still is None else pool
        yield from self._share(hidden, pool, must, out, {})

    def _share(
        self,
        hidden: Sequence[int],
        pool: frozenset[Card],
        must: frozenset[Card],
        out: frozenset[Card],
        took: Mapping[int, Card],
    ) -> Iterator[PossiblePast]:
        """
        Yield every way to distribute the cards of a pool over the remaining takings.
        """
        if len(must) > len(hidden):
            return
        if not hidden:
            yield PossiblePast(took, pool if self.still is None else self.still)
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

    def told(self, ways: Sequence[PossiblePast]) -> tuple[TakenCard, ...]:
        """Return what was taken, as far as all ways agree."""
        return tuple(
            one.told(tuple(sorted({way.took[at] for way in ways if at in way.took})))
            for at, one in enumerate(self.takings)
        )


@dataclass(slots=True)
class TakenRound:
    size: int
    sights: list[Sighting] = field(default_factory=list)
    unseen: list[Taking] = field(default_factory=list)
    """Cards taken before we saw the hand for the first time."""

    @property
    def turn(self) -> int:
        """The turn in which a hand has this size."""
        return HAND + 1 - self.size

    @property
    def is_open(self) -> bool:
        """Whether we have seen the hand as it is now."""
        return bool(self.sights) and not self.sights[-1].takings

    def take(self, taking: Taking) -> None:
        self.size -= 1
        (self.sights[-1].takings if self.sights else self.unseen).append(taking)

    def see(self, cards: frozenset[Card]) -> None:
        """Note that we hold the hand, and its cards."""
        if self.sights:
            if self.is_open:
                return
            self.sights[-1].still = cards
        self.sights.append(Sighting(cards, self.turn))
