"""
Looking on: from which seat somebody sees a game who has none, and how they come to one.

All screens of a game show it in the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.terminal import absences, handing, text
from sealed_wonders.client.terminal.draw import Rows, paragraph
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.net.words import _

STEPS = {"left": 1, "up": 1, "right": -1, "down": -1}
"""How many seats on an arrow leads: who sits to the left is the next one."""


def behind(known: TableModel) -> str:
    """Say from behind whom somebody looks on who has no seat."""
    return absences.looking_on(known.names[known.viewpoint])


def to_a_seat(known: TableModel) -> Sequence[str]:
    """Say how somebody comes to a seat who never had one; nothing to anybody else."""
    if not known.handing.looks_on or known.charter is None or known.ending:
        return ()
    return handing.to_a_seat(known)


def brief(known: TableModel) -> str:
    """Say in a few words that one looks on, where it is plain from behind whom."""
    if known.ours is not None:
        return _("The others go on without you. You look on.")
    return _("You look on (arrows: other seats).")


def ago(known: TableModel) -> str:
    """Say how long ago it was what the screen shows; nothing if it is so now."""
    if not known.late:
        return ""
    return _("{time} ago").format(time=text.duration(known.late))


def help(known: TableModel) -> Iterator[str]:
    """Say what a table shows to somebody without a seat."""
    yield _(
        "You look on, from behind one of those who play: the arrows go to the next seat, "
        "and nobody's hand is seen from any."
    )
    yield from to_a_seat(known)


SEATS = ("left", "right")
"""The actions by which one goes from seat to seat."""


def called() -> Mapping[str, str]:
    """Name these actions."""
    return dict.fromkeys(SEATS, _("seats"))


def rows(known: TableModel, width: int) -> Rows:
    """Put that into rows."""
    return [one for line in to_a_seat(known) for one in paragraph(line, width, "dim")]


def turn(stack: Stack, action: str) -> bool:
    """Go to the next seat from which to look on, if that is what an arrow means."""
    known, person, step = stack.known, stack.person, STEPS.get(action)
    if step is None or known.ours is not None or person is None or not known.names:
        return False
    person.look_from((known.viewpoint + step) % len(known.names))
    return True
