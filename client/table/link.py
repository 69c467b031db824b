"""
The link between a session and its host: connecting, logging in, and doing so again.
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
from sealed_wonders.client.table.inquiry import Asker, Heard, Inquiry
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.quorum import Followed, Found, Quorum, QuorumCallbacks
from sealed_wonders.client.table.recollecting import Recollecting
from sealed_wonders.client.table.session import ELSEWHERE
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net import notices
from sealed_wonders.net.address import PORT, Address
from sealed_wonders.net.discovery.interfaces import (
    WATCH_INTERVAL,
    Own,
    Watch,
    own_addresses,
)
from sealed_wonders.net.discovery.nearby import Nearby, is_loopback
from sealed_wonders.net.ending import End, Why
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import (
    FromClient,
    FromHost,
    Refused,
    Welcome,
)
from sealed_wonders.net.names import make_line
from sealed_wonders.net.rollcall import Answer
from sealed_wonders.net.wire import ToHost, client_factory

IN_USE = "in-use"
"""A host's reason: another program is there with our key, and whoever comes again puts it out."""

OWN_WITHIN = 5.0
"""
Seconds by which a connection may be younger than our last welcome, and be the same: the host
counts whole ones, and a clock may be set.
"""

FOR_GOOD = (ELSEWHERE, "banned", "kicked", "not-invited")
"""Reasons of a host that end it at any time: it says so itself, and won't change its mind."""

FOR_NOW = "busy"
"""A host's reason that passes: it is asked again, also before it has let us in."""

BY_HOST = (Why.RUBBISH, Why.FLOOD)
"""Ends of a connection that are the doing of the host itself; that it broke off says nothing."""

TRIES = 4
"""
Connections that may break before any host has let us in: what one of them ends by, somebody
on the way may have forged. After that, there is no end to it.
"""


class IReactor(endpoint.IReactor, IReactorCore):
    """What a link needs of a reactor."""


class LinkSession(Protocol):
    """What a link connects to a host: a session, or whoever else asks something there."""

    stopped: Callable[[Exception | None], None]
    """Told that it is over, or can't go on; set by the link."""
    arrived: Callable[[str], None]
    """Told of another host at which our game goes on; set by the link."""
    unwritten: Callable[[], None]
    """Told that the host can't write down what we say just now; set by the link."""
    at: Address | None
    """Where the host is that we talk to, with its pin; set by the link."""
    is_invited: bool
    """We came to the first host by an invitation with its pin; set by the link."""

    @property
    def is_done(self) -> bool:
        """Nothing that the host may still say means anything."""

    @property
    def is_arriving(self) -> bool:
        """A host hasn't shown yet that our game goes on there."""

    @property
    def followed(self) -> Followed | None:
        """A game that may go on at another host; see `Session.followed`."""

    def sets_out(self) -> None:
        """Take note that a connection is tried for the first time."""

    def welcomed(self, welcome: Welcome) -> None:
        """Take the host's welcome, the first on each connection."""

    def receive(self, message: FromHost) -> None:
        """Take a message."""

    def denies_our_game(self, message: FromHost) -> bool:
        """Tell whether a host says that it has a game of ours no more, which goes on."""

    def lost(self) -> None:
        """Take note that the connection broke off."""

    def visit(self) -> Visit | None:
        """Give what looks for our game at another host; None if there is none."""

    @property
    def recollects(self) -> Asker | None:
        """Who asks our host what its seats know of us; see `Session.recollects`."""

    def recollect(self, answers: Mapping[bytes, Answer]) -> None:
        """Take what hosts have answered to that, by their pins."""

    def departing(self, host: bytes, name: str) -> FromClient | None:
        """
        Give what is said to a host as we leave it for another one, if anything is.

        Args:
            host: the pin of that one.
            name: what it is called, as it says.
        """

    def crossed(self, visit: Visit) -> None:
        """Go on at another host that has our game."""

    def turn_away(self) -> None:
        """Take note that the host isn't to be believed, and that we leave it."""

    def displaced(self, ago: float = 0) -> bool:
        """
        Take that another program has come in with our key.

        Tells whether that is all that is to be said of it.

        Args:
            ago: for how many seconds it has been there.
        """

    def astray(self, why: Sentence) -> None:
        """Take why there is still no new connection, or none to another host."""

    def elsewhere(self, hosts: Sequence[Nearby]) -> None:
        """Take at which other hosts our game may go on, though nobody is proven there."""

    def close(self) -> None:
        """Do nothing more."""


