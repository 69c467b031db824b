"""
Exit statuses of both programs, which are the same for all commands.

Scripts rely on them; docs/reference/exit-codes.md and the manual pages list them.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.net.words import marked

OK = 0
FAILED = 1
WRONG_USE = 2
SIGNALLED = 128
"""Plus the number of the signal."""
INTERRUPTED = SIGNALLED + 2
PIPE_CLOSED = SIGNALLED + 13


class ExitStatus(NamedTuple):
    code: str
    means: str


STATUSES = (
    ExitStatus(f"{OK}", marked("success; a check found nothing wrong")),
    ExitStatus(
        f"{FAILED}",
        marked(
            "a check found something wrong, or the command failed; for example, "
            "a file can't be written, a host can't be reached, or something is "
            "already in use"
        ),
    ),
    ExitStatus(
        f"{WRONG_USE}",
        marked(
            "wrong usage: an unknown option or value, or a file that is of the "
            "wrong kind, or that can't be read or checked"
        ),
    ),
    ExitStatus(f"{INTERRUPTED}", marked("interrupted by Ctrl-C")),
    ExitStatus(
        f"{PIPE_CLOSED}",
        marked("the program that reads the output has ended, as in … | head"),
    ),
    ExitStatus(f"{SIGNALLED}+N", marked("ended by another signal, number N")),
)
"""The table that all commands of both programs follow."""
