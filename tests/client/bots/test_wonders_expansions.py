"""Bots in games with leaders and edifices: they play by the rules, and sensibly."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.wonders import builder
from sealed_wonders.client.bots.wonders.builder import BoardValues
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import book_of
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Over, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer, Player, play
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.city import with_building, with_stage
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.leaders.tasks import Draft, Enlist, Recruit
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import ChooseSides
from sealed_wonders.core.wonders.state import settle
from tests.support.choices import careful, chosen
from tests.support.games import wonders
from tests.support.thorough import is_thorough, only
from tests.support.wonders import Table, building, city
from tests.support.worths import Worths

BOTH = ("leaders", "edifice")

COMBINATIONS = (("leaders",), ("edifice",), BOTH)

IDLE = city("gizah")


def rules(players: int, expansions: tuple[str, ...]) -> Wonders:
    return Wonders(
        players,
        "choose",
        expansions,
        "expert" if "leaders" in expansions else "standard",
    )


def blind(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
    """Play as the builder does, but as if there were neither leaders nor edifices."""
    state = wonders(state)
    if isinstance(state.task, Draft | Recruit | Enlist | Decision):
        return state.default(seat, faces)
    move = builder.player("")(state, seat, faces)
    if not notation.parse(move.text).joins:
        return move
    others = [
        it for it in state.moves(seat, faces) if not notation.parse(it.text).joins
    ]
    stages = [it for it in others if it.text.startswith("stage")]
    return (stages or others)[0]


@pytest.mark.parametrize("expansions", COMBINATIONS, ids=",".join)
@pytest.mark.parametrize("players", only([3, 6], [3, 5, 6, 7]))
def test_the_builder_plays_by_the_rules_and_by_what_it_sees(
    players: int, expansions: tuple[str, ...]
) -> None:
    """Each choice is legal, and the same whatever the others and the box hold."""
    bots = [careful(strategy("builder", "")) for _ in range(players)]
    state = play(rules(players, expansions), seeded("careful"), bots)
    assert isinstance(state.ask, Over)


@pytest.mark.parametrize(
    ("name", "expansions"),
    only(
        [("random", BOTH), ("easy", BOTH)],
        itertools.product(("random", "easy", "builder"), COMBINATIONS),
    ),
    ids=lambda it: it if isinstance(it, str) else ",".join(it),
)
def test_every_strategy_finishes(name: str, expansions: tuple[str, ...]) -> None:
    """At tables of all sizes."""
    for players in range(3, 8):
        bots = [strategy(name, f"{players}:{seat}") for seat in range(players)]
        state = play(rules(players, expansions), seeded(name), bots)
        assert isinstance(state.ask, Over)


# How well it plays.


@pytest.mark.parametrize("expansions", COMBINATIONS, ids=",".join)
def test_the_builder_beats_random_players(expansions: tuple[str, ...]) -> None:
    """On every seat in turn; it loses none of these."""
    for number in range(8):
        seat = number % 4
        bots = [strategy("random", f"{number}:{at}") for at in range(4)]
        bots[seat] = builder.player("")
        order = seeded(f"beats {number}")
        sheet = play(rules(4, expansions), order, bots).score()
        assert (seat,) == sheet.winners


def test_the_builder_beats_those_who_are_blind_to_leaders() -> None:
    """Among three who take what comes and recruit nobody."""
    won, points = margin(4, ("leaders",), builder.player(""), blind)
    assert won >= 0.375  # where a quarter would be its share
    assert points >= 3


def test_the_builder_beats_those_who_take_no_part() -> None:
    """One who does among those who don't."""
    won, points = margin(3, ("edifice",), builder.player(""), blind)
    assert won >= 0.4  # where a third would be its share
    assert points >= 1


def test_who_takes_no_part_falls_behind_builders() -> None:
    won, points = margin(3, ("edifice",), blind, builder.player(""), games=24)
    assert won <= 0.3
    assert points <= -1


def margin(
    players: int,
    expansions: tuple[str, ...],
    one: Player,
    others: Player,
    games: int = 24 if is_thorough() else 12,
) -> tuple[float, float]:
    """Play some games; give which part one has won, and its points over the others'."""
    won, points = 0, 0.0
    for number in range(games):
        seat = number % players
        bots = [others] * players
        bots[seat] = one
        order = seeded(f"margin {number}")
        sheet = play(rules(players, expansions), order, bots).score()
        totals = [row[-1] for row in sheet.rows]
        won += seat in sheet.winners
        points += totals[seat] - (sum(totals) - totals[seat]) / (players - 1)
    return won / games, points / games


# What things are worth.


