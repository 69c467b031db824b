"""
A table with everything a server keeps for it: subscriptions, auditor, journal, log.

The table itself (`table.py`) knows nothing of connections and files. This module writes
its entries, has them audited, and ends it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import standings
from sealed_wonders.core.remembered import forget
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.auditor import Auditor, ReadingQueue
from sealed_wonders.host.journal import Archive, Found, Journal, NotAJournal, Unread
from sealed_wonders.host.kepttime import NOTHING, KeptTimes
from sealed_wonders.host.news import (
    Bug,
    DiskTrouble,
    GameCompleted,
    News,
    Resumed,
    SetAside,
    Stopped,
    TableClosed,
    Trouble,
    TwoVersions,
)
from sealed_wonders.host.offer import wishes_of
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.recentchat import Talk
from sealed_wonders.host.runninggame import GameStage
from sealed_wonders.host.seatbackups import Backups
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.subscription import Subscription
from sealed_wonders.host.table import Table
from sealed_wonders.net import notices
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.log.envelopes import Wire, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import TableLine, Taker
from sealed_wonders.net.names import make_line
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.verification import Work
from sealed_wonders.net.wire import ToClient
from sealed_wonders.net.wishes import Wishes

NEWEST = 8
"""
Entries that always stay in memory: the open phase of seven seats, sent to everybody.
"""

RETRY_PATIENCE = 3.0
"""Seconds until a failed write is tried again."""


class Summoned(NamedTuple):
    """Why a bot was summoned."""

    by: Seat
    seat: Seat
    """The seat that the bot is to take."""

    @property
    def is_own(self) -> bool:
        """Whether the summoning player wants to hand over their own seat."""
        return self.by == self.seat


class Again(NamedTuple):
    """A player's request for a rematch."""

    commit: Wire
    wishes: Wishes


class Spoilt(NamedTuple):
    """A damaged journal, to be set aside before anything is appended to it."""

    found: Found
    good: int
    """How many of its entries are valid."""
    damage: str


