"""E1: edifices, their rewards and their penalties."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Choose,
    Gone,
    IllegalMove,
    Offer,
    Refusal,
    Seat,
    Shuffle,
    Stay,
    TurnedUp,
    TurnUp,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import Quotes
from sealed_wonders.core.wonders.edifice.tasks import AGES, MixEdifices
from sealed_wonders.core.wonders.events import (
    EdificeEnded,
    Event,
    Fought,
    Penalised,
    Picked,
    Played,
    TurnEnded,
)
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.options import PLAYERS
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from tests.support.games import wonders
from tests.support.wonders import Table, city, edifice

GIZAH = city("gizah", built="sawmill")
RHODOS = city("rhodos", built="sawmill")
ALEXANDRIA = city("alexandria", built="quarry")
"""Each has what its first stage takes, and 3 coins."""


def table(
    projects: str,
    *cities: City,
    age: int = 1,
    turn: int = 1,
    hands: tuple[str, ...] = (),
    discard: str = "",
) -> Table:
    """Lay out three cities that can build a stage, or others, around edifices."""
    return Table(
        *(cities or (GIZAH, RHODOS, ALEXANDRIA)),
        age=age,
        turn=turn,
        hands=hands,
        discard=discard,
        expansions="edifice",
        projects=projects,
    )


def spared(*cities: City) -> tuple[City, ...]:
    """Fill up a table of three with cities that have pawns of all ages."""
    names = ("rhodos", "ephesos")[: 3 - len(cities)]
    return (*cities, *(city(name, pawns=AGES) for name in names))


def ended(news: tuple[Event, ...]) -> list[EdificeEnded | Penalised]:
    """Give what is told of edifices."""
    return [event for event in news if isinstance(event, EdificeEnded | Penalised)]


def row(table: Table, what: str) -> list[int]:
    """Give a line of the score sheet."""
    return [table.points(seat)[what] for seat in range(3)]


# E1.1: three edifices lie there.


def turned_up(players: int, seed: str = "edifices") -> State:
    """Come to the choice of sides."""
    dealer = Dealer(Wonders(players, "choose", ("edifice",)), seeded(seed))
    for _ in dealer.steps([]):
        if isinstance(dealer.state.ask, Choose):
            break
    return wonders(dealer.state)


@pytest.mark.parametrize("players", PLAYERS)
def test_an_edifice_of_each_age_lies_there_with_its_pawns(players: int) -> None:
    """Before anybody has chosen a side; none is built (E1.1)."""
    state = turned_up(players)
    assert "choose_sides" == state.task.name
    assert [1, 2, 3] == [project.edifice.age for project in state.projects]
    pawns = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5}[players]
    assert [(pawns, (), "")] * 3 == [project[1:] for project in state.projects]


def test_edifices_are_drawn_by_lot() -> None:
    """Every one of the fifteen turns up in some game (E1.1)."""
    drawn = {
        project.edifice.id
        for nth in range(40)
        for project in turned_up(3, f"lots/{nth}").projects
    }
    assert {it.id for it in everything().edifices} == drawn


def test_only_edifices_of_their_ages_are_turned_up() -> None:
    """Another card is refused (E1.1)."""
    dealer = Dealer(Wonders(3, "day", ("edifice",)), seeded("wrong"))
    for _ in dealer.steps([]):
        if wonders(dealer.state).task.name == "turn_up_edifices":
            break
    assert isinstance(dealer.state.ask, TurnUp)
    cards = wonders(dealer.state).rules.catalog
    right = tuple(cards.edifice_deck(age)[0] for age in AGES)
    assert wonders(dealer.state.tell(TurnedUp(right))).projects
    for wrong in ((right[1], right[0], right[2]), (*right[:2], 0), (*right[:2], -1)):
        with pytest.raises(IllegalMove) as caught:
            dealer.state.tell(TurnedUp(wrong))
        assert Refusal.NOT_IN_HAND is caught.value.refusal


@pytest.mark.parametrize("step", ["mix_edifices", "turn_up_edifices"])
def test_edifices_are_mixed_again_when_a_seat_leaves(step: str) -> None:
    """And lie there with as many pawns as before (E1.1, G1, G3)."""
    dealer = Dealer(Wonders(4, "day", ("edifice",)), seeded("again"))
    for _ in dealer.steps([]):
        if wonders(dealer.state).task.name == step:
            break
    left = wonders(dealer.state.tell(Gone((2,))))
    assert MixEdifices(2) == left.task
    assert isinstance(left.ask, Shuffle)
    names = ["edifices/1#2", "edifices/2#2", "edifices/3#2"]
    assert names == [deck.name for deck in left.ask.decks]
    dealer.state = left
    for _ in dealer.steps([]):
        if wonders(dealer.state).projects:
            break
    assert [3, 3, 3] == [project.pawns for project in wonders(dealer.state).projects]


# E1.2, E1.3: taking part.


def test_who_builds_a_stage_may_take_part() -> None:
    """It pays for both at once, and gets a pawn (E1.2)."""
    laid = table("outpost")
    assert {"stage", "stage join=1 bank=1"} < {*laid.moves(0)}
    news = laid.play("stage join=1 bank=1", "stage")
    assert (2, 3) == laid.coins[:2]
    assert [(1,), (), ()] == [city.pawns for city in laid.state.cities]
    assert (edifice("outpost"), 1, (0,), "") == laid.state.projects[0]
    assert [True, False, False] == [e.joins for e in news if isinstance(e, Played)]


def test_the_edifice_is_that_of_the_age() -> None:
    """Those of other ages can't be taken part in (E1.2)."""
    laid = table("outpost auction_house agora", age=2)
    assert "stage join=1 bank=2" in laid.moves(0)
    laid.play("stage join=1 bank=2")
    assert [2, 1, 2] == [project.pawns for project in laid.state.projects]
    assert (2,) == laid.state.cities[0].pawns


