"""The choice of the bottom screen of a stack, by the table model."""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.person.features import Feature, features
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.client.terminal.screens.dialog import dialog_box, dialog_boxes
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.tablemodel import TableModel

FIND, LOBBY, END = "find", "lobby", "end"
"""Bottom screens of all games; the others have the names that a game gives them."""


def kind_of(known: TableModel) -> str:
    """Return the kind of bottom screen for a state; `FIND` before there is a lobby."""
    if known.charter is None:
        return FIND if known.news is None else LOBBY
    return known.face.screens.kind(known) if known.ending is None else END


class RootScreen:
    """
    Keeps the right screen at the bottom of a stack.

    Attributes:
        alone: Whether only bots come to the table, so that its lobby needn't be shown.
    """

    def __init__(self, stack: ScreenStack, first: Callable[[], Screen]) -> None:
        """
        Create it for a stack.

        Args:
            first: Creates the screen for somebody without a table.
        """
        self._stack = stack
        self._first = first
        self._kind = ""
        self._known: TableModel | None = None
        self._phase = -1
        self._asked: dict[str, object] = {}
        """Each feature's last unprompted question."""
        self._hints: dict[str, str] = {}
        """Each feature's last hint."""
        self.alone = False

    def begin_at(self, first: Screen) -> None:
        """Use another screen for somebody without a table."""
        self._first, self._kind = lambda: first, ""
        self._stack.changed()

    def put(self) -> None:
        """
        Put the right screen at the bottom, and open and close boxes that features ask
        for.
        """
        stack, known = self._stack, self._stack.known
        kind = self._wanted
        stack.is_resuming = kind == FIND and known.charter is not None
        if kind != self._kind or known is not self._known:
            self._kind, self._known = kind, known
            stack.base = self._first() if kind == FIND else _made(kind, stack)
        if stack.person is not None:
            for feature in features():
                self._ask(stack.person, feature)
                self._hint(stack.person, feature)
        self._clear()
        self._uncover()

    def _clear(self) -> None:
        """Close questions of the command line that were answered or overtaken."""
        stack = self._stack
        for overlay in tuple(stack.overlays):
            if isinstance(overlay, AnswerBox) and not overlay.lasts():
                stack.overlays.remove(overlay)
                stack.changed()
        if stack.field is not None and not stack.field.lasts():
            stack.give_up_line()

    @property
    def _wanted(self) -> str:
        """The kind of bottom screen for the current state."""
        known = self._stack.known
        kind = kind_of(known)
        if (kind == LOBBY and self.alone) or (kind != END and self._is_catching_up):
            return FIND
        if kind == END and known is self._known and self._lingers:
            return self._kind  # the last turn is shown before the result
        return kind

    @property
    def _is_catching_up(self) -> bool:
        """Whether earlier turns of a game that we return to are still being read."""
        known = self._stack.known
        is_read = known.wait is not None and not known.wait.behind
        return self._kind in ("", FIND) and known.charter is not None and not is_read

    @property
    def _lingers(self) -> bool:
        """Whether the current screen still shows how the last turn ended."""
        known = self._stack.known
        whole = known.ending is not None and known.ending.sheet is not None
        return whole and bool(getattr(self._stack.base, "lingers", False))

    def _uncover(self) -> None:
        """
        Make sure that nobody overlooks a new question.

        Boxes that show the game are closed; one that asks or explains something else
        stays, and a notice mentions the question.
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
                stack.say(waits.our_turn())

    def _ask(self, person: Person, feature: Feature) -> None:
        """Open the dialog of a feature that asks something, once per question."""
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
        # An open box of this feature already shows the new question.
        if is_new and not dialog_boxes(stack, feature.name):
            stack.open(dialog_box(stack, person, feature, by_itself=True))

    def _hint(self, person: Person, feature: Feature) -> None:
        """Show a feature's hint once while it is possible, and remove it afterwards."""
        stack, before = self._stack, self._hints.get(feature.name, "")
        now = self._hints[feature.name] = feature.hint(person, stack.key)
        if before and not now and stack.messages.notice == before:
            stack.messages.notice = ""
        if now and now != before:
            stack.say(now)


def _made(kind: str, stack: ScreenStack) -> Screen:
    """Return a new screen; its module isn't imported before."""
    match kind:
        case "lobby":
            return LobbyScreen(stack)
        case "end":
            return stack.known.face.screens.end(stack)
    return stack.known.face.screens.by_kind[kind](stack)
