"""
A host and its clients in one process: everything is real except the network and the
time.
"""

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
from tests.support.inprocess.closing import OPENED
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.players import any_move
from tests.support.lobbies import HOST

N = TypeVar("N", bound=News)

AnyClient = TypeVar("AnyClient", bound=Client)


def open_terms(wanted: int = 0, **others: Any) -> Terms:
    """Return the terms of tables that deal openly, which is fast."""
    return Terms.of(players=wanted, suite=OPEN, **others)


def sealed_terms(wanted: int = 3, **others: Any) -> Terms:
    """Return the terms of tables that seal their cards."""
    return Terms.of(players=wanted, suite=SEALED, **others)


class RecordingBots(Bots):
    """
    Start no bots, but record each call.

    Attributes:
        dismissed: the tables whose bots were dismissed.
        dismissed_at_once: those of them whose bots were dismissed immediately, because no
            game was running.
        forgotten_games: the games for which bots were told to delete their data, each by
            the hash of its charter.
        kept: the identities of the bots that have saved data.
        room: the number of additional bots for which there is enough memory.
        prepared: the number of calls of `prepare`.
        ended: called when a bot is summoned, with the reason why it can't be started.
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


class NullJournal(Journal):
    """A journal that isn't written to disk."""

    def __init__(self) -> None:
        self.path = Path(os.devnull)
        self.position = 0
        self.failure = None
        self.is_cut_back = False

    @property
    def is_removed(self) -> bool:
        return False

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


class NullArchive(Archive):
    """An archive that writes no journals, for tests without a folder for the host."""

    def begin(
        self, gid: bytes, head: JournalHead, wires: Sequence[Wire] = ()
    ) -> Journal:
        journal = NullJournal()
        journal.append(wires)
        return journal


