"""Envelopes have one form in bytes; everything else is refused."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import verify
from sealed_wonders.net.log import envelopes
from sealed_wonders.net.log.envelopes import (
    BODY_CAP,
    DEPTH_CAP,
    ENV_CAP,
    WIRE_CAP,
    Envelope,
    Value,
    Wire,
    pack,
    pack_body,
    pack_wire,
    parse,
    parse_wire,
    sign,
    signature_ok,
    unpack_array,
)
from tests.support.lobbies import identity_from_seed, identity_of
from tests.support.vectors import vectors

KNOWN = vectors("log")["envelopes"]
G, D = b"g" * 32, b"p" * 32

values: st.SearchStrategy[Value] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=300)
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=20).map(tuple),
    max_leaves=30,
)
names = st.text(
    st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=32
)
digests = st.binary(min_size=32, max_size=32)


def raw(*items: Any) -> bytes:
    """Pack anything, valid or not."""
    packed: bytes = msgpack.packb(items)
    return packed


def with_body(body: bytes) -> bytes:
    """Return the bytes of an envelope with these bytes as its body."""
    head = (2, G, "main", 3, "PICK", 6, D)
    return b"\x98" + b"".join(msgpack.packb(item) for item in head) + body


def nested(depth: int) -> Any:
    return () if depth == 1 else (nested(depth - 1),)


def depth(value: Value) -> int:
    """Return how deep arrays are nested in a value."""
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


def test_a_complete_envelope_has_its_known_bytes() -> None:
    """
    It contains every type, at every limit of its encodings. The signature is over all
    of it.
    """
    key = identity_from_seed(bytes.fromhex(KNOWN["seed"]))
    body: tuple[Value, ...] = (
        tuple(int(number) for number in KNOWN["numbers"]),
        (None, False, True),
        (b"", b"b" * 255, b"b" * 256),
        ("", "s" * 31, "s" * 32, "s" * 255, "s" * 256, "Zoë ♞"),
        ((0,) * 15, (0,) * 16, (((),),)),
    )
    envelope = Envelope(G, "main", 300, "PICK", 6, D, body)
    wire = sign(key, envelope)

    assert KNOWN["env"] == wire.wire.env.hex()
    assert KNOWN["sig"] == wire.wire.sig.hex()
    assert KNOWN["wire"] == pack_wire(wire.wire).hex()
    assert envelope == parse(bytes.fromhex(KNOWN["env"]))


def test_a_signature_is_valid_only_for_its_bytes_and_key() -> None:
    wire = sign(identity_of("ann"), Envelope(G, "main", 0, "PICK", 0, D, ()))
    other = sign(identity_of("ann"), Envelope(G, "main", 1, "PICK", 0, D, ()))

    assert signature_ok(wire.wire, identity_of("ann").public)
    assert not signature_ok(wire.wire, identity_of("bob").public)
    assert not signature_ok(
        Wire(other.wire.env, wire.wire.sig), identity_of("ann").public
    )
    # Signed, but not as an envelope of this protocol.
    plain = Wire(wire.wire.env, identity_of("ann").sign(wire.wire.env))
    assert not signature_ok(plain, identity_of("ann").public)


@given(
    digests,
    names,
    st.integers(0, 2**32 - 1),
    names,
    st.integers(0, 255),
    digests,
    st.lists(values, max_size=6).map(tuple),
)
def test_a_packed_envelope_is_read_back(
    gid: bytes,
    lane: str,
    phase: int,
    kind: str,
    seat: int,
    prev: bytes,
    body: tuple[Value, ...],
) -> None:
    assume(depth(body) <= DEPTH_CAP)
    envelope = Envelope(gid, lane, phase, kind, seat, prev, body)

    assert envelope == parse(pack(envelope))


@given(st.binary(max_size=400))
@example(b"")
@example(b"\x98")
@example(b"\x91" * 2000)
@example(b"\xdd\xff\xff\xff\xff")
@example(b"\x81\x80\x01")
@example(b"\x81\x91\x80\x01")
@example(b"\xc7\x03\xff\x00\x00\x00")
@example(b"\xd6\xff\x00\x00\x00\x00")
@example(b"\xc1")
def test_random_bytes_are_an_envelope_or_a_remote_error(data: bytes) -> None:
    """
    No other exception is raised. An envelope that can be read is packed to the same
    bytes.
    """
    for env in (data, with_body(data), with_body(b"\x91" + data)):
        try:
            envelope = parse(env)
        except RemoteProtocolError:
            continue
        assert env == pack(envelope)


@given(st.data())
def test_a_changed_byte_gives_another_envelope_or_none(data: st.DataObject) -> None:
    """Otherwise one byte string could be signed, and another one shown."""
    env = bytearray(bytes.fromhex(KNOWN["env"]))
    original = parse(bytes(env))
    place = data.draw(st.integers(0, len(env) - 1))
    env[place] ^= data.draw(st.integers(1, 255))
    try:
        changed = parse(bytes(env))
    except RemoteProtocolError:
        return

    assert original != changed


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"\x91\xcc\x01", "canonical"),  # 1 in two bytes
        (b"\x91\xcd\x00\x80", "canonical"),
        (b"\x91\xce\x00\x00\x00\x01", "canonical"),
        (b"\x91\xcf" + bytes(8), "canonical"),
        (b"\x91\xd0\x01", "canonical"),  # 1 as a signed one
        (b"\x91\xd1\xff\xff", "canonical"),
        (b"\x91\xd2\xff\xff\xff\xff", "canonical"),
        (b"\x91\xd3" + b"\xff" * 8, "canonical"),
        (b"\x91\xd9\x01a", "canonical"),
        (b"\x91\xda\x00\x01a", "canonical"),
        (b"\x91\xdb\x00\x00\x00\x01a", "canonical"),
        (b"\x91\xc5\x00\x01a", "canonical"),
        (b"\x91\xc6\x00\x00\x00\x01a", "canonical"),
        (b"\xdc\x00\x01\x01", "canonical"),
        (b"\xdd\x00\x00\x00\x01\x01", "canonical"),
        (b"\x90\x00", "not msgpack"),  # a byte after the end
        (b"", "not msgpack"),
        (b"\x91", "not msgpack"),
        (b"\x91\xa1\xff", "not msgpack"),  # not UTF-8
        (b"\x91\xa3\xed\xa0\x80", "not msgpack"),  # half a surrogate pair
        (b"\x91\xc1", r"not msgpack \(FormatError\)"),  # msgpack's error has no message
        (b"\x91\xdd\xff\xff\xff\xff", "not msgpack"),
        (b"\x91\x80", "can't hold"),  # a map
        (b"\x91\x81\xa1a\x01", "can't hold"),
        (b"\x91\xca" + bytes(4), "can't hold"),  # floats
        (b"\x91\xcb" + bytes(8), "can't hold"),
        (b"\x91\xcb\x7f\xf8" + bytes(6), "can't hold"),
        (b"\x91\xd4\x05a", "can't hold"),  # extensions
        (b"\x91\xd6\xff" + bytes(4), "can't hold"),
        (b"\x80", "is an array"),
        (b"\xc0", "is an array"),
        (b"\x01", "is an array"),
        (b"\xa0", "is an array"),
        (b"\xd4\x05a", "is an array"),
    ],
)
def test_bodies_with_other_encodings_or_types_are_refused(
    body: bytes, why: str
) -> None:
    """Each value has exactly one encoding, and there are only seven types of values."""
    with pytest.raises(RemoteProtocolError, match=why):
        parse(with_body(body))


@pytest.mark.parametrize(
    "items",
    [
        (),
        (2, G, "main", 3, "PICK", 6, D),
        (2, G, "main", 3, "PICK", 6, D, (), 0),
        (1, G, "main", 3, "PICK", 6, D, ()),
        (True, G, "main", 3, "PICK", 6, D, ()),
        (1.0, G, "main", 3, "PICK", 6, D, ()),
        (2, G[:31], "main", 3, "PICK", 6, D, ()),
        (2, "g" * 32, "main", 3, "PICK", 6, D, ()),
        (2, G, b"main", 3, "PICK", 6, D, ()),
        (2, G, "", 3, "PICK", 6, D, ()),
        (2, G, "m" * 33, 3, "PICK", 6, D, ()),
        (2, G, "mäin", 3, "PICK", 6, D, ()),
        (2, G, "ma\nin", 3, "PICK", 6, D, ()),
        (2, G, "main", -1, "PICK", 6, D, ()),
        (2, G, "main", 2**32, "PICK", 6, D, ()),
        (2, G, "main", True, "PICK", 6, D, ()),
        (2, G, "main", None, "PICK", 6, D, ()),
        (2, G, "main", 3, b"PICK", 6, D, ()),
        (2, G, "main", 3, "P" * 33, 6, D, ()),
        (2, G, "main", 3, "PICK", 256, D, ()),
        (2, G, "main", 3, "PICK", -1, D, ()),
        (2, G, "main", 3, "PICK", False, D, ()),
        (2, G, "main", 3, "PICK", 6, D + b"p", ()),
        (2, G, "main", 3, "PICK", 6, None, ()),
        (2, G, "main", 3, "PICK", 6, D, None),
    ],
)
def test_envelope_fields_out_of_bounds_are_refused(items: tuple[Any, ...]) -> None:
    with pytest.raises(RemoteProtocolError):
        parse(raw(*items))


def test_the_error_for_a_log_of_another_version_names_it() -> None:
    with pytest.raises(RemoteProtocolError, match="version 1 of the log, .* version 2"):
        parse(raw(1, G, "main", 3, "PICK", 6, D, ()))


def test_envelope_fields_at_their_bounds_are_accepted() -> None:
    for items in [
        (2, G, "m" * 32, 2**32 - 1, "P" * 32, 255, D, ()),
        (2, G, "m", 0, "P", 0, D, ()),
    ]:
        env = raw(*items)
        assert env == pack(parse(env))


def test_the_size_of_a_body_is_limited() -> None:
    """
    It may have 64 KiB, including the array's own header, when it is made and when it is
    read.
    """
    largest = (b"b" * (BODY_CAP - 4),)
    envelope = Envelope(G, "m" * 32, 2**32 - 1, "P" * 32, 255, D, largest)

    assert BODY_CAP == len(pack_body(largest))
    assert envelope == parse(pack(envelope))
    with pytest.raises(LocalProtocolError, match="65537 bytes exceeds 65536"):
        pack(Envelope(G, "main", 3, "PICK", 6, D, (b"b" * (BODY_CAP - 3),)))
    with pytest.raises(RemoteProtocolError, match="65537 bytes exceeds 65536"):
        parse(with_body(pack_body((b"b" * (BODY_CAP - 3),))))
    # An envelope above its own limit isn't read at all.
    with pytest.raises(RemoteProtocolError, match=f"{ENV_CAP + 1} bytes exceeds"):
        parse(b"\x98" + bytes(ENV_CAP))


def test_the_nesting_depth_of_arrays_is_limited() -> None:
    deepest = with_body(msgpack.packb(nested(DEPTH_CAP)))
    deeper = with_body(msgpack.packb(nested(DEPTH_CAP + 1)))

    assert deepest == pack(parse(deepest))
    with pytest.raises(RemoteProtocolError, match="are nested more than 6 levels deep"):
        parse(deeper)


@pytest.mark.parametrize("nest", [b"\x91", b"\x81\xa0"], ids=["arrays", "maps"])
@pytest.mark.parametrize("depth", [8, 500, 1010, 60_000])
def test_deep_nesting_is_refused_in_any_place(nest: bytes, depth: int) -> None:
    """Python can't even print a value that is nested a thousand levels deep."""
    deep = nest * depth + b"\xc0"
    places = [deep, b"\x91" + deep]
    for place in range(8):
        head = [msgpack.packb(part) for part in (1, G, "main", 3, "PICK", 6, D, ())]
        head[place] = deep
        places.append(b"\x98" + b"".join(head))

    for data in places:
        for read in (parse, parse_wire, unpack_array):
            with pytest.raises(RemoteProtocolError):
                read(data)


