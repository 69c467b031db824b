"""
Terminals: how lines reach a person and come from one.

`promptline` has the terminal with editing, completion and history, and is imported only
if that is possible. `PlainTerminal` is for anything else: a pipe, a file, or a terminal
that can only print.
"""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Protocol, TextIO

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import (
    IReactorFDSet,
    IReactorFromThreads,
    IReadDescriptor,
)
from twisted.python.failure import Failure
from zope.interface import implementer

from sealed_wonders.client.signs.direction import settled
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.commandline import printing
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system import console, signals
from sealed_wonders.net.words import is_shown

LINE_CAP = 4096
"""Maximum bytes of a typed line; a longer one is split."""


class Interpreter(Protocol):
    """Receives typed lines, and knows what can be typed."""

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""

    @property
    def secret(self) -> bool:
        """Whether the next line must be neither echoed nor remembered."""

    def words(self) -> Iterable[str]:
        """Return the words that can be typed now, for completion."""

    def touched(self) -> None:
        """Handle any key."""

    def typed(self, line: str) -> None:
        """Handle a line."""

    def interrupted(self) -> None:
        """Handle Ctrl-C or Ctrl-D."""

    def hung_up(self) -> None:
        """Handle the end of input."""


class Terminal(Protocol):
    """Where lines are shown and typed."""

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        """Start reading; the result fails with the error that ended it, if any."""

    def show(self, line: str) -> None:
        """Show a line; allowed before `open`."""

    def bell(self) -> None: ...

    def close(self) -> Deferred[None]:
        """Stop, once everything has been shown."""


def wrapped(line: str, width: int) -> list[str]:
    """Wrap a line between words, since a terminal would break it within a word."""
    # Text from other people must not move the cursor.
    line = line if is_shown(line) else make_line(line)
    return [settled(it) for it in printing.wrapped(line, width)]


def completions(words: Iterable[str], line: str) -> list[tuple[str, int]]:
    """
    Return the words that begin like a line, each with a start offset for
    prompt-toolkit.
    """
    begun = line.lstrip().lower()
    return [(word, -len(begun)) for word in words if word.lower().startswith(begun)]


def unless_cancelled(failure: Failure) -> None:
    """Swallow an intended cancellation; re-raise any other failure."""
    if not isinstance(failure.value, asyncio.CancelledError):
        failure.raiseException()


class ILineReactor(IReactorFDSet, IReactorFromThreads):
    """The reactor interfaces needed to read typed lines."""


@implementer(IReadDescriptor)
class PlainTerminal:
    """Plain input and output of lines."""

    def __init__(
        self, reactor: ILineReactor, source: int | None, target: TextIO
    ) -> None:
        """
        Create a terminal on a pair of files.

        Args:
            source: The descriptor to read from; None if there is no input.
        """
        self._reactor = reactor
        self._source = source
        self._target = target
        self._interpreter: Interpreter | None = None
        self._begun = b""
        self._gone = False
        self._echoes = True

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        self._interpreter = interpreter
        if self._source is None:
            interpreter.hung_up()
        elif console.CAN_BE_WATCHED:
            self._reactor.addReader(self)
        else:
            console.read_on_thread(
                LINE_CAP, self._received, self._reactor.callFromThread
            )
        return Deferred()

    def show(self, line: str) -> None:
        lines = [line]
        if self._target.isatty():
            lines = wrapped(line, shutil.get_terminal_size().columns - 1)
        self._print("".join(f"{one}\n" for one in lines))
        self._echo_if_wanted()

    def bell(self) -> None:
        """Ring, if the target is a terminal."""
        if self._target.isatty():
            self._print("\a")

    def close(self) -> Deferred[None]:
        self._interpreter = None
        self._echo_if_wanted()
        if console.CAN_BE_WATCHED:
            self._reactor.removeReader(self)
        return succeed(None)

    def _print(self, text: str) -> None:
        if self._gone:
            return
        try:
            self._target.write(text)
            self._target.flush()
        except OSError:
            # Nobody reads the output any more.
            self._gone = True
            if self._interpreter is not None:
                self._interpreter.hung_up()

    # IReadDescriptor, called by the reactor.

    def fileno(self) -> int:
        return -1 if self._source is None else self._source

    def logPrefix(self) -> str:
        return "typed lines"

    def connectionLost(self, reason: Failure) -> None:
        """Do nothing: the reactor is stopping."""

    def doRead(self) -> None:
        try:
            data = os.read(self.fileno(), LINE_CAP)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._reactor.removeReader(self)
        self._received(data)

    def _received(self, data: bytes) -> None:
        """Handle input; empty *data* is its end."""
        if not data:
            if self._begun:
                self._take(self._begun)
            if self._interpreter is not None:
                self._interpreter.hung_up()
            return
        if self._interpreter is not None:
            self._interpreter.touched()
        *lines, self._begun = (self._begun + data).split(b"\n")
        if len(self._begun) >= LINE_CAP:
            lines.append(self._begun)
            self._begun = b""
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        if self._interpreter is not None:
            self._interpreter.typed(line.rstrip(b"\r").decode("utf-8", "replace"))
            self._echo_if_wanted()

    def _echo_if_wanted(self) -> None:
        """Let the terminal echo input, unless it is secret."""
        wanted = self._interpreter is None or not self._interpreter.secret
        if wanted == self._echoes or not os.isatty(self.fileno()):
            return
        self._echoes = wanted
        console.echo(self.fileno(), shows=wanted)


def terminal(reactor: ILineReactor, history: Callable[[], Path | None]) -> Terminal:
    """
    Return the terminal of this process.

    Args:
        history: Returns the file of earlier lines, or None.

    Raises:
        DamagedFile: Nothing can be shown.
    """
    plain, source = plain_terminal(reactor), sys.stdin
    if (
        console.has_cursor(os.environ)
        and source
        and source.isatty()
        and sys.stdout.isatty()
    ):
        from sealed_wonders.client.lines.promptline import PromptTerminal

        return PromptTerminal(history())
    return plain


def plain_terminal(reactor: ILineReactor) -> PlainTerminal:
    """
    Return the terminal of this process, without editing.

    Raises:
        DamagedFile: Nothing can be shown.
    """
    source, target = sys.stdin, sys.stdout
    if target is None:
        raise DamagedFile(Sentence("standard output"), Sentence("it is closed"))
    if isinstance(target, io.TextIOWrapper):
        target.reconfigure(errors="replace")  # the encoding may lack some letters
    return PlainTerminal(reactor, source.fileno() if source else None, target)


def on_signals(interpreter: Interpreter) -> Callable[[], None]:
    """
    Handle signals like the corresponding keys; return a function that stops this.

    So the program also leaves properly when its terminal is closed or the process is
    terminated.
    """
    # Called in the loop's next turn, rather than in the middle of other code.
    soon = asyncio.get_running_loop().call_soon_threadsafe
    calls = {number: partial(soon, interpreter.hung_up) for number in signals.ENDING}
    calls[signals.INTERRUPT] = partial(soon, interpreter.interrupted)
    return signals.take(calls)


def read_line() -> str | None:
    """
    Read one line from standard input, and no byte more: the rest is for the table.
    """
    letters = bytearray()
    while len(letters) < LINE_CAP:
        letter = console.read(1)
        if not letter and not letters:
            return None
        if letter in (b"", b"\n"):
            break
        letters += letter
    return letters.rstrip(b"\r").decode("utf-8", "replace")
