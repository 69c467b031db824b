"""
What effects will be worth besides the points and coins they bring now, by their kinds.

A kind that has no prospects here brings nothing later that it doesn't bring at once, or
that is counted as points as soon as it is there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from sealed_wonders.client.bots.wonders.forecast import AGES, Forecast
from sealed_wonders.client.bots.wonders.needs import Needs
from sealed_wonders.core.wonders.edifice.effects import GuildAgain
from sealed_wonders.core.wonders.effects import (
    VICTORY,
    BuildFromDiscard,
    CopyGuild,
    FirstOfAgeFree,
    FirstOfColourFree,
    LastOfAgeFree,
    OneOfAgeFree,
    PlayLastCard,
    PointsPer,
    PointsPerSet,
    Produce,
    ProduceChoice,
    Science,
    Shields,
    TradePrice,
)
from sealed_wonders.core.wonders.leaders.effects import (
    BuryLeader,
    BuyFromBank,
    CoinOnGain,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnPurchase,
    CoinsOnVictory,
    ColourFree,
    DeflectDefeats,
    DrawLeaders,
    ExtraLeader,
    LeadersForLess,
    MoreOfMost,
    OthersDiscardVictory,
    PointsIfAlone,
    PointsIfMore,
    PointsIfUndefeated,
    PointsPerCoins,
    PointsPerScienceSet,
    PointsPerTokenPair,
    RecruitFree,
    ReplaceSymbols,
    ResourceDiscount,
)
from sealed_wonders.core.wonders.model import Around, Effect

# All below are guesses, in points. They were tried against each other in whole games.

OF_BEST, OF_ALL = 1.5, 0.15
"""What a choice of goods is worth: parts of the best one's worth, and of all."""
BELIEVED = 0.5
"""The part of what a science symbol may yet bring that is counted on."""
FREE = 2.0
"""A building for nothing."""
FREE_AT_WILL = 3.0
"""A building for nothing, whichever one likes, once in an age."""
COPIED = 5.0
"""A guild of a neighbour's that counts, if there is none yet."""
EXTRA = 2.5
"""A card more in an age."""
FROM_DISCARD = 4.0
"""A building from the discard."""
LATER = 0.4
"""A coin that comes later."""
UNIT_LESS = 1.2
"""A unit of goods that needs not be paid."""
COLOUR_FREE = 4.0
"""A building of a colour that is free, of those that cost much."""
ANY_GOOD = 2.0
"""A unit a turn of whatever is wanted, for a coin each, in an age."""
REPLACED = 0.7
"""A symbol that may count as another, for each one that comes."""
RECRUIT = 2.7
"""What a leader costs, in coins."""
DRAWN = 0.8
"""A leader drawn into the hand."""
RECRUITED = 3.0
"""A leader more that may be recruited."""
BURIED = 4.0
"""A leader that will be buried, while there is none yet."""
ALONE = 2.0
"""A leader that may not be recruited."""
GUILD = 4.0
"""A guild that counts twice, if there is none yet."""


