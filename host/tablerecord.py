"""
A table and what a server keeps with it: subscriptions, auditor, journal, at last the log.
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
from sealed_wonders.host.auditor import Auditor, Turns
from sealed_wonders.host.backups import Backups
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.journal import Archive, Found, Journal, Unread, Unusable
from sealed_wonders.host.kepttime import NOTHING, KeptTimes
from sealed_wonders.host.news import (
    DiskTrouble,
    Ended,
    News,
    Resumed,
    SetAside,
    Stopped,
    TableClosed,
    Trouble,
    TwoVersions,
    trouble,
)
from sealed_wonders.host.offer import wishes_of
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.subscription import Subscription
from sealed_wonders.host.table import Table
from sealed_wonders.host.talk import Talk
from sealed_wonders.net import notices
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.history.played import Played
from sealed_wonders.net.log.envelopes import Wire, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import TableLine, Taker
from sealed_wonders.net.names import make_line
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.passwords import Lock
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.verification import Work
from sealed_wonders.net.wire import ToClient
from sealed_wonders.net.wishes import Wishes

NEWEST = 8
"""Entries that stay in memory in any case: the open phase of seven seats, which all are told of."""

RETRY_PATIENCE = 3.0
"""Seconds until what couldn't be written down is tried again."""


class Summoned(NamedTuple):
    """What a bot was summoned for."""

    by: Seat
    seat: Seat
    """Which is to go to it."""

    @property
    def is_own(self) -> bool:
        """Whoever has summoned it wants to give their own seat away."""
        return self.by == self.seat


class Again(NamedTuple):
    """What somebody says who wants another game."""

    commit: Wire
    wishes: Wishes


class Spoilt(NamedTuple):
    """A journal that is damaged, and is to be kept aside before anything is added to it."""

    found: Found
    good: int
    """How many of its entries are."""
    damage: str


