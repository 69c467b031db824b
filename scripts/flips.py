"""
Flip every bit of a log, one at a time, and check that no change passes.

    python scripts/flips.py LOG [--step N] [--first BIT]

The first bit that passes ends the run with status 1. Each bit takes a tenth of a
millisecond, and a game of three has more than a million bits; --step skips some.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.flips import flips


def main() -> int:
    """Flip the bits; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--step", type=int, default=1, help="every so many bits")
    parser.add_argument("--first", type=int, default=0, help="the bit to begin with")
    options = parser.parse_args()
    if options.step < 1 or options.first < 0:
        parser.error("a step is at least 1, and no bit is before 0")
    count = 0
    for bit, why in flips(options.log.read_bytes(), options.step, options.first):
        if not why:
            print(f"bit {bit % 8} of byte {bit // 8} can be flipped")
            return 1
        count += 1
    print(f"{count} bits flipped, and none passes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
