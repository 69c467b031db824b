"""
`TableConnection`, a person at a table of a host, from connecting to leaving.

It ties a person, a session, the link to the host, and a terminal together, and keeps
the files that belong to them.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, singledispatchmethod
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from twisted.internet.defer import Deferred, DeferredList, succeed
from twisted.internet.interfaces import (
    IDelayedCall,
)
from twisted.python.failure import Failure

from sealed_wonders.client.crash import Reports, told
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.hosting.goingon import (
    ContinuedTable,
    ContinuingHost,
    HostCallbacks,
)
from sealed_wonders.client.lines.line import ILineReactor, Terminal, on_signals
from sealed_wonders.client.lines.linemode import LineMode
from sealed_wonders.client.person.comforts import Comforts
from sealed_wonders.client.person.listener import NullListener, ScreenListener
from sealed_wonders.client.person.person import Person, PersonCallbacks
from sealed_wonders.client.program import COMMAND, typed
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.seedwords import words_of
from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.storage.home import DamagedFile, Home, OngoingGame
from sealed_wonders.client.storage.knownhost import KnownHost
from sealed_wonders.client.table.actions import (
    Action,
    GetUp,
    GoToHost,
    HostHere,
    LeaveTable,
    ManageHost,
    PlayAgain,
    ShowPresence,
    SignedCommand,
    Speak,
    SpectateAgain,
    TakeSeat,
)
from sealed_wonders.client.table.endpoint import Look
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import (
    ConnectionLost,
    Event,
    LobbyChanged,
)
from sealed_wonders.client.table.link import (
    ILinkReactor,
    InUse,
    Link,
    LinkBroken,
    LinkOptions,
    LinkSession,
)
from sealed_wonders.client.table.memory import MemoryStore, OnDisk
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tablewords import machines
from sealed_wonders.client.words import text
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.net.address import Address
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.log.envelopes import wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.system.shell import ShellLine, quoted
from sealed_wonders.net.talk import LENT_TO_ANYONE
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _, spoken

REJOIN = "rejoin"
"""The command that continues a seat which another machine had."""

HOST_PATIENCE = 60.0
"""
Seconds for others to follow when the table has moved from our own host to another.
"""

RECORDING = "WONDERS_EVENTS"
"""Environment variable that names the file to record a session's events in."""

GOODBYE_PATIENCE = 2.0
"""Seconds for our last messages to reach the host."""


class ITerminalReactor(ILinkReactor, ILineReactor):
    """The reactor interfaces that a connection to a table needs."""


class LinkConnection(Protocol):
    """The part of `Link` that is used here."""

    session: LinkSession

    @property
    def pin(self) -> bytes | None:
        """The pin of the connected host, or None."""

    @property
    def exporter(self) -> bytes | None:
        """The TLS exporter secret of the connection we are logged in on, or None."""

    def lead_to(self, host: Sequence[Address]) -> None:
        """Move to another host, given its addresses with its pin."""

    def log_in_as(self, participant: Participant) -> None:
        """Log in again, with the same identity and name."""

    def run(self) -> Deferred[None]:
        """Stay connected until the session is over."""

    def stop(self) -> None: ...

    def take(self, session: LinkSession) -> bool:
        """
        Replace the session, keeping the connection; return whether that was possible.
        """


class Borrower(Protocol):
    """Somebody to whom this machine lends a seat, and who isn't at its terminal."""

    def participant(self, identity: Identity, name: str) -> Participant:
        """Return how the seat logs in at a host, with the current phone."""

    @property
    def language(self) -> str: ...

    @property
    def back(self) -> str:
        """Where to return to the seat."""

    @property
    def is_to_anyone(self) -> bool:
        """Whether any phone gets a seat from this machine."""


class TerminalEnvironment(NamedTuple):
    """The parts of the process that a connection uses."""

    reactor: ITerminalReactor
    terminal: Terminal
    home: Home
    look: Look | None = None
    """Finds a host that is no longer at its address."""
    host_here: Callable[[], ContinuingHost] | None = None
    """Creates our own host that continues a game; None if that isn't possible."""
    borrower: Borrower | None = None
    """Whose seat it is, if this machine lends it; None for our own."""


