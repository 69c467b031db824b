"""The state of a game of Architects in lines, for commands: cities, piles, tokens."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.view.architects import prospects
from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words import cardwords, text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.client.words.text import about
from sealed_wonders.core.architects.catalog import Colour, Kind, Stage, catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.state import Pile
from sealed_wonders.core.game import Card, Seat
from sealed_wonders.net.words import _, n_


def city(sight: Sight, seat: Seat) -> Iterator[str]:
    """Yield the description of a city: its wonder, its cards, its possible stages."""
    here = sight.state.cities[seat]
    yield _city_title(sight, seat)
    yield _city_state(sight, here)
    yield from _city_cards(here)
    for token in here.progress:
        said = _("Progress token {name}: {does}.")
        yield said.format(
            name=describe.token(token), does=describe.ability(token.ability)
        )
    if sight.state.cat == seat:
        yield about(sight.who(seat), _("You have the cat."), _("{who} has the cat."))
    for stage in here.wonder.stages:
        yield _stage(sight, seat, stage)


def _city_title(sight: Sight, seat: Seat) -> str:
    place = describe.wonder(sight.state.cities[seat].wonder)
    theirs = _("{who} is building the wonder of {place}.")
    if len(sight.names) > 2 and sight.is_left(seat):
        theirs = _("{who}, your left neighbour, is building the wonder of {place}.")
    elif len(sight.names) > 2 and sight.is_right(seat):
        theirs = _("{who}, your right neighbour, is building the wonder of {place}.")
    mine = _("You are building the wonder of {place}.")
    return about(sight.who(seat), mine, theirs, place=place)


def _city_state(sight: Sight, here: City) -> str:
    built = n_(
        "{built} of {n} stages built", "{built} of {n} stages built", len(here.built)
    ).format(built=len(here.built), n=len(here.wonder.stages))
    won = n_("{n} military token", "{n} military tokens", here.victories)
    parts = [built, text.shields(here.shields), won.format(n=here.victories)]
    return text.sentence(", ".join(parts))


def _city_cards(here: City) -> Iterator[str]:
    """Yield the cards of a city by colour."""
    none = True
    for colour in Colour:
        some = [
            describe.amount(kind, here.count(kind))
            for kind in catalog().kinds
            if kind.colour is colour and here.count(kind)
        ]
        if some:
            none = False
            said = _("{colour}: {cards}.")
            yield said.format(
                colour=cardwords.colours(_COLOURS[colour]), cards=text.listing(some)
            )
    if none:
        yield _("No cards yet.")


_COLOURS = {
    Colour.GREY: 1,
    Colour.YELLOW: 3,
    Colour.BLUE: 2,
    Colour.GREEN: 5,
    Colour.RED: 4,
}
"""The index of each colour in `cardwords.colours`."""


def _stage(sight: Sight, seat: Seat, stage: Stage) -> str:
    """Return whether a stage is built, what it costs, and what it gives."""
    here = sight.state.cities[seat]
    gives = describe.gives(here.wonder, stage)
    if stage.number in here.built:
        said = _("Stage {n} is built: {gives}.")
        return said.format(n=stage.number, gives=gives)
    cost = describe.cost(stage)
    if stage not in here.available:
        after = describe.rests_on(stage)
        said = _("Stage {n}, {after}, for {cost}: {gives}.")
        return said.format(n=stage.number, after=after, cost=cost, gives=gives)
    used = sight.state.used if seat == sight.state.seat else ()
    lack = prospects.lack(here, stage, used)
    said = _("Stage {n}, for {cost}: {gives}.").format(
        n=stage.number, cost=cost, gives=gives
    )
    if not lack.missing:
        return said
    more = n_(
        "{n} more card is needed.", "{n} more cards are needed.", lack.missing
    ).format(n=lack.missing)
    if lack.missing == 1:
        names = [describe.kind(kind) for kind in lack.helping]
        more = _("Still needed: {cards}.").format(cards=text.listing(names, "or"))
    return f"{said} {more}"


def piles(sight: Sight) -> Iterator[str]:
    """Yield the top card of each pile, and what remains in it."""
    state = sight.state
    reach = (state.left(sight.viewpoint), state.right(sight.viewpoint), state.central)
    others = [
        state.left(seat) for seat in sight.clockwise if state.left(seat) not in reach
    ]
    for pile in (*reach, *others):
        name = describe.pile(pile.name, sight.whose(pile.name), begins=True)
        if not pile.cards:
            yield _("{pile} is empty.").format(pile=name)
            continue
        line = _("{pile}: {cards}").format(pile=name, cards=lying(sight, pile))
        yield f"{line}."
        yield f"   {_in_it(pile)}"
    if state.discard:
        yield discard(sight)


def lying(sight: Sight, pile: Pile) -> str:
    """Return the top card of a pile, its consequences, and the size of the pile."""
    top, n = sight.top(pile), len(pile.cards)
    count = n_("{n} card left", "{n} cards left", n).format(n=n)
    if top is None:
        return _("face down, {count}").format(count=count)
    then = outcome(sight, top)
    shown = describe.a_card(top)
    if pile.top is None:
        shown = _("{card}, shown to you by the cat").format(card=shown)
    if then:
        shown = _("{card} ({then})").format(card=shown, then=text.listing(then))
    return _("{card}, {count}").format(card=shown, count=count)


def outcome(sight: Sight, kind: Kind) -> list[str]:
    """Return the consequences of taking a card now."""
    then = prospects.taking(sight.state, sight.viewpoint, kind)
    words = []
    if then.stages:
        numbers = text.listing([str(stage.number) for stage in then.stages], "or")
        words.append(_("builds stage {numbers}").format(numbers=numbers))
    if then.token:
        words.append(_("earns a progress token"))
    if then.cat:
        words.append(_("gets you the cat"))
    if then.battle:
        words.append(_("starts a battle"))
    if then.extra:
        words.append(_("lets you take one more card"))
    return words


def _in_it(pile: Pile) -> str:
    """Return the face-down cards of a pile, which are public apart from their order."""
    if not pile.unseen:
        return _("There are no cards below that one.")
    said = _("Face down: {cards}.")
    return said.format(cards=describe.cards(pile.unseen))


def discard(sight: Sight) -> str:
    """Return the discarded cards, which stay face up."""
    if not sight.state.discard:
        return _("The discard pile is empty.")
    cards = describe.cards(sight.state.discard)
    return _("In the discard pile: {cards}.").format(cards=cards)


def tokens(sight: Sight) -> Iterator[str]:
    """Yield the available progress tokens, who has which, and what they do."""
    state = sight.state
    if state.open:
        yield _("Face-up progress tokens:")
        for card in state.open:
            yield f"   {_token(card)}"
    else:
        yield _("No progress token is face up.")
    n = len(state.tokens.cards)
    yield (
        n_(
            "{n} more token is face down: {names}.",
            "{n} more tokens are face down: {names}.",
            n,
        ).format(n=n, names=_names(state.tokens.cards))
        if n
        else _("No progress token is face down.")
    )
    for seat in sight.clockwise:
        mine = state.cities[seat].tokens
        if mine:
            yield about(
                sight.who(seat),
                _("You have {names}."),
                _("{who} has {names}."),
                names=_names(mine),
            )
    yield conflicts(sight)


def _token(card: Card) -> str:
    token = catalog().token(card)
    does = describe.ability(token.ability)
    return text.sentence(text.noted(describe.token(token), does))


def _names(cards: tuple[Card, ...]) -> str:
    return text.listing([describe.token(catalog().token(card)) for card in cards])


def conflicts(sight: Sight) -> str:
    """Return how many conflict tokens are turned to battle."""
    state = sight.state
    said = _("{n} of {all} conflict tokens show their battle side.")
    return said.format(n=state.horns, all=state.conflicts)
