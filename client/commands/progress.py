"""A progress bar on a terminal for reading a log."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import Progress
from sealed_wonders.net.words import _


@contextmanager
def progress_of(name: str, shown: bool) -> Iterator[Progress]:
    """
    Show a progress bar while a log is read; yield the function that updates it.

    Args:
        name: the name of the log.
        shown: whether to show a bar at all.
    """
    if not shown:
        yield lambda fold, total: None
        return
    label = _("Checking {name}").format(name=name)
    with click.progressbar(
        length=1, label=label, show_pos=True, show_percent=False, file=sys.stderr
    ) as bar:

        def progress(fold: Fold, total: int) -> None:
            bar.length = total
            # The position can go back, since an incomplete log may be read twice.
            bar.update(max(0, fold.position - bar.pos))

        yield progress
