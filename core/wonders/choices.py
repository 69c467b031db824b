"""The things that a city may do with a card, and their prices."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import IllegalMove, Refusal, Seat
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders.effects import (
    FirstOfAgeFree,
    FirstOfColourFree,
    LastOfAgeFree,
    OneOfAgeFree,
)
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.model import Around, Building, City, Leader, Stage
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.trade import (
    LEFT,
    RIGHT,
    Market,
    Seller,
    Split,
    market,
)


class Quote(NamedTuple):
    """The price of a building or a stage, or the reason why the city can't build it."""

    refusal: Refusal | None
    splits: tuple[Split, ...] = ()
    """Every legal payment: Pareto-optimal, and within the treasury (W3.4)."""
    free: str | None = None
    """The reason why it is free despite its cost: ``"chain"`` or ``"power"``."""
    least: int = 0
    """With TOO_FEW_COINS: the number of coins that are needed."""
    power: bool = False
    """
    Whether a power that is used up by it could make it free (W8.2).

    This holds whether or not the city could also pay.
    """
    lacking: int = 0
    """
    With MISSING_RESOURCES, in a view: the fewest goods, packed, that neither the city
    nor a seller produces.
    """
    is_reduced: bool = False
    """In a view: whether goods that may be left out (L2.2) make it cheaper, or possible."""

    @property
    def why_not(self) -> Refusal | None:
        """Why the city can't build it; None if there is any way."""
        return None if self.power else self.refusal

    @property
    def lacks(self) -> dict[str, int]:
        """The goods of `lacking`."""
        return unpack(self.lacking)

    @property
    def is_possible(self) -> bool:
        """Whether there is any way to build it."""
        return self.why_not is None


FREE = Quote(None, (NOTHING,))
BUILT = Quote(Refusal.ALREADY_BUILT)
COMPLETE = Quote(Refusal.NO_STAGE_LEFT)
MISSING = Quote(Refusal.MISSING_RESOURCES)
BY_CHAIN = Quote(None, (NOTHING,), "chain")
BY_POWER = Quote(None, (NOTHING,), "power")


class Cost(NamedTuple):
    """A printed cost after discounts and surcharges."""

    goods: int
    """Packed."""
    bank: int
    """Coins to the bank."""
    less: int = 0
    """Units of goods that may be left out (L2.2)."""


