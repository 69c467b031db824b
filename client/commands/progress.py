"""
How far the reading of a log is, for whoever waits at a terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import Progress


@contextmanager
def progress_of(name: str, shown: bool) -> Iterator[Progress]:
    """
    Show on a terminal how far the reading of a log is.

    Args:
        name: what stands before it.
        shown: whether to show anything.
    """
    if not shown:
        yield lambda fold, total: None
        return
    with click.progressbar(length=1, label=name, file=sys.stderr) as bar:

        def progress(fold: Fold, total: int) -> None:
            bar.length = total
            # A log may be read twice, if it isn't whole.
            bar.update(max(0, fold.position - bar.pos))

        yield progress
