"""
What was found of claims, which all folds in a process share.

A process may have several seats of one table, as bots do, and a fold for each. What a claim is
worth follows from the log: by the digest before it, whose claim it is, its body, and how
closely proofs are looked at. So what one fold has found the others need not look for, and
while one is looking the others wait for it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future

from sealed_wonders.net.cards import Said, Wrong

KEPT = 256
"""
Findings that are kept where a process has several seats: those of a phase or two, of as many
tables as there are at once.
"""

Finding = Said | Wrong


class Findings:
    """
    The newest findings. Any thread may ask.

    Attributes:
        most: how many are kept; none where nobody else would ask for them.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self._all: OrderedDict[object, Future[Finding]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: object, look: Callable[[], Finding]) -> Finding:
        """Give what was found of a claim, or look at it. Ask only where any are kept."""
        with self._lock:
            found = self._all.get(key)
            if found is not None:
                self._all.move_to_end(key)
            else:
                mine = self._all[key] = Future[Finding]()
                while len(self._all) > self.most:
                    self._all.popitem(last=False)
        if found is not None:
            return _fresh(found.result())
        try:
            finding = look()
        except BaseException as error:
            # Nothing was found: whoever asks next looks anew.
            with self._lock:
                self._all.pop(key, None)
            mine.set_exception(error)
            raise
        mine.set_result(_fresh(finding))
        return finding


def _fresh(finding: Finding) -> Finding:
    """Give what may be raised: an error keeps every place where it was, with its fold."""
    return Wrong(*finding.args) if isinstance(finding, Wrong) else finding


FINDINGS = Findings()
"""Those of this process. Whoever has several seats in one sets how many are kept."""
