"""The worth of a card in coins and points, at tables with and without expansions."""

from __future__ import annotations

from collections import Counter

import pytest

from sealed_wonders.core.game import Choose
from sealed_wonders.core.wonders import scoring
from sealed_wonders.core.wonders.model import Around
from sealed_wonders.core.wonders.play import Using
from sealed_wonders.core.wonders.view import view
from tests.support.games import wonders
from tests.support.prices import written_down
from tests.support.records import COMBINATIONS
from tests.support.soak import seated_table
from tests.support.wonders import city


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
def test_points_scored_by_other_cards_are_counted_separately(
    built: str, card: str, expected: tuple[int, int, int]
) -> None:
    around = Around(city("gizah", 0, built), city("rhodos", 0), city("ephesos", 0))
    [building] = city("gizah", 0, card).buildings
    assert scoring.gain(around, building) == expected


@pytest.mark.parametrize("expansions", COMBINATIONS)
def test_the_predicted_gain_of_a_card_is_its_actual_gain(
    expansions: tuple[str, ...],
) -> None:
    """In games, compared with another count of coins and points before and after."""
    seen: Counter[str] = Counter()
    dealer, crowd = seated_table(5, "builder", "gain", expansions)
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
