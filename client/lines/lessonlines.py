"""Lessons in line mode: a terminal that shows them between other lines."""

from __future__ import annotations

from collections.abc import Iterable

from twisted.internet.defer import Deferred

from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.lines.line import Interpreter, Terminal
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.words import _, p_

WORD = "lessons"
"""The word that ends the lessons; each language has its own besides."""


class LessonTerminal:
    """
    A line terminal for somebody's first game.

    Attributes:
        known: The player's table model; None before there is one.
    """

    def __init__(self, terminal: Terminal, teacher: Teacher) -> None:
        self.known: TableModel | None = None
        self._terminal = terminal
        self._teacher = teacher

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        return self._terminal.open(_LessonInterpreter(interpreter, self))

    def show(self, line: str) -> None:
        """Show a line, after any lesson that is due: the line may be a question."""
        self._tell()
        self._terminal.show(line)

    def bell(self) -> None:
        self._terminal.bell()

    def close(self) -> Deferred[None]:
        return self._terminal.close()

    def did(self) -> None:
        """Note that something was typed."""
        self._teacher.did()
        self._tell()

    def turn(self) -> None:
        """End the lessons, or resume them."""
        self._teacher.quiet = not self._teacher.quiet
        if self._teacher.quiet:
            said = _(
                "No more lessons in this game. To turn them back on, type lessons."
            )
        else:
            said = _("Everything else will be explained when it comes up.")
        self._terminal.show(said)

    def _tell(self) -> None:
        """Show all lessons that are due."""
        while self.known is not None:
            lesson = self._teacher.due(self.known)
            if lesson is None:
                return
            self._terminal.show("")
            self._terminal.show(_("Lesson: {title}").format(title=lesson.heading))
            for part in lesson.in_lines():
                self._terminal.show(f"   {part}")


class _LessonInterpreter:
    """Passes typed lines on, except the one that ends the lessons."""

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
        if line.strip().lower() in (WORD, p_("typed", "lessons")):
            self._taught.turn()
            return
        self._interpreter.typed(line)
        self._taught.did()

    def interrupted(self) -> None:
        self._interpreter.interrupted()

    def hung_up(self) -> None:
        self._interpreter.hung_up()
