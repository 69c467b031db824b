"""The account of this process, and others."""

from __future__ import annotations

import os


def is_root() -> bool:
    """
    Return whether this is the superuser's account; False if there are no such accounts.
    """
    return hasattr(os, "geteuid") and os.geteuid() == 0


def is_another(uid: int) -> bool:
    """
    Return whether a user id belongs to another account.

    The superuser doesn't count, since it can look into this process anyway. The relay
    for connections into a virtual machine (WSL) also runs as root there.
    """
    return hasattr(os, "geteuid") and uid not in (0, os.geteuid())
