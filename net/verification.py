"""
Verification: what comes in for a fold, in the order of the log.

Signatures are looked at here and now. What entries claim is checked by whoever does the
work, all claims of a phase at once if there are threads enough, and judged in the log's
order; entries of the next phase wait until the open one is judged.

A host may lack a ballot that we know of, and have gone on without it. What it has taken there
is put aside until we know who is right: it is looked at again each time another phase opens,
or is to be left by another ballot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.python.failure import Failure

from sealed_wonders.core.game import State
from sealed_wonders.net.cards import Said, Wrong
from sealed_wonders.net.claims import Claim
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.ballots import Ballot, leading
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import DISCLOSURES, MAIN
from sealed_wonders.net.log.phases import Reason, Refused

T = TypeVar("T")


SMALL = 600
"""Bytes of an envelope whose proofs are checked in a millisecond or two."""

MOST = 1024
"""Entries that are put aside, at most."""


@dataclass(frozen=True, slots=True)
class Brief(Generic[T]):
    """A job that takes less than it costs to hand it over to somebody else."""

    job: Callable[[], T]

    def __call__(self) -> T:
        return self.job()


class Work(Protocol):
    """Whoever does what takes long: on threads, or at once. A `Brief` job may be at once."""

    def __call__(self, job: Callable[[], T]) -> Deferred[T]:
        """Do a job; the deferred fires on the reactor's thread."""


def at_once(job: Callable[[], T]) -> Deferred[T]:
    """Do a job here and now."""
    return maybeDeferred(job)


class Verification:
    """What comes in for one fold."""

    def __init__(
        self,
        fold: Fold,
        work: Work,
        *,
        judged: Callable[[tuple[State, ...]], None],
        refused: Callable[[Entry, Refused], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """
        Begin where the fold stands.

        Args:
            judged: called after each judgement, with the states it led to.
            refused: called for an entry that doesn't follow.
            failed: called when a check itself goes wrong: a fault of this program, after
                which nothing more is taken.
        """
        self._fold = fold
        self._work = work
        self._judged = judged
        self._refused = refused
        self._failed = failed
        self._waiting: deque[Entry] = deque()
        self._aside: list[Entry] = []
        """What has no place in the open phase, and may have one in a later one, or none."""
        self._open = (fold.task, self._leading)
        """The open phase, and by which ballot it would be left."""
        self._findings: dict[int, Said | Wrong] = {}
        self._is_pumping = False
        self._is_broken = False

    @property
    def position(self) -> int:
        """How many entries the log has, with those that wait."""
        return self._fold.position + len(self._waiting) + len(self._aside)

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The entries whose turn hasn't come."""
        return tuple(self._waiting)

    @property
    def is_idle(self) -> bool:
        """Nothing waits, and nothing is checked."""
        return self._is_broken or not (self._waiting or self._fold.claims)

    def take(self, entries: Iterable[Entry]) -> None:
        """Take entries, in the order of the log."""
        self._waiting += entries
        self._pump()

    def drop(self) -> None:
        """Drop the entries whose turn hasn't come."""
        self._waiting.clear()

    def _pump(self) -> None:
        """Receive and judge what can be; a check that is done at once comes back here."""
        if self._is_pumping:
            return
        self._is_pumping = True
        try:
            while not self._is_broken and (self._receive() or self._judge()):
                self._look_again()
        finally:
            self._is_pumping = False

    def _receive(self) -> bool:
        """Receive one entry; tells whether there was one that can be."""
        fold = self._fold
        if fold.stopped:
            self._waiting.clear()
        elif fold.over:
            self._drop_late()
        if not self._waiting or (fold.claims and not self._can_be_next()):
            return False
        entry, before = self._waiting.popleft(), fold.claims
        try:
            fold.receive(entry)
        except Refused as refused:
            if not fold.over:
                self._put_aside(entry, refused)
            return True
        if fold.states:
            # A ballot by which the phase was left.
            self._judged(fold.states)
        # More than one, where it has led back to a phase that was left.
        for claim in fold.claims[len(before) :]:
            self._have_checked(claim)
        return True

    def _drop_late(self) -> None:
        """Drop what can't count any more: all but cards that are opened behind the end."""
        while self._waiting:
            if self._waiting[0].envelope.lane.startswith(DISCLOSURES):
                return
            self._waiting.popleft()

    def _put_aside(self, entry: Entry, refused: Refused) -> None:
        """Keep what has no place here, if it may have one in the log of whoever sends it."""
        is_parted = refused.reason is Reason.FOREIGN_PREV
        if is_parted or len(self._aside) >= MOST or not self._fold.is_elsewhere(entry):
            self._refused(entry, refused)
        else:
            self._aside.append(entry)

    def _look_again(self) -> None:
        """Take once more what was put aside, if another phase is open now."""
        before, self._open = self._open, (self._fold.task, self._leading)
        if any(now is not then for now, then in zip(self._open, before, strict=True)):
            self._waiting.extendleft(reversed(self._aside))
            self._aside.clear()

    @property
    def _leading(self) -> Ballot | None:
        fold = self._fold
        return leading(fold.ballots.on(fold.phase.number))

    def _have_checked(self, claim: Claim) -> None:
        check = partial(self._fold.check, claim)
        size = len(self._fold.entries(claim.entry)[0].wire.env)
        is_brief = claim.is_known or size <= SMALL
        done = self._work(Brief(check) if is_brief else check)
        done.addCallback(self._found, claim)
        done.addErrback(self._fail)

    def _found(self, finding: Said | Wrong, claim: Claim) -> None:
        self._findings[claim.entry] = finding
        self._pump()

    def _judge(self) -> bool:
        """Judge the first claim; tells whether it was checked."""
        claims = self._fold.claims
        if not claims or claims[0].entry not in self._findings:
            return False
        self._fold.judge(self._findings.pop(claims[0].entry))
        self._judged(self._fold.states)
        return True

    def _can_be_next(self) -> bool:
        """Tell whether the next entry may come before all claims are judged."""
        # Only what is said in the open phase, as long as it can't be left by one of them:
        # what becomes of all else depends on that.
        fold, envelope = self._fold, self._waiting[0].envelope
        if fold.over:
            return True  # what is opened there doesn't depend on what else is
        return (
            envelope.lane == MAIN
            and envelope.phase == fold.phase.number
            and envelope.seat in fold.missing
            and self._leading is None
        )

    def _fail(self, failure: Failure) -> None:
        self._is_broken = True
        error = failure.value
        self._failed(error if isinstance(error, Exception) else Exception(str(error)))
