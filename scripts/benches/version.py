"""
The time that ``wonders --version`` takes, from nothing to the prompt.
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from scripts.benches._measure import RUNS, at_most

COMMAND = Path(__file__).parents[2] / ".venv" / "bin" / "wonders"
WANTED = 0.2
"""Seconds."""


def run() -> bool:
    print(f"best of {RUNS} runs, by the clock on the wall")
    return at_most(
        "wonders --version", min(_seconds() for _ in range(RUNS)), WANTED, "s"
    )


def _seconds() -> float:
    started = time.perf_counter()
    subprocess.run([COMMAND, "--version"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started
