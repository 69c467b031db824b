"""Choosing a board: the remaining boards, both sides of one, and who has which."""

from __future__ import annotations

from typing import Any

import pytest

from sealed_wonders.client.terminal.wonders.screens.boards import Boards
from tests.support.agreed import agreed
from tests.support.stacks import Seated, Sit


@pytest.fixture
def sit(sit: Sit) -> Sit:
    """Return a function that takes Ann to a table at which boards are chosen."""

    def make(
        *,
        boards: tuple[str, ...] = (),
        sides: str = "choose",
        thinking: bool = False,
        **others: Any,
    ) -> Seated:
        own = agreed(sides=sides, boards=boards, draw="chosen")
        seated = sit(own=own, **others)
        for other in seated.others if thinking else ():
            other.player.pick = None
        seated.begin()
        seated.stack.base = Boards(seated.stack)
        return seated

    return make


def helped(seated: Seated) -> str:
    """Open the help of the screen, and return it as one line."""
    seated.look()
    assert seated.stack.act("help")
    said = " ".join(seated.look(120, 40).replace("│", " ").split())
    seated.stack.act("back")
    return said


@pytest.mark.parametrize("sides", ["day", "night"])
def test_only_the_agreed_side_is_drawn_if_everybody_plays_the_same(
    sit: Sit, sides: str
) -> None:
    """It has the name that is printed on it, and the help explains it."""
    seated = sit(boards=("gizah", "rhodos", "olympia_1e"), sides=sides, thinking=True)
    assert f"{sides.capitalize()} side" in (seen := seated.look())
    assert 1 == seen.count(" side ─")
    first = [it.box for it in seated.view.pool].index("first")
    for _step in range(first):
        seated.stack.act("down")
    assert f"Side {'A' if sides == 'day' else 'B'}" in (seen := seated.look())
    assert 1 == seen.count("─ Side ")
    said = helped(seated)
    assert f"Everybody plays the {sides} side." in said
    assert "Only the side that you would play is shown." in said
    assert "board, you choose which" not in said


def test_sides_drawn_at_random_are_known_before_boards_are_chosen(sit: Sit) -> None:
    """Only our own side is drawn, and a line names everybody's (W1.7)."""
    drawn = set()
    for seed in range(4):
        seated = sit(seed=f"{seed}", sides="random")
        mine = seated.view.sides[seated.view.seat]
        drawn.add(mine)
        seen = " ".join(seated.look().split())
        assert f"{mine.capitalize()} side" in seen
        assert 1 == seen.count(" side ─")
        names = seated.stack.known.names
        rows = [
            f"{n} {side} side" for n, side in zip(names, seated.view.sides, strict=True)
        ]
        assert f"The sides were drawn at random: {', '.join(rows)}." in seen
        assert "The sides were drawn at random: " in helped(seated)
    assert {"day", "night"} == drawn


def test_both_sides_are_drawn_if_players_choose_their_side(sit: Sit) -> None:
    """The help says when that happens."""
    seated = sit()
    assert () == seated.view.sides
    assert 2 == seated.look().count(" side ─")
    assert "Once everybody has a board, you choose which side" in helped(seated)
    assert "at random" not in seated.look()
