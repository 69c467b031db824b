"""Bots of 7 Wonders: they play by the rules, use only what they see, and play sensibly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.wonders import builder
from sealed_wonders.core import game
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Move, Over, Ruleset, seeded
from sealed_wonders.core.games import GAMES
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.options import SIDES
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.choices import builders_choice, checking_player
from tests.support.games import wonders
from tests.support.thorough import only
from tests.support.toy import Toy
from tests.support.wonders import Table, city
from tests.support.worths import Worths

IDLE = city("gizah")


@pytest.mark.parametrize("players", only([3, 7], range(3, 8)))
def test_the_builder_makes_legal_choices_from_what_it_sees(players: int) -> None:
    """Each choice stays the same whatever the others hold."""
    sides = SIDES[players % len(SIDES)]
    bots = [checking_player(strategy("builder", "")) for _ in range(players)]
    state = play(Wonders(players, sides), seeded("careful"), bots)
    assert isinstance(state.ask, Over)


@pytest.mark.parametrize("rules", [Wonders(4), Architects(4)], ids=GAMES)
@pytest.mark.parametrize("name", ["random", "easy", "builder"])
def test_every_strategy_repeats_its_play_for_the_same_seed(
    name: str, rules: Ruleset
) -> None:
    """Games can be repeated, and the seats of one game don't play alike by chance."""

    def sheet(seed: str) -> game.Sheet:
        bots = [strategy(name, f"{seed}:{seat}") for seat in range(4)]
        return play(rules, seeded("same"), bots).score()

    assert sheet("a") == sheet("a")
    assert (name == "builder") == (sheet("a") == sheet("b"))


@pytest.mark.parametrize("name", ["random", "easy", "builder"])
def test_every_strategy_can_play_an_unknown_game(name: str) -> None:
    bots = [strategy(name, str(seat)) for seat in range(4)]
    assert isinstance(play(Toy(4), seeded("toy"), bots).ask, Over)


@pytest.mark.parametrize("name", ["", "Random", "worth", "../random", "x" * 1000])
def test_an_unknown_strategy_is_refused_with_a_list(name: str) -> None:
    """The error is a single line."""
    with pytest.raises(
        ValueError, match="; choose one of random, easy, builder, thinker$"
    ) as caught:
        strategy(name, "")
    assert len(str(caught.value)) < 120


def test_the_builder_beats_random_players() -> None:
    """It plays one game on every seat of every table size, and hardly ever loses."""
    won = 0
    for players in range(3, 8):
        for seat in range(players):
            bots = [strategy("random", f"{players}:{at}") for at in range(players)]
            bots[seat] = strategy("builder", "")
            sheet = play(Wonders(players), seeded(f"beats {seat}"), bots).score()
            won += seat in sheet.winners
    assert won >= 23  # of 25


# Single choices.


def test_the_better_card_is_kept_for_babylons_extra_card() -> None:
    built = "clay_pool brickyard glassworks_1 scriptorium workshop"
    mine = city("babylon night", built=built, stages=1)
    table = Table(mine, IDLE, IDLE, age=3, turn=6, hands=("gardens palace",))
    assert "stage with palace" == builders_choice(table)


def test_the_builder_chooses_a_board_by_the_side_in_play() -> None:
    """
    The side is drawn by lot; the board that is better on the other side doesn't count.
    """
    best: dict[str, Move] = {}
    boards = ("babylon", "ephesos", "gizah")
    for seed in range(9):
        drawn = Wonders(3, "random", boards=boards, draw="chosen")
        state = wonders(drawn.begin(seeded(f"{seed}")))
        move = builder.player("")(state, 0, {})
        assert best.setdefault(state.lots[0], move) == move
        for_all = Wonders(3, state.lots[0], boards=boards, draw="chosen")
        assert builder.player("")(for_all.begin(seeded("0")), 0, {}) == move
    assert {"day", "night"} == set(best)
    assert best["day"] != best["night"]


# Values.


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 3))
def test_coins_are_worth_more_the_fewer_there_are(
    coins: int, paid: int, turns: int
) -> None:
    """
    More coins are better, a loss hurts at least as much as a gain helps, and the first
    coins are worth most.
    """
    mine = city("gizah", coins=coins + paid)
    worths = Worths(mine, IDLE, IDLE, age=2, turn=2 * turns)
    worth = worths.worth
    assert worth.coins(paid) >= 0 >= worth.coins(-paid)
    assert -worth.coins(-paid) >= worth.coins(paid) - 1e-9
    assert worth.coins(paid) >= paid / 3 - 1e-9
    assert worths.price(left=paid) >= worths.price(bank=paid) >= paid / 3 - 1e-9


def test_every_building_and_stage_has_a_worth() -> None:
    """No worth is negative, at any time of the game."""
    for board in catalog().boards:
        for side in board.sides:
            mine = city(f"{board.id} {side}")
            for age, turn in ((1, 1), (2, 4), (3, 6), (3, 7)):
                worths = Worths(mine, IDLE, IDLE, age=age, turn=turn)
                for card in catalog().buildings:
                    assert worths.building(card.id) >= 0
                for half in mine.side.stages[0].halves or ("",):
                    assert worths.stage(half) >= 0
