"""
Box with what each choice in a finished game was worth, as ``wonders analyse`` prints it.

The command runs in a child process, which ends when the box is closed. It stores each
result, so that it continues there the next time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sealed_wonders.client.signs.draw import Rows, row
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.stack import Stack, SubcommandRunner
from sealed_wonders.net.commandline.printing import fitted
from sealed_wonders.net.words import _

ANALYSE = "analyse"
"""The action, named like the command that it runs."""

STEP = re.compile(r"#(\d+)/(\d+)")
"""A line with how many of the choices have been judged; see ``--steps``."""

WAITS = "message"
"""Style of the progress."""


def show(stack: Stack, path: Path | None) -> bool:
    """
    Analyse a game in a box on top, and return whether that is possible.

    Args:
        path: its log or record; None if it isn't in a file.
    """
    runner = stack.subcommands
    if runner is None or path is None:
        return False
    stack.open(AnalysisBox(stack, runner, path))
    return True


class AnalysisBox(Box):
    """The progress of an analysis, and then its results."""

    widest = 110
    stays = True

    def __init__(self, stack: Stack, runner: SubcommandRunner, path: Path) -> None:
        """Begin the analysis."""
        super().__init__(stack)
        self._lines: list[str] = []
        self._count = self._all = 0
        """The choices that have been judged, and the choices in the game."""
        self._began: tuple[float, int] | None = None
        """The time and the count at the first step."""
        self._runs = True
        self._stop: Callable[[], None] = runner.read(
            (ANALYSE, str(path), "--steps"), self._told, self._ended
        )

    @property
    def title(self) -> str:
        return _("What each choice was worth")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "For each choice, you see what a bot would have chosen with the same "
                "knowledge, and how many more games that would win."
            ),
            _(
                "Analysing all the choices takes a while. If you close this box, the "
                "analysis stops; when you open it again, the analysis resumes."
            ),
        )

    @property
    def called(self) -> Mapping[str, str]:
        return {**super().called, **({"back": _("cancel")} if self._runs else {})}

    def rows(self, width: int, height: int) -> Rows:
        if self._runs and not self._lines:
            return [row(it, style=WAITS) for it in self._progress()]
        return [row(it) for line in self._lines for it in fitted(line, width)]

    def act(self, action: str) -> bool:
        if action in ("back", "enter", ANALYSE):
            self._stop()
            self.stack.close(self)
            return True
        return super().act(action)

    def _progress(self) -> Sequence[str]:
        if not self._all:
            return [_("Reading the game…")]
        said = _("Choices analysed: {n} of {all}").format(n=self._count, all=self._all)
        left = self._seconds_left()
        if left is None:
            return [said]
        time = "{}:{:02}".format(*divmod(left, 60))
        return [said, _("About {time} left").format(time=time)]

    def _seconds_left(self) -> int | None:
        """Return an estimate, from the choices judged since the first step."""
        if self._began is None or self._count == self._began[1]:
            return None
        since, before = self._began
        each = (self.stack.seconds() - since) / (self._count - before)
        return round(each * (self._all - self._count))

    def _told(self, line: str) -> None:
        step = STEP.fullmatch(line)
        if step is None:
            self._lines.append(line)
        else:
            self._count, self._all = map(int, step.groups())
            if self._began is None:
                self._began = self.stack.seconds(), self._count
        self.stack.changed()

    def _ended(self) -> None:
        self._runs = False
        self.stack.changed()
