"""The command ``card``: any card in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.words.wonders import cards, describe
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.net import words
from tests.support.stacks import Seated


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Ann, in a lobby."""
    seated = Seated(tmp_path)
    yield seated
    seated.close()


def told(line: str) -> list[str]:
    return list(cards.lines(None, line))


def test_a_card_is_found_by_its_name_however_it_is_written() -> None:
    [library] = cards.find("library")
    for name in ("Library", "LIBRARY", " libr ", "bibliothèque", "bibliotheque"):
        assert cards.find(name) == (library,)
    assert cards.find("east_trading_post") == cards.find("east trading post")


def test_a_whole_name_is_meant_before_one_that_only_begins_so() -> None:
    names = {card.id for card in cards.find("mine")}
    assert names == {"mine"}


def test_cards_with_one_name_are_all_told() -> None:
    """Goods of age I come once more in age II."""
    lines = told("loom")
    assert [line for line in lines if line.startswith("Loom, grey.")]
    assert any(line.startswith("Age 1.") for line in lines)
    assert any(line.startswith("Age 2.") for line in lines)


def test_all_about_it_is_told_without_a_game() -> None:
    first, second = told("library")
    assert first.startswith("Library, green. Costs 2 stone, 1 loom. Science: tablet.")
    assert "Free with Scriptorium." in first
    assert "Age 2. Copies: 1 with 3+ players, 2 with 6+ players." == second


def test_guilds_are_drawn_by_lot() -> None:
    assert "Age 3. Each game uses a random selection of guilds." in told("spies")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Which card? Type card and the name of a card."),
        ("nothing", "There is no card called 'nothing' in this game."),
        ("x" * 500, "There is no card called '" + "x" * 37 + "…' in this game."),
    ],
)
def test_what_is_no_card_says_so(line: str, said: str) -> None:
    assert told(line) == [said]


def test_what_could_be_several_names_them() -> None:
    [said] = told("s")
    assert "School" in said
    assert "Scriptorium" in said


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_card_is_found_by_its_name(language: str) -> None:
    words.use(language)
    for card in catalog().buildings:
        assert card in cards.find(describe.name(card))
        assert card in cards.find(card.id)


def test_in_a_game_it_is_told_who_has_it(seated: Seated) -> None:
    person = seated.human.person
    assert ("1 copy in this game.") not in "".join(person.commands.ask("card library"))
    seated.go_on_to(2, 4)
    assert ("1 copy in this game.") in "".join(person.commands.ask("card library"))
    sight = seated.stack.known.sight
    assert sight is not None
    for city, name in zip(sight.state.cities, sight.names, strict=True):
        for building in city.buildings:
            lines = person.commands.ask(f"card {building.id}")
            [built] = [line for line in lines if line.startswith("Built by")]
            assert ("you" if name == "ann" else name) in built


def test_the_number_of_a_card_in_the_hand_does_too(seated: Seated) -> None:
    seated.go_on_to(1, 1)
    person = seated.human.person
    assert person.commands.ask("card 1") == person.commands.ask("1")
    [said] = person.commands.ask("card 99")
    assert said == "There is no card called '99' in this game."
