"""
One player's messages with a host: the list of tables, a lobby, a game.

A session takes the host's messages and returns messages to send; it knows nothing of
sockets. The connection may break at any moment: the link announces the next one,
and the session continues where it was, or at another host that has the game (`crossed`).
Connecting is the task of `sealed_wonders.client.table.link`. The entries of a game that
has begun are handled in `sealed_wonders.client.table.game`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import singledispatchmethod

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.client.table.acceptable import check_lobby, check_suite, rules_of
from sealed_wonders.client.table.actions import (
    AskForSeat,
    EnterPassword,
    GetUp,
    InSession,
    KeepToTimes,
    PauseClock,
    ProposeTimes,
    RefreshTables,
    SetReady,
    SignedCommand,
    Speak,
    Spectate,
    TakeSeat,
)
from sealed_wonders.client.table.arrival import Visit
from sealed_wonders.client.table.attesting import Attesting
from sealed_wonders.client.table.attribution import Settling
from sealed_wonders.client.table.checked import checked_before, or_made, read_again
from sealed_wonders.client.table.doors import TURNED_AWAY, WANTED, Doors
from sealed_wonders.client.table.drawing import LobbyPart
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import (
    ConnectionFailed,
    ConnectionLost,
    ForkAttributed,
    HostAnswered,
    HostAwaited,
    HostMoved,
    HostNotice,
    HostsFound,
    LobbyChanged,
    LobbyNews,
    LogUnwritten,
    MachineAnnounced,
    NoSeatFree,
    PasswordWanted,
    PresenceChanged,
    ProgramUnwritten,
    RematchBegan,
    RematchWanted,
    RequestRefused,
    SeatDisplaced,
    StandingsChanged,
    TableClosed,
    TablesListed,
    TakersChanged,
    TalkHeard,
    TermsOffered,
    Welcomed,
)
from sealed_wonders.client.table.expectations import Expectations, Expected
from sealed_wonders.client.table.game import Callbacks, Game, GameStart, Outcome
from sealed_wonders.client.table.homehost import HomeHost, home_in, keep_home
from sealed_wonders.client.table.hostlog import HostLog, Keeping, MakingUp
from sealed_wonders.client.table.inquiry import Inquirer
from sealed_wonders.client.table.memory import MemoryStore, Past
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.quorum import Followed, party_of
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.table.taking import has_taken
from sealed_wonders.client.table.talk import Talk
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import notices
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import (
    LOBBY_CAP,
    Charter,
    DrawSide,
    TablePerson,
    is_whole_lobby,
    name_key,
    open_charter,
)
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.log.envelopes import Entry, Wire, parse, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import BALLOTS
from sealed_wonders.net.log.phases import Reason, parse_offered
from sealed_wonders.net.login import make_manage
from sealed_wonders.net.messages import (
    WORDS_CAP,
    Accounted,
    Chat,
    Clock,
    Closed,
    Convicted,
    Depart,
    Draw,
    FromClient,
    FromHost,
    Leave,
    ListTables,
    Lobby,
    LobbyPerson,
    Log,
    Managed,
    Marked,
    Notice,
    Open,
    Pause,
    Paused,
    Presence,
    Read,
    Ready,
    Refused,
    Retime,
    Roll,
    Say,
    Sit,
    Spoken,
    Standings,
    TableLine,
    Tables,
    Taker,
    Takers,
    Timing,
    Unseat,
    Welcome,
    Whispered,
    Willing,
    posts,
)
from sealed_wonders.net.names import clean_line, clean_name
from sealed_wonders.net.passwords import clean_password
from sealed_wonders.net.rollcall import Answer, Statement, proven
from sealed_wonders.net.suites import begin
from sealed_wonders.net.talk import REJOINED, table_place
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _

REJOINED_AFTER = 2.0
"""
Seconds until the table is told that we continue from another machine.

