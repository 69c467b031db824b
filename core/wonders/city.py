"""
Building in a city, and taking away: each function returns the city as it is after that.
"""

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
    """Return a city at the start of the game, with what its board produces."""
    works = Works(Production(0, ()), Production(0, ()))
    return City(board, side, coins, side.start.place(works))


def with_building(city: City, building: Building, slot: Slot = -1) -> City:
    """
    Put a building in place; its coins at once are not counted yet (W4.1).

    Args:
        slot: where its card lies from now on.
    """
    return evolve(
        city,
        works=_with_building(city.works, building),
        buildings=(*city.buildings, building),
        colours=city.colours | 1 << building.colour,
        cards=(*city.cards, slot),
    )


def with_stage(city: City, half: str, slot: Slot) -> City:
    """Build the next stage; its coins at once are not counted yet (W4.1)."""
    effects = city.side.stages[len(city.stages)].effects(half)
    stages = (*city.stages, StageBuilt(half, slot))
    return evolve(city, works=_placed(city.works, effects), stages=stages)


def with_leader(city: City, leader: Leader, age: int) -> City:
    """Recruit a leader; its coins at once are not counted yet."""
    leaders = (*city.leaders, Recruited(leader, age))
    return evolve(city, works=_placed(city.works, leader.effects), leaders=leaders)


def with_edifice(city: City, edifice: Edifice) -> City:
    """Return a city with an edifice's reward; its coins at once are not counted yet (E1.6)."""
    works = _placed(city.works, edifice.reward)
    return evolve(city, works=works, edifices=(*city.edifices, edifice))


def without_tokens(city: City, values: Iterable[int]) -> City:
    """Take tokens away that it has, one for each of these values."""
    rest = list(city.tokens)
    for value in values:
        rest.remove(value)
    return evolve(city, tokens=tuple(rest))


def without_building(city: City, building: Building) -> City:
    """Take a building away, with all it did (E1.7)."""
    nth = city.buildings.index(building)
    rest = evolve(
        city,
        buildings=city.buildings[:nth] + city.buildings[nth + 1 :],
        cards=city.cards[:nth] + city.cards[nth + 1 :],
    )
    return _reckoned(rest)


def with_buried(city: City, name: str) -> City:
    """
    Turn a leader face down: from now on it does nothing (L3.3).

    Args:
        name: its id; it is there, and face up.
    """
    leaders = tuple(
        one._replace(buried=True) if one.leader.id == name else one
        for one in city.leaders
    )
    return _reckoned(evolve(city, leaders=leaders))


def _reckoned(city: City) -> City:
    """Return a city with its works reckoned anew from all that is there."""
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
