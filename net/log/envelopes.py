"""
Envelopes: what a seat signs, and the wire it travels in.

An envelope is hashed and signed as bytes, so there is one way to write each: `parse`
takes those bytes only, and what it gives back packs to them again.

A wire that comes in is parsed once, at the edge, into an `Entry`; everything behind that
takes entries, and can't meet bytes that are no envelope.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple, Protocol, Self

import msgpack
from msgspec import Meta

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import SIGNATURE_SIZE, verify

BODY_CAP = 1 << 16
"""Bytes of a body: the largest shuffle proof of a game takes half of it."""

ENV_CAP = BODY_CAP + 512
"""Bytes of an envelope: a body and everything around it."""

WIRE_CAP = ENV_CAP + SIGNATURE_SIZE + 8
"""Bytes of a packed wire: its three heads take eight at most."""

DIGEST_SIZE = 32
"""Bytes of a digest, an identity, a game id."""

DEPTH_CAP = 6
"""How deep arrays may nest in a body, the body itself counted."""

NAME_CAP = 32
"""Characters of a lane's or a kind's name."""

PHASE_CAP = 1 << 32
"""Phase numbers stay below: they are hashed as four bytes."""

VERSION = 1
"""The first item of every envelope."""

LATEST = 32
"""Envelopes that need not be read again: a process may have several seats of one table."""

NOBODY = 255
"""The seat of an envelope whose sender has none: seats are dealt after the lobby."""

ZERO = bytes(DIGEST_SIZE)
"""Stands where there is no digest yet."""

Value = None | bool | int | bytes | str | tuple["Value", ...]
"""What a body is made of."""

Body = tuple[Value, ...]


class Wire(NamedTuple):
    """An envelope as it is signed, sent and logged: the bytes, and their signature."""

    env: Annotated[bytes, Meta(max_length=ENV_CAP)]
    sig: Annotated[bytes, Meta(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]


class Signer(Protocol):
    """Whoever can sign: an identity."""

    def sign(self, message: bytes) -> bytes:
        """Give the Ed25519 signature of *message*."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """
    One seat's say in one phase of one game.

    Raises:
        LocalProtocolError: a field is not of its type or out of its bounds.
    """

    gid: bytes
    """The game; zero in the lobby, where there is none yet."""
    lane: str
    """``"main"``, ``"lobby"``: a chain of phases of its own."""
    phase: int
    kind: str
    """What the phase is for: one of `sealed_wonders.net.log.phases.KINDS`."""
    seat: int
    prev: bytes
    """The log's digest before the phase: whoever signs it signs the whole history."""
    body: Body

    def __post_init__(self) -> None:
        for what, digest in (("gid", self.gid), ("prev", self.prev)):
            if type(digest) is not bytes or len(digest) != DIGEST_SIZE:
                raise LocalProtocolError(f"{what} is not 32 bytes: {digest!r:.80}")
        for what, name in (("lane", self.lane), ("kind", self.kind)):
            if not is_name(name):
                raise LocalProtocolError(f"not the name of a {what}: {name!r:.80}")
        _check_number("phase", self.phase, PHASE_CAP)
        _check_number("seat", self.seat, NOBODY + 1)
        if type(self.body) is not tuple:
            raise LocalProtocolError(f"a body is an array, not {self.body!r:.80}")
        _check_value(self.body, DEPTH_CAP)


