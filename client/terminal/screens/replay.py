"""
A game that was played, looked through from its log: to and fro, from any seat.

All stands as it did at that moment. Overlays show the same moment: they go by what the
stack knows. What is drawn below the row of moments is for each game to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.terminal import moments
from sealed_wonders.client.terminal.draw import (
    Piece,
    Room,
    Row,
    Rows,
    ends,
    fill,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.terminal.replaylines import no_such_turn
from sealed_wonders.client.terminal.stack import Field, Stack
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, n_

PACE = 3.0
"""Seconds for each moment, when it goes on by itself."""


SHARE = 6
"""What was opened behind the end takes such a part of a screen, at most."""


class Replay(ABC):
    """A log, at one of its moments."""

    def __init__(
        self,
        stack: Stack,
        replay: replaying.Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> None:
        """
        Begin to look through it; what the stack knows changes with each step.

        Args:
            seat: whose city is in the middle. Without it, ours or the first.
        """
        self._stack = stack
        self._replay = replay
        self._seat = (replay.own or 0) if seat is None else seat
        self._next: float | None = None
        """When the next moment comes by itself; None if it doesn't."""
        self._opened: list[str] = []
        """What was opened behind the end, at the last moment."""
        self._go(index)

    # What a game has of its own.

    @property
    @abstractmethod
    def ways(self) -> Sequence[str]:
        """Say how to go through it, in sentences."""

    @abstractmethod
    def row(self, step: int) -> int:
        """Find the moment that a row up or down leads to."""

    @abstractmethod
    def page(self, step: int) -> int:
        """Find the moment that a page up or down leads to."""

    @abstractmethod
    def timeline(self, room: Room) -> Row:
        """Draw a sign for each moment, or for some together; a click goes there."""

    @abstractmethod
    def body(self, room: Room, height: int) -> Rows:
        """Draw the moment, in so many rows."""

    # What a screen says of itself.

    @property
    def title(self) -> str:
        return _("Replay")

    @property
    def help(self) -> Sequence[str]:
        return (*self.ways, *moments.explained(self._replay))

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
        going, self._next = self._next is not None, None
        index = self._leads_to(verb, rest)
        if index is not None:
            self._go(index)
            return True
        match verb:
            case "go":
                # What went on by itself has stopped.
                if not going and self._index < len(self._replay.moments) - 1:
                    self._next = self._stack.seconds() + PACE
            case "digit" | "city" if rest.isdecimal():
                self._sit(int(rest) - (verb == "digit"))
            case "goto":
                told = self._replay.face.account
                words, label = told.turns(self._replay), told.which_turn()
                self._stack.ask(Field(label, self._jump, words=lambda: words))
            case "quit":
                self._stack.quit()
            case "memory" | "chat" | "ready" | "trust" | "details" | "command":
                self._stack.say(_("That is for a game that goes on; this one is over."))
            case _:
                return False
        return True

    def _leads_to(self, verb: str, rest: str) -> int | None:
        """Find the moment an action leads to; None if it leads to none."""
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
        """Go to a moment; at the end there is no further one."""
        last = len(self._replay.moments) - 1
        if index < 0:
            self._stack.say(_("This is where the game begins."))
        self._index = max(0, min(index, last))
        self._stack.known = moments.known(self._replay, self._index, self._seat)
        is_last = self._index == last
        self._opened = [*moments.opened(self._replay, self._seat)] if is_last else []
        self._stack.changed()

    def _go_on(self) -> None:
        """Go to the next moment if it is time for it."""
        now = self._stack.seconds()
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
            self._stack.say(_("The seats are 1 to {n}.").format(n=n))

    def _jump(self, typed: str) -> None:
        index = moments.find(self._replay, typed)
        if index is not None:
            self._go(index)
        elif typed.strip():
            self._stack.say(no_such_turn(typed))

    def handed(self) -> Sequence[str]:
        """Say which seats have changed hands since the moment before."""
        moment = self._replay.moments[self._index]
        return moments.handed(self._replay, moment.handed, self._seat)

    def other_turn(self, step: int) -> int:
        """Find the next moment of another turn; backwards, the first one of it."""
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
        above = [ends(head, row(*self._place()), width), self.timeline(room)]
        height = room.height - len(above) - len(last)
        sight = self._stack.known.sight
        if sight is None or not sight.state.cities:
            said = paragraph(_("No city stands yet."), width - 2)
            return (*above, *fill([(), *said], width, height), *last)
        return (*above, *self.body(room, height), *last)

    def _place(self) -> Sequence[Piece]:
        """Say how far one has come."""
        n, every = self._index + 1, len(self._replay.moments)
        said = _("{n} of {all}").format(n=n, all=every)
        return (piece(f"{said} ", "dim"),)

    def _end(self, room: Room) -> Rows:
        """Say below the last moment how the log ends, and what was opened behind that."""
        good, width = self._replay.report.verdict is Verdict.GOOD, room.width
        style = "yes" if good else "warning"
        rows = [*paragraph(moments.ending(self._replay), width, style)]
        told = [it for line in self._opened for it in paragraph(line, width, indent=2)]
        n = sum(map(len, self._replay.disclosed.values()))
        if not n or len(told) <= room.height // SHARE:
            return [*rows, *told]
        said = n_(
            "{n} card was opened when the game was over. {key} shows which.",
            "{n} cards were opened when the game was over. {key} shows which.",
            n,
        )
        key = self._stack.key("log")
        return [*rows, *paragraph(said.format(n=n, key=key), width)]
