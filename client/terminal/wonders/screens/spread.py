"""
The layout of everything around a hand, for small and for large screens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, product

from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    beside,
    flowed,
    measure,
    piece,
    restyled,
    row,
    ruled,
    shortened,
    wrapped,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.screens.panels import (
    GAP,
    Column,
    Panel,
    Part,
    columns,
    grid,
    roomiest,
    shrinking,
    split,
)
from sealed_wonders.client.terminal.screens.talk import hanging, talk
from sealed_wonders.client.terminal.wonders.screens import cities, projects
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.net.words import _

OURS, NEAR = 6, 12
"""Rows with which our city and our neighbours' are content beside a hand."""

TOLD = 4
"""Minimum rows for the last events, if they are shown at all."""

BRIEF = 4
"""Rows of a city without its stages and its cards."""


def narrow(
    around: CityRing, stage: Quote | None, turn: Sequence[str], width: int, height: int
) -> Rows:
    """
    Draw all players, in as few rows as necessary, then the last turn if there is room.

    The neighbours' cities are drawn whole if the last turn has enough room as well. If
    there is less, cities give up the names of their cards, ours first.

    Args:
        stage: the cost of our wonder's next stage.
        turn: the last turn, as narrated.
    """
    view, symbols = around.view, around.symbols
    others = _others(around, width)

    def stacks() -> Iterator[Sequence[Part]]:
        near = [partial(cities.whole, around, seat) for seat in (view.left, view.right)]
        whole, ours = (*columns(width, *near), ()), _mine(around, stage, width, OURS)
        yield ours, whole, others, Panel(last, least=TOLD)
        short = _near(around, width)
        for high in range(OURS, cities.MINE - 1, -1):
            ours = _mine(around, stage, width, high)
            yield ours, short, others, Panel(last)

    def last(high: int) -> Rows:
        return happened(turn, width, high, symbols) if turn or high > 1 else ()

    return roomiest(stacks(), height)


def _mine(around: CityRing, stage: Quote | None, width: int, most: int) -> Panel:
    """Return our own city; its leaders and cards can do with less room."""

    def draw(high: int) -> Rows:
        return cities.mine(around, stage, width, high)

    return shrinking(draw(most), draw, least=cities.MINE)


def _near(around: CityRing, width: int) -> Panel:
    """Return the neighbours side by side; their cards can do with less room."""

    def draw(high: int) -> Rows:
        return cities.neighbours(around, width, high)

    return shrinking(draw(NEAR), draw, least=cities.NEAR)


def _others(
    around: CityRing,
    width: int,
    named_in: int = 0,
    *,
    across: int = 2,
    edifice: bool = True,
) -> Rows:
    """Draw all other players and the edifice, with a heading; empty without any."""
    title = (piece(_("others"), "title"),) if around.others else ()
    now = projects.line(around, width - 4) if edifice else ()
    if measure(now) > width - 7 - measure(title):
        title = ()  # whoever is below it is clear without a heading
    if not title and not now:
        return ()
    head = ruled(title, width, around.symbols, now)
    return (head, *cities.others(around, width, named_in, across=across))


def broad(
    around: CityRing,
    stage: Quote | None,
    turn: Sequence[str],
    narration: Sequence[NarratedLine],
    width: int,
    height: int,
) -> Rows:
    """
    Draw three whole cities, then the other cities, then the last events.

    If there isn't room for the effects of all cards, those of the other cities are left
    out first.
    """
    view, symbols = around.view, around.symbols
    edifices = projects.columns(around, width)

    def stacks() -> Iterator[Sequence[Part]]:
        for texts, far in ((True, True), (True, False), (False, False)):
            yield ours(texts), theirs(far), edifices, Panel(last, least=TOLD)
        # Whole cities are of more interest than what can be read in the log, and all
        # cards of the others, row by row, of more than the beginnings of their cities.
        yield ours(texts=False), theirs(texts=False), edifices, Panel(last)
        for dense, named_in in product((False, True), (3, 2, 1)):
            near = brief() if dense else ours(texts=False)
            yield near, listed(named_in), edifices, Panel(last, least=TOLD)
        yield brief(), listed(1), edifices, Panel(last)
        yield brief(), listed(0), edifices, Panel(last)

    @cache
    def ours(texts: bool) -> Part:
        left, right = whole(view.left, texts), whole(view.right, texts)
        own = partial(cities.own, around, stage, texts=texts)
        return _cut_off(split(width, left, own, right, odd=1), symbols)

    @cache
    def brief() -> Part:
        left, right = (
            partial(cities.dense, around, seat, effects=True)
            for seat in (view.left, view.right)
        )
        own = partial(cities.own, around, stage, dense=True)
        return _cut_off(split(width, left, own, right, odd=1), symbols)

    @cache
    def theirs(texts: bool) -> Part:
        some = [whole(seat, texts) for seat in around.others]
        return _cut_off(split(width, *some, odd=None), symbols)

    @cache
    def listed(named_in: int) -> Part:
        return _others(around, width, named_in, across=1, edifice=False)

    def whole(seat: Seat, texts: bool) -> Column:
        return partial(cities.whole, around, seat, texts=texts)

    def last(high: int) -> Rows:
        if high < 2:
            return ()
        return columns(
            width,
            lambda wide: _narration(turn, narration, wide, high, symbols),
            lambda wide: talk(narration, wide, high, symbols),
            shares=(2, 1),
        )

    return roomiest(stacks(), height)


