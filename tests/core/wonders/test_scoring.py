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
from tests.support.soak import COMBINATIONS, table
from tests.support.wonders import Table, city


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


@pytest.mark.parametrize(
    ("expansions", "lines"),
    [
        ("leaders", {"leaders": 4}),
        ("edifice", {"edifice": -5}),
        ("leaders edifice", {"leaders": 4, "edifice": -5}),
    ],
)
def test_each_expansion_has_one_line(expansions: str, lines: dict[str, int]) -> None:
    """Its points stand there, and in the total (L1.8, E1.8)."""
    leaders = "nefertiti" if "leaders" in expansions else ""
    debts = (-2, -3) if "edifice" in expansions else ()
    laid = Table(
        city("gizah", 0, "altar", leaders=leaders, debts=debts),
        city("rhodos", 0),
        city("ephesos", 0),
        expansions=expansions,
    )
    row = dict(laid.points(0))
    total = row.pop("total")
    assert {"blue": 3, **lines} == {line: n for line, n in row.items() if n}
    assert total == 3 + sum(lines.values())


def test_the_edifices_line_may_be_negative_and_so_may_the_total() -> None:
    """All three debts, and nothing else (E1.8)."""
    assert {"edifice": -10} == points(city("gizah", 0, debts=(-2, -3, -5)))
    laid = Table(
        city("gizah", 0, debts=(-2, -3, -5), tokens=(-1,)),
        *(city(name, 0, debts=(-5,)) for name in ("rhodos", "ephesos")),
        expansions="edifice",
    )
    sheet = laid.state.score()
    assert [-11, -5, -5] == [row[-1] for row in sheet.rows]
    assert (1, 2) == sheet.winners


@pytest.mark.parametrize(
    ("leader", "lines"),
    [
        ("cleopatra", {"leaders": 5}),
        ("cleopatra:1:buried", {"leaders": 8}),
        ("nitocris:2:buried", {"leaders": 4}),
        ("nitocris:3:buried", {"leaders": 6}),
        ("pericles:1:buried", {"leaders": 12}),
        ("ptolemy", {"green": 1}),
        ("ptolemy:1:buried", {"leaders": 10}),
        ("sappho cleopatra:2:buried", {"leaders": 2 + 8}),
    ],
)
def test_a_buried_leader_scores_its_cost_twice(
    leader: str, lines: dict[str, int]
) -> None:
    """And nothing besides; one of cost "age", that of when it came (L3.3, W7.2)."""
    assert lines == points(city("abu_simbel", 0, leaders=leader))


def test_only_those_face_up_count_as_leaders_face_up() -> None:
    """A buried one leaves Agrippina alone (L2.12)."""
    buried = city("abu_simbel", 0, leaders="agrippina sappho:1:buried")
    assert {"leaders": 7 + 2 * 1} == points(buried)
    assert {"leaders": 0 + 2} == points(city("gizah", 0, leaders="agrippina sappho"))


def test_rewards_and_debts_make_one_line() -> None:
    """Two pairs of brown and grey, three stages, less one debt (E1.8, E1.9)."""
    built = "lumber_yard sawmill loom_1 press_1 glassworks_1"
    mine = city(
        "gizah", 0, built, 3, edifices="artisan_district belvedere", debts=(-5,)
    )
    assert {"wonder": 15, "edifice": 2 * 2 + 3 - 5} == points(mine)


def test_tokens_from_elsewhere_score_as_military() -> None:
    """Those of leaders and edifices are like those of conflicts (E1.6, L2.12)."""
    tokens = (1, 3, 3, 5, -1)
    mine = city("gizah", 0, tokens=tokens, leaders="gorgo alexander")
    assert {"military": 11, "leaders": 3 + 4} == points(mine)


def test_a_guild_counted_again_stands_under_edifice() -> None:
    """The best one; the neighbours' cards count for it too (E1.9, W7.2)."""
    traders = city("rhodos", 0, "tavern vineyard forum")
    mine = city("gizah", 0, "traders_guild workers_guild", edifices="agora")
    assert {"guilds": 3, "edifice": 3} == points(mine, traders)
    workers = city("ephesos", 0, "lumber_yard sawmill quarry foundry")
    assert {"guilds": 3 + 4, "edifice": 4} == points(mine, traders, workers)


@pytest.mark.parametrize(
    ("mine", "left", "right", "lines"),
    [
        ("altar palace", "altar", "", {"blue": 11, "leaders": 5}),
        ("altar", "altar", "", {"blue": 3}),
        ("altar", "", "altar", {"blue": 3}),
        ("altar", "", "", {"blue": 3, "leaders": 5}),
        ("", "", "", {}),
    ],
)
def test_strictly_more_than_each_neighbour(
    mine: str, left: str, right: str, lines: dict[str, int]
) -> None:
    """Equal is not more, and more than one of the two is not enough (L2.11)."""
    led = city("gizah", 0, mine, leaders="phryne")
    assert lines == points(led, city("rhodos", 0, left), city("ephesos", 0, right))


def test_coins_at_the_end_count_twice_with_midas() -> None:
    """In the treasury, and under leaders (L2.11)."""
    assert {"treasury": 3, "leaders": 3} == points(city("gizah", 11, leaders="midas"))


def test_a_card_serves_in_several_sets() -> None:
    """Of Justinian, of Plato, and of the archives, which count colours (L2.13, E1.9)."""
    built = "lumber_yard loom_1 altar tavern barracks scriptorium decorators_guild"
    mine = city(
        "gizah", 0, built, leaders="justinian plato", edifices="archives", stages=2
    )
    assert {
        "wonder": 8,
        "blue": 3,
        "green": 1,
        "leaders": 3 + 7,
        "edifice": 7,
    } == points(mine)


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
