"""Links to hosts that fail, move or refuse; tests of commands cover working links."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_twisted
from twisted.internet import protocol, reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from sealed_wonders.client.table import endpoint
from sealed_wonders.client.table import link as links
from sealed_wonders.client.table.acceptable import Unacceptable
from sealed_wonders.client.table.events import (
    ConnectionFailed,
    ConnectionLost,
    HostsFound,
    SeatDisplaced,
    Welcomed,
)
from sealed_wonders.client.table.link import InUse, Link, LinkBroken, LinkOptions
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.session import Session
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import notices
from sealed_wonders.net.address import Address
from sealed_wonders.net.certificate import make_certificate
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.discovery.ownaddresses import OwnAddress
from sealed_wonders.net.entrance import host_factory
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.login import Lender, is_signed_manage, make_manage
from sealed_wonders.net.messages import PHONE_SIZE, VERSION, Hello, Welcome
from sealed_wonders.net.wire import ToHost
from tests.support.connections import PEM, PIN, RecordingListener
from tests.support.endpointharness import FakeDiscovery
from tests.support.inprocess.seats import Seats
from tests.support.interfaces import CABLE, LOOPBACK, WIFI
from tests.support.lobbies import identity_of
from tests.support.proxies import FORGED, PORTAL, Proxy
from tests.support.toy import Toy

pytestmark = pytest.mark.usefixtures("without_waiting")

REACTOR: Any = reactor

WELCOME = Welcome(VERSION, "the house", identity_of("the host").public, ())


ANN = Participant(identity_of("ann"), "ann")


class RecordingSession(Session):
    """A session that counts how often it is closed."""

    closed = 0

    def close(self) -> None:
        self.closed += 1


def _link(
    port: int, pin: bytes | None = None, player: Player | None = None, **others: Any
) -> Link:
    at = Address("127.0.0.1", port, pin)
    link = Link(REACTOR, at, ANN, options=LinkOptions(**others))
    link.session = RecordingSession(ANN, player or Player(), link.send)
    return link


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pauses between two attempts very short."""
    monkeypatch.setattr(endpoint, "RETRY", lambda tries: 0.01)
    monkeypatch.setattr(endpoint, "SHUN", lambda times: 0.05)


@asynccontextmanager
async def _listening(factory: Any) -> AsyncIterator[int]:
    """Listen for a while, and yield the port."""
    port: Any = REACTOR.listenTCP(0, factory, interface="127.0.0.1")
    try:
        yield port.getHost().port
    finally:
        await port.stopListening()


async def _fails(factory: Any, pin: bytes | None = None) -> str:
    """Connect to a host, and return the line with which that fails."""
    async with _listening(factory) as port:
        with pytest.raises(LinkBroken) as broken:
            await _link(port, pin).run()
    assert "\n" not in str(broken.value)
    return str(broken.value)


Login = Callable[[Any], object]
"""Answers a login at the host's end of the connection."""


def host_answering(*logins: Login) -> RecordingListener:
    """Return a host that answers each login differently; the last answer repeats."""
    host, left = RecordingListener(), list(logins)

    def answer(end: Any, message: Any) -> None:
        if isinstance(message, Hello):
            (left.pop(0) if left[1:] else left[0])(end)

    host.answer = answer
    return host


def welcomes(end: Any) -> None:
    end.send(WELCOME)


def refuses(code: str, detail: object, *, inside: bool = False) -> Login:
    """Return a function that refuses a login, or ends an accepted connection."""

    def refuse(end: Any) -> None:
        if inside:
            welcomes(end)
        end.refuse(code, str(detail))

    return refuse


def hangs_up(end: Any) -> None:
    """Accept a login, and close the connection."""
    welcomes(end)
    end.close()


BANS = refuses("banned", "enough", inside=True)


def logins(host: RecordingListener) -> int:
    return sum(isinstance(told, Hello) for told in host.calls)


@pytest_twisted.ensureDeferred
async def test_a_closed_port_is_reported_without_a_retry() -> None:
    async with _listening(protocol.Factory()) as port:
        pass
    with pytest.raises(
        LinkBroken, match=r"can't reach 127.0.0.1:\d+: nothing is listening"
    ):
        await _link(port).run()


@pytest_twisted.ensureDeferred
async def test_a_host_with_a_wrong_pin_is_sent_nothing() -> None:
    """Not even our identity."""
    hosts = RecordingListener()
    line = await _fails(host_factory(hosts, REACTOR, PEM), bytes(16))

    assert "isn't the host you were invited to" in line
    assert [] == [told for told in hosts.calls if not isinstance(told, str)][:-1]


