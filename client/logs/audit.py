"""
Audits: what a log proves, found by whoever has it and nobody's word for anything.

An audit gives a value; how it is told, to people or programs, is somebody else's.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.core.games import ruleset
from sealed_wonders.net.cards import Said, Wrong
from sealed_wonders.net.claims import Claim, Fraud
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter, Person
from sealed_wonders.net.log.ballots import Ballot, leading
from sealed_wonders.net.log.envelopes import pack_body
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.passed import Passed
from sealed_wonders.net.replay import (
    Begin,
    Check,
    Fault,
    Progress,
    Unfinished,
    Unknown,
    one_by_one,
    read_log,
)
from sealed_wonders.net.suites import begin


class Verdict(enum.Enum):
    """What is to be said of a log."""

    GOOD = "good"
    """A whole game, in which everything follows."""
    UNFINISHED = "unfinished"
    """Everything follows; it ends before the game does, which is no fault."""
    FAULT = "fault"
    """An entry doesn't follow from those before it."""


@dataclass(frozen=True, slots=True)
class PutOut:
    """A seat that the others went on without."""

    seat: Seat
    phase: int
    kind: str
    """What kind of phase that is."""
    was_expected: bool
    """It had to speak there: whether it did so too late, nobody can tell afterwards."""
    fraud: Fraud | None
    """What it is put out for, if it isn't silence."""
    opener: Seat
    """Who proposed it."""
    agreed: tuple[Seat, ...]
    """Who said yes to that: all others, ascending."""


@dataclass(frozen=True, slots=True)
class GivenAway:
    """A seat that all others gave to somebody, since it was silent."""

    seat: Seat
    phase: int
    kind: str
    """What kind of phase that is."""
    before: Person
    after: Person
    opener: Seat
    """Who proposed it."""
    agreed: tuple[Seat, ...]
    """Who said yes to that: all others, ascending."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found."""

    verdict: Verdict
    entries: int
    """How many are right, from the first one on."""
    fold: Fold | None
    """What follows from them; None where that is no game."""
    fault: Fault | None = None
    """What is wrong with the next one."""

    @classmethod
    def of(cls, fold: Fold) -> Report:
        """Report on what was checked entry by entry, as in a player's own client."""
        if fold.unpunished is not None:
            fraud = fold.unpunished
            return cls._at(Fault(fraud.entry, fraud.seat, fraud.reason, fold))
        verdict = Verdict.GOOD if fold.over else Verdict.UNFINISHED
        return cls(verdict, fold.position, fold)

    @classmethod
    def _at(cls, fault: Fault) -> Report:
        if isinstance(fault, Unfinished):
            return cls(Verdict.UNFINISHED, fault.entry, None)
        return cls(Verdict.FAULT, fault.entry, fault.fold, fault)

    @property
    def kinds(self) -> Mapping[str, int]:
        """How many of the entries that are right are of each kind."""
        if self.fold is None:
            return Counter()
        wrong = {each.fraud.entry for each in self.put_out if each.fraud is not None}
        wrong |= {fraud.entry for fraud in self.fold.untruths}
        entries = enumerate(self.fold.entries()[: self.entries])
        return Counter(it.envelope.kind for n, it in entries if n not in wrong)

    @property
    def put_out(self) -> tuple[PutOut, ...]:
        """Whom the others went on without, in the order in which they did."""
        passed = () if self.fold is None else self.fold.passed
        return tuple(each for it in passed for each in _put_out(it))

    @property
    def given_away(self) -> tuple[GivenAway, ...]:
        """Which seats all others gave to somebody, in the order in which they did."""
        return () if self.fold is None else tuple(_given_away(self.fold))

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who has still to speak in the open phase, and wasn't put out in it."""
        if self.fold is None:
            return ()
        ballot = leading(self.fold.ballots.on(self.fold.phase.number))
        out = () if ballot is None else ballot.proposal.put_out
        return tuple(seat for seat in self.fold.missing if seat not in out)

    @property
    def evidence(self) -> Mapping[Seat, Equivocation]:
        """Whom the log convicts of having signed two versions of one thing."""
        return {} if self.fold is None else self.fold.evidence


def _put_out(passed: Passed) -> Iterator[PutOut]:
    """Tell who was put out as a phase was left."""
    ballot, phase = passed.ballot, passed.collection.phase
    if ballot is None or not ballot.proposal.put_out:
        return
    for seat, named in zip(ballot.proposal.out, ballot.proposal.about, strict=True):
        yield PutOut(
            seat,
            phase.number,
            phase.kind,
            seat in phase.seats,
            None if named is None else passed.frauds.get(seat),
            ballot.opener,
            _agreed(ballot),
        )


def _given_away(fold: Fold) -> Iterator[GivenAway]:
    """Tell which seats were given away, in the open phase too, as it stands."""
    found = [
        handover
        for seat in fold.seats
        for handover in fold.handovers.chain(seat)
        if not handover.is_voluntary
    ]
    for handover in sorted(found, key=lambda it: it.phase):
        phase, ballot = fold.phase, leading(fold.ballots.on(handover.phase))
        if handover.phase < len(fold.passed):
            passed = fold.passed[handover.phase]
            phase, ballot = passed.collection.phase, passed.ballot
        if ballot is not None:
            yield GivenAway(
                handover.seat,
                phase.number,
                phase.kind,
                handover.before,
                handover.takeover.person,
                ballot.opener,
                _agreed(ballot),
            )


def _agreed(ballot: Ballot) -> tuple[Seat, ...]:
    return tuple(it for it in ballot.voters if it != ballot.opener)


def audit(
    data: bytes,
    check: Check = one_by_one,
    progress: Progress = lambda fold, total: None,
    begin: Begin = begin,
) -> Report:
    """
    Audit a log file: every signature, digest, proof and rule in it.

    Args:
        progress: told what follows so far, and how many entries there are.
        begin: begins the game; with `suites.begin_relayed` its proofs are believed.

    Raises:
        Unknown: it is a log by other rules than ours, or of a suite we don't know.
        RemoteProtocolError: it isn't a log.
    """
    try:
        fold = read_log(data, rules_of, check=check, progress=progress, begin=begin)
        return Report.of(fold)
    except Unknown:
        raise
    except Fault as fault:
        return Report._at(fault)


def rules_of(charter: Charter) -> Ruleset:
    values = dict(charter.options)
    return ruleset(str(values["game"]), len(charter.people), values)


def remembering(check: Check) -> Check:
    """
    Give a check that does nothing twice.

    What a claim is worth follows from the history it is signed on top of. So where two
    logs are the same, the second one takes nearly no time.
    """
    known: dict[tuple[bytes, Seat, bytes], Said | Wrong] = {}

    def checked(fold: Fold, claims: Sequence[Claim]) -> Iterable[Said | Wrong]:
        keys = [(c.task.prev, c.seat, pack_body(c.body)) for c in claims]
        new = [c for c, key in zip(claims, keys, strict=True) if key not in known]
        found = iter(check(fold, new))
        for key in keys:
            if key not in known:
                known[key] = next(found)
            yield known[key]

    return checked
