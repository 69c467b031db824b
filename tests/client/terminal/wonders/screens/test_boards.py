"""Choosing a board: those that are left, both sides of one, and who has which."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.wonders.screens.boards import Boards
from sealed_wonders.client.terminal.wonders.screens.sides import Sides
from sealed_wonders.client.words.draw import measure, text_of
from sealed_wonders.client.words.symbols import ASCII
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.words import use
from tests.support.agreed import agreed
from tests.support.french import english
from tests.support.stacks import Seated
from tests.support.thorough import only

Sit = Callable[..., Seated]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Give what brings ann to a table at which boards are chosen."""
    made: list[Seated] = []

    def make(
        players: int = 3,
        *,
        boards: tuple[str, ...] = (),
        sides: str = "choose",
        thinking: bool = False,
        **others: Any,
    ) -> Seated:
        terms = Terms.of(
            suite=OPEN,
            players=players,
            own=agreed(sides=sides, boards=boards, draw="chosen"),
        )
        seated = Seated(tmp_path / f"{len(made)}", players, terms=terms, **others)
        made.append(seated)
        for other in seated.others if thinking else ():
            other.player.pick = None
        seated.begin()
        seated.stack.base = Boards(seated.stack)
        return seated

    yield make
    for seated in made:
        seated.close()


def test_what_is_left_is_listed_with_both_sides_of_one(sit: Sit) -> None:
    """Those that others have taken are named below, and who comes next."""
    seated = sit(5)
    seen, view = seated.look(), seated.view
    assert "Choose your board" in seen
    for number, board in enumerate(view.pool, start=1):
        assert f" {number} {describe.name(board)} " in seen
    assert "Day side" in seen
    assert "Night side" in seen
    names = seated.stack.known.names
    for seat, board in enumerate(view.boards):
        assert f"{names[seat]} {describe.name(board)}" in seen
    for later in names[view.seat + 1 :]:
        assert later in seen.split("Next")[1]


@pytest.mark.parametrize(
    ("actions", "nth"),
    [
        (["enter", "enter"], 0),
        (["down", "enter", "enter"], 1),
        (["down", "down", "up", "enter", "enter"], 1),
        (["digit 3", "enter", "enter"], 2),
        (["enter", "down", "enter", "enter"], 1),
        (["enter", "back", "down", "enter", "enter"], 1),
        (["entry 2", "entry 2", "enter"], 1),
    ],
)
def test_a_board_is_laid_down_then_taken(
    sit: Sit, actions: list[str], nth: int
) -> None:
    """What lies there is named, and nothing is sent before it is sealed."""
    seated = sit()
    board = seated.view.pool[nth]
    for action in actions[:-1]:
        seated.look()
        assert seated.stack.act(action)
    assert f"▷ The {describe.name(board)} board" in seated.look()
    assert seated.stack.known.asked
    assert seated.stack.act(actions[-1])
    seated.host.settle()
    assert board is seated.view.boards[seated.view.seat]


def test_sides_come_when_everybody_has_a_board(sit: Sit) -> None:
    """The screen goes on by itself."""
    seated = sit()
    root = RootScreen(seated.stack, lambda: Boards(seated.stack))
    root.put()
    assert isinstance(seated.stack.base, Boards)
    for action in ("enter", "enter"):
        seated.stack.act(action)
    seated.host.settle()
    root.put()
    assert isinstance(seated.stack.base, Sides)


def test_while_others_choose_one_can_look(sit: Sit) -> None:
    """It is said who does; Enter says that it isn't our turn, and sends nothing."""
    waiting = (sit(seed=str(n), thinking=True) for n in range(9))
    seated = next(it for it in waiting if it.stack.known.viewpoint != 0)
    assert f"{seated.stack.known.names[0]} chooses a board" in seated.look()
    for action in ("down", "enter"):
        assert seated.stack.act(action)
    second = describe.name(seated.view.pool[1])
    assert f"▸ 2 {second}" in seated.look()
    assert "It isn't your turn to choose." in seated.look()
    assert () == seated.view.boards


