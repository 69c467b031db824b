"""Unfinished games on the player's own hosts: which one is continued."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sealed_wonders.client.hosting.unfinished import OwnGames, UnfinishedGame
from sealed_wonders.client.storage.home import Home

THREE = {"--game": "wonders", "--players": 3}
FOUR = {"--game": "wonders", "--players": 4}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path, tmp_path)


def leave_unfinished(home: Home, gid: str, wanted: dict[str, object], at: int) -> None:
    """Play a game on the player's own host, and leave it; *at* is the time of that."""
    games = OwnGames(home)
    games.keep(gid * 64, "play", wanted)
    games.close()
    home.logs.mkdir(exist_ok=True)
    (home.logs / f"{gid * 16}.journal").write_bytes(b"")
    os.utime(home.state / "own" / f"{gid * 16}.json", (at, at))


def test_the_last_game_that_fits_the_options_is_continued(home: Home) -> None:
    """It must have been begun by the same command."""
    assert OwnGames(home).left("play", {}) is None
    assert [] == list(home.state.iterdir()), "nothing is made to find that out"
    leave_unfinished(home, "a", THREE, 1)
    leave_unfinished(home, "b", FOUR, 2)
    games = OwnGames(home)
    assert UnfinishedGame("b" * 16, "play", FOUR) == games.left("play", {})
    assert UnfinishedGame("a" * 16, "play", THREE) == games.left(
        "play", {"--players": 3}
    )
    assert games.left("play", {"--players": 5}) is None
    assert games.left("play", {"--with": "leaders"}) is None
    assert games.left("learn", {}) is None


def test_a_game_open_in_another_window_is_not_continued(home: Home) -> None:
    """Once that window has closed, it can be."""
    leave_unfinished(home, "a", THREE, 1)
    here = OwnGames(home)
    here.keep("a" * 64, "play", THREE)
    assert OwnGames(home).left("play", {}) is None
    here.close()
    assert OwnGames(home).left("play", {}) is not None


def test_games_given_up_or_without_a_journal_are_forgotten(home: Home) -> None:
    leave_unfinished(home, "a", THREE, 1)
    leave_unfinished(home, "b", FOUR, 2)
    games = OwnGames(home)
    games.keep("b" * 64, "play", FOUR)
    games.forget("b" * 64)
    (home.logs / f"{'a' * 16}.journal").unlink()
    assert games.left("play", {}) is None
    assert [] == list((home.state / "own").iterdir())


def test_giving_up_affects_only_the_game_of_this_process(home: Home) -> None:
    """
    Its journal is deleted, and no other one, since another window may be playing that
    game.
    """
    leave_unfinished(home, "a", THREE, 1)
    leave_unfinished(home, "b", FOUR, 2)
    games = OwnGames(home)
    games.keep("b" * 64, "play", FOUR)
    games.give_up()
    games.close()
    assert [home.logs / f"{'a' * 16}.journal"] == list(home.logs.iterdir())
    assert [THREE] == [it.wanted for it in OwnGames(home).all_left()]


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"command": "play"}', b"\xff"])
def test_an_unreadable_file_is_no_unfinished_game(home: Home, data: bytes) -> None:
    """The machine may have crashed while writing it; another game can be begun."""
    leave_unfinished(home, "a", THREE, 1)
    (home.state / "own" / f"{'a' * 16}.json").write_bytes(data)
    assert OwnGames(home).left("play", {}) is None


def test_games_can_be_played_if_nothing_can_be_written(home: Home) -> None:
    """They can't be continued later."""
    (home.state / "own").write_bytes(b"")
    games = OwnGames(home)
    games.keep("a" * 64, "play", THREE)
    games.forget("a" * 64)
    games.close()
