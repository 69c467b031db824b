"""The boxes of Architects (cities, piles, tokens, cards, points) and the end screen."""

from __future__ import annotations

import re

import pytest

from sealed_wonders.client.signs.draw import Room, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.architects.screens.card import CardBox
from sealed_wonders.client.terminal.architects.screens.city import CityBox
from sealed_wonders.client.terminal.architects.screens.end import EndScreen
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.architects import lastturns
from sealed_wonders.client.view.ending import Ending
from sealed_wonders.core.architects.catalog import Kind, Token, catalog
from sealed_wonders.core.game import Sheet
from sealed_wonders.net import words
from tests.support.architects import Table, at_random, city
from tests.support.architects_stacks import SeatedAtArchitects, stack_showing
from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Sit, drawn_to_fit

BOXES = (
    *("cities", "piles", "tokens", "scores", "help", "log", "stage 1"),
    "pile central",
)


@pytest.fixture(params=words.LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Use one language after the other."""
    words.use(request.param)
    return str(request.param)


def table() -> Table:
    """Return a table in the middle of a game."""
    return Table(
        city(
            "rhodes",
            "wood wood coin civil_3vp civil_2vp_cat sci_gear mil_0horn mil_1horn",
            "1 2",
            tokens="tactics culture culture",
            victories=2,
        ),
        city("giza", "glass", "1", tokens="education"),
        city("halicarnassus"),
        piles=("stone ...", "sci_gear ...", "mil_2horn"),
        open="urbanism decor economy",
        tokens="politics strategy",
        cat=0,
        horns=1,
    )


look = drawn_to_fit


def test_the_city_box_counts_every_unseen_card_of_its_pile(language: str) -> None:
    """It is tried at the beginning, when piles are largest."""
    laid = Table(*(city(wonder.id) for wonder in catalog().wonders))
    stack, _answers = stack_showing(laid)
    for seat in range(7):
        stack.act(f"city {seat}")
        text = look(stack, 80, 40)
        assert UNICODE.more not in _inner(text, UNICODE)
        unseen = laid.state.left(seat).unseen
        below = text.split({"en": "below it", "fr": "dessous"}[language])[-1]
        counted = re.findall(r"(?<!\S)(\d+)x?\D", below.split("╰")[0])
        assert sum(map(int, counted)) == len(unseen)


def test_arrows_go_round_the_table_and_through_the_open_cards() -> None:
    stack, _answers = stack_showing(table())
    stack.act("cities")
    seats: list[int] = []
    box = stack.top
    for _step in range(4):
        assert isinstance(box, CityBox)
        seats.append(box.seat)
        stack.act("left")
    assert seats == [1, 2, 0, 1]
    stack.act("right")
    assert isinstance(box, CityBox)
    assert box.seat == 1
    stack.act("city 2")
    assert "cleo · right neighbour · Mausoleum of Halicarnassus" in look(stack)
    assert "none yet" in look(stack)
    stack.act("back")
    assert not stack.overlays
    stack.act("digit 1")
    stack.act("details")
    titles = []
    for _step in range(7):
        titles.append(stack.top.title)
        stack.act("right")
    assert titles == [
        "stone",
        "shield with 2 horns",
        "Urbanism",
        "Decoration",
        "Economy",
        "stone",
        "shield with 2 horns",
    ]
    stack.act("left")
    stack.act("left")
    assert stack.top.title == "stone"


def test_every_card_and_token_is_explained(language: str) -> None:
    stack, _answers = stack_showing(table())
    cards: list[Kind | Token] = [*catalog().kinds, *catalog().tokens]
    for one in cards:
        stack.overlays.clear()
        stack.open(CardBox(stack, one))
        text = look(stack)
        assert UNICODE.more not in text, one.id
        assert one in catalog().tokens or len(text.split("│")) > 8, one.id


def test_two_players_have_one_neighbour() -> None:
    stack, _answers = stack_showing(Table(city("rhodes", "mil_0horn"), city("giza")))
    stack.act("scores")
    [line] = [one for one in look(stack).split("\n") if "1†  ← 1:0" in one]
    assert line.count("bob") == 1


def test_the_log_names_each_turn_only_once(sit: Sit, language: str) -> None:
    seated = sit(3, SeatedAtArchitects, settings=Settings(reveal=0))
    assert isinstance(seated, SeatedAtArchitects)
    seated.stack.base = FakeScreen(seated.stack)
    seated.begin()
    while seated.state.turn < 40:
        seated.choose()
    seated.stack.act("log")
    text = look(seated.stack, 118, 200)
    begun = [line.split("│")[1].strip() for line in text.split("\n") if "│" in line]
    word = {"en": "Turn", "fr": "Tour"}[language]
    numbers = [
        int(line.split()[1].rstrip("."))
        for line in begun
        if line.startswith(word) and line.split()[1].rstrip(".").isdecimal()
    ]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert len(numbers) > 20
    assert {"en": "Age", "fr": "Âge"}[language] not in text
    shown = next(at for at, line in enumerate(begun) if _PEEKS[language] in line)
    assert re.fullmatch(rf"{word} \d+", begun[shown - 1])


_PEEKS = {"en": "The cat shows", "fr": "Le chat montre"}


def test_every_box_fits(language: str) -> None:
    laid = list(at_random("boxes", 7))[-1]
    for symbols in (UNICODE, ASCII):
        for action in BOXES:
            stack, _answers = stack_showing(laid, 3, symbols=symbols)
            stack.act(action)
            for size in ((80, 24), (118, 34), (160, 50)):
                text = look(stack, *size)
                assert symbols.more not in _inner(text, symbols)


def _inner(text: str, symbols: Symbols) -> str:
    """Return the text in the topmost box."""
    side = symbols.box.down
    return "\n".join(line for line in text.split("\n") if line.count(side) > 1)


def test_the_end_screen_shows_the_last_turns_and_all_points(sit: Sit) -> None:
    seated = sit(3, SeatedAtArchitects, settings=Settings(reveal=0))
    root = RootScreen(seated.stack, lambda: pytest.fail("a game is played"))
    seated.play_out()
    root.put()
    assert isinstance(seated.stack.base, EndScreen)
    seen = look(seated.stack, 120, 40)
    (at,) = [n for n, line in enumerate(seen.split("\n")) if "─ last turns ─" in line]
    mover = seated.stack.known.names[lastturns.last(seated.stack.known.past, 1)[0].seat]
    lines = seen.split("\n")[at + 1 : at + 4]
    assert any(mover in line for line in lines)
    assert any("You " in line for line in lines), "our own last turn is listed, too"
    check_all_points(seated.stack, seated.sight.state.score())


def test_the_end_screen_of_seven_players_shows_all_points() -> None:
    names = ("alexandria", "babylon", "ephesus", "giza", "olympia", "rhodes")
    laid = Table(*map(city, (*names, "halicarnassus")), at="end")
    stack, _answers = stack_showing(laid)
    assert stack.known.sight is not None
    sheet = stack.known.sight.state.score()
    stack.known.ending = Ending(sheet)
    stack.person = None
    stack.base = EndScreen(stack)
    check_all_points(stack, sheet)


def check_all_points(stack: ScreenStack, sheet: Sheet) -> None:
    """Check in all languages that all points and the winners are shown, uncut."""
    winners = [stack.known.names[seat] for seat in sheet.winners]
    for language in reversed(words.LANGUAGES):
        words.use(language)
        text = look(stack, 120, 40)
        assert UNICODE.more not in text
        assert all(name in text.split("\n")[0] or name == "ann" for name in winners)
        for points in sheet.rows:
            assert f" {points[-1]}" in text


@pytest.mark.parametrize("width", [80, 40])
def test_the_end_screen_names_the_finished_wonder(width: int) -> None:
    stages = "1 2 3 4 5"
    for cities, said in (
        ((city("giza"), city("rhodes", "", stages)), "bob's wonder is finished."),
        ((city("giza", "", stages), city("rhodes")), "Your wonder is finished."),
        ((city("giza"), city("rhodes")), ""),
    ):
        stack, _answers = stack_showing(Table(*cities, at="end"))
        sight = stack.known.sight
        assert sight is not None
        stack.known.ending = Ending(sight.state.score())
        text = " ".join(
            text_of(EndScreen(stack).draw(Room(width, 40, UNICODE))).split()
        )
        assert said in text
        assert bool(said) == ("finished" in text)


def test_the_tie_breaker_is_the_number_of_stages() -> None:
    laid = Table(
        city("rhodes", "civil_2vp_cat"),
        city("giza", "", "1 2 3"),
        city("babylon", "", "1"),
        at="end",
    )
    stack, _answers = stack_showing(laid)
    sight = stack.known.sight
    assert sight is not None
    assert EndScreen(stack).ties(sight) == [0, 3, 1]
