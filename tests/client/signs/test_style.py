"""Colours, readable on light and dark terminals."""

from __future__ import annotations

import pytest

from sealed_wonders.client.signs.style import STYLE


@pytest.mark.parametrize("name", STYLE)
def test_no_pale_text_is_drawn_on_the_terminals_background(name: str) -> None:
    """That background may be white."""
    words = STYLE[name].split()
    if not any(word.startswith("bg:") for word in words):
        assert not {"ansiyellow", "ansicyan", "ansiwhite"}.intersection(words)


@pytest.mark.parametrize("name", STYLE)
def test_text_on_our_own_background_has_our_own_colour(name: str) -> None:
    words = STYLE[name].split()
    if any(word.startswith("bg:") for word in words):
        assert [word for word in words if word.startswith(("#", "ansi"))]
