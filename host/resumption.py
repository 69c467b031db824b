"""
Going on with games: those that a journal holds, and those whose players come back.

A game is found in its journal when the host starts, or when one of its players is here
again whose game was suspended to make room. Either way its entries are read once more,
and the table is as it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.journal import Found, Unusable
from sealed_wonders.host.news import SetAside, Trouble
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import name_key, open_charter
from sealed_wonders.net.log.envelopes import parse_entries


class Resumption:
    """Resumes games, and suspends them if others need their tables."""

    def __init__(self, context: Context, publisher: Publisher) -> None:
        self._context = context
        self._publisher = publisher

    # Journals.

    def resume_all(self) -> None:
        """Go on with the games whose journals are found."""
        context = self._context
        for found in context.archive.unfinished(context.registry.most):
            self._resume(found)

    def resume(self, gid: str) -> bool:
        """
        Go on with one game, and tell whether it does.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        found = self._context.archive.find(gid)
        return found is not None and self._resume(found)

    def discard(self, gid: str) -> None:
        """
        Remove what is left of a game here, of its journal and this host's bots.

        Nothing is removed of one that isn't there, is damaged, or that another host plays.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        context = self._context
        found = context.archive.find(gid)
        if isinstance(found, Unusable):
            context.tell(SetAside(found.path, found.reason))
        elif found is not None:
            # If it breaks off, or is damaged, whose bots played is lost.
            with contextlib.suppress(RemoteProtocolError):
                charter = open_charter(parse_entries(found.wires))
                context.bots.forget_game(charter.table)
            try:
                found.journal.remove()
            except OSError as error:
                found.journal.close()
                context.tell(Trouble(f"can't remove {found.path}: {error.strerror}"))

    def _resume(self, found: Found | Unusable) -> bool:
        """Go on with a game, with this host's bots; tell whether it does."""
        context = self._context
        record = TableRecord.resumed(
            found, context.archive, context.clock.seconds, context.host
        )
        if not isinstance(record, TableRecord):
            context.tell(record)
            return False
        table = record.table
        if context.registry.find(table.name):
            # Of another host's that had the same folder; it stays for later.
            record.close()
            return False
        context.registry.add(record)
        context.tell(record.resumed_news())
        if record.damage is not None:
            context.tell(record.damage)
        for peer in context.peers:  # of a game that was suspended
            if table.seats(peer.identity):
                self.welcome_back(peer)
        bots = record.own_bots
        if table.is_live:
            playing = {name: bots[name] for name in bots if record.is_playing(name)}
            context.bots.restart(table.name, playing)
            context.bots.forget(record.former_bots)
        self._publisher.change(record)
        return True

    # Players.

    def welcome_back(self, peer: Peer) -> None:
        """Let somebody take the seats they have."""
        for record in self._context.registry.of(peer.identity):
            with self._publisher.changing(record):
                record.table.came(peer.identity)
            # Who has missed the end asks for it; others want to play again.
            if record.table.is_live:
                self._publisher.subscribe(peer, record)
            if peer.read_from is not None:
                record.subscriptions[peer.connection].read_from(peer.read_from)
                peer.read_from = None

    # Room.

    def resume_for(self, peers: Iterable[Peer]) -> None:
        """Go on with suspended games of peers, as far as there is room."""
        registry = self._context.registry
        suspended = registry.suspended
        for peer in peers:
            found = [gid for gid in suspended if peer.identity in suspended[gid].people]
            for gid in found:
                if registry.is_full and not self.make_room():
                    return
                if registry.find(suspended[gid].table) is None:
                    del suspended[gid]
                    self.resume(gid)

    def make_room(self) -> bool:
        """Suspend a game that all have left, and tell whether there is one."""
        context = self._context
        suspended = context.registry.suspend_one()
        if suspended is None:
            return False
        context.bots.dismiss(suspended.table, at_once=True)
        context.tell(suspended)
        return True

    def check_not_suspended(self, peer: Peer, name: str) -> None:
        """
        Let nobody begin anew, or give up, whose game waits for room.

        Args:
            name: the table they ask for; empty for any.

        Raises:
            Denied: theirs waits.
        """
        game = self._context.registry.suspended_of(peer.identity)
        if game is not None and (not name or name_key(name) == name_key(game.table)):
            raise Denied(
                "no-room",
                f"the game at {game.table!r} made room for others while all were gone, "
                "and goes on as soon as there is a table for it",
            )
