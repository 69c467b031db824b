"""How cards are sealed in the tests of this folder."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def sealed_with_integers(integers: None) -> None:
    """Let nobody calculate on the curve: those who play are what is tested."""