def test_who_has_coins_for_the_stage_alone_cannot_take_part() -> None:
    """All is paid in one payment (E1.2); the sale next door comes too late (W3.3)."""
    laid = table("outpost", city("gizah", 0, "sawmill"), RHODOS, ALEXANDRIA)
    assert "stage join=1 bank=1" not in laid.moves(0)
    assert Refusal.TOO_FEW_COINS is laid.refusal(0, "stage join=1 bank=1")
    assert laid.refusal(0, "stage") is None


def test_a_city_takes_part_once_in_an_age() -> None:
    """But in the next one again (E1.2)."""
    both = city("gizah night", 9, built="sawmill quarry", stages=1, pawns=(1,))
    first = table("outpost:1:0", both, RHODOS, ALEXANDRIA)
    assert Refusal.NO_PART_LEFT is first.refusal(0, "stage join=1 bank=1")
    assert first.refusal(0, "stage") is None
    second = table("outpost:1:0 auction_house", both, RHODOS, ALEXANDRIA, age=2)
    second.play("stage join=1 bank=2")
    assert (1, 2) == second.state.cities[0].pawns


def test_nobody_takes_part_where_no_pawn_is_left() -> None:
    """The edifice is built by then (E1.2)."""
    laid = table("outpost:0:0+1:built", GIZAH, RHODOS, ALEXANDRIA)
    assert Refusal.NO_PART_LEFT is laid.refusal(2, "stage join=1 bank=1")
    assert "stage" in laid.moves(2)


def test_two_take_part_for_one_pawn() -> None:
    """It lay there when the turn began: the box has one for the other (E1.2, E1.4)."""
    laid = table("money_changer:1:2", GIZAH, RHODOS, city("ephesos", pawns=(1,)))
    news = laid.play("stage join=1 bank=1", "stage join=1 bank=1")
    assert (edifice("money_changer"), 0, (2, 0, 1), "built") == laid.state.projects[0]
    assert [(1,)] * 3 == [city.pawns for city in laid.state.cities]
    assert [EdificeEnded(1, True, (0, 1, 2))] == ended(news)
    assert (3 - 1 + 4, 3 - 1 + 4, 3 + 3 + 4) == laid.coins


def test_a_stage_built_with_a_leader_takes_part_in_the_edifice_of_that_age() -> None:
    """In its recruitment, before its cards are dealt (E1.2, L1.3)."""
    laid = Table(
        GIZAH,
        RHODOS,
        ALEXANDRIA,
        age=2,
        turn=0,
        expansions="leaders edifice",
        projects="outpost auction_house:1:2 agora",
    )
    news = laid.play("stage join=1 bank=2")
    assert [EdificeEnded(2, True, (0,))] == ended(news)
    assert 3 - 2 + 7 == laid.coins[0]
    over = [event for event in news if isinstance(event, TurnEnded)]
    assert [(2, 0)] == [(event.age, event.turn) for event in over]


BABYLON = city("babylon night", built="brickyard clay_pool glassworks_1", stages=1)


def test_babylons_extra_card_takes_part() -> None:
    """The last pawn is taken on a turn 7, and the edifice is built (E1.2, E1.4)."""
    laid = table(
        "money_changer:1:1", BABYLON, city("gizah", pawns=(1,)), RHODOS, turn=6
    )
    laid.play()
    assert (0,) == laid.asked
    assert 6 == laid.coins[0]
    news = laid.play("stage join=1 bank=1")
    assert [EdificeEnded(1, True, (0, 1))] == ended(news)
    assert (6 - 1 + 4, 6 + 4, 6) == laid.coins
    (over,) = (event for event in news if isinstance(event, TurnEnded))
    assert (7, laid.coins) == (over.turn, over.coins)


