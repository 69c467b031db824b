"""L2: what single leaders do, each of those that are ever dealt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Gone,
    IllegalMove,
    Look,
    Offer,
    Refusal,
    Stay,
)
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.events import Fought, Picked, Played, TokenDropped
from sealed_wonders.core.wonders.leaders.tasks import Victims
from sealed_wonders.core.wonders.model import Around, City
from sealed_wonders.core.wonders.options import LEADER_SETS
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.scoring import CATEGORIES, points
from tests.support.wonders import Table, city

LEFT, RIGHT = city("rhodos", 0), city("ephesos", 0)
PLAIN = (LEFT, RIGHT)

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


def table(
    first: City, *others: City, hand: str = "", age: int = 1, turn: int = 1
) -> Table:
    """Lay out a city with leaders, and its neighbours."""
    return Table(
        first,
        *(others or PLAIN),
        expansions="leaders",
        hands=(hand,),
        age=age,
        turn=turn,
    )


def recruiting(*cities: City, leaders: str, age: int = 2, discard: str = "") -> Table:
    """Lay out a recruitment with a leader for each seat."""
    return Table(
        *cities,
        expansions="leaders",
        age=age,
        turn=0,
        leaders=leaders.split(),
        discard=discard,
    )


def test_every_leader_that_is_dealt_is_tested_here() -> None:
    """Each by its id."""
    text = Path(__file__).read_text("utf-8")
    dealt = [it for it in everything().leaders if it.set in LEADER_SETS["expert"]]
    assert 49 == len(dealt)
    assert [] == [it.id for it in dealt if it.id not in text]


# L2.1 to L2.3, L2.5: paying.


def test_maecenas_makes_later_leaders_free() -> None:
    """He himself is paid for (L2.1)."""
    game = recruiting(city("gizah", 1), *PLAIN, leaders="maecenas")
    assert "recruit maecenas" not in game.moves(0)
    game.play("recruit maecenas bank=1")
    led = game.state.cities[0]
    assert 0 == led.coins
    for age in (2, 3):
        game = recruiting(led, *PLAIN, leaders="caesar nitocris", age=age)
        assert "recruit caesar" in game.moves(0)
    game.play("recruit caesar")
    assert (("maecenas", "caesar"), 0) == (game.leaders(0), game.coins[0])


@pytest.mark.parametrize(
    ("leader", "built", "card", "age"),
    [
        ("hammurabi", "brickyard", "courthouse", 2),  # two clay, a loom
        ("hammurabi", "", "baths", 1),  # a stone
        ("leonidas", "stone_pit", "walls", 2),  # three stones
        ("archimedes", "quarry", "library", 2),  # two stones, a loom
    ],
)
def test_a_unit_of_goods_less_for_a_colour(
    leader: str, built: str, card: str, age: int
) -> None:
    """The last one missing is left out; of other colours none is (L2.2)."""
    board = "gizah" if card == "walls" else "olympia"
    for one in ("hammurabi", "leonidas", "archimedes"):
        game = table(city(board, 0, built, leaders=one), hand=card, age=age)
        assert (one == leader) == (f"build {card}" in game.moves(0))


def test_imhotep_takes_a_unit_off_stages() -> None:
    """Of every stage, and of no building (L2.2)."""
    game = table(city("gizah", 0, "lumber_yard clay_pool", leaders="imhotep"))
    game.play("stage")
    assert Refusal.MISSING_RESOURCES is game.refusal(0, "stage")
    led = city("gizah", 0, "lumber_yard clay_pool loom_1", leaders="imhotep")
    game = table(led, hand="baths workshop stables", age=2)
    game.play("stage")
    game.play("stage")
    assert 2 == len(game.state.cities[0].stages)
    game = table(city("ephesos", 0, leaders="imhotep"), hand="baths workshop stockade")
    assert ("build theater", "sell") == game.moves(0)
    plain = table(city("gizah", 0, "lumber_yard"))
    assert Refusal.MISSING_RESOURCES is plain.refusal(0, "stage")


def test_which_unit_is_left_out_is_the_payers_choice() -> None:
    """All the best ways to pay can be chosen, and no other (L2.2, W3.4)."""
    game = table(
        city("ephesos", 9, "stone_pit", leaders="archimedes"),
        city("halikarnassos"),
        city("gizah"),
        hand="library",
        age=2,
    )
    builds = [move for move in game.moves(0) if "library" in move]
    assert ["build library left=2", "build library right=2"] == builds
    assert Refusal.NOT_CHEAPEST is game.refusal(0, "build library left=2 right=2")
    game = table(
        city("ephesos", 9, "quarry", leaders="archimedes"),
        city("halikarnassos"),
        city("gizah"),
        hand="library",
        age=2,
    )
    assert ["build library"] == [move for move in game.moves(0) if "library" in move]


def test_a_unit_less_takes_no_coin_off() -> None:
    """Neither of a part in an edifice nor of a leader (L2.2)."""
    game = Table(
        city("gizah", 3, "lumber_yard", leaders="imhotep"),
        *PLAIN,
        expansions="leaders edifice",
        projects="outpost",
    )
    cost = game.state.projects[0].edifice.cost
    assert ("sell", "stage", f"stage join=1 bank={cost}") == tuple(
        sorted(move for move in game.moves(0) if not move.startswith("build"))
    )
    game = recruiting(city("gizah", 9, leaders="imhotep"), *PLAIN, leaders="varro")
    assert "recruit varro bank=3" in game.moves(0)


def test_ramses_makes_purple_cards_free() -> None:
    """They only (L2.3)."""
    game = table(city("gizah", 0, leaders="ramses"), hand="workers_guild palace", age=3)
    assert "build palace" not in game.moves(0)
    news = game.play("build workers_guild")
    (played,) = [e for e in news if isinstance(e, Played) and e.seat == 0]
    assert "power" == played.free
    assert ("workers_guild",) == game.built(0)


@pytest.mark.parametrize(
    ("board", "built", "stages", "card", "gained"),
    [
        ("gizah", "scriptorium", 0, "courthouse", 2),  # by chain
        ("olympia", "scriptorium", 2, "courthouse", 2),  # a power would do as well
        ("olympia", "", 2, "courthouse", 0),  # by power
        ("gizah", "", 0, "glassworks_2", 0),  # there was nothing to pay
        ("halikarnassos", "brickyard", 0, "courthouse", 0),  # paid with goods
    ],
)
def test_vitruvius_pays_for_chains(
    board: str, built: str, stages: int, card: str, gained: int
) -> None:
    """2 coins for each building that is free by one (L2.3, W3.4)."""
    led = city(board, 0, built, stages, leaders="vitruvius")
    game = table(led, hand=card, age=2)
    game.play(f"build {card}")
    assert gained == game.coins[0]


def test_vitruvius_pays_for_nothing_from_the_discard() -> None:
    """It is free, but not by chain (L2.3, W5.2)."""
    game = Table(
        city("halikarnassos night", 0, "brickyard scriptorium", leaders="vitruvius"),
        *PLAIN,
        expansions="leaders",
        age=2,
        discard="courthouse",
    )
    game.play("stage")
    game.play("pick courthouse")
    assert 0 == game.coins[0]


def test_xenophon_pays_for_yellow_cards() -> None:
    """However they are built: for nothing, by chain, from the discard (L2.3)."""
    led = city("gizah", 0, "marketplace", leaders="xenophon")
    for card, age, gained in (
        ("tavern", 1, 5 + 2),
        ("altar", 1, 0),
        ("caravansery", 2, 2),
    ):
        game = table(led, hand=card, age=age)
        game.play(f"build {card}")
        assert gained == game.coins[0]
    game = Table(
        city("halikarnassos night", 0, "brickyard", leaders="xenophon"),
        *PLAIN,
        expansions="leaders",
        discard="tavern",
    )
    game.play("stage")
    game.play("pick tavern")
    assert 7 == game.coins[0]


def test_bilkis_buys_one_unit_of_any_goods_from_the_bank() -> None:
    """Once a turn, for a coin (L2.5)."""
    led = city("olympia", 4, leaders="bilkis")
    game = table(led, hand="baths scriptorium workshop apothecary stockade barracks")
    builds = [move for move in game.moves(0) if "=" in move]
    assert [
        "build apothecary bank=1",
        "build barracks bank=1",  # or from the left, at 2 coins
        "build barracks left=2",
        "build baths bank=1",
        "build scriptorium bank=1",
        "build scriptorium right=2",
        "build stockade bank=1",
        "build workshop bank=1",
    ] == builds
    game.play("build baths bank=1")
    assert (3, 3, 3) == game.coins
    game.play("sell")
    game = table(led, hand="library", age=2)
    assert Refusal.MISSING_RESOURCES is game.refusal(0, "build library bank=2")


def test_bilkis_is_one_more_seller() -> None:
    """Beside neighbours; and again on the next turn (L2.5, W3.4)."""
    left = city("halikarnassos", 0, "stone_pit")
    led = city("gizah", 5, leaders="bilkis")
    game = table(led, left, RIGHT, hand="library", age=2)
    builds = [move for move in game.moves(0) if "library" in move]
    assert ["build library left=2 bank=1", "build library left=4"] == builds
    assert Refusal.NOT_CHEAPEST is game.refusal(0, "build library left=4 bank=1")
    game.play("build library left=2 bank=1", "sell", "sell")
    assert (2, 5) == game.coins[:2]
    game = Table(
        city("rhodos", 9, leaders="bilkis"),
        "gizah, olympia 9",
        expansions="leaders",
        hands=("baths", "", "scriptorium"),
    )
    game.play("build baths bank=1")
    game.play("build scriptorium bank=1")
    assert 7 == game.coins[0]


# L2.3 to L2.6: coins for what the city does.


def test_nero_is_paid_for_tokens_of_conflicts() -> None:
    """2 coins for each, none for defeats (L2.4)."""
    game = table(
        city("gizah", 0, "barracks", leaders="nero"),
        LEFT,
        RIGHT,
        turn=6,
    )
    game.play("build theater")
    assert ((1, 1), 4) == (game.tokens(0), game.coins[0])
    game = table(
        city("gizah", 0, leaders="nero"), city("rhodos", 0, "walls"), RIGHT, turn=6
    )
    game.play("build theater")
    assert ((-1,), 0) == (game.tokens(0), game.coins[0])


def test_nero_and_nitocris() -> None:
    """He is paid for her token too (L2.4, L2.8)."""
    led = city("gizah", 2, leaders="nero")
    game = recruiting(led, *PLAIN, leaders="nitocris")
    game.play("recruit nitocris bank=2")
    assert ((3,), 2) == (game.tokens(0), game.coins[0])


@pytest.mark.parametrize(
    ("line", "gained"),
    [
        ("build statue left=2 right=2", 2),
        ("build statue left=4", 1),
    ],
)
def test_hatshepsut_is_paid_for_each_neighbour_bought_from(
    line: str, gained: int
) -> None:
    """Once a turn and neighbour, however much it was (L2.6)."""
    game = table(
        city("gizah", 4, "lumber_yard", leaders="hatshepsut"),
        city("rhodos", 0, "ore_vein"),
        city("ephesos", 0, "ore_vein"),
        hand="statue",
        age=2,
    )
    game.play(line)
    assert gained == game.coins[0]


def test_hatshepsuts_coins_come_after_the_purchase() -> None:
    """They can't pay for it (L2.6)."""
    led = city("olympia", 1, leaders="hatshepsut")
    game = table(led, city("gizah"), RIGHT, hand="baths")
    assert Refusal.TOO_FEW_COINS is game.refusal(0, "build baths left=2")


