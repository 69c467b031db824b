"""
A log as a host has it, and what of it we have.

All who read a log come to the same, in whatever order they hear its entries. A host that went
down may have lost the last ones, and has others in their places when it is told of them
again; so has another host with which a table goes on. So how far somebody has read a host's
log is another thing than how many entries they have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.digests import order_digest
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Log

BATCH = 128
"""Entries that a host is told of at once, of those that it lacks."""

BATCH_BYTES = 3 << 16
"""Bytes of them, if it is more than one."""

PAUSE = 1.0
"""
Seconds until it is told of more: a host takes so many of anybody, and some besides
(`sealed_wonders.net.limits.FROM_CLIENT`).
"""


class HostLog:
    """
    What we have read of a host's log, entry by entry, and what we had before.

    Attributes:
        length: how many entries the host says that it has.
    """

    def __init__(self) -> None:
        self.length = 0
        self._there: dict[Wire, None] = {}
        self._ours: dict[Wire, None] = {}
        self._found: Sequence[Wire] = ()
        self._has_lost = False
        """It has fewer than we have read of it, and will say which."""

    def forget(self) -> None:
        """Know nothing of it any more."""
        self.length = 0
        self._there.clear()
        self._ours.clear()
        self._found = ()
        self._has_lost = False

    def remember(self, found: Sequence[Wire]) -> None:
        """Know what an earlier process has heard: a host may have forgotten it since."""
        self._found = found

    def begin_anew(self, length: int) -> None:
        """
        Read another host's log, of the same game.

        Args:
            length: how many entries it says that it has.
        """
        self.length = length
        self._there.clear()
        self._has_lost = False

    @property
    def next(self) -> int:
        """The number of the entry to be read next."""
        return len(self._there)

    @property
    def read(self) -> Iterable[Wire]:
        """What we have read of it, in its order."""
        return self._there.keys()

    @property
    def order(self) -> bytes | None:
        """What stands for all entries before that, in their order; None if there are none."""
        return order_digest(self._there) if self._there else None

    @property
    def is_read(self) -> bool:
        """We have read all that the host has, as far as it has said."""
        return not self._has_lost and self.next >= self.length

    def take(self, log: Log) -> Sequence[Wire] | None:
        """
        Take what a host says; gives the entries that we hadn't before.

        They are known by their bytes, before anything is looked at that takes long. None is
        for some that don't follow what was read.

        Raises:
            RemoteProtocolError: its log has an entry twice, which none has.
        """
        if not log.wires:
            self.length = log.entry
            # As we tell it what we have read, it says all of it again: unless somebody else
            # has told it of the rest before it hears that, and it has the same again.
            self._has_lost = 0 < self.length < self.next
            if not self.length:
                self._there.clear()
            return ()
        if log.entry > self.next:
            return None
        if log.entry < self.next:
            self._there = dict.fromkeys(islice(self._there, log.entry))
        self._has_lost = False
        self._there.update(dict.fromkeys(log.wires))
        if self.next != log.entry + len(log.wires):
            raise RemoteProtocolError(Sentence("an entry twice"))
        new = [wire for wire in log.wires if wire not in self._ours]
        self._ours.update(dict.fromkeys(new))
        return new

    def hear(self, wires: Iterable[Wire]) -> None:
        """Know something that it lacks."""
        self._ours.update(dict.fromkeys(wires))

    def is_of_another_game(self, log: Log) -> bool:
        """Tell whether what a host says is no log of what we have."""
        return not log.entry and bool(log.wires) and log.wires[0] not in self._ours

    def lacking(self, said: Iterable[Wire]) -> Sequence[Wire]:
        """
        Give what we have and the host hasn't, in the order in which we heard of it.

        Args:
            said: what we have said besides, and haven't heard of.
        """
        known = dict.fromkeys((*self._ours, *self._found, *said))
        return [wire for wire in known if wire not in self._there]


class LogFile(Protocol):
    """Where the log of one game is kept, as it is heard."""

    @property
    def found(self) -> Sequence[Wire]:
        """What an earlier process has heard."""

    def keep(self, wires: Sequence[Wire]) -> None:
        """
        Append what isn't there yet.

        Raises:
            OSError: it can't be written; what was there still is.
        """

    def close(self) -> None:
        """Let go of it."""


LogOf = Callable[[bytes, str], LogFile]
"""Gives the file for a game, by its id and the table's name; raises OSError if it can't."""


class Keeping:
    """Keeps what is heard of a log on disk; where that can't be, it goes on without."""

    def __init__(self, log_of: LogOf | None, failed: Callable[[OSError], None]) -> None:
        """
        Keep nothing yet.

        Args:
            log_of: None: nothing is ever kept.
            failed: told, once, that nothing is kept any more.
        """
        self._log_of = log_of
        self._failed = failed
        self._file: LogFile | None = None

    def begin(self, gid: bytes, table: str) -> Sequence[Wire]:
        """Keep the log of a game from now on; gives what was kept of it before."""
        self.close()
        if self._log_of is not None:
            try:
                self._file = self._log_of(gid, table)
            except OSError as error:
                self._failed(error)
        return () if self._file is None else self._file.found

    def keep(self, wires: Sequence[Wire]) -> None:
        """Keep some of it."""
        if self._file is not None and wires:
            try:
                self._file.keep(wires)
            except OSError as error:
                self.close()
                self._failed(error)

    def close(self) -> None:
        """Keep no more."""
        file, self._file = self._file, None
        if file is not None:
            file.close()


