"""Building and removing things in a city: each function returns the changed city."""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.core.game import Slot
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.model import (
    Board,
    Building,
    City,
    Edifice,
    Effect,
    Leader,
    Recruited,
    Side,
    StageBuilt,
)
from sealed_wonders.core.wonders.trade import Production
from sealed_wonders.core.wonders.works import Works


def found(board: Board, side: Side, coins: int) -> City:
    """Return a city at the start of the game, with its board's production."""
    works = Works(Production(0, ()), Production(0, ()))
    return City(board, side, coins, side.start.place(works))


def with_building(city: City, building: Building, slot: Slot = -1) -> City:
    """
    Return the city with a building, whose immediate coins aren't paid yet (W4.1).

    Args:
        city: the city before.
        building: the building.
        slot: the slot of its card.
    """
    return evolve(
        city,
        works=_with_building(city.works, building),
        buildings=(*city.buildings, building),
        colours=city.colours | 1 << building.colour,
        cards=(*city.cards, slot),
    )


def with_stage(city: City, half: str, slot: Slot) -> City:
    """
    Return the city with its next stage, whose immediate coins aren't paid yet (W4.1).
    """
    effects = city.side.stages[len(city.stages)].effects(half)
    stages = (*city.stages, StageBuilt(half, slot))
    return evolve(city, works=_placed(city.works, effects), stages=stages)


def with_leader(city: City, leader: Leader, age: int) -> City:
    """Return the city with a leader, whose immediate coins aren't paid yet."""
    leaders = (*city.leaders, Recruited(leader, age))
    return evolve(city, works=_placed(city.works, leader.effects), leaders=leaders)


def with_edifice(city: City, edifice: Edifice) -> City:
    """Return the city with an edifice's reward, without its immediate coins (E1.6)."""
    works = _placed(city.works, edifice.reward)
    return evolve(city, works=works, edifices=(*city.edifices, edifice))


def without_tokens(city: City, values: Iterable[int]) -> City:
    """
    Return the city without a conflict token of each of these values.

    Raises:
        ValueError: it has no such token.
    """
    rest = list(city.tokens)
    for value in values:
        rest.remove(value)
    return evolve(city, tokens=tuple(rest))


def without_building(city: City, building: Building) -> City:
    """Return the city without a building and its effects (E1.7)."""
    nth = city.buildings.index(building)
    rest = evolve(
        city,
        buildings=city.buildings[:nth] + city.buildings[nth + 1 :],
        cards=city.cards[:nth] + city.cards[nth + 1 :],
    )
    return _reckoned(rest)


def with_buried(city: City, name: str) -> City:
    """
    Return the city with a leader face down, and so without its effects (L3.3).

    Args:
        city: the city before.
        name: the id of a face-up leader.
    """
    leaders = tuple(
        one._replace(buried=True) if one.leader.id == name else one
        for one in city.leaders
    )
    return _reckoned(evolve(city, leaders=leaders))


def _reckoned(city: City) -> City:
    """Return the city with its works recomputed from everything in it."""
    works = found(city.board, city.side, 0).works
    for built, stage in zip(city.stages, city.side.stages, strict=False):
        works = _placed(works, stage.effects(built.half))
    for building in city.buildings:
        works = _with_building(works, building)
    for one in city.leaders:
        if not one.buried:
            works = _placed(works, one.leader.effects)
    for edifice in city.edifices:
        works = _placed(works, edifice.reward)
    return evolve(city, works=works)


def _placed(works: Works, effects: Iterable[Effect]) -> Works:
    for effect in effects:
        works = effect.place(works)
    return works


def _with_building(works: Works, building: Building) -> Works:
    works = _placed(works, building.effects)
    counts = list(works.counts)
    counts[building.colour] += 1
    return works._replace(
        chains=works.chains | building.chain if building.chain else works.chains,
        buildings=works.buildings | {building.building},
        counts=tuple(counts),
    )
