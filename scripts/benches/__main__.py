"""
Run one bench by name, or all of them.

A bench is a module of this package with a function ``run``, which prints what it
measures and returns whether the figures are good enough. Names of other modules begin
with an underscore.
"""

from __future__ import annotations

import contextlib
import importlib
import subprocess
import sys
from pathlib import Path

from scripts.benches import _measure

ROWS = "--rows"
"""The option for running a bench as part of all benches."""


def benches() -> list[str]:
    here = Path(__file__).parent
    return sorted(path.stem for path in here.glob("[!_]*.py"))


def every_one() -> bool:
    """
    Run all benches and print a table of their figures; other output goes to stderr.
    """
    print("| `scripts/bench` | measured | | wanted |\n|---|---|---|---|", flush=True)
    # In separate processes: a reactor runs only once, and memory isn't given back.
    command = [sys.executable, "-m", "scripts.benches", ROWS]
    runs = [subprocess.run([*command, name], check=False) for name in benches()]
    return all(run.returncode == 0 for run in runs)


def rows_of(name: str) -> bool:
    """Run a bench and print its rows of the table."""
    with contextlib.redirect_stdout(sys.stderr):
        well = run(name)
    for what, measured, wanted in _measure.figures:
        print(f"| `{name}` | {what} | {measured} | {wanted} |", flush=True)
    return well


def run(name: str, *parts: str) -> bool:
    """Run a bench, or some of its parts; return whether its figures are good enough."""
    module = importlib.import_module(f"scripts.benches.{name}")
    if parts and not hasattr(module, "PARTS"):
        sys.exit(f"{name} has no parts")
    return bool(module.run(*parts))


def main() -> None:
    match sys.argv[1:]:
        case ["--all"]:
            sys.exit(0 if every_one() else 1)
        case [str(option), name] if option == ROWS and name in benches():
            sys.exit(0 if rows_of(name) else 1)
        case [name, *parts] if name in benches():
            sys.exit(0 if run(name, *parts) else 1)
        case [] | ["--help" | "-h"]:
            for name in benches():
                module = importlib.import_module(f"scripts.benches.{name}")
                print(f"{name:12}", (module.__doc__ or "").strip().partition("\n")[0])
        case other:
            sys.exit(f"no such bench: {' '.join(other)}; there are {benches()}")


if __name__ == "__main__":
    main()
