"""
Phases: who must speak next, about what, and what they have said.

A phase is complete when each expected seat has signed one envelope for it, in any
order. Contents aren't checked here: the first validly signed envelope fills its seat's
slot, whatever it contains. If wrong bodies were left out, readers could disagree about
them forever. So they are logged, and their author is named.
docs/PROTOCOL.md (Phases, What happens to a wire) fixes the rules.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Field, Text, error_text, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.log.digests import entry_digest, phase_digest
from sealed_wonders.net.log.envelopes import (
    NOBODY,
    PHASE_CAP,
    Entry,
    Envelope,
    Wire,
)
from sealed_wonders.net.log.evidence import Equivocation

Kind = Literal[
    "LOBBY_COMMIT",
    "LOBBY_TABLE",
    "LOBBY_REVEAL",
    "KEY",
    "MIX",
    "DEAL",
    "PICK",
    "REVEAL",
    "DECIDE",
    "DECLARE",
    "CHOOSE",
    "LOOK_X",
    "OPEN_SHARE",
    "REPASS",
    "DROP_VOTE",
    "LEAVE",
    "IDLE",
    "HERE",
    "HALT",
    "HANDOVER",
    "END",
    "AFTER",
]

KINDS: tuple[str, ...] = get_args(Kind)
"""All kinds of envelopes."""


@dataclass(frozen=True, slots=True)
class Phase:
    """
    The step that the log needs next, which follows from the log so far.

    Raises:
        LocalProtocolError: a field isn't valid.
    """

    number: int
    kind: Kind
    seats: tuple[Seat, ...]
    """Seats that must speak, ascending."""
    deck: str = ""
    """Deck that all seats speak about, if it is the same."""

    def __post_init__(self) -> None:
        if not 0 <= self.number < PHASE_CAP:
            raise LocalProtocolError(f"not the number of a phase: {self.number!r:.80}")
        if self.kind not in KINDS:
            raise LocalProtocolError(f"not a kind of phase: {self.kind!r:.80}")
        seats = self.seats
        if not seats or list(seats) != sorted({s for s in seats if 0 <= s < NOBODY}):
            raise LocalProtocolError(f"not seats, ascending: {seats!r:.80}")


class Reason(enum.Enum):
    """Why a wire has no place in a phase. Nobody is blamed, and nothing changes."""

    MALFORMED = "malformed"
    """The bytes aren't an envelope."""
    WRONG_GAME = "wrong-game"
    WRONG_LANE = "wrong-lane"
    WRONG_PHASE = "wrong-phase"
    WRONG_KIND = "wrong-kind"
    WRONG_SEAT = "wrong-seat"
    """The seat isn't expected to speak here."""
    BAD_BALLOT = "bad-ballot"
    """The envelope isn't part of a ballot that this phase can have."""
    BAD_HANDOVER = "bad-handover"
    """The envelope isn't a valid handover of this seat."""
    BAD_DISCLOSURE = "bad-disclosure"
    """The seat may not open these cards after the game."""
    BAD_SIGNATURE = "bad-signature"
    """The seat's holder hasn't signed the wire."""
    FOREIGN_PREV = "foreign-prev"
    """The seat has signed the wire on top of another history than ours."""
    OVER = "over"
    """Nothing more is logged: the game has ended, or a fraud has stopped it."""


class WireRefused(RemoteProtocolError):
    """A wire isn't logged, for a reason."""

    def __init__(self, reason: Reason, detail: Text, /, **fields: Field) -> None:
        super().__init__("{name}: {note}", name=reason, note=error_text(detail, fields))
        self.reason = reason


def unexpected(reason: Reason, given: Field, due: Field) -> WireRefused:
    """Return the refusal of a wire with one thing in place of another."""
    return WireRefused(reason, "got {given}, expected {due}", given=given, due=due)


def parse_offered(wire: Wire) -> Entry:
    """
    Parse a wire that is offered to a log.

    Raises:
        WireRefused: the wire is malformed.
    """
    try:
        return Entry.of(wire)
    except RemoteProtocolError as error:
        raise WireRefused(Reason.MALFORMED, sentence_of(error)) from None


@dataclass(frozen=True, slots=True)
class SlotTaken:
    """A wire filled its slot."""

    envelope: Envelope
    closed: bool
    """Whether it was the last one of the phase."""
    counts: bool = True
    """Whether it affects the state. Otherwise, it is relayed and changes nothing."""


@dataclass(frozen=True, slots=True)
class Known:
    """A wire is in its slot already, byte for byte."""

    envelope: Envelope


Receipt = SlotTaken | Known | Equivocation


@functools.lru_cache(1024)
def _slot(seat: Seat, key: bytes) -> tuple[Seat, bytes]:
    """Return one shared tuple per seat and signer, for all phases of a game."""
    return seat, key