def test_babylons_extra_card_comes_after_the_last_pawn() -> None:
    """A turn of its own: none lay there when it began (E1.2, W5.1)."""
    laid = table("money_changer:1:2", BABYLON, GIZAH, RHODOS, turn=6)
    news = laid.play("", "stage join=1 bank=1", "")
    assert [EdificeEnded(1, True, (1,))] == ended(news)
    assert (0,) == laid.asked
    assert Refusal.NO_PART_LEFT is laid.refusal(0, "stage join=1 bank=1")
    assert [] == ended(laid.play("stage"))


def test_imhotep_makes_the_stage_cheaper_and_not_the_edifice() -> None:
    """A unit of goods less, and all six coins (E1.3, L2.2)."""
    laid = Table(
        city("gizah", 6, "lumber_yard", leaders="imhotep"),
        "ephesos, alexandria",
        age=3,
        expansions="leaders edifice",
        projects="agora",
    )
    assert ("stage", "stage join=1 bank=6") == laid.moves(0)[-2:]
    for wrong in range(6):
        paid = f" bank={wrong}" if wrong else ""
        line = f"stage join=1{paid}"
        assert Refusal.WRONG_PAYMENT is laid.refusal(0, line)


# E1.4, E1.6: what was built.


def test_an_edifice_is_built_as_soon_as_the_turn_is_paid() -> None:
    """Before anybody looks through the discard (E1.4, W4.3)."""
    laid = table(
        "outpost:1:2",
        city("halikarnassos night", built="brickyard"),
        GIZAH,
        city("rhodos", pawns=(1,)),
        discard="altar",
    )
    news = laid.play("stage", "stage join=1 bank=1")
    assert [Played] * 3 + [EdificeEnded] == [type(event) for event in news]
    assert (0,) == laid.asked
    assert [(), (3,), (3,)] == [laid.tokens(seat) for seat in range(3)]
    news = laid.play("pick altar")
    assert [Picked, TurnEnded] == [type(event) for event in news]


@pytest.mark.parametrize(("pawns", "buys"), [(1, True), (2, False)])
def test_a_reward_of_coins_pays_for_babylons_extra_card(pawns: int, buys: bool) -> None:
    """The edifice is built on turn 6, and its coins are there (E1.4, W5.1)."""
    poor = city("babylon night", 0, stages=1, pawns=(1,))
    laid = table(
        f"money_changer:{pawns}:0",
        poor,
        GIZAH,
        RHODOS,
        turn=6,
        hands=("altar timber_yard",),
    )
    laid.play("build altar", "stage join=1 bank=1")
    assert (0,) == laid.asked
    assert buys is ("build timber_yard bank=1" in laid.moves(0))


def test_every_pawn_of_the_age_is_rewarded() -> None:
    """However it came there; pawns of other ages aren't (E1.4)."""
    laid = table(
        "outpost:1:1",
        GIZAH,
        city("rhodos", pawns=(1,)),
        city("ephesos", pawns=(2, 3)),
    )
    news = laid.play("stage join=1 bank=1")
    assert [EdificeEnded(1, True, (0, 1))] == ended(news)
    assert [(3,), (3,), ()] == [laid.tokens(seat) for seat in range(3)]


def test_an_edifice_with_a_pawn_left_is_not_built_yet() -> None:
    """Nothing comes of it (E1.4)."""
    laid = table("money_changer")
    assert [] == ended(laid.play("stage join=1 bank=1"))
    assert 2 == laid.coins[0]


def built_by(
    name: str, first: City, turn: int = 1, expansions: str = "edifice"
) -> Table:
    """Let seat 0, who can build a stage, take the last pawn of an edifice."""
    one = edifice(name)
    laid = Table(
        first,
        "ephesos, rhodos",
        age=one.age,
        turn=turn,
        expansions=expansions,
        projects=f"{name}:1",
    )
    laid.play(f"stage join=1 bank={one.cost}")
    assert "built" == laid.state.projects[one.age - 1].fate
    assert [(one,), (), ()] == [city.edifices for city in laid.state.cities]
    return laid


def gizah(built: str = "", stages: int = 0, tokens: tuple[int, ...] = ()) -> City:
    """Found a city with coins enough, and goods for the stage it is at."""
    goods = "sawmill", "quarry stone_pit"
    side = "gizah night"
    return city(side, 10, f"{goods[stages]} {built}", stages, tokens)


