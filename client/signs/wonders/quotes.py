"""
Prices in a few signs: the cost and who is paid, or why something can't be built.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.client.signs.draw import Piece, Row, piece, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders.signs import coins, joined
from sealed_wonders.client.signs.wonders.signs import goods as letters
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.net.words import _, n_, p_


class Payees(NamedTuple):
    """The neighbours' names, for payments."""

    left: str
    right: str


def payment(paid: Split, payees: Payees, symbols: Symbols) -> Row:
    """Draw a payment, such as ``2¤ ← bob 1¤ bank``; empty if nothing is paid."""
    parts = []
    if paid.left:
        to = f" {symbols.to_left} {payees.left}"
        parts.append((coins(paid.left, symbols, "price"), piece(to)))
    if paid.right:
        to = f" {symbols.to_right} {payees.right}"
        parts.append((coins(paid.right, symbols, "price"), piece(to)))
    if paid.bank:
        to = f" {p_('who is paid', 'bank')}"
        parts.append((coins(paid.bank, symbols, "price"), piece(to, "dim")))
    return joined(parts)


def price(
    quote: Quote,
    payees: Payees,
    symbols: Symbols,
    goods: int = 1,
    by: str = "",
) -> Row:
    """
    Draw a price after a sign that shows whether it can be paid.

    Args:
        goods: the printed cost; 0 if it is free for everybody.
        by: the names of the cards or leaders that make it free or cheaper; may be empty.
    """
    if not quote.is_possible:
        return (piece(f"{symbols.no} ", "no"), *_why_not(quote, symbols))
    yes = piece(f"{symbols.yes} ", "yes")
    if quote.free:
        kind = p_("free by", "wonder")
        if quote.free == "chain":
            kind = p_("free by", "chain")
        return (yes, piece(f"{symbols.free} {by or kind}", "free"))
    if not quote.power:
        return (yes, *_paying(quote, payees, symbols, goods), *_cheaper(by))
    if not quote.splits:
        return (
            yes,
            piece(f"{symbols.free} {p_('free by', 'wonder, once/age')}", "free"),
        )
    # First, as the payment may be clipped at the end of the row.
    free = piece(f"{symbols.free} {p_('free by', 'once/age')}", "free")
    return row(yes, free, f" {_('or')} ", *_paying(quote, payees, symbols, goods))


def unpaid(goods: int) -> Piece:
    """
    Draw that nothing is paid.

    Args:
        goods: the printed cost; 0 if it is free for everybody.
    """
    return piece(p_("price", "own goods") if goods else p_("price", "free"), "free")


def _cheaper(by: str) -> Row:
    """Draw what makes a price lower than the printed one."""
    return (piece(f" + {by}", "free"),) if by else ()


def _paying(quote: Quote, payees: Payees, symbols: Symbols, goods: int) -> Row:
    """Draw the payment, or the number of possible payments."""
    if NOTHING in quote.splits:
        return (unpaid(goods),)
    if len(quote.splits) == 1:
        return payment(quote.splits[0], payees, symbols)
    least = min(map(sum, quote.splits))
    ways = len(quote.splits)
    said = n_("{n} way", "{n} ways", ways).format(n=ways)
    return (coins(least, symbols, "price"), piece(f" {said}"))


def _why_not(quote: Quote, symbols: Symbols) -> Row:
    """Draw in a few words why something can't be built."""
    said = _("not now")
    match quote.refusal:
        case Refusal.TOO_FEW_COINS:
            needed = f"{quote.least}{symbols.coin}"
            said = _("costs {coins}").format(coins=needed)
        case Refusal.MISSING_RESOURCES if quote.lacking:
            lacks = piece(_("missing") + " ", "dim")
            return (lacks, *letters(unpack(quote.lacking)))
        case Refusal.MISSING_RESOURCES:
            said = _("lacks resources")
        case Refusal.ALREADY_BUILT:
            said = p_("a building", "built")
        case Refusal.NO_STAGE_LEFT:
            said = p_("a wonder", "complete")
    return (piece(said, "dim"),)
