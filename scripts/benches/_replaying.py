"""
Recorded games that are replayed at a real host, over TLS.

A sealed game is played in one process (`_sealed_game`), and everything that its seats
signed is stored. The identity of a game follows from the entries that players sign in
the lobby, from the options they agree on, and from the host's key. So a host with the
same key creates the same game, if the same players sit down and send the same entries.
Each seat has its own connection, which sends that seat's entries as soon as the host's
log is as long as it was in the recording. For the host, this is like a game of real
players, but nobody takes time to make proofs or to check them.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.endpoints import TCP4ClientEndpoint
from twisted.internet.task import deferLater

from scripts.benches._sealed_game import SealedGame
from scripts.benches._table import hosting, resident
from sealed_wonders.host.keys import IDENTITY
from sealed_wonders.host.tableregistry import TABLES_MOST
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.lobby import Charter, open_charter
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.digests import ruleset_hash
from sealed_wonders.net.log.envelopes import VERSION, Wire, parse_entries, wires_of
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import (
    Draw,
    FromHost,
    Lobby,
    Log,
    Post,
    Ready,
    Refused,
    Sit,
    Welcome,
)
from sealed_wonders.net.wire import ToHost, client_factory
from tests.support.inprocess.folds import NAMES
from tests.support.lobbies import HOST, charter_with_options, identity_of

LOOKS = 0.02
"""Seconds between two checks whether a host is done."""

CORES = sorted(os.sched_getaffinity(0))
HOST_CORE, OTHERS = CORES[:1], CORES[1:] or CORES
"""
The cores of the host, and of the players and attackers.

The host has one to itself, if there are two.
"""

CHECKOUT = Path(__file__).resolve().parents[2]
KEPT = CHECKOUT / "build" / "games"
"""Folder of the recorded games: playing fifty takes a minute or two."""


class Sits(NamedTuple):
    """The entries that a player signs to take a seat."""

    commit: Wire
    reveal: Wire


class Phase(NamedTuple):
    """The entries of one phase."""

    kind: str
    said: Mapping[int, Wire]
    """By seat."""
    end: int
    """The length of the log after this phase."""


@dataclass(frozen=True)
class Recorded:
    """A recorded game."""

    table: str
    names: tuple[str, ...]
    """By seat; `identity_of` returns their identities."""
    sits: tuple[Sits, ...]
    """By seat."""
    phases: tuple[Phase, ...]

    @property
    def turns(self) -> int:
        """The number of phases in which choices were revealed."""
        return sum(it.kind == "REVEAL" for it in self.phases)


def recorded(count: int, players: int) -> Sequence[Recorded]:
    """Return some games, playing those that aren't stored yet."""
    folder = KEPT / _version(players)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number}.journal" for number in range(count)]
    missing = [number for number, path in enumerate(paths) if not path.exists()]
    with ProcessPoolExecutor() as pool:
        played = pool.map(play, missing, itertools.repeat(players))
        for number, data in zip(missing, played, strict=True):
            paths[number].write_bytes(data)
    return [read(path.read_bytes()) for path in paths]


def _version(players: int) -> str:
    """
    Return an id for what recordings depend on: the charter, and the protocol's version.
    """
    return f"{play_lobby(0, players).gid.hex()[:16]}.{VERSION}"


def play(number: int, players: int, tables: int = 0) -> bytes:
    """
    Play a game and return its journal; each number gives a different game.

    Args:
        tables: the number of groups of players, which take turns; 0 for new players in
            each game.
    """
    charter = play_lobby(number, players, tables)
    game = SealedGame(
        players,
        f"load {number}",
        rules_of(charter.options),
        charter=charter,
        checks=False,
    )
    game.play_until("")
    entries = wires_of(game.fold.entries())
    return journal.begin(journal.JournalHead(f"table {number + 1}")) + journal.pack(
        entries
    )