class TableRecord:
    """
    A table, and what a server keeps for it.

    Attributes:
        summoned: the names of those that were started to take a seat, and for which.
        called: the names of the host's bots that were called to its lobby, and are there
            or on their way.
        bots_lost: how often the process of each has ended before the game did.
        permanent: it stays open when nobody sits there.
        lock: that of its password; None: it has none.
        is_private: no list shows it.
        is_off_page: the page for a room doesn't, either, though a list may.
        wishes: what whoever opened it wished for; None: a host before this one opened it.
        opened_from: where whoever opened it came from; None: the host's own machine.
        subscriptions: who is told of it, and what they have been told.
        talk: what is said there; that of the same people's game before goes on.
        rematch: those who want another game here, until this one is checked and written
            down.
        journal: open as long as the game goes on.
        auditor: checks the proofs of the game, if it has any.
        halted: why what was said last isn't written down; nobody is told of it before that.
        retry_at: when that is tried again.
        damage: what is to be told of the journal it was taken up from; None if that is good,
            or was told.
        bots_due: the names of the host's bots that are to be started again as soon as
            the journal can be written: what they keep lies on the same disk.
        ended_at: when it was over.
        informed: the identities of those who look on and are told all at once, whatever
            the table has agreed: somebody would have them play on.
        empty_since: since when none of the people who play here has been connected.
        is_checked: the game is over, and all of its proofs were found good.
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
        Keep a table.

        Args:
            host: the identity whose bots are the host's.
        """
        self.table = table
        self.summoned: dict[str, Summoned] = {}
        self.called: set[str] = set()
        self.bots_lost: dict[str, int] = {}
        self.permanent = permanent
        self.lock: Lock | None = None
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
        """How many entries are held by the journal alone, as far as they are large."""
        self.auditor: Auditor | None = None
        self.damage: Trouble | None = None
        self.bots_due: set[str] = set()
        self.ended_at: float | None = None
        self.empty_since: float | None = None
        self.is_checked = False
        self._host = host
        self._is_written = True
        """False once there is nothing more to be written."""
        self._spoilt: Spoilt | None = None
        self.halted = ""
        self.retry_at: float | None = None
        self._kept_time = NOTHING
        """What is written down of the game's time."""
        self._is_time_kept = True
        """It could be, the last time that it was tried."""
        self._has_complained = False
        """Whoever runs the host knows that the auditor failed."""
        self._is_closed = False
        """It is no table of the server's any more."""
        self._result: Played | None = None
        self._has_ended_bots = False
        """What is kept of the bots was given up."""
        self._heard: set[int] = set()
        """The frauds that the auditor has found, by entry, of which the game knows."""
        self._proven_seats: dict[int, None] = {}
        """The seats of which there is a proof."""
        self._logged = 0
        """How many entries the log has that was written when the game was over."""

    @classmethod
    def resumed(
        cls,
        found: Found | Unusable | Unread,
        archive: Archive,
        seconds: Callable[[], float],
        host: bytes,
        pause_time: int,
    ) -> Self | SetAside | Trouble:
        """
        Go on with a game from its journal, as far as that is good.

        Whoever comes back has the rest. What is damaged is kept aside, as soon as there is
        room for it; the table stands still until then.

        Args:
            host: the identity whose bots are the host's, to be started again.
            pause_time: see `Table.resumed`.
        """
        if isinstance(found, Unusable):
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
        """Describe the table to those who come in."""
        salt = None if self.lock is None else self.lock.salt
        return msgspec.structs.replace(self.table.line(), salt=salt)

    @property
    def wishes(self) -> Wishes:
        """Return what was wished for here, as far as that is known."""
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
        """Return the identities of the host's bots that have a seat now, by their names."""
        game = self.table.game
        people = () if game is None else game.fold.people
        return {it.name: it.identity for it in people if it.owner == self._host}

    def is_bot(self, peer: Peer) -> bool:
        """Tell whether somebody is a bot of the host's that is here for this table."""
        if not peer.origin.is_near or peer.connection not in self.subscriptions:
            return False
        waiting = peer.name in self.called or peer.name in self.summoned
        return waiting or peer.identity in self.own_bots.values()

    @property
    def holders(self) -> tuple[bytes, ...]:
        """Return the identities of those who have the seats now, by seat."""
        game = self.table.game
        return () if game is None else tuple(it.identity for it in game.fold.people)

    @property
    def former_bots(self) -> tuple[bytes, ...]:
        """Return the identities of the host's bots whose seats are for good another's."""
        game = self.table.game
        handovers = () if game is None else game.fold.handovers
        before = (handover.before for handover in handovers)
        return tuple(it.identity for it in before if it.owner == self._host)

    def take_ended(self) -> bytes | None:
        """Return, once, what was agreed on, by its hash, where a game was played that is over."""
        game = self.table.game
        if game is None or self._has_ended_bots:
            return None
        self._has_ended_bots = True
        return game.fold.charter.table

    def take_result(self) -> Played | None:
        """Return, once, what the game came to, where it counts."""
        result, self._result = self._result, None
        return result

    @property
    def waiting_bots(self) -> dict[str, Summoned]:
        """Return which of those that were summoned have no seat yet, and for which they are."""
        game = self.table.game
        if game is None or not self.table.is_live:
            return {}
        return {
            name: wish for name, wish in self.summoned.items() if name not in game.names
        }

    @property
    def known_names(self) -> tuple[str, ...]:
        """Return the names of all who play or have played here, or would take a seat."""
        game = self.table.game
        before = () if game is None else (name for some in game.handed for name in some)
        now = () if game is None else game.names
        return (*now, *before, *(taker.name for taker in self.takers))

    @property
    def takers(self) -> tuple[Taker, ...]:
        """Return who looks on and would take a seat in the game that goes on."""
        if self.table.game is None or not self.table.is_live:
            return ()
        takers = (subscription.taker for subscription in self.subscriptions.values())
        # Nobody has a seat at one table twice.
        return tuple(
            taker
            for taker in takers
            if taker is not None and not self.table.has_sat(taker.identity)
        )

    def takers_for(self, identity: bytes) -> tuple[Taker, ...]:
        """
        Return those of whom somebody who plays is told.

        A bot that was summoned is for the seat it was summoned for: it takes one only. Only
        who has summoned it is told, and which seat that is.
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
        """Tell whether somebody has a seat in the game that goes on, or would take one."""
        plays = self.table.game is not None and self.table.is_live
        is_taker = any(taker.identity == identity for taker in self.takers)
        return is_taker or (plays and self.table.seats(identity))

    def shown_to(self, identity: bytes | None) -> int | None:
        """Return how many entries of the log somebody may see by now; None: all there are."""
        game = self.table.game
        if game is None or not game.is_late:
            return None
        is_told_all = identity is not None and (
            game.has_sat(identity) or identity in self.informed
        )
        return None if is_told_all else game.shown

    def is_playing(self, name: str) -> bool:
        """Tell whether one of the host's bots plays in a game, and wasn't put out of it."""
        game = self.table.game
        identity = self.own_bots.get(name)
        if game is None or identity is None:
            return False
        return game.seat_of(identity) in game.fold.active

    def resumed_news(self) -> Resumed:
        """Say that the game goes on."""
        game = self.table.game
        gid = "" if game is None else game.gid.hex()
        return Resumed(self.table.name, gid, () if game is None else game.names)

    @property
    def written(self) -> int:
        """How many entries of the game's log anybody may be told of: those written down."""
        game = self.table.game
        if self.journal is not None:
            return self.journal.position
        return game.fold.position if game is not None and not self._is_written else 0

    @property
    def journal_path(self) -> Path | None:
        """Where the game is written down as it goes on."""
        return None if self.journal is None else self.journal.path

    @property
    def is_ending(self) -> bool:
        """Nobody can do anything here, and it isn't written down yet how it ended."""
        return not self.table.is_live and self.ended_at is None

    def reserves(self, identity: bytes) -> bool:
        """Tell whether a seat is reserved here for somebody who played here before."""
        lobby = self.table.lobby
        return lobby is not None and lobby.reserves(identity)

    def holds(self, commit: Wire) -> bool:
        """Tell whether the game that was played here began with a commitment."""
        game = self.table.game
        return game is not None and commit in game.fold.charter.wires

    @property
    def _human_seats(self) -> tuple[int, ...]:
        """Return the seats of people: others than the host's bots, which are always there."""
        game = self.table.game
        people = () if game is None else game.fold.people
        return tuple(
            seat for seat, person in enumerate(people) if person.owner != self._host
        )

    @property
    def idle(self) -> tuple[bytes, ...] | None:
        """Return who sits here while nothing is played, before a game or after it."""
        if self.table.lobby is not None:
            return self.table.lobby.members
        return self.holders if self.table.state is TableState.OVER else None

    @property
    def people(self) -> tuple[bytes, ...]:
        """Return the identities of those who play here, without the host's bots."""
        game = self.table.game
        people = () if game is None else game.fold.people
        return tuple(people[seat].identity for seat in self._human_seats)

    @property
    def finishers(self) -> tuple[bytes, ...]:
        """Return those of them who have signed the end of a whole game here."""
        game = self.table.game
        if game is None or game.fold.halted or self.table.state is not TableState.OVER:
            return ()
        people, active = game.fold.people, game.fold.active
        seats = (seat for seat in self._human_seats if seat in active)
        return tuple(people[seat].identity for seat in seats)

    # What is checked.

    def start_audit(
        self, work: Work, turns: Turns, changed: Callable[[], None]
    ) -> None:
        """
        Have the proofs of the game checked, once there is one and it has any.

        Args:
            work: does the checking.
            turns: those of all tables.
            changed: called when the table is to be settled because of what was found.
        """
        game = self.table.game
        if game is None or game.suite == OPEN or self.table.is_done or self._is_closed:
            return
        if self.auditor is not None:
            return

        def checked() -> None:
            # That all is well so far is no news.
            waits = self.table.state is TableState.FULL or game.is_stuck
            if waits or auditor.failure is not None or self._unheard(auditor):
                changed()

        fold = game.fold
        auditor = Auditor(fold.charter, fold.ruleset, work, checked, turns=turns)
        self.auditor = auditor

    def _judge(self, game: GameStage) -> tuple[Trouble, ...]:
        """
        End the game if its log is full and checked, or stop it where nobody can go on.

        If the host's own fold is stuck, there is still to be seen whether that comes of
        a proof that it believed; then it goes back to that one.
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
            news.append(trouble(f"table {table.name!r}", game.failure))
        elif game.fold.over:
            table.approve()
        elif game.fold.stopped and game.fold.fraud is not None:
            fraud = game.fold.fraud
            found = {} if auditor is None else auditor.frauds
            table.convict(found.get(fraud.entry, fraud))
        return tuple(news)

    def _complaint(self, auditor: Auditor) -> tuple[Trouble, ...]:
        """Tell once that the proofs can't be checked, if that is so."""
        if auditor.failure is None or self._has_complained:
            return ()
        self._has_complained = True
        where = f"the proofs at {self.table.name!r} can't be checked"
        return (trouble(where, auditor.failure),)

    def _unheard(self, auditor: Auditor) -> list[Fraud]:
        """Return the frauds that the auditor has found since the last time."""
        found = auditor.frauds
        return [found[entry] for entry in sorted(found.keys() - self._heard)]

    # What is written down.

    def settle(self, archive: Archive, now: float) -> tuple[News, ...]:
        """Write down what is new, have it checked, and give the news."""
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
            forget()  # other games ask other things
        elif table.is_done and game is not None:
            news += self._add_disclosures(archive, game)
        return tuple(news)

    def _close_if_deserted(self) -> None:
        """Close a lobby in which nobody sits, unless it is to stay open."""
        table, lobby = self.table, self.table.lobby
        if lobby is None or not table.is_live:
            return
        if lobby.deserted and not (lobby.drawing or self.permanent):
            table.close(notices.DESERTED())

    def _note_presence(self, game: GameStage, now: float) -> None:
        """Note since when nobody who plays here is connected."""
        if any(game.here[seat] for seat in self._human_seats if seat not in game.left):
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = now

    def keep_proof(
        self, proof: Equivocation, archive: Archive
    ) -> tuple[TwoVersions, ...]:
        """Write down that somebody signed two versions, once for each seat."""
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
        """Release all resources; the journal stays where it is."""
        self._is_closed = True
        self._stop_audit()
        self._close_journal()

    def _stop_audit(self) -> None:
        if self.auditor is not None:
            self.auditor.stop()
            self.auditor = None

    def _remove_journal(self, archive: Archive, gid: bytes) -> None:
        """Remove the journal, and what is kept beside it for a game that goes on."""
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
        Write the entries that are new into the journal.

        Where that can't be the table stands still: nobody hears of them, so nobody goes on
        from there, and those who have said them still have them. It is tried again. So it
        is where they were written and couldn't be synced, though all have heard of them.
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
            return (DiskTrouble(f"{where} is written again; the game goes on"),)
        what = f"{where} can't be written, and the game waits: {self.halted}"
        return (DiskTrouble(what),)

    def _append_when_due(
        self, archive: Archive, game: GameStage, now: float
    ) -> OSError | None:
        """Append to the journal, unless its next try is later; return what went wrong."""
        journal, error = self.journal, None
        if journal is not None and journal.is_cut_back and not self._is_time(now):
            self.retry_at = self.retry_at or now + RETRY_PATIENCE
        else:
            error = self._append(archive, game)
            self.retry_at = None if error is None else now + RETRY_PATIENCE
        if error is None and self.journal is not None:
            # What is written again may be lost again.
            error = self.journal.failure
        return error

    def _hold(self, game: GameStage) -> None:
        """Have the journal alone hold entries that hardly anybody asks for any more."""
        journal = self.journal
        if journal is None:
            return
        end = min(journal.synced_position, game.fold.position - NEWEST)
        if end > self._held:
            entries = game.fold.entries(self._held)[: end - self._held]
            journal.hold(entries, self._held)
            self._held = end

    def _keep_time(self, archive: Archive, game: GameStage) -> tuple[DiskTrouble, ...]:
        """Write down what has changed of the game's time; it goes on where that can't be."""
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
        """Write down what time each seat has left, as the host ends; it is only time."""
        game = self.table.game
        if game is not None and self.table.is_live and self.journal is not None:
            kept = game.time.kept_at_the_end
            with contextlib.suppress(OSError):
                if kept.left:
                    KeptTimes(archive.folder).keep(game.gid, kept)

    def _is_time(self, now: float) -> bool:
        """Tell whether what couldn't be written down is to be tried again."""
        return self.retry_at is not None and self.retry_at <= now

    def _append(self, archive: Archive, game: GameStage) -> OSError | None:
        """Append what is new, to a journal that is begun with it; gives why it can't be."""
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
        Keep all of a damaged journal, and go on with what is good of it.

        Raises:
            OSError: it can't be kept.
        """
        aside = archive.cut_back(spoilt.found, spoilt.good)
        self._spoilt = None
        name, good = self.table.name, spoilt.good
        what = f"the journal of {name!r} is damaged behind entry {good}"
        said = f"{what}, and goes on from there, kept as {aside}: {spoilt.damage}"
        self.damage = DiskTrouble(make_line(said))

    def _add_disclosures(
        self, archive: Archive, game: GameStage
    ) -> tuple[DiskTrouble, ...]:
        """Write the log again, with what was opened since the game was over."""
        before, self._logged = self._logged, game.fold.position
        if not before or before == self._logged:
            return ()
        try:
            archive.add_to_log(game.gid, game.fold.log_in_parts())
        except OSError as error:
            what = f"can't write what was opened at {self.table.name!r}"
            return (DiskTrouble(f"{what} to its log: {error.strerror}"),)
        return ()

    def _write_log(self, archive: Archive, game: GameStage | None) -> tuple[News, ...]:
        """Write the log, which ends the journal."""
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
            # A host that only passes proofs on has no use for it.
            from sealed_wonders.host.history import result_of

            self._result = result_of(game, path)
        ended = Ended(
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
    """Say that a journal can't be read, and stays."""
    what = f"can't read {found.path}, which stays for another start"
    return DiskTrouble(make_line(f"{what}: {found.reason}"))