class Broken(Problem):
    """The link can't be, or can't be again."""


class InUse(Broken):
    """
    Another program is there with our key, and would be put out.

    Attributes:
        seconds: for how long it has been there, as the host says; None if it doesn't.
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
    """
    Seconds after which a host that was lost is given up; None: it is waited for as long as
    it takes.
    """
    look: Look | None = None
    """Looks for a host that isn't where it was; None: it is waited for there."""
    hint: bytes | None = None
    """The pin that the host at this address had the last time."""
    machine: Watch | None = None
    """
    Gives this machine's addresses; None: they are asked for, unless the host is on this
    machine, which stays where it is.
    """
    insists: bool = True
    """
    Put another program out that is there with our key as we come for the first time; else
    the link is `InUse`.
    """
    is_invited: bool = True
    """The pin in the address, if there is one, is an invitation's, and not known before."""
    wall: Callable[[], float] | None = None
    """
    The time of day, which goes on while this machine sleeps; None: the reactor's clock,
    which may not.
    """
    dice: random.Random | None = None
    """See `Quorum`."""


class Link:
    """
    Keeps one session connected until it is over.

    To its host, or to another one at which its game goes on: such a one is believed nothing
    that would end it, and isn't gone to again if it does what no honest host does. Where that
    is, and when it is gone to, is decided by `sealed_wonders.client.table.quorum`.

    Attributes:
        session: the session; set before `run`.
        moved: told when the game was found at another host than before, with what that is
            called, its address and its pin.
    """

    session: LinkSession

    def __init__(
        self,
        reactor: IReactor,
        address: Address,
        participant: Participant,
        trust: Callable[[bytes, Address], None] = lambda pin, at: None,
        options: LinkOptions | None = None,
    ) -> None:
        """
        Make ready to connect.

        Args:
            participant: as whom we log in.
            trust: takes the pin of the host's certificate and the address it is at, and
                raises Broken if it isn't the host it should be.
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
        """The host has told us that somebody is there with our key, and we log in again."""
        self._patience = options.patience
        self._giving_up: IDelayedCall | None = None
        self._connection: ToHost | None = None
        """Over which the session talks, or is to."""
        self._connecting: Deferred[Any] | None = None
        """A connection that is yet to be, to the host where we are or were last."""
        self._retry: IDelayedCall | None = None
        self._protocol: IProtocol | None = None
        """What has come of that: TLS may not be up yet."""
        self._alive = 0
        """How many connections there are of which it is told when they are no more."""
        self._left: set[ToHost] = set()
        """Those of them that are of no use any more."""
        self._crossing: Crossing | None = None
        """Goes to another host, as long as we stay at this one."""
        self._inquiry: Inquiry | None = None
        """Asks a host whether another program really plays there with our key."""
        self._talking = False
        self._welcomed_at: float | None = None
        """When the host has let us in last, by the time of day."""
        self._first: Address | None = None
        """The first one that has done so, with its pin."""
        self._tries = 0
        """How many connections have broken before that."""
        self._refusal: Sentence | None = None
        """Why the host hasn't let us in on this connection, if it has said so."""
        self._told: set[Why] = set()
        """How new connections have ended since we had one, as far as that was told."""
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
                lambda hosts: self.session.elsewhere(hosts),
            ),
            options.dice,
        )
        self._recollecting = Recollecting(
            reactor, lambda: self.session.recollects, self._ask_own_host
        )
        self.moved: Callable[[str, Address], None] = lambda host, at: None
        self._arriving: IDelayedCall | None = None
        """Turns away from a host that doesn't show that it has our game."""
        self._machine = options.machine
        if self._machine is None and not is_loopback(address.host):
            self._machine = own_addresses
        self._networks: tuple[Own, ...] | None = None
        """This machine's addresses, when it was looked last."""
        self._watching = LoopingCall(self._look_around)
        self._watching.clock = reactor
        self._factory = client_factory(self, reactor, lambda: self._endpoint.pin)

    def run(self) -> Deferred[None]:
        """
        Connect, and stay connected until the session is over.

        The deferred fails with Broken when the host can't be reached at first, or turns
        out not to be one we can play with. Once it has let us in, nothing that becomes of
        a connection ends it: whoever is on the way could do any of that.
        """
        self._follow(self.session)
        self.session.sets_out()
        self._connect()
        if self._machine is not None:
            self._watching.start(WATCH_INTERVAL, now=False)
        return self._done

    def take(self, session: LinkSession) -> bool:
        """Keep another session connected in place of this one; tells whether it does."""
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
        Go to another host, at which our game is to go on, as our person wants.

        Where nothing comes of it, it is told why, and we stay where we are.

        Args:
            host: its addresses, each with its pin if that is known.
        """
        self._cross(host, is_wanted=True)

    @property
    def pin(self) -> bytes | None:
        """The pin of the host that we talk to; None if to none."""
        talks = self._connection is not None and self._talking
        return self._endpoint.pin if talks else None

    @property
    def exporter(self) -> bytes | None:
        """The secret of the connection on which we are logged in; None if there is none."""
        if self._connection is None or not self._talking:
            return None
        return self._connection.exporter

    def stop(self) -> None:
        """End the link."""
        self._end(None)

    def send(self, message: FromClient) -> None:
        """Send a message; while there is no connection it is lost."""
        if self._connection is not None and self._talking:
            self._connection.send(message)

    # Connecting.

    def _connect(self) -> None:
        self._retry = None
        self._connecting = self._endpoint.connect(self._factory)
        self._connecting.addCallbacks(self._reached, self._not_reached)

    def _reached(self, protocol: IProtocol) -> None:
        """Have a connection; what becomes of it is told to the listener."""
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
            self._end(Broken(said))

    def _connect_no_more(self) -> None:
        """Make no other connection to the host where we were."""
        if self._retry is not None and self._retry.active():
            self._retry.cancel()
        self._retry = None
        if self._connecting is not None:
            self._connecting.cancel()
        transport = getattr(self._protocol, "transport", None)
        if self._connection is None and transport is not None:
            transport.loseConnection()  # it can't be told yet whose it is

    # The listener.

    def connected(self, connection: ToHost) -> None:
        """TLS is up; log in."""
        if self._connection is not None or self._ending:
            self._leave(connection)  # we have crossed over to another host meanwhile
            return
        with self._ending_in_one_line():
            if not self._is_elsewhere(connection):
                self._trust(connection.pin, self._endpoint.at)
            self._connection = connection
            identity, name, _owner = self._participant
            hello = make_hello(identity, name, connection.exporter)
            connection.send(hello)

    def received(self, connection: ToHost, message: FromHost) -> None:
        """A message came."""
        if self._ending or connection is not self._connection:
            return
        is_elsewhere = self._is_elsewhere(connection)
        with self._ending_in_one_line():
            match message:
                case Welcome():
                    self._take_welcome(connection, message)
                case _ if is_elsewhere and self.session.denies_our_game(message):
                    self._turn_away()  # it doesn't end a game that others may go on with
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
        """Take a refusal of the whole connection; the session takes any other."""
        is_displaced = refused.reason == ELSEWHERE
        if is_displaced and self._is_elsewhere(connection):
            self._ask_for_rival(connection)
        elif is_displaced and self._talking and self.session.displaced():
            self._end(None)
        elif refused.reason in FOR_GOOD or not self._talking:
            self._take_refusal(refused.reason, refused.detail)
        else:
            self.session.receive(refused)

    def _is_elsewhere(self, connection: ToHost) -> bool:
        """Tell whether a connection is to another host than the first that has let us in."""
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
            self._let_in(connection)  # again

    def _let_in(self, connection: ToHost) -> None:
        """Take note that this is where we want to be."""
        self._told.clear()
        self._stay()
        self._endpoint.arrived(connection.pin)
        at = replace(self._endpoint.at, pin=connection.pin)
        if not self._is_elsewhere(connection):
            self._first = at
        self._quorum.arrived(at)
        self._keep_hoping()

    def _session_arrived(self, host: str) -> None:
        """Our game is there."""
        self._expect_no_arrival()
        if self._connection is not None:
            self._let_in(self._connection)
            self.moved(host, self._endpoint.at)

    def _turn_away(self) -> None:
        """Go back to the first host: this isn't the one at which our game goes on."""
        self._expect_no_arrival()
        self._talking = False
        self.session.turn_away()
        self._quorum.missed(self._endpoint.pin, denies=True)
        if self._connection is not None:
            if self._first is not None and self._is_elsewhere(self._connection):
                self._endpoint.settle(self._first)
            self._connection.cut(Sentence("your game doesn't go on there"))

    def _ask_for_rival(self, connection: ToHost) -> None:
        """
        See whether another program plays with our key at a host that isn't the first one.

        Its word for that ends nothing: whoever plays there signs it, as at any roll call.
        """
        followed, at = self.session.followed, self._endpoint.at
        host = replace(at, pin=connection.pin)
        was_talking, self._talking = self._talking, False
        self._expect_no_arrival()
        self._connection = self._protocol = None
        self._leave(connection)
        if was_talking:
            self.session.lost()
            self._quorum.lost()

        def done(heard: Heard) -> None:
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
            asker = Asker(followed.gid, followed.me, self._participant.identity)
            self._inquiry = Inquiry(self._reactor, asker, [[host]], done)

    def _go_back(self, pin: bytes) -> None:
        """Go back to the first host from one that isn't to be believed, which we have left."""
        self.session.turn_away()
        self._quorum.missed(pin, denies=True)
        if self._first is not None:
            self._endpoint.settle(self._first)
        self._retry = self._clock.callLater(self._endpoint.pause(), self._connect)

    def _wait_no_more(self) -> None:
        """
        Leave a host that doesn't show in time that it has our game, and come back to it later.

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
        """The host has let us in, some time or other."""
        return self._welcomed_at is not None

    @property
    def _is_guest(self) -> bool:
        """This host isn't the one that we wanted, or hasn't shown that it has our game."""
        here = self._connection
        is_elsewhere = here is not None and self._is_elsewhere(here)
        return is_elsewhere or self.session.is_arriving

    def lost(self, connection: ToHost, end: End) -> None:
        """The connection is no more; another one is made unless it is no use."""
        self._alive -= 1
        is_left = connection in self._left or self._connection not in (None, connection)
        self._left.discard(connection)
        if self._ending:
            self._talking = self._talking and is_left
            self._finish_if_closed()
        if self._ending or is_left:
            return
        self._lost_ours(connection, end)
        if not self._ending:
            self._retry = self._clock.callLater(self._endpoint.pause(), self._connect)

    def _lost_ours(self, connection: ToHost, end: End) -> None:
        """Take note that the connection we were on is no more, and tell why if it's news."""
        was_arriving = self.session.is_arriving
        was_talking, self._talking = self._talking and not was_arriving, False
        self._expect_no_arrival()
        has_shown_its_pin = self._connection is not None
        was_elsewhere = has_shown_its_pin and self._is_elsewhere(connection)
        self._connection = self._protocol = None
        self._quorum.lost()
        self._recollecting.stop()
        self._endpoint.lost(talking=was_talking)
        refusal, self._refusal = self._refusal, None
        comes_again, self._comes_again = self._comes_again, False
        # Anybody can announce an address in the host's name: what is there means nothing.
        is_astray = self._endpoint.is_astray and not has_shown_its_pin
        if not self._was_welcomed:
            self._not_let_in(end, refusal, is_astray=is_astray)
        elif was_talking:
            self._give_up_later()
            with self._ending_in_one_line():
                self.session.lost()
            if end.why in BY_HOST:
                self._tell(end)
        elif was_arriving:
            self.session.lost()
        elif not (is_astray or was_elsewhere or comes_again):
            self._tell(end, refusal)

    def _not_let_in(
        self, end: End, refusal: Sentence | None, *, is_astray: bool
    ) -> None:
        """Give up in the end: no host has let us in yet."""
        if not is_astray:
            self._tries += 1
            if end.why is Why.WRONG_PIN or self._tries >= TRIES:
                self._end(Broken(refusal or _sentence(end, self._endpoint.at)))

    def _take_refusal(self, reason: str, detail: str) -> None:
        """End it, unless the same host may let us in yet, or again."""
        said = Sentence("the host refuses us: {why}", why=refused(reason, detail))
        if reason == IN_USE and self._connection is not None:
            self._take_in_use(self._connection, said, detail)
            return
        if self._connection is not None and self._is_elsewhere(self._connection):
            self._turn_away()
            return
        may_pass = self._was_welcomed or reason == FOR_NOW
        if reason in FOR_GOOD or not may_pass or self._connection is None:
            raise Broken(said)
        self._refusal = said
        self._connection.close()

    def _take_in_use(self, connection: ToHost, said: Sentence, detail: str) -> None:
        """
        Put out the program that is there with our key and come again, or leave it there.

        Raises:
            InUse: it stays, and nothing of ours goes on.
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
        Tell whether to take the place of a program that is there with our key.

        Once we have been let in, it has to be our own connection, which the host doesn't know
        has broken: whoever has come since plays our seat, and we have only been asleep.

        Args:
            seconds: for how long it has been there, as far as that is known.
        """
        if self._welcomed_at is None:
            return self._insists
        away = self._wall() - self._welcomed_at
        return seconds is not None and seconds + OWN_WITHIN >= away

    def _tell(self, end: End, refusal: Sentence | None = None) -> None:
        """Tell why there is no new connection: once of each kind, until there is one."""
        if not self._ending and end.why not in self._told:
            self._told.add(end.why)
            with self._ending_in_one_line():
                self.session.astray(refusal or _sentence(end, self._endpoint.at))

    def _give_up(self) -> None:
        self._giving_up = None
        said = Sentence(
            "{address} was not to be reached for {seconds} s",
            address=f"{self._address.host}:{self._address.port}",
            seconds=f"{self._patience:.0f}",
        )
        self._end(Broken(said))

    def _look_around(self) -> None:
        """Notice that this machine is on another network, where the old one leads nowhere."""
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
        """Give up in a while, unless there is a new connection before."""
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
        told: Callable[[Mapping[bytes, Found]], None],
    ) -> Callable[[], object]:
        """Ask some hosts who plays there."""
        followed = self.session.followed
        gid = b"" if followed is None else followed.gid
        seat = None if followed is None else followed.me

        def done(heard: Heard) -> None:
            now = self.session.followed
            proven = {} if now is None else now.proven(heard.answers)
            told(
                {
                    pin: Found(pin in proven, proven.get(pin, {}), at)
                    for pin, at in heard.reached.items()
                }
            )

        asker = Asker(gid, seat, self._participant.identity)
        where = [(host.address, *host.others) for host in hosts]
        return Inquiry(self._reactor, asker, where, done).cancel

    def _ask_own_host(
        self, asker: Asker, told: Callable[[], None]
    ) -> Callable[[], object]:
        """Ask the host that we talk to what its seats know of us."""

        def done(heard: Heard) -> None:
            with self._ending_in_one_line():
                self.session.recollect(heard.answers)
            told()

        at = self.session.at
        where = [] if at is None else [(at,)]
        return Inquiry(self._reactor, asker, where, done).cancel

    def _go(self, host: Nearby) -> None:
        self._cross((host.address, *host.others), is_wanted=False)

    def _cross(self, host: Sequence[Address], *, is_wanted: bool) -> None:
        """Go to another host, if our game goes on there."""
        self._stay()
        visit = None if self._ending else self.session.visit()
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
                    self.session.astray(_why_not(why, host[0]))

        self._crossing = Crossing(
            self._reactor, host, self._participant, visit, arrived, failed
        )

    def _crossed(self, visit: Visit, connection: ToHost, at: Address) -> None:
        """Be at another host: it has our game."""
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
        """Go to no other host, if we were on the way to one."""
        crossing, self._crossing = self._crossing, None
        if crossing is not None:
            crossing.cancel()

    # Ends.

    def _session_stopped(self, error: Exception | None) -> None:
        """The session is over, or can't go on."""
        with self._ending_in_one_line():
            if error is not None:
                raise error
        self._end(None)

    @contextmanager
    def _ending_in_one_line(self) -> Iterator[None]:
        """End the link, whatever goes wrong; no traceback reaches a person."""
        try:
            yield
        except RemoteProtocolError as error:
            if self._was_welcomed and self._is_guest and self._connection is not None:
                self._turn_away()
            elif isinstance(error, Unacceptable):
                self._end(Broken(sentence_of(error)))
            else:
                self._end(Broken(_no_protocol(sentence_of(error))))
        except Broken as broken:
            self._end(broken)
        except LocalProtocolError as error:
            self._end(Broken(sentence_of(error)))
        except Exception as error:  # noqa: BLE001
            fault = f"{type(error).__name__}: {error}"
            said = Sentence("a fault of this program: {why}", why=make_line(fault))
            self._end(Broken(said))

    def _end(self, broken: Broken | None) -> None:
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
        # Somebody may be telling us something just now.
        self._clock.callLater(0, self._finish, broken)

    def _finish(self, broken: Broken | None) -> None:
        if broken is not None:
            self._done.errback(broken)
            return
        self._is_finishing = True
        self._finish_if_closed()

    def _finish_if_closed(self) -> None:
        # What was said last is still on its way out; it is waited for.
        if self._is_finishing and not self._alive and not self._done.called:
            self._done.callback(None)


