"""
Views of the table during a game: cities, leaders, edifices, who sits where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import cardwords, text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.atoms import Price
from sealed_wonders.core.wonders.effects import made
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.model import City, Edifice, Effect, Leader
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.core.wonders.state import Project
from sealed_wonders.core.wonders.view import moment
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, n_


def city(sight: Sight, seat: Seat) -> Iterator[str]:
    """Describe a city."""
    here = sight.state.cities[seat]
    yield _title(sight, seat)
    yield _state(here)
    yield _makes(here)
    yield from _prices(here)
    yield from _science(here)
    yield from _cards(here)
    yield from _leaders(sight, seat)
    yield from _conflicts_and_edifices(sight, here)
    yield from _stages(sight, seat)


def _title(sight: Sight, seat: Seat) -> str:
    here, who = sight.state.cities[seat], sight.who(seat)
    theirs = _("{who} has {board}, {side}.")
    if sight.is_left(seat):
        theirs = _("{who}, your left neighbour, has {board}, {side}.")
    elif sight.is_right(seat):
        theirs = _("{who}, your right neighbour, has {board}, {side}.")
    return text.about(
        who,
        _("You have {board}, {side}."),
        theirs,
        board=describe.name(here.board),
        side=phrases.side(here.side.printed),
    )


def _state(here: City) -> str:
    said = _("{coins}, {shields}, {built} of {stages} wonder stages.")
    return said.format(
        coins=text.sentence(text.coins(here.coins))[:-1],
        shields=text.shields(here.works.shields),
        built=len(here.stages),
        stages=len(here.side.stages),
    )


def _makes(here: City) -> str:
    """Return what a city makes, and what its board gives instead of goods."""
    start, said = here.side.start, _production(here)
    if any(made((start,))):
        return said
    return f"{said} {text.sentence(describe.effect(start))}"


def _production(here: City) -> str:
    sold: dict[str, int] = {}
    choices, unsold = [], []
    for some in made(_effects(here)):
        if not some.for_sale:
            unsold.append(phrases.made(some))
        elif isinstance(some.goods, Mapping):
            for good, n in some.goods.items():
                sold[good] = sold.get(good, 0) + n
        else:
            choices.append(phrases.made(some))
    ordered = {good: sold[good] for good in GOODS if good in sold}
    own = [*([phrases.bundle(ordered)] if sold else []), *choices]
    return _city_makes(own, unsold)


def _city_makes(own: Sequence[str], unsold: Sequence[str]) -> str:
    said = _("Makes nothing.")
    if own:
        said = _("Makes {goods}.").format(goods=text.apart(own))
    if unsold:
        only = _("Not for sale: {goods}.").format(goods=text.apart(unsold))
        said = f"{said} {only}"
    return said


def _prices(here: City) -> Iterator[str]:
    for effect in _effects(here):
        match effect.clause:
            case (Price(),):
                yield text.sentence(describe.effect(effect))


def _effects(here: City) -> list[Effect]:
    """List what is in force in a city: of its board, buildings, stages and all else."""
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


def _science(here: City) -> Iterator[str]:
    works = here.works
    parts = [
        cardwords.symbols(name, n)
        for name, n in zip(SYMBOLS, works.symbols, strict=True)
        if n
    ]
    if works.wild:
        said = n_("{n} of any kind", "{n} of any kind", works.wild)
        parts.append(said.format(n=works.wild))
    if parts:
        yield _("Science: {symbols}.").format(symbols=text.listing(parts))


def _cards(here: City) -> Iterator[str]:
    """List the cards of each colour."""
    for colour in Colour:
        names = [describe.name(b) for b in here.buildings if b.colour is colour]
        if names:
            said = _("{colour}: {cards}.")
            yield said.format(colour=cardwords.colours(colour), cards=", ".join(names))
    if not here.buildings:
        yield phrases.no_cards()


def _leaders(sight: Sight, seat: Seat) -> Iterator[str]:
    state = sight.state
    yield from recruited(state.cities[seat])
    if state.leaders and state.leaders[seat]:
        yield in_hand(sight, seat)


def recruited(here: City) -> Iterator[str]:
    """List the leaders that a city has recruited, with their effects."""
    for one in here.leaders:
        name = describe.name(one.leader)
        if one.buried:
            said = _("Leader {leader}, face down: {points}.")
            yield said.format(leader=name, points=text.points(BURIED * one.price))
        else:
            yield _("Leader {leader}: {effect}.").format(
                leader=name, effect=describe.effects(one.leader.effects)
            )


def in_hand(sight: Sight, seat: Seat) -> str:
    """List the leaders in a seat's hand; give only their number if we don't see them."""
    kept = sight.state.leaders[seat]
    names = [describe.if_seen(sight.face(slot)) for slot in kept]
    return _leaders_in_hand(sight.who(seat), len(kept), names if all(names) else ())


def _leaders_in_hand(who: text.Who, n: int, names: Sequence[str] = ()) -> str:
    """List the leaders in a hand; give only their number if the names aren't known."""
    if names:
        return text.about(
            who,
            _("Leaders in your hand: {names}."),
            _("Leaders in {who}'s hand: {names}."),
            names=text.listing(names),
        )
    mine = n_(
        "You have {n} leader in your hand.", "You have {n} leaders in your hand.", n
    )
    theirs = n_("{who} has {n} leader in hand.", "{who} has {n} leaders in hand.", n)
    return text.about(who, mine, theirs, n=n)


