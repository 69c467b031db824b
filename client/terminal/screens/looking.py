"""
Text for spectators: from which seat they watch, and how they can get a seat.

All screens of a game use these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.person import handing
from sealed_wonders.client.signs.draw import Rows, paragraph
from sealed_wonders.client.tablewords import absences
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _

STEPS = {"left": 1, "up": 1, "right": -1, "down": -1}
"""Seats by which an arrow moves the viewpoint; the left neighbour is the next seat."""


def behind(known: TableModel) -> str:
    """Return the sentence for the seat from which a spectator watches."""
    return absences.looking_on(known.names[known.viewpoint])


def to_a_seat(known: TableModel) -> Sequence[str]:
    """
    Return how a spectator who never had a seat can get one; empty for anybody else.
    """
    if not known.handing.looks_on or known.charter is None or known.ending:
        return ()
    return handing.to_a_seat(known)


def brief(known: TableModel) -> str:
    """Return a few words about watching, for places that show the seat otherwise."""
    if known.ours is not None:
        return _("The others are playing on without you. You are watching.")
    return _("You are watching (arrows: other seats).")


def ago(known: TableModel) -> str:
    """Return by how much the screen is delayed, in words; empty if it isn't."""
    if not known.late:
        return ""
    return _("{time} ago").format(time=text.duration(known.late))


def help(known: TableModel) -> Iterator[str]:
    """Yield help sentences about what a table shows to spectators."""
    yield _(
        "You are watching over a player's shoulder, but you see nobody's hand. The "
        "arrows take you to the other seats."
    )
    yield from to_a_seat(known)


SEATS = ("left", "right")
"""Actions that move from seat to seat."""


def called() -> Mapping[str, str]:
    """Return what these actions do, in a word."""
    return dict.fromkeys(SEATS, _("seats"))


def rows(known: TableModel, width: int) -> Rows:
    """Draw `to_a_seat`."""
    return [one for line in to_a_seat(known) for one in paragraph(line, width, "dim")]


def turn(stack: Stack, action: str) -> bool:
    """Move the viewpoint by an arrow key, and return whether the action was one."""
    known, person, step = stack.known, stack.person, STEPS.get(action)
    if step is None or known.ours is not None or person is None or not known.names:
        return False
    person.look_from((known.viewpoint + step) % len(known.names))
    return True
