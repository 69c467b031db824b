"""Actions that every screen offers, and which of them are useful now."""

from __future__ import annotations

from sealed_wonders.client.person.features import keyed, named
from sealed_wonders.client.terminal.stack import Stack

_IN_A_GAME, _TALK, _LEAVING, _BY_PROGRAM = keyed()

_ALWAYS = ("log", "chat", *_TALK, "command", "help", *_LEAVING, *_BY_PROGRAM)

BEFORE_A_GAME = ("ready", "trust")
AFTER_A_GAME = ("replay", "audit", "export")
"""Actions of the lobby, and of the result, whose keys do nothing elsewhere."""

ACTIONS = (*_ALWAYS, *_IN_A_GAME)
"""In the order of the help, after the actions of the game itself."""


def working(stack: Stack) -> tuple[str, ...]:
    """Return the actions that would do something now, in the order of the help."""
    return (*_of_game(stack), *(it for it in ACTIONS if _works(stack, it)))


def offered(stack: Stack) -> tuple[str, ...]:
    """Return the actions that are useful now; the least common come first."""
    some = (it for it in (*_IN_A_GAME, *_ALWAYS) if _is_offered(stack, it))
    return (*_of_game(stack), *some)


def _of_game(stack: Stack) -> tuple[str, ...]:
    """Return the game's own actions; none before it begins, so that it isn't loaded."""
    known = stack.known
    return () if known.charter is None else tuple(known.face.screens.offered(stack))


def _is_offered(stack: Stack, name: str) -> bool:
    person, feature = stack.person, named(name)
    if feature is None or person is None:
        return _works(stack, name)
    return feature.in_bar(person)


def _works(stack: Stack, name: str) -> bool:
    person, feature = stack.person, named(name)
    if feature is not None:
        return name == "quit" if person is None else feature.works(person, stack.key)
    match name:
        case "log":
            return bool(stack.known.narration)
        case "chat":
            return person is not None and person.seated
        case "command":
            return person is not None
    return True
