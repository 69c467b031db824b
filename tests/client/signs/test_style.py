"""Colours, readable on light and dark terminals."""

from __future__ import annotations

import pytest

from sealed_wonders.client.signs.style import STYLE


@pytest.mark.parametrize("name", STYLE)
def test_no_letters_are_pale_on_a_background_that_may_be_light(name: str) -> None:
    """Where the background isn't ours, it may be white as well as black."""
    words = STYLE[name].split()
    if not any(word.startswith("bg:") for word in words):
        assert not {"ansiyellow", "ansicyan", "ansiwhite"}.intersection(words)


@pytest.mark.parametrize("name", STYLE)
def test_letters_on_a_background_of_ours_have_a_colour_of_ours(name: str) -> None:
    words = STYLE[name].split()
    if any(word.startswith("bg:") for word in words):
        assert [word for word in words if word.startswith(("#", "ansi"))]
