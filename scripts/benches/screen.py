"""
The screen: from a key to the drawing, from nothing to the first screen, and at rest.

The program runs on a pseudo terminal, and its output is read as it arrives. A drawing
has ended when nothing arrives for a twentieth of a second; its time is that of the last
byte. Keys are pressed one at a time, once everything is drawn, in the middle of a game
of seven that is the same every time (tests/support/sceneapp.py). At rest, a player
thinks about a choice in a game against six bots. All times are wall-clock times.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from scripts.benches._measure import at_most
from scripts.benches._pty import Drawn
from scripts.benches._table import ticks
from tests.support.scenes import PlayedScene

ROOT = Path(__file__).parents[2]

SMALLEST = 80, 24

SIZES = (SMALLEST, (120, 40))

KEY = 20.0
"""Milliseconds from a key to the end of the drawing, the median."""
DRAW = 8.0
"""Milliseconds to draw a table without any cached parts."""
START = 0.6
"""Seconds to the first screen, the median."""
SHARE = 1.0
"""Percent of a core at rest."""

PRESSED = 300
DRAWN = 100
STARTED = 7
REST = 10.0
"""Seconds for which the program is watched at rest."""
SETTLED = 5.0
"""Seconds before that, until all other work for the choice is done."""

DOWN, UP, RIGHT, BACK = b"\x1b[B", b"\x1b[A", b"\x1b[C", b"\x7f"

KEYS = (
    *(DOWN, DOWN, DOWN, UP, UP, UP),
    *(DOWN, b"b", BACK, b"s", BACK),
    *(b"d", BACK, b"c", RIGHT, RIGHT, BACK, b"l", BACK, b"p", BACK, b"?", BACK),
)
"""
Moving in the hand; laying a choice down and taking it back; opening and closing boxes.
"""

AT_ARCHITECTS = (
    *(DOWN, DOWN, DOWN, UP, UP, UP, b"1", b"2", BACK),
    *(b"1", b"d", RIGHT, BACK, b"c", RIGHT, RIGHT, BACK, b"i", BACK, b"j", BACK),
    *(b"l", BACK, b"p", BACK, b"?", BACK),
)
"""The same at a table of Architects."""


def run() -> bool:
    print(f"{os.cpu_count()} cores, a pseudo terminal")
    well = [_keys(size, "seven", KEYS) for size in SIZES]
    well += [_keys(size, "architects of seven", AT_ARCHITECTS) for size in SIZES]
    well.append(_drawn())
    log = str(ROOT / "tests" / "vectors" / "three_seats.swlog")
    well += [_start(), _start("replay", log), _start("play")]
    well += [_rest(), _rest("--turn-time", "900")]
    return all(well)


def _keys(size: tuple[int, int], scene: str, keys: Sequence[bytes]) -> bool:
    """Press keys in the middle of a game."""
    with _stage(size, scene) as drawn:
        drawn.first()
        drawn.rest()
        times = [drawn.press(key) for key in islice(cycle(keys), PRESSED)]
    taken = sorted(it * 1000 for it in times if it is not None)
    where = f"{scene}, {size[0]}x{size[1]}"
    print(
        f"{where}: {len(taken)} keys, the quickest {taken[0]:.1f} ms, nine of ten within "
        f"{taken[len(taken) * 9 // 10]:.1f}, the worst {taken[-1]:.1f}; "
        f"{PRESSED - len(taken)} changed nothing"
    )
    median = statistics.median(taken)
    return at_most(f"{where}: a key, median", median, KEY, "ms")


def _drawn() -> bool:
    """Draw the table of Architects several times, with empty caches."""
    with tempfile.TemporaryDirectory() as folder:
        play = PlayedScene(Path(folder), "architects of seven")
        play.draw()
        stack = play.stack
        times = []
        for _ in range(DRAWN):
            stack.base = stack.known.face.screens.by_kind["table"](stack)
            begun = time.perf_counter()
            stack.draw(*SMALLEST)
            times.append((time.perf_counter() - begun) * 1000)
    where = f"architects of seven, {SMALLEST[0]}x{SMALLEST[1]}"
    return at_most(f"{where}: drawn anew, median", statistics.median(times), DRAW, "ms")


def _start(*arguments: str) -> bool:
    """Start the program several times."""
    times = []
    for _ in range(STARTED):
        with tempfile.TemporaryDirectory() as home, _program(home, *arguments) as drawn:
            times.append(drawn.first())
    what = " ".join(("wonders", *arguments[:1]))
    print(f"{what}: {min(times):.2f} to {max(times):.2f} s in {STARTED} starts")
    return at_most(
        f"{what}: the first screen, median", statistics.median(times), START, "s"
    )


def _rest(*clock: str) -> bool:
    """Watch the program at rest, while a choice is open."""
    game = ("play", "--players", "7", "--sides", "day", *clock)
    with tempfile.TemporaryDirectory() as home, _program(home, *game) as drawn:
        drawn.wait_for(b"Your turn")
        drawn.look_on(SETTLED)
        before = ticks(str(drawn.pid))
        drawn.look_on(REST)
        taken = (ticks(str(drawn.pid)) - before) / os.sysconf("SC_CLK_TCK")
    what = "a turn clock" if clock else "no turn clock"
    return at_most(f"at rest, {what}: of a core", taken / REST * 100, SHARE, "%")


def _program(home: str, *arguments: str) -> Drawn:
    command = (str(ROOT / ".venv" / "bin" / "wonders"), *arguments)
    return Drawn(command, SIZES[1], _environment(home))


def _stage(size: tuple[int, int], *arguments: str) -> Drawn:
    command = [sys.executable, "-m", "tests.support.sceneapp", *arguments]
    return Drawn(command, size, _environment(""))


def _environment(home: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": home,
        "WONDERS_HOME": home,
        "WONDERS_NAME": "ann",  # otherwise the program asks for a name
        "WONDERS_DISCOVERY": "127.0.0.1",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
    }
