"""Quoted values in sentences: recognizable, and without invisible characters."""

from __future__ import annotations

import ast
from pathlib import Path

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
    assert said == str(shown(value))


def test_long_values_are_cut() -> None:
    assert "'" + "x" * 39 + "…'" == quoted("x" * 999, 40)
    assert 80 == len(str(shown((1,) * 9999)))
    assert 80 == len(str(shown(10**200)))


BLAMES = ("RemoteProtocolError", "BadEncoding", "Wrong", "BadEntry", "ValueError")
"""What is raised because of values from outside, where people meet it in a message."""

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "path",
    sorted(
        path.relative_to(ROOT).as_posix()
        for folder in ("net", "core/records")
        for path in (ROOT / folder).rglob("*.py")
    ),
)
def test_nothing_from_outside_is_shown_as_source_code(path: str) -> None:
    """Neither bytes nor text: letters would be escaped beside the one that is wrong."""
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Raise | ast.Return) and isinstance(
            made := getattr(node, "exc", None) or getattr(node, "value", None), ast.Call
        ):
            if getattr(made.func, "id", "") not in BLAMES:
                continue
            for part in ast.walk(made):
                shown = isinstance(part, ast.FormattedValue) and part.conversion
                assert shown not in (ord("r"), ord("a")), f"{path}:{node.lineno}"