@pytest.mark.usefixtures("hurry")
@pytest_twisted.ensureDeferred
async def test_a_busy_host_is_retried_several_times() -> None:
    """After the last attempt, the host's reason is reported."""
    hosts = host_answering(refuses("busy", "too many log in"))
    line = await _fails(host_factory(hosts, REACTOR, PEM), PIN)

    assert "the host refused the login: too many log in" == line
    assert links.TRIES == logins(hosts)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (RemoteProtocolError("rubbish"), "the host doesn't follow the protocol: rub"),
        (LocalProtocolError("we have forgotten"), "^we have forgotten$"),
        (Unacceptable("not at this table"), "^not at this table$"),
        (ZeroDivisionError("a slip"), "a bug in this program: ZeroDivisionError: a"),
        (None, ""),
    ],
)
@pytest_twisted.ensureDeferred
async def test_a_later_error_ends_the_link_with_one_line(
    error: Exception | None, line: str
) -> None:
    hosts = host_answering(welcomes)
    async with _listening(host_factory(hosts, REACTOR, PEM)) as port:
        link = _link(port, PIN)
        session = cast(RecordingSession, link.session)
        done = link.run()
        await hosts.after_calls(2)
        session.stopped(error)
        if error is None:
            await done
        else:
            with pytest.raises(LinkBroken, match=line):
                await done
    assert 1 == session.closed


@pytest_twisted.ensureDeferred
async def test_both_ends_share_an_exporter_while_logged_in() -> None:
    hosts = host_answering(welcomes)
    async with _listening(host_factory(hosts, REACTOR, PEM)) as port:
        link = _link(port, PIN)
        session, done = link.session, link.run()
        assert None is link.exporter
        await _until(lambda: link.exporter is not None)
        said = make_manage(identity_of("admin"), ["people"], link.exporter or b"")
        assert is_signed_manage(said, hosts.ends[0].exporter)
        session.stopped(None)
        await done
    assert None is link.exporter


class VanishingHost(RecordingListener):
    """A host that accepts everybody, and disappears for good at once."""

    port: Any

    def received(self, connection: Any, message: Any) -> None:
        connection.send(WELCOME)
        self.port.stopListening()
        connection.close()


@pytest_twisted.ensureDeferred
async def test_a_bot_gives_up_on_a_host_that_stays_unreachable() -> None:
    """Nobody is there to stop a bot."""
    hosts = VanishingHost()
    hosts.port = REACTOR.listenTCP(
        0, host_factory(hosts, REACTOR, PEM), interface="127.0.0.1"
    )
    link = _link(hosts.port.getHost().port, PIN, patience=0.0)

    with pytest.raises(LinkBroken, match="couldn't be reached for 0 s"):
        await link.run()


@pytest.mark.parametrize(
    ("reason", "said", "inside"),
    [
        ("full", "no chair is left", False),
        ("elsewhere", "another program has logged in with your key", True),
        ("banned", "the operator of this host has banned you", True),
        ("not-invited", "this host accepts only the players on its list", True),
    ],
)
@pytest_twisted.ensureDeferred
async def test_a_final_refusal_is_reported_and_not_retried(
    reason: str, said: str, inside: bool
) -> None:
    """
    Otherwise two clients of one identity would disconnect each other forever. A ban is
    final, too.
    """
    hosts = host_answering(refuses(reason, said, inside=inside))
    line = await _fails(host_factory(hosts, REACTOR, PEM), PIN)
    before = "" if inside else "the host refused the login: "
    assert before + said in line
    assert 1 == logins(hosts)


def _put_into_game(link: Link, player: Player) -> Session:
    """Put a link's session into a game in which it has a seat."""
    session = Session(ANN, player, link.send)
    table = Seats(Toy(3))
    table.seats[0].close()
    session.game = cast(
        Any,
        SimpleNamespace(
            seat=table.seats[0],
            welcomed=lambda: None,
            connection_lost=lambda: None,
            stop=lambda: None,
            close=lambda: None,
        ),
    )
    link.session = session
    return session


@pytest_twisted.ensureDeferred
async def test_a_seat_displaced_by_another_client_ends_in_order() -> None:
    """A person is told, and stays to read it; the link doesn't try again."""
    hosts = host_answering(refuses("elsewhere", notices.DISPLACED(), inside=True))
    async with _listening(host_factory(hosts, REACTOR, PEM)) as port:
        link, player = _link(port, PIN), RecordingPlayer(has_person=True)
        session = _put_into_game(link, player)
        await link.run()
    assert ([0], True) == (player.displaced, session.over)
    assert 1 == logins(hosts)


