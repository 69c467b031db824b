"""A lender's pages, with a guest in the first turn of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.lent import LendHarness
from tests.support.scenes import PlayedScene


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[PlayedScene]:
    """Give a scene in which no guest has done anything yet."""
    scene = PlayedScene(tmp_path / "scene", "first")
    scene.human.person.is_guest = True
    yield scene
    scene.close()


@pytest.fixture
def lender(tmp_path: Path, scene: PlayedScene) -> LendHarness:
    """Give the lender of that guest's seat."""
    return LendHarness(tmp_path, person=scene.human.person)