def test_every_leader_has_some_worth() -> None:
    """At the start of an age or another, in a city where it has something to do."""
    mine = city(
        "gizah",
        built="lumber_yard sawmill glassworks_1 scriptorium altar barracks tavern",
        tokens=(1, -1),
    )
    rivals = [city("rhodos", built="stockade", tokens=(1, 3))] * 3
    all_of_them = [
        Worths(it, *rivals, age=age, turn=0, expansions="leaders")
        for age in (1, 2, 3)
        for it in (mine, evolve(mine, tokens=(1,)))
    ]
    for one in catalog(("leaders",)).leaders:
        if one.effects:
            worths = [it.leader(one.id) for it in all_of_them]
            assert max(worths) > 0, one
            assert min(worths) >= -4, one


def idle(*, age: int, turn: int = 0, **others: str) -> Worths:
    """Weigh for a city in which nothing is built."""
    return Worths(IDLE, IDLE, IDLE, IDLE, age=age, turn=turn, **others)


@pytest.mark.parametrize(
    ("name", "ages"),
    [("hammurabi", (1, 3)), ("bilkis", (1, 3)), ("maecenas", (1, 2))],
)
def test_what_saves_coins_is_worth_more_early(name: str, ages: tuple[int, int]) -> None:
    early, late = (idle(age=age, expansions="leaders").leader(name) for age in ages)
    assert early > late >= 0


def test_a_leader_that_counts_is_worth_what_will_be_there() -> None:
    """And a building is worth more by a leader who counts it."""
    assert idle(age=1, expansions="leaders").leader("amytis") > 2
    taught = city("gizah", leaders="hypatia")
    worths = [
        Worths(it, IDLE, IDLE, age=3, turn=6, expansions="leaders").building("lodge")
        for it in (IDLE, taught)
    ]
    assert worths[1] == pytest.approx(worths[0] + 1)


def test_a_set_is_worth_something_before_it_is_complete() -> None:
    """The last colour but one brings the set nearer."""
    some = "altar barracks"
    without, withit = (
        Worths(
            *(city("gizah", built=some, leaders=leaders), IDLE, IDLE),
            age=1,
            turn=3,
            expansions="leaders",
        ).building("workshop")
        for leaders in ("", "justinian")
    )
    assert withit > without + 0.5


# What it would do.


def drafting(*hands: str) -> Table:
    """Lay out a table that selects leaders."""
    table = Table(
        *[city("gizah", coins=6)] * 3, expansions="leaders", turn=0, leaders=hands
    )
    begun = evolve(
        table.state, task=Draft(1), hands=table.state.leaders, leaders=((),) * 3
    )
    table.state = settle(begun)
    return table


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("telesilla caesar plato gorgo", "caesar"),
        ("aganice sappho praxiteles bilkis", "bilkis"),
        ("cleopatra plato telesilla tomyris", "cleopatra"),
    ],
)
def test_it_keeps_the_best_leader_of_a_hand(hand: str, best: str) -> None:
    """What helps for three ages, and not what helps nobody yet."""
    assert f"keep with {best}" == chosen(drafting(hand))


def test_it_recruits_a_leader_who_is_worth_the_coins() -> None:
    """And keeps those for later who are worth as much then."""
    mine = city("gizah", coins=6)
    hand = "hammurabi cleopatra telesilla plato"
    table = Table(
        mine, IDLE, IDLE, expansions="leaders", turn=0, leaders=(hand, "", "")
    )
    assert "recruit hammurabi bank=2" == chosen(table)


def test_it_sells_a_leader_it_cannot_pay_for() -> None:
    """The one of least use; the coins may pay for another later."""
    mine = city("gizah", coins=0)
    hand = "cleopatra telesilla caesar"
    table = Table(
        mine, IDLE, IDLE, age=2, expansions="leaders", turn=0, leaders=(hand, "", "")
    )
    assert "sell with telesilla" == chosen(table)


def test_it_builds_its_wonder_with_a_leader_of_no_use() -> None:
    """Seven points for a stage are more than any leader there."""
    built = "stone_pit quarry brickyard clay_pool"
    mine = city("gizah", coins=1, built=built, stages=2)
    hand = "plato aganice"
    table = Table(
        mine, IDLE, IDLE, age=3, expansions="leaders", turn=0, leaders=(hand, "", "")
    )
    assert chosen(table).startswith("stage with")


def test_it_stays_alone_with_a_leader_who_is_worth_that() -> None:
    """Seven points are more than another leader's four."""
    mine = city("gizah", coins=9, leaders="agrippina")
    table = Table(
        mine,
        *(IDLE, IDLE),
        age=3,
        expansions="leaders",
        turn=0,
        leaders=("nefertiti zenobia", "", ""),
    )
    assert chosen(table).startswith("sell with")


