"""
One player's way through a host: the tables, a lobby, a game.

Takes the host's messages and gives messages to send; it knows no socket and no clock.
A connection may break off at any moment: the session is told of the next one, and goes
on where it stood.
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
from sealed_wonders.client.table.checked import checked_before
from sealed_wonders.client.table.doors import TURNED_AWAY, WANTED, Doors
from sealed_wonders.client.table.drawing import Drawing
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import (
    ConnectionChanged,
    ConnectionFailed,
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
)
from sealed_wonders.client.table.expectations import Expectations, Expected
from sealed_wonders.client.table.game import Callbacks, Game, GameStart, Outcome
from sealed_wonders.client.table.home import Home, home_in, keep_home
from sealed_wonders.client.table.hostlog import HostLog, Keeping, MakingUp
from sealed_wonders.client.table.inquiry import Asker
from sealed_wonders.client.table.memory import Past, Store
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.quorum import Followed, party_of
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.table.settling import Settling
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
    Draw,
    is_whole_lobby,
    name_key,
    open_charter,
)
from sealed_wonders.net.lobby import Person as Seated
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
    FromClient,
    FromHost,
    Leave,
    Lobby,
    Log,
    Look,
    Managed,
    Marked,
    Notice,
    Open,
    Pause,
    Paused,
    Person,
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
from sealed_wonders.net.messages import Draw as DrawMessage
from sealed_wonders.net.names import clean_line, clean_name
from sealed_wonders.net.passwords import clean_password
from sealed_wonders.net.rollcall import Answer, Statement, proven
from sealed_wonders.net.suites import begin
from sealed_wonders.net.talk import REJOINED, table_place
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _

REJOINED_AFTER = 2.0
"""
Seconds until the table is told that we play on from another machine: by then we have heard what
was said of it so far, and from when on what we say is later than what our first one said.
"""

SETTLING_PATIENCE = 30.0
"""Seconds for which a program finds out who signed two versions."""

LOBBY_FOLLOWS = ("drawing", "wrong-draw")
"""Why nobody can sit down just now; the host tells at once how it stands at the table."""

ELSEWHERE = "elsewhere"
"""Why a host ends a connection: another program has come in with our key."""

UNWRITTEN = "unwritten"
"""Why a host takes nothing just now: it can't write it down."""

TOO_LATE = "begun"
"""Why nobody can sit down any more; but they can look on."""

ANSWERS = (Lobby, Log, DrawMessage, Refused, Closed)
"""What a host may say to whoever sits down, or is ready."""


def _raise(error: Exception | None) -> None:
    if error is not None:
        raise error