def play_lobby(number: int, players: int, tables: int = 0) -> Charter:
    """Return the charter of a game, as signed by its players in the lobby."""
    evening, table = divmod(number, tables) if tables else (0, number)
    terms = Terms.of(players=players)
    agreed = terms.options(HOST.public, players)
    names = [f"{name} {table}" for name in NAMES[:players]]
    return charter_with_options(names, ruleset_hash(rules_of(agreed)), agreed, evening)


def read(data: bytes) -> Recorded:
    """Parse the journal of a game."""
    kept = journal.read(data)
    entries = parse_entries(kept.wires)
    charter = open_charter(entries)
    begins = len(charter.entries)
    phases = list[Phase]()
    for _, some in itertools.groupby(entries[begins:], lambda it: it.envelope.phase):
        spoken = tuple(some)
        said = {entry.envelope.seat: entry.wire for entry in spoken}
        begins += len(spoken)
        phases.append(Phase(spoken[0].envelope.kind, said, begins))
    # In the lobby, people sign with their keys, before they have seats.
    people = sorted(charter.people, key=lambda it: it.identity)
    wires = charter.wires
    sits = [
        Sits(commit, reveal)
        for commit, reveal in zip(wires, wires[len(people) + 1 :], strict=False)
    ]
    return Recorded(
        kept.head.table,
        tuple(person.name for person in charter.people),
        tuple(sits[people.index(person)] for person in charter.people),
        tuple(phases),
    )


class Replay:
    """
    One table at which a game is replayed.

    Attributes:
        over: fires when the last entry has come back to all seats.
        ways: seconds from the moment when the last seat commits to its choice until all
            seats have received all reveals, for each turn: there and back through the
            host, twice.
    """

    def __init__(
        self, game: Recorded, pause: Callable[[], float] = lambda: 0.0
    ) -> None:
        """
        Prepare a table.

        Args:
            pause: returns the seconds that a player thinks before a choice.
        """
        self.game = game
        self.over: Deferred[None] = Deferred()
        self.ways: list[float] = []
        self.pause = pause
        self.is_going = False
        self.seats = [_Seat(self, seat) for seat in range(len(game.names))]
        self._phase = 0
        self._said_at: dict[int, float] = {}
        """By phase, the time when the last seat spoke."""

    async def join(self, address: Address) -> None:
        """Seat all players, and wait until the game begins."""
        from twisted.internet import reactor

        endpoint = TCP4ClientEndpoint(reactor, address.host, address.port)
        for seat in self.seats:
            factory = client_factory(seat, reactor, address.pin, patience=600.0)
            await endpoint.connect(factory)
            await seat.sits
        for seat in self.seats:
            await seat.plays

    def go(self) -> None:
        self.is_going = True
        for seat in self.seats:
            seat.speak()

    def leave(self) -> None:
        """Disconnect all seats."""
        for seat in self.seats:
            seat.leave()

    def said(self, phase: int) -> None:
        """Note that a seat has spoken in a phase."""
        self._said_at[phase] = time.perf_counter()

    def heard(self) -> None:
        """Note the phases that all seats have now received completely."""
        phases = self.game.phases
        least = min(seat.position for seat in self.seats)
        while self._phase < len(phases) and phases[self._phase].end <= least:
            if phases[self._phase].kind == "REVEAL":
                self.ways.append(time.perf_counter() - self._said_at[self._phase - 1])
            self._phase += 1
            if self._phase == len(phases):
                self.over.callback(None)


