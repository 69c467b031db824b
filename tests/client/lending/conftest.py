"""Fixtures for a lender's pages, with a guest in the first turn of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lent import LendHarness
from tests.support.scenes import PlayedScene


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> PlayedScene:
    """Return a scene that guests look at without sealing a choice."""
    scene = PlayedScene(tmp_path_factory.mktemp("scene"), "first")
    scene.human.person.is_guest = True
    return scene


@pytest.fixture
def lender(tmp_path: Path, scene: PlayedScene) -> LendHarness:
    """Return the lender of that guest's seat."""
    return LendHarness(tmp_path, person=scene.human.person)
