"""
The box with the analysis of choices, opened from the saved games and from a replay.

It also opens from the result of a game: see test_end.py.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from sealed_wonders.client.finder import SavedLog
from sealed_wonders.client.signs.draw import Row, text_of
from sealed_wonders.client.terminal.screens.analysis import AnalysisBox
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.net.words import use
from tests.support.clock import Clock
from tests.support.findharness import FindHarness
from tests.support.replayharness import ReplayHarness
from tests.support.replays import sealed
from tests.support.subcommands import RecordingSubcommand

LOG = Path("/logs/0123456789abcdef.swlog")


def begin_analysis(
    stack: ScreenStack, clock: Clock | None = None
) -> RecordingSubcommand:
    """Begin an analysis by its key, and return the command that does it."""
    stack.subcommands = aside = RecordingSubcommand()
    stack.seconds = (clock or Clock()).seconds
    assert stack.act("analyse")
    assert [("analyse", str(LOG), "--steps")] == aside.told
    assert isinstance(stack.top, AnalysisBox)
    return aside


def at_my_games() -> FindHarness:
    saved = SavedLog(LOG, datetime(2026, 11, 21, 18, 40))
    harness = FindHarness(logs=(saved,))
    harness.go("My games")
    return harness


def clickable(rows: tuple[Row, ...]) -> set[str]:
    return {piece.does for row in rows for piece in row if piece.does}


def test_a_saved_game_can_be_analysed_by_a_key() -> None:
    """The key can be clicked, and isn't offered on the line that goes back."""
    harness = at_my_games()
    assert "! analyse choices" in harness.look()
    assert "analyse" in clickable(tuple(harness.stack.draw(80, 24)))
    harness.stack.act("down")
    assert "! analyse choices" not in harness.look()
    harness.stack.act("up")
    begin_analysis(harness.stack)


def test_a_replay_can_be_analysed_if_its_file_is_known() -> None:
    """A replay without a file doesn't offer the key."""
    harness = ReplayHarness(sealed(), path=LOG)
    assert "! analyse choices" in harness.look(140, 45)
    begin_analysis(harness.stack)
    alone = ReplayHarness(sealed())
    assert "! analyse choices" not in alone.look(140, 45)
    assert not isinstance(alone.stack.top, AnalysisBox)


@pytest.mark.parametrize("action", ["back", "analyse"])
def test_an_analysis_shows_its_progress_until_it_is_closed(action: str) -> None:
    """The remaining time is estimated from choices analysed since the first step."""
    use("en")
    harness = at_my_games()
    clock = Clock()
    aside = begin_analysis(harness.stack, clock)
    assert "Reading the game…" in harness.look()
    aside.tell("#3/27")
    assert "Choices analysed: 3 of 27" in harness.look()
    assert " left" not in harness.look()
    clock.advance(20)
    aside.tell("#7/27")
    assert "Choices analysed: 7 of 27" in harness.look()
    assert "About 1:40 left" in harness.look()
    assert "Esc cancel" in harness.look()
    harness.stack.act(action)
    assert ("stopped",) == aside.told[-1]
    assert harness.stack.top is harness.find


def test_the_results_of_an_analysis_are_wrapped_between_words() -> None:
    harness = at_my_games()
    aside = begin_analysis(harness.stack)
    aside.tell("#1/1")
    move = "build Palace by paying 2 coins to the left and 2 to the right of you"
    for line in ("ann: 1 choice could be analysed.", f"1.1  43.9  {move}", "None."):
        aside.tell(line)
    aside.end()
    rows = text_of(harness.stack.draw(80, 24)).split("\n")
    seen = [it.strip("│ ").rstrip() for it in rows if "│" in it]
    assert seen[:2] == [
        "ann: 1 choice could be analysed.",
        "1.1  43.9  build Palace by paying 2 coins to the left and 2 to the right of",
    ]
    assert seen[2:] == ["you", "None."]
    assert "Esc close" in harness.look()
