"""
Replay the playthroughs under tests/playthroughs, or write them again.

    python scripts/playthrough.py [--update] [NAME …]

Without --update, each is replayed from its moves, and the first line that differs is
shown. With --update, the files are rewritten from the same moves; a playthrough that is
missing, or whose moves aren't legal any more, is played again. Review the diff.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support import architects_playthroughs, playthroughs
from tests.support.playthroughs import FOLDER


class Playthrough(Protocol):
    """A recipe for a playthrough."""

    @property
    def wish(self) -> Callable[[Sequence[Any]], bool]:
        """A condition on the events that a playthrough must satisfy."""

    def make(self, name: str) -> str:
        """Play the game and return its text."""


RECIPES: Mapping[str, Playthrough] = {
    **playthroughs.RECIPES,
    **architects_playthroughs.RECIPES,
}


def replay(text: str) -> tuple[str, Sequence[Any]]:
    """Replay a game from its moves, whichever game it is."""
    if text.startswith("game architects "):
        return architects_playthroughs.replay(text)
    return playthroughs.replay(text)


def difference(text: str) -> str:
    """Return how a replay differs from its text; empty if it doesn't."""
    try:
        told, _ = replay(text)
    except (LookupError, ValueError) as problem:
        return str(problem)
    lines = zip_longest(text.splitlines(), told.splitlines())
    for number, (was, now) in enumerate(lines, start=1):
        if was != now:
            return f"line {number}\n  was {was}\n  now {now}"
    return ""


def update(name: str, path: Path) -> str:
    """Rewrite a playthrough; return how that was done."""
    recipe = RECIPES[name]
    if path.exists():
        was = path.read_text("utf-8")
        try:
            told, events = replay(was)
        except (LookupError, ValueError) as problem:
            reason = str(problem)
        else:
            if recipe.wish(events):
                path.write_text(told, "utf-8")
                return "unchanged" if told == was else "written again"
            reason = "it doesn't have in it what it is there for"
    else:
        reason = "there was none"
    path.write_text(recipe.make(name), "utf-8")
    return f"played anew: {reason}"


def main() -> int:
    """Replay or rewrite playthroughs; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="all by default")
    parser.add_argument("--update", action="store_true", help="write them again")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in RECIPES]
    if unknown:
        parser.error(f"no such playthrough: {unknown[0]}; {', '.join(RECIPES)}")
    status = 0
    for name in options.names or RECIPES:
        path = FOLDER / f"{name}.txt"
        if options.update:
            FOLDER.mkdir(exist_ok=True)
            print(f"{name}: {update(name, path)}")
        elif not path.exists():
            print(f"{name}: missing")
            status = 1
        else:
            found = difference(path.read_text("utf-8"))
            print(f"{name}: {found or 'as it was'}")
            status = 1 if found else status
    return status


if __name__ == "__main__":
    sys.exit(main())
