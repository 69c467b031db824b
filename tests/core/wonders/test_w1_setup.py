"""W1: what lies on the table before the first turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Deal,
    Deck,
    Mixed,
    Offer,
    Shuffle,
    Stay,
    TurnedUp,
    TurnUp,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import catalog, possible_boards
from sealed_wonders.core.wonders.events import (
    Founded,
)
from sealed_wonders.core.wonders.model import Building
from sealed_wonders.core.wonders.options import EXPANSIONS
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.view import view
from sealed_wonders.core.wonders.works import Colour
from tests.support.games import chooser, wonders

PLAYERS = range(3, 8)


def boards_up(players: int, sides: str, boards: Sequence[int]) -> State:
    """Begin a game and turn up these boards, by number."""
    state = wonders(Wonders(players, sides).begin(seeded("boards")))
    mixed = state.tell(Mixed((tuple(range(7)),)))
    return wonders(mixed.tell(TurnedUp(tuple(boards))))


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
    """All seven boards are mixed, and one is turned up for each seat (W1.3)."""
    state = wonders(Wonders(players).begin(seeded("lot")))
    assert isinstance(state.ask, Shuffle)
    (deck,) = state.ask.decks
    assert catalog().board_cards == deck.cards
    state = wonders(state.tell(Mixed((tuple(range(100, 107)),))))
    assert TurnUp(tuple(range(100, 100 + players))) == state.ask
    state = wonders(state.tell(TurnedUp((5, 0, 4, 3, 1, 6, 2)[:players])))
    assert Choose({seat: Offer((), Stay()) for seat in range(players)}) == state.ask


def test_sides_are_chosen_in_secret_and_mix() -> None:
    """Each player is asked for a side, without cards, all at once (W1.3)."""
    state = boards_up(3, "choose", (4, 0, 6))
    for seat, side in enumerate(("night", "day", "night")):
        assert ["side day", "side night"] == [
            move.text for move in state.moves(seat, {})
        ]
        state = wonders(state.tell(Chosen(seat, f"side {side}")))
    assert ["night", "day", "night"] == [city.side.name for city in state.cities]
    assert (
        Founded(("halikarnassos", "alexandria", "rhodos"), ("night", "day", "night"))
        in state.news
    )


@pytest.mark.parametrize("side", ["day", "night"])
def test_a_table_can_settle_the_sides(side: str) -> None:
    """With day or night for all, nobody is asked; each has three coins (W1.3, W1.4)."""
    state = boards_up(3, side, (4, 0, 6))
    assert isinstance(state.ask, Shuffle)
    assert {(side, 3)} == {(city.side.name, city.coins) for city in state.cities}


def test_a_table_can_draw_lots_for_the_sides() -> None:
    """Seat i gets night where the public permutation ``side/i`` says so (W1.3)."""

    def order(label: str, n: int) -> Sequence[int]:
        assert 2 == n
        return {"side/0": (1, 0), "side/1": (0, 1), "side/2": (1, 0)}[label]

    state = wonders(Wonders(3, "random").begin(order))
    state = wonders(state.tell(Mixed((tuple(range(7)),))))
    state = wonders(state.tell(TurnedUp((4, 0, 6))))
    assert ["night", "day", "night"] == [city.side.name for city in state.cities]


# W1.6, W1.7: which boards lie there, and how they come to their players.

SEVEN = ("alexandria", "babylon", "ephesos", "gizah", "halikarnassos", "olympia") + (
    "rhodos",
)


@pytest.mark.parametrize(
    ("expansions", "more"),
    [
        ("", ()),
        ("leaders", ("roma", "abu_simbel")),
        ("edifice", ("ur", "carthage")),
        ("leaders edifice", ("roma", "abu_simbel", "ur", "carthage")),
    ],
)
def test_the_usual_boards_are_those_of_the_boxes_played_with(
    expansions: str, more: tuple[str, ...]
) -> None:
    """Seven, and those that came with an expansion (W1.6)."""
    rules = Wonders(3, "day", tuple(expansions.split()))
    assert SEVEN + more == tuple(board.id for board in rules.catalog.boards)


def test_other_boards_can_lie_on_the_table() -> None:
    """Some of the usual ones, or Carthage in a game without Edifice (W1.6)."""
    rules = Wonders(3, "day", boards=("babylon", "olympia", "carthage"))
    state = rules.begin(seeded("boards"))
    assert Shuffle((Deck("boards", (), (0, 1, 2)),)) == state.ask
    state = state.tell(Mixed(((5, 6, 7),)))
    state = wonders(state.tell(TurnedUp((2, 0, 1))))
    names = [city.board.id for city in state.cities]
    assert ["carthage", "babylon", "olympia"] == names


@pytest.mark.parametrize(
    ("boards", "expansions", "why"),
    [
        ("gizah olympia", "", "3 players need more than 2 boards"),
        (
            "gizah olympia roma",
            "",
            "the roma board needs its expansion: --with leaders",
        ),
        (
            "gizah olympia ur",
            "leaders",
            "the ur board needs its expansion: --with edifice",
        ),
        ("gizah olympia atlantis", "", "there is no board 'atlantis' in this game"),
        ("olympia gizah rhodos", "", "in the usual order: olympia, gizah, rhodos"),
        ("gizah gizah olympia", "", "must be named once"),
    ],
)
def test_boards_that_cannot_lie_there_are_refused(
    boards: str, expansions: str, why: str
) -> None:
    """Each is there once, can be played, and there is one for everybody (W1.6)."""
    with pytest.raises(ValueError, match=re.escape(why)):
        Wonders(3, "day", tuple(expansions.split()), boards=tuple(boards.split()))


@pytest.mark.parametrize("expansions", [(), ("leaders",), ("edifice",), EXPANSIONS])
def test_carthage_can_be_played_always_and_ur_with_edifices(
    expansions: tuple[str, ...],
) -> None:
    """A board needs the expansion it means something in (E2.3)."""
    boards = [board.id for board in possible_boards(expansions)]
    assert "carthage" in boards
    assert ("edifice" in expansions) == ("ur" in boards)


def choosing(players: int, boards: str = "", sides: str = "day") -> State:
    """Begin a game in which boards are chosen."""
    rules = Wonders(players, sides, boards=tuple(boards.split()), draw="chosen")
    return wonders(rules.begin(seeded("chosen")))


def test_sides_drawn_by_lot_are_known_before_boards_are_chosen() -> None:
    """By seat, to everybody; and so are those that are the same for all (W1.7)."""
    for sides in ("day", "night", "random"):
        state = choosing(3, sides=sides)
        known = view(state, 2, {}).sides
        assert 3 == len(known)
        for seat, name in enumerate(("olympia", "alexandria", "rhodos")):
            state = wonders(state.tell(Chosen(seat, f"board {name}")))
        assert known == tuple(city.side.name for city in state.cities)
    assert () == view(choosing(3, sides="choose"), 2, {}).sides


def test_edifices_and_sides_come_after_boards_that_are_chosen() -> None:
    """As after boards drawn by lot (W1.7, E1.1)."""
    rules = Wonders(3, "choose", ("edifice",), draw="chosen")
    state = wonders(rules.begin(seeded("chosen")))
    for seat, name in enumerate(("ur", "carthage", "gizah")):
        state = wonders(state.tell(Chosen(seat, f"board {name}")))
    assert "mix_edifices" == state.task.name


def test_left_is_the_next_seat_clockwise() -> None:
    """The last seat's left neighbour is the first one (W1.5)."""
    state = boards_up(4, "day", (0, 1, 2, 3))
    assert [("alexandria", "babylon", "gizah"), ("gizah", "alexandria", "ephesos")] == [
        tuple(city.board.id for city in state.around(seat)) for seat in (0, 3)
    ]


def test_hands_are_dealt_by_seat() -> None:
    """Seat i is dealt the i-th seven of the mixed deck (W2.1)."""
    state = wonders(boards_up(3, "day", (4, 0, 6)).tell(Mixed((tuple(range(50, 71)),))))
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
