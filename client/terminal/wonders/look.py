"""
What can be looked at during a game: cities, leaders, edifices, who sits where.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.wonders import describe
from sealed_wonders.client.terminal.wonders.sight import Sight
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.catalog import Edifice, Leader
from sealed_wonders.core.wonders.city import City, Colour
from sealed_wonders.core.wonders.effects import (
    Effect,
    Produce,
    ProduceChoice,
    TradePrice,
)
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.core.wonders.view import moment


def city(sight: Sight, seat: Seat) -> Iterator[str]:
    """Describe a city."""
    state = sight.state
    here = state.cities[seat]
    works, side = here.works, here.side
    relation = ""
    if seat == sight.left(sight.me):
        relation = text.LEFT
    elif seat == sight.right(sight.me):
        relation = text.RIGHT
    board = describe.name(here.board)
    yield text.city_title(sight.who(seat), relation, board, side.printed)
    built, total = len(here.stages), len(side.stages)
    yield text.city_state(here.coins, works.shields, built, total)
    yield _makes(sight, seat)
    yield from _prices(sight, seat)
    if any(works.symbols) or works.wild:
        yield text.city_symbols(
            list(zip(SYMBOLS, works.symbols, strict=True)), works.wild
        )
    for colour in Colour:
        names = [describe.name(b) for b in here.buildings if b.colour is colour]
        if names:
            yield text.city_cards(colour, names)
    if not here.buildings:
        yield text.no_cards()
    yield from recruited(here)
    if state.leaders and state.leaders[seat]:
        yield in_hand(sight, seat)
    if here.tokens:
        yield text.city_tokens(here.tokens)
    if here.pawns:
        names = [describe.name(state.projects[age - 1].edifice) for age in here.pawns]
        yield text.city_pawns(names)
    if here.debts:
        yield text.city_debts(here.debts)
    age, _turn = moment(state)
    for index, stage in enumerate(side.stages, start=1):
        if index <= built:
            half, slot = here.stages[index - 1]
            effect = describe.stage_standing(here, index - 1, age)
            under = sight.card_name(slot) if seat == sight.me else ""
            yield text.stage_standing(index, half, effect, under)
        else:
            cost, effect = describe.stage_cost(stage), describe.stage_effect(stage)
            yield text.stage_open(index, cost, effect)


def recruited(here: City) -> Iterator[str]:
    """Say which leaders a city has recruited, and what they do."""
    for one in here.leaders:
        name = describe.name(one.leader)
        if one.buried:
            yield text.buried_leader(name, BURIED * one.price)
        else:
            yield text.city_leader(name, describe.effects(one.leader.effects))


def in_hand(sight: Sight, seat: Seat) -> str:
    """Say how many leaders somebody keeps; which ones, of our own."""
    kept = sight.state.leaders[seat]
    names = [sight.card_name(slot) for slot in kept] if seat == sight.me else []
    return text.leaders_in_hand(sight.who(seat), len(kept), names if all(names) else ())


def leaders(sight: Sight) -> Iterator[str]:
    """Say all about leaders: those in our own hand, then everybody's."""
    state = sight.state
    if not state.leaders:
        yield text.no_leaders()
        return
    for slot in state.leaders[sight.me]:
        face = sight.face(slot)
        if isinstance(face, Leader):
            yield text.leader(describe.name(face), describe.leader(face))
    if not any(city.leaders for city in state.cities):
        yield text.nobody_recruited()
    for seat in sight.clockwise:
        if state.cities[seat].leaders:
            yield text.leaders_of(sight.who(seat))
            yield from (f"   {line}" for line in recruited(state.cities[seat]))
        if seat != sight.me and state.leaders[seat]:
            yield in_hand(sight, seat)


def edifices(sight: Sight) -> Iterator[str]:
    """Say all about the edifices: what they are, how they stand, who takes part."""
    if not sight.state.projects:
        yield text.no_edifices()
    for one in sight.state.projects:
        yield describe.edifice(one.edifice)
        yield from (f"   {line}" for line in project(sight, one.edifice))


def project(sight: Sight, edifice: Edifice) -> Iterator[str]:
    """Say how an edifice stands, if it is one of the game."""
    cities = sight.state.cities
    for one, pawns, _, fate in sight.state.projects:
        if one is edifice:
            stands = {"": text.pawns_left(pawns), "built": text.edifice_stands()}
            holders = [
                sight.who(seat)
                for seat in (sight.clockwise if cities else ())
                if edifice.age in cities[seat].pawns
            ]
            now = (stands.get(fate, text.edifice_failed()), text.takers(holders))
            yield " ".join(map(text.sentence, now))


def _effects(sight: Sight, seat: Seat) -> list[Effect]:
    """List what is in force in a city: of its board, buildings, stages and all else."""
    here = sight.state.cities[seat]
    some = [here.side.start]
    for building in here.buildings:
        some += building.effects
    for stage, standing in zip(here.side.stages, here.stages, strict=False):
        some += stage.effects(standing.half)
    for one in here.leaders:
        some += () if one.buried else one.leader.effects
    for edifice in here.edifices:
        some += edifice.reward
    return some


def _makes(sight: Sight, seat: Seat) -> str:
    sold: dict[str, int] = {}
    choices, unsold = [], []
    for effect in _effects(sight, seat):
        match effect:
            case Produce(resources, True):
                for good, n in resources.items():
                    sold[good] = sold.get(good, 0) + n
            case ProduceChoice(resources, True):
                choices.append(text.one_of(resources))
            case Produce(resources, False):
                unsold.append(text.bundle(resources))
            case ProduceChoice(resources, False):
                unsold.append(text.one_of(resources))
    ordered = {good: sold[good] for good in GOODS if good in sold}
    own = [*([text.bundle(ordered)] if sold else []), *choices]
    return text.city_makes(own, unsold)


def _prices(sight: Sight, seat: Seat) -> Iterator[str]:
    for effect in _effects(sight, seat):
        if isinstance(effect, TradePrice):
            yield text.sentence(describe.effect(effect))
