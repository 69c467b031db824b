"""Seats that leave a game of 7 Wonders permanently (RULES.md, G1 to G4)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Gone,
    IllegalMove,
    Look,
    Over,
    Refusal,
    Shuffle,
    seeded,
)
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import LeavingDealer, builder, chooser, wonders
from tests.support.thorough import every, only
from tests.support.wonders import Table


def leave(table: Table, *seats: int, lost: tuple[int, ...] = ()) -> None:
    table.state = table.state.tell(Gone(seats, lost))


def test_nobody_looks_through_a_lost_discard_pile() -> None:
    """By G2 and W5.2."""
    table = Table("halikarnassos night: brickyard, carthage, gizah")
    table.play("stage")
    assert isinstance(table.state.ask, Look)
    leave(table, 1, lost=table.state.discard)
    assert isinstance(table.state.ask, Choose)
    assert ((), ()) == (table.state.discard, table.state.rights)


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        (0, ["boards#2"]),  # while the boards are mixed
        (1, ["boards", "boards#2"]),  # while they are turned up
        (2, ["boards", "age1#2"]),  # while age I is mixed
        (3, ["boards", "age1", "age1#2"]),  # while it is dealt
    ],
)
def test_an_unfinished_deck_is_made_again_when_a_seat_leaves(
    answers: int, names: list[str]
) -> None:
    """For the remaining seats, under a new name (G3)."""
    game = LeavingDealer(Wonders(4, "day"), seeded("again"))
    found = []
    for _ in game.follow([chooser("again")] * 4, {answers: (3,)}):
        if isinstance(game.asked, Shuffle):
            found += [deck.name for deck in game.asked.decks]
    assert names == found[: len(names)]


def test_guilds_are_drawn_again_if_a_seat_leaves_during_the_deal_of_age_3() -> None:
    """The decks of guilds and of age III both begin again (G3, W1.2)."""
    game = LeavingDealer(Wonders(4, "day"), seeded("guilds"))
    names: list[str] = []
    sizes = {}
    players = [chooser("guilds")] * 4
    for _ in game.follow(players, {}):
        if isinstance(game.asked, Shuffle):
            (deck,) = game.asked.decks
            names.append(deck.name)
            sizes[deck.name] = len(deck.slots) + len(deck.cards)
            if deck.name == "age3":
                game.leave(1)
    assert ["age2", "guilds", "age3", "guilds#2", "age3#2"] == names[2:]
    assert {"age3": 28, "age3#2": 21} == {
        name: size for name, size in sizes.items() if name.startswith("age3")
    }


def test_a_seat_that_left_has_no_moves() -> None:
    table = Table("gizah, rhodos, ephesos, olympia")
    answer = table.answer(1)
    leave(table, 1)
    assert () == table.state.moves(1, {})
    assert isinstance(answer, Chosen)
    with pytest.raises(IllegalMove) as caught:
        table.state.tell(answer)
    assert Refusal.NOT_ASKED is caught.value.refusal


@pytest.mark.parametrize("players", only([4], [3, 4, 7]))
def test_a_seat_may_leave_at_any_point(players: int) -> None:
    """The others play to the end after that (G2, G3, G4)."""
    order, seed = seeded(f"leave/{players}"), f"leave/{players}"
    whole = LeavingDealer(Wonders(players, "choose"), order)
    length = sum(1 for _ in whole.follow([builder(seed)] * players, {}))
    for when in every(2, range(length)):
        seat = (when * 5 + players) % players
        game = LeavingDealer(Wonders(players, "choose"), order)
        for _ in game.follow([builder(seed)] * players, {when: (seat,)}):
            state = wonders(game.state)
            if (
                isinstance(state.ask, Choose)
                and state.cities
                and state.hands[state.active[0]]
            ):
                assert all(offer.hand for offer in state.ask.offers.values())
        state = wonders(game.state)
        assert Over() == state.ask
        assert (seat,) == state.gone
        assert seat not in state.score().winners
