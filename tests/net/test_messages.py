"""Messages: types and bounds are checked on arrival."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.frames import MAX_FRAME
from sealed_wonders.net.log.envelopes import ENV_CAP, Wire
from sealed_wonders.net.messages import (
    COMMIT_CAP,
    COUNT_CAP,
    MOMENT_CAP,
    ONLOOKERS_CAP,
    OPTIONS_CAP,
    SEATS_CAP,
    SPOKEN_CAP,
    TABLES_CAP,
    WIRES_CAP,
    AnyName,
    Chat,
    Clock,
    Closed,
    Code,
    Commitment,
    Draw,
    FromClient,
    FromHost,
    Hello,
    IpAddress,
    Leave,
    Line,
    ListTables,
    Lobby,
    LobbyPerson,
    Log,
    Name,
    Ping,
    Pong,
    Post,
    Presence,
    Read,
    Ready,
    Refused,
    Retime,
    Say,
    Sit,
    Spoken,
    TableLine,
    Tables,
    TableTerms,
    Timing,
    Welcome,
    decode,
    encode,
    logs,
    posts,
    tag_of,
)
from sealed_wonders.net.tableoptions import DAY
from sealed_wonders.net.times import Times
from sealed_wonders.net.wishes import WishText
from tests.support.sent import encode_checked, sender_of
from tests.support.thorough import examples

KEY = b"k" * 32
SIGNATURE = b"s" * 64
SALT = b"a" * 16
WIRE = Wire(b"env", SIGNATURE)
LINE = TableLine("green", "wonders", 3, 2, "lobby", ("ann", "bob"), SALT)
SPOKEN = Spoken(KEY, "ann", KEY, 7, "say", "hello, all", SIGNATURE)
PERSON = LobbyPerson("ann", KEY, None, None, WIRE, True, False)

SAMPLES: Mapping[str, FromClient | FromHost] = {
    tag_of(type(it)): it
    for it in (
        Hello(1, "ann", KEY, SIGNATURE),
        Sit("", WIRE, (("game", "architects"), ("seats", 4))),
        Ready(True, KEY),
        Post((WIRE,)),
        Read("green", 7),
        Say("green", SPOKEN),
        Leave(),
        Ping(9),
        Welcome(1, "box", KEY, (LINE,), None, TableTerms((("seats", 3),), ("game",))),
        Lobby("green", b"options", 0, 3, (PERSON,), "", ("Atossa",), False),
        Log("green", 4, (WIRE, WIRE)),
        Clock("green", 90, 12, (600, 0), False),
        Refused("full", "no seat is left"),
        Presence("green", (True, False, True)),
        Chat("green", (SPOKEN, SPOKEN)),
        Closed("green", "the game is over"),
        Pong(9),
        ListTables("green"),
        Tables((LINE,)),
        Retime("green", Times(30, 600, 10), True),
        Timing("green", Times(), Times(90), None),
    )
}


# Strategies for every message, with every field anywhere within its bounds.
names = st.text(alphabet="abçñ漢 ", min_size=1, max_size=24).filter(
    lambda text: " ".join(text.split()) == text
)
wires = st.builds(Wire, st.binary(max_size=200), st.binary(min_size=64, max_size=64))
seconds = st.integers(0, DAY)

KINDS: Sequence[tuple[object, st.SearchStrategy[Any]]] = (
    (Name, names),
    (AnyName, st.just("") | names),
    (Line, st.text(alphabet="abc é漢\U0001f600", max_size=400)),
    (Code, st.from_regex(r"[a-z][a-z-]{0,31}", fullmatch=True)),
    (
        WishText,
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=128),
    ),
    (IpAddress, st.sampled_from(["192.168.1.9", "fe80::9"])),
    (Commitment, wires),
    (Wire, wires),
    (
        Times,
        st.builds(Times, seconds, st.integers(1, DAY), seconds)
        | st.builds(Times, seconds),
    ),
    (bool, st.booleans()),
    (type(None), st.none()),
)
"""Strategies for types whose bounds are more than a size, or that have none."""


def within(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a field's type, anywhere within its bounds."""
    for known, some in KINDS:
        if kind == known:
            return some
    if get_origin(kind) is Annotated:
        return bounded(*get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return st.one_of([within(one) for one in get_args(kind)])
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is tuple:
        return st.tuples(*[within(one) for one in get_args(kind)])
    fields = [within(field.type) for field in msgspec.structs.fields(kind)]
    return st.builds(kind, *fields)


def bounded(kind: Any, meta: msgspec.Meta) -> st.SearchStrategy[Any]:
    """
    Return a strategy for numbers between two bounds, or for sequences of allowed
    lengths.
    """
    if kind is int:
        first = meta.gt + 1 if meta.ge is None else meta.ge  # type: ignore[operator]
        last = meta.lt - 1 if meta.le is None else meta.le  # type: ignore[operator]
        return st.integers(int(first), int(last))
    least, most = meta.min_length or 0, meta.max_length or 0
    if kind is bytes:
        return st.binary(min_size=least, max_size=min(most, 300))
    item, _ = get_args(kind)
    some = st.lists(within(item), min_size=least, max_size=min(most, 4))
    return some.map(tuple)


from_client = st.one_of([within(kind) for kind in FromClient.__subclasses__()])
from_host = st.one_of([within(kind) for kind in FromHost.__subclasses__()])


@examples(200)
@given(from_client | from_host)
def test_a_decoded_message_equals_the_encoded_one(
    message: FromClient | FromHost,
) -> None:
    payload, sender = encode(message), sender_of(message)
    assert message == decode(payload, sender)
    with pytest.raises(RemoteProtocolError, match="not a message"):
        decode(payload, FromHost if sender is FromClient else FromClient)


@pytest.mark.parametrize(
    "array",
    [
        ["hello", 1, "ann", KEY, SIGNATURE, None],
        [*["sit", "", [b"env", SIGNATURE]], [["game", "architects"], ["seats", 4]]],
        ["ready", True, KEY],
        ["post", [[b"env", SIGNATURE]]],
        ["leave"],
        [
            *["welcome", 1, "box", KEY],
            [["green", "wonders", 3, 2, "lobby", ["ann", "bob"], SALT]],
            None,
            [[["seats", 3]], ["game"]],
        ],
        [
            *["lobby", "green", b"options", 0, 3],
            [["ann", KEY, None, None, [b"env", SIGNATURE], True, False]],
            "",
            ["Atossa"],
            False,
            True,
            [],
        ],
        ["clock", "green", 90, 12, [600, 0], False],
        ["look", "green"],
        ["tables", [["green", "wonders", 3, 2, "lobby", ["ann", "bob"], SALT]]],
    ],
    ids=lambda array: array[0],
)
def test_messages_are_msgpack_arrays_of_name_and_fields(array: list[Any]) -> None:
    """The bytes must be the same in every version."""
    assert msgpack.packb(array) == encode(SAMPLES[array[0]])


@examples(300)
@given(st.binary(max_size=300), st.sampled_from((FromClient, FromHost)))
def test_random_bytes_raise_no_other_error(
    data: bytes, sender: type[FromClient | FromHost]
) -> None:
    with contextlib.suppress(RemoteProtocolError):
        decode(data, sender)


mutations = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=4
)


