"""The abilities of progress tokens, by their kind in the data (A4.2 to A4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

BUILD = "build"
"""Stands for a built stage where kinds of cards are listed."""


class Counted(Protocol):
    """The parts of a city that abilities use to score it."""

    @property
    def is_finished(self) -> bool:
        """Whether all stages of its wonder are built."""

    @property
    def cats(self) -> int:
        """The number of cats on its blue cards."""

    @property
    def victories(self) -> int:
        """The number of its military tokens."""

    @property
    def tokens(self) -> Sequence[object]:
        """Its progress tokens."""

    def copies(self, ability: Ability) -> int:
        """Return how many of its tokens have this ability."""


@dataclass(frozen=True, slots=True)
class Ability:
    """The base class of all abilities; by itself, it does nothing."""

    kind: ClassVar[str]

    def points(self, city: Counted) -> int:
        """Return the points it scores at the end for the city that has it (A4.4)."""
        return 0


@dataclass(frozen=True, slots=True)
class ExtraCard(Ability):
    """
    An extra card, once a turn, after taking a certain kind or after a stage (A4.2).
    """

    kind = "extra_card"
    on: tuple[str, ...]
    """Kinds of cards, or `BUILD`."""


@dataclass(frozen=True, slots=True)
class DoubleCoin(Ability):
    """One yellow card counts as two coins, once a turn (A4.3)."""

    kind = "double_coin"


@dataclass(frozen=True, slots=True)
class AnyResources(Ability):
    """A stage may be paid for with any resources, once a turn (A4.3)."""

    kind = "any_resources"


@dataclass(frozen=True, slots=True)
class Shields(Ability):
    """Permanent shields."""

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
    """Points for each military token, in addition to its own points."""

    kind = "points_per_victory"
    each: int

    def points(self, city: Counted) -> int:
        return self.each * city.victories


@dataclass(frozen=True, slots=True)
class PointsPerToken(Ability):
    """Points for each progress token, including this one."""

    kind = "points_per_token"
    each: int

    def points(self, city: Counted) -> int:
        return self.each * len(city.tokens)


@dataclass(frozen=True, slots=True)
class PointsForCopies(Ability):
    """Points for having one copy, or both."""

    kind = "points_for_copies"
    one: int
    both: int

    def points(self, city: Counted) -> int:
        # This is called once per copy, so each copy scores half of the total for both.
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
    Return the ability for a record in the data.

    Raises:
        ValueError: there is no such kind, or the fields don't belong to it.
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
