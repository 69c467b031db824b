"""W7: the score sheet."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.events import FinalSheet
from tests.support.wonders import Table, city

LEFT = "sawmill quarry loom_1 altar tavern barracks school library"
RIGHT = "foundry press_1 glassworks_1 baths well vineyard walls study"


def test_every_line_of_the_sheet() -> None:
    """Conflicts, treasury, wonder, four kinds of cards, and their sum (W7.1)."""
    table = Table(
        city(
            "gizah",
            8,
            built="lumber_yard altar palace haven school study traders_guild",
            stages=2,
            tokens=(1, -1, 3),
        ),
        "rhodos: tavern, ephesos: forum vineyard",
        age=3,
    )
    assert {
        "military": 3,
        "treasury": 2,
        "wonder": 3 + 5,
        "blue": 3 + 8,
        "yellow": 1,
        "green": 1 + 1,
        "guilds": 3,
        "total": 30,
    } == table.points(0)


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (11, 3)])
def test_three_coins_make_a_point(coins: int, points: int) -> None:
    """Full threes only (W7.1)."""
    table = Table(city("gizah", coins), "rhodos, ephesos")
    assert points == table.points(0)["treasury"]


@pytest.mark.parametrize(
    ("card", "others", "points"),
    [
        ("haven", "lumber_yard sawmill loom_1", 2),
        ("lighthouse", "tavern", 2),
        ("chamber_of_commerce", "loom_1 press_1 sawmill", 4),
        ("ludus", "walls barracks", 2),
        ("caravansery", "haven", 0),
    ],
)
def test_points_of_yellow_cards(card: str, others: str, points: int) -> None:
    """They count one's own city as it stands at the end (W7.1)."""
    table = Table(
        city("gizah", built=f"{card} {others}"),
        city("rhodos", built=LEFT),
        city("ephesos", built=RIGHT),
    )
    assert points == table.points(0)["yellow"]


def test_an_arena_scores_its_stages() -> None:
    """One for each (W7.1)."""
    table = Table("gizah +3: arena, rhodos +2, ephesos")
    assert 3 == table.points(0)["yellow"]


@pytest.mark.parametrize(
    ("built", "points"),
    [
        ("", 0),
        ("scriptorium", 1),
        ("scriptorium library", 4),
        ("scriptorium library school", 9),
        ("scriptorium library school university", 16),
        ("scriptorium apothecary", 2),
        ("scriptorium apothecary workshop", 3 + 7),
        ("scriptorium apothecary workshop library dispensary laboratory", 12 + 14),
        ("scriptorium apothecary workshop library school", 9 + 1 + 1 + 7),
    ],
)
def test_science(built: str, points: int) -> None:
    """Squares, and seven for each set of three different symbols (W7.2)."""
    table = Table(city("gizah", built=built), "rhodos, ephesos")
    assert points == table.points(0)["green"]


def test_all_science_stands_under_green() -> None:
    """A guild's symbol and a stage's are on the green line (W7.2, W7.3)."""
    table = Table("babylon +2: scientists_guild, rhodos, ephesos")
    points = table.points(0)
    assert (4, 0, 3) == (points["green"], points["guilds"], points["wonder"])


@pytest.mark.parametrize(
    ("guild", "points"),
    [
        ("workers_guild", 3),
        ("craftsmens_guild", 6),
        ("magistrates_guild", 3),
        ("traders_guild", 2),
        ("spies_guild", 2),
        ("philosophers_guild", 3),
        ("scientists_guild", 0),
    ],
)
def test_guilds_that_count_neighbours(guild: str, points: int) -> None:
    """Both neighbours' cards of a colour, never one's own (W7.3)."""
    own = "lumber_yard press_1 theater forum stockade workshop"
    table = Table(
        city("gizah", built=f"{own} {guild}"),
        city("rhodos", built=LEFT),
        "olympia: sawmill altar tavern barracks school",
        city("ephesos", built=RIGHT),
    )
    assert points == table.points(0)["guilds"]


def test_shipowners_count_their_own_city() -> None:
    """Brown, grey and purple cards, itself too; Scientists is purple (W7.3)."""
    table = Table(
        "gizah: sawmill loom_1 scientists_guild shipowners_guild altar",
        city("rhodos", built=LEFT),
        city("ephesos", built=RIGHT),
    )
    assert 4 == table.points(0)["guilds"]


def test_scientists_is_no_green_card() -> None:
    """The Philosophers don't count it (W7.3)."""
    table = Table("gizah: philosophers_guild, rhodos: scientists_guild, ephesos")
    assert 0 == table.points(0)["guilds"]


def test_builders_count_the_stages_of_three_cities() -> None:
    """One's own included (W7.3)."""
    table = Table("gizah night +4: builders_guild, rhodos +1, olympia +3, ephesos +2")
    assert 7 == table.points(0)["guilds"]


@pytest.mark.parametrize(
    ("board", "stages", "points"),
    [
        ("rhodos night", 1, 0),
        ("rhodos night", 2, 7),
        ("gizah", 2, 0),
        ("gizah", 3, 7),
        ("gizah night", 3, 0),
        ("gizah night", 4, 7),
        ("carthage night", ("left", "left"), 7),
    ],
)
def test_decorators_want_the_whole_wonder(
    board: str, stages: int | tuple[str, ...], points: int
) -> None:
    """As many stages as its own side has: two, three or four (W7.3)."""
    table = Table(
        city(board, built="decorators_guild", stages=stages), "olympia +3, ephesos +3"
    )
    assert points == table.points(0)["guilds"]


def test_the_highest_total_wins() -> None:
    """However many coins another has (W7.4)."""
    table = Table("gizah 2: altar, rhodos 8, ephesos 0")
    assert (0,) == table.state.score().winners


def test_a_tie_goes_to_the_fuller_treasury() -> None:
    """Coins decide, though they make no further point (W7.4)."""
    table = Table("gizah, rhodos 5, ephesos 4")
    assert (1,) == table.state.score().winners


def test_a_victory_can_be_shared() -> None:
    """By all whose points and coins are equal (W7.4)."""
    table = Table("gizah 4, rhodos 4, ephesos, olympia 4")
    assert (0, 1, 3) == table.state.score().winners


def test_the_news_of_the_end_is_the_sheet() -> None:
    """The sheet told at the end is the state's (W7.1)."""
    table = Table("gizah: altar, rhodos, ephesos", age=3, turn=6)
    news = table.play()
    assert FinalSheet(table.state.score()) == news[-1]
