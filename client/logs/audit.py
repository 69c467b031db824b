"""
Audits: what a log proves, without trusting anybody.

An audit results in a value. How this is presented to people or programs is decided
elsewhere (`client.tablewords.verdicts`).
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.core.games import ruleset
from sealed_wonders.net.cards import ValidBody, Wrong
from sealed_wonders.net.claims import Claim, Fraud
from sealed_wonders.net.closedphase import ClosedPhase
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter, TablePerson
from sealed_wonders.net.log.ballots import Ballot, leading
from sealed_wonders.net.log.envelopes import Entry, pack_body
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.replay import (
    Begin,
    Check,
    Progress,
    ReplayFault,
    Unfinished,
    Unknown,
    one_by_one,
    read_log,
)
from sealed_wonders.net.suites import begin


class Verdict(enum.Enum):
    """The overall result for a log."""

    GOOD = "good"
    """A complete game in which everything follows."""
    UNFINISHED = "unfinished"
    """Everything follows, but the log ends before the game does, which is no fault."""
    FAULT = "fault"
    """An entry doesn't follow from those before it."""


@dataclass(frozen=True, slots=True)
class RemovedSeat:
    """A seat that was removed by ballot."""

    seat: Seat
    phase: int
    kind: str
    """The kind of that phase."""
    was_expected: bool
    """
    Whether the phase needed an entry of this seat. Afterwards, nobody can tell whether
    the entry was only late.
    """
    fraud: Fraud | None
    """The fraud for which it was removed; None if it was for silence."""
    opener: Seat
    """The seat that proposed it."""
    agreed: tuple[Seat, ...]
    """The seats that agreed: all others, ascending."""


@dataclass(frozen=True, slots=True)
class GivenAway:
    """A silent seat that was given to a substitute by ballot."""

    seat: Seat
    phase: int
    kind: str
    """The kind of that phase."""
    before: TablePerson
    after: TablePerson
    opener: Seat
    """The seat that proposed it."""
    agreed: tuple[Seat, ...]
    """The seats that agreed: all others, ascending."""


@dataclass(frozen=True, slots=True)
class Report:
    """The results of an audit."""

    verdict: Verdict
    entries: int
    """The number of good entries, from the first."""
    fold: Fold | None
    """The state after these entries; None if there is no game yet."""
    fault: ReplayFault | None = None
    """What is wrong with the next entry."""

    @classmethod
    def of(cls, fold: Fold) -> Report:
        """
        Return the report on a fold that has checked all entries, as a client's does.
        """
        if fold.unpunished is not None:
            fraud = fold.unpunished
            return cls._at(ReplayFault(fraud.entry, fraud.seat, fraud.reason, fold))
        verdict = Verdict.GOOD if fold.over else Verdict.UNFINISHED
        return cls(verdict, fold.position, fold)

    @classmethod
    def _at(cls, fault: ReplayFault) -> Report:
        if isinstance(fault, Unfinished):
            return cls(Verdict.UNFINISHED, fault.entry, None)
        return cls(Verdict.FAULT, fault.entry, fault.fold, fault)

    @property
    def kinds(self) -> Mapping[str, int]:
        """The number of good entries of each kind."""
        if self.fold is None:
            return Counter()
        wrong = {each.fraud.entry for each in self.put_out if each.fraud is not None}
        wrong |= {fraud.entry for fraud in self.fold.false_disclosures}
        entries = enumerate(self.fold.entries()[: self.entries])
        return Counter(it.envelope.kind for n, it in entries if n not in wrong)

    @property
    def put_out(self) -> tuple[RemovedSeat, ...]:
        """The seats that were removed, in order."""
        passed = () if self.fold is None else self.fold.closed_phases
        return tuple(each for it in passed for each in _put_out(it))

    @property
    def given_away(self) -> tuple[GivenAway, ...]:
        """The seats that were given to substitutes, in order."""
        return () if self.fold is None else tuple(_given_away(self.fold))

    @property
    def missing(self) -> tuple[Seat, ...]:
        """
        The seats whose entries are missing in the open phase, without those removed in
        it.
        """
        if self.fold is None:
            return ()
        ballot = leading(self.fold.ballots.on(self.fold.phase.number))
        out = () if ballot is None else ballot.proposal.put_out
        return tuple(seat for seat in self.fold.missing if seat not in out)

    @property
    def evidence(self) -> Mapping[Seat, Equivocation]:
        """
        For each seat, evidence that its player signed two versions of one message.
        """
        return {} if self.fold is None else self.fold.evidence


def _put_out(passed: ClosedPhase) -> Iterator[RemovedSeat]:
    """Yield the seats that were removed when a phase closed."""
    ballot, phase = passed.ballot, passed.collection.phase
    if ballot is None or not ballot.proposal.put_out:
        return
    for seat, named in zip(ballot.proposal.out, ballot.proposal.about, strict=True):
        yield RemovedSeat(
            seat,
            phase.number,
            phase.kind,
            seat in phase.seats,
            None if named is None else passed.frauds.get(seat),
            ballot.opener,
            _agreed(ballot),
        )


def _given_away(fold: Fold) -> Iterator[GivenAway]:
    """
    Yield the seats that were given to substitutes, including the open phase as it is.
    """
    found = [
        handover
        for seat in fold.seats
        for handover in fold.handovers.chain(seat)
        if not handover.is_voluntary
    ]
    for handover in sorted(found, key=lambda it: it.phase):
        phase, ballot = fold.phase, leading(fold.ballots.on(handover.phase))
        if handover.phase < len(fold.closed_phases):
            passed = fold.closed_phases[handover.phase]
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
        data: the log file.
        check: checks proofs.
        progress: called with the fold so far, and the total number of entries.
        begin: begins the game; `suites.begin_relayed` trusts its proofs.

    Raises:
        Unknown: the log is of other rules than ours, or of an unknown suite.
        RemoteProtocolError: the data isn't a log.
    """
    try:
        fold = read_log(data, rules_of, check=check, progress=progress, begin=begin)
        return Report.of(fold)
    except Unknown:
        raise
    except ReplayFault as fault:
        return Report._at(fault)


def rules_of(charter: Charter) -> Ruleset:
    values = dict(charter.options)
    return ruleset(str(values["game"]), len(charter.people), values)


def remembering(check: Check) -> Check:
    """
    Return a check that caches the results of claims.

    The result of a claim depends on the history that it is signed on top of. So where
    two logs are equal, the second one takes almost no time.
    """
    known: dict[tuple[bytes, Seat, bytes], ValidBody | Wrong] = {}

    def checked(
        fold: Fold, claims: Sequence[Claim], then: Sequence[Entry]
    ) -> Iterable[ValidBody | Wrong]:
        keys = [(c.task.prev, c.seat, pack_body(c.body)) for c in claims]
        new = [c for c, key in zip(claims, keys, strict=True) if key not in known]
        found = iter(check(fold, new, then))
        for key in keys:
            if key not in known:
                known[key] = next(found)
            yield known[key]

    return checked
