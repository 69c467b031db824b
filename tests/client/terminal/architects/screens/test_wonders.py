"""The screen on which wonders are chosen."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.architects.screens.table import GameTable
from sealed_wonders.client.terminal.architects.screens.wonders import WonderPool
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.words.architects import describe
from sealed_wonders.client.words.draw import measure, text_of
from sealed_wonders.client.words.symbols import ASCII
from sealed_wonders.core.architects.catalog import Wonder, catalog
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.net.words import use
from tests.support.architects_stacks import SeatedAtArchitects
from tests.support.french import english

Sit = Callable[..., SeatedAtArchitects]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Give what brings ann to a table at which wonders are chosen."""
    made: list[SeatedAtArchitects] = []

    def make(
        players: int = 4, *, thinking: bool = False, **others: Any
    ) -> SeatedAtArchitects:
        folder = tmp_path / f"{len(made)}"
        seated = SeatedAtArchitects(folder, players, draw="chosen", **others)
        made.append(seated)
        for other in seated.others if thinking else ():
            other.player.pick = None
        seated.begin()
        seated.stack.base = WonderPool(seated.stack)
        return seated

    yield make
    for seated in made:
        seated.close()


def left(seated: SeatedAtArchitects) -> list[Wonder]:
    """Give the wonders that nobody has."""
    task = seated.state.task
    assert isinstance(task, ChooseWonders)
    return [wonder for wonder in catalog().wonders if wonder.id not in task.taken]


def test_what_is_left_is_listed_with_all_about_one(sit: Sit) -> None:
    """Stages, what they rest on, and the pile; below it who has what, and who is next."""
    seated = sit()
    seen, known = seated.look(), seated.stack.known
    assert "Choose your wonder" in seen
    for number, wonder in enumerate(left(seated), start=1):
        assert f" {number} {describe.wonder(wonder)}" in seen
        if number > 1:
            seated.stack.act("down")
        drawn = seated.look()
        assert f"─ {describe.monument(wonder)} ─" in drawn
        for stage in wonder.stages:
            assert f" {stage.number} {stage.cost}" in drawn
            assert not stage.points or f"{stage.points}★" in drawn
        assert "Pile ◫" in drawn
    task = seated.state.task
    assert isinstance(task, ChooseWonders)
    for seat, id in enumerate(task.taken):
        assert f"{known.names[seat]} {describe.called(id)}" in seen
    for later in known.names[known.viewpoint + 1 :]:
        assert later in seen.split("Next")[1]


def test_a_wonder_is_laid_down_then_taken(sit: Sit) -> None:
    """What lies there is named, and nothing is sent before it is sealed."""
    seated = sit()
    wonder = left(seated)[1]
    for action in ("enter", "back", "down", "enter"):
        seated.look()
        assert seated.stack.act(action)
    assert f"▷ The wonder of {describe.wonder(wonder)}" in seated.look()
    assert seated.stack.known.asked
    assert seated.stack.act("enter")
    seated.host.settle()
    assert wonder is seated.state.cities[seated.stack.known.viewpoint].wonder


def test_the_table_comes_when_everybody_has_a_wonder(sit: Sit) -> None:
    """The screen goes on by itself."""
    seated = sit()
    root = RootScreen(seated.stack, lambda: pytest.fail("somebody left"))
    root.put()
    assert isinstance(seated.stack.base, WonderPool)
    for action in ("enter", "enter"):
        seated.stack.act(action)
    seated.host.settle()
    root.put()
    assert isinstance(seated.stack.base, GameTable)


def test_while_others_choose_one_can_look(sit: Sit) -> None:
    """It is said who does; Enter says that it isn't our turn, and sends nothing."""
    waiting = (sit(thinking=True, players=n) for n in range(2, 8))
    seated = next(it for it in waiting if it.stack.known.viewpoint != 0)
    assert f"{seated.stack.known.names[0]} chooses a wonder" in seated.look()
    for action in ("down", "enter"):
        assert seated.stack.act(action)
    assert "▸ 2 Babylon" in seated.look()
    assert "It isn't your turn to choose." in seated.look()
    assert 7 == len(left(seated))


@pytest.mark.parametrize("players", [2, 7])
def test_it_fits(sit: Sit, players: int) -> None:
    """Every wonder, in signs of any kind, in both languages."""
    sizes = (80, 24), (120, 40), (200, 60)
    for others in ({}, {"symbols": ASCII}, {"settings": Settings(confirm=False)}):
        seated = sit(players, thinking=True, **others)
        for language, size in itertools.product(("en", "fr"), sizes):
            use(language)
            for _wonder in left(seated):
                rows = seated.stack.draw(*size)
                assert size[1] == len(rows)
                assert {size[0]} == {measure(one) for one in rows}
                shown = text_of(rows)
                assert ("Pioche" if language == "fr" else "Pile") in shown
                if language == "fr":
                    assert [] == english(shown.split("\n"))
                seated.stack.act("down")
        use("en")


def test_who_does_not_want_to_be_asked_takes_it_at_once(sit: Sit) -> None:
    """With one key, where choices aren't confirmed."""
    seated = sit(settings=Settings(confirm=False))
    wonder = left(seated)[0]
    seated.look()
    seated.stack.act("enter")
    seated.host.settle()
    assert wonder is seated.state.cities[seated.stack.known.viewpoint].wonder


@pytest.mark.parametrize("confirm", [True, False])
def test_help_says_how_often_enter_is_pressed(sit: Sit, confirm: bool) -> None:
    """And names no key that does nothing before there are cards."""
    seated = sit(settings=Settings(confirm=confirm))
    seated.look()
    assert seated.stack.act("help")
    said = " ".join(seated.look(120, 40).replace("│", " ").split())
    assert confirm == ("down, and Enter again makes it final." in said)
    assert confirm != ("Down; Enter makes your choice final." in said)
    assert "show the details of" not in said
