"""
What things are worth to a city, in points at the end of the game.

Points that are certain are counted as the rules count them. The rest is a guess at what
something will have been good for: goods for what they save when the cards to come are
paid, shields for the conflicts they may turn, symbols for the sets they may complete.
It goes by effects and never by names, so a new card is understood if its effects are.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.bots.wonders.needs import COIN
from sealed_wonders.client.bots.wonders.prospects import BELIEVED, SCIENTIFIC, Prospects
from sealed_wonders.core.wonders.city import (
    with_building,
    with_edifice,
    with_leader,
    with_stage,
    without_building,
    without_tokens,
)
from sealed_wonders.core.wonders.leaders.effects import PointsPerCoins
from sealed_wonders.core.wonders.model import (
    Around,
    Building,
    City,
    Edifice,
    Effect,
    Leader,
)
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.core.wonders.science import solve
from sealed_wonders.core.wonders.scoring import points
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.works import Bought, Built, Deed, Honoured

# All below are guesses, in points. They were tried against each other in whole games.

READY = 0.12
"""What a coin is worth besides, while there is an age left to spend it in ..."""
ENOUGH = 4
"""... and there are no more than these."""
GIVEN = 0.15
"""A coin that a rival gets."""
CHAIN = 0.25
"""Each unit of goods that a chain saves, if the card comes by."""


class Worth:
    """
    What things are worth to one city at one moment.

    Args:
        around: the city and its neighbours.
        players: how many play.
        turn: 1 to 6, or 7 for an extra card; 0 is before the age, and -1 before its
            recruitment.

    Attributes:
        city: the one.
    """

    def __init__(self, around: Around, players: int, age: int, turn: int) -> None:
        self.city = around.city
        self._around = around
        self._moment = players, age, turn
        self._age = age
        self._left = min(LAST_TURN, max(0, LAST_TURN - turn)) / LAST_TURN
        """The part of the age that is still to come."""
        self._points = points(around)[-1]
        self.prospects = Prospects(around, players, age, turn, self._left)
        self._coin = COIN + sum(
            effect.amount / effect.coins_each
            for one in around.city.leaders
            for effect in one.leader.effects
            if isinstance(effect, PointsPerCoins) and not one.buried
        )
        """What a coin is worth at the end."""

    def building(self, building: Building, free: str | None = None) -> float:
        """
        Return what it is worth to have a building.

        Args:
            free: what makes it free, if that is not to be paid for: see `Built`.
        """
        deed = Built(building.colour, free) if self.city.works.watchers else None
        return self._chains(building) + self._with(
            with_building(self.city, building), building.effects, deed=deed
        )

    def standing(self, building: Building) -> float:
        """Return what it is worth that a building stands, its coins long received."""
        city = without_building(self.city, building)
        worth = Worth(self._around._replace(city=city), *self._moment)
        return worth._chains(building) + worth._with(
            self.city, building.effects, at_once=False
        )

    def stage(self, half: str, chosen: str = "") -> float:
        """
        Return what it is worth to have the next stage, built by this half.

        Args:
            chosen: what was chosen for its effects: who is buried.
        """
        city = self.city
        effects = city.side.stages[len(city.stages)].effects(half)
        return self._with(with_stage(city, half, -1), effects, chosen)

    def leader(self, leader: Leader) -> float:
        """Return what it is worth to have a leader."""
        city = with_leader(self.city, leader, self._age)
        return self._with(city, leader.effects, grows=True)

    def edifice(self, edifice: Edifice) -> float:
        """Return what it is worth to have the reward of an edifice."""
        city = with_edifice(self.city, edifice)
        return self._with(city, edifice.reward, grows=True)

    def without_tokens(self, values: Sequence[int]) -> float:
        """Return what it costs to lose some tokens."""
        city = without_tokens(self.city, values)
        return self._points - float(points(self._around._replace(city=city))[-1])

    def start(self, effect: Effect) -> float:
        """Return what it is worth to begin with an effect."""
        return self.prospects.of(effect)

    def price(self, paid: Split) -> float:
        """Return what it costs to pay this."""
        coins = sum(paid)
        watchers = self.city.works.watchers
        if watchers and (paid.left or paid.right):
            bought = Bought(bool(paid.left) + bool(paid.right))
            coins -= sum(watcher.earns(bought) for watcher in watchers)
        return GIVEN * (paid.left + paid.right) - self.coins(-coins)

    def coins(self, change: int) -> float:
        """Return what it is worth to have more coins, or fewer."""
        before = self.city.coins
        ready = min(before + change, ENOUGH) - min(before, ENOUGH)
        return self._coin * change + READY * self.prospects.forecast.time * ready

    def _chains(self, building: Building) -> float:
        worth = 0.0
        if building.chain:
            for symbol in sorted(building.chain - self.city.works.chains):
                worth += CHAIN * self.prospects.needs.chain(symbol)
        return worth

    def _with(
        self,
        city: City,
        effects: Sequence[Effect],
        chosen: str = "",
        deed: Deed | None = None,
        *,
        at_once: bool = True,
        grows: bool = False,
    ) -> float:
        """
        Return what it is worth that a city becomes this one.

        Args:
            effects: those that come to it.
            chosen: what was chosen for those of them that offer a choice.
            deed: what it did for that.
            at_once: whether what comes at once comes, too.
            grows: whether what effects count is counted on to grow.
        """
        prospect = self.prospects.growing if grows else self.prospects.of
        around = Around(city, *self._around[1:])
        gained, worth, knows = 0, 0.0, bool(chosen)
        if at_once:
            for effect in effects:
                gained += effect.coins(around)
                if type(effect).at_once is not _NOTHING_AT_ONCE:
                    city = self._at_once(city, effect, chosen)
            if city.works.watchers:
                gained += _earned(self.city, city, deed)
            if city is not around.city:
                around = Around(city, *self._around[1:])
        worth += float(points(around)[-1] - self._points)
        for effect in effects:
            worth += prospect(effect)
            knows = knows or isinstance(effect, SCIENTIFIC)
        if knows:
            worth += self._science(around)
        if city.leaders or city.edifices:
            worth += self.prospects.kept(around) - self.prospects.kept(self._around)
            if chosen:
                worth -= self._buried(around)
        return worth + self.coins(gained)

    def _at_once(self, city: City, effect: Effect, chosen: str) -> City:
        """Return a city with what an effect brings at once besides coins."""
        if chosen or not effect.options(city):
            return effect.at_once(city, self._age, chosen if effect.key else "")
        return city

    def _science(self, around: Around) -> float:
        """Estimate what a city's science will yet bring more than it does now."""
        forecast, before = self.prospects.forecast, self.city.works.knowledge
        now = sum(solve(around.city.works.knowledge)) - sum(solve(before))
        return BELIEVED * (
            forecast.science(around) - forecast.science(self._around) - now
        )

    def _buried(self, around: Around) -> float:
        """Return what was hoped for of a leader that is buried now."""
        players, age, turn = self._moment
        prospects = Prospects(around, players, age, turn, self._left)
        return sum(
            prospects.growing(effect)
            for one, other in zip(self.city.leaders, around.city.leaders, strict=True)
            if one.buried != other.buried
            for effect in one.leader.effects
        )


_NOTHING_AT_ONCE = Effect.at_once


def _earned(before: City, city: City, deed: Deed | None) -> int:
    """Count the coins there are for what a city does and wins."""
    won = sum(token > 0 for token in city.tokens)
    won -= sum(token > 0 for token in before.tokens)
    deeds = [deed] if deed else []
    deeds += [Honoured(won)] if won > 0 else []
    return sum(it.earns(deed) for it in city.works.watchers for deed in deeds)
