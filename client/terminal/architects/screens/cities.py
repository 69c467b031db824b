"""
The cities around a table: ours with its stages and cards, the others in a row each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealed_wonders.client.signs.amounts import GAP, SLASH, joined
from sealed_wonders.client.signs.architects import faces, glances
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    clip,
    doing,
    ends,
    fit,
    flowed,
    measure,
    piece,
    row,
    ruled,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.architects.screens import piles
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.screens.panels import Column, columns
from sealed_wonders.client.terminal.screens.seats import gone
from sealed_wonders.client.view.architects.prospects import lack
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import Stage
from sealed_wonders.core.architects.paying import goods
from sealed_wonders.core.architects.scoring import points as counted
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, n_, p_

PAIRED = 3
"""Maximum number of others that get a row each; more share rows in pairs."""

# The status row.


def status(around: SeenTable, width: int) -> Row:
    """
    Draw our status: shields against both neighbours, the next battle, the cat, points.
    """
    sight, symbols, state = around.sight, around.symbols, around.state
    sides = dict.fromkeys((sight.left(around.viewpoint), sight.right(around.viewpoint)))
    against = [
        row(
            glances.strength(around.city(seat), symbols),
            piece(f" {around.arrow(seat)} {around.name(seat, 10)}", "dim"),
        )
        for seat in sides
    ]
    parts = [
        row(
            glances.strength(around.viewed, symbols),
            piece(f" {_('against')} ", "dim"),
            joined(against, piece("  ")),
        ),
        row(piece(_("battle") + " ", "dim"), horns(around)),
        row(piece(f"{symbols.cat} ", "cat"), _cat(around)),
    ]
    total = state.score().rows[around.viewpoint][-1]
    right = row(
        piece(f"{total}{symbols.point}", "point"),
        piece(" " + _("so far") + " ", "dim"),
    )
    return ends((GAP, *joined(parts, piece("   "))), right, width, symbols.more)


def horns(around: SeenTable) -> Row:
    """Draw the conflict tokens: first those turned to battle, then those at peace."""
    state, symbols = around.state, around.symbols
    return row(
        piece(symbols.horn * state.horns, "horn"),
        piece(symbols.dot * (state.conflicts - state.horns), "dim"),
    )


def _cat(around: SeenTable) -> str:
    cat = around.state.cat
    if cat is None:
        return p_("the cat", "nobody")
    return p_("the cat", "you") if around.is_mine(cat) else around.name(cat, 10)


def total(around: SeenTable, seat: Seat) -> int:
    """Return the points of a seat so far."""
    return counted(around.city(seat), around.state.cat == seat)[-1]


# The city in the middle.


def wonder(around: SeenTable, seat: Seat, width: int) -> Rows:
    """Draw the stages of a wonder, with a heading."""
    return _heading(around, seat, width), *stages(around, seat, width)


def _heading(around: SeenTable, seat: Seat, width: int) -> Row:
    """Draw the rule above a wonder: its name, and what some of its stages do."""
    city, symbols = around.city(seat), around.symbols
    named = row(describe.wonder(city.wonder), style="title", does=f"city {seat}")
    if around.ours is None:
        turn = around.sign(seat)
        whose = row(f"{around.called(seat)} {symbols.dot} ", style="title")
        named = row(*((turn, GAP) if turn.text.strip() else ()), *whose, *named)
    if seat in around.state.gone:
        named = row(named, "  ", gone(symbols))
    elif does := faces.brief(city.wonder):
        sign = faces.effect(city.wonder, symbols)
        named = row(named, "  ", sign, piece(f" {does}", "dim"))
    return ruled(named, width, symbols)


def stages(around: SeenTable, seat: Seat, width: int) -> Rows:
    """
    Draw the stages of a wonder, one per row: its cost, what it gives, what is missing.
    """
    city, symbols = around.city(seat), around.symbols
    wide = max(
        measure(faces.gives(city.wonder, it, symbols)) for it in city.wonder.stages
    )
    rows = []
    for stage in city.wonder.stages:
        standing = stage.number in city.built
        sign = piece(symbols.built, "built") if standing else piece(symbols.unbuilt)
        if stage in city.available:
            sign = piece(symbols.unbuilt, "next")
        gives = fit(faces.gives(city.wonder, stage, symbols), wide)
        line = row(
            GAP, sign, f" {stage.number} ", faces.cost(stage, symbols), GAP, *gives
        )
        if not standing:
            line = row(*line, piece("  "), lacks(around, seat, stage))
        line = doing(line, f"stage {stage.number}")
        rows.append(clip(line, width, symbols.more))
    return rows


def lacks(around: SeenTable, seat: Seat, stage: Stage) -> Row:
    """Draw what is missing to build a stage."""
    city, symbols = around.city(seat), around.symbols
    if stage not in city.available:
        missing = sorted(stage.on.difference(city.built))
        said = _("after {numbers}")
        numbers = ", ".join(map(str, missing))
        return row(piece(said.format(numbers=numbers), "dim"))
    used = around.state.used if seat == around.state.seat else ()
    missed = lack(city, stage, used)
    if not missed.missing:
        return row(piece(f"{symbols.yes} " + _("affordable"), "yes"))
    said = n_("{n} more", "{n} more", missed.missing).format(n=missed.missing)
    letters = joined(((faces.letter(kind, symbols),) for kind in missed.helping), SLASH)
    if len(missed.helping) > len(goods()):
        letters = row(_("any"))
    needs = row(piece(f"{text.colon()}", "no"), letters) if letters else ()
    return row(piece(said, "no"), needs)


def cards(around: SeenTable, seat: Seat, width: int) -> Rows:
    """
    Draw the cards of a city by colour, and its tokens, in five rows or a few more, with
    a heading.
    """
    city, symbols = around.city(seat), around.symbols
    title = (piece(_("cards"), "title", f"city {seat}"),)
    rows = [*glances.lines(city, symbols)]
    names = [faces.token(token, symbols) for token in city.progress]
    rows += flowed(names, width - 1, gap=2) if names else [()]
    return [
        ruled(title, width, symbols),
        *(clip((GAP, *one), width, symbols.more) for one in rows),
    ]


# The other cities.


def others(around: SeenTable, width: int) -> Rows:
    """
    Draw the others, with a heading: one per row in detail, or two per row if there are
    many.
    """
    seats = around.others
    title = (piece(_("others"), "title"),)
    if len(seats) <= PAIRED:
        head = ruled(title, width, around.symbols)
        return [head, *(_long(around, seat, width) for seat in seats)]
    # The only column without a label.
    last = row(piece(_("the top of each player's pile is on the right"), "dim"))

    def column(seats: Sequence[Seat]) -> Column:
        return lambda wide: [_short(around, seat, wide) for seat in seats]

    return [
        ruled(title, width, around.symbols, last),
        *columns(width, column(seats[::2]), column(seats[1::2]), gap=1),
    ]


NAME = 12
"""Columns of a name in a row for one player."""

BRIEF = 7
"""Columns of a name in a shared row."""


def _begins(around: SeenTable, seat: Seat, width: int) -> Row:
    city, symbols = around.city(seat), around.symbols
    style = "title" if seat == around.state.seat else ""
    name = piece(around.called(seat, width), style)
    return row(
        around.sign(seat),
        around.arrow(seat),
        *fit(row(name), width + 1),
        faces.wonder(len(city.built), city.wonder, symbols),
        piece(f"{total(around, seat):>3}{symbols.point}", "point"),
        piece(f"{city.shields:>3}{symbols.shield}", "shield"),
    )


def _short(around: SeenTable, seat: Seat, width: int) -> Row:
    city, symbols = around.city(seat), around.symbols
    drawn = row(
        *_begins(around, seat, BRIEF),
        GAP,
        *fit(
            joined([glances.gained(city, symbols), glances.science(city, symbols)]), 9
        ),
        piece(symbols.cat if seat == around.state.cat else " ", "cat"),
        GAP,
        piles.between(around, around.state.left(seat)),
    )
    return _clicked(drawn, seat, width, symbols)


def _long(around: SeenTable, seat: Seat, width: int) -> Row:
    city, symbols = around.city(seat), around.symbols
    pile = around.state.left(seat)
    drawn = row(
        *_begins(around, seat, NAME),
        GAP,
        *fit(
            joined([glances.gained(city, symbols), glances.science(city, symbols)]), 10
        ),
        piece(symbols.cat if seat == around.state.cat else " ", "cat"),
        GAP,
        *fit(glances.bundle(city, symbols), 17),
        piece(p_("pile", "pile") + " ", "dim"),
        *fit(piles.between(around, pile), 5),
        piece(f"{len(pile.cards):>2}", "dim"),
    )
    return _clicked(drawn, seat, width, symbols)


def _clicked(one: Row, seat: Seat, width: int, symbols: Symbols) -> Row:
    return fit(clip(doing(one, f"city {seat}"), width, symbols.more), width)


# Cities on large terminals.

NARROWEST = 36
"""Minimum columns of a whole city."""

BESIDE_NAME = 18
"""Columns for the signs, the points, the cat and the rule in the title of a city."""


def whole(around: SeenTable, seat: Seat, width: int) -> Rows:
    """Draw a city with its stages and cards."""
    city, symbols = around.city(seat), around.symbols
    wonder = piece(f" {symbols.dot} {describe.wonder(city.wonder)}", "dim")
    room = width - measure((wonder,)) - BESIDE_NAME
    name = joined(
        [
            row(one)
            for one in (
                around.sign(seat),
                piece(around.arrow(seat), "title"),
                piece(around.in_title(seat, room), "title"),
            )
            if one.text.strip()
        ]
    )
    name = row(name, wonder)
    named = doing(name, f"city {seat}")
    worth = row(piece(f"{total(around, seat)}{symbols.point}", "point"))
    if seat == around.state.cat:
        worth = row(piece(symbols.cat, "cat"), GAP, worth)
    pile = around.state.left(seat)
    lines: Iterable[Row] = (
        glances.stages(city, symbols),
        joined(
            [glances.grey(city, symbols), glances.coins(city, symbols)], piece("  ")
        ),
        joined(
            [glances.blue(city, symbols), glances.green(city, symbols)], piece("  ")
        ),
        glances.red(city, symbols),
        joined(
            [
                row(piece(p_("pile", "pile") + " ", "dim"), piles.top(around, pile)),
                row(piece(f"{len(pile.cards)}", "dim")),
            ]
        ),
        *flowed([faces.token(it, symbols) for it in city.progress], width - 1, gap=2),
    )
    return [
        ruled(named, width, symbols, worth),
        *(clip((GAP, *line), width, symbols.more) for line in lines),
    ]
