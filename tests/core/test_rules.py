"""The code and the tests cite exactly the clauses in docs/RULES.md."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.cases import cases

ROOT = Path(__file__).parent.parent.parent

CLAUSE = re.compile(r"\b([A-Z]\d+\.\d+|[GF]\d)\b")


def stated() -> list[str]:
    """Return the clauses of RULES.md, in their order."""
    text = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*([A-Z][0-9.]+)\*\*", text, re.MULTILINE)


@functools.cache
def cited_by_tests() -> frozenset[str]:
    """Return the clauses that docstrings of tests and headings of cases cite."""
    return frozenset(_cited())


def _cited() -> Iterator[str]:
    # Clauses about proofs are tested in tests/net.
    rooms = (ROOT / "tests" / it for it in ("core", "net"))
    for path in (path for room in rooms for path in room.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from CLAUSE.findall(ast.get_docstring(node) or "")
    for path in (ROOT / "tests" / "core").rglob("cases/*.txt"):
        for case in cases(path):
            yield from CLAUSE.findall(case.name)


def test_every_clause_has_a_test() -> None:
    cited = cited_by_tests()
    assert [] == [clause for clause in stated() if clause not in cited]


def test_every_clause_tested_is_stated() -> None:
    assert set() == cited_by_tests() - set(stated())


def test_every_clause_the_code_cites_is_stated() -> None:
    """In comments and in data."""
    drawn = ROOT / "core/pictures"  # where paths contain similar numbers
    for path in [*(ROOT / "core").rglob("*.py"), *(ROOT / "core").rglob("*.toml")]:
        if path.is_relative_to(drawn):
            continue
        cited = set(CLAUSE.findall(path.read_text(encoding="utf-8")))
        assert set() == cited - set(stated()), path.name


def test_clauses_are_numbered_in_order() -> None:
    """Every clause of both games and of the expansions occurs once."""
    parts = {
        "W": (7, 4, 8, 4, 7, 1, 4, 3),
        "L": (8, 13, 3),
        "E": (10, 3),
        "A": (4, 3, 4, 4, 1, 3, 2),
    }
    for part, counts in parts.items():
        clauses = [
            f"{part}{chapter}.{n}"
            for chapter, most in enumerate(counts, start=1)
            for n in range(1, most + 1)
        ]
        assert clauses == [it for it in stated() if it.startswith(part)]
