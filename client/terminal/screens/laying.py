"""
Laying a choice down, as a card on a table of wood: it can be taken back until it is sealed.

One and the same for hands, sides and the discard. Where there are several ways to do a
thing, payments say, the first one lies there and another one can be put in its place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal import sealing
from sealed_wonders.client.terminal.draw import (
    Row,
    Rows,
    clip,
    ends,
    measure,
    piece,
    row,
    wrapped,
)
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.menu import Use
    from sealed_wonders.client.terminal.stack import Stack

HURRY = 10
"""Seconds left at which time runs short."""


class Laying:
    """
    What one has laid down of the open question.

    It is gone by itself when the question is answered, or another one is asked.
    """

    actions = ("enter", "back")
    """What can be done while something lies there; besides, digits choose a way."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._ways: tuple[Use, ...] = ()
        self._at = 0
        self._phase = -1
        """That of the question for which it was laid down."""

    @property
    def is_open(self) -> bool:
        """Something is asked, and nothing answered yet."""
        known, person = self._stack.known, self._stack.person
        return person is not None and known.asked and person.can_choose

    @property
    def is_waited_for(self) -> bool:
        """It is answered, and isn't sealed yet."""
        known = self._stack.known
        return known.asked and not self.is_open and self._stack.person is not None

    @property
    def ways(self) -> tuple[Use, ...]:
        """All ways to do what is laid down; empty if nothing is."""
        menu = self._stack.known.menu
        same = menu is not None and menu.question.phase == self._phase
        return self._ways if same and self.is_open else ()

    @property
    def laid(self) -> Use | None:
        """What lies there; None if nothing does."""
        return self.ways[self._at] if self.ways else None

    def lay(self, uses: Sequence[Use]) -> None:
        """
        Lay down a choice, in the first of several ways.

        Whoever doesn't want to be asked seals it with that, if there is but one way.
        """
        menu = self._stack.known.menu
        if not self.is_open or menu is None:
            self._stack.say(_("Nothing can be chosen just now."))
            return
        self._ways, self._at, self._phase = tuple(uses), 0, menu.question.phase
        self._note()
        if len(self._ways) == 1 and not self._stack.settings.confirm:
            self.seal()

    def choose(self, way: int) -> bool:
        """Take one of the ways; tells whether there is one of that number, from 0."""
        if not 0 <= way < len(self.ways):
            return False
        self._at = way
        self._note()
        return True

    def _note(self) -> None:
        """Let be known what lies there: it is what is sealed when time is out."""
        if self._stack.person is not None:
            self._stack.person.lay(self.laid)

    def seal(self) -> None:
        """Answer with what lies there, for good."""
        laid, person = self.laid, self._stack.person
        self._ways = ()
        if laid is not None and person is not None:
            person.choose(laid)

    def take_back(self) -> bool:
        """Take it back; tells whether anything lay there."""
        lay = bool(self.ways)
        self._ways = ()
        self._note()
        return lay

    def act(self, action: str) -> bool:
        """Do something with what lies there; nothing is done if nothing lies there."""
        if not self.ways:
            return False
        verb, _space, number = action.partition(" ")
        match verb:
            case "enter":
                self.seal()
            case "back":
                self.take_back()
            case "up" | "down" if len(self.ways) > 1:
                step = 1 if verb == "down" else -1
                self.choose((self._at + step) % len(self.ways))
            case "digit" | "way" if number.isdecimal():
                return self.choose(int(number) - 1)
            case _:
                return False
        return True

    def rows(self, width: int, height: int) -> Rows:
        """Say what was sealed in as many rows as it takes; else it is one row."""
        known = self._stack.known
        if self.laid is not None or self.is_waited_for or known.sealed is None:
            return (self.row(width),)
        symbols = self._stack.symbols
        said = f"{symbols.sealed} {sealing.sentence(known.sealed, known.menu)}"
        first, *more = wrapped(row(said, style="sealed"), width - 2)
        rows = [first, *(row("  ", one) for one in more)]
        if len(rows) > height:
            rows[height - 1] = (*rows[height - 1], piece(symbols.more, "sealed"))
        return tuple(rows[:height])

    def row(self, width: int) -> Row:
        """Say what lies there, or was sealed; nothing while nothing is chosen."""
        symbols, known = self._stack.symbols, self._stack.known
        if self.laid is not None:
            whole = self.laid.whole
            keys = row(
                piece("  "),
                self._stack.key_row("enter", _("seals it")),
                piece("  "),
                self._stack.key_row("back", _("takes it back")),
            )
            left = width - measure(keys)
            said = row(f"{symbols.chosen} {whole[:1].upper()}{whole[1:]}", style="laid")
            return clip((*clip(said, left, symbols.more), *keys), width)
        if self.is_waited_for:
            said = row(_("Your choice is being sealed."), style="dim")
        elif known.sealed is not None:
            sealed = sealing.sentence(known.sealed, known.menu)
            said = row(f"{symbols.sealed} {sealed}", style="sealed")
        else:
            return ()
        return clip(said, width, symbols.more)


def at_time_out(stack: Stack) -> str:
    """Say what is done when time is out, as it runs short; nothing before."""
    deadline, person = stack.known.deadline, stack.person
    if deadline is None or person is None or _seconds(stack, deadline) > HURRY:
        return ""
    menu, lies = stack.known.menu, person.lies
    if menu is None or not stack.known.asked or not person.can_choose:
        return ""
    if lies is not None:
        return _("At 0:00 this is sealed: {move}").format(move=lies.whole)
    default = menu.in_words(menu.question.default)
    return _("At 0:00 your program chooses: {move}").format(move=default)


def headed(title: Row, stack: Stack, width: int) -> Row:
    """
    Draw the head of a choice that isn't one of a turn, and how much time is left.

    As time runs short it says what is done at its end.
    """
    deadline, symbols = stack.known.deadline, stack.symbols
    if deadline is None or not stack.known.asked:
        return ends(title, (), width, symbols.more)
    left = _seconds(stack, deadline)
    then = at_time_out(stack)
    style = "hurry" if left <= HURRY else "title"
    clock = row(f"{left // 60}:{left % 60:02}", style=style)
    return ends(row(then, style="hurry") if then else title, clock, width, symbols.more)


def _seconds(stack: Stack, deadline: float) -> int:
    return max(0, math.ceil(deadline - stack.seconds()))