@pytest.mark.parametrize(
    ("players", "size"),
    only(
        [(3, (120, 40)), (7, (80, 24)), (7, (200, 60))],
        itertools.product((3, 7), ((80, 24), (120, 40), (200, 60))),
    ),
)
def test_it_fits(sit: Sit, size: tuple[int, int], players: int) -> None:
    """Every board that can lie there, in signs of any kind, in both languages."""
    every = (
        *("alexandria", "babylon", "ephesos", "gizah", "halikarnassos", "olympia"),
        *("rhodos", "carthage"),
    )
    for others in ({}, {"symbols": ASCII}, {"settings": Settings(confirm=False)}):
        seated = sit(players, boards=every, **others)
        for language in ("en", "fr"):
            use(language)
            for _board in seated.view.pool:
                rows = seated.stack.draw(*size)
                assert size[1] == len(rows)
                assert {size[0]} == {measure(one) for one in rows}
                if language == "fr":
                    assert [] == english(text_of(rows).split("\n"))
                seated.stack.act("down")
        use("en")


def helped(seated: Seated) -> str:
    """Open the help of the screen, and give it as one line."""
    seated.look()
    assert seated.stack.act("help")
    said = " ".join(seated.look(120, 40).replace("│", " ").split())
    seated.stack.act("back")
    return said


@pytest.mark.parametrize("sides", ["day", "night"])
def test_where_a_side_is_played_by_all_only_that_one_is_drawn(
    sit: Sit, sides: str
) -> None:
    """With what it makes, by what is printed on it; help says so."""
    seated = sit(boards=("gizah", "rhodos", "olympia_1e"), sides=sides, thinking=True)
    assert f"{sides.capitalize()} side" in (seen := seated.look())
    assert 1 == seen.count(" side ─")
    first = [it.box for it in seated.view.pool].index("first")
    for _step in range(first):
        seated.stack.act("down")
    assert f"Side {'A' if sides == 'day' else 'B'}" in (seen := seated.look())
    assert 1 == seen.count("─ Side ")
    said = helped(seated)
    assert f"Everybody plays the {sides} side." in said
    assert "Only the side that you would play is shown." in said
    assert "board, you choose which" not in said


def test_sides_drawn_by_lot_are_known_before_a_board_is_taken(sit: Sit) -> None:
    """One's own is drawn, and whose is which is said (W1.7)."""
    drawn = set()
    for seed in range(4):
        seated = sit(seed=f"{seed}", sides="random")
        mine = seated.view.sides[seated.view.seat]
        drawn.add(mine)
        seen = " ".join(seated.look().split())
        assert f"{mine.capitalize()} side" in seen
        assert 1 == seen.count(" side ─")
        names = seated.stack.known.names
        rows = [
            f"{n} {side} side" for n, side in zip(names, seated.view.sides, strict=True)
        ]
        assert f"The sides were drawn at random: {', '.join(rows)}." in seen
        assert "The sides were drawn at random: " in helped(seated)
    assert {"day", "night"} == drawn


def test_where_sides_are_chosen_both_are_drawn(sit: Sit) -> None:
    """And help says when that is asked."""
    seated = sit()
    assert () == seated.view.sides
    assert 2 == seated.look().count(" side ─")
    assert "Once everybody has a board, you choose which side" in helped(seated)
    assert "at random" not in seated.look()


def test_boards_of_the_first_edition_are_called_so(sit: Sit) -> None:
    """In the list and among those that are taken; as much as there is room for."""
    seated = sit(boards=("gizah", "rhodos", "halikarnassos_1e"), thinking=True)
    assert "3 Halikarnassos (first edition) L" in seated.look()
    mixed = ("halikarnassos_1e", "olympia_1e", "rhodos_1e")
    others = (sit(boards=mixed, seed=f"{seed}") for seed in range(9))
    other = next(it for it in others if len(it.view.pool) == 2)
    (board,) = other.view.boards
    assert f"{describe.board(board)}. " in " ".join(other.look().split())


@pytest.mark.parametrize("confirm", [True, False])
def test_help_says_how_often_enter_is_pressed(sit: Sit, confirm: bool) -> None:
    """And names no key that does nothing before there are cards."""
    said = helped(sit(settings=Settings(confirm=confirm)))
    assert confirm == ("down, and Enter again makes it final." in said)
    assert confirm != ("Down; Enter makes your choice final." in said)
    assert "show the details of" not in said


def test_who_does_not_want_to_be_asked_takes_it_at_once(sit: Sit) -> None:
    """With one key, where choices aren't confirmed."""
    seated = sit(settings=Settings(confirm=False))
    board = seated.view.pool[0]
    seated.look()
    seated.stack.act("enter")
    seated.host.settle()
    assert board is seated.view.boards[seated.view.seat]
