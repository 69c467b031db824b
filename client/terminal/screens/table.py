"""
The table during a game: what is the same of it in every game.

There is a cursor among what can be chosen, and a box which shows for a while what has
just happened.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Protocol

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.draw import Room, Rows
from sealed_wonders.client.terminal.screens import looking
from sealed_wonders.client.terminal.screens.code import Code
from sealed_wonders.client.terminal.screens.kept import Kept
from sealed_wonders.client.terminal.screens.laying import Laying
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.core.game import Seat
from sealed_wonders.net import words
from sealed_wonders.net.words import _


class News(Protocol):
    """A box that shows for a while what has just happened."""

    @property
    def until(self) -> float | None:
        """When it goes away by itself; None if it doesn't."""

    def is_open(self, now: float) -> bool:
        """Tell whether it is there."""

    def close(self) -> None:
        """Take it away."""


class Table(ABC):
    """
    The table during a game.

    Attributes:
        start: where the cursor is when a question comes.
        wide, high: from here on there is room to draw it large.
        closes: actions that do no more than take away the box of what has happened.
    """

    start: ClassVar[int]
    wide: ClassVar[int]
    high: ClassVar[int]
    closes: ClassVar[Sequence[str]]

    def __init__(self, stack: Stack, news: News) -> None:
        self._stack = stack
        self._news = news
        self._laying = Laying(stack)
        self._code = Code(stack)
        self._at = self.start
        self._phase = -1
        """That of the question the cursor stands in."""
        self._kept = Kept()
        self._looks: object = None
        """The language and the signs with which it was drawn."""

    # What a game has of its own.

    @abstractmethod
    def note_news(self, lasts: float) -> None:
        """Take note of what has happened, which is shown for so many seconds."""

    @abstractmethod
    def table(self, room: Room) -> Rows:
        """Draw the table, and what has just happened on it."""

    @abstractmethod
    def do(self, action: str) -> bool:
        """Do something at the table itself; tells whether it means anything here."""

    # What a screen says of itself.

    @property
    def title(self) -> str:
        """What it is."""
        return _("table")

    @property
    def wakes(self) -> float | None:
        """When what has happened goes away by itself."""
        return self._news.until if self._is_news else None

    @property
    def lingers(self) -> bool:
        """What happened last is still shown, though the game is over."""
        self._note()
        return self._is_news

    @property
    def _looks_on(self) -> bool:
        """We have no seat, so there is nothing to choose."""
        return self._stack.known.ours is None

    @property
    def _is_news(self) -> bool:
        return self._news.is_open(self._stack.seconds())

    # Drawing.

    def draw(self, room: Room) -> Rows:
        """Draw the table; before all else the words of its code."""
        self._note()
        return self._code.laid_over(self.table(room), room)

    def _is_large(self, room: Room) -> bool:
        return room.width >= self.wide and room.height >= self.high

    @property
    def _seconds_left(self) -> float | None:
        """How long there is for the open choice, or else for all of ours to come."""
        known, now = self._stack.known, self._stack.seconds()
        if known.ending is not None or known.time is None:
            return None
        left = known.time.left(now, known.owes)
        if left is not None or known.ours is None:
            return left
        return known.own_time(known.ours, now)

    @property
    def _own_times(self) -> Sequence[tuple[str, float]]:
        """What time seats have left for the game; ours only if something else is out first."""
        known, now = self._stack.known, self._stack.seconds()
        if known.ending is not None or known.time is None:
            return ()
        seats = self._in_play
        if known.time.turn is None and known.ours in seats:
            seats.remove(known.ours)
        times = [
            (
                text.you() if seat == known.ours else known.names[seat],
                known.own_time(seat, now),
            )
            for seat in seats
        ]
        return [(name, left) for name, left in times if left is not None]

    @property
    def _in_play(self) -> list[Seat]:
        """The seats that are still in the game, in order from the one we look from."""
        known, first = self._stack.known, self._stack.known.viewpoint
        order = (*range(first, len(known.names)), *range(first))
        return [seat for seat in order if seat not in known.gone]

    def _note(self) -> None:
        """Take note of what is new: something has happened, another question."""
        stack = self._stack
        looks = words.language(), stack.symbols
        if looks != self._looks:
            self._looks = looks
            self._kept.clear()
        behind = stack.known.wait is not None and stack.known.wait.behind
        self.note_news(0 if behind else stack.settings.reveal)
        menu = stack.known.menu
        if menu is not None and menu.question.phase != self._phase:
            self._phase, self._at = menu.question.phase, self.start

    # Doing.

    def act(self, action: str) -> bool:
        """Do something; the first key takes away what was shown of what happened."""
        if self._code.act(action):
            return True
        self._note()
        if self._is_news:
            self._news.close()
            if action.partition(" ")[0] in self.closes:
                return True
        return looking.turn(self._stack, action) or self.do(action)