class HostHarness:
    """
    A host, its clock, and all clients that connect to it.

    Attributes:
        news: what the host reported to its operator.
        pin: the pin of the host's certificate, which is never shown here.
        evening: seconds since 1970; games from then on count as this evening's.
        listener: handles connections instead of the server, if given.
        keeps_failures: whether a client whose session fails notes the error and disconnects,
            as a program does; otherwise, the error is raised in the test.
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
            folder: the host's folder; if it doesn't exist, the host writes nothing.
            work: runs checks of proofs; if None, the host checks none.
            disk: waits for the disk.
            seed: games with different seeds differ.
            lock: the password lock of all tables.
            identity: the identity of the host's machine.
            clock: a clock shared with another host, so that clients can move between them.
            aside: computes the history of played games; if None, the host keeps none.
            choose: the options that may be chosen by the person who opens a table.
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
        """Return bytes that look random but are the same in every run."""
        self._drawn += 1
        seed = f"{self._seed}{what}/{self._drawn}"
        return hashlib.sha512(seed.encode()).digest()[:count]

    # The host's process.

    def start_server(self) -> None:
        """Start or restart the host's program."""
        self.archive: Archive = NullArchive(self.folder)
        if self.folder.is_dir():
            self.archive = Archive(self.folder)
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
        if self.folder.is_dir():
            OPENED.append(self.close)

    def offer(self, terms: Terms, *choose: str) -> None:
        """
        Change the terms of new tables, and the options that may be chosen; allow four
        tables.
        """
        offered = Offered(terms, frozenset(choose))
        self.server.registry.policy = TablePolicy(offered, 4)

    def kill(self) -> None:
        """Kill the host's program. Its scheduled calls are never made."""
        for client in self.clients:
            client.disconnect()
        self.close()
        now = self.clock.seconds()
        self.clock = Clock()
        self.clock.advance(now)

    def start_again(self) -> None:
        """Start the host's program again, which resumes the games that it finds."""
        self.start_server()
        self.server.resumption.resume_all()

    def restart(self) -> None:
        """Kill the host, and start another one that resumes the games that it finds."""
        self.kill()
        self.start_again()
        self.clock.advance(0)

    def close(self) -> None:
        """Close the host's files, as happens when its process ends."""
        for record in self.server.registry:
            record.remove()

    # The host's clients.

    def client(self, name: str, **others: Any) -> Client:
        """Connect a new client; see `Client` for the arguments."""
        return self.add(Client(self, name, **others))

    def connect(self, name: str, **others: Any) -> Client:
        """Connect a new client, and settle."""
        client = self.client(name, **others)
        self.settle()
        return client

    def reconnect(self, people: Iterable[Client]) -> None:
        """Reconnect clients, and settle."""
        for person in people:
            person.connect()
        self.settle()

    def restart_clients(self, people: Sequence[Client], table: str = "") -> None:
        """Restart clients' programs, connect them, and settle."""
        for person in people:
            person.restart(table)
        self.reconnect(people)

    def disconnect(self, people: Iterable[Client]) -> None:
        """Disconnect clients, and settle."""
        for person in people:
            person.disconnect()
        self.settle()

    def leave_unanswered(self, people: Iterable[Client]) -> None:
        """Make clients keep their questions unanswered from now on, and settle."""
        for person in people:
            person.player.pick = None
        self.settle()

    def answer(self, people: Iterable[Client], times: int = 1) -> None:
        """Make clients answer one kept question after another, and settle after each."""
        for _ in range(times):
            for person in people:
                person.player.answer_now()
            self.settle()

    def answer_at_once(self, people: Iterable[Client]) -> None:
        """
        Make clients answer their kept questions, if any, and later ones at once; settle.
        """
        for person in people:
            person.player.pick = any_move
            if person.player.question is not None:
                person.player.answer_now()
        self.settle()

    def join(self, names: Sequence[str] = NAMES[:3]) -> list[Client]:
        """Connect clients that take a seat and become ready once they see the lobby."""
        return [self.client(name) for name in names]

    def add(self, client: AnyClient) -> AnyClient:
        """Connect an existing client."""
        self.clients.append(client)
        client.connect()
        return client

    def let_in(self, client: AnyClient) -> AnyClient:
        """Connect an existing client, and settle."""
        self.add(client)
        self.settle()
        return client

    def step(self) -> bool:
        """
        Let every client exchange messages once; return whether anything was in transit.
        """
        self.clock.advance(0)
        return sum([client.exchange() for client in self.clients]) > 0

    def settle(self, rounds: int = 10_000) -> None:
        """
        Exchange messages until nothing is in transit; raise `RuntimeError` after
        `rounds`.
        """
        for _ in range(rounds):
            if not self.step():
                return
        raise RuntimeError("they never stop talking")

    def until(self, there: Callable[[], bool]) -> None:
        """
        Exchange messages until `there` returns True.

        Raises:
            RuntimeError: nothing is in transit any more, but `there` still returns False.
        """
        while not there():
            if not self.step() and not there():
                raise RuntimeError("they have stopped talking before")

    def until_phase(self, kind: str) -> None:
        """Exchange messages until the first table's game is in a phase of this kind."""
        self.until(lambda: self.has_begun and self.game.fold.phase.kind == kind)

    def pass_time(self, seconds: float, step: float = PING_INTERVAL) -> None:
        """Advance the clock in steps of at most `step` seconds; settle after each."""
        while seconds > 0:
            self.clock.advance(min(step, seconds))
            seconds -= step
            self.settle()

    # Ballots, and what a test looks at.

    def go_on_without(self, out: Sequence[Client], voters: Sequence[Client]) -> None:
        """Carry a ballot on going on without some clients, and settle."""
        self.vote_out(out, voters)
        self.settle()

    def vote_out(self, out: Sequence[Client], voters: Sequence[Client]) -> None:
        """
        Make the first voter open a ballot on going on without some clients, and the
        other voters answer yes.
        """
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
        """Whether there is a game at the first table."""
        registry = list(self.server.registry)
        return bool(registry) and registry[0].game is not None

    @property
    def game(self) -> RunningGame:
        """The game at the first table; raises `ValueError` before it has begun."""
        game = self.table.game
        if game is None:
            raise ValueError("the game has not begun")
        return game

    @property
    def journal(self) -> Path:
        """The path of the only journal."""
        (path,) = self.folder.glob("*.journal")
        return path

    def news_of(self, kind: type[N]) -> list[N]:
        """Return the host's news of one kind."""
        return [news for news in self.news if isinstance(news, kind)]

    def completed_game(self) -> GameCompleted:
        """
        Return the news of the only completed game, and check that the host reported no
        trouble.
        """
        (ended,) = self.news_of(GameCompleted)
        assert [] == self.news_of(Trouble)
        return ended


def play_until_stalled(
    host: HostHarness, kind: str = "PICK", *, silent: int = 0
) -> list[Client]:
    """
    Play with three clients until a phase of some kind, in which one client stalls.

    Args:
        kind: the kind of the phase.
        silent: the index of the client that stalls.
    """
    people = host.join()
    host.until_phase(kind)
    people[silent].stalled = True
    host.settle()
    assert (people[silent].seat.number,) == host.game.fold.missing
    return people


StartHost = Callable[..., HostHarness]
"""Starts hosts that all use the same folder."""


def waiting_for_ann(start_host: StartHost) -> tuple[HostHarness, list[Client]]:
    """Start a game of three in which the host waits for ann's choice."""
    host = start_host()
    people = host.join()
    host.leave_unanswered(people[:1])
    assert people[0].player.question is not None
    return host, people


def play_on(host: HostHarness, people: Sequence[Client] = (), choices: int = 3) -> None:
    """
    Check that the game continues without trouble, and identically for all.

    Args:
        people: the clients that play, ann first, who reconnects if necessary; by default,
            all clients with a seat.
        choices: the number of choices that ann makes.
    """
    people = people or [it for it in host.clients if it.name in host.game.names]
    ann, before = people[0], host.game.fold.position
    if ann.connection is None or ann.is_cut_off:
        ann.disconnect()
        ann.connect()
        host.settle()
    host.answer([ann], choices)
    assert host.game.fold.position >= before + 3 * choices
    assert [host.game.fold.digest] * len(people) == [
        person.session.seat.fold.digest
        for person in people
        if person.session.seat is not None
    ]
    assert [] == host.news_of(Trouble)
