"""
The box that draws a dialog, and takes the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal.dialog import Answer, Dialog, Line, Way
from sealed_wonders.client.terminal.draw import Row, Rows, paragraph, piece, row
from sealed_wonders.client.terminal.screens import listing
from sealed_wonders.client.terminal.screens.box import SCROLLING, Box
from sealed_wonders.client.terminal.screens.waylist import WayList

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.features import Feature
    from sealed_wonders.client.terminal.person import Person
    from sealed_wonders.client.terminal.stack import Stack


GOES = Answer(())
"""Given by any key where any takes the dialog away."""


class DialogBox(Box):
    """
    Asks what there is to be asked as things stand now.

    An answer is one to what was drawn last: a key that comes while something else is asked
    by now does nothing.

    Attributes:
        name: whose dialog it is, by the name of a feature; empty for one of a screen's own.
        by_itself: nobody has opened it.
    """

    widest = 72
    stays = True
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
        Make it.

        Args:
            ask: returns what is asked now; None: nothing is any more.
        """
        super().__init__(stack)
        self.name = name
        self.by_itself = by_itself
        self._ask = ask
        self._last: Dialog | None = None
        """What was drawn last."""
        self._since = 0.0
        """When that was drawn first."""
        self._list = WayList(self._choose)

    @property
    def dialog(self) -> Dialog | None:
        """What is asked now."""
        return self._ask()

    @property
    def title(self) -> str:
        """What it is about."""
        dialog = self.dialog
        return "" if dialog is None else dialog.title

    @property
    def help(self) -> Sequence[str]:
        """Say what there is to know."""
        dialog = self.dialog
        return () if dialog is None else dialog.help

    @property
    def actions(self) -> Sequence[str]:
        """Give what answers it."""
        dialog = self.dialog
        if dialog is None:
            return ("back",)
        answers = [it.actions[0] for it in dialog.answers if it.is_shown]
        chosen = listing.ACTIONS if len(dialog.ways) else ()
        return tuple(dict.fromkeys((*chosen, *answers, *self.scrolling, "back")))

    @property
    def called(self) -> dict[str, str]:
        """What keys mean here."""
        dialog = self.dialog
        if dialog is None:
            return {}
        called = {it.actions[0]: it.word for it in dialog.answers if it.is_shown}
        return {"enter": dialog.choose, **called} if dialog.ways else called

    @property
    def wakes(self) -> float | None:
        """When there is a second less."""
        dialog = self.dialog
        ticks = dialog is not None and dialog.ticks
        return self.stack.seconds() + 1 if ticks else None

    def rows(self, width: int, height: int) -> Rows:
        """Draw what is asked, what can be chosen, and what keys answer."""
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
        return rows

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
        """Take an answer; whatever else is tried may have to wait for one."""
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
        if action in dialog.lets or not dialog.insists:
            return super().act(action)
        self.stack.say(dialog.insists)
        return True

    def _give(self, answer: Answer, *, is_read: bool) -> None:
        if not is_read:
            return
        if answer.closes:
            self.stack.close(self)
        said = answer.do()
        if isinstance(said, str):
            self.stack.say(said)

    def _choose(self, way: Way) -> None:
        dialog = self.dialog
        if dialog is not None and self._is_read(dialog):
            if dialog.closes:
                self.stack.close(self)
            way.do()

    def _is_read(self, now: Dialog) -> bool:
        """Whether what is asked now is what was drawn, and was there long enough."""
        if self._last is None:
            return not now.settles
        is_same = self._last.asked == now.asked
        return is_same and self.stack.seconds() - self._since >= now.settles


def _drawn(line: Line, width: int) -> Rows:
    if line.is_whole:
        return (row(line.text, style=line.style),)
    return paragraph(line.text, width, line.style)


def dialog_of(stack: Stack, person: Person, feature: Feature) -> Dialog | None:
    """Return what a feature asks now; None: nothing, or it can't be done."""
    asked = None if feature.dialog is None else feature.dialog(person, stack.key)
    return asked if isinstance(asked, Dialog) else None


def dialog_box(
    stack: Stack, person: Person, feature: Feature, *, by_itself: bool = False
) -> DialogBox:
    """Make the box that asks what a feature asks, whatever that is by then."""
    ask = partial(dialog_of, stack, person, feature)
    return DialogBox(stack, ask, feature.name, by_itself=by_itself)


def dialog_boxes(stack: Stack, name: str) -> Sequence[DialogBox]:
    """Return the boxes that ask what a feature asks."""
    boxes = (it for it in stack.overlays if isinstance(it, DialogBox))
    return [it for it in boxes if it.name == name]


def close_dialog(stack: Stack, name: str) -> bool:
    """Take away what a feature asks; tells whether it was on top."""
    boxes = dialog_boxes(stack, name)
    on_top = bool(boxes) and boxes[-1] is stack.overlays[-1]
    for box in boxes:
        stack.overlays.remove(box)
    if boxes:
        stack.changed()
    return on_top


def asking(stack: Stack, dialog: Dialog) -> DialogBox:
    """Make the box that asks one thing, which stays the same."""
    return DialogBox(stack, lambda: dialog)
