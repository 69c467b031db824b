"""Setting up a table of Architects (RULES.md, A1)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, catalog
from sealed_wonders.core.architects.events import (
    Founded,
    Opened,
    Revealed,
    SeatsLeft,
    WonderTaken,
)
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Deck,
    Gone,
    Mixed,
    Offer,
    Shuffle,
    Stay,
    TurnedUp,
    TurnUp,
    seeded,
)
from tests.support.architects import Table, architects, open_game


@pytest.mark.parametrize("players", [-1, 0, 1, 8])
def test_two_to_seven_play(players: int) -> None:
    """Others have no rules (A1.1)."""
    with pytest.raises(ValueError, match=f"2 to 7 players, not {players}"):
        Architects(players)


@pytest.mark.parametrize("players", PLAYERS)
def test_wonders_are_mixed_and_turned_up(players: int) -> None:
    """All seven in secret; one for each seat, and nobody sees the others (A1.1)."""
    state = Architects(players).begin(seeded("wonders"))
    wonders = catalog().piles["wonders"]
    assert Shuffle((Deck("wonders", (), wonders),)) == state.ask
    state = architects(state.tell(Mixed((tuple(range(10, 17)),))))
    assert TurnUp(tuple(range(10, 10 + players))) == state.ask
    state = architects(state.tell(TurnedUp(wonders[::-1][:players])))
    drawn = [wonder.id for wonder in catalog().wonders[::-1][:players]]
    assert drawn == [one.wonder.id for one in state.cities]
    assert (Founded(tuple(drawn), state.first),) == state.news


@pytest.mark.parametrize("players", PLAYERS)
def test_all_piles_are_mixed_together(players: int) -> None:
    """The central one, one for each wonder, and the tokens: in one shuffle (A1.1)."""
    state = Architects(players).begin(seeded("piles"))
    state = architects(state.tell(Mixed((tuple(range(7)),))))
    state = architects(state.tell(TurnedUp(catalog().piles["wonders"][:players])))
    assert isinstance(state.ask, Shuffle)
    wonders = [wonder.id for wonder in catalog().wonders[:players]]
    assert [CENTRAL, *wonders, TOKENS] == [deck.name for deck in state.ask.decks]
    assert [60, *[25] * players, 15] == [len(deck.cards) for deck in state.ask.decks]
    for deck in state.ask.decks:
        assert () == deck.slots
        assert catalog().piles[deck.name] == deck.cards


@pytest.mark.parametrize("players", PLAYERS)
def test_piles_lie_face_up_and_the_central_one_face_down(players: int) -> None:
    """What is on top of each is known to all, and nothing under it (A1.1)."""
    table = open_game("tops", players)
    for seat, pile in enumerate(table.state.piles):
        assert table.state.cities[seat].wonder.id == pile.name
        assert catalog().piles[pile.name] == pile.cards
        assert table.faces[pile.slots[0]] == pile.top
        assert 24 == len(pile.hidden)
        assert 24 == len(pile.unseen)
        assert pile.top not in pile.unseen
    assert None is table.state.central.top
    assert 60 == len(table.state.central.hidden) == len(table.state.central.unseen)
    shown = table.happened(Revealed)
    assert [pile.name for pile in table.state.piles] == [one.pile for one in shown]
    assert [pile.top for pile in table.state.piles] == [one.card for one in shown]


def test_one_s_left_pile_is_one_s_own() -> None:
    """The right one is that of the neighbour on the right (A1.1)."""
    state = Table("giza, rhodes, ephesus").state
    assert ["giza", "rhodes", "ephesus"] == [state.left(seat).name for seat in range(3)]
    assert ["ephesus", "giza", "rhodes"] == [
        state.right(seat).name for seat in range(3)
    ]


def test_three_tokens_lie_face_up() -> None:
    """Of fifteen: four to choose from, with the unseen one (A1.2)."""
    table = open_game("tokens", 2)
    state = table.state
    assert list(state.open) == [event.token for event in table.happened(Opened)]
    assert (3, 12) == (len(state.open), len(state.tokens.cards))
    assert sorted((*state.open, *state.tokens.cards)) == list(catalog().piles[TOKENS])
    assert state.tokens.top is None


@pytest.mark.parametrize("players", PLAYERS)
def test_who_begins_is_drawn_by_lot(players: int) -> None:
    """By the public order called "first"; anybody may be it (A1.4)."""
    firsts = set()
    for game in range(12 * players):
        order = seeded(f"first/{game}")
        state = architects(Architects(players).begin(order))
        assert order("first", players)[0] == state.first
        firsts.add(state.first)
    assert set(range(players)) == firsts


def choosing(players: int) -> State:
    """Begin a game in which wonders are chosen."""
    return architects(Architects(players, "chosen").begin(seeded("chosen")))


def test_wonders_are_chosen_in_the_order_of_seats() -> None:
    """One player after the other, from those that are left (A1.1)."""
    state = choosing(3)
    first = state.first
    for seat, name in enumerate(("rhodes", "alexandria", "giza")):
        assert Choose({seat: Offer((), Stay())}) == state.ask
        left = [move.text for move in state.moves(seat, {})]
        assert 7 - seat == len(left)
        assert f"wonder {name}" in left
        assert () == state.moves((seat + 1) % 3, {})
        state = architects(state.tell(Chosen(seat, f"wonder {name}")))
        assert WonderTaken(seat, name) == state.news[0]
    assert Founded(("rhodes", "alexandria", "giza"), first) == state.news[-1]
    assert isinstance(state.ask, Shuffle)
    decks = [deck.name for deck in state.ask.decks]
    assert [CENTRAL, "rhodes", "alexandria", "giza", TOKENS] == decks


def test_the_last_wonder_is_taken_without_a_choice() -> None:
    """Where seven play, there is nothing left to choose (A1.1)."""
    state = choosing(7)
    for seat in range(6):
        wonder = catalog().wonders[6 - seat].id
        state = architects(state.tell(Chosen(seat, f"wonder {wonder}")))
    assert WonderTaken(6, catalog().wonders[0].id) == state.news[1]
    assert isinstance(state.ask, Shuffle)


def test_whoever_left_takes_the_first_wonder_that_is_left() -> None:
    """When it would be their turn; nobody else has to wait (A1.1, G5)."""
    first, second, third, fourth = (wonder.id for wonder in catalog().wonders[:4])
    state = architects(choosing(4).tell(Chosen(0, f"wonder {first}")))
    state = architects(state.tell(Gone((1,))))
    assert [SeatsLeft((1,)), WonderTaken(1, second)] == [*state.news]
    assert Choose({2: Offer((), Stay())}) == state.ask
    state = architects(state.tell(Gone((3,))))
    assert Choose({2: Offer((), Stay())}) == state.ask
    state = architects(state.tell(Chosen(2, f"wonder {fourth}")))
    assert (WonderTaken(2, fourth), WonderTaken(3, third)) == state.news[:2]
    wonders = [city.wonder.id for city in state.cities]
    assert [first, second, fourth, third] == wonders
