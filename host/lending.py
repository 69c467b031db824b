"""
The process that lends seats at this host's tables to phones.

It is a client like any other, with a folder of its own, and the host holds none of its
secrets. It reports on its stderr who asks for a seat, and gives on its stdout its
answers to the operator, which may contain codes; these stay in memory. Among them are
the addresses for phones, again whenever their code changes, which the page for the room
shows (`urls`).
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.host.bots import QUIET, IBotReactor
from sealed_wonders.host.childprocess import ChildProcess, passing_text
from sealed_wonders.net.system.processes import program

URL = re.compile(r"http://[0-9.]+:[0-9]+/#[!-~]+")
"""An address for phones, with the current code, as the process prints it on a line."""

FOLDER = "lender"
"""Subfolder of the host's folder for the lender's key and the guests' files."""

ANSWERS = 30
"""Maximum number of lines that are kept of the process's answers."""

DELAY, LONGEST_DELAY = 1.0, 60.0
"""Seconds before the process is restarted, doubled each time, and their maximum."""


class LendingOptions(NamedTuple):
    seats: int
    """Maximum number of seats to lend."""
    to_anyone: bool = False
    """Whether the operator isn't asked."""
    looks: bool = True
    """Whether guests' programs may discover where their game is continued."""
    command: Sequence[str] = program("--lang", "en", "lend")


@dataclass(eq=False, repr=False)
class LentSeats:
    """The process, which is restarted when it ends."""

    reactor: IBotReactor
    folder: Path
    options: LendingOptions
    spoke: Callable[[str], None]
    """Called for each line about guests, and for how the process ended."""
    changed: Callable[[], object] = lambda: None
    """Called when the addresses for phones have changed."""
    urls: tuple[str, ...] = ()
    """The addresses for phones with the current code, one per network."""
    _process: ChildProcess | None = field(default=None, init=False)
    _again: IDelayedCall | None = field(default=None, init=False)
    _delay: float = field(default=DELAY, init=False)
    _gone: Deferred[None] | None = field(default=None, init=False)
    _arguments: Sequence[bytes] = field(default=(), init=False)
    _answers: deque[str] = field(
        default_factory=lambda: deque(maxlen=ANSWERS), init=False
    )

    @property
    def answers(self) -> Sequence[str]:
        """The last lines that the process has answered, the last one last."""
        return tuple(self._answers)

    def start(self, invitation: str) -> None:
        """Start the process, which joins tables at this address."""
        options = self.options
        words = (
            *(*options.command, invitation),
            *(f"--keep={self.folder}", f"--seats={options.seats}"),
            *(("--to-anyone",) if options.to_anyone else ()),
        )
        self._arguments = [os.fsencode(word) for word in words]
        self._spawn()

    def type(self, line: str) -> bool:
        """Type a line; return whether there is a process."""
        if self._process is None:
            return False
        self._answers.clear()
        self._process.transport.write(f"{line}\n".encode())
        return True

    def end(self) -> Deferred[None]:
        """End the process; the result fires when it has ended."""
        if self._again is not None and self._again.active():
            self._again.cancel()
        if self._process is None:
            return succeed(None)
        self._gone = Deferred()
        self._process.end()
        return self._gone

    def _spawn(self) -> None:
        process = ChildProcess(
            self.reactor, passing_text(self._answered), self.spoke, self._over
        )
        env = None if self.options.looks else {**os.environ, **QUIET}
        try:
            self.reactor.spawnProcess(
                process, self._arguments[0], self._arguments, env=env
            )
        except OSError as error:
            self._over(f"it can't be started: {error.strerror}")
        else:
            self._process = process

    def _answered(self, line: str) -> None:
        self._answers.append(line)
        if URL.fullmatch(line):
            code = line.partition("#")[2]
            # All addresses have the same code: with another one, the list is a new one.
            others = [it for it in self.urls if it.endswith(f"#{code}") and it != line]
            self._show((*others, line))

    def _show(self, urls: tuple[str, ...]) -> None:
        if urls != self.urls:
            self.urls = urls
            self.changed()

    def _over(self, how: str) -> None:
        how = how or "no error"
        self._process = None
        self._show(())
        if self._gone is not None:
            self._gone.callback(None)
            return
        self.spoke(f"the program stopped, and is being restarted: {how}")
        self._again = self.reactor.callLater(self._delay, self._spawn)
        self._delay = min(2 * self._delay, LONGEST_DELAY)
