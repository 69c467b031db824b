"""
What there is to do with a host, besides running one.

Each is the click command of its name in the module of its name, which is imported when it
is called for.
"""

from __future__ import annotations

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {
    "admin": "Tell a host that runs here what to do.",
    "history": "Show what was played at a host, and how all stand.",
    "status": "Show how a host that runs here is.",
    "bundle": "Pack the program for machines without the Internet.",
    "check-config": "Find out whether a host would take a file of options.",
    "install-service": "Have a host begin with this machine.",
}
"""By name: what each does."""
