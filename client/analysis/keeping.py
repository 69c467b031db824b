"""
Judgements that were made, kept so that whoever stopped can go on.

A file for each game that was asked about: its name is a hash of the game, of how much was
played for each choice, and of the program, as another one would judge otherwise. The last
few are kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

from sealed_wonders.client.bots.judging import Judged, Value
from sealed_wonders.client.simulation.sameness import mark
from sealed_wonders.client.storage import folders
from sealed_wonders.core.game import Seat

MOST = 20
"""Games of which judgements are kept."""


class Kept:
    """What was judged of one game; where nothing can be written, nothing is kept."""

    def __init__(self, data: bytes, games: int, *, is_over: bool) -> None:
        """
        Look for what was judged before.

        Args:
            is_over: of a game that goes on nothing is kept: what our own keys show of a
                hand isn't written down.
        """
        self._is_over = is_over
        found = hashlib.sha256()
        for part in (mark().encode(), b"%d" % games, data):
            found.update(len(part).to_bytes(8, "big") + part)
        self._path = folders.state() / "analyses" / f"{found.hexdigest()[:32]}.jsonl"
        self._found: dict[tuple[Seat, int], Judged | None] = {}
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            for line in self._path.read_text("utf-8").splitlines():
                self._take(json.loads(line))

    def _take(self, line: dict[str, Any]) -> None:
        self._found[line["seat"], line["nth"]] = _read(line["judged"])

    def __contains__(self, at: tuple[Seat, int]) -> bool:
        return at in self._found

    def __getitem__(self, at: tuple[Seat, int]) -> Judged | None:
        return self._found[at]

    def add(self, at: tuple[Seat, int], judged: Judged | None) -> None:
        """Keep one more."""
        self._found[at] = judged
        if not self._is_over:
            return
        line = {"seat": at[0], "nth": at[1], "judged": judged}
        with contextlib.suppress(OSError):
            if not self._path.exists():
                self._path.parent.mkdir(parents=True, exist_ok=True)
                _forget(self._path.parent)
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{json.dumps(line)}\n")


def _read(some: Any) -> Judged | None:
    if some is None:
        return None
    chosen, best, win, lead, error = some
    return Judged(Value(*chosen), Value(*best), win, lead, error)


def _forget(folder: Path) -> None:
    """Make room for one more."""
    files = sorted(folder.glob("*.jsonl"), key=lambda it: it.stat().st_mtime)
    for file in files[: max(0, len(files) - MOST + 1)]:
        file.unlink()
