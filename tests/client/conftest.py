"""The language that tests of players begin in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sealed_wonders.client.words import LANGUAGES, lend, use


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Begin in English, and leave no other language to the next test."""
    use(LANGUAGES[0])
    yield
    use(LANGUAGES[0])
    lend(LANGUAGES[0])
