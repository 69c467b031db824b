"""
Going on with games: those that a journal holds, and those whose players come back.

A game is found in its journal when the host starts, or when one of its players is here
again whose game was suspended to make room; or it is given as a file, when its own host's
machine is no more. In any case its entries are read once more, and the table is as it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.backups import Backups
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.given import BadGame, Given, read_given
from sealed_wonders.host.journal import Found, Unread, Unusable
from sealed_wonders.host.kepttime import KeptTimes
from sealed_wonders.host.news import DiskTrouble, SetAside
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.table import Table
from sealed_wonders.host.tablerecord import TableRecord, unread
from sealed_wonders.net.errors import ProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import name_key, open_charter
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.log.envelopes import parse_entries, wires_of
from sealed_wonders.net.names import make_line
from sealed_wonders.net.tableoptions import PAUSE_TIME


class Resumption:
    """Resumes games, and suspends them if others need their tables."""

    def __init__(self, context: Context, publisher: Publisher) -> None:
        self._context = context
        self._publisher = publisher

    # Journals.

    def resume_all(self) -> None:
        """Go on with the games whose journals are found."""
        context = self._context
        for found in context.archive.unfinished(context.registry.policy.most):
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
        elif isinstance(found, Unread):
            context.tell(unread(found))
        elif found is not None:
            # If it breaks off, or is damaged, whose bots played is lost.
            with contextlib.suppress(RemoteProtocolError):
                charter = open_charter(parse_entries(found.wires))
                context.bots.forget_game(charter.table)
            try:
                Backups(context.archive.folder).forget(gid)
                KeptTimes(context.archive.folder).forget(gid)
                found.journal.remove()
            except OSError as error:
                found.journal.close()
                what = f"can't remove {found.path}: {error.strerror}"
                context.tell(DiskTrouble(what))

    def _resume(self, found: Found | Unusable | Unread) -> bool:
        """Go on with a game, with this host's bots; tell whether it does."""
        context = self._context
        record = TableRecord.resumed(
            found,
            context.archive,
            context.clock.seconds,
            context.host,
            context.registry.policy.offered.terms[PAUSE_TIME],
        )
        if not isinstance(record, TableRecord):
            context.tell(record)
            return False
        if context.registry.find(record.table.name):
            # Of another host's that had the same folder; it stays for later.
            record.close()
            return False
        self._begin(record)
        return True

    def take_over(self, path: Path) -> None:
        """
        Go on with a game that a file has, which stays: it gets a journal of its own here.

        Bots of the host it was begun at aren't this one's; they are absent like anybody.

        Raises:
            BadGame: that can't be.
        """
        context, given = self._context, read_given(path)
        registry = context.registry
        name = given.table
        if not name or registry.find(name):
            name = registry.free_name()
        table, game = self._resumed(name, given, path)
        if registry.is_full and not self.make_room():
            raise BadGame(f"this host has {registry.policy.most} tables already")
        record = TableRecord(table, context.host)
        record.lock, record.is_private = given.lock, not given.listed
        record.is_off_page = not given.on_page
        if damage := str(game.damage) or given.damage:
            good = f"goes on with the first {game.fold.position} entries of {path}"
            record.damage = DiskTrouble(make_line(f"{name!r} {good}: {damage}"))
        try:
            entries = wires_of(game.fold.entries())
            record.journal = context.archive.begin(
                game.gid,
                name,
                given.lock,
                entries,
                listed=given.listed,
                on_page=given.on_page,
            )
        except FileExistsError:
            gid = stem(game.gid)
            raise BadGame(f"{path}: that game is here already, as {gid}") from None
        except OSError as error:
            record.close()
            raise BadGame(f"can't write a journal: {error.strerror}") from None
        self._begin(record)

    def _resumed(self, name: str, given: Given, path: Path) -> tuple[Table, GameStage]:
        """
        Return a table with the game of a file, which can go on.

        Raises:
            BadGame: it can't.
        """
        seconds = self._context.clock.seconds
        pause_time = self._context.registry.policy.offered.terms[PAUSE_TIME]
        try:
            table = Table.resumed(name, given.wires, seconds, pause_time)
        except ProtocolError as error:
            raise BadGame(f"{path} is damaged: {sentence_of(error)}") from None
        game = table.game
        if game is None or not table.is_live or game.is_complete:
            raise BadGame(f"{path}: that game is over")
        if game.is_stuck:
            raise BadGame(f"{path}: that game can't go on, since somebody has cheated")
        return table, game

    def _begin(self, record: TableRecord) -> None:
        """Have a game at a table again, with this host's bots."""
        context, table = self._context, record.table
        context.registry.add(record)
        context.tell(record.resumed_news())
        for peer in context.peers:  # of a game that was suspended
            if table.seats(peer.identity):
                self.welcome_back(peer)
        if table.is_live:
            record.bots_due.update(filter(record.is_playing, record.own_bots))
            context.bots.forget(record.former_bots)
        self._publisher.change(record)

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
                record.subscriptions[peer.connection].read(peer.read_from)
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
        Let nobody begin anew, or give up, whose game waits for room, nor take its table.

        Args:
            name: the table they ask for; empty for any.

        Raises:
            Denied: theirs waits, or that of others at this table.
        """
        registry = self._context.registry
        game = registry.suspended_of(peer.identity)
        if name and registry.find(name) is None:
            games = registry.suspended.values()
            game = next(
                (it for it in games if name_key(it.table) == name_key(name)), game
            )
        if game is not None and (not name or name_key(name) == name_key(game.table)):
            raise Denied(
                "no-room",
                f"the game at {game.table!r} made room for others while all were gone, "
                "and goes on as soon as there is a table for it",
            )
