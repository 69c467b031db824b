"""Runs scripts in this process, where their imports are already loaded."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest


def run_here(path: Path, *options: str, patch: pytest.MonkeyPatch) -> object:
    """Run a script in this process as Python does; return its exit status."""
    patch.setattr(sys, "argv", [str(path), *options])
    patch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(path), run_name="__main__")
    return end.value.code
