"""
Resumes games from journals or files, and suspends games to make room.

A game is found in its journal when the host starts, or when one of its players returns
after the game was suspended to make room. Or it is given as a file, if its own host's
machine is lost: a player's log, or that host's journal. In any case, its entries are
read again, and the table is as it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.gamefiles import Spoilt
from sealed_wonders.host.journal import Found, Journal, Unusable
from sealed_wonders.host.news import DiskTrouble, Resumed, TableNews
from sealed_wonders.host.offer import wishes_of
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.sidefiles import CLOCKS, NOTHING, KeptTime, remove_all
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.net.errors import ProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import name_key, open_charter
from sealed_wonders.net.log import file as log_file
from sealed_wonders.net.log import journal as journals
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.log.envelopes import parse_entries
from sealed_wonders.net.log.journal import JournalHead, KeptJournal
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system.locks import is_locked
from sealed_wonders.net.tableoptions import PAUSE_TIME


class BadGame(Exception):
    """A game can't be continued; the message is one line."""


class Resumption:
    def __init__(self, context: Context, publisher: Publisher) -> None:
        self._context = context
        self._publisher = publisher

    # Journals.

    def resume_all(self) -> None:
        """Resume all unfinished games in the folder, as far as there are tables."""
        context = self._context
        for found in context.archive.unfinished(context.registry.policy.most):
            self._resume(found)

    def resume(self, gid: str) -> bool:
        """
        Resume one game, and return whether that worked.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        found = self._context.archive.find(gid)
        return found is not None and self._resume(found)

    def discard(self, gid: str) -> None:
        """
        Remove a game's journal, its backups, its clock and its bots' files.

        Nothing is removed if the game isn't there, is damaged, or is being played by
        another host.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        context = self._context
        found = context.archive.find(gid)
        if isinstance(found, Unusable):
            context.tell(found)
        elif found is not None:
            # If the journal is truncated or damaged, it doesn't say whose bots played.
            with contextlib.suppress(RemoteProtocolError):
                charter = open_charter(parse_entries(found.kept.wires))
                context.bots.forget_game(charter.table)
            try:
                remove_all(context.archive.folder, gid)
                found.journal.remove()
            except OSError as error:
                found.journal.close()
                what = f"can't remove {found.journal.path}: {error.strerror}"
                context.tell(DiskTrouble(what))

    def _resume(self, found: Found | Unusable) -> bool:
        """
        Resume the valid part of a journal's game; return whether that worked.

        Returning players have the rest. A damaged journal is set aside as soon as there
        is room on the disk; until then, the table is halted.
        """
        context = self._context
        if not isinstance(found, Found):
            context.tell(found)
            return False
        given, journal = found
        clock = CLOCKS.read(context.archive.folder, journal.path.stem)
        try:
            table, game = self._resumed(given.head.table, given, clock, journal)
        except ProtocolError as error:
            journal.close()
            context.tell(context.archive.set_aside(journal.path, str(error)))
            return False
        table.files.kept_time = clock
        if damage := str(game.damage) or given.damage:
            table.files.spoilt = Spoilt(game.fold.position, damage)
        if context.registry.find(table.name):
            # From another host that used the same folder; it is kept for a later start.
            table.remove()
            return False
        self._begin(table, game)
        return True

    def take_over(self, path: Path) -> None:
        """
        Continue a game from a file, which stays; the game gets its own journal here.

        Bots of the game's former host aren't this host's; they are absent like anybody
        else.

        Raises:
            BadGame: the game can't be continued here.
        """
        context, given = self._context, _read_given(path)
        registry = context.registry
        name = given.head.table
        if not name or registry.find(name):
            name = registry.free_name()
        try:
            table, game = self._resumed(name, given)
        except ProtocolError as error:
            raise BadGame(f"{path} can't be resumed: {sentence_of(error)}") from None
        if not table.is_live or game.is_complete:
            raise BadGame(f"{path}: that game is over")
        if game.is_stuck:
            raise BadGame(
                f"{path}: that game can't be resumed, because somebody has cheated"
            )
        if registry.is_full and not self.make_room():
            raise BadGame(f"this host has {registry.policy.most} tables already")
        if damage := str(game.damage) or given.damage:
            good = f"resumes with the first {game.fold.position} entries of {path}"
            table.files.damage = DiskTrouble(make_line(f"{name!r} {good}: {damage}"))
        try:
            table.files.begin(game, table.head)
        except FileExistsError:
            gid = stem(game.gid)
            raise BadGame(
                f"{path}: this host already has that game, as {gid}"
            ) from None
        except OSError as error:
            table.remove()
            raise BadGame(f"can't write a journal: {error.strerror}") from None
        self._begin(table, game)

    def _resumed(
        self,
        name: str,
        given: KeptJournal,
        clock: KeptTime = NOTHING,
        journal: Journal | None = None,
    ) -> tuple[TableEntry, RunningGame]:
        """Return a table with the valid part of a game, or raise `ProtocolError`."""
        context, news = self._context, list[TableNews]()
        game = RunningGame.resumed(
            name,
            given.wires,
            context.clock.seconds,
            news.append,
            context.registry.policy.offered.terms[PAUSE_TIME],
            clock,
        )
        table = TableEntry(
            name, game, news, context.host, context.archive, resumed_from=journal
        )
        table.restore_access(given.head)
        charter = game.fold.charter
        table.wishes = wishes_of(
            charter.options,
            bots=sum(it.owner == context.host for it in charter.people),
            is_private=table.is_private,
            is_off_page=table.is_off_page,
        )
        return table, game

    def _begin(self, table: TableEntry, game: RunningGame) -> None:
        context = self._context
        context.registry.add(table)
        context.tell(Resumed(table.name, game.gid.hex(), game.names))
        # players may be connected already if the game was suspended
        for peer in context.peers:
            if table.phase.seats(peer.identity):
                self.welcome_back(peer)
        if table.is_live:
            table.bots_due.update(filter(table.is_playing, table.own_bots))
            before = (it.before for it in game.fold.handovers)
            bots = (it.identity for it in before if it.owner == context.host)
            context.bots.forget(bots)
        self._publisher.change(table)

    # Players.

    def welcome_back(self, peer: Peer) -> None:
        """Reconnect somebody to the tables where they have seats."""
        for table in self._context.registry.of(peer.identity):
            with self._publisher.changing(table):
                table.phase.came(peer.identity)
            # A client that missed the end asks for the log; others want to play again.
            if table.is_live:
                self._publisher.subscribe(peer, table)
            if peer.read_from is not None:
                table.subscriptions[peer.connection].read(peer.read_from)
                peer.read_from = None

    # Room.

    def resume_for(self, peers: Iterable[Peer]) -> None:
        """Resume suspended games of these clients, as far as there is room."""
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
        """Suspend a deserted game, and return whether there was one."""
        context = self._context
        suspended = context.registry.suspend_one()
        if suspended is None:
            return False
        context.bots.dismiss(suspended.table, at_once=True)
        context.tell(suspended)
        return True

    def check_not_suspended(self, peer: Peer, name: str) -> None:
        """
        Check that neither the client's own game nor the table they name is suspended.

        Args:
            name: the table they ask for; empty for any.

        Raises:
            Denied: their own game is suspended, or one at this table.
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
                f"the game at {game.table!r} was suspended while everybody was away, "
                "and resumes as soon as a table is free",
            )


def _read_given(path: Path) -> KeptJournal:
    """Read a game from a file, or raise `BadGame`; a log lacks the table's name."""
    try:
        if is_locked(path):
            raise BadGame(f"{path}: another host is running that game")
        with path.open("rb") as file:
            # An oversized file isn't read as a whole.
            data = file.read(journals.CAP + 1)
        if data.startswith(journals.MAGIC):
            return journals.read(data)
        return KeptJournal(JournalHead(""), log_file.read(data), (), "")
    except OSError as error:
        raise BadGame(f"can't read {path}: {error.strerror}") from None
    except RemoteProtocolError as error:
        raise BadGame(f"{path} isn't a log of a game: {error}") from None
