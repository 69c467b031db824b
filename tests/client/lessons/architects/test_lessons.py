"""Lessons of Architects: each is given once, when it applies, and is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sealed_wonders.client.lessons.architects.lessons import LESSONS
from sealed_wonders.client.lessons.teacher import Lesson, Teacher
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.terminal.architects.screens.table import GameTable
from sealed_wonders.client.terminal.screens.lesson import LessonBox
from sealed_wonders.client.view.architects.sight import Sight, own
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.architects.abilities import AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import Colour, catalog
from sealed_wonders.core.game import Move
from tests.support.architects import Table as Lay
from tests.support.architects import city
from tests.support.architects_stacks import (
    SeatedAtArchitects,
    choose_at_random,
    stack_showing,
)
from tests.support.lessons import lessons_in
from tests.support.thorough import every


def take_central(question: Question) -> Move:
    """Take from the central pile, and whatever a token allows."""
    for begins in ("extra", "take central"):
        some = [move for move in question.moves if move.text.startswith(begins)]
        if some:
            return some[0]
    return choose_at_random(question)


GivenLessons = list[tuple[str, Sight | None]]
"""The ids of lessons, each with what the player saw at that moment."""

LessonPlayer = Callable[..., GivenLessons]


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> LessonPlayer:
    """
    Return a function that plays a game, once per kind, and returns the lessons given in
    it.
    """

    @cache
    def tell(
        players: int, choose: Callable[[Question], Move] = choose_at_random
    ) -> GivenLessons:
        seated = SeatedAtArchitects(tmp_path_factory.mktemp("home"), players)
        seated.begin()
        return lessons_of(seated, choose)

    return tell


def lessons_of(
    seated: SeatedAtArchitects, choose: Callable[[Question], Move]
) -> GivenLessons:
    """Play a game and return its lessons."""

    def sees(known: TableModel) -> Sight:
        assert known.sight is not None
        return own(known.sight)

    return lessons_in(seated, LESSONS, choose, sees)


USUAL = (
    *("goal", "piles", "resources", "building", "coins", "blue", "science", "war"),
    *("effect", "counting", "audit"),
)
"""The lessons of every game."""


def test_a_first_game_gives_all_usual_lessons_once(lessons: LessonPlayer) -> None:
    """The goal comes first, the lessons about scoring and audits at the end."""
    told = [name for name, _sight in lessons(3)]
    assert len(set(told)) == len(told)
    assert set(USUAL) <= set(told)
    assert "goal" == told[0]
    assert ["counting", "audit"] == told[-2:]


GAMES = every(
    2,
    (
        (3, choose_at_random),
        (4, choose_at_random),
        (3, take_central),
        (4, take_central),
    ),
)


def test_every_lesson_comes_up_in_some_game(lessons: LessonPlayer) -> None:
    told = {name for game in GAMES for name, _ in lessons(*game)}
    rare = {"any pile", "search", "empty", "paying otherwise", "one more card"}
    assert {lesson.id for lesson in LESSONS} - rare <= told


def tops(sight: Sight) -> set[Colour]:
    """Return the colours on top of the piles in reach, and in our city."""
    state = sight.state
    piles = (state.left(sight.viewpoint), state.right(sight.viewpoint), state.central)
    seen = {kind.colour for kind in map(sight.top, piles) if kind is not None}
    held = {kind.colour for kind in catalog().kinds if sight.viewed.count(kind)}
    return seen | held


def moves(sight: Sight) -> str:
    return "\n".join(move.text for move in sight.state.moves(sight.viewpoint, {}))


APPLIES: Mapping[str, Callable[[Sight], object]] = {
    "goal": lambda sight: sight.state.turn <= sight.state.players,
    "piles": lambda sight: "take central" in moves(sight),
    "resources": lambda sight: Colour.GREY in tops(sight),
    "coins": lambda sight: Colour.YELLOW in tops(sight),
    "blue": lambda sight: Colour.BLUE in tops(sight),
    "science": lambda sight: Colour.GREEN in tops(sight),
    # It also comes before the first possible battle.
    "war": lambda sight: (
        Colour.RED in tops(sight) or sight.state.conflicts - sight.state.horns <= 2
    ),
    "building": lambda sight: len(sight.viewed.built) < 5,
    "ways": lambda sight: re.search(r"^build .*\nbuild ", moves(sight), re.MULTILINE),
    "tokens": lambda sight: moves(sight).startswith("token "),
    "one more card": lambda sight: "extra " in moves(sight),
    "any pile": lambda sight: sight.viewed.wonder.effect == "any_deck_top_card",
    "search": lambda sight: "search " in moves(sight),
    "cat": lambda sight: sight.state.cat is not None,
    "what the cat shows": lambda sight: (
        sight.state.cat == sight.viewpoint and sight.top(sight.state.central)
    ),
    "effect": lambda sight: not sight.viewed.is_finished,
    "paying otherwise": lambda sight: (
        sight.viewed.has(AnyResources) or sight.viewed.has(DoubleCoin)
    ),
    "battles": lambda sight: sight.state.conflicts - sight.state.horns <= 2,
    "empty": lambda sight: moves(sight).count("take ") < 3,
    "end": lambda sight: any(len(city.built) == 4 for city in sight.state.cities),
}
"""Conditions under which the text of each lesson is true."""

AT_ANY_TIME = ("all is open", "sealing", "points")
"""Lessons that are always true."""


def test_no_lesson_is_given_before_it_applies(lessons: LessonPlayer) -> None:
    tried = set()
    for game in (*GAMES, (2, choose_at_random)):
        for name, sight in lessons(*game):
            if sight is None or name in AT_ANY_TIME:
                continue
            assert APPLIES[name](sight), (name, sight)
            tried.add(name)
    assert set(USUAL) - {"counting", "audit"} <= tried


# Tables that are laid out.


def due(table: Lay, me: int = 0) -> list[Lesson]:
    """Return all lessons that apply at a table, at the first seat."""
    stack, _answers = stack_showing(table, me)
    return [lesson for lesson in LESSONS if lesson.when(stack.known)]


def ids(table: Lay) -> set[str]:
    return {lesson.id for lesson in due(table)}


OTHER = city("ephesus")


def test_mandatory_building_is_explained_when_it_can_happen() -> None:
    """A card in reach has to pay for a stage."""
    for top, told in (("wood", False), ("stone", True), ("coin", True)):
        table = Lay(
            *(city("giza", "wood"), OTHER),
            piles=(f"{top} wood", "wood"),
            central="wood",
        )
        assert told is ("building" in ids(table)), top


def test_each_wonders_effect_has_a_lesson() -> None:
    """
    It comes before the first stage with an effect, and gives the number of such stages.
    """
    numbers = {0: "None", 2: "Two", 3: "Three"}
    told = set()
    for wonder in catalog().wonders:
        other = city("ephesus" if wonder.id != "ephesus" else "giza")
        built = "1"
        (lesson,) = [
            one
            for one in due(Lay(city(wonder.id, built=built), other))
            if one.id == "effect"
        ]
        count = sum(stage.effect for stage in wonder.stages)
        assert lesson.text.startswith(f"{numbers[count]} of your stages ")
        told.add(lesson.text)
    assert len(catalog().wonders) == len(told)


def test_the_wonder_without_an_effect_is_worth_most() -> None:
    worth = {
        wonder.effect: sum(stage.points for stage in wonder.stages)
        for wonder in catalog().wonders
    }
    most = worth.pop("none")
    assert most > max(worth.values())


def test_rare_situations_are_explained_when_they_occur() -> None:
    """Questions that only some wonders ask, empty piles, and tokens that help pay."""
    assert "any pile" in ids(Lay(city("alexandria", built="1 2"), OTHER, at="effect"))
    assert "search" in ids(Lay(city("halicarnassus", built="1 2"), OTHER, at="effect"))
    assert "empty" in ids(Lay(city("giza"), OTHER, piles=("",)))
    assert "empty" not in ids(Lay(city("giza"), OTHER))
    for token in ("engineering", "economy"):
        assert "paying otherwise" in ids(Lay(city("giza", tokens=token), OTHER))
    assert "paying otherwise" not in ids(Lay(city("giza", tokens="culture"), OTHER))
    table = Lay(city("giza", tokens="urbanism"), OTHER, piles=("wood stone",))
    assert "one more card" not in ids(table)
    table.choose("take giza")
    assert "one more card" in ids(table)


def test_battles_are_explained_before_the_first_can_be_fought() -> None:
    """A single card has at most two horns."""
    assert 2 == max(kind.horns for kind in catalog().kinds)
    for horns, told in ((0, False), (1, True), (2, True)):
        table = Lay(city("giza"), OTHER, city("rhodes"), horns=horns)
        assert told is ("battles" in ids(table)), horns
        stack, _answers = stack_showing(table)
        teacher = Teacher(LESSONS)
        assert "goal" == teacher.due(stack.known).id  # type: ignore[union-attr]
        menu = stack.known.menu
        assert menu is not None
        stack.known.menu = replace(menu, question=replace(menu.question, phase=2))
        lessons = [teacher.due(stack.known) for _ in range(3)]
        titles = [one.id for one in lessons if one is not None]
        assert (["war", "battles"] if told else ["piles"]) == titles


def test_blue_cards_have_the_points_that_the_lesson_states() -> None:
    blue = [kind for kind in catalog().kinds if kind.colour is Colour.BLUE]
    assert {(2, True), (3, False)} == {(kind.points, kind.cat) for kind in blue}


def test_a_choice_of_payment_is_explained() -> None:
    table = Lay(city("giza", "wood clay"), OTHER, piles=("stone wood",), central="wood")
    table.choose("take giza")
    assert "ways" in ids(table)


def test_no_lesson_is_given_without_a_question(tmp_path: Path) -> None:
    teacher = Teacher(LESSONS)
    stack, _answers = stack_showing(Lay(city("giza"), OTHER))
    stack.known.asked = False
    assert teacher.due(stack.known) is None
    stack.known.asked = True
    lesson = teacher.due(stack.known)
    assert lesson is not None
    assert "goal" == lesson.id
    teacher.quiet = True
    stack.known.menu = None
    assert teacher.due(stack.known) is None


def test_a_lesson_does_not_cover_the_choices() -> None:
    """
    It leaves the piles visible while a card is taken, and otherwise the list at the
    bottom.
    """
    table = Lay(city("giza"), OTHER, city("rhodes"))
    stack, _answers = stack_showing(table)
    stack.base = GameTable(stack)
    plain = text_of(stack.draw(80, 24)).splitlines()
    (lesson,) = [one for one in LESSONS if one.id == "piles"]
    stack.open(LessonBox(stack, lesson, Teacher(LESSONS)))
    assert plain[:6] == text_of(stack.draw(80, 24)).splitlines()[:6]
    table = Lay(city("giza", "wood clay"), OTHER, piles=("stone wood",))
    table.choose("take giza")
    stack, _answers = stack_showing(table)
    stack.base = GameTable(stack)
    plain = text_of(stack.draw(80, 24)).splitlines()
    (lesson,) = [one for one in LESSONS if one.id == "ways"]
    stack.open(LessonBox(stack, lesson, Teacher(LESSONS)))
    with_it = text_of(stack.draw(80, 24)).splitlines()
    assert plain[16:22] == with_it[16:22]
