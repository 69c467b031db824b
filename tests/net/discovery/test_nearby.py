"""Records received from the network: valid ones are read, others are ignored."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import (
    ADDRESSES_CAP,
    GAMES_CAP,
    HOSTS_CAP,
    GameNearby,
    HeardHosts,
    Nearby,
    read_record,
    record_of,
)
from sealed_wonders.net.messages import VERSION

PIN = bytes(range(16))
RECORD = {
    key.encode(): value.encode() for key, value in record_of("Küche", PIN).items()
}
THERE = ["192.168.1.20"]


def test_a_record_is_read_back() -> None:
    """
    It contains version, name and pin. Unknown fields are ignored, since there may be
    more one day.
    """
    assert {b"v", b"name", b"pin"} == set(RECORD)
    more = RECORD | {b"more": b"\xff" * 200, b"nothing": None}
    host = Nearby("Küche", Address(THERE[0], 7777, PIN))
    assert host == read_record(RECORD, THERE, 7777) == read_record(more, THERE, 7777)
    with pytest.raises(ValueError, match="at most 24"):
        record_of("x" * 25, PIN)


GAMES = (GameNearby("0123456789abcdef", 3), GameNearby("f" * 16, 0))


def test_the_games_in_a_record_are_read_back() -> None:
    """Only the first eight are. They don't belong to the identity of the host."""
    many = [GameNearby(f"{n:016x}", 7) for n in range(GAMES_CAP + 1)]
    for said, games in ((GAMES, GAMES), (many, tuple(many[:GAMES_CAP]))):
        texts = record_of("Küche", PIN, said)
        assert len("games=" + texts["games"]) <= 255
        record = {key.encode(): value.encode() for key, value in texts.items()}
        host = read_record(record, THERE, 7777)
        assert host is not None
        assert games == host.games
        assert [it.here for it in games] == [host.here(it.gid) for it in games]
        assert host.here("e" * 16) is None


@pytest.mark.parametrize(
    "said",
    [
        b"0123456789abcdef:8",
        b"0123456789abcdef:-1",
        b"0123456789ABCDEF:3",
        b"0123456789abcde:3",
        b"0123456789abcdef:3\n",
        "0123456789abcde٣:3".encode(),
        b"0123456789abcdef:3" + b"," * 200,
        b"\xff" * 40,
        b"",
        None,
    ],
)
def test_an_invalid_game_in_a_record_is_ignored(said: bytes | None) -> None:
    """The record's other games count, and so does the host."""
    host = read_record(RECORD | {b"games": said}, THERE, 7777)
    assert host is not None
    assert () == host.games
    if said is not None and len(said) < 100:
        both = b"%b,%b:1" % (said, b"e" * 16)
        other = read_record(RECORD | {b"games": both}, THERE, 7777)
        assert other is not None
        assert (GameNearby("e" * 16, 1),) == other.games


@pytest.mark.parametrize(
    "change",
    [
        {b"v": b"%d" % (VERSION + 1)},
        {b"v": b"0%d" % VERSION},
        {b"v": "١".encode()},
        {b"v": None},
        {b"v": b""},
        {b"name": b"x" * 25},
        {b"name": b""},
        {b"name": None},
        {b"name": b"\xff"},
        {b"name": b"a\x1b[2Jb"},
        {b"name": "a\u202eb".encode()},
        {b"name": b" a"},
        {b"pin": PIN.hex().upper().encode()},
        {b"pin": PIN.hex().encode() + b"\n"},
        {b"pin": PIN[:15].hex().encode()},
        {b"pin": PIN.hex().encode() + b"00"},
        {b"pin": "٣".encode() * 16},
        {b"pin": None},
    ],
)
def test_an_invalid_record_is_ignored(change: dict[bytes, bytes | None]) -> None:
    """This includes other versions, since nobody could play there."""
    assert read_record(RECORD | change, THERE, 7777) is None


@pytest.mark.parametrize("port", [None, 0, -1, 65536])
def test_a_record_with_an_invalid_port_is_ignored(port: int | None) -> None:
    assert read_record(RECORD, THERE, port) is None
    assert read_record(RECORD, THERE, 65535) is not None