def test_hatshepsut_is_paid_on_each_turn() -> None:
    """Stages count, the recruitment and Babylon's extra card too; the bank doesn't (L2.6)."""
    led = city("babylon night", 9, "clay_pool", 1, leaders="hatshepsut bilkis")
    game = table(led, city("gizah"), RIGHT, hand="baths scriptorium", turn=6)
    game.play("build baths left=2")
    assert 9 - 2 + 1 == game.coins[0]
    game.play("build scriptorium right=2")
    assert 8 - 2 + 1 == game.coins[0]
    game = table(led, city("gizah"), RIGHT, hand="baths")
    game.play("build baths bank=1")
    assert 8 == game.coins[0]
    led = city("alexandria", 9, leaders="hatshepsut")
    game = recruiting(led, city("gizah", built="stone_pit"), RIGHT, leaders="nero")
    game.play("stage left=4 with nero")
    assert 9 - 4 + 1 == game.coins[0]


def test_berenice_adds_a_coin_once_a_turn() -> None:
    """To sales and to what cards bring, once however often (L2.6)."""
    game = table(city("gizah", 0, leaders="berenice"), hand="altar tavern")
    game.play("sell")
    assert 3 + 1 == game.coins[0]
    led = city("gizah", 0, leaders="berenice xenophon")
    game = table(led, hand="tavern tavern")
    game.play("build tavern")
    assert 5 + 2 + 1 == game.coins[0]


