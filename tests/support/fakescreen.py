"""An empty screen, below whatever a test puts on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.signs.draw import Room, Rows, row
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.wonders.sight import view_of
from sealed_wonders.core.wonders.model import Building


class FakeScreen:
    """
    A screen of dots with a hand of which the cursor is at one card.

    Attributes:
        done: the actions that were meant for it.
    """

    title = "Fake"
    help = ("There is nothing to see here.",)
    actions: Sequence[str] = ("left", "right", "build", "enter")

    def __init__(self, stack: ScreenStack) -> None:
        self._stack = stack
        self.cursor = 0
        self.done: list[str] = []

    @property
    def called(self) -> Mapping[str, str]:
        return {"left": "move", "right": "move", "enter": "choose"}

    @property
    def building(self) -> Building | None:
        view = view_of(self._stack.known)
        held = (view.pile or view.hand) if view is not None else ()
        return held[self.cursor].face if held else None

    def draw(self, room: Room) -> Rows:
        return [row("." * room.width)] * room.height

    def act(self, action: str) -> bool:
        if action in self.actions:
            self.done.append(action)
        return action in self.actions
