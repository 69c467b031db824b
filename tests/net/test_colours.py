"""The pages' colours are readable in both themes, also to colour-blind eyes."""

from __future__ import annotations

import itertools
import math

import pytest

from tests.support.colours import (
    EYES,
    READABLE,
    SHEETS,
    contrast,
    palette,
    rules,
    seen,
    theme,
)

THEMES = ("light", "dark")

NAMES_STAND_ON = {
    *(".panel", ".city", ".stage", ".ending", ".place .block", "#top"),
    ".play .who>:last-child",
}
"""Boxes in which names are written in the colours of seats."""

WORDLESS = {
    "50%",  # the dots beside players who must choose, which fade in and out
    "button:disabled",
    ".city .open",  # an arrow, or nothing but the city below it
    ".short .open",
    ".ghost",  # a card while it is dragged
    ".resting",  # pictures of cards that wait
    ".stages li",
    ".step",
    ".projects .failed img:not(.sign)",
}
"""Selectors of elements that may be faded, since they contain no text to read."""


@pytest.mark.parametrize("name", THEMES)
def test_text_has_enough_contrast_with_its_background(name: str) -> None:
    colours = theme(name)
    words = [colours[it] for it in ("fg", "dim", "strong", "good", "bad")]
    grounds = [colours[it] for it in ("bg", "panel")]
    pairs = [
        *itertools.product(words, grounds),
        (colours["dim"], colours["felt"]),  # a tag
        (colours["good"], colours["mark"]),  # the score of the leading player
    ]
    assert len(palette(name)) == 7
    # Names before the cities are shown.
    pairs += [(colour, colours["panel"]) for colour in palette(name)]
    for one, other in pairs:
        assert contrast(one, other) >= READABLE, (one, other)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_colours_of_seats_differ_for_every_kind_of_eye(name: str, eye: str) -> None:
    for one, other in itertools.combinations(palette(name), 2):
        x, y = (seen(it, EYES[eye]) for it in (one, other))
        assert math.dist(x, y) >= 20, (one, other)


def test_names_have_panels_as_their_background() -> None:
    grounds = {
        one: said["background"]
        for sheet in SHEETS
        for one, said in rules(sheet)
        if one in NAMES_STAND_ON and "background" in said
    }
    assert grounds == dict.fromkeys(NAMES_STAND_ON, "var(--panel)")


def test_no_text_is_faded() -> None:
    faded = {
        one
        for sheet in SHEETS
        for one, said in rules(sheet)
        if float(said.get("opacity", 1)) < 1
    }
    assert faded == WORDLESS
