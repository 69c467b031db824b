"""
A person at a table of a host: who they are, the connection, the terminal, and the end.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import singledispatchmethod
from pathlib import Path
from typing import NamedTuple, Protocol

from twisted.internet.defer import Deferred, DeferredList, succeed
from twisted.internet.interfaces import (
    IDelayedCall,
)
from twisted.python.failure import Failure

from sealed_wonders.client.hosting.goingon import HostHere as LocalHost
from sealed_wonders.client.hosting.goingon import Table, Told
from sealed_wonders.client.program import typed
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.seedwords import words_of
from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.storage.home import Damaged, Going, Home
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
    SpectateAgain,
    TakeSeat,
)
from sealed_wonders.client.table.endpoint import Look
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import Event
from sealed_wonders.client.table.link import (
    Broken,
    InUse,
    IReactor,
    Link,
    LinkOptions,
    LinkSession,
)
from sealed_wonders.client.table.memory import OnDisk, Store
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.terminal import machines, text
from sealed_wonders.client.terminal.comforts import Comforts
from sealed_wonders.client.terminal.crash import Reports, told
from sealed_wonders.client.terminal.destination import Destination
from sealed_wonders.client.terminal.knownhost import KnownHost
from sealed_wonders.client.terminal.line import IReactor as ILineReactor
from sealed_wonders.client.terminal.line import Terminal, on_signals
from sealed_wonders.client.terminal.linemode import LineMode
from sealed_wonders.client.terminal.listener import ScreenListener
from sealed_wonders.client.terminal.person import Person, PersonCallbacks
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.log.envelopes import wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.system.shell import quoted
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _

REJOIN = "rejoin"
"""The command by which one plays on with a seat that another machine had."""

HOST_PATIENCE = 60.0
"""Seconds for others to follow, when the table has gone from our own host to another."""

RECORDING = "WONDERS_EVENTS"
"""The variable that names the file in which a session's events are recorded."""

GOODBYE_PATIENCE = 2.0
"""Seconds for our last words to reach the host."""


class ITerminalReactor(IReactor, ILineReactor):
    """What a connection to a table needs of a reactor."""


class Connection(Protocol):
    """The part of a `Link` that is used here."""

    session: LinkSession

    @property
    def pin(self) -> bytes | None:
        """The pin of the host that we talk to; None if to none."""

    @property
    def exporter(self) -> bytes | None:
        """The secret of the connection on which we are logged in; None if there is none."""

    def lead_to(self, host: Sequence[Address]) -> None:
        """Go to another host, by its addresses with its pin."""

    def run(self) -> Deferred[None]:
        """Stay connected until the session is over."""

    def stop(self) -> None:
        """End the link."""

    def take(self, session: LinkSession) -> bool:
        """Keep another session connected in place of this one; tells whether it does."""


class TerminalEnvironment(NamedTuple):
    """What a connection takes from the process in which a person sits at a terminal."""

    reactor: ITerminalReactor
    terminal: Terminal
    home: Home
    look: Look | None = None
    """Looks for a host that isn't where it was."""
    host_here: Callable[[], LocalHost] | None = None
    """Makes a host of one's own that goes on with a game; None: none can."""


class ConnectionCallbacks(NamedTuple):
    """What screens do for a connection that they show."""

    changed: Callable[[], None] | None = None
    """
    Called when anything the person knows has changed. The terminal is somebody else's then,
    and so are signals; None: in line mode neither is.
    """
    on_no_seat: Callable[[str], bool] = lambda why: False
    """See `PersonCallbacks`, and so for the next two."""
    on_games: Callable[[], bool] = lambda: False
    on_password: Callable[[str, str], bool] = lambda table, why: False
    on_rematch: Callable[[Person], None] = lambda before: None
    """Called when there is another person, with the one before."""


