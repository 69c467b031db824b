"""
Evidence: proof to anybody that an identity signed two conflicting things.

docs/PROTOCOL.md (Evidence) fixes what counts, and the file's bytes.

Mostly, these are two envelopes for one place in the log. The other kind is a handover
of a seat, and something that its signer has said about the same phase or a later one,
although it signs nothing from that phase on (`sealed_wonders.net.handovers`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import Entry, Envelope, pack_wire, parse_wire
from sealed_wonders.net.log.file import chunk, chunks
from sealed_wonders.net.log.lanes import HANDOVERS, lane_of, phase_about, phase_of

MAGIC = b"SWTWO1\n"
"""First bytes of an evidence file."""


@dataclass(frozen=True, slots=True)
class Equivocation:
    """
    Two envelopes signed by one identity, although honest ones sign at most one.

    Both are for one phase of one lane of one game; or one is a handover, and the other
    is about the phase that it names, or a later one. This convicts the identity,
    whoever shows it and whichever log it comes from, since it can't be made without the
    identity's key. An instance always proves something. Envelopes of lobbies prove
    nothing, since every lobby begins with the same zero digest.

    Raises:
        RemoteProtocolError: the entries don't prove it.
    """

    identity: bytes
    first: Entry
    """The entry whose bytes sort first, so that each case has one form."""
    second: Entry

    def __post_init__(self) -> None:
        one, other = self.first.envelope, self.second.envelope
        places = [(e.gid, e.lane, e.phase) for e in (one, other)]
        if places[0] != places[1] and not (
            _hands_over(one, other) or _hands_over(other, one)
        ):
            raise RemoteProtocolError(
                "not evidence: the entries belong in two different places, {places}",
                places=shown(places),
            )
        if one.lane == "lobby":
            raise RemoteProtocolError(
                Sentence("not evidence: entries in a lobby have no fixed places")
            )
        if not self.first.wire.env < self.second.wire.env:
            raise RemoteProtocolError(
                Sentence(
                    "not evidence: the envelopes are identical, or in the wrong order"
                )
            )
        for entry in (self.first, self.second):
            if not entry.is_signed_by(self.identity):
                raise RemoteProtocolError(
                    "not evidence: not signed by {identity}",
                    identity=f"{self.identity.hex():.80}",
                )

    @property
    def is_handover(self) -> bool:
        """Whether the signer handed a seat over and continued to play."""
        one, other = self.first.envelope, self.second.envelope
        return one.lane != other.lane or one.phase != other.phase

    @classmethod
    def of(cls, identity: bytes, one: Entry, other: Entry) -> Equivocation:
        """Return the evidence in two entries, given in either order."""
        first, second = sorted((one, other), key=lambda entry: entry.wire)
        return cls(identity, first, second)

    @property
    def place(self) -> tuple[bytes, str, int]:
        """Game, lane and phase of the case; those of the handover, if there is one."""
        one, other = self.first.envelope, self.second.envelope
        envelope = other if _hands_over(other, one) else one
        return envelope.gid, envelope.lane, envelope.phase

    def to_bytes(self) -> bytes:
        """Return the evidence file."""
        wires = (self.first.wire, self.second.wire)
        parts = (self.identity, *map(pack_wire, wires))
        return MAGIC + b"".join(map(chunk, parts))

    @classmethod
    def from_bytes(cls, data: bytes) -> Equivocation:
        """
        Read and check an evidence file.

        Raises:
            RemoteProtocolError: the file proves nothing.
        """
        parts = [part for _, part in chunks(MAGIC, data)]
        if len(parts) != 3:
            raise RemoteProtocolError(
                "not evidence: {n} parts instead of 3", n=len(parts)
            )
        identity, *packed = parts
        first, second = (Entry.of(parse_wire(part)) for part in packed)
        return cls(identity, first, second)


def _hands_over(handover: Envelope, other: Envelope) -> bool:
    """Return whether a handover forbids its signer to sign another envelope."""
    from_phase, about = phase_of(handover.body), phase_about(other)
    return (
        handover.gid == other.gid
        and handover.kind == "HANDOVER"
        and handover.lane == lane_of(HANDOVERS, handover.seat)
        and from_phase is not None
        and about is not None
        and about >= from_phase
    )