@pytest.mark.parametrize(
    ("addresses", "best"),
    [
        ([], None),
        (["2001:db8::1", "169.254.3.4", "192.168.1.20"], "192.168.1.20"),
        (["169.254.3.4", "2001:db8::1"], "2001:db8::1"),
        (["169.254.3.4"], "169.254.3.4"),
        (["fe80::1"], None),
        (["fe80::1%eth0"], "fe80::1%eth0"),
        (["fe80::1%eth0", "169.254.3.4"], "169.254.3.4"),
        (["fe80::1%e th"], None),
        (["2001:db8::1%eth0"], None),
        (["::ffff:192.168.1.20"], None),
        (["127.0.0.1", "::1"], None),
        (["224.0.0.251", "ff02::fb", "0.0.0.0", "::", "255.255.255.255"], None),
        (["table.local", "", "1.2.3", "\x1b"], None),
        (["fe80::1"] * ADDRESSES_CAP + THERE, None),
        (["fe80::1"] * (ADDRESSES_CAP - 1) + THERE, THERE[0]),
    ],
)
def test_the_best_address_is_one_that_other_machines_can_use(
    addresses: list[str], best: str | None
) -> None:
    """Not suitable are addresses that mean this machine, a link of it, or everybody."""
    host = read_record(RECORD, addresses, 7777)
    assert best == (host and host.address.host)


def test_all_addresses_are_kept_with_near_ones_first() -> None:
    """So a machine in one of the host's networks uses the address in that network."""
    addresses = ["10.0.0.1", "192.168.1.20", "2001:db8::1", "fe80::1%eth0", "fe80::1"]
    wifi = ipaddress.ip_network("192.168.1.0/24")
    host = read_record(RECORD, addresses, 7777, networks=[wifi])
    assert host is not None
    hosts = [address.host for address in (host.address, *host.others)]
    assert ["192.168.1.20", "10.0.0.1", "2001:db8::1", "fe80::1%eth0"] == hosts
    assert {PIN} == {address.pin for address in (host.address, *host.others)}
    ipv6 = ipaddress.ip_network("2001:db8::/64")
    host = read_record(RECORD, addresses, 7777, networks=[ipv6])
    assert host is not None
    assert "2001:db8::1" == host.address.host


def test_a_loopback_address_counts_on_the_same_machine() -> None:
    """It is used only if there is no other address."""
    host = read_record(RECORD, ["127.0.0.1"], 1, here=True)
    assert host is not None
    assert "127.0.0.1" == host.address.host
    other = read_record(RECORD, ["127.0.0.1", *THERE], 1, here=True)
    assert other is not None
    assert THERE[0] == other.address.host


@given(
    st.dictionaries(
        st.sampled_from([b"v", b"name", b"pin", b"games", b"x"]),
        st.none()
        | st.binary()
        | st.text("0123456789abcdef:,", max_size=60).map(str.encode),
    ),
    st.lists(st.text() | st.ip_addresses().map(str)),
    st.none() | st.integers(),
    st.booleans(),
)
def test_any_record_is_read_or_ignored(
    record: dict[bytes, bytes | None],
    addresses: list[str],
    port: int | None,
    here: bool,
) -> None:
    """Nothing is raised, and what is read can be written and read again."""
    host = read_record(RECORD | record, addresses, port, here=here)
    if host is not None:
        assert host.address == Address.parse(str(host.address))
        said = record_of(host.name, PIN, host.games).get("games", "")
        again = read_record(RECORD | {b"games": said.encode()}, THERE, 1)
        assert again is not None
        assert host.games == again.games


def host_of(number: int, name: str = "box") -> Nearby:
    return Nearby(name, Address("10.0.0.1", number, PIN))


def test_hosts_are_sorted_by_name_and_listed_once() -> None:
    """The case is ignored; hosts of one name are sorted by address."""
    heard = HeardHosts()
    hosts = [host_of(2, "b"), host_of(1, "C"), host_of(2, "a"), host_of(1, "a")]
    for key, host in zip("wxyz", hosts, strict=True):
        assert heard.expect(key)
        heard.note(key, host)
    heard.expect("again")
    heard.note("again", hosts[0])
    heard.expect("nothing known yet")

    assert (hosts[3], hosts[2], hosts[0], hosts[1]) == heard.listing()
    heard.forget("again")
    assert 4 == len(heard.listing())
    heard.forget("w")
    assert 3 == len(heard.listing())


def test_the_number_of_hosts_heard_is_limited() -> None:
    """At the limit, new ones are ignored until one leaves."""
    heard = HeardHosts()
    for number in range(HOSTS_CAP):
        assert heard.expect(f"host {number}")
        heard.note(f"host {number}", host_of(number))

    assert not heard.expect("another")
    assert heard.expect("host 3")
    assert HOSTS_CAP == len(heard.listing())
    heard.forget("host 3")
    assert heard.expect("another")
