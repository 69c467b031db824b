"""
The server: all tables of a host, and whoever is connected.

Theory of operation
-------------------

A *connection* (`sealed_wonders.net.wire.ToClient`) is TLS and the framing of messages. It
calls the `Server` from the reactor: `connected`, `received` for each message in its order,
`lost`. When its first message, the login, is found good, and `Admission` has a place for
them, there is a *peer* (`host.peer`):
an identity, a name, and how much they may still ask for. An identity has one connection at
a time; a newer one ends the older (`Rivals`).

What a peer asks for is answered by `Requests`, one method for each kind of message. Most
come down to calling a *table* (`host.table`), a lobby first and a game afterwards. A table
sends nothing and doesn't know who is connected to what: it takes what people do and what
time does, and can be asked how it stands. What it refuses it raises as `Denied`, or as the
log's `Refused`, and only whoever asked is told.

All that a server keeps with a table is its `TableRecord`: the *subscriptions*, the auditor
that checks proofs, and the *journal*. A subscription is a position in the table's log and
what was last sent of all else, for one connection. Nothing is queued for anybody: whoever
is slow, comes late, or comes back is sent the log from where their subscription stands.

Whatever changes a table does so within `Publisher.changing`. It confines a fault to that
table, which stops, and has the table published at the end of this turn of the reactor. To
publish is first to *settle* the record, and then to send each subscription what is new to
it. Settling appends new entries to the journal, gives them to the auditor, and ends or
stops the table if there is reason to; so what anybody is told is in the journal already,
and a host that is killed forgets no entry that a peer has seen. What a power cut may take
of it is little: all journals are synced together, over and over, and nobody waits for that
(`Syncing`); those who come back post what is missing. A journal ends as the log of its game. One that is still there when a host starts is a game to go on with, which is
to read its entries again (`Resumption`).

Who has a seat in a game can change; the table knows who, from its log. Whoever looks on and
would take a seat says so, which their subscription keeps as long as they are connected; those
who sit there are told. The two whisper to each other, and the host passes it on unread.

Whoever wants a seat is led to a table by `Seating`, which opens one if it has to and the
`TableRegistry` has room. `BotSupervisor` has the bots of a table started, also those that
are there to take a seat. To the rest of
the server they are peers like all others.

All of this runs in the reactor's thread. Only the checking of proofs, and the waiting for a
disk, don't (`Work`), and their results come back as calls from the reactor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from twisted.internet.defer import Deferred

from sealed_wonders.core.sentences import Text
from sealed_wonders.host import console
from sealed_wonders.host.admission import Admission
from sealed_wonders.host.console import Answer, Operated, Refusal
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied, Reason
from sealed_wonders.host.doors import Doors
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.guests import Guests
from sealed_wonders.host.keys import Keys
from sealed_wonders.host.news import Commanded, News
from sealed_wonders.host.peer import Peer, Peers
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.requests import Parts, Requests
from sealed_wonders.host.resources import Resources
from sealed_wonders.host.resumption import Resumption
from sealed_wonders.host.rivals import Rivals
from sealed_wonders.host.rollcalls import RollCalls
from sealed_wonders.host.seating import Seating
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.supervisor import BotSupervisor
from sealed_wonders.host.syncing import Syncing
from sealed_wonders.host.table import Table
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.host.tables import TablePolicy, TableRegistry
from sealed_wonders.net import notices
from sealed_wonders.net.discovery.nearby import GameNearby
from sealed_wonders.net.ending import End
from sealed_wonders.net.entrance import handshake_limits
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.login import check_hello, is_signed_manage
from sealed_wonders.net.messages import (
    VERSION,
    FromClient,
    Hello,
    Inquire,
    Manage,
    Notice,
    Standing,
    Welcome,
)
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.talk import Voice
from sealed_wonders.net.wire import ToClient


class Server:
    """
    The listener of all connections.

    Grows with them, whose number `Entrance` and `Admission` bound, and with tables,
    whose number `TableRegistry` does.

    Attributes:
        identity: the host's.
        name: the host's, shown to players.
        registry: its tables.
        peers: who is connected and has logged in.
        guests: whom the operator lets in, and whom not.
        watched: called for each table whose peers have been told what has changed.
        operated: this host, for whoever may tell it what to do; None: nobody may.
        handshakes: how often whoever listens may begin TLS, from where.
    """

    def __init__(
        self,
        keys: Keys,
        name: str,
        policy: TablePolicy,
        resources: Resources,
        tell: Callable[[News], None],
        guests: Guests | None = None,
    ) -> None:
        """
        Make a server without tables.

        Args:
            name: the host's, shown to players.
            tell: takes the news.
            guests: whom the operator lets in, and whom not; None: all.

        Raises:
            ValueError: not a number of tables.
        """
        identity, clock, history = keys.identity, resources.clock, resources.history
        self.identity = identity
        self.name = name
        self.peers = Peers()
        self.registry = TableRegistry(identity, policy, clock.seconds)
        self._clock = clock
        self._context = context = Context(
            identity,
            keys.pin,
            clock,
            resources.archive,
            self.registry,
            self.peers,
            resources.bots,
            tell,
            history,
        )
        self.handshakes = handshake_limits()
        self.guests = Guests() if guests is None else guests
        self._admission = Admission(context, self.handshakes, self.guests)
        self._publisher = Publisher(
            context,
            resources.work,
            Syncing(resources.disk),
            settled=self._settled,
            swept=self._swept,
        )
        if history is not None:
            history.changed = self._publisher.change_all
        self._supervisor = BotSupervisor(context, self._publisher)
        self._resumption = Resumption(context, self._publisher)
        doors = Doors(context)
        self._seating = Seating(
            context, self._publisher, self._resumption, self._supervisor, doors
        )
        self._rivals = Rivals(
            context, self._publisher, Voice(identity, name, resources.wall)
        )
        self._rolls = RollCalls(context, self.guests)
        self._requests = Requests(
            context,
            Parts(
                self._publisher,
                self._resumption,
                self._seating,
                self._supervisor,
                doors,
                self._rivals,
                self._rolls,
            ),
            self._manage,
        )
        self.operated: Operated | None = None
        self.watched: Callable[[TableRecord], None] = lambda record: None

    @property
    def folder(self) -> Path:
        """In which the host keeps what it keeps."""
        return self._context.archive.folder

    # What whoever runs it does.

    def open(self, name: str = "", *, permanent: bool = False) -> Table:
        """
        Open a table for anybody.

        Args:
            permanent: it stays open when nobody sits there.

        Raises:
            Denied: there are too many, or there is no memory for its bots.
        """
        return self._seating.open(name, permanent=permanent)

    def resume_all(self) -> None:
        """Go on with the games whose journals are found."""
        self._resumption.resume_all()

    def resume(self, gid: str) -> bool:
        """
        Go on with one game, and tell whether it does.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        return self._resumption.resume(gid)

    def take_over(self, path: Path) -> None:
        """
        Go on with a game that a file has; see `Resumption.take_over`.

        Raises:
            BadGame: that can't be.
        """
        self._resumption.take_over(path)

    def discard(self, gid: str) -> None:
        """
        Remove what is left of a game here, of its journal and this host's bots.

        Nothing is removed of one that isn't there, is damaged, or that another host plays.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        self._resumption.discard(gid)

    def is_bot(self, peer: Peer) -> bool:
        """Tell whether somebody is a bot of this host's, in a game or before one."""
        return any(record.is_bot(peer) for record in self.registry)

    def say(self, text: str, record: TableRecord | None) -> int:
        """
        Say something to everybody, or to those at a table; return how many that are.

        Args:
            text: one line, as `clean_line` has it.
        """
        heard = 0
        for peer in self.peers:
            if record is None or peer.connection in record.subscriptions:
                peer.connection.send(Notice(text))
                heard += not self.is_bot(peer)
        return heard

    def _manage(self, peer: Peer, message: Manage) -> Answer:
        """
        Do what somebody tells this host who is there.

        Raises:
            Refusal: they may not.
        """
        may = self.guests.is_admin(message.key)
        if (
            self.operated is None
            or not may
            or not is_signed_manage(message, peer.connection.exporter)
        ):
            raise Refusal(notices.NO_ADMIN())
        answer = console.run(self.operated, message.words)
        key = fingerprint(message.key)
        told = Commanded(peer.name, key, message.words, answer.is_well)
        self._context.tell(told)
        return answer

    def end_soon(self, *, ends: bool) -> None:
        """Let no other game begin, or let some begin again."""
        self.registry.is_closing = ends
        if ends:
            self._close_lobbies()

    def _close_lobbies(self) -> None:
        for record in self.registry:
            if record.table.is_live and record.table.game is None:
                self.close(record, notices.CLOSING())

    def close(self, record: TableRecord, why: Text) -> None:
        """Close a table at which something may still happen; a game there is over, too."""
        with self._publisher.changing(record):
            record.table.close(why)

    def pause(self, record: TableRecord, game: GameStage, *, paused: bool) -> None:
        """Stop the clock of the game at a table, or let it go on."""
        with self._publisher.changing(record):
            if paused:
                game.time.stand_still(self.name)
            else:
                game.time.go_on()

    def put_out(self, peer: Peer, reason: Reason, why: Text) -> None:
        """End somebody's connection, and free their seat in a lobby."""
        peer.connection.refuse(reason, str(why))
        self._free_seat(peer.identity, why)

    def stop(self) -> None:
        """Stop. Games can be resumed from their journals, by bots as well."""
        self._close_lobbies()
        self._supervisor.stop()
        self._publisher.stop()
        for peer in self.peers:
            peer.connection.refuse("closing", str(notices.CLOSING()))
        for record in self.registry:
            record.keep_what_is_left(self._context.archive)
            record.close()

    def put_out_others(self) -> None:
        """End the connections of those who aren't let in any more, and free their seats."""
        for peer in self.peers:
            try:
                self.guests.check(peer.identity, peer.origin)
            except Denied as denied:
                self.put_out(peer, denied.reason, str(denied))
        for record in self.registry:
            lobby = record.table.lobby
            if lobby is None:
                continue
            for identity in lobby.members:
                if self.peers.of(identity) is None:
                    try:
                        self.guests.check(identity, lobby.origin_of(identity))
                    except Denied as denied:
                        self._free_seat(identity, str(denied))

    def _free_seat(self, identity: bytes, why: Text) -> None:
        """Free somebody's seat in a lobby; in a game the others decide about theirs."""
        record = self.registry.in_state(TableState.LOBBY, identity)
        if record is not None and record.table.lobby is not None:
            with self._publisher.changing(record):
                record.table.lobby.put_out(identity, why)

    def games(self) -> tuple[GameNearby, ...]:
        """
        Return which games go on, those with the most people there first.

        Also those that have ended, as long as they can be read, with all who played to the
        end: who waits for them at another host hears of it here.
        """
        tables = (record.table for record in self.registry)
        games = (it.game for it in tables if it.state is not TableState.STOPPED)
        said = [
            GameNearby(stem(game.gid), _count_here(game))
            for game in games
            if game is not None
        ]
        return tuple(sorted(said, key=lambda it: -it.here))

    @property
    def has_games(self) -> bool:
        """A game goes on at some table, or is yet to be written down."""
        return any(
            it.table.game is not None and not it.table.is_done for it in self.registry
        )

    @property
    def people(self) -> int:
        """How many are connected and logged in, besides the host's own bots."""
        return sum(not self.is_bot(peer) for peer in self.peers)

    @property
    def is_busy(self) -> bool:
        """There is a table at which something may still happen."""
        return any(not record.table.is_done for record in self.registry)

    def when_empty(self) -> Deferred[None]:
        """Return a Deferred that fires when no peer is left."""
        return self.peers.when_empty()

    def bot_ended(self, table: str, name: str, how: str) -> None:
        """Note that the process of a bot has ended, though nobody dismissed it."""
        self._supervisor.ended(table, name, how)

    # The listener.

    def connected(self, connection: ToClient) -> None:
        """Wait for the login of somebody who is connected."""
        connection.fell_quiet = self._fell_quiet
        connection.drained = self._publisher.go_on

    def received(self, connection: ToClient, message: FromClient) -> None:
        """
        Take a message.

        Raises:
            RemoteProtocolError: a login that is none.
        """
        match message:
            case Hello():
                self._log_in(connection, message)
                return
            case Inquire():
                self._ask_who_plays(connection, message)
                return
        peer = self.peers.find(connection)
        if peer is not None:  # else they came in again, and this is not hung up yet
            self._requests.answer(peer, message)

    def lost(self, connection: ToClient, end: End) -> None:
        """Note that a connection is no more."""
        peer = self._remove(connection)
        self.peers.tell_if_empty()
        if peer is None:
            return
        self._admission.note_address(peer)
        for record in self.registry.of(peer.identity):
            with self._publisher.changing(record):
                record.table.went(peer.identity)
        reserved = self.registry.where_reserved(peer.identity)
        if reserved is not None:
            with self._publisher.changing(reserved):
                reserved.table.release(peer.identity)

    def _fell_quiet(self, connection: ToClient, quiet: bool) -> None:
        """
        Tell the others at a game that nothing is heard of somebody, or something again.

        The seat is theirs in any case. In a lobby a connection that broke costs it in the
        end, and this one may not have.
        """
        peer = self.peers.find(connection)
        if peer is not None and quiet:
            self._rivals.fell_quiet(peer)
            peer = self.peers.find(connection)
        if peer is None:
            return
        for record in self.registry:
            table = record.table
            looks_on = connection in record.subscriptions
            if table.game is not None and (looks_on or table.seats(peer.identity)):
                with self._publisher.changing(record):
                    (table.went if quiet else table.came)(peer.identity)

    def _log_in(self, connection: ToClient, hello: Hello) -> None:
        if self._is_denied(connection, hello):
            return
        check_hello(hello, connection.exporter)

        def later() -> None:
            if not self._is_denied(connection, hello):
                self._let_in(connection, hello)

        if self._rivals.makes_way(hello.identity, connection, later):
            self._let_in(connection, hello)

    def _is_denied(self, connection: ToClient, hello: Hello) -> bool:
        """Tell whether somebody isn't let in now, who is told why."""
        try:
            origin = Origin.of(connection.transport)
            self._admission.check(hello.identity, origin)
        except Denied as denied:
            connection.refuse(denied.reason, str(denied))
            return True
        return False

    def _let_in(self, connection: ToClient, hello: Hello) -> None:
        """Welcome somebody who has the key; whoever was there with it goes."""
        before = self.peers.of(hello.identity)
        if before is not None:
            self._remove(before.connection)
            before.connection.refuse("elsewhere", str(notices.DISPLACED()))
        peer = Peer.of(hello, connection, self._clock.seconds())
        other = self._admission.who_makes_way(peer)
        if other is not None:
            self._remove(other.connection)
            other.connection.refuse("busy", "others have come who need the place")
        self._admission.note_address(peer)
        self.peers.add(peer)
        registry, host = self.registry, self.identity.public
        lines, lock = registry.lines(peer.identity), registry.policy.lock
        salt = None if lock is None else lock.salt
        terms = registry.policy.offered.told
        connection.send(Welcome(VERSION, self.name, host, lines, salt, terms))
        self._resumption.resume_for([peer])
        self._resumption.welcome_back(peer)

    def _ask_who_plays(self, connection: ToClient, asked: Inquire) -> None:
        try:
            self._rolls.inquire(connection, asked)
        except Denied as denied:
            connection.refuse(denied.reason, str(denied))

    def _remove(self, connection: ToClient) -> Peer | None:
        """Tell a connection nothing more; the seats of its peer are another matter."""
        peer = self.peers.remove(connection)
        if peer is not None:
            for record in self.registry:
                self._publisher.unsubscribe(peer, record)
        return peer

    # What follows from what was published.

    def _settled(self, record: TableRecord) -> None:
        self._admission.remember(record.finishers)
        self._supervisor.start(record)
        if record.table.is_done and record.rematch:
            self._seating.begin_rematch(record)
        self.watched(record)

    def standings(self, record: TableRecord) -> Sequence[Standing]:
        """Give how those stand this evening who wait at a table, or played there."""
        standings = self._publisher.standings(record)
        return () if standings is None else standings.rows

    def _swept(self) -> None:
        self._resumption.resume_for(self.peers)


def _count_here(game: GameStage) -> int:
    """Count who is there of those who play in a game, or how many have ended it."""
    return len(game.fold.active) if game.is_complete else sum(game.plays_here)