def _reason(error: BaseException | None) -> Text:
    """Say why a connection did not come about, in a person's words."""
    if isinstance(error, reasons.ConnectionRefusedError):
        return Sentence("nobody listens there")
    if isinstance(error, reasons.TimeoutError):
        return Sentence("no answer")
    if isinstance(error, reasons.DNSLookupError):
        return Sentence("no machine of that name is known")
    return make_line(retold(error))


def _no_protocol(why: Text) -> Sentence:
    return Sentence("the host does not play by the protocol: {why}", why=why)


def _sentence(end: End, address: Address) -> Sentence:
    where = f"{address.host}:{address.port}"
    match end.why:
        case Why.WRONG_PIN:
            return Sentence(
                "{address} is not the host you were invited to: {why}",
                address=where,
                why=end.detail,
            )
        case Why.TLS if address.port != PORT:
            return Sentence(
                "no secure connection to {address}: {why}; tables are usually at port "
                "{port}",
                address=where,
                why=end.detail,
                port=PORT,
            )
        case Why.TLS:
            return Sentence(
                "no secure connection to {address}: {why}",
                address=where,
                why=end.detail,
            )
        case Why.RUBBISH:
            return _no_protocol(end.detail)
    return Sentence(
        "{address} does not let us in: {why}", address=where, why=end.detail
    )


def _why_not(why: Outcome, address: Address) -> Sentence:
    """Say why our game doesn't go on at a host to which our person wants to go."""
    where = f"{address.host}:{address.port}"
    match why:
        case RemoteProtocolError():
            said: Text = sentence_of(why)
        case Refused(reason=reason, detail=detail):
            said = refused(reason, detail)
        case End():
            return _sentence(why, address)
        case Failure():
            return Sentence(
                "can't reach {address}: {why}", address=where, why=_reason(why.value)
            )
        case _:
            said = Sentence("no answer")
    return Sentence("{address} does not let us in: {why}", address=where, why=said)