By then we have received everything that was said of it so far, and what we say is later
than what the first machine said.
"""

SETTLING_PATIENCE = 30.0
"""Seconds for which a bot tries to find out who signed two versions."""

LOBBY_FOLLOWS = ("drawing", "wrong-draw")
"""
Reasons for which nobody can sit down at the moment; the host sends the lobby at once.
"""

DISPLACED = "elsewhere"
"""
Reason for which a host ends a connection: another program has logged in with our key.
"""

UNWRITTEN = "unwritten"
"""
Reason for which a host accepts nothing at the moment: it can't write to its journal.
"""

TOO_LATE = "begun"
"""Reason for which nobody can sit down any more, though spectators can join."""

ANSWERS = (Lobby, Log, Draw, Refused, Closed)
"""What a host may send to somebody who sits down or is ready."""


def _raise(error: Exception | None) -> None:
    if error is not None:
        raise error


class Session:
    """
    One player at a host, and at the next one if the game moves there.

    Attributes:
        table: the name of our table; empty until the host has sent it.
        game: the game, once it has begun.
        over: whether the game has ended, stopped or was closed, so that nothing more
            will happen.
        finished: whether all seats have signed the end of the game.
        stopped: called with None when it is over, or with an error that was found
            outside the handling of a message; set by the session's owner, like the next
            two.
        arrived: called with the name of another host when our game has been found
            there.
        unwritten: called when the host can't write our entries to its journal.
        at: the address of our host, with its pin; set before `welcomed`.
        is_invited: whether we came to the first host by an invitation with its pin; set
            before `welcomed`.
    """

    def __init__(
        self,
        participant: Participant,
        player: Player,
        send: Callable[[FromClient], None],
        options: SessionOptions | None = None,
        environment: Environment | None = None,
    ) -> None:
        """
        Create a session that hasn't connected.

        Args:
            send: sends a message; it is lost if there is no connection.

        Raises:
            ValueError: the password isn't valid.
        """
        options = options or SessionOptions()
        environment = environment or Environment()
        identity, clock = participant.identity, environment.clock
        self.table = options.table
        self.game: Game | None = None
        self.over = False
        self.finished = False
        self.stopped: Callable[[Exception | None], None] = _raise
        self.arrived: Callable[[str], None] = lambda host: None
        self.unwritten: Callable[[], None] = lambda: None
        self.at: Address | None = None
        self.is_invited = False
        self._participant = participant
        self._identity = identity
        self._name = participant.name
        self._player = player
        player.bind(self)
        self._transmit = send
        self._environment = environment
        self._drawing = LobbyPart(
            participant,
            options.suites,
            environment,
            lambda why: player.told(ProgramUnwritten(why)),
        )
        seconds = (lambda: 0.0) if clock is None else clock.seconds
        self._talk = Talk(identity, participant.name, environment.wall, seconds)
        self._suites = options.suites
        self._stays = options.stays
        self._clock = clock
        self._looks_on = options.looks_on
        self._asks = options.asks
        self._expectations = Expectations(
            clock, lambda awaited: player.told(HostAwaited(awaited))
        )
        self._doors = Doors(identity.public, options.password, environment.entropy)
        self._wishes = options.wishes
        self._may_be_set_back = options.may_be_set_back
        self._wants_password = False
        """Whether our player was asked for the table's password."""
        self._turned_away: Refused | None = None
        """
        The refusal, while we wait for the list of tables to see which password is
        needed.
        """
        self._takers: tuple[Taker, ...] = ()
        self._here: Sequence[bool] = ()
        self._settling: Settling | None = None
        """Finds out whose fraud it was, if somebody was shown a different game."""
        self._is_idle = False
        """Whether the game is over, and we are still connected."""
        self._rejoining: IDelayedCall | None = None
        """Tells the table that we continue from another machine."""
        self._known_by = b""
        """Our mark as last heard at the table, perhaps announced before a restart."""
        self._chooses = not (options.sits or options.table)
        """Whether the player chooses a table after connecting."""
        self._sits = not (self._chooses or options.looks_on)
        """Whether we want a seat at `table`."""
        self._is_early = False
        """Whether we are spectators, and the game hadn't begun when we came."""
        self._host = b""
        """The host's identity, which signs its tables."""
        self._host_name = ""
        self._next: Lobby | None = None
        """The lobby of the next game, while we are still at the last one."""
        self._left: set[str] = set()
        """Tables at which games of ours continue that the player hasn't chosen."""
        self._early: list[Entry] = []
        """Entries of a log whose lobby isn't complete yet."""
        self._log = HostLog()
        self._asked_from = -1
        """The entry from which the log was last requested on this connection."""
        self._making_up = MakingUp(self._log, self._post, clock)
        self._at = b""
        """Identity of the host whose log of our game we have read."""
        self._visit: Visit | None = None
        """Checks whether another host has our game, until that is known."""
        self._attesting = Attesting(identity, seconds)
        self._home: HomeHost | None = None
        """The host at which the seats were drawn."""
        self._is_online = False
        """Whether the player was told that we are connected."""
        self._keeping = Keeping(
            environment.log_of, lambda why: player.told(LogUnwritten(why))
        )

    @property
    def seat(self) -> Seat | None:
        return None if self.game is None else self.game.seat

    @property
    def gid(self) -> str:
        """
        The first digits of our game's id; empty if there is none.

        Kept after the end while we are connected, as others may not know of the end
        yet.
        """
        if self.game is None or self.is_done:
            return ""
        return stem(self.game.seat.fold.charter.gid)

    @property
    def is_arriving(self) -> bool:
        """Whether the host accepted us, but hasn't shown yet that it has our game."""
        return self._visit is not None

    @property
    def followed(self) -> Followed | None:
        """
        State of our game for the quorum, which follows it to other hosts.

        None if that isn't needed: no game is running, or nothing has been signed in it
        yet.
        """
        if not self.gid or self._visit is not None or self.game is None:
            return None
        seat, fold = self.game.seat, self._fold
        if fold.position <= len(fold.charter.wires):
            return None
        # Before all is read that it has, it isn't told what it lacks.
        has_shown = self._log.has_read if self._log.is_read else lambda _: True
        return Followed(
            fold.charter.gid,
            {number: party_of(fold.people[number]) for number in fold.active},
            None if seat.is_out else seat.number,
            fold.phase.number,
            self._home,
            self.is_invited or (self._home is not None and self._home.is_invited),
            seat.heard_of_others,
            seat.unshown(has_shown),
            seat.unshown_vote(has_shown),
            self._all_here,
            seat.has_shown,
            seat.lacks,
            self._prove,
        )

    @property
    def _all_here(self) -> bool | None:
        """Whether all players are connected; None if the host hasn't reported that."""
        active = self._fold.active
        if len(self._here) <= max(active):
            return None
        return all(self._here[seat] for seat in active)

    def _prove(
        self, answers: Mapping[bytes, Answer]
    ) -> Mapping[bytes, Mapping[int, Statement]]:
        """
        Return which seats have proved to play at which host, and pass their marks on.
        """
        found = proven(self._fold, answers)
        if self.game is not None:
            for seats in found.values():
                self.game.attested(seats)
        return found

    @property
    def recollects(self) -> Inquirer | None:
        """
        Asks our host what its seats know of our entries; None if that isn't needed.
        """
        game = self.game
        if game is None or not (self._is_online and game.recollects):
            return None
        return Inquirer(self._fold.charter.gid, game.seat.number, self._identity)

    def recollect(self, answers: Mapping[bytes, Answer]) -> None:
        """Take answers of hosts by pin; only our own host's counts."""
        pin = None if self.at is None else self.at.pin
        if self.recollects and self.game is not None and pin is not None:
            self.game.recollect(self._prove(answers).get(pin, {}))

    def visit(self, *, for_news: bool) -> Visit | None:
        """
        Return what looks for our game at another host; None if there is no game.

        Args:
            for_news: whether to look for a wire that our log waits for as well.
        """
        if self.game is None or self.is_done:
            return None
        awaits = self.game.seat.awaits if for_news else None
        return Visit(self._fold, self.table, self._doors, awaits)

    def departing(self, host: bytes, name: str) -> FromClient | None:
        """
        Return the message to a host that we leave for another one, if it needs one.

        Args:
            host: the pin of the other host.
            name: its name, as it reports it.
        """
        plays = self.game is not None and not self.game.seat.is_out
        return Depart(self.table, host, name) if plays and self._is_online else None

    def hosts_found(self, hosts: Sequence[Nearby]) -> None:
        """
        Take other hosts that may have our game, though no seat has proved to be there.
        """
        self._player.told(HostsFound(hosts))

    def crossed(self, visit: Visit) -> None:
        """
        Continue at another host that has shown that it has our game, on its connection.
        """
        self._leave_host()
        self._arrive(visit)

    @singledispatchmethod
    def do(self, action: InSession) -> bool:
        """
        Carry out an action of our player, and return whether that was possible.

        Raises:
            OSError: it can't be written to disk; nothing was sent.
            ValueError: some text in it can't be sent.
        """
        return self.game is not None and self.game.do(action)

    # Calls from the link.

    def sets_out(self) -> None:
        """Record that the first attempt to connect begins."""
        self._expectations.begin(Expected.WELCOME)

    def welcomed(self, welcome: Welcome) -> None:
        """
        Take the host's welcome, the first message on each connection, and sit down.
        """
        self._host, self._host_name = welcome.identity, welcome.name
        self._expectations.end(Expected.WELCOME)
        self._doors.welcomed(welcome.identity, welcome.tables, welcome.salt)
        self._wants_password = False
        if self.gid and welcome.identity != self._at:
            self._visit = Visit(self._fold, self.table, self._doors)
            self._send_all(self._visit.welcomed(welcome))
            return
        self._is_online = True
        self._player.told(Welcomed())
        self._player.told(TermsOffered(welcome.terms))
        self._player.told(TablesListed(welcome.name, welcome.tables))
        self._asked_from = -1
        if self._settling is not None:
            self._settling.begin()
        elif self.game is not None:
            self._come_back(self.game)
        else:
            self._early = []
            self._log.forget()
            self._come_in(welcome.tables)

    def _come_in(self, tables: Sequence[TableLine]) -> None:
        """
        Ask for a seat or to spectate, as the player wants; we have no running game.
        """
        if not self._sits:
            if self._looks_on:
                self._ask_to_look_on()
            return
        if self._asks and not self.table and not self._doors.password:
            self._asks = False
            if games := self._only_games(tables):
                self._chooses, self._sits = True, False
                self._player.told(NoSeatFree(games))
                return
        is_there = any(self._is_here(line.name) for line in tables)
        draw = self._drawing.draw
        if draw is None or not is_there:
            # A host that was restarted has a different table, and numbers its draws
            # anew.
            draw = self._take_part()
        self._ask_to_sit(draw)

    def _come_back(self, game: Game) -> None:
        """Continue a game on another connection, perhaps to another host."""
        # Requested before we send anything: if the table is gone, the host says so.
        self._ask_for_log()
        self._say_what_we_have(game)

    def _say_what_we_have(self, game: Game) -> None:
        """Send a host entries and offers of ours that it may lack."""
        has_sat = self._has_sat(game)
        if has_sat:
            # Also after the end, of which others may not know yet.
            self._making_up.begin()
        else:
            self._post(game.seat.unheard())
        if self._looks_on and not has_sat:
            self._send_all(self._proof(self.table))
            self._send(Willing(self.table, True, self._participant.owner))
        game.welcomed()

    def _has_sat(self, game: Game) -> bool:
        """
        Return whether we have had a seat: only then does a host accept what it lacks.
        """
        return game.seat.fold.handovers.seat_of(self._identity.public) is not None

    def _proof(self, table: str) -> Iterable[FromClient]:
        """
        Return the proof that we know a table's password, for its first host in a game.
        """
        made_at = b"" if self.game is None else self._fold.charter.host
        return self._doors.proof(table, made_at)

    @property
    def _fold(self) -> Fold:
        """The fold of our game."""
        if self.game is None:
            raise LocalProtocolError("there is no game")
        return self.game.seat.fold

    def _ask_to_sit(self, draw: DrawSide) -> None:
        self._send_all(self._doors.sit(self.table, draw.commit.wire, self._wishes))

    def _ask_to_look_on(self) -> None:
        self._send_all(self._doors.proof(self.table))
        self._send(Willing(self.table, True, self._participant.owner))
        self._asked_from = -1
        self._ask_for_log()

    def _send_all(self, messages: Iterable[FromClient]) -> None:
        for message in messages:
            self._send(message)

    def _only_games(self, tables: Sequence[TableLine]) -> tuple[str, ...]:
        """Return the tables whose games are running, if no table has room."""
        mine = name_key(self._name)
        games = [line for line in tables if line.state == "playing"]
        if any(line.has_room for line in tables):
            return ()
        if any(mine in map(name_key, line.players) for line in games):
            return ()  # may be our own game
        return tuple(line.name for line in games)

    def connection_lost(self) -> None:
        self._leave_host()
        if not self.is_done:
            self._expectations.begin(Expected.WELCOME)
        if self._is_online:
            self._is_online = False
            self._player.told(ConnectionLost())

    def _leave_host(self) -> None:
        """Drop what a host reported about the table: the next host reports it again."""
        self._here = ()
        self._making_up.stop()
        if self.game is not None:
            self.game.connection_lost()
        if self._takers:
            self._take_takers(())
        self._expectations.end()
        self._visit = None

    def turn_away(self) -> None:
        """Record that the host isn't to be trusted, and that we leave it."""
        if self._visit is None and self.game is not None:
            self._at = b""
            self.game.seat.drop_unchecked()
        self.connection_lost()

    def connection_failed(self, why: Sentence) -> None:
        """Report why there is no new connection yet; further attempts follow."""
        self._player.told(ConnectionFailed(why))

    def close(self) -> None:
        """Stop everything that runs by itself."""
        if self._rejoining is not None and self._rejoining.active():
            self._rejoining.cancel()
        self._expectations.end()
        self._making_up.stop()
        self._keeping.close()
        self._drawing.close()
        if self.game is not None:
            self.game.close()

    def receive(self, message: FromHost) -> None:
        """
        Take a message.

        Raises:
            RemoteProtocolError: the host sends what no honest host sends.
        """
        if self._visit is not None:
            self._send_all(self._visit.receive(message))
            if self._visit.is_there:
                self._arrive(self._visit)
            return
        if isinstance(message, Notice | Managed):
            self._receive_of_host(message)
        elif self.over:
            if self._settling is not None:
                self._receive_settling(message, self._settling)
            elif self._is_idle:
                self._receive_idle(message)
        else:
            self._receive_until_over(message)

    def _receive_of_host(self, message: Notice | Managed) -> None:
        """Take a message that isn't about any table."""
        match message:
            case Notice(text):
                self._player.told(HostNotice(text))
            case Managed(lines, is_well):
                self._player.told(HostAnswered(lines, is_well=is_well))

    def _receive_until_over(self, message: FromHost) -> None:
        """Take a message while our game isn't over."""
        if isinstance(message, ANSWERS):
            self._expectations.end(Expected.LOBBY)
        match message:
            case Lobby() if self.denies_our_game(message):
                # The host was restarted, and our game is over, or only we know of it.
                self._close(str(notices.ANOTHER_GAME(name=f"{message.table!r}")))
            case Lobby() if self._is_ours(message):
                self._take_lobby(message)
            case Log(table) if self._is_at_no_table:
                # A game that we left. The player may choose it from the list of tables,
                # or not.
                self._left.add(name_key(table))
            case Log(table) if not self.table or self._is_here(table):
                self._take_log(message)
            case Refused():
                self._take_refusal(message)
            case Tables(tables):
                self._take_tables(tables)
            # With a seat at two tables, we receive messages about both.
            case (
                Draw(table)
                | Clock(table)
                | Presence(table)
                | Paused(table)
                | Timing(table)
                | Chat(table)
                | Standings(table)
                | Takers(table)
                | Whispered(table)
                | Accounted(table)
                | Roll(table)
                | Convicted(table)
                | Closed(table)
            ) if self._is_here(table):
                self._receive_here(message)

    @property
    def _is_at_no_table(self) -> bool:
        """Whether we aren't playing and don't want to sit or spectate."""
        return not (self._sits or self._looks_on) and self.game is None

    def _receive_here(self, message: FromHost) -> None:
        """Take a message about our own table."""
        match message:
            case Draw(_, wire):
                self._take_draw(wire)
            case Presence(_, here, marks):
                self._take_presence(here, marks)
            case Chat(_, said):
                self._hear(said)
            case Standings(_, rows):
                self._player.told(StandingsChanged(rows))
            case Takers(_, takers):
                self._take_takers(takers)
            case Roll():
                self._attest(message)
            case Closed(_, reason):
                self._close(reason)
            case _ if self.game is not None:
                self._receive_of_game(message, self.game)

    def _receive_of_game(self, message: FromHost, game: Game) -> None:
        """Take a message about the game at our table."""
        match message:
            case Clock():
                game.clock(message)
            case Paused(_, by, on, most):
                game.paused(by, on, most)
            case Timing():
                game.timing(message)
            case Whispered(_, sender, sealed):
                game.whispered(sender, sealed)
            case Accounted(_, seat, phase, account):
                game.account(seat, phase, account)
            case Convicted():
                game.convicted(_proof_of(message))

    def _attest(self, roll: Roll) -> None:
        """Sign that we play here, if we do."""
        statement = None if self.game is None else self.game.statement
        pin = None if self.at is None else self.at.pin
        if statement is not None and pin is not None:
            gid = self._fold.charter.gid
            said = self._attesting.answer(gid, pin, roll, statement)
            if said is not None:
                self._send(said)

    def _take_presence(
        self, here: Sequence[bool], marks: Sequence[Marked | None]
    ) -> None:
        # Marks change many times a turn, and concern only the game.
        if here != self._here:
            self._here = here
            self._player.told(PresenceChanged(here))
            if self.game is not None:
                self.game.presence(here)
        if self.game is not None:
            self.game.marked(marks)

    def _take_takers(self, takers: Sequence[Taker]) -> None:
        self._takers = tuple(takers)
        if self.game is not None:
            self.game.takers(self._takers)
        # Reported last: the player may give a seat to one of them at once.
        self._player.told(TakersChanged(self._takers))

    def _close(self, reason: str) -> None:
        self.over = True
        self._expectations.end()
        if self.game is not None:
            self.game.stop()
        self._player.told(TableClosed(reason, by_host=True))

    def _send(self, message: FromClient) -> None:
        """Send a message, and expect the answer that an honest host sends at once."""
        if isinstance(message, Sit | Open):
            self._expectations.begin(Expected.LOBBY)
        elif isinstance(message, Read):
            self._expectations.begin(Expected.LOG)
        self._transmit(message)

    def _expect_entry(self, phase: int | None) -> None:
        if phase is None:
            self._expectations.end(Expected.ENTRIES)
        else:
            self._expectations.begin(Expected.ENTRIES, phase)

    def _take_tables(self, tables: Sequence[TableLine]) -> None:
        self._doors.hear(tables)
        if self._turned_away is not None:
            refused, self._turned_away = self._turned_away, None
            self._ask_for_password(refused, looked=True)
        else:
            self._player.told(TablesListed(self._host_name, tables))

    def _ask_for_password(self, refused: Refused, *, looked: bool = False) -> None:
        """
        Try the password we know if it is untried; otherwise ask our player for one.

        Args:
            looked: whether the host has just sent its list of tables.
        """
        if refused.reason == WANTED:
            if not (looked or self._doors.knows(self.table)):
                self._turned_away = refused
                # The table is newer than our list, or isn't listed.
                self._send(ListTables(self.table))
                return
            if not self._doors.is_tried(self.table):
                self._enter()
                return
        if not self._wants_password:
            self._wants_password = True
            self._player.told(
                PasswordWanted(self.table, refused.reason, refused.detail)
            )

    def _enter(self) -> None:
        """Repeat the request that was refused."""
        if self._sits:
            self._ask_to_sit(self._drawing.draw or self._take_part())
        elif self._looks_on:
            self._ask_to_look_on()

    @do.register
    def _enter_password(self, action: EnterPassword) -> bool:
        self._doors.password = clean_password(action.password)
        self._wants_password = False
        self._enter()
        return True

    def _take_refusal(self, refused: Refused) -> None:
        self._expectations.end(Expected.LOG)
        if refused.reason == DISPLACED and self.displaced():
            return
        if refused.reason in TURNED_AWAY and not self.is_seated:
            self._ask_for_password(refused)
            return
        if refused.reason == UNWRITTEN:
            self.unwritten()
        if self.game is not None:
            self._take_refusal_in_game(refused, self.game)
        else:
            self._take_refusal_before_game(refused)

    def _take_refusal_in_game(self, refused: Refused, game: Game) -> None:
        if refused.reason == "no-table":
            self._close(refused.detail)
            return
        if refused.reason == "not-there":
            game.not_there()
            return
        if refused.reason == Reason.OVER.value:
            self._log.is_over = True
            self._take_own_noes(game)
            self._take_end_by_halts(game)
            if game.over:
                return
        game.refused()
        self._player.told(RequestRefused(refused.reason, refused.detail))

    def _take_refusal_before_game(self, refused: Refused) -> None:
        if refused.reason == "no-game" and self._looks_on:
            return  # it hasn't begun; we offer again to take a seat when it has
        lobby_follows = refused.reason in LOBBY_FOLLOWS
        if self._looks_on and self._sits and not self._drawing.is_in_lobby:
            self._sits = lobby_follows
            if refused.reason == TOO_LATE:
                self._ask_to_look_on()
                return
        if self._chooses and not self.is_seated and not lobby_follows:
            # It isn't requested again; the player may choose another table.
            self._sits, self.table = False, ""
        self._player.told(RequestRefused(refused.reason, refused.detail))

    def _receive_idle(self, message: FromHost) -> None:
        """
        Take a message after the game: about people present, or about the next game.
        """
        match message:
            case Chat(table, said) if self._is_here(table):
                self._hear(said)
            case Standings(table, rows) if self._is_here(table):
                self._player.told(StandingsChanged(rows))
            case Presence(table, here) if self._is_here(table):
                self._player.told(PresenceChanged(here))
            case Lobby(table) if self._is_here(table):
                self._take_next_lobby(message)
            case Log(table) if self._is_here(table) and self.game is not None:
                self._take_log_after(message, self.game)
            case Roll(table) if self._is_here(table):
                self._attest(message)
            # The host has lost a ballot, so we sent it again; the player need not know.
            case Refused(reason, detail) if reason not in (
                "no-table",
                Reason.OVER.value,
            ):
                self._player.told(RequestRefused(reason, detail))

    def _take_next_lobby(self, lobby: Lobby) -> None:
        """
        Take the lobby of the next game at our table, and report which people are in it.
        """
        self._next = lobby
        people = [it.name for it in lobby.people if it.owner is None]
        self._player.told(RematchWanted(people))

    @property
    def is_done(self) -> bool:
        """Whether we ignore everything that the host may still send."""
        return self.over and not self._is_idle and self._settling is None

    @property
    def leaves_nothing(self) -> bool:
        """
        Whether the game is over, or we never had or agreed to take a seat in it.

        False if our seat lacks secrets because others haven't told us enough: we may
        try again later.
        """
        seat = self.seat
        if seat is not None and seat.is_stuck:
            return False
        return self.over or (seat is not None and seat.looked_on)

    def _is_ours(self, lobby: Lobby) -> bool:
        """
        Return whether a lobby is that of a table we want to sit at, or sit at already.
        """
        if self._sits or self._looks_on:
            return not self.table or self._is_here(lobby.table)
        return any(it.identity == self._identity.public for it in lobby.people)

    def denies_our_game(self, message: FromHost) -> bool:
        """Return whether a message means that a host no longer has our running game."""
        if self._visit is not None:
            return False  # not known yet which table has it
        match message:
            case Closed(table):
                return bool(self.gid) and self._is_here(table)
            case Refused(reason="no-table"):
                return bool(self.gid)
            case Lobby(table):
                is_on = self.game is not None and not self.over
                return is_on and self._is_here(table)
        return False

    def _is_here(self, table: str) -> bool:
        """Return whether a table is ours: the host may spell its name differently."""
        return name_key(table) == name_key(self.table)

    @property
    def is_seated(self) -> bool:
        """Whether we have a seat, as far as we know."""
        return self.game is not None or self._drawing.is_in_lobby

    # Actions of the player; see `sealed_wonders.client.table.actions`.

    @do.register
    def _take_seat(self, action: TakeSeat) -> bool:
        if self.is_seated or self._early:
            return False
        table, password = action.table, action.password
        if table:
            clean_name(table)
        self._doors.password = clean_password(password) if password else ""
        self._wishes = action.wishes
        self._looks_on = self._looks_on and bool(table) and self._is_here(table)
        self.table, self._sits, self._drawing.lobby = table, True, None
        self._wants_password = False
        self._ask_to_sit(self._take_part())
        if name_key(table) in self._left:
            self._asked_from = -1
            self._ask_for_log()
        return True

    def sit_again(self, before: Session, wishes: Wishes = ()) -> None:
        """
        Sit down at the last table for another game; spectate if it has begun.

        Args:
            before: the session of the last game, on the same connection.
            wishes: options to change, if nobody else sits there yet.
        """
        self._wishes = wishes
        self._sits = self._looks_on = True
        self._stay(before)
        self._ask_to_sit(self._take_part())

    def look_on_again(self, before: Session) -> None:
        """
        Spectate at the next game of the last table, or wait for it.

        Args:
            before: the session of the last game, on the same connection.
        """
        self._sits, self._looks_on = False, True
        self._stay(before)
        self._ask_to_look_on()
        if before._next is not None:
            self._take_lobby(before._next)  # the host doesn't send it again

    def _stay(self, before: Session) -> None:
        self.table = before.table
        self._host, self._host_name = before._host, before._host_name
        self._doors, self._talk = before._doors, before._talk

    @do.register
    def _refresh_tables(self, _: RefreshTables) -> bool:
        self._send(ListTables())
        return True

    @do.register
    def _set_ready(self, action: SetReady) -> bool:
        shown, is_new = self._drawing.agree(action.ready)
        if is_new:
            self._expectations.begin(Expected.LOBBY)
        self._send(Ready(action.ready, shown))
        return True

    @do.register
    def _pause_clock(self, action: PauseClock) -> bool:
        self._send(Pause(self.table, action.paused))
        return True

    @do.register
    def _manage(self, action: SignedCommand) -> bool:
        words = action.words
        if len(words) > WORDS_CAP:
            raise ValueError(Sentence("a command can't have {n} words", n=len(words)))
        said = tuple(map(clean_line, words))
        self._send(make_manage(action.admin, said, action.exporter))
        return True

    @do.register
    def _propose_times(self, action: ProposeTimes) -> bool:
        self._send(Retime(self.table, action.times, action.agrees))
        if action.agrees and action.keeps:
            self.do(KeepToTimes(action.times))
        return True

    @do.register
    def _ask_for_seat(self, action: AskForSeat) -> bool:
        self._send(Unseat(action.identity, action.asks))
        return True

    @do.register
    def _say(self, action: Speak) -> bool:
        place = self._places[0]
        said = self._talk.voice.say(place, action.code, action.text)
        self._send(Say(self.table, said))
        return True

    def _hear(self, said: Sequence[Spoken]) -> None:
        for heard in self._talk.hear(said, self._places, self._seated):
            mark = b"" if self.seat is None else self.seat.mark
            is_own = heard.identity == self._identity.public
            if is_own and (heard.code, heard.text) == (REJOINED, mark.hex()):
                self._known_by = mark
            if self.game is not None:
                self.game.heard(heard.identity, heard.code)
            self._player.told(TalkHeard(heard))

    @property
    def _places(self) -> tuple[bytes, ...]:
        """Places whose chat we hear; we speak at the first one."""
        table = table_place(self._host, self.table)
        if self.game is None:
            return (table,)
        gid = self._fold.charter.gid
        # After the game, we speak to the table, including people who come for the next
        # one.
        return (table, gid) if self.over else (gid, table)

    @property
    def _seated(self) -> dict[bytes, str]:
        """Names of the people with a seat, by identity."""
        if self.game is not None:
            staying = () if self._next is None else self._next.people
            people: Iterable[LobbyPerson | TablePerson] = (*staying, *self._fold.people)
        else:
            people = () if self._drawing.lobby is None else self._drawing.lobby.people
        return {it.identity: it.name for it in people}

    @do.register
    def _get_up(self, _: GetUp) -> bool:
        self._send(Leave())
        return True

    @do.register
    def _spectate(self, action: Spectate) -> bool:
        if self.game is not None or self._early:
            return False
        self.table, self._looks_on, self._sits = action.table, True, False
        self._wants_password = False
        self._ask_to_look_on()
        return True

    # The lobby.

    def _take_part(self) -> DrawSide:
        """Take part in a new draw, because the last one has failed."""
        self._expectations.end(Expected.DRAW)
        return self._drawing.begin()

    def _take_lobby(self, lobby: Lobby) -> None:
        if self.game is not None:
            return
        self._talk.come()
        options = check_lobby(lobby, self._host, self._suites)
        self.table = lobby.table
        if self._sits or not self._looks_on:
            self._sits = True
            draw = self._drawing.show(lobby)
            if draw is not None:
                self._expectations.end(Expected.DRAW)
                self._ask_to_sit(draw)
            if self._drawing.is_in_lobby:
                self._looks_on = self._is_early = False
        else:
            self._is_early = True
            self._expectations.end(Expected.LOG)
        self._player.told(
            LobbyChanged(
                LobbyNews(
                    lobby.table,
                    options,
                    lobby.seats_wanted,
                    lobby.people,
                    lobby.note,
                    lobby.bots,
                    lobby.listed,
                    lobby.on_page,
                    self._is_early,
                    bool(self._doors.password),
                    lobby.onlookers,
                )
            )
        )

    def _take_draw(self, wire: Wire) -> None:
        if self.game is None and self._sits:
            self._drawing.fix(wire, self._reveal)

    def _reveal(self, reveal: Entry) -> None:
        """Reveal our part in a draw; entries of its game can be stored now."""
        self._post([reveal.wire])
        self._expectations.begin(Expected.DRAW)

    # The game.

    def _take_log(self, message: Log) -> None:
        self._expectations.end(Expected.DRAW, Expected.LOG)
        self._talk.come()
        new = self._read(message)
        if new is None or (self.game is None and not message.wires):
            # After a reconnection, the rest is already requested. Otherwise there is a
            # gap, which no honest host leaves.
            if self.game is None:
                self.table, self._sits = message.table, True
            self._ask_for_log()
            return
        entries = tuple(map(parse_offered, new))
        if self.game is None:
            self._begin(entries)
            return
        self._keeping.keep(new)
        self._receive(self.game, entries)

    def _take_log_after(self, message: Log, game: Game) -> None:
        """Take entries that come after our game, or those of another game."""
        if self._log.is_of_another_game(message):
            self._making_up.stop()
            self._next = None
            self._player.told(RematchWanted([]))
            self._player.told(RematchBegan())
            return
        new = self._read(message) or ()
        entries = list[Entry]()
        with contextlib.suppress(RemoteProtocolError):
            entries += map(parse_offered, new)
        self._making_up.go_on(game.seat.unheard)
        game.receive_after(entries)

    def _read(self, message: Log) -> Sequence[Wire] | None:
        """
        Read part of the host's log; return what is new to us, as `HostLog.take` does.
        """
        is_said_again = message.entry < self._log.next
        new = self._log.take(message)
        # The game may have left a phase that a ballot kept open, at which the host
        # refused what follows.
        if is_said_again or any(map(_is_of_ballot, message.wires)):
            self._making_up.begin_again()
        return new

    # Another host at which our game continues.

    def _arrive(self, visit: Visit) -> None:
        """Continue at the table that has our game."""
        arrival = visit.arrival
        self._visit = None
        self._host = self._at = visit.host
        self._host_name, self._doors = visit.name, visit.doors
        self.table = arrival.table
        if not self._is_online:
            self._is_online = True
            self._player.told(Welcomed())
        if self.game is not None:
            self.game.moved(self.table, self._host)
        self.arrived(self._host_name)
        if self._settling is not None:
            self._settling.begin()
            return
        for message in arrival.kept():
            self._receive_here(message)
        if self.game is not None:
            self._say_what_we_have(self.game)
        self._log.begin_anew(arrival.length)
        self._asked_from = 0
        self.receive(arrival.log)

    def _receive(self, game: Game, entries: Sequence[Entry]) -> None:
        """
        Take new entries of the log, and send the host what it lacks once that is known.
        """
        seat = game.seat
        if self._log.is_read:
            # The host may have fewer entries than it announced, or in other places.
            last = seat.position + len(entries)
            seat.silent_until = min(seat.silent_until, last)
        # Done first, because these entries may be the end, after which we leave.
        self._making_up.go_on(seat.unheard)
        game.receive(entries)
        self._take_end_by_halts(game)

    def _take_own_noes(self, game: Game) -> None:
        """
        Take our own votes of no as logged: a host whose game has ended logs no more.

        A ballot that it doesn't know may keep us from this end, and wait only for our
        no.
        """
        wires = game.seat.unheard_noes()
        if wires:
            self._log.hear(wires)
            self._keeping.keep(wires)
            game.receive(tuple(map(parse_offered, wires)))

    def _take_end_by_halts(self, game: Game) -> None:
        """
        End our game where halts have ended the host's log, if ours has gone on from there.

        The host has read the last halt before the last entry of its phase, and we have read
        the entry first. Nothing else can be done at this host, and all have signed that end.
        """
        fold = game.seat.fold
        if fold.over or not (self._log.is_over and fold.was_halted):
            return
        ended = read_again(fold, tuple(self._log.read))
        if ended is not None and ended.halted:
            game.end_with(ended)

    def _ask_for_log(self) -> None:
        """Request the next part of the host's log, unless that is under way."""
        log = self._log
        if self._asked_from != log.next:
            self._asked_from = log.next
            self._send(Read(self.table, log.next, log.order))

    def _begin(self, entries: Sequence[Entry]) -> None:
        """Collect entries until the lobby is complete, then take our seat."""
        self._early += entries
        if not is_whole_lobby(self._early):
            if len(self._early) >= LOBBY_CAP:
                raise RemoteProtocolError(
                    Sentence("the log doesn't say how the lobby closed")
                )
            return
        charter = open_charter(self._early)
        self._drawing.check(charter)
        check_suite(charter.suite, self._suites)
        is_drawn = charter.seat_of(self._identity.public) is not None
        if is_drawn:
            store = self._drawing.store_for(charter)
        else:
            store = self._environment.store_of(charter.table)
            if not self._looks_on and not has_taken(store):
                store.discard()
                self.over = True
                self._player.told(
                    TableClosed(_("the game began without you"), by_host=False)
                )
                return
        found = self._keeping.begin(charter.gid, self.table)
        is_known = checked_before(store, found)
        if self._environment.made is not None:
            is_known = or_made(is_known, self._environment.made)
        fold = begin(charter, rules_of(charter.options), is_known)
        game = self._play(fold, store)
        if self._is_early:
            self._send(Willing(self.table, True, self._participant.owner))
        self._keeping.keep(wires_of(self._early))
        if is_drawn and found:
            self._log.remember(found)
            self._making_up.begin()
        rest, self._early = self._early[fold.position :], []
        self._receive(game, rest)

    def _play(self, fold: Fold, store: MemoryStore) -> Game:
        self._at = self._host
        game = self.game = Game(
            self._participant,
            self._player,
            GameStart(
                fold,
                Past(
                    store,
                    self._log.length,
                    may_share=True,
                    may_be_set_back=self._may_be_set_back,
                ),
                self.table,
                self._host,
                self._here,
            ),
            Callbacks(
                self._send,
                self._end,
                self._done,
                self._parted,
                self._fail,
                self._expect_entry,
                self._rejoined,
                lambda code: self._say(Speak("", code)),
            ),
            self._environment,
        )
        game.takers(self._takers)
        if self._host != fold.charter.host:
            self._player.told(HostMoved(self._host))
        self._find_home(fold.charter, store)
        return game

    def _find_home(self, charter: Charter, store: MemoryStore) -> None:
        """
        Determine the host of the draw; in a resumed game, the one that the store has.
        """
        self._home = home_in(store)
        if self._home is None and self.at is not None:
            is_drawn_here = self._drawing.is_of(charter)
            # No host can prove its identity, but a person led us to this one.
            if is_drawn_here or self._host == charter.host:
                self._home = HomeHost(self.at, self.is_invited)
            if self._home is not None and is_drawn_here:
                keep_home(store, self._home)

    def _end(self, outcome: Outcome) -> None:
        self.over = True
        self._expectations.end()
        self.finished = outcome is Outcome.SIGNED
        self._is_idle = self._stays and outcome is not Outcome.CLOSED

    def _done(self) -> None:
        if self.is_done:
            self.stopped(None)

    def _parted(self, said: Sequence[Wire]) -> None:
        """Find out who has signed two versions, as long as we are connected."""
        if self.game is None:
            return
        # Nobody else may have both versions of what somebody signed.
        self._keeping.sync()
        self._settling = Settling(
            self.game.seat.fold, said, self._post, self._read_beside, self._settled
        )
        self._settling.begin(self._log.read)
        if self._player.is_program and self._clock is not None:
            # Nobody waits for the result of a bot, and the host has the evidence.
            self._clock.callLater(SETTLING_PATIENCE, self._settle_no_more)

    def _read_beside(self) -> None:
        """Request the whole log once more, without expecting an answer in time."""
        self._transmit(Read(self.table, 0))

    def _settled(self, seat: int, proof: Equivocation) -> None:
        self._player.told(ForkAttributed(seat, proof))
        self._settle_no_more()

    def _settle_no_more(self) -> None:
        if self._settling is not None:
            self._settling = None
            self._done()

    def _receive_settling(self, message: FromHost, settling: Settling) -> None:
        match message:
            case Log(table) if self._is_here(table):
                settling.take(message.entry, message.wires)
            case Convicted(table) if self._is_here(table):
                settling.convicted(_proof_of(message))

    def _fail(self, error: Exception) -> None:
        self.stopped(error)

    def _rejoined(self, mark: bytes) -> None:
        """Announce to the table, signed, that we continue from another machine."""
        self._player.told(MachineAnnounced(mark))

        def tell() -> None:
            if not self._is_online:
                later()  # nobody would receive it
            elif not self.over and mark != self._known_by:
                self._say(Speak(mark.hex(), REJOINED))

        def later() -> None:
            if self._rejoining is not None and self._rejoining.active():
                self._rejoining.cancel()  # another machine has played in between
            if self._clock is not None:
                self._rejoining = self._clock.callLater(REJOINED_AFTER, tell)

        later()

    def displaced(self, ago: float = 0) -> bool:
        """
        Stop, because another program has logged in with our key.

        Two programs must not sign for one seat, and each would displace the other
        forever.

        Args:
            ago: seconds for which the other program has been connected.

        Returns:
            Whether a person is shown the reason.
        """
        if self.game is None or self.over or not self._player.has_person:
            return False
        if not self._has_sat(self.game):
            return False  # spectators sign nothing
        self.over = True
        self._expectations.end()
        # The log may lack entries of the other program when we return.
        with contextlib.suppress(OSError):
            self.game.seat.share()
        self.game.stop()
        self._player.told(SeatDisplaced(ago))
        return True

    def _post(self, wires: Sequence[Wire]) -> None:
        for message in posts(wires):
            self._send(message)


def _is_of_ballot(wire: Wire) -> bool:
    """Return whether a wire, which may be invalid, opens or answers a ballot."""
    try:
        return parse(wire.env).lane.startswith(BALLOTS)
    except RemoteProtocolError:
        return False


def _proof_of(message: Convicted) -> Equivocation:
    """
    Return the proof in a message.

    Raises:
        RemoteProtocolError: it proves nothing.
    """
    entries = map(parse_offered, (message.first, message.second))
    return Equivocation(message.identity, *entries)
