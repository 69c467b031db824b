"""Bots in games with leaders and edifices: they play by the rules, and sensibly."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.wonders import builder
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Over, Seat, Slot, seeded
from sealed_wonders.core.local import Player, play
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.city import with_building
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.leaders.tasks import Draft, Enlist, Recruit
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.choices import builders_choice, checking_player
from tests.support.games import wonders
from tests.support.thorough import is_thorough, only
from tests.support.wonders import Table, building, city

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
    """Play like the builder, but ignore leaders and edifices."""
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
def test_the_builder_makes_legal_choices_from_what_it_sees(
    players: int, expansions: tuple[str, ...]
) -> None:
    """Each choice stays the same whatever the others and the box hold."""
    bots = [checking_player(strategy("builder", "")) for _ in range(players)]
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
def test_every_strategy_finishes_games_at_tables_of_all_sizes(
    name: str, expansions: tuple[str, ...]
) -> None:
    for players in range(3, 8):
        bots = [strategy(name, f"{players}:{seat}") for seat in range(players)]
        state = play(rules(players, expansions), seeded(name), bots)
        assert isinstance(state.ask, Over)


# How well it plays.


@pytest.mark.parametrize("expansions", only([BOTH], COMBINATIONS), ids=",".join)
def test_the_builder_beats_random_players(expansions: tuple[str, ...]) -> None:
    """It plays on every seat in turn, and loses no game."""
    for number in range(8):
        seat = number % 4
        bots = [strategy("random", f"{number}:{at}") for at in range(4)]
        bots[seat] = builder.player("")
        order = seeded(f"beats {number}")
        sheet = play(rules(4, expansions), order, bots).score()
        assert (seat,) == sheet.winners


def test_the_builder_beats_players_who_ignore_leaders() -> None:
    """The other three take what comes and recruit nobody."""
    won, points = margin(4, ("leaders",), builder.player(""), blind)
    assert won >= 0.375  # an equal share would be a quarter
    assert points >= 3


def test_the_builder_beats_players_who_take_no_part_in_edifices() -> None:
    """A single player takes part; the others never do."""
    won, points = margin(3, ("edifice",), builder.player(""), blind)
    assert won >= 0.4  # an equal share would be a third
    assert points >= 1


def margin(
    players: int,
    expansions: tuple[str, ...],
    one: Player,
    others: Player,
    games: int = 24 if is_thorough() else 12,
) -> tuple[float, float]:
    """Play some games; return a player's share of wins, and average lead in points."""
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


# Single choices.


def test_the_builder_buries_a_leader_who_is_of_no_more_use() -> None:
    """It doesn't bury one whose points are still to be counted."""
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
    assert builders_choice(table).startswith("stage bury=ptolemy")
    for name in ("fortifications", "arsenal", "circus"):
        mine = with_building(mine, building(name))
    table = Table(
        *(mine, IDLE, IDLE), age=3, turn=6, hands=("palace",), expansions="leaders"
    )
    assert builders_choice(table).startswith("stage bury=caesar")


def test_a_victim_keeps_a_pair_of_tokens_that_counts() -> None:
    """Two of three tokens are worth more than a single five if pairs count."""
    mine = city("gizah", tokens=(3, 3, 5), leaders="gorgo")
    poet = city("rhodos", coins=9)
    table = Table(
        *(poet, mine, IDLE), age=3, turn=0, expansions="leaders", leaders=("telesilla",)
    )
    table.play("recruit telesilla bank=3", "sell", "sell")
    assert "drop 5" == builders_choice(table, 1)


# Edifices.


def choice_of_loss(mine: City, project: str, age: int, rival: City = IDLE) -> str:
    """Return the builder's choice of a card to lose after the last card of an age."""
    table = Table(
        *(mine, rival, rival), age=age, turn=6, expansions="edifice", projects=project
    )
    table.play("sell", "sell", "sell")
    return builders_choice(table)


def test_the_builder_loses_the_card_it_needs_least() -> None:
    """The future benefit of a card counts, not the past one."""
    mine = city("gizah", built="palace altar theater")
    assert "lose altar" == choice_of_loss(mine, "archives", 3)
    mine = city("gizah", built="sawmill ore_vein foundry", coins=0)
    assert "lose ore_vein" == choice_of_loss(mine, "factory", 2)
    mine = city("gizah", built="walls stockade", stages=0)
    strong = city("rhodos", built="barracks")
    assert "lose stockade" == choice_of_loss(mine, "military_school", 3, strong)
