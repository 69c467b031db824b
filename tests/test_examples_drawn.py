"""The examples of property tests, which are the same in every run."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def test_examples_do_not_depend_on_loaded_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure in a run of all tests can then be repeated by running one test alone."""
    seen: list[tuple[int, str]] = []

    @given(st.integers(), st.text())
    @settings(max_examples=100)
    def draw(number: int, said: str) -> None:
        seen.append((number, said))

    draw()
    before, seen = seen, []
    constants = list(range(10**6, 10**6 + 100))
    (tmp_path / "loaded_later.py").write_text(f"CONSTANTS = {constants}\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("loaded_later")
    draw()
    del sys.modules["loaded_later"]
    assert before == seen
