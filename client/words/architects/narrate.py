"""
The news of a state of Architects, as sentences.

Each kind of event has a function registered with `_event`, except for those that `told`
words together. A face-down card is named only to a reader who has seen it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import battle, describe, scores
from sealed_wonders.client.words.text import about
from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, catalog
from sealed_wonders.core.architects.city import SHIELD_EFFECT
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    FinalSheet,
    Fought,
    Founded,
    Opened,
    Peeked,
    Remixed,
    Revealed,
    Searched,
    SeatsLeft,
    Studied,
    Taken,
    TokenTaken,
    TurnEnded,
    WonderTaken,
)
from sealed_wonders.core.game import Card
from sealed_wonders.net.words import _, n_


def told(sight: Sight) -> Iterator[str]:
    """Yield the sentences for a state's news."""
    news = sight.state.news
    turned = _conflicts(sight)
    at = 0
    for kind, some in groupby(news, type):
        events = list(some)
        if kind is Revealed:
            yield from _tops([it for it in events if isinstance(it, Revealed)], sight)
        elif kind is Opened:
            yield from _opened([it.token for it in events if isinstance(it, Opened)])
        else:
            for index, event in enumerate(events, start=at):
                before = news[index - 1] if index else None
                yield from _event(event, Context(sight, before, turned[index]))
        at += len(events)


def _conflicts(sight: Sight) -> list[int]:
    """Return how many conflict tokens were turned after each event."""
    state, counts = sight.state, []
    turned = state.horns
    for event in reversed(state.news):
        counts.append(turned)
        match event:
            case Taken(horns=horns):
                turned -= horns
            case Fought():
                turned = state.conflicts
    return counts[::-1]


@dataclass(frozen=True, slots=True)
class Context:
    """The circumstances of an event."""

    sight: Sight
    before: Event | None
    """The previous event of the same choice."""
    turned: int
    """How many conflict tokens are turned to battle after it."""

    @property
    def forced(self) -> str:
        """A sentence part for an event that the rules forced; else empty."""
        # A choice's own event comes first; the rules forced those after it.
        return "" if self.before is None else _(", as required")


def round_title(number: int) -> str:
    return _("Round {n}").format(n=number)


def turn_title(turn: int) -> str:
    """Return the heading of a turn, which precedes its first event."""
    return _("Turn {n}.").format(n=turn)


# Each kind of event.


@functools.singledispatch
def _event(event: Event, at: Context) -> Iterator[str]:
    """
    Yield the sentences for an event.

    None by default: `told` words cards that were turned up together, for all of them.
    """
    return iter(())


@_event.register
def _wonder_taken(event: WonderTaken, at: Context) -> Iterator[str]:
    yield about(
        at.sight.who(event.seat),
        _("You take the wonder of {place}."),
        _("{who} takes the wonder of {place}."),
        place=describe.called(event.wonder),
    )


@_event.register
def _founded(event: Founded, at: Context) -> Iterator[str]:
    sight = at.sight
    for seat in sight.clockwise:
        wonder = catalog().wonders_by_id[event.wonders[seat]]
        yield about(
            sight.who(seat),
            _("You are building the wonder of {place}: {monument}."),
            _("{who} is building the wonder of {place}: {monument}."),
            place=describe.wonder(wonder),
            monument=describe.monument(wonder),
        )
    yield about(sight.who(event.first), _("You begin."), _("{who} begins."))


@_event.register
def _peeked(event: Peeked, at: Context) -> Iterator[str]:
    sight = at.sight
    top = sight.top(sight.state.central)
    if top is not None and sight.ours in (event.seat, None):
        yield about(
            sight.who(event.seat),
            _("The cat shows only you the top card of the central pile: {it}."),
            _("The cat shows only {who} the top card of the central pile: {it}."),
            it=describe.a_card(top),
        )
    else:
        yield about(
            sight.who(event.seat),
            _("The cat shows you the top card of the central pile."),
            _("The cat shows {who} the top card of the central pile."),
        )


@_event.register
def _taken(event: Taken, at: Context) -> Iterator[str]:
    sight = at.sight
    card = describe.a_card(catalog().kind(event.card))
    pile = describe.from_pile(sight, event.pile, event.seat)
    said = about(
        sight.who(event.seat),
        _("You take {card} from {pile}{by}."),
        _("{who} takes {card} from {pile}{by}."),
        card=card,
        pile=pile,
        by=_by((event.by,) if event.by else ()),
    )
    yield said if event.by else f"{turn_title(event.turn)} {said}"
    yield from _brought(sight, event, at.turned)


def _by(names: Sequence[str]) -> str:
    """Return a sentence part naming the tokens or the wonder that allowed an event."""
    said = text.listing([describe.called(name) for name in names])
    return _(", thanks to {names}").format(names=said) if names else ""


def _brought(sight: Sight, event: Taken, turned: int) -> Iterator[str]:
    """Yield what else a card brought: the cat, and horns."""
    if event.cat:
        yield about(
            sight.who(event.seat),
            _("You get the cat."),
            _("{who} gets the cat."),
        )
    if event.horns:
        all = sight.state.conflicts
        said = n_(
            "{n} conflict token is flipped to its battle side (now {turned} of {all}).",
            "{n} conflict tokens are flipped to their battle side (now {turned} of "
            "{all}).",
            event.horns,
        )
        yield said.format(n=event.horns, turned=turned, all=all)


