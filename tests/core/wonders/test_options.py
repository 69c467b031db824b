"""The options of a table of 7 Wonders."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.options import MEMORY, has_memory_aid


@pytest.mark.parametrize(
    ("agreed", "has"),
    [
        ({}, True),
        ({"memory": "on"}, True),
        ({"memory": "off"}, False),
        ({"memory": "OFF"}, True),
        ({"memory": 0}, True),
        ({"memory": b"off"}, True),
    ],
)
def test_only_the_word_off_disables_the_memory_aid(
    agreed: dict[str, object], has: bool
) -> None:
    """With any other value, the table can still be played at."""
    assert has is has_memory_aid(agreed)


def test_the_option_for_no_memory_aid_is_that_of_the_protocol() -> None:
    assert ("memory", "off") == (MEMORY.name, MEMORY.flag)
