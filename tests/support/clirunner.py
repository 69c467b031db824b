"""Commands of ``wonders``, run in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.__main__ import run


class CliRunner:
    """Run commands, and capture their output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str | Path, status: int = 0) -> str:
        """Run ``wonders`` with these words; return all its output."""
        assert status == run([str(word) for word in words])
        said = self._capsys.readouterr()
        assert (status == 2) == bool(said.err) or status == 1
        return said.out + said.err


def parse_lines(said: str) -> list[dict[str, Any]]:
    """Parse the lines of a record, or of a command's output in JSON."""
    return [json.loads(line) for line in said.splitlines()]
