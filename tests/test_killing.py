"""A game at a real host whose programs are killed and restarted until it ends."""

from __future__ import annotations

import json

import pytest

from tests.support.integers import for_the_account
from tests.support.killing import FULL, SAID, Outlived, may_mount, play_with_kills


@pytest.fixture(scope="module")
def no_disks(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Tell why no disk can be full on this machine; nothing, if one can."""
    return may_mount(tmp_path_factory.mktemp("disk"))


@pytest.fixture(scope="module")
def outlived(
    hurried_programs: None,
    integers: None,
    no_disks: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Outlived:
    """Play one game for all that is to be seen: each costs seconds."""
    what = ("cut", "all") if no_disks else ("cut", FULL, "all")
    folder = tmp_path_factory.mktemp("outlived")
    with for_the_account():
        return play_with_kills(
            folder, 2, "--game", "architects", what=what, seed="outlived"
        )


def test_a_game_outlives_all_of_its_programs(outlived: Outlived) -> None:
    assert outlived.game.fold.over
    assert not outlived.game.fold.left_phases


def test_a_game_outlives_full_disks(outlived: Outlived, no_disks: str) -> None:
    """A host and a player say so, each in one line whenever they are started; nothing is lost."""
    if no_disks:
        pytest.skip(no_disks)
    host, player = outlived.waited
    waits = "trouble: the journal of 'table 1' can't be written, and the game waits"
    assert [f"{waits}: {why}" for why in SAID] == [
        json.loads(it)["text"] for it in host
    ]
    assert 2 == len(player)
    assert all(
        "Your program can't save entries, so it waits" in line for line in player
    )
