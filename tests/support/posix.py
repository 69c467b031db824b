"""What tests take of POSIX, and what they leave out where it isn't there."""

from __future__ import annotations

import importlib
import os
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