class TableConnection:
    """
    From connecting to leaving.

    Attributes:
        person: whoever sits here; another one, who knows nothing yet, in another game.
        address: the host's.
        failure: why it ended, if nobody wanted it to; one line for a person.
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
        Make ready to connect.

        Args:
            options: what is wanted of the host; whether to ask, and to stay, is decided here.
            comforts: None: the terminal's bell is the alarm.

        Raises:
            Damaged: a file at home can't be used.
        """
        reactor, terminal, home, look, host_here = environment
        passing = destination.passing
        options = options or SessionOptions()
        comforts = comforts or Comforts(alarm=terminal.bell)
        callbacks = callbacks or ConnectionCallbacks()
        changed = callbacks.changed
        identity = home.identity()
        participant = Participant(identity, name)
        self._host = KnownHost(
            home,
            destination.address,
            note=lambda said: self.person.note(said),
            tell=lambda said: self.person.tell(said),
        )
        where = str(self._host.at)
        self._get_up = home.sit_at(where) if not passing else lambda: None
        self._place = where
        """Where the game is, if one goes on."""
        self._make_host = None if passing else host_here
        self._hosting: LocalHost | None = None
        """Goes on with the game here, or is about to."""
        self._stop_hosting: IDelayedCall | None = None
        self.failure: str | None = None
        self._reactor = reactor
        self._terminal = terminal
        self._home = home
        self.address = destination.address
        self._name = name
        self._passing = passing
        self._back = destination.back
        self._done: Deferred[bool] = Deferred()
        self._cut_off: Deferred[None] = Deferred()
        """Fires when nothing more goes to the host or comes from it."""
        self._ended = False
        self._screened = changed is not None
        self._stores: list[OnDisk] = []
        """What must not be forgotten of games; no other process has it until the end."""
        self._quiet_signals: Callable[[], None] = lambda: None
        home.people.check(name, identity.public)  # or Damaged, before anything begins

        # Whoever was at a game there, and lost it, is brought back to it by the host.
        returns = any(it.host == where for it in home.going(time.time()))

        def make_person() -> Person:
            person = Person(
                LineMode(terminal.show, reactor)
                if changed is None
                else ScreenListener(changed),
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
            if path := os.environ.get(RECORDING):
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
        """The terminal is."""
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
        self._link: Connection = link

    def run(self) -> Deferred[bool]:
        """Begin; fires when it has ended, with whether that is as it should be."""
        if not self._screened:
            self._quiet_signals = on_signals(self)
        self._link.run().addCallbacks(self._link_ended, self._link_failed)
        return self._done

    def end(self, failure: str) -> None:
        """End it for a reason that is nobody's wish here."""
        if not self._ended:
            self.failure = failure
            self.do(LeaveTable(failed=True))

    def _record(self, person: Person, path: str, identity: bytes) -> None:
        """Record what a person is told; what can't be recorded ends the recording alone."""
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
        """Show what is wrong with this program, and go on."""
        self.person.note(fault)

    @property
    def table(self) -> str:
        """The name of the table they sit at; empty before that is known."""
        return self._session.table

    # What a person does; see `sealed_wonders.client.table.actions`.

    @singledispatchmethod
    def do(self, action: Action) -> bool:
        """
        Do something; tells whether that was possible.

        What can be raised is said with each action.
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
        """Give the key by which they run hosts."""
        return self._home.admin().public

    def seat_words(self) -> Sequence[str]:
        """Return the words of their seat in a game."""
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
        """Know nothing of the game that is over any more; tells whether that can be."""
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
        # What was said last is on its way; nobody who wants to go waits long for it.
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
        """Keep the log of the game."""
        seat = self._session.seat
        if seat is None:
            return ""
        if whole:
            self._home.forget_going(self._place)
        log = seat.fold.log()
        return self._keep(lambda gid: self._home.keep_log(gid, log, whole=whole))

    def keep_proof(self, seat: int, proof: Equivocation) -> str:
        """Keep the proof that a seat signed two versions."""
        return self._keep(
            lambda gid: self._home.keep_proof(gid, seat, proof.to_bytes())
        )

    def keep_states(self, phase: int, states: object) -> str:
        """Keep how the rules of several programs stood in a phase."""
        packed = json.dumps(states, indent=1).encode()
        return self._keep(lambda gid: self._home.keep_states(gid, phase, packed))

    def _keep(self, keep: Callable[[bytes], Path]) -> str:
        """Keep something of the game, by its id; return where, as a shell takes it."""
        seat = self._session.seat
        if seat is None:
            return ""
        try:
            path = keep(seat.fold.charter.gid)
        except Damaged as damaged:
            self.person.note(str(damaged))
            return ""
        return quoted(str(path))

    @do.register
    def _go_to_host(self, action: GoToHost) -> bool:
        self._link.lead_to(action.addresses)
        return True

    # A host of one's own, in the place of one that is lost.

    def _can_host(self) -> bool:
        is_on = self._session.seat is not None and not self._session.over
        return self._make_host is not None and self._hosting is None and is_on

    @do.register
    def _host_here(self, _: HostHere) -> bool:
        # Unless its host, or another, is there before.
        seat = self._session.seat
        if self._make_host is None or seat is None or not self._can_host():
            return False
        fold, here = seat.fold, self.person.here
        hosting = self._hosting = self._make_host()
        table = Table(fold.charter.gid, self.table, wires_of(fold.entries()))

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

        hosting.start(table, Told(begun, here.invite, failed))
        return True

    def _end_hosting(self) -> Deferred[None]:
        hosting, self._hosting = self._hosting, None
        if self._stop_hosting is not None and self._stop_hosting.active():
            self._stop_hosting.cancel()
        self._stop_hosting = None
        return succeed(None) if hosting is None else hosting.end()

    def _moved_here(self, hosting: LocalHost) -> None:
        """Say that the table is at our own host, which ends with us."""
        if self._stop_hosting is not None and self._stop_hosting.active():
            self._stop_hosting.cancel()
        self.person.here.stands(hosting.invitations)
        self.person.back = typed()  # the first screen leads back to it

    # What is typed is for whoever sits here by then.

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        return self.person.commands.prompt

    @property
    def secret(self) -> bool:
        """Whether what is typed isn't to be shown."""
        return self.person.commands.secret

    def words(self) -> tuple[str, ...]:
        """Return what can be typed now, for completion."""
        return self.person.commands.words()

    def touched(self) -> None:
        """Take note that somebody is here."""
        self._session.do(ShowPresence())

    def typed(self, line: str) -> None:
        """Do what somebody typed."""
        self.person.commands.typed(line)

    def interrupted(self) -> None:
        """Ask before leaving; the second time leave."""
        self.person.commands.interrupted()

    def hung_up(self) -> None:
        """Nothing more will be typed: leave."""
        self.person.commands.hung_up()

    # What happens around.

    def _seated(self) -> None:
        try:
            self._host.remember()
            self._home.keep_name(self._name)
        except Damaged as damaged:
            self.person.note(str(damaged))
        # Not before there is a seat: nothing typed is lost, and a host that can't be
        # reached is one line and no prompt.
        if not self._is_open:
            self._is_open = True
            self._terminal.open(self).addErrback(self._terminal_failed)

    def _terminal_failed(self, failure: Failure) -> None:
        self.end(fault(failure, self._home))

    def _cut(self) -> None:
        """The connection is no more, or needn't be waited for."""
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
        broken = isinstance(failure.value, Broken)
        self.end(failure.getErrorMessage() if broken else fault(failure, self._home))

    def _trust(self, pin: bytes, at: Address) -> None:
        """Compare the host with the one we know by this address."""
        if self._passing:
            return
        before = str(self._host.at)
        if self._host.shown(pin, replace(at, pin=None)):
            self.person.known.invitations = (Invitation(replace(at, pin=pin).brief),)
        if self._place == before:
            self._place = str(self._host.at)
        # Its pin is remembered, and so is one's name.
        where = quoted(self._host.at.brief)
        self.person.back = typed(self._back, where)
        self.person.seatwords.command = typed(REJOIN, where)
        self._host.check(pin, at)

    def _moved(self, host: str, at: Address) -> None:
        """Say that the table goes on at another host, and find the way back there."""
        place, hosting = str(replace(at, pin=None)), self._hosting
        if hosting is not None and at.pin == hosting.pin:
            self._moved_here(hosting)
            return
        if hosting is not None:
            # Others may still be there, and come after us.
            self.person.hosts = False
            self._stop_hosting = self._reactor.callLater(
                HOST_PATIENCE, self._end_hosting
            )
        self.person.host_moved(host, at)
        if self._passing:
            return
        self.person.back = typed("join", quoted(replace(at, pin=None).brief))
        with contextlib.suppress(Damaged):
            self._home.set_going(Going(place, self._session.table, host))
        if place != self._place:
            self._home.forget_going(self._place)
        self._place = place

    def _store_of(self, table: bytes) -> Store:
        try:
            store = self._home.memories(table)
        except Damaged as damaged:
            raise Broken(sentence_of(damaged)) from None
        self._stores.append(store)
        if not self._passing:
            self._place = str(self._host.at)
            game = Going(self._place, self._session.table, self.person.known.host)
            with contextlib.suppress(Damaged):  # it is a way back, and not the only one
                self._home.set_going(game)
        return store

    def _log_of(self, gid: bytes, table: str) -> GameLog:
        return self._home.game_log(gid, table, time.time())

    def _forget_if_over(self) -> None:
        """Offer no way back to a game that is over, or where we have no seat any more."""
        if self._stores and not self.person.leaving.has_seat:
            self._home.forget_going(self._place)


async def sit(connection: TableConnection) -> str | None:
    """
    Stay at a table until that is over.

    Returns:
        Why it failed, nothing if that was said already, and None if it didn't.
    """
    well = await connection.run()
    return None if well else connection.failure or ""


def _not_recorded(path: str, error: Exception) -> str:
    said = _("The recording can't be written to {path}: {why}")
    return said.format(path=path, why=retold(error))


def fault(failure: Failure, home: Home) -> str:
    """Write down what is wrong with this program, and say so in one line."""
    error = failure.value or Exception()
    return told(error, Reports(home.state / "crashes").write(error))
