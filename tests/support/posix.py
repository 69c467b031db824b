"""Parts of POSIX that tests use, and what is skipped without them."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import pytest


def _found(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


fcntl, resource = _found("fcntl"), _found("resource")

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
"""Who may read and write everything."""

posix_only = pytest.mark.skipif(
    os.name != "posix",
    reason="it is about who may read a file, limits of a process, or /proc",
)

CAN_SWITCH_USER = IS_ROOT and sys.platform == "linux"

needs_another_user = pytest.mark.skipif(
    not CAN_SWITCH_USER,
    reason="only root can run something as another account, and only Linux tells whose "
    "a connection is",
)