Stored = Callable[[], Wire]
"""Gives a wire that is kept somewhere else, each time it is called."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """
    A wire and the envelope that was parsed from it; in the log, or on its way there.

    It remembers whose signature was found good: a program may have several folds of one
    game, as a host and its auditor do, and to verify takes longer than all else that is
    done with most entries.
    """

    _wire: Wire | Stored
    _envelope: Envelope | None = field(repr=False)
    """None: it is parsed again when anybody asks for it."""
    _signer: bytes | None = field(default=None, init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.wire == other.wire

    def __hash__(self) -> int:
        return hash(self.wire)

    @property
    def wire(self) -> Wire:
        """The bytes and their signature."""
        wire = self._wire
        return wire if isinstance(wire, Wire) else wire()

    def store(self, stored: Stored) -> None:
        """Keep the wire no longer, which is to be had somewhere else."""
        object.__setattr__(self, "_wire", stored)

    @classmethod
    def of(cls, wire: Wire) -> Self:
        """
        Parse a wire.

        Raises:
            RemoteProtocolError: as `parse` does.
        """
        return cls(wire, parse(wire.env))

    @property
    def envelope(self) -> Envelope:
        """What the wire says."""
        envelope = self._envelope
        if envelope is None:
            envelope = parse(self.wire.env)
            object.__setattr__(self, "_envelope", envelope)
        return envelope

    def put_away(self) -> None:
        """
        Keep the wire alone, in half the room.

        Hardly anything is asked of entries whose phase was left, but to pass them on.
        """
        object.__setattr__(self, "_envelope", None)

    def is_signed_by(self, public: bytes) -> bool:
        """Tell whether the identity *public* signed this envelope, as these bytes."""
        # Several threads may come here: then each verifies, and all remember the same.
        if self._signer != public and signature_ok(self.wire, public):
            object.__setattr__(self, "_signer", public)
        return self._signer == public


def is_name(text: object) -> bool:
    """Tell whether *text* can name a lane, a kind, an option: printable ASCII."""
    return (
        type(text) is str
        and 1 <= len(text) <= NAME_CAP
        and text.isascii()
        and text.isprintable()
    )


def pack(envelope: Envelope) -> bytes:
    """
    Give the bytes of *envelope*, which are what is hashed and signed.

    Raises:
        LocalProtocolError: the body is over `BODY_CAP`.
    """
    body = pack_body(envelope.body)
    if len(body) > BODY_CAP:
        raise LocalProtocolError(f"a body of {len(body)} bytes exceeds {BODY_CAP}")
    head = (
        VERSION,
        envelope.gid,
        envelope.lane,
        envelope.phase,
        envelope.kind,
        envelope.seat,
        envelope.prev,
    )
    # An array of eight, the last added to the other seven by hand, so that the body is
    # packed and measured only once.
    return b"\x98" + _pack(head)[1:] + body


def pack_body(body: Body) -> bytes:
    """Give the canonical bytes of a body, or of any array that is hashed."""
    return _pack(body)


def parse(env: bytes) -> Envelope:
    """
    Read an envelope.

    Raises:
        RemoteProtocolError: the bytes are not an envelope's, or not its only ones.
    """
    if len(env) > ENV_CAP:
        raise RemoteProtocolError(
            Sentence(
                "an envelope of {n} bytes exceeds {most}", n=len(env), most=ENV_CAP
            )
        )
    return _parse(env)


@functools.lru_cache(LATEST)
def _parse(env: bytes) -> Envelope:
    match unpack_array(env):
        # True equals 1, and is another byte.
        case (version, gid, lane, phase, kind, seat, prev, body) if (
            type(version) is int and version == VERSION
        ):
            pass
        case other:
            raise RemoteProtocolError(
                Sentence("not an envelope: {other}", other=shown(other))
            )
    try:
        envelope = Envelope(gid, lane, phase, kind, seat, prev, body)  # type: ignore[arg-type]
        again = pack(envelope)
    except LocalProtocolError as error:
        raise RemoteProtocolError(sentence_of(error)) from None
    if again != env:
        raise RemoteProtocolError(
            Sentence("not the canonical bytes of an envelope: {env}", env=shown(env))
        )
    return envelope


def unpack_array(data: bytes) -> tuple[object, ...]:
    """
    Read one msgpack array, of anything, that fills *data*; arrays become tuples.

    Raises:
        RemoteProtocolError: *data* is something else.
    """
    try:
        found = msgpack.unpackb(data, use_list=False)
    except (ValueError, msgpack.UnpackException) as error:
        # Some have nothing to say but what they are.
        why = f"{error!s:.60}" or type(error).__name__
        raise RemoteProtocolError(
            Sentence("not msgpack ({error}): {data}", error=why, data=shown(data))
        ) from None
    # A body in its envelope; before anything of it is shown, since Python's repr gives
    # up on what nests a thousand deep.
    if _nests(found, DEPTH_CAP + 1):
        raise RemoteProtocolError(
            Sentence("arrays nest more than {most} deep", most=DEPTH_CAP)
        )
    # Not isinstance: an extension's value is a tuple too.
    if type(found) is not tuple:
        raise RemoteProtocolError(Sentence("not an array: {found}", found=shown(found)))
    return found


def sign(signer: Signer, envelope: Envelope) -> Entry:
    """Make the wire of *envelope*, as an entry."""
    env = pack(envelope)
    return Entry(Wire(env, signer.sign(signed_bytes(env))), envelope)


def parse_entries(wires: Iterable[Wire]) -> tuple[Entry, ...]:
    """
    Parse wires.

    Raises:
        RemoteProtocolError: one of them isn't that of an envelope.
    """
    return tuple(map(Entry.of, wires))


def wires_of(entries: Iterable[Entry]) -> tuple[Wire, ...]:
    """Give the wires of entries: to be sent, or written."""
    return tuple(entry.wire for entry in entries)


def signature_ok(wire: Wire, public: bytes) -> bool:
    """Tell whether the identity *public* signed this envelope, as these bytes."""
    return verify(public, signed_bytes(wire.env), wire.sig)


def pack_wire(wire: Wire) -> bytes:
    """Give the bytes of a wire in a file."""
    return _pack(tuple(wire))


def parse_wire(data: bytes) -> Wire:
    """
    Read a wire; its envelope is not looked into.

    Raises:
        RemoteProtocolError: the bytes are not a wire's, or not its only ones.
    """
    if len(data) > WIRE_CAP:
        raise RemoteProtocolError(
            Sentence("a wire of {n} bytes exceeds {most}", n=len(data), most=WIRE_CAP)
        )
    match unpack_array(data):
        case (bytes(env), bytes(sig)) if len(sig) == SIGNATURE_SIZE:
            wire = Wire(env, sig)
        case other:
            raise RemoteProtocolError(
                Sentence("not a wire: {other}", other=shown(other))
            )
    if pack_wire(wire) != data:
        raise RemoteProtocolError(
            Sentence("not the canonical bytes of a wire: {data}", data=shown(data))
        )
    return wire


def signed_bytes(env: bytes) -> bytes:
    """Give what a signature is over: the envelope, marked as an envelope."""
    return frame(PROTO, b"msg", env)


def _pack(value: object) -> bytes:
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def _check_number(what: str, value: object, cap: int) -> None:
    # type, not isinstance: True is an int too.
    if type(value) is not int or not 0 <= value < cap:
        raise LocalProtocolError(f"not the number of a {what}: {value!r:.80}")


def _nests(value: object, depth: int) -> bool:
    """Tell whether arrays, or maps, nest more than so deep."""
    level = [value]
    for _ in range(depth):
        outer, level = level, []
        for item in outer:
            if isinstance(item, tuple):
                level += item
            elif isinstance(item, dict):
                level += item.values()
    return any(isinstance(item, tuple | dict) for item in level)


def _check_value(value: object, depth: int) -> None:
    """Refuse what a body can't hold: maps, floats, extensions, arrays too deep."""
    if type(value) is tuple:
        if depth == 0:
            raise LocalProtocolError(f"arrays nest more than {DEPTH_CAP} deep")
        for item in value:
            _check_value(item, depth - 1)
    elif type(value) is int:
        if not -(1 << 63) <= value < 1 << 64:
            raise LocalProtocolError(f"an integer too large to pack: {value!r:.80}")
    elif type(value) is str:
        try:
            value.encode()
        except UnicodeEncodeError:
            raise LocalProtocolError(f"not Unicode text: {value!r:.80}") from None
    elif value is not None and type(value) not in (bool, bytes):
        raise LocalProtocolError(f"a body can't hold {value!r:.80}")
