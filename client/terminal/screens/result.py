"""
Base of the screen at a game's end: the winner or why it stopped, and the saved log.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sealed_wonders.client.logs.kept import short
from sealed_wonders.client.person import disclosing
from sealed_wonders.client.program import name, typed
from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    amid,
    flowed,
    framed,
    paragraph,
    row,
    scrolled,
    unbroken,
)
from sealed_wonders.client.tablewords import endings
from sealed_wonders.client.terminal.screens.analysis import ANALYSE, show
from sealed_wonders.client.terminal.screens.banner import LATE
from sealed_wonders.client.terminal.screens.box import SCROLLING, Box, scrolled_to
from sealed_wonders.client.terminal.screens.evening import evening
from sealed_wonders.client.terminal.screens.opening import AgainBox
from sealed_wonders.client.terminal.screens.points import PointSheet
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.view.ending import Displaced, Ending
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Sheet
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import _, marked, n_

WIDEST = 120
"""Columns of the widest page."""

KEPT = ("replay", "audit", "export", ANALYSE)
"""Actions for the log, each named like the command that it runs."""

OFFERS = (
    ("replay", marked("replay the game")),
    ("audit", marked("check it")),
    ("export", marked("save a record")),
    (ANALYSE, marked("analyse the choices")),
)

SHOWS = ("disclose", marked("show your cards"))
"""Action for the cards that we played face down."""

LAST_WORDS = 3
"""Lines of the narration to show if there is no other reason for the end."""


class Result(ABC):
    """The last screen of a game."""

    notch = Box.notch

    def __init__(self, stack: Stack, why: str = "") -> None:
        """
        Create the screen.

        Args:
            why: the reason for the end, if nobody at the table knows it.
        """
        self._stack = stack
        self._why = why
        self._first = 0
        self._last = 0
        """Largest possible value of `_first`."""
        self._page = 1
        self._since = stack.seconds()

    # Parts that each game adds.

    @abstractmethod
    def ties(self, sight: AnySight[Any]) -> Sequence[int]:
        """Return the tie-breaker of each seat."""

    # Common parts.

    @property
    def title(self) -> str:
        return _("The result") if self._sheet is not None else _("Stopped")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "The log contains everything that was sent at the table, signed by "
                "its senders. With it, anybody can check the whole game again: "
                "`{command}`."
            ).format(command=typed("audit")),
            _("You can still look at the cities, and at everything that has happened."),
        )

    @property
    def actions(self) -> Sequence[str]:
        person = self._stack.person
        again: tuple[str, ...] = ()
        if person is not None and person.can_play_again:
            chooses = bool(self._stack.known.terms.choose)
            again = ("ready", *(("options",) if chooses else ()))
        elif person is not None and person.can_look_on_again:
            again = ("ready",)
        return (*again, *(("up", "down") if self._last else ()))

    @property
    def called(self) -> Mapping[str, str]:
        looks_on = self._stack.known.ours is None
        ready = _("the next game") if looks_on else _("play again")
        return {**dict.fromkeys(("up", "down"), _("scroll")), "ready": ready}

    @property
    def keys(self) -> Sequence[str]:
        """Actions that the page itself names, so that the key row needn't."""
        known = self._stack.known
        opens = ("disclose",) if known.disclosable else ()
        is_kept = known.ending is not None and known.ending.log
        return (*opens, *(KEPT if is_kept else ()))

    def draw(self, room: Room) -> Rows:
        width = min(room.width, WIDEST)
        rows = list(self._rows(width - 1, room))
        self._page = max(1, room.height - 1)
        self._last = max(0, len(rows) - room.height)
        self._first = min(self._first, self._last)
        if self._last:
            rows = list(scrolled(rows, width, room.height, self._first, room.symbols))
        return amid(rows, width, room.width)

    def retells(self, line: str) -> bool:
        """Return whether the page shows a line that was told."""
        ending = self._stack.known.ending
        return not self._last and ending is not None and line in self._lines(ending)

    def act(self, action: str) -> bool:
        person = self._stack.person
        if action == "ready" and action in self.actions and person is not None:
            if person.can_play_again:
                person.play_again()
            else:
                person.look_on_again()
            return True
        if action == "options" and action in self.actions:
            self._stack.open(AgainBox(self._stack))
            return True
        if action in KEPT:
            return self._do(action)
        if action == "enter" and self._stack.seconds() - self._since < LATE:
            return True  # meant for the news, which have just closed by themselves
        if action in SCROLLING:
            self._first = scrolled_to(action, self._first, self._page, self._last)
        return action in SCROLLING

    def _do(self, action: str) -> bool:
        """Run a command for the log in a child process."""
        ending, subcommands = self._stack.known.ending, self._stack.subcommands
        if ending is None or not ending.log or subcommands is None:
            return False
        (path,) = shlex.split(ending.log)
        if action == ANALYSE:
            return show(self._stack, Path(path))
        if action == "export":
            subcommands.write(("export", path), Path(path).with_suffix(".jsonl"))
        else:
            subcommands.run((action, path), pauses=action == "audit")
        return True

    # Contents.

    @property
    def _sheet(self) -> Sheet | None:
        ending = self._stack.known.ending
        return None if ending is None else ending.sheet

    def _rows(self, width: int, room: Room) -> Rows:
        known = self._stack.known
        ending = known.ending or Ending(None)
        if ending.sheet is None:
            return [*self._stopped(ending, width, room), *self._so_far(width, room)]
        points = self._points(ending.sheet, room)
        table = points.table(width) if points else ()
        bars = points.bars(width) if points else ()
        below: list[Row] = [(), *self._verdict(width), *self._told(ending, width)]
        below += self._opened(width)
        if ending.log:
            below += self._kept(ending.log, width)
        rows = [*self._won(ending.sheet, width), *self._again(width), (), *table]
        stand = evening(known, width, room)
        stand = [(), *stand] if stand else ()
        if len(rows) + 1 + len(bars) + len(stand) + len(below) <= room.height:
            return [*rows, (), *bars, *stand, *below]
        # Otherwise, what can be done comes before the details.
        return [*rows, *below, *stand, (), *bars]

    def _again(self, width: int) -> Rows:
        """Draw who wants another game."""
        names = self._stack.known.again
        if not names:
            return self._looked_on(width)
        said = n_(
            "{names} wants a rematch. To join, press {key}.",
            "{names} want a rematch. To join, press {key}.",
            len(names),
        )
        shown = [self._stack.known.named(it) for it in names]
        who, key = text.listing(shown), self._stack.key("ready")
        return paragraph(said.format(names=who, key=key), width, "message")

    def _looked_on(self, width: int) -> Rows:
        """Draw for spectators that they see the next game as well."""
        person = self._stack.person
        if person is None or self._stack.known.ours is not None:
            return ()
        said = _("You are watching. If there is a rematch, you will see it, too.")
        return paragraph(said, width, "dim")

    def _won(self, sheet: Sheet, width: int) -> Rows:
        """Draw the winner, and the tie-breaker if it was close."""
        known = self._stack.known
        sight = known.sight
        if sight is None:
            return [row(_("The game is over."), style="title")]
        return paragraph(known.face.narrator.winner(sight, sheet), width, "yes")

    def _points(self, sheet: Sheet, room: Room) -> PointSheet | None:
        known = self._stack.known
        sight = known.sight
        if sight is None or not sight.state.cities:
            return None
        ties = self.ties(sight)
        return PointSheet(
            known.game,
            sheet,
            sight.names,
            ties,
            sight.ours,
            room.symbols,
            sight.state.gone,
        )

    def _verdict(self, width: int) -> Rows:
        """Draw what our own program has checked, depending on how cards were handled."""
        charter = self._stack.known.charter
        if charter is None:
            return ()
        if charter.suite == SEALED:
            said = _(
                "Your program has checked every card, every proof and every move: "
                "all followed the rules."
            )
        else:
            said = _(
                "Your program has checked every signature and every move: all "
                "followed the rules. Cards were dealt openly at this table, so the "
                "host could see every hand."
            )
        return paragraph(said, width, "sealed")

    def _told(self, ending: Ending, width: int) -> Rows:
        """
        Draw the lines of the end, except those about the log, which are drawn below.
        """
        rows: list[Row] = []
        for line in self._lines(ending):
            if not ending.log or ending.log not in line:
                rows += _line(line, width)
        return rows

    def _opened(self, width: int) -> Rows:
        """Draw which face-down cards were disclosed."""
        rows = list[Row]()
        for line in disclosing.all_lines(self._stack.known):
            rows += paragraph(line, width, indent=2)
        return [(), *rows] if rows else ()

    def _kept(self, log: str, width: int) -> Rows:
        later = _("To replay the game later, type `{command}`.")
        said = later.format(command=typed("replay", short(log)))
        stack = self._stack
        offers = [SHOWS] if stack.known.disclosable else []
        keys = [stack.key_row(name, _(says)) for name, says in (*offers, *OFFERS)]
        return [
            (),
            *flowed(keys, width),
            *self._disclosable(width),
            *paragraph(said, width),
        ]

    def _disclosable(self, width: int) -> Rows:
        """Draw what showing our face-down cards does; empty if there are none."""
        known = self._stack.known
        if not known.disclosable:
            return ()
        said = disclosing.offered(known, self._stack.key(SHOWS[0]))
        return paragraph(said, width, "dim")

    # An end without a result.

    def _stopped(self, ending: Ending, width: int, room: Room) -> Rows:
        """Draw the reason prominently, and what can be done."""
        why = [self._why] if self._why else []
        first, *more = [*why, *self._lines(ending)] or [""]
        said = framed(
            paragraph(first, width - 4, "warning"),
            width,
            room.symbols,
            title=row(_title(ending), style="warning"),
            style="warning",
        )
        rows: list[Row] = [*said]
        for line in more:
            rows += [*_line(line, width)]
        if ending.log and not any(ending.log in line for line in more):
            rows += _line(text.log_so_far(ending.log), width)
        return rows

    def _so_far(self, width: int, room: Room) -> Rows:
        """Draw the points so far."""
        sight = self._stack.known.sight
        if sight is None or not sight.state.cities:
            return ()
        points = self._points(sight.state.score(), room)
        said = row(_("The points when the game stopped:"), style="title")
        return [(), said, *points.table(width)] if points else ()

    def _lines(self, ending: Ending) -> tuple[str, ...]:
        """Return how the game ended; if unknown, the last lines of the narration."""
        known = self._stack.known
        if known.ending is None:
            return self._last_words()
        return endings.lines(ending, known.names, known.ours)

    def _last_words(self) -> tuple[str, ...]:
        """Return the last lines about the table; empty if there is a reason to show."""
        if self._why:
            return ()
        narration = self._stack.known.narration
        told = [
            it.line for it in narration if it.kind in (LineKind.WARNING, LineKind.TABLE)
        ]
        return tuple(told[-LAST_WORDS:])


def _line(line: str, width: int) -> Rows:
    """Draw a line of the end, with commands in a form that can be copied."""
    if line.startswith(f"{name()} "):
        return unbroken(line, width, "title")
    return paragraph(line, width)


def _title(ending: Ending) -> str:
    """Return the title of an end without a result."""
    if isinstance(ending.why, Displaced):
        return _("Another program is playing your seat")
    return _("The game has stopped")
