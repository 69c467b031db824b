"""
The dialogs of features that are open at a display without screens of its own.

The display shows the top one, and sends back which answer or way was chosen for it. It
names the dialog by a ticket: an answer to another dialog than the top one, or one that
came before anybody can have read it, does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sealed_wonders.client.person.features import Feature, features_of, named_of
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.questions.dialog import (
    Alternative,
    Dialog,
    DialogAnswer,
    Key,
    make_sure,
)


@dataclass(eq=False, slots=True)
class OpenDialog:
    """One open dialog."""

    name: str
    """The name of its feature; empty for one that the display asked for."""
    ask: Callable[[], Dialog | None]
    """Returns the current dialog; None if there is nothing to ask any more."""
    by_itself: bool = False
    """Whether it opened without the person's request."""
    ticket: int = 0
    since: float = 0.0
    """When the display was first given this ticket."""
    asked: object = None


class OpenDialogs:
    """The open dialogs of one person, the top one last."""

    def __init__(self, key: Key, seconds: Callable[[], float]) -> None:
        """
        Start without dialogs.

        Args:
            key: Returns the key of an action as displayed.
            seconds: Returns the time, for dialogs that need to be read first.
        """
        self._key = key
        self._seconds = seconds
        self._open: list[OpenDialog] = []
        self._asked: dict[str, object] = {}
        """Each feature's last unprompted question."""
        self._tickets = 0

    def look(self, person: Person) -> OpenDialog | None:
        """
        Open what features ask unprompted, close what is settled, and return the top.
        """
        for feature in features_of(person):
            self._look(person, feature)
        self._open = [it for it in self._open if it.ask() is not None]
        if not self._open:
            return None
        top = self._open[-1]
        dialog = top.ask()
        asked = None if dialog is None else (dialog.title, dialog.asked)
        if not top.ticket or asked != top.asked:
            self._tickets += 1
            top.ticket, top.asked = self._tickets, asked
            top.since = self._seconds()
        return top

    def _look(self, person: Person, feature: Feature) -> None:
        asks = feature.asks(person)
        for one in [it for it in self._open if it.name == feature.name]:
            dialog = one.ask()
            if dialog is None or (one.by_itself and not dialog.presses):
                self._open.remove(one)
        before = self._asked.get(feature.name)
        self._asked[feature.name] = asks
        is_open = any(it.name == feature.name for it in self._open)
        if asks is not None and asks != before and not is_open:
            self._put(person, feature, by_itself=True)

    def _put(self, person: Person, feature: Feature, *, by_itself: bool) -> None:
        ask = partial(dialog_of, person, feature, self._key)
        self._open.append(OpenDialog(feature.name, ask, by_itself))

    def open(self, dialog: Dialog) -> None:
        """Put a dialog that doesn't change on top."""
        self._open.append(OpenDialog("", lambda: dialog))

    def press(self, person: Person, feature: Feature) -> str:
        """
        Do what a feature's key does: close its dialog, open it, or act.

        Returns:
            What to tell the person; empty for nothing.
        """
        there = [it for it in self._open if it.name == feature.name]
        if there:
            is_top = there[-1] is self._open[-1]
            self._open = [it for it in self._open if it not in there]
            if is_top:
                return ""
        for name in feature.first:
            other = named_of(person, name)
            if other is not None and dialog_of(person, other, self._key) is not None:
                self._put(person, other, by_itself=False)
                return ""
        asked = None if feature.dialog is None else feature.dialog(person, self._key)
        if isinstance(asked, str):
            return asked
        if asked is None:
            return "\n".join(feature.do(person, "") or ())
        if asked.remains:
            return feature.nowhere()
        self._put(person, feature, by_itself=False)
        return ""

    def answer(self, ticket: int, action: str) -> str:
        """Give the answer of an action to the top dialog; see `press` for the result."""
        top, dialog = self._top(ticket, is_harmless=action in ("back", "quit"))
        if top is None or dialog is None:
            return ""
        answer = dialog.reply(action)
        if answer is None and (dialog.any_key or action == "back"):
            answer = DialogAnswer(())
        if answer is None:
            return dialog.insists
        if answer.closes:
            self._close(top)
        said = answer.do()
        return said if isinstance(said, str) else ""

    def choose(self, ticket: int, key: str) -> None:
        """Take one of the top dialog's ways, after asking once more where it says so."""
        top, dialog = self._top(ticket)
        if top is None or dialog is None:
            return
        way = next((it for it in dialog.ways if it.key == key), None)
        if way is None:
            return
        if dialog.closes:
            self._close(top)
        if way.confirmation:
            self._open.append(OpenDialog(top.name, partial(_sure, top.ask, way)))
        else:
            way.do()

    def _close(self, one: OpenDialog) -> None:
        """Close a dialog, and all above it."""
        if one in self._open:
            del self._open[self._open.index(one) :]

    def _top(
        self, ticket: int, *, is_harmless: bool = False
    ) -> tuple[OpenDialog | None, Dialog | None]:
        """Return the top dialog, if this ticket is its own and it has been read."""
        top = self._open[-1] if self._open else None
        dialog = None if top is None else top.ask()
        if top is None or dialog is None or top.ticket != ticket:
            return None, None
        is_read = self._seconds() - top.since >= dialog.settles
        return (top, dialog) if is_read or is_harmless else (None, None)


def dialog_of(person: Person, feature: Feature, key: Key) -> Dialog | None:
    """Return the dialog of a feature; None if there is none."""
    asked = None if feature.dialog is None else feature.dialog(person, key)
    return asked if isinstance(asked, Dialog) else None


def _sure(ask: Callable[[], Dialog | None], way: Alternative) -> Dialog | None:
    """Return the dialog that asks about a way once more, while it is possible."""
    dialog = ask()
    ways = () if dialog is None else dialog.ways
    return next((make_sure(it) for it in ways if it.key == way.key), None)
