"""
Screens: what is drawn of what a person knows, and what their actions do there.

A screen draws into a room it is given and keeps nothing but where its cursor is. It knows
neither keys nor a terminal: actions come by their names, as in `keys.ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sealed_wonders.client.terminal.draw import Room, Rows


class Screen(Protocol):
    """
    One screen, or one box that lies on top of it.

    Besides what is below, a screen may have:
        wakes: the moment at which it wants to be drawn again; None for none.
        building: the card its cursor is at, for details; None for none.
        called: what actions are called just now, where it isn't what `keys` calls them.
        decisive: what else may decide something there, besides `keyguard.DECISIVE`.
        stays: it isn't taken away by a new question.
        place: gives the column and the row where a box lies in a room, by its width and
            height; without it, in the middle.
    """

    @property
    def title(self) -> str:
        """What it is, in a word or two."""

    @property
    def help(self) -> Sequence[str]:
        """What somebody who sees it for the first time should know: some sentences."""

    @property
    def actions(self) -> Sequence[str]:
        """What can be done just now, the most useful first."""

    def draw(self, room: Room) -> Rows:
        """Draw it, at most as wide and as high as *room*."""

    def act(self, action: str) -> bool:
        """Do something; tells whether it means anything here."""
