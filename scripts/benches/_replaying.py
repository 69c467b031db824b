"""
Games that were played once, and are played again at a real host, over TLS.

A sealed game is played in one process (`_sealed_game`), and all that its seats have signed is
kept. Which game it is follows from what those who sit down sign, from what is agreed, and from
the host's key. So a host that has the same key comes to the same game, when the same people sit
down and say the same. There is a connection for each seat, which says what that seat has said as
soon as the host's log is as long as it was then. The host has all that it has of real players,
and nobody takes time to make proofs or to check them.
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
from sealed_wonders.host.tables import TABLES_MOST
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.address import Address
from sealed_wonders.net.ending import End
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
from tests.support.lobbies import HOST, named, settled

LOOKS = 0.02
"""Seconds between two looks whether a host is done."""

CORES = sorted(os.sched_getaffinity(0))
HOST_CORE, OTHERS = CORES[:1], CORES[1:] or CORES
"""The host has a core for itself, if there are two; whoever plays, or attacks, has the others."""

CHECKOUT = Path(__file__).resolve().parents[2]
KEPT = CHECKOUT / "build" / "games"
"""Where recorded games are kept: to play fifty takes a minute or two."""


class Sits(NamedTuple):
    """What somebody signs to have a seat."""

    commit: Wire
    reveal: Wire


class Phase(NamedTuple):
    """What was said in a phase."""

    kind: str
    said: Mapping[int, Wire]
    """By seat."""
    end: int
    """How many entries the log has behind it."""


@dataclass(frozen=True)
class Recorded:
    """A game that was played to its end."""

    table: str
    names: tuple[str, ...]
    """By seat; whose identities are `named`."""
    sits: tuple[Sits, ...]
    """Likewise."""
    phases: tuple[Phase, ...]

    @property
    def turns(self) -> int:
        """How often all have revealed what they chose."""
        return sum(it.kind == "REVEAL" for it in self.phases)


def recorded(count: int, players: int) -> Sequence[Recorded]:
    """Give some games, which are played if they aren't kept from another time."""
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
    """Say what they depend on: who agrees on what, and how that is signed."""
    return f"{play_lobby(0, players).gid.hex()[:16]}.{VERSION}"


