"""
Verification: entries for a fold, received and judged in the order of the log.

Signatures are verified immediately. Claims are checked by a `Work`, as many as there
are of a phase together, and judged in the order of the log. Entries of the next phase
wait until the open one is judged.

A host may lack a ballot that we have, and may have gone on without it. Its entries are
set aside until it is clear who is right. They are offered again each time another phase
opens, or another ballot leads the open phase.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.python.failure import Failure

from sealed_wonders.core.game import AnyState
from sealed_wonders.net.cards import ValidBody, Wrong
from sealed_wonders.net.claims import Claim
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby.options import MAX_PEOPLE
from sealed_wonders.net.log.ballots import Ballot, leading
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import DISCLOSURES, MAIN
from sealed_wonders.net.log.phases import Reason, WireRefused

T = TypeVar("T")


BRIEF_BYTES = 640
"""Bytes of an envelope whose proofs take only a millisecond or two to check."""

MAX_JOBS = 2
"""Maximum number of jobs at once, since further ones would wait for a thread anyway."""

MAX_ENTRIES_ASIDE = 1024
"""Maximum number of entries set aside."""


@dataclass(frozen=True, slots=True)
class Brief(Generic[T]):
    """A job that takes less time than switching threads."""

    job: Callable[[], T]

    def __call__(self) -> T:
        return self.job()


class Work(Protocol):
    """
    Executor of slow jobs, on threads or immediately. It may run a `Brief` immediately.
    """

    def __call__(self, job: Callable[[], T]) -> Deferred[T]:
        """Run a job. The Deferred fires on the reactor's thread."""


def at_once(job: Callable[[], T]) -> Deferred[T]:
    return maybeDeferred(job)


class Verification:
    """Incoming entries of one fold."""

    def __init__(
        self,
        fold: Fold,
        work: Work,
        *,
        judged: Callable[[tuple[AnyState, ...]], None],
        refused: Callable[[Entry, WireRefused], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """
        Continue from the current state of the fold.

        Args:
            judged: called after each judgement, with the states that it led to.
            refused: called for an entry that doesn't follow.
            failed: called if a check itself fails, which is a bug here. After that,
                nothing more is accepted.
        """
        self._fold = fold
        self._work = work
        self._judged = judged
        self._refused = refused
        self._failed = failed
        self._waiting: deque[Entry] = deque()
        self._aside: list[Entry] = []
        """Entries without a place in the open phase, but perhaps in a later one."""
        self._open = (fold.task, self._leading)
        """The open phase, and the leading ballot on it."""
        self._findings: dict[int, ValidBody | Wrong] = {}
        self._unchecked: list[Claim] = []
        """Received claims that nobody has begun to check."""
        self._jobs = 0
        self._is_pumping = False
        self._is_broken = False

    @property
    def position(self) -> int:
        """Number of entries in the log, including the waiting ones."""
        return self._fold.position + len(self._waiting) + len(self._aside)

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """Entries whose turn hasn't come."""
        return tuple(self._waiting)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waiting or being checked."""
        return self._is_broken or not (self._waiting or self._fold.claims)

    def take(self, entries: Iterable[Entry]) -> None:
        """Add entries in the order of the log."""
        self._waiting += entries
        self._pump()

    def drop(self) -> None:
        self._waiting.clear()

    def _pump(self) -> None:
        """Receive and judge what is possible. Immediate checks call this again."""
        if self._is_pumping:
            return
        self._is_pumping = True
        try:
            while not self._is_broken and (
                self._receive() or self._judge() or self._have_checked()
            ):
                self._look_again()
        finally:
            self._is_pumping = False

    def _receive(self) -> bool:
        """Receive one entry; return whether one could be received."""
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
        except WireRefused as refused:
            if not fold.over:
                self._put_aside(entry, refused)
            return True
        if fold.states:
            # The entry belongs to a ballot that closed the phase.
            self._judged(fold.states)
        # There are several claims if a phase has reopened.
        self._unchecked += fold.claims[len(before) :]
        return True

    def _drop_late(self) -> None:
        """Drop all that can't count any more, up to a disclosure after the end."""
        while self._waiting:
            if self._waiting[0].envelope.lane.startswith(DISCLOSURES):
                return
            self._waiting.popleft()

    def _put_aside(self, entry: Entry, refused: WireRefused) -> None:
        """Set an entry aside if it may have a place in its sender's log."""
        is_parted = refused.reason is Reason.FOREIGN_PREV
        if (
            is_parted
            or len(self._aside) >= MAX_ENTRIES_ASIDE
            or not self._fold.is_elsewhere(entry)
        ):
            self._refused(entry, refused)
        else:
            self._aside.append(entry)

    def _look_again(self) -> None:
        """Offer the entries set aside again if another phase is open."""
        before, self._open = self._open, (self._fold.task, self._leading)
        if any(now is not then for now, then in zip(self._open, before, strict=True)):
            self._waiting.extendleft(reversed(self._aside))
            self._aside.clear()

    @property
    def _leading(self) -> Ballot | None:
        fold = self._fold
        return leading(fold.ballots.on(fold.phase.number))

    def _have_checked(self) -> bool:
        """
        Have everything checked that nobody has begun to; return whether there was any.

        While claims are being checked, more of them arrive, which are then checked
        together: the more there is to do, the less each of them takes.
        """
        if not self._unchecked or self._jobs == MAX_JOBS:
            return False
        # Several threads share them.
        count = -(-len(self._unchecked) // (MAX_JOBS - self._jobs))
        claims = tuple(self._unchecked[:count])
        del self._unchecked[:count]
        then = tuple(itertools.islice(self._waiting, MAX_PEOPLE))
        check = partial(self._fold.check_together, claims, then)
        self._jobs += 1
        done = self._work(Brief(check) if all(map(self._is_brief, claims)) else check)
        done.addCallback(self._found, claims)
        done.addErrback(self._fail)
        return True

    def _is_brief(self, claim: Claim) -> bool:
        size = len(self._fold.entries(claim.entry)[0].wire.env)
        return claim.is_known or size <= BRIEF_BYTES

    def _found(
        self, findings: Sequence[ValidBody | Wrong], claims: Sequence[Claim]
    ) -> None:
        self._jobs -= 1
        for finding, claim in zip(findings, claims, strict=True):
            self._findings[claim.entry] = finding
        self._pump()

    def _judge(self) -> bool:
        """Judge the first claim; return whether it was checked already."""
        claims = self._fold.claims
        if not claims or claims[0].entry not in self._findings:
            return False
        self._fold.judge(self._findings.pop(claims[0].entry))
        self._judged(self._fold.states)
        return True

    def _can_be_next(self) -> bool:
        """Return whether the next entry may come before all claims are judged."""
        # Only entries of the open phase may, while none of them can close it:
        # everything else depends on the result.
        fold, envelope = self._fold, self._waiting[0].envelope
        if fold.over:
            return True  # disclosures don't depend on each other
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
