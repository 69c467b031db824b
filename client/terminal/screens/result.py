"""
The end: who has won and by what, or why it came to no result; and what is kept of it.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sealed_wonders.client.logs.kept import short
from sealed_wonders.client.program import name, typed
from sealed_wonders.client.terminal import disclosing, endings, text
from sealed_wonders.client.terminal.draw import (
    Room,
    Row,
    Rows,
    amid,
    framed,
    measure,
    paragraph,
    row,
    scrolled,
)
from sealed_wonders.client.terminal.endings import Displaced, Ending
from sealed_wonders.client.terminal.narration import Kind
from sealed_wonders.client.terminal.screens.evening import evening
from sealed_wonders.client.terminal.screens.opening import AgainBox
from sealed_wonders.client.terminal.screens.points import Points
from sealed_wonders.client.terminal.sight import Sight
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.core.game import Sheet
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import _, marked, n_

WIDEST = 120
"""Columns of the widest page."""

KEPT = ("replay", "audit", "export")
"""What can be done with the log: actions, and the commands that do it."""

OFFERS = (
    ("replay", marked("see the game again")),
    ("audit", marked("check it")),
    ("export", marked("make a record")),
)

SHOWS = ("disclose", marked("show your cards"))
"""What can be done with what one laid face down."""

LAST_WORDS = 3
"""Lines of the story that are shown where nothing else says why it ended."""


class Result(ABC):
    """The last screen of a game; each game says what goes first among equals."""

    def __init__(self, stack: Stack, why: str = "") -> None:
        """
        Make it.

        Args:
            why: why it ended, where nobody at the table says so.
        """
        self._stack = stack
        self._why = why
        self._first = 0
        self._last = 0
        """The highest `_first` there can be."""
        self._page = 1

    # What each game says.

    @abstractmethod
    def ties(self, sight: Sight[Any]) -> Sequence[int]:
        """Give, by seat, what goes first among equals."""

    # What they say alike.

    @property
    def title(self) -> str:
        """Say how it ended, in a word or two."""
        return _("The result") if self._sheet is not None else _("Stopped")

    @property
    def help(self) -> Sequence[str]:
        """Say what can still be done."""
        return (
            _(
                "The log has all that was said at the table, signed by whoever said it. "
                "Anybody who has it can check the whole game again with `{command}`."
            ).format(command=typed("audit")),
            _("You can still look at cities and at all that happened."),
        )

    @property
    def actions(self) -> Sequence[str]:
        """Play again, with those who are there; scroll, where not all is seen."""
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
        """Say what being ready means here."""
        looks_on = self._stack.known.ours is None
        return {"ready": _("the next game") if looks_on else _("play again")}

    @property
    def keys(self) -> Sequence[str]:
        """Say what can be done with the log; the page names these keys itself."""
        known = self._stack.known
        opens = ("disclose",) if known.disclosable else ()
        is_kept = known.ending is not None and known.ending.log
        return (*opens, *(KEPT if is_kept else ()))

    def draw(self, room: Room) -> Rows:
        """Draw the page, or as much of it as there is room for."""
        width = min(room.width, WIDEST)
        rows = list(self._rows(width - 1, room))
        self._page = max(1, room.height - 1)
        self._last = max(0, len(rows) - room.height)
        self._first = min(self._first, self._last)
        if self._last:
            rows = list(scrolled(rows, width, room.height, self._first, room.symbols))
        return amid(rows, width, room.width)

    def act(self, action: str) -> bool:
        """Play again, do something with the log, or scroll."""
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
        if action == "disclose" and self._stack.person is not None:
            self._stack.person.disclosing.disclose()
            return True
        if action in KEPT:
            return self._do(action)
        return self._scroll(action)

    def _scroll(self, action: str) -> bool:
        steps = {
            "up": -1,
            "down": 1,
            "page up": -self._page,
            "page down": self._page,
            "first": -self._last,
            "last": self._last,
        }
        if action not in steps:
            return False
        self._first = max(0, min(self._last, self._first + steps[action]))
        return True

    def _do(self, action: str) -> bool:
        """Do something with the log, in a program of its own."""
        ending, subcommands = self._stack.known.ending, self._stack.subcommands
        if ending is None or not ending.log or subcommands is None:
            return False
        (path,) = shlex.split(ending.log)
        if action == "export":
            subcommands.write(("export", path), Path(path).with_suffix(".jsonl"))
        else:
            subcommands.run((action, path), pauses=action == "audit")
        return True

    # What stands there.

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
        # What is to be done comes before.
        return [*rows, *below, *stand, (), *bars]

    def _again(self, width: int) -> Rows:
        """Say who sits at the table for another game."""
        names = self._stack.known.again
        if not names:
            return self._looked_on(width)
        said = n_(
            "{names} wants to play again. Press {key} to join.",
            "{names} want to play again. Press {key} to join.",
            len(names),
        )
        shown = [self._stack.known.named(it) for it in names]
        who, key = text.listing(shown), self._stack.key("ready")
        return paragraph(said.format(names=who, key=key), width, "message")

    def _looked_on(self, width: int) -> Rows:
        """Say to whoever had no seat that they see the next game as well."""
        person = self._stack.person
        if person is None or self._stack.known.ours is not None:
            return ()
        said = _("You look on. If another game is begun here, you see that, too.")
        return paragraph(said, width, "dim")

    def _won(self, sheet: Sheet, width: int) -> Rows:
        """Say who has won, and by what if it was close."""
        known = self._stack.known
        sight = known.sight
        if sight is None:
            return [row(_("The game is over."), style="title")]
        return paragraph(known.face.narrator.winner(sight, sheet), width, "yes")

    def _points(self, sheet: Sheet, room: Room) -> Points | None:
        known = self._stack.known
        sight = known.sight
        if sight is None or not sight.state.cities:
            return None
        ties = self.ties(sight)
        return Points(
            known.game,
            sheet,
            sight.names,
            ties,
            sight.ours,
            room.symbols,
            sight.state.gone,
        )

    def _verdict(self, width: int) -> Rows:
        """Say what our own program has checked, which is no more than it could."""
        charter = self._stack.known.charter
        if charter is None:
            return ()
        if charter.suite == SEALED:
            said = _(
                "Every card, every proof and every move was checked by your program: all "
                "was as the rules have it."
            )
        else:
            said = _(
                "Every signature and every move was checked by your program: all was as "
                "the rules have it. Cards were dealt in the open at this table, so hands "
                "were no secret to the host."
            )
        return paragraph(f"{self._stack.symbols.yes} {said}", width, "sealed", indent=2)

    def _told(self, ending: Ending, width: int) -> Rows:
        """Give the lines of the end, without what is said of the log below."""
        rows: list[Row] = []
        for line in self._lines(ending):
            if not ending.log or ending.log not in line:
                rows += _line(line, width)
        return rows

    def _opened(self, width: int) -> Rows:
        """Say what was opened of what lay face down."""
        rows = list[Row]()
        for line in disclosing.all_lines(self._stack.known):
            rows += paragraph(line, width, indent=2)
        return [(), *rows] if rows else ()

    def _kept(self, log: str, width: int) -> Rows:
        later = _("Later, `{command}` shows it again.")
        said = later.format(command=typed("replay", short(log)))
        stack = self._stack
        offers = [SHOWS] if stack.known.disclosable else []
        keys = [
            (*stack.key_row(name, _(says)), *row("   "))
            for name, says in (*offers, *OFFERS)
        ]
        return [(), row(*(it for key in keys for it in key)), *paragraph(said, width)]

    # An end without a result.

    def _stopped(self, ending: Ending, width: int, room: Room) -> Rows:
        """Say why, loudly, and what can be done about it."""
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
        """Give the points as they stood."""
        sight = self._stack.known.sight
        if sight is None or not sight.state.cities:
            return ()
        points = self._points(sight.state.score(), room)
        said = row(_("The points when it stopped:"), style="title")
        return [(), said, *points.table(width)] if points else ()

    def _lines(self, ending: Ending) -> tuple[str, ...]:
        """Say how it ended; where nobody knows, what was told last."""
        known = self._stack.known
        if known.ending is None:
            return self._last_words()
        return endings.lines(ending, known.names, known.ours)

    def _last_words(self) -> tuple[str, ...]:
        """Give what was told last of the table, where nothing else was said."""
        if self._why:
            return ()
        narration = self._stack.known.narration
        told = [it.line for it in narration if it.kind in (Kind.WARNING, Kind.TABLE)]
        return tuple(told[-LAST_WORDS:])


def _line(line: str, width: int) -> Rows:
    """Draw a line of the end; commands so that they can be copied whole."""
    if line.startswith(f"{name()} "):
        return _command(line, width)
    return paragraph(line, width)


def _command(line: str, width: int) -> Rows:
    """Break a command only where the row ends: nothing is added to it or left out."""
    rows: list[Row] = []
    part = ""
    for letter in line:
        if measure(part + letter) > width:
            rows.append(row(part, style="title"))
            part = ""
        part += letter
    return [*rows, row(part, style="title")]


def _title(ending: Ending) -> str:
    """Say in a few words what an end without a result is."""
    if isinstance(ending.why, Displaced):
        return _("Another program is playing your seat")
    return _("The game has stopped")