@pytest.mark.parametrize("detail", [str(notices.IN_USE(seconds="77")), "somebody"])
@pytest_twisted.ensureDeferred
async def test_an_identity_in_use_is_reported_before_it_is_displaced(
    detail: str,
) -> None:
    """
    The report says since when, if the host does. A second attempt, which insists, is
    accepted.
    """
    hosts = host_answering(*[refuses("in-use", detail)] * 2, BANS)
    async with _listening(host_factory(hosts, REACTOR, PEM)) as port:
        with pytest.raises(InUse) as told:
            await _link(port, PIN, insists=False).run()
        assert (77 if "77" in detail else None) == told.value.seconds
        with pytest.raises(LinkBroken, match="enough"):
            await _link(port, PIN).run()
    assert 3 == logins(hosts)


@pytest.mark.usefixtures("hurry")
@pytest_twisted.ensureDeferred
async def test_a_reconnecting_client_displaces_itself_silently() -> None:
    """The host may not have noticed yet that the first connection is dead."""
    hosts = host_answering(
        hangs_up, refuses("in-use", notices.IN_USE(seconds="5")), BANS
    )
    said = list[Sentence]()
    async with _listening(host_factory(hosts, REACTOR, PEM)) as port:
        link = _link(port, PIN, insists=False)
        link.session.connection_failed = said.append  # type: ignore[method-assign, assignment]
        with pytest.raises(LinkBroken, match="enough"):
            await link.run()
    assert (3, []) == (logins(hosts), said)


@pytest.mark.parametrize(
    ("said", "ago"),
    [
        (notices.IN_USE(seconds="60"), 60),
        (notices.IN_USE(seconds="3600"), None),
        ("", 0),
    ],
)
@pytest.mark.usefixtures("hurry")
@pytest_twisted.ensureDeferred
async def test_a_waking_machine_displaces_no_newer_connection(
    monkeypatch: pytest.MonkeyPatch, said: object, ago: float | None
) -> None:
    """It displaces only its own connection, which is as old as its last welcome."""
    hosts, now = (
        host_answering(hangs_up, refuses("in-use", said), BANS),
        [1_700_000_000.0],
    )
    async with _listening(host_factory(hosts, REACTOR, PEM)) as port:
        link = _link(port, PIN, wall=lambda: now[0])
        player = RecordingPlayer(has_person=True)
        session = _put_into_game(link, player)
        monkeypatch.setattr(
            session, "connection_lost", lambda: now.append(now.pop() + 3602)
        )
        if ago is None:
            with pytest.raises(LinkBroken, match="enough"):
                await link.run()
        else:
            await link.run()
            assert session.over
    assert ([] if ago is None else [ago]) == player.displaced
    assert (3 if ago is None else 2) == logins(hosts)


# A host that moves.


class FakeHost(RecordingListener):
    """A host that accepts everybody, and can move to another port."""

    def __init__(self, pem: bytes = PEM) -> None:
        super().__init__()
        self.ports: list[Any] = []
        self.answer = self._welcome
        self._factory = host_factory(self, REACTOR, pem)

    def _welcome(self, end: Any, message: Any) -> None:
        if isinstance(message, Hello):
            end.send(WELCOME)

    def open(self, port: int = 0) -> Address:
        """Listen, and return the address."""
        made: Any = REACTOR.listenTCP(port, self._factory, interface="127.0.0.1")
        self.ports.append(made)
        return Address("127.0.0.1", made.getHost().port, PIN)

    async def go(self) -> None:
        """Stop listening, and close all connections."""
        for port in self.ports:
            await port.stopListening()
        self.ports.clear()
        for end in self.ends:
            end.close()


async def _until(happens: Callable[[], bool]) -> None:
    while not happens():
        await deferLater(REACTOR, 0.01)


class RecordingPlayer(Player):
    """A player that records connections, failures, and who displaced it."""

    def __init__(self, *, has_person: bool = False) -> None:
        self.has_person = has_person
        self.log: list[bool] = []
        self.said: list[str] = []
        self.hosts: list[Sequence[Nearby]] = []
        self.displaced: list[float] = []
        self._wanted: list[tuple[int, Deferred[None]]] = []

    def on_welcomed(self, event: Welcomed) -> None:
        self._note(True)

    def on_connection_lost(self, event: ConnectionLost) -> None:
        self._note(False)

    def _note(self, connected: bool) -> None:
        self.log.append(connected)
        for count, wanted in self._wanted:
            if count == len(self.log):
                wanted.callback(None)

    def on_connection_failed(self, event: ConnectionFailed) -> None:
        self.said.append(str(event.why))

    def on_hosts_found(self, event: HostsFound) -> None:
        self.hosts.append(event.hosts)

    def on_seat_displaced(self, event: SeatDisplaced) -> None:
        self.displaced.append(event.ago)

    def times(self, count: int) -> Deferred[None]:
        """Wait for a number of changes."""
        wanted: Deferred[None] = Deferred()
        self._wanted.append((count, wanted))
        return wanted


