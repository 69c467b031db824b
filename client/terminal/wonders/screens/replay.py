"""
The screen for a finished game of 7 Wonders, at one of its moments.

Cities are shown as they were then. The hand is the one that was chosen from, with what
happened to its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace as with_
from functools import partial

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    clip,
    fit,
    measure,
    piece,
    row,
    ruled,
)
from sealed_wonders.client.signs.wonders import faces, glances
from sealed_wonders.client.terminal.screens import replay
from sealed_wonders.client.terminal.screens.panels import Panel, Part, columns, grid
from sealed_wonders.client.terminal.screens.seats import gone
from sealed_wonders.client.terminal.wonders.screens import cities, projects
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.view.wonders.replaying import Shown, WondersMoment, moment_of
from sealed_wonders.client.view.wonders.sight import view_of
from sealed_wonders.client.words.wonders import moments
from sealed_wonders.net.words import _

WIDE = 116
"""The width from which on events have their own column."""

BODY, CITY = 15, 12
"""Minimum rows for the city in the middle, and for each other city if there is room."""

COLUMN = 38
"""Minimum width of each other city, in columns."""

NAME = 14
"""Maximum width of a name, in columns."""


class GameReplay(replay.ReplayScreen):
    hanging = 0  # what happened is in a narrow column

    @property
    def ways(self) -> Sequence[str]:
        return (
            _(
                "This is a replay. Left and Right move by one step, Up and Down by "
                "one turn, and Page Up and Page Down by one age."
            ),
            _(
                "A digit takes you to another seat. You see the hand before that "
                "turn's choice; beside each card, you see who used it and when: 3.2 is "
                "turn 2 of age 3, and 3.7 is the end of that age."
            ),
        )

    @property
    def steps(self) -> tuple[str, str]:
        return _("turn"), _("age")

    def row(self, step: int) -> int:
        return self.other_turn(step)

    def page(self, step: int) -> int:
        """
        Return the index of the next age's beginning, or of this or the previous one's.
        """
        moments = [moment.turn[0] for moment in self._replay.moments]
        age = moments[self._index]
        if step > 0:
            later = [index for index, one in enumerate(moments) if one > age]
            return later[0] if later else len(moments) - 1
        first = moments.index(age)
        before = moments[first - 1] if first else age
        return first if first < self._index else moments.index(before)

    # Drawing.

    def stacks(self, room: Room) -> Iterable[Sequence[Part]]:
        moment = moment_of(self._replay.moments[self._index])
        around = self._around(room, moment)
        middle = Panel(
            lambda high: self._middle(room, moment, around, high), least=BODY
        )
        return (
            (self._seats(room, moment, around), middle, self._others(room, around)),
        )

    def timeline(self, room: Room) -> Row:
        symbols = room.symbols
        pieces = []
        age = -1
        for index, moment in enumerate(self._replay.moments):
            if moment.turn[0] != age:
                age = moment.turn[0]
                pieces.append(piece(f"  {age} " if age else " ", "dim"))
            pieces.append(self.mark(index, index + 1, symbols))
        return clip(tuple(pieces), room.width, symbols.more)

    def _around(self, room: Room, moment: WondersMoment) -> CityRing:
        known = self._stack.known
        view = view_of(known)
        if view is None:
            raise ValueError("a moment without a sight")
        # The last events are those of this moment, not of the turn before it.
        view = with_(view, last=moment.state.news)
        cards = moment.state.rules.catalog
        return CityRing(known.names, known.ours, room.symbols, view, cards)

    def _seats(self, room: Room, moment: WondersMoment, around: CityRing) -> Rows:
        """Draw a row for each seat: its standing, and what it does at this moment."""
        symbols, names = room.symbols, self._stack.known.names
        wide = min(NAME, max(measure(name) for name in names))
        age, stand = around.view.age, moment.state.cities
        glance = [glances.glance(city, symbols, age) for city in stand]
        taken = max(map(measure, glance))
        rows = []
        for seat, sheet in enumerate(around.view.sheet.rows):
            here, does = seat == self._seat, f"city {seat}"
            mark = piece(symbols.chosen if here else " ", "title")
            name = row(
                piece(f"{seat + 1} ", "key", does),
                piece(names[seat], "title" if here else "", does),
            )
            points = row(piece(f"{sheet[-1]:>3}{symbols.point}", "point"))
            did = cities.did(around, seat)
            if seat in around.view.gone:
                did = row(gone(symbols))
            line = (
                mark,
                *fit(name, wide + 2, mark=symbols.more),
                *points,
                piece("  "),
                *fit(glance[seat], taken),
                piece("  "),
                *did,
            )
            rows.append(clip(line, room.width, symbols.more))
        if edifice := projects.line(around, room.width - 4):
            rows.append(ruled((), room.width, symbols, edifice))
        return rows

    def _middle(
        self, room: Room, moment: WondersMoment, around: CityRing, height: int
    ) -> Rows:
        """Draw the city in focus, its hand, and other events."""

        def city(wide: int) -> Rows:
            return cities.whole(around, self._seat, wide, height - 1)

        def hand(wide: int) -> Rows:
            return self.cut([*self._hand(room, moment, wide)], height)

        def told(wide: int) -> Rows:
            lines = moments.told(self._replay, moment, self._seat)
            return self.cut(self._told(lines, wide), height)

        def hand_and_told(wide: int) -> Rows:
            lines = moments.besides(self._replay, moment, self._seat)
            some = (*self._hand(room, moment, wide), *self._told(lines, wide))
            return self.cut(some, height)

        if room.width >= WIDE:
            return columns(room.width, city, hand, told, gap=1)
        return columns(room.width, city, hand_and_told, gap=1)

    def _told(self, lines: Sequence[str], width: int) -> Rows:
        return self.happened(lines, width) if lines or self.handed() else ()

    def _others(self, room: Room, around: CityRing) -> Panel:
        """Return the other cities, neighbours first; as many as fit are drawn."""
        seats = len(self._replay.names)
        across = min(seats - 1, max(1, room.width // COLUMN))
        some = [
            partial(cities.whole, around, (self._seat + step) % seats, height=CITY - 1)
            for step in (1, seats - 1, *range(2, seats - 1))
        ]

        def draw(height: int) -> Rows:
            return grid(room.width, some[: height // CITY * across], across, gap=1)

        return Panel(draw, most=-(-len(some) // across) * CITY)

    def _hand(self, room: Room, moment: WondersMoment, width: int) -> Iterator[Row]:
        """Draw the hand that was chosen from, as far as it is known."""
        symbols, names = room.symbols, self._stack.known.names
        if not moment.hands:
            return
        hand = moment.hands[self._seat]
        head = moments.hand_title(hand, names[self._seat])
        yield ruled(row(head, style="title"), width, symbols)
        for shown in hand.cards:
            yield self._card(room, moment, shown, used=shown.card == hand.used)
        if hand.hidden:
            sealed = piece(f"  {symbols.sealed} ", "sealed")
            unseen = piece(f"x{hand.hidden}", "dim") if hand.hidden > 1 else piece("")
            yield row(sealed, unseen)

    def _card(
        self, room: Room, moment: WondersMoment, shown: Shown, *, used: bool
    ) -> Row:
        symbols, card = room.symbols, moments.face(moment, shown)
        mark = piece(f"{symbols.sealed} " if used else "  ", "sealed")
        drawn = faces.title(card, symbols, "title" if used else "")
        if used:
            return row(mark, drawn)
        if shown.turn is None or shown.seat is None:
            return row(mark, drawn)
        who = moment.names[shown.seat]
        age, turn = shown.turn
        when = f"{age}.{turn}" if turn else f"{age}"
        return row(mark, drawn, piece(f" {symbols.dot} {who}, {when}", "dim"))
