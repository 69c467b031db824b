"""E1: edifices, their rewards and their penalties; see the cases, too."""

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


# Who left.


def leave(table: Table, *seats: Seat) -> tuple[Event, ...]:
    table.state = table.state.tell(Gone(seats))
    return table.state.news


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
