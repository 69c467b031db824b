"""
Moments of games: they look as stored in `tests/screens/`, and everything fits.

`tests/scripts/test_screens.py` draws some of them on real terminals, with a whole game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from scripts.screens import PICTURES, is_like_usual, layout
from sealed_wonders.client.person.keys import ACTIONS, usual
from sealed_wonders.client.signs.draw import Rows
from sealed_wonders.client.signs.symbols import ASCII
from sealed_wonders.client.terminal import availability
from sealed_wonders.client.terminal.screens.dialog import DialogBox
from sealed_wonders.client.terminal.screens.help import BELOW
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.net.words import NO_BREAK, use
from tests.support.french import english
from tests.support.pseudolocale import pseudolocale
from tests.support.scenes import SCENES, At, PlayedScene
from tests.support.screenscripts import (
    HUGE,
    LARGE,
    MUCH_ROOM,
    SCRIPTS,
    SIZES,
    SMALL,
    Snapshot,
)
from tests.support.stacks import drawn_to_fit
from tests.support.thorough import is_thorough, only

MOMENTS = {
    scene: (script, acts)
    for script, moments in SCRIPTS.items()
    if moments is not MUCH_ROOM
    for scene, acts in moments.items()
}

IN_FRENCH = (
    *("find", "lobby of seven", "sides", "discard", "boards", "ways", "fullest"),
    *("end of seven", "wonders", "search of architects", "selection", "end with both"),
)
"""Scenes that are always drawn in French, where most texts are longer; others in English."""

ALIKE = ("end of architects", "architects of seven", "stage of architects")
"""Slow scenes, most of which other scenes show as well."""

ALWAYS = [
    (name, "fr" if name in IN_FRENCH else "en") for name in SCENES if name not in ALIKE
]

CUT = re.compile(r"\w+(?=[╭│╰])|(?<=[╮│╯])\w+")
"""Letters of a word that a box covers in part."""

BOXES = (
    *("cities", "city 1", "details", "memory", "scores", "log", "edifices"),
    *("piles", "tokens", "invite", "help", "quit"),
)
"""Actions that open boxes, tried on each screen."""

CLICKED: Sequence[str] = (
    *("find", "lobby", "five", "ways", "reveal", "discard", "ballot"),
    *("end of an evening", "recruitment", "architects", "search of architects"),
)
"""Scenes in which clicks are checked for each box."""

FITTED = (*SIZES, (200, 60))
"""Sizes in which everything has to fit."""


@pytest.mark.parametrize(
    ("name", "language"),
    only(ALWAYS, [(name, language) for name in SCENES for language in ("en", "fr")]),
)
def test_a_moment_looks_as_it_is_stored_and_fits(
    at: At, name: str, language: str
) -> None:
    """If a difference is intended, run `python -m scripts.screens --update`."""
    use(language)
    script, acts = MOMENTS.get(name, ("", ()))
    play = at(name)
    play.draw()
    if play.stack.overlays:  # a question that opened by itself
        assert set() == out_of_reach(play.stack)
    for act in acts:
        if isinstance(act, Snapshot):
            compare_screen(play, script, act.name, language)
        elif act == "F6":
            play.pass_time()
        else:
            play.act(action(act))
    for box, size in opened(name):
        opens(play, box)
        drawn = drawn_to_fit(play.stack, *size).split("\n")
        if language == "fr":
            assert [] == english(CUT.sub("", row) for row in drawn), box
    for box in ("", *BOXES) if name in CLICKED or is_thorough() else ():
        opens(play, box)
        assert set() == out_of_reach(play.stack), box
    play.stack.symbols = ASCII
    with pseudolocale():
        for box, size in opened(name):
            if size == SMALL:
                opens(play, box)
                drawn_to_fit(play.stack)


def opened(scene: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """
    Yield the boxes to open in a scene, with the sizes in which to draw them.

    In a thorough run, each box is drawn in each size; otherwise, the sizes take turns.
    """
    for number, box in enumerate(("", *BOXES), list(SCENES).index(scene)):
        for at, size in enumerate(FITTED):
            if is_thorough() or number % len(FITTED) == at:
                yield box, size


def compare_screen(play: PlayedScene, script: str, name: str, language: str) -> None:
    """Compare a screen with the stored one, in each size."""
    usual = stored(script, name, "en", SMALL)
    for size in (*SIZES, HUGE):
        path = stored(script, name, language, size)
        is_taken = size == SMALL or (size == LARGE and language == "en")
        if not path.exists() and not is_taken:
            continue
        play.root.put()
        drawn = drawn_to_fit(play.stack, *size).replace(NO_BREAK, " ")
        if path.exists():
            assert lines(path) == drawn.split("\n"), path
        else:
            like_usual = is_like_usual(drawn, "\n".join(lines(usual)))
            assert like_usual or layout(drawn) in layouts(path.parent), path


@cache
def layouts(folder: Path) -> Sequence[object]:
    """Return the layouts of the stored screens in a folder."""
    return [layout("\n".join(lines(path))) for path in folder.glob("*.txt")]


def stored(script: str, name: str, language: str, size: tuple[int, int]) -> Path:
    width, height = size
    script = "much room" if size == HUGE else script
    folder, file = (it.replace(",", "").replace(" ", "-") for it in (script, name))
    return PICTURES / language / f"{width}x{height}" / folder / f"{file}.txt"


def lines(path: Path) -> Sequence[str]:
    """Return the rows of a stored screen, as `text_of` does."""
    return [row.rstrip() for row in path.read_text("utf-8").rstrip("\n").split("\n")]


NAMED = {"Right": "right", "Down": "down", "Enter": "enter", "Escape": "escape"}
NAMED |= {"Tab": "tab", "End": "end", "F7": "f7"}


def action(key: str) -> str:
    """Return the action of a key in a script."""
    named = NAMED.get(key, key)
    found = [name for name in ACTIONS if named in usual(name)]
    return found[0] if found else f"digit {key}"


def opens(play: PlayedScene, box: str) -> None:
    """Open a box, or move the cursor down if no box is named."""
    play.stack.overlays.clear()
    play.draw()
    play.stack.act(box or "down")
    play.root.put()


def out_of_reach(stack: ScreenStack) -> set[str]:
    """
    Return the actions that have a key but can be clicked neither here nor in the help.
    """
    hidden = offered(stack) - clicks(stack.draw(*SMALL))
    if hidden and not isinstance(stack.top, DialogBox):  # a dialog may take any key
        hidden -= explained(stack)
    return hidden


def offered(stack: ScreenStack) -> set[str]:
    """Return the actions with a key that are possible on this screen."""
    some = (
        *stack.top.actions,
        *(() if stack.overlays else availability.offered(stack)),
    )
    return {one for one in some if one in ACTIONS and stack.key(one)}


def clicks(rows: Rows) -> set[str]:
    """Return all actions that a click in these rows can do."""
    return {part.does for one in rows for part in one if part.does}


def explained(stack: ScreenStack) -> set[str]:
    """Return the actions that can be clicked anywhere in the help; close it again."""
    below = [*stack.overlays]
    stack.act("help")
    found: set[str] = set()
    before: Rows = ()
    while (rows := stack.draw(*SMALL)) != before:
        found |= clicks(rows)
        before = rows
        stack.act("page down")
    stack.act("back")
    assert below == stack.overlays
    return {one.removeprefix(f"{BELOW} ") for one in found}
