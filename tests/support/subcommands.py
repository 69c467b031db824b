"""A stand-in for what runs other commands of the program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class RecordingSubcommand:
    """Takes note of the commands that are to be run meanwhile."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def run(self, command: Sequence[str], *, pauses: bool) -> None:
        self.told.append((*command, pauses))

    def write(self, command: Sequence[str], path: Path) -> None:
        self.told.append((*command, path))
