"""
Bots of Architects: they play by the rules, use only what they see, and play well.

The numbers of games won at the end are the promise that ``builder`` is stronger than
random and greedy players. A bot that wins fewer is weaker, so don't lower them.
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
from tests.support.choices import careful
from tests.support.thorough import only


@pytest.mark.parametrize("players", only([2, 5], PLAYERS))
def test_the_builder_plays_by_the_rules_and_by_what_it_sees(players: int) -> None:
    """Each choice is legal, and the same whatever is called how that lies face down."""
    bots = [careful(strategy("builder", "")) for _ in range(players)]
    state = play(Architects(players), seeded("careful"), bots)
    assert isinstance(state.ask, Over)


def test_the_builder_goes_through_all_there_is() -> None:
    """In two games every kind of choice, of cards, of tokens and of wonders comes up."""
    verbs, kinds, tokens, wonders = set(), set(), set(), set()

    def noting(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        move = builder.player("")(state, seat, faces)
        verbs.add(notation.parse(move.text).verb)
        return move

    for number in (0, 11):  # of two, and of seven
        players = 2 + number % 6
        rules = Architects(players, CHOSEN if number == 0 else LOT)
        state = architects(play(rules, seeded(f"all {number}"), [noting] * players))
        for one in state.cities:
            wonders.add(one.wonder.id)
            tokens |= {token.id for token in one.progress}
        kinds |= {catalog().kind(card) for card in state.discard}
    assert {*notation.VERBS} - {"end"} <= verbs
    assert {kind for kind in catalog().kinds if kind.colour is Colour.GREEN} <= kinds
    assert set(catalog().wonders_by_id) == wonders
    assert len(tokens) >= 12


def test_what_is_seen_in_secret_is_known_to_whoever_sees_it() -> None:
    """By the cat until the card is drawn, of a pile while one is chosen; as at a table."""
    seen: list[bool] = []
    searched = []

    def noting(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
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
        for _ in dealer.steps([noting] * 3):
            pass
    assert any(seen)
    assert not all(seen)
    assert any(searched)


# What a wonder lacks.


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
def test_what_cards_can_t_pay_is_counted(
    grey: tuple[int, ...], stages: list[tuple[int, bool]], lacking: int
) -> None:
    """Each card once, where it serves best; whatever is there pays with a token."""
    costs = tuple(sorted(stages))
    assert lacking == open_places(grey, costs, any_resources=False)
    rest = max(0, sum(cost for cost, _ in stages) - sum(grey))
    assert rest == open_places(grey, costs, any_resources=True)


# How strong it is.


def greedy(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
    """Take what counts at once, else a resource, and do whatever is due."""
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


def won(others: Callable[[str], Player], games: int) -> int:
    """Count the games of four that the builder wins, alone, on all seats in turn."""
    total = 0
    for number in range(games):
        seat = number % 4
        bots = [others(f"{number}/{at}") for at in range(4)]
        bots[seat] = strategy("builder", "")
        sheet = play(Architects(4), seeded(f"strength {number}"), bots).score()
        total += sheet.winners == (seat,)
    return total


def test_it_beats_random_players() -> None:
    """Far more often than one game of four, though the luck of the draw is great."""
    assert won(lambda seed: strategy("random", seed), 16) >= 11


def test_it_beats_players_who_take_the_most_at_once() -> None:
    """Looking at what is to come pays."""
    assert won(lambda seed: greedy, 16) >= 9
