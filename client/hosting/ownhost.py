"""
A host of one's own: a child process that hosts one game, and never outlives it.

It is started as a command and spoken to over the network, like any other host.
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
"""Seconds for a host to begin to listen; a slow machine takes three."""

LAST_WORDS_PATIENCE = 2.0
"""Seconds for one that couldn't begin to say why."""

END_PATIENCE = 10.0
"""Seconds for it to end in order, before it is ended anyhow."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "127.0.0.1"}
"""What means all of a machine's addresses, and how it is reached from there itself."""


def as_typed(options: Mapping[str, object]) -> Sequence[str]:
    """Return options as they are typed; None is for one without a value."""
    return [str(word) for pair in options.items() for word in pair if word is not None]


def to_listen(
    *, alone: bool, at: Sequence[str] | None = None
) -> Mapping[str, str | None]:
    """
    Say where a host listens, in its options.

    Args:
        alone: only programs of this machine come to it.
        at: the addresses of this machine on whose networks hosts are looked for; None
            is all, and without any it isn't announced.
    """
    if alone:
        # It need not check: whoever plays against it does.
        return {"--listen": "127.0.0.1:0", "--relay": None}
    if at:
        return {"--listen": str(Address(at[0], 0))}
    quiet = {"--no-announce": None} if at == () else {}
    return {"--listen": str(Address("::", PORT if _is_free(PORT) else 0)), **quiet}


def _is_free(port: int) -> bool:
    """Tell whether nobody listens at a port of this machine."""
    try:
        with socket.create_server(("", port)):
            return True
    except OSError:
        return False


class HostFailed(Problem):
    """The host did not begin."""


class OwnHost:
    """
    A host as a child process, to be used in a ``with`` statement.

    Attributes:
        address: where it listens, once it has begun.
        log: the path of the game's log, once it has said so.
        invitations: the addresses for others by now, once it has begun.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        command: Sequence[str] = COMMAND,
        told: Callable[[Mapping[str, object]], None] = lambda row: None,
    ) -> None:
        """
        Start it.

        Args:
            arguments: those besides the ones that are always the same.
            told: called from another thread with all that it says.
        """
        self._told = told
        self.log: str | None = None
        self.invitations: Invitations = ()
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  closed in end()
        self._first: queue.Queue[str] = queue.Queue()
        self._on_end: Callable[[], None] = lambda: None
        self._on_move: Callable[[Invitations], None] = lambda invitations: None
        self._process = subprocess.Popen(
            [*command, "--once", "--json", "--ends-with-input", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            encoding="utf-8",
            # Ctrl-C is for us, who may be asked whether it was meant.
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
        Wait until it listens.

        Raises:
            HostFailed: it doesn't.
        """
        try:
            line = self._first.get(timeout=patience)
        except queue.Empty:
            raise HostFailed(
                Sentence(
                    "the host did not begin in {seconds} seconds",
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
            words = self.last_words() or Sentence("it said nothing")
            raise HostFailed(
                Sentence("the host did not begin: {why}", why=words)
            ) from None

    def when_ended(self, call: Callable[[], None]) -> None:
        """Call back, from another thread, when the process has ended by itself."""
        self._on_end = call
        if not self._reader.is_alive():
            call()

    def when_moved(self, call: Callable[[Invitations], None]) -> None:
        """Call back, from another thread, with the invitations whenever others hold."""
        self._on_move = call

    def last_words(self) -> str:
        """
        Give the last line it complained in; nothing if there is none.

        What it says once it has begun is JSON, with the words for people in it.
        """
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        said = [line for line in lines if line.strip()]
        return make_line(_words(said[-1].strip())) if said else ""

    def end(self) -> None:
        """End it, if it hasn't ended, and what it may have left behind."""
        self._on_end, self._on_move = lambda: None, lambda invitations: None
        if self._process.returncode is None:
            self._close_input()
            self._reader.join(END_PATIENCE)
            kill(self._process)  # with its bots, if any are left
            self._process.wait()
        self._close_input()
        self._reader.join(END_PATIENCE)
        self._complaints.close()

    def _close_input(self) -> None:
        """Tell it to end."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _read(self) -> None:
        """Read what it says, in a thread of its own."""
        if self._process.stdout is None:
            return
        with self._process.stdout as lines:
            for number, line in enumerate(lines):
                if number == 0:
                    self._first.put(line)
                self._note(line)
        self._first.put("")  # for whoever waits for a first line that never came
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
    """Return what a complaint says to people."""
    try:
        return str(json.loads(line)["text"])
    except (ValueError, TypeError, KeyError):
        return line