class Prospects:
    """
    What effects may yet bring to one city, at one moment.

    Args:
        around: the city and its neighbours.
        players: how many play.
        turn: 0 is before the age, and -1 before its recruitment.
    """

    def __init__(
        self, around: Around, players: int, age: int, turn: int, left: float
    ) -> None:
        self._around = around
        self._left = left
        self.forecast = Forecast(around, age, left)
        self.needs = Needs(around, players, age, left)
        self._ages = AGES[-1] - age
        """Those that come after this one."""
        self._age = age
        self._turn = turn
        self._recruits = self._ages + (turn < 0)

    def of(self, effect: Effect) -> float:
        """Estimate what an effect that is not there yet will be worth besides."""
        prospect = PROSPECTS.get(type(effect))
        return prospect(self, effect) if prospect else 0.0

    def growing(self, effect: Effect) -> float:
        """Estimate the same, and what it will count that is not there yet either."""
        prospect = GROWING.get(type(effect))
        return prospect(self, effect) if prospect else self.of(effect)

    def kept(self, around: Around) -> float:
        """Estimate what leaders and edifices will yet bring that goes by what is there."""
        city = around.city
        some = [one.leader.effects for one in city.leaders if not one.buried]
        some += [edifice.reward for edifice in city.edifices]
        worth = 0.0
        for effect in chain.from_iterable(some):
            if lasting := LASTING.get(type(effect)):
                worth += lasting(self, effect, around)
        return worth

    # Goods and shields.

    def _produce(self, effect: Produce) -> float:
        return sum(self.needs.good(good, n) for good, n in effect.resources.items())

    def _produce_choice(self, effect: ProduceChoice) -> float:
        each = [self.needs.good(good, 1) for good in effect.resources]
        return OF_BEST * max(each) + OF_ALL * sum(each)

    def _trade_price(self, effect: TradePrice) -> float:
        return self.needs.discount(effect.resources, effect.neighbours)

    def _shields(self, effect: Shields) -> float:
        return self.forecast.victories(effect.amount) - self.forecast.victories(0)

    # Powers.

    def _play_last(self, effect: PlayLastCard) -> float:
        return EXTRA * (self._ages + 1)

    def _first_of_age(self, effect: FirstOfAgeFree) -> float:
        return FREE * self._ages

    def _last_of_age(self, effect: LastOfAgeFree) -> float:
        return FREE * (self._ages + (self._left > 0))

    def _first_of_colour(self, effect: FirstOfColourFree) -> float:
        missing = self._around.city.works.counts.count(0)
        return FREE * missing * min(1.0, self.forecast.time) / 2

    def _one_of_age(self, effect: OneOfAgeFree) -> float:
        return FREE_AT_WILL * (self._ages + (self._left > 0))

    def _copied(self, effect: CopyGuild) -> float:
        return max(0.0, COPIED - effect.points(self._around))

    def _from_discard(self, effect: BuildFromDiscard) -> float:
        empty = self._age == 1 and self._turn == 0
        return 0.0 if empty else FROM_DISCARD

    # Paying.

    def _discount(self, effect: ResourceDiscount) -> float:
        return UNIT_LESS * effect.amount * self._more(effect.on)

    def _colour_free(self, effect: ColourFree) -> float:
        return COLOUR_FREE * self._more(effect.colour)

    def _bank(self, effect: BuyFromBank) -> float:
        return ANY_GOOD * self.forecast.time

    def _recruit_free(self, effect: RecruitFree) -> float:
        return LATER * RECRUIT * self._recruits

    def _leaders_for_less(self, effect: LeadersForLess) -> float:
        return LATER * min(RECRUIT, effect.own) * self._recruits

    # Coins for what the city does.

    def _on_build(self, effect: CoinsOnBuild) -> float:
        return LATER * effect.amount * self._more(effect.colour)

    def _on_chain(self, effect: CoinsOnChain) -> float:
        return LATER * effect.amount * self._more("chain")

    def _on_victory(self, effect: CoinsOnVictory) -> float:
        return LATER * effect.amount * self._more("victory_token")

    def _on_purchase(self, effect: CoinsOnPurchase) -> float:
        return LATER * effect.amount * self._more("purchase")

    def _on_gain(self, effect: CoinOnGain) -> float:
        return LATER * self._more("sale")

    # Tokens.

    def _others_discard(self, effect: OthersDiscardVictory) -> float:
        lost = [
            min((token for token in city.tokens if token > 0), default=0)
            for city in self._around[1:]
        ]
        return sum(lost) / len(lost)

    def _deflect(self, effect: DeflectDefeats) -> float:
        ages = AGES[self._age - 1 :]
        return sum(sum(self.forecast.dangers(self._around, age)) for age in ages)

    # Science and points.

    def _replace(self, effect: ReplaceSymbols) -> float:
        return REPLACED * effect.count * self._more("green")

    def _points_per(self, effect: PointsPer) -> float:
        return effect.amount * self.forecast.more(effect.of, effect.scope)

    def _per_coins(self, effect: PointsPerCoins) -> float:
        return effect.amount * self._more("coin") / effect.coins_each

    def _sets(self, effect: PointsPerSet, around: Around) -> float:
        sets = self.forecast.sets(around, effect.of)
        return effect.amount * sets - effect.points(around)

    def _if_more(self, effect: PointsIfMore, around: Around) -> float:
        likely = self.forecast.leads(around, effect.of)
        return effect.amount * likely - effect.points(around)

    def _undefeated(self, effect: PointsIfUndefeated, around: Around) -> float:
        safe = math.prod(
            1 - danger
            for age in AGES[self._age - 1 :]
            for danger in self.forecast.dangers(around, age)
        )
        return effect.points(around) * (safe - 1)

    def _pairs(self, effect: PointsPerTokenPair) -> float:
        return sum(
            VICTORY[age] * math.prod(self.forecast.chances(age))
            for age in AGES[self._age - 1 :]
        )

    def _alone(self, effect: PointsIfAlone) -> float:
        return -ALONE * (len(AGES) - 1)

    def _guild(self, effect: GuildAgain) -> float:
        missing = not self._around.city.works.counts[-1]
        return GUILD * min(1.0, self._more("purple")) * missing

    # The boards.

    def _draw(self, effect: DrawLeaders) -> float:
        return DRAWN * effect.count

    def _extra_leader(self, effect: ExtraLeader) -> float:
        return RECRUITED

    def _bury(self, effect: BuryLeader) -> float:
        return BURIED if self._turn < 0 else 0.0

    def _more(self, what: str) -> float:
        return self.forecast.more((what,), "self")


