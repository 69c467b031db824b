"""
One lent seat: a player's program with files of its own, whose face is a page elsewhere.

All lent seats of a machine run in one process, and share what they find out about
proofs. A seat is there while its phone sleeps in a pocket, and as long as this process
runs; afterwards it goes on from its memory file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from sealed_wonders.client.browser.seatface import SeatFace
from sealed_wonders.client.browser.seatlistener import SeatListener
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.lending.guestbook import LentSeat
from sealed_wonders.client.lines.line import Interpreter
from sealed_wonders.client.person.comforts import Comforts
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import LeaveTable
from sealed_wonders.client.table.endpoint import Look
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import (
    ConnectionCallbacks,
    ITerminalReactor,
    TableConnection,
    TerminalEnvironment,
    not_kept,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.login import Lender
from sealed_wonders.net.words import _, spoken

STREAMS = 1
"""Maximum number of pages that show a guest's seat at the same time."""

POST_RATE, POST_BURST = 2, 10
"""Posts of a guest per second, and after a silence."""

START_PAUSE = 5.0
"""Seconds from one start of a seat's program to the next."""


@dataclass(frozen=True)
class LentTable:
    """Where guests sit down."""

    lender: Identity
    """The identity of the person or host whose machine lends the seats."""
    destination: Destination
    session: SessionOptions
    to_anyone: bool = False
    """Whether any phone gets a seat, which is said to everybody at the table."""
    look: Look | None = None
    """Finds a host that is no longer at its address."""
    lends: str = ""
    """The name of the lender, which phones are shown; empty if they have chosen none."""


class GuestSeat:
    """
    The program that plays a lent seat.

    Attributes:
        seat: The seat, with the phone that has it.
        face: What the phone sees and does.
    """

    def __init__(
        self,
        reactor: ITerminalReactor,
        seat: LentSeat,
        home: Home,
        table: LentTable,
        back: Callable[[], str],
        over: Callable[[GuestSeat, str], object],
    ) -> None:
        """
        Prepare a seat; `start` sits down.

        Args:
            home: The seat's own files.
            back: Returns the address at which phones find this program.
            over: Called with the reason when nobody needs this seat any more.
        """
        self.seat = seat
        self._reactor = reactor
        self._home = home
        self._table = table
        self._back = back
        self._over = over
        self._posts = Bucket(POST_RATE, POST_BURST, reactor.seconds())
        self._started = float("-inf")
        self._connection: TableConnection | None = None
        self._is_stopping = False
        self.face = self._new_face()

    # Who has the seat, for `TableConnection`.

    def participant(self, identity: Identity, name: str) -> Participant:
        phone, address = bytes.fromhex(self.seat.phone), self.seat.address
        lender = Lender(self._table.lender, phone, address)
        return Participant(identity, name, lender=lender)

    @property
    def language(self) -> str:
        return self.seat.language

    @property
    def back(self) -> str:
        return self._back()

    @property
    def is_to_anyone(self) -> bool:
        return self._table.to_anyone

    # The table.

    @property
    def person(self) -> Person | None:
        """The person at the table; None while there is no program."""
        return None if self._connection is None else self._connection.person

    def start(self) -> None:
        """Sit down, unless the seat's program runs or has just been started."""
        now = self._reactor.seconds()
        if self._connection is not None or now - self._started < START_PAUSE:
            return
        self._started = now
        if self.face.ended:
            self.face = self._new_face()
        try:
            connection = self._connection = self._connect()
        except DamagedFile:
            self.face.end(not_kept())
            return
        self.face.show(connection.person)
        connection.run().addBoth(self._ended)

    def stop(self) -> Deferred[None]:
        """Leave for now, since this process ends; the seat goes on with the next."""
        self._is_stopping = True
        with spoken(self.language):
            self.face.end(_stopped())
        connection = self._connection
        if connection is None:
            return succeed(None)
        gone: Deferred[None] = Deferred()
        self._gone = gone
        connection.do(LeaveTable(failed=True))
        return gone

    def _new_face(self) -> SeatFace:
        return SeatFace(
            self._reactor,
            Settings(),
            streams=STREAMS,
            language=self.seat.language,
            is_alone=True,
        )

    def _connect(self) -> TableConnection:
        environment = TerminalEnvironment(
            self._reactor, NoTerminal(), self._home, self._table.look, borrower=self
        )
        return TableConnection(
            environment,
            self._table.destination,
            self.seat.name,
            self._table.session,
            Comforts(),
            ConnectionCallbacks(
                lambda: self.face.changed(), SeatListener, on_rematch=self._again
            ),
        )

    def _again(self, _before: Person) -> None:
        if self.person is not None:
            self.face.show(self.person)

    def _ended(self, _well: bool | Failure) -> None:
        connection, self._connection = self._connection, None
        if self._is_stopping:
            self._gone.callback(None)
            return
        if connection is None:
            return
        why = connection.failure or ""
        self.face.end(why)
        if not connection.may_return:
            self._over(self, why)

    # The phone.

    def may_post(self) -> bool:
        """Count a post; return whether it isn't one too many."""
        return self._posts.take(1, self._reactor.seconds())

    def move(self, seat: LentSeat) -> None:
        """Serve another phone, and tell the previous one and the host at once."""
        self.seat = seat
        self.face.drop(moved)
        if self._connection is not None:
            self._connection.log_in_again()


def _stopped() -> str:
    return _("The lender's program has ended. Once it runs again, reload this page.")


def moved() -> str:
    return _("Your seat is on another phone now.")


class NoTerminal:
    """The terminal of somebody who has a page instead."""

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        return Deferred()

    def show(self, line: str) -> None: ...

    def bell(self) -> None: ...

    def close(self) -> Deferred[None]:
        return succeed(None)
