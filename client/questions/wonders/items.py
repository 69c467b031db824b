"""
Menu items for the choices of 7 Wonders: cards, leaders, ways to build a stage, losses.

Screens and line mode use the same items. The words that are typed for them are translated;
docs and players know them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sealed_wonders.client.view.menu import Item, MenuMove, letters
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.atoms import Free, Less
from sealed_wonders.core.wonders.choices import Quote, next_stage
from sealed_wonders.core.wonders.effects import (
    Coins,
    CoinsPer,
    Points,
    PointsPer,
    Shields,
)
from sealed_wonders.core.wonders.model import Around, Building, City, Leader
from sealed_wonders.core.wonders.notation import MoveParts
from sealed_wonders.core.wonders.scoring import BuildingYield, gain
from sealed_wonders.core.wonders.view import Held, View
from sealed_wonders.net.words import _, p_

VERBS: Mapping[str, tuple[str, ...]] = {
    "build": ("build", "pick", "side", "recruit", "keep", "lose", "drop"),
    "nothing": ("decline",),
}
"""The verbs of the notation for an action; other actions are verbs themselves."""


@dataclass(frozen=True, slots=True)
class CardItem(Item):
    """A card of 7 Wonders with its uses, or an answer without a card."""

    face: Building | Leader | None = None
    """None for an answer without a card."""
    quote: Quote | None = None
    """
    The cost of building or recruiting it, or why it isn't possible; None if unasked.
    """
    copies: int = 1
    """The number of identical cards."""
    age: int = 0
    """The current age, which some leaders cost in coins."""
    by: str = ""
    """The names of what makes it free or cheaper, but for the wonder; may be empty."""
    brings: BuildingYield | None = None
    """What it would bring as the cities stand; None if that is unknown."""

    @property
    def goods(self) -> int:
        """The printed cost, packed goods and coins; 0 if it is free for everybody."""
        match self.face:
            case Building(goods=goods, bank=bank):
                return goods + bank
        return 0

    @property
    def refusal(self) -> str:
        """The name of the reason why it can't be built or recruited; empty if it can."""
        why = None if self.quote is None else self.quote.why_not
        return "" if why is None else why.name.lower()

    @property
    def lacks(self) -> Mapping[str, int]:
        """The goods that neither the city nor a seller makes, if that is the reason."""
        return {} if self.quote is None else self.quote.lacks

    @property
    def free(self) -> str:
        """The kind of what makes it free despite its cost; may be empty."""
        return (None if self.quote is None else self.quote.free) or ""

    @property
    def now_in_words(self) -> str:
        """A sentence about what it would bring now; empty if that is printed, or unknown."""
        if self.brings is None or not isinstance(self.face, Building):
            return ""
        return phrases.now(*self.brings) if depends(self.face, self.brings) else ""

    @property
    def shown(self) -> str:
        """The name on screen; an answer without a card shows all of its words."""
        return self.name if self.face is not None else self.uses[0].words

    def ways(self, verb: str) -> tuple[MenuMove, ...]:
        """
        Return the uses for an action: a key of `VERBS`, or a verb of the notation.
        """
        wanted = VERBS.get(verb, (verb,))
        return tuple(use for use in self.uses if use.play.verb in wanted)


class ItemPrice(NamedTuple):
    """The price of a use, in words and in signs."""

    long: str
    short: str


class ItemSource(NamedTuple):
    """One way to build a stage, from which each card's use for it is made."""

    letter: str
    half: str
    """The half of a split stage, worded as the end of a sentence; otherwise empty."""
    more: str
    """The other choices, worded as the end of a sentence."""
    play: MoveParts
    price: ItemPrice


# Cards.


def cards(
    sight: Sight, seen: View, held: Sequence[Held[Building]]
) -> Iterator[CardItem]:
    """Yield an item for each kind of card, by colour, then in catalogue order."""
    order = sight.state.rules.catalog.buildings
    ranked = sorted(
        held,
        key=lambda one: (one.face.colour, order.index(one.face), one.slot),
    )
    kinds = {one.face: one for one in reversed(ranked)}
    ways = stage_ways(sight, seen)
    for number, building in enumerate(reversed(kinds), start=1):
        copies = sum(one.face is building for one in held)
        yield _card(sight, seen, number, kinds[building], copies, ways)


