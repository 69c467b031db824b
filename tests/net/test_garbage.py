"""Garbage collection: not while a program starts or exits."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator

import pytest

from sealed_wonders.net import garbage


@pytest.fixture
def at_the_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Give what would be done at the end; leave the collector as it was."""
    before = gc.get_threshold()
    registered: list[object] = []
    monkeypatch.setattr(atexit, "register", registered.append)
    yield registered
    gc.set_threshold(*before)
    gc.enable()


def test_what_was_loaded_is_never_looked_through(at_the_end: list[object]) -> None:
    """What comes later is: a program that loads something else as it runs has garbage."""
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
