"""War in Architects (RULES.md, A6)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.core.architects.events import (
    Built,
    FinalSheet,
    Fought,
    Taken,
    TurnEnded,
)
from sealed_wonders.core.architects.war import victories
from tests.support.architects import Laid, Table, city

NAMES = ("giza", "rhodes", "ephesus", "olympia", "babylon", "alexandria")


def armies(shields: Sequence[int]) -> list[Laid]:
    """Give cities with so many red cards without horns."""
    return [
        city(name, "mil_0horn " * n) for name, n in zip(NAMES, shields, strict=False)
    ]


@pytest.mark.parametrize(
    ("one", "shields"),
    [
        (city("giza"), 0),
        (city("giza", "mil_0horn mil_1horn mil_2horn"), 3),
        (city("rhodes", "mil_0horn", built="2"), 2),
        (city("rhodes", "mil_0horn", built="1 2 3 4"), 3),
        (city("giza", tokens="tactics"), 2),
        (city("rhodes", "mil_1horn", built="2 1 3 4", tokens="tactics"), 5),
        (city("giza", "civil_3vp wood sci_gear coin"), 0),
    ],
)
def test_shields(one: Laid, shields: int) -> None:
    """Red cards, Rhodes and Tactics (A6.1, A3.4, A4.4)."""
    other = city("ephesus")
    assert shields == Table(one, other).state.cities[0].shields


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("mil_0horn", 1, 1),
        ("mil_1horn", 0, 1),
        ("mil_1horn", 1, 2),
        ("mil_2horn", 0, 2),
    ],
)
def test_horns_turn_conflict_tokens(kind: str, before: int, after: int) -> None:
    """One each, as soon as the card is taken (A6.1)."""
    table = Table(*armies([0, 0, 0]), piles=(f"{kind} ...",), horns=before)
    table.choose("take giza")
    assert after == table.state.horns
    assert [after - before] == [event.horns for event in table.happened(Taken)]
    assert [] == table.happened(Fought)


def test_horns_without_a_token_are_lost() -> None:
    """Two horns, and one token left at peace (A6.1)."""
    table = Table(*armies([0, 0, 0]), piles=("mil_2horn ...",), horns=2)
    table.choose("take giza")
    assert [1] == [event.horns for event in table.happened(Taken)]
    assert 1 == len(table.happened(Fought))
    # Nothing is left of it after the battle.
    assert 0 == table.state.horns


def test_more_horns_before_the_battle_are_lost_too() -> None:
    """All tokens are turned already (A6.1)."""
    table = Table(
        city("giza", tokens="urbanism propaganda"),
        *armies([0, 0])[1:],
        piles=("mil_1horn mil_2horn ...",),
        horns=2,
    )
    table.choose("take giza", "extra propaganda giza")
    assert [1, 0] == [event.horns for event in table.happened(Taken)]
    assert [(2, 0)] == [event.shields for event in table.happened(Fought)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_battle_needs_all_tokens(players: int) -> None:
    """As many as the number of players says (A6.1, A1.3)."""
    tokens = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6}[players]
    for horns in range(tokens):
        table = Table(*armies([0] * players), piles=("mil_1horn ...",), horns=horns)
        table.choose("take giza")
        assert (horns + 1 == tokens) == bool(table.happened(Fought))


def test_the_battle_waits_for_the_end_of_the_turn() -> None:
    """Shields that come in the meantime count (A6.1)."""
    table = Table(
        city("rhodes", "wood", tokens="propaganda"),
        "giza: mil_0horn",
        piles=("mil_1horn wood ...",),
        horns=2,
    )
    table.choose("take rhodes")
    assert 3 == table.state.horns
    assert [] == table.happened(Fought)
    # The wood pays for Rhodes' second stage, and so for a shield.
    table.choose("extra propaganda rhodes")
    assert [2] == [event.stage for event in table.happened(Built)]
    (fought,) = table.happened(Fought)
    assert (2, 1) == fought.shields
    assert (2, 0) == fought.tokens


def test_the_battle_of_the_last_turn_is_fought() -> None:
    """Though the wonder is finished (A6.1, A7.1)."""
    table = Table(
        city("giza", "wood stone clay", built="1 2 3 4", tokens="propaganda"),
        "rhodes",
        piles=("mil_1horn glass ...",),
        horns=2,
    )
    table.choose("take giza", "extra propaganda giza")
    last = (Built, Fought, TurnEnded, FinalSheet)
    assert [*last] == [type(event) for event in table.happened(*last)]
    sheet = table.state.score()
    # One shield against none: one token.
    assert 3 == sheet.rows[0][sheet.categories.index("military")]


# Who wins.


@pytest.mark.parametrize(
    ("shields", "gained"),
    [
        ((0, 0), (0, 0)),
        ((3, 3), (0, 0)),
        ((1, 0), (1, 0)),
        ((2, 0), (2, 0)),
        ((5, 0), (2, 0)),
        ((2, 1), (2, 0)),
        ((1, 2), (0, 2)),
        ((3, 2), (1, 0)),
        ((4, 2), (2, 0)),
        ((5, 3), (1, 0)),
        ((2, 5), (0, 2)),
        ((0, 1), (0, 1)),
    ],
)
def test_between_two_players(shields: tuple[int, ...], gained: tuple[int, ...]) -> None:
    """One token, or two with twice as many shields and at least two (A6.2)."""
    assert gained == battle(shields)


@pytest.mark.parametrize(
    ("shields", "gained"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((1, 0, 0), (2, 0, 0)),
        ((1, 1, 0), (1, 1, 0)),
        ((3, 2, 1), (2, 1, 0)),
        ((2, 0, 1), (2, 0, 1)),
        ((4, 1, 4), (1, 0, 1)),
        ((2, 1, 0, 0), (2, 1, 0, 0)),
        ((1, 0, 1, 0), (2, 0, 2, 0)),
        ((0, 3, 2, 1, 0), (0, 2, 1, 1, 0)),
    ],
)
def test_among_more_players(shields: tuple[int, ...], gained: tuple[int, ...]) -> None:
    """A token for each neighbour with fewer shields, however many fewer (A6.2)."""
    assert gained == battle(shields)


def battle(shields: tuple[int, ...]) -> tuple[int, ...]:
    """Have a battle, and see that it gives what it announces."""
    cities = [one._replace(victories=seat) for seat, one in enumerate(armies(shields))]
    conflicts = {2: 3, 3: 3, 4: 4, 5: 5}[len(shields)]
    table = Table(*cities, at="end", horns=conflicts)
    (fought,) = table.happened(Fought)
    assert shields == fought.shields
    assert victories(shields) == fought.tokens
    had = [seat + n for seat, n in enumerate(fought.tokens)]
    assert had == [one.victories for one in table.state.cities]
    sheet = table.state.score()
    line = sheet.categories.index("military")
    assert [3 * n for n in had] == [row[line] for row in sheet.rows]
    return tuple(fought.tokens)


def test_military_tokens_never_run_out() -> None:
    """However many somebody has (A6.2)."""
    rich = city("giza", "mil_0horn mil_0horn", victories=40)
    table = Table(rich, "rhodes", at="end", horns=3)
    assert 42 == table.state.cities[0].victories


def test_rhodes_and_tactics_fight_along() -> None:
    """They outlast the battle (A6.2, A6.3)."""
    table = Table(
        city("rhodes", "mil_2horn", built="2", tokens="tactics"),
        "giza: mil_0horn mil_0horn mil_1horn, ephesus: mil_0horn",
        at="end",
        horns=3,
    )
    (fought,) = table.happened(Fought)
    assert ((4, 3, 1), (2, 1, 0)) == (fought.shields, fought.tokens)
    assert [3, 2, 1] == [one.shields for one in table.state.cities]


# Peace.


def test_all_discard_red_cards_with_horns() -> None:
    """Everybody's; the others stay (A6.3)."""
    cities = (
        city("giza", "mil_0horn mil_1horn mil_2horn wood"),
        city("rhodes", "mil_1horn mil_1horn"),
        city("ephesus", "mil_0horn civil_2vp_cat"),
    )
    table = Table(*cities, piles=("coin ...",), horns=3, at="end")
    (fought,) = table.happened(Fought)
    assert ["mil_1horn mil_2horn", "mil_1horn mil_1horn", ""] == [
        table.ids(cards) for cards in fought.discarded
    ]
    assert ["wood mil_0horn", "", "civil_2vp_cat mil_0horn"] == [
        table.cards(seat) for seat in range(3)
    ]
    gone = [card for cards in fought.discarded for card in cards]
    assert gone == list(table.state.discard[-4:])


def test_peace_comes_back() -> None:
    """All conflict tokens are turned (A6.3)."""
    table = Table(*armies([0, 0, 0]), at="end", horns=3)
    assert 0 == table.state.horns
    table = Table(*armies([0, 0, 0]), at="end", horns=2)
    assert 2 == table.state.horns
    assert [] == table.happened(Fought)
