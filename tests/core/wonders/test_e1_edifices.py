"""E1: edifices, their rewards and their penalties; see also the cases."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Gone,
    IllegalMove,
    Refusal,
    Shuffle,
    TurnedUp,
    TurnUp,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import Quotes
from sealed_wonders.core.wonders.edifice.tasks import AGES, MixEdifices
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import wonders
from tests.support.wonders import Table, city


def test_only_edifices_of_their_ages_are_turned_up() -> None:
    """Any other card is refused (E1.1)."""
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
    """They get as many pawns as before (E1.1, G1, G3)."""
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


def test_olympias_free_colour_is_used_up_even_if_the_card_is_lost() -> None:
    """Olympia built a red card once, so the next red card has a price (E1.7, W5.3)."""
    laid = Table(
        city("olympia", 0, built="stockade", stages=2),
        *(city(name, pawns=AGES) for name in ("rhodos", "ephesos")),
        turn=6,
        expansions="edifice",
        projects="outpost",
    )
    laid.play()
    assert () == laid.built(0)
    quotes = Quotes(laid.state.around(0), 1)
    cards = everything().buildings_by_id
    assert quotes.building(cards["barracks"]).free is None
    assert "power" == quotes.building(cards["baths"]).free