def _card(
    sight: Sight,
    seen: View,
    number: int,
    held: Held[Building],
    copies: int,
    ways: Sequence[ItemSource],
) -> CardItem:
    card, quote = held.face, held.quote
    name = describe.name(card)
    uses, shorts = [], []
    for verb in ("build", "pick"):
        options = sorted(
            (one for one in held.options if one.play.verb == verb),
            key=lambda option: _by_price(option.play),
        )
        for letter, option in zip(letters(len(options)), options, strict=True):
            # A card from the discard is free, whatever is printed on it.
            goods = 0 if seen.pile else card.goods
            price = _price(sight, option.play, quote, goods, card)
            whole = phrases.sealed_move(verb, name, price.long)
            word = _build_word(number, letter)
            uses.append(
                MenuMove(
                    word,
                    *option,
                    _("build it: {price}").format(price=price.long),
                    whole,
                    letter,
                )
            )
            shorts.append((word, price.short))
    short = (_build_keys(shorts),) if shorts else ()
    uses += _stages_and_sale(number, name, held, ways)
    notes: tuple[str, ...] = ()
    if quote and quote.why_not:
        notes = (phrases.not_now(quote.why_not, quote),)
    facts = describe.facts(card)
    if seen.pile:
        facts = facts[1:]  # cards from the discard cost nothing
    line = phrases.card(name, card.colour, facts, copies)
    return CardItem(
        number,
        name,
        (card.id,),
        line,
        tuple(uses),
        notes,
        (*short, *notes),
        held.slot,
        face=card,
        quote=quote,
        copies=copies,
        by=made_cheaper(seen, card, quote),
        brings=None
        if quote and quote.refusal is Refusal.ALREADY_BUILT
        else brings(seen, card),
    )


FIXED = Points, Coins, Shields
"""Effects whose worth is printed, or isn't known before a conflict."""


def brings(seen: View, card: Building) -> BuildingYield | None:
    """Return what a card would bring as the cities stand; None before there are any."""
    if not seen.cities:
        return None
    cities = (seen.cities[seat] for seat in (seen.seat, seen.left, seen.right))
    return gain(Around(*cities), card)


def depends(card: Building, now: BuildingYield) -> bool:
    """
    Return whether what a card brings depends on the cities, so that words are of use.

    If it brings nothing, it has to count a neighbour's city.
    """
    if now.others:
        return True
    if all(isinstance(one, FIXED) for one in card.effects):
        return False
    return any(now) or counts_neighbours(card)


def counts_neighbours(card: Building) -> bool:
    """Return whether what a card brings depends on our neighbours' cities."""
    return any(
        isinstance(one, CoinsPer | PointsPer) and one.scope != "self"
        for one in card.effects
    )


def made_cheaper(seen: View, card: Building, quote: Quote | None) -> str:
    """
    Return the names of what makes a card free or cheaper; empty if that is the wonder.
    """
    if quote is None or not quote.is_possible or not (card.goods or card.bank):
        return ""
    city = seen.cities[seen.seat]
    if quote.free == "chain":
        built = city.buildings
        return next(describe.name(one) for one in built if card.free_with in one.chain)
    if quote.free:
        return led_by(city, Free, card.colour.word)
    return reduced_by(city, quote, card.colour.word)


def reduced_by(city: City, quote: Quote, what: str) -> str:
    """
    Return the names of a city's leaders that lower a price; empty if it is the same
    without them.

    Args:
        what: the word of a colour, or ``"wonder_stage"``.
    """
    return led_by(city, Less, what) if quote.is_reduced else ""


def led_by(city: City, kind: type[Free | Less], what: str) -> str:
    """
    Return the names of a city's leaders that make something free, or cheaper.

    Args:
        what: the word of a colour, or ``"wonder_stage"``.
    """
    return ", ".join(
        describe.name(one.leader)
        for one in city.leaders
        if not one.buried
        for effect in one.leader.effects
        for atom in effect.clause
        if isinstance(atom, kind) and atom.what == what
    )


def _by_price(play: MoveParts) -> tuple[bool, int]:
    """
    Return a key that puts the cheapest way first, as it is offered first.

    Using up the power of one free building per age comes last: nobody should do that
    without choosing to.
    """
    return play.power, sum(play.paid)


def _stages_and_sale(
    number: int, name: str, held: Held[Any], ways: Sequence[ItemSource]
) -> Iterator[MenuMove]:
    """Yield the uses that don't show the card."""
    moves = {play: move for move, play in held.options}
    for way in ways:
        if way.play in moves:
            whole = phrases.sealed_move(
                "stage", name, way.price.long, way.half, way.more
            )
            words = _stage(way.half + way.more, way.price.long)
            word = phrases.stage_word(number, way.letter)
            yield MenuMove(word, moves[way.play], way.play, words, whole, way.letter)
    if SELL in moves:
        whole = phrases.sealed_move("sell", name, "")
        yield MenuMove(
            f"{p_('typed before a number', 's')}{number}",
            moves[SELL],
            SELL,
            _("sell it: 3 coins"),
            whole,
        )


