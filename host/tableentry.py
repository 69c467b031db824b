"""
An entry of the registry: a table, from its lobby to its score sheet.

What people do at a table, and the passing of time, change its *phase*: the lobby first
and the game afterwards. An entry knows which of the two it is, and everything else that
a server keeps for a table: who is subscribed, the auditor, the files. It sends nothing.
`subscription.py` compares the table with what a connection has been sent, so that
reconnecting, joining late and being slow are all the same case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import NamedTuple, assert_never

import msgspec

from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import standings
from sealed_wonders.core.remembered import forget
from sealed_wonders.core.sentences import Text, sentence_of
from sealed_wonders.host.auditor import Auditor, ReadingQueue
from sealed_wonders.host.gamefiles import GameFiles
from sealed_wonders.host.journal import Archive, Journal
from sealed_wonders.host.lobby import OpenLobby, TablePhase
from sealed_wonders.host.news import (
    Bug,
    GameCompleted,
    News,
    Stopped,
    TableClosed,
    TableNews,
    Trouble,
    TwoVersions,
)
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.recentchat import Talk
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.subscription import Subscription
from sealed_wonders.host.tablestate import (
    TRANSITIONS,
    TableEvent,
    TableState,
)
from sealed_wonders.host.terms import title_of
from sealed_wonders.net import notices
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.journal import JournalHead
from sealed_wonders.net.messages import TableLine, Taker
from sealed_wonders.net.names import make_line
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.plan import UNDECIDED
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.verification import Work
from sealed_wonders.net.wire import ToClient
from sealed_wonders.net.wishes import Wishes

AUDIT_PATIENCE = 2.0
"""
Seconds without a new entry after which proofs are checked while cards are dealt.