class MakingUp:
    """Tells a host what it lacks, no faster than it listens."""

    def __init__(
        self,
        log: HostLog,
        send: Callable[[Sequence[Wire]], None],
        clock: IReactorTime | None,
    ) -> None:
        """
        Owe it nothing yet.

        Args:
            send: sends some.
            clock: tells when more can be sent; without one all is at once.
        """
        self._log = log
        self._send = send
        self._clock = clock
        self._is_on = False
        """We have come to a host that may lack something."""
        self._owed = False
        """It is to be told what it lacks, as soon as we know that."""
        self._told: set[Wire] = set()
        """What it was told of on this connection."""
        self._again: IDelayedCall | None = None

    def begin(self) -> None:
        """Tell a host that we have come to what it lacks, as soon as that is known."""
        self.stop()
        self._is_on = self._owed = True

    def begin_again(self) -> None:
        """
        Look again what it lacks: it has something else than we thought.

        What it was told already it may have refused, since it lacked what comes before.
        """
        self._owed = self._is_on
        self._told.clear()

    def stop(self) -> None:
        """Tell it no more."""
        self._is_on = self._owed = False
        self._told.clear()
        if self._again is not None and self._again.active():
            self._again.cancel()

    def go_on(self, said: Callable[[], Iterable[Wire]]) -> None:
        """
        Tell it what it lacks, if all that it has is read.

        Args:
            said: gives what we have said and haven't heard of.
        """
        is_waiting = self._again is not None and self._again.active()
        if not self._owed or not self._log.is_read or is_waiting:
            return
        lacking = [it for it in self._log.lacking(said()) if it not in self._told]
        batch = lacking if self._clock is None else _batch(lacking)
        self._told.update(batch)
        self._owed = len(batch) < len(lacking)
        if self._owed and self._clock is not None:
            self._again = self._clock.callLater(PAUSE, self.go_on, said)
        self._send(batch)


def _batch(wires: Iterable[Wire]) -> list[Wire]:
    """Give the first of some, as many as can be sent at once."""
    batch: list[Wire] = []
    room = BATCH_BYTES
    for wire in wires:
        room -= len(wire.env) + len(wire.sig)
        if batch and (room < 0 or len(batch) == BATCH):
            break
        batch.append(wire)
    return batch