def _player_at(
    address: Address, **others: Any
) -> tuple[Link, RecordingPlayer, list[Address]]:
    """Return a link to a host, its player, and the list of addresses that worked."""
    peer, places = RecordingPlayer(), list[Address]()
    trusted = lambda pin, at: places.append(at)
    link = Link(REACTOR, address, ANN, trusted, LinkOptions(**others))
    link.session = Session(ANN, peer, link.send)
    return link, peer, places


@asynccontextmanager
async def _running(
    link: Link, *ends: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Run a link for a while, and then stop it and the hosts."""
    done = link.run()
    try:
        yield
    finally:
        link.stop()
        await done
        for end in ends:
            await end()


@pytest.mark.parametrize(
    ("has_pin", "is_invited", "is_so"),
    [
        (True, True, True),
        (True, False, False),
        (False, True, False),
    ],
)
@pytest_twisted.ensureDeferred
async def test_a_pin_known_from_before_is_not_an_invitation(
    has_pin: bool, is_invited: bool, is_so: bool
) -> None:
    """The link checks the pin all the same."""
    server = FakeHost()
    at = replace(server.open(), pin=PIN if has_pin else None)
    link, peer, _places = _player_at(at, is_invited=is_invited)
    async with _running(link, server.go):
        await peer.times(1)
        assert is_so == link.session.is_invited


@pytest_twisted.ensureDeferred
async def test_a_lent_seat_logs_in_again_for_another_phone() -> None:
    """The host learns about the phone at once, and the session continues."""
    server, hellos = FakeHost(), list[Hello]()

    def answer(end: Any, message: Any) -> None:
        if isinstance(message, Hello):
            hellos.append(message)
            end.send(WELCOME)

    server.answer = answer
    link, peer, _places = _player_at(server.open())
    session = link.session
    lender = Lender(identity_of("lender"), b"p" * PHONE_SIZE, "10.0.0.9")
    async with _running(link, server.go):
        await peer.times(1)
        link.log_in_as(ANN._replace(lender=lender))
        await peer.times(3)
    assert [True, False, True] == peer.log
    assert session is link.session
    before, after = hellos
    assert before.lent is None
    assert after.lent is not None
    assert ("10.0.0.9", b"p" * PHONE_SIZE) == (after.lent.address, after.lent.phone)


@pytest.mark.parametrize("stranger", [False, True])
@pytest_twisted.ensureDeferred
async def test_a_host_that_has_moved_is_found_by_its_pin(stranger: bool) -> None:
    """Even if another host has taken its old address; that one is sent nothing."""
    server, other, discovery = (
        FakeHost(),
        FakeHost(make_certificate(datetime.now(UTC))),
        FakeDiscovery(),
    )
    old = server.open()
    link, peer, places = _player_at(replace(old, pin=None), look=discovery)
    async with _running(link, server.go, other.go):
        await peer.times(1)
        await server.go()
        if stranger:
            other.open(old.port)
        await peer.times(2)
        if stranger:
            await other.after_calls(1)
        else:
            await deferLater(REACTOR, 1.0)
        new = server.open()
        assert 1 == discovery.looking
        discovery.hears(str(new))
        await peer.times(3)
    assert [True, False, True] == peer.log
    assert [replace(old, pin=None), new] == places
    assert 0 == discovery.looking
    assert not any(isinstance(told, Hello) for told in other.calls)


@pytest_twisted.ensureDeferred
async def test_a_false_announcement_of_our_host_does_no_harm() -> None:
    """The pin of the invitation, or of the last connection, decides."""
    server, other, discovery = (
        FakeHost(),
        FakeHost(make_certificate(datetime.now(UTC))),
        FakeDiscovery(),
    )
    old = server.open()
    await server.go()
    link, peer, places = _player_at(old, look=discovery)
    async with _running(link, server.go, other.go):
        await _until(lambda: discovery.looking == 1)
        false = other.open()
        discovery.hears(str(false))
        await other.after_calls(1)
        new = server.open()
        discovery.hears(str(false), str(new))
        await peer.times(1)
    assert [True] == peer.log
    assert [new] == places


@pytest.mark.usefixtures("hurry")
@pytest_twisted.ensureDeferred
async def test_a_wrong_host_at_the_old_address_is_reported_once() -> None:
    """The link keeps trying until it reaches the right host again."""
    server, other = FakeHost(), FakeHost(make_certificate(datetime.now(UTC)))
    old = server.open()
    link, peer, _ = _player_at(old)
    async with _running(link, server.go):
        await peer.times(1)
        await server.go()
        other.open(old.port)
        await other.after_calls(2)
        await other.go()
        server.open(old.port)
        await peer.times(3)
    assert [True, False, True] == peer.log
    (said,) = peer.said
    assert f"127.0.0.1:{old.port} isn't the host you were invited to" in said


@pytest.mark.usefixtures("hurry")
@pytest_twisted.ensureDeferred
async def test_a_link_reconnects_whatever_ended_the_connection() -> None:
    """
    Anybody on the way can inject a forged TLS record, so this isn't reported.

    A captive portal, a restarted host that is full, and another program at the host's
    address are reported once each.
    """
    server = FakeHost()
    proxy = Proxy(REACTOR, server.open().port)
    link, peer, _ = _player_at(Address("127.0.0.1", proxy.port, PIN))
    async with _running(link, proxy.close, server.go):
        await peer.times(1)
        for back in (3, 5):
            proxy.inject(FORGED)
            await peer.times(back)
        assert ([], 3) == (peer.said, proxy.clients_so_far)
        proxy.answer = PORTAL
        proxy.cut()
        await _until(lambda: proxy.clients_so_far >= 6)
        proxy.answer = None
        await peer.times(7)
        welcome = server.answer
        server.answer = lambda end, message: end.refuse("full", "no chair is left")
        server.ends[-1].close()
        await _until(lambda: len(peer.said) > 1)
        server.answer = welcome
        await peer.times(9)
        server.ends[-1].transport.write(bytes(8))
        await peer.times(11)
    assert [True, *[False, True] * 5] == peer.log
    portal, full, rubbish = peer.said
    assert f"no secure connection to 127.0.0.1:{proxy.port}" in portal
    assert portal.rstrip(".").endswith("hosts usually use port 7777")
    assert "the host refused the login: no chair is left" == full
    assert "the host doesn't follow the protocol" in rubbish


@pytest_twisted.ensureDeferred
async def test_a_link_reconnects_if_this_machines_address_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(links, "WATCH_INTERVAL", 0.01)
    server, asked = FakeHost(), list[bool]()

    def machine() -> tuple[OwnAddress, ...]:
        """Return a different address once the connection has been used."""
        asked.append(bool(peer.log))
        return (WIFI,) if asked.count(True) > 1 else LOOPBACK

    link, peer, _ = _player_at(server.open(), machine=machine)
    async with _running(link, server.go):
        await peer.times(3)
    assert [True, False, True] == peer.log


class FakeConnection:
    """A connection that records the requests it gets."""

    own_ip = WIFI.ip

    def __init__(self) -> None:
        self.log: list[str] = []

    def probe(self) -> None:
        self.log.append("probe")

    def cut(self, why: str) -> None:
        self.log.append(why)


def test_a_host_is_probed_when_a_network_is_added() -> None:
    """The route to it may have changed. If it answers, nobody notices."""
    networks = [WIFI]
    link, _, _ = _player_at(Address("192.0.2.1", 7777), machine=lambda: tuple(networks))
    connection = FakeConnection()
    link._connection = cast(ToHost, connection)
    link._look_around()
    link._look_around()
    assert [] == connection.log
    networks.append(CABLE)
    link._look_around()
    assert ["probe"] == connection.log
    networks.remove(WIFI)
    link._look_around()
    assert ["probe", "this machine has another address now"] == connection.log
    networks.clear()  # proves nothing: perhaps the addresses couldn't be listed
    link._look_around()
    assert "probe" == connection.log[-1]


@pytest_twisted.ensureDeferred
async def test_a_link_takes_another_session() -> None:
    """It uses the same connection. A link that is ending takes none."""
    async with _listening(host_factory(host_answering(welcomes), REACTOR, PEM)) as port:
        link = _link(port, PIN)
        ended = link.run()
        other = Session(ANN, Player(), link.send)
        assert link.take(other)
        assert other is link.session
        other.stopped(None)  # this session ends the link now
        assert not link.take(Session(ANN, Player(), link.send))
        await ended
