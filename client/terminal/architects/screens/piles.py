"""The piles in reach: top card, number of cards, and what taking one leads to."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.signs.amounts import GAP, joined
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Row, Rows, fit, flowed, piece, row, ruled
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.architects.screens.marks import NOTHING, Marks
from sealed_wonders.client.view.architects.prospects import Prospect, taking
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.state import Pile
from sealed_wonders.net.words import _, p_

LABEL = 11
"""Columns of a pile's name."""

TOP = 13
"""Columns of the top card."""


def label(around: SeenTable, pile: str, width: int = LABEL) -> str:
    """Return the name of a pile, with an arrow towards it."""
    symbols, seat = around.symbols, around.sight.owner(pile)
    if seat is None:
        # With a cat if the cat has shown its top card.
        peeked = around.sight.top(around.state.central) is not None
        return f"{symbols.cat if peeked else symbols.dot} " + _("central")
    if around.is_mine(seat):
        return f"{symbols.to_left} " + p_("pile", "yours")
    return f"{around.arrow(seat)} {around.name(seat, width - 2)}"


def top(around: SeenTable, pile: Pile, style: str = "") -> Row:
    """Draw the top card, as far as we know it."""
    symbols, kind = around.symbols, around.sight.top(pile)
    if not pile.cards:
        return (piece(p_("pile", "empty"), "dim"),)
    if kind is None:
        return (piece("? " + p_("card", "face down"), "dim"),)
    return faces.title(kind, symbols, style)


def outcome(around: SeenTable, prospect: Prospect) -> Row:
    """Draw the consequences of taking a card."""
    symbols = around.symbols
    numbers = "/".join(str(stage.number) for stage in prospect.stages)
    parts: list[Row] = []
    if numbers:
        parts.append((piece(f"{symbols.built}{numbers}", "built"),))
    if prospect.token:
        parts.append((piece(symbols.progress, "progress"),))
    if prospect.extra:
        parts.append((piece("+1", "yes"),))
    if prospect.battle:
        parts.append((piece(p_("if a card is taken", "battle"), "no"),))
    if prospect.cat:
        parts.append((piece(symbols.cat, "cat"),))
    return joined(parts)


def listed(around: SeenTable, marks: Mapping[str, Marks], width: int) -> Rows:
    """
    Draw the three piles in reach, one per row, with a heading.

    Args:
        marks: Marks by pile.
    """
    title = (piece(_("piles"), "title", "piles"),)
    rows = [
        _row(around, pile, marks.get(pile.name, NOTHING), width)
        for pile in around.reach
    ]
    return [ruled(title, width, around.symbols), *rows]


def _row(around: SeenTable, pile: Pile, marks: Marks, width: int) -> Row:
    kind = around.sight.top(pile)
    then = outcome(around, taking(around.state, around.viewpoint, kind)) if kind else ()
    said = row(
        marks.before(around.symbols),
        *fit(row(label(around, pile.name)), LABEL),
        *fit(top(around, pile, marks.style), TOP, mark=around.symbols.more),
        piece(f"{len(pile.cards):>3} ", "dim"),
        then,
    )
    return marks.drawn(said, width, around.symbols, f"pile {pile.name}")


def whole(around: SeenTable, pile: Pile, some: Mapping[str, Marks], width: int) -> Rows:
    """Draw a pile with everything that is left in it."""
    marks = some.get(pile.name, NOTHING)
    symbols, kind = around.symbols, around.sight.top(pile)
    then = outcome(around, taking(around.state, around.viewpoint, kind)) if kind else ()
    named = (piece(label(around, pile.name, 20), "title", f"pile {pile.name}"),)
    count = (piece(f"{len(pile.cards)}", "dim"),)
    said = row(marks.before(symbols), top(around, pile, marks.style), piece("  "), then)
    first = marks.drawn(said, width, symbols, f"pile {pile.name}")
    unseen = map(catalog().kind, pile.unseen)
    inside = flowed(faces.by_colour(unseen, symbols), width - 2, gap=2)
    return [
        ruled(named, width, symbols, count),
        first,
        *((GAP, *line) for line in inside),
    ]


def between(around: SeenTable, pile: Pile) -> Row:
    """Draw the top of a player's pile as narrowly as possible."""
    kind = around.sight.top(pile)
    if kind is None:
        return (piece(around.symbols.dot, "dim"),)
    return faces.card(kind, around.symbols)
