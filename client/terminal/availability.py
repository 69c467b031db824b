"""Actions that every screen offers, and which of them are useful now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sealed_wonders.client.person.features import features, keyed, named
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _, marked

_IN_A_GAME, _TALK, _LEAVING, _BY_PROGRAM = keyed()

_ALWAYS = ("log", "chat", *_TALK, "command", "help", *_LEAVING, *_BY_PROGRAM)

BEFORE_A_GAME = ("ready", "trust")
AFTER_A_GAME = ("replay", "audit", "export", "analyse")
"""Actions of the lobby, and of the result, whose keys do nothing elsewhere."""

OF_PROGRAM = ("settings", "browser", "phones", "mouse", "redraw", "suspend")
"""Actions of the application, which work on every screen."""


class HelpGroup(NamedTuple):
    """Actions that the help lists together."""

    title: str
    """Marked."""
    actions: Sequence[str]


GROUPS = (
    HelpGroup(marked("Look around"), ("log",)),
    HelpGroup(
        marked("At the table"),
        ("chat", *_BY_PROGRAM, *_IN_A_GAME, *_TALK, "command"),
    ),
    HelpGroup(marked("This program"), ("help", *_LEAVING, *OF_PROGRAM)),
)
"""All actions of every screen, in the order of the help."""

ACTIONS = tuple(name for group in GROUPS for name in group.actions)


def working(stack: Stack) -> Iterator[HelpGroup]:
    """Yield the actions that would do something now; the game's own come first."""
    first, *rest = GROUPS
    looks = (*_of_game(stack), *first.actions)
    for group in (first._replace(actions=looks), *rest):
        works = tuple(name for name in group.actions if _works(stack, name))
        yield HelpGroup(_(group.title), works)


def offered(stack: Stack) -> tuple[str, ...]:
    """Return the actions that are useful now; the least common come first."""
    names = (*_IN_A_GAME, *_ALWAYS)
    some = (it for it in names if _is_offered(stack, it))
    person = stack.person
    more = (
        it.name
        for it in features()
        if person is not None and it.key is not None and it.if_room(person)
    )
    return (*_of_game(stack), *some, *more)


def _of_game(stack: Stack) -> tuple[str, ...]:
    """Return the game's own actions; none before it is shown."""
    known = stack.known
    if known.charter is None or stack.is_resuming:
        return ()
    return tuple(known.face.screens.offered(stack))


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
            is_seated = person is not None and person.seated
            return is_seated and not stack.known.is_among_bots
        case "command":
            return person is not None
    return True
