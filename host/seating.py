"""
Decides at which table somebody sits down, and who may open one.

docs/PROTOCOL.md (Taking a seat, After the game) prescribes the order.

A request that names a table gets that table or none. A request without a name returns
the player to their game, or gets the first table with a free seat and the wished
options, or opens a new one. After a game, its players keep a claim to their table for a
while, so that others can't take it over; the first of them to sit down again may change
its options.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.doors import Doors
from sealed_wonders.host.offer import fits
from sealed_wonders.host.openingrights import OpeningRights
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.resumption import Resumption
from sealed_wonders.host.supervisor import BotSupervisor
from sealed_wonders.host.tableentry import Again, TableEntry
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import TablePerson, read_commit
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.messages import AGAIN_PATIENCE
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.tableoptions import BOTS
from sealed_wonders.net.wire import ToClient
from sealed_wonders.net.wishes import Wishes


class SeatRequest(NamedTuple):
    """Somebody's request for a seat."""

    peer: Peer
    name: str
    """The table's name; empty for any."""
    commit: Wire
    lock: PasswordLock | None = None
    """The lock that the table must have; None if it doesn't matter."""
    wishes: Wishes = ()
    """Options for a new table, or for finding one if no table is named."""


@dataclass(eq=False, repr=False, slots=True)
class Seater:
    context: Context
    publisher: Publisher
    resumption: Resumption
    supervisor: BotSupervisor
    doors: Doors
    openings: OpeningRights

    def open(self, name: str = "", *, permanent: bool = False) -> TableEntry:
        """Open a table for anybody, or raise `Denied`: see `TableRegistry.open`."""
        registry = self.context.registry
        terms = registry.policy.offered.terms
        self.supervisor.check_room(terms[BOTS])
        table = registry.open(name, terms, permanent=permanent)
        self.publisher.change(table)
        return table

    def sit(self, asked: SeatRequest) -> None:
        """Seat somebody at a table, opened if necessary; or raise `Denied`."""
        peer = asked.peer
        person, entry = self._check_commit(peer, asked.commit)
        self.resumption.check_not_suspended(peer, asked.name)
        table = self._find(asked)
        if table is not None and self._wants_rematch(peer, table):
            table.rematch[peer.identity] = Again(asked.commit, asked.wishes)
            return
        if table is None:
            # Every opened table gets bots. If a bot that is late opened another table,
            # this would never end.
            if self._is_own(person):
                raise Denied("no-table", f"the table {asked.name!r} is gone")
            table = self._open_for(asked)
        elif not self._is_own(person):
            self._check_door(peer, table, asked.lock)
        try:
            with self.publisher.changing(table):
                table.phase.sit(peer.identity, entry)
        except Denied as denied:
            # They need the table's current state to do better.
            if denied.reason in ("wrong-draw", "drawing"):
                self.publisher.subscribe(peer, table)
            raise
        finally:
            self.publisher.change(table)
        lobby = table.lobby
        if lobby is not None:
            lobby.came_from(peer.identity, peer.origin)
        self.publisher.subscribe(peer, table)
        if table.state is TableState.LOBBY:
            self._leave_results(peer, table)

    def begin_rematch(self, table: TableEntry) -> None:
        """Seat those who asked for a rematch before the game was written."""
        wanted, table.rematch = table.rematch, {}
        for identity, again in wanted.items():
            peer = self.context.peers.of(identity)
            if peer is not None:
                commit, wishes = again
                try:
                    self.sit(SeatRequest(peer, table.name, commit, wishes=wishes))
                except Denied as denied:
                    peer.refuse(denied.reason, str(denied))

    # Finding a table.

    def _check_commit(self, peer: Peer, commit: Wire) -> tuple[TablePerson, Entry]:
        """Read a commitment; raise `Denied` for what no table would accept."""
        try:
            entry = Entry.of(commit)
            person = read_commit(entry).person
        except RemoteProtocolError as error:
            raise Denied("bad-commit", sentence_of(error)) from None
        if person.identity != peer.identity:
            raise Denied("bad-commit", "the commitment is somebody else's")
        if person.lender != peer.lender:
            raise Denied("bad-commit", "the commitment names another lender")
        if self._is_own(person) and not peer.origin.is_near:
            raise Denied("bad-commit", f"{person.name!r} isn't one of this host's bots")
        return person, entry

    def _is_own(self, person: TablePerson) -> bool:
        return person.owner == self.context.host

    def _find(self, asked: SeatRequest) -> TableEntry | None:
        """
        Return the table to sit down at; None if it has to be opened.

        Raises:
            Denied: they have a seat in another lobby.
        """
        peer, registry = asked.peer, self.context.registry
        lobby = registry.in_state(TableState.LOBBY, peer.identity)
        table: TableEntry | None
        if not asked.name:
            # Somebody who returns to a game doesn't want another one, and neither does
            # somebody whose seat has been given away meanwhile.
            game = registry.in_state(TableState.PLAYING, peer.identity)
            game = game or registry.lost_by(peer.identity)
            table = lobby or game or self._with_free_seats(asked)
        else:
            table = registry.find(asked.name)
            if table is not None and table.is_done and not table.holds(asked.commit):
                table = None
        if lobby not in (None, table):
            raise Denied("sits-elsewhere", "leave the other table first")
        return table

    def _with_free_seats(self, asked: SeatRequest) -> TableEntry | None:
        """Return the first listed table that has a free seat and fits, if any does."""
        for table in self.context.registry:
            lobby = table.lobby
            if (
                table.state is TableState.LOBBY
                and lobby is not None
                and lobby.free_seats
                and not table.is_private
                and (asked.lock is None or table.lock is not None)
                and self.doors.is_open(asked.peer, table.lock)
                and fits(lobby.terms, asked.wishes)
            ):
                return table
        return None

    def _check_door(
        self, peer: Peer, table: TableEntry, lock: PasswordLock | None
    ) -> None:
        """
        Raise `Denied` unless somebody may sit down at an existing table.

        They must know its password. If they expect a password, the table must have one,
        since otherwise other people could join.
        """
        self.doors.check_at(peer, table)
        is_new = not (table.phase.seats(peer.identity) or table.reserves(peer.identity))
        if lock is not None and table.lock is None and is_new:
            raise Denied("no-password", f"the table {table.name!r} has none")

    def _wants_rematch(self, peer: Peer, table: TableEntry) -> bool:
        """Return whether somebody wants a rematch of a game still being written."""
        return (
            table.is_ending
            and peer.connection in table.subscriptions
            and table.phase.seats(peer.identity)
        )

    def _leave_results(self, peer: Peer, to: TableEntry) -> None:
        """Remove somebody who has sat down from other tables where they have played."""
        for table in self.context.registry:
            if table is to:
                continue
            if table.is_done and table.phase.seats(peer.identity):
                table.subscriptions.pop(peer.connection, None)
            elif table.lobby is not None and table.lobby.reserves(peer.identity):
                table.subscriptions.pop(peer.connection, None)
                with self.publisher.changing(table):
                    table.lobby.release(peer.identity)

    # Opening tables.

    def _open_for(self, asked: SeatRequest) -> TableEntry:
        """
        Open a table, reserving seats for a rematch if the client has played there.

        Raises:
            Denied: others have a claim to the table or its place, there are too many
                tables, or the client has opened too many, hasn't proved to know the
                password of all tables, or wishes for something not allowed.
        """
        context = self.context
        peer, name, _commit, lock, wishes = asked
        before = self._before(peer, name)
        reserved, again = before.reserved, before.again
        if reserved and again is None:
            raise Denied(
                "table-full",
                f"the last players at {name!r} may want a rematch",
            )
        # Checked after that, so that nobody uses up what others need for their rematch.
        if again is None:
            self.doors.check(peer, context.registry.policy.lock)
            terms = context.registry.policy.offered.for_wishes(wishes)
        else:
            offered = context.registry.policy.offered
            terms, wishes = offered.for_another_game(again.wishes, wishes)
            _check_seats(terms, {*reserved, peer.identity})
        self.openings.check(peer, returns=again is not None)
        self.supervisor.check_room(terms[BOTS])
        self._check_room(self._claims_of_others(peer.identity) if again is None else 0)
        lock = before.lock or lock
        table = context.registry.open(name, terms, reserved=reserved, lock=lock)
        table.opened_from, table.wishes = peer.origin, wishes
        if again is not None:
            table.talk = again.talk
        self._subscribe_those_there(table, before)
        return table

    def _before(self, peer: Peer, name: str) -> _Before:
        before = self.context.registry.find(name) if name else None
        if before is None:
            return _Before()
        again = before if before.phase.seats(peer.identity) else None
        return _Before(tuple(before.subscriptions), self._staying(before), again)

    def _subscribe_those_there(self, table: TableEntry, before: _Before) -> None:
        """
        Subscribe those still there from the last game to the new one.

        This includes spectators, unless they would get through a door that is new to
        them.
        """
        for other in self.context.peers:
            looks_on = other.connection in before.there and (
                table.lock == before.lock or self.doors.is_open(other, table.lock)
            )
            if other.identity in before.reserved or looks_on:
                self.publisher.subscribe(other, table)

    def _check_room(self, claims: int) -> None:
        """Raise `Denied` if all places for tables are taken or claimed by others."""
        registry = self.context.registry
        free = registry.free
        if free <= claims and (free < claims or not self.resumption.make_room()):
            raise Denied(
                "no-room",
                "the last players here may want a rematch"
                if free > 0
                else f"this host has {registry.policy.most} tables already",
            )

    def _staying(self, table: TableEntry) -> dict[bytes, str]:
        """Return the names of the people who are still there after a game."""
        game = table.game
        if game is None:
            return {}
        context = self.context
        peers = (context.peers.find(connection) for connection in table.subscriptions)
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
        since = self.context.clock.seconds() - AGAIN_PATIENCE
        return sum(
            table.ended_at is not None
            and table.ended_at > since
            and not table.phase.seats(identity)
            and bool(self._staying(table))
            for table in self.context.registry
        )


class _Before(NamedTuple):
    """The remains of the last game at a table that somebody opens again."""

    there: tuple[ToClient, ...] = ()
    """Connections of its players and spectators, which the entry soon forgets."""
    reserved: Mapping[bytes, str] = MappingProxyType({})
    """The names of the people who are still there, by identity."""
    again: TableEntry | None = None
    """Its record; None if the opener hasn't played there."""

    @property
    def lock(self) -> PasswordLock | None:
        return None if self.again is None else self.again.lock


def _check_seats(terms: Terms, people: Collection[bytes]) -> None:
    """Raise `Denied` if there are too few seats for the people still there."""
    if len(people) + terms[BOTS] > terms.most:
        raise Denied(
            "bad-wish",
            f"{len(people)} people here and {terms[BOTS]} bots are too many for "
            f"{terms.most} seats",
        )
