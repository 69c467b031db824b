"""The account of this process, and others."""

from __future__ import annotations

import getpass
import os

try:
    import pwd
except ImportError:  # only POSIX has it
    pwd = None  # type: ignore[assignment]


def is_root() -> bool:
    """Return whether this is the superuser's account; False if there is none."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def is_another(uid: int) -> bool:
    """
    Return whether a user id belongs to another account.

    The superuser doesn't count, since it can look into this process anyway. The relay
    for connections into a virtual machine (WSL) also runs as root there.
    """
    return hasattr(os, "geteuid") and uid not in (0, os.geteuid())


def login_name() -> str:
    """Return the name of this process's account; empty if it has none."""
    try:
        return getpass.getuser()
    except (ImportError, OSError, KeyError):
        return ""


def first_name(login: str) -> str:
    """Return the first word of the full name of an account; empty if it isn't known."""
    try:
        full = "" if pwd is None else pwd.getpwnam(login).pw_gecos
    except (KeyError, OSError, ValueError):
        return ""
    return next(iter(full.partition(",")[0].split()), "")
