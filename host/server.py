"""
The server: all that goes on at a host, and whoever is connected.

What a guest says is passed to a table, and what hangs at a table is shown to its guests:
once per turn of the reactor, each is sent what it hasn't been told. So a log is read on
from wherever somebody stands, and nothing is kept for anybody but a number. A fault of
one table stops that table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.journal import Archive, Found, Unusable
from sealed_wonders.host.lobby import AGAIN_PATIENCE
from sealed_wonders.host.news import BotLost, News, SetAside, Trouble, trouble
from sealed_wonders.host.peer import READS_CAP, Peer
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.subscription import Subscription
from sealed_wonders.host.table import Table
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.host.tables import TABLES, TableRegistry
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.ending import End
from sealed_wonders.net.errors import ProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.lobby import Person, name_key, open_charter, read_commit
from sealed_wonders.net.log.envelopes import ZERO, Wire, parse
from sealed_wonders.net.log.phases import Reason
from sealed_wonders.net.log.phases import Refused as NotTaken
from sealed_wonders.net.login import check_hello
from sealed_wonders.net.messages import (
    VERSION,
    Chat,
    FromClient,
    Hello,
    Leave,
    Look,
    Post,
    Read,
    Ready,
    Say,
    Sit,
    TableLine,
    Tables,
    Welcome,
)
from sealed_wonders.net.verification import Work
from sealed_wonders.net.wire import ToClient

BOT_DELAY = 1.0
"""Seconds until a bot that was lost is started again; twice as many each time."""

BOT_TRIES = 6
"""How often that is tried in one game: the last time after half a minute."""

OPEN_RATE, OPEN_BURST = 1.0, 32
"""How often tables may be opened, by all together: each can start bots."""


class Crew(Protocol):
    """Whoever starts bots."""

    def call(self, table: str, names: Sequence[str]) -> None:
        """Let bots come to a table."""

    def recall(self, table: str, identities: Mapping[str, bytes]) -> None:
        """Let bots that play at a table, known by their names, go on there."""

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """
        Let those of a table go: nothing more happens there.

        Args:
            at_once: there was no game, so they have nothing to finish.
        """

    def forget(self, identities: Iterable[bytes]) -> None:
        """Remove what is left of bots whose game is over."""


class NoCrew:
    """Nobody: for a host without bots."""

    def call(self, table: str, names: Sequence[str]) -> None:
        """Start none."""

    def recall(self, table: str, identities: Mapping[str, bytes]) -> None:
        """Start none."""

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """Have none."""

    def forget(self, identities: Iterable[bytes]) -> None:
        """Have none."""


class Server:
    """
    The listener of all connections.

    Grows with them, whose number `sealed_wonders.net.limits` bounds, and with tables,
    whose number `TableRegistry` does.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        terms: Terms,
        clock: IReactorTime,
        archive: Archive,
        tell: Callable[[News], None],
        *,
        tables: int = TABLES,
        crew: Crew | None = None,
        work: Work | None = None,
    ) -> None:
        """
        Open a server without tables.

        Args:
            name: the host's, shown to guests.
            tell: takes the news.
            tables: how many there may be at once that aren't over.
            crew: starts the bots.
            work: checks the proofs of sealed cards; None: nobody does so here.

        Raises:
            ValueError: not a number of tables.
        """
        self.identity = identity
        self.name = name
        self.registry = TableRegistry(identity, terms, clock.seconds, tables)
        self._clock = clock
        self._archive = archive
        self._tell = tell
        self._crew: Crew = NoCrew() if crew is None else crew
        self._work = work
        self._peers: dict[ToClient, Peer] = {}
        self._reads: dict[ToClient, int] = {}
        """From which entry on guests want a game that waits for room."""
        self._changed: dict[TableRecord, None] = {}
        self._flush_call: IDelayedCall | None = None
        self._timer: IDelayedCall | None = None
        self._is_shut = False
        self._empty: list[Deferred[None]] = []
        self._opened = Bucket(OPEN_RATE, OPEN_BURST, clock.seconds())

    # What whoever runs it does.

    def open(self, name: str = "", *, permanent: bool = False) -> Table:
        """
        Open a table, and call the bots.

        Args:
            permanent: it stays open when nobody sits there.

        Raises:
            Denied: there are too many.
        """
        record = self.registry.open(name, permanent=permanent)
        self._call_bots(record)
        self._change(record)
        return record.table

    def _call_bots(self, record: TableRecord) -> None:
        if record.bots and not record.called:
            record.called = True
            self._crew.call(record.table.name, record.bots)

    def take_up(self) -> None:
        """Go on with the games whose journals are found."""
        for found in self._archive.unfinished(self.registry.most):
            self._take_up(found)

    def go_on(self, gid: str) -> bool:
        """
        Go on with one game, and tell whether it does.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        found = self._archive.left(gid)
        return found is not None and self._take_up(found)

    def give_up(self, gid: str) -> None:
        """
        Remove what is left of a game here, of its journal and this host's bots.

        Nothing is removed of one that isn't there, is damaged, or that another host plays.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        found = self._archive.left(gid)
        if isinstance(found, Unusable):
            self._tell(SetAside(found.path, found.reason))
        elif found is not None:
            try:
                people = open_charter(found.wires).people
            except RemoteProtocolError:
                people = ()  # it breaks off, or is damaged: whose bots played, is lost
            host = self.identity.public
            self._crew.forget(it.identity for it in people if it.owner == host)
            try:
                found.journal.remove()
            except OSError as error:
                found.journal.close()
                self._tell(Trouble(f"can't remove {found.path}: {error.strerror}"))

    def _take_up(self, found: Found | Unusable) -> bool:
        """Go on with a game that was found, with this host's bots; tells whether it does."""
        host = self.identity.public
        record = TableRecord.found(found, self._archive, self._clock.seconds, host)
        if not isinstance(record, TableRecord):
            self._tell(record)
            return False
        table = record.table
        if self.registry.find(table.name):
            # Of another host's that had the same folder; it stays for later.
            record.put_away()
            return False
        self.registry.add(record)
        self._tell(record.taken_up())
        for peer in self._peers.values():  # of a game that was put away
            if table.seats(peer.identity):
                self._welcome_back(peer)
        if table.is_live:
            self._crew.recall(table.name, record.own_bots(host))
        else:  # all was signed before, so there is nothing more to be said
            self._crew.forget(record.own_bots(host).values())
        self._change(record)
        return True

    def shut(self) -> None:
        """Stop. Games can be taken up again from their journals, by bots as well."""
        for record in self.registry:
            table = record.table
            if table.is_live and table.game is None:
                with self._guarding(record):
                    table.close("the host is being stopped")
        self._is_shut = True
        self._flush()
        for peer in tuple(self._peers.values()):
            peer.connection.refuse("closing", "the host is being stopped")
        for record in self.registry:
            record.put_away()
        if self._timer is not None and self._timer.active():
            self._timer.cancel()

    @property
    def is_busy(self) -> bool:
        """There is a table at which something may still happen."""
        return any(not record.table.is_done for record in self.registry)

    def when_empty(self) -> Deferred[None]:
        """Give what fires when no guest is left."""
        empty: Deferred[None] = Deferred()
        self._empty.append(empty)
        self._tell_if_empty()
        return empty

    def bot_ended(self, table: str, name: str, how: str) -> None:
        """Note that the process of a bot has ended, though nobody let it go."""
        record = self.registry.find(table)
        if record is None or not record.table.is_live:
            return
        with self._guarding(record):
            record.table.lost_bot(name)
        lost = record.lost[name] = record.lost.get(name, 0) + 1
        again = record.table.game is not None and lost <= BOT_TRIES
        self._tell(BotLost(record.table.name, name, how, again))
        if again:
            delay = BOT_DELAY * 2 ** (lost - 1)
            self._clock.callLater(delay, self._recall_one, record, name)

    def _recall_one(self, record: TableRecord, name: str) -> None:
        """Start a bot again, if its game still goes on here."""
        table = record.table
        if self._is_shut or self.registry.find(table.name) is not record:
            return
        identity = record.own_bots(self.identity.public).get(name)
        if identity is not None and table.is_live:
            self._crew.recall(table.name, {name: identity})

    # The listener.

    def connected(self, connection: ToClient) -> None:
        """Somebody is there, and says who presently."""
        connection.fell_quiet = lambda quiet: self._fell_quiet(connection, quiet)

    def received(self, connection: ToClient, message: FromClient) -> None:
        """
        Hear what somebody says.

        Raises:
            RemoteProtocolError: a login that is none.
        """
        if isinstance(message, Hello):
            self._log_in(connection, message)
            return
        peer = self._peers.get(connection)
        if peer is not None:  # else they came in again, and this is not hung up yet
            try:
                self._hear(peer, message)
            except Denied as denied:
                peer.refuse(denied.reason, str(denied))

    def lost(self, connection: ToClient, end: End) -> None:
        """Note that somebody has gone."""
        peer = self._forget(connection)
        self._tell_if_empty()
        if peer is None:
            return
        for record in self.registry.of(peer.identity):
            with self._guarding(record):
                record.table.went(peer.identity)
        kept = self._kept_for(peer.identity)
        if kept is not None:
            with self._guarding(kept):
                kept.table.release(peer.identity)

    def _fell_quiet(self, connection: ToClient, quiet: bool) -> None:
        """
        Tell the others at a game that somebody isn't heard just now, or is again.

        The seat is theirs in any case. In a lobby a connection that broke costs it in the
        end, and this one may not have.
        """
        peer = self._peers.get(connection)
        if peer is None:
            return
        for record in self.registry.of(peer.identity):
            table = record.table
            if table.game is not None:
                with self._guarding(record):
                    (table.went if quiet else table.came)(peer.identity)

    # Logging in.

    def _log_in(self, connection: ToClient, hello: Hello) -> None:
        check_hello(hello, connection.exporter)
        for other in tuple(self._peers.values()):
            if other.identity == hello.identity:
                self._forget(other.connection)
                other.connection.refuse("elsewhere", "you came in again elsewhere")
        peer = Peer.of(hello, connection, self._clock.seconds())
        self._peers[connection] = peer
        welcome = Welcome(VERSION, self.name, self.identity.public, self._lines())
        connection.send(welcome)
        self._fetch([peer])
        self._welcome_back(peer)

    def _forget(self, connection: ToClient) -> Peer | None:
        """Let a guest go; the seat is another matter."""
        for record in self.registry:
            record.subscriptions.pop(connection, None)
        self._reads.pop(connection, None)
        return self._peers.pop(connection, None)

    def _lines(self) -> tuple[TableLine, ...]:
        """Describe all tables."""
        tables = (record.table for record in self.registry)
        return tuple(table.line() for table in tables if not table.came_to_nothing)

    def _tell_if_empty(self) -> None:
        if not self._peers:
            waiting, self._empty = self._empty, []
            for empty in waiting:
                empty.callback(None)

    # What guests say.

    def _hear(self, peer: Peer, message: FromClient) -> None:
        match message:
            case Post(wires):
                for wire in wires:
                    self._post(peer, wire)
            case Sit() | Ready() | Leave() if not peer.moves.take(
                1, self._clock.seconds()
            ):
                raise Denied("too-fast", "one thing after the other")
            case Sit(table, commit):
                self._sit(peer, table, commit)
            case Ready(ready, options):
                record = self._seat_of(peer)
                with self._guarding(record):
                    record.table.ready(peer.identity, ready, options)
            case Leave():
                record = self._seat_of(peer)
                with self._guarding(record):
                    record.table.leave(peer.identity)
            case Read(table, entry):
                self._read(peer, table, entry)
            case Say(text):
                self._say(peer, text)
            case Look():
                if not peer.looks.take(1, self._clock.seconds()):
                    raise Denied("too-fast", "you ask for the tables too often")
                peer.connection.send(Tables(self._lines()))

    def _sit(self, peer: Peer, name: str, commit: Wire) -> None:
        person = self._check_commit(peer, commit)
        self._check_waiting(peer, name)
        record = self._room_for(peer, name, commit)
        if (
            record is not None
            and record.is_ending
            and peer.connection in record.subscriptions
            and record.table.seats(peer.identity)
        ):
            record.again[peer.identity] = commit
            return
        if record is None:
            # Each table that is opened calls bots. If one who comes too late opened
            # another, that would never end.
            if self._is_own(person):
                raise Denied("no-table", f"the table {name!r} is gone")
            record = self._new_record(name, peer)
        try:
            with self._guarding(record):
                record.table.sit(peer.identity, commit)
        except Denied as denied:
            # Then they must be told how it stands, to do better.
            if denied.reason in ("wrong-draw", "drawing"):
                self._follow(peer, record)
            raise
        finally:
            self._change(record)
        self._call_bots(record)
        self._follow(peer, record)
        if record.table.state is TableState.LOBBY:
            self._go_from_results(peer, record)

    def _go_from_results(self, peer: Peer, to: TableRecord) -> None:
        """Somebody has sat down at a table: they are no more at others where they played."""
        for record in self.registry:
            if record is to:
                continue
            if record.table.is_done and record.table.seats(peer.identity):
                record.subscriptions.pop(peer.connection, None)
            elif record.table.lobby is not None and record.table.lobby.reserves(
                peer.identity
            ):
                record.subscriptions.pop(peer.connection, None)
                with self._guarding(record):
                    record.table.release(peer.identity)

    def _check_commit(self, peer: Peer, commit: Wire) -> Person:
        """Refuse what no table would take, before one is opened for it."""
        try:
            person = read_commit(commit).person
        except RemoteProtocolError as error:
            raise Denied("bad-commit", str(error)) from None
        if person.identity != peer.identity:
            raise Denied("bad-commit", "the commitment is somebody else's")
        if self._is_own(person) and not _is_near(peer.connection):
            raise Denied("bad-commit", f"{person.name!r} is no bot of this host's")
        return person

    def _is_own(self, person: Person) -> bool:
        """Tell whether somebody is a bot of this host's, as they say."""
        return person.owner == self.identity.public

    def _room_for(self, peer: Peer, name: str, commit: Wire) -> TableRecord | None:
        """Find the table somebody wants to sit at; None: it has yet to be opened."""
        mine = self.registry.of(peer.identity)
        lobby = next((r for r in mine if r.table.state is TableState.LOBBY), None)
        if name:
            record = self.registry.find(name)
            if record is not None and record.table.is_done and not record.holds(commit):
                record = None
        else:
            # Whoever comes back to a game doesn't ask for another one by that.
            game = next((r for r in mine if r.table.state is TableState.PLAYING), None)
            record = lobby or game or self.registry.with_seats()
        if lobby not in (None, record):
            raise Denied("sits-elsewhere", "get up from the other table first")
        return record

    def _check_waiting(self, peer: Peer, name: str) -> None:
        """Let nobody begin anew, or give up, whose game waits for room."""
        game = self.registry.awaiting(peer.identity)
        if game is not None and (not name or name_key(name) == name_key(game.table)):
            raise Denied(
                "no-room",
                f"the game at {game.table!r} made room for others while all were gone, "
                "and goes on as soon as there is a table for it",
            )

    def _new_record(self, name: str, peer: Peer) -> TableRecord:
        """Open a table; whoever played there may do so again if *guest* did."""
        before = self.registry.find(name) if name else None
        kept = {} if before is None else self._staying(before)
        returns = before is not None and before.table.seats(peer.identity)
        if kept and not returns:
            raise Denied(
                "table-full",
                f"those who have just played at {name!r} may want to do so again",
            )
        # Not before that: nobody may use up what others need to open theirs again.
        if not self._opened.take(1, self._clock.seconds()):
            raise Denied("too-fast", "too many tables were opened just now")
        held = 0 if returns else self._held_from(peer.identity)
        free = self.registry.free
        if free <= held and (free < held or not self._make_room()):
            raise Denied(
                "no-room",
                "those who have just played here may want another game"
                if free > 0
                else f"this host has {self.registry.most} tables already",
            )
        record = self.registry.open(name, kept=kept)
        for other in self._peers.values():
            if other.identity in kept:
                self._follow(other, record)
        return record

    def _staying(self, record: TableRecord) -> dict[bytes, str]:
        """Give the names of the people who are still where they have played."""
        game = record.table.game
        if game is None:
            return {}
        peers = (self._peers.get(connection) for connection in record.subscriptions)
        there = {
            peer.identity
            for peer in peers
            if peer is not None and self._takes_part(peer) is None
        }
        return {
            it.identity: it.name
            for it in game.fold.charter.people
            if it.owner is None and it.identity in there
        }

    def _held_from(self, identity: bytes) -> int:
        """Tell how many tables others may open just now, and somebody may not."""
        since = self._clock.seconds() - AGAIN_PATIENCE
        return sum(
            record.ended_at is not None
            and record.ended_at > since
            and not record.table.seats(identity)
            and bool(self._staying(record))
            for record in self.registry
        )

    def _make_room(self) -> bool:
        """Put a game away that all have left; tells whether there is one."""
        put_away = self.registry.make_room()
        if put_away is None:
            return False
        self._crew.dismiss(put_away.table, at_once=True)
        self._tell(put_away)
        return True

    def _fetch(self, peers: Iterable[Peer]) -> None:
        """Go on with games that were put away, if there is room and one of theirs is here."""
        for peer in peers:
            waiting = self.registry.waiting
            found = [gid for gid in waiting if peer.identity in waiting[gid].people]
            for gid in found:
                if self.registry.is_full and not self._make_room():
                    return
                if self.registry.find(waiting[gid].table) is None:
                    del waiting[gid]
                    self.go_on(gid)

    def _welcome_back(self, peer: Peer) -> None:
        """Let somebody take the seats they have."""
        for record in self.registry.of(peer.identity):
            with self._guarding(record):
                record.table.came(peer.identity)
            # Who has missed the end asks for it; others want to play again.
            if record.table.is_live:
                self._follow(peer, record)
            entry = self._reads.pop(peer.connection, None)
            if entry is not None:
                record.subscriptions[peer.connection].read_from(entry)

    def _post(self, peer: Peer, wire: Wire) -> None:
        """Take one envelope; what is wrong with it says nothing of the next."""
        try:
            gid = parse(wire.env).gid
            record = self._lobby_of(peer) if gid == ZERO else self.registry.playing(gid)
            if record is None:
                raise NotTaken(Reason.WRONG_GAME, gid.hex())
            with self._guarding(record):
                proof = record.table.post(peer.identity, wire)
                if proof is not None:
                    self._tell_all(record.keep_proof(proof, self._archive))
                    raise Denied("two-versions", "another one was signed before")
        except Denied as denied:
            peer.refuse(denied.reason, str(denied))
        except NotTaken as refused:
            peer.refuse(refused.reason.value, str(refused))
        except RemoteProtocolError as error:
            peer.refuse(Reason.MALFORMED.value, str(error))

    def _read(self, peer: Peer, name: str, entry: int) -> None:
        record = self.registry.find(name)
        if record is None:
            self._reads[peer.connection] = entry
            self._check_waiting(peer, name)
            del self._reads[peer.connection]
            raise Denied("no-table", f"there is no table {name!r}")
        if not peer.reads.take(1, self._clock.seconds()):
            raise Denied("too-fast", "you ask for the log too often")
        self._follow(peer, record)
        record.subscriptions[peer.connection].read_from(entry)

    def _say(self, peer: Peer, text: str) -> None:
        record = self._place_of(peer)
        if not peer.says.take(1, self._clock.seconds()):
            raise Denied("too-fast", "one thing after the other")
        name = record.table.name_of(peer.identity) or peer.name
        for connection in record.subscriptions:
            connection.send(Chat(record.table.name, name, text))

    def _kept_for(self, identity: bytes) -> TableRecord | None:
        """Give the table at which a seat is kept for somebody who played there before."""
        for record in self.registry:
            if record.table.lobby is not None and record.table.lobby.reserves(identity):
                return record
        return None

    def _place_of(self, peer: Peer) -> TableRecord:
        """Give the table at which somebody is, for what they say."""
        record = self._takes_part(peer) or self._kept_for(peer.identity)
        return self._seat_of(peer) if record is None else record

    def _takes_part(self, peer: Peer) -> TableRecord | None:
        """
        Give the table at which somebody waits for a game, or else plays one; the latest.

        Not where a game of theirs goes on whose log they haven't asked for: they have left
        it, and may come back or not.
        """
        taken = [
            record
            for record in reversed(self.registry.of(peer.identity))
            if record.table.is_live
            and (subscription := record.subscriptions.get(peer.connection)) is not None
            and (record.table.lobby is not None or subscription.is_reading)
        ]
        return max(taken, key=_precedence, default=None)

    def _lobby_of(self, peer: Peer) -> TableRecord:
        """Give the table at which somebody waits for a game."""
        for record in self.registry.of(peer.identity):
            if record.table.state is TableState.LOBBY:
                return record
        raise Denied("no-seat", "you don't sit at a table that has yet to begin")

    def _seat_of(self, peer: Peer) -> TableRecord:
        """Give the table at which somebody waits, or plays, or has played."""
        registry = self.registry.of(peer.identity)
        if not registry:
            raise Denied("no-seat", "you don't sit at any table")
        return max(registry, key=_precedence)

    def _follow(self, peer: Peer, record: TableRecord) -> None:
        """Tell a guest of a table from now on."""
        connection = peer.connection
        if connection not in record.subscriptions:
            looked_at = [
                other
                for other in self.registry
                if connection in other.subscriptions
                and not other.table.seats(peer.identity)
            ]
            if len(looked_at) >= READS_CAP:
                del looked_at[0].subscriptions[connection]
            record.subscriptions[connection] = Subscription()
        self._change(record)

    # Telling everybody.

    def _change(self, record: TableRecord) -> None:
        """Look at a table again at the end of this turn of the reactor."""
        self._changed[record] = None
        if self._flush_call is None and not self._is_shut:
            self._flush_call = self._clock.callLater(0, self._flush)

    def _flush(self) -> None:
        if self._flush_call is not None and self._flush_call.active():
            self._flush_call.cancel()
        self._flush_call = None
        changed, self._changed = tuple(self._changed), {}
        for record in changed:
            with self._guarding(record, looking=True):
                self._look_at(record)
        self.registry.clear_away()
        if not self._is_shut:
            self._fetch(tuple(self._peers.values()))
        self._set_timer()

    def _look_at(self, record: TableRecord) -> None:
        table = record.table
        if self.registry.find(table.name) is not record:
            return  # another one has its name by now, and perhaps bots
        if self._work is not None:
            record.have_audited(self._work, lambda: self._change(record))
        self._tell_all(record.settle(self._archive, self._clock.seconds()))
        if not table.is_live:
            self._crew.dismiss(table.name, at_once=table.game is None)
        for connection, subscription in tuple(record.subscriptions.items()):
            try:
                for message in subscription.take_updates(table):
                    connection.send(message)
            except ProtocolError as error:
                self._tell(trouble(f"a message at {table.name!r}", error))
                connection.close()
        if table.is_done and record.again:
            self._open_again(record)

    def _open_again(self, record: TableRecord) -> None:
        """Let those sit down who wanted another game before this one was written down."""
        again, record.again = record.again, {}
        for peer in tuple(self._peers.values()):
            commit = again.get(peer.identity)
            if commit is not None:
                try:
                    self._sit(peer, record.table.name, commit)
                except Denied as denied:
                    peer.refuse(denied.reason, str(denied))

    def _set_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        deadline = self.registry.deadline
        if deadline is not None:
            wait = max(0.0, deadline - self._clock.seconds())
            self._timer = self._clock.callLater(wait, self._tick)

    def _tick(self) -> None:
        now = self._clock.seconds()
        for record in self.registry:
            time = record.table.deadline
            if time is not None and time <= now:
                with self._guarding(record):
                    record.table.expire()
        self._flush()

    def _tell_all(self, news: Sequence[News]) -> None:
        for item in news:
            self._tell(item)

    @contextmanager
    def _guarding(
        self, record: TableRecord, *, looking: bool = False
    ) -> Iterator[None]:
        """Let nothing that goes wrong at a table out of it; look at it afterwards."""
        try:
            yield
        except (Denied, NotTaken):
            raise
        except Exception as error:  # noqa: BLE001  one table's fault is one table's
            table = record.table
            self._tell(trouble(f"table {table.name!r}", error))
            if not table.is_done:
                table.break_off("a fault of the host's program")
                self._change(record)
            else:
                record.subscriptions.clear()
                record.put_away()
        else:
            if not looking:
                self._change(record)


_PRECEDENCE = (
    TableState.STOPPED,
    TableState.OVER,
    TableState.FULL,
    TableState.PLAYING,
    TableState.LOBBY,
)


def _precedence(record: TableRecord) -> int:
    return _PRECEDENCE.index(record.table.state)


def _is_near(connection: ToClient) -> bool:
    """Tell whether a connection comes from this machine."""
    ours, theirs = connection.transport.getHost(), connection.transport.getPeer()
    return getattr(ours, "host", None) == getattr(theirs, "host", None)
