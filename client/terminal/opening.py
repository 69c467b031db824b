"""
Opening the boxes that every game has: on a city, on the item at the cursor.

Tables are opened in `screens.opening`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screens import Screen
    from sealed_wonders.client.terminal.stack import Stack


def are_there(stack: Stack, stand: bool) -> bool:
    """Return whether there are cities to look at; show a message if not."""
    if not stand:
        stack.say(text.no_cities())
    return stand


def city(
    stack: Stack, box: type, make: Callable[[Seat], Screen], seat: Seat | None
) -> None:
    """
    Open the box of a seat's city, replacing an open one.

    Args:
        box: The class of the box.
        make: Creates the box.
        seat: None toggles the box of the left neighbour.
    """
    sight = stack.known.sight
    if sight is None:
        return
    if seat is None:
        left = sight.left(sight.viewpoint)
        stack.toggle(box, lambda: make(left))
    elif seat < len(sight.names):
        for overlay in stack.overlays:
            if isinstance(overlay, box):
                stack.close(overlay)
                break
        stack.open(make(seat))


def details(stack: Stack, box: type, make: Callable[[Any], Screen]) -> None:
    """Toggle the box of the item at the cursor, or show that there is none."""
    thing = getattr(stack.base, "building", None)
    if stack.toggle_off(box):
        return
    if thing is None:
        stack.say(_("There is no card here to look at."))
    else:
        stack.open(make(thing))
