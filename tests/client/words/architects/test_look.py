"""Commands that show the state of a game of Architects."""

from __future__ import annotations

import pytest

from sealed_wonders.client.words.architects import cards, describe, look
from sealed_wonders.client.words.lobby import seats_title
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


def test_our_own_city_is_described() -> None:
    assert [
        "You are building the wonder of Rhodes.",
        "1 of 5 stages built, 1 shield, 1 military token.",
        "Grey: 1 wood.",
        "Blue: 1 blue card (3 points).",
        "Green: 1 gear.",
        "Red: 1 shield.",
        "Progress token Culture: 4 points at the end, or 12 if you have both copies.",
        "Stage 1 is built: 4 points.",
        (
            "Stage 2, for 2 identical resources: 4 points; a permanent shield. "
            "Still needed: wood or coin."
        ),
        "Stage 3, after stages 1 and 2, for 3 different resources: 5 points.",
        (
            "Stage 4, after stage 3, for 3 identical resources: 6 points; a permanent "
            "shield."
        ),
        "Stage 5, after stage 4, for 4 different resources: 7 points.",
    ] == list(look.city(sight(table()), 0))


def test_what_the_next_stage_lacks_is_named() -> None:
    """If one card is enough, by its name; else how many."""
    lines = list(look.city(sight(table()), 1))
    assert "bob, your left neighbour, is building the wonder of Giza." == lines[0]
    assert "bob has the cat." in lines
    assert (
        "Stage 3, for 3 different resources: 6 points. Still needed: wood, papyrus, "
        "glass or coin." in lines
    )
    lines = list(look.city(sight(table()), 2))
    assert "cleo, your right neighbour, is building the wonder of Babylon." == lines[0]
    assert "No cards yet." in lines
    assert any(line.endswith("2 more cards are needed.") for line in lines)
    assert "You have the cat." in list(look.city(sight(table(), 1), 1))


def test_piles_are_read_with_what_is_still_in_them() -> None:
    """Ours and those in reach first; nobody knows the order of what lies face down."""
    assert [
        "Your pile: clay, 2 cards left.",
        "   Face down: 1 wood.",
        "cleo's pile is empty.",
        "The central pile: face down, 2 cards left.",
        "   Face down: 1 stone and 1 glass.",
        "bob's pile: glass, 1 card left.",
        "   There are no cards below that one.",
    ] == list(look.piles(sight(table())))[:7]
    assert look.discard(sight(table())).startswith("In the discard pile: ")


def test_an_empty_discard_is_called_so() -> None:
    begun = next(iter(at_random("begun", 2)))
    assert "The discard pile is empty." == look.discard(sight(begun))


def test_tokens_are_read_wherever_they_are() -> None:
    assert [
        "Face-up progress tokens:",
        (
            "   Urbanism: once a turn, take one more card from any pile within reach "
            "when you take wood or clay."
        ),
        (
            "   Crafts: once a turn, take one more card from any pile within reach "
            "when you take papyrus or glass."
        ),
        "   Culture: 4 points at the end, or 12 if you have both copies.",
        "1 more token is face down: Economy.",
        "You have Culture.",
        "cleo has Tactics.",
        "2 of 3 conflict tokens show their battle side.",
    ] == list(look.tokens(sight(table())))
    bare = Table(city(RHODES), city(GIZA), open="culture", tokens="")
    bare.state = evolve(bare.state, open=())
    lines = list(look.tokens(sight(bare)))
    assert [
        "No progress token is face up.",
        ("No progress token is face down."),
    ] == lines[:2]


def test_points_are_read_as_they_stand() -> None:
    lines = list(so_far(sight(table())))
    assert "You: 14 points." in lines
    assert "   Wonder 4, cat 0, blue 3, military 3, progress 4." in lines


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
def test_anything_is_found_by_its_name(words: str, found: str) -> None:
    """In any language, whole or how it begins, accents or not."""
    first = next(iter(cards.lines(sight(table()), words)))
    assert first.startswith(found)


def test_what_is_asked_for_is_told_with_where_it_is() -> None:
    assert [
        "Glass, grey: a resource for building.",
        "In the central pile at the start: 4.",
        "Still in the piles: bob's pile 1, the central pile 1.",
    ] == list(cards.lines(sight(table()), "glass"))
    assert ("None are left in the piles.") == list(cards.lines(sight(table()), "gear"))[
        -1
    ]
    assert [
        "Culture: 4 points at the end, or 12 if you have both copies.",
        "There are 2 copies of this token.",
        "You have it.",
    ] == list(cards.lines(sight(table()), "culture"))
    assert "cleo has it." == list(cards.lines(sight(table()), "tactics"))[-1]


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
def test_other_names_are_answered_too(words: str, answer: str) -> None:
    for seen in (sight(table()), None):
        (line, *_) = cards.lines(seen, words)
        assert line.startswith(answer)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_there_are_words_for_everything(language: str) -> None:
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
def test_everything_can_be_looked_at_in_whole_games(
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
    assert not any("None" in line and language == "fr" or "_" in line for line in said)
    if language == "fr":
        assert [] == english(said)


def test_where_there_are_two_the_other_one_is_opposite() -> None:
    """There is no order to be told."""
    assert "Opposite you: bob." == seats_title(["bob"])
    assert "on your left: bob, cleo." in seats_title(["bob", "cleo"])


def test_a_pile_has_a_capital_only_where_a_sentence_begins() -> None:
    assert "bob's pile" == describe.pile(GIZA, "bob")
    use("fr")
    assert "la pioche devant bob" == describe.pile(GIZA, "bob")
    assert "La pioche devant bob" == describe.pile(GIZA, "bob", begins=True)