class Guest(Person):
    """A person to whom the seat is lent, who is told everything in their language."""

    is_guest = True

    def __init__(self, borrower: Borrower, *args: Any) -> None:
        super().__init__(*args)
        self._language = borrower.language
        self._borrower = borrower
        self._said_at = ""
        """The table at which we have said that any phone gets a seat."""

    def told(self, event: Event) -> None:
        with spoken(self._language):
            super().told(event)

    def on_connection_lost(self, event: ConnectionLost) -> None:
        super().on_connection_lost(event)
        self._said_at = ""  # the host may have forgotten it

    def on_lobby_changed(self, event: LobbyChanged) -> None:
        """Say to the others, as our lender wants it said, to whom it lends seats."""
        super().on_lobby_changed(event)
        news, me = event.news, self.known.keyring.me
        if not self._borrower.is_to_anyone or news.table == self._said_at:
            return
        if any(it.identity == me for it in news.people):
            self._said_at = news.table
            self.table.do(Speak("", LENT_TO_ANYONE))


class ConnectionCallbacks(NamedTuple):
    """Callbacks to the screens that show a connection."""

    changed: Callable[[], None] | None = None
    """
    Called when the table model changes.

    With it, the terminal and signals are handled elsewhere; None for line mode.
    """
    listen: Callable[[Callable[[], None]], NullListener] = ScreenListener
    """Creates the listener of each person, given `changed`; unused in line mode."""
    on_no_seat: Callable[[str], bool] = lambda why: False
    """See `PersonCallbacks`, as for the next two."""
    on_games: Callable[[], bool] = lambda: False
    on_password: Callable[[str, str], bool] = lambda table, why: False
    on_rematch: Callable[[Person], None] = lambda before: None
    """Called with the previous person when there is a new one for a rematch."""


