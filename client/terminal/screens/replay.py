"""
A game that was played, looked through from its log: to and fro, from any seat.

Cities stand as they did at that moment; a hand is the one that was chosen from, with what
became of its cards. Overlays show the same moment: they go by what the desk knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace as with_

from sealed_wonders.client import replaying
from sealed_wonders.client.audit import Verdict
from sealed_wonders.client.replays.wonders import Moment, Shown, moment_of
from sealed_wonders.client.terminal import ages, faces, glances, moments
from sealed_wonders.client.terminal.desk import Desk, Field
from sealed_wonders.client.terminal.draw import (
    Room,
    Row,
    Rows,
    beside,
    clip,
    ends,
    fill,
    fit,
    measure,
    paragraph,
    piece,
    row,
    ruled,
    wrapped,
)
from sealed_wonders.client.terminal.rereading import no_such_turn
from sealed_wonders.client.terminal.screens import cities, projects
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Seat

WIDE = 116
"""Columns from which on what happened has a column of its own."""

BODY, CITY = 15, 12
"""Rows of the city in the middle, at least, and of each other city where there is room."""

COLUMN = 38
"""Columns of each other city, at least."""

PACE = 3.0
"""Seconds for each moment, when it goes on by itself."""

NAME = 14
"""Columns of a name, at most."""


class Replay:
    """A log, at one of its moments."""

    def __init__(
        self,
        desk: Desk,
        replay: replaying.Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> None:
        """
        Begin to look through it; what the desk knows changes with each step.

        Args:
            seat: whose city is in the middle. Without it, ours or the first.
        """
        self._desk = desk
        self._replay = replay
        self._seat = (replay.own or 0) if seat is None else seat
        self._next: float | None = None
        """When the next moment comes by itself; None if it doesn't."""
        self._go(index)

    @property
    def title(self) -> str:
        return _("Replay")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "You look through a game that was played. Left and right go from one "
                "moment to the next, up and down from turn to turn, page up and page "
                "down from age to age."
            ),
            _(
                "A digit takes you to another seat. The hand is the one that was chosen "
                "from in that turn; behind a card stands what became of it."
            ),
            *moments.explained(self._replay),
        )

    @property
    def actions(self) -> Sequence[str]:
        return (
            *("right", "left", "page down", "goto", "go on", "cities", "scores"),
            "log",
            *("help", "quit"),
        )

    @property
    def wakes(self) -> float | None:
        """When the next moment comes, if it comes by itself."""
        return self._next

    @property
    def index(self) -> int:
        """The moment that is shown, counted from 0."""
        return self._index

    # Doing.

    def act(self, action: str) -> bool:
        verb, _space, rest = action.partition(" ")
        all_of_them = self._replay.moments
        last = len(all_of_them) - 1
        going, self._next = self._next is not None, None
        match verb:
            case "go" if not going and self._index < last:
                self._next = self._desk.seconds() + PACE
            case "go":
                pass  # it has stopped
            case "right" | "enter":
                self._go(self._index + 1)
            case "left":
                self._go(self._index - 1)
            case "down":
                self._go(self._other_turn(1))
            case "up":
                self._go(self._other_turn(-1))
            case "page":
                self._go(self._other_age(1 if rest == "down" else -1))
            case "first":
                self._go(0)
            case "last":
                self._go(last)
            case "moment" if rest.isdecimal():
                self._go(int(rest))
            case "digit" if rest.isdecimal():
                self._sit(int(rest) - 1)
            case "city" if rest.isdecimal():
                self._sit(int(rest))
            case "goto":
                words = ages.turns(self._replay)
                label = _("Which turn, such as 2.5?")
                self._desk.ask(Field(label, self._jump, words=lambda: words))
            case "quit":
                self._desk.quit()
            case "memory" | "chat" | "ready" | "trust" | "details" | "command":
                self._desk.say(_("That is for a game that goes on; this one is over."))
            case _:
                return False
        return True

    def _go(self, index: int) -> None:
        """Go to a moment; at the end there is no further one."""
        last = len(self._replay.moments) - 1
        if index < 0:
            self._desk.say(_("This is where the game begins."))
        self._index = max(0, min(index, last))
        self._desk.known = moments.known(self._replay, self._index, self._seat)
        self._desk.changed()

    def _go_on(self) -> None:
        """Go to the next moment if it is time for it."""
        now = self._desk.seconds()
        if self._next is not None and now >= self._next:
            self._go(self._index + 1)
            last = len(self._replay.moments) - 1
            self._next = now + PACE if self._index < last else None

    def _sit(self, seat: Seat) -> None:
        """Look on from another seat."""
        if 0 <= seat < len(self._replay.names):
            self._seat = seat
            self._go(self._index)
        else:
            n = len(self._replay.names)
            self._desk.say(_("The seats are 1 to {n}.").format(n=n))

    def _jump(self, typed: str) -> None:
        index = moments.find(self._replay, typed)
        if index is not None:
            self._go(index)
        elif typed.strip():
            self._desk.say(no_such_turn(typed))

    def _other_turn(self, step: int) -> int:
        """Find the next moment of another turn; backwards, the first one of it."""
        row_of_them = self._replay.moments
        turns = [moment.turn for moment in row_of_them]
        at = self._index
        while 0 <= at < len(turns) and turns[at] == turns[self._index]:
            at += step
        while step < 0 and at > 0 and turns[at - 1] == turns[at]:
            at -= 1
        return at

    def _other_age(self, step: int) -> int:
        """Find where the next age begins, or this one, or the one before."""
        ages = [moment.turn[0] for moment in self._replay.moments]
        age = ages[self._index]
        if step > 0:
            later = [index for index, one in enumerate(ages) if one > age]
            return later[0] if later else len(ages) - 1
        first = ages.index(age)
        before = ages[first - 1] if first else age
        return first if first < self._index else ages.index(before)

    # Drawing.

    def draw(self, room: Room) -> Rows:
        self._go_on()
        replay, width = self._replay, room.width
        moment = moment_of(replay.moments[self._index])
        place = _("{n} of {all}").format(n=self._index + 1, all=len(replay.moments))
        head = row(
            piece(f" {self.title}  ", "dim"),
            piece(moments.title(replay, self._index), "title"),
        )
        last = self._end(width) if self._index == len(replay.moments) - 1 else ()
        above = [
            ends(head, row(piece(f"{place} ", "dim")), width),
            self._timeline(room),
        ]
        height = room.height - len(above) - len(last)
        if not moment.state.cities:
            said = paragraph(_("No city stands yet."), width - 2)
            return (*above, *fill([(), *said], width, height), *last)
        seats = self._seats(room, moment)
        height -= len(seats)
        others = self._others(room, moment, height - BODY)
        body = fill(
            self._body(room, moment, height - len(others)), width, height - len(others)
        )
        return (*above, *seats, *body, *others, *last)

    def _timeline(self, room: Room) -> Row:
        """Draw a sign for each moment, by ages; a click goes there."""
        symbols = room.symbols
        pieces = []
        age = -1
        for index, moment in enumerate(self._replay.moments):
            if moment.turn[0] != age:
                age = moment.turn[0]
                pieces.append(piece(f"  {age} " if age else " ", "dim"))
            sign = symbols.built if index <= self._index else symbols.unbuilt
            here = index == self._index
            style = "cursor" if here else "built" if index < self._index else "dim"
            pieces.append(
                piece(symbols.chosen if here else sign, style, f"moment {index}")
            )
        return clip(tuple(pieces), room.width, symbols.more)

    def _around(self, room: Room, moment: Moment) -> cities.Round:
        known = self._desk.known
        view = known.view
        if view is None:
            raise ValueError("a moment without a sight")
        # Of this moment, and not of the turn before it.
        view = with_(view, last=moment.state.news)
        cards = moment.state.rules.catalog
        return cities.Round(view, known.names, (), None, room.symbols, cards)

    def _seats(self, room: Room, moment: Moment) -> Rows:
        """Draw a row for each seat: how it stands, and what it does just now."""
        around, symbols, names = (
            self._around(room, moment),
            room.symbols,
            self._replay.names,
        )
        wide = min(NAME, max(measure(name) for name in names))
        glance = [glances.glance(city, symbols) for city in moment.state.cities]
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

    def _body(self, room: Room, moment: Moment, height: int) -> Rows:
        """Draw the city in focus, its hand, and what else happened."""
        wide, width = room.width >= WIDE, room.width
        column = (width - 2) // 3 if wide else (width - 1) // 2
        rest = width - 2 * (column + 1) if wide else width - 1 - column
        around = self._around(room, moment)
        city = cities.whole(around, self._seat, column, height - 1)
        hand = list(self._hand(room, moment, column if wide else rest))
        told = list(self._told(room, moment, rest, whole=wide))
        if wide:
            return beside(
                (city, column),
                (_cut(hand, height, room), column),
                (_cut(told, height, room), rest),
            )
        return beside((city, column), (_cut([*hand, *told], height, room), rest))

    def _others(self, room: Room, moment: Moment, height: int) -> Rows:
        """Draw the other cities, as many as there is room for, from the left on."""
        if height < CITY:
            return ()
        around, seats = self._around(room, moment), len(self._replay.names)
        rows: list[Row] = []
        beside_each = min(seats - 1, max(1, room.width // COLUMN))
        column = (room.width + 1) // beside_each - 1
        for at in range(1, seats, beside_each):
            if len(rows) + CITY > height:
                break
            some = range(at, min(at + beside_each, seats))
            drawn = (
                cities.whole(around, (self._seat + step) % seats, column, CITY - 1)
                for step in some
            )
            rows += beside(*((one, column) for one in drawn))
        return rows

    def _hand(self, room: Room, moment: Moment, width: int) -> Iterator[Row]:
        """Draw the hand that was chosen from, as far as it is known."""
        symbols, names = room.symbols, self._replay.names
        if not moment.hands:
            return
        hand = moment.hands[self._seat]
        head = ages.hand_title(hand, names[self._seat])
        yield ruled(row(head, style="title"), width, symbols)
        for shown in hand.cards:
            yield self._card(room, moment, shown, used=shown.card == hand.used)
        if hand.hidden:
            sealed = piece(f"  {symbols.sealed} ", "sealed")
            unseen = piece(f"x{hand.hidden}", "dim") if hand.hidden > 1 else piece("")
            yield row(sealed, unseen)

    def _card(self, room: Room, moment: Moment, shown: Shown, *, used: bool) -> Row:
        symbols, card = room.symbols, ages.face(moment, shown)
        mark = piece(f"{symbols.chosen} " if used else "  ", "title")
        drawn = faces.title(card, symbols, "title" if used else "")
        if used:
            return row(mark, drawn)
        if shown.turn is None or shown.seat is None:
            return row(mark, drawn)
        who = self._replay.names[shown.seat]
        age, turn = shown.turn
        when = f"{age}.{turn}" if turn else f"{age}"
        return row(mark, drawn, piece(f"  {symbols.to_right} {who}, {when}", "dim"))

    def _told(
        self, room: Room, moment: Moment, width: int, *, whole: bool
    ) -> Iterator[Row]:
        """Tell what happened; where it is drawn elsewhere, what is more than that."""
        tell = ages.told if whole else ages.besides
        lines = tell(self._replay, moment, self._seat)
        if lines:
            yield ruled(row(_("What happened"), style="title"), width, room.symbols)
        for line in lines:
            indent = len(line) - len(line.lstrip())
            for part in wrapped(row(line.strip()), width - 1 - indent):
                yield row(" " * (1 + indent), part)

    def _end(self, width: int) -> Rows:
        """Say below the last moment how the log ends."""
        good = self._replay.report.verdict is Verdict.GOOD
        return paragraph(
            moments.ending(self._replay), width, "yes" if good else "warning"
        )


def _cut(rows: list[Row], height: int, room: Room) -> Rows:
    """Mark that there is more than there is room for; the log has all of it."""
    if len(rows) <= height:
        return rows
    return [*rows[: height - 1], row(piece(f" {room.symbols.more}", "more", "log"))]
