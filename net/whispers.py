"""
Whispers: messages between two people at a table about a seat that changes hands.

The host passes them on, but can't read them: each is a sealed box for its recipient
(`sealed_wonders.net.boxes`). A box isn't signed and doesn't have to be. The contents of
`SeatTransfer` and `Parts` are checked against the log, where only a seat's own secrets
fit, and a `Consent` contains the signature that the handover or the ballot needs.
docs/PROTOCOL.md (Whispers) fixes what is in a box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net import boxes
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.handovers import (
    OpenChoice,
    SeatTransfer,
    SubstituteQuestion,
    Takeover,
    read_takeover,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.digests import NONCE_SIZE
from sealed_wonders.net.log.envelopes import (
    DIGEST_SIZE,
    NOBODY,
    Value,
    pack_body,
    unpack_array,
)
from sealed_wonders.net.log.phases import WireRefused

KEPT_CAP = 1 << 10
"""Maximum deck keys in a handover; a game makes one for each look at a pile."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Answer that accepts the seat."""

    gid: bytes
    seat: Seat
    takeover: Takeover


@dataclass(frozen=True, slots=True)
class SeatRefusal:
    """Answer that declines the seat, or the withdrawal of the question."""

    gid: bytes
    seat: Seat


@dataclass(frozen=True, slots=True)
class Parts:
    """The sender's parts of the secrets of a seat that the recipient gets."""

    gid: bytes
    seat: Seat
    kept: tuple[bytes, ...]
    """Parts for `Secrets.gather`."""

    def __repr__(self) -> str:
        return f"Parts(seat={self.seat})"


Whisper = SeatTransfer | SubstituteQuestion | Consent | SeatRefusal | Parts


def seal(whisper: Whisper, to: bytes) -> bytes:
    """
    Seal a whisper for an identity.

    Args:
        to: the identity's public key, which must be valid.
    """
    return boxes.seal(pack_body(_body(whisper)), to)


def unseal(sealed: bytes, identity: Identity) -> Whisper:
    """
    Open a whisper that is sealed for us.

    Raises:
        RemoteProtocolError: the box isn't for us, or doesn't contain a whisper.
    """
    return _read(unpack_array(boxes.unseal(sealed, identity)))


def _body(whisper: Whisper) -> tuple[Value, ...]:
    match whisper:
        case SeatTransfer(gid, seat, number, phase, prev, kept, intent):
            open_move = (
                None
                if intent is None
                else (intent.nonce, intent.text.encode(), intent.slot)
            )
            return ("entrusts", gid, seat, number, phase, prev, kept, open_move)
        case Consent(gid, seat, takeover):
            return ("takes", gid, seat, takeover.body)
        case SeatRefusal(gid, seat):
            return ("refuses", gid, seat)
        case SubstituteQuestion(gid, seat, number, phase, prev):
            return ("asks", gid, seat, number, phase, prev)
        case Parts(gid, seat, kept):
            return ("parts", gid, seat, kept)


def _read(body: tuple[object, ...]) -> Whisper:
    match body:
        case (str(kind), bytes(gid), int(seat), *rest) if (
            len(gid) == DIGEST_SIZE and _is_number(seat) and seat < NOBODY
        ):
            return _read_about(gid, seat, kind, rest)
    raise _unknown()


def _read_about(gid: bytes, seat: Seat, kind: str, rest: Sequence[object]) -> Whisper:
    """Read the fields that depend on the kind of whisper."""
    match kind, rest:
        case "refuses", []:
            return SeatRefusal(gid, seat)
        case "asks", [int(number), int(phase), bytes(prev)] if _is_place(
            number, phase, prev
        ):
            return SubstituteQuestion(gid, seat, number, phase, prev)
        case "parts", [kept] if _are_kept(kept):
            return Parts(gid, seat, kept)
        case "takes", [tuple(taken)]:
            try:
                return Consent(gid, seat, read_takeover(taken))
            except WireRefused as refused:
                raise RemoteProtocolError(sentence_of(refused)) from None
        case "entrusts", [int(number), int(phase), bytes(prev), kept, intent] if (
            _is_place(number, phase, prev) and _are_kept(kept)
        ):
            open_move = _read_intent(intent)
            return SeatTransfer(gid, seat, number, phase, prev, kept, open_move)
    raise _unknown()


def _unknown() -> RemoteProtocolError:
    # The message doesn't quote the bytes, which may be secret.
    return RemoteProtocolError(Sentence("an unknown kind of private message"))


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 64


def _is_place(number: int, phase: int, prev: bytes) -> bool:
    """Return whether these can be a handover's number, phase and previous digest."""
    return _is_number(number) and _is_number(phase) and len(prev) == DIGEST_SIZE


def _are_kept(value: object) -> TypeGuard[tuple[bytes, ...]]:
    """Return whether a value can be the deck keys that a seat hands over."""
    if not isinstance(value, tuple) or len(value) > KEPT_CAP:
        return False
    return all(type(one) is bytes for one in value)


def _read_intent(value: object) -> OpenChoice | None:
    match value:
        case None:
            return None
        case (bytes(nonce), bytes(text), (None | int()) as slot) if len(
            nonce
        ) == NONCE_SIZE and (slot is None or _is_number(slot)):
            try:
                return OpenChoice(nonce, text.decode(), slot)
            except UnicodeDecodeError:
                pass
    raise _unknown()