PROSPECTS: Mapping[type[Effect], Callable[[Prospects, Any], float]] = {
    Produce: Prospects._produce,
    ProduceChoice: Prospects._produce_choice,
    TradePrice: Prospects._trade_price,
    Shields: Prospects._shields,
    PlayLastCard: Prospects._play_last,
    FirstOfAgeFree: Prospects._first_of_age,
    LastOfAgeFree: Prospects._last_of_age,
    FirstOfColourFree: Prospects._first_of_colour,
    OneOfAgeFree: Prospects._one_of_age,
    CopyGuild: Prospects._copied,
    BuildFromDiscard: Prospects._from_discard,
    ResourceDiscount: Prospects._discount,
    ColourFree: Prospects._colour_free,
    BuyFromBank: Prospects._bank,
    RecruitFree: Prospects._recruit_free,
    LeadersForLess: Prospects._leaders_for_less,
    CoinsOnBuild: Prospects._on_build,
    CoinsOnChain: Prospects._on_chain,
    CoinsOnVictory: Prospects._on_victory,
    CoinsOnPurchase: Prospects._on_purchase,
    CoinOnGain: Prospects._on_gain,
    OthersDiscardVictory: Prospects._others_discard,
    DeflectDefeats: Prospects._deflect,
    ReplaceSymbols: Prospects._replace,
    PointsPerCoins: Prospects._per_coins,
    PointsPerTokenPair: Prospects._pairs,
    PointsIfAlone: Prospects._alone,
    GuildAgain: Prospects._guild,
    DrawLeaders: Prospects._draw,
    ExtraLeader: Prospects._extra_leader,
    BuryLeader: Prospects._bury,
}
"""What each kind may bring when it comes."""

GROWING: Mapping[type[Effect], Callable[[Prospects, Any], float]] = {
    PointsPer: Prospects._points_per
}
"""
What those count that come long before the end.

Buildings that count come late, and what is there then is all that is sure.
"""

LASTING: Mapping[type[Effect], Callable[[Prospects, Any, Around], float]] = {
    PointsPerSet: Prospects._sets,
    PointsIfMore: Prospects._if_more,
    PointsIfUndefeated: Prospects._undefeated,
}
"""What each kind may bring as long as it is there; it changes with the city."""

SCIENTIFIC = (Science, MoreOfMost, PointsPerScienceSet)
"""What these may bring is seen in all of a city's science together."""
