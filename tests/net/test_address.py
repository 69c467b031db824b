"""Addresses and invitations, as people type them."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.address import HOST_CAP, PORT, Address, in_shell

PIN = bytes(range(16))
DIGITS = "000102030405060708090a0b0c0d0e0f"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:7007", Address("localhost", 7007)),
        ("table.local:1", Address("table.local", 1)),
        ("192.168.1.5:65535", Address("192.168.1.5", 65535)),
        ("127.0.0.1:0", Address("127.0.0.1", 0)),
        (f"my-host_2:7007#{DIGITS}", Address("my-host_2", 7007, PIN)),
        ("[::1]:7007", Address("::1", 7007)),
        (f"[fe80::1%eth0]:7007#{DIGITS}", Address("fe80::1%eth0", 7007, PIN)),
        ("[::ffff:10.0.0.1]:7007", Address("::ffff:10.0.0.1", 7007)),
        ("x" * HOST_CAP + ":7", Address("x" * HOST_CAP, 7)),
    ],
)
def test_a_full_address_is_parsed_and_printed(text: str, address: Address) -> None:
    assert address == Address.parse(text)
    assert text == str(address)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("table.local", Address("table.local", PORT)),
        ("192.168.1.5", Address("192.168.1.5", PORT)),
        (f"192.168.1.5#{DIGITS}", Address("192.168.1.5", PORT, PIN)),
        ("[fe80::1%eth0]", Address("fe80::1%eth0", PORT)),
        (f"[::1]#{DIGITS}", Address("::1", PORT, PIN)),
        ("192.168.1.5:7007", Address("192.168.1.5", 7007)),
        ("5:7777", Address("5", PORT)),
    ],
)
def test_the_default_port_is_optional(text: str, address: Address) -> None:
    assert address == Address.parse(text)
    assert text == address.brief
    assert f":{address.port}" in str(address)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (f"10.0.0.1:7007#{DIGITS}", f"10.0.0.1:7007#{DIGITS}"),
        (f"[fe80::1%eth0]:7007#{DIGITS}", f"'[fe80::1%eth0]:7007#{DIGITS}'"),
    ],
)
def test_an_address_for_a_shell_is_one_word(text: str, word: str) -> None:
    """In some shells, brackets are patterns for file names."""
    assert word == in_shell(Address.parse(text))
    assert [text] == shlex.split(word)


def test_surrounding_spaces_and_uppercase_digits_are_accepted() -> None:
    assert Address("host", 7, PIN) == Address.parse(f"  host:7#{DIGITS.upper()}\n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("10.0.0", "an IPv4 address must have four"),
        ("10.0.0.1.2:7777", "an IPv4 address must have four"),
        (
            "",
            "an address must be HOST or HOST:PORT, optionally followed by #PIN, not ''",
        ),
        ("7777", "HOST:PORT"),
        (f"7777#{DIGITS}", "HOST:PORT"),
        ("host:", "HOST:PORT"),
        (":7007", "HOST:PORT"),
        ("host:port", "HOST:PORT"),
        ("host:-1", "HOST:PORT"),
        ("host:7007/", "HOST:PORT"),
        ("https://host:7007", "HOST:PORT"),
        ("::1:7007", "HOST:PORT"),
        ("::1", "HOST:PORT"),
        ("[::1:7007", "HOST:PORT"),
        ("ho st:7007", "HOST:PORT"),
        ("h\u00f6st:7007", "not 'höst:7007'"),
        ("host:\uff17", "HOST:PORT"),
        ("host:7007#", "HOST:PORT"),
        (f"host:7007#{DIGITS[1:]}", "HOST:PORT"),
        (f"host:7007#{DIGITS}0", "HOST:PORT"),
        (f"host:7007#{DIGITS[:-1]}g", "HOST:PORT"),
        ("host:7007\nhost:7008", "HOST:PORT"),
        ("host:65536", "a port can be at most 65535, not 65536"),
        ("host:123456", "HOST:PORT"),
        ("[host]:7007", "HOST:PORT"),
        ("[1:2:3]:7007", "not an IPv6 address in brackets"),
        ("[127.0.0.1]:7007", "not an IPv6 address in brackets"),
        ("x" * (HOST_CAP + 1) + ":7", "at most 253 characters"),
    ],
)
def test_invalid_addresses_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Address.parse(text)


hosts = st.from_regex(r"[A-Za-z0-9._-]{1,40}", fullmatch=True) | st.ip_addresses(
    v=6
).map(str)


@given(hosts, st.integers(0, 65535), st.none() | st.binary(min_size=16, max_size=16))
def test_every_address_can_be_printed_and_parsed(
    host: str, port: int, pin: bytes | None
) -> None:
    address = Address(host, port, pin)
    assert address == Address.parse(str(address)) == Address.parse(address.brief)


@given(st.text(alphabet="ab1:[]#%. \n", max_size=50) | st.text(max_size=50))
def test_any_text_is_an_address_or_raises_a_printable_error(text: str) -> None:
    try:
        address = Address.parse(text)
    except ValueError as error:
        message = str(error)
    else:
        message = str(address)
    assert message.isprintable()
