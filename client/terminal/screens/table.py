"""
Base of the screen during a game: the parts that all games share.

It has a cursor among the possible choices, and a box that shows for a while what has
just happened. Each game draws its own table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import ClassVar

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    clickable,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.terminal.screens import looking
from sealed_wonders.client.terminal.screens.banner import Banner
from sealed_wonders.client.terminal.screens.code import Code
from sealed_wonders.client.terminal.screens.kept import DrawingCache
from sealed_wonders.client.terminal.screens.laying import Laying, at_time_out
from sealed_wonders.client.terminal.screens.panels import at_bottom, halfway_down
from sealed_wonders.client.terminal.screens.topline import topline
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.net import words
from sealed_wonders.net.words import _

INDENT = piece("  ")
"""What comes before each line if there is no table yet."""


class TableScreen(ABC):
    """
    The screen during a game.

    Attributes:
        start: position of the cursor when a question arrives.
        wide, high: least room in which the table is drawn large.
        closes: actions that, while the news box is open, only close it.
    """

    start: ClassVar[int]
    wide: ClassVar[int]
    high: ClassVar[int]
    closes: ClassVar[Sequence[str]]

    def __init__(self, stack: Stack, news: Banner) -> None:
        self._stack = stack
        self._news = news
        self._laying = Laying(stack)
        self._code = Code(stack)
        self._at = self.start
        self._phase = -1
        """Phase of the question to which the cursor belongs."""
        self._caches = defaultdict[tuple[str, str], DrawingCache](DrawingCache)
        """By language and symbols: the help draws a table with others in between."""

    # Parts that each game adds.

    @abstractmethod
    def note_news(self, lasts: float) -> None:
        """Note what has happened, and show it for this many seconds."""

    @abstractmethod
    def table(self, room: Room) -> Rows:
        """Draw the table; empty before there is anything to see."""

    @abstractmethod
    def news_box(self, room: Room) -> Rows:
        """Draw the box with the latest news."""

    def setting(self) -> Rows:
        """Draw what is known before there is a table."""
        return ()

    @abstractmethod
    def do(self, action: str) -> bool:
        """
        Carry out an action at the table itself, and return whether it means anything.
        """

    # The screen.

    @property
    def title(self) -> str:
        return _("table")

    @property
    def closing(self) -> Mapping[str, str]:
        """What Enter does while the news box is open."""
        is_over = self._stack.known.ending is not None
        return {"enter": _("see the result") if is_over else _("close")}

    @property
    def wakes(self) -> float | None:
        """Time at which the news box closes by itself."""
        return self._news.wakes if self.is_news else None

    @property
    def lingers(self) -> bool:
        """Whether the last news are still shown, though the game is over."""
        self._note()
        return self.is_news

    @property
    def _kept(self) -> DrawingCache:
        """The cache for the current language and symbols."""
        looks = words.language(), self._stack.symbols.name
        return self._caches[looks]

    @property
    def _looks_on(self) -> bool:
        """Whether we have no seat, so that there is nothing to choose."""
        return self._stack.known.ours is None

    @property
    def is_news(self) -> bool:
        return self._news.is_open(self._stack.seconds())

    # Drawing.

    def draw(self, room: Room) -> Rows:
        """Draw the table, below the table code if that is shown."""
        self._note()
        rows = self.table(room) or self._before(room)
        if self.is_news:
            rows = at_bottom(rows, clickable(self.news_box(room), "enter"), room)
        return self._code.laid_over(rows, room)

    def _before(self, room: Room) -> Rows:
        """Draw what is done before there is a table."""
        known = self._stack.known
        lines: list[Row] = [row(_("The table is being set up."), style="title"), ()]
        if said := waits.line(known, self._stack.seconds()):
            lines += [*paragraph(said, room.width - 4, "dim"), ()]
        if some := looking.rows(known, room.width - 4):
            lines += [*some, ()]
        drawn = [(INDENT, *one) for one in (*lines, *self.setting())]
        return halfway_down(drawn, room)

    def _top(self, parts: Sequence[str], width: int) -> Row:
        """
        Draw the top row.

        Args:
            parts: sentences on the state of the turn, the most important first.
        """
        stack, known = self._stack, self._stack.known
        alone = known.wait is not None and known.wait.missing == (known.ours,)
        first, *rest = parts or ("",)
        return topline(
            (first, looking.ago(known), *rest),
            self._seconds_left,
            width,
            stack.symbols,
            others=self._own_times,
            alone=known.asked and alone,
            then=at_time_out(stack),
        )

    def _is_large(self, room: Room) -> bool:
        return room.width >= self.wide and room.height >= self.high

    @property
    def _seconds_left(self) -> float | None:
        """
        Seconds for the open choice, or for all of our choices if that has no limit.
        """
        known, now = self._stack.known, self._stack.seconds()
        if known.ending is not None or known.time is None:
            return None
        left = known.time.left(now, known.owes)
        if left is not None or known.ours is None:
            return left
        return known.own_time(known.ours, now)

    @property
    def _own_times(self) -> Sequence[tuple[str, float]]:
        """
        Seconds that seats have left for the game; ours only if the turn is limited.
        """
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
        """Seats still in the game, in order from the viewpoint."""
        known, first = self._stack.known, self._stack.known.viewpoint
        order = (*range(first, len(known.names)), *range(first))
        return [seat for seat in order if seat not in known.gone]

    def _note(self) -> None:
        """Note news, or a new question."""
        stack = self._stack
        behind = stack.known.wait is not None and stack.known.wait.behind
        if not behind:  # a turn would go by unseen while the next cards are checked
            self.note_news(stack.settings.reveal)
        menu = stack.known.menu
        if menu is not None and menu.question.phase != self._phase:
            self._phase, self._at = menu.question.phase, self.start

    # Doing.

    def act(self, action: str) -> bool:
        """Carry out an action; one that does something here closes the news box."""
        if self._code.act(action):
            return True
        self._note()
        was_news = self.is_news
        if was_news and action.partition(" ")[0] in self.closes:
            self._news.close()
            return True
        done = looking.turn(self._stack, action) or self.do(action)
        if was_news and done:
            self._news.close()
        elif was_news:
            self._news.stay()
        return done
