"""
`Person`, a player who is a person at a terminal.

It puts events into the table model, notifies a listener, and holds the answer to the
open question. It knows nothing of terminals, nor whether there is line mode or screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.client.person import handing
from sealed_wonders.client.person.breaks import Breaks
from sealed_wonders.client.person.choice import PendingChoice
from sealed_wonders.client.person.comforts import Comforts
from sealed_wonders.client.person.commandline import CommandLine
from sealed_wonders.client.person.comparing import Comparing
from sealed_wonders.client.person.disclosing import Disclosing
from sealed_wonders.client.person.earlyend import Finishing
from sealed_wonders.client.person.elsewhere import Elsewhere
from sealed_wonders.client.person.handing import SeatHandover
from sealed_wonders.client.person.hostconsole import Managing
from sealed_wonders.client.person.knownkeys import Trust
from sealed_wonders.client.person.leaving import Leaving
from sealed_wonders.client.person.listener import NullListener
from sealed_wonders.client.person.pausing import Pausing
from sealed_wonders.client.person.personballots import Voting
from sealed_wonders.client.person.readiness import Readiness
from sealed_wonders.client.person.retiming import Retiming
from sealed_wonders.client.person.seatwords import SeatWords
from sealed_wonders.client.person.tableactions import TableActions
from sealed_wonders.client.person.takeoverhost import HostTakeover
from sealed_wonders.client.person.talking import VOICES_CAP, Talking
from sealed_wonders.client.reasons import (
    connection_failed,
    connection_lost,
    log_unkept,
    waits_for_disk,
)
from sealed_wonders.client.storage.home import PinBook
from sealed_wonders.client.table.actions import (
    AnswerQuestion,
    EnterPassword,
    Insist,
    LeaveTable,
    PlayAgain,
    ShowPresence,
    Spectate,
    SpectateAgain,
    TakeSeat,
)
from sealed_wonders.client.table.events import (
    AbsenceChanged,
    AskingChanged,
    CardsDisclosed,
    ChoiceCommitted,
    ChoiceOpened,
    ChoiceUnwritten,
    ClockChanged,
    ClockPaused,
    ConnectionFailed,
    ConnectionLost,
    DisclosureOffered,
    EquivocationProven,
    FalseDisclosure,
    ForkAttributed,
    FraudFound,
    GameBegan,
    GameEnded,
    GameStopped,
    GivingChanged,
    HaltingChanged,
    HostAnswered,
    HostAwaited,
    HostMoved,
    HostNotice,
    HostsFound,
    LobbyChanged,
    LobbyNews,
    LogForked,
    LogUnwritten,
    MachineAnnounced,
    MachineMarked,
    NoSeatFree,
    OfferWithdrawn,
    PasswordWanted,
    PresenceChanged,
    ProgramUnwritten,
    PutOut,
    Question,
    RematchBegan,
    RematchWanted,
    RequestRefused,
    SeatDisplaced,
    SeatHanded,
    SeatOffered,
    SecretMissing,
    SpectatingBegan,
    StandingsChanged,
    StateAdvanced,
    StateMatches,
    StateMismatch,
    TableClosed,
    TablesListed,
    TakersChanged,
    TalkHeard,
    TermsOffered,
    TimesChanged,
    Waiting,
    Welcomed,
)
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.tablewords import (
    absences,
    endings,
    lenders,
    lobby,
    lookalikes,
    machines,
    refusals,
    standings,
    stillthere,
    tablewishes,
)
from sealed_wonders.client.tablewords.machines import Machines
from sealed_wonders.client.tablewords.stillthere import Summons
from sealed_wonders.client.view import updates
from sealed_wonders.client.view.ending import (
    ClosedEnding,
    Displaced,
    Ending,
    Stuck,
    TwoGames,
)
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.client.view.sealedmove import Sealed
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.timeleft import TimeLeft
from sealed_wonders.client.words import sealedanswer, text
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.certificate import PIN_DIGITS
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.lobby import Charter, TablePerson
from sealed_wonders.net.talk import BOT, BREAK, CLOSES, LENT_TO_ANYONE, MYSELF
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _, p_

SEAT_PATIENCE = 5.0
"""Seconds after a refusal in which we may still turn out to have a seat."""


@dataclass(frozen=True, slots=True)
class PersonCallbacks:
    """Callbacks from a person to the program around them."""

    on_seat: Callable[[], None] = lambda: None
    """Called when the host has given us a seat, or when input is needed before that."""
    on_no_seat: Callable[[str], bool] = lambda why: False
    """
    Called with the reason why the host has no seat for us.

    Returns whether another table can be chosen, so that we don't leave.
    """
    on_games: Callable[[], bool] = lambda: False
    """
    Called when every table has a running game and no free seat.

    Returns whether the tables are shown elsewhere, to choose one there.
    """
    on_password: Callable[[str, str], bool] = lambda table, why: False
    """
    Called with the table that wants a password, and why the last one was refused.

    Returns whether another screen prompts for the password.
    """
    can_host: Callable[[], bool] = lambda: False
    """Returns whether this machine can continue the game."""
    wall: Callable[[], float] = lambda: 0.0
    """Returns the wall-clock time, for display only: it may be wrong and go back."""


class Person(Player):
    """
    A player who is a person.

    Attributes:
        table: Their actions at the table; set before the session begins.
        known: The table model, with everything they have learned.
        commands: Carries out typed lines.
        readiness: Whether we want to begin.
        voting: Ballots on going on without others.
        handing: Handing over our seat.
        leaving: Leaving the table.
        breaks: The break at the end of an age, if one is proposed.
        finishing: Ending a game early.
        disclosing: Disclosing our face-down cards after the game.
        seatwords: The twelve words for another machine.
        talking: Chat, and whom we have muted.
        here: Continuing the table on this machine.
        comparing: Comparing the table's state, after a move from another machine.
        listener: Notified of all events.
        trusted: The keys of others.
        seated: Whether the host has given us a seat, in a lobby or a game.
        over: Whether nothing more can happen in the game.
        back: The command that returns to this table; empty if there is none.
        wishes: Options we want for our table, if it is opened for us.
        is_guest: Whether somebody else's program plays our seat.
    """

    has_person = watches = True
    is_guest = False
    table: TableActions

    def bind(self, table: object) -> None:
        """Do nothing: actions go to the connection, which knows the session."""

    def __init__(
        self,
        listener: NullListener,
        reactor: IReactorTime,
        identity: bytes,
        book: PinBook,
        comforts: Comforts | None = None,
        callbacks: PersonCallbacks | None = None,
    ) -> None:
        """
        Create a person who knows nothing yet.

        Args:
            listener: For line mode or for screens.
            identity: Our identity.
            book: The keys of people we have played with.
        """
        comforts = comforts or Comforts()
        callbacks = callbacks or PersonCallbacks()
        self.seated = False
        self.over = False
        self.back = ""
        self.wishes: Wishes = ()
        self.listener = listener
        self.trusted = Trust(
            identity, book, lambda why: self.tell(why, LineKind.WARNING)
        )
        self.known = TableModel(self.trusted.keyring)
        self._told_away = set[Seat]()
        """The seats of players of whom we have said that they are away."""
        self.readiness = Readiness(self, self.trusted, eager=comforts.eager)
        self.talking = Talking(self)
        self.breaks = Breaks(self)
        self.managing = Managing(self)
        self.retiming = Retiming(self, reactor.seconds)
        self.pausing = Pausing(self, self.retiming)
        self.commands = CommandLine(self, confirm=comforts.confirm)
        self.voting = Voting(self, reactor.seconds)
        self.handing = SeatHandover(self, reactor)
        self.finishing = Finishing(self)
        self.leaving = Leaving(self)
        self.disclosing = Disclosing(self)
        self.seatwords = SeatWords(self)
        self.here = HostTakeover(self, reactor, callbacks.can_host)
        self.moving = Elsewhere(self)
        self.comparing = Comparing(self)
        self.known.handing = self.handing.model
        self._reactor = reactor
        self._bell = comforts.bell
        self._alarm = comforts.alarm
        self._summons = Summons(reactor, self._summon)
        self._on_seat = callbacks.on_seat
        self._on_no_seat = callbacks.on_no_seat
        self._on_games = callbacks.on_games
        self._on_password = callbacks.on_password
        self._wall = callbacks.wall
        self._choice = PendingChoice()
        self._has_told_standings = False
        self._machines = Machines(self.known, reactor.seconds)
        self._lent_to_anyone: dict[bytes, None] = {}
        """See `LobbyNews.to_anyone`."""
        self._before: LobbyNews | None = None
        """The last lobby of the previous game at this table."""
        listener.listen_to(self)

    # The lobby.

    def on_terms_offered(self, event: TermsOffered) -> None:
        self.known.terms = event.terms

    def on_tables_listed(self, event: TablesListed) -> None:
        self.known.host, self.known.tables = event.host, tuple(event.tables)
        self.listener.changed()
        self.listener.tables()

    def on_no_seat_free(self, event: NoSeatFree) -> None:
        """Ask whether to watch a game or to open another table."""
        if self._on_games():
            return  # all tables are shown there
        self.known.games = tuple(event.games)
        self._sit_down()
        self.listener.guide(*lobby.only_games(event.games))

    def on_password_wanted(self, event: PasswordWanted) -> None:
        why = refusals.password_wanted(event.reason, event.detail)
        if self._on_password(event.table, why):
            return
        self.known.password_of = event.table
        self.known.password_why = why
        self._on_seat()  # input is needed, though there is no seat yet
        self.listener.guide(*lobby.password_wanted(event.table, why))

    def give_password(self, typed: str) -> None:
        """Try a typed password."""
        try:
            self.table.do(EnterPassword(typed))
        except ValueError as problem:
            self.listener.guide(lobby.no_password(problem))
        else:
            self.known.password_of = None

    def choose_game(self, table: str) -> None:
        """Watch the game at a table, or open another table if none is named."""
        if table:
            self.table.do(Spectate(table))
        else:
            self.table.do(TakeSeat(""))

    def host_moved(self, host: str, at: Address) -> None:
        """Report that the table continues at another host."""
        self.known.host, self.known.invitations = host, (Invitation(at.brief),)
        said = _("The table continues on {host} ({address}).")
        where = replace(at, pin=None).brief
        if at.pin is not None:
            where += f", {_('pin {pin}').format(pin=at.pin.hex()[:PIN_DIGITS])}"
        self.tell(said.format(host=text.host_named(host), address=where))

    def on_welcomed(self, event: Welcomed) -> None:
        self.known.connection_failure = ""
        if self.known.offline:
            self.known.offline = False
            self.here.welcomed()
            self.tell(_("Connected again."))
            self.handing.welcomed()

    def on_connection_lost(self, event: ConnectionLost) -> None:
        self.known.connection_failure = ""
        if not self.over:
            self.known.offline = True
            self.pausing.connection_lost()
            self.managing.connection_lost()
            self.retiming.connection_lost()
            self.tell(connection_lost())  # a screen shows a warning while it lasts
            self.here.connection_lost()

    def offered_to_host(self) -> None:
        """Explain how to continue the table on this machine."""
        self.listener.guide(
            _("To continue here, type: {word}").format(word=p_("typed", "here"))
        )
        self.listener.changed()

    def on_connection_failed(self, event: ConnectionFailed) -> None:
        self.known.connection_failure = connection_failed(event.why)
        self.tell(self.known.connection_failure)

    def on_host_awaited(self, event: HostAwaited) -> None:
        self.known.awaited = event.awaited
        self.listener.changed()
        self.listener.expecting()

    def on_lobby_changed(self, event: LobbyChanged) -> None:
        """Handle a new state of the lobby, and be ready if that is due."""
        known = self.known
        news = replace(event.news, to_anyone=frozenset(self._lent_to_anyone))
        before, known.news, known.games = known.news, news, ()
        known.password_of = None
        if before is None or before.options != event.news.options:
            known.surprises = tuple(self._surprises(event.news))
        known.handing.looks_on = event.news.looks_on
        ready = [
            it.ready for it in event.news.people if it.identity == known.keyring.me
        ]
        if ready or event.news.looks_on:
            self._sit_down()
        self.listener.lobby(before)
        if not self.readiness.eager:
            self._tell_lobby(before, news)
        self.listener.changed()
        if ready:
            self.readiness.look(is_ready=ready[0])

    def _tell_lobby(self, before: LobbyNews | None, now: LobbyNews) -> None:
        """
        Report how a new table differs from our wishes, or what has changed at ours.
        """
        known = self.known
        if before is None:
            if known.surprises:
                self.tell(lobby.surprise(known.surprises, wished=bool(self.wishes)))
        elif before.table == now.table:
            self.tell_all(lobby.changes(before, now, known))

    def on_talk_heard(self, event: TalkHeard) -> None:
        """Pass a message on to the component for its code."""
        if event.heard.code in machines.CODES:
            if said := self._machines.heard(event.heard):
                self.tell(said, LineKind.WARNING)
                self._bell()
        elif event.heard.code == BREAK:
            self.breaks.heard(event.heard)
            self.listener.changed()
        elif event.heard.code in (BOT, MYSELF):
            is_muted = event.heard.identity in self.talking.muted
            self.handing.heard(event.heard, is_told=not is_muted)
            self.listener.changed()
        elif event.heard.code == CLOSES:
            heard_at = self._reactor.seconds()
            updates.closes(self.known, event.heard.identity, heard_at)
        elif event.heard.code == LENT_TO_ANYONE:
            self._hear_lent_to_anyone(event.heard.identity)
        else:
            self.talking.heard(event.heard)

    def _hear_lent_to_anyone(self, identity: bytes) -> None:
        """Note that any phone can get a seat such as this, and report it once."""
        known, before = self.known, self.known.news
        if identity in self._lent_to_anyone:
            return
        self._lent_to_anyone[identity] = None
        if len(self._lent_to_anyone) > VOICES_CAP:
            del self._lent_to_anyone[next(iter(self._lent_to_anyone))]
        if before is not None:
            known.news = replace(before, to_anyone=frozenset(self._lent_to_anyone))
            self.tell_all(lenders.said_to_anyone(known.news, identity))
            self.listener.changed()

    def on_clock_paused(self, event: ClockPaused) -> None:
        self.pausing.paused(event.by, event.on, event.most)
        if self.handing.plays:
            self.pausing.go_on_by_program()
        self.listener.changed()

    def on_times_changed(self, event: TimesChanged) -> None:
        self.retiming.timing(event.timing)
        if self.handing.plays:
            self.retiming.agree_by_program()
        self.listener.changed()

    def on_host_notice(self, event: HostNotice) -> None:
        said = _("The operator of this host says: {line}").format(line=event.text)
        self.tell(said, LineKind.WARNING)

    def on_host_answered(self, event: HostAnswered) -> None:
        self.managing.managed(event.lines, is_well=event.is_well)

    def on_standings_changed(self, event: StandingsChanged) -> None:
        """Record the standings, and report them after a game."""
        if self.known.again:
            return  # they are of the people who wait for the next game
        self.known.standings = tuple(event.rows)
        if self.known.ending is not None:
            self._tell_standings()
        self.listener.changed()

    def _tell_standings(self) -> None:
        """Show the standings after a game once; screens show them anyway."""
        if self.known.standings and not self._has_told_standings:
            self._has_told_standings = True
            self.listener.guide(*standings.lines(self.known))

    def on_machine_marked(self, event: MachineMarked) -> None:
        self.known.mark = event.mark

    def on_machine_announced(self, event: MachineAnnounced) -> None:
        self.tell(machines.ours(event.mark))
        self.listener.changed()

    def on_seat_displaced(self, event: SeatDisplaced) -> None:
        log, since = (
            self.table.keep_log(whole=False),
            machines.at(self._wall() - event.ago),
        )
        self._end(Ending(None, Displaced(since, self.back), log))
        self._bell()

    def on_request_refused(self, event: RequestRefused) -> None:
        """Report what the host refused, and leave if it was our seat."""
        if self.seated:
            kind = LineKind.WARNING if self.handing.refused() else LineKind.TABLE
            self.tell(refusals.sentence(event.reason, event.detail), kind)
        else:
            # If we have a seat from before, the host will say so soon.
            why = refusals.no_seat(event.reason, event.detail)
            if not self._on_no_seat(why):
                self._reactor.callLater(SEAT_PATIENCE, self._give_up, why)

    # The game.

    def on_game_began(self, event: GameBegan) -> None:
        known = self.known
        known.games, resumed = (), known.news is None
        updates.begin(known, event.charter, event.seat)
        self.commands.began()
        self._sit_down()
        me = known.keyring.me
        taken = me is None or event.charter.seat_of(me) is None
        kind = LineKind.TABLE if resumed or taken else LineKind.GAME
        begins = lobby.begins(event.charter, resumed=resumed, taken=taken)
        self._tell_begins(begins, kind, event.charter, event.seat)
        for person in event.charter.people:
            self.readiness.meet(person)

    def _tell_begins(
        self, begins: Iterable[str], kind: LineKind, charter: Charter, seat: Seat
    ) -> None:
        """
        Report the beginning of a game, and who sits where.

        Args:
            kind: The kind of the first line.
        """
        first, *code = begins
        self.tell(first, kind)
        # Only in the log: screens show the table code, and who sits where.
        self.tell_all((*code, lobby.others(charter, seat)), LineKind.GAME)
        self.tell_all(lookalikes.warnings(charter.people))

    def on_host_moved(self, event: HostMoved) -> None:
        """Record the host whose bots are now "the host's bots"."""
        self.known.moved_to = event.host

    def on_state_advanced(self, event: StateAdvanced) -> None:
        """Pass on the news; they are shown once we know whether more follow."""
        lines = updates.see(self.known, event.state, event.faces)
        if lines is not None and self.known.sight is not None:
            self.listener.happened(self.known.sight, lines)
            self.listener.changed()

    def on_waiting(self, event: Waiting) -> None:
        before = self.known.wait
        updates.wait(self.known, event.wait, self._reactor.seconds())
        if not event.wait.behind:
            self.listener.caught_up()
        self.breaks.look()
        self.listener.changed()
        if self.comparing.asks and (
            before is None
            or not before.must_compare
            or (before.phase, before.missing) != (event.wait.phase, event.wait.missing)
        ):
            self._bell()
            self.listener.comparing()
            return
        if not self.can_choose:
            self.listener.waiting()

    def on_choice_opened(self, event: ChoiceOpened) -> None:
        self.listener.caught_up()
        updates.ask(self.known, event.question)
        phase = event.question.phase
        self._choice.open(lambda move: self.table.do(AnswerQuestion(phase, move)))
        self.listener.changed()
        if self.handing.plays:
            self.handing.play_on()
            return
        self.listener.asked()
        self._bell()
        self.listener.clock()

    def on_choice_committed(self, event: ChoiceCommitted) -> None:
        is_overdue = event.late and not self.known.handing.autopilot
        sealed = Sealed(event.move, self._choice.overdue if is_overdue else None)
        menu = self.known.menu
        if menu is None or menu.question.phase != event.question.phase:
            updates.ask(self.known, event.question)  # an earlier process has asked
        self._close_question()
        updates.seal(self.known, sealed)
        kind = LineKind.WARNING if is_overdue else LineKind.GAME
        said = sealedanswer.sentence(sealed, self.known.menu)
        self.tell(said, kind, in_turn=False)  # the turn has yet to begin

    def time_out(self, question: Question) -> Move | None:
        """Return the move laid down, if any, and accept no other answer."""
        lies = self.lies
        self._choice.time_out(lies)
        self.listener.changed()
        if lies is None and self.known.handing.autopilot:
            return self.handing.choose(question)
        return lies.move if lies is not None else None

    def on_choice_unwritten(self, event: ChoiceUnwritten) -> None:
        """Report that nothing was sent, and accept another answer."""
        self._choice.open_again()
        self.tell(sealedanswer.not_written(event.why), LineKind.WARNING)

    def on_program_unwritten(self, event: ProgramUnwritten) -> None:
        self.tell(waits_for_disk(event.why), LineKind.WARNING)

    def on_log_unwritten(self, event: LogUnwritten) -> None:
        self.tell(log_unkept(event.why), LineKind.WARNING)

    def on_clock_changed(self, event: ClockChanged) -> None:
        """Record the time left; for a delayed spectator, the time left back then."""
        now = self._reactor.seconds()
        self.known.time = TimeLeft(
            now, event.clock.seconds, event.clock.seats, event.clock.runs
        )
        self.listener.clock()
        self.listener.changed()

    def on_presence_changed(self, event: PresenceChanged) -> None:
        known = self.known
        changed = updates.presence(known, event.here)
        if known.charter is None or self.over:
            return
        for seat, now in changed:
            if now and seat not in self._told_away:
                continue  # we have come back ourselves, and hadn't heard of it
            if now:
                self._told_away.remove(seat)
            else:
                self._told_away.add(seat)
            closed = updates.has_closed(known, seat, self._reactor.seconds())
            said = absences.presence(known.names[seat], is_here=now, closed=closed)
            self.tell(said)
        self.listener.changed()

    def on_absence_changed(self, event: AbsenceChanged) -> None:
        if self.voting.absence(event.absence):
            self._bell()
            self.listener.voting()
        self._summons.look(event.absence.against_us)
        self.listener.changed()

    def _summon(self) -> None:
        """Alert the person that others want to go on without us."""
        self._alarm()
        self.listener.called()
        self.listener.changed()

    def on_halting_changed(self, event: HaltingChanged) -> None:
        self.finishing.halting(event.halting)
        self.listener.changed()

    # Seats that change hands.

    def on_takers_changed(self, event: TakersChanged) -> None:
        self.handing.takers(event.takers)
        self.listener.changed()

    def on_giving_changed(self, event: GivingChanged) -> None:
        self.handing.giving(event.giving)
        self.listener.changed()

    def on_seat_handed(self, event: SeatHanded) -> None:
        looked_on = self.known.handing.looks_on
        self.handing.handed(
            event.seat, event.before, event.after, plays_on=event.plays_on
        )
        if looked_on and self.known.ours is not None and self.known.charter is not None:
            self._sat_down(self.known.charter, event.seat, self.known.people)
        else:
            self.readiness.meet(event.after)
        self.listener.changed()

    def _sat_down(
        self, charter: Charter, seat: Seat, people: Iterable[TablePerson]
    ) -> None:
        """Report the game in which we have a seat now, and check its players' keys."""
        begins = lobby.begins(charter, resumed=False, taken=True)
        self._tell_begins(begins, LineKind.TABLE, charter, seat)
        for person in people:
            self.readiness.meet(person)

    def on_spectating_began(self, event: SpectatingBegan) -> None:
        updates.look_on(self.known, event.charter)
        self.commands.began()
        self._sit_down()
        self.tell(handing.looks_on(self.known.names))
        self.tell_all(handing.to_a_seat(self.known))
        self.listener.changed()

    def sit(self) -> None:
        """Take a seat at the table where we wait as a spectator."""
        news = self.known.news
        if news is not None and news.looks_on:
            self.table.do(TakeSeat(news.table))

    def look_from(self, seat: Seat) -> None:
        """Show the game from another seat, while we have none."""
        updates.look_from(self.known, seat)
        self.listener.changed()

    def on_seat_offered(self, event: SeatOffered) -> None:
        offer = event.offer
        known = self.known
        by = None if offer.by is None else known.named(offer.by)
        offer = replace(offer, name=known.named(offer.name), by=by)
        known.handing.offer, known.handing.informed = offer, True
        self._bell()
        self.listener.offered()
        self.listener.changed()

    def on_offer_withdrawn(self, event: OfferWithdrawn) -> None:
        self.handing.withdrawn()
        self.listener.changed()

    def on_asking_changed(self, event: AskingChanged) -> None:
        self.voting.asking(event.asking)
        self.listener.changed()

    def on_secret_missing(self, event: SecretMissing) -> None:
        self._end(Ending(None, Stuck(), self.table.keep_log(whole=False)))

    def ask_again(self) -> None:
        """Put the open question again, if there is one; screens show it anyway."""
        if self.can_choose:
            self.listener.asked()
            self.listener.clock()

    def got_up(self) -> None:
        """Drop the question, since somebody else has our seat."""
        self._close_question()

    def play_by_program(self) -> None:
        """Let our program make all pending choices; a laid move is sealed."""
        self.pausing.go_on_by_program()
        self.retiming.agree_by_program()
        menu, lies = self.known.menu, self.lies
        if self.can_choose and menu is not None:
            move = self.handing.choose(menu.question) if lies is None else lies.move
            self._choice.give(move)

    def on_fraud_found(self, event: FraudFound) -> None:
        """Report a fraud that the table may continue after."""
        self.listener.caught_up()
        self.voting.cheated(event.fraud)

    def on_put_out(self, event: PutOut) -> None:
        """Report that we were removed; we may stay and watch."""
        self._close_question()
        self.handing.stop()
        self.known.out = True
        self.listener.caught_up()
        self.tell(absences.put_out(), LineKind.WARNING)
        self.listener.changed()

    # The end.

    def on_game_stopped(self, event: GameStopped) -> None:
        self._end(Ending(None, event.fraud, self.table.keep_log(whole=False)))

    def on_log_forked(self, event: LogForked) -> None:
        self._end(Ending(None, TwoGames(event.seat), self.table.keep_log(whole=False)))

    def on_fork_attributed(self, event: ForkAttributed) -> None:
        ending = self.known.ending
        if ending is None or not isinstance(ending.why, TwoGames):
            return
        path = self.table.keep_proof(event.seat, event.proof)
        why = ending.why._replace(culprit=event.seat, proof=path)
        self.known.ending = ending._replace(why=why)
        lines = endings.lines(self.known.ending, self.known.names, self.known.ours)
        self.tell_all(lines[1:], LineKind.WARNING)
        self.listener.changed()

    def on_equivocation_proven(self, event: EquivocationProven) -> None:
        """Report who signed two versions of one thing, which doesn't end the game."""
        path = self.table.keep_proof(event.seat, event.proof)
        who = None if event.seat == self.known.ours else self.known.names[event.seat]
        self.tell(endings.two_versions(who), LineKind.WARNING)
        if path:
            self.tell(text.audit(path))

    def on_state_mismatch(self, event: StateMismatch) -> None:
        names = self.known.names
        there = {names[seat]: state for seat, state in event.apart.there.items()}
        states = {"phase": event.apart.phase, "here": event.apart.here, "there": there}
        path = self.table.keep_states(event.apart.phase, states)
        self.listener.caught_up()
        said = endings.apart(event.apart, names, path)
        self.tell_all(said, LineKind.WARNING)
        if event.apart.stops:
            self.known.halted = said
            word = p_("typed", "continue")
            self.tell(endings.insisting_means(), LineKind.WARNING)
            self.guide(
                _("To make your program continue now, type: {word}").format(word=word)
            )
        self.listener.changed()

    def on_state_matches(self, event: StateMatches) -> None:
        self.known.halted = ()
        self.tell(endings.continues())
        self.listener.changed()

    def insist(self) -> None:
        """Continue although most others computed different results."""
        if self.known.halted:
            self.table.do(Insist())

    def show_presence(self) -> None:
        """Report that we are present, as any key does."""
        if self.known.absence.against_us is None:
            self.tell(stillthere.nobody_would())
        elif not self.over:
            self.table.do(ShowPresence())

    def on_hosts_found(self, event: HostsFound) -> None:
        self.moving.found(event.hosts)
        self.listener.changed()

    def on_game_ended(self, event: GameEnded) -> None:
        sight = self.known.sight
        if event.early and sight is not None and sight.state.cities:
            # Otherwise the last event of the game has told it.
            self.listener.caught_up()
            final = self.known.face.narrator.final(sight, event.sheet)
            self.tell_all(final, LineKind.GAME)
        log = self.table.keep_log(whole=True)
        self._end(Ending(event.sheet, log=log, out=event.out, early=event.early))

    def on_disclosure_offered(self, event: DisclosureOffered) -> None:
        if said := self.disclosing.offer(event.cards):
            self.listener.guide(said)
        self.listener.changed()

    def on_cards_disclosed(self, event: CardsDisclosed) -> None:
        self.disclosing.disclosed(event.seat, event.cards)
        self.listener.changed()

    def on_false_disclosure(self, event: FalseDisclosure) -> None:
        self.disclosing.false_disclosure(event.fraud)
        self.listener.changed()

    def on_table_closed(self, event: TableClosed) -> None:
        self._end(Ending(None, ClosedEnding(event.reason, event.by_host)))

    def on_rematch_wanted(self, event: RematchWanted) -> None:
        before, self.known.again = self.known.again, tuple(event.names)
        for name in event.names:
            if name not in before:
                shown = self.known.named(name)
                self.tell(_("{name} wants a rematch.").format(name=shown))
        if event.names and not before:
            self._say_again()
        self.listener.changed()

    def on_rematch_began(self, event: RematchBegan) -> None:
        """Watch the next game if we had no seat in this one; else explain how to."""
        if self.known.ours is None and self.table.do(SpectateAgain()):
            return
        self.tell(_("Another game has begun at this table."))
        self.listener.guide(endings.say_look_on())

    def _say_again(self) -> None:
        if self.can_play_again:
            chooses = bool(self.known.terms.choose)
            self.listener.guide(endings.say_again(chooses=chooses))
        elif self.can_look_on_again:
            self.listener.guide(endings.say_look_on())

    def _end(self, ending: Ending) -> None:
        if self.over:  # a table is closed after a fraud, too
            return
        known, signed = self.known, ending.sheet is not None
        self.listener.caught_up()
        self.stop()
        known.ending = ending
        kind = LineKind.TABLE if signed else LineKind.WARNING
        self.tell_all(endings.lines(ending, known.names, known.ours), kind)
        if signed and ending.log:
            # Only in the log: that isn't news.
            self.tell_all(text.log_kept(ending.log), LineKind.SHELL)
        self._tell_standings()
        if known.charter is None:
            self.table.do(LeaveTable(failed=True))
        else:
            self.listener.guide(endings.look_around())
            if signed:
                self._say_again()
            self.commands.ended()

    def stop(self) -> None:
        """Stop asking and answering."""
        self._close_question()
        self.listener.over()
        self.here.welcomed()
        self.known.wait = None
        self._summons.stop()
        self.handing.stop()
        self.over = True

    def _close_question(self) -> None:
        self._choice.close()
        self.commands.settled()
        self.known.asked = False
        self.listener.settled()

    def _give_up(self, why: str) -> None:
        if not self.seated and not self.over:
            self.stop()
            self.tell(why)
            self.table.do(LeaveTable(failed=True))

    def _sit_down(self) -> None:
        if not self.seated:
            self.seated = True
            self._on_seat()

    # What a person does.

    def tell(
        self,
        line: str,
        kind: LineKind = LineKind.TABLE,
        *,
        is_past: bool = False,
        in_turn: bool = True,
    ) -> None:
        """
        Report a line, and keep it for the log.

        Args:
            in_turn: whether it belongs to the turn that was revealed last.
        """
        moment = self.known.moment if in_turn else None
        told = NarratedLine(kind, line, moment, is_past)
        self.known.narration.append(told)
        self.listener.told(line)

    def tell_all(self, lines: Iterable[str], kind: LineKind = LineKind.TABLE) -> None:
        """Report several lines in order."""
        for line in lines:
            self.tell(line, kind)

    def guide(self, *lines: str) -> None:
        """Explain what can be typed now; screens show it in other ways."""
        self.listener.guide(*lines)

    def as_typed(self, word: str) -> str:
        """Return how to type a command here so that it reaches the table."""
        return self.listener.as_typed(word)

    def note(self, line: str) -> None:
        """Report a problem outside the session, such as an unusable file."""
        self.tell(line, LineKind.WARNING)

    @property
    def can_choose(self) -> bool:
        """Whether a question is open and unanswered."""
        return self._choice.is_open

    @property
    def lies(self) -> MenuMove | None:
        """The move laid down, or waiting for a yes; None if there is none."""
        return (self.commands.pending or self._choice.laid) if self.can_choose else None

    def lay(self, use: MenuMove | None) -> None:
        """Record the move laid on a screen for the open question, or None."""
        self._choice.laid = use

    def choose(self, use: MenuMove) -> None:
        """
        Answer the open question irrevocably; sealing the answer may take a moment.
        """
        giving = self.known.handing.giving
        if giving is None:
            self._choice.give(use.move)
        elif said := handing.given(giving, self.known):
            # Nothing may be signed for the seat during a handover.
            self.tell(said)

    # Another game.

    @property
    def can_play_again(self) -> bool:
        """Whether the game is over and there may be a rematch."""
        known, ending = self.known, self.known.ending
        if ending is None or isinstance(ending.why, Displaced):
            return False
        has_seat = known.charter is not None and known.ours is not None
        return has_seat and self.seated

    @property
    def can_look_on_again(self) -> bool:
        """Whether we watched a game that is over, and others want a rematch."""
        known = self.known
        is_over = known.ending is not None and known.charter is not None
        return is_over and known.ours is None and bool(known.again)

    def play_again(self, wishes: Wishes = ()) -> None:
        """
        Join a rematch, in which a new `Person` replaces this one.

        Args:
            wishes: Options that should differ from this game's.
        """
        if not self.table.do(PlayAgain(wishes)):
            self._tell_alone()

    def look_on_again(self) -> None:
        """
        Go to the table where others wait for the rematch, to watch or to sit down.
        """
        if not self.table.do(SpectateAgain()):
            self._tell_alone()

    def _tell_alone(self) -> None:
        said = _("The connection to the host is gone, so a rematch isn't possible.")
        self.tell(said)

    def return_from(self, before: Person, wishes: Wishes = ()) -> None:
        """Continue after *before*, the same person in the previous game."""
        self.wishes = wishes
        self.back = before.back
        self.leaving.gives_up = before.leaving.gives_up
        self.leaving.to_start = before.leaving.to_start
        self.seatwords.command = before.seatwords.command
        self.talking.go_on(before.talking)
        updates.return_from(self.known, before.known, self._reactor.seconds())
        news = before.known.news
        charter = None if before.known.ours is None else before.known.charter
        if charter is None or wishes:
            return
        self._before = news  # None for somebody who came back during the game
        self.readiness.agree_again(charter.options)

    def _surprises(self, news: LobbyNews) -> Iterator[str]:
        """Yield how a table differs from our wishes, or from the previous game."""
        now = tablewishes.of_table(news)
        if self.wishes:
            yield from tablewishes.differences(
                tablewishes.with_wishes(now, self.wishes), now
            )
        elif self._before is not None:
            yield from tablewishes.differences(tablewishes.of_table(self._before), now)
