"""
Replaying a log: the fold of all entries, or the first entry that doesn't follow.

The result doesn't depend on who checks. Claims of one phase may be checked together,
ahead of their turn, and before their signatures are verified. The entries are still
received and judged one by one, and findings about entries after a fault are dropped.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.cards import PostponedProofs, ValidBody, Workers, Wrong
from sealed_wonders.net.claims import Claim, Fraud
from sealed_wonders.net.errors import ProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby.charter import (
    BadEntry,
    Charter,
    NoGameYet,
    open_charter,
)
from sealed_wonders.net.lobby.options import MAX_PEOPLE
from sealed_wonders.net.log import file
from sealed_wonders.net.log.ballots import Ballot, Status
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken, WireRefused
from sealed_wonders.net.suites import begin

RulesetOf = Callable[[Charter], Ruleset]
"""Return the ruleset that a lobby agreed on; raise ValueError if it isn't available."""

Check = Callable[[Fold, Sequence[Claim], Sequence[Entry]], Iterable[ValidBody | Wrong]]
"""
Check claims of one phase, and return the findings in order.

The arguments are those of `Fold.check_together`.
"""

Begin = Callable[[Charter, Ruleset], Fold]
"""
Begin a game: either `suites.begin`, which checks every proof, or
`suites.begin_relayed`, which trusts proofs.
"""

Progress = Callable[[Fold, int], None]
"""
Callback with the fold so far and the total number of entries. It is called when the
game begins, and then after each judged entry. If a proof that was trusted turns out to
be invalid, all that was told is void, and the game begins again, with a new fold.
"""

MAX_POSTPONED = 8192
"""
Number of terms in equations after which they are added up, whose objects take a few
megabytes. Larger sums save little.
"""


class ReplayFault(BadEntry):
    """The first entry of a log that doesn't follow from the entries before it."""

    def __init__(
        self, entry: int, seat: Seat | None, reason: Text, fold: Fold | None = None
    ) -> None:
        what = reason
        if seat is not None:
            what = Sentence("seat {seat}: {why}", seat=seat, why=reason)
        super().__init__(entry, what)
        self.seat = seat
        """The seat that is provably at fault, or None."""
        self.reason = reason
        self.fold = fold
        """The fold of all entries before the fault; None in the lobby."""


class Unfinished(ReplayFault):
    """All entries are valid, but the log ends in the lobby, before a game begins."""


class Unknown(ReplayFault):
    """The log may be valid, but this program lacks the table's rules or suite."""


def one_by_one(
    fold: Fold, claims: Sequence[Claim], then: Sequence[Entry]
) -> Iterable[ValidBody | Wrong]:
    """Check each claim alone, and only when its turn comes."""
    return map(fold.check, claims)


class Together:
    """A `Check` for all claims together, on several threads; created by `together`."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    def __call__(
        self, fold: Fold, claims: Sequence[Claim], then: Sequence[Entry]
    ) -> Iterable[ValidBody | Wrong]:
        size = -(-len(claims) // self.workers.threads) or 1
        parts = [claims[at : at + size] for at in range(0, len(claims), size)]
        found = self.workers.pool.map(
            lambda part: fold.check_together(part, then), parts
        )
        return itertools.chain.from_iterable(found)


@contextlib.contextmanager
def together() -> Iterator[Together]:
    """
    Provide a `Check` for all claims together, on as many threads as there are processors.

    Checking sealed cards is mostly done in a library that lets other threads run. With
    this check, a log is first read as if all proofs were valid, and thousands of their
    equations are added up at a time. A log in which one isn't is read again.
    """
    # A phase has at most one claim per person.
    count = min(os.cpu_count() or 1, MAX_PEOPLE)
    with ThreadPoolExecutor(count, "check") as pool:
        try:
            yield Together(Workers(pool, count))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Doubtful(Exception):
    """A proof that was trusted may be invalid."""


class _Later:
    """A `Check` that trusts proofs, and adds up their equations later."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._proofs: PostponedProofs | None = None
        self._are_valid = True

    def __call__(
        self, fold: Fold, claims: Sequence[Claim], then: Sequence[Entry]
    ) -> Iterable[ValidBody | Wrong]:
        if self._proofs is None:
            self._proofs = fold.cards.postpone()
        if self._proofs.size > MAX_POSTPONED and not self.are_valid():
            raise _Doubtful
        return fold.check_postponed(claims, self._proofs)

    def are_valid(self) -> bool:
        """Return whether all proofs until now are valid."""
        if self._proofs is not None and self._are_valid:
            self._are_valid = self._proofs.hold(self._workers)
        return self._are_valid


