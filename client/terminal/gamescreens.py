"""
The screens of a game, for shared code: each is created, and its boxes opened, here.

A game names its screens and boxes, and adds what only that game has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screens.box import Box
    from sealed_wonders.client.terminal.screens.cardbox import OneCardBox
    from sealed_wonders.client.terminal.screens.replay import ReplayScreen
    from sealed_wonders.client.terminal.screens.result import Result
    from sealed_wonders.client.terminal.screens.seats import SeatBox


class GameScreens(ABC):
    """
    Creates the screens of one game.

    Attributes:
        actions: The game's own actions on screens, by their names in `keys.ACTIONS`,
            in the order in which they are offered.
        by_kind: Creates the bottom screens, by kind.
        end: Creates the screen for the end of a game.
        replay: Creates the screen that replays a log, at a moment and from a seat.
        city, card, scores: The boxes about a city, about a card, and with the points.
    """

    actions: ClassVar[tuple[str, ...]]
    by_kind: ClassVar[Mapping[str, Callable[[Stack], Screen]]]
    end: ClassVar[type[Result]]
    replay: ClassVar[type[ReplayScreen]]
    city: ClassVar[type[SeatBox]]
    card: ClassVar[type[OneCardBox[Any]]]
    scores: ClassVar[type[Box]]

    @abstractmethod
    def kind(self, known: TableModel) -> str:
        """Return the kind of bottom screen for the current state of a game."""

    @abstractmethod
    def stand(self, stack: Stack) -> bool:
        """Return whether there are cities to look at."""

    @abstractmethod
    def opened(self, stack: Stack, verb: str, what: str) -> bool:
        """Open a box that only this game has; return whether the action is one."""

    def offered(self, stack: Stack) -> tuple[str, ...]:
        """Return the `actions` that are useful now."""
        if not self.stand(stack):
            return ()
        there = getattr(stack.base, "building", None) is not None
        return tuple(name for name in self.actions if name != "details" or there)

    def act(self, stack: Stack, action: str) -> bool:
        """
        Open the box for an action, or say why there is none; return whether it was one.
        """
        verb, _space, what = action.partition(" ")
        match verb:
            case "city" if what.isdecimal():
                self._city(stack, int(what))
            case "cities":
                self._city(stack, None)
            case "details":
                self.explain(stack)
            case "scores":
                if self.are_there(stack):
                    stack.toggle(self.scores, lambda: self.scores(stack))
            case _:
                return self.opened(stack, verb, what)
        return True

    def are_there(self, stack: Stack) -> bool:
        """Return whether there are cities to look at; show a message if not."""
        stand = self.stand(stack)
        if not stand:
            stack.say(text.no_cities())
        return stand

    def _city(self, stack: Stack, seat: Seat | None) -> None:
        """Open the box of a seat's city; None toggles that of the left neighbour."""
        sight = stack.known.sight
        if not self.are_there(stack) or sight is None:
            return
        if seat is None:
            left = sight.left(sight.viewpoint)
            stack.toggle(self.city, lambda: self.city(stack, left))
        elif seat < len(sight.names):
            stack.toggle_off(self.city)
            stack.open(self.city(stack, seat))

    def explain(self, stack: Stack) -> None:
        """Toggle the box of the card at the cursor, or show that there is none."""
        thing = getattr(stack.base, "building", None)
        if stack.toggle_off(self.card):
            return
        if thing is None:
            stack.say(_("There is no card here to look at."))
        else:
            stack.open(self.card(stack, thing))
