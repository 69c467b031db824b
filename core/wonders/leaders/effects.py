"""
Effects of leaders, and of the two boards that come with them (L2, L3).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from sealed_wonders.core.wonders.atoms import (
    Clause,
    Free,
    Gain,
    Less,
    Lose,
    May,
    Once,
    Per,
    PerSet,
    Price,
    Swap,
    When,
)
from sealed_wonders.core.wonders.city import with_buried
from sealed_wonders.core.wonders.effects import count
from sealed_wonders.core.wonders.goods import choice
from sealed_wonders.core.wonders.model import Around, City, Effect
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.core.wonders.trade import BANK, Production, Seller
from sealed_wonders.core.wonders.works import (
    Bought,
    Built,
    Colour,
    Deed,
    Honoured,
    Works,
)

# Paying.


@dataclass(frozen=True, slots=True)
class RecruitFree(Effect):
    """Leaders cost nothing (L2.1, L3.1)."""

    kind: ClassVar[str] = "recruit_leaders_free"
    clause: ClassVar[Clause] = (Free("leader"),)

    def place(self, works: Works) -> Works:
        return works._replace(leaders_free=True)


@dataclass(frozen=True, slots=True)
class LeadersForLess(Effect):
    """Leaders cost the owner and the neighbours fewer coins (L3.1)."""

    kind: ClassVar[str] = "leader_cost_reduction"
    own: int
    neighbours: int

    @property
    def clause(self) -> Clause:
        return (Less("leader", self.own, self.neighbours),)

    def place(self, works: Works) -> Works:
        return works._replace(
            leaders_less=works.leaders_less + self.own,
            neighbours_less=works.neighbours_less + self.neighbours,
        )


@dataclass(frozen=True, slots=True)
class ResourceDiscount(Effect):
    """A price reduced by units of goods, of the payer's choice (L2.2)."""

    kind: ClassVar[str] = "resource_discount"
    on: str
    """A colour, or ``"wonder_stage"``."""
    amount: int

    @property
    def clause(self) -> Clause:
        return (Less(self.on, self.amount),)

    def place(self, works: Works) -> Works:
        return works._replace(discounts=(*works.discounts, (self.on, self.amount)))


@dataclass(frozen=True, slots=True)
class ColourFree(Effect):
    """Buildings of a colour cost nothing (L2.3)."""

    kind: ClassVar[str] = "build_colour_free"
    colour: str

    @property
    def clause(self) -> Clause:
        return (Free(self.colour),)

    def place(self, works: Works) -> Works:
        bit = 1 << Colour[self.colour.upper()]
        return works._replace(free_colours=works.free_colours | bit)


@dataclass(frozen=True, slots=True)
class BuyFromBank(Effect):
    """The bank sells a unit a turn, of one of several goods (L2.5)."""

    kind: ClassVar[str] = "buy_from_bank"
    price: int
    resources: tuple[str, ...]

    @property
    def clause(self) -> Clause:
        return (Price(self.price, self.resources, ("bank",)), Once("turn"))

    def place(self, works: Works) -> Works:
        symbol = Production(0, (choice(self.resources),))
        return works._replace(bank=Seller(BANK, symbol, (self.price,) * 7))


# Coins for what the city does.


@dataclass(frozen=True, slots=True)
class WatcherEffect(Effect):
    """Coins each time the city does something."""

    amount: int

    def place(self, works: Works) -> Works:
        return works._replace(watchers=(*works.watchers, self))


@dataclass(frozen=True, slots=True)
class CoinsOnBuild(WatcherEffect):
    """Coins for each building of a colour, however it was built (L2.3)."""

    kind: ClassVar[str] = "coins_on_build"
    colour: str

    @property
    def clause(self) -> Clause:
        return (Gain("coins", self.amount), When("built", (self.colour,)))

    def earns(self, deed: Deed) -> int:
        match deed:
            case Built(colour) if colour is Colour[self.colour.upper()]:
                return self.amount
        return 0


