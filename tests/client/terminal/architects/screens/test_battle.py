"""The banner that shows a battle of Architects for a moment."""

from __future__ import annotations

from typing import cast

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.words.draw import text_of
from tests.support.architects import Table, city
from tests.support.architects_stacks import stack_showing
from tests.support.clock import Clock


def before() -> Table:
    """Lay out a table at which the next shield brings a battle."""
    return Table(
        city("rhodes", "mil_1horn"),
        city("giza", "mil_0horn"),
        city("babylon"),
        piles=("mil_2horn ...",),
        horns=2,
    )


def fight(stack: ScreenStack, table: Table) -> None:
    """Let a battle happen at a table that somebody looks at."""
    known = stack.known
    table.choose("take rhodes")
    known.past += table.news
    known.sight = known.face.narrator.sight(known.names, 0, table.state, {})
    known.menu, known.asked = None, False


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
    table = before()
    stack, _answers = stack_showing(table, settings=Settings(reveal=5))
    text(stack)
    fight(stack, table)
    for line in BOX.strip("\n").split("\n"):
        assert line in text(stack)


def test_it_goes_by_itself() -> None:
    table = before()
    stack, _answers = stack_showing(table, settings=Settings(reveal=5))
    clock = cast(Clock, getattr(stack.seconds, "__self__", None))
    text(stack)
    fight(stack, table)
    assert "A battle" in text(stack)
    assert stack.wakes == 5
    clock.advance(4.9)
    assert "A battle" in text(stack)
    clock.advance(0.1)
    assert "A battle" not in text(stack)


def test_a_key_takes_it_away_and_does_nothing_else() -> None:
    table = before()
    stack, _answers = stack_showing(table, settings=Settings(reveal=5))
    text(stack)
    fight(stack, table)
    assert "A battle" in text(stack)
    assert tuple(stack.base.actions) == ("enter",)
    stack.act("enter")
    assert "A battle" not in text(stack)
    assert "You have nothing to choose right now." not in text(stack)


def test_whoever_wants_none_sees_none() -> None:
    table = before()
    stack, _answers = stack_showing(table, settings=Settings(reveal=0))
    text(stack)
    fight(stack, table)
    assert "A battle" not in text(stack)


def test_a_battle_of_before_isnt_shown() -> None:
    """A table that is opened in the middle of a game begins there."""
    table = before()
    table.choose("take rhodes")
    stack, _answers = stack_showing(table, past=table.news, settings=Settings(reveal=5))
    assert "A battle" not in text(stack)


def test_who_else_began_it() -> None:
    table = Table(
        city("rhodes"),
        city("giza"),
        piles=("wood ...", "mil_1horn ..."),
        horns=2,
        seat=1,
    )
    stack, _answers = stack_showing(table, settings=Settings(reveal=5))
    text(stack)
    table.choose("take giza")
    known = stack.known
    known.past += table.news
    known.sight = known.face.narrator.sight(known.names, 0, table.state, {})
    assert "A battle, started by bob" in text(stack)
    assert "bob   1†  +1‡ = 3★" in text(stack)
