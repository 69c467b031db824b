"""Announcing and withdrawing a host on the network; listening without announcing."""

from __future__ import annotations

import errno
import queue
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError

from sealed_wonders.host import addresses
from sealed_wonders.host.announcing import (
    Announcing,
    announcement,
)
from sealed_wonders.host.listening import CantBegin
from sealed_wonders.host.news import Moved, NotAnnounced
from sealed_wonders.net.address import Address, in_shell
from sealed_wonders.net.discovery.dnssd import Browser, Nearby
from sealed_wonders.net.discovery.nearby import GameNearby
from sealed_wonders.net.discovery.ownaddresses import (
    WATCH_INTERVAL,
    OwnAddress,
    Reach,
)
from sealed_wonders.net.invitations import Invitation
from tests.host.test_main import PATIENCE, ended, running
from tests.host.test_service import ServiceHarness, started
from tests.support.connections import PIN
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.interfaces import (
    CABLE,
    CABLE_LINK,
    TUNNEL,
    UNPLUGGED,
    WIFI,
    WIFI_6,
    FakeInterfaces,
)

HERE = ["127.0.0.1"]


class FakeAnnouncement:
    """An announcement of a host that reaches nobody."""

    def __init__(self) -> None:
        self.log: list[object] = []
        self.failed: Callable[[str], None] = lambda why: None
        self.then: Callable[[], None] = lambda: None

    def __call__(
        self,
        name: str,
        address: Address,
        call: Callable[[Callable[[], None]], object],
        failed: Callable[[str], None],
    ) -> FakeAnnouncement:
        self.log.append((name, str(address)))
        self.failed = failed
        return self

    def start(self) -> None:
        self.log.append("start")

    def update(self, games: Sequence[GameNearby]) -> None:
        self.log.append(games)

    def stop(self, then: Callable[[], None]) -> None:
        self.log.append("stop")
        self.then = then


def announced(
    folder: Path, listen: str = "[2001:db8::7]:7777", **others: Any
) -> tuple[ServiceHarness, FakeAnnouncement]:
    announcement = FakeAnnouncement()
    harness = started(
        folder,
        listen,
        announcement=announcement,
        **{"name": "inn", "announce": True, **others},
    )
    return harness, announcement


@pytest.mark.parametrize("busy", [7777, 8080, 9777])
def test_a_host_with_a_port_in_use_is_not_announced(busy: int, tmp_path: Path) -> None:
    """Nor does it report that it listens."""
    announcement = FakeAnnouncement()
    harness = ServiceHarness(
        tmp_path, announcement=announcement, announce=True, web=8080, metrics=9777
    )
    harness.reactor.refused[busy] = errno.EADDRINUSE
    with pytest.raises(CantBegin, match=f":{busy}: Address already in use"):
        harness.service.start()
    assert ([], []) == (announcement.log, harness.news)


def test_a_host_that_can_t_resume_its_game_is_not_announced(tmp_path: Path) -> None:
    announcement, game = FakeAnnouncement(), "0123456789abcdef"
    harness = ServiceHarness(
        tmp_path, announcement=announcement, announce=True, once=True, resume=game
    )
    with pytest.raises(CantBegin, match="can't be resumed"):
        harness.service.start()
    assert [] == announcement.log


def test_a_host_is_announced_while_it_listens(tmp_path: Path) -> None:
    """A failed announcement is reported. The host ends only after the goodbye."""
    harness, announcement = announced(tmp_path)
    assert [("inn", f"[2001:db8::7]:7777#{PIN.hex()}"), "start"] == announcement.log
    assert "inn" == harness.listening.announced
    announcement.failed("Network is down")
    assert NotAnnounced("Network is down") == harness.news[-1]
    assert not harness.service.ending.status

    (gone,) = harness.reactor.shut_down()
    assert isinstance(gone, Deferred)
    assert "stop" == announcement.log[-1]
    assert not gone.called
    announcement.then()
    assert gone.called