@examples(400)
@given(from_client | from_host, mutations)
def test_altered_messages_are_messages_or_refused(
    message: FromClient | FromHost, changes: list[tuple[int, int]]
) -> None:
    payload = bytearray(encode(message))
    for at, value in changes:
        payload[at % len(payload)] = value
    try:
        other = decode(bytes(payload), sender_of(message))
    except RemoteProtocolError:
        return
    # A message that is accepted could also have been sent by us.
    encode_checked(other)


@examples(100)
@given(from_client | from_host, st.data())
def test_truncated_and_extended_messages_are_refused(
    message: FromClient | FromHost, data: st.DataObject
) -> None:
    """No message is the beginning of another one."""
    payload = encode(message)
    cut = data.draw(st.integers(0, len(payload) - 1))
    for wrong in (payload[:cut], payload + b"\xc0", payload + payload):
        with pytest.raises(RemoteProtocolError, match="not a message"):
            decode(wrong, sender_of(message))


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats()
    | st.binary(max_size=70)
    | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@examples(400)
@given(
    st.sampled_from([*FromClient.__subclasses__(), *FromHost.__subclasses__()]).map(
        tag_of
    ),
    st.lists(values, max_size=6),
    st.sampled_from((FromClient, FromHost)),
)
def test_fields_of_any_kind_are_typed_or_refused(
    name: str, fields: list[object], sender: type[FromClient | FromHost]
) -> None:
    """A message's name in well-formed msgpack isn't enough to make it a message."""
    payload = msgpack.packb([name, *fields])
    try:
        message = decode(payload, sender)
    except RemoteProtocolError:
        return
    assert message == decode(encode(message), sender)


