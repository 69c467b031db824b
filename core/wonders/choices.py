"""
What a city may do with a card, and at what price.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import IllegalMove, Refusal, Seat
from sealed_wonders.core.wonders.catalog import Building, Stage
from sealed_wonders.core.wonders.city import City
from sealed_wonders.core.wonders.effects import (
    Around,
    FirstOfAgeFree,
    FirstOfColourFree,
    LastOfAgeFree,
)
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
    """The price of a building or a stage, or why it can't be had."""

    refusal: Refusal | None
    splits: tuple[Split, ...] = ()
    """Every payment that is legal: Pareto-best, and within the treasury (W3.4)."""
    free: str | None = None
    """What makes it free though it has a cost: ``"chain"`` or ``"power"``."""
    least: int = 0
    """With TOO_FEW_COINS: the coins it would take."""


FREE = Quote(None, (NOTHING,))
BUILT = Quote(Refusal.ALREADY_BUILT)
COMPLETE = Quote(Refusal.NO_STAGE_LEFT)
MISSING = Quote(Refusal.MISSING_RESOURCES)
BY_CHAIN = Quote(None, (NOTHING,), "chain")
BY_POWER = Quote(None, (NOTHING,), "power")


class Quotes:
    """
    What a city may build on a turn, and at what price.

    Args:
        around: the city and its neighbours, as they stood when the turn began (W3.3).
        turn: 1 to 6, or 7 for Babylon's extra card.
    """

    __slots__ = ("_around", "_market", "_turn")

    def __init__(self, around: Around, turn: int) -> None:
        works = around.city.works
        self._around = around
        self._turn = turn
        self._market: Market = market(
            works.own,
            (
                Seller(LEFT, around.left.works.sells, works.left_prices),
                Seller(RIGHT, around.right.works.sells, works.right_prices),
            ),
        )

    def building(self, building: Building) -> Quote:
        """Say what a building costs (W3, W5.3, W5.4)."""
        works = self._around.city.works
        if building.building in works.buildings:
            return BUILT
        if not building.goods and not building.bank:
            return FREE
        if building.free_with in works.chains:
            return BY_CHAIN
        if works.powers and self._by_power(building):
            return BY_POWER
        return self._priced(building.goods, building.bank)

    def stage(self) -> Quote:
        """Say what the next stage of the wonder costs (W3.8)."""
        stage = next_stage(self._around.city)
        return self._priced(stage.goods, stage.bank) if stage else COMPLETE

    def covers(self, goods: int, bank: int, paid: Split) -> bool:
        """Tell whether a payment covers a cost at all, the best one or not."""
        return paid.bank == bank and (
            paid._replace(bank=0) in self._market.every_split(goods)
        )

    @property
    def purse(self) -> int:
        """The coins the city may spend: those it had when the turn began (W3.3)."""
        return self._around.city.coins

    def _by_power(self, building: Building) -> bool:
        city = self._around.city
        powers = city.works.powers
        return (
            (
                FirstOfColourFree.kind in powers
                and not city.colours >> building.colour & 1
            )
            or (self._turn == 1 and FirstOfAgeFree.kind in powers)
            or (self._turn == 6 and LastOfAgeFree.kind in powers)
        )

    def _priced(self, goods: int, bank: int) -> Quote:
        splits = self._market.splits(goods) if goods else (NOTHING,)
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
    """Give the stage to be built next; None when the wonder is complete."""
    stages = city.side.stages
    return None if len(city.stages) == len(stages) else stages[len(city.stages)]


def check_payment(
    seat: Seat, quotes: Quotes, cost: Building | Stage, quote: Quote, paid: Split
) -> None:
    """
    Refuse a payment that is not among those quoted.

    Raises:
        IllegalMove: with NOT_CHEAPEST for one that would cover the cost and that the
            city has the coins for, but that another one beats; with TOO_FEW_COINS for
            one that takes more coins than it has; and with WRONG_PAYMENT for one that
            doesn't cover the cost, or that nobody is to be paid.
    """
    if quote.refusal is not None:
        least = f"at least {quote.least} coins" if quote.least else "at no price"
        detail = f"{least}, with {quotes.purse} in the treasury"
        raise IllegalMove(seat, quote.refusal, detail)
    if paid in quote.splits:
        return
    unbeaten = ", ".join(str(tuple(split)) for split in quote.splits)
    detail = f"left, right, bank {tuple(paid)}; the best are {unbeaten}"
    if not quotes.covers(cost.goods, cost.bank, paid):
        raise IllegalMove(seat, Refusal.WRONG_PAYMENT, detail)
    if sum(paid) > quotes.purse:
        raise IllegalMove(seat, Refusal.TOO_FEW_COINS, detail)
    raise IllegalMove(seat, Refusal.NOT_CHEAPEST, detail)
