"""
The link between a session and its host: connecting, logging in, and reconnecting.

`Link` also moves the session to another host that has its game, and carries out what
`sealed_wonders.client.table.quorum` decides. Addresses are found in
`sealed_wonders.client.table.endpoint`, and messages are handled in
`sealed_wonders.client.table.session`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from twisted.internet import error as reasons
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import (
    IDelayedCall,
    IProtocol,
    IReactorCore,
    IReactorTime,
)
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from sealed_wonders.client.reasons import Problem, refused, retold
from sealed_wonders.client.table import endpoint
from sealed_wonders.client.table.acceptable import Unacceptable
from sealed_wonders.client.table.arrival import ARRIVAL_PATIENCE, Visit
from sealed_wonders.client.table.crossing import Crossing, Outcome
from sealed_wonders.client.table.endpoint import HostEndpoint, Look
from sealed_wonders.client.table.inquiry import Inquirer, Inquiry, InquiryResult
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.quorum import (
    Followed,
    HostAnswer,
    Quorum,
    QuorumCallbacks,
)
from sealed_wonders.client.table.recollecting import Recollecting
from sealed_wonders.client.table.session import DISPLACED
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net import notices
from sealed_wonders.net.address import PORT, Address
from sealed_wonders.net.connectionend import ConnectionEnd, EndReason
from sealed_wonders.net.discovery.nearby import Nearby, is_loopback
from sealed_wonders.net.discovery.ownaddresses import (
    WATCH_INTERVAL,
    OwnAddress,
    Watch,
    own_addresses,
)
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.messages import FromClient, FromHost, Refused, Welcome
from sealed_wonders.net.names import make_line
from sealed_wonders.net.rollcall import Answer
from sealed_wonders.net.wire import ToHost, client_factory

IN_USE = "in-use"
"""
A host's reason: our key is in use, and logging in again displaces the other program.
"""

OWN_WITHIN = 5.0
"""
Seconds by which a connection may be younger than our last welcome, yet the same.

The host counts whole seconds, and a clock may be set.
"""

FOR_GOOD = (DISPLACED, "banned", "kicked", "not-invited")
"""A host's reasons for ending a connection that are final at any time."""

FOR_NOW = "busy"
"""A host's reason that passes: the link tries again, even before its first welcome."""

BY_HOST = (EndReason.RUBBISH, EndReason.FLOOD)
"""
Ends of a connection that are the host's doing; a broken connection proves nothing.
"""

TRIES = 4
"""
Connections that may break before any host has accepted us.

An attacker on the network may have forged the end of one of them. After the first
welcome there is no limit.
"""


class ILinkReactor(endpoint.IEndpointReactor, IReactorCore):
    """Reactor interfaces that a link uses."""