def _quietly(fold: Fold, total: int) -> None: ...


def read_log(
    data: bytes,
    ruleset_of: RulesetOf,
    *,
    check: Check = one_by_one,
    progress: Progress = _quietly,
    begin: Begin = begin,
) -> Fold:
    """
    Fold a log file and check everything. The file may end after any entry.

    Raises:
        Unfinished: the log ends in the lobby.
        Unknown: this program can't judge the log.
        ReplayFault: an entry doesn't follow, is out of order, or is cut off.
        RemoteProtocolError: *data* isn't a log file.
    """
    damage: file.DamagedLog | None = None
    try:
        wires = file.read(data)
    except file.DamagedLog as found:
        wires, damage = found.wires, found
    try:
        fold = replay(wires, ruleset_of, check=check, progress=progress, begin=begin)
    except Unfinished as end:
        if damage is None:
            raise
        raise ReplayFault(end.entry, None, _why(damage)) from None
    except ReplayFault as fault:
        if fault.fold is not None:
            _check_order(wires[: fault.entry], fault.fold)
        raise
    _check_order(wires, fold)
    if damage is not None:
        reason = sentence_of(damage) if fold.over else _why(damage)
        raise ReplayFault(len(wires), None, reason, fold)
    return fold


def _why(damage: file.DamagedLog) -> Text:
    """Return the reason why a file doesn't contain a complete game."""
    why = sentence_of(damage)
    if isinstance(damage, file.BreaksOff):
        return Sentence("unfinished: {why}", why=why)
    return why


def replay(
    wires: Sequence[Wire],
    ruleset_of: RulesetOf,
    *,
    check: Check = one_by_one,
    progress: Progress = _quietly,
    begin: Begin = begin,
) -> Fold:
    """
    Fold the wires of a log, in any order in which a host may have received them.

    Raises:
        Unfinished: the log ends in the lobby.
        Unknown: this program can't judge the log.
        ReplayFault: an entry doesn't follow.
    """
    if isinstance(check, Together):
        later = _Later(check.workers)
        try:
            fold = _replay(wires, ruleset_of, later, progress, begin)
        except Exception:
            # What follows from a false proof may be anything.
            if later.are_valid():
                raise
        else:
            if later.are_valid():
                return fold
    return _replay(wires, ruleset_of, check, progress, begin)


def _replay(
    wires: Sequence[Wire],
    ruleset_of: RulesetOf,
    check: Check,
    progress: Progress,
    begin: Begin,
) -> Fold:
    entries, malformed = _parse(wires)
    charter = _charter(entries, malformed)
    try:
        fold = begin(charter, ruleset_of(charter))
    except (ProtocolError, ValueError) as error:
        # The TABLE, which follows the COMMITs, states the rules.
        raise Unknown(len(charter.people), None, sentence_of(error)) from None
    progress(fold, len(wires))
    while fold.position < len(entries):
        # At most as many entries as the open phase can take. Once none is missing, take
        # one more, which the phase refuses.
        end = fold.position + max(1, len(fold.missing))
        task, ahead = fold.task, _before_votes(entries[fold.position : end])
        claims = tuple(_claims(fold, ahead))
        after = fold.position + len(claims)
        findings = iter(check(fold, claims, entries[after : after + MAX_PEOPLE]))
        for entry in ahead:
            if fold.task is not task:
                # A ballot in between has closed the phase.
                break
            _accept(fold, entry, findings)
            progress(fold, len(wires))
    if fold.unpunished is not None:
        raise _cheated(fold.unpunished, fold)
    if malformed is not None:
        refused = WireRefused(Reason.MALFORMED, sentence_of(malformed))
        raise ReplayFault(fold.position, None, sentence_of(refused), fold)
    return fold


