"""A terminal with editing, completion and history; output appears above the prompt."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import Completer
from prompt_toolkit.completion import Completion as Ending
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from prompt_toolkit.shortcuts import CompleteStyle
from twisted.internet.defer import Deferred

from sealed_wonders.client.lines.line import (
    Interpreter,
    completions,
    unless_cancelled,
    wrapped,
)
from sealed_wonders.client.person.typed import Discreet, TypedBefore


class PromptTerminal:
    """A terminal with a prompt, which stays below all output."""

    def __init__(
        self,
        history: Path | None = None,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        """
        Set up the terminal.

        Args:
            history: The file of earlier lines.
            input, output: Replacements for tests.
        """
        # The cursor position isn't needed, and not all terminals report it.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self._interpreter: Interpreter | None = None
        self._session: PromptSession[str] = PromptSession(
            history=Discreet(
                TypedBefore(str(history)) if history else InMemoryHistory(),
                self._is_secret,
            ),
            is_password=Condition(self._is_secret),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            input=input,
            output=output,
        )
        self._session.app.key_processor.before_key_press += lambda _: self._touched()
        self._reading: asyncio.Task[None] | None = None
        self._lines: list[str] = []
        self._writing: asyncio.Task[None] | None = None
        self._gone = False
        """Whether the terminal is gone, for example because its window was closed."""

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        self._interpreter = interpreter
        self._session.message = lambda: interpreter.prompt
        self._session.completer = _completer(interpreter.words)
        self._reading = asyncio.get_running_loop().create_task(self._read(interpreter))
        return Deferred.fromFuture(self._reading).addErrback(unless_cancelled)

    def _touched(self) -> None:
        if self._interpreter is not None:
            self._interpreter.touched()

    def _is_secret(self) -> bool:
        return self._interpreter is not None and self._interpreter.secret

    def show(self, line: str) -> None:
        """Show a line above the prompt."""
        if self._gone:
            return
        width = self._session.output.get_size().columns
        self._lines += wrapped(line, width - 1)
        self._write_soon()

    def bell(self) -> None:
        with contextlib.suppress(OSError):  # reading notices that the terminal is gone
            self._session.output.bell()

    def close(self) -> Deferred[None]:
        """Remove the prompt."""
        return Deferred.fromCoroutine(self._close())

    async def _close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            # The caller of open() receives the result.
            await Deferred.fromFuture(self._reading).addErrback(lambda _: None)
        while self._writing is not None and not self._writing.done():
            await Deferred.fromFuture(self._writing)

    async def _read(self, interpreter: Interpreter) -> None:
        while not self._gone:
            try:
                line = await self._session.prompt_async(
                    handle_sigint=False, set_exception_handler=False
                )
            except (KeyboardInterrupt, EOFError):
                interpreter.interrupted()
            except OSError:
                self._hang_up()
            else:
                interpreter.typed(line)

    def _hang_up(self) -> None:
        """Notify the interpreter, once, that the terminal is gone."""
        if not self._gone:
            self._gone = True
            if self._interpreter is not None:
                self._interpreter.hung_up()

    def _write_soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        while self._lines and not self._gone:
            try:
                await run_in_terminal(self._put)
            except OSError:
                self._hang_up()

    def _put(self) -> None:
        lines, self._lines = self._lines, []
        output = self._session.output
        output.write("".join(f"{line}\n" for line in lines))
        output.flush()


def _completer(words: Callable[[], Iterable[str]]) -> Any:
    class Words(Completer):
        def get_completions(
            self, document: Document, complete_event: object
        ) -> Iterable[Ending]:
            for word, start in completions(words(), document.text_before_cursor):
                yield Ending(word, start)

    return Words()