It is longer than a slow machine takes for its part of a shuffle.
"""


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


@dataclass(eq=False, repr=False)
class TableEntry:
    """A table, and what a server keeps for it."""

    name: str
    """The name, unique at its host."""
    phase: TablePhase
    """The lobby, or the game."""
    _news: list[TableNews]
    """The list to which the phase appends its news."""
    _host: bytes
    """The host's identity, which owns its bots."""
    archive: InitVar[Archive]
    _: KW_ONLY
    permanent: bool = False
    """Whether the lobby stays open when it is empty."""
    resumed_from: InitVar[Journal | None] = None
    """The journal of a game that is being resumed."""
    state: TableState = field(init=False)
    """How far the table has come."""
    files: GameFiles = field(init=False)
    """The files of its game."""
    reason: str = ""
    """Why it stopped, for everybody; empty if it hasn't."""
    summoned: dict[str, Summoned] = field(default_factory=dict)
    """The bots started to take a seat, by name, with the seat."""
    called: set[str] = field(default_factory=set)
    """Names of the host's bots called to the lobby, who are there or on their way."""
    bots_lost: dict[str, int] = field(default_factory=dict)
    """How often the process of each bot has ended before its game."""
    bots_due: set[str] = field(default_factory=set)
    """
    The names of bots to be restarted as soon as the journal can be written, because
    their memory files are on the same disk.
    """
    lock: PasswordLock | None = None
    """The lock of the table's password; None without a password."""
    is_private: bool = False
    """Whether no list shows it."""
    is_off_page: bool = False
    """Whether the page for a room doesn't show it, even if a list does."""
    wishes: Wishes = ()
    """What its opener wished for, as far as it is known."""
    opened_from: Origin | None = None
    """Where its opener came from; None for the host's own machine."""
    subscriptions: dict[ToClient, Subscription] = field(default_factory=dict)
    """The subscriptions to it, by connection."""
    informed: set[bytes] = field(default_factory=set)
    """Spectators who see everything at once, since a seat may be handed to them."""
    talk: Talk = field(default_factory=Talk)
    """Its chat, which continues in a rematch."""
    rematch: dict[bytes, Again] = field(default_factory=dict)
    """Requests for a rematch until the current game has been checked and written."""
    auditor: Auditor | None = None
    """Checks the proofs of the game, if it has any."""
    ended_at: float | None = None
    """When it was over."""
    empty_since: float | None = None
    """Since when no person with a seat has been connected."""
    is_checked: bool = False
    """Whether the game is over, and all of its proofs were found valid."""
    _has_complained: bool = field(default=False, init=False)
    """Whether the auditor's failure has been reported."""
    _is_removed: bool = field(default=False, init=False)
    """Whether the server has removed this table."""
    _proven_seats: set[int] = field(default_factory=set, init=False)
    """The seats whose two versions have been proved and written."""
    _audit_at: float | None = field(default=None, init=False)
    """Time at which entries that wait for the auditor are checked; None if none do."""
    _position: int = field(default=0, init=False)
    """Number of entries that the log had when the table was last settled."""

    def __post_init__(self, archive: Archive, resumed_from: Journal | None) -> None:
        is_lobby = isinstance(self.phase, OpenLobby)
        self.state = TableState.LOBBY if is_lobby else TableState.PLAYING
        self.files = GameFiles(self.name, archive, resumed_from)
        self.advance()

    # The phase.

    @property
    def lobby(self) -> OpenLobby | None:
        return self.phase if isinstance(self.phase, OpenLobby) else None

    @property
    def game(self) -> RunningGame | None:
        return self.phase if isinstance(self.phase, RunningGame) else None

    @property
    def running(self) -> RunningGame | None:
        """The game, as long as people can act in it."""
        return self.game if self.is_live else None

    @property
    def _players(self) -> tuple[TablePerson, ...]:
        """The holders of seats in the game, by seat; nobody in a lobby."""
        return () if self.game is None else self.game.fold.people

    @property
    def plays(self) -> str:
        """Name of the game that is or will be played here."""
        return str(dict(self.phase.options)["game"])

    @property
    def is_live(self) -> bool:
        return self.state.is_live

    @property
    def is_done(self) -> bool:
        return self.state.is_done

    @property
    def came_to_nothing(self) -> bool:
        """Whether the table was closed before a game began."""
        return self.state is TableState.STOPPED and self.game is None

    @property
    def deadline(self) -> float | None:
        return self.phase.deadline if self.is_live else None

    @property
    def settle_at(self) -> float | None:
        """Time at which the table must be settled although nothing has changed."""
        # While entries can't be written, none are checked.
        times = self.files.retry_at, None if self.files.halted else self._audit_at
        return min((it for it in times if it is not None), default=None)

    def advance(self) -> None:
        """Begin the game, or complete it, once everybody has posted what that takes."""
        if not self.is_live:
            return
        lobby, game = self.lobby, self.game
        if lobby is not None and lobby.agreed is not None:
            begun = lobby.begin(lobby.agreed)
            self._enter(TableEvent.DRAWN)
            self.phase = begun
        elif game is not None and game.is_complete:
            self._enter(TableEvent.FILLED)

    def close(self, reason: Text) -> None:
        self._enter(TableEvent.CLOSED)
        self.reason = make_line(str(reason))

    def convict(self, fraud: Fraud) -> None:
        game = self.game
        name = "" if game is None else game.name_in(fraud.phase, fraud.seat)
        self.break_off(
            notices.FRAUD(
                name=name,
                seat=fraud.seat,
                entry=fraud.entry,
                phase=fraud.phase,
                kind=fraud.kind,
                reason=fraud.reason,
            )
        )

    def break_off(self, reason: Text) -> None:
        self._enter(TableEvent.BROKEN)
        self.reason = make_line(str(reason))

    def _enter(self, event: TableEvent) -> None:
        try:
            self.state = TRANSITIONS[self.state, event]
        except KeyError:
            raise LocalProtocolError(
                f"{event.name} at a table {self.state.name}"
            ) from None
        if not self.is_live:
            self.phase.close()

    def take_news(self) -> tuple[TableNews, ...]:
        """Return the news of the table since the last call."""
        news = tuple(self._news)
        self._news.clear()
        return news

    # Public facts.

    def line(self) -> TableLine:
        phase = self.phase
        return TableLine(
            self.name,
            title_of(phase.options),
            phase.wanted,
            len(phase.names),
            self.state.on_wire,
            phase.names,
            None if self.lock is None else self.lock.salt,
        )

    @property
    def own_bots(self) -> dict[str, bytes]:
        """The identities of the host's bots that have a seat now, by name."""
        own = (it for it in self._players if it.owner == self._host)
        return {it.name: it.identity for it in own}

    def is_bot(self, peer: Peer) -> bool:
        """Return whether a client is a bot of this host that is here for this table."""
        if not peer.origin.is_near or peer.connection not in self.subscriptions:
            return False
        waiting = peer.name in self.called or peer.name in self.summoned
        return waiting or peer.identity in self.own_bots.values()

    @property
    def holders(self) -> tuple[bytes, ...]:
        return tuple(it.identity for it in self._players)

    @property
    def waiting_bots(self) -> dict[str, Summoned]:
        """Summoned bots that have no seat yet, by name."""
        game = self.running
        if game is None:
            return {}
        return {
            name: wish for name, wish in self.summoned.items() if name not in game.names
        }

    @property
    def known_names(self) -> tuple[str, ...]:
        """The names of all who play or have played here, or would take a seat."""
        handed = () if self.game is None else self.game.handed
        before = (name for some in handed for name in some)
        now = (it.name for it in self._players)
        return (*now, *before, *(taker.name for taker in self.takers))

    @property
    def takers(self) -> tuple[Taker, ...]:
        """Spectators who would take a seat in the running game."""
        if self.running is None:
            return ()
        takers = (subscription.taker for subscription in self.subscriptions.values())
        # Nobody can have two seats at one table.
        return tuple(
            taker
            for taker in takers
            if taker is not None and not self.phase.has_sat(taker.identity)
        )

    def takers_for(self, identity: bytes) -> tuple[Taker, ...]:
        """
        Return the volunteers to show to a player.

        A summoned bot can take only the seat it was summoned for, so only the player
        who summoned it sees it, together with that seat.
        """
        game = self.game
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
        game = self.running
        is_taker = any(taker.identity == identity for taker in self.takers)
        return is_taker or (game is not None and game.seats(identity))

    def shown_to(self, identity: bytes | None) -> int | None:
        """Return how many entries somebody may see by now; None for all."""
        game = self.game
        if game is None or not game.is_late:
            return None
        is_told_all = identity is not None and (
            game.has_sat(identity) or identity in self.informed
        )
        return None if is_told_all else game.shown

    def is_playing(self, name: str) -> bool:
        """Return whether one of the host's bots has an active seat in the game."""
        game = self.game
        identity = self.own_bots.get(name)
        if game is None or identity is None:
            return False
        return game.seat_of(identity) in game.fold.active

    @property
    def written(self) -> int:
        """Number of entries that may be sent to anybody: those in the journal."""
        return 0 if self.game is None else self.files.written(self.game)

    @property
    def is_ending(self) -> bool:
        """Whether the game is over, but its end hasn't been written yet."""
        return not self.is_live and self.ended_at is None

    def reserves(self, identity: bytes) -> bool:
        lobby = self.lobby
        return lobby is not None and lobby.reserves(identity)

    def holds(self, commit: Wire) -> bool:
        """Return whether the game that was played here began with this commitment."""
        game = self.game
        return game is not None and commit in game.fold.charter.wires

    @property
    def _human_seats(self) -> tuple[int, ...]:
        """The seats of people; the host's bots are always there."""
        return tuple(
            seat for seat, it in enumerate(self._players) if it.owner != self._host
        )

    @property
    def idle(self) -> tuple[bytes, ...] | None:
        """Those who have a seat before or after a game; None during one."""
        if self.lobby is not None:
            return self.lobby.members
        return self.holders if self.state is TableState.OVER else None

    @property
    def people(self) -> tuple[bytes, ...]:
        """The identities of the players, without the host's bots."""
        return tuple(self._players[seat].identity for seat in self._human_seats)

    @property
    def finishers(self) -> tuple[bytes, ...]:
        """Those of `people` who have signed the end of a whole game here."""
        game = self.game
        if game is None or game.fold.halted or self.state is not TableState.OVER:
            return ()
        seats = (seat for seat in self._human_seats if seat in game.fold.active)
        return tuple(self._players[seat].identity for seat in seats)

    # Checking.

    def start_audit(
        self, work: Work, turns: ReadingQueue, changed: Callable[[], None]
    ) -> None:
        """
        Start checking the proofs of the game, if it has any.

        Args:
            turns: shares the work fairly among all tables.
            changed: called when the table has to be settled because of a result.
        """
        game = self.game
        if game is None or game.fold.charter.suite == OPEN:
            return
        if self.is_done or self._is_removed or self.auditor is not None:
            return

        def checked() -> None:
            # Without a fraud, a result changes nothing while the game is running.
            waits = self.state is TableState.FULL or game.is_stuck
            found = auditor.frauds.keys() - game.accused
            if waits or auditor.failure is not None or found:
                changed()

        fold = game.fold
        auditor = Auditor(fold.charter, fold.ruleset, work, checked, turns=turns)
        self.auditor = auditor

    def _judge(self, game: RunningGame, now: float) -> tuple[Trouble, ...]:
        """
        End the game if its log is complete and checked; stop it if nobody can go on.

        If the host's own fold is stuck, that may be due to a proof that it believed.
        The auditor shows whether it is; then the fold goes back to that proof.
        """
        auditor, news = self.auditor, list[Trouble]()
        if auditor is not None:
            if not self._may_audit_later(game, now):
                auditor.read(game.fold.entries(auditor.position))
            news += self._complaint(auditor)
            for entry in sorted(auditor.frauds.keys() - game.accused):
                if not game.accuse(auditor.frauds[entry]):
                    self.convict(auditor.frauds[entry])
                    return tuple(news)
            if not auditor.is_done:
                return tuple(news)
        if game.failure is not None:
            self.break_off(sentence_of(game.failure))
            news.append(Bug.at(f"table {self.name!r}", game.failure))
        elif game.fold.over:
            self._enter(TableEvent.APPROVED)
        elif game.fold.stopped and game.fold.fraud is not None:
            fraud = game.fold.fraud
            found = {} if auditor is None else auditor.frauds
            self.convict(found.get(fraud.entry, fraud))
        return tuple(news)

    def _may_audit_later(self, game: RunningGame, now: float) -> bool:
        """
        Return whether new entries may wait, because programs are dealing cards.

        While they do, all players wait for their hands, and nobody for the auditor. Mixes
        that have all arrived also take less work. But if nobody says anything for a
        while, somebody may have found a false proof.
        """
        fold, is_new = game.fold, game.fold.position != self._position
        self._position = fold.position
        if is_new:
            self._audit_at = now + AUDIT_PATIENCE
        is_dealing = fold.phase.kind in UNDECIDED and not (fold.over or game.is_stuck)
        if not is_dealing or (self._audit_at is not None and self._audit_at <= now):
            self._audit_at = None
        return self._audit_at is not None

    def _complaint(self, auditor: Auditor) -> tuple[Trouble, ...]:
        """Report once that the proofs can't be checked, if that is so."""
        if auditor.failure is None or self._has_complained:
            return ()
        self._has_complained = True
        where = f"the proofs at {self.name!r} can't be checked"
        return (Bug.at(where, auditor.failure),)

    def _stop_audit(self) -> None:
        self._audit_at = None
        if self.auditor is not None:
            self.auditor.stop()
            self.auditor = None

    # Settling.

    def settle(self, now: float) -> tuple[News, ...]:
        """Write and audit what is new, and return the news."""
        if self._is_removed:
            return ()
        match self.phase:
            case OpenLobby() as lobby:
                return tuple(self._settle_lobby(lobby, now))
            case RunningGame() as game:
                return tuple(self._settle_game(game, now))
            case _:
                assert_never(self.phase)

    def _settle_lobby(self, lobby: OpenLobby, now: float) -> list[News]:
        """Close a deserted lobby, unless it is permanent."""
        is_wanted = lobby.drawing or self.permanent or not lobby.deserted
        if self.is_live and not is_wanted:
            self.close(notices.DESERTED())
        news: list[News] = [*self.take_news()]
        if self.is_done and self.ended_at is None:
            self.ended_at = now
            news.append(TableClosed(self.name, self.reason))
            forget()
        return news

    def _settle_game(self, game: RunningGame, now: float) -> list[News]:
        files = self.files
        news: list[News] = [
            *self.take_news(),
            *files.write(game, self.head, now),
        ]
        if files.halted:
            return news
        game.note()
        if self.is_live:
            news += files.keep_time(game)
        if not self.is_done:
            news += self._judge(game, now)
            news += self.take_news()
        files.hold(game)
        self._note_presence(game, now)
        if self.is_done and self.ended_at is None:
            self.ended_at = now
            news += self._finish(game)
            self._stop_audit()
            forget()  # caches of one game are of little use to the next
        elif self.is_done:
            news += files.add_disclosures(game)
        return news

    def _note_presence(self, game: RunningGame, now: float) -> None:
        """Keep `empty_since` up to date."""
        if any(game.here[seat] for seat in self._human_seats if seat not in game.left):
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = now

    def _finish(self, game: RunningGame) -> tuple[News, ...]:
        whole = self.state is TableState.OVER
        path, news = self.files.finish(game, whole=whole)
        if not whole:
            return (*news, Stopped(self.name, self.reason, path))
        auditor = self.auditor
        is_checked = game.fold.charter.suite == OPEN or (
            auditor is not None and auditor.failure is None
        )
        self.is_checked = is_checked
        ended = GameCompleted(
            self.name,
            game.fold.ruleset.name,
            game.gid.hex(),
            game.fold.charter.suite,
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

    def keep_proof(self, proof: Equivocation) -> None:
        """Write the proof that somebody signed two versions, once per seat."""
        game = self.game
        found = None if game is None else game.fold.handovers.person_of(proof.identity)
        if game is None or found is None or found[0] in self._proven_seats:
            return
        seat, person = found
        self._proven_seats.add(seat)
        try:
            path = self.files.archive.write_proof(game.gid, seat, proof.to_bytes())
        except OSError:
            path = None
        self._news.append(TwoVersions(self.name, person.name, seat, path))

    def restore_access(self, head: JournalHead) -> None:
        """Let in whom the table let in before, and show it where it was shown."""
        self.lock = head.lock
        self.is_private, self.is_off_page = not head.listed, not head.on_page

    @property
    def head(self) -> JournalHead:
        """The table as the journal of its game describes it: see `restore_access`."""
        listed, on_page = not self.is_private, not self.is_off_page
        return JournalHead(self.name, self.lock, listed, on_page)

    def remove(self) -> None:
        """Release all resources; the journal stays in its place."""
        self._is_removed = True
        self._stop_audit()
        self.files.close()
