"""
The host's bots: ordinary clients, in a few processes that the host starts.

The host knows no more of them than of other clients. It tells each process which bots
to play, and hears which of them have ended (`botprocess.py`). Each bot keeps its memory
file in a folder of its own, from which it resumes its game after a restart. The host
knows these folders by their names, and by the name of the memory file, which is the
hash of the game's charter. When bots are needed is decided in `supervisor.py`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorProcess, IReactorTime

from sealed_wonders.host.botprocess import Bot, BotProcess
from sealed_wonders.net.botlines import memory_folder
from sealed_wonders.net.botnames import THINKS
from sealed_wonders.net.system.processes import program

FOLDER = "bots"
"""
Subfolder of the host's folder for the bots' folders.

What they have signed is in another folder next to it (`net.botlines.memory_folder`).
"""

DISMISS_PATIENCE = 10.0
"""Seconds for a bot to end by itself after its table is over."""

IDLE_PATIENCE = 60.0
"""Seconds for which a process without bots is kept, in case a table needs some."""

PROCESSES = 4
"""Maximum number of processes; bots in one process share its memory."""

CROWD = 3
"""Bots per process from which another process is started, if there is a core for it."""

FIRST_MEMORY, BOT_MEMORY = 64 << 20, 6 << 20
"""
Bytes of memory for a process with one bot, and for each further bot.

Measured with `scripts/bench bots`. A process may use less at the moment: it grows until
the games of its bots have ended.
"""

MEMORY = 640
"""Default memory for all bots, in MB: with 100 MB for the host, it fits into 1 GB."""


class IBotReactor(IReactorProcess, IReactorTime):
    """The reactor interfaces needed to start processes and wait for their end."""


class BotStatus(NamedTuple):
    bots: int
    processes: int
    memory: int
    """Bytes in use, or expected to be used, whichever is larger."""
    budget: int
    """Maximum number of bytes."""


QUIET = {"WONDERS_DISCOVERY": "off"}
"""Environment that keeps clients from discovering hosts."""


class BotCallbacks(NamedTuple):
    """Callbacks about a host's bots."""

    ended: Callable[[str, str, str], None]
    """
    Called with a table, a bot's name and how it ended, unless the bot was dismissed.
    """
    spoke: Callable[[str], None]
    """Called for each line that a process writes to stderr."""
    changed: Callable[[], None] = lambda: None
    """Called when the number of processes changes."""


class BotOptions(NamedTuple):
    strategy: str = "builder"
    think: float = 1.0
    """Seconds that a thinker has for each choice."""
    budget: int = MEMORY << 20
    """Memory for all bots together, in bytes."""
    processes: int | None = None
    """Maximum number of processes; None for one per core, up to `PROCESSES`."""
    looks: bool = True
    """Whether bots may discover on the network where their game is continued."""
    command: Sequence[str] = program("--lang", "en", "bot")


