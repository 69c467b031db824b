"""W1: what lies on the table before the first turn."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Deal,
    Mixed,
    Offer,
    Shuffle,
    Stay,
    TurnedUp,
    TurnUp,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import Building, catalog
from sealed_wonders.core.wonders.city import Colour
from sealed_wonders.core.wonders.events import Founded, HandsDealt
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from tests.support.games import chooser, wonders

PLAYERS = range(3, 8)


def boards_up(players: int, sides: str, boards: Sequence[int]) -> State:
    """Begin a game and turn up these boards, by number."""
    state = wonders(Wonders(players, sides).begin(seeded("boards")))
    mixed = state.tell(Mixed((tuple(range(8)),)))
    return wonders(mixed.tell(TurnedUp(tuple(boards))))


def first_age(players: int) -> Dealer:
    """Play at random up to the first hands."""
    dealer = Dealer(Wonders(players, "random"), seeded(f"first/{players}"))
    for _ in dealer.steps([chooser("first")] * players):
        if any(isinstance(event, HandsDealt) for event in wonders(dealer.state).news):
            break
    return dealer


@pytest.mark.parametrize("players", [0, 2, 8])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """Three to seven play (W1.1)."""
    with pytest.raises(ValueError, match=f"3 to 7 players, not {players}"):
        Wonders(players)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_an_age_has_seven_cards_a_player(age: int, players: int) -> None:
    """Copies printed for more players stay in the box (W1.1); guilds fill age III."""
    deck = catalog().age_deck(age, players)
    guilds = players + 2 if age == 3 else 0
    assert 7 * players == len(deck) + guilds
    for card in deck:
        face = catalog().cards[card]
        assert isinstance(face, Building)
        assert age == face.age
        assert face.copies[catalog().numbers(face).index(card)] <= players


@pytest.mark.parametrize("players", PLAYERS)
def test_guilds_are_drawn_unseen(players: int) -> None:
    """Two more guilds than players are mixed into age III, none ever shown (W1.2)."""
    dealer = Dealer(Wonders(players, "day"), seeded("guilds"))
    asks = [dealer.state.ask]
    for _ in dealer.steps([chooser("guilds")] * players):
        asks.append(dealer.state.ask)
    shuffles = [ask for ask in asks if isinstance(ask, Shuffle)]
    decks = {deck.name: deck for ask in shuffles for deck in ask.decks}
    assert ["boards", "age1", "age2", "guilds", "age3"] == list(decks)
    assert 10 == len(decks["guilds"].cards)
    assert {Colour.PURPLE} == {
        building.colour
        for card in decks["guilds"].cards
        if (building := catalog().building(card))
    }
    assert () == decks["guilds"].slots
    assert players + 2 == len(decks["age3"].slots)
    assert catalog().age_deck(3, players) == decks["age3"].cards
    turned_up = [ask for ask in asks if isinstance(ask, TurnUp)]
    assert [players] == [len(ask.slots) for ask in turned_up]


@pytest.mark.parametrize("players", PLAYERS)
def test_boards_come_by_lot(players: int) -> None:
    """All eight boards are mixed, and one is turned up for each seat (W1.3)."""
    state = wonders(Wonders(players).begin(seeded("lot")))
    assert isinstance(state.ask, Shuffle)
    (deck,) = state.ask.decks
    assert catalog().board_cards == deck.cards
    state = wonders(state.tell(Mixed((tuple(range(100, 108)),))))
    assert TurnUp(tuple(range(100, 100 + players))) == state.ask
    state = wonders(state.tell(TurnedUp((5, 0, 7, 3, 1, 6, 2)[:players])))
    assert Choose({seat: Offer((), Stay()) for seat in range(players)}) == state.ask


def test_sides_are_chosen_in_secret_and_mix() -> None:
    """Each player is asked for a side, without cards, all at once (W1.3)."""
    state = boards_up(3, "choose", (4, 0, 7))
    for seat, side in enumerate(("night", "day", "night")):
        assert ["side day", "side night"] == [
            move.text for move in state.moves(seat, {})
        ]
        state = wonders(state.tell(Chosen(seat, f"side {side}")))
    assert ["night", "day", "night"] == [city.side.name for city in state.cities]
    assert (
        Founded(("halikarnassos", "alexandria", "carthage"), ("night", "day", "night"))
        in state.news
    )


@pytest.mark.parametrize("side", ["day", "night"])
def test_a_table_can_settle_the_sides(side: str) -> None:
    """With day or night for all, nobody is asked (W1.3)."""
    state = boards_up(3, side, (4, 0, 7))
    assert isinstance(state.ask, Shuffle)
    assert {side} == {city.side.name for city in state.cities}


def test_a_table_can_draw_lots_for_the_sides() -> None:
    """Seat i gets night where the public permutation ``side/i`` says so (W1.3)."""

    def order(label: str, n: int) -> Sequence[int]:
        assert 2 == n
        return {"side/0": (1, 0), "side/1": (0, 1), "side/2": (1, 0)}[label]

    state = wonders(Wonders(3, "random").begin(order))
    state = wonders(state.tell(Mixed((tuple(range(8)),))))
    state = wonders(state.tell(TurnedUp((4, 0, 7))))
    assert ["night", "day", "night"] == [city.side.name for city in state.cities]


def test_other_ways_to_settle_sides_are_refused() -> None:
    """A table settles sides in one of four ways (W1.3)."""
    with pytest.raises(ValueError, match="sides are one of day, night"):
        Wonders(3, "both")


def test_everybody_starts_with_three_coins() -> None:
    """Whatever the board (W1.4)."""
    state = boards_up(7, "night", (0, 1, 2, 3, 4, 5, 6))
    assert [3] * 7 == [city.coins for city in state.cities]


def test_left_is_the_next_seat_clockwise() -> None:
    """The last seat's left neighbour is the first one (W1.5)."""
    state = boards_up(4, "day", (0, 1, 2, 3))
    assert [("alexandria", "babylon", "gizah"), ("gizah", "alexandria", "ephesos")] == [
        tuple(city.board.id for city in state.around(seat)) for seat in (0, 3)
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_is_dealt_seven_cards(players: int) -> None:
    """Each age begins with a deal of seven to each seat (W1.1, W2.1)."""
    dealer = first_age(players)
    state = wonders(dealer.state)
    assert [7] * players == [len(hand) for hand in state.hands]
    dealt = sorted(dealer.faces[slot] for hand in state.hands for slot in hand)
    assert sorted(catalog().age_deck(1, players)) == dealt
    assert () == state.deck


def test_hands_are_dealt_by_seat() -> None:
    """Seat i is dealt the i-th seven of the mixed deck (W2.1)."""
    state = wonders(boards_up(3, "day", (4, 0, 7)).tell(Mixed((tuple(range(50, 71)),))))
    assert (
        Deal(
            {
                0: tuple(range(50, 57)),
                1: tuple(range(57, 64)),
                2: tuple(range(64, 71)),
            }
        )
        == state.ask
    )
