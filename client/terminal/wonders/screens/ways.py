"""
The use that is laid down, in signs, and the list of other ways to pay or play it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    clip,
    doing,
    framed,
    lit,
    measure,
    piece,
    row,
    scrolled,
    wrapped,
)
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.signs.wonders.quotes import payment, unpaid
from sealed_wonders.client.terminal.screens.laying import Laying
from sealed_wonders.client.terminal.screens.panels import first_visible
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.play import SALE
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.net.words import _

WIDTH = 60
"""Columns of the list of ways, unless its rows need more."""


def laid_down(around: CityRing, card: CardItem, use: MenuMove, width: int) -> Row:
    """
    Draw the use that is laid down, its cost and who is paid; shorter if necessary.
    """
    play = use.play
    parts = _ways(around, play)
    if play.verb in PRICED:
        parts.append(_price(around, card, play))
    forms = [_said(around, card, play.verb) or text.sentence(use.whole)[:-1]]
    if play.verb == "stage":
        stage = _("stage {number}").format(number=_stage(around))
        stage = stage[:1].upper() + stage[1:]
        forms += [text.noted(stage, card.name), stage]
    said = [_laid(around, form, parts) for form in forms]
    return next((one for one in said if measure(one) <= width), said[-1])


def _laid(around: CityRing, said: str, parts: Sequence[Row]) -> Row:
    first = row(piece(f"{around.symbols.laid} {said}", "laid"))
    return faces.joined([first, *parts], piece("   "))


def _stage(around: CityRing) -> int:
    """Return the number of the next stage."""
    return len(around.city(around.view.seat).stages) + 1


def stage_brings(around: CityRing, use: MenuMove) -> str:
    """Return what the stage that is laid down brings, in words; empty without one."""
    stage, play = next_stage(around.city(around.view.seat)), use.play
    if play.verb != "stage" or stage is None:
        return ""
    return describe.effects(stage.effects(play.half))


PRICED = ("build", "recruit", "stage", "pick")
"""Verbs that cost something, or may."""


def _said(around: CityRing, card: CardItem, verb: str) -> str:
    match verb:
        case "build" | "pick":
            return _("Build {card}").format(card=card.name)
        case "recruit":
            return _("Recruit {leader}").format(leader=card.name)
        case "keep":
            return _("Keep {leader}").format(leader=card.name)
        case "stage":
            said = _("Build wonder stage {number} with {card}")
            return said.format(number=_stage(around), card=card.name)
        case "sell":
            price = f"{SALE}{around.symbols.coin}"
            return _("Sell {card} for {price}").format(card=card.name, price=price)
    return ""


def _ways(around: CityRing, play: notation.MoveParts) -> list[Row]:
    """Draw the choices for a stage: half, leader, pawn, taking part."""
    symbols, parts = around.symbols, _half(around, play.half)
    if play.bury:
        leader = everything().leaders_by_id[play.bury]
        name = piece(f" {describe.name(leader)}")
        parts.append(row(piece(symbols.buried, "leader"), name, _worth(around, play)))
    elif play.verb == "stage" and _buries(around, play.half):
        parts.append(row(piece(_("no leader to bury"), "warning")))
    if play.pawn:
        project = around.view.projects[int(play.pawn) - 1]
        edifice = project.edifice
        said = f" {edifice.age}, {describe.name(edifice)}"
        arrow = piece(f" {symbols.gives} ", "dim")
        brings = row(arrow, faces.does(edifice, symbols))
        if project.fate == "failed":  # its pawn is worth nothing (E2.1)
            brings = row(piece(f" {phrases.not_built()}", "no"))
        parts.append(row(piece(symbols.pawn, "pawn"), said, brings))
    if play.joins:
        edifice = around.view.projects[around.view.age - 1].edifice
        parts.append(row(piece("+ ", "dim"), *faces.title(edifice, symbols)))
    return parts


def _buries(around: CityRing, half: str) -> bool:
    """Return whether the next stage, if any, buries a leader."""
    stage = next_stage(around.city(around.view.seat))
    effects = stage.effects(half) if stage else ()
    return any(effect.key == "bury" for effect in effects)


def _worth(around: CityRing, play: notation.MoveParts) -> str:
    """
    Return a leader's points when buried; empty if the city has no leader of that name.
    """
    for one in around.city(around.view.seat).leaders:
        if one.leader.id == play.bury:
            return f" {BURIED * one.price}{around.symbols.point}"
    return ""


def _half(around: CityRing, half: str) -> list[Row]:
    """Draw the effects of half a split stage."""
    stage = next_stage(around.city(around.view.seat))
    if not half or stage is None:
        return []
    name = {"left": _("left half"), "right": _("right half")}[half]
    does = faces.stage_effect(stage, around.symbols, half)
    return [row(piece(f"{name} ", "dim"), *does)]


def _price(around: CityRing, card: CardItem, play: notation.MoveParts) -> Row:
    paid = payment(play.paid, around.payees, around.symbols)
    if paid:
        return paid
    if play.power:
        return (piece(phrases.free_by("once"), "free"),)
    quote = card.quote
    if play.verb == "build" and quote is not None and quote.free:
        leaders = card.by if quote.free == "power" else ""
        return (piece(phrases.free_by(quote.free, leaders), "free"),)
    return (unpaid(1 if play.verb == "stage" else card.goods),)


def _condition(around: CityRing, ways: Sequence[MenuMove]) -> Rows:
    """Draw what it takes to build the edifice, if a way pays for one of its pawns."""
    if not any(use.play.joins for use in ways):
        return ()
    symbols, project = around.symbols, around.view.projects[around.view.age - 1]
    said = phrases.pawns_left(project.pawns)
    sign = faces.title(project.edifice, symbols)
    return (row(*sign, piece(f"  {said}", "dim")),)


def listed(
    around: CityRing, card: CardItem, laying: Laying, width: int, height: int
) -> Rows:
    """Draw the list of ways, highlighting the one laid down; a click takes one."""
    symbols = around.symbols
    rows, lies = [], 0
    for number, use in enumerate(laying.ways, start=1):
        does = f"way {number}"
        at = use == laying.laid
        lies = number - 1 if at else lies
        mark = f"{symbols.laid} " if at else "  "
        play = use.play
        parts = [*_ways(around, play), _price(around, card, play)]
        said = faces.joined(parts, piece("   "))
        one = doing(row(mark, piece(f"{number:<2} ", "key"), said), does)
        rows.append(lit(one) if at else one)
    below = [
        it for one in _condition(around, laying.ways) for it in wrapped(one, width - 4)
    ]
    # Wider if necessary: nobody can choose a way without seeing its price.
    wide = min(width, max(WIDTH, *(measure(one) + 4 for one in (*rows, *below))))
    rows = [clip(one, wide - 4, symbols.more) for one in rows]
    title = row(piece(_("Choose how to pay"), "title"))
    high = height - 2
    if len(rows) > high:  # scrolled so that the way that is laid down is visible
        first = first_visible(lies, high, len(rows))
        rows = list(scrolled(rows, wide - 4, high, first, symbols))
        place = _("{n} of {all}").format(n=lies + 1, all=len(laying.ways))
        title = (*title, piece(f" {place}", "dim"))
    if len(rows) + len(below) <= high:
        rows += [clip(one, wide - 4, symbols.more) for one in below]
    return framed(rows, wide, symbols, title=title, style="frame.chosen")
