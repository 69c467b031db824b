"""
Which screen lies at the bottom of a stack, by what is known.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.terminal.features import Feature, features
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.screens.dialog import dialog_box, dialog_boxes
from sealed_wonders.client.terminal.screens.lobby import Lobby
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.net.words import _

FIND, LOBBY, END = "find", "lobby", "end"
"""Screens that are the same in all games; the rest have the names a game gives them."""


def kind_of(known: TableModel) -> str:
    """Return which screen shows how things stand; before a lobby, that which finds one."""
    if known.charter is None:
        return FIND if known.news is None else LOBBY
    return known.face.screens.kind(known) if known.ending is None else END


class RootScreen:
    """
    Keeps the screen at the bottom the right one, and each as it was left.

    Attributes:
        alone: nobody but programs comes to the table, so its lobby needn't be seen.
    """

    def __init__(self, stack: ScreenStack, first: Callable[[], Screen]) -> None:
        """
        Take a stack.

        Args:
            first: makes the screen of whoever sits nowhere.
        """
        self._stack = stack
        self._first = first
        self._kind = ""
        self._known: TableModel | None = None
        self._phase = -1
        self._asked: dict[str, object] = {}
        """What each feature asked by itself last."""
        self._hints: dict[str, str] = {}
        """What each said last when it could be done."""
        self.alone = False

    def begin_at(self, first: Screen) -> None:
        """Take another screen for whoever sits nowhere."""
        self._first, self._kind = lambda: first, ""
        self._stack.changed()

    def put(self) -> None:
        """Put the screen there that is to be there now."""
        stack, known = self._stack, self._stack.known
        kind = self._wanted
        if kind != self._kind or known is not self._known:
            self._kind, self._known = kind, known
            stack.base = self._first() if kind == FIND else _made(kind, stack)
        if stack.person is not None:
            for feature in features():
                self._ask(stack.person, feature)
                self._hint(stack.person, feature)
        self._uncover()

    @property
    def _wanted(self) -> str:
        """Which screen is to be there now."""
        known = self._stack.known
        kind = kind_of(known)
        if kind == LOBBY and self.alone:
            return FIND
        if kind == END and known is self._known and self._lingers:
            return self._kind  # what was played last is seen before what came of it
        return kind

    @property
    def _lingers(self) -> bool:
        """The screen that is there still shows how the last turn ended."""
        known = self._stack.known
        whole = known.ending is not None and known.ending.sheet is not None
        return whole and bool(getattr(self._stack.base, "lingers", False))

    def _uncover(self) -> None:
        """
        Let nobody overlook a new question.

        What shows the game is taken away from it; what asks or explains something else
        stays, and it is said that there is a question.
        """
        stack, known = self._stack, self._stack.known
        if known.menu is None or not known.asked:
            return
        phase = known.menu.question.phase
        if phase != self._phase:
            self._phase = phase
            for overlay in tuple(stack.overlays):
                if not getattr(overlay, "stays", False):
                    stack.overlays.remove(overlay)
            if stack.overlays or stack.field is not None:
                stack.say(_("It is your turn to choose."))

    def _ask(self, person: Person, feature: Feature) -> None:
        """Ask what a feature asks by itself: once, as long as it is the same."""
        stack, asks = self._stack, feature.asks(person)
        boxes = dialog_boxes(stack, feature.name)
        for box in boxes:
            dialog = box.dialog
            if dialog is None or (box.by_itself and not dialog.presses):
                stack.overlays.remove(box)
                stack.changed()
        before = self._asked.get(feature.name)
        self._asked[feature.name] = asks
        is_new = asks is not None and asks != before
        # What is open already asks it now.
        if is_new and not dialog_boxes(stack, feature.name):
            stack.open(dialog_box(stack, person, feature, by_itself=True))

    def _hint(self, person: Person, feature: Feature) -> None:
        """Say once that a feature can be done, where it says so, as long as it can."""
        stack, before = self._stack, self._hints.get(feature.name, "")
        now = self._hints[feature.name] = feature.hint(person, stack.key)
        if before and not now and stack.messages.notice == before:
            stack.messages.notice = ""
        if now and now != before:
            stack.say(now)


def _made(kind: str, stack: ScreenStack) -> Screen:
    """Make a screen; its module isn't needed before."""
    match kind:
        case "lobby":
            return Lobby(stack)
        case "end":
            return stack.known.face.screens.end(stack)
    return stack.known.face.screens.screen(kind, stack)
