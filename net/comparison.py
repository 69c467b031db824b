"""
Comparison of two logs of one game: whether they agree, and who signed both versions.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry, Envelope
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import HALTS, MAIN, phase_of


class Relation(enum.Enum):
    """Relation of one log to another log of the same game."""

    SAME = "same"
    """Both logs have the same entries."""
    BEGINNING = "beginning"
    """The other log continues where this one ends."""
    CONTINUATION = "continuation"
    """This log continues where the other one ends."""
    AGREE = "agree"
    """Each log has entries that the other lacks, and they don't conflict."""
    PARTED = "parted"
    """Some seat signed one thing here and another there."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Result of comparing two logs."""

    relation: Relation
    shared: int
    """Number of entries in both logs."""
    phase: int | None = None
    """Phase in which the logs part."""
    kind: str = ""
    """Kind of that phase."""
    evidence: Mapping[Seat, Equivocation] = field(default_factory=dict)
    """First equivocation of each seat that signed two versions."""


_Case = tuple[Envelope, Seat, Equivocation | None]
"""Where two logs part, the seat of the entry, and the proof that it signed both."""


def compare(one: Fold, other: Fold) -> Comparison:
    """
    Compare two logs of the same game, as far as both are valid.

    No honest client signs two envelopes for one place, whatever its host tells it. So
    wherever two logs part, the two entries convict their seat.
    """
    mine, theirs = dict(_places(one, other)), dict(_places(other, one))
    same, cases = 0, list[_Case]()
    for place in sorted(mine.keys() & theirs.keys()):
        here, there = mine[place], theirs[place]
        if here.wire.env == there.wire.env:
            same += 1
        elif not _is_given(place, one, other):
            cases.append(
                (here.envelope, place[-1], _both_signed(one, here, there)),
            )
    shared = len(one.charter.entries) + same
    # The old holder of a seat in one log may have continued to play in the other.
    for fold, said in ((one, theirs.values()), (other, mine.values())):
        proofs = ((it.envelope, fold.handovers.convicts(it)) for it in said)
        cases += [(it, it.seat, proof) for it, proof in proofs if proof is not None]
    if cases:
        return _parted(cases, shared)
    relation = {
        (True, True): Relation.SAME,
        (True, False): Relation.BEGINNING,
        (False, True): Relation.CONTINUATION,
        (False, False): Relation.AGREE,
    }[same == len(mine), same == len(theirs)]
    return Comparison(relation, shared)


def _parted(cases: list[_Case], shared: int) -> Comparison:
    """Return the result for logs that part: the first difference, and the evidence."""
    cases = sorted(cases, key=lambda case: _phase_of(case[0]))
    evidence: dict[Seat, Equivocation] = {}
    for _, seat, proof in cases:
        if proof is not None:
            evidence.setdefault(seat, proof)
    envelope = cases[0][0]
    phase, kind = _phase_of(envelope), envelope.kind
    evidence = dict(sorted(evidence.items()))
    return Comparison(Relation.PARTED, shared, phase, kind, evidence)


def _is_given(place: tuple[str, int, Seat], *folds: Fold) -> bool:
    """
    Return whether only one of two logs has a substitute's entry at a place.

    In a phase in which a ballot gave a seat away, its old holder may have spoken
    before. Both entries are valid, and one log goes on without the other log's entry.
    """
    lane, phase, seat = place
    signers = {fold.handovers.signer(seat, phase) for fold in folds}
    given = (it for fold in folds for it in fold.handovers.chain(seat))
    is_here = any(it.phase == phase and not it.is_voluntary for it in given)
    return lane == MAIN and is_here and len(signers) > 1


def _both_signed(fold: Fold, one: Entry, other: Entry) -> Equivocation | None:
    """Return proof that one identity signed both; None if the seat changed hands."""
    for identity in fold.handovers.identities(one.envelope.seat):
        if one.is_signed_by(identity) and other.is_signed_by(identity):
            return Equivocation.of(identity, one, other)
    return None


def _places(fold: Fold, other: Fold) -> Iterator[tuple[tuple[str, int, Seat], Entry]]:
    """Yield the entries of the game that another log may have, each with its place."""
    for entry in fold.entries(len(fold.charter.entries)):
        envelope = entry.envelope
        # A log that went on from there drops the halts that might have ended the game.
        if envelope.lane == HALTS and envelope.phase < len(other.closed_phases):
            continue
        yield (envelope.lane, envelope.phase, envelope.seat), entry


def _phase_of(envelope: Envelope) -> int:
    """Return the phase of the game that an envelope is about."""
    about = None if envelope.lane == MAIN else phase_of(envelope.body)
    return envelope.phase if about is None else about
