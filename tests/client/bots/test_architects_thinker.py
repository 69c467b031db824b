"""The thinker of Architects: rules, knowledge of its seat, time limits."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.architects import builder
from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.bots.architects.thinker import ChoiceSearch, Thinker
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.core import game
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.draws import CHOSEN, LOT
from sealed_wonders.core.game import Card, Choose, Gone, Move, Over, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer, Player, play
from tests.support.architects import Table as Laid
from tests.support.architects import architects, asked, city
from tests.support.choices import checking_player
from tests.support.thorough import only


def searching_late(player: Player, turn: int) -> Player:
    """
    Return a player that builds until a turn, so that only the short rest of a game is
    searched.
    """

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        early = architects(state).turn < turn
        return (builder.player("") if early else player)(state, seat, faces)

    return choose


@pytest.mark.parametrize(
    ("players", "draw"), only([(3, CHOSEN)], [(2, LOT), (3, CHOSEN)])
)
def test_the_thinker_makes_legal_choices_from_what_it_sees(
    players: int, draw: str
) -> None:
    """Each choice stays the same whatever the face-down cards are."""
    thinker = searching_late(
        checking_player(strategy("thinker:2", "seed")), 12 * players
    )
    bots = [thinker, *[builder.player("")] * (players - 1)]
    state = play(Architects(players, draw), seeded("thinking"), bots)
    assert isinstance(state.ask, Over)


def test_the_thinker_plays_on_after_a_seat_has_left() -> None:
    thinker = searching_late(strategy("thinker:2", "seed"), 40)
    dealer = Dealer(Architects(3), seeded("left"))
    for _ in dealer.steps([thinker] * 3):
        state = architects(dealer.state)
        if not state.gone and state.turn == 40 and isinstance(state.ask, Choose):
            dealer.state = state.tell(Gone((1,)))
    assert architects(dealer.state).gone == (1,)


def test_the_thinker_keeps_to_its_time_limit() -> None:
    """It starts no game that it can't finish in time, however fast the machine is."""
    now = 0.0
    times = []

    def clock() -> float:
        nonlocal now
        now += 0.01
        return now

    thinker = Thinker("seed", Budget(seconds=0.2), clock)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        before = now
        move = thinker(state, seat, faces)
        if len(state.moves(seat, faces)) > 1:
            times.append(now - before)
        return move

    idle = strategy("random", "")
    play(Architects(2), seeded("in time"), [searching_late(choose, 44), idle])
    assert 0.1 < max(times) <= 0.22


def test_without_time_the_thinker_takes_the_move_ranked_first() -> None:
    """The ranking is learned, and isn't always the choice of `builder`."""
    thinker, dice = Thinker("seed", Budget(seconds=0.0)), random.Random("no time")
    differs = 0

    def choose(it: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        nonlocal differs
        moves = it.moves(seat, faces)
        move = thinker(it, seat, faces)
        state = architects(it)
        if len(moves) > 1 and state.piles:
            search = ChoiceSearch(Dealing(state, faces), dice)
            assert move == search.arms(state, {it.text: it for it in moves})[0].move
            assert not thinker.worths(state, seat, faces)
            differs += move != builder.player("")(state, seat, faces)
        return move

    play(
        Architects(2),
        seeded("no time"),
        [searching_late(choose, 30), builder.player("")],
    )
    assert differs > 0


def test_the_thinker_ends_the_game_only_if_it_leads() -> None:
    """The same card of the same pile ends the game, and the points decide who wins."""
    for victories, ends in ((7, True), (9, False)):
        table = Laid(
            city("giza", "wood stone clay", built="1 2 3 4"),
            city("rhodes", "coin", built="1 2", victories=victories),
            city("babylon"),
            piles=("papyrus ...", "civil_3vp ...", "civil_3vp ..."),
            central="...",
        )
        seat = asked(table.state)
        move = Thinker("seed", Budget(60))(table.state, seat, {})
        assert (move.text == "take giza") == ends
