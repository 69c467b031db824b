"""
Effects of cards and wonder stages: one class for each kind of effect.

An effect is called at a few moments: when it is put in place (`place`), when it gives
coins (`coins`) or anything else (`at_once`) immediately, each time its city does
something (`earns`), and when points are counted (`points`). A new card is a new record;
only a new *kind* of effect is a new class. Those of the base game and those that both
expansions have are here; `sealed_wonders.core.wonders.kinds` knows them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.atoms import (
    Clause,
    Copy,
    Free,
    Gain,
    Lose,
    Make,
    May,
    Once,
    Per,
    PerSet,
    Price,
    When,
)
from sealed_wonders.core.wonders.goods import GOODS, choice, pack
from sealed_wonders.core.wonders.model import Around, Building, City, Effect
from sealed_wonders.core.wonders.science import SYMBOLS, solve
from sealed_wonders.core.wonders.trade import Production
from sealed_wonders.core.wonders.works import Colour, Works

VICTORY = {1: 1, 2: 3, 3: 5}
"""What a victory token of each age is worth (W6.1)."""

DEFEAT = -1
"""What a defeat token is worth (W6.1)."""


SCOPES: Mapping[str, Callable[[Around], tuple[City, ...]]] = {
    "self": lambda around: (around.city,),
    "neighbours": lambda around: (around.left, around.right),
    "self_and_neighbours": tuple,
}


def count(what: tuple[str, ...], scope: str, around: Around) -> int:
    """
    Count things in a scope.

    They are colours of cards, or one of `COUNTED`.
    """
    total = 0
    for city in SCOPES[scope](around):
        for thing in what:
            if thing in COUNTED:
                total += COUNTED[thing](city)
            else:
                total += city.works.counts[Colour[thing.upper()]]
    return total


COUNTED: Mapping[str, Callable[[City], int]] = {
    "wonder_stage": lambda city: len(city.stages),
    "victory_token": lambda city: sum(token > 0 for token in city.tokens),
    "colour": lambda city: sum(count > 0 for count in city.works.counts),
    "coin": lambda city: city.coins,
}
"""What is counted besides cards of a colour."""


@dataclass(frozen=True, slots=True)
class Produce(Effect):
    """Units of goods every turn."""

    kind: ClassVar[str] = "produce"
    resources: Mapping[str, int]
    tradable: bool

    @property
    def clause(self) -> Clause:
        return (Make(self.resources, self.tradable),)

    def place(self, works: Works) -> Works:
        return _produce(works, Production(pack(self.resources), ()), self.tradable)


@dataclass(frozen=True, slots=True)
class ProduceChoice(Effect):
    """One unit of one of several goods every turn."""

    kind: ClassVar[str] = "produce_choice"
    resources: tuple[str, ...]
    tradable: bool

    @property
    def clause(self) -> Clause:
        return (Make(self.resources, self.tradable),)

    def place(self, works: Works) -> Works:
        symbol = Production(0, (choice(self.resources),))
        return _produce(works, symbol, self.tradable)


def _produce(works: Works, production: Production, tradable: bool) -> Works:
    own = works.own.plus(production)
    if not tradable:
        return works._replace(own=own)
    return works._replace(own=own, sells=works.sells.plus(production))


@dataclass(frozen=True, slots=True)
class TradePrice(Effect):
    """Goods for less from one neighbour or both (W3.5)."""

    kind: ClassVar[str] = "trade_price"
    price: int
    resources: tuple[str, ...]
    neighbours: tuple[str, ...]

    @property
    def clause(self) -> Clause:
        return (Price(self.price, self.resources, self.neighbours),)

    def place(self, works: Works) -> Works:
        if "left" in self.neighbours:
            works = works._replace(left_prices=self._lower(works.left_prices))
        if "right" in self.neighbours:
            works = works._replace(right_prices=self._lower(works.right_prices))
        return works

    def _lower(self, prices: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(
            min(self.price, price) if good in self.resources else price
            for good, price in zip(GOODS, prices, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Shields(Effect):
    """Strength in every later conflict (W5.6, W6.1)."""

    kind: ClassVar[str] = "shields"
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("shields", self.amount),)

    def place(self, works: Works) -> Works:
        return works._replace(shields=works.shields + self.amount)


@dataclass(frozen=True, slots=True)
class Science(Effect):
    """A science symbol; ``"any"`` is chosen at the end (W5.5)."""

    kind: ClassVar[str] = "science"
    symbol: str

    @property
    def clause(self) -> Clause:
        return (Gain("symbol", which=self.symbol),)

    def place(self, works: Works) -> Works:
        if self.symbol == "any":
            return works._replace(wild=works.wild + 1)
        symbols = list(works.symbols)
        symbols[SYMBOLS.index(self.symbol)] += 1
        tablets, gears, compasses = symbols
        return works._replace(symbols=(tablets, gears, compasses))


@dataclass(frozen=True, slots=True)
class Coins(Effect):
    """Coins at once."""

    kind: ClassVar[str] = "coins"
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("coins", self.amount),)

    def coins(self, around: Around) -> int:
        return self.amount


@dataclass(frozen=True, slots=True)
class CoinsPer(Effect):
    """Coins at once for each of something, itself included (W4.2)."""

    kind: ClassVar[str] = "coins_per"
    amount: int
    of: tuple[str, ...]
    scope: str

    @property
    def clause(self) -> Clause:
        return (Gain("coins", self.amount), Per(self.of, self.scope))

    def coins(self, around: Around) -> int:
        return self.amount * count(self.of, self.scope, around)


@dataclass(frozen=True, slots=True)
class Points(Effect):
    """Points at the end."""

    kind: ClassVar[str] = "vp"
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount),)

    def points(self, around: Around) -> int:
        return self.amount


@dataclass(frozen=True, slots=True)
class PointsPer(Effect):
    """Points at the end for each of something (W7.3)."""

    kind: ClassVar[str] = "vp_per"
    amount: int
    of: tuple[str, ...]
    scope: str

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount), Per(self.of, self.scope))

    def points(self, around: Around) -> int:
        return self.amount * count(self.of, self.scope, around)


@dataclass(frozen=True, slots=True)
class PointsIfWonderComplete(Effect):
    """Points at the end if all stages of the owner's wonder are built (W7.3)."""

    kind: ClassVar[str] = "vp_if_wonder_complete"
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount), When("wonder complete"))

    def points(self, around: Around) -> int:
        city = around.city
        return self.amount if len(city.stages) == len(city.side.stages) else 0