@dataclass(frozen=True, slots=True)
class CoinsOnChain(WatcherEffect):
    """Coins for each building that was free by chain (L2.3)."""

    kind: ClassVar[str] = "coins_on_chain_build"

    @property
    def clause(self) -> Clause:
        return (Gain("coins", self.amount), When("built by chain"))

    def earns(self, deed: Deed) -> int:
        return self.amount if isinstance(deed, Built) and deed.free == "chain" else 0


@dataclass(frozen=True, slots=True)
class CoinsOnVictory(WatcherEffect):
    """Coins for each victory token gained, from whatever source (L2.4)."""

    kind: ClassVar[str] = "coins_on_victory_token"

    @property
    def clause(self) -> Clause:
        return (Gain("coins", self.amount), When("token gained"))

    def earns(self, deed: Deed) -> int:
        return self.amount * deed.tokens if isinstance(deed, Honoured) else 0


@dataclass(frozen=True, slots=True)
class CoinsOnPurchase(WatcherEffect):
    """Coins for each neighbour bought from in a turn (L2.6)."""

    kind: ClassVar[str] = "coins_on_purchase"

    @property
    def clause(self) -> Clause:
        return (Gain("coins", self.amount), When("goods bought"))

    def earns(self, deed: Deed) -> int:
        return self.amount * deed.neighbours if isinstance(deed, Bought) else 0


@dataclass(frozen=True, slots=True)
class CoinOnGain(Effect):
    """An additional coin, once a turn, when coins come from the bank (L2.6)."""

    kind: ClassVar[str] = "coin_on_bank_gain"
    clause: ClassVar[Clause] = (
        Gain("more coins"),
        When("coins gained"),
        Once("turn"),
    )

    def place(self, works: Works) -> Works:
        return works._replace(on_top=works.on_top + 1)


# Tokens.


@dataclass(frozen=True, slots=True)
class OthersDiscardVictory(Effect):
    """Each other player drops a victory token, of its choice (L2.8)."""

    kind: ClassVar[str] = "others_discard_victory_token"
    owes: ClassVar[str] = "victims"
    clause: ClassVar[Clause] = (Lose("victory token", "others"),)


@dataclass(frozen=True, slots=True)
class DeflectDefeats(Effect):
    """Defeat tokens of conflicts go to the neighbour who won (L2.9)."""

    kind: ClassVar[str] = "deflect_defeat_tokens"
    clause: ClassVar[Clause] = (Lose("defeat tokens", "loser to winner"),)

    def place(self, works: Works) -> Works:
        return works._replace(deflects=True)


# Science.


@dataclass(frozen=True, slots=True)
class ReplaceSymbols(Effect):
    """A number of science symbols may count as others (L2.10)."""

    kind: ClassVar[str] = "science_replace"
    count: int

    @property
    def clause(self) -> Clause:
        return (Swap(self.count),)

    def place(self, works: Works) -> Works:
        return works._replace(swaps=works.swaps + self.count)


@dataclass(frozen=True, slots=True)
class MoreOfMost(Effect):
    """Additional science symbols, of the kind that the city has most of (L2.10)."""

    kind: ClassVar[str] = "science_extra_of_most"
    count: int

    @property
    def clause(self) -> Clause:
        return (Gain("symbols of most", self.count),)

    def place(self, works: Works) -> Works:
        return works._replace(more=works.more + self.count)


@dataclass(frozen=True, slots=True)
class PointsPerScienceSet(Effect):
    """Additional points for each set of three different symbols (L2.13)."""

    kind: ClassVar[str] = "vp_per_science_set"
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("more points", self.amount), PerSet(SYMBOLS))

    def place(self, works: Works) -> Works:
        return works._replace(per_set=works.per_set + self.amount)


# Points.