class TableRecord:
    """
    A table, and what a server keeps for it.

    Attributes:
        summoned: the bots started to take a seat, by name, with the seat.
        called: the names of the host's bots that were called to the lobby, and are
            there or on their way.
        bots_lost: how often the process of each bot has ended before its game.
        permanent: whether the lobby stays open when it is empty.
        lock: the lock of the table's password; None without a password.
        is_private: whether no list shows it.
        is_off_page: whether the page for a room doesn't show it, even if a list does.
        wishes: what its opener wished for; None if an earlier host opened it.
        opened_from: where its opener came from; None for the host's own machine.
        subscriptions: the subscriptions to it, by connection.
        talk: its chat, which continues in a rematch.
        rematch: requests for a rematch until the current game has been checked and
            written.
        journal: the journal; open as long as the game is running.
        auditor: checks the proofs of the game, if it has any.
        halted: why the latest entries can't be written; until they are, nobody is sent
            them.
        retry_at: when writing is tried again.
        damage: a report on the journal from which the game was resumed; None if it is
            intact, or has been reported.
        bots_due: the names of bots to be restarted as soon as the journal can be
            written, because their memory files are on the same disk.
        ended_at: when it was over.
        informed: spectators who see everything at once, whatever the table has agreed,
            because somebody wants to hand a seat to them.
        empty_since: since when no person with a seat has been connected.
        is_checked: whether the game is over, and all of its proofs were found valid.
    """

    def __init__(
        self,
        table: Table,
        host: bytes,
        *,
        permanent: bool = False,
        journal: Journal | None = None,
    ) -> None:
        """
        Start a record for a table.

        Args:
            table: the table.
            host: the host's identity, which owns its bots.
            permanent: whether the lobby stays open when it is empty.
            journal: the journal of a game that is being resumed.
        """
        self.table = table
        self.summoned: dict[str, Summoned] = {}
        self.called: set[str] = set()
        self.bots_lost: dict[str, int] = {}
        self.permanent = permanent
        self.lock: PasswordLock | None = None
        self.is_private = False
        self.is_off_page = False
        self._wishes: Wishes | None = None
        self.opened_from: Origin | None = None
        self.subscriptions: dict[ToClient, Subscription] = {}
        self.talk = Talk()
        self.rematch: dict[bytes, Again] = {}
        self.informed: set[bytes] = set()
        self.journal = journal
        self._held = 0
        """Number of entries that were released from memory to the journal."""
        self.auditor: Auditor | None = None
        self.damage: Trouble | None = None
        self.bots_due: set[str] = set()
        self.ended_at: float | None = None
        self.empty_since: float | None = None
        self.is_checked = False
        self._host = host
        self._is_written = True
        """False once nothing more will be written."""
        self._spoilt: Spoilt | None = None
        self.halted = ""
        self.retry_at: float | None = None
        self._kept_time = NOTHING
        """The clock as it was last written."""
        self._is_time_kept = True
        """Whether the last attempt to write the clock succeeded."""
        self._has_complained = False
        """Whether the auditor's failure has been reported."""
        self._is_closed = False
        """Whether the server has removed this table."""
        self._result: PlayedGame | None = None
        self._has_ended_bots = False
        """Whether `take_ended` has returned the charter's hash."""
        self._heard: set[int] = set()
        """The frauds found by the auditor that the game knows of, by entry."""
        self._proven_seats: dict[int, None] = {}
        """The seats whose two versions have been proved and written."""
        self._logged = 0
        """Number of entries in the final log; 0 if it hasn't been written."""

    @classmethod
    def resumed(
        cls,
        found: Found | NotAJournal | Unread,
        archive: Archive,
        seconds: Callable[[], float],
        host: bytes,
        pause_time: int,
    ) -> Self | SetAside | Trouble:
        """
        Resume a game from its journal, as far as that is valid.

        Returning players have the rest. A damaged journal is set aside as soon as there
        is room on the disk; until then, the table is halted.

        Args:
            found: the journal.
            archive: the host's files.
            seconds: returns the time.
            host: the host's identity; its bots are to be restarted.
            pause_time: see `Table.resumed`.

        Returns:
            The record; or news of why the game can't be resumed.
        """
        if isinstance(found, NotAJournal):
            return SetAside(found.path, found.reason)
        if isinstance(found, Unread):
            return unread(found)
        try:
            kept = KeptTimes(archive.folder).find(found.path.stem)
            table = Table.resumed(found.table, found.wires, seconds, pause_time, kept)
        except ProtocolError as error:
            found.journal.close()
            unusable = archive.set_aside(found.path, str(error))
            return SetAside(unusable.path, unusable.reason)
        record = cls(table, host, journal=found.journal)
        record._kept_time = kept
        record.lock, record.is_private = found.lock, not found.listed
        record.is_off_page = not found.on_page
        damage = "" if table.game is None else str(table.game.damage) or found.damage
        if table.game is not None and damage:
            record._spoilt = Spoilt(found, table.game.fold.position, damage)
        return record

    def line(self) -> TableLine:
        """Describe the table for the list of tables."""
        salt = None if self.lock is None else self.lock.salt
        return msgspec.structs.replace(self.table.line(), salt=salt)

    @property
    def wishes(self) -> Wishes:
        """The options wished for here, as far as they are known."""
        game = self.table.game
        if self._wishes is None and game is not None:
            bots = sum(it.owner == self._host for it in game.fold.charter.people)
            return wishes_of(
                game.fold.charter.options,
                bots=bots,
                is_private=self.is_private,
                is_off_page=self.is_off_page,
            )
        return self._wishes or ()

    @wishes.setter
    def wishes(self, wishes: Wishes) -> None:
        self._wishes = wishes

    @property
    def own_bots(self) -> dict[str, bytes]:
        """The identities of the host's bots that have a seat now, by name."""
        game = self.table.game
        people = () if game is None else game.fold.people
        return {it.name: it.identity for it in people if it.owner == self._host}

    def is_bot(self, peer: Peer) -> bool:
        """Return whether a client is a bot of this host that is here for this table."""
        if not peer.origin.is_near or peer.connection not in self.subscriptions:
            return False
        waiting = peer.name in self.called or peer.name in self.summoned
        return waiting or peer.identity in self.own_bots.values()

    @property
    def holders(self) -> tuple[bytes, ...]:
        """The identities of the current holders, by seat."""
        game = self.table.game
        return () if game is None else tuple(it.identity for it in game.fold.people)

    @property
    def former_bots(self) -> tuple[bytes, ...]:
        """The identities of the host's bots that handed their seats over."""
        game = self.table.game
        handovers = () if game is None else game.fold.handovers
        before = (handover.before for handover in handovers)
        return tuple(it.identity for it in before if it.owner == self._host)

    def take_ended(self) -> bytes | None:
        """
        Return the charter's hash of a finished game the first time; None otherwise.
        """
        game = self.table.game
        if game is None or self._has_ended_bots:
            return None
        self._has_ended_bots = True
        return game.fold.charter.table

    def take_result(self) -> PlayedGame | None:
        """Return the result of a game once, if it counts."""
        result, self._result = self._result, None
        return result

    @property
    def waiting_bots(self) -> dict[str, Summoned]:
        """Summoned bots that have no seat yet, by name."""
        game = self.table.game
        if game is None or not self.table.is_live:
            return {}
        return {
            name: wish for name, wish in self.summoned.items() if name not in game.names
        }

    @property
    def known_names(self) -> tuple[str, ...]:
        """The names of all who play or have played here, or would take a seat."""
        game = self.table.game
        before = () if game is None else (name for some in game.handed for name in some)
        now = () if game is None else game.names
        return (*now, *before, *(taker.name for taker in self.takers))

    @property
    def takers(self) -> tuple[Taker, ...]:
        """Spectators who would take a seat in the running game."""
        if self.table.game is None or not self.table.is_live:
            return ()
        takers = (subscription.taker for subscription in self.subscriptions.values())
        # Nobody can have two seats at one table.
        return tuple(
            taker
            for taker in takers
            if taker is not None and not self.table.has_sat(taker.identity)
        )

    def takers_for(self, identity: bytes) -> tuple[Taker, ...]:
        """
        Return the volunteers to show to a player.

        A summoned bot can take only the seat it was summoned for, so only the player
        who summoned it sees it, together with that seat.
        """
        game = self.table.game
        seat = None if game is None else game.seat_of(identity)
        told = []
        for taker in self.takers:
            wish = self.summoned.get(taker.name) if taker.owner == self._host else None
            if wish is None:
                told.append(taker)
            elif wish.by == seat:
                told.append(msgspec.structs.replace(taker, seat=wish.seat))
        return tuple(told)

    def may_whisper(self, identity: bytes) -> bool:
        """Return whether somebody has a seat in the running game, or would take one."""
        plays = self.table.game is not None and self.table.is_live
        is_taker = any(taker.identity == identity for taker in self.takers)
        return is_taker or (plays and self.table.seats(identity))

    def shown_to(self, identity: bytes | None) -> int | None:
        """Return how many entries somebody may see by now; None for all."""
        game = self.table.game
        if game is None or not game.is_late:
            return None
        is_told_all = identity is not None and (
            game.has_sat(identity) or identity in self.informed
        )
        return None if is_told_all else game.shown

    def is_playing(self, name: str) -> bool:
        """Return whether one of the host's bots has an active seat in the game."""
        game = self.table.game
        identity = self.own_bots.get(name)
        if game is None or identity is None:
            return False
        return game.seat_of(identity) in game.fold.active

    def resumed_news(self) -> Resumed:
        """Return the news that the game has been resumed."""
        game = self.table.game
        gid = "" if game is None else game.gid.hex()
        return Resumed(self.table.name, gid, () if game is None else game.names)

    @property
    def written(self) -> int:
        """Number of entries that may be sent to anybody: those in the journal."""
        game = self.table.game
        if self.journal is not None:
            return self.journal.position
        return game.fold.position if game is not None and not self._is_written else 0

    @property
    def journal_path(self) -> Path | None:
        """Path of the journal, while there is one."""
        return None if self.journal is None else self.journal.path

    @property
    def is_ending(self) -> bool:
        """Whether the game is over, but its end hasn't been written yet."""
        return not self.table.is_live and self.ended_at is None

    def reserves(self, identity: bytes) -> bool:
        """
        Return whether the lobby reserves a seat for somebody who played here before.
        """
        lobby = self.table.lobby
        return lobby is not None and lobby.reserves(identity)

    def holds(self, commit: Wire) -> bool:
        """Return whether the game that was played here began with this commitment."""
        game = self.table.game
        return game is not None and commit in game.fold.charter.wires

    @property
    def _human_seats(self) -> tuple[int, ...]:
        """The seats of people; the host's bots are always there."""
        game = self.table.game
        people = () if game is None else game.fold.people
        return tuple(
            seat for seat, person in enumerate(people) if person.owner != self._host
        )

    @property
    def idle(self) -> tuple[bytes, ...] | None:
        """Those who have a seat before or after a game; None during one."""
        if self.table.lobby is not None:
            return self.table.lobby.members
        return self.holders if self.table.state is TableState.OVER else None

    @property
    def people(self) -> tuple[bytes, ...]:
        """The identities of the players, without the host's bots."""
        game = self.table.game
        people = () if game is None else game.fold.people
        return tuple(people[seat].identity for seat in self._human_seats)

    @property
    def finishers(self) -> tuple[bytes, ...]:
        """Those of `people` who have signed the end of a whole game here."""
        game = self.table.game
        if game is None or game.fold.halted or self.table.state is not TableState.OVER:
            return ()
        people, active = game.fold.people, game.fold.active
        seats = (seat for seat in self._human_seats if seat in active)
        return tuple(people[seat].identity for seat in seats)

    # Checking.

    def start_audit(
        self, work: Work, turns: ReadingQueue, changed: Callable[[], None]
    ) -> None:
        """
        Start checking the proofs of the game, if it has any.

        Args:
            work: checks proofs.
            turns: shares the work fairly among all tables.
            changed: called when the table has to be settled because of a result.
        """
        game = self.table.game
        if game is None or game.suite == OPEN or self.table.is_done or self._is_closed:
            return
        if self.auditor is not None:
            return

        def checked() -> None:
            # Without a fraud, a result changes nothing while the game is running.
            waits = self.table.state is TableState.FULL or game.is_stuck
            if waits or auditor.failure is not None or self._unheard(auditor):
                changed()

        fold = game.fold
        auditor = Auditor(fold.charter, fold.ruleset, work, checked, turns=turns)
        self.auditor = auditor

    def _judge(self, game: GameStage) -> tuple[Trouble, ...]:
        """
        End the game if its log is complete and checked; stop it if nobody can go on.

        If the host's own fold is stuck, that may be due to a proof that it believed.
        The auditor shows whether it is; then the fold goes back to that proof.
        """
        table, auditor, news = self.table, self.auditor, list[Trouble]()
        if auditor is not None:
            auditor.read(game.fold.entries(auditor.position))
            news += self._complaint(auditor)
            for fraud in self._unheard(auditor):
                self._heard.add(fraud.entry)
                if not game.accuse(fraud):
                    table.convict(fraud)
                    return tuple(news)
            if not auditor.is_done:
                return tuple(news)
        if game.failure is not None:
            table.break_off(sentence_of(game.failure))
            news.append(Bug.at(f"table {table.name!r}", game.failure))
        elif game.fold.over:
            table.approve()
        elif game.fold.stopped and game.fold.fraud is not None:
            fraud = game.fold.fraud
            found = {} if auditor is None else auditor.frauds
            table.convict(found.get(fraud.entry, fraud))
        return tuple(news)

    def _complaint(self, auditor: Auditor) -> tuple[Trouble, ...]:
        """Report once that the proofs can't be checked, if that is so."""
        if auditor.failure is None or self._has_complained:
            return ()
        self._has_complained = True
        where = f"the proofs at {self.table.name!r} can't be checked"
        return (Bug.at(where, auditor.failure),)

    def _unheard(self, auditor: Auditor) -> list[Fraud]:
        """Return the frauds that the auditor has found since the last call."""
        found = auditor.frauds
        return [found[entry] for entry in sorted(found.keys() - self._heard)]

    # Writing.

    def settle(self, archive: Archive, now: float) -> tuple[News, ...]:
        """Write and audit what is new, and return the news."""
        if self._is_closed:
            return ()
        table, game = self.table, self.table.game
        self._close_if_deserted()
        news: list[News] = [*table.take_news()]
        if game is not None:
            news += self._write_journal(archive, game, now)
            if self.damage is not None:
                news.append(self.damage)
                self.damage = None
            if self.halted:
                return tuple(news)
            game.note()
            if table.is_live:
                news += self._keep_time(archive, game)
            if not table.is_done:
                news += self._judge(game)
                news += table.take_news()
            self._hold(game)
            self._note_presence(game, now)
        if table.is_done and self.ended_at is None:
            self.ended_at = now
            news += self._write_log(archive, game)
            self._stop_audit()
            forget()  # caches of one game are of little use to the next
        elif table.is_done and game is not None:
            news += self._add_disclosures(archive, game)
        return tuple(news)

    def _close_if_deserted(self) -> None:
        """Close an empty lobby, unless it is permanent."""
        table, lobby = self.table, self.table.lobby
        if lobby is None or not table.is_live:
            return
        if lobby.deserted and not (lobby.drawing or self.permanent):
            table.close(notices.DESERTED())

    def _note_presence(self, game: GameStage, now: float) -> None:
        """Keep `empty_since` up to date."""
        if any(game.here[seat] for seat in self._human_seats if seat not in game.left):
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = now

    def keep_proof(
        self, proof: Equivocation, archive: Archive
    ) -> tuple[TwoVersions, ...]:
        """Write the proof that somebody signed two versions, once per seat."""
        game = self.table.game
        found = None if game is None else game.person_of(proof.identity)
        if game is None or found is None or found[0] in self._proven_seats:
            return ()
        seat, person = found
        self._proven_seats[seat] = None
        try:
            path = archive.write_proof(game.gid, seat, proof.to_bytes())
        except OSError:
            path = None
        return (TwoVersions(self.table.name, person.name, seat, path),)

    def close(self) -> None:
        """Release all resources; the journal stays in its place."""
        self._is_closed = True
        self._stop_audit()
        self._close_journal()

    def _stop_audit(self) -> None:
        if self.auditor is not None:
            self.auditor.stop()
            self.auditor = None

    def _remove_journal(self, archive: Archive, gid: bytes) -> None:
        """Remove the journal, and the backups and clock of the game."""
        if self.journal is None:
            return
        self.journal.remove()
        self.journal = None
        with contextlib.suppress(OSError):
            Backups(archive.folder).forget(gid.hex())
            KeptTimes(archive.folder).forget(gid.hex())

    def _close_journal(self) -> None:
        self._is_written = False
        self.halted, self.retry_at = "", None
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def _write_journal(
        self, archive: Archive, game: GameStage, now: float
    ) -> tuple[Trouble, ...]:
        """
        Write new entries to the journal.

        If that fails, the table is halted: nobody is sent the entries, so nobody
        continues from them, and their senders still have them. Writing is tried again
        later. The same happens if entries were written but couldn't be synced, although
        they have been sent.
        """
        if not self._is_written:
            return ()
        before = self.halted
        error = self._append_when_due(archive, game, now)
        self.halted = "" if error is None else make_line(error.strerror or str(error))
        if self.halted == before:
            return ()
        where = f"the journal of {self.table.name!r}"
        if not self.halted:
            return (DiskTrouble(f"{where} can be written again; the game continues"),)
        what = f"{where} can't be written, and the game waits: {self.halted}"
        return (DiskTrouble(what),)

    def _append_when_due(
        self, archive: Archive, game: GameStage, now: float
    ) -> OSError | None:
        """Append to the journal if a retry is due; return the error."""
        journal, error = self.journal, None
        if journal is not None and journal.is_cut_back and not self._is_time(now):
            self.retry_at = self.retry_at or now + RETRY_PATIENCE
        else:
            error = self._append(archive, game)
            self.retry_at = None if error is None else now + RETRY_PATIENCE
        if error is None and self.journal is not None:
            # Entries that are written again may be lost again.
            error = self.journal.failure
        return error

    def _hold(self, game: GameStage) -> None:
        """Release old entries from memory once they are synced in the journal."""
        journal = self.journal
        if journal is None:
            return
        end = min(journal.synced_position, game.fold.position - NEWEST)
        if end > self._held:
            entries = game.fold.entries(self._held)[: end - self._held]
            journal.hold(entries, self._held)
            self._held = end

    def _keep_time(self, archive: Archive, game: GameStage) -> tuple[DiskTrouble, ...]:
        """Write the clock if it has changed; a failure doesn't halt the game."""
        kept = game.time.kept
        if kept == self._kept_time:
            return ()
        try:
            KeptTimes(archive.folder).keep(game.gid, kept)
        except OSError as error:
            before, self._is_time_kept = self._is_time_kept, False
            what = (
                f"can't write down the clock of {self.table.name!r}: {error.strerror}"
            )
            return (DiskTrouble(what),) if before else ()
        self._kept_time, self._is_time_kept = kept, True
        return ()

    def keep_what_is_left(self, archive: Archive) -> None:
        """Write each seat's remaining time when the host ends, ignoring failures."""
        game = self.table.game
        if game is not None and self.table.is_live and self.journal is not None:
            kept = game.time.kept_at_the_end
            with contextlib.suppress(OSError):
                if kept.left:
                    KeptTimes(archive.folder).keep(game.gid, kept)

    def _is_time(self, now: float) -> bool:
        """Return whether a retry is due."""
        return self.retry_at is not None and self.retry_at <= now

    def _append(self, archive: Archive, game: GameStage) -> OSError | None:
        """
        Append new entries to the journal, or begin it with them; return the error.
        """
        try:
            if self._spoilt is not None:
                self._keep_aside(archive, self._spoilt)
            if self.journal is None:
                begun = wires_of(game.fold.entries())
                name, lock = self.table.name, self.lock
                self.journal = archive.begin(
                    game.gid,
                    name,
                    lock,
                    begun,
                    listed=not self.is_private,
                    on_page=not self.is_off_page,
                )
            new = wires_of(game.fold.entries(self.journal.position))
            self.journal.append(new)
            archive.entries += len(new)
        except OSError as error:
            return error
        return None

    def _keep_aside(self, archive: Archive, spoilt: Spoilt) -> None:
        """
        Set a damaged journal aside, and continue with its valid part.

        Raises:
            OSError: the journal can't be kept.
        """
        aside = archive.cut_back(spoilt.found, spoilt.good)
        self._spoilt = None
        name, good = self.table.name, spoilt.good
        what = f"the journal of {name!r} is damaged after entry {good}"
        said = f"{what}, and is continued from there; the old one is kept as {aside}: {spoilt.damage}"
        self.damage = DiskTrouble(make_line(said))

    def _add_disclosures(
        self, archive: Archive, game: GameStage
    ) -> tuple[DiskTrouble, ...]:
        """Write the log again with cards disclosed after the end of the game."""
        before, self._logged = self._logged, game.fold.position
        if not before or before == self._logged:
            return ()
        try:
            archive.add_to_log(game.gid, game.fold.log_in_parts())
        except OSError as error:
            what = f"can't write the cards disclosed at {self.table.name!r}"
            return (DiskTrouble(f"{what} to its log: {error.strerror}"),)
        return ()

    def _write_log(self, archive: Archive, game: GameStage | None) -> tuple[News, ...]:
        """Write the final log, and remove the journal."""
        table, news = self.table, list[News]()
        if game is None:
            return (TableClosed(table.name, table.reason),)
        whole = table.state is TableState.OVER
        path = None
        try:
            log = game.fold.log_in_parts()
            path = archive.write_log(game.gid, log, whole=whole)
        except OSError as error:
            what = f"can't write the log of {table.name!r}: {error.strerror}"
            news.append(DiskTrouble(what))
        if path is not None:
            self._remove_journal(archive, game.gid)
        self._close_journal()
        if not whole:
            return (*news, Stopped(table.name, table.reason, path))
        self._logged = 0 if path is None else game.fold.position
        auditor = self.auditor
        is_checked = game.suite == OPEN or (
            auditor is not None and auditor.failure is None
        )
        self.is_checked = is_checked
        if is_checked and path is not None:
            # Imported here because a relay never needs it.
            from sealed_wonders.host.history import result_of

            self._result = result_of(game, path)
        ended = GameCompleted(
            table.name,
            game.fold.ruleset.name,
            game.gid.hex(),
            game.suite,
            is_checked,
            game.names,
            game.left,
            game.handed,
            tuple(standings(game.fold.state)),
            game.fold.state.score(),
            game.fold.digest.hex(),
            path,
            game.fold.halted,
        )
        return (*news, ended)


def unread(found: Unread) -> Trouble:
    """Return the news that a journal can't be read, and stays."""
    what = f"can't read {found.path}, which is left for the next start"
    return DiskTrouble(make_line(f"{what}: {found.reason}"))
