"""Consequences of taking a card, and what is missing for a stage."""

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
    """The immediate consequences of a card."""

    stages: tuple[Stage, ...] = ()
    """One of these stages has to be built."""
    token: bool = False
    """Whether it completes a set of symbols."""
    cat: bool = False
    """Whether it brings the cat from another player, or into play."""
    battle: bool = False
    """Whether it turns the last conflict token."""
    extra: bool = False
    """Whether a token allows an extra card for it."""


def taking(state: State, seat: Seat, kind: Kind) -> Prospect:
    """Return the consequences for a seat of taking a card now."""
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
    """Return whether a card completes a set of symbols."""
    some = symbols()
    if kind not in some:
        return False
    pair = city.count(kind) + 1 >= PAIR
    return pair or all(city.count(it) for it in some if it is not kind)


class Lack(NamedTuple):
    """The cards missing to pay for a stage."""

    missing: int
    """Minimum number of cards; 0 if the stage can be paid for."""
    helping: tuple[Kind, ...] = ()
    """If one card is missing, the kinds that suffice, coins last."""


def lack(city: City, stage: Stage, used: tuple[str, ...] = ()) -> Lack:
    """Return what is missing to pay for a stage."""
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
    """Return all ways to pay for a stage, given some additional cards."""
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
