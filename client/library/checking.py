"""Checking records against the rules."""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.core.records.checked import Checked
from sealed_wonders.core.records.games import check


def check_record(lines: Iterable[bytes], *, lenient: bool = False) -> Checked:
    """
    Check the record of a game of any kind, line by line.

    Args:
        lines: the lines in UTF-8, with or without line ends; a file that is open in binary
            mode will do. Empty lines are counted but ignored.
        lenient: whether to accept payments that cover a cost although better ones exist,
            as players at a real table may make them.

    Raises:
        RecordFault: for the first line that doesn't follow from the lines before it.
    """
    return check(lines, lenient)
