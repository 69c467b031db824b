"""
Runs a bench by its name.

A bench is a module of this package with a ``run``, which prints what it measured and
says whether that is what was wanted. What else lies here is named with an underscore.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def benches() -> list[str]:
    here = Path(__file__).parent
    return sorted(path.stem for path in here.glob("[!_]*.py"))


def main() -> None:
    match sys.argv[1:]:
        case [name] if name in benches():
            module = importlib.import_module(f"scripts.benches.{name}")
            sys.exit(0 if module.run() else 1)
        case [] | ["--help" | "-h"]:
            for name in benches():
                module = importlib.import_module(f"scripts.benches.{name}")
                print(f"{name:12}", (module.__doc__ or "").strip().partition("\n")[0])
        case other:
            sys.exit(f"no such bench: {' '.join(other)}; there are {benches()}")


if __name__ == "__main__":
    main()
