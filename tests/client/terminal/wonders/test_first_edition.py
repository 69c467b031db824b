"""Boards of the first edition, as players see them and read of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.words import text
from sealed_wonders.client.words.draw import text_of
from sealed_wonders.client.words.wonders import cards, describe, look
from sealed_wonders.client.words.wonders.sight import Sight
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.catalog import FIRST, everything
from sealed_wonders.net.words import use
from tests.support.french import english
from tests.support.menus import NAMES, lines, menu_of, told
from tests.support.scenes import PlayedScene
from tests.support.wonders import Table, city

FIRST_BOARDS = tuple(it.id for it in everything().boards if it.box == FIRST)


def olympia(cards: str, spent: int = 0, coins: int = 3) -> Table:
    return Table(
        city("olympia_1e", coins, stages=2, spent=spent),
        city("rhodos", built="quarry"),
        city("ephesos"),
        age=2,
        turn=4,
        hands=(cards,),
    )


# In lines.


def test_the_power_is_a_way_to_build_like_others() -> None:
    """It has a letter beside payments, and stands alone where nothing can be paid."""
    some = menu_of(olympia("baths temple"))
    told = list(some.item_lines())
    assert (
        "   b1a: 2 coins to the left. b1b: free thanks to your wonder (once per age)."
    ) in told
    assert "   b2: free thanks to your wonder (once per age)." in told
    assert not [line for line in told if "Not now" in line]
    assert ["b1b"] == lines(some, "build baths power=1") == lines(some, "b1b")
    assert ["b2"] == lines(some, "b2") == lines(some, "build temple")
    (sealed,) = {it.whole for it in some.uses if it.word == "b1b"}
    assert "build Baths, free thanks to your wonder (once per age)" == sealed


@pytest.mark.parametrize("seller", [0, 1])
def test_what_can_be_paid_for_comes_before_the_power(seller: int) -> None:
    """Whoever is paid: what is used up once in an age is never the first way."""
    neighbours = [city("rhodos", built="quarry"), city("ephesos")]
    if seller:
        neighbours.reverse()
    table = Table(
        city("olympia_1e", 3, stages=2), *neighbours, age=2, turn=4, hands=("baths",)
    )
    some = menu_of(table)
    paid = f"build baths {('left', 'right')[seller]}=2"
    uses = [it for it in some.uses if it.move.text.startswith("build baths")]
    assert [paid, "build baths power=1"] == [it.move.text for it in uses]
    assert ["b1a", "b1b"] == [it.word for it in uses]


def test_where_it_is_used_up_that_is_said() -> None:
    """To whoever types it all the same, too."""
    some = menu_of(olympia("temple", spent=2))
    missing = "   Not now: you're 1 clay and 1 glass short, neighbours included."
    assert missing in list(some.item_lines())
    assert [f"Temple: {text.refusal(Refusal.NO_RIGHT)}."] == lines(
        some, "build temple power=1"
    )


def test_what_was_built_by_it_is_told_so() -> None:
    table = olympia("temple")
    table.play("build temple power=1")
    by = "free thanks to the wonder (once per age)"
    assert f"You build Temple, {by}." in told(table)
    assert f"ann builds Temple, {by}." in told(table, 1)


def test_whether_it_is_used_up_can_be_looked_up() -> None:
    """Of every city, where its wonder is read."""
    table = olympia("temple statue")
    table.play("build temple power=1")
    for seat, spent in ((0, True), (1, False)):
        read = list(look.city(Sight(NAMES, 1, table.state, {}), seat))
        assert spent == any("once per age" in line for line in read)
        assert spent == any("free (already used this age)" in line for line in read)
    fresh = olympia("temple", spent=1)
    read = list(look.city(Sight(NAMES, 1, fresh.state, {}), 0))
    assert not [line for line in read if "(used" in line]


def test_whether_it_is_used_up_is_seen(tmp_path: Path) -> None:
    """Beside the city, and on the page of it; a payment is laid down before it."""
    play = PlayedScene(tmp_path, "power")
    try:
        play.act("digit 1", "build")
        assert " used " not in text_of(play.draw())
        play.act("down", "enter", "back")
        assert " used " in text_of(play.draw())
        play.act("cities", "right")
        assert "free (already used this age)" in " ".join(text_of(play.draw()).split())
    finally:
        play.close()


def test_the_guild_that_is_copied_is_told() -> None:
    """With the others of the end, to its owner and to the others."""
    table = Table(
        city("olympia_1e night", stages=3),
        city("rhodos", built="workers_guild sawmill foundry"),
        city("ephesos", built="philosophers_guild clay_pool"),
        age=3,
        turn=6,
    )
    table.play()
    copies = "copies bob's Workers Guild: 3 points."
    assert f"Your wonder {copies}" in told(table)
    assert f"ann's wonder {copies}" in told(table, 2)
    assert "ann's wonder copies your Workers Guild: 3 points." in told(table, 1)


def test_sides_go_by_what_is_printed_on_them() -> None:
    """A and B, in cities, on the page of a board and in news."""
    table = Table(city("olympia_1e night"), city("rhodos"), city("gizah_1e"))
    sight = Sight(NAMES, 0, table.state, {})
    assert "You have Olympia, side B." == next(iter(look.city(sight, 0)))
    assert "cleo" in (said := next(iter(look.city(sight, 2))))
    assert said.endswith("Gizah, side A.")
    (board,) = [it for it in everything().boards if it.id == "olympia_1e"]
    start, day, night, owner = cards.about(sight, board)
    assert start == "Olympia (first edition): makes 1 wood"
    assert day.startswith("Side A. Stage 1, for 2 wood: 3 points.")
    assert night.startswith("Side B. Stage 1, for 2 wood: brown resources cost 1 coin")
    assert owner == "You have Olympia, side B."


def test_both_powers_have_words_in_both_languages() -> None:
    """None goes by its name in the data."""
    for language in ("en", "fr"):
        use(language)
        for board in FIRST_BOARDS:
            for side in everything().boards_by_id[board].sides.values():
                assert [] == [it for it in describe.stages(side) if "_" in it]
                if language == "fr":
                    assert [] == english(list(describe.stages(side)))
    use("en")
