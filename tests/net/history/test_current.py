"""Standings updated from a growing file equal those computed from all games."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.history.current import CurrentStandings
from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.history.standings import standings
from sealed_wonders.net.history.store import Store
from tests.support.history import (
    MORNING,
    final_place,
    finished_game,
    identity,
    some_played,
)
from tests.support.thorough import examples


@examples(40)
@given(some_played, some_played, st.integers(0, 2_000_000_000))
def test_current_standings_equal_those_of_all_games(
    games: list[PlayedGame], others: list[PlayedGame], later: int
) -> None:
    """Games may be stored in any order, and the file may be replaced."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        current = CurrentStandings(store)

        def assert_same(since: float = EVER) -> None:
            found = current.standings(since)
            counted = [it for it in store.games() if it.is_among_people]
            assert standings(counted, since) == found
            assert found == current.standings(since)

        assert_same()
        for game in games:
            store.add(game)
            assert_same()
        assert_same(later)
        store.replace(store.last, others, [], [game.log for game in games[:2]])
        assert_same(later)
        for game in games:
            store.add(game)
        assert_same(later)
        assert_same()


def test_games_of_one_person_against_bots_do_not_count(tmp_path: Path) -> None:
    store = Store(tmp_path)
    bots = [final_place(name, 40, 2, identity("host")) for name in ("bot 1", "bot 2")]
    alone = replace(
        finished_game(1, ("ann", 50), ("bob", 40)),
        places=(final_place("ann", 50, 1), *bots),
    )
    store.add(alone)
    current = CurrentStandings(store)
    assert () == current.standings(EVER)
    store.add(finished_game(2, ("ann", 50), ("bob", 40)))
    assert [1, 1] == [it.games for it in current.standings(EVER)]


class CountingStore(Store):
    """Counts the games that it reads."""

    read = 0

    def games(self, *wanted: object) -> tuple[PlayedGame, ...]:
        found = super().games(*wanted)  # type: ignore[arg-type]
        self.read += len(found)
        return found


def test_no_game_is_read_twice(tmp_path: Path) -> None:
    """This holds if games are stored in the order in which they end."""
    store = CountingStore(tmp_path)
    current = CurrentStandings(store)
    for number in range(1, 30):
        store.add(finished_game(number, ("ann", 50), ("bob", 40)))
        (ann, bob) = current.standings(MORNING)
        assert (number, number, 0) == (ann.games, ann.wins, bob.wins)
    assert 29 == store.read