@dataclass(eq=False, repr=False)
class Bots:
    """All bots of a host, in a few processes."""

    reactor: IBotReactor
    owner: bytes
    """The host's identity, which owns the bots."""
    folder: Path
    callbacks: BotCallbacks
    options: BotOptions
    _: KW_ONLY
    can_start: bool = True
    """Whether everything that bots need is installed."""
    invitation: str = ""
    """The host's address for the bots; set before the first one is started."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), init=False)
    _processes: dict[BotProcess, IDelayedCall | None] = field(
        default_factory=dict, init=False
    )
    """The processes, each with a timer that ends it if it has no bots."""
    _waiting: list[Deferred[None]] = field(default_factory=list, init=False)

    @property
    def status(self) -> BotStatus:
        bots = sum(len(process.bots) for process in self._processes)
        return BotStatus(
            bots, len(self._processes), self._memory(), self.options.budget
        )

    def prepare(self) -> None:
        """Start a process if there is none, so that bots can join immediately."""
        if not self._open():
            # A failure is reported when a bot is to be started.
            with contextlib.suppress(OSError):
                self._spawn()

    def has_room(self, bots: int) -> bool:
        """Return whether there is memory for more bots."""
        first = 0 if self._open() else FIRST_MEMORY
        return self._memory() + first + bots * BOT_MEMORY <= self.options.budget

    def start(self, table: str, names: Sequence[str]) -> None:
        """Start bots that join a table's lobby."""
        for name in names:
            self._start(table, name)

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        """Restart bots that have a seat at a table."""
        for name, identity in identities.items():
            folder = self._folder_of(identity)
            if folder.is_dir():
                self._start(table, name, identity=identity.hex())
            else:
                self.callbacks.ended(table, name, f"its state is missing from {folder}")

    def summon(self, table: str, name: str) -> None:
        """Start a bot that spectates, and takes a seat that is handed to it."""
        self._start(table, name, looks_on=True)

    def keeps(self, identity: bytes) -> bool:
        """Return whether a bot has a folder, so that it can be restarted."""
        return self._folder_of(identity).is_dir()

    def forget(self, identities: Iterable[bytes]) -> None:
        """Remove the folders of bots that no longer have a seat."""
        for identity in identities:
            self._remove(self._folder_of(identity))

    def forget_game(self, table: bytes) -> None:
        """
        Remove the folders of all bots that had or would have taken a seat in a game.

        Args:
            table: the hash of the game's charter.
        """
        # Some may have agreed to take a seat that they never got, because another host
        # ran here.
        for kept in self.folder.glob(f"*/games/{table.hex()}.seat"):
            self._remove(kept.parents[1])

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """
        Stop a table's bots, by force if they don't end in time.

        Args:
            at_once: whether there was no game, so that they have nothing to finish.
        """
        patience = 0.0 if at_once else DISMISS_PATIENCE
        for process in self._processes:
            for bot in process.bots.values():
                if bot.table == table and not bot.dismissed:
                    bot.dismissed = True
                    bot.timer = self.reactor.callLater(patience, process.stop, bot)

    def end_all(self) -> Deferred[None]:
        """Stop all bots; the result fires when they have ended."""
        for process in tuple(self._processes):
            for bot in process.bots.values():
                bot.dismissed = True
            process.end()
        return self.when_gone()

    def when_gone(self) -> Deferred[None]:
        """Return a Deferred that fires when no bot is left."""
        gone: Deferred[None] = Deferred()
        self._waiting.append(gone)
        self._note_change()
        return gone

    # Called by processes: `has_ended` for each bot of one, and then `is_gone`.

    def has_ended(self, process: BotProcess, bot: Bot, how: str) -> None:
        if process.is_open and not process.bots:
            self._idle(process)
        if not bot.dismissed:
            self.callbacks.ended(bot.table, bot.name, how)

    def is_gone(self, process: BotProcess) -> None:
        idle = self._processes.pop(process, None)
        if idle is not None and idle.active():
            idle.cancel()
        self.callbacks.changed()
        self._note_change()

    # Private.

    def _folder_of(self, identity: bytes) -> Path:
        """Return the folder of a bot; `wonders bot` uses the same name."""
        return self.folder / identity.hex()

    def _remove(self, folder: Path) -> None:
        signed = memory_folder(self.folder) / folder.name
        for it in (folder, signed):
            shutil.rmtree(it, ignore_errors=True)

    def _memory(self) -> int:
        """Return the bytes that all processes use, or will need for their bots."""
        return sum(
            max(
                process.resident(),
                FIRST_MEMORY + BOT_MEMORY * max(0, len(process.bots) - 1),
            )
            for process in self._processes
        )

    def _open(self) -> list[BotProcess]:
        return [process for process in self._processes if process.is_open]

    def _start(
        self, table: str, name: str, *, identity: str = "", looks_on: bool = False
    ) -> None:
        """Start a bot in the process with the fewest bots, or in a new one."""
        bot = Bot(next(self._numbers), table, name)
        process = min(self._open(), key=lambda it: len(it.bots), default=None)
        if process is None or self._is_crowded(process):
            try:
                process = self._spawn()
            except OSError as error:
                if process is None:
                    how = f"it can't be started: {error.strerror}"
                    self.callbacks.ended(table, name, how)
                    return
        idle, self._processes[process] = self._processes[process], None
        if idle is not None:
            idle.cancel()
        process.start(bot, identity=identity, looks_on=looks_on)

    def _is_crowded(self, process: BotProcess) -> bool:
        """Return whether to start a new process rather than fill the emptiest one."""
        most = self.options.processes or min(PROCESSES, os.cpu_count() or 1)
        return (
            len(process.bots) >= CROWD
            and len(self._processes) < most
            and self._memory() + FIRST_MEMORY <= self.options.budget
        )

    def _spawn(self) -> BotProcess:
        """Start a process; raise `OSError` if that fails."""
        options = self.options
        thinks = (f"--think={options.think}",) if options.strategy == THINKS else ()
        arguments = (
            *options.command,
            self.invitation,
            "--pool",
            f"--strategy={options.strategy}",
            *thinks,
            f"--owner={self.owner.hex()}",
            f"--keep={self.folder}",
        )
        process = BotProcess(self, self.reactor)
        self.reactor.spawnProcess(
            process,
            arguments[0],
            [os.fsencode(part) for part in arguments],
            env=None if options.looks else {**os.environ, **QUIET},
        )
        self._processes[process] = None
        self._idle(process)
        self.callbacks.changed()
        return process

    def _idle(self, process: BotProcess) -> None:
        """Start the timer that ends a process without bots."""
        self._processes[process] = self.reactor.callLater(IDLE_PATIENCE, process.end)
        self._note_change()

    def _note_change(self) -> None:
        if any(process.bots or not process.is_open for process in self._processes):
            return
        waiting, self._waiting = self._waiting, []
        for gone in waiting:
            gone.callback(None)
