"""
Reading a log: what follows from it, or the first entry that doesn't follow.

What is found doesn't depend on who checks: claims of one phase may be checked together,
ahead of their turn and before it is known whether they are signed. They are received
and judged one by one, and what was found out about an entry behind a fault is dropped.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.cards import Said, Wrong
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
from sealed_wonders.net.log.phases import Known, Reason, Refused, Taken
from sealed_wonders.net.suites import begin

RulesetOf = Callable[[Charter], Ruleset]
"""Gives the ruleset a lobby agreed on; a ValueError if there is none here."""

Check = Callable[[Fold, Sequence[Claim]], Iterable[Said | Wrong]]
"""Has claims of one phase checked by `Fold.check`; gives what was found, in order."""

Begin = Callable[[Charter, Ruleset], Fold]
"""Begins a game whose every proof is checked, `suites.begin`, or one whose proofs are
believed, `suites.begin_relayed`."""

Progress = Callable[[Fold, int], None]
"""Told what follows so far, and how many entries there are: as the game begins and then
after each entry that is judged."""


class Fault(BadEntry):
    """The first entry of a log that doesn't follow from those before it."""

    def __init__(
        self, entry: int, seat: Seat | None, reason: Text, fold: Fold | None = None
    ) -> None:
        what = reason
        if seat is not None:
            what = Sentence("seat {seat}: {why}", seat=seat, why=reason)
        super().__init__(entry, what)
        self.seat = seat
        """Whose fault it provably is, if it is anybody's."""
        self.reason = reason
        self.fold = fold
        """What follows from the entries before it; None in the lobby."""


class Unfinished(Fault):
    """Every entry is right, but they end in the lobby, before there is a game."""


class Unknown(Fault):
    """The log may be right: the table has rules, or a suite, that we don't know."""


def one_by_one(fold: Fold, claims: Sequence[Claim]) -> Iterable[Said | Wrong]:
    """Check each claim when its turn comes."""
    return map(fold.check, claims)


@contextlib.contextmanager
def together() -> Iterator[Check]:
    """
    Give a `Check` that does as many at once as there are processors.

    Checks of sealed cards spend their time in a library that lets other threads run.
    """
    # A phase has no more claims than people.
    threads = min(os.cpu_count() or 1, MAX_PEOPLE)
    with ThreadPoolExecutor(threads, "check") as pool:
        try:
            yield lambda fold, claims: pool.map(fold.check, claims)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _quietly(fold: Fold, total: int) -> None:
    """Tell nobody."""


def read_log(
    data: bytes,
    ruleset_of: RulesetOf,
    *,
    check: Check = one_by_one,
    progress: Progress = _quietly,
    begin: Begin = begin,
) -> Fold:
    """
    Fold a log file, checking everything. It may end between any two entries.

    Raises:
        Unfinished: it ends in the lobby.
        Unknown: this program can't judge it.
        Fault: an entry doesn't follow, stands in another's place, or breaks off.
        RemoteProtocolError: not a log file.
    """
    damage: file.Damaged | None = None
    try:
        wires = file.read(data)
    except file.Damaged as found:
        wires, damage = found.wires, found
    try:
        fold = replay(wires, ruleset_of, check=check, progress=progress, begin=begin)
    except Unfinished as end:
        if damage is None:
            raise
        raise Fault(end.entry, None, _why(damage)) from None
    except Fault as fault:
        if fault.fold is not None:
            _check_order(wires[: fault.entry], fault.fold)
        raise
    _check_order(wires, fold)
    if damage is not None:
        reason = sentence_of(damage) if fold.over else _why(damage)
        raise Fault(len(wires), None, reason, fold)
    return fold


def _why(damage: file.Damaged) -> Text:
    """Say what is wrong with a file that has not all of a game."""
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
    Fold the entries of a log, in an order in which they may have come in.

    Raises:
        Unfinished: they end in the lobby.
        Unknown: this program can't judge them.
        Fault: an entry doesn't follow.
    """
    entries, malformed = _parse(wires)
    charter = _charter(entries, malformed)
    try:
        fold = begin(charter, ruleset_of(charter))
    except (ProtocolError, ValueError) as error:
        # The TABLE, which stands behind the COMMITs, says what is played.
        raise Unknown(len(charter.people), None, sentence_of(error)) from None
    progress(fold, len(wires))
    while fold.position < len(entries):
        # No more than the open phase can take; or one too many, which it refuses.
        end = fold.position + max(1, len(fold.missing))
        task, ahead = fold.task, _before_votes(entries[fold.position : end])
        findings = iter(check(fold, tuple(_claims(fold, ahead))))
        for entry in ahead:
            if fold.task is not task:
                # A ballot came between, by which the phase was left.
                break
            _accept(fold, entry, findings)
            progress(fold, len(wires))
    if fold.unpunished is not None:
        raise _cheated(fold.unpunished, fold)
    if malformed is not None:
        refused = Refused(Reason.MALFORMED, sentence_of(malformed))
        raise Fault(fold.position, None, sentence_of(refused), fold)
    return fold


def _before_votes(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Give the first of some entries, up to where what isn't in `main` begins, or ends."""
    votes = [entry.envelope.lane != MAIN for entry in entries]
    return entries[: votes.index(not votes[0])] if len(set(votes)) > 1 else entries