@pytest.mark.parametrize(
    ("name", "coins"),
    [("money_changer", 4), ("auction_house", 7), ("gold_reserves", 15)],
)
def test_rewards_of_coins_come_at_once(name: str, coins: int) -> None:
    """From the bank (E1.6)."""
    laid = built_by(name, gizah())
    assert 10 - edifice(name).cost + coins == laid.coins[0]
    assert 6 == laid.coins[1]


@pytest.mark.parametrize(("name", "token"), [("outpost", 3), ("staging_camp", 5)])
def test_rewards_of_tokens_score_as_military(name: str, token: int) -> None:
    """Of the next age's worth, at once (E1.6)."""
    laid = built_by(name, gizah(tokens=(1, -1)))
    assert (1, -1, token) == laid.tokens(0)
    assert [token, 0, 0] == row(laid, "military")
    assert 0 == laid.points(0)["edifice"]


def test_the_military_school_drops_all_defeat_tokens() -> None:
    """And gives a victory token (E1.6)."""
    laid = built_by("military_school", gizah(tokens=(-1, 3, -1, 5, -1)))
    assert (3, 5, 5) == laid.tokens(0)
    assert 13 == laid.points(0)["military"]


@pytest.mark.parametrize(
    ("name", "shields"), [("curtain_wall", 1), ("concentric_castle", 2)]
)
def test_rewards_of_shields_count_in_the_conflicts_of_the_age(
    name: str, shields: int
) -> None:
    """Though the edifice is built on turn 6 (E1.6)."""
    laid = built_by(name, gizah(), turn=6)
    assert shields == laid.state.cities[0].works.shields
    age = edifice(name).age
    token = {1: 1, 3: 5}[age]
    (fought,) = (event for event in laid.state.news if isinstance(event, Fought))
    assert ((token, token), (0, -1), (-1, 0)) == fought.tokens


@pytest.mark.parametrize(
    ("name", "goods"),
    [
        ("factory", ("glass", "papyrus", "loom")),
        ("river_port", ("wood", "stone", "ore", "clay")),
    ],
)
def test_rewards_of_goods_are_there_from_the_next_turn_and_never_sold(
    name: str, goods: tuple[str, ...]
) -> None:
    """One unit of the owner's choice each turn (E1.6)."""
    laid = built_by(name, gizah())
    bought = {
        "glass": "workshop",
        "papyrus": "scriptorium",
        "loom": "apothecary",
        "wood": "stockade",
        "stone": "baths",
        "ore": "barracks",
        "clay": "guard_tower",
    }
    alone = Table(
        *(city(board, edifices=name) for board in ("roma", "roma night", "roma")),
        expansions="leaders edifice",
    )
    cards = everything().buildings_by_id
    for good, card in bought.items():
        quote = Quotes(alone.state.around(0), 1).building(cards[card])
        expected = None if good in goods else Refusal.MISSING_RESOURCES
        assert expected is quote.refusal, good
    made = laid.state.cities[0].works
    assert alone.state.cities[0].works.own.choices == made.own.choices
    assert gizah().works.sells == made.sells


def test_the_artisan_district_scores_pairs_of_brown_and_grey_cards() -> None:
    """Two points each (E1.9)."""
    laid = built_by("artisan_district", gizah("loom_1 press_1 mine altar"))
    assert [2 * 2, 0, 0] == row(laid, "edifice")
    one = built_by("artisan_district", gizah("loom_1 press_1 glassworks_1"))
    assert 2 * 1 == one.points(0)["edifice"]


def test_the_belvedere_scores_stages() -> None:
    """Those built later too (E1.6)."""
    assert 2 == built_by("belvedere", gizah(stages=1)).points(0)["edifice"]


def test_the_amphitheater_scores_blue_cards() -> None:
    """One point each (E1.6)."""
    laid = built_by("amphitheater", gizah("altar baths well tavern"))
    assert 3 == laid.points(0)["edifice"]


def test_the_archives_score_colours_of_age_cards() -> None:
    """Not how many cards (E1.9); leaders have no colour (L1.6)."""
    laid = built_by("archives", gizah("altar baths tavern loom_1 workers_guild"))
    assert 5 == laid.points(0)["edifice"]
    led = city("gizah night", 10, "sawmill", leaders="plato midas", pawns=(3,))
    again = built_by("archives", led, expansions="leaders edifice")
    assert 1 == again.points(0)["edifice"]


