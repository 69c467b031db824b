"""Core dumps: a crashing process leaves no memory behind."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, resource, sys
from sealed_wonders.{package}.__main__ import main
sys.argv = ["program", "--version"]
try:
    main()
except SystemExit:
    pass
prctl = getattr(ctypes.CDLL(None), "prctl", None)
print(resource.getrlimit(resource.RLIMIT_CORE), prctl and prctl(3, 0, 0, 0, 0))
"""
"""Runs a program, and prints the state of its process; 3 is PR_GET_DUMPABLE."""


@pytest.mark.parametrize("package", ["client", "host"])
def test_both_programs_disable_core_dumps(package: str) -> None:
    """This holds whatever the limits of their environment are."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(package=package)],
        capture_output=True,
        text=True,
        check=True,
    )
    is_linux = hasattr(ctypes.CDLL(None), "prctl")
    assert f"(0, 0) {0 if is_linux else None}" == done.stdout.splitlines()[-1]
