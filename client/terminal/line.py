"""
The two ways in which lines reach a person and come from one.

A terminal with editing, completion and history is in `promptline`, which isn't needed
before it is known that there is one. `PlainTerminal` is anything else: a pipe, a file, a
terminal that can do nothing but print.
"""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import sys
import textwrap
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

from sealed_wonders.client.storage.home import Damaged
from sealed_wonders.client.terminal.direction import settled
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system import console, signals
from sealed_wonders.net.words import is_shown

LINE_CAP = 4096
"""Bytes of a typed line; a longer one comes in pieces."""

HANGING = 3
"""Columns by which a line goes on further to the right."""


class Interpreter(Protocol):
    """Takes the lines that are typed, and says what could be."""

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""

    @property
    def secret(self) -> bool:
        """Whether it is something that isn't to be shown, nor to be remembered."""

    def words(self) -> Iterable[str]:
        """Return what can be typed now, for completion."""

    def touched(self) -> None:
        """A key was pressed."""

    def typed(self, line: str) -> None:
        """A line was typed."""

    def interrupted(self) -> None:
        """Ctrl-C or Ctrl-D was pressed."""

    def hung_up(self) -> None:
        """Nothing more will be typed."""


class Terminal(Protocol):
    """Where lines are shown and typed."""

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        """Begin to read; fails with what went wrong, if anything does."""

    def show(self, line: str) -> None:
        """Show a line; before `open`, too."""

    def bell(self) -> None:
        """Ring."""

    def close(self) -> Deferred[None]:
        """End, when all has been shown."""


def wrapped(line: str, width: int) -> list[str]:
    """Break a line between words, so that a terminal doesn't break it within one."""
    # What others chose to say must not move the cursor.
    line = line if is_shown(line) else make_line(line)
    indent = line[: len(line) - len(line.lstrip())]
    lines = textwrap.wrap(
        line,
        max(width, 20),
        subsequent_indent=indent + " " * HANGING,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [settled(it) for it in lines] or [""]


def completions(words: Iterable[str], line: str) -> list[tuple[str, int]]:
    """Complete a line by the words that go on as it does."""
    begun = line.lstrip().lower()
    return [(word, -len(begun)) for word in words if word.lower().startswith(begun)]


def unless_cancelled(failure: Failure) -> None:
    """Take a failure that is only an end that was asked for."""
    if not isinstance(failure.value, asyncio.CancelledError):
        failure.raiseException()


class IReactor(IReactorFDSet, IReactorFromThreads):
    """What it takes to read what is typed."""


@implementer(IReadDescriptor)
class PlainTerminal:
    """Lines in and lines out, with nothing between them."""

    def __init__(self, reactor: IReactor, source: int | None, target: TextIO) -> None:
        """
        Take a pair of files.

        Args:
            source: the descriptor lines come from; None if there is none.
        """
        self._reactor = reactor
        self._source = source
        self._target = target
        self._interpreter: Interpreter | None = None
        self._begun = b""
        self._gone = False
        self._echoes = True

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        """Begin to read."""
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
        """Print a line."""
        lines = [line]
        if self._target.isatty():
            lines = wrapped(line, shutil.get_terminal_size().columns - 1)
        self._print("".join(f"{one}\n" for one in lines))
        self._echo_if_wanted()

    def bell(self) -> None:
        """Ring, where there is anything to ring."""
        if self._target.isatty():
            self._print("\a")

    def close(self) -> Deferred[None]:
        """Stop reading."""
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
            # Nobody listens any more.
            self._gone = True
            if self._interpreter is not None:
                self._interpreter.hung_up()

    # What the reactor calls.

    def fileno(self) -> int:
        """Give the descriptor to be watched."""
        return -1 if self._source is None else self._source

    def logPrefix(self) -> str:
        return "typed lines"

    def connectionLost(self, reason: Failure) -> None:
        """The reactor stops."""

    def doRead(self) -> None:
        """Read what is there."""
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
        """Take what was read; nothing, if that was all."""
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
        """Have the terminal show what is typed, unless that is a secret."""
        wanted = self._interpreter is None or not self._interpreter.secret
        if wanted == self._echoes or not os.isatty(self.fileno()):
            return
        self._echoes = wanted
        console.echo(self.fileno(), shows=wanted)


def terminal(reactor: IReactor, history: Callable[[], Path | None]) -> Terminal:
    """
    Give the terminal this process has.

    Args:
        history: finds the file of lines typed before, if there is to be one.

    Raises:
        Damaged: nothing can be shown.
    """
    plain, source = plain_terminal(reactor), sys.stdin
    if (
        console.has_cursor(os.environ)
        and source
        and source.isatty()
        and sys.stdout.isatty()
    ):
        from sealed_wonders.client.terminal.promptline import PromptTerminal

        return PromptTerminal(history())
    return plain


def plain_terminal(reactor: IReactor) -> PlainTerminal:
    """
    Give the terminal this process has, without editing.

    Raises:
        Damaged: nothing can be shown.
    """
    source, target = sys.stdin, sys.stdout
    if target is None:
        raise Damaged(Sentence("standard output"), Sentence("it is closed"))
    if isinstance(target, io.TextIOWrapper):
        target.reconfigure(errors="replace")  # not every terminal has every letter
    return PlainTerminal(reactor, source.fileno() if source else None, target)


def on_signals(interpreter: Interpreter) -> Callable[[], None]:
    """
    Let signals do what keys do; gives what ends that.

    A terminal that is closed, or a process that is told to end, leaves politely too.
    """
    # Not in the middle of what is being done: it is called with the loop's next turn.
    soon = asyncio.get_running_loop().call_soon_threadsafe
    calls = {number: partial(soon, interpreter.hung_up) for number in signals.ENDING}
    calls[signals.INTERRUPT] = partial(soon, interpreter.interrupted)
    return signals.take(calls)


def read_line() -> str | None:
    """Read a line, and nothing beyond: the rest is for the table."""
    letters = bytearray()
    while len(letters) < LINE_CAP:
        letter = console.read(1)
        if not letter and not letters:
            return None
        if letter in (b"", b"\n"):
            break
        letters += letter
    return letters.rstrip(b"\r").decode("utf-8", "replace")