class LinkSession(Protocol):
    """Interface of what a link connects to a host: a session, or a `Finder`."""

    stopped: Callable[[Exception | None], None]
    """Called when it is over, or can't continue; set by the link."""
    arrived: Callable[[str], None]
    """
    Called with the name of another host at which our game continues; set by the link.
    """
    unwritten: Callable[[], None]
    """Called when the host can't write our entries to its journal; set by the link."""
    at: Address | None
    """Address of our host, with its pin; set by the link."""
    is_invited: bool
    """
    Whether we came to the first host by an invitation with its pin; set by the link.
    """

    @property
    def is_done(self) -> bool:
        """Whether it ignores everything that the host may still send."""

    @property
    def is_arriving(self) -> bool:
        """Whether a host has yet to show that it has our game."""

    @property
    def followed(self) -> Followed | None:
        """A game that may continue at another host; see `Session.followed`."""

    def sets_out(self) -> None:
        """Record that the first attempt to connect begins."""

    def welcomed(self, welcome: Welcome) -> None:
        """Take the host's welcome, the first message on each connection."""

    def receive(self, message: FromHost) -> None: ...

    def denies_our_game(self, message: FromHost) -> bool:
        """Return whether a message means that a host no longer has our running game."""

    def connection_lost(self) -> None:
        """Record that the connection is lost."""

    def visit(self, *, for_news: bool) -> Visit | None:
        """Return what looks for our game at another host; see `Session.visit`."""

    @property
    def recollects(self) -> Inquirer | None:
        """
        Asks our host what its seats know of our entries; see `Session.recollects`.
        """

    def recollect(self, answers: Mapping[bytes, Answer]) -> None:
        """Take hosts' answers to that, by pin."""

    def departing(self, host: bytes, name: str) -> FromClient | None:
        """
        Return the message to a host that we leave for another one, if it needs one.

        Args:
            host: the pin of the other host.
            name: its name, as it reports it.
        """

    def crossed(self, visit: Visit) -> None:
        """Continue at another host that has our game."""

    def turn_away(self) -> None:
        """Record that the host isn't to be trusted, and that we leave it."""

    def displaced(self, ago: float = 0) -> bool:
        """
        Record that another program has logged in with our key.

        Args:
            ago: seconds for which the other program has been connected.

        Returns:
            Whether the session stops because of that; otherwise the link handles it.
        """

    def connection_failed(self, why: Sentence) -> None:
        """Report why there is no new connection yet, or none to another host."""

    def hosts_found(self, hosts: Sequence[Nearby]) -> None:
        """
        Take other hosts that may have our game, though no seat has proved to be there.
        """

    def close(self) -> None: ...


class LinkBroken(Problem):
    """The link can't be made, or can't be made again."""


class InUse(LinkBroken):
    """
    Another program is logged in with our key, and would be displaced.

    Attributes:
        seconds: for how long it has been connected, as the host reports; None if it
            doesn't.
    """

    def __init__(self, said: Sentence, detail: str) -> None:
        super().__init__(said)
        known = notices.IN_USE.read(detail)
        seconds = "" if known is None else str(known.fields["seconds"])
        is_number = seconds.isascii() and seconds.isdecimal() and len(seconds) < 9
        self.seconds = int(seconds) if is_number else None


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """How a link finds its host, and when it gives up."""

    patience: float | None = None
    """Seconds after which a lost host is given up; None to wait without limit."""
    look: Look | None = None
    """
    Searches the network for a host that has moved; None to try only known addresses.
    """
    hint: bytes | None = None
    """The pin that the host at this address had last time."""
    machine: Watch | None = None
    """
    Returns this machine's addresses.

    If None, the link looks them up itself, unless the host is on this machine.
    """
    insists: bool = True
    """
    Whether the first login displaces another program that uses our key.

    If not, the link fails with `InUse`.
    """
    is_invited: bool = True
    """
    Whether a pin in the address comes from an invitation, and wasn't known before.
    """
    wall: Callable[[], float] | None = None
    """
    Wall clock, which continues while the machine sleeps.

    If None, the reactor's clock is used, which may stop then.
    """
    dice: random.Random | None = None
    """See `Quorum`."""