def _cheated(fraud: Fraud, fold: Fold) -> Fault:
    """Give what is wrong with a log in which nobody has put out who cheated."""
    return Fault(fraud.entry, fraud.seat, fraud.reason, fold)


def _first(fold: Fold, fault: Fault) -> Fault:
    """Give what is wrong with a log: a fraud in it comes before what stands behind it."""
    fraud = fold.unpunished
    return fault if fraud is None else _cheated(fraud, fold)


def _parse(
    wires: Iterable[Wire],
) -> tuple[tuple[Entry, ...], RemoteProtocolError | None]:
    """Parse wires up to the first that is malformed; say what is wrong with that one."""
    entries: list[Entry] = []
    for wire in wires:
        try:
            entries.append(Entry.of(wire))
        except RemoteProtocolError as error:
            return tuple(entries), error
    return tuple(entries), None


def _claims(fold: Fold, entries: Iterable[Entry]) -> Iterator[Claim]:
    """
    Give what the first of these entries will claim, of those that can be taken in turn.

    Whether they are signed isn't looked at: nothing is judged by this.
    """
    for number, entry in enumerate(entries, fold.position):
        envelope = entry.envelope
        if (
            envelope.lane != MAIN
            or envelope.phase != fold.phase.number
            or envelope.seat not in fold.missing
        ):
            return
        yield Claim(number, envelope.seat, fold.task, envelope.body)


def _accept(fold: Fold, entry: Entry, findings: Iterator[Said | Wrong]) -> None:
    """Take the next entry, whose finding is the next one."""
    number = fold.position
    try:
        receipt = fold.receive(entry)
    except Refused as refused:
        raise _first(fold, Fault(number, None, sentence_of(refused), fold)) from None
    match receipt:
        case Taken():
            while fold.claims:
                # It is among the claims, and all before it were judged; or it stands, in a
                # journal, behind what came too late. Where it is a fraud, a ballot may
                # follow.
                fold.judge(next(findings, None) or fold.check(fold.claims[0]))
        case Equivocation():
            (seat,) = fold.evidence
            twice = Fault(number, seat, Sentence("signed two versions"), fold)
            raise _first(fold, twice)
        case Known():
            raise _first(fold, Fault(number, None, Sentence("an entry twice"), fold))


def _charter(
    entries: Sequence[Entry], malformed: RemoteProtocolError | None
) -> Charter:
    """
    Return what the lobby agreed on.

    Args:
        malformed: what is wrong with the bytes behind the entries, if anything is.

    Raises:
        Fault: an entry doesn't follow, or there is no game yet.
    """
    try:
        return open_charter(entries)
    except BadEntry as bad:
        if malformed is not None and bad.entry == len(entries):
            raise Fault(bad.entry, None, sentence_of(malformed)) from None
        fault = Unfinished if isinstance(bad, NoGameYet) else Fault
        raise fault(bad.entry, None, bad.what) from None


def _check_order(wires: Sequence[Wire], fold: Fold) -> None:
    """
    Check that wires which all were taken stand where they do in a file.

    Raises:
        Fault: one doesn't.
    """
    entry = max(_first_wrong(wires, right) for right in _orders(fold))
    if entry < len(wires):
        raise Fault(entry, None, Sentence("not in the order of a log file"), fold)


def _orders(fold: Fold) -> list[Sequence[Wire]]:
    """
    Return the orders that a file of the log may have.

    There are several where it may end within a phase, or within a ballot on it.
    """
    places = file.read(fold.log())
    if fold.unpunished is not None:
        # It may stand behind all others, or ahead of a ballot that would follow.
        places = _without(places, map(fold.entry_of, fold.frauds))
    ballots = fold.ballots.on(fold.phase.number)
    spoken = [fold.entry_of(seat) for seat in fold.spoken]
    answers = [entry for ballot in ballots for entry in ballot.entries]
    left = _without(places, (*spoken, *answers, *fold.halts))
    begun = [(*left, *_begun(it)) for it in ballots if it.status is not Status.CARRIED]
    if begun and len(begun) == len(ballots):
        # What was said in a phase doesn't stand ahead of a ballot on it, which may have
        # been cut off: however much of that is there, the same is out of place.
        places = _without(places, spoken)
    return [places, *begun]


def _without(
    wires: Iterable[Wire], entries: Iterable[Entry | None]
) -> tuple[Wire, ...]:
    out = {entry.wire for entry in entries if entry is not None}
    return tuple(wire for wire in wires if wire not in out)


def _begun(ballot: Ballot) -> list[Wire]:
    """Give what of a ballot stands in a file that ends within it: no no, and no gap."""
    said = {entry.envelope.seat: entry.wire for entry in ballot.entries}
    yes = itertools.takewhile(lambda seat: ballot.votes.get(seat), ballot.in_order)
    return [said[seat] for seat in yes]


def _first_wrong(wires: Sequence[Wire], right: Sequence[Wire]) -> int:
    """Give how many of some wires stand where they should."""
    pairs = zip(wires, right, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
