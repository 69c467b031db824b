"""Garbage collection, which is off while a program starts or exits."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator

import pytest

from sealed_wonders.net import garbage


@pytest.fixture
def at_the_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Yield what is registered for the exit; restore the collector afterwards."""
    before = gc.get_threshold()
    registered: list[object] = []
    monkeypatch.setattr(atexit, "register", registered.append)
    yield registered
    gc.set_threshold(*before)
    gc.enable()


def test_objects_from_the_start_of_a_program_are_never_collected(
    at_the_end: list[object],
) -> None:
    """Later ones are: a program that loads more while it runs makes garbage."""
    garbage.begin()
    assert not gc.isenabled()
    kept: list[object] = [[]] * 3
    garbage.loaded()
    assert gc.isenabled()
    assert not any(it is kept for it in gc.get_objects())
    assert at_the_end == [gc.freeze]
    later: list[object] = [[]] * 3
    garbage.loaded()
    assert any(it is later for it in gc.get_objects())
