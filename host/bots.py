"""
Bots: clients like any other, in a few processes that the host starts as a command.

The host knows of them what it knows of any peer. It says whom a process should play, and
hears which of them have ended; what that takes stands in `botprocess`. Each keeps what
it must not forget of its game in a folder of its own, from which it goes on when it is
started again. The host knows these folders by their names, and by that of the file in each,
which says what was agreed on before the game.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorProcess, IReactorTime

from sealed_wonders.host.botprocess import Bot, BotProcess
from sealed_wonders.net.botlines import memory_folder
from sealed_wonders.net.botnames import THINKS
from sealed_wonders.net.system.processes import program

FOLDER = "bots"
"""
Within a host's folder, where its bots keep what they must not forget; what they have signed
is in another one beside it (`net.botlines.memory_folder`).
"""

DISMISS_PATIENCE = 10.0
"""Seconds for a bot to end by itself when its table is over."""

IDLE_PATIENCE = 60.0
"""Seconds that a process is kept in which no bot plays: another table may want some."""

PROCESSES = 4
"""Processes at once, on a machine of as many cores: bots share what a process takes."""

CROWD = 3
"""Bots in each process from which on there is another one, if there is a core for it."""

FIRST_MEMORY, BOT_MEMORY = 64 << 20, 6 << 20
"""
Bytes that a process takes with one bot, and each further one: `scripts/bench bots`.

What a process has just now may be less: it grows until the games of its bots have ended.
"""

MEMORY = 640
"""
Megabytes for all bots together, unless it is said otherwise.

A host with its tables takes another hundred, so both fit into a gigabyte.
"""

BotReport = Callable[[str, str, str], None]
"""Takes the table, the bot's name, and how it ended."""


class BotRunner(Protocol):
    """
    What starts and ends the bots of a host.

    Attributes:
        can_start: bots can be started here at all.
    """

    can_start: bool

    def prepare(self) -> None:
        """Make ready for bots that will be wanted soon."""

    def has_room(self, bots: int) -> bool:
        """Tell whether there is memory left for so many more."""

    def start(self, table: str, names: Sequence[str]) -> None:
        """Start bots that sit down at a table."""

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        """
        Start bots again that play at a table already.

        Args:
            identities: theirs, by their names.
        """

    def summon(self, table: str, name: str) -> None:
        """Start a bot that looks on, and takes a seat that it is given."""

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

    can_start = False

    def prepare(self) -> None:
        """Have nothing to prepare."""

    def has_room(self, bots: int) -> bool:
        """Need none."""
        return True

    def start(self, table: str, names: Sequence[str]) -> None:
        """Start none."""

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        """Start none."""

    def summon(self, table: str, name: str) -> None:
        """Start none."""

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


class BotStatus(NamedTuple):
    """What a host's bots take."""

    bots: int
    processes: int
    memory: int
    """Bytes, as far as they are known: what they will take, or more if they have it."""
    budget: int
    """Bytes."""


QUIET = {"WONDERS_DISCOVERY": "off"}
"""What tells a client's program to look for no host."""


class BotCallbacks(NamedTuple):
    """Who is told of the bots of a host."""

    ended: BotReport
    """Called for a bot that ends before it was dismissed."""
    spoke: Callable[[str], None]
    """Called for each line a process writes on stderr."""
    changed: Callable[[], None] = lambda: None
    """Called when there are more processes, or fewer."""


class BotOptions(NamedTuple):
    """How the bots of a host play, and what they may take."""

    strategy: str = "builder"
    think: float = 1.0
    """Seconds that those who think have for each choice."""
    budget: int = MEMORY << 20
    """Bytes of memory for all of them."""
    processes: int | None = None
    """How many there may be; None: as many as there are cores, up to `PROCESSES`."""
    looks: bool = True
    """They may look on the network for where their game goes on."""
    command: Sequence[str] = program("--lang", "en", "bot")