AGORA = [
    ("workers_guild", 3),
    ("craftsmens_guild", 2 * 2),
    ("magistrates_guild", 1),
    ("traders_guild", 2),
    ("spies_guild", 1),
    ("philosophers_guild", 0),
    ("shipowners_guild", 3),
    ("decorators_guild", 7),
    ("builders_guild", 4 + 1),
    ("scientists_guild", 4 - 1),
    ("", 0),
    ("arena palace", 0),
    ("workers_guild shipowners_guild", 4),
    ("philosophers_guild decorators_guild craftsmens_guild", 7),
]


@pytest.mark.parametrize(("guilds", "points"), AGORA)
def test_the_agora_counts_the_best_purple_card_again(guilds: str, points: int) -> None:
    """On its own line; the guilds' stays what it was (E1.9, W7.2)."""
    neighbours = (
        city("ephesos", built="mine clay_pool loom_1 altar", stages=1),
        city("rhodos", built="mine press_1 tavern marketplace stockade"),
    )
    before, after = (
        table(
            "agora",
            city(
                "gizah night",
                built=f"loom_1 sawmill {guilds}",
                stages=4,
                edifices=edifices,
            ),
            *neighbours,
            age=3,
        ).points(0)
        for edifices in ("", "agora")
    )
    assert (0, points) == (before["edifice"], after["edifice"])
    for line in ("guilds", "green", "wonder", "blue"):
        assert before[line] == after[line]


def test_the_agora_adds_a_second_free_symbol_to_the_best_that_is_there() -> None:
    """Two free symbols make a set with a third one: 10 against 4 (E1.9, W5.5)."""
    built = "apothecary scientists_guild"
    laid = table(
        "agora", city("gizah", built=built, edifices="agora"), RHODOS, ALEXANDRIA
    )
    # A tablet and a free symbol are worth 4; with another free one, 10.
    assert (4, 6) == (laid.points(0)["green"], laid.points(0)["edifice"])


def test_the_agora_counts_what_stands_at_the_end() -> None:
    """A guild that was built after it, too (E1.9)."""
    laid = table(
        "agora:0:0+1:built",
        city("gizah", 9, "mine foundry", pawns=(3,), edifices="agora"),
        city("ephesos", built="loom_1 press_1"),
        RHODOS,
        age=3,
        hands=("craftsmens_guild",),
    )
    assert 0 == laid.points(0)["edifice"]
    laid.play("build craftsmens_guild")
    assert (4, 4) == (laid.points(0)["guilds"], laid.points(0)["edifice"])


# E1.5, E1.7: what failed.

PENALTIES = [
    ("artisan_district", "tavern"),
    ("belvedere", "mine"),
    ("curtain_wall", "loom_1"),
    ("outpost", "stockade"),
    ("amphitheater", "loom_1"),
    ("factory", "mine"),
    ("river_port", "altar"),
    ("staging_camp", "stockade"),
    ("archives", "altar"),
    ("agora", "workshop"),
    ("military_school", "stockade"),
]
ONE_OF_EACH = "tavern mine loom_1 stockade altar workshop"


@pytest.mark.parametrize(("name", "card"), PENALTIES)
def test_a_failed_edifice_costs_a_card(name: str, card: str) -> None:
    """Of its colour; who has just one isn't asked (E1.5, E1.7)."""
    age = edifice(name).age
    laid = table(name, *spared(city("gizah", built=ONE_OF_EACH)), age=age, turn=6)
    slot = dict(zip(laid.built(0), laid.state.cities[0].cards, strict=True))[card]
    news = laid.play()
    assert [EdificeEnded(age, False, (0,)), Penalised(age, 0, card=card)] == ended(news)
    assert {*ONE_OF_EACH.split()} - {card} == {*laid.built(0)}
    assert slot in laid.state.discard
    assert () == laid.state.cities[0].debts
    assert "failed" == laid.state.projects[age - 1].fate


@pytest.mark.parametrize(
    ("name", "coins"),
    [("money_changer", 2), ("auction_house", 5), ("gold_reserves", 9)],
)
def test_a_failed_edifice_costs_coins(name: str, coins: int) -> None:
    """Who has them must pay (E1.5)."""
    age = edifice(name).age
    laid = table(name, *spared(city("gizah", coins, "sawmill")), age=age, turn=6)
    news = laid.play("stage")
    assert [EdificeEnded(age, False, (0,)), Penalised(age, 0, coins=coins)] == ended(
        news
    )
    assert (0, 6, 6) == laid.coins
    assert () == laid.state.cities[0].debts


