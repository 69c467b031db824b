"""Files that hosts and clients of a test keep open until it ends."""

from __future__ import annotations

from collections.abc import Callable

OPENED: list[Callable[[], object]] = []
"""Closes the files of each; see the fixture `close_files` in `tests/conftest.py`."""
