"""
What would come of it: of a card one could take, of a stage one can't pay for yet.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.architects.abilities import AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import COIN, Kind, Stage, catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.paying import Payment, goods, ways
from sealed_wonders.core.architects.science import PAIR, symbols
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.architects.tokens import are_left
from sealed_wonders.core.game import Seat


class Prospect(NamedTuple):
    """What a card brings about at once."""

    stages: tuple[Stage, ...] = ()
    """One of them has to be built."""
    token: bool = False
    """It completes a set of symbols."""
    cat: bool = False
    """It brings the cat, from wherever that is."""
    battle: bool = False
    """It turns the last conflict token."""
    extra: bool = False
    """A token allows one more card for it."""


def taking(state: State, seat: Seat, kind: Kind) -> Prospect:
    """Say what comes of it if a seat takes a card now."""
    city = state.cities[seat]
    used = state.used if seat == state.seat else ()
    stages: tuple[Stage, ...] = ()
    if kind in (*goods(), catalog().kinds_by_id[COIN]):
        stages = tuple(it for it in city.available if _payments(city, it, used, kind))
    return Prospect(
        stages,
        _completes(city, kind) and are_left(state),
        kind.cat and state.cat != seat,
        bool(kind.horns) and state.horns + kind.horns >= state.conflicts,
        any(token not in used for token in city.extras(kind.id)),
    )


def _completes(city: City, kind: Kind) -> bool:
    """Tell whether a card completes a set of symbols."""
    some = symbols()
    if kind not in some:
        return False
    pair = city.count(kind) + 1 >= PAIR
    return pair or all(city.count(it) for it in some if it is not kind)


class Lack(NamedTuple):
    """What a stage still takes."""

    missing: int
    """Cards, if it is the right ones; 0 if it can be paid for."""
    helping: tuple[Kind, ...] = ()
    """Cards of which one is enough, if one is missing; coins are the last."""


def lack(city: City, stage: Stage, used: tuple[str, ...] = ()) -> Lack:
    """Say what is missing to pay a stage."""
    coin = catalog().kinds_by_id[COIN]
    for missing in range(stage.cost + 1):
        if _payments(city, stage, used, *[coin] * missing):
            break
    if missing != 1:
        return Lack(missing)
    some = tuple(it for it in goods() if _payments(city, stage, used, it))
    return Lack(1, (*some, coin))


def _payments(
    city: City, stage: Stage, used: tuple[str, ...], *more: Kind
) -> tuple[Payment, ...]:
    """Give all ways to pay a stage with some cards more."""
    engineering, economy = city.has(AnyResources), city.has(DoubleCoin)
    coin = catalog().kinds_by_id[COIN]
    return ways(
        tuple(city.count(kind) + more.count(kind) for kind in goods()),
        city.count(coin) + more.count(coin),
        stage.cost,
        stage.same,
        bool(engineering) and engineering not in used,
        bool(economy) and economy not in used,
    )
