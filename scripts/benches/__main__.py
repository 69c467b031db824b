"""
Runs a bench by its name, or all of them.

A bench is a module of this package with a ``run``, which prints what it measured and
says whether that is what was wanted. What else lies here is named with an underscore.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from pathlib import Path

from scripts.benches import _measure


def benches() -> list[str]:
    here = Path(__file__).parent
    return sorted(path.stem for path in here.glob("[!_]*.py"))


def every_one() -> bool:
    """Run all, and print a table of what each has measured; the rest goes to stderr."""
    print("| `scripts/bench` | measured | | wanted |\n|---|---|---|---|", flush=True)
    well = True
    for name in benches():
        module = importlib.import_module(f"scripts.benches.{name}")
        _measure.figures.clear()
        with contextlib.redirect_stdout(sys.stderr):
            well &= module.run()
        for figure in _measure.figures:
            what, measured, wanted = figure
            print(f"| `{name}` | {what} | {measured} | {wanted} |", flush=True)
    return well


def main() -> None:
    match sys.argv[1:]:
        case [name] if name in benches():
            module = importlib.import_module(f"scripts.benches.{name}")
            sys.exit(0 if module.run() else 1)
        case ["--all"]:
            sys.exit(0 if every_one() else 1)
        case [] | ["--help" | "-h"]:
            for name in benches():
                module = importlib.import_module(f"scripts.benches.{name}")
                print(f"{name:12}", (module.__doc__ or "").strip().partition("\n")[0])
        case other:
            sys.exit(f"no such bench: {' '.join(other)}; there are {benches()}")


if __name__ == "__main__":
    main()
