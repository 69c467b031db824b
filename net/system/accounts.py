"""The account that this process runs as, and others."""

from __future__ import annotations

import os


def is_root() -> bool:
    """Whether this is the superuser's; never so where there is no such account."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def is_another(uid: int) -> bool:
    """
    Whether a user id is another account's.

    The superuser's doesn't count as one: it can look into this process anyway, and what
    relays connections into a virtual machine (WSL) runs as root there.
    """
    return hasattr(os, "geteuid") and uid not in (0, os.geteuid())
