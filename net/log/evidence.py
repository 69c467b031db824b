"""Evidence: proof, to anybody, that an identity said two things in one place."""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.quoting import shown
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import (
    Wire,
    pack_wire,
    parse,
    parse_wire,
    signature_ok,
)
from sealed_wonders.net.log.file import chunk, chunks

MAGIC = b"SWTWO1\n"
"""How a file of evidence begins."""


@dataclass(frozen=True, slots=True)
class Equivocation:
    """
    Two signed envelopes of one identity for one phase of one lane of one game.

    An honest client signs one only, so this convicts, whoever shows it and whatever log
    it is from; it can't be made without the identity's key. One that proves nothing
    can't be made at all. Nothing is proved by the lobby, where every table begins at the
    same zero.

    Raises:
        RemoteProtocolError: the wires don't prove it.
    """

    identity: bytes
    first: Wire
    """The one with the lower bytes, so that a case has one form."""
    second: Wire

    def __post_init__(self) -> None:
        one, other = parse(self.first.env), parse(self.second.env)
        places = [(e.gid, e.lane, e.phase) for e in (one, other)]
        if places[0] != places[1]:
            raise RemoteProtocolError(f"no evidence: two places, {shown(places)}")
        if one.lane == "lobby":
            raise RemoteProtocolError("no evidence: lobbies share one place")
        if not self.first.env < self.second.env:
            raise RemoteProtocolError(
                "no evidence: one envelope twice, or out of order"
            )
        for wire in (self.first, self.second):
            if not signature_ok(wire, self.identity):
                raise RemoteProtocolError(
                    f"no evidence: not signed by {self.identity.hex():.80}"
                )

    @classmethod
    def of(cls, identity: bytes, one: Wire, other: Wire) -> Equivocation:
        """Make the evidence of two wires, in either order."""
        first, second = sorted((one, other))
        return cls(identity, first, second)

    @property
    def place(self) -> tuple[bytes, str, int]:
        """The game, the lane and the phase in question."""
        envelope = parse(self.first.env)
        return envelope.gid, envelope.lane, envelope.phase

    def to_bytes(self) -> bytes:
        """Give the file of this evidence."""
        parts = (self.identity, pack_wire(self.first), pack_wire(self.second))
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
            raise RemoteProtocolError(f"no evidence: {len(parts)} parts, not 3")
        identity, first, second = parts
        return cls(identity, parse_wire(first), parse_wire(second))
