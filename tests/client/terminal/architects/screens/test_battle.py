"""The banner that shows a battle of Architects for a moment."""

from __future__ import annotations

from typing import cast

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screenstack import ScreenStack
from tests.support.architects import Table, city
from tests.support.architects_stacks import stack_showing
from tests.support.clock import Clock


def watched(
    table: Table, move: str = "take rhodes", *, reveal: float = 5
) -> ScreenStack:
    """Look at a table before and after a battle."""
    stack, _answers = stack_showing(table, settings=Settings(reveal=reveal))
    text(stack)
    known = stack.known
    table.choose(move)
    known.past += table.news
    known.sight = known.face.narrator.sight(known.names, 0, table.state, {})
    known.menu, known.asked = None, False
    return stack


def before() -> Table:
    """Lay out a table at which the next shield brings a battle."""
    return Table(
        city("rhodes", "mil_1horn"),
        city("giza", "mil_0horn"),
        city("babylon"),
        piles=("mil_2horn ...",),
        horns=2,
    )


def text(stack: ScreenStack) -> str:
    """Give what is seen."""
    return text_of(stack.draw(80, 24))


BOX = """
╭─ A battle, started by you ───────────────────────────────────╮
│ You    2†  +2‡ = 6★    loses ▲ 1x†♪ 1x†♪♪                    │
│ bob    1†  +1‡ = 3★                                          │
│ cleo   0†  ·                                                 │
╰──────────────────────────────────────────────────────────────╯
"""


def test_what_a_battle_brings() -> None:
    """A key takes it away, and does nothing else."""
    stack = watched(before())
    for line in BOX.strip("\n").split("\n"):
        assert line in text(stack)
    assert tuple(stack.base.actions) == ("enter",)
    stack.act("enter")
    assert "A battle" not in text(stack)
    assert "You have nothing to choose right now." not in text(stack)


def test_it_goes_by_itself() -> None:
    """Whoever wants none sees none."""
    stack = watched(before())
    clock = cast(Clock, getattr(stack.seconds, "__self__", None))
    assert "A battle" in text(stack)
    assert stack.wakes == 5
    clock.advance(4.9)
    assert "A battle" in text(stack)
    clock.advance(0.1)
    assert "A battle" not in text(stack)
    assert "A battle" not in text(watched(before(), reveal=0))


def test_a_battle_of_before_isnt_shown() -> None:
    """A table that is opened in the middle of a game begins there."""
    table = before()
    table.choose("take rhodes")
    stack, _answers = stack_showing(table, past=table.news, settings=Settings(reveal=5))
    assert "A battle" not in text(stack)


def test_who_else_began_it() -> None:
    table = Table(
        *(city("rhodes"), city("giza")),
        piles=("wood ...", "mil_1horn ..."),
        horns=2,
        seat=1,
    )
    stack = watched(table, "take giza")
    assert "A battle, started by bob" in text(stack)
    assert "bob   1†  +1‡ = 3★" in text(stack)
