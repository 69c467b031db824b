"""Lessons: each is given once, when it applies, and one at a time."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.lessons.wonders.lessons import LESSONS
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.wonders.sight import Sight, view_of
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.view import View
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.lessons import lessons_in
from tests.support.stacks import Seated, build_at_random
from tests.support.thorough import only
from tests.support.wonders import Table, city

SEED = "14/"
"""Gives ann Halikarnassos in a day game of three, Babylon in a night game of seven."""


def build_stages(question: Question) -> Move:
    """Build a stage of the wonder whenever possible."""
    stages = [move for move in question.moves if move.text.startswith("stage")]
    return stages[0] if stages else build_at_random(question)


def build_by_night(question: Question) -> Move:
    """Choose the night side, and build its stages."""
    sides = [move for move in question.moves if move.text == "side night"]
    return sides[0] if sides else build_stages(question)


def sell_everything(question: Question) -> Move:
    """Build nothing at all."""
    sales = [move for move in question.moves if move.text == "sell"]
    return sales[0] if sales else build_at_random(question)


def only_take_part(question: Question) -> Move:
    """Build a stage only if that takes part in an edifice."""
    some = [move for move in question.moves if " join=1" in move.text]
    return some[0] if some else sell_everything(question)


@pytest.fixture
def seats(tmp_path: Path) -> Callable[..., Seated]:
    def sit(
        players: int = 3,
        sides: str = "day",
        memory: bool = True,
        expansions: tuple[str, ...] = (),
        seed: str = "",
    ) -> Seated:
        terms = Terms.of(
            suite=OPEN,
            players=players,
            own=agreed(sides=sides, memory_aid=memory, expansions=expansions),
        )
        seated = Seated(tmp_path / str(next(folders)), players, terms=terms, seed=seed)
        seated.begin()
        return seated

    folders = itertools.count()
    return sit


def lessons_of(
    seated: Seated, choose: Callable[[Question], Move] = build_at_random
) -> list[tuple[str, View | None]]:
    """Play a game; return its lessons, each with what the player saw at that moment."""
    return lessons_in(seated, LESSONS, choose, lambda known: view_of(known))


USUAL = (
    *("goal", "conflicts", "passing", "shields", "costs", "chains", "trade"),
    *("wonder", "guilds", "science", "selling", "memory", "discard", "sealing"),
    *("points", "counting", "audit"),
)
"""The lessons of a usual game."""

MORE = {"leaders": {"first hand", "selection", "recruitment", "price of leaders"}}
MORE["edifice"] = {"taking part", "failing"}
"""The lessons that each expansion adds."""


@pytest.mark.parametrize(
    "choose", only([build_stages], [build_at_random, build_stages])
)
def test_a_first_game_gives_all_usual_lessons_once(
    choose: Callable[[Question], Move], seats: Callable[..., Seated]
) -> None:
    """The goal comes first, the lessons about scoring and audits at the end."""
    told = [name for name, _view in lessons_of(seats(), choose)]
    assert len(set(told)) == len(told)
    assert set(USUAL) - {"chains"} <= set(told)
    assert not set(told) & {*MORE["leaders"], *MORE["edifice"], "counting more"}
    assert "goal" == told[0]
    assert ["counting", "audit"] == told[-2:]


@pytest.fixture(scope="module")
def lessons_given(
    tmp_path_factory: pytest.TempPathFactory,
) -> list[tuple[str, View | None]]:
    """
    Return the lessons of games that together contain everything, including single
    wonders.
    """
    told = []
    for players, sides, expansions, choose in (
        (3, "day", (), build_at_random),
        (7, "night", (), build_stages),
        (6, "choose", (), build_by_night),
        (3, "day", ("leaders", "edifice"), build_stages),
    ):
        terms = Terms.of(
            suite=OPEN, players=players, own=agreed(sides=sides, expansions=expansions)
        )
        folder = tmp_path_factory.mktemp("lessons")
        seated = Seated(folder, players, terms=terms, seed=SEED)
        seated.begin()
        told += lessons_of(seated, choose)
    return told


def test_every_lesson_comes_up_in_some_game(
    lessons_given: list[tuple[str, View | None]],
) -> None:
    told = {name for name, _ in lessons_given}
    assert {lesson.id for lesson in LESSONS} - {"one more leader"} == told


APPLIES: Mapping[str, Callable[[View], object]] = {
    "goal": lambda view: (
        view.selection or (view.hand and (view.age, view.turn) == (1, 1))
    ),
    "first hand": lambda view: view.hand and (view.age, view.turn) == (1, 1),
    "passing": lambda view: view.turn > 1,
    "costs": lambda view: any(held.face.goods for held in view.hand),
    "trade": lambda view: re.search(r" (left|right)=\d", moves(view)),
    "chains": lambda view: any(
        held.quote and held.quote.free == "chain" for held in view.hand
    ),
    "wonder": lambda view: "stage" in moves(view),
    "guilds": lambda view: any(held.face.colour is Colour.PURPLE for held in view.hand),
    "science": lambda view: any(held.face.colour is Colour.GREEN for held in view.hand),
    "shields": lambda view: (
        view.turn > 3 or any(held.face.colour is Colour.RED for held in view.hand)
    ),
    "conflicts": lambda view: any(city.tokens for city in view.cities),
    "discard": lambda view: view.discard,
    "memory": lambda view: view.turn > len(view.hands),
    "selling": lambda view: "sell" in moves(view),
    "discard look": lambda view: view.pile and "pick" in moves(view),
    "last card": lambda view: view.turn == 7,
    "selection": lambda view: "keep" in moves(view) and view.selection,
    "recruitment": lambda view: view.leaders and "sell" in moves(view),
    "price of leaders": lambda view: view.leaders and not view.hand,
    "one more leader": lambda view: "recruit" in moves(view) and view.turn > 0,
    "taking part": lambda view: (
        view.projects and ("join=1" in moves(view) or view.turn == 3)
    ),
    "failing": lambda view: view.age not in view.cities[view.seat].pawns,
}
"""Conditions under which the text of each lesson is true."""


def moves(view: View) -> str:
    return "\n".join(move.text for move in view.moves)


AT_ANY_TIME = ("sealing", "points", "counting", "counting more", "audit")
"""Lessons that are always true, or are given only after the game."""


def test_no_lesson_is_given_before_it_applies(
    seats: Callable[..., Seated], lessons_given: list[tuple[str, View | None]]
) -> None:
    tried = set()
    part = lessons_of(
        seats(4, "night", expansions=("leaders", "edifice")), only_take_part
    )
    for name, view in (*lessons_given, *part):
        if view is None or name in AT_ANY_TIME:
            continue
        assert APPLIES[name](view), (name, view)
        tried.add(name)
    assert {*APPLIES} - {"one more leader"} == tried


@pytest.mark.parametrize("expansions", [("leaders",), ("edifice",)], ids=",".join)
def test_expansions_are_explained_only_where_they_are_played(
    seats: Callable[..., Seated], expansions: tuple[str, ...]
) -> None:
    """The scoring at the end is explained once, as it is with these expansions."""
    told = [name for name, _ in lessons_of(seats(expansions=expansions), build_stages)]
    assert set(USUAL) - {"chains", "counting", "discard", "wonder"} <= set(told)
    for name, lessons in MORE.items():
        assert lessons & set(told) == (lessons if name in expansions else set())
    assert ["counting more", "audit"] == told[-2:]
    assert "counting" not in told
    if "edifice" in expansions:
        assert told.index("taking part") < told.index("failing")
    if "leaders" in expansions:
        assert ["goal", "selection", "recruitment"] == told[:3]
        assert "first hand" in told


def known_at(table: Table) -> TableModel:
    """Return the table model of the first seat while it has a question."""
    faces = dict(table.faces)
    sight = Sight(("ann", "bob", "cleo"), 0, table.state, faces)
    return TableModel(Keyring(bytes(32), lambda *it: Pin.NEW), sight=sight, asked=True)


def due(lesson: str, known: TableModel) -> bool:
    """Return whether a lesson applies."""
    return any(one.when(known) for one in LESSONS if one.id == lesson)


def test_shields_are_explained_before_the_first_conflict(
    lessons_given: list[tuple[str, View | None]],
) -> None:
    """In every game, the lesson comes while there are cards left to build."""
    at = [view for name, view in lessons_given if name == "shields"]
    assert 4 == len(at)
    for view in at:
        assert view is not None
        assert (1, 5) >= (view.age, view.turn)


def test_a_token_from_an_edifice_is_not_explained_as_a_conflict() -> None:
    """Edifices can bring tokens before anybody has fought."""
    mine, other = city("gizah", tokens=(3,)), city("rhodos")
    for age, fought in ((1, False), (2, True)):
        table = Table(mine, other, other, age=age, expansions="edifice")
        assert fought is due("conflicts", known_at(table))


def test_an_extra_leader_is_explained_when_it_can_be_recruited() -> None:
    """The lessons about hands aren't given then, although the player holds cards."""
    built = "stone_pit clay_pool glassworks_1"
    mine, other = city("roma night", built=built, stages=1), city("rhodos")
    table = Table(
        *(mine, other, other),
        age=2,
        expansions="leaders",
        leaders=("nero plato", "", ""),
    )
    assert due("passing", known_at(table)) is False
    assert due("goal", known_at(table))
    assert not due("one more leader", known_at(table))
    table.play("stage with school")
    assert due("one more leader", known_at(table))
    assert not due("goal", known_at(table))
    assert not due("costs", known_at(table))


def test_a_memory_aid_that_is_off_is_not_explained(
    seats: Callable[..., Seated],
) -> None:
    told = [name for name, _view in lessons_of(seats(memory=False))]
    assert "memory" not in told
    assert "points" in told


def test_no_lesson_is_given_in_a_lobby_or_when_turned_off(
    tmp_path: Path, seats: Callable[..., Seated]
) -> None:
    """Lessons continue when they are turned on again."""
    teacher = Teacher(LESSONS)
    seated = Seated(tmp_path)
    known = seated.stack.known
    for asked in (False, True):
        known.asked = asked
        assert teacher.due(known) is None
    known.asked = False
    seated.begin()
    assert teacher.due(known) is None, "a side is chosen without a lesson"
    seated = seats()
    teacher.quiet = True
    assert teacher.due(seated.stack.known) is None
    teacher.quiet = False
    lesson = teacher.due(seated.stack.known)
    assert lesson is not None
    assert "goal" == lesson.id