def test_berenice_adds_nothing_to_neighbours_coins() -> None:
    """Coins must come from the bank (L2.6)."""
    game = table(
        city("gizah", 0, leaders="berenice"),
        city("olympia", 2),
        RIGHT,
    )
    game.play("build theater", "sell")
    assert 0 == game.coins[0]
    game = Table(
        city("gizah", 0, leaders="berenice"),
        "olympia 2",
        RIGHT,
        expansions="leaders",
        hands=("theater", "baths"),
    )
    game.play("build theater", "build baths right=2")
    assert 2 == game.coins[0]


def test_each_turn_has_a_coin_of_berenices() -> None:
    """The recruitment, turn 1, and what is built from the discard in it (L2.6)."""
    led = city("halikarnassos night", 0, "brickyard", leaders="berenice")
    game = recruiting(led, *PLAIN, leaders="nero", discard="tavern tavern")
    game.play("sell with nero")
    assert 4 == game.coins[0]
    game.play("stage")
    game.play("pick tavern")
    assert 4 + 6 == game.coins[0]
    game.play("sell")
    assert 10 + 4 == game.coins[0]


def test_berenice_recruited_adds_to_coins_of_later_turns_only() -> None:
    """Nothing comes from the bank with herself (L2.6, L1.7)."""
    game = recruiting(city("gizah", 2), *PLAIN, leaders="berenice")
    game.play("recruit berenice bank=2")
    assert 0 == game.coins[0]
    game.play("sell")
    assert 4 == game.coins[0]


