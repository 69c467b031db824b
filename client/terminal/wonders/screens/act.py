"""
Actions that open the boxes of 7 Wonders from any of its screens.
"""

from __future__ import annotations

from sealed_wonders.client.terminal import opening
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.wonders.screens.card import CardBox
from sealed_wonders.client.terminal.wonders.screens.city import CityBox
from sealed_wonders.client.terminal.wonders.screens.edifices import EdificesBox
from sealed_wonders.client.terminal.wonders.screens.hands import HandsBox
from sealed_wonders.client.terminal.wonders.screens.scores import ScoresBox
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.client.words.wonders.handtracker import may_remember, tracker_of
from sealed_wonders.core.game import Seat

ACTIONS = ("details", "cities", "edifices", "memory", "scores")
"""Actions of every screen, in the order in which they are offered."""


def offered(stack: Stack) -> tuple[str, ...]:
    """Return the actions that make sense now."""
    here = set(ACTIONS)
    if not _cities_stand(stack):
        here -= {"details", "cities", "scores", "memory"}
    if not edifices_lie(stack):
        here -= {"edifices"}
    if getattr(stack.base, "building", None) is None:
        here -= {"details"}
    if stack.person is None or tracker_of(stack.known) is None:
        here -= {"memory"}
    return tuple(name for name in ACTIONS if name in here)


def act(stack: Stack, action: str) -> bool:
    """
    Open the box for an action, or say why there is none; return whether it was one.
    """
    verb, _space, number = action.partition(" ")
    match verb:
        case "city" if number.isdecimal():
            _city(stack, int(number))
        case "cities":
            _city(stack, None)
        case "details":
            _details(stack)
        case "edifices":
            _edifices(stack)
        case "scores":
            if _are_cities(stack):
                stack.toggle(ScoresBox, lambda: ScoresBox(stack))
        case "memory":
            _memory(stack)
        case _:
            return False
    return True


def _cities_stand(stack: Stack) -> bool:
    sight = stack.known.sight
    return sight is not None and bool(sight.state.cities)


def edifices_lie(stack: Stack) -> bool:
    sight = stack.known.sight
    return sight is not None and bool(sight.state.projects)


def _are_cities(stack: Stack) -> bool:
    return opening.are_there(stack, _cities_stand(stack))


def _city(stack: Stack, seat: Seat | None) -> None:
    if _are_cities(stack):
        opening.city(stack, CityBox, lambda at: CityBox(stack, at), seat)


def _details(stack: Stack) -> None:
    opening.details(stack, CardBox, lambda card: CardBox(stack, card))


def _edifices(stack: Stack) -> None:
    if edifices_lie(stack):
        stack.toggle(EdificesBox, lambda: EdificesBox(stack))
    else:
        stack.say(phrases.no_edifices())


def _memory(stack: Stack) -> None:
    if not _are_cities(stack):
        return
    if not may_remember(stack.known):
        stack.say(phrases.no_memory())
    elif tracker_of(stack.known) is None:
        stack.say(phrases.nothing_kept())
    else:
        stack.toggle(HandsBox, lambda: HandsBox(stack))
