"""
Replay the playthroughs under tests/playthroughs, or write them again.

    python scripts/playthrough.py [NAME …] [--update] [--games N]

Without --update, each is replayed from its moves, and the first line that differs is
shown; then whatever no playthrough shows any more. With --update, the files are rewritten
from the same moves. A playthrough whose moves aren't legal any more is removed. For what
is missing then, N games at a time are played at random, and the one that shows the most
of it in the fewest lines becomes a playthrough. One that shows nothing that others don't
is removed. Review the diff.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import count, zip_longest
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support import architects_sights, sights
from tests.support.architects_playthroughs import PREFIX
from tests.support.playthroughs import FOLDER


class Kind(NamedTuple):
    """
    The playthroughs of a game.

    Attributes:
        wanted: what they must show between them.
        watch: replays one; returns what it says now, and what it shows.
        make: plays a game from a seed, for what is missing; returns a name, the text, and
            what it shows.
        is_named: whether a file's name is that of one of them.
    """

    wanted: Callable[[], set[str]]
    watch: Callable[[str], tuple[str, set[str]]]
    make: Callable[[str, set[str]], tuple[str, str, set[str]]]
    is_named: Callable[[str], bool]


KINDS = (
    Kind(
        sights.wanted,
        sights.watch,
        sights.make,
        lambda name: not name.startswith(PREFIX),
    ),
    Kind(
        architects_sights.wanted,
        architects_sights.watch,
        architects_sights.make,
        lambda name: name.startswith(PREFIX),
    ),
)


def files(kind: Kind, folder: Path) -> list[Path]:
    """Return the playthroughs of a game."""
    return sorted(path for path in folder.glob("*.txt") if kind.is_named(path.name))


def missing(kind: Kind, folder: Path) -> set[str]:
    """Return what no playthrough of a game shows."""
    found = kind.wanted()
    for path in files(kind, folder):
        found -= kind.watch(path.read_text("utf-8"))[1]
    return found


def difference(kind: Kind, text: str) -> str:
    """Return how a replay differs from its text; empty if it doesn't."""
    try:
        told, _ = kind.watch(text)
    except (LookupError, ValueError) as problem:
        return str(problem)
    lines = zip_longest(text.splitlines(), told.splitlines())
    for number, (was, now) in enumerate(lines, start=1):
        if was != now:
            return f"line {number}\n  was {was}\n  now {now}"
    return ""


def rewrite(kind: Kind, path: Path) -> str:
    """Rewrite a playthrough from its moves; return how that was done."""
    was = path.read_text("utf-8")
    try:
        told, _ = kind.watch(was)
    except (LookupError, ValueError) as problem:
        path.unlink()
        return f"removed: {problem}"
    path.write_text(told, "utf-8")
    return "unchanged" if told == was else "written again"


def complete(kind: Kind, folder: Path, games: int) -> None:
    """Add playthroughs until everything wanted is shown, and remove those not needed."""
    left = missing(kind, folder)
    for batch in count():
        if not left:
            break
        made = [kind.make(f"{batch}/{game}", left) for game in range(games)]
        name, text, shown = max(
            made, key=lambda it: len(it[2] & left) / it[1].count("\n")
        )
        if shown & left:
            path = unused(folder, name)
            path.write_text(text, "utf-8")
            print(f"{path.stem}: played, for {len(shown & left)} of {len(left)}")
            left -= shown
    prune(kind, folder)


def prune(kind: Kind, folder: Path) -> None:
    """Remove playthroughs that show nothing that others don't, the longest first."""
    paths = sorted(files(kind, folder), key=lambda path: -path.stat().st_size)
    shown = {path: kind.watch(path.read_text("utf-8"))[1] for path in paths}
    for path in paths:
        others = [some for other, some in shown.items() if other != path]
        if kind.wanted() <= set().union(*others):
            path.unlink()
            del shown[path]
            print(f"{path.stem}: not needed")


def unused(folder: Path, name: str) -> Path:
    """Return a path for a playthrough of that name, or the first number behind it."""
    paths = (folder / f"{name}-{number}.txt" for number in count(1))
    return next(path for path in paths if not path.exists())


def main() -> int:
    """Replay or rewrite playthroughs; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="all by default")
    parser.add_argument("--update", action="store_true", help="write all of them again")
    parser.add_argument("--games", type=int, default=200, help="to choose one from")
    options = parser.parse_args()
    known = [path.stem for kind in KINDS for path in files(kind, FOLDER)]
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no such playthrough: {unknown[0]}; {', '.join(known)}")
    if options.update:
        for kind in KINDS:
            for path in files(kind, FOLDER):
                print(f"{path.stem}: {rewrite(kind, path)}")
            complete(kind, FOLDER, options.games)
        return 0
    return compare(options.names)


def compare(names: Sequence[str]) -> int:
    """Print which playthroughs differ from their replays; return 1 if any does."""
    status = 0
    for kind in KINDS:
        for path in files(kind, FOLDER):
            if not names or path.stem in names:
                found = difference(kind, path.read_text("utf-8"))
                print(f"{path.stem}: {found or 'as it was'}")
                status = 1 if found else status
        if not names and not status and (left := missing(kind, FOLDER)):
            print(f"missing: {'; '.join(sorted(left))}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
