"""Terminals of line mode, and those who type there; both record what happens."""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed

from sealed_wonders.client.lines.line import Interpreter


class FakeLineTerminal:
    """
    A terminal that records its lines.

    Attributes:
        interpreters: the interpreters for which it was opened.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.rings = 0
        self.closed = False
        self.interpreters: list[Interpreter] = []

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        self.interpreters.append(interpreter)
        return Deferred()

    def show(self, line: str) -> None:
        self.lines.append(line)

    def bell(self) -> None:
        self.rings += 1

    def close(self) -> Deferred[None]:
        self.closed = True
        return succeed(None)


class RecordingInterpreter:
    """
    A user of a terminal, who records what happens.

    Attributes:
        log: what was typed, and interruptions and hang-ups.
        touches: the number of times that activity was noticed.
    """

    prompt = "> "
    secret = False

    def __init__(self) -> None:
        self.log: list[str] = []
        self.touches = 0
        self._waiting: list[tuple[int, Deferred[None]]] = []

    def words(self) -> tuple[str, ...]:
        return ("build altar", "build tavern", "scores")

    def touched(self) -> None:
        self.touches += 1

    def typed(self, line: str) -> None:
        self._note(line)

    def interrupted(self) -> None:
        self._note("(interrupted)")

    def hung_up(self) -> None:
        self._note("(hung up)")

    def _note(self, what: str) -> None:
        self.log.append(what)
        for count, done in self._waiting:
            if count == len(self.log):
                done.callback(None)

    def after(self, count: int) -> Deferred[None]:
        """Return a `Deferred` that fires once this many things have happened."""
        done: Deferred[None] = Deferred()
        if len(self.log) >= count:
            done.callback(None)
        else:
            self._waiting.append((count, done))
        return done
