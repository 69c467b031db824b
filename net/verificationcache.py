"""
A cache of verification results, shared by all folds in a process.

A process may have several seats at one table, as bots do, with a fold for each. The
finding on a claim follows from the log: from the digest before it, the seat, the body,
and how strictly proofs are checked. So the folds can share findings, and while one fold
checks a claim, the others wait for the result.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
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
        self._all: OrderedDict[object, Future[Finding]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: object, look: Callable[[], Finding]) -> Finding:
        """Return the cached finding on a claim, or compute it. `capacity` must not be 0."""
        with self._lock:
            found = self._all.get(key)
            if found is not None:
                self._all.move_to_end(key)
            else:
                mine = self._all[key] = Future[Finding]()
                while len(self._all) > self.capacity:
                    self._all.popitem(last=False)
        if found is not None:
            return _fresh(found.result())
        try:
            finding = look()
        except BaseException as error:
            # No finding: the next caller tries again.
            with self._lock:
                self._all.pop(key, None)
            mine.set_exception(error)
            raise
        mine.set_result(_fresh(finding))
        return finding


def _fresh(finding: Finding) -> Finding:
    """
    Copy an error before raising it, since an error keeps its frames, and their folds.
    """
    return Wrong(*finding.args) if isinstance(finding, Wrong) else finding


VERIFICATION_CACHE = VerificationCache()
"""The cache of this process. A program with several seats sets `capacity`."""
