"""
Evidence: proof, to anybody, that an identity said two things that don't go together.

Most are two envelopes for one place in the log. The other kind is a handover of a seat and
something that its signer has said about the same phase or a later one: from that phase on
it signs nothing (`sealed_wonders.net.handovers`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import Entry, Envelope, pack_wire, parse_wire
from sealed_wonders.net.log.file import chunk, chunks
from sealed_wonders.net.log.lanes import HANDOVERS, phase_about, phase_of

MAGIC = b"SWTWO1\n"
"""How a file of evidence begins."""


@dataclass(frozen=True, slots=True)
class Equivocation:
    """
    Two signed envelopes of one identity of which an honest one signs one at most.

    They are for one phase of one lane of one game, or one is a handover, and the other
    about the phase that it names or a later one. An honest client signs one only, so this
    convicts, whoever shows it and whatever log it is from; it can't be made without the
    identity's key. One that proves nothing can't be made at all. Nothing is proved by the
    lobby, where every table begins at the same zero.

    Raises:
        RemoteProtocolError: the entries don't prove it.
    """

    identity: bytes
    first: Entry
    """The one with the lower bytes, so that a case has one form."""
    second: Entry

    def __post_init__(self) -> None:
        one, other = self.first.envelope, self.second.envelope
        places = [(e.gid, e.lane, e.phase) for e in (one, other)]
        if places[0] != places[1] and not (
            _hands_over(one, other) or _hands_over(other, one)
        ):
            raise RemoteProtocolError(
                Sentence("no evidence: two places, {places}", places=shown(places))
            )
        if one.lane == "lobby":
            raise RemoteProtocolError(Sentence("no evidence: lobbies share one place"))
        if not self.first.wire.env < self.second.wire.env:
            raise RemoteProtocolError(
                Sentence("no evidence: one envelope twice, or out of order")
            )
        for entry in (self.first, self.second):
            if not entry.is_signed_by(self.identity):
                raise RemoteProtocolError(
                    Sentence(
                        "no evidence: not signed by {identity}",
                        identity=f"{self.identity.hex():.80}",
                    )
                )

    @property
    def is_handover(self) -> bool:
        """A seat was handed over and played on with."""
        one, other = self.first.envelope, self.second.envelope
        return one.lane != other.lane or one.phase != other.phase

    @classmethod
    def of(cls, identity: bytes, one: Entry, other: Entry) -> Equivocation:
        """Make the evidence of two entries, in either order."""
        first, second = sorted((one, other), key=lambda entry: entry.wire)
        return cls(identity, first, second)

    @property
    def place(self) -> tuple[bytes, str, int]:
        """The game, the lane and the phase in question: the handover's, if there is one."""
        one, other = self.first.envelope, self.second.envelope
        envelope = other if _hands_over(other, one) else one
        return envelope.gid, envelope.lane, envelope.phase

    def to_bytes(self) -> bytes:
        """Give the file of this evidence."""
        wires = (self.first.wire, self.second.wire)
        parts = (self.identity, *map(pack_wire, wires))
        return MAGIC + b"".join(map(chunk, parts))

    @classmethod
    def from_bytes(cls, data: bytes) -> Equivocation:
        """
        Read a file of evidence, and check it.

        Raises:
            RemoteProtocolError: it proves nothing.
        """
        parts = [part for _, part in chunks(MAGIC, data)]
        if len(parts) != 3:
            raise RemoteProtocolError(
                Sentence("no evidence: {n} parts, not 3", n=len(parts))
            )
        identity, *packed = parts
        first, second = (Entry.of(parse_wire(part)) for part in packed)
        return cls(identity, first, second)


def _hands_over(handover: Envelope, other: Envelope) -> bool:
    """Tell whether whoever hands a seat over must not sign something else."""
    from_phase, about = phase_of(handover.body), phase_about(other)
    return (
        handover.gid == other.gid
        and handover.kind == "HANDOVER"
        and handover.lane == f"{HANDOVERS}{handover.seat}"
        and from_phase is not None
        and about is not None
        and about >= from_phase
    )
