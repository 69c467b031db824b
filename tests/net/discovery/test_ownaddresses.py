"""This machine's addresses: which ones people type, and where to announce."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ifaddr
import pytest

from sealed_wonders.net.discovery import ownaddresses
from sealed_wonders.net.discovery.ownaddresses import (
    OwnAddress,
    Reach,
    on_air,
    own_addresses,
    reachable,
    reached_at,
    to_type,
)
from sealed_wonders.net.system.interfaces import POINT_TO_POINT, RUNNING, UP
from tests.support.interfaces import (
    CABLE,
    CABLE_LINK,
    LOOPBACK,
    TUNNEL,
    UNPLUGGED,
    WIFI,
    WIFI_6,
)

SECOND = OwnAddress("203.0.113.5", 24, "eth0", 2)
GIVEN_ITSELF = OwnAddress("169.254.7.7", 16, "usb0", 4)
LONG = OwnAddress("2001:db8:1::5", 64, "usb1", 5)


def test_own_addresses_include_the_loopback_address() -> None:
    """They don't contain the name of an interface."""
    own = {own.ip: own for own in own_addresses()}
    assert own["127.0.0.1"].is_loopback
    assert 8 == own["127.0.0.1"].prefix
    assert not any("%" in ip for ip in own)


def _adapter(name: str, index: int | None, *ips: Any) -> ifaddr.Adapter:
    found = [ifaddr.IP(ip, prefix, name) for ip, prefix in ips]
    return ifaddr.Adapter(name, name, found, index)


def test_addresses_are_read_from_the_list_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An interface without a number has just disappeared, and so may all of them."""
    adapters = [
        _adapter("eth0", 2, ("192.0.2.9", 24), (("fe80::9%eth0", 0, 2), 64)),
        _adapter("gone", None, ("192.0.2.10", 24)),
        _adapter("odd", 3, ("0.0.0.0", 0)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert (CABLE, CABLE_LINK) == own_addresses()

    def fail() -> None:
        raise OSError

    monkeypatch.setattr(ifaddr, "get_adapters", fail)
    assert () == own_addresses()


def _typed(
    machine: tuple[OwnAddress, ...], first: str | None = None
) -> tuple[str, ...]:
    return tuple(own.ip for own in to_type(machine, first))


@pytest.mark.parametrize(
    ("machine", "typed"),
    [
        (LOOPBACK, ()),
        ((*LOOPBACK, CABLE, CABLE_LINK), ("192.0.2.9",)),
        ((CABLE, WIFI, WIFI_6), ("192.0.2.9", "198.51.100.7")),
        ((WIFI_6, CABLE), ("192.0.2.9", "2001:db8::7")),
        ((GIVEN_ITSELF, CABLE), ("192.0.2.9", "169.254.7.7")),
        ((CABLE, SECOND), ("192.0.2.9", "203.0.113.5")),
        ((CABLE, OwnAddress("192.0.2.10", 24, "eth0", 2)), ("192.0.2.9",)),
        ((LONG, OwnAddress("2001:db8:1::6", 64, "usb1", 5)), ("2001:db8:1::5",)),
        ((CABLE_LINK,), ()),
        ((TUNNEL, CABLE), ("192.0.2.9", "10.8.0.2")),
        ((UNPLUGGED, TUNNEL, WIFI_6), ("2001:db8::7", "10.8.0.2", "172.17.0.1")),
        ((UNPLUGGED,), ("172.17.0.1",)),
    ],
)
def test_there_is_one_address_to_type_for_each_network(
    machine: tuple[OwnAddress, ...], typed: tuple[str, ...]
) -> None:
    """
    It is a short one if possible, and none that means something else on other machines.
    """
    assert typed == _typed(machine)


def test_the_network_with_the_default_route_comes_first() -> None:
    """It is the likeliest, unless it is a VPN. One that doesn't exist is ignored."""
    assert ("192.0.2.9", "10.8.0.2") == _typed((CABLE, TUNNEL), "10.8.0.2")
    assert ("198.51.100.7", "192.0.2.9") == _typed((CABLE, WIFI), "198.51.100.7")
    assert ("192.0.2.9", "198.51.100.7") == _typed((CABLE, WIFI), "10.0.0.1")


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("0.0.0.0", (CABLE, WIFI)),
        ("::", (CABLE, CABLE_LINK, WIFI, WIFI_6)),
        ("192.0.2.9", (CABLE,)),
        ("2001:DB8:0::7", (WIFI_6,)),
        ("fe80::9%eth0", (CABLE_LINK,)),
        ("fe80::9%2", (CABLE_LINK,)),
        ("fe80::9%wlan0", ()),
        ("127.0.0.1", LOOPBACK[:1]),
        ("203.0.113.1", ()),
    ],
)
def test_a_host_is_reached_where_it_listens(
    host: str, reached: tuple[OwnAddress, ...]
) -> None:
    """Loopback addresses count only if it listens to nothing else."""
    machine = (*LOOPBACK, CABLE, CABLE_LINK, WIFI, WIFI_6)
    assert reached == reached_at(host, machine)


def test_announcements_use_ipv4_and_ipv6_on_each_network() -> None:
    """
    There is one place for each IPv4 address, and one for each interface with IPv6,
    unless it is disconnected.
    """
    other = OwnAddress("2001:db8::8", 64, "wlan0", 3)
    places = on_air((*LOOPBACK, CABLE, CABLE_LINK, WIFI, WIFI_6, other))
    assert ["127.0.0.1", "192.0.2.9", 2, "198.51.100.7", 3] == places
    machine = (UNPLUGGED, TUNNEL, CABLE, replace(CABLE_LINK, reach=Reach.DISCONNECTED))
    assert ["192.0.2.9", "10.8.0.2"] == on_air(machine)
    assert [CABLE, TUNNEL] == reachable(machine[:3])


CONNECTED = UP | RUNNING


@pytest.mark.parametrize(
    ("flags", "ip", "prefix", "reach"),
    [
        (CONNECTED, "192.0.2.9", 24, Reach.LAN),
        (CONNECTED | POINT_TO_POINT, "10.8.0.2", 24, Reach.TUNNEL),
        (CONNECTED | POINT_TO_POINT, ("2001:db8::7", 0, 2), 64, Reach.TUNNEL),
        (CONNECTED, "10.8.0.2", 32, Reach.TUNNEL),
        (CONNECTED, ("2001:db8::7", 0, 2), 128, Reach.LAN),
        (UP, "172.17.0.1", 16, Reach.DISCONNECTED),
        (RUNNING, "172.17.0.1", 16, Reach.DISCONNECTED),
        (UP | POINT_TO_POINT, "10.8.0.2", 32, Reach.DISCONNECTED),
        (None, "192.0.2.9", 24, Reach.LAN),
        (None, "10.8.0.2", 32, Reach.TUNNEL),
    ],
)
def test_the_reach_of_an_address_depends_on_its_interfaces_flags(
    monkeypatch: pytest.MonkeyPatch,
    flags: int | None,
    ip: Any,
    prefix: int,
    reach: Reach,
) -> None:
    """Without flags, only the prefix counts."""
    known = {} if flags is None else {"x0": flags}
    monkeypatch.setattr(
        ifaddr, "get_adapters", lambda: [_adapter("x0", 2, (ip, prefix))]
    )
    monkeypatch.setattr(ownaddresses, "flags", lambda names: known)
    assert [reach] == [own.reach for own in own_addresses()]


def test_ifaddr_is_not_imported_before_it_is_needed() -> None:
    """Commands such as `--version` don't have to wait for it."""
    assert "ifaddr" not in vars(ownaddresses)
