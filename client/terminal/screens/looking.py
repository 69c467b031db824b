"""
Looking on: from which seat somebody sees a game who has none, and how they come to one.

All screens of a game show it in the same words.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import absences, handing
from sealed_wonders.client.terminal.draw import Rows, paragraph
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.tablemodel import TableModel

STEPS = {"left": 1, "up": 1, "right": -1, "down": -1}
"""How many seats on an arrow leads: who sits to the left is the next one."""


def behind(known: TableModel) -> str:
    """Say from behind whom somebody looks on who has no seat."""
    return absences.looking_on(known.names[known.me])


def to_a_seat(known: TableModel) -> Sequence[str]:
    """Say how somebody comes to a seat who never had one; nothing to anybody else."""
    if not known.handing.looks_on or known.charter is None or known.ending:
        return ()
    return handing.looking_on(known.charter, known.keyring.me)[1:]


def rows(known: TableModel, width: int) -> Rows:
    """Put that into rows."""
    return [one for line in to_a_seat(known) for one in paragraph(line, width, "dim")]


def turn(stack: Stack, action: str) -> bool:
    """Go to the next seat from which to look on, if that is what an arrow means."""
    known, person, step = stack.known, stack.person, STEPS.get(action)
    if step is None or known.ours is not None or person is None or not known.names:
        return False
    person.look_from((known.me + step) % len(known.names))
    return True