def test_the_end_of_an_age_belongs_to_its_last_turn() -> None:
    """One coin more for that turn and its conflicts together (L2.6)."""
    led = city("gizah", 0, "barracks", leaders="berenice nero")
    game = table(led, turn=6)
    game.play("sell")
    assert 3 + 1 + 4 == game.coins[0]
    game = table(led, turn=6)
    game.play("build theater")
    assert 4 + 1 == game.coins[0]


def test_babylons_extra_card_is_a_turn_for_berenice() -> None:
    """It has its own coin, and the conflicts after it have none more (L2.6, W5.1)."""
    led = city("babylon night", 0, "barracks", 1, leaders="berenice nero")
    game = table(led, turn=6)
    game.play("sell")
    assert 4 == game.coins[0]
    game.play("sell")
    assert 4 + 4 + 4 == game.coins[0]


def test_babylons_extra_card_is_no_turn_for_the_others() -> None:
    """Whoever has none belongs to turn 6 still, conflicts included (L2.6, W5.1)."""
    led = city("gizah", 0, "barracks", leaders="berenice nero")
    for line in ("sell", "decline"):
        game = Table("babylon night +1", led, "rhodos", expansions="leaders", turn=6)
        game.play("sell", "sell", "sell")
        assert (0, 3 + 1) == (*game.asked, game.coins[1])
        game.play(line)
        assert 3 + 1 + 2 * 2 == game.coins[1]


# Coins, shields and symbols as cards give them, too.


def test_croesus_brings_coins() -> None:
    """6, once (L1.7)."""
    game = recruiting(city("gizah", 1), *PLAIN, leaders="croesus")
    game.play("recruit croesus bank=1")
    assert 6 == game.coins[0]
    game.play("sell")
    assert 9 == game.coins[0]


@pytest.mark.parametrize(("leader", "shields"), [("hannibal", 1), ("caesar", 2)])
def test_shields_of_leaders(leader: str, shields: int) -> None:
    """They count in each conflict (L1.7, W6.1)."""
    game = recruiting(city("gizah", 5), *PLAIN, leaders=leader)
    game.play(f"recruit {leader} bank={5 if leader == 'caesar' else 2}")
    assert shields == game.state.cities[0].works.shields


@pytest.mark.parametrize(
    ("leader", "symbols"),
    [("ptolemy", (1, 0, 0)), ("pythagoras", (0, 1, 0)), ("euclid", (0, 0, 1))],
)
def test_symbols_of_leaders(leader: str, symbols: tuple[int, int, int]) -> None:
    """They stand on the green line (W7.2)."""
    led = city("gizah", 0, leaders=leader)
    assert symbols == led.works.symbols
    assert (1, 0) == (scored(led, line="green"), scored(led))


