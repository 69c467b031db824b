"""
Bots: clients like any other, in processes that the host starts as a command.

The host knows of them what it knows of any peer. It reads what they write on stderr,
which is for whoever runs the host, and it ends those that it has started. Each keeps what
it must not forget of its game in a folder of its own, from which it goes on when it is
started again. The host knows these folders by their names, and by that of the file in each,
which says what was agreed on before the game.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.internet.error import ProcessExitedAlready, ProcessTerminated
from twisted.internet.interfaces import (
    IDelayedCall,
    IProcessTransport,
    IReactorProcess,
    IReactorTime,
)
from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

from sealed_wonders.net.names import make_line

FOLDER = "bots"
"""Within a host's folder, where its bots keep what they must not forget."""

STRATEGIES = ("builder", "random")
"""Those that ``wonders bot`` knows."""

DISMISS_PATIENCE = 10.0
"""Seconds for a bot to end by itself when its table is over."""

END_PATIENCE = 3.0
"""Seconds for a bot to end when it is told to; then it is killed."""

LINES_CAP = 50
"""Lines of a bot's that are shown."""

LINE_BYTES = 2000
"""Bytes of a line that are kept."""

ENDED_WELL = "as if all were well"
"""How a bot ends that has done what it was there for."""

BotReport = Callable[[str, str, str], None]
"""Takes the table, the bot's name, and how it ended; or a line it wrote."""


class BotRunner(Protocol):
    """What starts and ends the bots of a host."""

    def start(self, table: str, names: Sequence[str]) -> None:
        """Start bots that sit down at a table."""

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        """
        Start bots again that play at a table already.

        Args:
            identities: theirs, by their names.
        """

    def summon(self, table: str, name: str) -> bool:
        """Start a bot that looks on and takes a seat it is given; tell whether there is one."""

    def keeps(self, identity: bytes) -> bool:
        """Tell whether something is kept of a bot, so that it could be started again."""

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """
        Let the bots of a table end: nothing more happens there.

        Args:
            at_once: there was no game, so they have nothing to finish.
        """

    def forget(self, identities: Iterable[bytes]) -> None:
        """Remove what is left of bots that have no seat any more."""

    def forget_game(self, table: bytes) -> None:
        """
        Remove what is left of all that had, or would have taken, a seat in a game.

        Args:
            table: the hash of what was agreed on before it.
        """


class NoBots:
    """For a host without bots."""

    def start(self, table: str, names: Sequence[str]) -> None:
        """Start none."""

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        """Start none."""

    def summon(self, table: str, name: str) -> bool:
        """Start none."""
        return False

    def keeps(self, identity: bytes) -> bool:
        """Know of none."""
        return False

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """Have none."""

    def forget(self, identities: Iterable[bytes]) -> None:
        """Have none."""

    def forget_game(self, table: bytes) -> None:
        """Have none."""


class IReactor(IReactorProcess, IReactorTime):
    """What it takes to start processes, and to wait for their end."""


class BotProcess(ProcessProtocol):
    """The process of one bot."""

    transport: IProcessTransport

    def __init__(self, bots: Bots, table: str, name: str) -> None:
        self.table = table
        self.name = name
        self.dismissed = False
        """It may end now."""
        self._bots = bots
        self._line = b""
        self._lines = 0
        self._timer: IDelayedCall | None = None

    def errReceived(self, data: bytes) -> None:
        """Pass its lines on."""
        *lines, rest = (self._line + data).split(b"\n")
        self._line = rest[:LINE_BYTES]
        for line in lines:
            self._say(line)

    def processEnded(self, reason: Failure) -> None:
        """It has ended."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._say(self._line)
        error = reason.value
        how = ENDED_WELL
        if isinstance(error, ProcessTerminated):
            how = (
                f"exit status {error.exitCode}"
                if error.signal is None
                else f"signal {error.signal}"
            )
        self._bots.has_ended(self, how)

    def end(self, patience: float = 0.0) -> None:
        """Tell it to end, after a while; kill it if it doesn't."""
        self.dismissed = True
        if self._timer is None:
            self._timer = self._bots.clock.callLater(patience, self._signal, "TERM")

    def end_now(self) -> None:
        """Tell it to end; kill it if it doesn't."""
        self.dismissed = True
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._signal("TERM")

    def _signal(self, name: str) -> None:
        if name == "TERM":
            self._timer = self._bots.clock.callLater(END_PATIENCE, self._signal, "KILL")
        # One that has ended by itself is known to have, a little later.
        with contextlib.suppress(ProcessExitedAlready):
            self.transport.signalProcess(name)

    def _say(self, line: bytes) -> None:
        text = make_line(line[:LINE_BYTES].decode(errors="replace").strip())
        if text and self._lines < LINES_CAP and not self.dismissed:
            self._lines += 1
            self._bots.spoke(self.table, self.name, text)


