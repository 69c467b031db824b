"""
What it is worth to take part in an edifice: a share in what is built, and no penalty.

Whether it will be built lies with others, too: as many more must take part as pawns are
left on it, of those who still have something to build and the turns to do so.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from sealed_wonders.client.bots.wonders.forecast import AGES
from sealed_wonders.client.bots.wonders.worth import Worth
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.edifice.effects import PawnFromBox
from sealed_wonders.core.wonders.model import Building, City, Edifice, Effect
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.core.wonders.state import Project, State

# All below are guesses. They were tried against each other in whole games.

JOINS = 0.18
"""How likely somebody takes part in a turn who still can."""
SHARED = 0.7
"""The part of a reward that is counted on, of what is likely."""
SPARED = 0.6
"""The same of a penalty that is spared."""
HOLD = 2.5
"""What it costs to have one stage less than there are edifices to come, in points."""
EVEN = 0.5
"""How likely an edifice is built, before any city stands."""
POOR = 0.5
"""The same, as a part of it, for who lacks the coins just now."""


class EdificeWorth:
    """
    What taking part in edifices is worth to one seat, at one moment.

    Args:
        worth: of things to that seat.
    """

    def __init__(
        self, state: State, seat: Seat, worth: Worth, age: int, turn: int
    ) -> None:
        self._state = state
        self._seat = seat
        self._worth = worth
        self._city = worth.city
        self._age = age
        self._turn = max(0, turn)

    def pawn(self, age: int, *, joins: bool = False) -> float:
        """
        Return what it is worth to have a pawn of an age's edifice.

        Args:
            joins: whether it is taken from the edifice, where one less is left then.
        """
        if not self._state.projects or self._has(age):
            return 0.0
        project = self._state.projects[age - 1]
        edifice = project.edifice
        if project.fate:
            built = project.fate == "built"
            return self._worth.edifice(edifice) if built else 0.0
        without = self.likely(project, 0)
        likely = self.likely(project, 1) if joins else without
        reward, loss = self._worth.edifice(edifice), self.loss(edifice)
        return SHARED * likely * reward + SPARED * (1 - without) * loss

    def brought(
        self, effects: Sequence[Effect], chosen: str = "", *, joins: bool = False
    ) -> float:
        """
        Return what the pawns are worth that come with a stage.

        Args:
            chosen: the age of one from the box; empty for the best.
        """
        worth = 0.0
        taken = set()
        for effect in effects:
            if isinstance(effect, PawnFromBox):
                wanted = effect.age or int(chosen or 0)
                if wanted:
                    taken.add(wanted)
                else:
                    worth += max(map(self.pawn, AGES))
        if joins:
            taken.discard(self._age)
            worth += self.pawn(self._age, joins=True)
        return worth + sum(map(self.pawn, sorted(taken)))

    def spent(self, *, joins: bool) -> float:
        """Return what it costs that a stage is built which a later edifice may want."""
        if not self._state.projects:
            return 0.0
        wanted = [
            project.edifice.age
            for project in self._state.projects[self._age - 1 :]
            if not project.fate and not self._has(project.edifice.age)
        ]
        left = len(self._city.side.stages) - len(self._city.stages)
        if joins and self._age in wanted:
            return 0.0
        return HOLD if len(wanted) >= left else 0.0

    def at_risk(self, building: Building, worth: float) -> float:
        """Return what a building is worth less, for it may be lost to a penalty."""
        if not self._state.projects or self._has(self._age):
            return 0.0
        project = self._state.projects[self._age - 1]
        penalty = project.edifice.penalty
        if project.fate or penalty.colour is not building.colour:
            return 0.0
        if self._city.works.counts[building.colour]:
            return 0.0
        saved = -project.edifice.debt
        failing = 1 - self.likely(project, 0)
        return failing * max(0.0, worth - saved)

    def loss(self, edifice: Edifice) -> float:
        """Return what the penalty of an edifice would cost now, if it failed."""
        penalty, city = edifice.penalty, self._city
        match penalty.kind:
            case "lose_coins":
                if city.coins >= penalty.amount:
                    return -self._worth.coins(-penalty.amount)
            case "lose_victory_tokens":
                tokens = sorted(token for token in city.tokens if token > 0)
                if len(tokens) >= penalty.amount:
                    return self._worth.without_tokens(tokens[: penalty.amount])
            case _:
                losses = [
                    self._worth.standing(building)
                    for building in city.buildings
                    if building.colour is penalty.colour
                ]
                if losses:
                    return min(losses)
        return float(-edifice.debt)

    def likely(self, project: Project, joined: int) -> float:
        """
        Estimate how likely an edifice will be built.

        Args:
            joined: how many take part in it now.
        """
        needed = project.pawns - joined
        if needed <= 0:
            return 1.0
        if not self._state.cities:
            return EVEN
        age = project.edifice.age
        turns = LAST_TURN - self._turn + 1 if age == self._age else LAST_TURN + 1
        chances = [
            self._joins(self._state.cities[seat], project, turns)
            for seat in self._state.active
            if seat not in (self._seat, *project.takers)
        ]
        if len(chances) < needed:
            return 0.0
        mean = sum(chances) / len(chances)
        return sum(
            comb(len(chances), n) * mean**n * (1 - mean) ** (len(chances) - n)
            for n in range(needed, len(chances) + 1)
        )

    def _joins(self, city: City, project: Project, turns: int) -> float:
        """Estimate how likely a city will take part."""
        if next_stage(city) is None:
            return 0.0
        each = JOINS if city.coins >= project.edifice.cost else JOINS * POOR
        return float(1 - (1 - each) ** turns)

    def _has(self, age: int) -> bool:
        return age in self._city.pawns
