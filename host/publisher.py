"""
Sends clients the changes at tables.

Code that changes a table calls `Publisher.change`. At the end of the reactor turn, each
changed table is settled (journal, checks, end), and each subscription is sent what is
new, as far as its client reads; the rest waits in the log. So ten entries that arrive
in one turn are sent as one message, and nothing can interfere while a table is being
published.

What is new to a connection is determined in `subscription.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.host.auditor import ReadingQueue
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.news import Bug, GameCompleted, Stopped
from sealed_wonders.host.peer import READS_CAP, Peer
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.subscription import Subscription
from sealed_wonders.host.syncing import Syncing
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.net import notices
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.log.phases import WireRefused
from sealed_wonders.net.messages import Closed, Standings
from sealed_wonders.net.names import make_line
from sealed_wonders.net.verification import Work
from sealed_wonders.net.wire import ToClient

LEAST_WAIT = 0.001
"""
Minimum seconds until the timer for deadlines fires.

A deadline that stays in the past, due to a fault, then costs a little processor time, and
connections are served between two attempts.
"""


@dataclass(eq=False, repr=False)
class Publisher:
    """Publishes changed tables, and wakes tables when a deadline is due."""

    context: Context
    work: Work | None
    """Checks the proofs of sealed cards; None for a relay."""
    syncing: Syncing
    _: KW_ONLY
    settled: Callable[[TableEntry], None]
    """Called for each changed table after it has been published."""
    swept: Callable[[], None]
    """Called after tables that are over have been removed."""
    _turns: ReadingQueue = field(default_factory=ReadingQueue, init=False)
    _changed: dict[TableEntry, None] = field(default_factory=dict, init=False)
    _flush_call: IDelayedCall | None = field(default=None, init=False)
    _timer: IDelayedCall | None = field(default=None, init=False)
    _is_stopped: bool = field(default=False, init=False)

    # Changes.

    def change(self, table: TableEntry) -> None:
        """Publish a table at the end of this reactor turn."""
        self._changed[table] = None
        if self._flush_call is None and not self._is_stopped:
            self._flush_call = self.context.clock.callLater(0, self._flush)

    def change_all(self) -> None:
        """Publish all tables, because something that all of them show has changed."""
        for table in self.context.registry:
            self.change(table)

    @contextmanager
    def changing(self, table: TableEntry) -> Iterator[None]:
        """Run code that changes a table, confine its errors to it, and publish it."""
        with self._confined(table):
            yield
            self.change(table)

    def subscribe(self, peer: Peer, table: TableEntry) -> None:
        connection = peer.connection
        if connection not in table.subscriptions:
            looked_at = [
                other
                for other in self.context.registry
                if connection in other.subscriptions
                and not other.phase.seats(peer.identity)
            ]
            if len(looked_at) >= READS_CAP:
                self.unsubscribe(peer, looked_at[0])
            table.subscriptions[connection] = Subscription()
        if table.game is not None:
            table.phase.came(peer.identity)
        self.change(table)

    def go_on(self, connection: ToClient) -> None:
        """Publish the tables of a connection that can send again."""
        for table in self.context.registry:
            if connection in table.subscriptions:
                self.change(table)

    def inform(self, peer: Peer, table: TableEntry) -> None:
        """Send a spectator everything at once, including what they would see later."""
        subscription = table.subscriptions.get(peer.connection)
        if subscription is None or table.shown_to(peer.identity) is None:
            return
        table.informed.add(peer.identity)
        with self._confined(table):
            self._send_updates(
                table, peer.connection, subscription, self.standings(table)
            )

    def unsubscribe(self, peer: Peer, table: TableEntry) -> None:
        """End a connection's subscription to a table; a seat there isn't lost."""
        subscription = table.subscriptions.pop(peer.connection, None)
        if subscription is None:
            return
        if table.game is not None and not table.phase.seats(peer.identity):
            table.phase.went(peer.identity)
        if subscription.taker is not None or table.lobby is not None:
            self.change(table)

    def stop(self) -> None:
        """Publish all changes for the last time."""
        self._is_stopped = True
        self._flush()

    # Publishing.

    def _flush(self) -> None:
        if self._flush_call is not None and self._flush_call.active():
            self._flush_call.cancel()
        self._flush_call = None
        changed, self._changed = tuple(self._changed), {}
        for table in changed:
            with self._confined(table):
                self._publish(table)
        self.context.registry.remove_old()
        if not self._is_stopped:
            self.swept()
        self._set_timer()

    def _publish(self, table: TableEntry) -> None:
        context = self.context
        if context.registry.find(table.name) is not table:
            return  # a new table has its name by now, and perhaps its bots
        if self.work is not None:
            table.start_audit(self.work, self._turns, lambda: self.change(table))
        for news in table.settle(context.clock.seconds()):
            context.tell(news)
            if table.game is not None and isinstance(news, GameCompleted | Stopped):
                self._note_end(table.game, news)
        if table.files.journal is not None:
            self.syncing.add(table.files.journal, lambda: self.change(table))
        if not table.is_live and not table.files.halted:
            context.bots.dismiss(table.name, at_once=table.game is None)
        self._tell_those_put_out(table)
        if table.lobby is not None:
            table.lobby.onlookers = self._onlookers(table)
        self._send_all_updates(table)
        self.settled(table)

    def _send_all_updates(self, table: TableEntry) -> None:
        standings = self.standings(table)
        for connection, subscription in tuple(table.subscriptions.items()):
            try:
                self._send_updates(table, connection, subscription, standings)
            except ProtocolError as error:
                where = f"a message at {table.name!r}"
                self.context.tell(Bug.at(where, error))
                connection.close()

    def _note_end(self, game: RunningGame, ended: GameCompleted | Stopped) -> None:
        """Record a checked game, and remove the state of all bots that have played in it."""
        history = self.context.history
        self.context.bots.forget_game(game.fold.charter.table)
        is_checked = isinstance(ended, GameCompleted) and ended.is_checked
        if history is not None and is_checked and ended.log is not None:
            history.add(game, ended.log)

    def _onlookers(self, table: TableEntry) -> tuple[str, ...]:
        peers = map(self.context.peers.find, table.subscriptions)
        seats = table.phase.seats
        return tuple(it.name for it in peers if it and not seats(it.identity))

    def standings(self, table: TableEntry) -> Standings | None:
        """Return the standings of the people at a table; None during a game."""
        history, seated = self.context.history, table.idle
        if history is None or seated is None:
            return None
        return Standings(table.name, history.told(table.plays, seated))

    def _send_updates(
        self,
        table: TableEntry,
        connection: ToClient,
        subscription: Subscription,
        standings: Standings | None,
    ) -> None:
        """Send what is new until the connection is full; the rest stays in the log."""
        if connection.is_full:
            return
        peer, told = self.context.peers.find(connection), None
        if peer is not None and table.phase.seats(peer.identity):
            told = table.takers_for(peer.identity)
        shown = table.shown_to(None if peer is None else peer.identity)
        for message in subscription.take_updates(table, told, standings, shown):
            connection.send(message)
            if connection.is_full:
                break

    def _tell_those_put_out(self, table: TableEntry) -> None:
        """Send people the reason why they lost their seats, and unsubscribe them."""
        lobby = table.lobby
        put_out = {} if lobby is None else lobby.take_put_out()
        for identity, why in put_out.items():
            peer = self.context.peers.of(identity)
            if peer is not None and peer.connection in table.subscriptions:
                self.unsubscribe(peer, table)
                reason = make_line(str(why))
                peer.connection.send(Closed(table.name, reason))

    @contextmanager
    def _confined(self, table: TableEntry) -> Iterator[None]:
        """Stop a table if an error occurs in it, without affecting others."""
        try:
            yield
        except (Denied, WireRefused):
            raise
        except Exception as error:  # noqa: BLE001  must not affect other tables
            self.context.tell(Bug.at(f"table {table.name!r}", error))
            if not table.is_done:
                table.break_off(notices.HOST_FAULT())
                self.change(table)
            else:
                table.subscriptions.clear()
                table.remove()

    # Deadlines.

    def _set_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        deadline = self.context.registry.deadline
        if deadline is not None and not self._is_stopped:
            clock = self.context.clock
            wait = max(LEAST_WAIT, deadline - clock.seconds())
            self._timer = clock.callLater(wait, self._tick)

    def _tick(self) -> None:
        now = self.context.clock.seconds()
        for table in self.context.registry:
            settle_at = table.settle_at
            if settle_at is not None and settle_at <= now:
                self.change(table)
            deadline = table.deadline
            if deadline is not None and deadline <= now:
                with self.changing(table):
                    table.phase.expire()
        self._flush()