@pytest.mark.parametrize(
    ("coins", "kept", "move"),
    [
        (9, "telesilla cleopatra", "recruit cleopatra bank=2"),
        (0, "cleopatra nefertiti", "decline"),
        (9, "telesilla", "decline"),
    ],
)
def test_it_recruits_one_more_where_its_wonder_lets_it(
    coins: int, kept: str, move: str
) -> None:
    """For what it brings; for nothing it is left in the hand."""
    built = "stone_pit clay_pool glassworks_1"
    mine = city("roma night", coins=coins, built=built, stages=1)
    table = Table(
        *(mine, IDLE, IDLE),
        age=3,
        turn=6,
        hands=("palace",),
        expansions="leaders",
        leaders=(kept, "", ""),
    )
    table.play("stage with palace")
    assert move == chosen(table)


def test_it_buries_the_leader_who_has_done_his_work() -> None:
    """Not one whose points are still to be counted."""
    mine = city(
        "abu_simbel night",
        coins=0,
        built="clay_pool brickyard loom_1",
        leaders="ptolemy croesus amytis caesar",
        tokens=(1, 1),
    )
    table = Table(
        *(mine, IDLE, IDLE),
        age=3,
        turn=0,
        expansions="leaders",
        leaders=("aganice", "", ""),
    )
    assert chosen(table).startswith("stage bury=ptolemy")
    for name in ("fortifications", "arsenal", "circus"):
        mine = with_building(mine, building(name))
    table = Table(
        *(mine, IDLE, IDLE),
        age=3,
        turn=6,
        hands=("palace",),
        expansions="leaders",
    )
    assert chosen(table).startswith("stage bury=caesar")


@pytest.mark.parametrize(
    ("tokens", "leaders", "move"),
    [((5, 1, 3), "", "drop 1"), ((3, 3, 1), "gorgo", "drop 1")],
)
def test_victims_drop_the_least_token(
    tokens: tuple[int, ...], leaders: str, move: str
) -> None:
    mine = city("gizah", tokens=tokens, leaders=leaders)
    poet = city("rhodos", coins=9)
    table = Table(
        *(poet, mine, IDLE),
        age=3,
        turn=0,
        expansions="leaders",
        leaders=("telesilla",),
    )
    table.play("recruit telesilla bank=3", "sell", "sell")
    assert move == chosen(table, 1)


def test_victims_keep_a_pair_that_counts() -> None:
    """Two of three are worth more than a five by itself, if pairs count."""
    mine = city("gizah", tokens=(3, 3, 5), leaders="gorgo")
    poet = city("rhodos", coins=9)
    table = Table(
        *(poet, mine, IDLE),
        age=3,
        turn=0,
        expansions="leaders",
        leaders=("telesilla",),
    )
    table.play("recruit telesilla bank=3", "sell", "sell")
    assert "drop 5" == chosen(table, 1)


# Edifices.


def building_stage(projects: str, *, age: int = 2, turn: int = 5) -> str:
    """Say what is done with a stage that can be built."""
    built = "lumber_yard sawmill clay_pool brickyard loom_1 scriptorium"
    mine = city("gizah", coins=9, built=built)
    mine = with_stage(mine, "", 990)
    table = Table(
        *(mine, IDLE, IDLE, IDLE),
        age=age,
        turn=turn,
        hands=("palace palace",) if age == 3 else ("dispensary dispensary",),
        expansions="edifice",
        projects=projects,
    )
    return chosen(table)


def test_it_takes_part_where_that_completes_an_edifice() -> None:
    """The last pawn brings seven coins for two."""
    said = building_stage("auction_house:1:1+2")
    assert said.startswith("stage join=1 bank=2 with")


def test_it_pays_for_what_fails_only_to_be_spared_more() -> None:
    """Two coins for three points of debt; but not six coins for a card of one point."""
    assert "join=1" in building_stage("staging_camp:3:", turn=6)
    assert "join=1" not in building_stage("agora:3:", turn=6, age=3)


def test_it_foresees_what_will_be_built_and_what_will_fail() -> None:
    """By the pawns left, the turns left, and who still has a stage to build."""

    def likely(projects: str, turn: int, stages: int = 1) -> float:
        others = [city("gizah", coins=9, stages=stages)] * 4
        worths = Worths(
            *others, age=2, turn=turn, expansions="edifice", projects=projects
        )
        return worths.worth.odds(1, 1)

    assert 1 == likely("staging_camp:1:2+3", 6)
    assert likely("staging_camp:2:3", 1) > likely("staging_camp:2:3", 6) > 0
    assert likely("staging_camp:2:3", 3) > likely("staging_camp:3:", 3)
    assert 0 == likely("staging_camp:2:3", 1, stages=3)