@pytest.mark.parametrize(
    "value", [1.5, {}, [], bytearray(), 2**64, -(2**63) - 1, "\ud800", object()]
)
def test_a_value_that_cannot_be_packed_is_a_local_error(value: Any) -> None:
    with pytest.raises(LocalProtocolError):
        Envelope(G, "main", 3, "PICK", 6, D, (value,))


def test_a_valid_signature_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    This holds however many folds accept the entry. A signature that is wrong for a key
    is verified every time.
    """
    asked: list[bytes] = []

    def verified(public: bytes, message: bytes, signature: bytes) -> bool:
        asked.append(public)
        return verify(public, message, signature)

    monkeypatch.setattr(envelopes, "verify", verified)
    ann, bob = identity_of("ann").public, identity_of("bob").public
    entry = sign(identity_of("ann"), Envelope(G, "main", 0, "PICK", 0, D, ()))

    assert [True, True] == [entry.is_signed_by(ann) for _ in range(2)]
    assert [False, False] == [entry.is_signed_by(bob) for _ in range(2)]
    assert [ann, bob, bob] == asked
    assert entry.is_signed_by(ann)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        raw(b"env"),
        raw(b"env", b"s" * 63),
        raw(b"env", b"s" * 65),
        raw("env", b"s" * 64),
        raw(b"env", "s" * 64),
        raw(b"env", b"s" * 64, None),
        raw(b"env", b"s" * 64) + b"\x00",
        b"\x92\xc5\x00\x03env\xc4\x40" + b"s" * 64,
        b"\xdc\x00\x02\xc4\x03env\xc4\x40" + b"s" * 64,
    ],
)
def test_invalid_wires_are_refused(data: bytes) -> None:
    """
    A wire consists of two byte strings, the second of 64 bytes, in their shortest
    encoding, with nothing after them.
    """
    with pytest.raises(RemoteProtocolError, match=r"signed message|msgpack"):
        parse_wire(data)


def test_the_size_of_a_wire_is_limited() -> None:
    """The largest envelope fits; a longer wire isn't read at all."""
    largest = pack_wire(Wire(bytes(ENV_CAP), bytes(64)))

    assert WIRE_CAP == len(largest)
    assert ENV_CAP == len(parse_wire(largest).env)
    with pytest.raises(RemoteProtocolError, match=f"exceeds the limit of {WIRE_CAP}"):
        parse_wire(largest + b"\x00")


@given(st.binary(max_size=200))
def test_random_bytes_are_a_wire_or_a_remote_error(data: bytes) -> None:
    try:
        wire = parse_wire(data)
    except RemoteProtocolError:
        return
    assert data == pack_wire(wire)