SELL = notation.parse("sell")


def nothing(seen: View) -> Iterator[CardItem]:
    """Yield the item for not using any card, if that is allowed."""
    for option in seen.options:
        if option.play.verb == "decline":
            words = phrases.declined(seen.step)
            use = MenuMove(p_("typed", "none"), *option, words, words)
            short = (use.line,)
            yield CardItem(0, use.word, (), words, (use,), (), short)


# Leaders.


def leaders(sight: Sight, seen: View) -> Iterator[CardItem]:
    """Yield an item for each leader in the hand, in catalogue order."""
    ways = stage_ways(sight, seen)
    for number, held in enumerate(_in_order(sight, seen.leaders), start=1):
        leader, quote = held.face, held.quote
        name = describe.name(leader)
        uses, shorts = [], []
        for option in held.options:
            if option.play.verb == "recruit":
                price = _price(sight, option.play, quote, 0)
                whole = phrases.sealed_move("recruit", name, price.long)
                word = f"{p_('typed before a number', 'r')}{number}"
                uses.append(
                    MenuMove(
                        word,
                        *option,
                        _("recruit it: {price}").format(price=price.long),
                        whole,
                    )
                )
                shorts.append((word, price.short))
        uses += _stages_and_sale(number, name, held, ways)
        notes: tuple[str, ...] = ()
        if quote and quote.refusal:
            notes = (phrases.not_now(quote.refusal, quote),)
        short = (_build_keys(shorts),) if shorts else ()
        line = phrases.leader(name, describe.leader(leader))
        yield CardItem(
            number,
            name,
            (leader.id,),
            line,
            tuple(uses),
            notes,
            (*short, *notes),
            held.slot,
            face=leader,
            quote=quote,
            age=seen.age,
        )


def selected(sight: Sight, seen: View) -> Iterator[CardItem]:
    """Yield an item for each leader that could be kept."""
    for number, held in enumerate(_in_order(sight, seen.selection), start=1):
        leader = held.face
        name = describe.name(leader)
        word = phrases.keep_word(number)
        whole = phrases.sealed_move("keep", name, "")
        uses = tuple(MenuMove(word, *one, _("keep it"), whole) for one in held.options)
        line = phrases.leader(name, describe.leader(leader))
        yield CardItem(
            number,
            name,
            (leader.id,),
            line,
            uses,
            slot=held.slot,
            face=leader,
            age=seen.age,
        )


def _in_order(sight: Sight, held: Sequence[Held[Leader]]) -> list[Held[Leader]]:
    order = sight.state.rules.catalog.leaders
    return sorted(held, key=lambda one: order.index(one.face))


# Losses.


def tokens(seen: View) -> Iterator[CardItem]:
    """Yield an item for each victory token that can be dropped, by its value."""
    for option in seen.options:
        value = int(option.play.name)
        words = _("lose a victory token worth {points}").format(
            points=text.points(value)
        )
        use = MenuMove(phrases.drop_word(value), *option, words, words)
        name = str(value)
        yield CardItem(
            value,
            name,
            (name,),
            _("A victory token worth {points}.").format(points=text.points(value)),
            (use,),
        )


def losses(sight: Sight, seen: View) -> Iterator[CardItem]:
    """Yield an item for each way to pay a penalty: a card, or victory tokens."""
    by_id = sight.state.rules.catalog.buildings_by_id
    for number, option in enumerate(seen.options, start=1):
        what = option.play.name
        word = phrases.drop_word(number)
        card = by_id.get(what)
        if card is not None:
            name = describe.name(card)
            words = _("lose {card}").format(card=name)
            line = phrases.card(name, card.colour, describe.facts(card))
        else:
            name = what
            words = _lose_tokens([int(value) for value in what.split("+")])
            line = text.sentence(words)
        uses = (MenuMove(word, *option, words, words),)
        yield CardItem(number, name, (what,), line, uses, face=card)


# Ways to build a stage, and prices.


class StageFacts(NamedTuple):
    """The next stage of our wonder, for a page that always shows it."""

    number: int
    effect: str
    why_not: str
    """Why it can't be built now, as a sentence; empty if it can."""
    quote: Quote


def next_stage_facts(seen: View) -> StageFacts | None:
    """Return the stage that a card could be used for; None if there is none."""
    city = seen.cities[seen.seat] if seen.cities else None
    stage = next_stage(city) if city else None
    if city is None or stage is None or seen.stage is None:
        return None
    why = seen.stage.why_not
    return StageFacts(
        len(city.stages) + 1,
        describe.stage_effect(stage),
        "" if why is None else phrases.not_now(why, seen.stage),
        seen.stage,
    )


