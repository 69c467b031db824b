"""
What is offered at every screen, and what of that means something just now.
"""

from __future__ import annotations

from sealed_wonders.client.terminal.gamescreens import gamescreens
from sealed_wonders.client.terminal.retiming import has_answered
from sealed_wonders.client.terminal.stack import Stack

ACTIONS = (
    "without",
    "log",
    "chat",
    "command",
    "words",
    "compare",
    "pause",
    "mute",
    "help",
    "quit",
    "bot",
)
"""In the order in which they are offered, after those of the game that is played."""

OF_SEATS = ("without", "words", "pause", "bot")
"""Those which mean something to whoever has a seat."""


def actions(stack: Stack) -> tuple[str, ...]:
    """Give all that can be done at every screen, at some time or other."""
    return (*gamescreens(stack.known.game).actions, *ACTIONS)


def absent(stack: Stack) -> tuple[str, ...]:
    """Give those that can't mean anything to whoever is here."""
    known = stack.known
    none = OF_SEATS if known.has_no_seat else ()
    return (*gamescreens(known.game).absent(known), *none)


def offered(stack: Stack) -> tuple[str, ...]:
    """Give those which mean something just now."""
    # Before a game begins nothing of it needs to be loaded.
    begun = stack.known.charter is not None
    here = {*ACTIONS} - {
        "words",
        "compare",
        "mute",
        "pause",
    }  # which few need, and the help names
    is_asked = not has_answered(stack.known)
    stands_still = stack.known.standstill is not None
    if is_asked or (stands_still and stack.known.ours is not None):
        here |= {"pause"}
    if stack.person is not None and stack.person.comparing.asks:
        here |= {"compare"}
    absence = stack.known.absence
    known = stack.known
    may_move = bool(known.may_host or known.elsewhere or known.halted)
    may = may_move or bool(absence.asks or absence.offered)
    if stack.person is None or not may:
        here -= {"without"}
    if not stack.known.narration:
        here -= {"log"}
    if stack.person is None:
        here -= {"chat", "command"}
    if stack.person is None or not stack.person.handing.may_play_alone:
        here -= {"bot"}
    return (
        *(gamescreens(stack.known.game).offered(stack) if begun else ()),
        *(name for name in ACTIONS if name in here),
    )