class _Seat:
    """The connection of one seat."""

    def __init__(self, replay: Replay, seat: int) -> None:
        self.sits: Deferred[None] = Deferred()
        """Fires when it has sat down."""
        self.plays: Deferred[None] = Deferred()
        """Fires when the game has begun."""
        self.position = 0
        self._replay = replay
        self._seat = seat
        self._next = 0
        """The index of the next phase to look at for something to say."""
        self._connection: ToHost | None = None
        self._is_ready = False

    def connected(self, connection: ToHost) -> None:
        self._connection = connection
        name = self._replay.game.names[self._seat]
        connection.send(make_hello(identity_of(name), name, connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        game = self._replay.game
        match message:
            case Welcome():
                connection.send(Sit(game.table, game.sits[self._seat].commit))
            case Lobby(people=people, options=options):
                if not self.sits.called:
                    self.sits.callback(None)
                if len(people) == len(game.names) and not self._is_ready:
                    self._is_ready = True
                    connection.send(Ready(True, sha256(options).digest()))
            case Draw():
                connection.send(Post((game.sits[self._seat].reveal,)))
            case Refused(detail=detail):
                self._fail(detail)
            case Log(entry=entry, wires=wires) if wires:
                self.position = entry + len(wires)
                if not self.plays.called:
                    self.plays.callback(None)
                elif self._replay.is_going:
                    self.speak()
                    self._replay.heard()

    def _fail(self, why: str) -> None:
        """Fail the deferred that somebody is waiting for."""
        for waited in (self.sits, self.plays, self._replay.over):
            if not waited.called:
                waited.errback(RuntimeError(why))
                return

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self._fail(str(end.detail))

    def speak(self) -> None:
        """Send what comes next, if everything before it has arrived."""
        phases = self._replay.game.phases
        while self._next < len(phases):
            begins = phases[self._next - 1].end if self._next else 0
            if begins > self.position:
                return
            if self._seat in phases[self._next].said:
                self._say(self._next)
            self._next += 1

    def _say(self, phase: int) -> None:
        from twisted.internet import reactor

        is_choice = self._replay.game.phases[phase].kind == "PICK"
        pause = self._replay.pause() if is_choice else 0.0
        if pause:
            scheduler: Any = reactor
            scheduler.callLater(pause, self._post, phase)
        else:
            self._post(phase)

    def _post(self, phase: int) -> None:
        if self._connection is not None:
            self._replay.said(phase)
            wire = self._replay.game.phases[phase].said[self._seat]
            self._connection.send(Post((wire,)))

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()


@dataclass(frozen=True)
class Played:
    """The measurements of some tables."""

    ways: Sequence[float]
    """The `Replay.ways` of all tables."""
    turns: int
    seconds: float
    """Wall-clock time."""
    cpu: float
    """The host's processor time, in seconds."""
    weight: int
    """The host's peak resident memory, in bytes."""


class Host:
    """
    A running host.

    Attributes:
        pid: its process ID.
        ended: the number of games that it has reported as ended, and so has checked.
    """

    def __init__(self, process: subprocess.Popen[bytes], address: Address) -> None:
        self.pid = process.pid
        self.address = address
        self.ended = 0
        # Unread output would block the host.
        threading.Thread(target=self._read, args=(process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        for line in process.stdout or ():
            # Only a result has this key; it isn't an event.
            self.ended += "checked" in json.loads(line)

    @property
    def cpu(self) -> float:
        """
        The host's processor time so far, in seconds, to a fraction of a millisecond.
        """
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


@contextmanager
def host_of(seats: int, folder: Path, *options: str) -> Iterator[Host]:
    """Run a host for recorded games, on a separate core."""
    (folder / IDENTITY).write_bytes(HOST.to_pem())
    given = (
        "--players",
        str(seats),
        "--tables",
        str(TABLES_MOST),
        "--logs",
        str(folder),
    )
    os.sched_setaffinity(0, HOST_CORE)  # inherited by the host
    try:
        with hosting(*given, *options) as (process, address):
            os.sched_setaffinity(0, OTHERS)
            yield Host(process, address)
    finally:
        os.sched_setaffinity(0, CORES)


async def replay(tables: Sequence[Replay], host: Host) -> Played:
    """Replay games at all tables at once, until the host has checked them."""
    from twisted.internet import reactor

    for table in tables:
        await table.join(host.address)
    cpu, began, ended = host.cpu, time.perf_counter(), host.ended
    for table in tables:
        table.go()
    await gatherResults([table.over for table in tables], consumeErrors=True)
    while host.ended < ended + len(tables):
        await deferLater(reactor, LOOKS)
    played = Played(
        [way for table in tables for way in table.ways],
        sum(table.game.turns for table in tables),
        time.perf_counter() - began,
        host.cpu - cpu,
        resident(host.pid),
    )
    for table in tables:
        table.leave()
    return played
