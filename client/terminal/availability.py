"""Actions that every screen offers, and which of them are useful now."""

from __future__ import annotations

from sealed_wonders.client.person.features import features, keyed, named
from sealed_wonders.client.terminal.stack import Stack

_IN_A_GAME, _TALK, _LEAVING, _BY_PROGRAM = keyed()

_ALWAYS = ("log", "chat", *_TALK, "command", "help", *_LEAVING, *_BY_PROGRAM)

BEFORE_A_GAME = ("ready", "trust")
AFTER_A_GAME = ("replay", "audit", "export")
"""Actions of the lobby, and of the result, whose keys do nothing elsewhere."""

ACTIONS = (*_ALWAYS, *_IN_A_GAME)
"""In the order of the help, after the actions of the game itself."""


def actions(stack: Stack) -> tuple[str, ...]:
    """Return all actions that every screen can have."""
    return (*stack.known.face.screens.actions, *ACTIONS)


def absent(stack: Stack) -> tuple[str, ...]:
    """Return the actions that are impossible for this person."""
    known = stack.known
    none = tuple(it.name for it in features() if it.playing and not it.watching)
    return (
        *known.face.screens.absent(known),
        *(none if known.has_no_seat else ()),
    )


def offered(stack: Stack) -> tuple[str, ...]:
    """Return the actions that are useful now; the least common come first."""
    # Before a game begins, nothing of it should be loaded.
    begun = stack.known.charter is not None
    return (
        *(stack.known.face.screens.offered(stack) if begun else ()),
        *(it for it in (*_IN_A_GAME, *_ALWAYS) if _is_offered(stack, it)),
    )


def _is_offered(stack: Stack, name: str) -> bool:
    person, feature = stack.person, named(name)
    if feature is not None:
        return name == "quit" if person is None else feature.in_bar(person)
    match name:
        case "log":
            return bool(stack.known.narration)
        case "chat" | "command":
            return person is not None
    return True
