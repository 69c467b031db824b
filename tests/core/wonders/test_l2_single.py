"""L2: what single leaders do, each of those that are ever dealt; see the cases, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.core.game import (
    Chosen,
    Gone,
    IllegalMove,
)
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.events import TokenDropped
from sealed_wonders.core.wonders.leaders.tasks import Victims
from sealed_wonders.core.wonders.model import Around, City
from sealed_wonders.core.wonders.options import LEADER_SETS
from sealed_wonders.core.wonders.scoring import CATEGORIES, points
from tests.support.wonders import Table, city

LEFT, RIGHT = city("rhodos", 0), city("ephesos", 0)

ONE_OF_EACH = (
    "lumber_yard press_1 altar tavern barracks apothecary",
    "lumber_yard press_1 altar tavern barracks apothecary workers_guild",
)
"""Of six colours, and of all seven."""


def scored(
    first: City, left: City = LEFT, right: City = RIGHT, line: str = "leaders"
) -> int:
    """Count a city's points on a line of the sheet."""
    row = dict(zip(CATEGORIES, points(Around(first, left, right)), strict=True))
    return row[line]


def test_every_leader_that_is_dealt_is_tested_here() -> None:
    """Each by its id, or in a case."""
    here = Path(__file__)
    cases = here.parent / "cases" / "l2_single.txt"
    text = here.read_text("utf-8") + cases.read_text("utf-8")
    dealt = [it for it in everything().leaders if it.set in LEADER_SETS["expert"]]
    assert 49 == len(dealt)
    assert [] == [it.id for it in dealt if it.id not in text]


@pytest.mark.parametrize(
    ("gone", "dropped"), [((0,), []), ((0, 2), []), ((2,), [(1, 3), (3, 5)])]
)
def test_telesillas_victims_drop_nothing_when_she_is_gone(
    gone: tuple[int, ...], dropped: list[tuple[int, int]]
) -> None:
    """Nor do those who left with one kind, whom nobody asked; the last may be told then."""
    game = Table(
        "gizah 3 tokens=-1+1+-1, rhodos tokens=1+3, ephesos tokens=3, olympia tokens=3+5",
        expansions="leaders",
        age=3,
        turn=0,
        leaders=["telesilla"],
    )
    game.play("recruit telesilla bank=3")
    state = game.state.tell(Chosen(1, "drop 3"))
    left = state.tell(Gone(gone, (), Chosen(3, "drop 5")))
    assert dropped == [
        (event.seat, event.value)
        for event in left.news
        if isinstance(event, TokenDropped)
    ]
    assert Victims.name != left.task.name
    with pytest.raises(IllegalMove):
        state.tell(Gone(gone, (), Chosen(3, "drop 1")))
    with pytest.raises(IllegalMove):
        state.tell(Gone(gone, (), Chosen(1, "drop 1")))


# L2.10, L2.13: science.


@pytest.mark.parametrize(
    ("leaders", "built", "green"),
    [
        ("enheduanna", "scriptorium school workshop", 3 * 3 + 1),
        ("enheduanna", "scriptorium workshop", 4 + 1),  # of equals, no third kind
        ("enheduanna", "scriptorium workshop apothecary", 4 + 1 + 1 + 7),
        ("enheduanna", "", 1),
        ("enheduanna ptolemy euclid", "scriptorium", 9 + 1),
        ("aganice", "scriptorium school workshop", 3 + 7),
        ("aganice", "scriptorium", 1),
        ("aganice", "", 0),
        ("aganice euclid", "scriptorium school university", 16),  # a leader's symbol
        ("aganice enheduanna", "scriptorium school workshop", 16),
        ("aganice enheduanna", "scriptorium workshop", 3 + 7),  # one added goes over
        ("aganice", "scriptorium workshop scientists_guild", 3 + 7),
        ("aganice", "scriptorium school workshop scientists_guild", 16),
    ],
)
def test_flexible_symbols_are_settled_for_the_best_total(
    leaders: str, built: str, green: int
) -> None:
    """One more of the most; one that counts as another (L2.10)."""
    assert green == scored(city("gizah", 0, built, leaders=leaders), line="green")


@pytest.mark.parametrize(
    ("leaders", "built", "green", "more"),
    [
        ("aristotle", "scriptorium workshop apothecary", 10, 3),
        ("aristotle", "scriptorium school", 4, 0),
        # Without him the third tablet would be better.
        ("aristotle", "scriptorium school workshop scientists_guild", 4 + 2 + 7, 3),
        (
            "aristotle",
            "scriptorium school workshop laboratory apothecary lodge",
            12 + 14,
            6,
        ),
        ("aristotle aganice", "scriptorium school workshop", 10, 3),
    ],
)
def test_aristotle_adds_to_sets_of_symbols(
    leaders: str, built: str, green: int, more: int
) -> None:
    """3 a set, on the leaders' line; counted when symbols are settled (L2.13, W7.2)."""
    led = city("gizah", 0, built, leaders=leaders)
    assert (green, more) == (scored(led, line="green"), scored(led))


# L2.11 to L2.13: points.