def stage_ways(sight: Sight, seen: View) -> list[ItemSource]:
    """Return the ways to build the next stage, which are the same with any card."""
    plays = sorted(
        dict.fromkeys(play for _move, play in seen.options if play.verb == "stage"),
        key=lambda play: (play.joins, sum(play.paid)),  # joining last, by choice only
    )
    stage = next_stage(seen.cities[seen.seat]) if seen.cities else None
    goods = stage.goods if stage else 0
    ways = []
    for letter, play in zip(letters(len(plays)), plays, strict=True):
        price = _price(sight, play, None, goods)
        more = _more(seen, play)
        ways.append(
            ItemSource(letter, phrases.half_suffix(play.half), more, play, price)
        )
    return ways


def _more(seen: View, play: MoveParts) -> str:
    """Return what is chosen for a stage besides its half and its payment."""
    parts = []
    if play.bury:
        parts.append(
            _(", turning {leader} face down").format(leader=describe.called(play.bury))
        )
    if play.pawn:
        age = int(play.pawn)
        name = describe.name(seen.projects[age - 1].edifice)
        parts.append(_pawn_suffix(age, name))
    if play.joins:
        edifice = seen.projects[seen.age - 1].edifice
        parts.append(
            _(", helping to build {edifice}").format(edifice=describe.name(edifice))
        )
    return "".join(parts)


def _price(
    sight: Sight,
    play: MoveParts,
    quote: Quote | None,
    goods: int,
    card: Building | None = None,
) -> ItemPrice:
    left, right, bank = play.paid
    if play.power:
        return ItemPrice(phrases.free_by("once"), phrases.free_by("once"))
    if quote is not None and quote.free:
        leaders = ""
        if card is not None and quote.free == "power":
            city = sight.state.cities[sight.viewpoint]
            leaders = led_by(city, Free, card.colour.word)
        said = phrases.free_by(quote.free, leaders)
        return ItemPrice(said, said)
    if not (left or right or bank):
        return ItemPrice(*(_("nothing to pay") if goods else p_("price", "free"),) * 2)
    sellers = [
        sight.who(sight.left(sight.viewpoint)),
        sight.who(sight.right(sight.viewpoint)),
    ]
    return ItemPrice(
        _payment(left, right, bank, *sellers),
        short_payment(left, right, bank),
    )


def _stage(way: str, price: str) -> str:
    """Return that a card is put under the wonder; `way` continues the sentence."""
    said = _("put it under the wonder{half}: {price}")
    return said.format(half=way, price=price)


def _build_keys(ways: Sequence[tuple[str, str]]) -> str:
    """Return the words that build a card, each with its price."""
    said = _("{word}: {price}.")
    return " ".join(said.format(word=word, price=price) for word, price in ways)


def _build_word(number: int, letter: str = "") -> str:
    return f"{p_('typed before a number', 'b')}{number}{letter}"


def _payment(
    to_left: int, to_right: int, to_bank: int, left: text.Who, right: text.Who
) -> str:
    """Return our own payment in words."""
    parts = []
    if to_left:
        said = _("{coins} to {who} on the left")
        parts.append(said.format(coins=text.coins(to_left), who=text.other(left)))
    if to_right:
        said = _("{coins} to {who} on the right")
        parts.append(said.format(coins=text.coins(to_right), who=text.other(right)))
    if to_bank:
        parts.append(_("{coins} to the bank").format(coins=text.coins(to_bank)))
    return text.listing(parts)


def short_payment(to_left: int, to_right: int, to_bank: int) -> str:
    """Return a payment in short, for a reader who knows who sits on which side."""
    parties = (
        (to_left, _("{amount} to the left")),
        (to_right, _("{amount} to the right")),
        (to_bank, _("{amount} to the bank")),
    )
    (first, party), *rest = [pair for pair in parties if pair[0]]
    more = [to.format(amount=n) for n, to in rest]
    return ", ".join([party.format(amount=text.coins(first)), *more])


def _lose_tokens(values: Sequence[int]) -> str:
    if len(values) == 1:
        said = _("lose a victory token worth {points}")
        return said.format(points=text.points(values[0]))
    said = _("lose victory tokens worth {points}")
    parts = text.listing([text.number(value) for value in values])
    return said.format(points=_("{numbers} points").format(numbers=parts))


def _pawn_suffix(age: int, name: str) -> str:
    """Return the end of a sentence that says which pawn is taken from the box."""
    said = _(", with a pawn for {edifice}, age {age}")
    return said.format(edifice=name, age=age)
