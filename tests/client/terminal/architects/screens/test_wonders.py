"""The screen on which wonders are chosen."""

from __future__ import annotations

import pytest

from sealed_wonders.client.terminal.architects.screens.wonders import WonderPool
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.net.words import use
from tests.support.architects_stacks import SeatedAtArchitects
from tests.support.stacks import Sit


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_left_is_listed_with_all_about_one(sit: Sit, language: str) -> None:
    """Stages, what they rest on, and the pile; below it who has what, and who is next."""
    seated = sit(4, SeatedAtArchitects, draw="chosen")
    assert isinstance(seated, SeatedAtArchitects)
    seated.begin()
    seated.stack.base = WonderPool(seated.stack)
    use(language)
    seen, known = seated.look(), seated.stack.known
    task = seated.state.task
    assert isinstance(task, ChooseWonders)
    left = [wonder for wonder in catalog().wonders if wonder.id not in task.taken]
    for number, wonder in enumerate(left, start=1):
        assert f" {number} {describe.wonder(wonder)}" in seen
        if number > 1:
            seated.stack.act("down")
        drawn = seated.look()
        assert f"─ {describe.monument(wonder)} ─" in drawn
        for stage in wonder.stages:
            assert f" {stage.number} {stage.cost}" in drawn
            assert not stage.points or f"{stage.points}★" in drawn
        assert {"en": "Pile ◫", "fr": "Pioche ◫"}[language] in drawn
    for seat, id in enumerate(task.taken):
        assert f"{known.names[seat]} {describe.called(id)}" in seen
    for later in known.names[known.viewpoint + 1 :]:
        assert later in seen.split({"en": "Next", "fr": "Ensuite"}[language])[1]
