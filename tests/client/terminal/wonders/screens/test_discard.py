"""The screen for building a card from the discard."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.terminal.wonders.screens.below import worth_now
from sealed_wonders.client.terminal.wonders.screens.cities import ring
from sealed_wonders.client.terminal.wonders.screens.discard import Discard
from tests.support.discards import seated_at_discard
from tests.support.stacks import Seated

Look = Callable[..., Seated]


SMALL_PILE, LARGE_PILE = (3, 22), (7, 13)
"""Players and turn times of games in which Ann has Halikarnassos and looks through a pile."""


@pytest.fixture
def look(tmp_path: Path) -> Look:
    """Return a function that lets Ann look through the discard, in a game of her own."""
    return partial(seated_at_discard, tmp_path)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Return a game in which Ann looks at the discard, for tests that seal nothing."""
    return seated_at_discard(tmp_path_factory.mktemp("discard"), *LARGE_PILE)


@pytest.fixture
def seated(game: Seated) -> Seated:
    """Return Ann in that game, with nothing open."""
    game.stack.overlays.clear()
    game.stack.base = Discard(game.stack)
    return game


def at(seated: Seated) -> str:
    """Return the line at the cursor."""
    [line] = [one for one in seated.look().split("\n") if re.match(" [▸▷>] ", one)]
    return line


def test_the_details_of_a_card_state_its_present_worth(seated: Seated) -> None:
    around = ring(seated.stack.known, UNICODE)
    assert around is not None
    cards = [held.face for held in around.view.pile if held.options]
    card = next(card for card in cards if worth_now(around, card))
    seated.stack.base.point_at(card)  # type: ignore[attr-defined]
    seated.stack.act("details")
    now = text_of([worth_now(around, card)])
    assert re.search(rf"worth +{re.escape(now)}", seated.look(120, 60))


def test_cards_are_sorted_by_colour_and_have_its_symbol(seated: Seated) -> None:
    menu = seated.menu
    seen, signs = seated.look(120, 60), []
    assert "Build one card from the discard pile for free" in seen
    count = len(menu.question.faces)
    assert f"{count} cards in the pile, {len(menu.uses) - 1} can be built" in seen
    for line in seen.split("\n"):
        if match := re.match(r" [▸ ] [\d ] (\S) \S", line):
            signs.append(UNICODE.colours.index(match[1]))
    assert signs == sorted(signs)
    assert len(set(signs)) > 3


def test_every_answer_can_be_chosen_by_keys_alone(look: Look) -> None:
    """The pile is as large as it can be, and the last answer is sealed."""
    seated = look(*LARGE_PILE, sell=True)
    menu = seated.menu
    assert 55 == len(menu.question.faces)
    seen, named = [], ""
    for item in menu.items:
        assert seated.stack.act("enter")
        named += seated.look()
        if item.uses:
            wide = seated.look(200, 60).split("\n")
            laid = next(line for line in wide if "Enter seals it" in line)
            seen.append(laid.strip().removeprefix("▷ ").split("  ")[0])
            assert seated.stack.act("back")
        else:
            assert "Not now: you have this building already." in seated.look()
        seated.stack.act("down")
    assert [f"{use.whole[:1].upper()}{use.whole[1:]}" for use in menu.uses] == seen
    assert all(item.name in named for item in menu.items[:-1])
    for action in (*["page down"] * 9, "enter", "enter"):
        seated.stack.act(action)
    seated.host.settle()
    lines = [told.line for told in seated.stack.known.narration]
    assert "You take nothing from the discard pile." in lines


@pytest.mark.parametrize("actions", [["nothing", "enter"], ["last", "enter", "enter"]])
def test_taking_nothing_can_be_chosen(look: Look, actions: list[str]) -> None:
    seated = look(*SMALL_PILE)
    for action in actions[:-1]:
        seated.stack.act(action)
    assert "▷ Take nothing  Enter seals it" in seated.look()
    assert "Take nothing" in at(seated)
    seated.stack.act("up")
    assert "seals it" not in seated.look(), "moving on takes the choice back"
    for action in actions:
        seated.stack.act(action)
    seated.host.settle()
    lines = [told.line for told in seated.stack.known.narration]
    assert "You take nothing from the discard pile." in lines


def test_clicks_lay_a_card_down_but_never_seal_it(look: Look) -> None:
    seated = look(*SMALL_PILE)
    menu = seated.menu
    number = next(at for at, item in enumerate(menu.items, 1) if item.uses and at > 1)
    for _click in range(5):
        assert seated.stack.act(f"entry {number}")
    assert "seals it" in seated.look()
    assert seated.human.person.can_choose
    rows = seated.stack.draw(80, 24)
    assert "enter" in {part.does for one in rows for part in one}


def test_a_card_can_be_laid_down_from_its_box(seated: Seated) -> None:
    """The cursor follows the box through the pile."""
    stack, discard = seated.stack, seated.stack.base
    assert isinstance(discard, Discard)
    stack.act("details")
    assert len(discard.faces) > 2
    for card in (*discard.faces[1:], discard.faces[0]):
        stack.act("right")
        assert card is discard.building
    while "build" not in stack.top.actions:
        stack.act("right")
    assert stack.act("build")
    assert not stack.overlays
    assert "Enter seals it" in seated.look(120, 40)
    assert stack.known.asked
