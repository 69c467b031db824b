"""
The screen for choosing a side of one's board, and the table code shown before it.

The table code is four words that the players compare when a game begins.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from sealed_wonders.client.signs.draw import Room, measure, piece, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.wonders.screens.sides import Sides, stage_rows
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import catalog, everything
from sealed_wonders.core.wonders.model import Board
from sealed_wonders.core.wonders.view import View
from sealed_wonders.net.lobby import table_code
from sealed_wonders.net.words import LANGUAGES, NO_BREAK, use
from tests.support.agreed import agreed
from tests.support.stacks import Seated, Sit


@pytest.fixture
def sit(sit: Sit) -> Sit:
    """
    Return a function that takes Ann to the choice of a side, with the table code read.
    """

    def make(players: int = 3, *, code_read: bool = True, **others: Any) -> Seated:
        seated = sit(players, **others)
        seated.begin()
        seated.stack.base = Sides(seated.stack)
        seated.stack.known.code_read = code_read
        return seated

    return make


def chosen_side(seated: Seated) -> str:
    seated.host.settle()
    return seated.view.cities[seated.view.seat].side.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_side_at_the_cursor_is_in_words_on_the_smallest_screen(
    sit: Sit, language: str
) -> None:
    """This holds for every board, even among seven players with both expansions."""
    seated = sit(7, own=agreed(expansions=("leaders", "edifice")))
    use(language)
    for board in everything().boards:
        put_board(seated, board)
        for side in board.sides.values():
            lines = seated.look().split("\n")
            columns = (slice(None), slice(2, 37), slice(42, 77))
            seen = [
                " ".join(" ".join(it[at] for it in lines).split()) for at in columns
            ]
            for said in (
                describe.effect(side.start),
                *map(describe.stage_effect, side.stages),
            ):
                said = " ".join(said.split())
                assert any(said in it for it in seen), f"{board.id}, {side.name}"
            seated.stack.act("right")


def put_board(seated: Seated, board: Board) -> None:
    """Put another board in front of Ann."""
    menu = seated.menu
    assert isinstance(menu.view, View)
    _own, *others = menu.view.boards
    seen = replace(menu.view, boards=(board, *others), seat=0)
    seated.stack.known.menu = replace(menu, view=seen)


@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_only_neighbours_are_placed_beside_our_board(sit: Sit, players: int) -> None:
    """Other boards are apart, each on the side of the table where its player sits."""
    seated = sit(players)
    view, names = seated.view, seated.stack.known.names
    [near, *far] = [
        it
        for it in seated.look().split("\n")
        if any(f"  {name}" in it for name in names)
    ]
    if players == 3:
        near, *far = f"{near}{far[0]}", *far[1:]
    assert f"  {names[view.left]}" in near.partition("→")[0]
    assert f"  {names[view.right]}" in near.partition("→")[2]
    assert ["others" if not at else "" for at in range(len(far))] == [
        it[: len("others  ")].strip() for it in far
    ]
    after = [names[(view.seat + step) % players] for step in range(2, players - 1)]
    half = len(after) // 2
    pairs = [*zip(after[:half], after[::-1], strict=False)]
    opposite = after[half : len(after) - half]
    assert [*(name for pair in pairs for name in pair), *opposite] == [
        word for it in far for word in it.split() if word in names
    ]


def test_symbols_are_explained_at_the_first_choice(sit: Sit) -> None:
    """
    They are below the boards if there is room. Otherwise a key is named that explains
    them.
    """
    seated = sit()
    letters = text_of([faces.joined([*faces.legend(UNICODE)][:7], piece("  "))])
    assert letters in seated.look(120, 40)
    assert "explains the signs" not in seated.look(120, 40)
    small = seated.look(80, 24)
    assert (letters in small) != ("? explains the signs" in small)
    assert any(letters in one for one in seated.stack.top.help)


def test_a_key_explains_both_sides_of_the_board(sit: Sit) -> None:
    seated = sit()
    assert seated.stack.act("details")
    (box,) = seated.stack.overlays
    board = seated.view.boards[seated.view.seat]
    assert describe.name(board) == box.title
    assert "(" not in box.title
    assert seated.stack.act("details")
    assert [] == seated.stack.overlays


@pytest.mark.parametrize(
    ("expansions", "leaders", "edifices"),
    [("", False, False), ("leaders", True, False), ("leaders edifice", True, True)],
)
def test_the_help_explains_the_expansions_in_play(
    sit: Sit, expansions: str, leaders: bool, edifices: bool
) -> None:
    seated = sit(own=agreed(expansions=tuple(expansions.split())))
    said = " ".join(seated.stack.top.help)
    assert leaders == ("Leaders help your city." in said)
    assert edifices == ("Edifices are built together" in said)
    assert edifices == ("e shows the edifices." in said)


@pytest.mark.parametrize(
    ("actions", "side"),
    [
        (["enter", "enter"], "day"),
        (["left", "enter", "enter"], "night"),
        (["digit 2", "enter", "enter"], "night"),
        (["right", "left", "enter", "enter"], "day"),
        (["side 2", "side 2", "side 2", "enter"], "night"),
        (["enter", "right", "enter", "enter"], "night"),
        (["enter", "back", "right", "enter", "enter"], "night"),
    ],
)
def test_a_side_is_laid_down_then_sealed(
    sit: Sit, actions: list[str], side: str
) -> None:
    seated = sit()
    for action in actions[:-1]:
        assert seated.stack.act(action)
    assert f"▷ The {side} side" in seated.look()
    assert "Enter seals it" in seated.look()
    assert seated.stack.known.asked
    assert seated.stack.act(actions[-1])
    assert side == chosen_side(seated)


def test_the_sealed_side_is_shown_while_others_choose(sit: Sit) -> None:
    seated = sit()
    for other in seated.others:
        other.player.pick = None
    seated.stack.act("enter")
    assert seated.human.person.can_choose
    seated.stack.act("enter")
    assert "▣ Sealed and sent: the day side." in seated.look()
    seated.stack.act("enter")
    assert not seated.human.person.can_choose
    assert "▣ Sealed and sent: the day side." in seated.look()
    told = [one.line for one in seated.stack.known.narration]
    assert 1 == sum(line.startswith("Sealed and sent") for line in told)


def test_the_time_left_is_shown_and_highlighted_when_short(sit: Sit) -> None:
    seated = sit(turn_time=90)
    assert "1:30" in seated.look().split("\n")[0]
    seated.host.clock.advance(81)
    head = seated.stack.draw(80, 24)[0]
    assert ["At 0:00 your program chooses: the day side", "0:09"] == [
        it.text for it in head if "hurry" in it.style
    ]


@pytest.mark.parametrize(
    ("language", "other", "label", "title"),
    [
        ("en", "fr", "In French: ", "The table code"),
        ("fr", "en", "En anglais : ", "Le code de la table"),
    ],
)
def test_the_table_code_is_shown_large_until_any_key(
    sit: Sit, language: str, other: str, label: str, title: str
) -> None:
    """
    It is shown in both languages, large in one's own, as others may read it in either.
    A click anywhere on it closes it, too.
    """
    use(language)
    seated = sit(code_read=False)
    charter = seated.stack.known.charter
    assert charter is not None
    seen = seated.look().replace(NO_BREAK, " ")
    for word in table_code(charter.gid, language).split():
        assert " ".join(word.upper()) in seen
    assert f"{label}{table_code(charter.gid, other)}." in seen
    rows = seated.stack.draw(80, 24)
    at = next(one for one in rows if title in text_of([one]))
    assert "enter" in {part.does for part in at}
    assert all(part.does for part in at if part.text.strip())
    seated.stack.act("enter")
    assert title not in seated.look()
    assert "▷" not in seated.look(), "that key did nothing else"


def test_no_table_code_is_shown_among_bots_alone_or_on_returning(
    sit: Sit,
) -> None:
    seated = sit(code_read=False)
    known = seated.stack.known
    assert known.charter is not None
    people, mine = known.charter.people, known.viewpoint
    known.people = tuple(
        person if seat == mine else person._replace(owner=people[mine].identity)
        for seat, person in enumerate(people)
    )
    assert "The table code" not in seated.look()
    known.people, known.news = people, None
    assert "The table code" not in seated.look()


def test_the_table_code_is_shown_at_the_table_if_no_side_is_chosen(sit: Sit) -> None:
    seated = sit(code_read=False, own=agreed(sides="day"))
    seated.stack.base = GameTable(seated.stack)
    assert "The table code" in seated.look()
    seated.stack.act("build")
    assert "The table code" not in seated.look()
    assert "seals it" not in seated.look(), "that key did nothing else"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_in_a_small_terminal_words_follow_the_symbols(language: str) -> None:
    """Stages with the same effect share their words."""
    use(language)
    side = everything().boards_by_id["roma"].sides["night"]
    rows = stage_rows(side, 35, Room(80, 24, UNICODE), words=1)
    said = " ".join(text_of(rows).split())
    assert len(rows) <= 12, "only 12 rows are free below the heading"
    assert 1 == said.count(describe.stage_effect(side.stages[2]))
    assert describe.effect(side.start) in said
    assert describe.stage_effect(side.stages[0]) in said


def test_long_words_on_a_side_are_wrapped() -> None:
    side = next(iter(catalog().boards_by_id.values())).sides["day"]
    for width, words in product((24, 60), (1, 2)):
        rows = stage_rows(side, width, Room(width, 40, UNICODE), words=words)
        said = " ".join(text_of(rows).split())
        assert describe.effect(side.start).split()[-1] in said
        assert all(measure(one) <= width for one in rows)
