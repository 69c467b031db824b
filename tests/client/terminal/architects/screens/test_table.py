"""The table screen of Architects, and how a choice is made there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from sealed_wonders.client.signs.draw import Room, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.terminal.architects.screens.table import GameTable
from sealed_wonders.client.terminal.keyguard import KeyGuard
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.sealedmove import Sealed
from sealed_wonders.core.architects.events import Event
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Choose, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.words import use
from tests.support.architects import Table as Laid
from tests.support.architects import architects, asked, at_random, city
from tests.support.architects_stacks import RecordingPerson, stack_showing
from tests.support.stacks import drawn_to_fit
from tests.support.thorough import only

SIZES = (80, 24), (118, 34), (160, 50)

SEVEN = "alexandria giza rhodes babylon ephesus olympia halicarnassus"


def look(stack: ScreenStack, width: int = 80, height: int = 24) -> list[str]:
    """Return the rows of the whole screen."""
    return drawn_to_fit(stack, width, height).split("\n")


def clicks(stack: ScreenStack, width: int = 80, height: int = 24) -> list[str]:
    """Return the actions that clicks can do, in the order in which they are drawn."""
    rows = stack.draw(width, height)
    return list(dict.fromkeys(part.does for row in rows for part in row if part.does))


def three(pile: str = "mil_2horn", **others: Any) -> Laid:
    """Return a table in the middle of a game."""
    return Laid(
        city("rhodes", "wood stone coin civil_2vp_cat sci_gear mil_1horn", "1"),
        city("giza", "glass civil_3vp mil_0horn", "1 2", tokens="culture"),
        city("babylon", "sci_tablet sci_tablet coin", victories=2),
        piles=("wood ...", "sci_gear ...", f"{pile} ..."),
        open="urbanism tactics decor",
        cat=0,
        horns=1,
        **others,
    )


def test_a_number_chooses_and_enter_seals() -> None:
    stack, answers = stack_showing(three("civil_2vp_cat"))
    stack.act("enter")
    assert "First choose with the arrows or a number." in look(stack)[22]
    stack.act("digit 7")
    assert "There is no choice 7." in look(stack)[22]
    assert stack.act("digit 2")
    lines = look(stack)
    assert lines[4].startswith("▷  2 → cleo")
    assert "Enter seals it" in lines[15]
    assert "▷" not in lines[15]  # there is no room for it in words
    assert "▷ Take a blue 2-point card with the cat" in text_of(stack.draw(160, 40))
    stack.act("back")
    assert not any("▷" in line for line in look(stack)), "Esc takes the choice back"
    stack.act("up")
    assert look(stack)[5].startswith("▷  3")
    stack.act("digit 2")
    assert answers.said == []
    answers.can_choose = False
    stack.act("enter")
    assert "Your choice is being sealed." in look(stack)[22]
    answers.can_choose = True
    assert stack.act("enter")
    assert answers.said == ["take babylon"]


@pytest.mark.parametrize(
    ("confirm", "actions", "said"),
    [
        (True, ["digit 3"], ""),
        (True, ["digit 3", "digit 3"], "take central"),
        (False, ["digit 3"], "take central"),
        (False, ["down"], ""),
        (False, ["down", "enter"], "take rhodes"),
    ],
)
def test_without_confirmation_a_number_seals_at_once_but_arrows_do_not(
    confirm: bool, actions: list[str], said: str
) -> None:
    """A key that seals at once is guarded, because it can come too soon."""
    settings = Settings(reveal=0, confirm=confirm)
    stack, answers = stack_showing(three(), settings=settings)
    guard = KeyGuard(stack)
    guard.drawn()
    for action in ("digit 1", "option 0", "pile rhodes", "token urbanism"):
        assert guard.is_too_soon(action) != confirm
    assert guard.is_too_soon("enter")
    assert not guard.is_too_soon("down")
    for action in actions:
        stack.act(action)
    assert answers.said == [said] * bool(said)


@pytest.mark.parametrize("is_sealed", [False, True])
def test_nothing_can_be_chosen_without_a_question_or_after_sealing(
    is_sealed: bool,
) -> None:
    stack, answers = stack_showing(three(seat=0 if is_sealed else 1))
    why = "You have nothing to choose right now."
    if is_sealed:
        assert stack.known.menu is not None
        stack.known.sealed = Sealed(stack.known.menu.question.moves[0])
        stack.known.asked = False
        why = "You have made your choice and can no longer"
    for action in ("digit 1", "enter", "down", "stage", "option 0", "nothing"):
        stack.act(action)
        assert why in look(stack)[22]
    assert answers.said == []


QUESTIONS = {
    "take": three(),
    "build": Laid(
        city("rhodes", "wood wood stone glass coin", tokens="engineering economy"),
        *map(city, ("giza", "babylon", "ephesus")),
        at="act",
    ),
    "science": Laid(
        city("rhodes", "wood wood sci_gear sci_gear sci_tablet sci_compass", "1"),
        city("giza"),
        at="act",
    ),
    "extra": Laid(
        city("rhodes", tokens="urbanism jewellery"),
        city("giza"),
        at="act",
        due=("urbanism", "jewellery"),
    ),
    "token": Laid(city("babylon"), city("giza"), at="effect"),
    "any pile": Laid(*map(city, SEVEN.split()), at="effect"),
    "search": Laid(city("halicarnassus"), city("giza"), at="effect"),
}
_keep = Laid(
    city("halicarnassus"),
    city("giza"),
    piles=("wood stone clay coin ...",),
    at="effect",
)
_keep.choose("search halicarnassus")
QUESTIONS["keep"] = _keep

each_question = pytest.mark.parametrize("name", QUESTIONS)


Keys = Callable[[int], Sequence[str]]


@each_question
@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(lambda number: ["down"] * number, id="arrows"),
        pytest.param(lambda number: [f"digit {number}"], id="numbers"),
    ],
)
def test_every_choice_can_be_made_with_keys(name: str, keys: Keys) -> None:
    """Each move has its own number."""
    table, found = QUESTIONS[name], list[str]()
    for number in range(1, len(table.moves()) + 1):
        stack, answers = stack_showing(table)
        for action in (*keys(number), "enter"):
            stack.act(action)
        found += answers.said
    assert sorted(found) == sorted(table.moves())


def test_building_and_ending_the_turn_have_keys() -> None:
    for name, key, begins in (
        ("science", "stage", "build "),
        ("extra", "nothing", "end"),
    ):
        stack, answers = stack_showing(QUESTIONS[name])
        assert key in stack.base.actions
        stack.act(key)
        stack.act("enter")
        assert answers.said[0].startswith(begins)
    stack, _answers = stack_showing(QUESTIONS["extra"])
    stack.act("stage")
    assert "You can't choose that right now." in look(stack)[22]


@each_question
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_choice_can_be_made_with_the_mouse(
    name: str, size: tuple[int, int]
) -> None:
    """The choice is marked. A click on the mark for more shows moves that don't fit."""
    table = QUESTIONS[name]
    found = set()
    for number in range(len(table.moves())):
        stack, answers = stack_showing(table)
        wanted = f"option {number}"
        for _time in range(len(table.moves())):
            if wanted in clicks(stack, *size):
                break
            assert "down" in clicks(stack, *size)
            stack.act("down")
        chosen = stack.base
        assert isinstance(chosen, GameTable)
        if chosen.chosen is None or chosen.options.index(chosen.chosen) != number:
            stack.act(wanted)
        assert any("▷" in line for line in look(stack, *size)[2:-2])
        drawn = stack.draw(*size)
        assert any("class:at" in part.style for row in drawn for part in row)
        assert "enter" in clicks(stack, *size)
        stack.act("enter")
        found |= set(answers.said)
    assert sorted(found) == sorted(table.moves())


