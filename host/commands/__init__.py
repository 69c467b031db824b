"""
The commands of ``wonders-host``, apart from running a host.

Each is the click command of its name, in the module of its name, which is imported only
when the command is run.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.commandline.commands import Entry
from sealed_wonders.net.words import marked

COMMANDS: Mapping[str, Entry] = {
    "status": Entry(marked("Show the tables, people and load of a running host.")),
    "admin": Entry(marked("Send commands to a running host.")),
    "history": Entry(marked("Show the games, standings and ratings of a host.")),
    "check-config": Entry(marked("Check a configuration file.")),
    "install-service": Entry(marked("Start a host whenever this machine starts.")),
    "bundle": Entry(marked("Pack the program for machines without Internet access.")),
}
"""Every command with its summary."""