# L2.7: Solomon.


def test_solomon_builds_from_the_discard() -> None:
    """One card for nothing, at the end of his turn (L2.7, W5.2)."""
    game = recruiting(
        city("gizah", 3, "altar"), *PLAIN, leaders="solomon", discard="altar tavern"
    )
    game.play("recruit solomon bank=3")
    assert isinstance(game.state.ask, Look)
    assert ("decline", "pick tavern") == game.moves(0)
    assert Refusal.ALREADY_BUILT is game.refusal(0, "pick altar")
    news = game.play("pick tavern")
    assert (0, "solomon") == next(
        (event.turn, event.by) for event in news if isinstance(event, Picked)
    )
    assert (("altar", "tavern"), 5) == (game.built(0), game.coins[0])


def test_solomon_finds_nothing_in_the_first_recruitment() -> None:
    """Nothing lies there, sold leaders neither (L2.7, L1.6)."""
    game = recruiting(city("gizah", 3), *PLAIN, leaders="solomon nero varro", age=1)
    game.play("recruit solomon bank=3", "sell with nero", "sell with varro")
    assert Turn(1, 1) == game.state.task
    assert () == game.state.rights


def test_solomon_comes_after_halikarnassos_and_carthage() -> None:
    """In one recruitment, whatever their seats; each sees what is left (L2.7, W4.4)."""
    game = recruiting(
        city("gizah", 3),
        city("carthage night", built="sawmill lumber_yard loom_1", stages=["left"]),
        city("halikarnassos night", built="brickyard"),
        leaders="solomon nero varro",
        discard="altar well tavern",
    )
    game.play("recruit solomon bank=3", "stage half=left", "stage")
    assert (2,) == game.asked
    assert ("decline", "pick altar", "pick tavern", "pick well") == game.moves(2)
    game.play("pick tavern")
    assert (1,) == game.asked
    assert ("decline", "pick altar", "pick well") == game.moves(1)
    game.play("decline")
    assert (0,) == game.asked
    assert ("decline", "pick altar", "pick well") == game.moves(0)
    game.play("pick well")
    assert ("altar",) == game.named(game.state.discard)
    assert Turn(2, 1) == game.state.task


# L2.8: Nitocris and Telesilla.


@pytest.mark.parametrize(("age", "token"), [(1, 1), (2, 3), (3, 5)])
def test_nitocris_brings_a_token_of_the_age(age: int, token: int) -> None:
    """At once (L2.8)."""
    game = recruiting(
        city("gizah", 3, tokens=(-1,)), *PLAIN, leaders="nitocris", age=age
    )
    game.play(f"recruit nitocris bank={age}")
    assert (-1, token) == game.tokens(0)
    assert token - 1 == game.points(0)["military"]


def telesilla(*others: City, leaders: str = "telesilla") -> Table:
    """Let seat 0 recruit her; the others sell."""
    game = recruiting(
        city("gizah", 3, tokens=(-1, 1, -1)), *others, leaders=leaders, age=3
    )
    game.play("recruit telesilla bank=3")
    return game


def test_telesilla_drops_ones_own_defeats() -> None:
    """Victory tokens stay (L2.8)."""
    assert (1,) == telesilla(*PLAIN).tokens(0)


def test_telesillas_victims_choose_in_secret() -> None:
    """All who have a choice are asked together, for no card; others aren't (L2.8)."""
    game = telesilla(
        city("rhodos", tokens=(1, 3, -1, 3)),
        city("ephesos", tokens=(-1,)),
        city("olympia", tokens=(3, 3)),
        city("alexandria", tokens=(5, 1)),
    )
    assert Victims.name == game.state.task.name
    assert Choose({1: Offer((), Stay()), 4: Offer((), Stay())}) == game.state.ask
    assert ("drop 1", "drop 3") == game.moves(1)
    assert Refusal.NO_CHOICE is game.refusal(1, "drop 5")
    assert Refusal.NO_CHOICE is game.refusal(1, "sell")
    news = game.play("drop 3", "drop 5")
    assert [(1, 3), (3, 3), (4, 5)] == [
        (event.seat, event.value) for event in news if isinstance(event, TokenDropped)
    ]
    assert [(1,), (1, -1, 3), (-1,), (3,), (1,)] == [game.tokens(i) for i in range(5)]
    assert Turn(3, 1) == game.state.task


