"""
Envelopes, which seats sign, and the wires that carry them.

An envelope is hashed and signed as bytes, so each has exactly one encoding: `parse`
accepts only these bytes, and its result packs to the same bytes again.
docs/PROTOCOL.md (Values, Envelopes and wires) fixes the bytes.

A received wire is parsed once, at the edge, into an `Entry`. All other code takes
entries, so it never gets bytes that aren't an envelope.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple, Self, TypeGuard

import msgpack
from msgspec import Meta

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import SIGNATURE_SIZE, Identity, verify

BODY_CAP = 1 << 16
"""Maximum bytes of a body; a game's largest shuffle proof takes half of them."""

ENV_CAP = BODY_CAP + 512
"""Maximum bytes of an envelope: a body and everything around it."""

WIRE_CAP = ENV_CAP + SIGNATURE_SIZE + 8
"""Maximum bytes of a packed wire, whose three msgpack heads take at most eight."""

DIGEST_SIZE = 32
"""Bytes of a digest, an identity or a game id."""

DEPTH_CAP = 6
"""Maximum depth of nested arrays in a body, counting the body itself."""

NAME_CAP = 32
"""Maximum characters of a lane's or a kind's name."""

PHASE_CAP = 1 << 32
"""Exclusive limit on phase numbers, which are hashed as four bytes."""

VERSION = 2
"""First item of every envelope."""

CACHED_ENVELOPES = 32
"""Envelopes that stay parsed, for processes with several seats at one table."""

NOBODY = 255
"""Seat number of a sender without a seat: seats are dealt after the lobby."""

ZERO = bytes(DIGEST_SIZE)
"""Placeholder where there is no digest yet."""

Value = None | bool | int | bytes | str | tuple["Value", ...]
"""A value in a body."""

Body = tuple[Value, ...]


