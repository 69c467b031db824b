"""
The log as a host has it, and which of its entries we have.

docs/PROTOCOL.md (Reading the log) says when, and how fast, a client posts to it.

Everybody who reads a log gets the same result, in whatever order its entries arrive. A
host that crashed may have lost the last entries, and has others in their places once
they are sent to it again. The same is true of another host that continues the game. So
our position in a host's log is independent of the number of entries that we have.
"""

from __future__ import annotations

import contextlib
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
"""Largest number of entries in a batch for a host that lacks them."""

BATCH_BYTES = 3 << 16
"""Total bytes of such a batch, unless it is a single entry."""

PAUSE = 1.0
"""
Seconds between two batches.

A host accepts this much from any client, and a little more
(`sealed_wonders.net.limits.FROM_CLIENT`).
"""


class HostLog:
    """
    The entries that we have read from a host's log, and those that we had before.

    Attributes:
        length: the number of entries in the log, as the host reports it.
        is_over: whether the host has said that its log has ended.
    """

    def __init__(self) -> None:
        self.length = 0
        self.is_over = False
        self._there: dict[Wire, None] = {}
        self._ours: dict[Wire, None] = {}
        self._found: Sequence[Wire] = ()
        self._has_lost = False
        """
        Whether the host has fewer entries than we have read, and will send them again.
        """

    def forget(self) -> None:
        self.length = 0
        self.is_over = False
        self._there.clear()
        self._ours.clear()
        self._found = ()
        self._has_lost = False

    def remember(self, found: Sequence[Wire]) -> None:
        """Add entries that an earlier process received; the host may have lost them."""
        self._found = found

    def begin_anew(self, length: int) -> None:
        """
        Start reading another host's log of the same game.

        Args:
            length: the number of entries that it reports.
        """
        self.length = length
        self.is_over = False
        self._there.clear()
        self._has_lost = False

    @property
    def next(self) -> int:
        """Number of the next entry to read."""
        return len(self._there)

    @property
    def read(self) -> Iterable[Wire]:
        return self._there.keys()

    def has_read(self, wire: Wire) -> bool:
        """Return whether the part of the log that we have read contains an entry."""
        return wire in self._there

    @property
    def order(self) -> bytes | None:
        """Digest of all entries before `next`, in order; None if there are none."""
        return order_digest(self._there) if self._there else None

    @property
    def is_read(self) -> bool:
        """Whether we have read all entries that the host has reported."""
        return not self._has_lost and self.next >= self.length

    def take(self, log: Log) -> Sequence[Wire] | None:
        """
        Take part of the host's log, and return the entries that we didn't have.

        Entries are compared by their bytes, before any slow check.

        Returns:
            The new entries; None if there is a gap before this part.

        Raises:
            RemoteProtocolError: its log has an entry twice, which is never true of a
                log.
        """
        if not log.wires:
            self.length = log.entry
            # The host sends its whole log again, since our digest doesn't fit. But if
            # somebody has restored the missing entries first, it has the same log as
            # before.
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
            raise RemoteProtocolError(Sentence("an entry appears twice"))
        new = [wire for wire in log.wires if wire not in self._ours]
        self._ours.update(dict.fromkeys(new))
        return new

    def hear(self, wires: Iterable[Wire]) -> None:
        """Add entries that the host lacks."""
        self._ours.update(dict.fromkeys(wires))

    def is_of_another_game(self, log: Log) -> bool:
        """Return whether part of a host's log belongs to a game other than ours."""
        return not log.entry and bool(log.wires) and log.wires[0] not in self._ours

    def lacking(self, said: Iterable[Wire]) -> Sequence[Wire]:
        """
        Return the entries that the host lacks, in the order in which we got them.

        Args:
            said: entries that we have signed and not seen in any log.
        """
        known = dict.fromkeys((*self._ours, *self._found, *said))
        return [wire for wire in known if wire not in self._there]


class LogFile(Protocol):
    """File that keeps the log of one game as it arrives."""

    @property
    def found(self) -> Sequence[Wire]:
        """Entries that an earlier process kept."""

    def keep(self, wires: Sequence[Wire]) -> None:
        """
        Append the entries that aren't there yet.

        Raises:
            OSError: it can't be written; its previous contents remain.
        """

    def sync(self) -> None:
        """
        Make everything kept so far survive a loss of power.

        Raises:
            OSError: it can't be synced.
        """

    def close(self) -> None: ...


LogOf = Callable[[bytes, str], LogFile]
"""Opens the file for a game, by its id and the table's name; may raise OSError."""


class Keeping:
    """
    Keeps the entries of a log on disk; if that fails, the game continues without it.
    """

    def __init__(self, log_of: LogOf | None, failed: Callable[[OSError], None]) -> None:
        """
        Create an object that keeps nothing yet.

        Args:
            log_of: opens the file; None to keep nothing.
            failed: called once, when entries are no longer kept.
        """
        self._log_of = log_of
        self._failed = failed
        self._file: LogFile | None = None

    def begin(self, gid: bytes, table: str) -> Sequence[Wire]:
        """Start keeping the log of a game, and return the entries kept before."""
        self.close()
        if self._log_of is not None:
            try:
                self._file = self._log_of(gid, table)
            except OSError as error:
                self._failed(error)
        return () if self._file is None else self._file.found

    def keep(self, wires: Sequence[Wire]) -> None:
        if self._file is not None and wires:
            try:
                self._file.keep(wires)
            except OSError as error:
                self.close()
                self._failed(error)

    def sync(self) -> None:
        """Make everything kept so far survive a loss of power, if possible."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.sync()

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()


class MakingUp:
    """Sends a host the entries that it lacks, no faster than it reads them."""

    def __init__(
        self,
        log: HostLog,
        send: Callable[[Sequence[Wire]], None],
        clock: IReactorTime | None,
    ) -> None:
        """
        Create an object that sends nothing yet.

        Args:
            log: the host's log, as far as it has been read.
            send: sends some entries.
            clock: times the batches; None to send everything at once.
        """
        self._log = log
        self._send = send
        self._clock = clock
        self._is_on = False
        """Whether our current host may lack something."""
        self._owed = False
        """Whether to send it what it lacks, once that is known."""
        self._told: set[Wire] = set()
        """Entries sent on this connection."""
        self._again: IDelayedCall | None = None

    def begin(self) -> None:
        """Start sending a new host what it lacks, once that is known."""
        self.stop()
        self._is_on = self._owed = True

    def begin_again(self) -> None:
        """
        Determine again what the host lacks, because its log isn't what we thought.

        It may have refused entries that we sent, because it lacked earlier ones.
        """
        self._owed = self._is_on
        self._told.clear()

    def stop(self) -> None:
        self._is_on = self._owed = False
        self._told.clear()
        if self._again is not None and self._again.active():
            self._again.cancel()

    def go_on(self, said: Callable[[], Iterable[Wire]]) -> None:
        """
        Send the next batch, if the host's log has been read completely.

        Args:
            said: returns entries that we have signed and not seen in any log.
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
    """Return the first of some entries, as many as may be sent at once."""
    batch: list[Wire] = []
    room = BATCH_BYTES
    for wire in wires:
        room -= len(wire.env) + len(wire.sig)
        if batch and (room < 0 or len(batch) == BATCH):
            break
        batch.append(wire)
    return batch
