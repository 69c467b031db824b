"""Fixtures for tests of the terminal."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from tests.support.fakescreen import FakeScreen
from tests.support.scenes import At, PlayedScene, Scene
from tests.support.stacks import Seated, Sit


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Return a function that seats Ann in a lobby."""

    def make(players: int = 3, kind: type[Seated] = Seated, **others: Any) -> Seated:
        folder = others.pop("folder", None) or tmp_path / f"{next(numbers)}"
        return kind(folder, players, **others)

    numbers = itertools.count()
    return make


@pytest.fixture
def seated(sit: Sit) -> Seated:
    """Return Ann at a screen, in a lobby."""
    seated = sit()
    seated.stack.base = FakeScreen(seated.stack)
    return seated


@pytest.fixture
def at(tmp_path: Path) -> At:
    """Return a function that leads to a scene."""

    def lead(scene: str | Scene, **others: Any) -> PlayedScene:
        return PlayedScene(tmp_path / f"scene {next(numbers)}", scene, **others)

    numbers = itertools.count()
    return lead
