"""
A list with a cursor, from which one entry is chosen; entries can be in groups.

Lists change while somebody looks at them: a host is found, a table fills. The cursor
stays with its entry wherever that moves, so that Enter never does something unintended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sealed_wonders.client.person.keys import DIGIT
from sealed_wonders.client.signs.draw import (
    Piece,
    Row,
    Rows,
    clickable,
    clip,
    fit,
    measure,
    piece,
    row,
    scrolled,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.net.words import _

MOVES = ("up", "down")
"""Actions that move the cursor by one entry."""

GAP = " "
"""Group that has no heading, only a gap above it; so have several of it in a row."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """One thing to choose."""

    key: str
    """Unique and lasting identification."""
    label: Row
    do: Callable[[], None]
    group: str = ""
    """Heading, or `GAP`; the entries of a group are consecutive."""
    has_number: bool = True
    """Whether a number key leads to it, or chooses it."""
    leads_to: str = ""
    """Address of the host that it connects to, without a pin; empty for none."""
    called: str = ""
    """What Enter does with it, in a word or two; by default, it chooses it."""
    more: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    """Further actions on it, by name."""
    idle: bool = False
    """Whether Enter does nothing with it that should be offered."""


class Listing:
    """The cursor in a list that may change."""

    def __init__(
        self,
        *,
        steady: bool = False,
        first: Sequence[str] = (),
        at: str = "",
        quick: bool = False,
    ) -> None:
        """
        Start at an entry.

        Args:
            steady: whether each entry keeps its first number, so that a number key
                doesn't change its meaning when an entry is inserted above; otherwise
                numbers follow the order.
            first: keys of the entries with the first numbers of a steady list, wherever
                they stand.
            at: the key of the entry to start at; empty for the first one.
            quick: whether a number key chooses an entry at once, instead of moving to it.
        """
        self._quick = quick
        self._steady = steady
        self._numbers = {key: number for number, key in enumerate(first, start=1)}
        """Numbers of all entries that were ever in the list, by key."""
        self._key = at
        self._place = 0
        """Last index of the cursor, which remains when its entry disappears."""
        self._page = 1

    def at(self, entries: Sequence[ListItem]) -> int:
        """Return the index of the cursor; 0 in an empty list."""
        keys = [entry.key for entry in entries]
        if self._key in keys:
            self._place = keys.index(self._key)
        self._place = max(0, min(self._place, len(entries) - 1))
        self._key = keys[self._place] if keys else ""
        return self._place

    def actions(self, entries: Sequence[ListItem]) -> Sequence[str]:
        """Return the most useful actions that do something with these entries."""
        enter = ("enter",) if entries and not entries[self.at(entries)].idle else ()
        digit = (DIGIT,) if self._quick and any(self.numbers(entries)) else ()
        more = entries[self.at(entries)].more if entries else ()
        return (*enter, *more, *digit, *(MOVES if len(entries) > 1 else ()))

    def called(self, entries: Sequence[ListItem]) -> Mapping[str, str]:
        """Return what keys do with these entries, by action."""
        enter = entries[self.at(entries)].called if entries else ""
        return {
            **dict.fromkeys(MOVES, _("move")),
            DIGIT: _("choose"),
            "enter": enter or _("choose"),
        }

    def numbers(self, entries: Sequence[ListItem]) -> Sequence[int]:
        """Return the numbers of the entries, from 1; 0 for an entry without one."""
        numbers = self._numbers if self._steady else {}
        for entry in entries:
            if entry.has_number:
                numbers.setdefault(entry.key, len(numbers) + 1)
        return [numbers.get(entry.key, 0) for entry in entries]

    def go(self, entries: Sequence[ListItem], place: int) -> None:
        """Move the cursor, within the list."""
        if entries:
            self._place = max(0, min(place, len(entries) - 1))
            self._key = entries[self._place].key

    def act(self, action: str, entries: Sequence[ListItem]) -> bool:
        """
        Move the cursor or choose its entry; return whether the action means anything.

        Up and Down go round: the last entry is above the first. A click is an action like ``entry 3``: it moves to that entry, or chooses it if
        the cursor is already there.
        """
        at, count = self.at(entries), max(1, len(entries))
        places = {
            "up": (at - 1) % count,
            "down": (at + 1) % count,
            "page up": at - self._page,
            "page down": at + self._page,
            "first": 0,
            "last": len(entries) - 1,
        }
        verb, _space, number = action.partition(" ")
        if action in places:
            self.go(entries, places[action])
        elif action == "enter" and entries:
            entries[at].do()
        elif verb == DIGIT and number.isdecimal():
            return self._go_to_number(entries, int(number))
        elif entries and action in entries[at].more:
            entries[at].more[action]()
        elif action == DIGIT:
            pass  # a click on the digits in the key row: it names none of them
        elif verb == "entry" and number.isdecimal():
            return self._click(entries, int(number) - 1)
        else:
            return False
        return True

    def _go_to_number(self, entries: Sequence[ListItem], number: int) -> bool:
        """
        Move to the entry with this number, or choose it; return whether there is one.

        Pressing a number twice chooses in any list; after the first time, an explanation
        of the entry can be read.
        """
        numbers = self.numbers(entries)
        if not number or number not in numbers:
            return False
        place = numbers.index(number)
        if self._quick:
            self.go(entries, place)
            entries[place].do()
            return True
        return self._click(entries, place)

    def _click(self, entries: Sequence[ListItem], place: int) -> bool:
        """
        Move to an entry, or choose it if the cursor is there; return whether it exists.
        """
        if not 0 <= place < len(entries):
            return False
        was = self.at(entries)
        self.go(entries, place)
        if place == was:
            entries[place].do()
        return True

    def draw(
        self,
        entries: Sequence[ListItem],
        width: int,
        height: int,
        symbols: Symbols,
        *,
        is_laid: bool = False,
    ) -> Rows:
        """
        Draw as much of the list as there is room for, including the cursor.

        Args:
            is_laid: whether the entry at the cursor is laid down.
        """
        mark = symbols.laid if is_laid else symbols.chosen
        rows, chosen = self._rows(entries, width, mark, symbols)
        if len(rows) > height and sum(map(bool, rows)) <= height:
            # Everything fits without the gaps between groups.
            rows = list(filter(None, rows))
        self._page = max(1, height - 1)
        if len(rows) <= height:
            return [clip(one, width) for one in rows]
        # At the first entry, its heading must be visible.
        at = self.at(entries)
        first = 0 if at == 0 else min(chosen - height // 2, len(rows) - height)
        return scrolled(rows, width, height, max(0, first), symbols)

    def _rows(
        self, entries: Sequence[ListItem], width: int, mark: str, symbols: Symbols
    ) -> tuple[list[Row], int]:
        """Return all rows, and the row of the cursor."""
        at, chosen = self.at(entries), 0
        rows: list[Row] = []
        group, numbers = "", self.numbers(entries)
        for index, entry in enumerate(entries):
            if entry.group != group:
                group = entry.group
                gap: Rows = [()] if rows else []
                head = [] if group.isspace() else [row(group, style="title")]
                rows += [*gap, *head]
            if index == at:
                chosen = len(rows)
            number = numbers[index] if numbers[index] < 10 else 0
            does = f"entry {index + 1}"
            one = piece(f" {mark} ", "you") if index == at else piece("   ")
            rows.append(_row(entry, number, does, one, width - 1, symbols))
        return rows, chosen


def _row(
    entry: ListItem, number: int, does: str, mark: Piece, width: int, symbols: Symbols
) -> Row:
    one = (
        mark,
        piece(f"{number or '':>1} ", "key"),
        *entry.label,
    )
    (one,) = clickable([fit(one, width, mark=symbols.more)], does)
    return _under_cursor(one) if mark.text.strip() else one


def _under_cursor(one: Row) -> Row:
    """Return a row in the cursor's style."""
    return tuple(
        part._replace(style=f"{part.style} class:cursor".strip()) for part in one
    )


def columns(*parts: tuple[str | Row, int], symbols: Symbols) -> Row:
    """Return texts as columns of fixed widths, marking those that are cut off."""
    made: list[Row] = []
    for text, width in parts:
        one = row(text) if isinstance(text, str) else text
        made.append(fit(one, width, mark=symbols.more))
    return row(*made)


def widest(texts: Sequence[str], most: int) -> int:
    """Return the columns of the widest text, at most *most*."""
    return min(most, max(map(measure, texts), default=0))
