"""
The lines below a hand: the card at the cursor in words, and its possible uses.

A click on a use does what its key does. `table` draws these lines, and shows the sentences
of `verb` and `refused` in other places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.questions.wonders.items import (
    CardItem,
    brings,
    counts_neighbours,
    depends,
    reduced_by,
)
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    doing,
    measure,
    paragraph,
    piece,
    row,
    wrapped,
)
from sealed_wonders.client.signs.wonders import faces, quotes
from sealed_wonders.client.signs.wonders.signs import coin_change
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.terminal.wonders.screens.hand import Hand
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.model import Building, Leader
from sealed_wonders.core.wonders.play import SALE
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack


def two_rows(
    hand: Hand, card: CardItem, around: CityRing, second: Row, width: int
) -> Rows:
    """
    Draw what a card is worth now, its chains, and its effects in words, above a row.

    If there is too little room, the chains are left out, which the card itself shows;
    and the worth moves to the beginning of the other row, or is left out as well. The
    end of the sentence says what an effect counts.

    Args:
        second: the other row: the possible uses of the card, or what is waited for.
    """
    if hand.why:
        first, *rest = wrapped(row(piece(hand.why, "title")), width)
        return first, faces.joined([*rest, second], piece("    "))
    if card.face is None:
        return (), second
    effects = describe.effects(card.face.effects)
    said = row(text.sentence(effects))
    if isinstance(card.face, Leader):  # whose sentences may sound like a remark on all
        named = row(text.sentence(text.noted(card.name, effects)))
        said = named if measure(named) <= width else said
    is_built = card.quote is not None and card.quote.refusal is Refusal.ALREADY_BUILT
    now = () if is_built else worth_now(around, card.face)
    gap = piece("  ")
    for parts in ((now, *faces.chains(card.face, around.symbols), said), (now, said)):
        first = faces.joined(parts, gap)
        if measure(first) <= width:
            return first, second
    both = faces.joined([now, second], piece("    "))
    return said, both if measure(both) <= width else second


def worth_now(around: CityRing, card: Building | Leader) -> Row:
    """
    Draw the coins and points that a card would bring as the cities stand; empty if they
    depend on nothing.
    """
    if not isinstance(card, Building):
        return ()
    now = brings(around.view, card)
    if now is None or not any(now) or not depends(card, now):
        return ()
    parts: list[Row] = []
    if now.coins:
        parts.append((coin_change(now.coins, around.symbols),))
    if now.points:
        parts.append((piece(f"{now.points:+}{around.symbols.point}", "point"),))
    return row(piece(_("now") + " ", "dim"), faces.joined(parts))


def from_neighbours(around: CityRing, card: Building | Leader | None) -> Row:
    """
    Draw what a card would bring now, if that depends on our neighbours; else empty.
    """
    if not isinstance(card, Building) or not counts_neighbours(card):
        return ()
    return worth_now(around, card) or row(piece(_("now") + " 0", "dim"))


def verb(hand: Hand, card: CardItem) -> str:
    """Return the word for this hand's only use of a card, or for building it."""
    if hand.only in ("lose", "drop"):
        return _("lose")
    if hand.only == "keep":
        return _("keep")
    return _("recruit") if isinstance(card.face, Leader) else _("build")


def offers(
    stack: Stack, around: CityRing, hand: Hand, card: CardItem, width: int
) -> Row:
    """Draw the possible uses of a card with their keys and prices, closer if need be."""
    symbols, payees = stack.symbols, around.payees
    if card.face is None and card.number:
        return _offer(stack, "build", f"{verb(hand, card)} {card.shown}")
    if card.face is None:
        return _offer(stack, "nothing", card.shown)
    parts = []
    if card.quote is not None:
        price = quotes.price(card.quote, payees, symbols, card.goods, card.by)
        parts.append(_offer(stack, "build", verb(hand, card), price))
    elif card.ways("build"):
        parts.append(_offer(stack, "build", verb(hand, card)))
    if hand.stage is not None:
        city = around.city(around.view.seat)
        what = _("stage {number}").format(number=len(city.stages) + 1)
        if next_stage(city) is None:
            what = _("wonder")
        by = reduced_by(city, hand.stage, "wonder_stage")
        price = quotes.price(hand.stage, payees, symbols, by=by)
        if hand.stage.refusal is None and hand.joining is not None:
            more = coin_change(hand.joining, symbols)
            price = row(*price, f" ({symbols.edifice} ", more, ")")
        parts.append(_offer(stack, "stage", what, price))
    if card.ways("sell"):
        coins = (faces.coins(SALE, symbols),)
        parts.append(_offer(stack, "sell", _("sell"), coins))
    wide = faces.joined(parts, piece("    "))
    return wide if measure(wide) <= width else faces.joined(parts, piece("  "))


def _offer(stack: Stack, verb: str, what: str, price: Row = ()) -> Row:
    """Draw a possible use with its key; a click triggers it."""
    return doing(row(piece(stack.key(verb), "key"), f" {what} ", price), verb)


def sealing(stack: Stack, meaning: str, width: int, *, several: bool) -> Rows:
    """
    Draw the keys that seal a choice that is laid down, or take it back.

    Args:
        meaning: what the choice brings, in words. Keys give way to it where there isn't
            room for both, as the last line of the screen shows them as well.
        several: whether there are other ways to do it.
    """
    parts = [
        row("  "),
        stack.key_row("enter", _("seals it")),
        stack.key_row("back", _("takes it back")),
    ]
    ends = [row(piece(text.sentence(meaning), "dim"))] if meaning else []
    gap = piece("   ")
    forms = [faces.joined([*parts, *ends], gap)]
    if several:
        up, down = (piece(stack.key(it), "key", it) for it in ("up", "down"))
        other = row(up, " ", down, piece(" " + _("another way"), "keys", "down"))
        forms.insert(0, faces.joined([*parts, other, *ends], gap))
    for one in forms:
        if not meaning or measure(one) <= width:
            return (one,)
    said = paragraph(text.sentence(meaning), width - 2, "dim")
    return tuple(row(faces.GAP, faces.GAP, *one) for one in said)


def refused(verb: str, card: CardItem, hand: Hand) -> str:
    """Return why a card can't be used in this way."""
    quote = hand.stage if verb == "stage" else card.quote
    if quote is None or quote.why_not is None:
        return _("You can't do that with {card}.").format(card=card.shown)
    why = phrases.not_now(quote.why_not, quote)
    return why if verb == "stage" else f"{card.shown}. {why}"
