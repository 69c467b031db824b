"""
Effects of edifices, and of the board that comes with them (E1.9, E2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.atoms import Clause, Copy, Gain
from sealed_wonders.core.wonders.effects import best_guild
from sealed_wonders.core.wonders.model import Around, City, Effect


@dataclass(frozen=True, slots=True)
class GuildAgain(Effect):
    """The owner's best purple card counts a second time (E1.9)."""

    kind: ClassVar[str] = "apply_own_purple_card_again"
    clause: ClassVar[Clause] = (Copy("self"),)

    def points(self, around: Around) -> int:
        return best_guild(around, around.city.buildings).points


@dataclass(frozen=True, slots=True)
class PawnFromBox(Effect):
    """A participation pawn from the box (E2.1)."""

    kind: ClassVar[str] = "take_pawn_from_box"
    key: ClassVar[str] = "pawn"
    age: int
    """Of the edifice; 0 is any, the builder's choice."""

    @property
    def clause(self) -> Clause:
        return (Gain("pawn", self.age),)

    def options(self, city: City) -> tuple[str, ...]:
        return () if self.age else ("1", "2", "3")

    def at_once(self, city: City, age: int, chosen: str) -> City:
        return evolve(city, pawns=(*city.pawns, self.age or int(chosen)))


KINDS: tuple[type[Effect], ...] = (GuildAgain, PawnFromBox)
