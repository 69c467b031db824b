"""Quoted values in sentences: recognizable, and without invisible characters."""

from __future__ import annotations

import ast

import pytest

from sealed_wonders.core.quoting import quoted, shown
from tests.support.sources import SOURCES, nodes_of


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
    assert said == str(shown(value))


def test_long_values_are_cut() -> None:
    assert "'" + "x" * 39 + "…'" == quoted("x" * 999, 40)
    assert 80 == len(str(shown((1,) * 9999)))
    assert 80 == len(str(shown(10**200)))


BLAMES = ("RemoteProtocolError", "BadEncoding", "Wrong", "BadEntry", "ValueError")
"""Errors about values from outside, whose messages people read."""


def test_nothing_from_outside_is_shown_as_source_code() -> None:
    """Neither bytes nor text: an escape sequence would hide the wrong character."""
    made = [
        (path, call)
        for path in SOURCES
        if path.startswith(("net/", "core/records/"))
        for node in nodes_of(path, ast.Raise, ast.Return)
        for call in [node.exc if isinstance(node, ast.Raise) else vars(node)["value"]]
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in BLAMES
    ]
    assert len(made) > 100
    assert [] == [
        f"{path}:{part.lineno}"
        for path, call in made
        for part in ast.walk(call)
        if isinstance(part, ast.FormattedValue)
        and part.conversion in (ord("r"), ord("a"))
    ]
