"""
The box that draws a dialog and takes its answer.

Dialogs are defined in `sealed_wonders.client.questions.dialog`, and created by features.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sealed_wonders.client.questions.dialog import (
    Alternative,
    Dialog,
    DialogAnswer,
    DialogLine,
    make_sure,
)
from sealed_wonders.client.signs.draw import Row, Rows, clickable, paragraph, piece, row
from sealed_wonders.client.terminal.screens.box import SCROLLING, Box
from sealed_wonders.client.terminal.screens.waylist import WayList

if TYPE_CHECKING:
    from sealed_wonders.client.person.features import Feature
    from sealed_wonders.client.person.person import Person
    from sealed_wonders.client.terminal.stack import Stack


GOES = DialogAnswer(())
"""Answer of any key in a dialog that any key closes."""


class DialogBox(Box):
    """
    Box that asks whatever must be asked now.

    An answer applies to the dialog that was drawn last. If another one has taken its
    place by then, the key does nothing.

    Attributes:
        name: the name of the dialog's feature; empty for a screen's own dialog.
        by_itself: whether it opened without the player's request.
    """

    widest = 72
    stays = True
    asks = True
    fits = True

    def __init__(
        self,
        stack: Stack,
        ask: Callable[[], Dialog | None],
        name: str = "",
        *,
        by_itself: bool = False,
    ) -> None:
        """
        Create the box.

        Args:
            ask: returns the current dialog; None if there is nothing to ask any more.
        """
        super().__init__(stack)
        self.name = name
        self.by_itself = by_itself
        self._ask = ask
        self._last: Dialog | None = None
        """The dialog that was drawn last."""
        self._since = 0.0
        """When that dialog was first drawn."""
        self._list = WayList(self._choose)

    @property
    def dialog(self) -> Dialog | None:
        return self._ask()

    @property
    def title(self) -> str:
        dialog = self.dialog
        return "" if dialog is None else dialog.title

    @property
    def help(self) -> Sequence[str]:
        dialog = self.dialog
        return () if dialog is None else dialog.help

    @property
    def actions(self) -> Sequence[str]:
        dialog = self.dialog
        if dialog is None:
            return ("back",)
        answers = [it.actions[0] for it in dialog.answers if it.is_shown]
        ways = self._list.actions(dialog.ways) if dialog.ways else ()
        return tuple(dict.fromkeys((*ways, *answers, *self.scrolling, "back")))

    @property
    def called(self) -> Mapping[str, str]:
        dialog, called = self.dialog, super().called
        if dialog is None:
            return called
        if dialog.ways:
            called = {**called, **self._list.called(dialog.ways, dialog.choose)}
        words = {it.actions[0]: it.word for it in dialog.answers if it.is_shown}
        return {**called, **words}

    @property
    def insists(self) -> bool:
        """Whether only the keys of the dialog work."""
        dialog = self.dialog
        return dialog is not None and bool(dialog.insists or dialog.any_key)

    @property
    def any_key(self) -> bool:
        dialog = self.dialog
        return dialog is not None and dialog.any_key

    @property
    def notch(self) -> int:  # type: ignore[override]
        """One entry of a list, or a few rows of a text."""
        dialog = self.dialog
        return 1 if dialog is not None and dialog.ways else Box.notch

    @property
    def wakes(self) -> float | None:
        """Time of the next second, if the dialog shows a countdown."""
        dialog = self.dialog
        ticks = dialog is not None and dialog.ticks
        return self.stack.seconds() + 1 if ticks else None

    def rows(self, width: int, height: int) -> Rows:
        dialog = self.dialog
        self._note_drawn(dialog)
        if dialog is None:
            return ()
        rows = [one for line in dialog.lines for one in _drawn(line, width)]
        if dialog.ways:
            rows += [()] if rows else []
            rows += self._list.draw(dialog.ways, width, height, self.stack.symbols)
        answers = [it for it in dialog.answers if it.is_shown]
        if len(answers) > 1:
            rows += [(), self._keys([(it.actions[0], it.word) for it in answers])]
        return clickable(rows, "enter") if dialog.any_key else rows

    def _note_drawn(self, dialog: Dialog | None) -> None:
        last = self._last
        if last is None or dialog is None or last.asked != dialog.asked:
            self._since = self.stack.seconds()
        self._last = dialog

    def _keys(self, answers: Sequence[tuple[str, str]]) -> Row:
        row: Row = ()
        for action, word in answers:
            gap = (piece("    "),) if row else ()
            key = self.stack.key(action)
            row += (
                *gap,
                piece(key, "key", action),
                piece(f" {word}", "", action),
            )
        return row

    def act(self, action: str) -> bool:
        """Take an answer; other actions may be blocked until there is one."""
        now = self.dialog
        dialog = self._last or now
        if now is None or dialog is None:
            self.stack.close(self)
            return True
        answer = dialog.reply(action) or (GOES if dialog.any_key else None)
        if answer is not None:
            self._give(answer, is_read=action in ("back", "quit") or self._is_read(now))
            return True
        if dialog.ways and self._list.act(action, dialog.ways):
            return True
        if action in SCROLLING:
            return self.scroll(action)
        if action in ("help", *dialog.lets) or not dialog.insists:
            return super().act(action)
        self.stack.say(dialog.insists)
        return True

    def _give(self, answer: DialogAnswer, *, is_read: bool) -> None:
        if not is_read:
            return
        if answer.closes:
            self.stack.close(self)
        said = answer.do()
        if isinstance(said, str):
            self.stack.say(said)

    def _choose(self, way: Alternative) -> None:
        dialog = self.dialog
        if dialog is not None and self._is_read(dialog):
            if dialog.closes:
                self.stack.close(self)
            if way.confirmation:
                sure = partial(self._sure, way.key)
                self.stack.open(DialogBox(self.stack, sure, self.name))
            else:
                way.do()

    def _sure(self, key: str) -> Dialog | None:
        """Return the dialog that asks about a way once more, while it is possible."""
        dialog = self.dialog
        ways = () if dialog is None else dialog.ways
        return next((make_sure(it) for it in ways if it.key == key), None)

    def _is_read(self, now: Dialog) -> bool:
        """
        Return whether the current dialog was drawn, and for long enough to be read.
        """
        if self._last is None:
            return not now.settles
        is_same = self._last.asked == now.asked
        return is_same and self.stack.seconds() - self._since >= now.settles


def _drawn(line: DialogLine, width: int) -> Rows:
    if line.is_whole:
        return (row(line.text, style=line.style),)
    return paragraph(line.text, width, line.style)


def dialog_of(stack: Stack, person: Person, feature: Feature) -> Dialog | None:
    """Return the dialog of a feature; None if there is none."""
    asked = None if feature.dialog is None else feature.dialog(person, stack.key)
    return asked if isinstance(asked, Dialog) else None


def dialog_box(
    stack: Stack, person: Person, feature: Feature, *, by_itself: bool = False
) -> DialogBox:
    """Create a box for the dialog of a feature, whatever it is by then."""
    ask = partial(dialog_of, stack, person, feature)
    return DialogBox(stack, ask, feature.name, by_itself=by_itself)


def dialog_boxes(stack: Stack, name: str) -> Sequence[DialogBox]:
    """Return the open boxes of a feature's dialogs."""
    boxes = (it for it in stack.overlays if isinstance(it, DialogBox))
    return [it for it in boxes if it.name == name]


def close_dialog(stack: Stack, name: str) -> bool:
    """Close a feature's dialogs, and return whether one of them was on top."""
    boxes = dialog_boxes(stack, name)
    on_top = bool(boxes) and boxes[-1] is stack.overlays[-1]
    for box in boxes:
        stack.overlays.remove(box)
    if boxes:
        stack.changed()
    return on_top


def asking(stack: Stack, dialog: Dialog) -> DialogBox:
    """Create a box for a dialog that doesn't change."""
    return DialogBox(stack, lambda: dialog)
