"""Commands that show the state of a game of Architects."""

from __future__ import annotations

import pytest

from sealed_wonders.client.tablewords.lobby import seats_title
from sealed_wonders.client.words.architects import cards, describe, look
from sealed_wonders.client.words.scoresheet import so_far
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.setup import MixWonders
from sealed_wonders.core.values import evolve
from sealed_wonders.net.words import use
from tests.support.architects import Table, at_random, city
from tests.support.architects_lines import sight
from tests.support.french import english

RHODES, GIZA, BABYLON = "rhodes", "giza", "babylon"


def table() -> Table:
    """Lay out a table in the middle of a game."""
    return Table(
        city(
            RHODES,
            "wood civil_3vp sci_gear mil_0horn",
            built="1",
            tokens="culture",
            victories=1,
        ),
        city(GIZA, "stone clay", built="1 2"),
        city(BABYLON, tokens="tactics"),
        piles=("clay wood", "glass", ""),
        central="glass stone",
        open="urbanism crafts culture",
        tokens="economy",
        cat=1,
        horns=2,
    )


def test_an_empty_discard_pile_is_described_as_empty() -> None:
    begun = next(iter(at_random("begun", 2)))
    assert "The discard pile is empty." == look.discard(sight(begun))


def test_a_table_without_tokens_is_described_as_such() -> None:
    bare = Table(city(RHODES), city(GIZA), open="culture", tokens="")
    bare.state = evolve(bare.state, open=())
    assert ["No progress token is face up.", "No progress token is face down."] == list(
        look.tokens(sight(bare))
    )[:2]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("gear", "Gear, green:"),
        ("shield", "Shield, red:"),
        ("shield with 2 horns", "Shield with 2 horns, red:"),
        ("COIN", "Coin, yellow:"),
        ("sci_gear", "Gear, green:"),
        ("colossus", "Colossus of Rhodes."),
        ("giz", "Great Pyramid of Giza."),
        ("urb", "Urbanism: once a turn"),
        ("Éducation", "Education: 2 points"),
        ("ingenierie", "Engineering: "),
    ],
)
def test_cards_wonders_and_tokens_are_found_by_name(words: str, found: str) -> None:
    """The name may be in any language, in full or short, with or without accents."""
    first = next(iter(cards.lines(sight(table()), words)))
    assert first.startswith(found)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("", "Which card? Type card and the name of a card, a wonder or a token."),
        ("altar", "Nothing in this game is called 'altar'."),
        ("cul de sac" * 20, "Nothing in this game is called 'cul de sac"),
        ("pol", "Politics"),
        ("p", "'p' could mean "),
        ("cat", "2 points and the cat, blue: "),
        ("horn", "'horn' could mean "),
    ],
)
def test_other_names_get_an_answer(words: str, answer: str) -> None:
    for seen in (sight(table()), None):
        (line, *_) = cards.lines(seen, words)
        assert line.startswith(answer)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_has_a_description(language: str) -> None:
    use(language)
    said: list[str] = []
    for kind in catalog().kinds:
        said += [describe.kind(kind), describe.a_card(kind), describe.amount(kind, 2)]
        said += cards.about(None, kind)
    for wonder in catalog().wonders:
        said += [describe.wonder(wonder), *cards.about(None, wonder)]
        assert describe.effect(wonder) or wonder.effect == "none"
    for token in catalog().tokens:
        assert describe.ability(token.ability)
        said += cards.about(None, token)
    assert all(said)
    assert not any("_" in line or "{" in line for line in said)
    assert len({describe.a_card(kind) for kind in catalog().kinds}) == 14
    assert len({describe.kind(kind) for kind in catalog().kinds}) == 14
    if language == "fr":
        assert [] == english(said)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 7])
def test_everything_can_be_shown_throughout_whole_games(
    players: int, language: str
) -> None:
    use(language)
    said: list[str] = []
    for step, one in enumerate(at_random(f"looked {players}", players)):
        if isinstance(one.state.task, MixWonders) or not one.state.piles or step % 7:
            continue
        seen = sight(one)
        for seat in range(players):
            said += look.city(seen, seat)
        said += [*look.piles(seen), *look.tokens(seen), *so_far(seen)]
    assert len(said) > 100
    assert not any("None" in line or "_" in line for line in said)
    if language == "fr":
        assert [] == english(said)


def test_with_two_players_the_other_one_sits_opposite() -> None:
    assert "Opposite you: bob." == seats_title(["bob"])
    assert "on your left: bob, cleo." in seats_title(["bob", "cleo"])


def test_a_pile_is_capitalized_only_at_the_start_of_a_sentence() -> None:
    assert "bob's pile" == describe.pile(GIZA, "bob")
    use("fr")
    assert "la pioche devant bob" == describe.pile(GIZA, "bob")
    assert "La pioche devant bob" == describe.pile(GIZA, "bob", begins=True)
