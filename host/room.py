"""A table and what is kept of it: its readers, its journal, and at the end its log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from sealed_wonders.core.game import Ruleset
from sealed_wonders.core.games import standings
from sealed_wonders.host.game import Game
from sealed_wonders.host.journal import Archive, Found, Journal, Unusable
from sealed_wonders.host.news import (
    Ended,
    News,
    SetAside,
    Stopped,
    TableClosed,
    TakenUp,
    Trouble,
    TwoVersions,
)
from sealed_wonders.host.reader import Reader
from sealed_wonders.host.table import Stage, Table
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.errors import ProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.replay import replay
from sealed_wonders.net.wire import ToClient


class Room:
    """
    A table, and what a house keeps for it.

    Attributes:
        bots: the names of the host's bots that play here.
        called: they have been told to come.
        permanent: it stays open when nobody sits there.
        readers: who is told of it, and what they have been told.
        journal: open as long as the game goes on.
        ended_at: when it was over.
        empty_since: since when nobody who plays here has been connected.
    """

    def __init__(
        self,
        table: Table,
        *,
        bots: Sequence[str] = (),
        permanent: bool = False,
        journal: Journal | None = None,
    ) -> None:
        self.table = table
        self.bots = tuple(bots)
        self.called = False
        self.permanent = permanent
        self.readers: dict[ToClient, Reader] = {}
        self.journal = journal
        self.ended_at: float | None = None
        self.empty_since: float | None = None
        self._is_kept = True
        """False once something could not be written."""
        self._proven: dict[int, None] = {}
        """The seats of which there is a proof."""

    @classmethod
    def found(
        cls, found: Found | Unusable, archive: Archive, seconds: Callable[[], float]
    ) -> Self | SetAside:
        """Take a game up from its journal."""
        if isinstance(found, Unusable):
            return SetAside(found.path, found.reason)
        try:
            fold = replay(found.wires, _rules_of)
        except ProtocolError as error:
            found.journal.close()
            unusable = archive.set_aside(found.path, str(error))
            return SetAside(unusable.path, unusable.reason)
        table = Table.resumed(found.table, fold, seconds)
        return cls(table, journal=found.journal)

    def taken_up(self) -> TakenUp:
        """Say that the game goes on."""
        game = self.table.game
        gid = "" if game is None else game.gid.hex()
        return TakenUp(self.table.name, gid, () if game is None else game.names)

    @property
    def journal_path(self) -> Path | None:
        """Where the game is written down as it goes on."""
        return None if self.journal is None else self.journal.path

    def holds(self, commit: Wire) -> bool:
        """Tell whether the game that was played here began with a commitment."""
        game = self.table.game
        return game is not None and commit in game.fold.charter.wires

    # What is written down.

    def settle(self, archive: Archive, now: float) -> tuple[News, ...]:
        """Write down what is new, and give the news."""
        table = self.table
        lobby, game = table.lobby, table.game
        if (
            lobby is not None
            and table.is_live
            and lobby.deserted
            and not (lobby.drawing or self.permanent)
        ):
            table.close("nobody sits here any more")
        news: list[News] = [*table.news()]
        if game is not None:
            news += self._append(archive, game)
            if any(game.here):
                self.empty_since = None
            elif self.empty_since is None:
                self.empty_since = now
        if not table.is_live and self.ended_at is None:
            self.ended_at = now
            news += self._file(archive, game)
        return tuple(news)

    def keep_proof(
        self, proof: Equivocation, archive: Archive
    ) -> tuple[TwoVersions, ...]:
        """Write down that somebody signed two versions, once for each seat."""
        game = self.table.game
        seat = None if game is None else game.seat_of(proof.identity)
        if game is None or seat is None or seat in self._proven:
            return ()
        self._proven[seat] = None
        try:
            path = archive.write_proof(game.gid, seat, proof.to_bytes())
        except OSError:
            path = None
        return (TwoVersions(self.table.name, game.names[seat], seat, path),)

    def put_away(self) -> None:
        """Let go of the journal; it stays where it is."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None
            self._is_kept = False

    def _append(self, archive: Archive, game: Game) -> tuple[Trouble, ...]:
        """Write the entries that are new into the journal."""
        if not self._is_kept:
            return ()
        try:
            if self.journal is None:
                self.journal = archive.begin(game.gid, self.table.name)
            self.journal.append(game.fold.entries(self.journal.position))
        except OSError as error:
            self.put_away()
            self._is_kept = False
            return (
                Trouble(
                    f"can't write the journal of {self.table.name!r}, which goes on "
                    f"without: {error.strerror}"
                ),
            )
        return ()

    def _file(self, archive: Archive, game: Game | None) -> tuple[News, ...]:
        """Write the log, which ends the journal."""
        table, news = self.table, list[News]()
        if game is None:
            return (TableClosed(table.name, table.reason),)
        whole = table.stage is Stage.OVER
        path = None
        try:
            path = archive.write_log(game.gid, game.fold.log(), whole=whole)
        except OSError as error:
            what = f"can't write the log of {table.name!r}: {error.strerror}"
            news.append(Trouble(what))
        if self.journal is not None and path is not None:
            self.journal.remove()
            self.journal = None
        self.put_away()
        self._is_kept = False
        if not whole:
            return (*news, Stopped(table.name, table.reason, path))
        ended = Ended(
            table.name,
            game.fold.ruleset.name,
            game.gid.hex(),
            game.names,
            tuple(standings(game.fold.state)),
            game.fold.state.score(),
            game.fold.digest.hex(),
            path,
        )
        return (*news, ended)


def _rules_of(charter: Charter) -> Ruleset:
    try:
        return rules_of(charter.options)
    except ValueError as error:
        raise RemoteProtocolError(str(error)) from None
