"""
The exit statuses of ``wonders-host``, the same for all commands.

Operators' scripts and systemd rely on them.
"""

from __future__ import annotations

from collections.abc import Mapping

STATUSES: Mapping[int, str] = {
    0: "Success: a clean end, also by Ctrl-C or SIGTERM; with `--once`, a game whose log is "
    "written, or a table that nobody joined; a command that did its work.",
    1: "An error, with a line that names it: a folder, key, address or file that can't be "
    "used, or a port that is in use; with `--once`, a game that stopped or couldn't be "
    "written, or whose bots or reader are gone; systemd is missing, or you lack the "
    "permission to use it.",
    2: "Wrong usage, with a line that says what is wrong: an invalid option or "
    "configuration file, the same port for two purposes, or a port below 1024 without the "
    "permission to use it.",
    130: "Ctrl-C was pressed before the host had started.",
    141: "The program that reads standard output has ended, as in `wonders-host --help | head`.",
}
"""The meaning of each status, for docs/reference/exit-codes.md and the manual page."""