class Link:
    """
    Keeps one session connected until it is over.

    It connects to the session's own host, or to another one at which the game
    continues. From the latter it accepts nothing that would end the game, and it
    doesn't go back there if that host does what no honest host does.
    `sealed_wonders.client.table.quorum` decides which host to use, and when.

    Attributes:
        session: the session; set before `run`.
        moved: called with the name and the address (with its pin) of another host when
            the game has been found there.
    """

    session: LinkSession

    def __init__(
        self,
        reactor: ILinkReactor,
        address: Address,
        participant: Participant,
        trust: Callable[[bytes, Address], None] = lambda pin, at: None,
        options: LinkOptions | None = None,
    ) -> None:
        """
        Create a link that hasn't connected.

        Args:
            address: the host's address, with its pin if that is known.
            participant: the identity and name to log in with.
            trust: takes the pin of the host's certificate and its address, and raises
                Broken if it isn't the expected host.
        """
        options = options or LinkOptions()
        self._reactor = reactor
        self._clock: IReactorTime = reactor
        self._address = address
        self._participant = participant
        self._trust = trust
        self._insists = options.insists
        self._is_invited = options.is_invited and address.pin is not None
        self._wall = options.wall or reactor.seconds
        self._comes_again = False
        """
        Whether we are logging in again after the host reported that our key is in use.
        """
        self._patience = options.patience
        self._giving_up: IDelayedCall | None = None
        self._connection: ToHost | None = None
        """The session's connection, perhaps not logged in yet."""
        self._connecting: Deferred[Any] | None = None
        """The attempt to connect to our current or last host."""
        self._retry: IDelayedCall | None = None
        self._protocol: IProtocol | None = None
        """Result of that attempt, on which TLS may not be up yet."""
        self._alive = 0
        """Number of connections whose loss will be reported to `connection_lost`."""
        self._left: set[ToHost] = set()
        """Those of them that we no longer use."""
        self._crossing: Crossing | None = None
        """Moves to another host, while we are still connected to this one."""
        self._inquiry: Inquiry | None = None
        """Asks a host for proof that another program plays there with our key."""
        self._talking = False
        self._welcomed_at: float | None = None
        """Time of the last welcome, by the wall clock."""
        self._first: Address | None = None
        """Address and pin of the first host that accepted us."""
        self._tries = 0
        """Number of connections that broke before that."""
        self._refusal: Sentence | None = None
        """Why the host hasn't accepted us on this connection, if it gave a reason."""
        self._told: set[EndReason] = set()
        """Reasons reported to the player since the last connection."""
        self._ending = self._is_finishing = False
        self._done: Deferred[None] = Deferred()
        self._endpoint = HostEndpoint(reactor, address, options.look, options.hint)
        self._quorum = Quorum(
            reactor,
            options.look,
            QuorumCallbacks(
                lambda: self.session.followed,
                self._survey,
                self._go,
                self._go_for_news,
                lambda hosts: self.session.hosts_found(hosts),
            ),
            options.dice,
        )
        self._recollecting = Recollecting(
            reactor, lambda: self.session.recollects, self._ask_own_host
        )
        self.moved: Callable[[str, Address], None] = lambda host, at: None
        self._arriving: IDelayedCall | None = None
        """Turns away from a host that doesn't show in time that it has our game."""
        self._machine = options.machine
        if self._machine is None and not is_loopback(address.host):
            self._machine = own_addresses
        self._networks: tuple[OwnAddress, ...] | None = None
        """This machine's addresses at the last check."""
        self._watching = LoopingCall(self._look_around)
        self._watching.clock = reactor
        self._factory = client_factory(self, reactor, lambda: self._endpoint.pin)

    def run(self) -> Deferred[None]:
        """
        Connect, and stay connected until the session is over.

        The deferred fails with Broken if the host can't be reached at first, or turns
        out to be one that we can't play with. After the first welcome, the end of a
        connection never ends the link, because an attacker on the network could cause
        it.
        """
        self._follow(self.session)
        self.session.sets_out()
        self._connect()
        if self._machine is not None:
            self._watching.start(WATCH_INTERVAL, now=False)
        return self._done

    def take(self, session: LinkSession) -> bool:
        """
        Keep another session connected instead; return False if the link is ending.
        """
        if self._ending:
            return False
        self.session.close()
        session.at, session.is_invited = self.session.at, self.session.is_invited
        self.session = session
        self._follow(session)
        return True

    def _follow(self, session: LinkSession) -> None:
        session.stopped = self._session_stopped
        session.arrived = self._session_arrived
        session.unwritten = self._quorum.unwritten

    def lead_to(self, host: Sequence[Address]) -> None:
        """
        Move to another host that the player has chosen, if it has our game.

        If that fails, the reason is reported, and we stay where we are.

        Args:
            host: its addresses, each with its pin if that is known.
        """
        self._cross(host, is_wanted=True)

    def log_in_as(self, participant: Participant) -> None:
        """
        Log in again at our host, where our login says something else from now on.

        Args:
            participant: the same identity and name, such as with another phone.
        """
        self._participant = participant
        if self._connection is not None and not self._ending:
            self._connection.close()

    @property
    def pin(self) -> bytes | None:
        """The pin of our current host; None if we aren't logged in."""
        talks = self._connection is not None and self._talking
        return self._endpoint.pin if talks else None

    @property
    def exporter(self) -> bytes | None:
        """The exported TLS secret of our connection; None if we aren't logged in."""
        if self._connection is None or not self._talking:
            return None
        return self._connection.exporter

    def stop(self) -> None:
        self._end(None)

    def send(self, message: FromClient) -> None:
        """Send a message; it is lost if there is no connection."""
        if self._connection is not None and self._talking:
            self._connection.send(message)

    # Connecting.

    def _connect(self) -> None:
        self._retry = None
        self._connecting = self._endpoint.connect(self._factory)
        self._connecting.addCallbacks(self._reached, self._not_reached)

    def _reached(self, protocol: IProtocol) -> None:
        """Take a connection; what happens on it is reported to the listener methods."""
        self._connecting, self._protocol = None, protocol
        self._alive += 1
        if self._ending:
            self._connect_no_more()

    def _not_reached(self, failure: Failure) -> None:
        self._connecting = None
        if not isinstance(failure.value, CancelledError):
            where = f"{self._address.host}:{self._address.port}"
            why = _reason(failure.value)
            said = Sentence("can't reach {address}: {why}", address=where, why=why)
            self._end(LinkBroken(said))

    def _connect_no_more(self) -> None:
        """Stop reconnecting to our last host."""
        if self._retry is not None and self._retry.active():
            self._retry.cancel()
        self._retry = None
        if self._connecting is not None:
            self._connecting.cancel()
        transport = getattr(self._protocol, "transport", None)
        if self._connection is None and transport is not None:
            # its protocol doesn't know yet which connection it belongs to
            transport.loseConnection()

    # Called by `ToHost`, as its listener.

    def connected(self, connection: ToHost) -> None:
        """Log in, because TLS is up."""
        if self._connection is not None or self._ending:
            self._leave(connection)  # we have moved to another host in the meantime
            return
        with self._ending_in_one_line():
            if not self._is_elsewhere(connection):
                self._trust(connection.pin, self._endpoint.at)
            self._connection = connection
            connection.send(self._participant.hello(connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        if self._ending or connection is not self._connection:
            return
        is_elsewhere = self._is_elsewhere(connection)
        with self._ending_in_one_line():
            match message:
                case Welcome():
                    self._take_welcome(connection, message)
                case _ if is_elsewhere and self.session.denies_our_game(message):
                    self._turn_away()  # it can't end a game that others may continue
                case Refused():
                    self._hear_refusal(connection, message)
                case _:
                    self.session.receive(message)
        if not self._ending:
            self._quorum.changed()
            self._recollecting.look()
        if self.session.is_done:
            self._end(None)

    def _hear_refusal(self, connection: ToHost, refused: Refused) -> None:
        """Handle a refusal of the whole connection; the session handles any other."""
        is_displaced = refused.reason == DISPLACED
        if is_displaced and self._is_elsewhere(connection):
            self._ask_for_rival(connection)
        elif is_displaced and self._talking and self.session.displaced():
            self._end(None)
        elif refused.reason in FOR_GOOD or not self._talking:
            self._take_refusal(refused.reason, refused.detail)
        else:
            self.session.receive(refused)

    def _is_elsewhere(self, connection: ToHost) -> bool:
        """Return whether a connection isn't to the first host that accepted us."""
        return self._first is not None and connection.pin != self._first.pin

    def _take_welcome(self, connection: ToHost, welcome: Welcome) -> None:
        self._talking, self._welcomed_at = True, self._wall()
        is_elsewhere = self._is_elsewhere(connection)
        self.session.at = replace(self._endpoint.at, pin=connection.pin)
        self.session.is_invited = self._is_invited
        if not is_elsewhere:
            self._let_in(connection)
        self.session.welcomed(welcome)
        if self.session.is_arriving:
            self._arriving = self._clock.callLater(ARRIVAL_PATIENCE, self._wait_no_more)
        elif is_elsewhere and not self._ending:
            self._let_in(connection)  # it showed earlier that it has our game

    def _let_in(self, connection: ToHost) -> None:
        """Record that we are at the host where we want to be."""
        self._told.clear()
        self._stay()
        self._endpoint.arrived(connection.pin)
        at = replace(self._endpoint.at, pin=connection.pin)
        if not self._is_elsewhere(connection):
            self._first = at
        self._quorum.arrived(at)
        self._keep_hoping()

    def _session_arrived(self, host: str) -> None:
        """Record that the host has our game."""
        self._expect_no_arrival()
        if self._connection is not None:
            self._let_in(self._connection)
            self.moved(host, self._endpoint.at)

    def _turn_away(self) -> None:
        """Return to the first host, because our game doesn't continue at this one."""
        self._expect_no_arrival()
        self._talking = False
        self.session.turn_away()
        self._quorum.missed(self._endpoint.pin, denies=True)
        if self._connection is not None:
            if self._first is not None and self._is_elsewhere(self._connection):
                self._endpoint.settle(self._first)
            self._connection.cut(Sentence("your game isn't in progress on that host"))

    def _ask_for_rival(self, connection: ToHost) -> None:
        """
        Check whether another program plays with our key at a host other than the first.

        The word of such a host ends nothing: a program that plays there signs it, as in
        any roll call.
        """
        followed, at = self.session.followed, self._endpoint.at
        host = replace(at, pin=connection.pin)
        was_talking, self._talking = self._talking, False
        self._expect_no_arrival()
        self._connection = self._protocol = None
        self._leave(connection)
        if was_talking:
            self.session.connection_lost()
            self._quorum.connection_lost()

        def done(heard: InquiryResult) -> None:
            self._inquiry = None
            now = self.session.followed
            proven = {} if now is None else now.proven(heard.answers)
            is_there = now is not None and now.me in proven.get(connection.pin, {})
            if is_there and self.session.displaced():
                self._end(None)
            elif self._connection is None:
                self._go_back(connection.pin)

        if followed is None:
            self._go_back(connection.pin)
        else:
            asker = Inquirer(followed.gid, followed.me, self._participant.identity)
            self._inquiry = Inquiry(self._reactor, asker, [[host]], done)

    def _go_back(self, pin: bytes) -> None:
        """Return to the first host, after leaving one that isn't to be trusted."""
        self.session.turn_away()
        self._quorum.missed(pin, denies=True)
        if self._first is not None:
            self._endpoint.settle(self._first)
        self._retry = self._clock.callLater(self._endpoint.pause(), self._connect)

    def _wait_no_more(self) -> None:
        """
        Leave a host that doesn't show its game in time, and return to it later.

        It may be asleep, or slow.
        """
        if self._connection is not None:
            self._connection.cut("it doesn't say whether our game goes on there")

    def _expect_no_arrival(self) -> None:
        if self._arriving is not None and self._arriving.active():
            self._arriving.cancel()
        self._arriving = None

    @property
    def _was_welcomed(self) -> bool:
        """Whether any host has accepted us."""
        return self._welcomed_at is not None

    @property
    def _is_guest(self) -> bool:
        """
        Whether this host isn't the first one, or hasn't shown that it has our game.
        """
        here = self._connection
        is_elsewhere = here is not None and self._is_elsewhere(here)
        return is_elsewhere or self.session.is_arriving

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        """Handle the end of a connection, and reconnect if it was ours."""
        self._alive -= 1
        is_left = connection in self._left or self._connection not in (None, connection)
        self._left.discard(connection)
        if self._ending:
            self._talking = self._talking and is_left
            self._finish_if_closed()
        if self._ending or is_left:
            return
        self._own_connection_lost(connection, end)
        if not self._ending:
            self._retry = self._clock.callLater(self._endpoint.pause(), self._connect)

    def _own_connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        """
        Handle the loss of our connection, and report the reason if it is a new one.
        """
        was_arriving = self.session.is_arriving
        was_talking, self._talking = self._talking and not was_arriving, False
        self._expect_no_arrival()
        has_shown_its_pin = self._connection is not None
        was_elsewhere = has_shown_its_pin and self._is_elsewhere(connection)
        self._connection = self._protocol = None
        self._quorum.connection_lost()
        self._recollecting.stop()
        self._endpoint.connection_lost(talking=was_talking)
        refusal, self._refusal = self._refusal, None
        comes_again, self._comes_again = self._comes_again, False
        # Anybody can announce an address in the host's name, so its answer means
        # nothing.
        is_announced = self._endpoint.is_announced and not has_shown_its_pin
        if not self._was_welcomed:
            self._not_let_in(end, refusal, is_announced=is_announced)
        elif was_talking:
            self._give_up_later()
            with self._ending_in_one_line():
                self.session.connection_lost()
            if end.why in BY_HOST:
                self._tell(end)
        elif was_arriving:
            self.session.connection_lost()
        elif not (is_announced or was_elsewhere or comes_again):
            self._tell(end, refusal)

    def _not_let_in(
        self, end: ConnectionEnd, refusal: Sentence | None, *, is_announced: bool
    ) -> None:
        """Count a failure before the first welcome, and give up after `TRIES`."""
        if not is_announced:
            self._tries += 1
            if end.why is EndReason.WRONG_PIN or self._tries >= TRIES:
                self._end(LinkBroken(refusal or _sentence(end, self._endpoint.at)))

    def _take_refusal(self, reason: str, detail: str) -> None:
        """End the link, unless the same host may accept us later."""
        said = Sentence(
            "the host refused the login: {why}", why=refused(reason, detail)
        )
        if reason == IN_USE and self._connection is not None:
            self._take_in_use(self._connection, said, detail)
            return
        if self._connection is not None and self._is_elsewhere(self._connection):
            self._turn_away()
            return
        may_pass = self._was_welcomed or reason == FOR_NOW
        if reason in FOR_GOOD or not may_pass or self._connection is None:
            raise LinkBroken(said)
        self._refusal = said
        self._connection.close()

    def _take_in_use(self, connection: ToHost, said: Sentence, detail: str) -> None:
        """
        Displace the program that uses our key by logging in again, or leave it there.

        Raises:
            InUse: it stays, and there is no session of ours to stop.
        """
        in_use = InUse(said, detail)
        if self._may_put_out(in_use.seconds):
            self._comes_again, self._refusal = True, said
            connection.close()
        elif self._is_elsewhere(connection):
            self._ask_for_rival(connection)
        elif self._was_welcomed and self.session.displaced(in_use.seconds or 0):
            self._end(None)
        else:
            raise in_use

    def _may_put_out(self, seconds: int | None) -> bool:
        """
        Return whether to displace a program that uses our key.

        Before the first welcome, `LinkOptions.insists` decides. Later, it must be our
        own connection, whose loss the host hasn't noticed. A program that connected
        after our last welcome plays our seat, and we have only been asleep.

        Args:
            seconds: for how long it has been connected, if that is known.
        """
        if self._welcomed_at is None:
            return self._insists
        away = self._wall() - self._welcomed_at
        return seconds is not None and seconds + OWN_WITHIN >= away

    def _tell(self, end: ConnectionEnd, refusal: Sentence | None = None) -> None:
        """Report why there is no new connection, each kind of reason only once."""
        if not self._ending and end.why not in self._told:
            self._told.add(end.why)
            with self._ending_in_one_line():
                self.session.connection_failed(
                    refusal or _sentence(end, self._endpoint.at)
                )

    def _give_up(self) -> None:
        self._giving_up = None
        said = Sentence(
            "{address} couldn't be reached for {seconds} seconds",
            address=f"{self._address.host}:{self._address.port}",
            seconds=f"{self._patience:.0f}",
        )
        self._end(LinkBroken(said))

    def _look_around(self) -> None:
        """Notice when this machine changes networks, and the old connection is dead."""
        if self._machine is None:
            return
        before, self._networks = self._networks, self._machine()
        if before is None or self._networks == before:
            return
        self._endpoint.hurry()
        if self._connection is not None:
            own = {own.ip for own in self._networks}
            if own and self._connection.own_ip not in own:
                self._connection.cut("this machine has another address now")
            else:
                self._connection.probe()

    def _give_up_later(self) -> None:
        """Start the timer that ends the link after `LinkOptions.patience`."""
        if self._patience is not None:
            self._giving_up = self._clock.callLater(self._patience, self._give_up)

    def _keep_hoping(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    # Other hosts.

    def _survey(
        self,
        hosts: Sequence[Nearby],
        told: Callable[[Mapping[bytes, HostAnswer]], None],
    ) -> Callable[[], object]:
        """Ask some hosts which seats play there."""
        followed = self.session.followed
        gid = b"" if followed is None else followed.gid
        seat = None if followed is None else followed.me

        def done(heard: InquiryResult) -> None:
            now = self.session.followed
            proven = {} if now is None else now.proven(heard.answers)
            told(
                {
                    pin: HostAnswer(pin in proven, proven.get(pin, {}), at)
                    for pin, at in heard.reached.items()
                }
            )

        asker = Inquirer(gid, seat, self._participant.identity)
        where = [(host.address, *host.others) for host in hosts]
        return Inquiry(self._reactor, asker, where, done).cancel

    def _ask_own_host(
        self, asker: Inquirer, told: Callable[[], None]
    ) -> Callable[[], object]:
        """Ask our own host what its seats know of our entries."""

        def done(heard: InquiryResult) -> None:
            with self._ending_in_one_line():
                self.session.recollect(heard.answers)
            told()

        at = self.session.at
        where = [] if at is None else [(at,)]
        return Inquiry(self._reactor, asker, where, done).cancel

    def _go(self, host: Nearby) -> None:
        self._cross((host.address, *host.others))

    def _go_for_news(self, host: Nearby) -> None:
        self._cross((host.address, *host.others), for_news=True)

    def _cross(
        self,
        host: Sequence[Address],
        *,
        is_wanted: bool = False,
        for_news: bool = False,
    ) -> None:
        """
        Move to another host, if our game continues there.

        Args:
            is_wanted: whether the user asked for it.
            for_news: whether to move only if its log has a wire that ours waits for.
        """
        self._stay()
        visit = None if self._ending else self.session.visit(for_news=for_news)
        if visit is None:
            return
        pin = host[0].pin

        def arrived(connection: ToHost, at: Address) -> None:
            self._crossing = None
            self._crossed(visit, connection, at)

        def failed(why: Outcome) -> None:
            self._crossing = None
            self._quorum.missed(pin, denies=isinstance(why, RemoteProtocolError))
            if is_wanted:
                with self._ending_in_one_line():
                    self.session.connection_failed(_why_not(why, host[0]))

        self._crossing = Crossing(
            self._reactor, host, self._participant, visit, arrived, failed
        )

    def _crossed(self, visit: Visit, connection: ToHost, at: Address) -> None:
        """Use the connection to another host, which has our game."""
        before = self._connection
        self._connect_no_more()
        self._connection, self._protocol = connection, None
        self._alive += 1
        connection.hand_over(self)
        if before is not None:
            said = self.session.departing(connection.pin, visit.name)
            if self._talking and said is not None:
                before.send(said)
            self._leave(before)
        self._talking, self._welcomed_at = True, self._wall()
        self._endpoint.settle(at)
        self.session.at = at
        with self._ending_in_one_line():
            self.session.crossed(visit)

    def _leave(self, connection: ToHost) -> None:
        self._left.add(connection)
        connection.close()

    def _stay(self) -> None:
        """Cancel a move to another host."""
        crossing, self._crossing = self._crossing, None
        if crossing is not None:
            crossing.cancel()

    # Ends.

    def _session_stopped(self, error: Exception | None) -> None:
        with self._ending_in_one_line():
            if error is not None:
                raise error
        self._end(None)

    @contextmanager
    def _ending_in_one_line(self) -> Iterator[None]:
        """End the link with one sentence on any error; no person sees a traceback."""
        try:
            yield
        except RemoteProtocolError as error:
            if self._was_welcomed and self._is_guest and self._connection is not None:
                self._turn_away()
            elif isinstance(error, Unacceptable):
                self._end(LinkBroken(sentence_of(error)))
            else:
                self._end(LinkBroken(_no_protocol(sentence_of(error))))
        except LinkBroken as broken:
            self._end(broken)
        except LocalProtocolError as error:
            self._end(LinkBroken(sentence_of(error)))
        except Exception as error:  # noqa: BLE001
            fault = f"{type(error).__name__}: {error}"
            said = Sentence("a bug in this program: {why}", why=make_line(fault))
            self._end(LinkBroken(said))

    def _end(self, broken: LinkBroken | None) -> None:
        if self._ending:
            return
        self._ending = True
        self.session.close()
        self._keep_hoping()
        self._expect_no_arrival()
        self._stay()
        if self._inquiry is not None:
            self._inquiry.cancel()
        self._quorum.close()
        self._recollecting.stop()
        self._endpoint.look_no_more()
        if self._watching.running:
            self._watching.stop()
        self._connect_no_more()
        if self._connection is not None:
            self._connection.close()
        # Delayed, because this may be called from within a message.
        self._clock.callLater(0, self._finish, broken)

    def _finish(self, broken: LinkBroken | None) -> None:
        if broken is not None:
            self._done.errback(broken)
            return
        self._is_finishing = True
        self._finish_if_closed()

    def _finish_if_closed(self) -> None:
        # Wait until the last messages have gone out.
        if self._is_finishing and not self._alive and not self._done.called:
            self._done.callback(None)


def _reason(error: BaseException | None) -> Text:
    """Return why a connection failed, in words for people."""
    if isinstance(error, reasons.ConnectionRefusedError):
        return Sentence("nothing is listening at that address")
    if isinstance(error, reasons.TimeoutError):
        return Sentence("no answer")
    if isinstance(error, reasons.DNSLookupError):
        return Sentence("no machine with that name was found")
    return make_line(retold(error))


def _no_protocol(why: Text) -> Sentence:
    return Sentence("the host doesn't follow the protocol: {why}", why=why)


def _sentence(end: ConnectionEnd, address: Address) -> Sentence:
    where = f"{address.host}:{address.port}"
    match end.why:
        case EndReason.WRONG_PIN:
            return Sentence(
                "{address} isn't the host you were invited to: {why}",
                address=where,
                why=end.detail,
            )
        case EndReason.TLS if address.port != PORT:
            return Sentence(
                "no secure connection to {address}: {why}; hosts usually use port "
                "{port}",
                address=where,
                why=end.detail,
                port=PORT,
            )
        case EndReason.TLS:
            return Sentence(
                "no secure connection to {address}: {why}",
                address=where,
                why=end.detail,
            )
        case EndReason.RUBBISH:
            return _no_protocol(end.detail)
    return Sentence("{address} refused the login: {why}", address=where, why=end.detail)


def _why_not(why: Outcome, address: Address) -> Sentence:
    """Return why our game doesn't continue at a host that the player has chosen."""
    where = f"{address.host}:{address.port}"
    match why:
        case RemoteProtocolError():
            said: Text = sentence_of(why)
        case Refused(reason=reason, detail=detail):
            said = refused(reason, detail)
        case ConnectionEnd():
            return _sentence(why, address)
        case Failure():
            return Sentence(
                "can't reach {address}: {why}", address=where, why=_reason(why.value)
            )
        case _:
            said = Sentence("no answer")
    return Sentence("{address} refused the login: {why}", address=where, why=said)
