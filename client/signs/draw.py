"""
Drawing: rows of styled pieces of text, and functions that combine them.

A screen is a function that returns rows. A piece can name the action that a click on it
does, so a mouse can do nothing that keys can't. Widths are terminal columns: a wide
character counts as two.

This isn't about drawing lots for a game: see `client.table.drawing`.
"""

from __future__ import annotations

import functools
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.client.signs.style import COLOURS, EDIFICE, LEADER
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.net.lookalikes import SIGN
from sealed_wonders.net.words import n_


class Piece(NamedTuple):
    """Some text in one style."""

    style: str
    """Classes of `style.STYLE`, as prompt-toolkit writes them: ``"class:coin"``."""
    text: str
    does: str = ""
    """The action of a click on it; empty for none."""


Row = tuple[Piece, ...]

Rows = Sequence[Row]


@dataclass(frozen=True, slots=True)
class Room:
    """The size to draw in, and the symbols to draw with."""

    width: int
    height: int
    symbols: Symbols


def row(*parts: str | Piece | Row, style: str = "", does: str = "") -> Row:
    """
    Return a row of texts, pieces and rows.

    Args:
        style, does: For the parts that are plain strings; classes without ``class:``.
    """
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, Piece):
            pieces.append(part)
        elif isinstance(part, str):
            if part:
                pieces.append(Piece(classes(style), part, does))
        else:
            pieces += part
    return tuple(pieces)


def piece(text: str, style: str = "", does: str = "") -> Piece:
    """Return a piece; *style* is a list of classes without ``class:``."""
    return Piece(classes(style), text, does)


@functools.lru_cache(maxsize=512)
def classes(style: str) -> str:
    """Return classes in the notation of prompt-toolkit."""
    return " ".join(f"class:{name}" for name in style.split())


# The same texts are measured again and again, thousands of times for each screen.
@functools.lru_cache(maxsize=1 << 12)
def _width(text: str) -> int:
    # Imported on first use: it would add a sixth to what line mode loads.
    from prompt_toolkit.utils import get_cwidth

    return get_cwidth(text)


def measure(one: Row | str) -> int:
    """Return the number of columns that a row takes."""
    if isinstance(one, str):
        return _width(one)
    return sum([_width(part.text) for part in one])


_SIGNED = re.compile(rf"{SIGN}\d*$")
"""The suffix that distinguishes a name from look-alikes."""


def clip(one: Row, width: int, mark: str = "") -> Row:
    """
    Cut a row off at a width, between two grapheme clusters.

    Args:
        mark: Replaces what is cut off; the suffix that distinguishes a name is kept
            after it.
    """
    if measure(one) <= width:
        return one
    if mark:
        mark = _with_sign(mark, one, width)
    left = max(0, width - measure(mark))
    pieces = []
    for part in one:
        text = _head(part.text, left)
        left -= measure(text)
        if text:
            pieces.append(part._replace(text=text))
        if text != part.text:
            break
    style = pieces[-1].style if pieces else ""
    return (*pieces, *([Piece(style, mark)] if mark and width > 0 else []))


def _with_sign(mark: str, one: Row, width: int) -> str:
    """Return a mark with the suffix of the name that ends the row, if both fit."""
    signed = _SIGNED.search(one[-1].text)
    if signed is not None and measure(mark + signed[0]) < width:
        return mark + signed[0]
    return mark


def fit(one: Row, width: int, style: str = "", mark: str = "") -> Row:
    """Cut or pad a row to exactly *width* columns; *style* is that of the padding."""
    left = width - measure(one)
    if left < 0:
        # Half of a wide character may be missing.
        one = clip(one, width, mark)
        left = width - measure(one)
    return (*one, Piece(classes(style), " " * left)) if left > 0 else one


def ends(left: Row, right: Row, width: int, mark: str = "") -> Row:
    """
    Put one row at the left edge and one at the right, with a gap between them; only the
    left one is cut.
    """
    gap = Piece("", " ") if left and right else Piece("", "")
    room = max(0, width - measure(right) - len(gap.text))
    return clip((*fit(left, room, mark=mark), gap, *right), width)


def centred(one: Row, width: int) -> Row:
    """Centre a row in *width* columns."""
    one = clip(one, width)
    left = (width - measure(one)) // 2
    return fit((Piece("", " " * left), *one) if left else one, width)


def fill(rows: Iterable[Row], width: int, height: int) -> tuple[Row, ...]:
    """Return exactly *height* rows, each exactly *width* columns wide."""
    some = [fit(one, width) for one in rows][:height]
    return (*some, *[fit((), width)] * (height - len(some)))


def beside(*columns: tuple[Rows, int], gap: int = 1) -> tuple[Row, ...]:
    """Put columns, each with its width, side by side."""
    height = max((len(rows) for rows, _ in columns), default=0)
    between = Piece("", " " * gap)
    made = []
    for index in range(height):
        pieces: list[Piece] = []
        for place, (rows, width) in enumerate(columns):
            if place and gap:
                pieces.append(between)
            pieces += fit(rows[index] if index < len(rows) else (), width)
        made.append(tuple(pieces))
    return tuple(made)


