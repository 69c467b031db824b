"""Logs of the same few games, which are read over and over."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def known(checked_once: None) -> None:
    """Check no proof of theirs twice."""
