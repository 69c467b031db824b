"""Fixtures for tests of the terminal."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.fakescreen import FakeScreen
from tests.support.scenes import At, PlayedScene, Scene
from tests.support.stacks import Seated, Sit


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """
    Yield a function that seats Ann in a lobby, at tables that are closed after the
    test.
    """
    with contextlib.ExitStack() as opened:

        def make(
            players: int = 3, kind: type[Seated] = Seated, **others: Any
        ) -> Seated:
            folder = others.pop("folder", None) or next(folders)
            seated = kind(folder, players, **others)
            opened.callback(seated.close)
            return seated

        folders = (tmp_path / f"{number}" for number in itertools.count())
        yield make


@pytest.fixture
def seated(sit: Sit) -> Seated:
    """Return Ann at a screen, in a lobby."""
    seated = sit()
    seated.stack.base = FakeScreen(seated.stack)
    return seated


@pytest.fixture
def at(tmp_path: Path) -> Iterator[At]:
    """Yield a function that leads to a scene."""
    with contextlib.ExitStack() as opened:

        def lead(scene: str | Scene, **others: Any) -> PlayedScene:
            folder = tmp_path / f"scene {next(numbers)}"
            play = PlayedScene(folder, scene, **others)
            opened.callback(play.close)
            return play

        numbers = itertools.count()
        yield lead
