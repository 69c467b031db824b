"""A game at a real host, whose programs are killed and started again, comes to its end."""

from __future__ import annotations

from pathlib import Path

from tests.support.killing import play_with_kills


def test_a_game_outlives_all_of_its_programs(tmp_path: Path) -> None:
    """By all accounts it is the same game afterwards."""
    play_with_kills(tmp_path, 3, what=("cut", "all"), seed="outlived")
