"""A game at a real host whose programs are killed and restarted until it ends."""

from __future__ import annotations

import json

import pytest

from tests.support.integers import account_with_integers
from tests.support.killing import (
    DISK_ERRORS,
    FULL_DISKS,
    CompletedGame,
    may_mount,
    play_with_kills,
)


@pytest.fixture(scope="module")
def no_disks(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return why no disk can be made full on this machine; empty if one can."""
    return may_mount(tmp_path_factory.mktemp("disk"))


@pytest.fixture(scope="module")
def outlived(
    fast_programs: None,
    integers: None,
    no_disks: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> CompletedGame:
    """Play one game for all tests of this module, since each game takes seconds."""
    what = ("cut", "all") if no_disks else ("cut", FULL_DISKS, "all")
    folder = tmp_path_factory.mktemp("outlived")
    with account_with_integers():
        return play_with_kills(
            folder, 2, "--game", "architects", what=what, seed="outlived"
        )


def test_a_game_survives_the_kill_of_all_its_programs(outlived: CompletedGame) -> None:
    assert outlived.game.fold.over
    assert not outlived.game.fold.left_phases


def test_a_game_survives_full_disks(outlived: CompletedGame, no_disks: str) -> None:
    """The host and one client each report it at every start. Nothing is lost."""
    if no_disks:
        pytest.skip(no_disks)
    host, player = outlived.waited
    waits = "trouble: the journal of 'table 1' can't be written, and the game waits"
    assert [f"{waits}: {why}" for why in DISK_ERRORS] == [
        json.loads(it)["text"] for it in host
    ]
    assert 2 == len(player)
    assert all(
        "Your program can't save entries, so it waits" in line for line in player
    )