class Bots:
    """
    All bots of a host.

    Attributes:
        invitation: where they find the host; set before the first is started.
    """

    def __init__(
        self,
        reactor: IReactor,
        strategy: str,
        owner: bytes,
        folder: Path,
        *,
        ended: BotReport,
        spoke: BotReport,
        command: Sequence[str] = (sys.executable, "-m", "sealed_wonders.client", "bot"),
    ) -> None:
        """
        Have no bots yet.

        Args:
            owner: the host's identity, which answers for them.
            folder: where they keep what they must not forget.
            ended: called for a bot that ends before it was dismissed.
            spoke: called for each line a bot writes on stderr.
        """
        self.clock: IReactorTime = reactor
        self.invitation = ""
        self.spoke = spoke
        self._reactor = reactor
        self._strategy = strategy
        self._owner = owner
        self._folder = folder
        self._ended = ended
        self._command = tuple(command)
        self._running: dict[BotProcess, None] = {}
        self._waiting: list[Deferred[None]] = []

    @property
    def running(self) -> int:
        """How many there are."""
        return len(self._running)

    def start(self, table: str, names: Sequence[str]) -> None:
        """Start bots, a process each, that sit down at a table."""
        for name in names:
            self._spawn(table, name)

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        """
        Start bots again that play at a table already.

        Args:
            identities: theirs, by their names.
        """
        for name, identity in identities.items():
            if self._folder_of(identity).is_dir():
                self._spawn(table, name, f"--identity={identity.hex()}")
            else:
                self._ended(
                    table, name, f"nothing is left in {self._folder_of(identity)}"
                )

    def summon(self, table: str, name: str) -> bool:
        """Start a bot that looks on, and takes a seat it is given."""
        self._spawn(table, name, "--looks-on")
        return True

    def keeps(self, identity: bytes) -> bool:
        """Tell whether something is kept of a bot, so that it could be started again."""
        return self._folder_of(identity).is_dir()

    def forget(self, identities: Iterable[bytes]) -> None:
        """Remove what is left of bots that have no seat any more."""
        for identity in identities:
            shutil.rmtree(self._folder_of(identity), ignore_errors=True)

    def forget_game(self, table: bytes) -> None:
        """
        Remove what is left of all that had, or would have taken, a seat in a game.

        Some may have agreed to take one and never got it, when another host ran here.
        """
        for kept in self._folder.glob(f"*/games/{table.hex()}.seat"):
            shutil.rmtree(kept.parents[1], ignore_errors=True)

    def _folder_of(self, identity: bytes) -> Path:
        """Return the folder of a bot's own; `wonders bot` gives it the same name."""
        return self._folder / identity.hex()

    def _spawn(self, table: str, name: str, *more: str) -> None:
        bot = BotProcess(self, table, name)
        arguments = (
            *self._command,
            self.invitation,
            f"--seat-name={name}",
            f"--strategy={self._strategy}",
            f"--table={table}",
            f"--owner={self._owner.hex()}",
            f"--keep={self._folder}",
            *more,
        )
        self._running[bot] = None
        try:
            # Its standard input stays open as long as we are there, and it ends with that:
            # none is left over that would keep its seat from the one started next.
            self._reactor.spawnProcess(
                bot, arguments[0], [part.encode() for part in arguments], env=None
            )
        except OSError as error:
            self.has_ended(bot, f"it can't be started: {error.strerror}")

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """Let the bots of a table end, and see to it that they do."""
        for bot in tuple(self._running):
            if bot.table == table and not bot.dismissed:
                bot.end(0.0 if at_once else DISMISS_PATIENCE)

    def end_all(self) -> Deferred[None]:
        """End all; fires when they have."""
        for bot in tuple(self._running):
            bot.end_now()
        return self.when_gone()

    def when_gone(self) -> Deferred[None]:
        """Return a Deferred that fires when none is left."""
        gone: Deferred[None] = Deferred()
        self._waiting.append(gone)
        self._tell_if_gone()
        return gone

    def has_ended(self, bot: BotProcess, how: str) -> None:
        """Note that a process has ended."""
        self._running.pop(bot, None)
        if not bot.dismissed:
            self._ended(bot.table, bot.name, how)
        self._tell_if_gone()

    def _tell_if_gone(self) -> None:
        if not self._running:
            waiting, self._waiting = self._waiting, []
            for gone in waiting:
                gone.callback(None)