class Quotes:
    """
    The things that a city may build on a turn, with their prices.

    Args:
        around: the city and its neighbours at the start of the turn (W3.3).
        turn: 1 to 6, 7 for Babylon's extra card, or 0 for recruitment before turn 1.
        age: the age; it determines the cost of some leaders, and whether a power of one
            free building per age is still available.
        joining: the coins needed to participate in the age's edifice; None if the city
            can't (E1.2).
    """

    __slots__ = ("_age", "_around", "_market", "_turn", "joining")

    def __init__(
        self, around: Around, turn: int, age: int = 0, joining: int | None = None
    ) -> None:
        works = around.city.works
        self._around = around
        self._turn = turn
        self._age = age
        self.joining = joining
        sellers = (
            Seller(LEFT, around.left.works.sells, works.left_prices),
            Seller(RIGHT, around.right.works.sells, works.right_prices),
        )
        self._market: Market = market(
            works.own, (works.bank, *sellers) if works.bank else sellers
        )

    def building(self, building: Building) -> Quote:
        """Return the price of a building (W3, W5.3, W5.4, L2.2, L2.3)."""
        works = self._around.city.works
        if building.building in works.buildings:
            return BUILT
        if not building.goods and not building.bank:
            return FREE
        if building.free_with in works.chains:
            return BY_CHAIN
        if (works.powers or works.free_colours) and self._by_power(building):
            return BY_POWER
        # Avoids creating a `Cost`: this runs for every card of every hand.
        less = works.less(building.colour.word) if works.discounts else 0
        quote = self._priced(building.goods, building.bank, less)
        if OneOfAgeFree.kind in works.powers and self._has_power(quote):
            return quote._replace(power=True)
        return quote

    def stage(self, joins: bool = False) -> Quote:
        """
        Return the price of the wonder's next stage (W3.8).

        Args:
            joins: whether the builder participates in the age's edifice (E1.2).
        """
        stage = next_stage(self._around.city)
        if stage is None:
            return COMPLETE
        return self._priced(*self.cost_of(stage, joins))

    def leader(self, leader: Leader) -> Quote:
        """Return the price of recruiting a leader (L1.4, L2.1, L3.1)."""
        return self._priced(*self.cost_of(leader))

    def cost_of(self, what: Building | Stage | Leader, joins: bool = False) -> Cost:
        """Return the cost of something, unless it is free."""
        works = self._around.city.works
        if isinstance(what, Building):
            return Cost(what.goods, what.bank, works.less(what.colour.word))
        if isinstance(what, Stage):
            extra = (self.joining or 0) if joins else 0
            return Cost(what.goods, what.bank + extra, works.less("wonder_stage"))
        if works.leaders_free:
            return Cost(0, 0)
        _, left, right = self._around
        less = works.leaders_less
        less += left.works.neighbours_less + right.works.neighbours_less
        return Cost(0, max(0, what.price(self._age) - less))

    def explained(self, quote: Quote, what: Building | Stage | Leader) -> Quote:
        """
        Return the quote of something with the goods that are lacking for it, and whether
        it would cost more if no goods were left out.
        """
        goods, bank, less = self.cost_of(what)
        if quote.refusal is Refusal.MISSING_RESOURCES:
            return quote._replace(lacking=self._market.lacking(goods, less))
        if not less or not quote.splits or quote.free:
            return quote
        full = self._priced(goods, bank, 0)
        return quote._replace(is_reduced=full.splits != quote.splits)

    def covers(self, cost: Cost, paid: Split) -> bool:
        """Return whether a payment covers a cost, even if a better one exists."""
        goods, bank, less = cost
        rest = paid._replace(bank=paid.bank - bank)
        return rest in self._market.every_split(goods, less)

    @property
    def purse(self) -> int:
        """
        The coins that the city may spend: those from the start of the turn (W3.3).
        """
        return self._around.city.coins

    def _has_power(self, quote: Quote) -> bool:
        """
        Return whether the power of one free building per age is unused and would help.
        """
        return self._around.city.spent != self._age and NOTHING not in quote.splits

    def _by_power(self, building: Building) -> bool:
        city = self._around.city
        powers = city.works.powers
        return (
            bool(city.works.free_colours >> building.colour & 1)
            or (
                FirstOfColourFree.kind in powers
                and not city.colours >> building.colour & 1
            )
            or (self._turn == 1 and FirstOfAgeFree.kind in powers)
            or (self._turn == 6 and LastOfAgeFree.kind in powers)
        )

    def _priced(self, goods: int, bank: int, less: int) -> Quote:
        splits = self._market.splits(goods, less) if goods else (NOTHING,)
        if not splits:
            return MISSING
        purse = self.purse - bank
        if len(splits) == 1 and not bank and sum(splits[0]) <= purse:
            return Quote(None, splits)
        within = tuple(
            Split(left, right, paid + bank)
            for left, right, paid in splits
            if left + right + paid <= purse
        )
        if within:
            return Quote(None, within)
        return Quote(Refusal.TOO_FEW_COINS, least=min(map(sum, splits)) + bank)


def next_stage(city: City) -> Stage | None:
    """Return the stage to be built next; None if the wonder is complete."""
    stages = city.side.stages
    return None if len(city.stages) == len(stages) else stages[len(city.stages)]


def check_payment(
    seat: Seat, quotes: Quotes, cost: Cost, quote: Quote, paid: Split
) -> None:
    """
    Check that a payment is among those quoted.

    Raises:
        IllegalMove: NOT_CHEAPEST if the payment covers the cost and the city has the
            coins, but another payment dominates it; TOO_FEW_COINS if it needs more
            coins than the city has; WRONG_PAYMENT if it doesn't cover the cost, or pays
            somebody who isn't owed.
    """
    if quote.refusal is not None:
        least = (
            Sentence("at least {n} coins are needed", n=quote.least)
            if quote.least
            else Sentence("no payment is enough")
        )
        detail = Sentence(
            "{least}; the treasury has {coins}", least=least, coins=quotes.purse
        )
        raise IllegalMove(seat, quote.refusal, detail)
    if paid in quote.splits:
        return
    unbeaten = ", ".join(str(tuple(split)) for split in quote.splits)
    detail = Sentence(
        "paid {paid} (left, right, bank); the cheapest payments are {best}",
        paid=str(tuple(paid)),
        best=unbeaten,
    )
    if not quotes.covers(cost, paid):
        raise IllegalMove(seat, Refusal.WRONG_PAYMENT, detail)
    if sum(paid) > quotes.purse:
        raise IllegalMove(seat, Refusal.TOO_FEW_COINS, detail)
    raise IllegalMove(seat, Refusal.NOT_CHEAPEST, detail)
