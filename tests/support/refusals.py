"""Answers that a game refuses, and the reasons that its code can give."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sealed_wonders.core.game import IllegalMove, Refusal
from sealed_wonders.core.values import evolve

CORE = Path(__file__).parent.parent.parent / "core"


def refusal_names(game: str) -> set[Refusal]:
    """Return the names of the refusals in the rules of a game."""
    paths = [*(CORE / game).rglob("*.py"), CORE / "answers.py"]
    found: set[str] = set()
    for path in paths:
        found.update(re.findall(r"Refusal\.([A-Z_]+)\b", path.read_text("utf-8")))
    return {Refusal[name] for name in found}


def check_all(answers: Mapping[str, RefusedAnswer]) -> None:
    """
    Check that each answer is refused and changes nothing; an error names the first
    exception.
    """
    for name, wrong in answers.items():
        try:
            wrong.check()
        except (AssertionError, pytest.fail.Exception) as problem:
            raise AssertionError(f"{name}: {problem}") from problem


class RefusedAnswer(NamedTuple):
    """An answer that is refused."""

    refusal: Refusal
    state: Any
    answer: Any

    def check(self) -> None:
        """
        Check that it is refused, and that the state is unchanged and still accepts
        answers.
        """
        before, twin = repr(self.state), evolve(self.state)
        with pytest.raises(IllegalMove) as caught:
            self.state.tell(self.answer)
        assert self.refusal is caught.value.refusal, caught.value
        assert self.refusal.name in str(caught.value)
        assert len(str(caught.value)) < 500
        assert twin == self.state
        assert before == repr(self.state)