def after(begun: Row, rows: Rows) -> Rows:
    """Draw rows one below the other, the first one after what it begins with."""
    first, *more = rows or ((),)
    gap = Piece("", " " * measure(begun))
    return ((*begun, *first), *((gap, *one) for one in more))


def amid(rows: Rows, width: int, whole: int) -> Rows:
    """Centre rows of one width in a wider area."""
    margin = (whole - width) // 2
    return beside(((), margin), (rows, width), gap=0) if margin else rows


def over(base: Rows, box: Rows, left: int, top: int) -> tuple[Row, ...]:
    """Lay a box over rows that are already drawn."""
    made = list(base)
    for index, one in enumerate(box):
        at = top + index
        if not 0 <= at < len(made):
            continue
        under, width = made[at], measure(one)
        made[at] = (
            *fit(under, left),
            *one,
            *_tail(under, left + width),
        )
    return tuple(made)


def framed(
    rows: Iterable[Row],
    width: int,
    symbols: Symbols,
    *,
    title: Row = (),
    height: int | None = None,
    style: str = "frame",
) -> tuple[Row, ...]:
    """
    Draw a frame around rows.

    Args:
        width, height: Of the whole frame; without *height*, the frame fits its rows.
        title: Shown in the upper edge.
    """
    box, inner = symbols.box, width - 4
    some = [fit(one, inner) for one in rows]
    if height is not None:
        some = list(fill(some, inner, height - 2))
    edge = classes(style)
    head = clip(title, width - 6)
    rest = width - 3 - (measure(head) + 2 if head else 0)
    named = (Piece(edge, " "), *head, Piece(edge, " ")) if head else ()
    top = (
        Piece(edge, box.top_left + box.across),
        *named,
        Piece(edge, box.across * rest + box.top_right),
    )
    side = Piece(edge, box.down)
    middle = [(side, Piece("", " "), *one, Piece("", " "), side) for one in some]
    bottom = (
        Piece(edge, box.bottom_left + box.across * (width - 2) + box.bottom_right),
    )
    return (top, *middle, bottom)


def paragraph(
    text: str, width: int, style: str = "", *, indent: int = 0
) -> tuple[Row, ...]:
    """Wrap a text; *indent* applies to all rows but the first."""
    width = max(width, 8)
    if measure(text) == len(text):
        lines = textwrap.wrap(
            _hyphens_held(text, width), width, subsequent_indent=" " * indent
        )
        held = (line.replace(_HELD, "-") for line in lines)
        return tuple(row(line, style=style) for line in held) or ((),)
    # textwrap counts characters, but some take two columns and some none.
    return wrapped(row(" ".join(text.split()), style=style), width, indent=indent)


_HELD = "\0"
"""Stands for a hyphen at which no row ends. It is in no text of one column a letter."""


def _hyphens_held(text: str, width: int) -> str:
    """
    Return a text whose hyphens are replaced by `_HELD`, except in long words.

    A row that ends with a hyphen reads as if the word went on: ``mets-`` and ``la``. But
    a path that is wider than a row is best broken there.
    """
    words = text.split(" ")
    return " ".join(
        word if len(word) > width else word.replace("-", _HELD) for word in words
    )


def ruled(title: Row, width: int, symbols: Symbols, right: Row = ()) -> Row:
    """Draw a horizontal rule with a title, and optionally *right* near its end."""
    across = symbols.box.across
    edge = classes("frame")
    end = (Piece(edge, " "), *right, Piece(edge, f" {across}")) if right else ()
    left = width - measure(end)
    head = clip(title, max(0, left - 4), symbols.more)
    named = (Piece(edge, f"{across} "), *head, Piece(edge, " ")) if head else ()
    rest = Piece(edge, across * max(0, left - measure(named)))
    return clip((*named, rest, *end), width)


def wrapped(one: Row, width: int, *, indent: int = 0) -> tuple[Row, ...]:
    """
    Wrap a row between words, and break words that are too wide.

    Args:
        indent: Columns before all rows but the first.
    """
    if measure(one) <= width:
        return (one,)
    words = _fitting(_words(one), width - indent)
    rows = _filled(words, width, indent)
    first, *rest = [clip(tuple(pieces), width) for pieces in rows if pieces] or [()]
    gap = Piece("", " " * indent)
    return (first, *((gap, *it) if indent else it for it in rest))


def _filled(words: Iterable[Row], width: int, indent: int) -> Sequence[Sequence[Piece]]:
    """Fill each row with as many words as fit; the indent isn't added yet."""
    rows: list[list[Piece]] = [[]]
    taken = 0
    for word in words:
        wide = measure(word)
        if rows[-1] and taken + wide > width:
            rows.append([])
            taken = indent
        if not rows[-1] and not word[0].text.strip():
            word = word[1:]  # no row begins with a gap
            wide = measure(word)
        rows[-1] += word
        taken += wide
    return rows


