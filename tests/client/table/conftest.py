"""Settings for the tests of this folder."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def sealed_with_integers(integers: None) -> None:
    """Seal cards without elliptic curves; these tests are about the players."""