class Collection:
    """
    The envelopes of one phase, with a slot for each expected seat.

    Keep it after the phase has closed: it still tells a known wire from a second
    envelope for the same slot.
    """

    __slots__ = ("_is_left", "_keys", "_slots", "gid", "lane", "phase", "prev")

    def __init__(
        self,
        gid: bytes,
        lane: str,
        phase: Phase,
        prev: bytes,
        keys: Mapping[Seat, bytes],
    ) -> None:
        """
        Open a phase.

        Args:
            prev: the digest of the log before the phase.
            keys: the identities of the seats' holders. It may be a live mapping, since
                a seat that hasn't spoken may change hands.
        """
        self.gid = gid
        self.lane = lane
        self.phase = phase
        self.prev = prev
        self._keys = keys
        self._slots: dict[tuple[Seat, bytes], Entry] = {}
        """By seat and signer, to keep what somebody said who no longer has the seat."""
        self._is_left = False
        """Whether the phase was closed."""

    @property
    def closed(self) -> bool:
        """Whether all expected seats have spoken."""
        return not self.missing

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Seats still to speak."""
        keys, slots = self._keys, self._slots
        seats = self.phase.seats
        if not slots:
            return seats
        return tuple([seat for seat in seats if (seat, keys[seat]) not in slots])

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Entries, ascending by seat, which is the order of a log file."""
        said = map(self.entry_of, self.phase.seats)
        return tuple(entry for entry in said if entry is not None)

    def digest(self) -> bytes:
        """
        Return the digest of the log after the phase.

        Raises:
            LocalProtocolError: the phase isn't complete.
        """
        if not self.closed:
            raise LocalProtocolError(f"phase {self.phase.number} is still open")
        entries = [entry_digest(entry.wire.env) for entry in self.entries]
        return phase_digest(self.prev, self.lane, self.phase.number, entries)

    def leave(self) -> None:
        """
        Close the phase; later entries are accepted without effect.

        Also if it is complete: it may no longer be, once a seat has another holder.
        """
        self._is_left = True

    def reopen(self) -> None:
        """Treat the phase as if it had never been closed."""
        self._is_left = False

    def entry_of(self, seat: Seat) -> Entry | None:
        if seat not in self.phase.seats:
            return None
        return self._slots.get((seat, self._keys[seat]))

    def offer(self, entry: Entry) -> Receipt:
        """
        Accept an entry of the phase.

        Raises:
            WireRefused: it isn't for a slot of this phase; nothing changes.
        """
        # First check the address and the signature: the rest of an unsigned envelope
        # doesn't matter.
        self.check_addressed(entry)
        envelope = entry.envelope
        seat = envelope.seat
        before = self.entry_of(seat)
        if before is not None:
            if before.wire.env == entry.wire.env:
                return Known(envelope)
            # An honest seat signs one envelope for a phase, so any difference counts,
            # even in `prev` and kind. This check therefore precedes theirs.
            return Equivocation.of(self._keys[seat], before, entry)
        if envelope.prev != self.prev:
            # The signer was shown another history, which may not be their fault.
            raise WireRefused(
                Reason.FOREIGN_PREV,
                "seat {seat} signed phase {number} on top of {prev}, not {other}",
                seat=seat,
                number=self.phase.number,
                prev=envelope.prev.hex(),
                other=self.prev.hex(),
            )
        if envelope.kind != self.phase.kind:
            raise unexpected(Reason.WRONG_KIND, envelope.kind, self.phase.kind)
        last = self.missing == (seat,)
        counts = not self._is_left
        self._slots[_slot(seat, self._keys[seat])] = entry
        return SlotTaken(envelope, closed=last and counts, counts=counts)

    def check_addressed(self, entry: Entry) -> None:
        """
        Check that an expected seat has signed an entry for this game and phase.

        Raises:
            WireRefused: it hasn't.
        """
        envelope = entry.envelope
        if envelope.gid != self.gid:
            raise WireRefused(Reason.WRONG_GAME, envelope.gid.hex())
        if envelope.lane != self.lane:
            raise WireRefused(Reason.WRONG_LANE, envelope.lane)
        if envelope.phase != self.phase.number:
            raise unexpected(Reason.WRONG_PHASE, envelope.phase, self.phase.number)
        if envelope.seat not in self.phase.seats:
            raise unexpected(Reason.WRONG_SEAT, envelope.seat, shown(self.phase.seats))
        if not entry.is_signed_by(self._keys[envelope.seat]):
            raise WireRefused(
                Reason.BAD_SIGNATURE, "not signed by seat {seat}", seat=envelope.seat
            )
