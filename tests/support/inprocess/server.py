"""A host and its clients in one process: everything real but the network and the time."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sealed_wonders.host.bots import Bots
from sealed_wonders.host.context import Resources
from sealed_wonders.host.guests import BANNED, Guests
from sealed_wonders.host.history import History
from sealed_wonders.host.journal import Archive, Journal
from sealed_wonders.host.keys import HostKeys
from sealed_wonders.host.news import GameCompleted, News, Trouble
from sealed_wonders.host.offer import Offered
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.server import Server
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.host.tableregistry import TABLES, TablePolicy
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.certificate import PIN_SIZE
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import PING_INTERVAL
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.journal import JournalHead
from sealed_wonders.net.messages import FromClient
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.verification import Work, at_once
from sealed_wonders.net.wire import Listener, ToClient
from tests.support.clock import Clock
from tests.support.inprocess.client import EVENING, Client
from tests.support.inprocess.folds import NAMES
from tests.support.lobbies import HOST

N = TypeVar("N", bound=News)


def open_terms(wanted: int = 0, **others: Any) -> Terms:
    """Give the terms of tables that deal openly: quick, where it isn't about cards."""
    return Terms.of(players=wanted, suite=OPEN, **others)


def sealed_terms(wanted: int = 3, **others: Any) -> Terms:
    """Give the terms of tables that seal their cards."""
    return Terms.of(players=wanted, suite=SEALED, **others)


class RecordingBots(Bots):
    """
    Starts no bots, and writes down what it is told.

    Attributes:
        dismissed: the tables whose bots may go.
        dismissed_at_once: those of them where there was no game.
        forgotten_games: the games of which no bot keeps anything any more, each by the hash
            of what was agreed on.
        kept: the bots of which something is kept.
        room: for how many more bots there is memory.
        prepared: how often it was told that some may be wanted soon.
        ended: told of one that is summoned, and can't be started.
    """

    def __init__(self) -> None:
        self.started: list[tuple[str, tuple[str, ...]]] = []
        self.restarted: list[tuple[str, dict[str, bytes]]] = []
        self.summoned: list[tuple[str, str]] = []
        self.forgotten: list[bytes] = []
        self.forgotten_games: list[bytes] = []
        self.dismissed: list[str] = []
        self.dismissed_at_once: list[str] = []
        self.kept: list[bytes] = []
        self.can_start = True
        self.room = 1000
        self.prepared = 0
        self.ended: Callable[[str, str, str], None] | None = None

    def prepare(self) -> None:
        self.prepared += 1

    def has_room(self, bots: int) -> bool:
        return bots <= self.room

    def start(self, table: str, names: Sequence[str]) -> None:
        self.started.append((table, tuple(names)))

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        self.restarted.append((table, dict(identities)))

    def summon(self, table: str, name: str) -> None:
        self.summoned.append((table, name))
        if self.ended is not None:
            self.ended(table, name, "it can't be started: no room")

    def keeps(self, identity: bytes) -> bool:
        return identity in self.kept

    def forget(self, identities: Iterable[bytes]) -> None:
        self.forgotten += identities

    def forget_game(self, table: bytes) -> None:
        self.forgotten_games.append(table)

    def dismiss(self, table: str, *, at_once: bool) -> None:
        if table not in self.dismissed:
            self.dismissed.append(table)
            if at_once:
                self.dismissed_at_once.append(table)


class UnkeptJournal(Journal):
    """A journal of a game that no host will go on with."""

    def __init__(self) -> None:
        self.path = Path(os.devnull)
        self.position = 0
        self.failure = None
        self.is_cut_back = False

    @property
    def synced_position(self) -> int:
        return 0

    @property
    def is_synced(self) -> bool:
        return True

    def append(self, wires: Sequence[Wire]) -> None:
        self.position += len(wires)

    def close(self) -> None:
        pass

    def remove(self) -> None:
        pass


class Nowhere(Archive):
    """Keeps no journal, and can write nothing: for tests that have no folder for a host."""

    def begin(
        self, gid: bytes, head: JournalHead, wires: Sequence[Wire] = ()
    ) -> Journal:
        journal = UnkeptJournal()
        journal.append(wires)
        return journal