def play(number: int, players: int, tables: int = 0) -> bytes:
    """
    Play a game; another number is another one. Give its journal.

    Args:
        tables: so many games are of other people each, and then it is the first's turn
            again; 0: all are.
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
    return journal.begin(f"table {number + 1}", None) + journal.pack(entries)


def play_lobby(number: int, players: int, tables: int = 0) -> Charter:
    """Have people sit down, as `play` has them."""
    evening, table = divmod(number, tables) if tables else (0, number)
    terms = Terms.of(players=players)
    agreed = terms.options(HOST.public, players)
    names = [f"{name} {table}" for name in NAMES[:players]]
    return settled(names, ruleset_hash(rules_of(agreed)), agreed, evening)


def read(data: bytes) -> Recorded:
    """Read what `play` gave."""
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
    # In the lobby they speak by their keys, and not by their seats.
    people = sorted(charter.people, key=lambda it: it.identity)
    wires = charter.wires
    sits = [
        Sits(commit, reveal)
        for commit, reveal in zip(wires, wires[len(people) + 1 :], strict=False)
    ]
    return Recorded(
        kept.table,
        tuple(person.name for person in charter.people),
        tuple(sits[people.index(person)] for person in charter.people),
        tuple(phases),
    )


class Replay:
    """
    One table at which a game is played again.

    Attributes:
        over: fires when the last entry has come back to everybody.
        ways: seconds from the moment the last seat commits to its choice until all seats have
            heard what all have revealed: a turn's way through the host, there and back twice.
    """

    def __init__(
        self, game: Recorded, pause: Callable[[], float] = lambda: 0.0
    ) -> None:
        """
        Make ready.

        Args:
            pause: gives how many seconds somebody thinks before they choose.
        """
        self.game = game
        self.over: Deferred[None] = Deferred()
        self.ways: list[float] = []
        self.pause = pause
        self.is_going = False
        self.seats = [_Seat(self, seat) for seat in range(len(game.names))]
        self._phase = 0
        self._said_at: dict[int, float] = {}
        """When the last seat that has spoken in a phase did so."""

    async def join(self, address: Address) -> None:
        """Have all sit down, and the game begin."""
        from twisted.internet import reactor

        endpoint = TCP4ClientEndpoint(reactor, address.host, address.port)
        for seat in self.seats:
            factory = client_factory(seat, reactor, address.pin, patience=600.0)
            await endpoint.connect(factory)
            await seat.sits
        for seat in self.seats:
            await seat.plays

    def go(self) -> None:
        """Begin."""
        self.is_going = True
        for seat in self.seats:
            seat.speak()

    def leave(self) -> None:
        """Let all hang up."""
        for seat in self.seats:
            seat.leave()

    def said(self, phase: int) -> None:
        """Somebody has spoken in a phase."""
        self._said_at[phase] = time.perf_counter()

    def heard(self) -> None:
        """Somebody has heard something: perhaps now all have heard all of a phase."""
        phases = self.game.phases
        least = min(seat.position for seat in self.seats)
        while self._phase < len(phases) and phases[self._phase].end <= least:
            if phases[self._phase].kind == "REVEAL":
                self.ways.append(time.perf_counter() - self._said_at[self._phase - 1])
            self._phase += 1
            if self._phase == len(phases):
                self.over.callback(None)


class _Seat:
    """One seat's connection."""

    def __init__(self, replay: Replay, seat: int) -> None:
        self.sits: Deferred[None] = Deferred()
        """Fires when it has sat down."""
        self.plays: Deferred[None] = Deferred()
        """Fires when the game has begun."""
        self.position = 0
        self._replay = replay
        self._seat = seat
        self._next = 0
        """The phase in which it speaks next, if it does."""
        self._connection: ToHost | None = None
        self._is_ready = False

    def connected(self, connection: ToHost) -> None:
        self._connection = connection
        name = self._replay.game.names[self._seat]
        connection.send(make_hello(named(name), name, connection.exporter))

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
        """Let whoever waits for something know that it doesn't come."""
        for waited in (self.sits, self.plays, self._replay.over):
            if not waited.called:
                waited.errback(RuntimeError(why))
                return

    def lost(self, connection: ToHost, end: End) -> None:
        self._fail(str(end.detail))

    def speak(self) -> None:
        """Say what comes next, if all before it is there."""
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
        """Hang up."""
        if self._connection is not None:
            self._connection.close()


@dataclass(frozen=True)
class Played:
    """What came of some tables."""

    ways: Sequence[float]
    """As those of `Replay`, of all tables."""
    turns: int
    seconds: float
    """By the clock."""
    cpu: float
    """Of the host's processor, in seconds."""
    weight: int
    """Bytes that the host had resident at most."""


class Host:
    """
    A host that runs.

    Attributes:
        pid: the number of its process.
        ended: how many games it has said to have ended, and so has checked.
    """

    def __init__(self, process: subprocess.Popen[bytes], address: Address) -> None:
        self.pid = process.pid
        self.address = address
        self.ended = 0
        # It would be held up by what it says.
        threading.Thread(target=self._read, args=(process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        for line in process.stdout or ():
            # A result is the one thing that is no event.
            self.ended += "checked" in json.loads(line)

    @property
    def cpu(self) -> float:
        """The processor's time that it has had, in seconds, to a part of a millisecond."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


@contextmanager
def host_of(seats: int, folder: Path, *options: str) -> Iterator[Host]:
    """Run a host for such games, on a core of its own."""
    (folder / IDENTITY).write_bytes(HOST.to_pem())
    given = (
        "--players",
        str(seats),
        "--tables",
        str(TABLES_MOST),
        "--logs",
        str(folder),
    )
    os.sched_setaffinity(0, HOST_CORE)  # which it has from us
    try:
        with hosting(*given, *options) as (process, address):
            os.sched_setaffinity(0, OTHERS)
            yield Host(process, address)
    finally:
        os.sched_setaffinity(0, CORES)


async def replay(tables: Sequence[Replay], host: Host) -> Played:
    """Play all of them at once, until the host has checked them."""
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
