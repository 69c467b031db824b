"""
The full-screen program: finding a table, sitting at one, and what follows.

One application runs from the first drawing to the last. Connections to tables come and
go behind it. Each connection has a person, whose table model the stack shows meanwhile.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred, DeferredList, succeed
from twisted.python.failure import Failure

from sealed_wonders.client import program
from sealed_wonders.client.browser.seatlistener import SeatListener
from sealed_wonders.client.crash import Reports
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.finder import Finder, OwnUnfinishedGame, SavedLog
from sealed_wonders.client.hosting.goingon import ContinuingHost
from sealed_wonders.client.hosting.unfinished import OwnGames
from sealed_wonders.client.lines import lastwords
from sealed_wonders.client.lines.lastwords import LastWords
from sealed_wonders.client.lines.line import Interpreter, on_signals
from sealed_wonders.client.person.comforts import Comforts
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.storage.home import DamagedFile, Home, OngoingGame
from sealed_wonders.client.storage.settingvalues import listens_at
from sealed_wonders.client.table.actions import (
    EnterPassword,
    LeaveTable,
    RefreshTables,
    Spectate,
    TakeSeat,
)
from sealed_wonders.client.table.endpoint import looking
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import (
    REJOIN,
    ConnectionCallbacks,
    ITerminalReactor,
    TableConnection,
    TerminalEnvironment,
    fault,
    sit,
)
from sealed_wonders.client.tablewords import lenders, waits
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.terminal.fullscreen import FullScreen
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.find import Find
from sealed_wonders.client.terminal.screens.start import HOST
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.tty import Tty
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.games import GAMES
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.invitations import Invitations
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.lending.lending import LenderView
    from sealed_wonders.client.lending.service import LendingService
    from sealed_wonders.client.lessons.teacher import Teacher
    from sealed_wonders.client.terminal.browserseat import SeatInBrowser
    from sealed_wonders.client.terminal.lentseats import LentSeats


@dataclass(frozen=True, slots=True)
class ScreenResult:
    """The result of a `ScreenApp`, once its screens are closed."""

    lines: tuple[str, ...] = ()
    """Lines the person may need afterwards, printed where they can be copied."""
    failure: str | None = None
    """Why it ended, if unintentionally; empty if that has been shown."""
    logs: frozenset[str] = frozenset()
    """Paths, quoted for a shell, of the logs that `lines` mentions."""
    then: tuple[str, ...] = ()
    """Another command to run, after which the screen should return."""


class ScreenApp:
    """
    A person using the screen; also the `Navigation` to the tables they can go to.

    Attributes:
        name: The name under which they join the next table.
        is_named: Whether they have chosen it; otherwise it is a proposal.
        fullscreen: Draws on the terminal.
        stack: Its stack.
        teacher: Gives lessons to whoever plays in the browser; None for no lessons.
        before_drawing: Called before each drawing, once the right screen is at the
            bottom.
    """

    def __init__(
        self,
        reactor: ITerminalReactor,
        home: Home,
        appearance: Appearance,
        name: str,
        *,
        history: Path | None = None,
        tty: Tty | None = None,
    ) -> None:
        """
        Create the application; nothing is drawn before `begin`.

        Args:
            history: The file of earlier commands.
            tty: The terminal; None for that of this process.
        """
        settings, symbols = appearance
        self.name = name
        self.is_named = True
        self.teacher: Teacher | None = None
        self.before_drawing: Callable[[], None] = lambda: None
        self._reactor = reactor
        self._home = home
        self._connection: TableConnection | None = None
        self._returns = True
        """Whether the person returns to the list of tables after leaving one."""
        self._ends_with_table = False
        """
        Whether to close after the table: its host is ours, or its seat another
        machine's.
        """
        self._over = False
        self._last_words = LastWords()
        self._failure: str | None = None
        self._then: tuple[str, ...] = ()
        own = OwnGames(home)
        self._learning = [it for it in GAMES if own.left("learn", {"--game": it})]
        self._ended: Deferred[ScreenResult] = Deferred()
        self.stack = ScreenStack(
            _nothing(), settings, symbols, reactor.seconds, quit=self._leave
        )
        self.stack.browse = self.browse
        self.stack.lend = self.lend
        self._lent: LentSeats | None = None
        self._in_browser: SeatInBrowser | None = None
        self._find = Find(self.stack, self)
        self._root = RootScreen(self.stack, lambda: self._find)
        self._root.put()
        self._finder = Finder(
            reactor,
            home,
            lambda: self.stack.changed(),
            listens_at(settings.discovery),
        )
        self.fullscreen = FullScreen(
            self.stack,
            Reports(home.state / "crashes"),
            rebase=self._rebase,
            history=history,
            tty=tty,
        )

    # The interface for commands.

    def begin(self) -> Deferred[ScreenResult]:
        """
        Draw the first screen; the result fires when the terminal has been restored.
        """
        signals = _SignalTarget(self)
        self._quiet_signals = on_signals(signals)
        self.fullscreen.open(signals).addErrback(self._broke)
        return self._ended

    def look_for_hosts(self) -> None:
        """Offer the known hosts, and listen for others."""
        said = self._finder.recall()
        if said:
            self.stack.say(said)
        self._find.recalled()
        self._finder.listen()

    def go_to(
        self,
        address: Address,
        table: str = "",
        *,
        looks_on: bool = False,
        password: str = "",
        wishes: Wishes = (),
        eager: bool = False,
        own: bool = False,
        invitations: Invitations = (),
        back: str = "",
        hosts: bool = False,
    ) -> None:
        """
        Sit down at a table, and close afterwards.

        Args:
            looks_on: Watch, until somebody hands their seat over.
            password: The table's password, if known.
            wishes: Options for the table, if it is opened.
            eager: Be ready at once.
            own: The host is ours, and nobody returns to it.
            invitations: Known addresses at which others find the host.
            back: The command that continues the game there.
            hosts: Others use this host, and lose it when we leave.
        """
        if self._over:
            return
        self._returns, self._ends_with_table = False, own
        self._root.alone = own and eager
        self._find.connecting, self._find.table = address, table
        self._sit_down(
            Destination(address, passing=own),
            SessionOptions(table, looks_on=looks_on, password=password, wishes=wishes),
            eager=eager,
        )
        self.invite(invitations)
        if self.stack.person is not None:
            self.stack.person.back = back or self.stack.person.back
            self.stack.person.known.hosts = hosts
            self.stack.person.known.is_private = self._root.alone

    def take_up(self, home: Home, address: Address, table: str, name: str) -> None:
        """
        Continue a seat that another machine had, and close afterwards.

        Args:
            home: The home with the seat's identity.
            name: The name of the seat's player.
        """
        if not self._over:
            self._home, self.name, self._ends_with_table = home, name, True
            self._find.connecting, self._find.table = address, table
            self._sit_down(Destination(address, back=REJOIN), SessionOptions(table))

    def wait(self, said: Callable[[], str]) -> None:
        """Show what is being done before there is a table to sit at."""
        self._returns = False
        self._root.begin_at(WaitingScreen(said))

    def invite(self, invitations: Invitations) -> None:
        """Record the addresses at which others find the table now."""
        self.stack.known.invitations = invitations
        self.stack.changed()

    def wait_for_host(self) -> None:
        """Show that our own host is starting."""
        self._ends_with_table = True
        self.wait(
            lambda: (
                waits.resuming()
                if self.stack.is_resuming
                else _("Setting up the table…")
            )
        )

    def end(self, failure: str | None = None) -> None:
        """Leave and close; *failure* is the reason if nobody asked for it."""
        if self._over:
            return
        self._over, self._failure = True, failure
        if self._connection is not None:
            self._connection.person.leaving.leave()
        else:
            self._close()

    # Navigation, for the screen that finds tables.

    @property
    def nearby(self) -> Sequence[Nearby] | None:
        return self._finder.nearby

    @property
    def visited(self) -> Sequence[Address]:
        return self._finder.visited

    @property
    def logs(self) -> Sequence[SavedLog]:
        return self._finder.logs

    @property
    def left(self) -> Sequence[OwnUnfinishedGame]:
        return self._finder.left

    @property
    def learning(self) -> Collection[str]:
        return self._learning

    @property
    def has_played(self) -> bool:
        return self._home.has_played()

    @property
    def last_entry(self) -> str:
        return self._home.last_entry()

    @property
    def going(self) -> Sequence[OngoingGame]:
        return self._finder.going

    def go_back(self, game: OngoingGame) -> None:
        address = Address.parse(game.host)
        self._returns = True
        self._find.connecting, self._find.table = address, game.table
        self._sit_down(Destination(address), SessionOptions(game.table))

    def rename(self, name: str) -> None:
        self.name, self.is_named = clean_name(name), True
        try:
            self._home.keep_name(name)
        except DamagedFile as damaged:
            self.stack.say(str(damaged))

    def connect(self, address: Address, *, heard: bool = False) -> None:
        self._returns = True
        self._sit_down(Destination(address, heard=heard), SessionOptions(sits=False))

    def give_up(self) -> None:
        connection = self._connection
        if connection is None:
            return
        self._returns = True
        connection.do(LeaveTable())
        if not self._ends_with_table:
            # What is typed or chosen next must not be lost when the connection ends.
            self._got_up(connection, None)

    def look(self) -> None:
        if self._connection is not None:
            self._connection.do(RefreshTables())

    def sit(self, table: str, password: str = "", wishes: Wishes = ()) -> None:
        if self._connection is not None:
            self._connection.do(TakeSeat(table, password, wishes))

    def give_password(self, password: str) -> None:
        if self._connection is not None:
            self._connection.do(EnterPassword(password))

    def look_on(self, table: str) -> None:
        if self._connection is not None:
            self._connection.do(Spectate(table))

    def play(self, game: str = GAMES[0]) -> None:
        # In a process of its own, which stops its host in any case.
        self._begin("play", "--game", game, *self._named, "--new")

    def resume(self, game: OwnUnfinishedGame) -> None:
        self._go_on("play", *self._named, "--resume", game.gid)

    def host(self, options: Sequence[str]) -> None:
        self._begin("play", *self._named, *options, entry=HOST)

    def play_with(self, options: Sequence[str]) -> None:
        self._begin("play", *self._named, *options, "--new")

    def last_options(self, form: str) -> Mapping[str, object]:
        try:
            return self._home.last_options(form)
        except DamagedFile as damaged:
            self.stack.say(str(damaged))
            return {}

    def keep_options(self, form: str, options: Mapping[str, str]) -> None:
        # A damaged file stays as it is; that was said when the options were chosen.
        with contextlib.suppress(DamagedFile):
            self._home.keep_options(form, options)

    def learn(self, game: str = GAMES[0]) -> None:
        self._begin("learn", "--game", game, *self._named)

    def replay(self, path: Path) -> None:
        if self.stack.subcommands is not None:
            self.stack.subcommands.run(("replay", str(path)), pauses=False)

    def settings(self) -> None:
        self.fullscreen.act("settings")

    @property
    def _named(self) -> Sequence[str]:
        """The option for the name, unless that is only a proposal."""
        return ("--name", self.name) if self.is_named else ()

    def _begin(self, *command: str, entry: str = "") -> None:
        """Run a command that begins a game, and begin at the same entry afterwards."""
        with contextlib.suppress(DamagedFile):
            self._home.begin_playing(entry)
        self._go_on(*command)

    def _go_on(self, *command: str) -> None:
        self._then = command
        self.end()

    def _rebase(self) -> None:
        self._root.put()
        self.before_drawing()

    # Connections to tables.

    def _sit_down(
        self, destination: Destination, options: SessionOptions, *, eager: bool = False
    ) -> None:
        places = listens_at(self.stack.settings.discovery)

        def is_current() -> bool:
            return self._connection is connection

        try:
            connection = TableConnection(
                TerminalEnvironment(
                    self._reactor,
                    _SilentTerminal(self.fullscreen),
                    self._home,
                    looking(self._reactor, places),
                    lambda: ContinuingHost(self._reactor, self._home, places),
                ),
                destination,
                self.name,
                options,
                # The application knows whether the bell is wanted.
                Comforts(self.fullscreen.bell, self.fullscreen.alarm, eager=eager),
                ConnectionCallbacks(
                    self._changed,
                    SeatListener,
                    on_no_seat=lambda why: is_current() and self._on_no_seat(why),
                    on_games=lambda: is_current() and self._on_games(),
                    on_password=lambda table, why: (
                        is_current() and self._on_password(table, why)
                    ),
                    on_rematch=lambda before: (
                        self._on_rematch(before) if is_current() else None
                    ),
                ),
            )
        except DamagedFile as damaged:
            self._reactor.callLater(0, self._got_up, None, str(damaged))
            return
        self._connection = connection
        connection.person.leaving.to_start = self._returns or program.ends_at_start()
        self.stack.person, self.stack.known = connection.person, connection.person.known
        self._show_in_browser(connection.person)
        Deferred.fromCoroutine(sit(connection)).addErrback(
            fault, self._home
        ).addCallback(partial(self._got_up, connection))

    # In the browser.

    def browse(self) -> None:
        """Show the seat in a browser as well."""
        if self._in_browser is None:
            from sealed_wonders.client.terminal.browserseat import SeatInBrowser

            self._in_browser = SeatInBrowser(self._reactor, self.stack, self.teacher)
            self._in_browser.show(self.stack.person)
        self._in_browser.open()

    def lend(self) -> None:
        """Lend seats to phones at the host where we are, and show who asks."""
        connection = self._connection
        if connection is None or connection.at is None or self._root.alone:
            self.stack.say(lenders.nothing_to_lend())
            return
        if self._lent is None:
            from sealed_wonders.client.terminal.lentseats import LentSeats

            self._lent = LentSeats(self.stack, self._lending)
        self._lent.show(connection.at)

    @property
    def _lends_at_once(self) -> bool:
        """Whether we have come to the lobby of a table of ours where phones may play."""
        known, connection = self.stack.known, self._connection
        is_there = connection is not None and connection.at is not None
        is_lobby = known.news is not None and known.charter is None
        return self.stack.settings.phones and known.hosts and is_there and is_lobby

    def _lending(self, at: Address, view: LenderView) -> LendingService:
        """Return what lends seats at a host, with the person's own files."""
        from sealed_wonders.client.lending.guestseat import LentTable
        from sealed_wonders.client.lending.lending import LendingTerms
        from sealed_wonders.client.lending.service import LendingService

        name = "" if self._connection is None else self._connection.table
        look = looking(self._reactor, listens_at(self.stack.settings.discovery))
        table = LentTable(
            self._home.identity(),
            Destination(at),
            SessionOptions(name),
            look=look,
            lends=self.name if self.is_named else "",
        )
        return LendingService(self._reactor, self._home, table, LendingTerms(), view)

    def _changed(self) -> None:
        """Draw what has changed, here and in the browser."""
        if self._lent is None and self._lends_at_once:
            self.lend()
        self.stack.changed()
        if self._in_browser is not None:
            self._in_browser.changed()

    def _show_in_browser(self, person: Person | None) -> None:
        """Show another person there, or open it for the first if that is wished for."""
        if self._in_browser is not None:
            self._in_browser.show(person)
        elif person is not None and self.stack.settings.browser:
            self.browse()

    def _on_rematch(self, before: Person) -> None:
        """Show the person for a rematch at the same table."""
        connection, stack = self._connection, self.stack
        if connection is None:
            return
        self._last_words.note(before)
        stack.person, stack.known, stack.field = (
            connection.person,
            connection.person.known,
            None,
        )
        stack.overlays.clear()
        self._show_in_browser(connection.person)
        stack.messages.notice = ""
        self._find.connecting, self._find.table = (
            connection.address,
            connection.table,
        )
        stack.changed()

    def _on_no_seat(self, why: str) -> bool:
        """Show why there is no seat; return whether another table can be chosen."""
        self._find.refused(why)
        return self._returns

    def _on_password(self, table: str, why: str) -> bool:
        """Ask for a password on the screen that finds tables."""
        self._find.ask_password(table, why)
        return True

    def _on_games(self) -> bool:
        """Show the tables: none has a free seat, but games can be watched."""
        self._returns = True
        self._find.refused(
            _(
                "All the games on this host have begun, and their seats are taken. "
                "Watch one, or open another table."
            )
        )
        return True

    def _got_up(self, connection: TableConnection | None, failure: str | None) -> None:
        """Continue after leaving a table: at the other tables, or by closing."""
        if self._connection is not connection:
            return  # given up before
        self._connection = None
        self._show_in_browser(None)
        person = None if connection is None else connection.person
        self._last_words.note(person)
        wanted = failure is None
        if self._closes(wanted=wanted):
            self._failure = self._failure if self._over else failure
            self._over = True
            self._close()
            return
        self._returns = True
        stack = self.stack
        why = "" if wanted else failure or lastwords.why_left(person)
        stack.person, stack.known, stack.field = None, _nothing(), None
        stack.overlays.clear()
        stack.messages.notice = ""  # it was about the table that was left
        self.look_for_hosts()
        if person is not None and not why and lastwords.is_awaited(person):
            self._find.left(lastwords.left_for_now())
        else:
            self._find.failed(why)

    def _closes(self, *, wanted: bool) -> bool:
        """Return whether to close after leaving a table."""
        return self._over or self._ends_with_table or (wanted and not self._returns)

    def _leave(self) -> None:
        """Leave the current table, or close if there is none."""
        if self._connection is not None and self._connection.person.seated:
            self._connection.person.leaving.leave()
        else:
            self.end()

    # The end.

    def _close(self) -> None:
        self._finder.close()
        if self._in_browser is not None:
            self._in_browser.end()
        lent = succeed(None) if self._lent is None else self._lent.lending.end()
        DeferredList([self.fullscreen.close(), lent]).addCallback(self._closed)

    def _closed(self, _done: object) -> None:
        self._quiet_signals()
        report = self.fullscreen.reports.last
        lines = [*self._last_words.lines]
        if report is not None:
            said = _(
                "Something went wrong in the background. Please send us this "
                "report: {path}"
            )
            lines.append(said.format(path=report))
        logs = frozenset(self._last_words.logs)
        self._ended.callback(
            ScreenResult(tuple(lines), self._failure, logs, self._then)
        )

    def _broke(self, failure: Failure) -> None:
        """Leave properly although the application itself has failed."""
        self.end(fault(failure, self._home))


class _SilentTerminal:
    """
    The terminal of a connection whose output is on screens, which stay open after it.
    """

    def __init__(self, fullscreen: FullScreen) -> None:
        self._fullscreen = fullscreen

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        return Deferred()

    def show(self, line: str) -> None:
        self._fullscreen.show(line)

    def bell(self) -> None:
        self._fullscreen.bell()

    def close(self) -> Deferred[None]:
        return succeed(None)


class _SignalTarget:
    """Handles signals, and a closed window."""

    prompt = ""
    secret = False

    def __init__(self, app: ScreenApp) -> None:
        self._app = app

    def words(self) -> tuple[str, ...]:
        return ()

    def touched(self) -> None:
        """Do nothing: the application sees its keys itself."""

    def typed(self, line: str) -> None:
        """Do nothing: no lines are typed."""

    def interrupted(self) -> None:
        self._app.fullscreen.act("quit")

    def hung_up(self) -> None:
        self._app.end()


def _nothing() -> TableModel:
    """Return the table model of somebody without a table."""
    return TableModel(Keyring(None, lambda name, key: Pin.NEW))
