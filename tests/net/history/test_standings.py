"""Standings: the results of some games for each player."""

from __future__ import annotations

from hypothesis import given

from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.history.rating import NEW, rated
from sealed_wonders.net.history.standings import standings
from tests.support.history import MORNING, finished_game, some_played
from tests.support.thorough import examples

GAMES = (
    finished_game(1, ("ann", 50), ("bob", 40), ("cleo", 30)),
    finished_game(2, ("bob", 60), ("ann", 45), ("cleo", 20)),
    finished_game(3, ("ann", 55), ("bob", 50)),
)


def test_wins_and_points_are_counted() -> None:
    """The best player comes first."""
    found = [
        (one.name, one.games, one.wins, one.points, one.average)
        for one in standings(GAMES)
    ]
    assert [
        ("ann", 3, 2, 150, 50.0),
        ("bob", 3, 1, 150, 50.0),
        ("cleo", 2, 0, 50, 25.0),
    ] == found


def test_a_player_with_several_names_is_listed_under_the_last_one() -> None:
    """Players are recognized by their keys. The standings also name their last game."""
    other = finished_game(4, ("anna", 50), ("bob", 40))
    (anna, bob) = other.places
    (ann, _bob, _cleo) = GAMES[0].places
    other = PlayedGame(
        other.gid,
        other.title,
        other.ended,
        other.log,
        (type(ann)(ann.identity, "anna", None, 50, 1), bob),
    )
    first = standings((*GAMES, other))[0]
    assert ("anna", 4, other.gid) == (first.name, first.games, first.gid)
    assert anna.identity != first.identity == ann.identity


def test_an_evening_counts_its_own_games_but_all_ratings() -> None:
    """Earlier games affect only the ratings."""
    evening = standings(GAMES, MORNING + 3)
    assert [("ann", 1), ("bob", 1)] == [(one.name, one.games) for one in evening]
    alone, ever = standings(GAMES[2:]), standings(GAMES)
    by_name = {one.name: one.rating for one in ever}
    assert [by_name["ann"], by_name["bob"]] == [one.rating for one in evening]
    assert [one.rating for one in alone] != [one.rating for one in evening]
    assert () == standings(GAMES, MORNING + 4)


def test_standings_of_the_two_games_are_separate() -> None:
    other = finished_game(4, ("cleo", 30), ("ann", 20), game="architects")
    found = standings((*GAMES, other))
    assert ["architects"] * 2 + ["wonders"] * 3 == [one.game for one in found]
    assert standings(GAMES) == found[2:]


def test_bots_are_recognized_by_owner_and_name() -> None:
    """They have another key in each game. By default, people are rated without them."""
    bots = ("Atossa", "Dido")
    games = [
        finished_game(1, ("Atossa", 60), ("ann", 50), ("bob", 40), bots=bots),
        finished_game(
            2, ("Dido", 60), ("Atossa", 50), ("ann", 40), ("bob", 30), bots=bots
        ),
    ]
    found = {one.name: one for one in standings(games)}
    assert (2, 1) == (found["Atossa"].games, found["Atossa"].wins)
    assert (None, None) == (found["Atossa"].rating, found["Dido"].rating)
    people = [
        finished_game(1, ("ann", 50), ("bob", 40)),
        finished_game(2, ("ann", 50), ("bob", 40)),
    ]
    alone = {one.name: one.rating for one in standings(people)}
    assert alone["ann"] == found["ann"].rating
    asked = {one.name: one.rating for one in standings(games, bots=True)}
    assert asked["Atossa"] is not None
    assert asked["ann"] != alone["ann"]
    (only, *_bots) = standings(
        [finished_game(1, ("ann", 5), ("Dido", 4), bots=("Dido",))]
    )
    assert ("ann", None) == (only.name, only.rating)


def test_the_rating_of_a_winner_rises() -> None:
    """New players begin with a fixed figure. Equal results keep equal ratings."""
    (first,) = [rated([[("ann", 1), ("bob", 2)]])]
    assert first["ann"].figure > NEW
    assert first["ann"].figure > first["bob"].figure
    after = rated([[("ann", 1), ("bob", 2)]] * 5)
    assert after["ann"].figure > first["ann"].figure
    assert after["ann"].sigma < first["ann"].sigma
    even = rated([[("ann", 1), ("bob", 1), ("cleo", 3)]])
    assert even["ann"] == even["bob"] > even["cleo"]
    assert {} == rated([[("ann", 1)], []])


@examples(40)
@given(some_played)
def test_all_places_points_and_wins_are_counted(games: list[PlayedGame]) -> None:
    found = standings(games, bots=True)
    places = [place for game in games for place in game.places]
    assert len(places) == sum(one.games for one in found)
    assert sum(place.points for place in places) == sum(one.points for one in found)
    assert sum(place.won for place in places) == sum(one.wins for one in found)