@dataclass(frozen=True, slots=True)
class Power(Effect):
    """A lasting power, to be asked for by its kind."""

    def place(self, works: Works) -> Works:
        return works._replace(powers=works.powers | {self.kind})


@dataclass(frozen=True, slots=True)
class PlayLastCard(Power):
    """The seventh card of an age is played instead of discarded (W5.1)."""

    kind: ClassVar[str] = "play_last_card_of_each_age"
    clause: ClassVar[Clause] = (May("play last card"),)


@dataclass(frozen=True, slots=True)
class FirstOfColourFree(Power):
    """A building of a colour the city never had costs nothing (W5.3)."""

    kind: ClassVar[str] = "first_card_of_each_colour_free"
    clause: ClassVar[Clause] = (Free("first of each colour"),)


@dataclass(frozen=True, slots=True)
class FirstOfAgeFree(Power):
    """A building chosen on an age's first turn costs nothing (W5.4)."""

    kind: ClassVar[str] = "first_card_of_each_age_free"
    clause: ClassVar[Clause] = (Free("turn 1"),)


@dataclass(frozen=True, slots=True)
class LastOfAgeFree(Power):
    """A building chosen on an age's sixth turn costs nothing (W5.4)."""

    kind: ClassVar[str] = "last_card_of_each_age_free"
    clause: ClassVar[Clause] = (Free("turn 6"),)


@dataclass(frozen=True, slots=True)
class OneOfAgeFree(Power):
    """Once an age, whenever its player likes, a building costs nothing (W8.2)."""

    kind: ClassVar[str] = "one_card_of_each_age_free"
    clause: ClassVar[Clause] = (Free("card"), Once("age"))


