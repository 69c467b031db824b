"""
What a progress token does, by its kind in the data (A4.2 to A4.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

BUILD = "build"
"""Stands among kinds of cards for a stage that is built."""


class Counted(Protocol):
    """What abilities ask of the city whose points are counted."""

    @property
    def is_finished(self) -> bool:
        """Whether all stages of its wonder are built."""

    @property
    def cats(self) -> int:
        """How many cats there are on its blue cards."""

    @property
    def victories(self) -> int:
        """Its military tokens."""

    @property
    def tokens(self) -> Sequence[object]:
        """Its progress tokens."""

    def copies(self, ability: Ability) -> int:
        """Return how many of its tokens have this ability."""


@dataclass(frozen=True, slots=True)
class Ability:
    """What a token does; the base of all kinds does nothing."""

    kind: ClassVar[str]

    def points(self, city: Counted) -> int:
        """Count what it is worth at the end to the city that has it (A4.4)."""
        return 0


@dataclass(frozen=True, slots=True)
class ExtraCard(Ability):
    """One more card, once a turn, for one that was taken or a stage (A4.2)."""

    kind = "extra_card"
    on: tuple[str, ...]
    """Kinds of cards, or `BUILD`."""


@dataclass(frozen=True, slots=True)
class DoubleCoin(Ability):
    """One yellow card counts as two coins, once a turn (A4.3)."""

    kind = "double_coin"


@dataclass(frozen=True, slots=True)
class AnyResources(Ability):
    """A stage may be paid with any resources, once a turn (A4.3)."""

    kind = "any_resources"


@dataclass(frozen=True, slots=True)
class Shields(Ability):
    """Shields for good."""

    kind = "shields"
    shields: int


@dataclass(frozen=True, slots=True)
class PointsForWonder(Ability):
    """Points, more of them if the wonder is finished."""

    kind = "points_for_wonder"
    unfinished: int
    finished: int

    def points(self, city: Counted) -> int:
        return self.finished if city.is_finished else self.unfinished


@dataclass(frozen=True, slots=True)
class PointsPerCat(Ability):
    """Points for each cat on the blue cards; the pawn doesn't count."""

    kind = "points_per_cat"
    each: int

    def points(self, city: Counted) -> int:
        return self.each * city.cats


@dataclass(frozen=True, slots=True)
class PointsPerVictory(Ability):
    """Points for each military token, besides what it is worth by itself."""

    kind = "points_per_victory"
    each: int

    def points(self, city: Counted) -> int:
        return self.each * city.victories


@dataclass(frozen=True, slots=True)
class PointsPerToken(Ability):
    """Points for each progress token, itself included."""

    kind = "points_per_token"
    each: int

    def points(self, city: Counted) -> int:
        return self.each * len(city.tokens)


@dataclass(frozen=True, slots=True)
class PointsForCopies(Ability):
    """Points for one, and for both together."""

    kind = "points_for_copies"
    one: int
    both: int

    def points(self, city: Counted) -> int:
        # Each of two gives half of what both are worth together.
        copies = city.copies(self)
        return self.one if copies == 1 else self.both // 2


KINDS: Mapping[str, type[Ability]] = {
    kind.kind: kind
    for kind in (
        ExtraCard,
        DoubleCoin,
        AnyResources,
        Shields,
        PointsForWonder,
        PointsPerCat,
        PointsPerVictory,
        PointsPerToken,
        PointsForCopies,
    )
}


def ability(record: Mapping[str, object]) -> Ability:
    """
    Make an ability of a record in the data.

    Raises:
        ValueError: no such kind, or fields that are not its own.
    """
    fields = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in record.items()
        if name != "kind"
    }
    try:
        return KINDS[str(record["kind"])](**fields)
    except (KeyError, TypeError) as problem:
        raise ValueError(f"not an ability: {dict(record)!r}") from problem
