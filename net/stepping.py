"""Reading a log entry by entry while it grows, at once and without a thread."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry


def take(fold: Fold, entry: Entry) -> Iterator[int]:
    """
    Receive an entry and judge its claims, with an item after each step of the fold.

    The items are the numbers of the phases that were open before the steps. A phase with
    a lower number may be open after a step, if a ballot has reopened it.

    Raises:
        WireRefused: the entry doesn't follow.
    """
    phase = fold.phase.number
    fold.receive(entry)
    yield phase
    while fold.claims:
        phase = fold.phase.number
        fold.judge(fold.check(fold.claims[0]))
        yield phase
