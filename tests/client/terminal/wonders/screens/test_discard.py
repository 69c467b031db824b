"""The screen for building a card from the discard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.wonders.screens.below import worth_now
from sealed_wonders.client.terminal.wonders.screens.cities import ring
from sealed_wonders.client.terminal.wonders.screens.discard import Discard
from sealed_wonders.client.words.draw import measure, text_of
from sealed_wonders.client.words.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.words.wonders import describe
from tests.support.discards import looking
from tests.support.pseudolocale import pseudolocale
from tests.support.stacks import Seated
from tests.support.thorough import every, only

Look = Callable[..., Seated]

SIZES = (80, 24), (120, 40), (200, 60)

FEW, MANY = (3, 22), (7, 13)
"""Players and turn times of tables at which ann has Halikarnassos."""


@pytest.fixture
def look(tmp_path: Path) -> Iterator[Look]:
    """Give what lets ann look through the discard."""
    made: list[Seated] = []

    def make(players: int = 7, turn_time: int = 13, **others: object) -> Seated:
        folder = tmp_path / f"{len(made)}"
        made.append(looking(folder, players, turn_time, **others))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for seated in made:
        seated.close()


def at(seated: Seated) -> str:
    """Give the line the cursor is at."""
    [line] = [one for one in seated.look().split("\n") if re.match(" [▸▷>] ", one)]
    return line


def test_each_card_is_shown_with_what_it_does(look: Look) -> None:
    seated = look()
    menu = seated.stack.known.menu
    assert menu is not None
    seen = " ".join(seated.look(120, 60).split())
    assert "Build one card from the discard pile for free" in seen
    count = len(menu.question.faces)
    assert f"{count} cards in the pile, {len(menu.uses) - 1} can be built" in seen
    for item in menu.items:
        if item.slot is not None:
            assert item.name in seen
    assert "Take nothing" in seen


def test_what_cards_would_bring_now_is_said_as_in_the_hand(look: Look) -> None:
    """In the list, as our city is out of sight; and in the details of the card."""
    seated = look()
    around = ring(seated.stack.known, UNICODE)
    assert around is not None
    brings = {
        held.face: text_of([drawn])
        for held in around.view.pile
        if held.options and (drawn := worth_now(around, held.face))
    }
    assert brings
    for size in ((80, 24), (120, 40)):
        lines = seated.look(*size).split("\n")
        for card, now in brings.items():
            assert any(describe.name(card) in line and now in line for line in lines)
    card, now = brings.popitem()
    seated.stack.base.point_at(card)  # type: ignore[attr-defined]
    seated.stack.act("details")
    assert re.search(rf"worth +{re.escape(now)}", seated.look(120, 60))


def test_cards_come_by_colour_each_with_its_sign(look: Look) -> None:
    seated = look()
    signs = []
    for line in seated.look(120, 60).split("\n"):
        if match := re.match(r" [▸ ] [\d ] (\S) \S", line):
            signs.append(UNICODE.colours.index(match[1]))
    assert signs == sorted(signs)
    assert len(set(signs)) > 3


def test_every_answer_can_be_chosen_by_keys_alone(look: Look) -> None:
    seated = look(sell=True)
    menu = seated.stack.known.menu
    assert menu is not None
    seen = []
    for item in menu.items:
        if item.uses:
            assert seated.stack.act("enter")
            assert "Enter seals it" in seated.look(120, 40)
            laid = [
                line for line in seated.look(200, 60).split("\n") if "seals" in line
            ]
            seen.append(laid[0].strip().removeprefix("▷ ").split("  ")[0])
            assert seated.stack.act("back")
        else:
            assert seated.stack.act("enter")
            assert "Not now: you have this building already." in seated.look()
        seated.stack.act("down")
    assert [f"{use.whole[:1].upper()}{use.whole[1:]}" for use in menu.uses] == seen


def test_a_card_is_laid_down_then_sealed(look: Look) -> None:
    seated = look(*FEW)
    menu = seated.stack.known.menu
    assert menu is not None
    item = next(item for item in menu.items if item.uses)
    while item.name not in at(seated):
        seated.stack.act("down")
    seated.stack.act("enter")
    assert seated.stack.known.asked
    seated.stack.act("enter")
    seated.host.settle()
    assert f"You build {item.name} from the discard pile for free." in " ".join(
        told.line for told in seated.stack.known.narration
    )


@pytest.mark.parametrize("actions", [["nothing", "enter"], ["last", "enter", "enter"]])
def test_nothing_can_be_taken(look: Look, actions: list[str]) -> None:
    seated = look(*FEW)
    for action in actions[:-1]:
        seated.stack.act(action)
    assert "▷ Take nothing  Enter seals it" in seated.look()
    assert "Take nothing" in at(seated)
    seated.stack.act(actions[-1])
    seated.host.settle()
    lines = [told.line for told in seated.stack.known.narration]
    assert "You take nothing from the discard pile." in lines


def test_going_on_takes_back_what_lies_there(look: Look) -> None:
    seated = look(*FEW)
    seated.stack.act("nothing")
    seated.stack.act("up")
    assert "seals it" not in seated.look()


def test_whoever_does_not_want_to_confirm_seals_at_once(look: Look) -> None:
    seated = look(*FEW, settings=replace(Settings(), confirm=False))
    seated.stack.act("nothing")
    seated.host.settle()
    lines = [told.line for told in seated.stack.known.narration]
    assert "You take nothing from the discard pile." in lines


def test_clicks_choose_and_lay_down_and_never_seal(look: Look) -> None:
    seated = look(*FEW)
    menu = seated.stack.known.menu
    assert menu is not None
    number = next(at for at, item in enumerate(menu.items, 1) if item.uses and at > 1)
    for _click in range(5):
        assert seated.stack.act(f"entry {number}")
    assert "seals it" in seated.look()
    assert seated.human.person.can_choose
    rows = seated.stack.draw(80, 24)
    assert "enter" in {part.does for one in rows for part in one}


def test_all_about_the_card_at_the_cursor_is_said_in_words(look: Look) -> None:
    seated = look()
    menu = seated.stack.known.menu
    assert menu is not None
    base = seated.stack.base
    assert isinstance(base, Discard)
    for item in menu.items[:-1]:
        card = base.building
        assert card is not None
        said = f"{item.name}: {describe.effects(card.effects)}"
        assert said in " ".join(seated.look().split())
        seated.stack.act("down")
    assert base.building is None


@pytest.mark.parametrize("symbols", only([UNICODE], [UNICODE, ASCII]))
def test_as_many_cards_as_there_are_fit(look: Look, symbols: Symbols) -> None:
    seated = look(sell=True, symbols=symbols)
    menu = seated.stack.known.menu
    assert menu is not None
    assert 55 == len(menu.question.faces)
    for width, height in SIZES:
        seated.stack.act("first")
        all_fit(seated, width, height)


def all_fit(seated: Seated, width: int, height: int) -> None:
    """Go down all that can be chosen, and page through it."""
    menu, symbols = seated.stack.known.menu, seated.stack.symbols
    assert menu is not None
    seen = ""
    for number in range(len(menu.items)):
        if number % 3 and number + 1 < len(menu.items):
            seated.stack.act("down")
            continue
        rows = seated.stack.draw(width, height)
        assert height == len(rows)
        assert {width} == {measure(one) for one in rows}
        text = text_of(rows)
        seen += text
        if symbols is ASCII:
            assert "\n".join(text.split("\n")[:-1]).isascii()
        with pseudolocale():
            assert {width} == {measure(one) for one in seated.stack.draw(width, height)}
        seated.stack.act("down")
    for item in menu.items[:-1]:
        assert item.name in seen
    seated.stack.act("first")
    for _page in range(9):
        seated.stack.act("page down")
    assert "Take nothing" in at(seated)


BOXES = {
    "details": "CardBox",
    "cities": "CityBox",
    "memory": "HandsBox",
    "scores": "ScoresBox",
    "log": "LogBox",
    "help": "HelpBox",
    "quit": "DialogBox",
}
"""What the common keys open."""


@pytest.mark.parametrize("size", every(3, SIZES))
def test_what_is_opened_over_it_leaves_it_as_it_was(
    look: Look, size: tuple[int, int]
) -> None:
    """All that can be looked at elsewhere can be while one chooses from the discard."""
    seated = look()
    stack = seated.stack
    stack.act("down")
    before = seated.look(*size).split("\n")[:-2]
    for action, box in BOXES.items():
        stack.act(action)
        assert [box] == [type(it).__name__ for it in stack.overlays], action
        assert seated.look(*size).split("\n")[:-2] != before, action
        stack.act("down")
        stack.act("back")
        assert not stack.overlays, action
        assert seated.look(*size).split("\n")[:-2] == before, action


def test_a_card_is_laid_down_from_its_box(look: Look) -> None:
    """The cursor follows the box through the pile."""
    seated = look()
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