def replaced(message: FromClient | FromHost, at: int, value: object) -> bytes:
    """Return the payload of *message* with another field at place *at*."""
    array = msgpack.unpackb(encode(message))
    array[at] = value
    payload: bytes = msgpack.packb(array)
    return payload


def but(array: list[object], at: int, value: object) -> list[object]:
    return [*array[:at], value, *array[at + 1 :]]


WIRE_ARRAY = [b"env", SIGNATURE]
LENT_ARRAY: list[object] = [KEY, SIGNATURE, bytes(16), "192.168.1.9"]
PERSON_ARRAY = ["ann", KEY, None, None, WIRE_ARRAY, True, False]
SPOKEN_ARRAY = [KEY, "ann", KEY, 7, "say", "hello", SIGNATURE]
SPOKEN_BOUNDS: tuple[tuple[int, object, object], ...] = (
    (0, bytes(32), bytes(33)),
    (1, "x" * 24, "x" * 25),
    (2, bytes(32), bytes(31)),
    (3, MOMENT_CAP - 1, MOMENT_CAP),
    (3, 0, -1),
    (4, "x" * 32, "x" * 33),
    (5, "x" * 400, "x" * 401),
    (6, bytes(64), bytes(63)),
)
TABLE_ARRAY = ["green", "wonders", 3, 2, "lobby", ["ann"]]


