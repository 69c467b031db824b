"""
What is laid down, in signs, and the ways there are to do it.
"""

from __future__ import annotations

from sealed_wonders.client.terminal import faces, text
from sealed_wonders.client.terminal.draw import Row, Rows, clip, framed, piece, row
from sealed_wonders.client.terminal.menu import Use
from sealed_wonders.client.terminal.quotes import payment
from sealed_wonders.client.terminal.screens.cities import Round
from sealed_wonders.client.terminal.screens.hand import Lying, lit
from sealed_wonders.client.terminal.screens.laying import Laying
from sealed_wonders.client.words import _, p_
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.play import SALE

WIDTH = 60
"""Columns of the list of ways, at most."""


def laid_down(around: Round, lying: Lying, use: Use) -> Row:
    """Say what is laid down, what it costs and whom it pays."""
    symbols = around.symbols
    play = notation.parse(use.move.text)
    said = _said(around, lying, play.verb) or use.whole
    parts = [row(piece(f"{symbols.laid} {said}", "laid")), *_half(around, play.half)]
    if play.verb in ("build", "stage", "pick"):
        parts.append(_price(around, lying, play))
    return faces.joined(parts, piece("   "))


def _said(around: Round, lying: Lying, verb: str) -> str:
    if verb in ("build", "pick"):
        return _("Build {card}").format(card=lying.name)
    if verb == "stage":
        number = len(around.city(around.view.seat).stages) + 1
        said = _("Build wonder stage {number} with {card}")
        return said.format(number=number, card=lying.name)
    if verb == "sell":
        price = f"{SALE}{around.symbols.coin}"
        return _("Sell {card} for {price}").format(card=lying.name, price=price)
    if verb == "decline":
        return _("Take nothing")
    return ""


def _half(around: Round, half: str) -> list[Row]:
    """Say what a half of a split stage does."""
    stage = next_stage(around.city(around.view.seat))
    if not half or stage is None:
        return []
    name = {"left": _("left half"), "right": _("right half")}[half]
    does = faces.stage_effect(stage, around.symbols, half)
    return [row(piece(f"{name} ", "dim"), *does)]


def _price(around: Round, lying: Lying, play: notation.Play) -> Row:
    paid = payment(play.paid, around.payees, around.symbols)
    if paid:
        return paid
    quote = lying.quote
    if play.verb == "build" and quote is not None and quote.free:
        return (piece(text.free_by(quote.free), "free"),)
    return (piece(p_("price", "free"), "free"),)


def listed(around: Round, lying: Lying, laying: Laying, width: int) -> Rows:
    """Draw a box of the ways to do it, the one that lies there lit; a click takes one."""
    symbols = around.symbols
    wide = min(width, WIDTH)
    rows = []
    for number, use in enumerate(laying.ways, start=1):
        does = f"way {number}"
        at = use == laying.laid
        mark = f"{symbols.chosen} " if at else "  "
        play = notation.parse(use.move.text)
        parts = [*_half(around, play.half), _price(around, lying, play)]
        said = faces.joined(parts, piece("   "))
        one = row(mark, piece(f"{number}  ", "key"), said)
        one = tuple(part._replace(does=does) for part in one)
        rows.append(clip(lit(one) if at else one, wide - 4, symbols.more))
    title = row(piece(_("Which way?"), "title"))
    return framed(rows, wide, symbols, title=title, style="frame.chosen")
