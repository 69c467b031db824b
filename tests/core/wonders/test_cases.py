"""The rules of 7 Wonders in short cases; `tests.support.cases` says how to write one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cases import Case, PlayedCase, cases, check

FOLDER = Path(__file__).parent / "cases"

CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_rule_is_kept(case: Case) -> None:
    """What a heading says of its clauses is so at the tables below it."""
    check(case, PlayedCase().follow)


@pytest.mark.parametrize(
    "wrong",
    [
        "coins 4 3 3",
        "no build altar: ALREADY_BUILT",
        "may build mine bank=1",
        "only altar: build mine",
        "free chain",
        "at atlantis, rhodos, ephesos",
        "nonsense 1",
    ],
)
def test_a_case_that_is_wrong_fails_with_its_line(wrong: str) -> None:
    """Whatever it says."""
    lines = ("at gizah, rhodos, ephesos; hand altar", "play build altar", wrong)
    with pytest.raises(AssertionError, match=f"^a case\n    {wrong}\n"):
        check(Case("a case", lines), PlayedCase().follow)
