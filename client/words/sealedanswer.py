"""The answer to a question, and what sealed it: the person or a timeout."""

from __future__ import annotations

import enum
from typing import NamedTuple

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.words.menu import Menu
from sealed_wonders.core.game import Move
from sealed_wonders.net.words import _


class Overdue(enum.Enum):
    """How a move came to be sealed at a timeout."""

    LAID = enum.auto()
    """The move that the person had laid down."""
    DEFAULT = enum.auto()
    """The default move of the rules, because nothing was laid down."""


class Sealed(NamedTuple):
    """A sealed answer."""

    move: Move
    overdue: Overdue | None = None
    """None if the person answered in time."""


def sentence(sealed: Sealed, menu: Menu | None) -> str:
    """Return which move was sealed, in the words of the menu it was chosen from."""
    move = menu.in_words(sealed.move) if menu is not None else sealed.move.text
    match sealed.overdue:
        case Overdue.LAID:
            said = _(
                "Your time was up, so your program sealed what you had laid down: "
                "{move}."
            )
        case Overdue.DEFAULT:
            said = _("Your time was up, so your program chose: {move}.")
        case None:
            said = _("Sealed and sent: {move}.")
    return said.format(move=move)


def overdue_sentence(overdue: Overdue) -> str:
    """Return why the clock sealed a choice, without the move."""
    if overdue is Overdue.LAID:
        return _("Time's up: what you had laid down was sealed.")
    return _("Time's up: your program chose for you.")


def not_written(why: OSError) -> str:
    said = _("Your choice couldn't be saved, so it wasn't sent: {why}. Choose again.")
    return said.format(why=retold(why))
