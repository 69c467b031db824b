"""The rules of Architects in short cases; see `tests.support.architects_cases`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.architects_cases import PlayedCase
from tests.support.cases import Case, cases, check

FOLDER = Path(__file__).parent / "cases"

CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_rule_is_kept(case: Case) -> None:
    """What a heading says of its clauses is so at the tables below it."""
    check(case, PlayedCase().follow)


@pytest.mark.parametrize(
    "wrong",
    ["cards wood", "no take giza: NOT_THERE", "may end", "moves end", "taken rhodes"],
)
def test_a_case_that_is_wrong_fails_with_its_line(wrong: str) -> None:
    """Whatever it says."""
    lines = ("at giza, rhodes; central clay coin ...", "play take central", wrong)
    with pytest.raises(AssertionError, match=f"^a case\n    {wrong}\n"):
        check(Case("a case", lines), PlayedCase().follow)
