"""
The auditor: a second fold of a game's log, which checks every proof.

The host's own fold passes entries on at once and believes their proofs. The auditor
follows on other threads: it may be slow, and nobody waits for it.

Entries being checked have to be in memory, a hundred kilobytes for a table that deals,
and there are only two threads. So only a few games are read at a time, while the
entries of others wait in their journals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from twisted.internet.defer import Deferred

from sealed_wonders.core.game import AnyState, Ruleset, Slot
from sealed_wonders.net.claims import Fraud, IsKnown, nothing_known
from sealed_wonders.net.disclosures import DisclosedCard
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.phases import WireRefused
from sealed_wonders.net.suites import begin
from sealed_wonders.net.verification import Verification, Work

T = TypeVar("T")

AT_ONCE = 4
"""Games read at once: the results of one are applied while others are checked."""

PORTION = 32
"""Maximum number of entries read in a turn: those of a few phases with seven seats."""


class ReadingQueue:
    """Turns for reading games, *most* at once, first come, first served."""

    def __init__(self, most: int = AT_ONCE) -> None:
        self._free = most
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_calling = False

    def wait(self, go: Callable[[], None]) -> None:
        """Call a function when a turn is free, perhaps now; it ends with `done`."""
        self._waiting.append(go)
        self._call()

    def done(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        # A callee may end its turn before returning; the loop then calls the next one.
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
    Checks one whole game, including the proofs of its cards.

    It never raises exceptions: an error in the checking must not stop the game.

    Args:
        changed: called when there is a fraud or a failure, or when everything read
            so far has been judged; possibly from within `read`.
        is_known: returns whether a proof was found valid before.
        turns: the turns shared with other auditors; None to read at once.

    Attributes:
        frauds: invalid entries, by number. The others may go on without their signers.
        failure: an error of the checking itself, which is a fault of this program;
            after it, nothing more is checked.
    """

    def __init__(
        self,
        charter: Charter,
        ruleset: Ruleset,
        work: Work,
        changed: Callable[[], None],
        is_known: IsKnown = nothing_known,
        turns: ReadingQueue | None = None,
    ) -> None:
        self.frauds: dict[int, Fraud] = {}
        self.failure: Exception | None = None
        self._work = work
        self._changed = changed
        self._is_stopped = False
        self._turns = turns or ReadingQueue(1)
        self._unread: deque[Entry] = deque()
        """Entries that wait for this game's turn."""
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
        """Number of entries received."""
        if self._verification is None:
            return 0
        return self._verification.position + len(self._unread)

    @property
    def is_done(self) -> bool:
        """Whether everything received has been judged, or nothing more will be."""
        return (
            self._verification is None
            or (self._verification.is_idle and not self._unread)
            or self.failure is not None
        )

    @property
    def disclosed(self) -> Mapping[Slot, DisclosedCard]:
        """The valid cards disclosed after the end, as far as the log has been read."""
        return {} if self._fold is None else self._fold.disclosed

    def read(self, entries: Iterable[Entry]) -> None:
        """Read further entries as soon as it is this game's turn."""
        if self._verification is None or self.failure is not None:
            return
        self._unread += entries
        if self._has_turn:
            self._look_whether_idle()
        else:
            self._wait()

    def _wait(self) -> None:
        if self._unread and not self._is_waiting:
            self._is_waiting = True
            self._turns.wait(self._take_turn)

    def _take_turn(self) -> None:
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
        """End the turn once everything read in it has been judged."""
        verification = self._verification
        is_idle = verification is None or verification.is_idle
        if self._has_turn and (is_idle or self.failure is not None):
            self._has_turn = False
            self._turns.done()
            self._wait()

    def stop(self) -> None:
        self._is_stopped = True
        self._unread.clear()
        # They refer to each other, so the game would stay in memory until a collection.
        self._fold = self._verification = None
        self._changed = lambda: None
        self._look_whether_idle()

    def _run(self, job: Callable[[], T]) -> Deferred[T]:
        wanted = self.failure is None and not self._is_stopped
        return self._work(job) if wanted else Deferred()

    def _judged(self, states: tuple[AnyState, ...]) -> None:
        if self._fold is None or self.failure is not None:
            return
        found = {it.entry: it for it in self._fold.frauds.values()}
        is_news = not found.keys() <= self.frauds.keys()
        self.frauds |= found
        self._look_whether_idle()
        if is_news or self.is_done:
            self._changed()

    def _refused(self, entry: Entry, refused: WireRefused) -> None:
        # It is in the log, so it can't be refused for its place.
        self._failed(refused)

    def _failed(self, error: Exception) -> None:
        if self.failure is None:
            self.failure = error
            self._unread.clear()
            self._look_whether_idle()
            self._changed()
