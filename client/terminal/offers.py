"""
What is offered at every screen, and what of that means something just now.
"""

from __future__ import annotations

from sealed_wonders.client.terminal.features import features, named
from sealed_wonders.client.terminal.stack import Stack

ACTIONS = (
    "without",
    "log",
    "chat",
    "command",
    "words",
    "compare",
    "pause",
    "break",
    "mute",
    "help",
    "quit",
    "bot",
)
"""In the order in which they are offered, after those of the game that is played."""


def actions(stack: Stack) -> tuple[str, ...]:
    """Give all that can be done at every screen, at some time or other."""
    return (*stack.known.face.screens.actions, *ACTIONS)


def absent(stack: Stack) -> tuple[str, ...]:
    """Give those that can't mean anything to whoever is here."""
    known = stack.known
    none = tuple(it.name for it in features() if it.playing and not it.watching)
    return (
        *known.face.screens.absent(known),
        *(none if known.has_no_seat else ()),
    )


def offered(stack: Stack) -> tuple[str, ...]:
    """Give those which mean something just now."""
    # Before a game begins nothing of it needs to be loaded.
    begun = stack.known.charter is not None
    return (
        *(stack.known.face.screens.offered(stack) if begun else ()),
        *(name for name in ACTIONS if _is_offered(stack, name)),
    )


def _is_offered(stack: Stack, name: str) -> bool:
    person, feature = stack.person, named(name)
    if feature is not None and name != "quit":
        return person is not None and feature.in_bar(person)
    match name:
        case "log":
            return bool(stack.known.narration)
        case "chat" | "command":
            return person is not None
    return True
