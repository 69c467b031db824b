"""
Lessons in lines: a terminal that tells them among what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from twisted.internet.defer import Deferred

from sealed_wonders.client.terminal.line import Interpreter, Terminal
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.client.terminal.teacher import Teacher
from sealed_wonders.net.words import _, p_

WORD = "lessons"
"""What is typed to end the lessons, in every language besides its own."""


class LessonTerminal:
    """
    A terminal of lines for whoever plays for the first time.

    Attributes:
        known: what its player knows; None before there is one.
    """

    def __init__(self, terminal: Terminal, teacher: Teacher) -> None:
        self.known: TableModel | None = None
        self._terminal = terminal
        self._teacher = teacher

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        """Begin to read."""
        return self._terminal.open(_LessonInterpreter(interpreter, self))

    def show(self, line: str) -> None:
        """Show a line; before it what there is to be told, as it may be a question."""
        self._tell()
        self._terminal.show(line)

    def bell(self) -> None:
        """Ring."""
        self._terminal.bell()

    def close(self) -> Deferred[None]:
        """End, when all has been shown."""
        return self._terminal.close()

    def did(self) -> None:
        """Take note that something was typed."""
        self._teacher.did()
        self._tell()

    def turn(self) -> None:
        """End the lessons, or go on with them."""
        self._teacher.quiet = not self._teacher.quiet
        if self._teacher.quiet:
            said = _("No more lessons in this game. Type lessons to have them again.")
        else:
            said = _("You will be told more when it comes up.")
        self._terminal.show(said)

    def _tell(self) -> None:
        """Tell a lesson if it is time for one, and what follows it."""
        while self.known is not None:
            lesson = self._teacher.due(self.known)
            if lesson is None:
                return
            self._terminal.show("")
            self._terminal.show(_("Lesson: {title}").format(title=lesson.heading))
            for part in lesson.in_lines():
                self._terminal.show(f"   {part}")


class _LessonInterpreter:
    """Passes on what is typed at such a terminal, but for what ends the lessons."""

    def __init__(self, interpreter: Interpreter, taught: LessonTerminal) -> None:
        self._interpreter = interpreter
        self._taught = taught

    @property
    def prompt(self) -> str:
        return self._interpreter.prompt

    @property
    def secret(self) -> bool:
        return self._interpreter.secret

    def words(self) -> Iterable[str]:
        return (*self._interpreter.words(), p_("typed", "lessons"))

    def touched(self) -> None:
        self._interpreter.touched()

    def typed(self, line: str) -> None:
        """End the lessons, or pass on what was typed."""
        if line.strip().lower() in (WORD, p_("typed", "lessons")):
            self._taught.turn()
            return
        self._interpreter.typed(line)
        self._taught.did()

    def interrupted(self) -> None:
        self._interpreter.interrupted()

    def hung_up(self) -> None:
        self._interpreter.hung_up()
