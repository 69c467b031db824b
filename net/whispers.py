"""
Whispers: messages between two people at a table about a seat that changes hands.

The host passes them on, but can't read them: each is a sealed box for its recipient
(`sealed_wonders.net.boxes`). A box isn't signed and doesn't have to be. The contents of
`SeatTransfer` and `Parts` are checked against the log, where only a seat's own secrets
fit, and a `Consent` contains the signature that the handover or the ballot needs.
docs/PROTOCOL.md (Whispers) fixes what is in a box: an array of the name of a whisper and
its fields.
"""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from msgspec import Meta, Struct

from sealed_wonders.core.game import Seat, Slot
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import boxes
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.handovers import Takeover, read_takeover
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.digests import NONCE_SIZE
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.messages import Count, Key

KEPT_CAP = 1 << 10
"""Maximum deck keys in a handover; a game makes one for each look at a pile."""

Kept = Annotated[tuple[bytes, ...], Meta(max_length=KEPT_CAP)]
TakeoverBody = tuple[int, bytes, str, bytes | tuple[bytes, bytes] | None, bytes]


class Secret(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Fields of a whisper, in their order."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class OpenChoice(Secret, frozen=True):
    """A seat's unrevealed commitment."""

    nonce: Annotated[bytes, Meta(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]
    payload: bytes
    slot: Annotated[Slot, Meta(ge=0)] | None

    def __post_init__(self) -> None:
        self.payload.decode()

    @property
    def text(self) -> str:
        """Text of the move."""
        return self.payload.decode()


class AboutSeat(Secret, frozen=True):
    gid: Key
    seat: Annotated[Seat, Meta(ge=0, lt=NOBODY)]


class SeatTransfer(AboutSeat, frozen=True, tag="entrusts"):
    """Everything that the new holder of a seat has to know."""

    number: Count
    """Number that this handover will have among those of the seat."""
    phase: Count
    """Phase from which the new holder is to sign, r."""
    prev: Key
    """Digest of the log before that phase, as the old holder knows it."""
    kept: Kept
    """Data for `Secrets.recall`."""
    intent: OpenChoice | None


class SubstituteQuestion(AboutSeat, frozen=True, tag="asks"):
    """Question whether somebody wants a seat, if all others agree."""

    number: Count
    """Number of handovers that the seat's holders have signed."""
    phase: Count
    """Phase from which the new holder would sign, r."""
    prev: Key
    """Digest of the log before that phase."""


class Consent(AboutSeat, frozen=True, tag="takes"):
    """Answer that accepts the seat."""

    body: TakeoverBody

    @classmethod
    def of(cls, gid: bytes, seat: Seat, takeover: Takeover) -> Consent:
        return cls(gid, seat, cast(TakeoverBody, takeover.body))

    @property
    def takeover(self) -> Takeover:
        """
        The takeover of the seat.

        Raises:
            RemoteProtocolError: the body is something else.
        """
        return read_takeover(self.body)


class SeatRefusal(AboutSeat, frozen=True, tag="refuses"):
    """Answer that declines the seat, or the withdrawal of the question."""


class Parts(AboutSeat, frozen=True, tag="parts"):
    """The sender's parts of the secrets of a seat that the recipient gets."""

    kept: Kept
    """Parts for `Secrets.gather`."""


Whisper = SeatTransfer | SubstituteQuestion | Consent | SeatRefusal | Parts

_decoder: msgspec.msgpack.Decoder[Whisper] = msgspec.msgpack.Decoder(Whisper)


def seal(whisper: Whisper, to: bytes) -> bytes:
    """
    Seal a whisper for an identity.

    Args:
        to: the identity's public key, which must be valid.
    """
    return boxes.seal(msgspec.msgpack.encode(whisper), to)


def unseal(sealed: bytes, identity: Identity) -> Whisper:
    """
    Open a whisper that is sealed for us.

    Raises:
        RemoteProtocolError: the box isn't for us, or doesn't contain a whisper.
    """
    opened = boxes.unseal(sealed, identity)
    try:
        whisper = _decoder.decode(opened)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # The message doesn't quote the bytes, which may be secret.
        raise RemoteProtocolError(
            Sentence("an unknown kind of private message")
        ) from None
    if isinstance(whisper, Consent):
        read_takeover(whisper.body)
    return whisper