@pytest.mark.parametrize(
    ("name", "at", "most", "more"),
    [
        ("hello", 1, 65535, 65536),
        ("hello", 1, 1, 0),
        ("hello", 2, "x" * 24, "x" * 25),
        ("hello", 2, "x", ""),
        ("hello", 3, bytes(32), bytes(33)),
        ("hello", 3, bytes(32), bytes(31)),
        ("hello", 4, bytes(64), bytes(65)),
        ("hello", 4, bytes(64), bytes(63)),
        ("hello", 5, None, False),
        ("hello", 5, LENT_ARRAY, [*LENT_ARRAY, None]),
        ("hello", 5, LENT_ARRAY, but(LENT_ARRAY, 2, bytes(15))),
        ("hello", 5, but(LENT_ARRAY, 3, "::1"), but(LENT_ARRAY, 3, "a phone")),
        ("hello", 5, but(LENT_ARRAY, 3, "::1"), but(LENT_ARRAY, 3, "10.0.0.1:77")),
        ("sit", 1, "x" * 24, "x" * 25),
        ("sit", 2, [bytes(COMMIT_CAP), SIGNATURE], [bytes(513), SIGNATURE]),
        ("ready", 2, bytes(32), bytes(33)),
        ("post", 1, [WIRE_ARRAY] * WIRES_CAP, [WIRE_ARRAY] * 65),
        ("post", 1, [[bytes(ENV_CAP), SIGNATURE]], [[bytes(ENV_CAP + 1), SIGNATURE]]),
        ("post", 1, [[b"", bytes(64)]], [[b"", bytes(63)]]),
        ("read", 1, "x" * 24, ""),
        ("read", 2, COUNT_CAP - 1, COUNT_CAP),
        ("read", 2, 0, -1),
        ("say", 1, "x" * 24, "x" * 25),
        ("ping", 1, COUNT_CAP - 1, COUNT_CAP),
        ("welcome", 4, [TABLE_ARRAY] * TABLES_CAP, [TABLE_ARRAY] * 65),
        ("tables", 1, [TABLE_ARRAY] * TABLES_CAP, [TABLE_ARRAY] * 65),
        ("lobby", 2, bytes(OPTIONS_CAP), bytes(4097)),
        ("lobby", 3, COUNT_CAP - 1, COUNT_CAP),
        ("lobby", 4, 7, 8),
        ("lobby", 5, [PERSON_ARRAY] * SEATS_CAP, [PERSON_ARRAY] * 8),
        ("lobby", 6, "x" * 400, "x" * 401),
        ("log", 2, COUNT_CAP - 1, COUNT_CAP),
        ("log", 3, [WIRE_ARRAY] * WIRES_CAP, [WIRE_ARRAY] * 65),
        ("clock", 2, 86400, 86401),
        ("clock", 2, None, -1),
        ("clock", 3, COUNT_CAP - 1, COUNT_CAP),
        ("clock", 4, [DAY] * SEATS_CAP, [0] * 8),
        ("clock", 4, [0], [DAY + 1]),
        ("retime", 2, [DAY, DAY, 0], [DAY + 1, 0, 0]),
        ("retime", 2, [0, 1, DAY], [0, 0, 1]),
        (
            "timing",
            4,
            ["ann", [0, 0, 0], [True] * 7, None],
            ["ann", [0], [True] * 8, None],
        ),
        ("timing", 4, None, ["ann", [0, 0, 0], [], ""]),
        ("refused", 1, "x" * 32, "x" * 33),
        ("refused", 1, "not-so-fast", "Not so fast"),
        ("refused", 2, "x" * 400, "x" * 401),
        ("presence", 2, [True] * SEATS_CAP, [True] * 8),
        ("chat", 2, [SPOKEN_ARRAY] * SPOKEN_CAP, [SPOKEN_ARRAY] * 33),
        *(
            ("say", 2, but(SPOKEN_ARRAY, at, most), but(SPOKEN_ARRAY, at, more))
            for at, most, more in SPOKEN_BOUNDS
        ),
        ("closed", 2, "x" * 400, "x" * 401),
        ("pong", 1, COUNT_CAP - 1, COUNT_CAP),
    ],
)
def test_a_field_may_reach_its_bound_but_not_exceed_it(
    name: str, at: int, most: object, more: object
) -> None:
    message = SAMPLES[name]
    decode(replaced(message, at, most), sender_of(message))
    with pytest.raises(RemoteProtocolError, match="not a message"):
        decode(replaced(message, at, more), sender_of(message))


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [
        ("hello", 1, True),
        ("hello", 1, 1.0),
        ("hello", 1, "1"),
        ("hello", 2, b"ann"),
        ("hello", 2, "an\x1b[2Jn"),
        ("hello", 3, "k" * 32),
        ("ready", 1, 1),
        ("ready", 1, None),
        ("sit", 2, [b"env"]),
        ("sit", 2, [b"env", SIGNATURE, 0]),
        ("sit", 2, {"env": b"env", "sig": SIGNATURE}),
        ("say", 2, but(SPOKEN_ARRAY, 5, "two\nlines")),
        ("say", 2, but(SPOKEN_ARRAY, 3, True)),
        ("say", 2, [*SPOKEN_ARRAY, 0]),
        ("chat", 2, [but(SPOKEN_ARRAY, 1, " ann")]),
        ("chat", 2, [but(SPOKEN_ARRAY, 5, "\u202e")]),
        ("lobby", 6, "\x9b"),
        ("refused", 2, "\x07"),
        ("closed", 2, "\0"),
        ("welcome", 4, [[*TABLE_ARRAY[:4], "paused", []]]),
        ("welcome", 4, [[*TABLE_ARRAY[:5], ["ann", "b\no"]]]),
        ("lobby", 5, [["an\tn", *PERSON_ARRAY[1:]]]),
        ("lobby", 5, [[*PERSON_ARRAY[:3], [bytes(513), SIGNATURE], True, True]]),
        ("presence", 2, [0, 1]),
    ],
)
def test_fields_are_not_converted_to_other_types(
    name: str, at: int, value: object
) -> None:
    """And text for people must not contain control characters."""
    message = SAMPLES[name]
    with pytest.raises(RemoteProtocolError, match="not a message"):
        decode(replaced(message, at, value), sender_of(message))


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xc0",
        msgpack.packb([]),
        msgpack.packb(["nothing"]),
        msgpack.packb([b"leave"]),
        msgpack.packb({"type": "leave"}),
        msgpack.packb(["leave", 1]),
        msgpack.packb(["ping"]),
        b"\x92\xa3say\xa1\xff",  # not UTF-8
        b"\x92\xa4post\xdd\xff\xff\xff\xff",  # an array of four thousand million
        b"\x92\xa4post\xc6\xff\xff\xff\xff",  # as many bytes
        b"\x91" * 100_000,  # an array in an array in an …
        b"\x92\xa4ping\xc7\x0c\xff" + bytes(12),  # an extension
    ],
)
def test_hostile_bytes_are_refused(payload: bytes) -> None:
    """Each of these broke other decoders. Here the one error is RemoteProtocolError."""
    with pytest.raises(RemoteProtocolError, match="not a message"):
        decode(payload, FromClient)


