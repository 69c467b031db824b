"""
The keys listed below screens: each has a label, and does something.

This is tried in scenes of both games, with all boxes that can be opened there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from sealed_wonders.client.person.keys import DIGIT
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.table.actions import Action, ShowPresence
from sealed_wonders.client.terminal.stack import KeyItem
from tests.support.scenes import SCENES, PlayedScene
from tests.support.thorough import only

ALIKE = {
    *(
        "seven",
        "clocks",
        "hurry",
        "end of an evening",
        "end of seven",
        "last of an evening",
    ),
    *("lobby of an evening", "lobby of seven", "rescuing lobby", "looking on"),
    *("five", "waiting", "gone", "architects of seven", "end with both"),
}
"""Scenes that offer the same keys as others."""

LONG = {
    *("penalty", "one more leader", "taking part", "burying", "recruitment"),
    *("end of architects", "stage of architects", "leaders and edifices"),
    *("token of architects", "battle of architects", "ways", "rescuable"),
    *("first", "full", "fullest", "power", "leaving", "architects"),
    *("search of another", "substitute", "asked to play on"),
}
"""Scenes whose keys all have labels that occur in other scenes as well."""

SHOW_A_TURN = {"fullest"}
"""Scenes whose first key would only close the result of a turn, as in "reveal"."""

LEAVING = {"quit", "audit", "replay", "export"}
"""Actions that leave a scene or start another program; scenes only simulate them."""

KINDS = sorted(SCENES.keys() - ALIKE)

UNDONE_BY = {"bot": "bot", "swap": "swap", "up": "down", "down": "up"}
"""The action that undoes another one, unless that is "back"."""

FINAL = {"nothing", "ready", "enter", "pause"}
"""Actions that may be impossible to undo, and are therefore done last."""

DEPTH = 2
"""Number of keys that are pressed one after the other."""


class WatchedScene:
    """A scene that records everything sent to the host."""

    def __init__(self, folder: Path, name: str, path: Sequence[str]) -> None:
        """Begin the scene and press the keys in `path`."""
        self.scene = PlayedScene(folder, name)
        self.stack = self.scene.stack
        self.sent: list[Action] = []
        connection = self.scene.human.person.table
        do = connection.do

        def noted(action: Action) -> bool:
            if not isinstance(action, ShowPresence):
                self.sent.append(action)
            return do(action)

        connection.do = noted  # type: ignore[method-assign]
        self.scene.draw()
        if name in SHOW_A_TURN:
            self.scene.act("enter")
        self._first = [*self.stack.overlays]
        self.scene.act(*path)

    def offered(self) -> Sequence[KeyItem]:
        return self.stack.key_items(self.stack.top, self.stack._offered())

    def state(self) -> object:
        """Return everything that a key can change, except a notice."""
        self.stack.messages.notice = ""
        boxes = [id(it) for it in self.stack.overlays]
        drawn = text_of(self.scene.draw())
        return drawn, boxes, self.stack.field, self.stack.base, len(self.sent)

    def press(self, action: str) -> bool:
        """Press a key, and return whether that did anything."""
        if self._press(action):
            return True
        self.scene.pass_time()  # until a question counts as read
        return self._press(action)

    def _press(self, action: str) -> bool:
        before = self.state()
        self.stack.act("digit 1" if action == DIGIT else action)
        self.scene.settle()
        return self.state() != before

    def put_back(self, boxes: int) -> None:
        """Close the boxes and the line that a key has opened."""
        del self.stack.overlays[boxes:]
        self.stack.field = None
        self.scene.draw()

    def returns(
        self, path: Sequence[str], offered: Sequence[KeyItem], pressed: str
    ) -> bool:
        """
        Go back to where the keys in `path` lead; return whether the same keys are
        offered.
        """
        for undo in ([], [UNDONE_BY.get(pressed, "back")]):
            if self.sent:
                return False
            self.stack.overlays[:] = self._first
            self.put_back(len(self._first))
            self.scene.act(*undo, *path)
            if not self.sent and self.offered() == offered:
                return True
        return False


class Walk:
    """
    Presses every key that is offered in a scene.

    Attributes:
        idle: The keys that did nothing, after the keys that were pressed before them.
        unnamed: The keys that have no label.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.idle: list[str] = []
        self.unnamed: list[str] = []
        self._name = name
        self._folders = (folder / str(number) for number in count())

    def go(self, path: tuple[str, ...] = (), at: WatchedScene | None = None) -> None:
        """
        Press every key that is offered after the keys in `path`.

        After a key that changes what is offered, the keys in `path` are pressed again.
        If they no longer lead to the same place, the scene begins again, too.

        Args:
            at: A scene in which the keys in `path` have been pressed.
        """
        now = at = at or WatchedScene(next(self._folders), self._name, path)
        offered, boxes = at.offered(), len(at.stack.overlays)
        self.unnamed += [
            " ".join((*path, *it.actions)) for it in offered if not it.label
        ]
        pressed = ""
        for item in sorted(offered, key=lambda it: bool(FINAL & {*it.actions})):
            does = False
            for action in () if LEAVING & {*item.actions} else item.actions:
                if (now.offered() != offered or now.sent) and not now.returns(
                    path, offered, pressed
                ):
                    now = WatchedScene(next(self._folders), self._name, path)
                pressed = action
                does |= now.press(action)
                self._look_into((*path, action), now, boxes)
            if not does and not LEAVING & {*item.actions}:
                self.idle.append(" ".join((*path, *item.actions)))

    def _look_into(self, path: tuple[str, ...], now: WatchedScene, boxes: int) -> None:
        """Press the keys of a box that was opened, and close it."""
        opened = len(now.stack.overlays) > boxes and now.stack.field is None
        if opened and len(path) < DEPTH:
            self.go(path, now)
        now.put_back(boxes)


@pytest.mark.parametrize("name", only(SCENES.keys() - ALIKE - LONG, KINDS))
def test_every_offered_key_has_a_label_and_does_something(
    tmp_path: Path, name: str
) -> None:
    walk = Walk(tmp_path, name)
    walk.go()
    assert walk.unnamed == []
    assert walk.idle == []