def test_a_click_on_a_stage_pile_or_token_chooses_or_explains_it() -> None:
    stack, answers = stack_showing(QUESTIONS["build"])
    assert "stage 2" in clicks(stack)
    stack.act("stage 2")
    table = stack.base
    assert isinstance(table, GameTable)
    assert table.chosen is not None
    assert table.chosen.use.move.text.startswith("build 2 ")
    first = table.chosen
    stack.act("stage 2")
    assert table.chosen is not None
    assert table.chosen != first
    assert answers.said == []
    stack, answers = stack_showing(QUESTIONS["token"])
    assert "option 0" in clicks(stack)
    stack.act("token urbanism")
    stack.act("enter")
    assert answers.said == ["token urbanism"]
    stack, answers = stack_showing(three(seat=1))
    stack.act("token tactics")
    assert "2 permanent shields" in "\n".join(look(stack))
    stack.act("back")
    stack.act("pile central")
    assert "Piles" in "\n".join(look(stack))


def searching(pile: str, me: int) -> tuple[ScreenStack, RecordingPerson]:
    """Return a table at which Ann looks through a pile, as a seat sees it."""
    table = Laid(city("halicarnassus"), city("giza"), piles=(pile,), at="effect")
    table.choose("search halicarnassus")
    return stack_showing(table, me, past=table.news)


