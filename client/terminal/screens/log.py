"""
Box with the whole narration, including chat, for rereading.

Players see it as "Log". It isn't the signed log of a game (`net.log`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.draw import Piece, Row, Rows, paragraph, piece, row
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.terminal.messages import STYLES, tidy
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.net.words import _, language

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

PARTS: Sequence[tuple[LineKind, ...]] = (
    tuple(LineKind),
    (LineKind.GAME, LineKind.SHELL),
    (LineKind.CHAT, LineKind.TABLE, LineKind.WARNING),
)
"""Kinds of lines that can be selected: all, only the game, only people."""

INDENT = 2
"""Columns by which lines are indented below the heading of their turn."""


class LogBox(Box):
    """The whole narration, the latest last."""

    follows = True
    widest = 110

    def __init__(self, stack: Stack) -> None:
        super().__init__(stack)
        self._part = 0
        self._made: tuple[object, ...] = ()
        """Arguments for which `_rows` was drawn."""
        self._rows: Rows = ()
        self._turns: list[int] = []
        """Rows at which turns begin."""

    @property
    def title(self) -> str:
        return _("Log")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "Everything that has happened since you sat down, newest last. Below "
                "it is what the table is waiting for, in detail."
            ),
            _(
                "Left and Right go to the previous and the next turn; 1 shows "
                "everything, 2 only the game, 3 only what people said and did."
            ),
        )

    @property
    def sideways(self) -> str:
        return _("turn") if self._last_first else ""

    def heading(self) -> Row:
        """Return the title, with the selection of kinds."""
        names = (_("all"), _("game"), _("people"))
        pieces: list[Piece] = [piece(self.title, "title")]
        for index, name in enumerate(names):
            style = "cursor" if index == self._part else "dim"
            said = f" {index + 1} {name} "
            pieces += [piece("  "), piece(said, style, f"digit {index + 1}")]
        return tuple(pieces)

    def act(self, action: str) -> bool:
        match action:
            case "digit 1" | "digit 2" | "digit 3":
                self._part = int(action[-1]) - 1
                self._first = None
            case _:
                return super().act(action)
        return True

    def turn(self, step: int) -> None:
        at = self._last_first if self._first is None else self._first
        if step < 0:
            before = [start for start in self._turns if start < at]
            self.show_from(before[-1] if before else 0)
        else:
            after = [start for start in self._turns if start > at]
            self.show_from(after[0] if after else self._last_first)

    def rows(self, width: int, height: int) -> Rows:
        narration = self.stack.known.narration
        self.stack.messages.read_all()
        made = (id(narration), narration.total, width, self._part, language())
        if made != self._made:
            self._made = made
            self._rows = self._write(narration, width)
        now = self._now(width)
        return (*self._rows, *now) if now else self._rows

    def _now(self, width: int) -> Rows:
        """Draw what keeps the table, in more detail than below the screens."""
        known = self.stack.known
        is_kept = known.ending is None and not waits.is_our_turn(known)
        said = waits.now_of(known) if is_kept else ""
        if not said or LineKind.TABLE not in PARTS[self._part]:
            return ()
        return [(), *paragraph(_("Now: {what}").format(what=said), width, "dim")]

    def _write(self, narration: Sequence[NarratedLine], width: int) -> Rows:
        rows: list[Row] = []
        self._turns = []
        kinds, turn = PARTS[self._part], None
        for told in narration:
            if told.kind not in kinds:
                continue
            begins = told.turn not in (None, turn)
            if told.turn is None and turn is not None and rows[-1]:
                rows.append(())  # after a turn, and before the next one
            if begins:
                turn = told.turn
                if rows:
                    rows.append(())
                self._turns.append(len(rows))
            rows += self._told(told, width, begins=begins)
        return rows or [row(_("Nothing has happened yet."))]

    def _told(self, told: NarratedLine, width: int, *, begins: bool) -> Iterator[Row]:
        """Draw a line, below a heading if it is the first of a turn."""
        line, style = tidy(told.line), STYLES[told.kind]
        if told.turn is None:
            yield from paragraph(line, width, style, indent=2)
            return
        heading = self.stack.known.face.narrator.heading(told.turn)
        is_headed = line.startswith(heading)
        if begins and is_headed and line != heading:
            # The line also serves as the heading.
            yield from paragraph(line, width, style, indent=2)
            return
        if begins:
            yield (piece(heading.rstrip(".: \xa0"), "title"),)
        if is_headed:
            line = line.removeprefix(heading).lstrip()
        if line:
            for one in paragraph(line, width - INDENT, style, indent=2):
                yield row(" " * INDENT, one)
