"""
Decides at which table somebody sits down, and who may open one.

A request that names a table gets that table or none. A request without a name returns
the player to their game, or gets the first table with a free seat and the wished
options, or opens a new one. After a game, its players keep a claim to their table for a
while, so that others can't take it over; the first of them to sit down again may change
its options.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.doors import Doors
from sealed_wonders.host.openingrights import OpeningRights
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.resumption import Resumption
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.supervisor import BotSupervisor
from sealed_wonders.host.table import Table
from sealed_wonders.host.tablerecord import Again, TableRecord
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import TablePerson, read_commit
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.messages import AGAIN_PATIENCE
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.tableoptions import BOTS
from sealed_wonders.net.wire import ToClient
from sealed_wonders.net.wishes import Wishes


class Seater:
    """Seats people at tables, and opens tables for them."""

    def __init__(
        self,
        context: Context,
        publisher: Publisher,
        resumption: Resumption,
        supervisor: BotSupervisor,
        doors: Doors,
    ) -> None:
        self._context = context
        self._publisher = publisher
        self._resumption = resumption
        self._supervisor = supervisor
        self._doors = doors
        self._openings = OpeningRights(context)

    def open(self, name: str = "", *, permanent: bool = False) -> Table:
        """
        Open a table for anybody.

        Args:
            name: the table's name; empty for a free one.
            permanent: whether the lobby stays open when it is empty.

        Raises:
            Denied: there are too many tables, or not enough memory for its bots.
        """
        registry = self._context.registry
        terms = registry.policy.offered.terms
        self._supervisor.check_room(terms[BOTS])
        record = registry.open(name, terms, permanent=permanent)
        record.wishes = ()
        self._publisher.change(record)
        return record.table

    def sit(
        self,
        peer: Peer,
        name: str,
        commit: Wire,
        lock: PasswordLock | None = None,
        wishes: Wishes = (),
    ) -> None:
        """
        Seat somebody at a table, which is opened if necessary.

        Args:
            peer: the client.
            name: the table's name; empty for any.
            commit: the commitment for the draw of seats.
            lock: the lock that the table must have; None if it doesn't matter.
            wishes: the wished options, for a new table or if no table is named.

        Raises:
            Denied: they get no seat.
        """
        person, entry = self._check_commit(peer, commit)
        self._resumption.check_not_suspended(peer, name)
        record = self._find(peer, name, commit, lock, wishes)
        if record is not None and self._wants_rematch(peer, record):
            record.rematch[peer.identity] = Again(commit, wishes)
            return
        if record is None:
            # Every opened table gets bots. If a bot that is late opened another table,
            # this would never end.
            if self._is_own(person):
                raise Denied("no-table", f"the table {name!r} is gone")
            record = self._open_for(peer, name, lock, wishes)
        elif not self._is_own(person):
            self._check_door(peer, record, lock)
        try:
            with self._publisher.changing(record):
                record.table.sit(peer.identity, entry)
        except Denied as denied:
            # They need the table's current state to do better.
            if denied.reason in ("wrong-draw", "drawing"):
                self._publisher.subscribe(peer, record)
            raise
        finally:
            self._publisher.change(record)
        lobby = record.table.lobby
        if lobby is not None:
            lobby.came_from(peer.identity, peer.origin)
        self._publisher.subscribe(peer, record)
        if record.table.state is TableState.LOBBY:
            self._leave_results(peer, record)

    def begin_rematch(self, record: TableRecord) -> None:
        """Seat those who asked for a rematch before the game was written."""
        wanted, record.rematch = record.rematch, {}
        for identity, again in wanted.items():
            peer = self._context.peers.of(identity)
            if peer is not None:
                name, (commit, wishes) = record.table.name, again
                try:
                    self.sit(peer, name, commit, wishes=wishes)
                except Denied as denied:
                    peer.refuse(denied.reason, str(denied))

    # Finding a table.

    def _check_commit(self, peer: Peer, commit: Wire) -> tuple[TablePerson, Entry]:
        """
        Check a commitment for what no table would accept, before one is opened.

        Raises:
            Denied: it is invalid.
        """
        try:
            entry = Entry.of(commit)
            person = read_commit(entry).person
        except RemoteProtocolError as error:
            raise Denied("bad-commit", sentence_of(error)) from None
        if person.identity != peer.identity:
            raise Denied("bad-commit", "the commitment is somebody else's")
        if self._is_own(person) and not peer.origin.is_near:
            raise Denied("bad-commit", f"{person.name!r} isn't one of this host's bots")
        return person, entry

    def _is_own(self, person: TablePerson) -> bool:
        """Return whether somebody claims to be a bot of this host."""
        return person.owner == self._context.host

    def _find(
        self,
        peer: Peer,
        name: str,
        commit: Wire,
        lock: PasswordLock | None,
        wishes: Wishes,
    ) -> TableRecord | None:
        """
        Return the table where somebody wants to sit; None if it has to be opened.

        Args:
            peer: the client.
            name: the table's name; empty for any.
            commit: the commitment for the draw of seats.
            lock: the lock that the table must have; None if it doesn't matter.
            wishes: the wished options, if no table is named.

        Raises:
            Denied: they have a seat in another lobby.
        """
        registry = self._context.registry
        lobby = registry.in_state(TableState.LOBBY, peer.identity)
        record: TableRecord | None
        if not name:
            # Somebody who returns to a game doesn't want another one, and neither does
            # somebody whose seat has been given away meanwhile.
            game = registry.in_state(TableState.PLAYING, peer.identity)
            game = game or registry.lost_by(peer.identity)
            record = lobby or game or self._with_free_seats(peer, lock, wishes)
        else:
            record = registry.find(name)
            if record is not None and record.table.is_done and not record.holds(commit):
                record = None
        if lobby not in (None, record):
            raise Denied("sits-elsewhere", "leave the other table first")
        return record

    def _with_free_seats(
        self, peer: Peer, lock: PasswordLock | None, wishes: Wishes
    ) -> TableRecord | None:
        """Return a table with a free seat whose door is open to somebody."""

        def is_open(door: PasswordLock | None) -> bool:
            is_meant = lock is None or door is not None
            return is_meant and self._doors.is_open(peer, door)

        return self._context.registry.with_free_seats(is_open, wishes)

    def _check_door(
        self, peer: Peer, record: TableRecord, lock: PasswordLock | None
    ) -> None:
        """
        Check that somebody may sit down at an existing table.

        Raises:
            Denied: they haven't proved to know its password; or it has none although
                they expect one, so that other people could join.
        """
        self._doors.check_at(peer, record)
        is_new = not (
            record.table.seats(peer.identity) or record.reserves(peer.identity)
        )
        if lock is not None and record.lock is None and is_new:
            raise Denied("no-password", f"the table {record.table.name!r} has none")

    def _wants_rematch(self, peer: Peer, record: TableRecord) -> bool:
        """
        Return whether somebody asks for a rematch while the last game is being written.
        """
        return (
            record.is_ending
            and peer.connection in record.subscriptions
            and record.table.seats(peer.identity)
        )

    def _leave_results(self, peer: Peer, to: TableRecord) -> None:
        """Remove somebody who has sat down from other tables where they have played."""
        for record in self._context.registry:
            if record is to:
                continue
            if record.table.is_done and record.table.seats(peer.identity):
                record.subscriptions.pop(peer.connection, None)
            elif record.reserves(peer.identity):
                record.subscriptions.pop(peer.connection, None)
                with self._publisher.changing(record):
                    record.table.release(peer.identity)

    # Opening tables.

    def _open_for(
        self, peer: Peer, name: str, lock: PasswordLock | None, wishes: Wishes
    ) -> TableRecord:
        """
        Open a table, reserving seats for a rematch if the client has played there.

        Raises:
            Denied: others have a claim to the table or its place, there are too many
                tables, or the client has opened too many, hasn't proved to know the
                password of all tables, or wishes for something not allowed.
        """
        context = self._context
        before = self._before(peer, name)
        reserved, again = before.reserved, before.again
        if reserved and again is None:
            raise Denied(
                "table-full",
                f"the last players at {name!r} may want a rematch",
            )
        # Checked after that, so that nobody uses up what others need for their rematch.
        if again is None:
            self._doors.check(peer, context.registry.policy.lock)
            terms = context.registry.policy.offered.for_wishes(wishes)
        else:
            offered = context.registry.policy.offered
            terms, wishes = offered.for_another_game(again.wishes, wishes)
            _check_seats(terms, {*reserved, peer.identity})
        self._openings.check(peer, returns=again is not None)
        self._supervisor.check_room(terms[BOTS])
        self._check_room(self._claims_of_others(peer.identity) if again is None else 0)
        lock = before.lock or lock
        record = context.registry.open(name, terms, reserved=reserved, lock=lock)
        record.opened_from, record.wishes = peer.origin, wishes
        if again is not None:
            record.talk = again.talk
        self._subscribe_those_there(record, before)
        return record

    def _before(self, peer: Peer, name: str) -> _Before:
        before = self._context.registry.find(name) if name else None
        if before is None:
            return _Before((), {}, None, None)
        there, staying = tuple(before.subscriptions), self._staying(before)
        if not before.table.seats(peer.identity):
            return _Before(there, staying, None, None)
        return _Before(there, staying, before, before.lock)

    def _subscribe_those_there(self, record: TableRecord, before: _Before) -> None:
        """
        Subscribe those still there from the last game to the new one.

        This includes spectators, unless they would get through a door that is new to
        them.
        """
        for other in self._context.peers:
            looks_on = other.connection in before.there and (
                record.lock == before.lock or self._doors.is_open(other, record.lock)
            )
            if other.identity in before.reserved or looks_on:
                self._publisher.subscribe(other, record)

    def _check_room(self, claims: int) -> None:
        """
        Check that there is room for a table besides those that others have a claim to.

        Raises:
            Denied: there is none.
        """
        registry = self._context.registry
        free = registry.free
        if free <= claims and (free < claims or not self._resumption.make_room()):
            raise Denied(
                "no-room",
                "the last players here may want a rematch"
                if free > 0
                else f"this host has {registry.policy.most} tables already",
            )

    def _staying(self, record: TableRecord) -> dict[bytes, str]:
        """Return the names of the people who are still there after a game."""
        game = record.table.game
        if game is None:
            return {}
        context = self._context
        peers = (context.peers.find(connection) for connection in record.subscriptions)
        there = {
            peer.identity
            for peer in peers
            if peer is not None and context.registry.where_active(peer) is None
        }
        return {
            it.identity: it.name
            for it in game.fold.people
            if it.owner is None and it.identity in there
        }

    def _claims_of_others(self, identity: bytes) -> int:
        """Return how many tables are reserved for rematches of others."""
        since = self._context.clock.seconds() - AGAIN_PATIENCE
        return sum(
            record.ended_at is not None
            and record.ended_at > since
            and not record.table.seats(identity)
            and bool(self._staying(record))
            for record in self._context.registry
        )


class _Before(NamedTuple):
    """The remains of the last game at a table that somebody opens again."""

    there: tuple[ToClient, ...]
    """
    Connections of its players and spectators, which the record forgets as it ends.
    """
    reserved: dict[bytes, str]
    """The names of the people who are still there, by identity."""
    again: TableRecord | None
    """Its record; None if the opener hasn't played there."""
    lock: PasswordLock | None
    """The table's lock; None if the opener hasn't played there."""


def _check_seats(terms: Terms, people: Collection[bytes]) -> None:
    """
    Check that there are seats for everybody who is still there after a game.

    Raises:
        Denied: there aren't.
    """
    if len(people) + terms[BOTS] > terms.most:
        raise Denied(
            "bad-wish",
            f"{len(people)} people here and {terms[BOTS]} bots are too many for "
            f"{terms.most} seats",
        )
