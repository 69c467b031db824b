"""
Draw the animation in README.md, docs/pictures/game.svg: a whole game in half a minute.

    python scripts/animation.py [--check]

The game runs at a table in this process, with real screens, sealed cards and the other
players' programs, and is the same every time. Readers who prefer reduced motion see a
still picture; screen readers get the captions. --check writes nothing; status 1 means
that a screen now shows different text.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.screenshots import (
    INK,
    MARGIN,
    PAPER,
    Run,
    canvas,
    looks_of,
    marks,
    runs,
    style,
    text_in,
)
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.core.game import Move
from sealed_wonders.net import words
from sealed_wonders.net.suites import SEALED
from tests.support.scenes import PlayedScene, Scene
from tests.support.stacks import build_at_random

PATH = ROOT / "docs" / "pictures" / "game.svg"

SIZE = (100, 30)
"""Width and height of the terminal, in columns and rows."""

CAPTION_HEIGHT = 34
"""Height of the caption below the screen, in pixels."""

SEED = "8/"
"""The seed of a game that the player wins."""

TITLE = "A game of 7 Wonders in a terminal, from the lobby to the result"


class Frame(NamedTuple):
    """A screen with its caption, and the seconds for which it is shown."""

    caption: str
    seconds: float
    letters: Sequence[Run]
    is_still: bool = False
    """Whether it represents the whole game where nothing may move."""


class Game:
    """The game from which the frames are taken."""

    def __init__(self, folder: Path) -> None:
        scene = Scene(4, lambda play: None, suite=SEALED, seed=SEED)
        self._play = PlayedScene(folder, scene)
        self._seated = self._play.seated

    def frames(self) -> Iterator[Frame]:
        """Play the game, and yield its frames."""
        yield self._frame("The lobby: everybody else is ready", 3)
        self._seated.begin()
        yield self._frame("Choose a side of your board", 2.5)
        self._seated.play_until_turn(1, 1)
        self._play.pass_time()
        yield self._frame(
            "Your first hand: nobody else can see it, not even the host", 3
        )
        yield from self._turn(
            "Pick a card", "Seal your choice", "All cards are revealed"
        )
        yield self._frame("Hands go round", 2)
        self._seated.play_until_turn(1, 6)
        self._play.draw()
        self._seated.choose()
        yield self._frame("The end of an age: conflicts with both neighbours", 4)
        self._seated.play_until_turn(2, 4)
        self._play.pass_time()
        yield self._frame(
            "The second age: prices, and what your neighbours build", 4, is_still=True
        )
        self._seated.play_until_turn(3, 3)
        self._play.pass_time()
        yield from self._turn(
            "The third age", "Seal your choice", "All cards are revealed"
        )
        self._seated.play_out()
        self._play.pass_time()
        yield self._frame("The result: your program has checked every move", 5)

    def _turn(self, *captions: str) -> Iterator[Frame]:
        """
        Build a card by keys, and yield frames of the cursor, the choice and the reveal.
        """
        choosing, sealing, revealing = captions
        self._play.act(f"digit {self._number(self._wish())}")
        yield self._frame(choosing, 2)
        self._play.act("build")
        yield self._frame(sealing, 2)
        self._play.act("build")
        yield self._frame(revealing, 4)
        self._play.pass_time()

    def _wish(self) -> Move:
        """
        Return the move that builds the last card in hand with only one way to build it.
        """
        for item in reversed(self._menu.items):
            some = [it.move for it in item.uses if it.move.text.startswith("build")]
            if len(some) == 1:
                return some[0]
        return build_at_random(self._menu.question)

    def _number(self, move: Move) -> int:
        """Return the number of the card that a move uses."""
        items = self._menu.items
        return next(it.number for it in items if move in [use.move for use in it.uses])

    @property
    def _menu(self) -> Menu:
        menu = self._seated.stack.known.menu
        if menu is None:
            raise ValueError("nothing can be chosen")
        return menu

    def _frame(self, caption: str, seconds: float, *, is_still: bool = False) -> Frame:
        return Frame(caption, seconds, runs(self._play.draw(*SIZE)), is_still)


def draw() -> str:
    """Play the game and return the animation."""
    words.use("en")
    with tempfile.TemporaryDirectory() as folder:
        frames = list(Game(Path(folder)).frames())
    return svg(frames)


def svg(frames: Sequence[Frame]) -> str:
    """Return the animation of some frames in an endless loop."""
    width, height = canvas(SIZE)
    looks = looks_of([run for frame in frames for run in frame.letters])
    said = ". ".join(frame.caption for frame in frames)
    whole = f"0 0 {width:g} {height + CAPTION_HEIGHT:g}"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{whole}" role="img" '
            'aria-labelledby="title story" xml:space="preserve">'
        ),
        f'<title id="title">{escape(TITLE)}</title>',
        f'<desc id="story">{escape(said)}.</desc>',
        f"<style>{style(looks)}{''.join(_motion(frames))}</style>",
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
    ]

    def place(caption: str) -> str:
        at = f'x="{width / 2:g}" y="{height + MARGIN:g}"'
        return f'<text class="caption" {at}>{escape(caption)}</text>'

    for number, frame in enumerate(frames):
        lines += [
            f'<g class="frame f{number}{" still" if frame.is_still else ""}">',
            *marks(frame.letters, looks),
            place(frame.caption),
            "</g>",
        ]
    return "\n".join([*lines, "</svg>", ""])


def _motion(frames: Sequence[Frame]) -> Iterator[str]:
    """Yield the style rules that show one frame after the other."""
    whole = sum(frame.seconds for frame in frames)
    yield (
        f"text.caption{{text-anchor:middle;font-weight:bold;fill:{INK}}}"
        f".frame{{visibility:hidden;animation:{whole:g}s step-end infinite}}"
        ".still{visibility:visible}"
    )
    begun = 0.0
    for number, frame in enumerate(frames):
        since, until = (100 * it / whole for it in (begun, begun + frame.seconds))
        hidden = "0%{visibility:hidden}" if number else ""
        yield (
            f"@keyframes k{number}{{{hidden}{since:.2f}%{{visibility:visible}}"
            f"{until:.2f}%,100%{{visibility:hidden}}}}.f{number}{{animation-name:k{number}}}"
        )
        begun += frame.seconds
    yield "@media (prefers-reduced-motion:reduce){.frame{animation:none}}"


def main() -> int:
    """Write or check the animation; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    options = parser.parse_args()
    drawn = draw()
    if not options.check:
        PATH.parent.mkdir(parents=True, exist_ok=True)
        PATH.write_text(drawn, encoding="utf-8", newline="\n")
    elif not PATH.exists() or text_in(PATH.read_text("utf-8")) != text_in(drawn):
        print(f"not as it was: {PATH.name}; run python scripts/animation.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
