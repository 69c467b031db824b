"""
The auditor: a second fold of a game's log, which verifies every proof.

The host's own fold passes entries on at once and believes their proofs. This one runs
behind it, in other threads: it may be slow, and nobody waits for it.

What is checked has to be in memory, a hundred kilobytes of a table that deals, and there are two
threads. So a few games are read at a time, and the others' entries wait in their journals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from twisted.internet.defer import Deferred

from sealed_wonders.core.game import Ruleset, Slot, State
from sealed_wonders.net.claims import Fraud, IsKnown, nothing_known
from sealed_wonders.net.disclosures import Disclosed
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.phases import Refused
from sealed_wonders.net.suites import begin
from sealed_wonders.net.verification import Verification, Work

T = TypeVar("T")

AT_ONCE = 4
"""Games that are read at a time: what one thread has found is judged while others go on."""

PORTION = 32
"""Entries of one of them, before it is another's turn: those of a few phases of seven seats."""


class Turns:
    """Whose games are read: first come, first served."""

    def __init__(self, most: int = AT_ONCE) -> None:
        """
        Begin with nobody.

        Args:
            most: so many are at a time.
        """
        self._free = most
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_calling = False

    def wait(self, go: Callable[[], None]) -> None:
        """Have somebody called when it is their turn, at once if it is; they say `done`."""
        self._waiting.append(go)
        self._call()

    def done(self) -> None:
        """Take back a turn that was given."""
        self._free += 1
        self._call()

    def _call(self) -> None:
        # Whoever is called may be done before they return, one after the other.
        if self._is_calling:
            return
        self._is_calling = True
        try:
            while self._free and self._waiting:
                self._free -= 1
                self._waiting.popleft()()
        finally:
            self._is_calling = False


class Auditor:
    """
    Checks all of one game, the proofs of its cards too.

    It never raises: a fault in the checking must not stop the game.

    Attributes:
        frauds: what doesn't follow from what is before it in the log, by the number of the
            entry. The others may go on without whoever signed it.
        failure: what went wrong with the checking itself: a fault of this program, after
            which nothing more is checked.
    """

    def __init__(
        self,
        charter: Charter,
        ruleset: Ruleset,
        work: Work,
        changed: Callable[[], None],
        is_known: IsKnown = nothing_known,
        turns: Turns | None = None,
    ) -> None:
        """
        Begin with the game a lobby agreed on.

        Args:
            work: does the checking.
            changed: called when there is a fraud or a failure, or all that was read is
                judged; also from within `read`.
            is_known: tells of what was checked before, and found right.
            turns: shared with others; None: it waits for nobody.
        """
        self.frauds: dict[int, Fraud] = {}
        self.failure: Exception | None = None
        self._work = work
        self._changed = changed
        self._is_stopped = False
        self._turns = turns or Turns(1)
        self._unread: deque[Entry] = deque()
        """What it has heard of, and waits for its turn."""
        self._has_turn = self._is_waiting = False
        self._fold: Fold | None = None
        self._verification: Verification | None = None
        try:
            self._fold = begin(charter, ruleset, is_known)
        except Exception as error:  # noqa: BLE001
            self.failure = error
            return
        self._verification = Verification(
            self._fold,
            self._run,
            judged=self._judged,
            refused=self._refused,
            failed=self._failed,
        )

    @property
    def position(self) -> int:
        """How many entries it has heard of."""
        if self._verification is None:
            return 0
        return self._verification.position + len(self._unread)

    @property
    def is_done(self) -> bool:
        """It has judged all that it has heard of, or all that it ever will."""
        return (
            self._verification is None
            or (self._verification.is_idle and not self._unread)
            or self.failure is not None
        )

    @property
    def disclosed(self) -> Mapping[Slot, Disclosed]:
        """What was opened behind the end, as far as it was read, and found right."""
        return {} if self._fold is None else self._fold.disclosed

    def read(self, entries: Iterable[Entry]) -> None:
        """Read the next entries, when it is this game's turn."""
        if self._verification is None or self.failure is not None:
            return
        self._unread += entries
        if self._has_turn:
            self._look_whether_idle()
        else:
            self._wait()

    def _wait(self) -> None:
        """Wait for a turn, if there is anything to read."""
        if self._unread and not self._is_waiting:
            self._is_waiting = True
            self._turns.wait(self._take_turn)

    def _take_turn(self) -> None:
        """Read some, as it is this game's turn."""
        self._is_waiting, self._has_turn = False, True
        if self._verification is not None and self.failure is None:
            count = min(PORTION, len(self._unread))
            portion = [self._unread.popleft() for _ in range(count)]
            try:
                self._verification.take(portion)
            except Exception as error:  # noqa: BLE001
                self._failed(error)
        self._look_whether_idle()

    def _look_whether_idle(self) -> None:
        """Give the turn to another once all is judged that was read in it."""
        verification = self._verification
        is_idle = verification is None or verification.is_idle
        if self._has_turn and (is_idle or self.failure is not None):
            self._has_turn = False
            self._turns.done()
            self._wait()

    def stop(self) -> None:
        """Check nothing more, and call back no more; let go of the game."""
        self._is_stopped = True
        self._unread.clear()
        # These call each other: a whole game would wait for the collector.
        self._fold = self._verification = None
        self._changed = _nothing
        self._look_whether_idle()

    def _run(self, job: Callable[[], T]) -> Deferred[T]:
        wanted = self.failure is None and not self._is_stopped
        return self._work(job) if wanted else Deferred()

    def _judged(self, states: tuple[State, ...]) -> None:
        if self._fold is None or self.failure is not None:
            return
        found = {it.entry: it for it in self._fold.frauds.values()}
        is_news = not found.keys() <= self.frauds.keys()
        self.frauds |= found
        self._look_whether_idle()
        if is_news or self.is_done:
            self._notify()

    def _refused(self, entry: Entry, refused: Refused) -> None:
        # It has its place in the log, or it wouldn't have come here.
        self._failed(refused)

    def _failed(self, error: Exception) -> None:
        if self.failure is None:
            self.failure = error
            self._unread.clear()
            self._look_whether_idle()
            self._notify()

    def _notify(self) -> None:
        self._changed()


def _nothing() -> None:
    """Tell nobody."""
