"""The addresses of a host, while its machine's networks change."""

from __future__ import annotations

import errno
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from sealed_wonders.host import addresses
from sealed_wonders.host.addresses import HostAddresses, own_address
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation
from tests.support.interfaces import CABLE, CABLE_LINK, WIFI, FakeInterfaces


@pytest.fixture(autouse=True)
def _no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the default route."""
    monkeypatch.setattr(addresses, "own_address", lambda: None)


def test_a_flapping_cable_is_not_reported() -> None:
    """Invitations show the current state. Only changed addresses are reported."""
    machine = FakeInterfaces(CABLE, WIFI)
    found = HostAddresses(Address("0.0.0.0", 7777), machine)
    for _ in range(3):
        for reach in (Reach.DISCONNECTED, Reach.LAN):
            machine.networks = (replace(CABLE, reach=reach), WIFI)
            assert not found.look()
            assert Invitation(f"{CABLE.ip}:7777", reach) in found.invitations
    machine.networks = (WIFI,)
    assert found.look()
    assert not found.look()


def test_a_single_address_never_changes() -> None:
    found = HostAddresses(Address("192.0.2.9", 7777), FakeInterfaces(CABLE, WIFI))
    assert (False, False) == (found.may_change, found.look())
    assert found.at == found.near
    assert (Invitation("192.0.2.9:7777"),) == found.invitations


def test_pages_have_addresses_that_browsers_accept() -> None:
    """
    Browsers accept no address with a zone. Without a network, the page can only be
    opened on this machine.
    """
    machine = FakeInterfaces(CABLE, CABLE_LINK)
    found = HostAddresses(Address("::", 7777), machine)
    assert ["http://192.0.2.9:8080/"] == [it.at for it in found.pages(8080)]
    machine.networks = ()
    assert found.look()
    assert ["http://[::1]:8080/"] == [it.at for it in found.pages(8080)]


class FakeProbe(nullcontext[None]):
    """A UDP socket that is routed from one address; from none without a route."""

    def __init__(self, address: str | None) -> None:
        super().__init__()
        self._address = address

    def __enter__(self) -> Any:
        return self

    def connect(self, to: tuple[str, int]) -> None:
        if self._address is None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self._address, 50_000


@pytest.mark.parametrize(
    ("routed", "own"),
    [
        ("192.168.178.34", "192.168.178.34"),
        ("127.0.0.1", None),
        ("0.0.0.0", None),
        (None, None),
    ],
)
def test_the_own_address_can_be_reached_from_other_machines(
    routed: str | None, own: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a default route, there is none."""
    sockets = SimpleNamespace(
        socket=lambda *kind: FakeProbe(routed), AF_INET=2, SOCK_DGRAM=2
    )
    monkeypatch.setattr(addresses, "socket", sockets)
    assert own == own_address()
