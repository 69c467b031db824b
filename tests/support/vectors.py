"""Known answers, made by scripts that share no code with the project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "vectors"


def vectors(name: str) -> Any:
    """Read *name*.json."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
