"""The tables laid out in `laid/`: the lines shown and the input accepted at them."""

from __future__ import annotations

import pytest

from tests.support.laid import LaidTable, Story, stories

ALL = list(stories())


@pytest.mark.parametrize("story", ALL, ids=lambda it: f"{it.game}: {it.title}")
def test_a_laid_out_table_reads_as_its_story(story: Story) -> None:
    LaidTable(story.game).play(story)


@pytest.mark.parametrize(
    "line",
    [
        "ann< You sell a card.",
        "ann<! News",
        "ann? Your hand",
        "ann> b1 => b2",
        "ann= b1: build",
        "ann* city ann => Makes 1 glass.",
    ],
)
def test_a_story_with_a_wrong_line_fails(line: str) -> None:
    """The failure gives its title, the line number and the line."""
    story = Story("wonders", "It fails", ((7, "gizah"), (9, line)))
    if line.startswith("ann<!"):
        story = Story("wonders", "It fails", ((7, "play"), (9, "ann<! Age 1")))
    with pytest.raises(AssertionError, match=r"^It fails, line 9: "):
        LaidTable("wonders").play(story)