class Wire(NamedTuple):
    """An envelope as it is signed, sent and logged: its bytes, and their signature."""

    env: Annotated[bytes, Meta(max_length=ENV_CAP)]
    sig: Annotated[bytes, Meta(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]


@dataclass(frozen=True, slots=True)
class Envelope:
    """
    Statement of one seat in one phase of one game.

    Raises:
        LocalProtocolError: a field has the wrong type or is out of bounds.
    """

    gid: bytes
    """Id of the game; zero in the lobby, where there is none yet."""
    lane: str
    """Chain of phases with its own numbers, such as ``"main"`` or ``"lobby"``."""
    phase: int
    kind: str
    """Kind of the phase, from `sealed_wonders.net.log.phases.KINDS`."""
    seat: int
    prev: bytes
    """Digest of the log before the phase: signing it signs the whole history."""
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
"""Return a wire that is stored elsewhere; called each time it is needed."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """
    A wire along with its parsed envelope, in the log or on the way there.

    It remembers the signer whose signature was verified. A program may have several
    folds of one game, as a host and its auditor do, and for most entries, verifying
    takes longer than everything else.
    """

    _wire: Wire | Stored
    _envelope: Envelope | None = field(repr=False)
    """None until somebody needs the envelope parsed again."""
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
        """Drop the wire, and fetch it with *stored* from now on."""
        object.__setattr__(self, "_wire", stored)

    @classmethod
    def of(cls, wire: Wire) -> Self:
        """
        Parse a wire.

        Raises:
            RemoteProtocolError: as in `parse`.
        """
        return cls(wire, parse(wire.env))

    @property
    def envelope(self) -> Envelope:
        envelope = self._envelope
        if envelope is None:
            envelope = parse(self.wire.env)
            object.__setattr__(self, "_envelope", envelope)
        return envelope

    def put_away(self) -> None:
        """
        Drop the parsed envelope, which halves the memory used.

        Entries of closed phases are rarely needed, except to relay them.
        """
        object.__setattr__(self, "_envelope", None)

    def is_signed_by(self, public: bytes) -> bool:
        """Return whether the identity *public* signed exactly these bytes."""
        # Several threads may run this at once. Each then verifies, and stores the same
        # result.
        if self._signer != public and signature_ok(self.wire, public):
            object.__setattr__(self, "_signer", public)
        return self._signer == public


def is_name(text: object) -> bool:
    """Return whether *text* can name a lane, a kind or an option: printable ASCII."""
    return (
        type(text) is str
        and 1 <= len(text) <= NAME_CAP
        and text.isascii()
        and text.isprintable()
    )


def is_number(value: object, cap: int = PHASE_CAP) -> TypeGuard[int]:
    """Return whether *value* is an integer from 0 on below *cap*; True isn't one."""
    # type, not isinstance: True is an int, too.
    return type(value) is int and 0 <= value < cap


def pack(envelope: Envelope) -> bytes:
    """
    Return the bytes of *envelope*, which are hashed and signed.

    Raises:
        LocalProtocolError: the body exceeds `BODY_CAP`.
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
    # An array of eight: the head of seven, with its first byte replaced, and the body.
    # So the body is packed and measured only once.
    return b"\x98" + _pack(head)[1:] + body


def pack_body(body: Body) -> bytes:
    """Return the canonical bytes of a body, or of any other array that is hashed."""
    return _pack(body)


def parse(env: bytes) -> Envelope:
    """
    Parse an envelope.

    Raises:
        RemoteProtocolError: the bytes aren't an envelope, or not its canonical bytes.
    """
    if len(env) > ENV_CAP:
        raise RemoteProtocolError(
            "an envelope of {n} bytes exceeds {most}", n=len(env), most=ENV_CAP
        )
    return _parse(env)


@functools.lru_cache(CACHED_ENVELOPES)
def _parse(env: bytes) -> Envelope:
    match unpack_array(env):
        # The type matters, because True equals 1 but is encoded differently.
        case (version, gid, lane, phase, kind, seat, prev, body) if (
            type(version) is int and version == VERSION
        ):
            pass
        case (int(version), *_) if type(version) is int:
            raise RemoteProtocolError(
                "an entry in version {version} of the log, but this program reads "
                "version {ours}",
                version=version,
                ours=VERSION,
            )
        case other:
            raise RemoteProtocolError("not an envelope: {other}", other=shown(other))
    try:
        envelope = Envelope(gid, lane, phase, kind, seat, prev, body)  # type: ignore[arg-type]
        again = pack(envelope)
    except LocalProtocolError as error:
        raise RemoteProtocolError(sentence_of(error)) from None
    if again != env:
        raise RemoteProtocolError(
            "not the canonical bytes of an envelope: {env}", env=shown(env)
        )
    return envelope


def unpack_array(data: bytes) -> tuple[object, ...]:
    """
    Parse a msgpack array that fills *data*; nested arrays become tuples.

    Raises:
        RemoteProtocolError: *data* is something else.
    """
    try:
        found = msgpack.unpackb(data, use_list=False)
    except (ValueError, msgpack.UnpackException) as error:
        # Some of these exceptions have no message.
        why = f"{error!s:.60}" or type(error).__name__
        raise RemoteProtocolError(
            "not msgpack ({error}): {data}", error=why, data=shown(data)
        ) from None
    # One level more, since a body is nested in its envelope. Checked before anything is
    # shown, since Python's repr fails on a thousand levels.
    if _nests(found, DEPTH_CAP + 1):
        raise RemoteProtocolError(
            "arrays are nested more than {most} levels deep", most=DEPTH_CAP
        )
    # Not isinstance: the value of an extension is a tuple, too.
    if type(found) is not tuple:
        raise RemoteProtocolError("not an array: {found}", found=shown(found))
    return found


def sign(signer: Identity, envelope: Envelope) -> Entry:
    env = pack(envelope)
    return Entry(Wire(env, signer.sign(signed_bytes(env))), envelope)


def parse_entries(wires: Iterable[Wire]) -> tuple[Entry, ...]:
    """
    Parse wires.

    Raises:
        RemoteProtocolError: a wire doesn't contain an envelope.
    """
    return tuple(map(Entry.of, wires))


def wires_of(entries: Iterable[Entry]) -> tuple[Wire, ...]:
    return tuple(entry.wire for entry in entries)


def signature_ok(wire: Wire, public: bytes) -> bool:
    """Return whether the identity *public* signed exactly these bytes."""
    return verify(public, signed_bytes(wire.env), wire.sig)


def pack_wire(wire: Wire) -> bytes:
    """Return the bytes of a wire in a file."""
    return _pack(tuple(wire))


def parse_wire(data: bytes) -> Wire:
    """
    Parse a wire, but not its envelope.

    Raises:
        RemoteProtocolError: the bytes aren't a wire, or not its canonical bytes.
    """
    if len(data) > WIRE_CAP:
        raise RemoteProtocolError(
            "a signed message of {n} bytes exceeds the limit of {most} bytes",
            n=len(data),
            most=WIRE_CAP,
        )
    match unpack_array(data):
        case (bytes(env), bytes(sig)) if len(sig) == SIGNATURE_SIZE:
            wire = Wire(env, sig)
        case other:
            raise RemoteProtocolError(
                "not a signed message: {other}", other=shown(other)
            )
    if pack_wire(wire) != data:
        raise RemoteProtocolError(
            "not the canonical bytes of a signed message: {data}", data=shown(data)
        )
    return wire


def signed_bytes(env: bytes) -> bytes:
    """Return the bytes that a signature covers: the envelope, marked as one."""
    return frame(PROTO, b"msg", env)


def _pack(value: object) -> bytes:
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def _check_number(what: str, value: object, cap: int) -> None:
    if not is_number(value, cap):
        raise LocalProtocolError(f"not the number of a {what}: {value!r:.80}")


def _nests(value: object, depth: int) -> bool:
    """Return whether arrays or maps are nested deeper than *depth*."""
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
    """Reject what a body can't contain: maps, floats, extensions, deeper arrays."""
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
