"""The state of a table of Architects, on small and large terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from sealed_wonders.client.signs.amounts import joined
from sealed_wonders.client.signs.draw import Row, Rows, clip, measure, piece, ruled
from sealed_wonders.client.terminal.architects.screens import (
    cities,
    options,
    piles,
    tokens,
    turns,
)
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.architects.screens.marks import Marks
from sealed_wonders.client.terminal.architects.screens.options import MoveOption
from sealed_wonders.client.terminal.screens.kept import DrawingCache
from sealed_wonders.client.terminal.screens.panels import (
    Panel,
    Part,
    columns,
    each_width,
    grid,
)
from sealed_wonders.core.architects.events import Event
from sealed_wonders.net.words import _

TALK = 6
"""Minimum rows for the last turns and chat on a large terminal."""


EDGES = 8
"""Columns of a rule that its two titles can't use."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything to draw, and its width."""

    around: SeenTable
    options: Sequence[MoveOption]
    marks: Sequence[Marks]
    """The marks of `options`, in the same order."""
    past: Sequence[Event]
    width: int
    kept: DrawingCache
    choice: Row = ()
    """The move chosen or sealed; left out if it doesn't fit."""
    keys: Row = ()
    """Keys to press now."""

    @property
    def lists(self) -> bool:
        """Whether the options are listed, because they aren't the piles in reach."""
        some = self.options
        return bool(some) and not options.are_in_reach(some, self.around)

    @property
    def at_piles(self) -> Mapping[str, Marks]:
        """The marks of the piles, if options are chosen there."""
        return {} if self.lists else options.by_pile(self.options, self.marks)

    @property
    def at_tokens(self) -> Mapping[str, Marks]:
        """The marks of the face-up tokens."""
        return options.by_token(self.options, self.marks)

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

    def keep(self, name: str, draw: Callable[[], Rows], *more: object) -> Rows:
        """Draw from the state of the table and *more*, or return the last drawing."""
        return self.kept.get(name, (*self.stands, *more), draw)


class Foot(Protocol):
    """Draws what is below the state of the table."""

    def __call__(self, width: int, height: int) -> Rows: ...


def small(drawing: Drawing, foot: Foot) -> Iterator[Sequence[Part]]:
    """Yield the table for a small terminal: our status, piles, tokens, cities, a foot."""
    around, width, me = drawing.around, drawing.width, drawing.around.viewpoint

    def draw() -> Rows:
        return (
            *columns(
                width,
                partial(piles.listed, around, drawing.at_piles),
                partial(tokens.listed, around, drawing.at_tokens),
                gap=1,
            ),
            *columns(
                width,
                partial(cities.wonder, around, me),
                partial(cities.cards, around, me),
                gap=1,
            ),
            *cities.others(around, width),
        )

    state = drawing.keep("small", draw, drawing.options, drawing.marks)
    yield _status(drawing), state, Panel(partial(foot, width))


def large(drawing: Drawing, foot: Foot) -> Iterator[Sequence[Part]]:
    """
    Yield the table for a large terminal, with the other cities in less and less detail.

    Args:
        foot: what is beside the last turns.
    """
    around, width, me = drawing.around, drawing.width, drawing.around.viewpoint
    marks = drawing.at_piles

    def draw() -> Rows:
        return (
            *columns(
                width,
                *(partial(piles.whole, around, pile, marks) for pile in around.reach),
                odd=1,
            ),
            *columns(
                width,
                partial(cities.wonder, around, me),
                partial(cities.cards, around, me),
                partial(tokens.listed, around, drawing.at_tokens),
                odd=1,
            ),
        )

    def feet(high: int) -> Rows:
        last_turns = partial(turns_or_options, drawing, height=high)
        return columns(width, last_turns, partial(foot, height=high), shares=(3, 2))

    state = drawing.keep("large", draw, drawing.options, drawing.marks)
    for number, others in enumerate(_others(around, width)):
        some = drawing.keep(f"others {number}", others)
        yield _status(drawing), state, some, Panel(feet, least=TALK)


def _status(drawing: Drawing) -> Rows:
    around, width = drawing.around, drawing.width
    return drawing.keep("status", lambda: (cities.status(around, width),))


def _others(around: SeenTable, width: int) -> Iterator[Callable[[], Rows]]:
    """
    Yield ways to draw the other cities: side by side, in two rows of columns, as a list.
    """
    some = [partial(cities.whole, around, seat) for seat in around.others]
    for across in (len(some), (len(some) + 1) // 2):
        if across == 1 or each_width(width, across) >= cities.NARROWEST:
            yield partial(grid, width, some, across)
    yield partial(cities.others, around, width)


def turns_or_options(drawing: Drawing, width: int, height: int) -> Rows:
    """Draw the list of options, or the last turns, below what is chosen."""
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