@pytest.mark.parametrize(
    ("name", "coins"),
    [("money_changer", 2), ("auction_house", 5), ("gold_reserves", 9)],
)
def test_who_has_a_coin_too_few_keeps_them_all(name: str, coins: int) -> None:
    """And takes the debt token (E1.5)."""
    one = edifice(name)
    poor = city("gizah", coins - 1, "sawmill")
    laid = table(name, *spared(poor), age=one.age, turn=6)
    assert Penalised(one.age, 0) in laid.play("stage")
    assert coins - 1 == laid.coins[0]
    assert (one.debt,) == laid.state.cities[0].debts


def test_coins_of_the_last_turn_pay_the_penalty() -> None:
    """They are in the treasury by then (E1.5, W4.3)."""
    laid = table("money_changer", *spared(city("gizah", 0)), turn=6)
    assert Penalised(1, 0, coins=2) in laid.play("sell")
    assert 1 == laid.coins[0]


def test_the_concentric_castle_costs_two_victory_tokens() -> None:
    """Of the owner's choice; defeat tokens don't pay (E1.5, E1.7)."""
    laid = table(
        "concentric_castle",
        *spared(city("gizah", tokens=(1, -1, 3, 5))),
        age=3,
        turn=6,
    )
    laid.play()
    assert ("lose 1+3", "lose 1+5", "lose 3+5") == laid.moves(0)
    news = laid.play("lose 1+5")
    assert Penalised(3, 0, tokens=(1, 5)) in news
    assert (-1, 3) == laid.tokens(0)[:2]


@pytest.mark.parametrize("tokens", [(), (5,), (-1, -1), (3, -1)])
def test_one_victory_token_does_not_pay_for_two(tokens: tuple[int, ...]) -> None:
    """Nothing is lost then, and the debt token taken (E1.5)."""
    laid = table(
        "concentric_castle", *spared(city("gizah", tokens=tokens)), age=3, turn=6
    )
    news = laid.play()
    assert Penalised(3, 0) in news
    assert tokens == laid.tokens(0)[: len(tokens)]
    assert (-5,) == laid.state.cities[0].debts


def test_two_equal_tokens_leave_no_choice() -> None:
    """Whichever they are (E1.10)."""
    laid = table(
        "concentric_castle", *spared(city("gizah", tokens=(3, 3))), age=3, turn=6
    )
    assert Penalised(3, 0, tokens=(3, 3)) in laid.play()


@pytest.mark.parametrize(
    ("name", "debt"), [("outpost", -2), ("factory", -3), ("agora", -5)]
)
def test_who_cannot_pay_takes_the_debt_token_of_the_age(name: str, debt: int) -> None:
    """Which counts on the edifices' line (E1.5, E1.8)."""
    one = edifice(name)
    laid = table(name, *spared(city("gizah", built="altar")), age=one.age, turn=6)
    news = laid.play()
    assert [EdificeEnded(one.age, False, (0,)), Penalised(one.age, 0)] == ended(news)
    assert (debt,) == laid.state.cities[0].debts
    assert ("altar",) == laid.built(0)
    assert debt == laid.points(0)["edifice"]


def test_an_edifice_fails_at_the_end_of_its_age_before_the_conflicts() -> None:
    """A lost shield is not there any more (E1.5, W4.3)."""
    laid = table("outpost", *spared(city("gizah", built="stockade")), turn=6)
    news = laid.play()
    kinds = [type(e) for e in news if isinstance(e, TurnEnded | Penalised | Fought)]
    assert [TurnEnded, Penalised, Fought] == kinds
    (fought,) = (event for event in news if isinstance(event, Fought))
    assert ((0, 0),) * 3 == fought.tokens


def test_no_edifice_fails_before_its_age_is_over() -> None:
    """Nor does one of a later age (E1.5)."""
    laid = table(
        "outpost agora", city("gizah", built="stockade workshop"), RHODOS, ALEXANDRIA
    )
    assert [] == ended(laid.play())
    laid = table("outpost:0:0+1:built agora", turn=6)
    laid.play()
    assert ["built", "", ""] == [project.fate for project in laid.state.projects]


def test_who_took_part_in_vain_has_neither_penalty_nor_reward() -> None:
    """The pawn protects, and that is all (E1.5)."""
    laid = table(
        "money_changer:1:0",
        city("gizah", pawns=(1,)),
        city("rhodos", pawns=(2,)),
        city("ephesos"),
        turn=6,
    )
    news = laid.play()
    assert EdificeEnded(1, False, (1, 2)) in news
    assert (6, 4, 4) == laid.coins


def test_the_penalty_comes_after_babylons_extra_card() -> None:
    """And after the coins it brought (E1.5, W4.3)."""
    laid = table(
        "auction_house",
        city("babylon night", 0, stages=1),
        city("rhodos", pawns=(2,)),
        city("ephesos", pawns=(2,)),
        age=2,
        turn=6,
    )
    laid.play()
    assert (0,) == laid.asked
    assert 3 == laid.coins[0]
    news = laid.play("sell")
    assert Penalised(2, 0, coins=5) in news
    assert 3 + 3 - 5 == laid.coins[0]


