"""Setting up a table of Architects (RULES.md, A1)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, catalog
from sealed_wonders.core.architects.events import (
    Founded,
    Opened,
    Revealed,
)
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import (
    Deck,
    Mixed,
    Shuffle,
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
