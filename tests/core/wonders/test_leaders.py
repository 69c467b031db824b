"""L1 to L3: leaders and their boards, where the cases don't cover them."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Deal,
    Gone,
    IllegalMove,
    Refusal,
    Shuffle,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import TokenDropped
from sealed_wonders.core.wonders.leaders.tasks import Victims
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import wonders
from tests.support.wonders import Table, city

# L1: leaders in general.


def test_a_selection_reveals_nothing() -> None:
    """The move's text is the same for every leader, and shows no card (L1.2)."""
    dealer = Dealer(Wonders(3, "day", ("leaders",)), seeded("select"))
    for _ in dealer.steps([]):
        if isinstance(dealer.state.ask, Choose):
            break
    state = wonders(dealer.state)
    assert isinstance(state.ask, Choose)
    assert not any(offer.shown for offer in state.ask.offers.values())
    faces = {slot: dealer.faces[slot] for slot in state.hands[0]}
    moves = state.moves(0, faces)
    assert {"keep"} == {move.text for move in moves}
    assert sorted(state.hands[0]) == [move.slot for move in moves]
    assert state.default(0, faces) in moves
    used, *rest = state.hands[0]
    for text, face, refusal in (
        ("keep", faces[used], Refusal.NOT_IN_HAND),
        ("sell", None, Refusal.NO_CHOICE),
        ("keep nero", None, Refusal.NOT_A_MOVE),
    ):
        with pytest.raises(IllegalMove) as caught:
            state.tell(Chosen(0, text, face, used, tuple(rest)))
        assert refusal is caught.value.refusal


def test_leaders_are_no_buildings_and_sell_and_chain_nothing() -> None:
    """This holds for all leaders (L1.6, W3.2)."""
    plain = city("gizah")
    for one in catalog(("leaders",)).leaders:
        led = city("gizah", leaders=one.id)
        assert (plain.colours, plain.buildings) == (led.colours, led.buildings)
        assert plain.works.counts == led.works.counts
        assert plain.works.sells == led.works.sells
        assert plain.works.chains == led.works.chains


def test_leaders_are_mixed_again_if_a_seat_leaves_during_the_deal() -> None:
    """For the remaining seats, under a new name (G3, L1.2)."""
    for asked in (Shuffle, Deal):
        dealer = Dealer(Wonders(4, "day", ("leaders",)), seeded("again"))
        for _ in dealer.steps([]):
            state = wonders(dealer.state)
            if isinstance(state.ask, asked) and "leaders" in state.task.name:
                break
        state = wonders(dealer.state.tell(Gone((2,))))
        assert isinstance(state.ask, Shuffle)
        assert ["leaders#2"] == [deck.name for deck in state.ask.decks]
        dealer.state = state
        for _ in dealer.steps([]):
            if isinstance(dealer.state.ask, Choose):
                break
        state = wonders(dealer.state)
        assert [4, 4, 0, 4] == [len(hand) for hand in state.hands]
        assert 34 - 12 == len(state.box)


# L2: single leaders. `test_random_games` covers the effects of all that are ever dealt.


@pytest.mark.parametrize(
    ("gone", "dropped"), [((0,), []), ((0, 2), []), ((2,), [(1, 3), (3, 5)])]
)
def test_telesillas_victims_drop_nothing_once_she_has_left(
    gone: tuple[int, ...], dropped: list[tuple[int, int]]
) -> None:
    """
    Nor do victims that have left who had no choice to make. The last seat may choose
    then.
    """
    game = Table(
        "gizah 3 tokens=-1+1+-1, rhodos tokens=1+3, ephesos tokens=3, olympia tokens=3+5",
        expansions="leaders",
        age=3,
        turn=0,
        leaders=["telesilla"],
    )
    game.play("recruit telesilla bank=3")
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


# L3: their boards.


def roma(leaders: str = "", box: str = "") -> Table:
    """Return a table with Roma, the goods for its first stage, and leaders in hand."""
    return Table(
        city("roma night", 0, "lumber_yard clay_pool"),
        *("gizah", "ephesos"),
        expansions="leaders",
        leaders=(leaders,),
        box=box,
    )


def test_roma_draws_nothing_from_a_lost_box() -> None:
    """Whether it is lost before or during the draw; the game continues (L3.2, G2)."""
    for early in (True, False):
        game = roma(leaders="nero", box="plato")
        box = game.state.box
        if early:
            game.state = game.state.tell(Gone((1,), box))
        game.tell(0, "stage")
        if not early:
            game.tell(1)
        game.state = game.state.tell(game.answer(2))
        if not early:
            assert isinstance(game.state.ask, Deal)
            game.state = game.state.tell(Gone((1,), box))
        assert (("nero",), ()) == (game.kept(0), game.state.rights)
        assert Turn(1, 2) == game.state.task


def test_the_box_is_unchanged_if_roma_leaves_before_its_draw() -> None:
    """By L3.2 and G2."""
    game = roma(box="plato midas")
    game.tell(0, "stage")
    game.tell(1)
    game.state = game.state.tell(game.answer(2))
    game.state = game.state.tell(Gone((0,)))
    assert ("midas", "plato") == game.named(game.state.box)
    assert (Turn(1, 2), (1, 2)) == (game.state.task, game.asked)
