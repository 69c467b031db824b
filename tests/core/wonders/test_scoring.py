"""
The categories of the sheet, at tables with expansions and without (L1.8, E1.8, W7.2).
"""

from __future__ import annotations

from collections import Counter

import pytest

from sealed_wonders.core.game import Choose
from sealed_wonders.core.wonders import scoring
from sealed_wonders.core.wonders.model import Around, City
from sealed_wonders.core.wonders.play import Using
from sealed_wonders.core.wonders.view import view
from tests.support.games import wonders
from tests.support.prices import written_down
from tests.support.records import COMBINATIONS
from tests.support.soak import table
from tests.support.wonders import city


def points(mine: City, left: City | None = None, right: City | None = None) -> object:
    """Give the lines that are not empty; their sum is the total."""
    around = Around(mine, left or city("rhodos", 0), right or city("ephesos", 0))
    row = scoring.points(around)
    lines = dict(zip(scoring.CATEGORIES, row, strict=True))
    assert lines.pop("total") == sum(lines.values())
    return {line: number for line, number in lines.items() if number}


@pytest.mark.parametrize(
    ("built", "card", "expected"),
    [
        ("lumber_yard", "haven", (1, 1, 0)),
        ("lumber_yard lighthouse", "haven", (1, 2, 1)),
        ("haven", "lumber_yard", (0, 1, 1)),
        ("apothecary", "workshop", (0, 1, 0)),
        ("lumber_yard", "baths", (0, 3, 0)),
    ],
)
def test_points_that_other_cards_score_for_a_card_are_told_apart(
    built: str, card: str, expected: tuple[int, int, int]
) -> None:
    around = Around(city("gizah", 0, built), city("rhodos", 0), city("ephesos", 0))
    [building] = city("gizah", 0, card).buildings
    assert scoring.gain(around, building) == expected


@pytest.mark.parametrize("expansions", COMBINATIONS)
def test_a_sheet_has_the_lines_of_its_table(expansions: tuple[str, ...]) -> None:
    """Those of the base game, one for each expansion, and the total last."""
    dealer, _ = table(4, "chooser", "lines", expansions)
    sheet = dealer.state.score()
    assert (*scoring.BASE, *expansions, "total") == sheet.categories
    assert ((0,) * len(sheet.categories),) * 4 == sheet.rows
    assert scoring.categories(expansions) == sheet.categories
    assert set(sheet.categories) <= set(scoring.CATEGORIES)


@pytest.mark.parametrize("expansions", COMBINATIONS)
def test_what_a_card_would_bring_now_is_what_it_brings(
    expansions: tuple[str, ...],
) -> None:
    """In games, by another count of the coins and points before and after."""
    seen: Counter[str] = Counter()
    dealer, crowd = table(5, "builder", "gain", expansions)
    for _ in dealer.steps(crowd):
        state = wonders(dealer.state)
        if not isinstance(state.ask, Choose) or not isinstance(state.task, Using):
            continue
        for seat in sorted(state.ask.offers)[:1]:
            shown = view(state, seat, dealer.faces)
            around = Around(
                *(state.cities[it] for it in (seat, shown.left, shown.right))
            )
            for held in shown.hand:
                cities = written_down(state)
                for other, own in zip(cities, state.cities, strict=True):
                    other.tokens, other.debts = [*own.tokens], [*own.debts]
                before = cities.points(seat).total()
                effects = cities[seat].build(held.face.id)
                after = cities.points(seat).total()
                gain = scoring.gain(around, held.face)
                assert (cities.coins(seat, effects), after - before) == gain[:2]
                seen[held.face.colour.name] += gain.points > 0
                seen["coins"] += gain.coins > 0
    assert min(seen["GREEN"], seen["PURPLE"], seen["coins"]) > 0


def test_the_points_of_cards_make_up_their_categories() -> None:
    mine = city("gizah", 0, "lumber_yard baths altar haven spies_guild")
    around = Around(mine, city("rhodos", 0, "barracks"), city("ephesos", 0))
    found = {it.building.id: it.points for it in scoring.by_card(around)}
    assert found == {"baths": 3, "altar": 3, "haven": 1, "spies_guild": 1}
    assert points(mine, city("rhodos", 0, "barracks")) == {
        "blue": 6,
        "yellow": 1,
        "guilds": 1,
    }
