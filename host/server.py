"""
The server: all tables of a host, and all clients that are connected.

Theory of operation
-------------------

A *connection* (`sealed_wonders.net.wire.ToClient`) is TLS with the framing of messages.
From the reactor, it calls the `Server`: `connected`, then `received` for each message
in order, then `connection_lost`. Once the connection's first message, the login, has been found
valid, and `Admission` has a place for the client, there is a *peer* (`host.peer`): an
identity, a name, and the limits for what it may still request. An identity has one
connection at a time; a newer one ends the older one (`Rivals`).

A peer's requests are answered by `Requests`, which has one method for each kind of
message. Most requests result in calls of a table's *phase*: the lobby (`OpenLobby`)
first and the game (`RunningGame`) afterwards. A phase sends nothing and knows no
connections: it applies the actions of people and the passing of time, and can be asked
for its state. It refuses requests by raising `Denied`, or the log's `WireRefused`, and
only the client that asked is informed.

Everything that a server keeps for a table is in its `TableEntry`: the phase, the
*subscriptions*, the auditor that checks proofs, and the files with the *journal*. A
subscription is a position in the table's log, with the last of each other message sent,
for one connection. Nothing is ever queued: a client that is slow, comes late, or comes
back is sent the log from the position of its subscription.

Everything that changes a table runs within `Publisher.changing`. This confines an error
to that table, which stops, and has the table published at the end of this reactor turn.
Publishing means to *settle* the table first, and then to send each subscription what
is new. Settling appends new entries to the journal, passes them to the auditor, and
ends or stops the table if there is a reason. So whatever anybody is sent is already in
the journal, and a host that is killed forgets no entry that a peer has seen. A power
cut may lose a few entries: all journals are synced together, again and again, and
nobody waits for that (`Syncing`); returning clients post what is missing. At its end, a
journal becomes the log of its game. A journal that is still there when a host starts
contains a game to resume, by reading its entries again (`Resumption`).

Seats in a game can change hands; the table knows the holders from its log. A spectator
who would take a seat says so, which their subscription records as long as they are
connected; the players are told. The two exchange whispers, which the host passes on
without being able to read them.

Somebody who wants a seat is assigned a table by `Seater`, which opens one if necessary
and if the `TableRegistry` has room. `BotSupervisor` starts the bots of a table,
including those that are to take over a seat. For the rest of the server, they are peers
like all others.

All of this runs on the reactor's thread. Only checking proofs and waiting for a disk
don't (`Work`); their results arrive as calls from the reactor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sealed_wonders.core.sentences import Text
from sealed_wonders.host.admission import Admission
from sealed_wonders.host.console import CommandRefused, CommandResult, Operated
from sealed_wonders.host.context import Context, Resources
from sealed_wonders.host.denied import Denied, Reason
from sealed_wonders.host.doors import Doors
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.guests import Guests
from sealed_wonders.host.keys import HostKeys
from sealed_wonders.host.news import Commanded, News, Trouble
from sealed_wonders.host.openingrights import OpeningRights
from sealed_wonders.host.peer import Peer, Peers, origin_of
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.requests import Requests
from sealed_wonders.host.resumption import Resumption
from sealed_wonders.host.rivals import Rivals
from sealed_wonders.host.rollcalls import RollCalls
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.seating import Seater
from sealed_wonders.host.supervisor import BotSupervisor
from sealed_wonders.host.syncing import Syncing
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.host.tableregistry import TablePolicy, TableRegistry
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net import notices
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.discovery.nearby import GameNearby
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
    StandingRow,
    Welcome,
)
from sealed_wonders.net.talk import Voice
from sealed_wonders.net.wire import ToClient


class Server:
    """
    The listener of all connections.

    It grows with the connections, whose number is bounded by `Entrance` and
    `Admission`, and with the tables, whose number is bounded by `TableRegistry`.

    Args:
        guests: the operator's lists of people; None to let everybody in.

    Raises:
        ValueError: the maximum number of tables is out of range.

    Attributes:
        name: the host's name, as players see it.
        watched: called for each table after it has been published.
        operated: runs the operator's commands for this host; None for none.
        handshakes: limits for TLS handshakes, by origin.
    """

    def __init__(
        self,
        keys: HostKeys,
        name: str,
        policy: TablePolicy,
        resources: Resources,
        tell: Callable[[News], None],
        guests: Guests | None = None,
    ) -> None:
        identity, clock, history = keys.identity, resources.clock, resources.history
        self.identity = identity
        self.name = name
        self.peers = Peers()
        self.registry = TableRegistry(
            identity, policy, clock.seconds, resources.archive
        )
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
            swept=lambda: self.resumption.resume_for(self.peers),
        )
        if history is not None:
            history.changed = self._publisher.change_all
        self.supervisor = BotSupervisor(context, self._publisher)
        self.resumption = Resumption(context, self._publisher)
        doors = Doors(context)
        self.seating = Seater(
            context,
            self._publisher,
            self.resumption,
            self.supervisor,
            doors,
            OpeningRights(context),
        )
        self._rivals = Rivals(
            context, self._publisher, Voice(identity, name, resources.wall)
        )
        self._rolls = RollCalls(context, self.guests)
        self._requests = Requests(
            context,
            self._publisher,
            self.resumption,
            self.seating,
            self.supervisor,
            doors,
            self._rivals,
            self._rolls,
            self._manage,
        )
        self.operated: Operated | None = None
        self.watched: Callable[[TableEntry], None] = lambda table: None

    @property
    def folder(self) -> Path:
        return self._context.archive.folder

    # The operator's side.

    def is_bot(self, peer: Peer) -> bool:
        return any(table.is_bot(peer) for table in self.registry)

    def say(self, text: str, table: TableEntry | None) -> int:
        """Send a line to a table, or everybody; return how many people receive it."""
        heard = 0
        for peer in self.peers:
            if table is None or peer.connection in table.subscriptions:
                peer.connection.send(Notice(text))
                heard += not self.is_bot(peer)
        return heard

    def _manage(self, peer: Peer, message: Manage) -> CommandResult:
        """Carry out an admin's command; raise `CommandRefused` for others."""
        may = self.guests.is_admin(message.key)
        if (
            self.operated is None
            or not may
            or not is_signed_manage(message, peer.connection.exporter)
        ):
            raise CommandRefused(notices.NO_ADMIN())
        answer = self.operated(message.words)
        key = fingerprint(message.key)
        told = Commanded(peer.name, key, message.words, answer.is_well)
        self._context.tell(told)
        return answer

    def end_soon(self, *, ends: bool) -> None:
        """Allow no new games and close all lobbies, or allow new games again."""
        self.registry.is_closing = ends
        if ends:
            self._close_lobbies()

    def _close_lobbies(self) -> None:
        for table in self.registry:
            if table.is_live and table.game is None:
                self.close(table, notices.CLOSING())

    def close(self, table: TableEntry, why: Text) -> None:
        with self._publisher.changing(table):
            table.close(why)

    def pause(self, table: TableEntry, game: RunningGame, *, paused: bool) -> None:
        """Pause or resume a game for the operator."""
        with self._publisher.changing(table):
            if paused:
                game.time.stand_still(self.name)
            else:
                game.time.go_on()

    def put_out(self, peer: Peer, reason: Reason, why: Text) -> None:
        """Disconnect somebody, and free their seat in a lobby."""
        peer.connection.refuse(reason, str(why))
        self._free_seat(peer.identity, why)

    def stop(self) -> None:
        """Stop the server; games and their bots can be resumed from the journals."""
        self._close_lobbies()
        self.supervisor.stop()
        self._publisher.stop()
        for peer in self.peers:
            peer.connection.refuse("closing", str(notices.CLOSING()))
        for table in self.registry:
            if table.running is not None:
                table.files.keep_what_is_left(table.running)
            table.remove()

    def read_lists(self) -> None:
        """
        Read the lists of people again if they have changed, and apply them.

        If one list can't be read, that is reported, and the other still applies.
        """
        try:
            if not self.guests.read():
                return
        except BadFile as problem:
            self._context.tell(Trouble(str(problem)))
        self.put_out_others()

    def put_out_others(self) -> None:
        """Disconnect people no longer let in, and free their seats in lobbies."""
        for peer in self.peers:
            try:
                self.guests.check(peer.identity, peer.origin)
            except Denied as denied:
                self.put_out(peer, denied.reason, str(denied))
        for table in self.registry:
            lobby = table.lobby
            if lobby is None:
                continue
            for identity in lobby.members:
                if self.peers.of(identity) is None:
                    try:
                        self.guests.check(identity, lobby.origin_of(identity))
                    except Denied as denied:
                        self._free_seat(identity, str(denied))

    def _free_seat(self, identity: bytes, why: Text) -> None:
        """Free a seat in a lobby; in a game, the other players decide about it."""
        table = self.registry.in_state(TableState.LOBBY, identity)
        if table is not None and table.lobby is not None:
            with self._publisher.changing(table):
                table.lobby.put_out(identity, why)

    def games(self) -> tuple[GameNearby, ...]:
        """
        Return the games to announce, those with the most people there first.

        Finished games are included as long as they can be read, with all who played to
        the end: a client that waits for them at another host learns it from here.
        """
        tables = (table for table in self.registry)
        games = (it.game for it in tables if it.state is not TableState.STOPPED)
        said = [
            GameNearby(stem(game.gid), _count_here(game))
            for game in games
            if game is not None
        ]
        return tuple(sorted(said, key=lambda it: -it.here))

    @property
    def has_games(self) -> bool:
        """Whether any game is running or hasn't been written yet."""
        return any(it.game is not None and not it.is_done for it in self.registry)

    @property
    def people(self) -> int:
        """Number of people who are logged in, not counting the host's own bots."""
        return sum(not self.is_bot(peer) for peer in self.peers)

    @property
    def is_busy(self) -> bool:
        """Whether any table isn't over."""
        return any(not table.is_done for table in self.registry)

    # The listener.

    def connected(self, connection: ToClient) -> None:
        connection.fell_quiet = self._fell_quiet
        connection.drained = self._publisher.go_on

    def received(self, connection: ToClient, message: FromClient) -> None:
        """Handle a message; raise `RemoteProtocolError` for an invalid login."""
        match message:
            case Hello():
                self._log_in(connection, message)
                return
            case Inquire():
                try:
                    self._rolls.inquire(connection, message)
                except Denied as denied:
                    connection.refuse(denied.reason, str(denied))
                return
        peer = self.peers.find(connection)
        # without a peer, the same key has connected again, and this connection is
        # closing
        if peer is not None:
            self._requests.answer(peer, message)

    def connection_lost(self, connection: ToClient, end: ConnectionEnd) -> None:
        peer = self._remove(connection)
        self.peers.tell_if_empty()
        if peer is None:
            return
        self._admission.note_address(peer)
        for table in self.registry.of(peer.identity):
            with self._publisher.changing(table):
                table.phase.went(peer.identity)
        reserved = next(
            (it for it in self.registry if it.reserves(peer.identity)), None
        )
        if reserved is not None and reserved.lobby is not None:
            with self._publisher.changing(reserved):
                reserved.lobby.release(peer.identity)

    def _fell_quiet(self, connection: ToClient, quiet: bool) -> None:
        """
        Mark a client as absent from its games because it is silent, or as present
        again.

        The client keeps its seat in any case. Lobbies aren't told: there, a lost
        connection costs the seat in the end, and this one may not be lost.
        """
        peer = self.peers.find(connection)
        if peer is not None and quiet:
            self._rivals.fell_quiet(peer)
            peer = self.peers.find(connection)
        if peer is None:
            return
        for table in self.registry:
            game, looks_on = table.game, connection in table.subscriptions
            if game is not None and (looks_on or game.seats(peer.identity)):
                with self._publisher.changing(table):
                    (game.went if quiet else game.came)(peer.identity)

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
        """Refuse a client that isn't let in now; return whether it was refused."""
        try:
            self._admission.check(hello.identity, origin_of(hello, connection))
        except Denied as denied:
            connection.refuse(denied.reason, str(denied))
            return True
        return False

    def _let_in(self, connection: ToClient, hello: Hello) -> None:
        """Welcome a client that has proved its key, and disconnect any older one."""
        before = self.peers.of(hello.identity)
        if before is not None:
            self._remove(before.connection)
            before.connection.refuse("elsewhere", str(notices.DISPLACED()))
        peer = Peer.of(hello, connection, self._clock.seconds())
        other = self._admission.who_makes_way(peer)
        if other is not None:
            self._remove(other.connection)
            other.connection.refuse("busy", "other players need this connection")
        self._admission.note_address(peer)
        self.peers.add(peer)
        registry, host = self.registry, self.identity.public
        lines, lock = registry.lines(peer.identity), registry.policy.lock
        salt = None if lock is None else lock.salt
        terms = registry.policy.offered.told
        connection.send(Welcome(VERSION, self.name, host, lines, salt, terms))
        self.resumption.resume_for([peer])
        self.resumption.welcome_back(peer)

    def _remove(self, connection: ToClient) -> Peer | None:
        """Remove the peer of a connection and its subscriptions, but not its seats."""
        peer = self.peers.remove(connection)
        if peer is not None:
            for table in self.registry:
                self._publisher.unsubscribe(peer, table)
        return peer

    # Consequences of publishing.

    def _settled(self, table: TableEntry) -> None:
        self._admission.remember(table.finishers)
        self.supervisor.start(table)
        if table.is_done and table.rematch:
            self.seating.begin_rematch(table)
        self.watched(table)

    def standings(self, table: TableEntry) -> Sequence[StandingRow]:
        """Return this evening's standings of people at a table; none during a game."""
        standings = self._publisher.standings(table)
        return () if standings is None else standings.rows


def _count_here(game: RunningGame) -> int:
    """Return how many players are there, or how many have finished the game."""
    active = game.fold.active
    return len(active) if game.is_complete else sum(game.here[it] for it in active)
