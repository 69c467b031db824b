"""Options of a table: one order, one encoding, and limits."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import (
    MAX_PEOPLE,
    make_options,
    pack_options,
    parse_options,
)
from sealed_wonders.net.lobby.options import MAX_OPTIONS, NUMBER_CAP, goes_on
from sealed_wonders.net.tableoptions import GONE_AFTER, VALUE_CAP
from tests.support.lobbies import HOST, options
from tests.support.vectors import vectors

KNOWN = vectors("log")["lobby"]
GOOD: dict[str, Any] = dict(options(3))


def packed(values: dict[str, Any]) -> bytes:
    """Pack any options, valid or not, sorted."""
    data: bytes = msgpack.packb(sorted(values.items()))
    return data


def test_options_have_their_known_bytes() -> None:
    """They are an array of pairs, sorted by key."""
    host = bytes.fromhex(KNOWN["host"]["public"])
    made = make_options(
        {
            "turn_time": 90,
            "suite": 0,
            "sides": "random",
            "players": 3,
            "host": host,
            "game": "wonders",
        }
    )

    assert KNOWN["packed_options"] == pack_options(made).hex()
    assert made == parse_options(pack_options(made))


@pytest.mark.parametrize(
    "others",
    [
        {"players": 1},
        {"players": MAX_PEOPLE + 1},
        {"players": True},
        {"players": "3"},
        {"game": b"wonders"},
        {"suite": None},
        {"turn_time": -1},
        {"turn_time": NUMBER_CAP},
        {"turn_time": 1.5},
        {"host": bytes(32)},
        {"host": b"\x01" + bytes(31)},
        {"host": HOST.public[:31]},
        {"host": HOST.public.hex()},
        {"sides": "s" * (VALUE_CAP + 1)},
        {"sides": "\x1b[2J"},
        {"sides": "zufällig"},
        {"sides": b"s" * (VALUE_CAP + 1)},
        {"sides": []},
        {"": 1},
        {"k" * 33: 1},
        {"naïve": 1},
        {f"option{n}": n for n in range(MAX_OPTIONS)},
    ],
)
def test_invalid_options_are_refused(others: dict[str, Any]) -> None:
    """Making them is a local error, and receiving them a remote one."""
    with pytest.raises(LocalProtocolError, match="option"):
        make_options(GOOD | others)
    with pytest.raises(RemoteProtocolError, match="option"):
        parse_options(packed(GOOD | others))


@pytest.mark.parametrize("key", ["game", "host", "players", "suite", "turn_time"])
def test_required_options_must_be_present(key: str) -> None:
    values = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(LocalProtocolError, match=key):
        make_options(values)
    with pytest.raises(RemoteProtocolError, match=key):
        parse_options(packed(values))


def test_options_at_their_bounds_are_accepted() -> None:
    values = GOOD | {"turn_time": NUMBER_CAP - 1, "players": MAX_PEOPLE}
    values |= {f"option{n:02}": "o" * VALUE_CAP for n in range(MAX_OPTIONS - 5)}
    made = make_options(values)

    assert MAX_OPTIONS == len(made)
    assert made == parse_options(pack_options(made))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc0",
        packed(GOOD) + b"\x00",
        msgpack.packb(GOOD),
        msgpack.packb(sorted(GOOD.items(), reverse=True)),
        msgpack.packb([*sorted(GOOD.items()), ("turn_time", 0)]),
        msgpack.packb([*sorted(GOOD.items()), ("z",)]),
        msgpack.packb([*sorted(GOOD.items()), ("z", 1, 2)]),
        msgpack.packb([*sorted(GOOD.items()), (b"z", 1)]),
        msgpack.packb([*sorted(GOOD.items()), "z"]),
        msgpack.packb([*sorted(GOOD.items()), "zz"]),  # two items, but no pair
        packed(GOOD)[:-1] + b"\xcc\x00",
    ],
)
def test_options_with_another_encoding_are_refused(data: bytes) -> None:
    """Unsorted, repeated, as a map, or padded: players agree to one byte string."""
    with pytest.raises(RemoteProtocolError):
        parse_options(data)


@given(st.binary(max_size=300))
def test_random_bytes_are_refused_as_options(data: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        parse_options(data)


@pytest.mark.parametrize(
    ("said", "does", "after"),
    [
        ({}, True, 90),
        ({"gone": "wait"}, False, 90),
        ({"gone": "go-on", "gone_after": 5}, True, 5),
        ({"gone_after": 3600}, True, 3600),
        # Values that are unknown or out of bounds are ignored.
        ({"gone": "dance", "gone_after": 4}, True, 90),
        ({"gone_after": 3601}, True, 90),
        ({"gone_after": "30"}, True, 90),
    ],
)
def test_options_decide_whether_and_when_a_table_goes_on_without_a_seat(
    said: dict[str, Any], does: bool, after: int
) -> None:
    agreed = make_options(GOOD | said)
    assert (does, after) == (goes_on(agreed), GONE_AFTER.agreed(agreed))
