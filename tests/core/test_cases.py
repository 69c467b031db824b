"""The rules of both games in short cases; `tests.support.cases` says how to write one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.cases import (
    ArchitectsCase,
    Case,
    PlayedCase,
    WondersCase,
    cases,
    check,
)

GAMES = {"wonders": WondersCase, "architects": ArchitectsCase}

CASES = [
    pytest.param(game, case, id=case.name)
    for name, game in GAMES.items()
    for path in sorted((Path(__file__).parent / name / "cases").glob("*.txt"))
    for case in cases(path)
]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_a_rule_is_kept(game: Callable[[], PlayedCase], case: Case) -> None:
    """What a heading says of its clauses is so at the tables below it."""
    check(case, game().follow)


WONDERS = "at gizah, rhodos, ephesos; hand altar", "play build altar"
ARCHITECTS = "at giza, rhodes; central clay coin ...", "play take central"


@pytest.mark.parametrize(
    ("game", "lines", "wrong"),
    [
        *(
            (WondersCase, WONDERS, wrong)
            for wrong in (
                "coins 4 3 3",
                "no build altar: ALREADY_BUILT",
                "may build mine bank=1",
                "only altar: build mine",
                "free chain",
                "at atlantis, rhodos, ephesos",
                "nonsense 1",
            )
        ),
        *(
            (ArchitectsCase, ARCHITECTS, wrong)
            for wrong in (
                "cards wood",
                "no take giza: NOT_THERE",
                "may end",
                "moves end",
                "taken rhodes",
            )
        ),
    ],
)
def test_a_case_that_is_wrong_fails_with_its_line(
    game: Callable[[], PlayedCase], lines: tuple[str, ...], wrong: str
) -> None:
    with pytest.raises(AssertionError, match=f"^a case\n    {wrong}\n"):
        check(Case("a case", (*lines, wrong)), game().follow)
