"""The rules of both games, in short cases; see `tests.support.cases`."""

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

FILES = [
    pytest.param(game, path, id=f"{name}/{path.stem}")
    for name, game in GAMES.items()
    for path in sorted((Path(__file__).parent / name / "cases").glob("*.txt"))
]


@pytest.mark.parametrize(("game", "path"), FILES)
def test_cases_follow_the_rules(game: Callable[[], PlayedCase], path: Path) -> None:
    """The tables below a heading show what the heading says about its clauses."""
    wrong = []
    for case in cases(path):
        try:
            check(case, game().follow)
        except AssertionError as problem:
            wrong.append(str(problem))
    assert not wrong, "\n\n".join(wrong)


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