@pytest.mark.parametrize(
    ("gone", "dropped"), [((0,), []), ((0, 2), []), ((2,), [(1, 3), (3, 5)])]
)
def test_telesillas_victims_drop_nothing_when_she_is_gone(
    gone: tuple[int, ...], dropped: list[tuple[int, int]]
) -> None:
    """Nor do those who left with one kind, whom nobody asked; the last may be told then."""
    game = telesilla(
        city("rhodos", tokens=(1, 3)),
        city("ephesos", tokens=(3,)),
        city("olympia", tokens=(3, 5)),
    )
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


def test_telesilla_where_nobody_has_a_choice() -> None:
    """Nobody is asked; who has no victory token drops none (L2.8)."""
    game = telesilla(city("rhodos", tokens=(3,)), city("ephesos", tokens=(-1, -1)))
    assert [(1,), (), (-1, -1)] == [game.tokens(seat) for seat in range(3)]
    assert Turn(3, 1) == game.state.task


def test_telesillas_victims_may_drop_a_token_of_this_turn() -> None:
    """Nitocris was recruited together with her (L2.8, W4.3)."""
    game = recruiting(
        city("gizah", 3), city("rhodos", 3), RIGHT, leaders="telesilla nitocris"
    )
    game.play("recruit telesilla bank=3", "recruit nitocris bank=2")
    assert () == game.tokens(1)
    game = recruiting(
        city("gizah", 3),
        city("rhodos", 3, tokens=(1,)),
        RIGHT,
        leaders="telesilla nitocris",
    )
    game.play("recruit telesilla bank=3", "recruit nitocris bank=2")
    assert ("drop 1", "drop 3") == game.moves(1)


def test_a_victim_that_left_drops_nothing() -> None:
    """Before it is asked, or while it is (L2.8, G1)."""
    victims = city("rhodos", tokens=(1, 3)), city("ephesos", tokens=(1, 5))
    game = recruiting(city("gizah", 3), *victims, leaders="telesilla")
    game.state = game.state.tell(Gone((1,)))
    game.play("recruit telesilla bank=3", "")
    assert (2,) == game.asked
    game.play("drop 1")
    assert ((1, 3), (5,)) == (game.tokens(1), game.tokens(2))
    game = recruiting(city("gizah", 3), *victims, leaders="telesilla")
    game.play("recruit telesilla bank=3")
    game.tell(2, "drop 5")
    game.state = game.state.tell(Gone((1,)))
    assert ((1, 3), (1,)) == (game.tokens(1), game.tokens(2))
    assert Turn(2, 1) == game.state.task


# L2.9: Tomyris.


def test_tomyris_losing_to_two_neighbours() -> None:
    """Each of them takes the token that was due to her city (L2.9)."""
    game = table(
        city("gizah", leaders="tomyris"),
        city("rhodos", 0, "barracks"),
        city("ephesos", 0, "walls"),
        turn=6,
    )
    news = game.play("build theater", "build theater", "build theater")
    fought = next(event for event in news if isinstance(event, Fought))
    assert ((0, 1), (0, 2)) == fought.deflected
    assert ((0, 0), (-1, 1), (1, 1)) == fought.tokens
    assert [(), (-1, 1, -1), (1, 1, -1)] == [game.tokens(seat) for seat in range(3)]


def test_a_token_tomyris_gave_away_is_the_winners() -> None:
    """Whatever counts defeat tokens counts it there, not here (L2.9, L2.12)."""
    game = table(
        city("gizah", leaders="tomyris cynisca"),
        city("rhodos", 0, "barracks", leaders="agrippina"),
        RIGHT,
        turn=6,
    )
    game.play("build theater", "build theater", "build theater")
    assert (6, 0) == (game.points(0)["leaders"], game.points(0)["military"])
    assert (1, 1, -1) == game.tokens(1)
    assert 1 == game.points(1)["military"]


def test_tomyris_wins_and_draws_like_anybody() -> None:
    """Only defeats are turned away, and only in her city (L2.9)."""
    game = table(
        city("gizah", 0, "barracks", leaders="tomyris"),
        city("rhodos", 0, "stockade"),
        RIGHT,
        turn=6,
    )
    game.play("build theater", "build theater", "build theater")
    assert [(1,), (1,), (-1, -1)] == [game.tokens(seat) for seat in range(3)]


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
