"""
The cost of a crash in time: a host's start, a player's return, and the files for both.

Seven play sealed cards, in the middle of age III. The host's program starts from its
journal, and one player is connected and chooses; the time ends when that choice comes
back. For a player, the session's seat is rebuilt from its file and the log that it has
stored, in a running process, until there is a question; proofs checked before the crash
are trusted.

A journal entry is written at once and synced in batches, on a thread. Its cost is the
time that it takes on the host's own thread, at tables that all play at once. For
comparison, the cost with an fsync for each entry is printed.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.task import deferLater

from scripts.benches._measure import at_most
from scripts.benches._sealed_game import SealedGame
from scripts.benches._table import hosting
from scripts.benches._table import run as run_games
from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.table.checked import checked_before
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.memory import Memory, OnDisk, Past
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.host.journal import Archive, Journal
from sealed_wonders.host.syncing import Syncing
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Body, Entry, Wire, parse, sign, wires_of
from sealed_wonders.net.log.journal import JournalHead
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import FromHost, Log, Post, Read, Welcome
from sealed_wonders.net.suites import begin
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.wire import ToHost, client_factory

T = TypeVar("T")

SEATS = 7
HOST, PLAYER = 2.0, 1.0
"""Seconds."""
ENTRY = 200.0
"""Microseconds."""
TURNS = 3
"""Turns of age III that are over."""
BUILD = Path(__file__).resolve().parents[2] / "build"
"""A folder on the checkout's disk that git ignores."""
ROUNDS, TABLES = 100, (1, 50)


def run() -> bool:
    game = _Remembering(SEATS, "recover")
    game.play_until("PICK", "age3")
    for _ in range(TURNS):
        game.phase()
        game.play_until("PICK", "age3")
    with folder_on_disk() as folder:
        return run_games(lambda: _measured(game, folder))


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """
    Yield a temporary folder on a disk; the system's own may be in memory.

    The remains of a killed run contain keys, so the folder is one that git ignores.
    """
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="recover.") as folder:
        yield Path(folder)


async def _measured(game: _Remembering, folder: Path) -> bool:
    good = [
        at_most(
            "a host's start to a new choice", await _start_host(game, folder), HOST, "s"
        ),
        at_most(
            "a player's seat built again", await _resume(game, folder), PLAYER, "s"
        ),
    ]
    last = game.fold.entries(game.fold.position - 1)[0].wire
    for tables in TABLES:
        batched, each, together = await _journals(last, folder, tables)
        print(f"{tables} tables: {together} entries synced together on average")
        what = f"an entry of a journal at {tables} tables ({each:.3g} µs with an fsync each)"
        good.append(at_most(what, batched, ENTRY, "µs"))
    return all(good)


class _Remembering(SealedGame):
    """
    A game that keeps what the seats need after a restart.

    Attributes:
        kept: this data, by seat and phase.
    """

    def __init__(self, players: int, seed: str) -> None:
        super().__init__(players, seed)
        self.kept: dict[tuple[int, int], bytes] = {}

    def _speech(self, seat: int) -> Callable[[], Body]:
        task, secrets = self.fold.task, self.secrets[seat]
        speech = super()._speech(seat)
        if task.phase.kind != "KEY":
            return speech

        def speak() -> Body:
            words = secrets.speak(task)
            self.kept[seat, task.phase.number] = words.keep
            return words.body

        return speak

    def choice(self, seat: int) -> Wire:
        """Return a seat's next entry."""
        body = self._speech(seat)()
        return sign(self.identities[seat], self.fold.envelope(seat, body)).wire


# The host.


class _Returning:
    """The listener of a player who reconnects and chooses."""

    def __init__(self, identity: Identity, name: str, choice: Wire) -> None:
        self.taken: Deferred[None] = Deferred()
        self._identity = identity
        self._name = name
        self._choice = choice

    def connected(self, connection: ToHost) -> None:
        hello = make_hello(self._identity, self._name, connection.exporter)
        connection.send(hello)

    def received(self, connection: ToHost, message: FromHost) -> None:
        match message:
            case Welcome():
                connection.send(Post((self._choice,)))
            case Log(table, entry, wires=()) if not self.taken.called:
                connection.send(Read(table, max(0, entry - 1)))
            case Log(wires=wires) if self._choice in wires:
                connection.close()

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self.taken.callback(None)