def test_a_pawn_is_worth_what_it_brings_and_what_it_spares() -> None:
    """Nothing where one has one, or it has failed; the reward at once where it stands."""
    mine = city("ur", built="altar theater", stages=1, pawns=(1,))
    worth = Worths(
        *(mine, IDLE, IDLE),
        age=3,
        turn=1,
        expansions="edifice",
        projects="outpost:0:0+1:built staging_camp:2::failed archives",
    ).worth
    assert 0 == worth.pawn(1, 0)
    assert 0 == worth.pawn(2, 0)
    assert worth.pawn(3, 0) > 1  # it has a blue card to lose
    bare = Worths(
        *(city("ur", stages=1), IDLE, IDLE),
        age=3,
        turn=1,
        expansions="edifice",
        projects="outpost:0:1+2:built",
    )
    assert 3 == pytest.approx(bare.worth.pawn(1, 0))


def test_it_takes_the_pawn_that_is_worth_most() -> None:
    """That of an edifice that stands, and not of one that has failed."""
    mine = city("ur", coins=0, built="stone_pit quarry clay_pool", stages=1)
    table = Table(
        *(mine, IDLE, IDLE),
        age=3,
        turn=6,
        hands=("palace",),
        expansions="edifice",
        projects="money_changer:0:1+2:failed staging_camp:0:1+2:built gold_reserves",
    )
    assert "stage pawn=2 with palace" == chosen(table)


def penalised(mine: City, projects: str, age: int) -> Table:
    """Lay out a table at which the last card of an age has been sold."""
    table = Table(
        *(mine, IDLE, IDLE),
        age=age,
        turn=6,
        expansions="edifice",
        projects=projects,
    )
    table.play("sell", "sell", "sell")
    return table


def test_it_loses_the_card_it_needs_least() -> None:
    """By what the card still brings, and not by what it was."""
    mine = city("gizah", built="palace altar theater")
    assert "lose altar" == chosen(penalised(mine, "archives", 3))
    mine = city("gizah", built="sawmill ore_vein foundry", coins=0)
    table = penalised(mine, "factory", 2)
    assert "lose ore_vein" == chosen(table)
    mine = city("gizah", built="walls stockade", stages=0)
    strong = city("rhodos", built="barracks")
    table = Table(
        *(mine, strong, strong),
        age=3,
        turn=6,
        expansions="edifice",
        projects="military_school",
    )
    table.play("sell", "sell", "sell")
    assert "lose stockade" == chosen(table)


def test_it_loses_the_least_tokens() -> None:
    mine = city("gizah", tokens=(3, 1, -1, 3, 1))
    assert "lose 1+1" == chosen(penalised(mine, "concentric_castle", 3))


def test_what_will_be_lost_is_worth_less() -> None:
    """The only red card of a city, where red ones are lost at the end of the age."""

    def worth(projects: str) -> float:
        worths = Worths(
            *[city("gizah", stages=3)] * 3,
            age=3,
            turn=6,
            expansions="edifice",
            projects=projects,
        )
        return worths.at_risk("arsenal", 12.0)

    assert 7 == worth("military_school")  # and a debt of five is spared
    assert 0 == worth("archives")
    assert 0 == worth("military_school:0:1+2:built")


def test_what_the_sides_of_a_board_are_worth() -> None:
    """By recruits to come, a leader to bury, and edifices that are as likely as not."""
    rules = Wonders(3, "choose", BOTH, boards=("roma", "abu_simbel", "ur"))
    dealer = Dealer(rules, seeded("boards"))
    steps = dealer.steps([strategy("random", "")] * 3)
    while not isinstance(wonders(dealer.state).task, ChooseSides):
        next(steps)
    state = wonders(dealer.state)
    assert isinstance(state.task, ChooseSides)
    boards = state.task.boards
    weighed = BoardValues(Policy(book_of(rules), weights()), rules, state)
    worths = {
        rules.catalog.boards[card].id: [
            round(weighed.side(boards, seat, side), 2) for side in ("day", "night")
        ]
        for seat, card in enumerate(boards)
    }
    assert {
        "roma": [3.34, 6.17],
        "abu_simbel": [-1.1, -1.2],
        "ur": [-0.9, -6.6],
    } == worths


def test_the_side_of_a_board_is_chosen_by_what_is_played() -> None:
    """Boards of both expansions are weighed on both sides."""
    sides = set()
    for seed in range(12):
        dealer = Dealer(rules(7, ("leaders", "edifice")), seeded(f"side {seed}"))
        for _ in dealer.steps([builder.player("")] * 7):
            if cities := wonders(dealer.state).cities:
                break
        sides |= {(it.board.id, it.side.name) for it in cities if it.board.needs}
    assert {"roma", "abu_simbel", "ur"} == {board for board, _side in sides}
