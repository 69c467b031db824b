"""Everything on the pages can be read, in both themes and by every eye."""

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
    "50%",  # the dots beside who has to choose, which fade in and out
    "button:disabled",
    ".city .open",  # an arrow, or nothing but the city below it
    ".short .open",
    ".ghost",  # a card while it is dragged
    ".resting",  # pictures of cards that wait
    ".stages li",
    ".step",
    ".projects .failed img:not(.sign)",
}
"""What may be faded: nothing in it has to be read."""


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read_on_their_grounds(name: str) -> None:
    colours = theme(name)
    words = [colours[it] for it in ("fg", "dim", "strong", "good", "bad")]
    grounds = [colours[it] for it in ("bg", "panel")]
    pairs = [
        *itertools.product(words, grounds),
        (colours["dim"], colours["felt"]),  # a tag
        (colours["good"], colours["mark"]),  # the score of whoever leads
    ]
    assert len(palette(name)) == 7
    # Names, before there are cities.
    pairs += [(colour, colours["panel"]) for colour in palette(name)]
    for one, other in pairs:
        assert contrast(one, other) >= READABLE, (one, other)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_no_two_seats_look_alike_to_any_eye(name: str, eye: str) -> None:
    for one, other in itertools.combinations(palette(name), 2):
        x, y = (seen(it, EYES[eye]) for it in (one, other))
        assert math.dist(x, y) >= 20, (one, other)


def test_names_stand_on_panels() -> None:
    grounds = {
        one: said["background"]
        for sheet in SHEETS
        for one, said in rules(sheet)
        if one in NAMES_STAND_ON and "background" in said
    }
    assert grounds == dict.fromkeys(NAMES_STAND_ON, "var(--panel)")


def test_no_words_are_faded() -> None:
    faded = {
        one
        for sheet in SHEETS
        for one, said in rules(sheet)
        if float(said.get("opacity", 1)) < 1
    }
    assert faded == WORDLESS
