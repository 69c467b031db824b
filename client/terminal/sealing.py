"""
A choice that was sealed, and what sealed it: the person, or the end of their time.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal.menu import Menu
from sealed_wonders.core.game import Move
from sealed_wonders.net.words import _


class Overdue(enum.Enum):
    """What became of a choice because time was out."""

    LAID = enum.auto()
    """What the person had laid down was sealed."""
    DEFAULT = enum.auto()
    """Nothing lay there, so the program chose what the rules have for that."""


class Sealed(NamedTuple):
    """What was answered to a question."""

    move: Move
    overdue: Overdue | None = None
    """None if the person answered in time."""


def sentence(sealed: Sealed, menu: Menu | None) -> str:
    """Say what was sealed, in the words of the menu it was chosen from."""
    move = menu.in_words(sealed.move) if menu is not None else sealed.move.text
    match sealed.overdue:
        case Overdue.LAID:
            said = _("Time was out, so what you had laid down was sealed: {move}.")
        case Overdue.DEFAULT:
            said = _("Time was out, so your program chose: {move}.")
        case None:
            said = _("Sealed and sent: {move}.")
    return said.format(move=move)


def overdue_sentence(overdue: Overdue) -> str:
    """Say why the clock sealed a choice, where it is seen which one."""
    if overdue is Overdue.LAID:
        return _("Time was out: what you had laid down was sealed.")
    return _("Time was out: your program chose for you.")


def not_written(why: OSError) -> str:
    said = _("That could not be written down, so nothing is sent: {why}. Choose again.")
    return said.format(why=retold(why))