@_event.register
def _built(event: Built, at: Context) -> Iterator[str]:
    sight = at.sight
    yield about(
        sight.who(event.seat),
        _("You build stage {number} with {cards}{by}{forced}{gives}."),
        _("{who} builds stage {number} with {cards}{by}{forced}{gives}."),
        number=event.stage,
        cards=describe.cards(event.cards),
        by=_by(event.by),
        forced=at.forced,
        gives=_gives(sight, event),
    )
    if _finishes(sight, event):
        yield about(
            sight.who(event.seat),
            _("Your wonder is finished: the game ends with this turn."),
            _("{who}'s wonder is finished: the game ends with this turn."),
        )


def _gives(sight: Sight, event: Built) -> str:
    """
    Return a sentence part on what a stage gives at once; its effect has its own line.
    """
    wonder = sight.state.cities[event.seat].wonder
    stage = wonder.stage(event.stage)
    parts = [text.points(stage.points)] if stage.points else []
    if stage.effect and wonder.effect == SHIELD_EFFECT:
        parts.append(describe.effect(wonder))
    return _(": {gives}").format(gives=text.listing(parts)) if parts else ""


def _finishes(sight: Sight, event: Built) -> bool:
    """Return whether an event built the last stage of a wonder."""
    city = sight.state.cities[event.seat]
    return city.is_finished and city.built[-1] == event.stage


@_event.register
def _studied(event: Studied, at: Context) -> Iterator[str]:
    yield about(
        at.sight.who(event.seat),
        _("You turn in {cards} for a progress token{forced}."),
        _("{who} turns in {cards} for a progress token{forced}."),
        cards=describe.cards(event.cards),
        forced=at.forced,
    )


@_event.register
def _token_taken(event: TokenTaken, at: Context) -> Iterator[str]:
    token = catalog().token(event.token)
    who, name = at.sight.who(event.seat), describe.token(token)
    does = describe.ability(token.ability)
    if event.unseen:
        yield about(
            who,
            _("You take the top face-down progress token. {name}: {does}."),
            _("{who} takes the top face-down progress token. {name}: {does}."),
            name=name,
            does=does,
        )
    else:
        yield about(
            who,
            _("You take the progress token {name}: {does}."),
            _("{who} takes the progress token {name}: {does}."),
            name=name,
            does=does,
        )


@_event.register
def _searched(event: Searched, at: Context) -> Iterator[str]:
    sight = at.sight
    n, seen = event.count, sight.searched(event)
    if sight.who(event.seat) is None:
        said = n_(
            "You look at the top card of {pile}{cards}.",
            "You look through the top {n} cards of {pile}{cards}.",
            n,
        )
    else:
        said = n_(
            "{who} looks at the top card of {pile}{cards}.",
            "{who} looks through the top {n} cards of {pile}{cards}.",
            n,
        )
    named = _(": {cards}").format(cards=describe.cards(seen)) if seen else ""
    yield said.format(
        who=sight.who(event.seat),
        n=n,
        pile=describe.from_pile(sight, event.pile, event.seat),
        cards=named,
    )


@_event.register
def _remixed(event: Remixed, at: Context) -> Iterator[str]:
    pile = event.pile
    named = describe.pile(pile, at.sight.whose(pile), begins=True)
    said = _("{pile} is shuffled again.")
    if pile == TOKENS:
        said = _("{pile} are shuffled again.")
    yield said.format(pile=named)


@_event.register
def _fought(event: Fought, at: Context) -> Iterator[str]:
    return battle.told(at.sight, event)


@_event.register
def _turn_ended(event: TurnEnded, at: Context) -> Iterator[str]:
    if not isinstance(at.before, TurnEnded):
        return  # the next turn begins with its own events
    said = about(
        at.sight.who(event.seat),
        _("There is no card for you to take."),
        _("There is no card for {who} to take."),
    )
    yield f"{turn_title(event.turn)} {said}"


@_event.register
def _seats_left(event: SeatsLeft, at: Context) -> Iterator[str]:
    yield text.left_for_good([at.sight.who(seat) for seat in event.seats])


@_event.register
def _game_ended(event: FinalSheet, at: Context) -> Iterator[str]:
    yield text.game_over()
    yield from scores.final(at.sight, event.sheet)


def _tops(events: Sequence[Revealed], sight: Sight) -> Iterator[str]:
    """
    Yield the cards on top of piles, beginning with ours and going left.

    All of them at the start of the game, or if the reader looks at the whole table;
    otherwise those within our reach.
    """
    order, at = sight.clockwise, sight.viewpoint
    near = {CENTRAL, sight.state.left(at).name, sight.state.right(at).name}
    if len(events) == len(order) or sight.looks_afar:
        near = {pile.name for pile in sight.state.around}
    said = _("{card} on {pile}")
    tops = [
        said.format(
            card=describe.a_card(catalog().kind(one.card)),
            pile=describe.pile(one.pile, sight.whose(one.pile)),
        )
        for one in sorted(events, key=lambda it: order.index(sight.owner(it.pile) or 0))
        if one.pile in near
    ]
    if tops:
        yield _("On top now: {cards}.").format(cards=text.listing(tops))


def _opened(tokens: Sequence[Card]) -> Iterator[str]:
    if len(tokens) > 1:
        yield _("Face-up progress tokens:")
        for card in tokens:
            token = catalog().token(card)
            does = describe.ability(token.ability)
            yield f"   {text.sentence(text.noted(describe.token(token), does))}"
        return
    for card in tokens:
        token = catalog().token(card)
        said = _("Another progress token is revealed. {name}: {does}.")
        yield said.format(
            name=describe.token(token), does=describe.ability(token.ability)
        )
