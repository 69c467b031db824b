"""The reasons to refuse a move that the code of a game can give."""

from __future__ import annotations

import re
from pathlib import Path

from sealed_wonders.core.game import Refusal

CORE = Path(__file__).parent.parent.parent / "core"


def named(game: str) -> set[Refusal]:
    """Give the refusals that the rules of a game speak of."""
    paths = [*(CORE / game).rglob("*.py"), CORE / "answers.py"]
    found: set[str] = set()
    for path in paths:
        found.update(re.findall(r"Refusal\.([A-Z_]+)\b", path.read_text("utf-8")))
    return {Refusal[name] for name in found}