async def _start_host(game: _Remembering, folder: Path) -> float:
    """
    Return the seconds from the start of a host's process until it accepts a choice.
    """
    choice, name = game.choice(0), game.charter.people[0].name
    journal = Archive(folder).begin(game.charter.gid, JournalHead("oak"))
    journal.append(wires_of(game.fold.entries()))
    journal.close()
    size = journal.path.stat().st_size
    print(f"a journal of {game.fold.position} entries, {size} bytes")

    from twisted.internet import reactor

    before = time.perf_counter()
    with hosting("--logs", str(folder)) as (_process, address):
        player = _Returning(game.identities[0], name, choice)
        factory = client_factory(player, reactor, address.pin)
        await HostnameEndpoint(reactor, address.host, address.port).connect(factory)
        await player.taken
        took = time.perf_counter() - before
    journal.path.unlink()
    return took


# A player.


async def _resume(game: _Remembering, folder: Path) -> float:
    """Return the seconds until a seat rebuilt from its files has its question again."""
    from twisted.internet import reactor

    path, wires = folder / "one.seat", wires_of(game.fold.entries())
    heard = GameLog(folder / "one.journal", "oak")
    heard.keep(wires)
    heard.close()
    store = OnDisk(path)
    for wire in wires:
        envelope = parse(wire.env)
        if (envelope.lane, envelope.seat) == (MAIN, 0):
            kept = game.kept.get((0, envelope.phase), b"")
            store.remember(Memory(envelope.phase, wire, kept=kept))
    store.close()
    threads, asked = Threads(cast(Any, reactor)), Deferred[None]()

    def look() -> None:
        if seat.question is not None and not asked.called:
            asked.callback(None)

    before = time.perf_counter()
    store, heard = OnDisk(path), GameLog(folder / "one.journal", "oak")
    is_known = checked_before(store, heard.found)
    seat = Seat(
        game.identities[0],
        begin(game.charter, game.fold.ruleset, is_known),
        Past(store, len(wires)),
        Environment(work=threads),
        changed=look,
        failed=asked.errback,
    )
    seat.receive(map(Entry.of, wires[seat.position :]))
    await asked
    took = time.perf_counter() - before
    threads.stop()
    store.close()
    heard.close()
    return took


# A journal.


async def _journals(wire: Wire, folder: Path, tables: int) -> tuple[float, float, int]:
    """
    Return the microseconds that an entry takes on the thread that writes it.

    Returns:
        The time if entries are synced in batches, the time if they are synced one by
        one, and the mean number of entries per sync.
    """
    from twisted.internet import reactor

    threads = Threads(cast(Any, reactor), 1)
    archive, calls = Archive(folder), 0

    def work(job: Callable[[], T]) -> Deferred[T]:
        nonlocal calls
        calls += 1
        return threads(job)

    syncing, batched = Syncing(work), 0.0
    journals = [_begun(archive, number) for number in range(tables)]
    for _ in range(ROUNDS):
        before = time.perf_counter()
        for journal in journals:
            journal.append((wire,))
            syncing.add(journal, lambda: None)
        batched += time.perf_counter() - before
        await deferLater(reactor, 0.001, lambda: None)
    while not all(journal.is_synced for journal in journals):
        await deferLater(reactor, 0.001, lambda: None)
    each = 0.0
    for journal in journals:
        descriptor = journal.duplicate()
        before = time.perf_counter()
        for _ in range(ROUNDS // tables + 1):
            journal.append((wire,))
            os.fsync(descriptor)
        each += (time.perf_counter() - before) / (ROUNDS // tables + 1)
        os.close(descriptor)
        journal.remove()
    threads.stop()
    entries = ROUNDS * tables
    return batched / entries * 1e6, each / tables * 1e6, entries // calls


def _begun(archive: Archive, number: int) -> Journal:
    return archive.begin(bytes([number]) * 32, JournalHead(f"table {number}"))
