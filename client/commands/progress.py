"""Progress bars on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import Progress
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


@contextmanager
def bar_of(
    length: int, label: str, *, shown: bool = True
) -> Iterator[ProgressBar[int]]:
    """
    Show a progress bar with the position, and the time that is left.

    Args:
        length: the position at the end.
        label: the text before the bar.
        shown: whether to show anything.
    """

    def left(_item: Any) -> str | None:
        if bar.finished or not bar.eta_known:
            return None
        return _("{time} left").format(time=bar.format_eta())

    bar: ProgressBar[int] = click.progressbar(
        length=length,
        label=label,
        file=sys.stderr,
        show_pos=True,
        show_percent=False,
        show_eta=False,
        item_show_func=left,
        hidden=not shown,
    )
    with bar:
        yield bar


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
    with bar_of(1, _("Checking {name}").format(name=name)) as bar:

        def progress(fold: Fold, total: int) -> None:
            bar.length = total
            # The position can go back, since an incomplete log may be read twice.
            bar.update(max(0, fold.position - bar.pos))

        yield progress
