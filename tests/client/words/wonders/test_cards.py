"""The command ``card``, which describes any card in sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.words.wonders import cards, describe
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.net import words
from tests.support.stacks import Seated


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    """Return ann in a lobby."""
    return Seated(tmp_path)


def described(line: str) -> list[str]:
    return list(cards.lines(None, line))


def test_a_card_is_found_by_any_spelling_of_its_name() -> None:
    [library] = cards.find("library")
    for name in ("Library", "LIBRARY", " libr ", "bibliothèque", "bibliotheque"):
        assert cards.find(name) == (library,)
    assert cards.find("east_trading_post") == cards.find("east trading post")


def test_a_whole_name_takes_precedence_over_a_prefix() -> None:
    names = {card.id for card in cards.find("mine")}
    assert names == {"mine"}


def test_all_cards_with_the_same_name_are_described() -> None:
    """Cards that produce goods in age I occur again in age II."""
    lines = described("loom")
    assert [line for line in lines if line.startswith("Loom, grey.")]
    assert any(line.startswith("Age 1.") for line in lines)
    assert any(line.startswith("Age 2.") for line in lines)


def test_a_card_is_fully_described_without_a_game() -> None:
    first, second = described("library")
    assert first.startswith("Library, green. Costs 2 stone, 1 loom. Science: tablet.")
    assert "Free with Scriptorium." in first
    assert "Age 2. Copies: 1 with 3+ players, 2 with 6+ players." == second


def test_the_description_of_a_guild_mentions_the_random_draw() -> None:
    assert "Age 3. Each game uses a random selection of guilds." in described("spies")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Which card? Type card and the name of a card."),
        ("nothing", "There is no card called 'nothing' in this game."),
        ("x" * 500, "There is no card called '" + "x" * 37 + "…' in this game."),
    ],
)
def test_an_unknown_card_gets_an_answer(line: str, said: str) -> None:
    assert described(line) == [said]


def test_an_ambiguous_name_lists_the_cards() -> None:
    [said] = described("s")
    assert "School" in said
    assert "Scriptorium" in said


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_card_is_found_by_its_name(language: str) -> None:
    words.use(language)
    for card in catalog().buildings:
        assert card in cards.find(describe.name(card))
        assert card in cards.find(card.id)


def test_during_a_game_a_card_says_who_has_built_it(seated: Seated) -> None:
    person = seated.human.person
    assert ("1 copy in this game.") not in "".join(person.commands.ask("card library"))
    seated.play_until_turn(2, 4)
    assert ("1 copy in this game.") in "".join(person.commands.ask("card library"))
    sight = seated.stack.known.sight
    assert sight is not None
    for city, name in zip(sight.state.cities, sight.names, strict=True):
        for building in city.buildings:
            lines = person.commands.ask(f"card {building.id}")
            [built] = [line for line in lines if line.startswith("Built by")]
            assert ("you" if name == "ann" else name) in built


def test_a_card_in_the_hand_can_be_given_by_its_number(seated: Seated) -> None:
    seated.play_until_turn(1, 1)
    person = seated.human.person
    assert person.commands.ask("card 1") == person.commands.ask("1")
    [said] = person.commands.ask("card 99")
    assert said == "There is no card called '99' in this game."