def test_running_games_are_announced(tmp_path: Path) -> None:
    """
    The announcement changes when players come or go. An aborted game isn't announced.
    """
    announcement = FakeAnnouncement()
    party = HostHarness(tmp_path, open_terms(3))
    people = party.join()
    party.leave_unanswered(people[:1])
    server = party.server
    announcing = Announcing(cast(Any, announcement), server.games)
    gid = party.game.gid.hex()[:16]
    assert ["start"] == announcement.log
    announcing.look()
    people[1].disconnect()
    people[2].disconnect()
    announcing.look()
    announcing.look()
    assert [(GameNearby(gid, 3),), (GameNearby(gid, 1),)] == announcement.log[1:]
    party.table.break_off("a fault")
    announcing.look()
    assert () == announcement.log[-1] == server.games()
    party.close()


def test_a_host_can_run_without_an_announcement(tmp_path: Path) -> None:
    harness, announcement = announced(tmp_path, announce=False)
    assert ("", []) == (harness.listening.announced, announcement.log)
    (gone,) = harness.reactor.shut_down()
    assert gone.called


@pytest.fixture
def no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the default route."""
    monkeypatch.setattr(addresses, "own_address", lambda: None)


def _joins(*hosts: str) -> tuple[Invitation, ...]:
    return tuple(Invitation(f"{host}:7777#{PIN.hex()}") for host in hosts)


@pytest.mark.usefixtures("no_way_out")
@pytest.mark.parametrize(
    ("listen", "hosts"),
    [
        ("0.0.0.0:7777", ("192.0.2.9", "198.51.100.7")),
        ("[::]:7777", ("192.0.2.9", "198.51.100.7", "[2001:db8::5]")),
    ],
)
def test_a_host_on_all_addresses_has_an_invitation_per_network(
    tmp_path: Path, listen: str, hosts: tuple[str, ...]
) -> None:
    """It needs no default route, and is announced on all networks."""
    machine = FakeInterfaces(
        CABLE, CABLE_LINK, WIFI, WIFI_6, OwnAddress("2001:db8::5", 64, "w", 9)
    )
    harness, announcement = announced(tmp_path, listen, machine=machine)
    assert ("inn", f"{listen}#{PIN.hex()}") == announcement.log[0]
    assert _joins(*hosts) == harness.listening.invitations
    assert harness.listening.join == _joins(*hosts)[0].at
    for line in harness.listening.invitations:
        assert (
            f"    wonders join {in_shell(Address.parse(line.at))}\n"
            in harness.listening.text()
        )


def test_the_network_with_the_default_route_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most guests are on this network."""
    monkeypatch.setattr(addresses, "own_address", lambda: WIFI.ip)
    machine = FakeInterfaces(CABLE, WIFI)
    harness, _ = announced(tmp_path, "0.0.0.0:7777", machine=machine)
    assert _joins(WIFI.ip, CABLE.ip) == harness.listening.invitations


@pytest.mark.usefixtures("no_way_out")
def test_new_addresses_are_reported_once(tmp_path: Path) -> None:
    """
    They are reported for people and for programs. After its end, the host no longer
    checks its addresses.
    """
    machine = FakeInterfaces(CABLE)
    harness, _ = announced(tmp_path, "0.0.0.0:7777", machine=machine)
    before = len(harness.news)
    harness.reactor.advance(WATCH_INTERVAL)
    assert before == len(harness.news)

    machine.networks = (CABLE, WIFI)
    harness.reactor.pump([WATCH_INTERVAL] * 2)
    machine.networks = ()
    harness.reactor.pump([WATCH_INTERVAL] * 2)
    told = [Moved(_joins(CABLE.ip, WIFI.ip), "inn"), Moved((), "inn")]
    assert told == harness.news[before:]
    assert "machine has lost its network address. Once it" in told[1].text()
    row = told[0].row()
    listed = [it.at for it in told[0].invitations]
    assert {"event": "moved", "invitations": listed, "reach": {}} == row

    harness.reactor.shut_down()
    assert [] == harness.reactor.getDelayedCalls()


