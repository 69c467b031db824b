"""
Comparing two logs of one game: whether they fit, and who signed what is different in them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry, Envelope
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import HALTS, HANDOVERS, MAIN, phase_of


class Relation(enum.Enum):
    """How a log stands to another one of the same game."""

    SAME = "same"
    """Entry for entry."""
    BEGINNING = "beginning"
    """The other one goes on where it ends."""
    CONTINUATION = "continuation"
    """It goes on where the other one ends."""
    AGREE = "agree"
    """Each has entries that the other one lacks, and they fit."""
    PARTED = "parted"
    """Somebody signed one thing here and another one there."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found by laying two logs side by side."""

    relation: Relation
    shared: int
    """How many entries are in both."""
    phase: int | None = None
    """Where they part."""
    kind: str = ""
    """And what kind of phase that is."""
    evidence: Mapping[Seat, Equivocation] = field(default_factory=dict)
    """The first case of each seat that signed two versions."""


_Case = tuple[Envelope, Seat, Equivocation | None]
"""Where two logs part, whose entry that is, and the proof that it signed both."""


def compare(one: Fold, other: Fold) -> Comparison:
    """
    Lay two logs of the same game side by side, as far as they were found to be right.

    No honest client signs two envelopes for one place, whatever its host tells it: where
    logs part, whoever they part at is convicted by the two.
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
    # Who had handed a seat over in the one may have played on with it in the other.
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
    """Return what was found of logs that part: where first, and the evidence."""
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
    Tell whether one log has what a substitute said there, and the other one doesn't.

    In a phase in which others gave a seat away, whoever had it may have spoken before. Both
    are right, and the one log goes on without what stands in the other.
    """
    lane, phase, seat = place
    signers = {fold.handovers.signer(seat, phase) for fold in folds}
    given = (it for fold in folds for it in fold.handovers.chain(seat))
    is_here = any(it.phase == phase and not it.is_voluntary for it in given)
    return lane == MAIN and is_here and len(signers) > 1


def _both_signed(fold: Fold, one: Entry, other: Entry) -> Equivocation | None:
    """Give the proof that one identity signed both; None if the seat changed hands."""
    seat, envelope = one.envelope.seat, one.envelope
    signer = fold.handovers.signer(seat, _phase_of(envelope))
    if envelope.lane.startswith(HANDOVERS):
        handover = fold.handovers.find(seat, envelope.phase)
        signer = signer if handover is None else handover.before.identity
    if not other.is_signed_by(signer):
        return None
    return Equivocation.of(signer, one, other)


def _places(fold: Fold, other: Fold) -> Iterator[tuple[tuple[str, int, Seat], Entry]]:
    """Give the entries of the game itself that another log may have, each with its place."""
    for entry in fold.entries(len(fold.charter.entries)):
        envelope = entry.envelope
        # Whoever has gone on from there keeps none of those by which it might have ended.
        if envelope.lane == HALTS and envelope.phase < len(other.passed):
            continue
        yield (envelope.lane, envelope.phase, envelope.seat), entry


def _phase_of(envelope: Envelope) -> int:
    """Give the phase of the game that an envelope is about."""
    about = None if envelope.lane == MAIN else phase_of(envelope.body)
    return envelope.phase if about is None else about
