"""Origins of connections, and rate limits by address and network."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from sealed_wonders.net import origins
from sealed_wonders.net.origins import (
    Buckets,
    Origin,
    OriginBuckets,
    Rate,
    network_of,
    normal,
    who_makes_way,
)
from tests.support.connections import FakeTlsTransport


@pytest.mark.parametrize(
    ("address", "as_it_is", "network"),
    [
        ("192.168.1.20", "192.168.1.20", "192.168.1.0/24"),
        ("::ffff:192.168.1.20", "192.168.1.20", "192.168.1.0/24"),
        ("2001:DB8::1", "2001:db8::1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::1", "fe80::/64"),
        ("a pipe", "a pipe", "a pipe"),
    ],
)
def test_addresses_are_normalized_and_belong_to_networks(
    address: str, as_it_is: str, network: str
) -> None:
    """An IPv6 socket writes IPv4 addresses in its own way."""
    assert as_it_is == normal(address)
    assert network == network_of(normal(address))


def test_a_connection_within_one_machine_is_near() -> None:
    """Both ends have the same address."""
    transport = FakeTlsTransport()
    assert not Origin.of(transport).is_near
    transport.hostAddr = transport.getPeer()
    assert Origin.of(transport).is_near


def test_the_number_of_buckets_is_limited() -> None:
    """The least recently used one is dropped."""
    buckets = Buckets(Rate(1, 1), most=3)
    assert [True] * 3 == [buckets.take(it, 0) for it in "abc"]
    assert not buckets.take("a", 0)
    assert buckets.take("d", 0)
    assert [False, False, True] == [buckets.take(it, 0) for it in "adb"]
    assert 3 == len(buckets)


def test_one_address_cannot_use_up_the_bucket_of_its_network() -> None:
    """Refused requests don't count. Nor do known clients and near connections."""
    buckets = OriginBuckets(Rate(1, 2), Rate(1, 3))
    eve, bob, ann = (Origin(it, "a network", False) for it in ("eve", "bob", "ann"))
    assert [True, True, False, False] == [buckets.take(eve, 0) for _ in range(4)]
    buckets.know(b"ann", ann)
    assert [True, True, False] == [buckets.take(ann, 0) for _ in range(3)]
    assert [True, False] == [buckets.take(bob, 0) for _ in range(2)]
    assert all(buckets.take(eve._replace(is_near=True), 0) for _ in range(9))


def test_a_known_identity_is_exempt_only_at_its_last_origin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This ends when it isn't known any more; then it is the first to be dropped."""
    monkeypatch.setattr(origins, "KEYS_KEPT", 2)
    buckets = OriginBuckets(Rate(1, 9), Rate(1, 0))
    known = {b"ann", b"eve", b"bob"}
    buckets.is_known = known.__contains__
    ann, bob = (Origin(it, "a network", False) for it in ("of ann", "of bob"))
    buckets.know(b"ann", ann)
    many = [Origin(f"of eve {n}", "a network", False) for n in range(9)]
    for origin in many:
        buckets.know(b"eve", origin)
    assert [False] * 8 + [True] == [buckets.take(it, 0) for it in many]
    assert buckets.take(ann, 0)
    known.remove(b"eve")
    assert not buckets.take(many[-1], 0)
    buckets.know(b"bob", bob)
    assert [True, True] == [buckets.take(it, 0) for it in (ann, bob)]
    assert 2 == len(buckets._homes)


class Place(NamedTuple):
    origin: Origin
    is_busy: bool = False


def test_the_largest_network_and_its_largest_address_make_way_first() -> None:
    """
    The newcomer counts, so another connection of one origin displaces one of its own.
    """
    crowd = [Place(Origin(f"eve {n}", "of eve", False)) for n in range(3)]
    home = [Place(Origin("ann", "of ann", False))] * 2
    bob = Origin("bob", "of bob", False)
    assert crowd[0] is who_makes_way([*home, *crowd], bob)
    assert home[0] is who_makes_way([*home, crowd[0]], bob)
    eve, ann, bob = (Origin(it, "a network", False) for it in ("eve", "ann", "bob"))
    places = [Place(ann), Place(eve, is_busy=True), Place(eve)]
    assert places[1] is who_makes_way(places, bob)
    assert places[2] is who_makes_way(places, bob, key=lambda it: it.is_busy)
    assert places[0] is who_makes_way(places[1::-1], ann)