def _before_votes(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the leading entries that are all in `main`, or all in other lanes."""
    votes = [entry.envelope.lane != MAIN for entry in entries]
    return entries[: votes.index(not votes[0])] if len(set(votes)) > 1 else entries


def _cheated(fraud: Fraud, fold: Fold) -> ReplayFault:
    """Return the fault of a log in which a seat cheated and wasn't removed."""
    return ReplayFault(fraud.entry, fraud.seat, fraud.reason, fold)


def _first(fold: Fold, fault: ReplayFault) -> ReplayFault:
    """Return *fault*, or an earlier fraud in the log that went unpunished."""
    fraud = fold.unpunished
    return fault if fraud is None else _cheated(fraud, fold)


def _parse(
    wires: Iterable[Wire],
) -> tuple[tuple[Entry, ...], RemoteProtocolError | None]:
    """Parse wires up to the first malformed one; return its error, too."""
    entries: list[Entry] = []
    for wire in wires:
        try:
            entries.append(Entry.of(wire))
        except RemoteProtocolError as error:
            return tuple(entries), error
    return tuple(entries), None


def _claims(fold: Fold, entries: Iterable[Entry]) -> Iterator[Claim]:
    """
    Yield the claims of the leading entries that the open phase can accept in turn.

    Signatures aren't verified here, since nothing is judged by these claims.
    """
    for number, entry in enumerate(entries, fold.position):
        envelope = entry.envelope
        if (
            envelope.lane != MAIN
            or envelope.phase != fold.phase.number
            or envelope.seat not in fold.missing
        ):
            return
        yield Claim.of(number, entry, fold.task)


def _accept(fold: Fold, entry: Entry, findings: Iterator[ValidBody | Wrong]) -> None:
    """Accept the next entry, whose finding is the next in *findings*."""
    number = fold.position
    try:
        receipt = fold.receive(entry)
    except WireRefused as refused:
        raise _first(
            fold, ReplayFault(number, None, sentence_of(refused), fold)
        ) from None
    match receipt:
        case SlotTaken():
            while fold.claims:
                # The entry is among the claims, and all claims before it are judged. In
                # a journal, it may instead follow entries that came too late. If the
                # entry is a fraud, a ballot may follow.
                fold.judge(next(findings, None) or fold.check(fold.claims[0]))
        case Equivocation():
            (seat,) = fold.evidence
            twice = ReplayFault(
                number, seat, Sentence("signed two versions of an entry"), fold
            )
            raise _first(fold, twice)
        case Known():
            raise _first(
                fold,
                ReplayFault(number, None, Sentence("an entry appears twice"), fold),
            )


def _charter(
    entries: Sequence[Entry], malformed: RemoteProtocolError | None
) -> Charter:
    """
    Return the charter that the lobby agreed on.

    Args:
        malformed: the error in the bytes after the entries, if there is one.

    Raises:
        ReplayFault: an entry doesn't follow, or there is no game yet.
    """
    try:
        return open_charter(entries)
    except BadEntry as bad:
        if malformed is not None and bad.entry == len(entries):
            raise ReplayFault(bad.entry, None, sentence_of(malformed)) from None
        fault = Unfinished if isinstance(bad, NoGameYet) else ReplayFault
        raise fault(bad.entry, None, bad.what) from None


def _check_order(wires: Sequence[Wire], fold: Fold) -> None:
    """
    Check that accepted wires are in the order of a log file.

    Raises:
        ReplayFault: a wire is out of order.
    """
    entry = max(_first_wrong(wires, right) for right in _orders(fold))
    if entry < len(wires):
        raise ReplayFault(
            entry, None, Sentence("the entries aren't in the order of a log file"), fold
        )


def _orders(fold: Fold) -> list[Sequence[Wire]]:
    """
    Return the orders that a file of this log may have.

    There can be several if the file ends within a phase, or within a ballot on it.
    """
    places = file.read(fold.log())
    if fold.unpunished is not None:
        # The fraud may come after all other entries, or before a ballot that would
        # follow.
        places = _without(places, map(fold.entry_of, fold.frauds))
    ballots = fold.ballots.on(fold.phase.number)
    spoken = [fold.entry_of(seat) for seat in fold.spoken]
    answers = [entry for ballot in ballots for entry in ballot.entries]
    left = _without(places, (*spoken, *answers, *fold.halts))
    begun = [(*left, *_begun(it)) for it in ballots if it.status is not Status.CARRIED]
    if begun and len(begun) == len(ballots):
        # Entries of a phase don't precede a ballot on it, which may have been cut off.
        # However many entries of the ballot there are, the entries of the phase are out
        # of place.
        places = _without(places, spoken)
    return [places, *begun]


def _without(
    wires: Iterable[Wire], entries: Iterable[Entry | None]
) -> tuple[Wire, ...]:
    out = {entry.wire for entry in entries if entry is not None}
    return tuple(wire for wire in wires if wire not in out)


def _begun(ballot: Ballot) -> list[Wire]:
    """
    Return the wires of a ballot in a file that ends within it: yes only, without gaps.
    """
    said = {entry.envelope.seat: entry.wire for entry in ballot.entries}
    yes = itertools.takewhile(lambda seat: ballot.votes.get(seat), ballot.in_order)
    return [said[seat] for seat in yes]


def _first_wrong(wires: Sequence[Wire], right: Sequence[Wire]) -> int:
    """Return the number of leading wires that are in the right place."""
    pairs = zip(wires, right, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
