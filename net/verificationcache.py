"""
A cache of verification results, shared by all folds in a process.

A process may have several seats at one table, as bots do, with a fold for each. The
finding on a claim follows from the log: from the digest before it, the seat, the body,
and how strictly proofs are checked. So the folds can share findings, and while one fold
checks a claim, the others wait for the result.
"""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from sealed_wonders.net.cards import ValidBody, Wrong

MAX_SHARED_FINDINGS = 256
"""
Capacity of the cache if a process has several seats. It covers a phase or two of as
many tables as run at the same time.
"""

Finding = ValidBody | Wrong


class VerificationCache:
    """
    The newest findings on claims, for use by any thread.

    Attributes:
        capacity: maximum number of findings; 0 if nobody else would ask for them.
    """

    def __init__(self, capacity: int = 0) -> None:
        self.capacity = capacity
        self._all: OrderedDict[object, Future[Finding | None]] = OrderedDict()
        """Findings by key; None for a claim that was left out."""
        self._lock = threading.Lock()

    def find(
        self, keys: Sequence[object], look: Callable[[Sequence[int]], Sequence[Finding]]
    ) -> list[Finding]:
        """
        Return the findings on some claims, in order. `capacity` must not be 0.

        Args:
            keys: one for each claim.
            look: compute the findings on the claims with these numbers, which nobody
                has looked at. Of mixes that follow each other, it may leave out those
                after the first wrong one, as the result then does, too.
        """
        found, missing = [], []
        with self._lock:
            for at, key in enumerate(keys):
                if key not in self._all:
                    missing.append(at)
                    self._all[key] = Future()
                self._all.move_to_end(key)
                found.append(self._all[key])
            # Only now: a key that went while others come would be nobody's to look at.
            while len(self._all) > self.capacity:
                self._all.popitem(last=False)
        if missing:
            try:
                findings = look(missing)
            except BaseException as error:
                # No finding: the next caller tries again.
                self._forget([(keys[at], found[at]) for at in missing])
                for at in missing:
                    found[at].set_exception(error)
                raise
            for at, finding in zip(missing, findings, strict=False):
                found[at].set_result(_fresh(finding))
            left_out = missing[len(findings) :]
            self._forget([(keys[at], found[at]) for at in left_out])
            for at in left_out:
                found[at].set_result(None)
        # Whoever computes the others has told its own findings before it waits.
        told = itertools.takewhile(
            lambda finding: finding is not None, (it.result() for it in found)
        )
        return [_fresh(it) for it in told if it is not None]

    def _forget(self, some: Sequence[tuple[object, Future[Finding | None]]]) -> None:
        with self._lock:
            for key, future in some:
                if self._all.get(key) is future:
                    del self._all[key]


def _fresh(finding: Finding) -> Finding:
    """
    Copy an error before raising it, since an error keeps its frames, and their folds.
    """
    return Wrong(*finding.args) if isinstance(finding, Wrong) else finding


VERIFICATION_CACHE = VerificationCache()
"""The cache of this process. A program with several seats sets `capacity`."""