def _conflicts_and_edifices(sight: Sight, here: City) -> Iterator[str]:
    """List a city's conflict tokens, pawns and debts."""
    if here.tokens:
        tokens = text.listing([text.number(token) for token in here.tokens])
        yield _("Conflicts: {tokens}.").format(tokens=tokens)
    if here.pawns:
        projects = sight.state.projects
        names = [describe.name(projects[age - 1].edifice) for age in here.pawns]
        yield _("Pawns: {edifices}.").format(edifices=", ".join(names))
    if here.debts:
        debts = text.listing([text.number(debt) for debt in here.debts])
        yield _("Debts: {debts}.").format(debts=debts)


def _stages(sight: Sight, seat: Seat) -> Iterator[str]:
    """Describe each stage of a wonder: as built, or with its cost and effects."""
    here = sight.state.cities[seat]
    age, _turn = moment(sight.state)
    for index, stage in enumerate(here.side.stages):
        if index < len(here.stages):
            half, slot = here.stages[index]
            effect = describe.stage_standing(here, index, age)
            yield _stage_standing(
                index + 1, half, effect, describe.if_seen(sight.face(slot))
            )
        else:
            cost, effect = describe.stage_cost(stage), describe.stage_effect(stage)
            yield phrases.stage_open(index + 1, cost, effect)


def _stage_standing(index: int, half: str, effect: str, under: str) -> str:
    said = _("Stage {number}{half}, built: {effect}.")
    line = said.format(number=index, half=phrases.half_suffix(half), effect=effect)
    if under:
        own = _("Under it: {card}.").format(card=under)
        return f"{line} {own}"
    return line


def leaders(sight: Sight) -> Iterator[str]:
    """Describe the leaders in our hand, then list everybody's."""
    state = sight.state
    if not state.leaders:
        yield _("This game has no leaders.")
        return
    for slot in state.leaders[sight.viewpoint]:
        face = sight.face(slot)
        if isinstance(face, Leader):
            yield phrases.leader(describe.name(face), describe.leader(face))
    if not any(city.leaders for city in state.cities):
        yield _("Nobody has recruited a leader yet.")
    for seat in sight.clockwise:
        yield from _leaders_of(sight, seat)


def _leaders_of(sight: Sight, seat: Seat) -> Iterator[str]:
    """List the leaders that a seat has recruited, and those in other players' hands."""
    here = sight.state.cities[seat]
    if here.leaders:
        yield text.about(sight.who(seat), _("Your leaders:"), _("{who}'s leaders:"))
        yield from (f"   {line}" for line in recruited(here))
    if seat != sight.ours and sight.state.leaders[seat]:
        yield in_hand(sight, seat)


def edifices(sight: Sight) -> Iterator[str]:
    """Describe the edifices: their text, their state, and who takes part."""
    if not sight.state.projects:
        yield phrases.no_edifices()
    for one in sight.state.projects:
        yield describe.edifice(one.edifice)
        yield from (f"   {line}" for line in project(sight, one.edifice))


def project(sight: Sight, edifice: Edifice) -> Iterator[str]:
    """Describe the state of an edifice, if it is in the game."""
    for one in sight.state.projects:
        if one.edifice is edifice:
            stands = {
                "": phrases.pawns_left(one.pawns),
                "built": phrases.edifice_stands(),
            }
            names = pawn_holders(sight, one)
            pawns = _("pawns: {names}").format(names=names)
            now = stands.get(one.fate, phrases.edifice_failed())
            yield (
                text.sentence(now)
                + " "
                + text.sentence(pawns if names else _("nobody has a pawn"))
            )


def pawn_holders(sight: Sight, project: Project) -> str:
    """Return who has an edifice's pawn, and whose came from the box; may be empty."""
    cities, age = sight.state.cities, project.edifice.age
    names = []
    for seat in sight.clockwise if cities else ():
        if age in cities[seat].pawns:
            name = text.other(sight.who(seat))
            if seat not in project.takers:
                name = _("{name} (from the box)").format(name=name)
            names.append(name)
    return text.listing(names)