SIX = ONE_OF_EACH[0]
SEVEN = ONE_OF_EACH[1]
AGAIN = "quarry loom_2 palace forum walls school scientists_guild"

POINTS: list[tuple[str, dict[str, Any], int]] = [
    # What is printed on them (L1.8).
    ("sappho", {}, 2),
    ("zenobia", {}, 3),
    ("nefertiti", {}, 4),
    ("cleopatra", {}, 5),
    # Each stage (L1.8).
    ("amytis", {"stages": 0}, 0),
    ("amytis", {"stages": 3}, 2 * 3),
    # Pairs of equal victory tokens (L2.12).
    ("gorgo", {"tokens": (1, 3, 5)}, 0),
    ("gorgo", {"tokens": (1, 1, 1)}, 1),
    ("gorgo", {"tokens": (5, 5, 1, 1, 3, 3)}, 5 + 1 + 3),
    ("gorgo", {"tokens": (3, 3, 3, 3)}, 3 + 3),
    ("gorgo", {"tokens": (-1, -1)}, 0),
    # Each victory token (L2.12).
    ("alexander", {"tokens": (1, -1, 5, 5)}, 3),
    # No defeat token (L2.12).
    ("cynisca", {}, 6),
    ("cynisca", {"tokens": (5, -1, 5)}, 0),
    # No other leader face up; those face down are worth their cost twice (L2.12, L3.3).
    ("agrippina", {}, 7),
    ("agrippina nero", {}, 0),
    ("nero:1:buried agrippina", {}, 2 + 7),
    ("nero:1:buried agrippina varro", {}, 2),
    ("agrippina:1:buried nero", {}, 2),
    # Sets of a blue, a red and a green card (L2.13).
    ("justinian", {"built": "altar barracks"}, 0),
    ("justinian", {"built": "altar well palace barracks school"}, 3),
    ("justinian", {"built": "altar well barracks walls school workshop"}, 3 + 3),
    # Sets of all colours (L2.13).
    ("plato", {"built": SIX}, 0),
    ("plato", {"built": SEVEN}, 7),
    ("plato", {"built": f"{SEVEN} {AGAIN}"}, 7 + 7),
    # A card serves in several sets (L2.13).
    (
        "justinian plato aristotle",
        {"built": f"{SEVEN} scriptorium workshop"},
        3 + 7 + 3,
    ),
]


@pytest.mark.parametrize(("leaders", "has", "worth"), POINTS)
def test_points_of_leaders(leaders: str, has: dict[str, Any], worth: int) -> None:
    """For what their own city has, on their line (L1.8, L2.12, L2.13, L3.3)."""
    assert worth == scored(city("abu_simbel", 0, leaders=leaders, **has))


@pytest.mark.parametrize(
    ("leader", "built", "each"),
    [
        ("phidias", "lumber_yard quarry", 1),
        ("praxiteles", "loom_1 press_2", 2),
        ("nebuchadnezzar", "altar palace", 1),
        ("varro", "tavern haven", 1),
        ("pericles", "barracks walls", 2),
        ("hypatia", "scriptorium school", 1),
        ("hiram", "workers_guild scientists_guild", 2),
    ],
)
def test_points_for_cards_of_a_colour(leader: str, built: str, each: int) -> None:
    """One's own only (L1.8)."""
    others = city("rhodos", 0, built), city("ephesos", 0, built)
    assert 0 == scored(city("gizah", 0, leaders=leader), *others)
    first, _ = built.split()
    assert each == scored(city("gizah", 0, first, leaders=leader), *others)
    assert 2 * each == scored(city("gizah", 0, built, leaders=leader), *others)


@pytest.mark.parametrize(
    ("coins", "worth"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3), (30, 10)]
)
def test_midas_counts_coins(coins: int, worth: int) -> None:
    """A point for 3, beside the treasury's own (L2.11)."""
    led = city("gizah", coins, leaders="midas")
    assert (worth, worth) == (scored(led), scored(led, line="treasury"))


@pytest.mark.parametrize(
    ("leader", "one", "two"),
    [
        ("phryne", "altar", "altar well"),
        ("cornelia", "tavern", "tavern forum"),
        ("eurypyle", "barracks", "barracks stockade"),
        ("theano", "school", "school workshop"),
    ],
)
def test_points_for_more_than_each_neighbour(leader: str, one: str, two: str) -> None:
    """5 for strictly more than the one, and than the other (L2.11)."""
    led = city("gizah", 0, two, leaders=leader)
    other = city("rhodos", 0, one)
    same = city("ephesos", 0, two)
    assert 5 == scored(led, other, other)
    assert 5 == scored(led)
    assert [0, 0] == [scored(led, same, other), scored(led, other, same)]
    assert 0 == scored(city("gizah", 0, leaders=leader))


def test_makeda_compares_coins_at_the_end() -> None:
    """5 for strictly more than each neighbour (L2.11)."""
    led = city("gizah", 4, leaders="makeda")
    three, four = city("rhodos", 3), city("ephesos", 4)
    assert [5, 0, 0] == [
        scored(led, three, three),
        scored(led, four, three),
        scored(led, three, four),
    ]
