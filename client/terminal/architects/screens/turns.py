"""The last turns, one per row: who took what from where, and its consequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.signs import meanings
from sealed_wonders.client.signs.amounts import GAP, joined
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    after,
    fill,
    fit,
    flowed,
    measure,
    piece,
    restyled,
    row,
    ruled,
    wrapped,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.screens.panels import columns, each_width
from sealed_wonders.client.view.architects import lastturns
from sealed_wonders.client.view.architects.lastturns import TurnEvents
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    Fought,
    Peeked,
    Searched,
    Studied,
    Taken,
    TokenTaken,
)
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, n_, p_

NAME = 10
"""Maximum columns of a name."""


def rows(around: SeenTable, past: Sequence[Event], width: int, height: int) -> Rows:
    """
    Draw the last turns, the newest one last.

    Those since our own last turn have a bar before them; earlier ones are dim. There
    are two columns if the turns since our last one don't fit into one. Before our first
    turn, what the signs mean is below, if there is room.
    """
    turns = lastturns.last(past, 2 * height)
    fresh = lastturns.since(turns, around.viewpoint)
    one = _column(around, turns, fresh, width)
    if len(_lines(one, fresh)) <= height:
        rows = _newest(one, height)
        if fresh == len(turns):
            rows = [*rows, *signs(around.symbols, width, height - len(rows))]
        return fill(rows, width, height)
    narrow = _column(around, turns, fresh, each_width(width, 2, gap=1))
    both = _newest(narrow, 2 * height)
    return columns(
        width, lambda _wide: both[:height], lambda _wide: both[height:], gap=1
    )


SIGNS = (
    *(("point", "point"), ("shield", "shield"), ("horn", "shield")),
    *(("victory", "victory"), ("progress", "progress"), ("cat", "cat")),
    *(("gives", "dim"), ("same", ""), ("differ", ""), ("built", "built")),
)
"""Signs that a first turn needs, each with its style; the help has all."""


LETTERS = tuple(
    (f"good {name}", "raw") for name in ("wood", "stone", "clay", "glass", "papyrus")
)
"""Letters of the goods, for which there is less often room."""


def signs(symbols: Symbols, width: int, height: int) -> Rows:
    """Draw what signs mean, below a heading; nothing where there is no room for all."""
    head = ruled((piece(_("signs"), "title", "help"),), width, symbols)
    for names in ((*SIGNS, *LETTERS), SIGNS):
        some = [meanings.explained(name, symbols, style) for name, style in names]
        rows = flowed(some, width - 1, gap=2)
        drawn = (head, *((GAP, *one) for one in rows))
        if len(drawn) <= height:
            return drawn
    return ()


def _lines(column: Sequence[Rows], count: int) -> Rows:
    """Return the rows of the last *count* turns."""
    return [line for turn in column[len(column) - count :] for line in turn]


def _newest(column: Sequence[Rows], height: int) -> Rows:
    """Return the rows of as many of the last turns as fit."""
    rows: list[Row] = []
    for turn in reversed(column):
        if rows and len(rows) + len(turn) > height:
            break
        rows = [*turn, *rows]
    return rows[:height]


def _column(
    around: SeenTable, turns: Sequence[TurnEvents], fresh: int, width: int
) -> list[Rows]:
    wide = max(
        measure(around.who(seat, NAME)) for seat in range(len(around.sight.names))
    )
    column: list[Rows] = []
    for at, turn in enumerate(turns):
        is_fresh = at >= len(turns) - fresh
        mark = piece(around.symbols.box.down if is_fresh else " ", "frame")
        style = "you" if around.is_mine(turn.seat) else ""
        name = row(piece(around.who(turn.seat, NAME), style))
        lines = _turn(around, turn, row(mark, GAP, *fit(name, wide), "  "), width)
        column.append(lines if is_fresh else [restyled(one, "dim") for one in lines])
    return column


def _turn(around: SeenTable, turn: TurnEvents, begun: Row, width: int) -> Rows:
    """Draw the events of a turn after its beginning, in as many rows as needed."""
    said = joined(parts(around, turn), piece(f" {around.symbols.dot} ", "dim"))
    return after(begun, wrapped(said, width - measure(begun)) if said else ())


# Events.


def parts(around: SeenTable, turn: TurnEvents) -> Iterator[Row]:
    """Draw the events of a turn in order."""
    for event in turn.events:
        match event:
            case Peeked() if event is turn.events[-1]:
                yield row(piece(_("looks at the central pile"), "dim"))
            case Taken():
                yield _taken(around, event)
                if event.cat:
                    yield row(piece(_("the cat"), "cat"))
            case Built():
                yield built(around, event)
            case Studied():
                yield _studied(around, event)
            case TokenTaken():
                token = catalog().token(event.token)
                unseen = (piece(f" ({p_('token', 'unseen')})"),) if event.unseen else ()
                yield row(faces.token(token, around.symbols), unseen)
            case Searched():
                n = event.count
                said = n_("looks through {n} card", "looks through {n} cards", n)
                yield row(said.format(n=n))
            case Fought():
                yield fought(around, event)


def _taken(around: SeenTable, event: Taken) -> Row:
    symbols, kind = around.symbols, catalog().kind(event.card)
    more = piece("+" if event.by else "")
    where = source(around, event.pile, event.seat)
    said = row(more, faces.card(kind, symbols), piece(f" {where}", "dim"))
    if event.by and event.by in catalog().tokens_by_id:
        said = row(*said, piece(f" ({describe.called(event.by)})", "dim"))
    return said


def source(around: SeenTable, pile: str, taker: Seat) -> str:
    """Return where a player took a card from."""
    seat = around.sight.owner(pile)
    if pile == CENTRAL or seat is None:
        return _("central")
    if seat == taker:
        mine = around.is_mine(seat)
        return p_("from your pile", "own") if mine else p_("from a pile", "own")
    if around.is_mine(seat):
        return p_("from a pile", "yours")
    return p_("from a pile", "from {name}").format(name=around.name(seat, 8))


def built(around: SeenTable, event: Built) -> Row:
    """Draw a stage that was built, and what paid for it."""
    symbols = around.symbols
    wonder = around.city(event.seat).wonder
    stage = wonder.stage(event.stage)
    kinds = [catalog().kind(card) for card in event.cards]
    by = "".join(f", {describe.called(token)}" for token in event.by)
    return row(
        piece(f"{symbols.built}{event.stage}", "built"),
        piece(" "),
        faces.gives(wonder, stage, symbols),
        piece(" ("),
        faces.paid(kinds, symbols),
        piece(f"{by})"),
    )


def _studied(around: SeenTable, event: Studied) -> Row:
    kinds = [catalog().kind(card) for card in event.cards]
    arrow = piece(f" {around.symbols.gives}", "dim")
    return row(faces.paid(kinds, around.symbols), arrow)


def fought(around: SeenTable, event: Fought) -> Row:
    """Draw what a battle brought to each player."""
    sign = around.symbols.victory
    won = [
        row(around.who_within(seat, 8), piece(f" +{n}{sign}", "victory"))
        for seat, n in enumerate(event.tokens)
        if n
    ]
    said = piece(_("battle") + f"{text.colon()}", "no")
    return row(said, joined(won, piece(", ")) if won else _("nobody wins"))