@dataclass(frozen=True, slots=True)
class PointsPerCoins(Effect):
    """Points for each full number of coins in the treasury (L2.11)."""

    kind: ClassVar[str] = "vp_per_coins"
    coins_each: int
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount), Per(("coin",), each=self.coins_each))

    def points(self, around: Around) -> int:
        return self.amount * (around.city.coins // self.coins_each)


@dataclass(frozen=True, slots=True)
class PointsIfMore(Effect):
    """Points for strictly more than each neighbour (L2.11)."""

    kind: ClassVar[str] = "vp_if_more_than_each_neighbour"
    of: tuple[str, ...]
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount), When("more than neighbours", self.of))

    def points(self, around: Around) -> int:
        mine, *others = (
            count(self.of, "self", around._replace(city=city)) for city in around
        )
        return self.amount if mine > max(others) else 0


@dataclass(frozen=True, slots=True)
class PointsIfUndefeated(Effect):
    """Points for having no defeat token (L2.12)."""

    kind: ClassVar[str] = "vp_if_no_defeat_token"
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount), When("no defeat token"))

    def points(self, around: Around) -> int:
        return 0 if any(token < 0 for token in around.city.tokens) else self.amount


@dataclass(frozen=True, slots=True)
class PointsPerTokenPair(Effect):
    """For each pair of equal victory tokens, the value of one (L2.12)."""

    kind: ClassVar[str] = "vp_per_pair_of_victory_tokens"
    clause: ClassVar[Clause] = (Gain("points of one"), When("equal tokens"))

    def points(self, around: Around) -> int:
        tokens = Counter(token for token in around.city.tokens if token > 0)
        return sum(value * (number // 2) for value, number in tokens.items())


@dataclass(frozen=True, slots=True)
class PointsIfAlone(Effect):
    """Points for being the only leader face up (L2.12)."""

    kind: ClassVar[str] = "vp_if_only_leader"
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount), When("only leader"))

    def points(self, around: Around) -> int:
        shown = sum(not one.buried for one in around.city.leaders)
        return self.amount if shown == 1 else 0


# The boards.


@dataclass(frozen=True, slots=True)
class DrawLeaders(Effect):
    """Leaders drawn from the box into the hand, unseen by the others (L3.2)."""

    kind: ClassVar[str] = "draw_leaders_from_box"
    owes: ClassVar[str] = "draw"
    count: int

    @property
    def clause(self) -> Clause:
        return (Gain("leaders", self.count),)


@dataclass(frozen=True, slots=True)
class ExtraLeader(Effect):
    """One more leader may be recruited at the end of the turn (L3.2)."""

    kind: ClassVar[str] = "recruit_extra_leader"
    owes: ClassVar[str] = "extra_leader"
    clause: ClassVar[Clause] = (May("recruit leader"),)


@dataclass(frozen=True, slots=True)
class BuryLeader(Effect):
    """A leader recruited before is turned face down (L3.3)."""

    kind: ClassVar[str] = "bury_recruited_leader"
    key: ClassVar[str] = "bury"
    clause: ClassVar[Clause] = (Lose("leader"), Gain("times its cost", BURIED))

    def options(self, city: City) -> tuple[str, ...]:
        return tuple(one.leader.id for one in city.leaders if not one.buried)

    def at_once(self, city: City, age: int, chosen: str) -> City:
        return with_buried(city, chosen) if chosen else city


KINDS: tuple[type[Effect], ...] = (
    RecruitFree,
    LeadersForLess,
    ResourceDiscount,
    ColourFree,
    BuyFromBank,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnVictory,
    CoinsOnPurchase,
    CoinOnGain,
    OthersDiscardVictory,
    DeflectDefeats,
    ReplaceSymbols,
    MoreOfMost,
    PointsPerScienceSet,
    PointsPerCoins,
    PointsIfMore,
    PointsIfUndefeated,
    PointsPerTokenPair,
    PointsIfAlone,
    DrawLeaders,
    ExtraLeader,
    BuryLeader,
)
