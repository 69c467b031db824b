"""
The auditor: a second fold of a game's log, which verifies every proof.

The host's own fold passes entries on at once and believes their proofs. This one runs
behind it, in other threads: it may be slow, and nobody waits for it.
"""

from __future__ import annotations

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
    ) -> None:
        """
        Begin with the game a lobby agreed on.

        Args:
            work: does the checking.
            changed: called when there is a fraud or a failure, or all that was read is
                judged; also from within `read`.
            is_known: tells of what was checked before, and found right.
        """
        self.frauds: dict[int, Fraud] = {}
        self.failure: Exception | None = None
        self._work = work
        self._changed = changed
        self._is_stopped = False
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
        """How many entries it has read."""
        return 0 if self._verification is None else self._verification.position

    @property
    def is_done(self) -> bool:
        """It has judged all that it has read, or all that it ever will."""
        return (
            self._verification is None
            or self._verification.is_idle
            or self.failure is not None
        )

    @property
    def disclosed(self) -> Mapping[Slot, Disclosed]:
        """What was opened behind the end, as far as it was read, and found right."""
        return {} if self._fold is None else self._fold.disclosed

    def read(self, entries: Iterable[Entry]) -> None:
        """Read the next entries."""
        if self._verification is None or self.failure is not None:
            return
        try:
            self._verification.take(entries)
        except Exception as error:  # noqa: BLE001
            self._failed(error)

    def stop(self) -> None:
        """Check nothing more, and call back no more; let go of the game."""
        self._is_stopped = True
        # These call each other: a whole game would wait for the collector.
        self._fold = self._verification = None
        self._changed = _nothing

    def _run(self, job: Callable[[], T]) -> Deferred[T]:
        wanted = self.failure is None and not self._is_stopped
        return self._work(job) if wanted else Deferred()

    def _judged(self, states: tuple[State, ...]) -> None:
        if self._fold is None or self.failure is not None:
            return
        found = {it.entry: it for it in self._fold.frauds.values()}
        is_news = not found.keys() <= self.frauds.keys()
        self.frauds |= found
        if is_news or self.is_done:
            self._notify()

    def _refused(self, entry: Entry, refused: Refused) -> None:
        # It has its place in the log, or it wouldn't have come here.
        self._failed(refused)

    def _failed(self, error: Exception) -> None:
        if self.failure is None:
            self.failure = error
            self._notify()

    def _notify(self) -> None:
        self._changed()


def _nothing() -> None:
    """Tell nobody."""
