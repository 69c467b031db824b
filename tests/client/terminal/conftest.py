"""Fixtures for tests of the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Seated


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Ann at a screen, in a lobby."""
    seated = Seated(tmp_path)
    seated.stack.base = FakeScreen(seated.stack)
    yield seated
    seated.close()
