"""Cities, summarized in a few signs."""

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
    """Return a city with these buildings and stages."""
    one = everything().boards_by_id[board]
    made = found(one, one.sides[side], 3)
    for name in buildings:
        made = with_building(made, everything().buildings_by_id[name])
    for slot, half in enumerate(stages):
        made = with_stage(made, half, slot)
    return made


def signs(row: object) -> str:
    assert isinstance(row, tuple)
    return text_of([row])


def test_goods_not_for_sale_are_in_parentheses() -> None:
    one = city("gizah", "day", "quarry", "mine", "loom_1", "caravansery", "forum")
    assert "SSS L S/O (W/S/O/C) (G/L/P)" == signs(glances.production(one))


def test_goods_of_a_stage_are_not_for_sale() -> None:
    one = city("alexandria", "night", stages=("",))
    assert "G (W/S/O/C)" == signs(glances.production(one))


def test_several_units_of_a_good_are_counted() -> None:
    one = city("gizah", "day", "quarry", "stone_pit")
    assert "4S" == signs(glances.production(one))


def test_science_is_counted_by_symbol() -> None:
    one = city("babylon", "day", "scriptorium", "library", "workshop", stages=("", ""))
    assert "2▤ 1✱ 1?" == signs(glances.science(one, UNICODE))
    assert "" == signs(glances.science(city("gizah", "day"), UNICODE))


def test_conflict_tokens_are_summed_up_as_points() -> None:
    one = city("gizah", "day")
    assert "" == signs(glances.tokens(one, UNICODE))
    assert "+6★†" == signs(glances.tokens(evolve(one, tokens=(1, 5)), UNICODE))
    assert "-2★†" == signs(glances.tokens(evolve(one, tokens=(-1, -1)), UNICODE))
    assert "0★†" == signs(glances.tokens(evolve(one, tokens=(-1, 1)), UNICODE))


def test_cards_are_counted_by_colour() -> None:
    one = city("gizah", "day", "quarry", "mine", "altar", "spies_guild")
    assert "▬2■1◆1" == signs(glances.counts(one, UNICODE))
    assert "" == signs(glances.counts(city("gizah", "day"), UNICODE))


def test_a_glance_shows_coins_shields_stages_and_science() -> None:
    one = city("gizah", "day", "barracks", "workshop", stages=("",))
    assert "3¤ 1† ▰▱▱ 1✱" == signs(glances.glance(one, UNICODE, 1))


def test_leaders_pawns_and_debts_are_counted_if_there_are_any() -> None:
    one = city("gizah", "day", "workshop")
    assert "" == signs(glances.company(one, UNICODE))
    for name in ("caesar", "nero", "bilkis"):
        one = with_leader(one, everything().leaders_by_id[name], 1)
    one = evolve(with_buried(one, "nero"), pawns=(1, 1), tokens=(1,), debts=(-2, -3))
    assert "♛2 ∩1 ♙♙" == signs(glances.company(one, UNICODE))
    assert "-5★⌂" == signs(glances.debts(one, UNICODE))
    assert "3¤ 2† ▱▱▱ ♛2 ∩1 ♙♙ +1★† -5★⌂ 1✱" == signs(glances.glance(one, UNICODE, 1))


def test_a_city_shows_effects_of_leaders_and_edifices() -> None:
    one = with_edifice(city("gizah", "day"), everything().edifices_by_id["river_port"])
    assert "S (W/S/O/C)" == signs(glances.production(one))
    led = with_leader(one, everything().leaders_by_id["nero"], 1)
    assert len(glances.standing(led)) == len(glances.standing(one)) + 1
    assert glances.standing(with_buried(led, "nero")) == glances.standing(one)


def aligned(some: Sequence[City], age: int = 1) -> list[str]:
    """Return the glances of these cities, aligned below each other."""
    wide = glances.widths(some, UNICODE)
    return [
        signs(next(glances.forms(one, UNICODE, age, wide))).rstrip() for one in some
    ]


def test_aligned_glances_have_columns_of_minimal_width() -> None:
    poor = city("gizah", "night")
    assert [" 3¤ 0† ▱▱▱▱"] == aligned([poor])
    rich = evolve(city("babylon", "night", "circus"), coins=17, tokens=(5, 5))
    assert [" 3¤ 0† ▱▱▱▱", "17¤ 3† ▱▱   +10★†"] == aligned([poor, rich])
    led = with_leader(poor, everything().leaders_by_id["nero"], 1)
    some = [evolve(one, tokens=(5,)) for one in (poor, led)]
    assert [" 3¤ 0† ▱▱▱▱    +5★†", " 3¤ 0† ▱▱▱▱ ♛1 +5★†"] == aligned(some)


def test_narrow_glances_omit_leaders_and_points_then_science() -> None:
    """A mark stands for the omitted parts."""
    one = with_leader(city("gizah", "night"), everything().leaders_by_id["nero"], 1)
    one = with_building(
        evolve(one, tokens=(5,)), everything().buildings_by_id["school"]
    )
    forms = list(glances.forms(one, UNICODE, 1, glances.widths((one, one), UNICODE)))
    assert glances.FORMS == len(forms)
    assert [" 3¤ 0† ▱▱▱▱ ♛1 +5★† 1▤", " 3¤ 0† ▱▱▱▱ … 1▤", " 3¤ 0† ▱▱▱▱ …"] == [
        signs(it).rstrip() for it in forms[1:]
    ]
    bare = city("gizah", "night")
    assert {" 3¤ 0† ▱▱▱▱"} == {
        signs(it).rstrip()
        for it in glances.forms(bare, UNICODE, 1, glances.Widths(wonder=4))
    }


def test_built_and_unbuilt_stages_are_listed() -> None:
    one = city("carthage", "day", stages=("", "right"))
    assert ["▰ 3★", "▰ † 2★", "▱ CCC ⇒ 7★"] == [
        signs(row) for row in glances.stages(one, UNICODE, 1)
    ]


def test_a_free_card_per_age_is_shown_as_available_or_used() -> None:
    """Both layouts of a glance show it. After the end of the game, there is no age."""
    one = city("olympia_1e", "day", stages=("", ""))
    spent = evolve(one, spent=2)

    def in_columns(one: City, symbols: Symbols, age: int) -> Row:
        return next(glances.forms(one, symbols, age, glances.widths([one], symbols)))

    for write in (glances.glance, in_columns):
        assert signs(write(one, UNICODE, 2)).endswith(" ∞ once/age")
        assert signs(write(spent, UNICODE, 2)).endswith(" ∞ used")
        assert signs(write(spent, UNICODE, 3)).endswith(" ∞ once/age")
        before = city("olympia_1e", "day", stages=("",))
        assert "∞" not in signs(write(before, UNICODE, 2))
        assert "∞" not in signs(write(spent, UNICODE, 0))
    for age, used in ((0, False), (2, True), (3, False)):
        _first, second, _third = glances.stages(spent, UNICODE, age)
        assert used == signs(second).endswith(" used")
