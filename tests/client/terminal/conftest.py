"""Those whom most tests of a terminal begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fakescreen import FakeScreen
from tests.support.human import Begin, tables
from tests.support.stacks import Seated


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    with tables(tmp_path) as begin:
        yield begin


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Seated]:
    """Ann at a screen, asked for a card in the middle of age I."""
    seated = Seated(tmp_path)
    seated.stack.base = FakeScreen(seated.stack)
    seated.go_on_to(1, 4)
    yield seated
    seated.close()
