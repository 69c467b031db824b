"""
The player's own host: a child process that hosts one game and never outlives us.

It is started as a command, and the client talks to it over the network like to any
other host. This module relies on the options that it passes, such as ``--once``, and on
rows of JSON: ``listening`` in the first, ``log`` and the event ``moved`` later, and
``text`` in errors (`host/news.py`). tests/client/test_join_play.py starts real
processes.
"""

from __future__ import annotations

import contextlib
import json
import queue
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from sealed_wonders.client.reasons import Problem
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import PORT, Address
from sealed_wonders.net.invitations import Invitations, read
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system.processes import apart, kill, program

COMMAND = program("host")

START_PATIENCE = 30.0
"""Seconds for a host to start listening; a slow machine needs three."""

LAST_WORDS_PATIENCE = 2.0
"""Seconds for a host that couldn't start to print its error."""

END_PATIENCE = 10.0
"""Seconds for the host to shut down before it is killed."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "127.0.0.1"}
"""
Wildcard addresses, each with the loopback address that reaches it from this machine.
"""


def as_typed(options: Mapping[str, object]) -> Sequence[str]:
    """Return options as command-line arguments; a value of None stands for a flag."""
    return [str(word) for pair in options.items() for word in pair if word is not None]


def to_listen(
    *, alone: bool, at: Sequence[str] | None = None
) -> Mapping[str, str | None]:
    """
    Return the options that determine where a host listens.

    Args:
        alone: accept only programs on this machine.
        at: this machine's addresses on whose networks hosts are discovered; None for
            all. If empty, the host isn't announced.
    """
    if alone:
        # The host needn't check proofs, because the player's own program does.
        return {"--listen": "127.0.0.1:0", "--relay": None}
    if at:
        return {"--listen": str(Address(at[0], 0))}
    quiet = {"--no-announce": None} if at == () else {}
    return {"--listen": str(Address("::", PORT if _is_free(PORT) else 0)), **quiet}


def _is_free(port: int) -> bool:
    """Return whether nothing listens on a port of this machine."""
    try:
        with socket.create_server(("", port)):
            return True
    except OSError:
        return False


class HostFailed(Problem):
    """The host did not start."""


class OwnHost:
    """
    A host as a child process; use it in a ``with`` statement.

    Attributes:
        log: the path of the game's log, once the host has reported it.
        invitations: the current addresses for other machines, once the host has
            started.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        command: Sequence[str] = COMMAND,
        told: Callable[[Mapping[str, object]], None] = lambda row: None,
    ) -> None:
        """
        Launch the host process.

        Args:
            arguments: options in addition to those that every such host gets.
            command: the command that starts a host.
            told: called with every JSON row that the host prints, from another thread.
        """
        self._told = told
        self.log: str | None = None
        self.invitations: Invitations = ()
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 closed in end()
        self._first: queue.Queue[str] = queue.Queue()
        self._on_end: Callable[[], None] = lambda: None
        self._on_move: Callable[[Invitations], None] = lambda invitations: None
        self._process = subprocess.Popen(
            [*command, "--once", "--json", "--ends-with-input", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            encoding="utf-8",
            # Ctrl-C is for us: the player may have to confirm it first.
            **apart(),
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    def begun(self, patience: float = START_PATIENCE) -> Address:
        """
        Wait until the host listens, and return its address on this machine.

        Raises:
            HostFailed: the host didn't start, or didn't listen in time.
        """
        try:
            line = self._first.get(timeout=patience)
        except queue.Empty:
            raise HostFailed(
                Sentence(
                    "the host didn't start within {seconds} seconds",
                    seconds=f"{patience:g}",
                )
            ) from None
        try:
            row = json.loads(line)
            listening = Address.parse(str(row["listening"]))
            self.invitations = read(row)
            here = EVERYWHERE.get(listening.host, listening.host)
            return replace(listening, host=here)
        except (ValueError, TypeError, KeyError):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_WORDS_PATIENCE)
            words = self.last_words() or Sentence("no reason was given")
            raise HostFailed(
                Sentence("the host didn't start: {why}", why=words)
            ) from None

    def when_ended(self, call: Callable[[], None]) -> None:
        """
        Set a function to call, from another thread, if the process ends by itself.
        """
        self._on_end = call
        if not self._reader.is_alive():
            call()

    def when_moved(self, call: Callable[[Invitations], None]) -> None:
        """Set a function to call from another thread with changed invitations."""
        self._on_move = call

    def last_words(self) -> str:
        """
        Return the last line of the host's error output, or an empty string.

        Once the host has started, its errors are JSON; the message for people is
        extracted.
        """
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        said = [line for line in lines if line.strip()]
        return make_line(_words(said[-1].strip())) if said else ""

    def end(self) -> None:
        """
        Stop the process if it is running, and kill any bots it may have left behind.
        """
        self._on_end, self._on_move = lambda: None, lambda invitations: None
        if self._process.returncode is None:
            self._close_input()
            self._reader.join(END_PATIENCE)
            kill(self._process)  # together with any bots that are left
            self._process.wait()
        self._close_input()
        self._reader.join(END_PATIENCE)
        self._complaints.close()

    def _close_input(self) -> None:
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _read(self) -> None:
        """Read the host's output, on a thread of its own."""
        if self._process.stdout is None:
            return
        with self._process.stdout as lines:
            for number, line in enumerate(lines):
                if number == 0:
                    self._first.put(line)
                self._note(line)
        self._first.put("")  # for a caller of begun() whose first line never came
        self._on_end()

    def _note(self, line: str) -> None:
        try:
            row = json.loads(line)
        except ValueError:
            return
        if not isinstance(row, dict):
            return
        if isinstance(row.get("log"), str):
            self.log = row["log"]
        if row.get("event") == "moved":
            self.invitations = read(row)
            self._on_move(self.invitations)
        self._told(row)


def _words(line: str) -> str:
    """Return the message for people from an error line, which may be JSON."""
    try:
        return str(json.loads(line)["text"])
    except (ValueError, TypeError, KeyError):
        return line
