"""
Running other commands of this program from a screen, which returns afterwards.

The connection to a host continues meanwhile, since nothing waits for them.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from prompt_toolkit.application import in_terminal
from prompt_toolkit.application.current import set_app

from sealed_wonders.client.logs.kept import where
from sealed_wonders.client.reasons import retold
from sealed_wonders.net.commandline.printing import scroll_away
from sealed_wonders.net.system.processes import program
from sealed_wonders.net.words import _, language

if TYPE_CHECKING:
    from prompt_toolkit.application import Application

    from sealed_wonders.client.terminal.screenstack import ScreenStack


class Subcommands:
    """
    Runs commands for a screen.

    Attributes:
        runs: Whether a command has the terminal.
    """

    def __init__(self, app: Application[None], stack: ScreenStack) -> None:
        self.runs = False
        self._app = app
        self._stack = stack

    def run(self, command: Sequence[str], *, pauses: bool) -> None:
        if not self.runs:
            self.runs = True
            self._begin(self._run(command, pauses=pauses))

    def write(self, command: Sequence[str], path: Path) -> None:
        self._begin(self._write(command, path))

    def read(
        self,
        command: Sequence[str],
        told: Callable[[str], None],
        ended: Callable[[], None],
    ) -> Callable[[], None]:
        child = subprocess.Popen(
            self._words(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        self._begin(_follow(child, told, ended))
        return child.kill

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        self._app.create_background_task(doing)

    async def _run(self, command: Sequence[str], *, pauses: bool) -> None:
        try:
            with set_app(self._app):
                async with in_terminal():
                    scroll_away()
                    click.echo(_begun(command[0]))
                    status = await _status(self._words(command))
                    if pauses or status not in (0, 130):
                        said = f"\n{_('Press any key to continue.')}"
                        await asyncio.to_thread(click.pause, said)
                    scroll_away()  # or later words would stand below these
        finally:
            self.runs = False
            self._stack.changed()

    async def _write(self, command: Sequence[str], path: Path) -> None:
        try:
            with path.open("wb") as file:
                status = await _status(self._words(command), file)
        except OSError as problem:
            self._stack.say(f"{where(path)}: {retold(problem)}")
            return
        if status:
            self._stack.say(
                _("Writing failed; {path} is incomplete.").format(path=path)
            )
        else:
            self._stack.say(_("{path} has been written").format(path=where(path)))

    def _words(self, command: Sequence[str]) -> Sequence[str]:
        """Return a command line with this process's language and symbols."""
        signs = ["--symbols", self._stack.symbols.name]
        own = signs if command[0] == "replay" else []
        return program("--lang", language(), *command, *own)


def _begun(command: str) -> str:
    """Return what to show until a command has something to show itself."""
    return _("Checking the game…") if command == "audit" else _("Opening the game…")


async def _follow(
    child: subprocess.Popen[str], told: Callable[[str], None], ended: Callable[[], None]
) -> None:
    """Hand over the lines of a child process until it ends; end it if we end first."""
    lines = child.stdout
    try:
        while lines is not None and (line := await asyncio.to_thread(lines.readline)):
            told(line.rstrip("\n"))
        ended()
    finally:
        child.kill()
        await asyncio.to_thread(child.wait)


async def _status(words: Sequence[str], file: Any = None) -> int:
    """Run a command; return its exit status."""
    return await asyncio.to_thread(subprocess.call, words, stdout=file)
