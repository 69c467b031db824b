"""
Questions in words: for each kind of choice, its menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sealed_wonders.client.players import Question
from sealed_wonders.client.terminal import describe, text
from sealed_wonders.client.terminal.menu import LETTERS, Item, Menu, Use
from sealed_wonders.client.terminal.sight import Sight, wonders
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.choices import Quote, next_stage
from sealed_wonders.core.wonders.play import LAST_TURN, FromDiscard, LastCard, Turn
from sealed_wonders.core.wonders.setup import ChooseSides
from sealed_wonders.core.wonders.view import Held, View, view


def menu(sight: Sight, question: Question) -> Menu:
    """Put a question into words."""
    seen = view(wonders(question.state), question.seat, question.faces)
    match wonders(question.state).task:
        case ChooseSides():
            title = tuple(_sides_title(sight, seen))
            return Menu(question, title, tuple(_sides(seen)))
        case FromDiscard():
            items = (*_cards(sight, seen, seen.pile), *_nothing(seen))
            return Menu(question, (text.discard_title(),), items)
        case Turn() | LastCard():
            items = (*_cards(sight, seen, seen.hand), *_nothing(seen))
            return Menu(question, tuple(_turn_title(sight, seen)), items)
    return Menu(question, (), tuple(_plain(seen)))


def _plain(seen: View) -> Iterator[Item]:
    """Make items of moves that nobody has put into words yet."""
    for number, move in enumerate(seen.moves, start=1):
        use = Use(move.text, move, move.text, move.text)
        yield Item(number, move.text, (), move.text, (use,))


# Sides.


def _sides_title(sight: Sight, seen: View) -> Iterator[str]:
    names = [describe.name(board) for board in seen.boards]
    start = describe.effect(seen.boards[seen.seat].sides["day"].start)
    yield text.side_title(names[seen.seat], start)
    yield text.side_others([(sight.names[s], names[s]) for s in sight.clockwise[1:]])


def _sides(seen: View) -> Iterator[Item]:
    sides = seen.boards[seen.seat].sides.values()
    for number, side in enumerate(sides, start=1):
        word = text.side_word(side.name)
        whole = text.sealed_move("side", side.name, "")
        use = Use(word, Move(f"side {side.name}"), whole, whole)
        line = text.side_item(side.name, describe.stages(side))
        yield Item(number, word, (), line, (use,))


# Cards.


def _turn_title(sight: Sight, seen: View) -> Iterator[str]:
    city = seen.cities[seen.seat]
    if seen.turn > LAST_TURN:
        yield text.extra_title(seen.age)
    elif seen.passes_to is None:
        yield text.last_title(seen.age, seen.turn)
    else:
        taker = sight.who(seen.passes_to)
        yield text.turn_title(seen.age, seen.turn, LAST_TURN, taker)
    yield text.treasury(
        city.coins,
        city.works.shields,
        sight.who(seen.left),
        seen.cities[seen.left].works.shields,
        sight.who(seen.right),
        seen.cities[seen.right].works.shields,
    )
    built, stages = len(city.stages), len(city.side.stages)
    wonder = text.wonder(describe.name(city.board), city.side.name, built, stages)
    stage = next_stage(city)
    if stage is None:
        yield wonder
    else:
        cost, effect = describe.stage_cost(stage), describe.stage_effect(stage)
        yield wonder
        yield text.next_stage(built + 1, cost, effect)
        ways = _stage_ways(sight, seen)
        if ways:
            rows = [(way.letter, way.half, way.price.short) for way in ways]
            kinds = len({held.building for held in seen.hand})
            yield f"   {text.stage_keys(rows, kinds)}"
        if seen.stage and seen.stage.refusal:
            yield f"   {text.not_now(seen.stage.refusal, seen.stage.least)}"
    yield text.hand()


def _cards(sight: Sight, seen: View, held: Sequence[Held]) -> Iterator[Item]:
    """Make an item of each kind of card, by colour, then as they are catalogued."""
    order = catalog().buildings
    ranked = sorted(
        held,
        key=lambda one: (one.building.colour, order.index(one.building), one.slot),
    )
    kinds = {one.building: one for one in reversed(ranked)}
    for number, building in enumerate(reversed(kinds), start=1):
        copies = sum(one.building is building for one in held)
        yield _card(sight, seen, number, kinds[building], copies)


def _card(sight: Sight, seen: View, number: int, held: Held, copies: int) -> Item:
    card, quote = held.building, held.quote
    name = describe.name(card)
    uses, shorts = [], []
    for verb in notation.SHOWING:
        moves = [move for move in held.moves if _verb(move) == verb]
        for letter, move in _lettered(moves):
            # What is built from the discard costs nothing, whatever is printed on it.
            price = _price(sight, move, quote, 0 if seen.pile else card.goods)
            whole = text.sealed_move(verb, name, price.long)
            word = text.build_word(number, letter)
            uses.append(Use(word, move, text.build(price.long), whole))
            shorts.append((word, price.short))
    short = (text.build_keys(shorts),) if shorts else ()
    for way in _stage_ways(sight, seen):
        for move in held.moves:
            if move.text == way.move:
                whole = text.sealed_move("stage", name, way.price.long, way.half)
                words = text.stage(way.half, way.price.long)
                uses.append(
                    Use(text.stage_word(number, way.letter), move, words, whole)
                )
    for move in held.moves:
        if move.text == "sell":
            whole = text.sealed_move("sell", name, "")
            uses.append(Use(text.sell_word(number), move, text.sale(), whole))
    notes: tuple[str, ...] = ()
    if quote and quote.refusal:
        notes = (text.not_now(quote.refusal, quote.least),)
    facts = describe.facts(card)
    if seen.pile:
        facts = facts[1:]  # nothing there costs anything
    line = text.card(name, card.colour, facts, copies)
    return Item(
        number, name, (card.id,), line, tuple(uses), notes, (*short, *notes), held.slot
    )


def _nothing(seen: View) -> Iterator[Item]:
    """Make the item for taking nothing, where that may be."""
    for move in seen.moves:
        if move.text == "decline":
            whole = text.sealed_move("decline", "", "")
            use = Use(text.nothing_word(), move, text.nothing(), whole)
            short = (text.use(use.word, use.words),)
            yield Item(0, use.word, (), text.nothing(), (use,), (), short)


class Price(NamedTuple):
    """A payment in words."""

    long: str
    short: str


class Way(NamedTuple):
    """One way to build the next stage."""

    letter: str
    half: str
    move: str
    price: Price


def _stage_ways(sight: Sight, seen: View) -> list[Way]:
    """List the ways to build the next stage, with any card."""
    written = dict.fromkeys(m.text for m in seen.moves if _verb(m) == "stage")
    stage = next_stage(seen.cities[seen.seat])
    goods = stage.goods if stage else 0
    return [
        Way(
            letter,
            notation.parse(move.text).half,
            move.text,
            _price(sight, move, seen.stage, goods),
        )
        for letter, move in _lettered([Move(one) for one in written])
    ]


def _lettered(moves: Sequence[Move]) -> list[tuple[str, Move]]:
    """Give each of several moves a letter; one alone needs none."""
    if len(moves) == 1:
        return [("", moves[0])]
    return list(zip(LETTERS, moves, strict=False))


def _price(sight: Sight, move: Move, quote: Quote | None, goods: int) -> Price:
    left, right, bank = notation.parse(move.text).paid
    if quote is not None and quote.free:
        return Price(text.free_by(quote.free), text.free_by(quote.free))
    if not (left or right or bank):
        return Price(*(text.own_goods() if goods else text.free(),) * 2)
    sellers = [sight.who(sight.left(sight.me)), sight.who(sight.right(sight.me))]
    return Price(
        text.payment(left, right, bank, *sellers),
        text.short_payment(left, right, bank),
    )


def _verb(move: Move) -> str:
    return move.text.partition(" ")[0]
