"""Values from outside in sentences: as they are, and nothing that can't be seen."""

from __future__ import annotations

import pytest

from sealed_wonders.core.quoting import quoted, shown


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Zoë 🎲", "'Zoë 🎲'"),
        ("D'Artagnan", "'D'Artagnan'"),
        ("a\\b\x1b\u202e\n", "'a\\b[U+001B][U+202E][U+000A]'"),
        (b"SWLOG1\n", "7 bytes (53 57 4c 4f 47 31 0a)"),
        (bytes(99), "99 bytes (00 00 00 00 00 00 00 00…)"),
        ((1, "a", None, (True, b"")), "[1, 'a', nothing, [True, 0 bytes ()]]"),
        ({"a": 1}, "1 values"),
        (object(), "object"),
    ],
)
def test_no_value_is_shown_as_source_code(value: object, said: str) -> None:
    assert said == shown(value)


def test_long_values_are_cut() -> None:
    assert "'" + "x" * 39 + "…'" == quoted("x" * 999, 40)
    assert 80 == len(shown((1,) * 9999))
    assert 80 == len(shown(10**200))
