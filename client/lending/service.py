"""
All that this process needs to lend seats at one host: files, ports, pages and programs.

The command ``wonders lend`` and the screen use it, each with a view of its own.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.client.lending.admission import CODE_SECONDS
from sealed_wonders.client.lending.guestgate import GuestConnections, prepare_albums
from sealed_wonders.client.lending.guestseat import LentTable
from sealed_wonders.client.lending.lending import LenderView, Lending, LendingTerms
from sealed_wonders.client.lending.ports import LendingPorts, networks
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.table.memory import make_folder
from sealed_wonders.client.tableconnection import ITerminalReactor
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import Address
from sealed_wonders.net.system.locks import Lock

FOLDER = "lent"
"""Subfolder of the state folder for guests, with a folder for each host."""


class LendingService:
    """
    The seats that this process lends at a host.

    Attributes:
        lending: The seats, and the phones that ask for one.
    """

    def __init__(
        self,
        reactor: ITerminalReactor,
        home: Home,
        table: LentTable,
        terms: LendingTerms,
        view: LenderView,
        addresses: Callable[[], Sequence[str]] = networks,
    ) -> None:
        """
        Lock the folder for guests at a host; `begin` listens.

        Raises:
            DamagedFile: It can't be used, or seats at this host are lent already.
        """
        name = _name(table.destination.address)
        folder = home.state / FOLDER / hashlib.sha256(name.encode()).hexdigest()[:16]
        try:
            make_folder(folder)
            self._lock = Lock(folder / "lock")
        except BlockingIOError:
            said = Sentence("another window is already lending seats on this host")
            raise DamagedFile(name, said) from None
        except OSError as problem:
            raise DamagedFile(folder, problem) from None
        try:
            self.lending = Lending(reactor, folder, table, terms, view)
        except DamagedFile:
            self._lock.release()
            raise
        self._reactor = reactor
        self._addresses = addresses
        self._ports: LendingPorts | None = None
        self._renewal: IDelayedCall | None = None

    @property
    def scanned(self) -> Sequence[str]:
        """
        The addresses with the current code, as phones scan them.

        They also have the fingerprint of our key, by which a page knows that it is ours.
        """
        lending, urls = self.lending, () if self._ports is None else self._ports.urls
        about = f"{lending.admission.code.current}.{lending.sealed.fingerprint}"
        return [f"{url}#{about}" for url in urls]

    def begin(
        self, changed: Callable[[], object], renewed: Callable[[], object]
    ) -> None:
        """
        Go on with the seats of an earlier process, and listen for phones.

        Args:
            changed: Called when the addresses have changed, and once if there are none.
            renewed: Called when the code has changed.
        """

        def moved() -> None:
            self.lending.book.keep_port(ports.number)
            self.lending.address = next(iter(ports.urls), "")
            changed()

        ports = self._ports = LendingPorts(
            self._reactor,
            GuestConnections(self._reactor, self.lending),
            self.lending.book.port,
            moved,
            self._addresses,
            self.lending.certificate,
        )
        self.lending.begin(time.time())
        prepare_albums()
        ports.begin()
        if not ports.urls:
            changed()

        def again() -> None:
            self._renewal = self._reactor.callLater(CODE_SECONDS, again)
            renewed()

        self._renewal = self._reactor.callLater(CODE_SECONDS, again)

    def end(self) -> Deferred[list[None]]:
        """Stop; the seats can be continued."""
        if self._renewal is not None and self._renewal.active():
            self._renewal.cancel()
        if self._ports is not None:
            self._ports.end()
        return self.lending.end().addBoth(self._released)

    def _released(self, result: list[None]) -> list[None]:
        self._lock.release()
        return result


def _name(at: Address) -> str:
    return str(replace(at, pin=None))
