"""
Play games by keys on real terminals, and compare the screens with stored ones.

    python scripts/screens.py [--update] [--lang LANG] [--size COLUMNSxROWS] [SCRIPT …]
    python scripts/screens.py --sample [SCRIPT …]
    python scripts/screens.py --whole

Requires tmux, of which each terminal runs a separate instance. The stored screens are
text files in tests/screens, by language and size. Each script is played in English at both
sizes, the fullest tables at a third, and French at the small size, where its longer
sentences have the least room. All small English screens are stored; others only if their
layout differs from the small English one, and from those already stored for that script.
--update rewrites them.
A difference ends the run with status 1. The scripts are in
tests/support/screenscripts.py. --sample plays each script in one language and at one
size, in a third of the time. --whole plays one game with ``wonders play``, which is
different each time, and looks for what must appear.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.screenscripts import (
    HUGE,
    PICTURED,
    SAMPLE,
    SCRIPTS,
    SIZES,
    SMALL,
    Snapshots,
    Variant,
    real_game,
    record,
)
from tests.support.tmux import Stuck, why_not

PICTURES = ROOT / "tests" / "screens"

USUAL = "en"
"""The language of which every screen is stored."""

FRAMES = frozenset("│╭╮╰╯├┤┬┴┼")

_IN_A_BOX = re.compile("[╭│╰][^╭│╰╮╯]*[╮│╯]")
"""A row of a box that lies on a screen."""

AT_ONCE = 2
"""Terminals at the same time; each keeps a core busy."""


def main() -> int:
    """Play the scripts; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT", help=", ".join(SCRIPTS))
    parser.add_argument("--update", action="store_true", help="write the pictures")
    parser.add_argument("--lang", choices=["en", "fr"], help="only this language")
    sizes = [f"{width}x{height}" for width, height in (*SIZES, HUGE)]
    parser.add_argument("--size", choices=sizes, help="only this size")
    parser.add_argument(
        "--sample", action="store_true", help="each script as the tests take it"
    )
    parser.add_argument("--whole", action="store_true", help="play a real game")
    options = parser.parse_args()
    if wrong := [name for name in options.scripts if name not in SCRIPTS]:
        parser.error(f"no such script: {wrong[0]!r}; there are {', '.join(SCRIPTS)}")
    if why := why_not():
        parser.error(why)
    if options.whole:
        return _play_whole()
    variants = [
        Variant(name, language, size)
        for name in options.scripts or SCRIPTS
        for language, its in (SAMPLE if options.sample else PICTURED)[name].items()
        for size in its
        if options.lang in (None, language)
        and options.size in (None, f"{size[0]}x{size[1]}")
    ]
    if not variants:
        parser.error("there are no such pictures")
    # Whole games run one by one; a scene is prepared once for all sizes.
    batches: dict[tuple[object, ...], list[Variant]] = {}
    for variant in variants:
        key = (variant.script, variant.language) if SCRIPTS[variant.script] else variant
        batches.setdefault(key, []).append(variant)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        results = list(threads.map(_recorded, batches.values()))
    wrong_ones = 0
    for batch, recorded in zip(batches.values(), results, strict=True):
        if isinstance(recorded, Stuck):
            print(f"{', '.join(map(str, batch))}: {recorded}")
            wrong_ones += 1
            continue
        for variant, taken in recorded.items():
            if options.update:
                _write(variant, taken)
            else:
                lines = list(_differences(variant, taken))
                print("\n".join(lines or [f"{variant}: as it was"]))
                wrong_ones += bool(lines)
    return 1 if wrong_ones else 0


def _play_whole() -> int:
    """Play a real game; return the exit status."""
    try:
        turns = real_game()
    except Stuck as stuck:
        print(stuck)
        return 1
    print(f"a whole game of {len(turns)} turns")
    return 0


def _recorded(variants: Sequence[Variant]) -> Snapshots | Stuck:
    try:
        return record(variants)
    except Stuck as stuck:
        return stuck


def _folder(variant: Variant) -> Path:
    width, height = variant.size
    return PICTURES / variant.language / f"{width}x{height}" / _named(variant.script)


def _named(words: str) -> str:
    return words.replace(",", "").replace(" ", "-")


def layout(screen: str) -> Sequence[object]:
    """Return where the frames of a screen are, which rows are empty, and what is cut off."""
    return [
        ([at for at, sign in enumerate(row) if sign in FRAMES], not row, row.count("…"))
        for row in map(str.rstrip, screen.splitlines())
    ]


def is_like_usual(screen: str, usual: str) -> bool:
    """
    Return whether the English screen at the small size shows the layout of another one.

    In French, everything is where it is in English. On a large terminal, a box is the
    same, or all rows are.
    """
    boxes = set(_IN_A_BOX.findall(usual))
    if boxes and boxes <= set(_IN_A_BOX.findall(screen)):
        return True
    return layout(usual) == layout(screen) or _rows(usual) == _rows(screen)


def _rows(screen: str) -> Sequence[str]:
    """Return the rows of a screen, wherever they are."""
    return [row for row in map(str.strip, screen.splitlines()) if row]


def _to_store(variant: Variant, taken: Mapping[str, str]) -> Mapping[Path, str]:
    """Return the pictures that are stored of a script, by path."""
    folder = _folder(variant)
    usual_folder = _folder(variant._replace(language=USUAL, size=SMALL))
    found: dict[Path, str] = {}
    layouts: list[object] = []
    for name, text in taken.items():
        path = folder / f"{_named(name)}.txt"
        usual = usual_folder / path.name
        if folder != usual_folder and usual.exists():
            its = layout(text)
            if its in layouts or is_like_usual(text, usual.read_text(encoding="utf-8")):
                continue
            layouts.append(its)
        found[path] = text
    return found


def _write(variant: Variant, taken: Mapping[str, str]) -> None:
    """Write screens, and remove obsolete ones."""
    folder = _folder(variant)
    folder.mkdir(parents=True, exist_ok=True)
    for old in _kept(folder):
        old.unlink()
    for path, text in _to_store(variant, taken).items():
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{variant}: {len(_kept(folder))} pictures written")


def _differences(variant: Variant, taken: Mapping[str, str]) -> Iterator[str]:
    """Yield the differences from the stored screens."""
    now = _to_store(variant, taken)
    for path in sorted({*now, *_kept(_folder(variant))}):
        where = str(path.relative_to(ROOT))
        if path not in now:
            yield f"{where}: not needed any more; --update removes it"
        elif not path.exists():
            yield f"{where}: is not there; --update writes it"
        else:
            before = path.read_text(encoding="utf-8").splitlines()
            after = now[path].splitlines()
            yield from difflib.unified_diff(
                before, after, where, "seen now", lineterm=""
            )


def _kept(folder: Path) -> Sequence[Path]:
    return sorted(folder.glob("*.txt"))


if __name__ == "__main__":
    sys.exit(main())