def test_tunnels_and_unplugged_networks_come_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The default route goes through the VPN. Text and data mark both."""
    monkeypatch.setattr(addresses, "own_address", lambda: TUNNEL.ip)
    machine = FakeInterfaces(UNPLUGGED, TUNNEL, CABLE)
    harness, _ = announced(tmp_path, "0.0.0.0:7777", machine=machine)
    told = harness.listening
    (lan,) = _joins(CABLE.ip)
    at = [lan.at, *(it.at for it in _joins(TUNNEL.ip, UNPLUGGED.ip))]
    reach = {at[1]: "tunnel", at[2]: "disconnected"}
    assert (lan.at, at) == (told.join, [it.at for it in told.invitations])
    assert {"invitations": at, "reach": reach}.items() <= told.row().items()
    said = told.text()
    assert f"    wonders join {CABLE.ip}#{PIN.hex()}\n" in said
    assert (
        f"    wonders join {TUNNEL.ip}#{PIN.hex()}  (a tunnel, such as a VPN)\n" in said
    )
    assert f"    wonders join {UNPLUGGED.ip}#{PIN.hex()}  (not connected)\n" in said

    machine.networks = (replace(UNPLUGGED, reach=Reach.LAN), TUNNEL, CABLE)
    harness.reactor.advance(WATCH_INTERVAL)
    assert isinstance(harness.news[-1], Moved)
    assert "(not connected)" not in harness.news[-1].text()


def test_a_machine_without_ipv6_listens_on_ipv4(tmp_path: Path) -> None:
    """The host was told to listen on all addresses. Its bots use IPv4, too."""
    harness = ServiceHarness(tmp_path, "[::]:7777")
    listen = harness.reactor.listenTCP

    def refuse(port: int, factory: Any, **others: Any) -> Any:
        if others["interface"] == "::":
            raise CannotListenError("::", port, OSError(errno.EAFNOSUPPORT, "no such"))
        return listen(port, factory, **others)

    harness.reactor.listenTCP = refuse  # type: ignore[method-assign,assignment]
    harness.service.start()
    assert harness.listening.listening.startswith("0.0.0.0:7777#")
    assert harness.service.bots.invitation.startswith("127.0.0.1:7777#")


@pytest.mark.parametrize(
    ("host", "places"),
    [
        ("192.0.2.9", ["192.0.2.9"]),
        ("127.0.0.1", ["127.0.0.1"]),
        ("::1", ["127.0.0.1"]),
        ("2001:db8::7", [WIFI_6.index]),
        ("0.0.0.0", ["192.0.2.9", "10.8.0.2"]),
        ("172.17.0.1", []),
        ("::", ["192.0.2.9", CABLE_LINK.index, WIFI_6.index, "10.8.0.2"]),
    ],
)
def test_a_host_is_announced_only_on_networks_where_it_listens(
    host: str, places: list[str | int]
) -> None:
    """A host on a loopback address is announced on this machine alone."""
    made: Any = announcement("inn", Address(host, 1, PIN), lambda what: None, print)
    machine = FakeInterfaces(UNPLUGGED, TUNNEL, CABLE, CABLE_LINK, WIFI_6)
    assert places == made._places(machine())


def test_a_browser_finds_a_real_host_until_it_ends(tmp_path: Path) -> None:
    """The host runs in another process, and is announced on the loopback interface."""
    heard: queue.Queue[Callable[[], None]] = queue.Queue()
    lists: list[tuple[Nearby, ...]] = []
    browser = Browser(lists.append, heard.put, interfaces=HERE)
    browser.start()
    try:
        with running(tmp_path, "--announce", "--name=The inn") as (host, first):
            inn = Nearby("The inn", Address.parse(first["join"]))
            while not lists or inn not in lists[-1]:
                heard.get(timeout=PATIENCE)()
            assert "" == ended(host)
        # Hosts of other tests on this machine may appear, too.
        while inn in lists[-1]:
            heard.get(timeout=PATIENCE)()
    finally:
        browser.stop()
        assert browser.wait(PATIENCE)
