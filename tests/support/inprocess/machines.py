"""Other machines, on which a player continues with only the twelve words."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.storage.rejoined import Rejoined, restored
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.table.recall import SeatFinder
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.session import Session
from sealed_wonders.core.game import Ruleset
from sealed_wonders.host.rivals import LOOKS_EVERY
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.seed import Seed
from tests.support.inprocess.client import Client
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness

SEED = bytes(range(16))


def table_with_words(ruleset: Ruleset, **options: Any) -> Seats:
    """Return a table whose seat 0 has twelve words."""
    stores = [InMemory() for _ in range(ruleset.players)]
    stores[0].begin(SEED)
    return Seats(ruleset, stores=stores, **options)


def restored_store() -> InMemory:
    """Return a store that was restored from the twelve words."""
    store = InMemory()
    store.begin(SEED)
    store.restore()
    return store


def another_machine(table: Seats, *, hidden: int = 0) -> Seat:
    """
    Continue in seat 0 on a machine that has only its words and the log.

    Args:
        hidden: the number of entries at the end of the log that this machine doesn't get.
    """
    wires = table.wires[: len(table.wires) - hidden]
    until = len(table.charter.entries) + len(wires)
    seat = table.seats[0] = table.seat(
        0, restored_store(), silent_until=until, may_share=True
    )
    seat.receive(map(Entry.of, wires))
    return seat


class Searcher(Client):
    """
    A program that looks for a seat at a host by its twelve words.

    Attributes:
        finder: looks for the seat.
    """

    finder: SeatFinder

    def __init__(
        self, host: HostHarness, seed: bytes = SEED, *, password: str = ""
    ) -> None:
        self._seed = Seed(seed)
        super().__init__(host, "rejoining", password=password)

    def _begin(self, table: str) -> None:
        self.finder = SeatFinder(
            self.identity, self._seed, self._say, password=self.options.password
        )
        self.session = cast(Session, self.finder)

    def search(self) -> SeatFinder:
        """Look until the search is over; return the finder."""
        self.host.add(self)
        self.host.until(lambda: self.finder.is_done)
        self.disconnect()
        return self.finder


def rejoin(
    host: HostHarness, folder: Path, seed: bytes = SEED
) -> tuple[Rejoined, Client]:
    """Find a seat by its words, and connect as its player."""
    found = Searcher(host, seed).search().found
    assert found is not None
    table = found.charter.table
    home = restored(
        Home(folder, folder), found.kept.identity, seed, table, found.kept.told
    )
    identity = home.identity()
    names = [it.name for it in host.game.fold.people if it.identity == identity.public]
    client = host.client(
        names[0], identity=identity, store=home.memories(table), table=found.table
    )
    log_in_despite_rival(client)
    return home, client


def log_in_despite_rival(client: Client) -> None:
    """Log in, again if the host first replies that another program holds the seat."""
    until_answered(client)
    if client.refusals == ["in-use"]:
        client.connect()
        until_answered(client)


def until_answered(client: Client) -> None:
    """Let time pass until the host accepts or rejects the login."""
    while client.connection is not None and not client.received:
        client.host.clock.advance(LOOKS_EVERY)
        client.host.step()