class TableConnection:
    """
    A person at a table, from connecting to leaving.

    Attributes:
        person: The person; replaced by a new one for each rematch.
        address: The host's address.
        failure: Why it ended, if unintentionally; one line for a person.
    """

    def __init__(
        self,
        environment: TerminalEnvironment,
        destination: Destination,
        name: str,
        options: SessionOptions | None = None,
        comforts: Comforts | None = None,
        callbacks: ConnectionCallbacks | None = None,
    ) -> None:
        """
        Create a connection; `run` connects.

        Args:
            options: Requests to the host; *asks* and *stays* are set here.
            comforts: Without them, the terminal's bell serves as the alarm.

        Raises:
            DamagedFile: A file at home can't be used.
        """
        reactor, terminal, home, look, host_here, borrower = environment
        passing = destination.passing
        options = options or SessionOptions()
        comforts = comforts or Comforts(alarm=terminal.bell)
        callbacks = callbacks or ConnectionCallbacks()
        changed = callbacks.changed
        identity = home.identity()
        self._borrower = borrower
        as_whom = borrower.participant if borrower else Participant
        self._participant = partial(as_whom, identity, name)
        participant = self._participant()
        self._host = KnownHost(
            home,
            destination.address,
            note=lambda said: self.person.note(said),
            # A lender compares pins, not a guest.
            tell=lambda said: None if borrower else self.person.tell(said),
        )
        where = str(self._host.at)
        self._get_up = home.sit_at(where) if not passing else lambda: None
        self._place = where
        """The address where the unfinished game is, in `Home.going`."""
        self._make_host = None if passing else host_here
        self._hosting: ContinuingHost | None = None
        """Our own host that continues the game, or is about to."""
        self._stop_hosting: IDelayedCall | None = None
        self.failure: str | None = None
        self._reactor = reactor
        self._terminal = terminal
        self._home = home
        self.address = destination.address
        self._name = name
        self._passing = passing
        """
        Whether this is our own host of one game: no way back to it is remembered, and its
        pin isn't compared. The memory of the seat and the log are kept all the same.
        """
        self._back = destination.back
        self._done: Deferred[bool] = Deferred()
        self._cut_off: Deferred[None] = Deferred()
        """Fires when nothing more goes to the host or comes from it."""
        self._ended = False
        self._screened = changed is not None
        self._stores: list[OnDisk] = []
        """Memory files of seats; no other process may open them until the end."""
        self._quiet_signals: Callable[[], None] = lambda: None
        # Raises DamagedFile before anything begins.
        home.people.check(name, identity.public)

        # The host itself puts a player back into an unfinished game.
        returns = any(it.host == where for it in home.going(time.time()))

        def make_person() -> Person:
            person = (Person if borrower is None else partial(Guest, borrower))(
                LineMode(terminal.show, reactor)
                if changed is None
                else callbacks.listen(changed),
                reactor,
                identity.public,
                home.people,
                comforts,
                PersonCallbacks(
                    self._seated,
                    callbacks.on_no_seat,
                    callbacks.on_games,
                    callbacks.on_password,
                    self._can_host,
                    time.time,
                ),
            )
            person.wishes = options.wishes
            person.table = self
            if borrower is None and (path := os.environ.get(RECORDING)):
                self._record(person, path, identity.public)
            return person

        def make_session(*, looks_on: bool = False) -> Session:
            return Session(
                participant,
                self.person,
                link.send,
                replace(
                    options,
                    sits=options.sits and not looks_on,
                    looks_on=looks_on,
                    asks=not (passing or returns),
                    stays=True,
                ),
                Environment(
                    clock=reactor,
                    wall=time.time,
                    work=threads,
                    store_of=self._store_of,
                    log_of=self._log_of,
                ),
            )

        self._make_person, self._make_session = make_person, make_session
        self._on_rematch = callbacks.on_rematch
        self._is_open = False
        """Whether the terminal is open."""
        self.person = make_person()
        threads = Threads(reactor)
        link = Link(
            reactor,
            destination.address,
            participant,
            self._trust,
            LinkOptions(
                look=None if passing else look,
                hint=None if passing else self._host.last_pin(),
                insists=passing or destination.back == REJOIN,
                is_invited=not destination.heard,
                wall=time.time,
            ),
        )
        link.moved = self._moved
        self._session = link.session = make_session(looks_on=options.looks_on)
        self._link: LinkConnection = link

    def run(self) -> Deferred[bool]:
        """Connect; the result fires at the end with whether all went well."""
        if not self._screened:
            self._quiet_signals = on_signals(self)
        self._link.run().addCallbacks(self._link_ended, self._link_failed)
        return self._done

    def log_in_again(self) -> None:
        """Let the host know at once that another phone has the lent seat."""
        self._link.log_in_as(self._participant())

    def end(self, failure: str) -> None:
        """End for a reason that nobody here wished for."""
        if not self._ended:
            self.failure = failure
            self.do(LeaveTable(failed=True))

    def _record(self, person: Person, path: str, identity: bytes) -> None:
        """Record a person's events; an error ends only the recording."""
        from sealed_wonders.client.table.recording import recorder

        def told(event: Event) -> None:
            try:
                recording.told(event)
            except (OSError, ValueError) as error:
                person.recorder = None
                person.note(_not_recorded(path, error))

        try:
            recording = recorder(path, identity, self._reactor.seconds)
        except OSError as error:
            person.note(_not_recorded(path, error))
        else:
            person.recorder = told

    def complain(self, fault: str) -> None:
        """Report a fault of this program, and continue."""
        self.person.note(fault)

    @property
    def may_return(self) -> bool:
        """Whether there is an unfinished game to which the person may come back."""
        return self.person.leaving.has_seat or bool(self._home.going(time.time()))

    @property
    def at(self) -> Address | None:
        """The address of the host, with its pin; None before we were let in."""
        return self._session.at

    @property
    def table(self) -> str:
        """The name of the table; empty before it is known."""
        return self._session.table

    # Actions of a person; see `sealed_wonders.client.table.actions`.

    @singledispatchmethod
    def do(self, action: Action) -> bool:
        """
        Carry out an action; return whether it was possible.

        Each action documents what it raises.
        """
        return self._session.do(action)

    @do.register
    def _take_seat(self, action: TakeSeat) -> bool:
        is_possible = self._session.do(action)
        self.person.wishes = action.wishes
        return is_possible

    @do.register
    def _manage(self, action: ManageHost) -> bool:
        exporter = self._link.exporter
        if exporter is None:
            return False
        return self._session.do(
            SignedCommand(action.words, self._home.admin(), exporter)
        )

    def admin_key(self) -> bytes:
        return self._home.admin().public

    def seat_words(self) -> Sequence[str]:
        seat = self._session.seat
        return words_of(seat.seed) if seat is not None and seat.seed else ()

    @do.register
    def _play_again(self, action: PlayAgain) -> bool:
        last = self._session
        if not self._stay(action.wishes):
            return False
        self._session.sit_again(last, action.wishes)
        return True

    @do.register
    def _spectate_again(self, _: SpectateAgain) -> bool:
        last = self._session
        if not self._stay():
            return False
        self._session.look_on_again(last)
        return True

    def _stay(self, wishes: Wishes = ()) -> bool:
        """
        Replace the person and the session after a game; return whether that was
        possible.
        """
        before, last = self.person, self._session
        if self._ended or not last.over or last.is_done:
            return False
        self.person = self._make_person()
        session = self._make_session()
        if not self._link.take(session):
            self.person = before
            return False
        self.person.return_from(before, wishes)
        self._session = session
        session.table = last.table
        self._on_rematch(before)
        return True

    @do.register
    def _leave(self, action: LeaveTable) -> bool:
        if self._ended:
            return False
        self._ended = True
        failed = action.failed
        if self._session.seat is None:
            self._session.do(GetUp())
        self._link.stop()
        # The last messages are on their way; leaving must not take long because of
        # them.
        hurry = self._reactor.callLater(GOODBYE_PATIENCE, self._cut)

        def done(_: object) -> None:
            if hurry.active():
                hurry.cancel()
            self._quiet_signals()
            self._forget_if_over()
            self._get_up()
            for store in self._stores:
                store.close()
            ended = self._end_hosting()
            ended.addBoth(lambda _: self._done.callback(not failed))

        DeferredList([self._terminal.close(), self._cut_off]).addCallback(done)
        return True

    def keep_log(self, *, whole: bool) -> str:
        seat = self._session.seat
        if seat is None:
            return ""
        if whole:
            self._home.forget_going(self._place)
            self._keep_seen(seat.number, seat.seen)
        log = seat.fold.log()
        return self._keep(lambda gid: self._home.keep_log(gid, log, whole=whole))

    def _keep_seen(self, number: int, seen: Mapping[int, int]) -> None:
        """Keep what our seat has seen of its cards, for our own replays of the game."""
        if seen and self._borrower is None:
            self._keep(lambda gid: self._home.keep_seen(gid, number, seen))

    def public_log(self) -> bytes:
        seat = self._session.seat
        return b"" if seat is None else seat.fold.log()

    def keep_proof(self, seat: int, proof: Equivocation) -> str:
        return self._keep(
            lambda gid: self._home.keep_proof(gid, seat, proof.to_bytes())
        )

    def keep_states(self, phase: int, states: object) -> str:
        packed = json.dumps(states, indent=1).encode()
        return self._keep(lambda gid: self._home.keep_states(gid, phase, packed))

    def _keep(self, keep: Callable[[bytes], Path]) -> str:
        """
        Keep something under the game's id; return its path quoted for a shell, or
        empty.
        """
        seat = self._session.seat
        if seat is None:
            return ""
        try:
            path = keep(seat.fold.charter.gid)
        except DamagedFile as damaged:
            self._note(damaged)
            return ""
        # Files are no business of somebody at another machine.
        return quoted(str(path)) if self._borrower is None else ""

    def _note(self, damaged: DamagedFile) -> None:
        self.person.note(str(damaged) if self._borrower is None else not_kept())

    @do.register
    def _go_to_host(self, action: GoToHost) -> bool:
        self._link.lead_to(action.addresses)
        return True

    # Our own host, in place of a lost one.

    def _can_host(self) -> bool:
        is_on = self._session.seat is not None and not self._session.over
        return self._make_host is not None and self._hosting is None and is_on

    @do.register
    def _host_here(self, _: HostHere) -> bool:
        # Unless its host, or another one, is back first.
        seat = self._session.seat
        if self._make_host is None or seat is None or not self._can_host():
            return False
        fold, here = seat.fold, self.person.here
        hosting = self._hosting = self._make_host()
        table = ContinuedTable(fold.charter.gid, self.table, wires_of(fold.entries()))

        def begun(at: Address) -> None:
            if self._ended or self._link.pin is not None:
                self._end_hosting()  # it isn't needed any more
            else:
                self._link.lead_to([at])

        def failed(why: str) -> None:
            if self._hosting is hosting:
                self._hosting = None
                if not self._ended:
                    here.failed(why)

        hosting.start(table, HostCallbacks(begun, here.invite, failed))
        return True

    def _end_hosting(self) -> Deferred[None]:
        hosting, self._hosting = self._hosting, None
        if self._stop_hosting is not None and self._stop_hosting.active():
            self._stop_hosting.cancel()
        self._stop_hosting = None
        return succeed(None) if hosting is None else hosting.end()

    def _moved_here(self, hosting: ContinuingHost) -> None:
        """Report that the table is at our own host, which ends with us."""
        if self._stop_hosting is not None and self._stop_hosting.active():
            self._stop_hosting.cancel()
        self.person.here.stands(hosting.invitations)
        self._lead_back()  # the first screen leads back to it

    # Interpreter, for the current person.

    @property
    def prompt(self) -> str:
        return self.person.commands.prompt

    @property
    def secret(self) -> bool:
        return self.person.commands.secret

    def words(self) -> tuple[str, ...]:
        return self.person.commands.words()

    def touched(self) -> None:
        self._session.do(ShowPresence())

    def typed(self, line: str) -> None:
        self.person.commands.typed(line)

    def interrupted(self) -> None:
        """Ask before leaving; leave if interrupted a second time."""
        self.person.commands.interrupted()

    def hung_up(self) -> None:
        """Leave, because input has ended."""
        self.person.commands.hung_up()

    # Events of the connection.

    def _seated(self) -> None:
        try:
            self._host.remember()
        except DamagedFile as damaged:
            self._note(damaged)
        # Only once there is a seat: no typed line is lost before, and for an
        # unreachable host one line without a prompt is shown.
        if not self._is_open:
            self._is_open = True
            self._terminal.open(self).addErrback(self._terminal_failed)

    def _terminal_failed(self, failure: Failure) -> None:
        self.end(fault(failure, self._home))

    def _cut(self) -> None:
        """Note that the connection has ended, or needn't be waited for."""
        if not self._cut_off.called:
            self._cut_off.callback(None)

    def _link_ended(self, _: None) -> None:
        self._cut()
        if not self._session.over and not self._ended:
            self.do(LeaveTable(failed=True))

    def _link_failed(self, failure: Failure) -> None:
        self._cut()
        if isinstance(failure.value, InUse):
            self.end(
                machines.in_use(time.time(), failure.value.seconds, self.person.back)
            )
            return
        if self._session.seat is not None and not self._session.over:
            path = self.keep_log(whole=False)
            if path:
                self.person.note(text.log_so_far(path))
        broken = isinstance(failure.value, LinkBroken)
        self.end(failure.getErrorMessage() if broken else fault(failure, self._home))

    def _trust(self, pin: bytes, at: Address) -> None:
        """
        Check the pin of the connected host against the one remembered for its address.
        """
        if self._passing:
            return
        before = str(self._host.at)
        if self._host.shown(pin, replace(at, pin=None)):
            self.person.known.invitations = (Invitation(replace(at, pin=pin).brief),)
        if self._place == before:
            self._place = str(self._host.at)
        # The command needs neither the pin nor the name, since both are remembered.
        where = quoted(self._host.at.brief)
        self._lead_back(self._back, where)
        self.person.seatwords.command = (
            typed(REJOIN, where)
            if self._borrower is None
            else ShellLine(f"{COMMAND} {REJOIN} {where}")
        )
        self._host.check(pin, at)

    def _lead_back(self, *command: str) -> None:
        borrower = self._borrower
        self.person.back = typed(*command) if borrower is None else borrower.back

    def _moved(self, host: str, at: Address) -> None:
        """Record and report that the table continues at another host."""
        place, hosting = str(replace(at, pin=None)), self._hosting
        if hosting is not None and at.pin == hosting.pin:
            self._moved_here(hosting)
            return
        if hosting is not None:
            # Other players may still be at our host, and follow us.
            self.person.known.hosts = False
            self._stop_hosting = self._reactor.callLater(
                HOST_PATIENCE, self._end_hosting
            )
        self.person.host_moved(host, at)
        if self._passing:
            return
        self._lead_back("join", quoted(replace(at, pin=None).brief))
        with contextlib.suppress(DamagedFile):
            self._home.set_going(OngoingGame(place, self._session.table, host))
        if place != self._place:
            self._home.forget_going(self._place)
        self._place = place

    def _store_of(self, table: bytes) -> MemoryStore:
        try:
            store = self._home.memories(table)
        except DamagedFile as damaged:
            raise LinkBroken(sentence_of(damaged)) from None
        self._stores.append(store)
        if not self._passing:
            self._place = str(self._host.at)
            game = OngoingGame(self._place, self._session.table, self.person.known.host)
            # Not the only way back, so a failure is ignored.
            with contextlib.suppress(DamagedFile):
                self._home.set_going(game)
        return store

    def _log_of(self, gid: bytes, table: str) -> GameLog:
        return self._home.game_log(gid, table, time.time())

    def _forget_if_over(self) -> None:
        """Forget the way back to a game that is over, or in which we have no seat."""
        if self._stores and not self.person.leaving.has_seat:
            self._home.forget_going(self._place)


async def sit(connection: TableConnection) -> str | None:
    """
    Stay at a table until the end.

    Returns:
        Why it failed, an empty string if that has been shown, or None if it didn't
        fail.
    """
    well = await connection.run()
    return None if well else connection.failure or ""


def not_kept() -> str:
    return _("The machine that lends you this seat can't keep a file of your game.")


def _not_recorded(path: str, error: Exception) -> str:
    said = _("The recording can't be written to {path}: {why}")
    return said.format(path=path, why=retold(error))


def fault(failure: Failure, home: Home) -> str:
    """Write a crash report; return one line about it."""
    error = failure.value or Exception()
    return told(error, Reports(home.state / "crashes").write(error))