def test_a_lost_card_leaves_with_all_it_did() -> None:
    """Goods, shields, symbol, chain, and its name (E1.7)."""
    losses = {
        "belvedere": "mine",
        "outpost": "stockade",
        "agora": "workshop",
        "river_port": "altar",
        "artisan_district": "marketplace",
        "curtain_wall": "loom_1",
    }
    for name, card in losses.items():
        age = edifice(name).age
        rest = " ".join(other for other in losses.values() if other != card)
        whole = city("gizah", built=f"{card} {rest}", stages=1)
        laid = table(name, *spared(whole), age=age, turn=6)
        laid.play()
        after = laid.state.cities[0]
        assert city("gizah", built=rest, stages=1).works == after.works, card
        assert whole.works != after.works, card
        assert len(after.cards) == len(after.buildings) == 5


def test_a_lost_card_may_be_built_again() -> None:
    """Its name is free (E1.7, W3.7)."""
    laid = table("river_port", *spared(city("gizah", built="altar")), age=2, turn=6)
    before = Quotes(laid.state.around(0), 1).building(
        everything().buildings_by_id["altar"]
    )
    assert Refusal.ALREADY_BUILT is before.refusal
    laid.play()
    after = Quotes(laid.state.around(0), 1).building(
        everything().buildings_by_id["altar"]
    )
    assert after.refusal is None


def test_a_lost_yellow_card_that_paid_for_something_earlier() -> None:
    """What was bought for less stays bought (E1.7)."""
    laid = table(
        "artisan_district",
        city("alexandria", built="marketplace"),
        city("halikarnassos", pawns=(1,)),
        city("rhodos", pawns=(1,)),
        turn=6,
        hands=("apothecary",),
    )
    laid.play("build apothecary left=1")
    assert ("apothecary",) == laid.built(0)
    assert (2, 3 + 1 + 3) == laid.coins[:2]
    assert "marketplace" in laid.named(laid.state.discard)
    prices = laid.state.cities[0].works.left_prices
    assert city("alexandria").works.left_prices == prices


def test_a_lost_yellow_card_keeps_the_coins_it_brought() -> None:
    """A tavern's five (E1.7)."""
    laid = table(
        "artisan_district", *spared(city("gizah", 0)), turn=6, hands=("tavern",)
    )
    laid.play("build tavern")
    assert 5 == laid.coins[0]
    assert () == laid.built(0)


def test_a_penalty_takes_the_card_a_chain_relied_on() -> None:
    """What was built by it stays; nothing more is free by it (E1.7, W3.6)."""
    laid = table(
        "river_port",
        *spared(city("gizah", 0, built="well baths")),
        age=2,
        turn=6,
        hands=("statue",),
    )
    news = laid.play("build statue")
    assert "chain" == next(e.free for e in news if isinstance(e, Played))
    assert ("lose baths", "lose statue", "lose well") == laid.moves(0)
    laid.play("lose well")
    assert ("baths", "statue") == laid.built(0)
    assert {"droplet"} == laid.state.cities[0].works.chains


def test_a_lost_card_is_found_in_the_discard_later() -> None:
    """By whoever looks through it, in the same place it lay (E1.7, W5.2)."""
    laid = table(
        "river_port",
        city("gizah", built="pantheon"),
        city("halikarnassos night", built="brickyard", pawns=(2,)),
        city("rhodos", pawns=(2,)),
        age=2,
        turn=6,
    )
    laid.play()
    assert "pantheon" in laid.named(laid.state.discard)
    laid.deal()
    laid.play("", "stage with palace")
    assert (1,) == laid.asked
    assert "pick pantheon" in laid.moves(1)
    laid.play("pick pantheon")
    assert "pantheon" in laid.built(1)
    assert () == laid.built(0)


def test_a_lost_colour_does_not_come_back() -> None:
    """Olympia built red once; its next red card costs (E1.7, W5.3)."""
    olympia = city("olympia", 0, built="stockade", stages=2)
    laid = table("outpost", *spared(olympia), turn=6)
    laid.play()
    assert () == laid.built(0)
    quotes = Quotes(laid.state.around(0), 1)
    cards = everything().buildings_by_id
    assert quotes.building(cards["barracks"]).free is None
    assert "power" == quotes.building(cards["baths"]).free


