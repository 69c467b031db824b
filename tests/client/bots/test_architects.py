"""
Bots of Architects: they play by the rules, use only what they see, and play well.

The numbers of games won at the end show that ``builder`` is stronger than random and
greedy players. A bot that wins fewer is weaker, so don't lower them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.architects import builder
from sealed_wonders.client.engine.architects.places import open_places
from sealed_wonders.core import game
from sealed_wonders.core.architects import notation
from sealed_wonders.core.architects.catalog import Colour, catalog
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.draws import CHOSEN, LOT
from sealed_wonders.core.game import Card, Move, Over, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer, Player, play
from tests.support.architects import architects
from tests.support.choices import checking_player
from tests.support.thorough import only


@pytest.mark.parametrize("players", only([2, 5], PLAYERS))
def test_the_builder_makes_legal_choices_from_what_it_sees(players: int) -> None:
    """Each choice stays the same whatever the face-down cards are."""
    bots = [checking_player(strategy("builder", "")) for _ in range(players)]
    state = play(Architects(players), seeded("careful"), bots)
    assert isinstance(state.ask, Over)


def test_the_builder_handles_every_kind_of_choice() -> None:
    """In two games, every kind of choice, card, token and wonder comes up."""
    verbs, kinds, tokens, wonders = set(), set(), set(), set()

    def recording(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        move = builder.player("")(state, seat, faces)
        verbs.add(notation.parse(move.text).verb)
        return move

    for number in (0, 11):  # with two players, and with seven
        players = 2 + number % 6
        rules = Architects(players, CHOSEN if number == 0 else LOT)
        state = architects(play(rules, seeded(f"all {number}"), [recording] * players))
        for one in state.cities:
            wonders.add(one.wonder.id)
            tokens |= {token.id for token in one.progress}
        kinds |= {catalog().kind(card) for card in state.discard}
    assert {*notation.VERBS} - {"end"} <= verbs
    assert {kind for kind in catalog().kinds if kind.colour is Colour.GREEN} <= kinds
    assert set(catalog().wonders_by_id) == wonders
    assert len(tokens) >= 12


def test_a_bot_is_shown_the_cards_that_its_seat_sees_in_secret() -> None:
    """
    As at a table, these are the cat's card until it is drawn, and the cards of a pile
    while the seat chooses one.
    """
    seen: list[bool] = []
    searched = []

    def recording(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        now = architects(state)
        shown = now.central.slots[:1] if seat in now.saw else ()
        if isinstance(now.task, Keep):
            below = now.pile(now.task.pile).slots[1:5]
            shown += below
            searched.append(below)
        assert set(faces) == set(shown)
        assert all(faces[slot] == dealer.faces[slot] for slot in faces)
        seen.append(bool(faces))
        return builder.player("")(state, seat, faces)

    for number in range(4):
        dealer = Dealer(Architects(3), seeded(f"in secret {number}"))
        for _ in dealer.steps([recording] * 3):
            pass
    assert any(seen)
    assert not all(seen)
    assert any(searched)


# Missing resources.


@pytest.mark.parametrize(
    ("grey", "stages", "lacking"),
    [
        ((0, 0, 0, 0, 0), [(2, False)], 2),
        ((2, 0, 0, 0, 0), [(2, False)], 1),
        ((1, 1, 0, 0, 0), [(2, True)], 1),
        ((2, 1, 1, 0, 0), [(2, False), (2, True)], 0),
        ((1, 1, 1, 1, 0), [(2, False), (2, True)], 1),
        ((3, 2, 1, 1, 1), [(4, False), (3, True)], 0),
        ((3, 3, 0, 0, 0), [(3, False), (2, False), (3, True)], 3),
        ((4, 3, 0, 0, 0), [(2, True), (3, True)], 0),
    ],
)
def test_places_that_cards_cannot_pay_are_counted(
    grey: tuple[int, ...], stages: list[tuple[int, bool]], lacking: int
) -> None:
    """
    Each card counts once, where it serves best. With a token for any resources, every
    card pays.
    """
    costs = tuple(sorted(stages))
    assert lacking == open_places(grey, costs, any_resources=False)
    rest = max(0, sum(cost for cost, _ in stages) - sum(grey))
    assert rest == open_places(grey, costs, any_resources=True)


# Playing strength.


def greedy(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
    """
    Take what brings most at once, or else a resource; take every other action that is
    offered.
    """
    piles = architects(state)

    def worth(move: Move) -> float:
        said = notation.parse(move.text)
        if said.verb not in ("take", "extra"):
            return {"build": 9, "science": 8, "end": -1}.get(said.verb, 0)
        top = piles.pile(said.pile).top
        if top is None:
            return 1
        kind = catalog().kind(top)
        usual = {Colour.YELLOW: 2.5, Colour.GREY: 2.2, Colour.GREEN: 1.8}
        return kind.points + kind.cat or usual.get(kind.colour, 1.5)

    return max(state.moves(seat, faces), key=worth)


def games_won(others: Callable[[str], Player], games: int) -> int:
    """Count the games that the builder wins, alone among four, on each seat in turn."""
    total = 0
    for number in range(games):
        seat = number % 4
        bots = [others(f"{number}/{at}") for at in range(4)]
        bots[seat] = strategy("builder", "")
        sheet = play(Architects(4), seeded(f"strength {number}"), bots).score()
        total += sheet.winners == (seat,)
    return total


def test_the_builder_beats_random_players() -> None:
    """It wins far more than one game in four, although luck matters a lot."""
    assert games_won(lambda seed: strategy("random", seed), 16) >= 11


def test_the_builder_beats_greedy_players() -> None:
    """Planning ahead pays."""
    assert games_won(lambda seed: greedy, 16) >= 9
