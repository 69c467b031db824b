"""
Laying down a choice: like a card on a table, it can be taken back until it is sealed.

Hands, sides and the discard pile all use this. If there are several ways to carry out a
choice, such as payments, the first one is laid down and can be replaced by another.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    clip,
    ends,
    measure,
    piece,
    row,
    wrapped,
)
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.words import sealedanswer
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack
    from sealed_wonders.client.view.menu import MenuMove

HURRY = 10
"""Seconds left from which time is short."""


class Laying:
    """
    The choice that is laid down for the open question.

    It disappears once the question has an answer, or another question comes up.
    """

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._ways: tuple[MenuMove, ...] = ()
        self._at = 0
        self._phase = -1
        """Phase of the question for which it was laid down."""
        self._given: tuple[int, MenuMove] | None = None
        """The phase of the last question we answered, and the answer."""

    @property
    def actions(self) -> Sequence[str]:
        """Actions on the choice that is laid down; digits also choose a way."""
        if not self.ways:
            return ()
        return ("enter", "back", *(("up", "down") if len(self.ways) > 1 else ()))

    def called(self, choose: str = "") -> Mapping[str, str]:
        """
        Return what keys do with a choice, by action.

        Args:
            choose: what Enter does while nothing is laid down.
        """
        seals = bool(self.ways) or not (choose and self._stack.settings.confirm)
        called = {"enter": _("seal") if seals else choose, "back": _("take back")}
        if len(self.ways) > 1:
            called |= dict.fromkeys(("up", "down"), _("another way"))
        return called

    @property
    def is_open(self) -> bool:
        """Whether a question is open and not yet answered."""
        known, person = self._stack.known, self._stack.person
        return person is not None and known.asked and person.can_choose

    @property
    def is_waited_for(self) -> bool:
        """Whether a question is answered, and the answer isn't sealed yet."""
        known = self._stack.known
        return known.asked and not self.is_open and self._stack.person is not None

    def say_closed(self) -> None:
        """Say why nothing can be chosen."""
        known = self._stack.known
        if self.is_waited_for:
            said = _("Your choice is being sealed.")
        elif known.sealed:
            said = _("You have made your choice and can no longer change it.")
        else:
            said = waits.why_not_asked(known)
        self._stack.say(said)

    @property
    def ways(self) -> tuple[MenuMove, ...]:
        """All ways to carry out the choice; empty if nothing is laid down."""
        menu = self._stack.known.menu
        same = menu is not None and menu.question.phase == self._phase
        return self._ways if same and self.is_open else ()

    @property
    def laid(self) -> MenuMove | None:
        """The choice that is laid down, in its current way; None if nothing is."""
        return self.ways[self._at] if self.ways else None

    def lay(self, uses: Sequence[MenuMove]) -> None:
        """
        Lay down a choice, in the first of several ways.

        If there is only one way, and the setting `confirm` is off, the choice is sealed
        at once.
        """
        menu = self._stack.known.menu
        if not self.is_open or menu is None:
            self.say_closed()
            return
        self._ways, self._at, self._phase = tuple(uses), 0, menu.question.phase
        self._note()
        if len(self._ways) == 1 and not self._stack.settings.confirm:
            self.seal()

    def choose(self, way: int) -> bool:
        """Choose one of the ways, from 0, and return whether it exists."""
        if not 0 <= way < len(self.ways):
            return False
        self._at = way
        self._note()
        return True

    def _note(self) -> None:
        """Report the choice to the person object, which seals it if time runs out."""
        if self._stack.person is not None:
            self._stack.person.lay(self.laid)

    def seal(self, move: MenuMove | None = None) -> None:
        """
        Answer the open question, and show the answer while it is being sealed.

        Args:
            move: the answer; by default, the choice that is laid down.
        """
        move = move or self.laid
        self._ways = ()
        menu, person = self._stack.known.menu, self._stack.person
        if move is not None and menu is not None and person is not None:
            self._given = menu.question.phase, move
            person.choose(move)

    def take_back(self) -> bool:
        """Take the choice back, and return whether there was one."""
        lay = bool(self.ways)
        self._ways = ()
        self._note()
        return lay

    def act(self, action: str) -> bool:
        """Carry out an action on the choice, and return whether it means anything."""
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
        """
        Draw a sealed choice in as many rows as it needs; anything else in one row.
        """
        known, symbols = self._stack.known, self._stack.symbols
        if self.laid is not None or self.is_waited_for or known.sealed is None:
            return (self.row(width),)
        first, *more = wrapped(self.answer(), width - 2)
        rows = [first, *(row("  ", one) for one in more)]
        if len(rows) > height:
            rows[height - 1] = (*rows[height - 1], piece(symbols.more, "sealed"))
        return tuple(rows[:height])

    def row(self, width: int) -> Row:
        """Draw the choice that is laid down or sealed; empty if there is none."""
        symbols = self._stack.symbols
        if self.laid is not None:
            keys = row(
                piece("  "),
                self._stack.key_row("enter", _("seals it")),
                piece("  "),
                self._stack.key_row("back", _("takes it back")),
            )
            left = width - measure(keys)
            said = self._written(self.laid, "laid")
            return clip((*clip(said, left, symbols.more), *keys), width)
        return clip(self.answer(), width, symbols.more)

    def answer(self) -> Row:
        """Draw a choice that is being sealed, or is sealed; empty if there is none."""
        known, symbols = self._stack.known, self._stack.symbols
        if self.is_waited_for:
            return self._being_sealed()
        if known.sealed is not None:
            sealed = sealedanswer.sentence(known.sealed, known.menu)
            return row(f"{symbols.sealed} {sealed}", style="sealed")
        return ()

    def _being_sealed(self) -> Row:
        """Draw the answer that our program is sealing; empty if we didn't lay it."""
        menu, given = self._stack.known.menu, self._given
        if menu is None or given is None or menu.question.phase != given[0]:
            return ()
        return self._written(given[1], "dim")

    def _written(self, move: MenuMove, style: str) -> Row:
        said = f"{move.whole[:1].upper()}{move.whole[1:]}"
        return row(f"{self._stack.symbols.laid} {said}", style=style)


def at_time_out(stack: Stack) -> str:
    """
    Return what happens when time is up; empty as long as more than `HURRY` is left.
    """
    deadline, person = stack.known.deadline, stack.person
    if deadline is None or person is None or _seconds(stack, deadline) > HURRY:
        return ""
    menu, lies = stack.known.menu, person.lies
    if menu is None or not stack.known.asked or not person.can_choose:
        return ""
    if lies is not None:
        return _("At 0:00 your program seals: {move}").format(move=lies.whole)
    default = menu.in_words(menu.question.default)
    return _("At 0:00 your program chooses: {move}").format(move=default)


def headed(title: Row, stack: Stack, width: int) -> Row:
    """
    Draw the heading of a choice outside of turns, with the time left.

    If time is short, the heading is replaced by what happens when it is up.
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
