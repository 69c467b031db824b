"""A fake that records the commands of the program that a screen would run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path


class RecordingSubcommand:
    """Records the commands that a screen would run beside it."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def run(self, command: Sequence[str], *, pauses: bool) -> None:
        self.told.append((*command, pauses))

    def read(
        self,
        command: Sequence[str],
        told: Callable[[str], None],
        ended: Callable[[], None],
    ) -> Callable[[], None]:
        self.told.append(tuple(command))
        self.tell, self.end = told, ended
        return lambda: self.told.append(("stopped",))

    def write(self, command: Sequence[str], path: Path) -> None:
        self.told.append((*command, path))