@dataclass(frozen=True, slots=True)
class BuildFromDiscard(Effect):
    """At the end of the turn, one building from the discard for nothing (W5.2)."""

    kind: ClassVar[str] = "build_one_from_discard_free"
    owes: ClassVar[str] = "discard"
    clause: ClassVar[Clause] = (Free("card from discard"),)
    order: int
    """Whose turn it is first when several have this right in one turn (W4.4)."""

    @property
    def precedence(self) -> int:
        return self.order


@dataclass(frozen=True, slots=True)
class PointsPerSet(Effect):
    """Points at the end for each set of one card of each of these colours (L2.13)."""

    kind: ClassVar[str] = "vp_per_set"
    of: tuple[str, ...]
    amount: int

    @property
    def clause(self) -> Clause:
        return (Gain("points", self.amount), PerSet(self.of))

    def points(self, around: Around) -> int:
        return self.amount * min(count((it,), "self", around) for it in self.of)


@dataclass(frozen=True, slots=True)
class GainVictoryToken(Effect):
    """A victory token at once (L2.8, E1.6)."""

    kind: ClassVar[str] = "gain_victory_token"
    value: int
    """0 is that of the age's conflicts."""

    @property
    def clause(self) -> Clause:
        return (Gain("token", self.value),)

    def at_once(self, city: City, age: int, chosen: str) -> City:
        return evolve(city, tokens=(*city.tokens, self.value or VICTORY[age]))


@dataclass(frozen=True, slots=True)
class DiscardDefeats(Effect):
    """Discards all the owner's defeat tokens at once (L2.8)."""

    kind: ClassVar[str] = "discard_own_defeat_tokens"
    clause: ClassVar[Clause] = (Lose("defeat tokens"),)

    def at_once(self, city: City, age: int, chosen: str) -> City:
        kept = tuple(token for token in city.tokens if token > 0)
        return evolve(city, tokens=kept)


@dataclass(frozen=True, slots=True)
class CopyGuild(Effect):
    """At the end, one guild of a neighbour counts as if it were the owner's (W8.3)."""

    kind: ClassVar[str] = "copy_neighbour_guild"
    clause: ClassVar[Clause] = (Copy("neighbours"),)

    def points(self, around: Around) -> int:
        return copied(around).points


class Counted(NamedTuple):
    """A guild that counts for a city, and what it is worth to it."""

    guild: Building | None
    points: int


def copied(around: Around) -> Counted:
    """Return the guild of a neighbour's that is worth most to a city (W8.3)."""
    return best_guild(around, (*around.left.buildings, *around.right.buildings))


def best_guild(around: Around, buildings: Iterable[Building]) -> Counted:
    """
    Return the guild that would bring a city most if it counted for it once more.

    Ties go to the first id; None if there is no guild. A free science symbol is worth the
    points that one more of them adds.
    """
    known = around.city.works.knowledge
    symbol = sum(solve(known._replace(wild=known.wild + 1))) - sum(solve(known))
    worth = [
        Counted(
            guild,
            sum(
                symbol if isinstance(effect, Science) else effect.points(around)
                for effect in guild.effects
            ),
        )
        for guild in sorted(buildings, key=lambda building: building.id)
        if guild.colour is Colour.PURPLE
    ]
    return max(worth, key=lambda one: one.points, default=Counted(None, 0))


def made(effects: Iterable[Effect]) -> list[Make]:
    """Return what goods effects make, in their order."""
    return [atom for it in effects for atom in it.clause if isinstance(atom, Make)]


def combined(effects: Iterable[Effect]) -> list[Clause]:
    """Return what several effects say; two that count the same count it once."""
    found: list[Clause] = []
    for effect in effects:
        match found[-1:], effect.clause:
            case [(Gain("coins") as now, Per() as per)], (
                Gain("points") as end,
                same,
            ) if same == per:
                found[-1] = (now, end, per)
            case _, clause:
                found.append(clause)
    return found


KINDS: tuple[type[Effect], ...] = (
    Produce,
    ProduceChoice,
    TradePrice,
    Shields,
    Science,
    Coins,
    CoinsPer,
    Points,
    PointsPer,
    PointsIfWonderComplete,
    PlayLastCard,
    FirstOfColourFree,
    FirstOfAgeFree,
    LastOfAgeFree,
    OneOfAgeFree,
    CopyGuild,
    BuildFromDiscard,
    PointsPerSet,
    GainVictoryToken,
    DiscardDefeats,
)
