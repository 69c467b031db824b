"""
The commands of ``wonders-host``, apart from running a host.

Each is the click command of its name, in the module of its name, which is imported only
when the command is run.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.commandline.commands import CommandSummary
from sealed_wonders.net.words import marked

COMMANDS: Mapping[str, CommandSummary] = {
    "status": CommandSummary(marked("Show a running host's tables, people and load.")),
    "admin": CommandSummary(marked("Send commands to a running host.")),
    "history": CommandSummary(marked("Show a host's games, standings and ratings.")),
    "check-config": CommandSummary(marked("Check a configuration file.")),
    "install-service": CommandSummary(
        marked("Start a host whenever this machine starts.")
    ),
    "bundle": CommandSummary(
        marked("Pack the program for machines without Internet access.")
    ),
}
"""Every command with its summary."""
