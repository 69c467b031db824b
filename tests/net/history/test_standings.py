"""Standings: the results of some games for each player."""

from __future__ import annotations

from hypothesis import given

from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.history.rating import NEW, rated
from sealed_wonders.net.history.standings import standings
from tests.support.history import MORNING, some_played, won
from tests.support.thorough import examples

GAMES = (
    won(1, ("ann", 50), ("bob", 40), ("cleo", 30)),
    won(2, ("bob", 60), ("ann", 45), ("cleo", 20)),
    won(3, ("ann", 55), ("bob", 50)),
)


def test_wins_and_points_are_counted() -> None:
    """The best first."""
    found = [
        (one.name, one.games, one.wins, one.points, one.average)
        for one in standings(GAMES)
    ]
    assert [
        ("ann", 3, 2, 150, 50.0),
        ("bob", 3, 1, 150, 50.0),
        ("cleo", 2, 0, 50, 25.0),
    ] == found


def test_the_last_game_and_name_are_told() -> None:
    """A name may change; a key is who one is."""
    other = won(4, ("anna", 50), ("bob", 40))
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


def test_an_evening_is_counted_with_all_ratings() -> None:
    """What was played before makes nobody's games, and everybody's strength."""
    evening = standings(GAMES, MORNING + 3)
    assert [("ann", 1), ("bob", 1)] == [(one.name, one.games) for one in evening]
    alone, ever = standings(GAMES[2:]), standings(GAMES)
    by_name = {one.name: one.rating for one in ever}
    assert [by_name["ann"], by_name["bob"]] == [one.rating for one in evening]
    assert [one.rating for one in alone] != [one.rating for one in evening]
    assert () == standings(GAMES, MORNING + 4)


def test_two_games_have_nothing_to_do_with_each_other() -> None:
    other = won(4, ("cleo", 30), ("ann", 20), game="architects")
    found = standings((*GAMES, other))
    assert ["architects"] * 2 + ["wonders"] * 3 == [one.game for one in found]
    assert standings(GAMES) == found[2:]


def test_bots_are_known_by_whose_they_are() -> None:
    """They have another key in each game; people are rated without them, unless asked."""
    bots = ("Atossa", "Dido")
    games = [
        won(1, ("Atossa", 60), ("ann", 50), ("bob", 40), bots=bots),
        won(2, ("Dido", 60), ("Atossa", 50), ("ann", 40), ("bob", 30), bots=bots),
    ]
    found = {one.name: one for one in standings(games)}
    assert (2, 1) == (found["Atossa"].games, found["Atossa"].wins)
    assert (None, None) == (found["Atossa"].rating, found["Dido"].rating)
    people = [won(1, ("ann", 50), ("bob", 40)), won(2, ("ann", 50), ("bob", 40))]
    alone = {one.name: one.rating for one in standings(people)}
    assert alone["ann"] == found["ann"].rating
    asked = {one.name: one.rating for one in standings(games, bots=True)}
    assert asked["Atossa"] is not None
    assert asked["ann"] != alone["ann"]
    (only, *_bots) = standings([won(1, ("ann", 5), ("Dido", 4), bots=("Dido",))])
    assert ("ann", None) == (only.name, only.rating)


def test_who_wins_rises() -> None:
    """From the figure of somebody new; equals stay equal."""
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
def test_nothing_is_lost_whoever_played(games: list[PlayedGame]) -> None:
    """All places are somebody's, and all points."""
    found = standings(games, bots=True)
    places = [place for game in games for place in game.places]
    assert len(places) == sum(one.games for one in found)
    assert sum(place.points for place in places) == sum(one.points for one in found)
    assert sum(place.won for place in places) == sum(one.wins for one in found)
