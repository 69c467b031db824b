"""
Stored evaluations, so that an interrupted analysis can be continued.

There is a file for each analysed game. Its name is a hash of the game, the number of
rollouts per choice, the seats whose cards are known, and the program's mark, since
another version would evaluate differently. Only the latest few files are kept. They name
our own hidden cards, so only their owner can read them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sealed_wonders.client.bots.judging import Judged, MoveValue, Unjudged
from sealed_wonders.client.simulation.sameness import mark
from sealed_wonders.client.storage import folders
from sealed_wonders.client.table.memory import make_folder
from sealed_wonders.core.game import Seat
from sealed_wonders.net.system.files import open_private

MAX_KEPT = 20
"""Maximum number of games with stored evaluations."""


class KeptEvaluations:
    """The evaluations of one game; they aren't stored if the folder isn't writable."""

    def __init__(
        self, data: bytes, games: int, seats: Sequence[Seat], *, is_over: bool
    ) -> None:
        """
        Read the stored evaluations of a game.

        Args:
            data: the log or the record.
            games: the number of rollouts per choice.
            seats: the seats whose hidden cards are known.
            is_over: whether the game is over. Otherwise, nothing is stored: a hand that
                is only known from our own keys must not be written to disk.
        """
        self._is_over = is_over
        found = hashlib.sha256()
        for part in (mark().encode(), b"%d" % games, bytes(seats), data):
            found.update(len(part).to_bytes(8, "big") + part)
        self._path = folders.state() / "analyses" / f"{found.hexdigest()[:32]}.jsonl"
        self._found: dict[tuple[Seat, int], Judged | Unjudged] = {}
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            for line in self._path.read_text("utf-8").splitlines():
                self._take(json.loads(line))

    def _take(self, line: dict[str, Any]) -> None:
        self._found[line["seat"], line["nth"]] = _read(line["judged"])

    def __contains__(self, at: tuple[Seat, int]) -> bool:
        return at in self._found

    def __getitem__(self, at: tuple[Seat, int]) -> Judged | Unjudged:
        return self._found[at]

    def add(self, at: tuple[Seat, int], judged: Judged | Unjudged) -> None:
        self._found[at] = judged
        if not self._is_over:
            return
        kept = judged.value if isinstance(judged, Unjudged) else judged
        line = {"seat": at[0], "nth": at[1], "judged": kept}
        with contextlib.suppress(OSError):
            if not self._path.exists():
                make_folder(self._path.parent)
                _forget(self._path.parent)
            to = open_private(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            with open(to, "ab") as file:
                file.write(f"{json.dumps(line)}\n".encode())


def _read(some: Any) -> Judged | Unjudged:
    if isinstance(some, str):
        return Unjudged(some)
    chosen, best, win, lead, error = some
    return Judged(MoveValue(*chosen), MoveValue(*best), win, lead, error)


def _forget(folder: Path) -> None:
    """Delete the oldest files to make room for one more."""
    files = sorted(folder.glob("*.jsonl"), key=lambda it: it.stat().st_mtime)
    for file in files[: max(0, len(files) - MAX_KEPT + 1)]:
        file.unlink()