def test_only_the_player_who_searches_a_pile_sees_its_cards() -> None:
    """Others see that somebody searches, and the same screen whatever the cards are."""
    one, two = (
        "wood stone clay coin glass papyrus",
        "wood papyrus coin clay stone glass",
    )
    for size in SIZES:
        mine, theirs = (look(searching(one, me)[0], *size) for me in (0, 1))
        for place, name in enumerate(one.split()[:5], start=1):
            assert any(re.match(rf"   {place} .* {name}\b", line) for line in mine)
        assert "your turn: keep a card" in mine[0]
        assert any("ann  looks through 5 cards" in line for line in theirs)
        assert mine != look(searching(two, 0)[0], *size)
        assert theirs == look(searching(two, 1)[0], *size)
    # Of two equal cards, only the higher one can be chosen.
    for place, taken in ((2, "keep 2"), (4, "keep 4"), (3, ""), (5, "")):
        stack, answers = searching("wood stone wood coin stone", 0)
        stack.act(f"digit {place}")
        stack.act("enter")
        assert answers.said == [taken] * bool(taken)


# Whole games.


Moment = tuple[Laid, list[Event]]


def moments(players: int) -> Iterator[Moment]:
    """Yield the moments of a game at which somebody has to choose, with past events."""
    past: list[Event] = []
    for table in at_random(f"screens {players}", players):
        past += table.state.news
        if isinstance(table.state.ask, Choose):
            yield table, past


@pytest.mark.parametrize(
    ("language", "symbols"),
    only([("fr", UNICODE)], [("en", ASCII), ("fr", UNICODE)]),
)
@pytest.mark.parametrize("players", only([2, 4, 7], range(2, 8)))
def test_nothing_is_cut_in_any_layout(
    players: int, symbols: Symbols, language: str
) -> None:
    """It is tried in French, where most texts are longer, and in ASCII."""
    use(language)
    for number, (table, past) in enumerate(moments(players)):
        if number % 7:
            continue
        seat = asked(table.state)
        stack, _answers = stack_showing(table, seat, past=past, symbols=symbols)
        for width, height in SIZES:
            drawn_to_fit(stack, width, height)
            rows = stack.base.draw(Room(width, height - 2, symbols))
            assert symbols.more not in text_of(rows)


def test_the_player_to_move_is_named_and_absent_players_are_marked() -> None:
    """The reason for waiting is shown only once."""
    table = three(seat=1)
    stack, _answers = stack_showing(table)
    known, lines = stack.known, look(stack)
    assert "it is bob's turn" in lines[0]
    assert lines[13].startswith("◔←bob")
    assert not any("Enter" in line for line in lines[:22])
    known.here = (True, False, True)
    assert look(stack)[13].startswith("∅←bob")
    known.wait = Wait(Phase(7, "OPEN_SHARE", (0, 1, 2), "central"), (1,), (), False)
    shown = waits.sentence(known.wait, known.names, known.viewpoint, known.here)
    known.wait_since = stack.seconds()
    assert shown not in "\n".join(look(stack))
    known.wait_since -= waits.PATIENCE
    assert "\n".join(look(stack)).count(shown) == 1
    table.leave(2, lost=False)
    stack, _answers = stack_showing(table)
    assert any(line.startswith("⊗→cleo") for line in look(stack))


def test_wonders_are_named_before_the_piles_are_shuffled() -> None:
    """No table can be drawn yet, and no box opens."""
    rules = Architects(3)
    dealer = Dealer(rules, seeded("before"))
    for _answer in dealer.steps([]):
        known = architects(dealer.state)
        if known.turn:
            break
        stack, _answers = stack_showing(three())
        stack.known.menu, stack.known.asked = None, False
        names = stack.known.names
        stack.known.sight = stack.known.face.narrator.sight(names, 0, known, {})
        text = "\n".join(look(stack))
        assert "The table is being set up." in text
        assert all(name in text for name in names[1:]) == bool(known.cities)
        for action in ("cities", "piles", "tokens", "scores", "digit 1", "down"):
            stack.act(action)
            assert not stack.overlays
            look(stack, 120, 40)
    stack.known.sight = None
    assert any("The table is being set up." in line for line in look(stack))


def test_a_battle_from_before_joining_is_not_revealed() -> None:
    """The news of a table that is opened in the middle of a game begins there."""
    cities = city("rhodes", "mil_1horn"), city("giza", "mil_0horn")
    table = Laid(*cities, piles=("mil_2horn ...",), horns=2)
    table.choose("take rhodes")
    settings = Settings(reveal=5)
    stack, _answers = stack_showing(table, past=table.news, settings=settings)
    assert not any("A battle" in line for line in look(stack))
