"""The account that this process runs as."""

from __future__ import annotations

import os


def is_root() -> bool:
    """Whether this is the superuser's; never so where there is no such account."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
