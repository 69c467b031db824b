"""The layout of a table of Architects, on small and large terminals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sealed_wonders.client.terminal.architects.screens import (
    cities,
    options,
    piles,
    tokens,
    turns,
)
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.architects.screens.header import header
from sealed_wonders.client.terminal.architects.screens.marks import NOTHING, Marks
from sealed_wonders.client.terminal.architects.screens.options import MoveOption
from sealed_wonders.client.terminal.screens.kept import DrawingCache
from sealed_wonders.client.terminal.screens.talk import talk
from sealed_wonders.client.words.amounts import joined
from sealed_wonders.client.words.draw import (
    Row,
    Rows,
    beside,
    clip,
    fill,
    fit,
    measure,
    piece,
    ruled,
)
from sealed_wonders.client.words.narration import NarratedLine
from sealed_wonders.core.architects.events import Event
from sealed_wonders.net.words import _

GAP = 2
"""Columns between parts side by side."""

TALK = 6
"""Minimum rows for the last turns and chat on a large terminal."""


EDGES = 8
"""Columns of a rule that its two titles can't use."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything to draw, and its size."""

    around: SeenTable
    options: Sequence[MoveOption]
    marks: Sequence[Marks]
    """The marks of `options`, in the same order."""
    past: Sequence[Event]
    narration: Sequence[NarratedLine]
    width: int
    height: int
    kept: DrawingCache
    left: float | None = None
    """Seconds until time is up; None for no limit."""
    others: Sequence[tuple[str, float]] = ()
    """Names, each with the player's seconds for the game, if limited."""
    then: str = ""
    """What happens when time is up, if that is soon."""
    ago: str = ""
    """How old the displayed state is; empty if it is current."""
    asked: bool = False
    choice: Row = ()
    """The move chosen or sealed; left out if it doesn't fit."""
    keys: Row = ()
    """Keys to press now."""

    @property
    def at_piles(self) -> bool:
        """Whether the options are chosen at the piles in reach."""
        return options.are_in_reach(self.options, self.around)

    @property
    def lists(self) -> bool:
        """Whether the options are listed."""
        return bool(self.options) and not self.at_piles

    @property
    def stands(self) -> tuple[object, ...]:
        """Cache key: everything that the state of the table is drawn from."""
        around = self.around
        return (
            around.sight,
            around.here,
            around.bots,
            around.wait,
            around.symbols,
            self.width,
        )


def top(drawing: Drawing) -> Rows:
    """Draw two rows: the state of the game, and our status."""
    around, width = drawing.around, drawing.width
    what = options.title(drawing.options) if drawing.asked else ""
    status = drawing.kept.get(
        "status", drawing.stands, lambda: cities.status(around, width)
    )
    state = around.state
    round = turns.round_of(drawing.past, state.seat) if state.turn else 0
    then, left = drawing.then, drawing.left
    head = header(
        around,
        left,
        width,
        others=drawing.others,
        what=what,
        then=then,
        round=round,
        ago=drawing.ago,
    )
    return head, status


# For 80 columns and 22 rows.


def small(drawing: Drawing) -> Rows:
    """Draw the table on a small terminal, in six parts below each other."""
    lying = drawing.kept.get(
        "upper",
        (*drawing.stands, drawing.options, drawing.marks),
        lambda: upper(drawing),
    )
    rows = (*top(drawing), *lying)
    return (*rows, *foot(drawing, drawing.width, drawing.height - len(rows)))


def upper(drawing: Drawing) -> Rows:
    """Draw the state of the table on a small terminal: piles, tokens, cities."""
    around, width = drawing.around, drawing.width
    half = (width - 1) // 2
    rest = width - 1 - half
    at_piles = options.by_pile(drawing.options, drawing.marks)
    at_tokens = options.by_token(drawing.options, drawing.marks)
    mine = cities.cards(around, around.viewpoint, rest)
    stages = cities.stages(around, around.viewpoint, half)
    high = max(len(mine), len(stages))
    return (
        *beside(
            (
                (
                    piles.heading(around, half),
                    *piles.rows(around, half, at_piles if drawing.at_piles else {}),
                ),
                half,
            ),
            (
                (tokens.heading(around, rest), *tokens.rows(around, rest, at_tokens)),
                rest,
            ),
        ),
        *beside(
            (
                (
                    cities.heading(around, around.viewpoint, half),
                    *fill(stages, half, high),
                ),
                half,
            ),
            (
                (
                    cities.cards_heading(around, around.viewpoint, rest),
                    *fill(mine, rest, high),
                ),
                rest,
            ),
        ),
        cities.others_heading(around, width),
        *cities.others(around, width),
    )


