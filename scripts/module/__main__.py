"""
``python -m sealed_wonders``: both programs, where the path may lead to neither.

``host`` as the first word is what ``wonders-host`` is, and what follows is for it; all else is
what ``wonders`` takes.
"""

from __future__ import annotations

import importlib
import sys


def main() -> None:
    """Run the program that the first word names."""
    program = "client"
    if sys.argv[1:2] == ["host"]:
        program = sys.argv.pop(1)
    importlib.import_module(f"sealed_wonders.{program}.__main__").main()


if __name__ == "__main__":
    main()
