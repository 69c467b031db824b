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
def test_a_table_may_do_without_a_memory_aid(
    agreed: dict[str, object], has: bool
) -> None:
    """By one word; whatever else the option says, the table can be played at."""
    assert has is has_memory_aid(agreed)


def test_the_memory_aid_is_left_out_in_the_word_of_the_protocol() -> None:
    assert ("memory", "off") == (MEMORY.name, MEMORY.flag)
