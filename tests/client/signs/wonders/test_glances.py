"""Cities in a few signs."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.signs.draw import Row, text_of
from sealed_wonders.client.signs.symbols import UNICODE, Symbols
from sealed_wonders.client.signs.wonders import glances
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.city import (
    found,
    with_building,
    with_buried,
    with_edifice,
    with_leader,
    with_stage,
)
from sealed_wonders.core.wonders.model import City


def city(board: str, side: str, *buildings: str, stages: tuple[str, ...] = ()) -> City:
    """Give a city with some buildings and stages."""
    one = everything().boards_by_id[board]
    made = found(one, one.sides[side], 3)
    for name in buildings:
        made = with_building(made, everything().buildings_by_id[name])
    for slot, half in enumerate(stages):
        made = with_stage(made, half, slot)
    return made


def says(row: object) -> str:
    assert isinstance(row, tuple)
    return text_of([row])


def test_what_is_not_for_sale_is_in_parentheses() -> None:
    one = city("gizah", "day", "quarry", "mine", "loom_1", "caravansery", "forum")
    assert "SSS L S/O (W/S/O/C) (G/L/P)" == says(glances.production(one))


def test_what_a_stage_makes_is_not_for_sale() -> None:
    one = city("alexandria", "night", stages=("",))
    assert "G (W/S/O/C)" == says(glances.production(one))


def test_many_of_one_good_are_a_number() -> None:
    one = city("gizah", "day", "quarry", "stone_pit")
    assert "4S" == says(glances.production(one))


def test_science_is_counted_by_symbol() -> None:
    one = city("babylon", "day", "scriptorium", "library", "workshop", stages=("", ""))
    assert "2▤ 1✱ 1?" == says(glances.science(one, UNICODE))
    assert "" == says(glances.science(city("gizah", "day"), UNICODE))


def test_tokens_are_points() -> None:
    one = city("gizah", "day")
    assert "" == says(glances.tokens(one, UNICODE))
    assert "+6★†" == says(glances.tokens(evolve(one, tokens=(1, 5)), UNICODE))
    assert "-2★†" == says(glances.tokens(evolve(one, tokens=(-1, -1)), UNICODE))
    assert "0★†" == says(glances.tokens(evolve(one, tokens=(-1, 1)), UNICODE))


def test_cards_are_counted_by_colour() -> None:
    one = city("gizah", "day", "quarry", "mine", "altar", "spies_guild")
    assert "▬2■1◆1" == says(glances.counts(one, UNICODE))
    assert "" == says(glances.counts(city("gizah", "day"), UNICODE))


def test_a_city_at_a_glance() -> None:
    one = city("gizah", "day", "barracks", "workshop", stages=("",))
    assert "3¤ 1† ▰▱▱ 1✱" == says(glances.glance(one, UNICODE, 1))


def test_leaders_and_pawns_are_counted_where_there_are_any() -> None:
    one = city("gizah", "day", "workshop")
    assert "" == says(glances.company(one, UNICODE))
    for name in ("caesar", "nero", "bilkis"):
        one = with_leader(one, everything().leaders_by_id[name], 1)
    one = evolve(with_buried(one, "nero"), pawns=(1, 1), tokens=(1,), debts=(-2, -3))
    assert "♛2 ∩1 ♙♙" == says(glances.company(one, UNICODE))
    assert "-5★⌂" == says(glances.debts(one, UNICODE))
    assert "3¤ 2† ▱▱▱ ♛2 ∩1 ♙♙ +1★† -5★⌂ 1✱" == says(glances.glance(one, UNICODE, 1))


def test_what_leaders_and_edifices_do_stands_in_a_city() -> None:
    one = with_edifice(city("gizah", "day"), everything().edifices_by_id["river_port"])
    assert "S (W/S/O/C)" == says(glances.production(one))
    led = with_leader(one, everything().leaders_by_id["nero"], 1)
    assert len(glances.standing(led)) == len(glances.standing(one)) + 1
    assert glances.standing(with_buried(led, "nero")) == glances.standing(one)


def aligned(some: Sequence[City], age: int = 1) -> list[str]:
    """Return the glances of cities below each other."""
    wide = glances.widths(some, UNICODE)
    return [says(next(glances.forms(one, UNICODE, age, wide))).rstrip() for one in some]


def test_glances_below_each_other_have_columns_as_wide_as_necessary() -> None:
    poor = city("gizah", "night")
    assert [" 3¤ 0† ▱▱▱▱"] == aligned([poor])
    rich = evolve(city("babylon", "night", "circus"), coins=17, tokens=(5, 5))
    assert [" 3¤ 0† ▱▱▱▱", "17¤ 3† ▱▱   +10★†"] == aligned([poor, rich])
    led = with_leader(poor, everything().leaders_by_id["nero"], 1)
    some = [evolve(one, tokens=(5,)) for one in (poor, led)]
    assert [" 3¤ 0† ▱▱▱▱    +5★†", " 3¤ 0† ▱▱▱▱ ♛1 +5★†"] == aligned(some)


def test_leaders_and_points_give_way_before_science_and_that_before_all_else() -> None:
    """A mark stands for what is left out, and nothing else does."""
    one = with_leader(city("gizah", "night"), everything().leaders_by_id["nero"], 1)
    one = with_building(
        evolve(one, tokens=(5,)), everything().buildings_by_id["school"]
    )
    forms = list(glances.forms(one, UNICODE, 1, glances.widths((one, one), UNICODE)))
    assert glances.FORMS == len(forms)
    assert [" 3¤ 0† ▱▱▱▱ ♛1 +5★† 1▤", " 3¤ 0† ▱▱▱▱ … 1▤", " 3¤ 0† ▱▱▱▱ …"] == [
        says(it).rstrip() for it in forms[1:]
    ]
    bare = city("gizah", "night")
    assert {" 3¤ 0† ▱▱▱▱"} == {
        says(it).rstrip()
        for it in glances.forms(bare, UNICODE, 1, glances.Widths(wonder=4))
    }


def test_stages_that_stand_and_that_do_not() -> None:
    one = city("carthage", "day", stages=("", "right"))
    assert ["▰ 3★", "▰ † 2★", "▱ CCC ⇒ 7★"] == [
        says(row) for row in glances.stages(one, UNICODE, 1)
    ]


def test_one_card_that_is_free_once_in_an_age_is_seen_until_it_is_used() -> None:
    """Beside each other, and in columns; when the game is over there is no age."""
    one = city("olympia_1e", "day", stages=("", ""))
    spent = evolve(one, spent=2)

    def in_columns(one: City, symbols: Symbols, age: int) -> Row:
        return next(glances.forms(one, symbols, age, glances.widths([one], symbols)))

    for write in (glances.glance, in_columns):
        assert says(write(one, UNICODE, 2)).endswith(" ∞ once/age")
        assert says(write(spent, UNICODE, 2)).endswith(" ∞ used")
        assert says(write(spent, UNICODE, 3)).endswith(" ∞ once/age")
        before = city("olympia_1e", "day", stages=("",))
        assert "∞" not in says(write(before, UNICODE, 2))
        assert "∞" not in says(write(spent, UNICODE, 0))
    for age, used in ((0, False), (2, True), (3, False)):
        _first, second, _third = glances.stages(spent, UNICODE, age)
        assert used == says(second).endswith(" used")
