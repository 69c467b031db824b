"""
What can be looked at during a game: cities, leaders, edifices, who sits where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.wonders import describe, phrases
from sealed_wonders.client.terminal.wonders.sight import Sight
from sealed_wonders.client.words import _, n_
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.effects import Produce, ProduceChoice, TradePrice
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.model import City, Edifice, Effect, Leader
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.core.wonders.view import moment
from sealed_wonders.core.wonders.works import Colour


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
    yield _city_title(sight.who(seat), relation, board, side.printed)
    built, total = len(here.stages), len(side.stages)
    yield _city_state(here.coins, works.shields, built, total)
    yield _makes(sight, seat)
    yield from _prices(sight, seat)
    if any(works.symbols) or works.wild:
        yield _city_symbols(list(zip(SYMBOLS, works.symbols, strict=True)), works.wild)
    for colour in Colour:
        names = [describe.name(b) for b in here.buildings if b.colour is colour]
        if names:
            yield _city_cards(colour, names)
    if not here.buildings:
        yield phrases.no_cards()
    yield from recruited(here)
    if state.leaders and state.leaders[seat]:
        yield in_hand(sight, seat)
    if here.tokens:
        yield _city_tokens(here.tokens)
    if here.pawns:
        names = [describe.name(state.projects[age - 1].edifice) for age in here.pawns]
        yield _("Pawns: {edifices}.").format(edifices=", ".join(names))
    if here.debts:
        yield _city_debts(here.debts)
    age, _turn = moment(state)
    for index, stage in enumerate(side.stages, start=1):
        if index <= built:
            half, slot = here.stages[index - 1]
            effect = describe.stage_standing(here, index - 1, age)
            under = sight.card_name(slot) if seat == sight.me else ""
            yield _stage_standing(index, half, effect, under)
        else:
            cost, effect = describe.stage_cost(stage), describe.stage_effect(stage)
            yield phrases.stage_open(index, cost, effect)


def recruited(here: City) -> Iterator[str]:
    """Say which leaders a city has recruited, and what they do."""
    for one in here.leaders:
        name = describe.name(one.leader)
        if one.buried:
            yield _buried_leader(name, BURIED * one.price)
        else:
            yield _("Leader {leader}: {effect}.").format(
                leader=name, effect=describe.effects(one.leader.effects)
            )


def in_hand(sight: Sight, seat: Seat) -> str:
    """Say how many leaders somebody keeps; which ones, of our own."""
    kept = sight.state.leaders[seat]
    names = [sight.card_name(slot) for slot in kept] if seat == sight.me else []
    return _leaders_in_hand(sight.who(seat), len(kept), names if all(names) else ())


def leaders(sight: Sight) -> Iterator[str]:
    """Say all about leaders: those in our own hand, then everybody's."""
    state = sight.state
    if not state.leaders:
        yield _("No leaders are played with.")
        return
    for slot in state.leaders[sight.me]:
        face = sight.face(slot)
        if isinstance(face, Leader):
            yield phrases.leader(describe.name(face), describe.leader(face))
    if not any(city.leaders for city in state.cities):
        yield _("Nobody has recruited a leader yet.")
    for seat in sight.clockwise:
        if state.cities[seat].leaders:
            yield text.about(sight.who(seat), _("Yours:"), _("Those of {who}:"))
            yield from (f"   {line}" for line in recruited(state.cities[seat]))
        if seat != sight.me and state.leaders[seat]:
            yield in_hand(sight, seat)


def edifices(sight: Sight) -> Iterator[str]:
    """Say all about the edifices: what they are, how they stand, who takes part."""
    if not sight.state.projects:
        yield phrases.no_edifices()
    for one in sight.state.projects:
        yield describe.edifice(one.edifice)
        yield from (f"   {line}" for line in project(sight, one.edifice))


