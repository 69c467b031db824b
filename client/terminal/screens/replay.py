"""
Base of the screen that replays a game from its log, moment by moment, from any seat.

Everything is shown as it was at that moment. Boxes on top show the same moment, because
they use the stack's `known`. Each game draws the part below the timeline.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from sealed_wonders.client.lines.replaylines import no_such_turn
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.signs.draw import (
    Piece,
    Room,
    Row,
    Rows,
    ends,
    paragraph,
    piece,
    row,
    ruled,
    wrapped,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.screens.analysis import ANALYSE, show
from sealed_wonders.client.terminal.screens.panels import Panel, Part, roomiest
from sealed_wonders.client.terminal.stack import Field, Stack
from sealed_wonders.client.words import moments
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, n_

PACE = 3.0
"""Seconds per moment when the replay advances by itself."""


LEAVING = ("back", "quit")
"""Actions that end the replay; they share a label."""

SHARE = 6
"""Cards disclosed after the game take at most one such part of the screen's height."""


class ReplayScreen(ABC):
    """
    Screen that shows a log at one of its moments.

    Attributes:
        path: the file that is replayed; None if it can't be analysed.
        hanging: the indent of all rows of a sentence but the first, in columns.
    """

    hanging: ClassVar[int] = 2

    def __init__(
        self,
        stack: Stack,
        replay: replaying.Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> None:
        """
        Start the replay; each step replaces the stack's `known`.

        Args:
            index: the first moment to show.
            seat: the seat whose city is in the middle; None for ours, or the first.
        """
        self.path: Path | None = None
        self._stack = stack
        self._replay = replay
        self._seat = (replay.own or 0) if seat is None else seat
        self._next: float | None = None
        """Time of the next automatic step; None if there is none."""
        self._opened: list[str] = []
        """Sentences about cards disclosed after the game, at the last moment."""
        self._go(index)

    # Parts that each game adds.

    @property
    @abstractmethod
    def ways(self) -> Sequence[str]:
        """Sentences about how to move through the game."""

    @property
    @abstractmethod
    def steps(self) -> tuple[str, str]:
        """The labels of the keys that move by a row, and by a page."""

    @abstractmethod
    def row(self, step: int) -> int:
        """Return the index of the moment one row up or down."""

    @abstractmethod
    def page(self, step: int) -> int:
        """Return the index of the moment one page up or down."""

    @abstractmethod
    def timeline(self, room: Room) -> Row:
        """Draw a clickable sign for each moment, or for several together."""

    @abstractmethod
    def stacks(self, room: Room) -> Iterable[Sequence[Part]]:
        """Yield the parts that show the moment, in less and less detail."""

    # The screen.

    @property
    def title(self) -> str:
        return _("Replay")

    @property
    def help(self) -> Sequence[str]:
        replay = self._replay
        return (*self.ways, *moments.explained(replay), *moments.commands(replay))

    @property
    def actions(self) -> Sequence[str]:
        at_end = self._index == len(self._replay.moments) - 1
        onwards = () if at_end else ("page down", "go on")
        steps = (*(() if at_end else ("right",)), *(("left",) if self._index else ()))
        judge = () if self.path is None else (ANALYSE,)
        return (
            *steps,
            *LEAVING,
            *onwards,
            "goto",
            *judge,
            *("cities", "scores", "log"),
        )

    @property
    def keys(self) -> Sequence[str]:
        """Further actions that move through the game, for the help."""
        return ("up", "down", "page up", "first", "last")

    @property
    def called(self) -> Mapping[str, str]:
        rows, pages = self.steps
        return {
            "right": _("next step"),
            "left": _("previous step"),
            **dict.fromkeys(("up", "down"), rows),
            **dict.fromkeys(("page up", "page down"), pages),
            "first": _("beginning"),
            "last": _("end"),
            **dict.fromkeys(LEAVING, _("leave")),
            "go on": _("stop") if self._next is not None else _("play"),
        }

    @property
    def wakes(self) -> float | None:
        return self._next

    @property
    def index(self) -> int:
        """Index of the moment on the screen, from 0."""
        return self._index

    # Doing.

    def act(self, action: str) -> bool:
        verb, _space, rest = action.partition(" ")
        going, self._next = self._next is not None, None
        index = self._leads_to(verb, rest)
        if index is not None:
            self._go(index)
            return True
        match verb:
            case "go":
                # The action toggles, and `_next` is already cleared.
                if not going and self._index < len(self._replay.moments) - 1:
                    self._next = self._stack.seconds() + PACE
            case "digit" | "city" if rest.isdecimal():
                self._sit(int(rest) - (verb == "digit"))
            case "goto":
                told = self._replay.face.account
                words, label = told.turns(self._replay), told.which_turn()
                self._stack.ask(Field(label, self._jump, words=lambda: words))
            case "analyse" if self.path is not None:
                return show(self._stack, self.path)
            case "back" | "quit":
                self._stack.quit()
            case "memory" | "chat" | "ready" | "trust" | "details" | "command":
                self._stack.say(
                    _("That works only in a running game; this one is over.")
                )
            case _:
                return False
        return True

    def _leads_to(self, verb: str, rest: str) -> int | None:
        """Return the index of the moment that an action leads to, or None."""
        match verb:
            case "right" | "enter":
                return self._index + 1
            case "left":
                return self._index - 1
            case "down" | "up":
                return self.row(1 if verb == "down" else -1)
            case "page":
                return self.page(1 if rest == "down" else -1)
            case "first" | "last":
                return 0 if verb == "first" else len(self._replay.moments) - 1
            case "moment" if rest.isdecimal():
                return int(rest)
        return None

    def _go(self, index: int) -> None:
        """Show a moment; beyond either end, show the first or last one."""
        last = len(self._replay.moments) - 1
        if index < 0:
            self._stack.say(_("This is the beginning of the game."))
        self._index = max(0, min(index, last))
        self._stack.known = moments.known(self._replay, self._index, self._seat)
        is_last = self._index == last
        self._opened = [*moments.opened(self._replay, self._seat)] if is_last else []
        self._stack.changed()

    def _go_on(self) -> None:
        """Advance if it is time for the next automatic step."""
        now = self._stack.seconds()
        if self._next is not None and now >= self._next:
            self._go(self._index + 1)
            last = len(self._replay.moments) - 1
            self._next = now + PACE if self._index < last else None

    def _sit(self, seat: Seat) -> None:
        """Watch from another seat."""
        if 0 <= seat < len(self._replay.names):
            self._seat = seat
            self._go(self._index)
        else:
            n = len(self._replay.names)
            self._stack.say(_("Seats are numbered 1 to {n}.").format(n=n))

    def _jump(self, typed: str) -> None:
        index = moments.find(self._replay, typed)
        if index is not None:
            self._go(index)
        elif typed.strip():
            self._stack.say(no_such_turn(typed))

    def handed(self) -> Sequence[str]:
        """Return sentences about seats that changed hands since the last moment."""
        moment = self._replay.moments[self._index]
        return moments.handed(self._replay, moment.handed, self._seat)

    def other_turn(self, step: int) -> int:
        """
        Return the index of the next turn's moment; backwards, of its first moment.
        """
        turns = [moment.turn for moment in self._replay.moments]
        at = self._index
        while 0 <= at < len(turns) and turns[at] == turns[self._index]:
            at += step
        while step < 0 and at > 0 and turns[at - 1] == turns[at]:
            at -= 1
        return at

    # Drawing.

    def draw(self, room: Room) -> Rows:
        self._go_on()
        replay, width = self._replay, room.width
        title = piece(moments.title(replay, self._index), "title")
        head = row(piece(f" {self.title}  ", "dim"), title)
        last = self._end(room) if self._index == len(replay.moments) - 1 else ()
        above = ends(head, row(*self._place()), width), self.timeline(room)
        sight = self._stack.known.sight
        stacks: Iterable[Sequence[Part]]
        if sight is None or not sight.state.cities:
            said = (), *paragraph(_("There are no cities yet."), width - 2)
            stacks = ((Panel(lambda _height: said),),)
        else:
            stacks = self.stacks(room)
        return roomiest(((above, *parts, last) for parts in stacks), room.height)

    def mark(self, first: int, after: int, symbols: Symbols) -> Piece:
        """Draw the sign in the timeline for the moments in a range."""
        if first <= self._index < after:
            return piece(symbols.chosen, "cursor", f"moment {self._index}")
        passed = first <= self._index
        sign, style = (symbols.bar, "built") if passed else (symbols.dot, "dim")
        return piece(sign, style, f"moment {first}")

    def happened(self, lines: Iterable[str], width: int) -> Rows:
        """Draw what happened at the moment; a click on its heading opens the log."""
        title = row(piece(_("What happened"), "title", "log"))
        rows = [ruled(title, width, self._stack.symbols)]
        for line in (*self.handed(), *lines):
            indent = 1 + len(line) - len(line.lstrip())
            parts = wrapped(row(line.strip()), width - indent, indent=self.hanging)
            rows += [row(" " * indent, part) for part in parts]
        return rows

    def cut(self, rows: Rows, height: int) -> Rows:
        """Mark rows that are cut off; the log contains all of them."""
        if len(rows) <= height:
            return rows
        mark = piece(f" {self._stack.symbols.more}", "more", "log")
        return [*rows[: height - 1], row(mark)]

    def _place(self) -> Sequence[Piece]:
        """Draw the number of the moment."""
        n, every = self._index + 1, len(self._replay.moments)
        said = _("{n} of {all}").format(n=n, all=every)
        return (piece(f"{said} ", "dim"),)

    def _end(self, room: Room) -> Rows:
        """Draw how the log ends, and the cards disclosed after that."""
        good, width = self._replay.report.verdict is Verdict.GOOD, room.width
        style = "yes" if good else "warning"
        rows = [*paragraph(moments.ending(self._replay), width, style)]
        told = [it for line in self._opened for it in paragraph(line, width, indent=2)]
        n = sum(map(len, self._replay.disclosed.values()))
        if not n or len(told) <= room.height // SHARE:
            return [*rows, *told]
        said = n_(
            "{n} card was disclosed after the game. {key} shows it.",
            "{n} cards were disclosed after the game. {key} shows them.",
            n,
        )
        key = self._stack.key("log")
        return [*rows, *paragraph(said.format(n=n, key=key), width)]
