"""
Screens that all games share: each draws what the player knows, and acts on their keys.

A screen draws into a given room and has no state but its cursor. It knows neither keys
nor a terminal: actions arrive by name, as in `keys.ACTIONS`. The screens of one game
are in that game's own package, and `sealed_wonders.client.terminal.screenstack` shows
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from sealed_wonders.client.signs.draw import Room, Rows


class Screen(Protocol):
    """
    One screen, or a box that lies on top of one.

    A screen may also have these optional attributes:
        wakes: time at which it must be drawn again; None for never.
        building: the card at its cursor, for details; None if there is none.
        keys: further actions that work here and that the help lists, though not the
            line of keys.
        decisive: further actions that decide something, besides `keyguard.DECISIVE`.
        stays: whether a new question leaves it open.
        insists: whether no keys but its own and that of the help work.
        any_key: whether any key, even that of the help, does what its own keys do.
        place: returns the column and row for a box in a room, given its width and
            height; without it, the box is centred.
    """

    @property
    def title(self) -> str:
        """Title of the screen, in a word or two."""

    @property
    def help(self) -> Sequence[str]:
        """Sentences for somebody who sees the screen for the first time."""

    @property
    def actions(self) -> Sequence[str]:
        """Actions that do something now, the most useful first."""

    @property
    def called(self) -> Mapping[str, str]:
        """
        Labels of the keys here, a word or two each, by action.

        Every key without a label in `keys` needs one. Consecutive actions with the same
        label share it, as in ``↑ ↓ scroll``.
        """

    def draw(self, room: Room) -> Rows:
        """Draw the screen, at most as wide and as high as *room*."""

    def act(self, action: str) -> bool:
        """Carry out an action, and return whether it means anything here."""