class Session:
    """
    One player at one host.

    Attributes:
        table: the name of the table we sit at; empty until the host has said it.
        game: the game, once it has begun.
        over: the game has ended, stopped, or was closed: nothing more will happen.
        finished: it has ended as it should, signed by all.
        stopped: told when it is over, with None; or that it can't go on, by what was
            found out after a message was received; set by whoever wants to know.
        arrived: told when our game was found at another host than before, with what that is
            called; likewise.
        unwritten: told when the host can't write down what we say just now; likewise.
        at: where the host is that we talk to, with its pin; set before `welcomed`.
        is_invited: we came to the first host by an invitation with its pin; likewise.
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
        Make ready to sit down.

        Args:
            send: sends a message; what is sent while there is no connection is lost.

        Raises:
            ValueError: the password can't be one.
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
        self._drawing = Drawing(
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
        """Our player was asked for the table's."""
        self._turned_away: Refused | None = None
        """How, while we wait to hear which password it takes."""
        self._takers: tuple[Taker, ...] = ()
        self._here: Sequence[bool] = ()
        self._settling: Settling | None = None
        """Somebody was shown another game than we, and we find out whose doing it is."""
        self._is_idle = False
        """The game is over, and we are still there."""
        self._rejoining: IDelayedCall | None = None
        """Tells the table that we play on from another machine."""
        self._known_by = b""
        """The mark that we were heard to have told, perhaps before this process began."""
        self._chooses = not (options.sits or options.table)
        """Which table it is, is said while we are connected."""
        self._sits = not (self._chooses or options.looks_on)
        """We want to sit at `table`."""
        self._is_early = False
        """We look on, and the game hadn't begun yet."""
        self._host = b""
        """The host's identity, which signs its tables."""
        self._host_name = ""
        self._next: Lobby | None = None
        """The table that waits for another game, while we are at the last one."""
        self._left: set[str] = set()
        """Tables at which games of ours go on that we haven't chosen to go on with."""
        self._early: list[Entry] = []
        """Entries of a log whose lobby isn't complete yet."""
        self._log = HostLog()
        self._asked_from = -1
        """The entry from which the log was asked for last, on this connection."""
        self._making_up = MakingUp(self._log, self._post, clock)
        self._at = b""
        """The identity of the host whose log of our game we have read."""
        self._visit: Visit | None = None
        """What is found out at another one, before it is known to have our game."""
        self._attesting = Attesting(identity, seconds)
        self._home: Home | None = None
        """Where the game was drawn."""
        self._is_online = False
        """Our player was told so."""
        self._keeping = Keeping(
            environment.log_of, lambda why: player.told(LogUnwritten(why))
        )

    @property
    def seat(self) -> Seat | None:
        """Our seat, once the game has begun."""
        return None if self.game is None else self.game.seat

    @property
    def gid(self) -> str:
        """
        The first digits of the id of our game, empty if there is none.

        Also when it is over, as long as we are there: others may not have heard of the end.
        """
        if self.game is None or self.is_done:
            return ""
        return stem(self.game.seat.fold.charter.gid)

    @property
    def is_arriving(self) -> bool:
        """The host has let us in, and hasn't shown yet that our game goes on there."""
        return self._visit is not None

    @property
    def followed(self) -> Followed | None:
        """
        Give what there is to know for who follows our game to other hosts.

        None, where nobody does: no game goes on, or nothing was said in it yet.
        """
        if not self.gid or self._visit is not None or self.game is None:
            return None
        seat, fold = self.game.seat, self._fold
        if fold.position <= len(fold.charter.wires):
            return None
        return Followed(
            fold.charter.gid,
            {number: party_of(fold.people[number]) for number in fold.active},
            None if seat.is_out else seat.number,
            fold.phase.number,
            self._home,
            self.is_invited or (self._home is not None and self._home.is_invited),
            seat.heard_of_others,
            seat.unconfirmed,
            self._all_here,
            seat.has_shown,
            self._prove,
        )

    @property
    def _all_here(self) -> bool | None:
        """Whether all who play are connected; None if the host hasn't said that."""
        active = self._fold.active
        if len(self._here) <= max(active):
            return None
        return all(self._here[seat] for seat in active)

    def _prove(
        self, answers: Mapping[bytes, Answer]
    ) -> Mapping[bytes, Mapping[int, Statement]]:
        """Tell which seats hosts have proven to play there, and learn how they count."""
        found = proven(self._fold, answers)
        if self.game is not None:
            for seats in found.values():
                self.game.attested(seats)
        return found

    @property
    def recollects(self) -> Asker | None:
        """Give who asks our host what its seats know of us; None if nobody has to."""
        game = self.game
        if game is None or not (self._is_online and game.recollects):
            return None
        return Asker(self._fold.charter.gid, game.seat.number, self._identity)

    def recollect(self, answers: Mapping[bytes, Answer]) -> None:
        """Take what hosts have answered, by their pins; ours counts."""
        pin = None if self.at is None else self.at.pin
        if self.recollects and self.game is not None and pin is not None:
            self.game.recollect(self._prove(answers).get(pin, {}))

    def visit(self) -> Visit | None:
        """Give what looks for our game at another host; None if there is nothing to look for."""
        if self.game is None or self.is_done:
            return None
        return Visit(self._fold, self.table, self._doors)

    def departing(self, host: bytes, name: str) -> FromClient | None:
        """
        Give what is said to a host as we leave it for another one, if anything is.

        Args:
            host: the pin of that one.
            name: what it is called, as it says.
        """
        plays = self.game is not None and not self.game.seat.is_out
        return Depart(self.table, host, name) if plays and self._is_online else None

    def elsewhere(self, hosts: Sequence[Nearby]) -> None:
        """Take at which other hosts our game may go on, though nobody is proven there."""
        self._player.told(HostsFound(hosts))

    def crossed(self, visit: Visit) -> None:
        """Go on at another host, which has shown that it has our game, on its connection."""
        self._leave_host()
        self._arrive(visit)

    @singledispatchmethod
    def do(self, action: InSession) -> bool:
        """
        Do something for our player; tells whether that was possible.

        Raises:
            OSError: it can't be written to disk; nothing was sent.
            ValueError: something in it can't be sent.
        """
        return self.game is not None and self.game.do(action)

    # What the link tells us.

    def sets_out(self) -> None:
        """Take note that a connection is tried for the first time."""
        self._expectations.begin(Expected.WELCOME)

    def welcomed(self, welcome: Welcome) -> None:
        """Take the host's welcome, the first on each connection, and sit down."""
        self._host, self._host_name = welcome.identity, welcome.name
        self._expectations.end(Expected.WELCOME)
        self._doors.welcomed(welcome.identity, welcome.tables, welcome.salt)
        self._wants_password = False
        if self.gid and welcome.identity != self._at:
            self._visit = Visit(self._fold, self.table, self._doors)
            self._send_all(self._visit.welcomed(welcome))
            return
        self._is_online = True
        self._player.told(ConnectionChanged(True))
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
        """Ask to sit or to look on, as our player wants, where no game of ours goes on."""
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
            # A host that was restarted has another table, and begins to count again.
            draw = self._take_part()
        self._ask_to_sit(draw)

    def _come_back(self, game: Game) -> None:
        """Go on with a game on another connection, perhaps to another host."""
        # Asked for before it is told that there is more: a table that is gone says so.
        self._ask_for_log()
        self._say_what_we_have(game)

    def _say_what_we_have(self, game: Game) -> None:
        """Tell a host that we have come to what it may lack."""
        has_sat = self._has_sat(game)
        if has_sat:
            # Also when the game is over, which others may not have heard of yet.
            self._making_up.begin()
        else:
            self._post(game.seat.unheard())
        if self._looks_on and not has_sat:
            self._send_all(self._proof(self.table))
            self._send(Willing(self.table, True, self._participant.owner))
        game.welcomed()

    def _has_sat(self, game: Game) -> bool:
        """Tell whether we have, or had, a seat: a host takes of nobody else what it lacks."""
        return game.seat.fold.handovers.seat_of(self._identity.public) is not None

    def _proof(self, table: str) -> Iterable[FromClient]:
        """Give what shows that we know a table's password; a game's has its own key."""
        made_at = b"" if self.game is None else self._fold.charter.host
        return self._doors.proof(table, made_at)

    @property
    def _fold(self) -> Fold:
        """What follows from the log of our game."""
        if self.game is None:
            raise LocalProtocolError("there is no game")
        return self.game.seat.fold

    def _ask_to_sit(self, draw: Draw) -> None:
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
        """Name the tables where games of others go on, if nobody waits for more at any."""
        mine = name_key(self._name)
        games = [line for line in tables if line.state == "playing"]
        if any(line.has_room for line in tables):
            return ()
        if any(mine in map(name_key, line.players) for line in games):
            return ()  # it may be our own game
        return tuple(line.name for line in games)

    def lost(self) -> None:
        """Take note that the connection broke off."""
        self._leave_host()
        if not self.is_done:
            self._expectations.begin(Expected.WELCOME)
        if self._is_online:
            self._is_online = False
            self._player.told(ConnectionChanged(False))

    def _leave_host(self) -> None:
        """Forget what a host said of how it stands: the next one says it anew."""
        self._here = ()
        self._making_up.stop()
        if self.game is not None:
            self.game.lost()
        if self._takers:
            self._take_takers(())
        self._expectations.end()
        self._visit = None

    def turn_away(self) -> None:
        """Take note that the host isn't to be believed, and that we leave it."""
        if self._visit is None and self.game is not None:
            self._at = b""
            self.game.seat.drop_unchecked()
        self.lost()

    def astray(self, why: Sentence) -> None:
        """Take why there is still no new connection; there will be other tries."""
        self._player.told(ConnectionFailed(why))

    def close(self) -> None:
        """Do nothing more by ourselves; nothing that we still do is heard."""
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
            RemoteProtocolError: the host sends what no honest host does.
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
        """Take what is said of no table, whatever goes on at ours."""
        match message:
            case Notice(text):
                self._player.told(HostNotice(text))
            case Managed(lines, is_well):
                self._player.told(HostAnswered(lines, is_well=is_well))

    def _receive_until_over(self, message: FromHost) -> None:
        """Take a message as long as our game isn't over."""
        if isinstance(message, ANSWERS):
            self._expectations.end(Expected.LOBBY)
        match message:
            case Lobby() if self.denies_our_game(message):
                # It was restarted, and our game is over, or nobody but us knows of it.
                self._close(str(notices.ANOTHER_GAME(name=f"{message.table!r}")))
            case Lobby() if self._is_ours(message):
                self._take_lobby(message)
            case Log(table) if self._is_at_no_table:
                # A game we have left: whoever chooses a table chooses it or doesn't.
                self._left.add(name_key(table))
            case Log(table) if not self.table or self._is_here(table):
                self._take_log(message)
            case Refused():
                self._take_refusal(message)
            case Tables(tables):
                self._take_tables(tables)
            # Whoever has a seat at two tables hears of both.
            case (
                DrawMessage(table)
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
        """We neither play, nor want to sit or look on."""
        return not (self._sits or self._looks_on) and self.game is None

    def _receive_here(self, message: FromHost) -> None:
        """Take what is said of our own table."""
        match message:
            case DrawMessage(_, wire):
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
        """Take what is said of the game at our table."""
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
        # Marks change many times a turn, and concern nobody else.
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
        # Who hears of somebody may give them a seat at once.
        self._player.told(TakersChanged(self._takers))

    def _close(self, reason: str) -> None:
        """Stop: nothing goes on at the table."""
        self.over = True
        self._expectations.end()
        if self.game is not None:
            self.game.stop()
        self._player.told(TableClosed(reason, by_host=True))

    def _send(self, message: FromClient) -> None:
        """Send a message, and expect the answer that an honest host gives at once."""
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
        Try the one we know, where it wasn't yet; or ask our player for another.

        Args:
            looked: the host has just told which tables there are.
        """
        if refused.reason == WANTED:
            if not (looked or self._doors.knows(self.table)):
                self._turned_away = refused
                # The table is newer than what we know, or isn't listed.
                self._send(Look(self.table))
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
        """Ask once more for what we were turned away from."""
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
        if refused.reason == ELSEWHERE and self.displaced():
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
            self._take_own_noes(game)
        game.refused()
        self._player.told(RequestRefused(refused.reason, refused.detail))

    def _take_refusal_before_game(self, refused: Refused) -> None:
        if refused.reason == "no-game" and self._looks_on:
            return  # it hasn't begun; we say again that we would take a seat when it has
        lobby_follows = refused.reason in LOBBY_FOLLOWS
        if self._looks_on and self._sits and not self._drawing.is_in_lobby:
            self._sits = lobby_follows
            if refused.reason == TOO_LATE:
                self._ask_to_look_on()
                return
        if self._chooses and not self.is_seated and not lobby_follows:
            # Nor is it asked for again; another table may be.
            self._sits, self.table = False, ""
        self._player.told(RequestRefused(refused.reason, refused.detail))

    def _receive_idle(self, message: FromHost) -> None:
        """Take a message when the game is over: of those who are there, and of another."""
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
            # A ballot that we tell of again, as the host has lost it, is none of our person's.
            case Refused(reason, detail) if reason not in (
                "no-table",
                Reason.OVER.value,
            ):
                self._player.told(RequestRefused(reason, detail))

    def _take_next_lobby(self, lobby: Lobby) -> None:
        """Take who waits for another game at our table, and tell which people do."""
        self._next = lobby
        people = [it.name for it in lobby.people if it.owner is None]
        self._player.told(RematchWanted(people))

    @property
    def is_done(self) -> bool:
        """Nothing that the host may still say means anything to us."""
        return self.over and not self._is_idle and self._settling is None

    @property
    def leaves_nothing(self) -> bool:
        """
        The game is over, or we have never had a seat in it, and have agreed to none.

        Who can't go on now, since others haven't told it enough, may try again later.
        """
        seat = self.seat
        if seat is not None and seat.is_stuck:
            return False
        return self.over or (seat is not None and seat.looked_on)

    def _is_ours(self, lobby: Lobby) -> bool:
        """Tell whether a lobby is that of a table we want to sit at, or sit at already."""
        if self._sits or self._looks_on:
            return not self.table or self._is_here(lobby.table)
        return any(it.identity == self._identity.public for it in lobby.people)

    def denies_our_game(self, message: FromHost) -> bool:
        """Tell whether a host says by something that it has our game, which goes on, no more."""
        if self._visit is not None:
            return False  # it is still asked which table has it
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
        """Tell whether a table is ours: the host may spell its name in another way."""
        return name_key(table) == name_key(self.table)

    @property
    def is_seated(self) -> bool:
        """Tell whether we have a seat, as far as we have heard."""
        return self.game is not None or self._drawing.is_in_lobby

    # What the player does; see `sealed_wonders.client.table.actions`.

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
        Sit down where we have played, for another game; look on if it has begun.

        Args:
            before: the session of the last one, on the same connection.
            wishes: what is to be other than the last time, if nobody else sits there yet.
        """
        self._wishes = wishes
        self._sits = self._looks_on = True
        self._stay(before)
        self._ask_to_sit(self._take_part())

    def look_on_again(self, before: Session) -> None:
        """
        Look on at the next game where we have looked on, or wait for it.

        Args:
            before: the session of the last one, on the same connection.
        """
        self._sits, self._looks_on = False, True
        self._stay(before)
        self._ask_to_look_on()
        if before._next is not None:
            self._take_lobby(before._next)  # which the host doesn't say again

    def _stay(self, before: Session) -> None:
        self.table = before.table
        self._host, self._host_name = before._host, before._host_name
        self._doors, self._talk = before._doors, before._talk

    @do.register
    def _refresh_tables(self, _: RefreshTables) -> bool:
        self._send(Look())
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
            raise ValueError(Sentence("{n} words are too many", n=len(words)))
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
        """Where what is said is heard; the first is where we speak."""
        table = table_place(self._host, self.table)
        if self.game is None:
            return (table,)
        gid = self._fold.charter.gid
        # When it is over it is said to the table, and to whoever comes for another.
        return (table, gid) if self.over else (gid, table)

    @property
    def _seated(self) -> dict[bytes, str]:
        """Return the names of those who have a seat, by identity."""
        if self.game is not None:
            staying = () if self._next is None else self._next.people
            people: Iterable[Person | Seated] = (*staying, *self._fold.people)
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

    def _take_part(self) -> Draw:
        """Take part in a draw; nothing has come of the one before."""
        self._expectations.end(Expected.DRAW)
        return self._drawing.begin()

    def _take_lobby(self, lobby: Lobby) -> None:
        if self.game is not None:
            return
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
        """Take our part in a draw, now that what we say in its game can be written down."""
        self._post([reveal.wire])
        self._expectations.begin(Expected.DRAW)

    # The game.

    def _take_log(self, message: Log) -> None:
        self._expectations.end(Expected.DRAW, Expected.LOG)
        new = self._read(message)
        if new is None or (self.game is None and not message.wires):
            # On coming back that is under way; it is for a gap which no honest host leaves.
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
        """Take what is said of the log when the game is over here, or of another game's."""
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
        """Read what a host says of its log; gives what we hadn't, as `HostLog.take` does."""
        is_said_again = message.entry < self._log.next
        new = self._log.take(message)
        # A phase that a ballot kept open may be left by now; what follows it was refused.
        if is_said_again or any(map(_is_of_ballot, message.wires)):
            self._making_up.begin_again()
        return new

    # Another host, at which our game goes on.

    def _arrive(self, visit: Visit) -> None:
        """Go on at the table that has our game."""
        arrival = visit.arrival
        self._visit = None
        self._host = self._at = visit.host
        self._host_name, self._doors = visit.name, visit.doors
        self.table = arrival.table
        if not self._is_online:
            self._is_online = True
            self._player.told(ConnectionChanged(True))
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
        """Take what is new in the log, and tell the host what it lacks when we know that."""
        seat = game.seat
        if self._log.is_read:
            # It may have fewer than it said before, or some of them in other places.
            last = seat.position + len(entries)
            seat.silent_until = min(seat.silent_until, last)
        # Before that, since it may be the end, and we go.
        self._making_up.go_on(seat.unheard)
        game.receive(entries)

    def _take_own_noes(self, game: Game) -> None:
        """
        Take our noes to ballots as they are: a host whose game has ended logs no more.

        A ballot that it doesn't know may keep us from that end, and wait for our no alone.
        """
        wires = game.seat.unheard_noes()
        if wires:
            self._log.hear(wires)
            self._keeping.keep(wires)
            game.receive(tuple(map(parse_offered, wires)))

    def _ask_for_log(self) -> None:
        """Ask for what comes next in the host's log, unless that is under way."""
        log = self._log
        if self._asked_from != log.next:
            self._asked_from = log.next
            self._send(Read(self.table, log.next, log.order))

    def _begin(self, entries: Sequence[Entry]) -> None:
        """Collect entries until the lobby is complete, then take our seat."""
        self._early += entries
        if not is_whole_lobby(self._early):
            if len(self._early) >= LOBBY_CAP:
                raise RemoteProtocolError(Sentence("a log whose lobby has no end"))
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

    def _play(self, fold: Fold, store: Store) -> Game:
        """Begin the game."""
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

    def _find_home(self, charter: Charter, store: Store) -> None:
        """Know where the game was drawn; of one from before, as an earlier process knew."""
        self._home = home_in(store)
        if self._home is None and self.at is not None:
            is_drawn_here = self._drawing.is_of(charter)
            # Nobody proves who a host is; but it was led to by a person.
            if is_drawn_here or self._host == charter.host:
                self._home = Home(self.at, self.is_invited)
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
        """Find out who has signed two versions, as long as we are there."""
        if self.game is None:
            return
        self._settling = Settling(
            self.game.seat.fold, said, self._post, self._read_beside, self._settled
        )
        self._settling.begin(self._log.read)
        if self._player.is_program and self._clock is not None:
            # Nobody waits for what it finds; the host has what it takes.
            self._clock.callLater(SETTLING_PATIENCE, self._settle_no_more)

    def _read_beside(self) -> None:
        """Ask for the whole log once more; nothing is expected of the host any more."""
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
        """Tell the table, signed, that we play on from another machine."""
        self._player.told(MachineAnnounced(mark))

        def tell() -> None:
            if not self._is_online:
                later()  # nobody would hear it
            elif not self.over and mark != self._known_by:
                self._say(Speak(mark.hex(), REJOINED))

        def later() -> None:
            if self._rejoining is not None and self._rejoining.active():
                self._rejoining.cancel()  # yet another one has come in between
            if self._clock is not None:
                self._rejoining = self._clock.callLater(REJOINED_AFTER, tell)

        later()

    def displaced(self, ago: float = 0) -> bool:
        """
        Stop, since another program has come in with our key; tells whether a person sees why.

        Two must not sign for one seat, and each would put the other out for ever.

        Args:
            ago: for how many seconds it has been there.
        """
        if self.game is None or self.over or not self._player.has_person:
            return False
        if not self._has_sat(self.game):
            return False  # whoever looks on signs nothing
        self.over = True
        self._expectations.end()
        # Whatever it signs, the log may not have when we come back.
        with contextlib.suppress(OSError):
            self.game.seat.share()
        self.game.stop()
        self._player.told(SeatDisplaced(ago))
        return True

    def _post(self, wires: Sequence[Wire]) -> None:
        for message in posts(wires):
            self._send(message)


def _is_of_ballot(wire: Wire) -> bool:
    """Tell whether a wire, which may be anything, opens a ballot or answers one."""
    try:
        return parse(wire.env).lane.startswith(BALLOTS)
    except RemoteProtocolError:
        return False


def _proof_of(message: Convicted) -> Equivocation:
    """
    Read a proof.

    Raises:
        RemoteProtocolError: it proves nothing.
    """
    entries = map(parse_offered, (message.first, message.second))
    return Equivocation(message.identity, *entries)