def test_an_error_shows_the_field_and_the_bytes() -> None:
    payload = msgpack.packb(["ping", -1])
    with pytest.raises(RemoteProtocolError) as caught:
        decode(payload, FromClient)
    text = "not a message (Expected `int` >= 0 - at `$[1]`): 7 bytes (92 a4 70 69 6e 67 ff)"
    assert text == str(caught.value)


def test_a_message_that_fits_in_no_frame_is_a_local_error() -> None:
    """It is raised before any byte is sent."""
    long = Post((Wire(bytes(MAX_FRAME), SIGNATURE),))
    for message in (Hello(1 << 70, "ann", KEY, SIGNATURE), long):
        with pytest.raises(LocalProtocolError):
            encode(message)


@pytest.mark.parametrize(
    "message",
    [
        Hello(0, "ann", KEY, SIGNATURE),
        Hello(1, "ann", b"short", SIGNATURE),
        Post((WIRE,) * (WIRES_CAP + 1)),
        Post((Wire(b"env", b""),)),
        Refused("No Code", ""),
        Clock("green", -1, 0),
    ],
)
def test_encode_checked_refuses_messages_out_of_bounds(
    message: FromClient | FromHost,
) -> None:
    """Tests use it before they send a message: see tests/conftest.py."""
    with pytest.raises(RemoteProtocolError):
        encode_checked(message)


def test_texts_are_checked_when_a_message_is_made() -> None:
    with pytest.raises(ValueError, match="single spaces"):
        Hello(1, " ann", KEY, SIGNATURE)
    with pytest.raises(ValueError, match="control characters"):
        Spoken(KEY, "ann", KEY, 7, "say", "\x1b[2J", SIGNATURE)
    with pytest.raises(ValueError, match="513 bytes exceeds 512"):
        Sit("", Wire(bytes(COMMIT_CAP + 1), SIGNATURE))


def test_the_largest_messages_fit_into_a_frame() -> None:
    """So a host can always send what belongs in one message."""
    name = "漢" * 24
    table = TableLine(name, name, 7, 7, "playing", (name,) * 7)
    commit = Wire(bytes(COMMIT_CAP), SIGNATURE)
    person = LobbyPerson(name, KEY, KEY, None, commit, True, True)
    note = "漢" * 400
    encode_checked(Welcome(1, name, KEY, (table,) * TABLES_CAP))
    seven, most = (name,) * 7, (name,) * ONLOOKERS_CAP
    options = bytes(OPTIONS_CAP)
    encode_checked(
        Lobby(name, options, 0, 7, (person,) * 7, note, seven, onlookers=most)
    )
    encode_checked(Draw(name, Wire(bytes(ENV_CAP), SIGNATURE)))
    said = Spoken(
        KEY, name, KEY, MOMENT_CAP - 1, "x" * 32, "\U0001f600" * 400, SIGNATURE
    )
    encode_checked(Chat(name, (said,) * SPOKEN_CAP))


sizes = st.lists(
    st.sampled_from([0, 200, 255, 256, 2000, 30_000, 65_000, ENV_CAP]), max_size=200
)


@examples(30)
@given(sizes, st.integers(0, 1000))
def test_wires_are_split_into_messages_within_the_limits(
    lengths: list[int], entry: int
) -> None:
    """All wires are sent, in order and numbered."""
    sent = tuple(Wire(bytes(length), SIGNATURE) for length in lengths)
    received: tuple[Wire, ...] = ()
    for log in logs("漢" * 24, entry, sent):
        assert entry + len(received) == log.entry
        assert log.wires
        encode_checked(log)
        received += log.wires
    assert sent == received
    messages = tuple(posts(sent))
    assert sent == tuple(wire for post in messages for wire in post.wires)
    for post in messages:
        encode_checked(post)


def test_many_wires_need_few_messages() -> None:
    assert [64, 64, 1] == [len(log.wires) for log in logs("green", 0, [WIRE] * 129)]
    assert [] == list(posts([]))