def _cut_off(columns: Sequence[tuple[Rows, int]], symbols: Symbols) -> Part:
    """Return cities side by side, above an empty row; they can be cut off."""
    if not columns:
        return ()

    def shorter(height: int) -> Rows:
        # There is no mark where there wouldn't be room for cards anyway.
        return beside(
            *(
                (
                    shortened(rows, height, symbols, "cities")
                    if height > BRIEF + 2
                    else rows,
                    wide,
                )
                for rows, wide in columns
            ),
            gap=GAP,
        )

    return shrinking((*beside(*columns, gap=GAP), ()), shorter)


def cities_only(around: CityRing, stage: Quote | None, width: int, height: int) -> Rows:
    """
    Draw our city and our neighbours' whole, with the effects of cards if they fit, and
    the others as far as there is room; ours in brief if there is too little.
    """
    view = around.view
    near = [partial(cities.whole, around, seat) for seat in (view.left, view.right)]
    dense = [partial(cities.dense, around, seat) for seat in (view.left, view.right)]
    others = [partial(cities.whole, around, seat) for seat in around.others_by_sides]

    def stacks() -> Iterator[Sequence[Part]]:
        own = partial(cities.own, around, stage)
        for near_texts, own_texts in ((True, True), (False, True), (False, False)):
            wide = [partial(one, texts=near_texts) for one in near]
            mine = own(width, texts=own_texts)
            far = [partial(one, texts=near_texts) for one in others]
            yield mine, (), columns(width, *wide), (), grid(width, far, 2)
        short = columns(width, *near)
        # What the others did last and whom they paid comes before what they built.
        for named_in, across in product((3, 2, 1), (1, 2)):
            rest = _others(around, width, named_in, across=across)
            yield mine, (), short, (), rest
            yield mine, short, rest
        each, both = _others(around, width, across=1), _others(around, width)
        last = shrinking(both, lambda high: both if high > 1 else ())
        brief = cities.mine(around, stage, width, NEAR)
        tight, tightest = (
            columns(width, *(partial(it, effects=effects) for it in dense), odd=None)
            for effects in (True, False)
        )
        for end in (each, last):
            yield mine, (), short, (), end
            yield mine, short, end
            yield brief, tight, end
            yield brief, tightest, end
            yield cities.mine(around, stage, width, cities.MINE), tightest, end
        cut = Panel(lambda high: shortened(both, high, around.symbols, "cities"))
        yield cities.mine(around, stage, width, cities.MINE), tightest, cut
        yield brief, _cut_off(split(width, *near, odd=None), around.symbols), last

    return roomiest(stacks(), height)


def happened(turn: Sequence[str], width: int, height: int, symbols: Symbols) -> Rows:
    """Draw the last turn; before the first, what the signs mean."""
    if not turn:
        head = ruled((piece(_("signs"), "title", "help"),), width, symbols)
        flown = flowed(faces.legend(symbols), width - 1, gap=2)
        rows = [(faces.GAP, *one) for one in flown]
        return (head, *rows[: height - 1])
    title, *lines = turn
    head = ruled(
        (piece(title.rstrip(" :\N{NO-BREAK SPACE}"), "title", "log"),), width, symbols
    )
    rows = [one for line in lines for one in hanging(row(line), width)]
    # A single row is worth more to a sentence than to the heading.
    heads = (head,) if height > 1 else ()
    left = height - len(heads)
    if len(rows) > left:
        rows = _run_together(lines, width, left, symbols)
    return (*heads, *rows)


def _run_together(
    lines: Sequence[str], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Draw sentences one after the other; the last ones are left out, not cut off."""
    more = piece(symbols.more, "more", "log")
    rows = [row(" ", one) for one in wrapped(row(" ".join(lines)), width - 2)]
    if len(rows) <= height:
        return rows
    rows = rows[:height]
    room = sum(map(measure, rows))
    ends = accumulate(measure(line) + 1 for line in lines)
    for told in range(sum(end < room for end in ends), 0, -1):
        said = wrapped(row(" ".join(lines[:told]), " ", more), width - 2)
        if len(said) <= height:
            return [row(" ", one) for one in said]
    rows[-1] = (*rows[-1], more)
    return rows


def _narration(
    turn: Sequence[str],
    narration: Sequence[NarratedLine],
    width: int,
    height: int,
    symbols: Symbols,
) -> Rows:
    """Draw the last turn, and below it as many earlier ones as fit."""
    turns: dict[tuple[int, int], list[str]] = {}
    for one in narration:
        if one.kind is LineKind.GAME and one.turn is not None:
            turns.setdefault(one.turn, []).append(one.line)
    rows = list(happened(turn, width, height, symbols))
    for lines in list(turns.values())[-2::-1]:
        told = [part for line in lines for part in hanging(row(line), width)]
        if len(rows) + len(told) >= height:
            break
        rows += [(), *(restyled(part, "dim") for part in told)]
    return rows