class HostHarness:
    """
    A host, its clock, and all who connect to it.

    Attributes:
        news: what the host told whoever runs it.
        pin: what stands for its certificate, which nobody sees here.
        evening: since when games are this evening's.
        listener: what stands before the server, if anything does.
        keeps_failures: a client that can't go on notes why and hangs up, as a program
            does; else the test is told by the error itself.
    """

    def __init__(
        self,
        folder: Path,
        terms: Terms | None = None,
        *,
        tables: int = TABLES,
        work: Work | None = None,
        disk: Work = at_once,
        seed: str = "",
        lock: PasswordLock | None = None,
        identity: Identity = HOST,
        clock: Clock | None = None,
        aside: Work | None = None,
        choose: Collection[str] = (),
    ) -> None:
        """
        Start a host.

        Args:
            folder: where it writes; if there is none of that name, nowhere.
            work: checks proofs; None: nobody does so at the host.
            disk: waits for the disk.
            seed: another one is another game.
            lock: that of the password of all its tables.
            identity: the host's; another one is another machine.
            clock: that of another host, at which some of its clients may have been.
            aside: counts what was played; None: nobody does so at the host.
            choose: what whoever opens a table may choose.
        """
        self.folder = folder
        self.identity = identity
        self.pin = hashlib.sha256(identity.public).digest()[:PIN_SIZE]
        self.terms = open_terms(3) if terms is None else terms
        self.clock = Clock() if clock is None else clock
        self.bots = RecordingBots()
        self.news: list[News] = []
        self.clients: list[Client] = []
        self.listener: Listener[ToClient, FromClient] | None = None
        self.keeps_failures = False
        self._tables = tables
        self.work = work
        self._disk = disk
        self._aside = aside
        self.evening = 0.0
        self._seed = seed
        self._lock = lock
        self.choose = choose
        self._drawn = 0
        self.start_server()

    def entropy(self, what: str, count: int) -> bytes:
        """Give bytes that look random and are the same every time."""
        self._drawn += 1
        seed = f"{self._seed}{what}/{self._drawn}"
        return hashlib.sha512(seed.encode()).digest()[:count]

    # Its process.

    def start_server(self) -> None:
        """Start the host's program, or start it again."""
        self.archive = (
            Archive(self.folder) if self.folder.is_dir() else Nowhere(self.folder)
        )
        self.history = None
        if self._aside is not None:
            tell, evening = self.news.append, lambda: self.evening
            self.history = History(self.folder, self._aside, tell, evening=evening)
        self.server = Server(
            HostKeys(self.identity, b"", self.pin),
            "the house",
            TablePolicy(
                Offered(self.terms, frozenset(self.choose)), self._tables, self._lock
            ),
            Resources(
                self.clock,
                self.archive,
                self.bots,
                lambda: EVENING + self.clock.seconds(),
                work=self.work,
                disk=self._disk,
                history=self.history,
            ),
            self.news.append,
            Guests(None, self.folder / BANNED),
        )

    def offer(self, terms: Terms, *choose: str) -> None:
        """Open tables in another way from now on, four at most."""
        offered = Offered(terms, frozenset(choose))
        self.server.registry.policy = TablePolicy(offered, 4)

    def kill(self) -> None:
        """End the host's program without a word; what it had planned never happens."""
        for client in self.clients:
            client.disconnect()
        self.close()
        now = self.clock.seconds()
        self.clock = Clock()
        self.clock.advance(now)

    def start_again(self) -> None:
        """Start the host's program again, which takes up the games it finds."""
        self.start_server()
        self.server.resumption.resume_all()

    def restart(self) -> None:
        """Kill the host; another takes up the games it finds."""
        self.kill()
        self.start_again()
        self.clock.advance(0)

    def close(self) -> None:
        """Let go of the host's files, as when its process ends."""
        for record in self.server.registry:
            record.remove()

    # Its clients.

    def client(self, name: str, **others: Any) -> Client:
        """Let somebody connect; see `Client` for what they may be like."""
        return self.add(Client(self, name, **others))

    def come(self, name: str, **others: Any) -> Client:
        """Let somebody connect, and everybody hear and speak."""
        client = self.client(name, **others)
        self.settle()
        return client

    def come_back(self, people: Iterable[Client]) -> None:
        """Let people connect again, and everybody hear and speak."""
        for person in people:
            person.connect()
        self.settle()

    def come_anew(self, people: Sequence[Client], table: str = "") -> None:
        """Let people's programs be started again, and connect."""
        for person in people:
            person.restart(table)
        self.come_back(people)

    def go(self, people: Iterable[Client]) -> None:
        """Break people's connections, and let everybody hear and speak."""
        for person in people:
            person.disconnect()
        self.settle()

    def hold(self, people: Iterable[Client]) -> None:
        """Let people think when they are asked, and everybody hear and speak."""
        for person in people:
            person.player.pick = None
        self.settle()

    def join(self, names: Sequence[str] = NAMES[:3]) -> list[Client]:
        """Let people connect who sit down and are ready, as soon as they hear of it."""
        return [self.client(name) for name in names]

    def add(self, client: Client) -> Client:
        """Let somebody connect who was made elsewhere."""
        self.clients.append(client)
        client.connect()
        return client

    def step(self) -> bool:
        """Let everybody hear and speak once; tells whether anybody has."""
        self.clock.advance(0)
        return sum([client.exchange() for client in self.clients]) > 0

    def settle(self, rounds: int = 10_000) -> None:
        """Let everybody hear and speak until nobody has anything to say."""
        for _ in range(rounds):
            if not self.step():
                return
        raise RuntimeError("they never stop talking")

    def until(self, there: Callable[[], bool]) -> None:
        """Let everybody hear and speak until something is the case."""
        while not there():
            if not self.step() and not there():
                raise RuntimeError("they have stopped talking before")

    def pass_time(self, seconds: float, step: float = PING_INTERVAL) -> None:
        """Let time pass, and let everybody hear what comes of it."""
        while seconds > 0:
            self.clock.advance(min(step, seconds))
            seconds -= step
            self.settle()

    # Looking.

    def go_on_without(self, out: Sequence[Client], voters: Sequence[Client]) -> None:
        """Let some put others out, and everybody hear and speak."""
        self.vote_out(out, voters)
        self.settle()

    def vote_out(self, out: Sequence[Client], voters: Sequence[Client]) -> None:
        """Let one open a ballot to put others out, and the rest say yes to it."""
        opener, *others = voters
        opener.propose(*out)
        for voter in others:
            self.until(lambda voter=voter: bool(voter.seat.unanswered))  # type: ignore[misc]
            voter.vote_on_all(yes=True)

    @property
    def table(self) -> TableEntry:
        """The first table."""
        return next(iter(self.server.registry))

    @property
    def has_begun(self) -> bool:
        """There is a game at the first table."""
        registry = list(self.server.registry)
        return bool(registry) and registry[0].game is not None

    @property
    def game(self) -> RunningGame:
        """The game at the first table."""
        game = self.table.game
        if game is None:
            raise ValueError("the game has not begun")
        return game

    @property
    def journal(self) -> Path:
        """That of the one game."""
        (path,) = self.folder.glob("*.journal")
        return path

    def told(self, kind: type[N]) -> list[N]:
        """Give the news of one kind."""
        return [news for news in self.news if isinstance(news, kind)]

    def ended(self) -> GameCompleted:
        """Give the one game's end, and see that nothing went wrong on the way."""
        (ended,) = self.told(GameCompleted)
        assert [] == self.told(Trouble)
        return ended


