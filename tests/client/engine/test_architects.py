"""The game in numbers is the game: the same moves, tokens and points at every step."""

from __future__ import annotations

import pytest

from sealed_wonders.client.engine.architects.reading import Unread, read
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import seeded
from tests.support.architects import architects
from tests.support.architects_engine import Twins, variety
from tests.support.architects_likeness import choices
from tests.support.thorough import is_thorough


def test_a_game_in_numbers_is_the_game() -> None:
    """Games of all numbers of players, wonders by lot and chosen, step by step."""
    for number in range(2000 if is_thorough() else len(PLAYERS) * 4):
        assert Twins(variety(number), f"twins:{number}").play() >= 20


def test_it_can_be_read_when_somebody_has_left() -> None:
    """From then on it goes on among the others."""
    for number in range(500 if is_thorough() else len(PLAYERS)):
        Twins(variety(number), f"left:{number}", leaves=0.05).play()


def test_what_has_no_piles_yet_cannot_be_read() -> None:
    """There is nothing in numbers to the choice of wonders."""
    with pytest.raises(Unread):
        read(architects(Architects(3, "chosen").begin(seeded("wonders"))))


def test_the_others_of_a_rollout_choose_as_a_builder_does() -> None:
    """But where moves are alike, and where a search is estimated."""
    made = [
        each
        for players in PLAYERS
        for each in choices(Architects(players), f"likeness:{players}")
    ]
    alike = sum(theirs == quick for _, theirs, quick in made)
    assert alike >= 0.98 * len(made) >= 500
