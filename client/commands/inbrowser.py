"""
Plays at a table in the browser, where there is a terminal but no screen.

The player's own program runs here as always; its face is a page in a browser on this
machine (`client/browser`). The terminal only lets pages in, and says what must be said
outside of them. At a screen, `client/terminal/browserseat.py` does the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twisted.internet.defer import Deferred, succeed
from twisted.internet.error import CannotListenError
from twisted.python.failure import Failure

from sealed_wonders.client.browser.confirming import Confirming
from sealed_wonders.client.browser.gate import Connections, listen, open_page, url
from sealed_wonders.client.browser.seatface import SeatFace
from sealed_wonders.client.browser.seatlistener import SeatListener
from sealed_wonders.client.browser.seatpages import gate
from sealed_wonders.client.commands.seated import run, tell_faults
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.hosting.goingon import ContinuingHost
from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.lines.line import Interpreter, Terminal, plain_terminal
from sealed_wonders.client.person.comforts import Comforts
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.settingvalues import Loaded, listens_at
from sealed_wonders.client.table.endpoint import looking
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import (
    ConnectionCallbacks,
    ITerminalReactor,
    TableConnection,
    TerminalEnvironment,
    fault,
    sit,
)
from sealed_wonders.client.words import text
from sealed_wonders.net.system import signals
from sealed_wonders.net.words import _

GOODBYE = 0.3
"""Seconds for pages to hear that the program ends."""


class BrowserSeat(NamedTuple):
    """Where to sit down, and as whom."""

    destination: Destination
    name: str
    options: SessionOptions | None = None
    teacher: Teacher | None = None
    """Gives lessons to the player."""
    eager: bool = False
    begun: Callable[[ITerminalReactor, TableConnection], None] = lambda reactor, it: (
        None
    )
    """Called once the reactor is running, with the connection to the table."""


def in_browser(home: Home, loaded: Loaded, seating: BrowserSeat) -> str | None:
    """
    Sit at a table in the browser, and stay until the person leaves.

    Returns:
        The error; empty if it has been printed already, and None if there was none.
    """

    async def spend(reactor: ITerminalReactor) -> str | None:
        return await stay_in_browser(reactor, home, loaded, seating)

    return run(spend, lambda failure: fault(failure, home))


class _QuietTerminal:
    """The terminal of a connection whose face is elsewhere."""

    def __init__(self, shown: Terminal) -> None:
        self.show = shown.show
        self.bell = shown.bell

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        return Deferred()

    def close(self) -> Deferred[None]:
        return succeed(None)


async def stay_in_browser(
    reactor: ITerminalReactor, home: Home, loaded: Loaded, seating: BrowserSeat
) -> str | None:
    """Do the same as `in_browser` with a reactor that is already running."""
    face = SeatFace(reactor, loaded.settings, seating.teacher, is_alone=True)
    connection: TableConnection

    def end(why: str = "") -> None:
        if why:
            connection.end(why)
        else:
            connection.person.leaving.leave()

    def again(_before: Person) -> None:
        face.show(connection.person)

    try:
        terminal = plain_terminal(reactor)
        confirming = Confirming(
            terminal,
            reactor.seconds,
            _("Your browser now shows your seat. To leave the table, press Ctrl-C."),
            end,
            lambda: connection.touched(),
        )
        root = gate(reactor, confirming.access, face)
        port = listen(reactor, Connections(reactor, root, confirming.stranger))
        places = listens_at(loaded.settings.discovery)
        connection = TableConnection(
            TerminalEnvironment(
                reactor,
                _QuietTerminal(terminal),
                home,
                looking(reactor, places),
                lambda: ContinuingHost(reactor, home, places),
            ),
            seating.destination,
            seating.name,
            seating.options,
            Comforts(lambda: None, lambda: None, eager=seating.eager),
            ConnectionCallbacks(face.changed, SeatListener, on_rematch=again),
        )
    except (DamagedFile, CannotListenError) as problem:
        return str(problem)
    face.show(connection.person)

    def broke(failure: Failure) -> None:
        connection.complain(fault(failure, home))

    tell_faults(broke)
    calls = dict.fromkeys(signals.ENDING, lambda: reactor.callFromThread(end))
    restore = signals.take(calls)
    try:
        at = url(port.getHost().port)
        terminal.show(_("Your seat is at {url} in your browser.").format(url=at))
        terminal.open(confirming)
        open_page(at)
        seating.begun(reactor, connection)
        failure = await sit(connection)
        said = failure or ""
        face.end(said)
        gone: Deferred[None] = Deferred()
        reactor.callLater(GOODBYE, gone.callback, None)
        await gone
        _say_way_back(terminal, connection)
        return failure
    finally:
        restore()
        await terminal.close()
        await port.stopListening()


def _say_way_back(terminal: Terminal, connection: TableConnection) -> None:
    person = connection.person
    if person.leaving.has_seat and person.back:
        terminal.show(text.come_back(person.known.game))
        terminal.show(f"  {person.back}")