def project(sight: Sight, edifice: Edifice) -> Iterator[str]:
    """Say how an edifice stands, if it is one of the game."""
    cities = sight.state.cities
    for one, pawns, _seats, fate in sight.state.projects:
        if one is edifice:
            stands = {"": phrases.pawns_left(pawns), "built": phrases.edifice_stands()}
            holders = [
                sight.who(seat)
                for seat in (sight.clockwise if cities else ())
                if edifice.age in cities[seat].pawns
            ]
            now = (stands.get(fate, phrases.edifice_failed()), _takers(holders))
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
                choices.append(phrases.one_of(resources))
            case Produce(resources, False):
                unsold.append(phrases.bundle(resources))
            case ProduceChoice(resources, False):
                unsold.append(phrases.one_of(resources))
    ordered = {good: sold[good] for good in GOODS if good in sold}
    own = [*([phrases.bundle(ordered)] if sold else []), *choices]
    return _city_makes(own, unsold)


def _prices(sight: Sight, seat: Seat) -> Iterator[str]:
    for effect in _effects(sight, seat):
        if isinstance(effect, TradePrice):
            yield text.sentence(describe.effect(effect))


def _city_title(who: text.Who, relation: str, board: str, side_name: str) -> str:
    theirs = {
        text.LEFT: _("{who}, your left neighbour, has {board}, {side}."),
        text.RIGHT: _("{who}, your right neighbour, has {board}, {side}."),
    }
    return text.about(
        who,
        _("You have {board}, {side}."),
        theirs.get(relation, _("{who} has {board}, {side}.")),
        board=board,
        side=phrases.side(side_name),
    )


def _city_state(have: int, strength: int, built: int, stages: int) -> str:
    said = _("{coins}, {shields}, {built} of {stages} wonder stages.")
    return said.format(
        coins=text.sentence(text.coins(have))[:-1],
        shields=text.shields(strength),
        built=built,
        stages=stages,
    )


def _city_makes(own: Sequence[str], unsold: Sequence[str]) -> str:
    said = _("Makes nothing.")
    if own:
        said = _("Makes {goods}.").format(goods=phrases.apart(own))
    if unsold:
        only = _("For its own use only: {goods}.").format(goods=phrases.apart(unsold))
        said = f"{said} {only}"
    return said


def _city_symbols(rows: Sequence[tuple[str, int]], wild: int) -> str:
    parts = [text.symbols(name, n) for name, n in rows if n]
    if wild:
        parts.append(n_("{n} of any kind", "{n} of any kind", wild).format(n=wild))
    return _("Science: {symbols}.").format(symbols=text.listing(parts))


def _city_cards(colour: int, names: Sequence[str]) -> str:
    said = _("{colour}: {cards}.")
    return said.format(colour=text.colours(colour), cards=", ".join(names))


def _city_tokens(tokens: Sequence[int]) -> str:
    said = text.listing([text.number(token) for token in tokens])
    return _("Conflicts: {tokens}.").format(tokens=said)


def _stage_standing(index: int, half: str, effect: str, under: str) -> str:
    said = _("Stage {number}{half}, built: {effect}.")
    line = said.format(number=index, half=phrases.half_suffix(half), effect=effect)
    if under:
        own = _("Under it: {card}.").format(card=under)
        return f"{line} {own}"
    return line


def _buried_leader(name: str, worth: int) -> str:
    said = _("Leader {leader}, face down: {points}.")
    return said.format(leader=name, points=text.points(worth))


def _leaders_in_hand(who: text.Who, n: int, names: Sequence[str] = ()) -> str:
    """Say how many leaders somebody keeps; which ones, where they are known."""
    if names:
        return text.about(
            who,
            _("Leaders in your hand: {names}."),
            _("Leaders in the hand of {who}: {names}."),
            names=text.listing(names),
        )
    mine = n_(
        "You have {n} leader in your hand.", "You have {n} leaders in your hand.", n
    )
    theirs = n_("{who} has {n} leader in hand.", "{who} has {n} leaders in hand.", n)
    return text.about(who, mine, theirs, n=n)


def _takers(who: Sequence[text.Who]) -> str:
    if not who:
        return _("nobody has a pawn")
    return _("pawns: {names}").format(names=text.others(who))


def _city_debts(debts: Sequence[int]) -> str:
    said = text.listing([text.number(debt) for debt in debts])
    return _("Debts: {debts}.").format(debts=said)