def foot(drawing: Drawing, width: int, height: int) -> Rows:
    """Draw the list of options, or the last turns, below what is chosen."""
    if height < 1:
        return ()
    lists = drawing.lists
    around, symbols = drawing.around, drawing.around.symbols
    said = options.title(drawing.options) if lists else _("last turns")
    title = (piece(said, "title", "" if lists else "log"),)
    room = width - measure(title) - EDGES
    choice = joined([drawing.choice, drawing.keys], piece("  "))
    if measure(choice) > room:
        choice = drawing.keys or clip(drawing.choice, room, symbols.more)
    head = ruled(title, width, symbols, choice)
    if lists:
        some, marks = drawing.options, drawing.marks
        return head, *options.rows(around, some, marks, width, height - 1)
    rows = drawing.kept.get(
        "turns",
        (around.sight, len(drawing.past), symbols, width, height),
        lambda: turns.rows(around, drawing.past, width, height - 1),
    )
    return head, *rows


# For large terminals.


def large(drawing: Drawing) -> Rows:
    """Draw the table with the contents of piles and with whole cities."""
    lying = drawing.kept.get(
        "large",
        (*drawing.stands, drawing.options, drawing.marks, drawing.height),
        lambda: whole(drawing),
    )
    rows = (*top(drawing), *lying)
    left = drawing.height - len(rows)
    width, symbols = drawing.width, drawing.around.symbols
    half = (width - GAP) * 3 // 5
    rest = width - GAP - half
    return (
        *rows,
        *beside(
            (foot(drawing, half, left), half),
            (talk(drawing.narration, rest, left, symbols), rest),
            gap=GAP,
        ),
    )


def whole(drawing: Drawing) -> Rows:
    """
    Draw the state of the table on a large terminal, above the last turns and chat.
    """
    around, width = drawing.around, drawing.width
    third = (width - 2 * GAP) // 3
    thirds = (third, width - 2 * GAP - 2 * third, third)
    at_piles = options.by_pile(drawing.options, drawing.marks)
    marks = at_piles if drawing.at_piles else {}
    at_tokens = options.by_token(drawing.options, drawing.marks)
    heaps = [
        (piles.whole(around, pile, wide, marks.get(pile.name, NOTHING)), wide)
        for pile, wide in zip(around.reach, thirds, strict=True)
    ]
    me = around.viewpoint
    mine = [
        ((cities.heading(around, me, wide), *cities.stages(around, me, wide)), wide)
        for wide in thirds[:1]
    ]
    mine += [
        (
            (cities.cards_heading(around, me, wide), *cities.cards(around, me, wide)),
            wide,
        )
        for wide in thirds[1:2]
    ]
    mine += [
        ((tokens.heading(around, wide), *tokens.rows(around, wide, at_tokens)), wide)
        for wide in thirds[2:]
    ]
    rows = [*beside(*heaps, gap=GAP), *beside(*mine, gap=GAP)]
    left = drawing.height - 2 - len(rows) - TALK
    return [fit(one, width) for one in (*rows, *_others(around, width, left))]


def _others(around: SeenTable, width: int, height: int) -> Rows:
    """Draw the other cities in columns, in two rows of columns if there are many."""
    seats = around.others
    for across in (len(seats), (len(seats) + 1) // 2):
        each = (width - GAP * (across - 1)) // across
        if across > 1 and each < cities.NARROWEST:
            continue
        rows: list[Row] = []
        for at in range(0, len(seats), across):
            columns = [
                (cities.whole(around, seat, each), each)
                for seat in seats[at : at + across]
            ]
            rows += beside(*columns, gap=GAP)
        if len(rows) <= height:
            return rows
    title = (piece(_("others"), "title"),)
    return (
        ruled(title, width, around.symbols),
        *cities.others(around, width),
    )