def test_the_sheets_line_may_be_negative() -> None:
    """And the total with it (E1.8)."""
    poor = city("gizah", 0, tokens=(-1, -1), debts=(-2, -3, -5), edifices="belvedere")
    laid = table(
        "outpost", poor, RHODOS, city("ephesos", stages=1, edifices="belvedere")
    )
    assert [-10, 0, 1] == row(laid, "edifice")
    assert -12 == laid.points(0)["total"]
    assert "edifice" == laid.state.score().categories[-2]


# E1.10: choices of what to lose.


def choosing() -> Table:
    """Lay out a table where two seats have to choose what to lose."""
    laid = table(
        "river_port",
        city("gizah", built="altar baths"),
        city("rhodos", built="well theater tavern"),
        city("ephesos", built="altar"),
        age=2,
        turn=6,
    )
    laid.play()
    return laid


def test_all_who_have_a_choice_make_it_together() -> None:
    """Without cards; who has just one way isn't asked (E1.10)."""
    laid = choosing()
    assert Choose({0: Offer((), Stay()), 1: Offer((), Stay())}) == laid.state.ask
    assert ("lose altar", "lose baths") == laid.moves(0)
    assert ("lose theater", "lose well") == laid.moves(1)


def test_nothing_is_lost_before_all_have_chosen() -> None:
    """In whatever order they do (E1.10)."""
    ends = []
    for order in ((0, 1), (1, 0)):
        laid = choosing()
        lines = {0: "lose baths", 1: "lose theater"}
        first, second = order
        laid.tell(first, lines[first])
        assert ("altar", "baths") == laid.built(0)
        assert ("altar",) == laid.built(2)
        news = laid.tell(second, lines[second])
        ends.append((laid.state, news))
        assert [
            EdificeEnded(2, False, (0, 1, 2)),
            Penalised(2, 0, card="baths"),
            Penalised(2, 1, card="theater"),
            Penalised(2, 2, card="altar"),
        ] == ended(news)
    assert ends[0] == ends[1]


# With leaders.


def test_nero_has_coins_for_an_edifices_token() -> None:
    """At the end of the turn, with the token (E1.6, L2.4)."""
    for name in ("outpost", "staging_camp", "military_school"):
        one = edifice(name)
        nero = city("gizah", 9, "sawmill", tokens=(-1, -1), leaders="nero")
        laid = built_by(name, nero, expansions="leaders edifice")
        assert 9 - one.cost + 2 == laid.coins[0], name


def test_berenice_has_one_coin_more_from_an_edifice_once_a_turn() -> None:
    """Unless she had it before on that turn (E1.6, L2.6)."""
    berenice = city("gizah", 9, "sawmill", leaders="berenice")
    laid = built_by("money_changer", berenice, expansions="leaders edifice")
    assert 9 - 1 + 4 + 1 == laid.coins[0]
    sold = Table(
        city("ephesos", 9, leaders="berenice", pawns=(1,)),
        GIZAH,
        RHODOS,
        expansions="leaders edifice",
        projects="money_changer:1:0",
    )
    sold.play("sell", "stage join=1 bank=1")
    assert 9 + 3 + 1 + 4 == sold.coins[0]


# Who left.


def leave(table: Table, *seats: Seat) -> tuple[Event, ...]:
    table.state = table.state.tell(Gone(seats))
    return table.state.news


def test_who_left_is_not_rewarded() -> None:
    """Its city stays as it is, though it has a pawn (G1, E1.4)."""
    laid = table("money_changer:1:2", GIZAH, RHODOS, city("ephesos", 3, pawns=(1,)))
    leave(laid, 2)
    news = laid.play("stage join=1 bank=1")
    assert [EdificeEnded(1, True, (0,))] == ended(news)
    assert (6, 6, 3) == laid.coins
    assert () == laid.state.cities[2].edifices
    laid.play()
    assert 3 == laid.coins[2]


def test_who_left_pays_no_penalty() -> None:
    """Neither a card nor a debt (G1, E1.5)."""
    laid = table(
        "outpost", *spared(city("gizah", built="stockade guard_tower")), turn=6
    )
    leave(laid, 0)
    assert [EdificeEnded(1, False, ())] == ended(laid.play())
    assert ("stockade", "guard_tower") == laid.built(0)


def test_who_leaves_with_a_choice_to_make_loses_nothing() -> None:
    """The others' choices stand (G1, G2, E1.10)."""
    laid = choosing()
    laid.tell(1, "lose well")
    news = leave(laid, 0)
    assert [
        EdificeEnded(2, False, (1, 2)),
        Penalised(2, 1, card="well"),
        Penalised(2, 2, card="altar"),
    ] == ended(news)
    assert ("altar", "baths") == laid.built(0)
