"""Continues a table whose host is lost: starts a host here with the whole log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IReactorFromThreads
from twisted.internet.threads import deferToThread
from twisted.python.failure import Failure

from sealed_wonders.client.hosting.ownhost import OwnHost, as_typed, to_listen
from sealed_wonders.client.hosting.unfinished import HOST, OwnGames
from sealed_wonders.client.storage.home import DamagedFile, Home, write
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitations
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.log.envelopes import Wire


@dataclass(frozen=True, slots=True)
class ContinuedTable:
    """A table to be continued."""

    gid: bytes
    name: str
    wires: Sequence[Wire]
    """All log entries received, in the order in which they arrived."""


@dataclass(frozen=True, slots=True)
class HostCallbacks:
    """Callbacks for what happens to the new host."""

    begun: Callable[[Address], None]
    """The host is running and has the game; called with its address on this machine."""
    moved: Callable[[Invitations], None]
    """The addresses for other machines have changed."""
    failed: Callable[[str], None]
    """
    The host didn't start, or has ended by itself; called with the reason, in one line.
    """


class ContinuingHost:
    """
    A host on this machine that continues one table.

    Attributes:
        pin: the host's pin; None until it listens.
        invitations: the current addresses for other machines.
    """

    def __init__(
        self,
        reactor: IReactorFromThreads,
        home: Home,
        places: Sequence[str] | None,
        start: Callable[..., OwnHost] = OwnHost,
        in_a_thread: Callable[[Callable[[], Any]], Deferred[Any]] = deferToThread,
    ) -> None:
        """
        Prepare a host without starting it.

        Args:
            reactor: the reactor on whose thread callbacks are called.
            home: where logs and journals are stored.
            places: this machine's addresses on whose networks hosts are discovered;
                None for all.
            start: starts a host as a child process with the given options.
            in_a_thread: runs a blocking function on a thread.
        """
        self.pin: bytes | None = None
        self.invitations: Invitations = ()
        self._reactor = reactor
        self._home = home
        self._places = places
        self._start = start
        self._in_a_thread = in_a_thread
        self._games = OwnGames(home)
        self._host: OwnHost | None = None
        self._gid = ""
        self._address: Address | None = None
        self._has_game = False
        self._told: HostCallbacks

    def start(self, table: ContinuedTable, told: HostCallbacks) -> None:
        """Start the host for a table."""
        self._told, self._gid = told, stem(table.gid)
        try:
            resume = self._given(table)
        except DamagedFile as damaged:
            told.failed(str(damaged))
            return
        options = {
            **to_listen(alone=False, at=self._places),
            **({} if self._places == () else {"--announce": None}),
            "--logs": self._home.logs,
            "--resume": resume,
        }
        host = self._host = self._start(as_typed(options), told=self._hear)
        host.when_ended(lambda: self._reactor.callFromThread(self._ended))
        host.when_moved(lambda now: self._reactor.callFromThread(self._now_at, now))
        begun = self._in_a_thread(host.begun)
        begun.addCallbacks(self._listens, self._fails)

    def _given(self, table: ContinuedTable) -> str:
        """
        Return what the host is to resume: its own journal, or a new file with the log.

        Raises:
            DamagedFile: the file can't be written.
        """
        if (self._home.logs / f"{self._gid}.journal").exists():
            return self._gid  # we send the host any entries that its journal lacks
        path = self._home.state / "moving" / f"{self._gid}.journal"
        write(
            path,
            journal.begin(journal.JournalHead(table.name)) + journal.pack(table.wires),
        )
        return str(path)

    def end(self) -> Deferred[None]:
        """Stop the host; the result fires when it has stopped."""
        host, self._host = self._host, None
        self._games.close()
        if host is None:
            return succeed(None)
        with suppress(OSError):
            (self._home.state / "moving" / f"{self._gid}.journal").unlink()
        return self._in_a_thread(host.end)

    # Messages from the host, which arrive on another thread.

    def _hear(self, row: Mapping[str, object]) -> None:
        if row.get("event") == "taken-up":
            self._reactor.callFromThread(self._takes_it_up)
        elif "winners" in row:
            self._reactor.callFromThread(self._games.forget, self._gid)

    def _listens(self, address: Address) -> None:
        if self._host is not None:
            self._address, self.pin = address, address.pin
            self.invitations = self._host.invitations
            self._look()

    def _takes_it_up(self) -> None:
        self._has_game = True
        self._look()

    def _look(self) -> None:
        if self._host is not None and self._has_game and self._address is not None:
            self._games.keep(self._gid, HOST, {})
            self._told.begun(self._address)

    def _now_at(self, invitations: Invitations) -> None:
        self.invitations = invitations
        self._told.moved(invitations)

    def _fails(self, failure: Failure) -> None:
        if self._host is not None:
            self.end()
            self._told.failed(failure.getErrorMessage())

    def _ended(self) -> None:
        """
        Report that the host ended by itself; before it listens, `begun` reports that.
        """
        if self._host is not None and self._address is not None:
            why = self._host.last_words()
            self.end()
            self._told.failed(why)
