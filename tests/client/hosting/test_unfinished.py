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


def played(home: Home, gid: str, wanted: dict[str, object], at: int) -> None:
    """Play a game on a host of one's own, and leave it; *at* says when."""
    games = OwnGames(home)
    games.keep(gid * 64, "play", wanted)
    games.close()
    home.logs.mkdir(exist_ok=True)
    (home.logs / f"{gid * 16}.journal").write_bytes(b"")
    os.utime(home.state / "own" / f"{gid * 16}.json", (at, at))


def test_the_last_one_is_gone_on_with(home: Home) -> None:
    """Or the last of those that are as was asked for, and begun by the same command."""
    assert OwnGames(home).left("play", {}) is None
    assert [] == list(home.state.iterdir()), "nothing is made to find that out"
    played(home, "a", THREE, 1)
    played(home, "b", FOUR, 2)
    games = OwnGames(home)
    assert UnfinishedGame("b" * 16, "play", FOUR) == games.left("play", {})
    assert UnfinishedGame("a" * 16, "play", THREE) == games.left(
        "play", {"--players": 3}
    )
    assert games.left("play", {"--players": 5}) is None
    assert games.left("play", {"--with": "leaders"}) is None
    assert games.left("learn", {}) is None


def test_one_that_is_played_just_now_is_left_alone(home: Home) -> None:
    """In another window; afterwards it can be gone on with."""
    played(home, "a", THREE, 1)
    here = OwnGames(home)
    here.keep("a" * 64, "play", THREE)
    assert OwnGames(home).left("play", {}) is None
    here.close()
    assert OwnGames(home).left("play", {}) is not None


def test_one_that_is_over_or_given_up_is_forgotten(home: Home) -> None:
    """By whoever plays it, or because its journal is gone."""
    played(home, "a", THREE, 1)
    played(home, "b", FOUR, 2)
    games = OwnGames(home)
    games.keep("b" * 64, "play", FOUR)
    games.forget("b" * 64)
    (home.logs / f"{'a' * 16}.journal").unlink()
    assert games.left("play", {}) is None
    assert [] == list((home.state / "own").iterdir())


def test_what_this_process_plays_is_given_up(home: Home) -> None:
    """With its journal, and nothing else, as another window may play that."""
    played(home, "a", THREE, 1)
    played(home, "b", FOUR, 2)
    games = OwnGames(home)
    games.keep("b" * 64, "play", FOUR)
    games.give_up()
    games.close()
    assert [home.logs / f"{'a' * 16}.journal"] == list(home.logs.iterdir())
    assert [THREE] == [it.wanted for it in OwnGames(home).all_left()]


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"command": "play"}', b"\xff"])
def test_what_can_t_be_read_is_no_game(home: Home, data: bytes) -> None:
    """As when the machine went down just then; another game can be begun."""
    played(home, "a", THREE, 1)
    (home.state / "own" / f"{'a' * 16}.json").write_bytes(data)
    assert OwnGames(home).left("play", {}) is None


def test_where_nothing_can_be_written_one_can_play(home: Home) -> None:
    """Without coming back."""
    (home.state / "own").write_bytes(b"")
    games = OwnGames(home)
    games.keep("a" * 64, "play", THREE)
    games.forget("a" * 64)
    games.close()
