"""A terminal that is too small for any screen, and what its keys do meanwhile."""

from __future__ import annotations

import pytest

from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.net.words import LANGUAGES, NO_BREAK, use
from tests.support.stacks import Seated

SMALL = (60, 20)


@pytest.fixture
def seated(seated: Seated) -> Seated:
    """Return Ann, who is to choose a card."""
    seated.play_until_turn(1, 1)
    seated.stack.base = GameTable(seated.stack)
    seated.look()
    seated.stack.act("back")  # closes the reveal
    return seated


def shown(seated: Seated, width: int, height: int) -> str:
    return " ".join(seated.look(width, height).replace(NO_BREAK, " ").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_names_the_required_and_the_present_size(
    seated: Seated, language: str
) -> None:
    use(language)
    for width, height in ((79, 24), (80, 23), SMALL, (40, 10), (20, 8), (20, 5)):
        seen = shown(seated, width, height)
        said = {
            "en": (
                "The screen needs 80 columns and 24 rows. This terminal has "
                f"{width} columns and {height} rows."
            ),
            "fr": (
                f"Il faut 80 colonnes et 24 lignes. Ce terminal a {width} colonnes et "
                f"{height} lignes."
            ),
        }
        assert said[language] in seen
        assert "--plain" in seen or height <= 10
    assert shown(seated, 20, 3).startswith("80x24")
    assert shown(seated, 20, 3).endswith("20x3")
    for width in range(1, 20):
        for height in range(1, 4):
            seated.look(width, height)


def test_keys_do_nothing_in_a_small_terminal_except_asking_to_leave(
    seated: Seated,
) -> None:
    """
    No choice is made, no box opens and no line is typed; the screen is unchanged once
    there is room.
    """
    stack = seated.stack
    stack.draw(*SMALL)
    stack.act("quit")
    asked = shown(seated, *SMALL)
    assert "Leave the game?" in asked
    assert "needs 80 columns" in asked
    stack.act("log")
    assert "Leave the game?" in shown(seated, *SMALL)
    stack.act("back")
    assert [] == stack.overlays
    seated.look()
    stack.act("card 3")
    assert "▸  3 " in seated.look()
    before = seated.look()
    phase = stack.known.menu and stack.known.menu.question.phase
    stack.draw(*SMALL)
    for action in ("sell", "enter", "enter", "card 2", "help", "log", "chat", "away"):
        stack.act(action)
    assert [] == stack.overlays
    assert stack.field is None
    assert before == seated.look()
    assert phase == (stack.known.menu and stack.known.menu.question.phase)
    assert stack.known.sealed is None
    stack.act("chat")
    field = stack.field
    stack.draw(*SMALL)
    for action in ("back", "enter", "command", "quit"):
        stack.act(action)
        assert field is stack.field is not None