def _fitting(words: Iterable[Row], width: int) -> Iterator[Row]:
    """Break words that are wider than a row."""
    for word in words:
        rest = word
        while measure(rest) > width and (head := clip(rest, width)):
            yield head
            rest = _tail(rest, measure(head))
        yield rest


def _words(one: Row) -> list[Row]:
    """Split a row before each gap; a word may consist of several pieces."""
    words: list[list[Piece]] = [[]]
    for part in one:
        for at, text in enumerate(re.split(r"(?= )", part.text)):
            if text.startswith(" ") and (at or words[-1]):
                words.append([])
            bare = text.lstrip()
            gap = text[: len(text) - len(bare)]
            words[-1] += [part._replace(text=it) for it in (gap, bare) if it]
    return [tuple(pieces) for pieces in words if pieces]


def flowed(parts: Iterable[Row], width: int, gap: int = 3) -> tuple[Row, ...]:
    """
    Put parts one after another, in as many rows as needed.

    A part is broken only if it is too wide for a row.
    """
    rows: list[Row] = []
    for part in parts:
        if rows and measure(rows[-1]) + gap + measure(part) <= width:
            rows[-1] = (*rows[-1], Piece("", " " * gap), *part)
        else:
            rows += wrapped(part, width)
    return tuple(rows)


def shortened(rows: Rows, height: int, symbols: Symbols, does: str = "") -> Rows:
    """
    Cut rows down to *height*; the last one says how many more there are.

    Args:
        does: the action of a click on the last one.
    """
    if len(rows) <= height:
        return rows
    kept = max(0, height - 1)
    n = len(rows) - kept
    said = n_("{n} more row", "{n} more rows", n).format(n=n)
    return (*rows[:kept], (piece(f"{symbols.more} {said}", "more", does),))


def restyled(one: Row, style: str) -> Row:
    """Return a row with another style throughout."""
    return tuple(part._replace(style=classes(style)) for part in one)


def doing(one: Row, does: str) -> Row:
    """Return a row on which a click does something, whatever it did before."""
    return tuple(part._replace(does=does) for part in one)


def lit(one: Row) -> Row:
    """Return a row with the background of the cursor, except on signs for colours."""
    own = {classes(name) for name in (*COLOURS, LEADER, EDIFICE)}
    return tuple(
        part
        if part.style in own
        else part._replace(style=f"{part.style} class:at".lstrip())
        for part in one
    )


def scrolled(
    rows: Rows, width: int, height: int, first: int, symbols: Symbols
) -> tuple[Row, ...]:
    """
    Return the rows from *first* on, with marks where there are more.

    The rows are one column narrower than *width*: the marks are in the last column.
    """
    first = max(0, min(first, len(rows) - height))
    some = fill(rows[first : first + height], width - 1, height)
    up = piece(symbols.up, "more", "page up") if first else piece(" ")
    more = first + height < len(rows)
    down = piece(symbols.down, "more", "page down") if more else piece(" ")
    marks = [piece(" ")] * height
    if height:
        marks[0] = up
        marks[-1] = down if more or height > 1 else up
    return tuple((*one, mark) for one, mark in zip(some, marks, strict=True))


def clickable(rows: Rows, does: str) -> tuple[Row, ...]:
    """Return rows on which a click does something wherever it did nothing."""
    return tuple(
        tuple(part if part.does else part._replace(does=does) for part in one)
        for one in rows
    )


def unbroken(line: str, width: int, style: str = "") -> list[Row]:
    """Draw a line that can be copied: it breaks only at the width, with nothing added."""
    rows: list[Row] = []
    while line:
        part = _head(line, width) or line[:1]
        rows.append(row(part, style=style))
        line = line[len(part) :]
    return rows


def text_of(rows: Rows) -> str:
    """Return the text of rows without styles."""
    return "\n".join("".join(part.text for part in one).rstrip() for one in rows)


def _head(text: str, width: int) -> str:
    """Return as much of the start of a text as fits into *width* columns."""
    if _width(text) <= width:
        return text
    if text.isascii() and text.isprintable():
        return text[: max(0, width)]
    taken = end = 0
    for character in _characters(text):
        taken += _width(character)
        if taken > width:
            break
        end += len(character)
    return text[:end]


def _characters(text: str) -> Iterable[str]:
    """Split a text into grapheme clusters."""
    from wcwidth import iter_graphemes  # late, as in _width

    return text if text.isascii() else iter_graphemes(text)


def _tail(one: Row, skip: int) -> Row:
    """Return what follows the first *skip* columns of a row."""
    pieces = []
    for part in one:
        width = _width(part.text)
        if skip >= width:
            skip -= width
            continue
        rest = part.text
        if skip:
            head = _head(rest, skip)
            rest = rest[len(head) :]
            # Only part of a wide character is left.
            if (skip := skip - _width(head)) > 0:
                wide = next(iter(_characters(rest)))
                rest = " " * (_width(wide) - skip) + rest[len(wide) :]
            skip = 0
        pieces.append(part._replace(text=rest))
    return tuple(pieces)