class Bots:
    """
    All bots of a host, in a few processes.

    Attributes:
        can_start: as a `BotRunner` has it.
        invitation: where they find the host; set before the first is started.
    """

    def __init__(
        self,
        reactor: IReactor,
        owner: bytes,
        folder: Path,
        callbacks: BotCallbacks,
        options: BotOptions | None = None,
        *,
        can_start: bool = True,
    ) -> None:
        """
        Have no bots yet.

        Args:
            owner: the host's identity, which answers for them.
            folder: where they keep what they must not forget.
            can_start: there is all it takes to play.
        """
        options = options or BotOptions()
        self.can_start = can_start
        self.invitation = ""
        self.spoke = callbacks.spoke
        self._reactor = reactor
        thinks = (f"--think={options.think}",) if options.strategy == THINKS else ()
        self._strategy = (f"--strategy={options.strategy}", *thinks)
        self._owner = owner
        self._folder = folder
        self._ended = callbacks.ended
        self._changed = callbacks.changed
        self._budget = options.budget
        self._most = options.processes or min(PROCESSES, os.cpu_count() or 1)
        self._command = tuple(options.command)
        self._env = None if options.looks else {**os.environ, **QUIET}
        self._numbers = count(1)
        self._processes: dict[BotProcess, IDelayedCall | None] = {}
        """Each with what ends it, if no bot plays there."""
        self._waiting: list[Deferred[None]] = []

    @property
    def status(self) -> BotStatus:
        """What they take just now."""
        bots = sum(len(process.bots) for process in self._processes)
        return BotStatus(bots, len(self._processes), self._memory(), self._budget)

    def prepare(self) -> None:
        """Have a process ready, so that bots come at once when they are wanted."""
        if not self._open():
            # If it can't be started, that is told of the bots that can't come.
            with contextlib.suppress(OSError):
                self._spawn()

    def has_room(self, bots: int) -> bool:
        """Tell whether there is memory left for so many more."""
        first = 0 if self._open() else FIRST_MEMORY
        return self._memory() + first + bots * BOT_MEMORY <= self._budget

    def start(self, table: str, names: Sequence[str]) -> None:
        """Start bots that sit down at a table."""
        for name in names:
            self._start(table, name)

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        """
        Start bots again that play at a table already.

        Args:
            identities: theirs, by their names.
        """
        for name, identity in identities.items():
            if self._folder_of(identity).is_dir():
                self._start(table, name, identity=identity.hex())
            else:
                self._ended(
                    table, name, f"nothing is left in {self._folder_of(identity)}"
                )

    def summon(self, table: str, name: str) -> None:
        """Start a bot that looks on, and takes a seat that it is given."""
        self._start(table, name, looks_on=True)

    def keeps(self, identity: bytes) -> bool:
        """Tell whether something is kept of a bot, so that it could be started again."""
        return self._folder_of(identity).is_dir()

    def forget(self, identities: Iterable[bytes]) -> None:
        """Remove what is left of bots that have no seat any more."""
        for identity in identities:
            self._remove(self._folder_of(identity))

    def forget_game(self, table: bytes) -> None:
        """
        Remove what is left of all that had, or would have taken, a seat in a game.

        Some may have agreed to take one and never got it, when another host ran here.
        """
        for kept in self._folder.glob(f"*/games/{table.hex()}.seat"):
            self._remove(kept.parents[1])

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """Let the bots of a table end, and see to it that they do."""
        patience = 0.0 if at_once else DISMISS_PATIENCE
        for process in self._processes:
            for bot in process.bots.values():
                if bot.table == table and not bot.dismissed:
                    bot.dismissed = True
                    bot.timer = self._reactor.callLater(patience, process.stop, bot)

    def end_all(self) -> Deferred[None]:
        """End all; fires when they have."""
        for process in tuple(self._processes):
            for bot in process.bots.values():
                bot.dismissed = True
            process.end()
        return self.when_gone()

    def when_gone(self) -> Deferred[None]:
        """Return a Deferred that fires when none is left."""
        gone: Deferred[None] = Deferred()
        self._waiting.append(gone)
        self._note_change()
        return gone

    # What processes tell.

    def has_ended(self, process: BotProcess, bot: Bot, how: str) -> None:
        """Note that a bot has ended."""
        if process.is_open and not process.bots:
            self._idle(process)
        if not bot.dismissed:
            self._ended(bot.table, bot.name, how)

    def is_gone(self, process: BotProcess) -> None:
        """Note that a process has ended."""
        idle = self._processes.pop(process, None)
        if idle is not None and idle.active():
            idle.cancel()
        self._changed()
        self._note_change()

    # Inside.

    def _folder_of(self, identity: bytes) -> Path:
        """Return the folder of a bot's own; `wonders bot` gives it the same name."""
        return self._folder / identity.hex()

    def _remove(self, folder: Path) -> None:
        """Remove a bot's folder, and what it has signed."""
        signed = memory_folder(self._folder) / folder.name
        for it in (folder, signed):
            shutil.rmtree(it, ignore_errors=True)

    def _memory(self) -> int:
        """Return the bytes that all processes take, or will with the bots they have."""
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
        """Start a bot where the fewest play, or in another process."""
        bot = Bot(next(self._numbers), table, name)
        process = min(self._open(), key=lambda it: len(it.bots), default=None)
        if process is None or self._is_crowded(process):
            try:
                process = self._spawn()
            except OSError as error:
                if process is None:
                    how = f"it can't be started: {error.strerror}"
                    self._ended(table, name, how)
                    return
        idle, self._processes[process] = self._processes[process], None
        if idle is not None:
            idle.cancel()
        process.start(bot, identity=identity, looks_on=looks_on)

    def _is_crowded(self, process: BotProcess) -> bool:
        """Tell whether there should be another process beside the emptiest one."""
        return (
            len(process.bots) >= CROWD
            and len(self._processes) < self._most
            and self._memory() + FIRST_MEMORY <= self._budget
        )

    def _spawn(self) -> BotProcess:
        """
        Start a process.

        Raises:
            OSError: it can't be.
        """
        process = BotProcess(self, self._reactor)
        arguments = (
            *self._command,
            self.invitation,
            "--pool",
            *self._strategy,
            f"--owner={self._owner.hex()}",
            f"--keep={self._folder}",
        )
        self._reactor.spawnProcess(
            process, arguments[0], [part.encode() for part in arguments], env=self._env
        )
        self._processes[process] = None
        self._idle(process)
        self._changed()
        return process

    def _idle(self, process: BotProcess) -> None:
        """End a process in a while, unless another bot plays there by then."""
        self._processes[process] = self._reactor.callLater(IDLE_PATIENCE, process.end)
        self._note_change()

    def _note_change(self) -> None:
        """Tell who waits for it that there are no bots any more."""
        if any(process.bots or not process.is_open for process in self._processes):
            return
        waiting, self._waiting = self._waiting, []
        for gone in waiting:
            gone.callback(None)
