"""
Lessons in lines: a terminal that tells them among what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twisted.internet.defer import Deferred

from sealed_wonders.client.terminal.known import Known
from sealed_wonders.client.terminal.lessons import Teacher
from sealed_wonders.client.terminal.line import Terminal, Typist
from sealed_wonders.client.words import _, p_

WORD = "lessons"
"""What is typed to end the lessons, in every language besides its own."""


class Taught:
    """A terminal of lines for whoever plays for the first time."""

    def __init__(
        self, terminal: Terminal, teacher: Teacher, known: Callable[[], Known | None]
    ) -> None:
        """
        Take a terminal.

        Args:
            known: gives what its player knows; None before there is one.
        """
        self._terminal = terminal
        self._teacher = teacher
        self._known = known

    def open(self, typist: Typist) -> Deferred[None]:
        """Begin to read."""
        return self._terminal.open(_Pupil(typist, self))

    def show(self, line: str) -> None:
        """Show a line."""
        self._terminal.show(line)

    def bell(self) -> None:
        """Ring."""
        self._terminal.bell()

    def close(self) -> Deferred[None]:
        """End, when all has been shown."""
        return self._terminal.close()

    def look(self) -> None:
        """Tell a lesson if it is time for one."""
        known = self._known()
        lesson = None if known is None else self._teacher.due(known)
        if lesson is None:
            return
        self.show("")
        self.show(_("Lesson: {title}").format(title=lesson.heading))
        for part in lesson.in_lines():
            self.show(f"   {part}")

    def did(self) -> None:
        """Take note that something was typed."""
        self._teacher.did()
        self.look()

    def turn(self) -> None:
        """End the lessons, or go on with them."""
        self._teacher.quiet = not self._teacher.quiet
        if self._teacher.quiet:
            self.show(
                _("No more lessons in this game. Type lessons to have them again.")
            )
        else:
            self.show(_("You will be told more when it comes up."))


class _Pupil:
    """Whoever types at such a terminal."""

    def __init__(self, typist: Typist, taught: Taught) -> None:
        self._typist = typist
        self._taught = taught

    @property
    def prompt(self) -> str:
        return self._typist.prompt

    def words(self) -> Iterable[str]:
        return (*self._typist.words(), p_("typed", "lessons"))

    def typed(self, line: str) -> None:
        """End the lessons, or pass on what was typed."""
        if line.strip().lower() in (WORD, p_("typed", "lessons")):
            self._taught.turn()
            return
        self._typist.typed(line)
        self._taught.did()

    def interrupted(self) -> None:
        self._typist.interrupted()

    def hung_up(self) -> None:
        self._typist.hung_up()
