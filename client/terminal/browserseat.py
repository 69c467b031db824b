"""
The seat at a screen, shown in a browser on this machine as well.

The browser is opened on request. A dialog on the screen compares the two words that its
page shows, as `client/browser/access.py` explains; after that, screen and browser show
the same seat, and either can be used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from twisted.internet.error import CannotListenError

from sealed_wonders.client.browser.access import Access, TypedResult
from sealed_wonders.client.browser.confirming import dialog, why_not
from sealed_wonders.client.browser.gate import (
    Connections,
    Strangers,
    listen,
    open_page,
    url,
)
from sealed_wonders.client.browser.seatface import SeatFace
from sealed_wonders.client.browser.seatpages import gate
from sealed_wonders.client.questions.dialog import Dialog
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal.screens.dialog import DialogBox
from sealed_wonders.client.terminal.stack import Field
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.lessons.teacher import Teacher
    from sealed_wonders.client.person.person import Person
    from sealed_wonders.client.terminal.screenstack import ScreenStack


class SeatInBrowser:
    """The browser pages that show the seat of a person at a screen."""

    def __init__(
        self,
        reactor: Any,
        stack: ScreenStack,
        teacher: Teacher | None = None,
        visit: Callable[[str], None] = open_page,
    ) -> None:
        """
        Start without listening.

        Args:
            teacher: gives lessons on the pages.
            visit: opens an address in the browser.
        """
        self._reactor = reactor
        self._stack = stack
        self._visit = visit
        self._face = SeatFace(reactor, stack.settings, teacher)
        self._access = Access(reactor.seconds, lambda words: self._waits(), self._waits)
        self._port: Any = None

    def show(self, person: Person | None) -> None:
        """Show this person's seat from now on; None if they have left the table."""
        self._face.show(person)

    def changed(self) -> None:
        self._face.changed()

    def open(self) -> None:
        """Open the browser, and the dialog that lets its page in."""
        if self._port is None:
            root = gate(self._reactor, self._access, self._face)
            try:
                self._port = listen(
                    self._reactor,
                    Connections(self._reactor, root, Strangers(self._stack.say)),
                )
            except CannotListenError as problem:
                self._stack.say(retold(problem))
                return
        is_waiting = bool(self._access.words) or self._access.is_crowded
        self._stack.toggle_off(_BrowserBox)
        self._stack.open(_BrowserBox(self._stack, self._dialog))
        if not is_waiting:
            # Beside another page, Enter alone would no longer admit either of them.
            self._visit(self._url)

    def end(self) -> None:
        """End the pages, as the program ends."""
        self._face.end("")
        if self._port is not None:
            self._port.stopListening()

    @property
    def _url(self) -> str:
        return url(self._port.getHost().port)

    def _dialog(self) -> Dialog:
        return dialog(self._access, self._url, self._ask, self._type)

    def _waits(self) -> None:
        """Show that a page waits: in the dialog or, while that is closed, in a notice."""
        stack = self._stack
        is_open = any(isinstance(it, _BrowserBox) for it in stack.overlays)
        if not is_open and not stack.messages.unread:
            said = _(
                "A browser is waiting to show your seat. If it is yours, press {key}."
            )
            stack.say(said.format(key=stack.key("browser")))
        stack.changed()

    def _ask(self) -> None:
        label = _("The two words in your browser:")
        self._stack.ask(Field(label, self._type))

    def _type(self, line: str) -> None:
        """Let in the page whose words these are, and say what has come of it."""
        outcome = self._access.typed(line).outcome
        is_in = outcome is TypedResult.LET_IN
        said = _("Your browser now shows your seat, too.")
        self._stack.say(said if is_in else why_not(outcome))


class _BrowserBox(DialogBox):
    """The box of `SeatInBrowser`, of which there is one at most."""
