"""
What is offered at every screen, and what of that means something just now.
"""

from __future__ import annotations

from sealed_wonders.client.terminal.features import features, keyed, named
from sealed_wonders.client.terminal.stack import Stack

_IN_A_GAME, _TALK, _LEAVING, _BY_PROGRAM = keyed()

_ALWAYS = ("log", "chat", *_TALK, "command", "help", *_LEAVING, *_BY_PROGRAM)

ACTIONS = (*_ALWAYS, *_IN_A_GAME)
"""In the order of the help, after those of the game that is played."""


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
    """Give those which mean something just now, those first that seldom do."""
    # Before a game begins nothing of it needs to be loaded.
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
