"""
What can be chosen, as items of a menu: cards, leaders, ways to build a stage, losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.menu import Item, Use, letters, verb_of
from sealed_wonders.client.terminal.wonders import describe, phrases
from sealed_wonders.client.terminal.wonders.narrate import free_by
from sealed_wonders.client.terminal.wonders.sight import Sight
from sealed_wonders.client.words import _, p_
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import Building
from sealed_wonders.core.wonders.choices import Quote, next_stage
from sealed_wonders.core.wonders.view import Held, HeldLeader, View


class Price(NamedTuple):
    """A payment in words."""

    long: str
    short: str


class Way(NamedTuple):
    """One way to build the next stage."""

    letter: str
    half: str
    """Which half it is, as the end of a sentence; empty if it has none."""
    more: str
    """What else was chosen, as the end of a sentence."""
    move: str
    price: Price


# Cards.


def cards(sight: Sight, seen: View, held: Sequence[Held]) -> Iterator[Item]:
    """Make an item of each kind of card, by colour, then as they are catalogued."""
    order = sight.state.rules.catalog.buildings
    ranked = sorted(
        held,
        key=lambda one: (one.building.colour, order.index(one.building), one.slot),
    )
    kinds = {one.building: one for one in reversed(ranked)}
    ways = stage_ways(sight, seen)
    for number, building in enumerate(reversed(kinds), start=1):
        copies = sum(one.building is building for one in held)
        yield _card(sight, seen, number, kinds[building], copies, ways)


def _card(
    sight: Sight, seen: View, number: int, held: Held, copies: int, ways: Sequence[Way]
) -> Item:
    card, quote = held.building, held.quote
    name = describe.name(card)
    uses, shorts = [], []
    for verb in ("build", "pick"):
        moves = sorted(
            (move for move in held.moves if verb_of(move) == verb),
            key=_by_power,  # last: nobody is to use it up without having chosen it
        )
        for letter, move in zip(letters(len(moves)), moves, strict=True):
            # What is built from the discard costs nothing, whatever is printed on it.
            price = _price(sight, move, quote, 0 if seen.pile else card.goods, card)
            whole = phrases.sealed_move(verb, name, price.long)
            word = _build_word(number, letter)
            uses.append(
                Use(
                    word,
                    move,
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
        notes = (phrases.not_now(quote.why_not, quote.least),)
    facts = describe.facts(card)
    if seen.pile:
        facts = facts[1:]  # nothing there costs anything
    line = phrases.card(name, card.colour, facts, copies)
    return Item(
        number, name, (card.id,), line, tuple(uses), notes, (*short, *notes), held.slot
    )


def _by_power(move: Move) -> bool:
    """Tell whether a move uses up the power of one free building in an age."""
    return notation.parse(move.text).power


def _stages_and_sale(
    number: int, name: str, held: Held | HeldLeader, ways: Sequence[Way]
) -> Iterator[Use]:
    """Give the uses that show no card."""
    moves = {move.text: move for move in held.moves}
    for way in ways:
        if way.move in moves:
            whole = phrases.sealed_move(
                "stage", name, way.price.long, way.half, way.more
            )
            words = _stage(way.half + way.more, way.price.long)
            word = phrases.stage_word(number, way.letter)
            yield Use(word, moves[way.move], words, whole, way.letter)
    if "sell" in moves:
        whole = phrases.sealed_move("sell", name, "")
        yield Use(
            f"{p_('typed before a number', 's')}{number}",
            moves["sell"],
            _("sell it: 3 coins"),
            whole,
        )


def nothing(seen: View) -> Iterator[Item]:
    """Make the item for taking nothing, where that may be."""
    for move in seen.moves:
        if move.text == "decline":
            words = _("recruit nobody") if seen.step == "enlist" else phrases.nothing()
            use = Use(p_("typed", "none"), move, words, words)
            short = (text.use(use.word, use.words),)
            yield Item(0, use.word, (), words, (use,), (), short)


# Leaders.


def leaders(sight: Sight, seen: View) -> Iterator[Item]:
    """Make an item of each leader in the hand, as they are catalogued."""
    ways = stage_ways(sight, seen)
    for number, held in enumerate(_in_order(sight, seen.leaders), start=1):
        leader, quote = held.leader, held.quote
        name = describe.name(leader)
        uses, shorts = [], []
        for move in held.moves:
            if verb_of(move) == "recruit":
                price = _price(sight, move, quote, 0)
                whole = phrases.sealed_move("recruit", name, price.long)
                word = f"{p_('typed before a number', 'r')}{number}"
                uses.append(
                    Use(
                        word,
                        move,
                        _("recruit it: {price}").format(price=price.long),
                        whole,
                    )
                )
                shorts.append((word, price.short))
        uses += _stages_and_sale(number, name, held, ways)
        notes: tuple[str, ...] = ()
        if quote and quote.refusal:
            notes = (phrases.not_now(quote.refusal, quote.least),)
        short = (_build_keys(shorts),) if shorts else ()
        line = phrases.leader(name, describe.leader(leader))
        yield Item(
            number,
            name,
            (leader.id,),
            line,
            tuple(uses),
            notes,
            (*short, *notes),
            held.slot,
        )


def selected(sight: Sight, seen: View) -> Iterator[Item]:
    """Make an item of each leader one of which is kept."""
    for number, held in enumerate(_in_order(sight, seen.selection), start=1):
        name = describe.name(held.leader)
        word = phrases.keep_word(number)
        whole = phrases.sealed_move("keep", name, "")
        uses = tuple(Use(word, move, _("keep it"), whole) for move in held.moves)
        line = phrases.leader(name, describe.leader(held.leader))
        yield Item(number, name, (held.leader.id,), line, uses, slot=held.slot)


def _in_order(sight: Sight, held: Sequence[HeldLeader]) -> list[HeldLeader]:
    order = sight.state.rules.catalog.leaders
    return sorted(held, key=lambda one: order.index(one.leader))


# Losses.


def tokens(seen: View) -> Iterator[Item]:
    """Make an item of each victory token that can be dropped, by what it is worth."""
    for move in seen.moves:
        value = int(notation.parse(move.text).name)
        words = _("drop a victory token of {points}").format(points=text.points(value))
        use = Use(phrases.drop_word(value), move, words, words)
        name = str(value)
        yield Item(
            value,
            name,
            (name,),
            _("A victory token of {points}.").format(points=text.points(value)),
            (use,),
        )


def losses(sight: Sight, seen: View) -> Iterator[Item]:
    """Make an item of each way to pay a penalty: a card, or victory tokens."""
    by_id = sight.state.rules.catalog.buildings_by_id
    for number, move in enumerate(seen.moves, start=1):
        what = notation.parse(move.text).name
        word = phrases.drop_word(number)
        if what in by_id:
            card = by_id[what]
            name = describe.name(card)
            words = _("lose {card}").format(card=name)
            line = phrases.card(name, card.colour, describe.facts(card))
        else:
            name = what
            words = _lose_tokens([int(value) for value in what.split("+")])
            line = text.sentence(words)
        yield Item(number, name, (what,), line, (Use(word, move, words, words),))


# Ways to build a stage, and prices.


def stage_ways(sight: Sight, seen: View) -> list[Way]:
    """List the ways to build the next stage, with any card."""
    written = sorted(
        dict.fromkeys(m.text for m in seen.moves if verb_of(m) == "stage"),
        key=lambda line: notation.parse(line).joins,  # last, where there is a choice
    )
    stage = next_stage(seen.cities[seen.seat]) if seen.cities else None
    goods = stage.goods if stage else 0
    ways = []
    for letter, line in zip(letters(len(written)), written, strict=True):
        play = notation.parse(line)
        price = _price(sight, Move(line), None, goods)
        more = _more(seen, play)
        ways.append(Way(letter, phrases.half_suffix(play.half), more, line, price))
    return ways


def _more(seen: View, play: notation.Play) -> str:
    """Say what was chosen for a stage besides its half and its payment."""
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
            _(", taking part in {edifice}").format(edifice=describe.name(edifice))
        )
    return "".join(parts)


def _price(
    sight: Sight,
    move: Move,
    quote: Quote | None,
    goods: int,
    card: Building | None = None,
) -> Price:
    play = notation.parse(move.text)
    left, right, bank = play.paid
    if play.power:
        return Price(phrases.free_by("once"), phrases.free_by("once"))
    if quote is not None and quote.free:
        what = quote.free
        if card is not None and what == "power":
            what = free_by(sight.state.cities[sight.me], card.colour)
        return Price(phrases.free_by(what), phrases.free_by(what))
    if not (left or right or bank):
        return Price(*(_("nothing to pay") if goods else p_("price", "free"),) * 2)
    sellers = [sight.who(sight.left(sight.me)), sight.who(sight.right(sight.me))]
    return Price(
        _payment(left, right, bank, *sellers),
        _short_payment(left, right, bank),
    )


def _stage(way: str, price: str) -> str:
    """Say that a card is put under the wonder; a way goes on in the sentence."""
    said = _("put it under the wonder{half}: {price}")
    return said.format(half=way, price=price)


def _build_keys(ways: Sequence[tuple[str, str]]) -> str:
    """Say with which words a card is built, and at what price."""
    said = _("{word}: {price}.")
    return " ".join(said.format(word=word, price=price) for word, price in ways)


def _build_word(number: int, letter: str = "") -> str:
    return f"{p_('typed before a number', 'b')}{number}{letter}"


def _payment(
    to_left: int, to_right: int, to_bank: int, left: text.Who, right: text.Who
) -> str:
    """Say what one's own payment would be."""
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


def _short_payment(to_left: int, to_right: int, to_bank: int) -> str:
    """Say it once more, to somebody who knows who sits on the left."""
    parties = (
        (to_left, _("{amount} left")),
        (to_right, _("{amount} right")),
        (to_bank, _("{amount} to the bank")),
    )
    (first, party), *rest = [pair for pair in parties if pair[0]]
    more = [to.format(amount=n) for n, to in rest]
    return ", ".join([party.format(amount=text.coins(first)), *more])


def _lose_tokens(values: Sequence[int]) -> str:
    """Say which victory tokens are lost."""
    if len(values) == 1:
        said = _("lose a victory token of {points}")
        return said.format(points=text.points(values[0]))
    said = _("lose victory tokens of {points}")
    parts = text.listing([text.number(value) for value in values])
    return said.format(points=_("{numbers} points").format(numbers=parts))


def _pawn_suffix(age: int, name: str) -> str:
    """Go on with which pawn is taken from the box."""
    said = _(", with a pawn of {edifice}, age {age}")
    return said.format(edifice=name, age=age)