def sat(host: HostHarness, kind: str = "PICK", *, silent: int = 0) -> list[Client]:
    """
    Let three play until a phase of some kind, and one of them hear no more from there on.

    Args:
        silent: which of them.
    """
    people = host.join()
    host.until(lambda: host.has_begun and host.game.fold.phase.kind == kind)
    people[silent].stalled = True
    host.settle()
    assert (people[silent].seat.number,) == host.game.fold.missing
    return people


StartHost = Callable[..., HostHarness]
"""Starts hosts, all with the same folder."""


def waiting_for_ann(start_host: StartHost) -> tuple[HostHarness, list[Client]]:
    """Give a game in which the host waits for ann."""
    host = start_host()
    people = host.join()
    people[0].player.pick = None
    host.settle()
    assert people[0].player.question is not None
    return host, people


def play_on(host: HostHarness, people: Sequence[Client] = (), choices: int = 3) -> None:
    """See that the game goes on as if nothing had been, and all (who play) see the same."""
    people = people or [it for it in host.clients if it.name in host.game.names]
    ann, before = people[0], host.game.fold.position
    if ann.connection is None or ann.is_cut_off:
        ann.disconnect()
        ann.connect()
        host.settle()
    for _ in range(choices):
        ann.player.answer_now()
        host.settle()
    assert host.game.fold.position >= before + 3 * choices
    assert [host.game.fold.digest] * len(people) == [
        person.session.seat.fold.digest
        for person in people
        if person.session.seat is not None
    ]
    assert [] == host.told(Trouble)
