"""
The life of a host process: listening, bots, announcements, reports and an orderly end.

Tables and messages are handled in `server.py`. Settings are declared in `settings.py`, and
read in `hostoptions.py`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.error import CannotListenError, ReactorNotRunning
from twisted.internet.interfaces import (
    IDelayedCall,
    IListeningPort,
    IReactorCore,
    IReactorFromThreads,
    IReactorSocket,
)
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from sealed_wonders.host import lean, lending
from sealed_wonders.host.administration import Administration, Ends
from sealed_wonders.host.adminsocket import Console, IAdminReactor, NoConsole
from sealed_wonders.host.announcing import (
    GAMES_INTERVAL,
    Announce,
    Announced,
    announcement,
)
from sealed_wonders.host.bots import (
    FOLDER,
    BotCallbacks,
    BotOptions,
    Bots,
    IBotReactor,
)
from sealed_wonders.host.config import BadConfig
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.figures import Figures
from sealed_wonders.host.files import ELSEWHERE, BadFile
from sealed_wonders.host.given import BadGame
from sealed_wonders.host.guests import BANNED, Guests
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.keeping import (
    EVERYTHING,
    SWEEP_INTERVAL,
    Swept,
    sweep,
)
from sealed_wonders.host.keys import HostKeys
from sealed_wonders.host.lending import LendingOptions, LentSeats
from sealed_wonders.host.levels import Levels, tells_all
from sealed_wonders.host.listening import listen_by_both
from sealed_wonders.host.news import (
    KINDS,
    BotLost,
    BotsSpoke,
    BotsTake,
    Crowd,
    DiskTrouble,
    FewDescriptors,
    GameCompleted,
    LendingSpoke,
    Listening,
    LogsRemoved,
    Measured,
    Moved,
    News,
    NotAnnounced,
    OptionsRead,
    Served,
    Stopped,
    Suspended,
    TableClosed,
    Trouble,
    megabytes,
)
from sealed_wonders.host.offer import Offered
from sealed_wonders.host.resources import Resources
from sealed_wonders.host.server import Server
from sealed_wonders.host.settings import AT_THE_START, Settings
from sealed_wonders.host.tableregistry import FINISHED_PATIENCE, TablePolicy
from sealed_wonders.host.tracing import Tracer
from sealed_wonders.host.webnames import RequestedAddress, WebNames
from sealed_wonders.net import garbage
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby
from sealed_wonders.net.discovery.ownaddresses import (
    WATCH_INTERVAL,
    Reach,
    Watch,
    own_addresses,
    reached_at,
    to_type,
)
from sealed_wonders.net.entrance import EntrancePolicy, host_factory
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.passwords import SALT_SIZE, PasswordLock, lock_of, read_password
from sealed_wonders.net.system import descriptors
from sealed_wonders.net.system.sockets import is_ipv6_only
from sealed_wonders.net.tableoptions import STRATEGY, THINK
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Work

if TYPE_CHECKING:
    from sealed_wonders.host.history import History
    from sealed_wonders.host.page.streams import TableStreams

GOODBYE_PATIENCE = FINISHED_PATIENCE
"""
Seconds for which players and bots may stay when the one game of the host is over.

In this time, they can look at the result, chat, and play again.
"""

GARBAGE_INTERVAL = 3.0
"""Seconds between two garbage collections while games are running."""

LISTS_INTERVAL = 2.0
"""Seconds between two checks whether the operator has changed the lists of people."""

CROWD_INTERVAL = 60.0
"""Minimum seconds between reports of a crowd or of too few file descriptors."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Wildcard addresses, each with the address at which this machine reaches itself."""

UNPRIVILEGED = 1024
"""The first port that needs no privileges, on systems with such a limit."""

NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""Error numbers of systems without IPv6."""


class IServiceReactor(
    IBotReactor,
    IAdminReactor,
    IReactorCore,
    IReactorSocket,
    IReactorFromThreads,
):
    """The reactor interfaces that a host needs."""


class CantBegin(Exception):
    """
    The host can't start; the message is one line.

    Attributes:
        another_try_may_help: whether the same start may succeed later; if not, the
            options are wrong.
    """

    another_try_may_help = True


class CantOpen(CantBegin):
    """There is no room for the only table."""


class CantListen(CantBegin):
    """The address can't be listened on."""


class MayNotListen(CantListen):
    """Listening there needs privileges that the host doesn't have."""

    another_try_may_help = False


class CantResume(CantBegin):
    """The game to resume is missing or can't be read."""


class Operator(NamedTuple):
    """The operator's side: where news goes, and the source of the settings."""

    say: Callable[[News], None]
    reread: Callable[[], Settings] | None = None
    """
    Returns the current settings, or raises `BadConfig`; None if they can't change.
    """
    heed: Callable[[Levels], None] = lambda levels: None
    """Called with the levels of news when they have changed."""


class Surroundings(NamedTuple):
    """The network and threads around a host; tests substitute their own."""

    announce: Announce = announcement
    machine: Watch = own_addresses
    """Returns this machine's addresses."""
    aside: Work | None = None
    """Counts finished games; None for a thread of its own."""


class Service:
    """
    A host from its start to its end.

    Attributes:
        status: the exit status, once the host has ended.
        server: the handler of all connections.
        tracer: receives connections first, and passes them on to the server.
        bots: the host's own bots.
    """

    def __init__(
        self,
        reactor: IServiceReactor,
        settings: Settings,
        keys: HostKeys,
        operator: Operator,
        surroundings: Surroundings | None = None,
        *,
        has_bots: bool = True,
    ) -> None:
        """
        Prepare everything without listening yet.

        Args:
            operator: where news goes, and the source of the settings.
            surroundings: the network and threads; None for the real ones.
            has_bots: whether everything that bots need is installed.

        Raises:
            CantBegin: the password of all tables can't be read.
        """
        surroundings = surroundings or Surroundings()
        self.status = 0
        self._reread = operator.reread or (lambda: settings)
        self._reactor = reactor
        self._settings = settings
        self._keys = keys
        self._say = operator.say
        self._announce = surroundings.announce
        self._own_addresses = surroundings.machine
        self._web_names = WebNames(
            lambda: self._settings.web_names, surroundings.machine
        )
        self._heed = operator.heed
        self._announced: Announced | None = None
        self._port: IListeningPort | None = None
        self._figures_port: IListeningPort | None = None
        self._web_port: IListeningPort | None = None
        self._board: TableStreams | None = None
        """Event streams to browsers; None without a web port."""
        self._told: Counter[type[News]] = Counter()
        self._invitations: tuple[Invitation, ...] = ()
        self._printed: tuple[Invitation, ...] = ()
        """The invitations that were reported last."""
        self._loops: list[LoopingCall] = []
        self._console: Console | None = None
        self._wants_console = not settings.once
        """Whether the admin socket hasn't been tried yet."""
        self._ends_when_over = False
        self._is_ending = False
        self._goodbyes: list[IDelayedCall] = []
        """Timers that end the host if people who look at the result don't leave."""
        self._processes = 0
        """Number of bot processes that was reported last."""
        self.bots = Bots(
            reactor,
            keys.identity.public,
            settings.folder / FOLDER,
            BotCallbacks(
                self._bot_ended,
                lambda line: self._tell(BotsSpoke(line)),
                self._bots_changed,
            ),
            BotOptions(
                settings.terms[STRATEGY],
                settings.terms[THINK],
                settings.bot_memory << 20,
                looks=settings.announce,
            ),
            can_start=has_bots,
        )
        self._lent = self._lends(settings) if has_bots else None
        banned = settings.folder / BANNED
        self._guests = Guests(settings.allow, banned, settings.admins)
        self._quiet_until: dict[type[News], float] = {}
        """Time until which each kind of repeated news isn't reported."""
        self._tidied = 0
        """Number of entries at the last garbage collection."""
        self._games: tuple[GameNearby, ...] = ()
        """The games that are announced."""
        self._archive = Archive(settings.folder)
        self._threads = Threads(reactor)
        self._disk = Threads(reactor, 1)
        self._histories = Threads(reactor, 1)
        self._history = self._begin_history(surroundings.aside or self._histories)
        self.server = Server(
            keys,
            settings.name,
            self._policy(settings),
            Resources(
                reactor,
                self._archive,
                time.time,
                work=None if settings.relay else self._threads,
                disk=self._disk,
                bots=self.bots,
                history=self._history,
            ),
            self._tell,
            self._guests,
        )
        operated = Administration(
            self.server,
            lambda: self.bots.status,
            invitations=lambda: self._invitations,
            reload=lambda: self._read_options().text(),
            ends=Ends(
                self._end_soon,
                lambda: self._end_when_over(ends=True),
                lambda: self._end_when_over(ends=False),
            ),
        )
        operated.lent = self._lent
        self._operated = operated.run
        self.server.operated = self._operated
        self.tracer = Tracer(self.server, self._tell)
        self.tracer.is_on = _traces(settings.levels)

    def _lends(self, settings: Settings) -> LentSeats | None:
        """Return the process that lends seats; None if there isn't to be one."""
        if settings.lend is None:
            return None
        return LentSeats(
            self._reactor,
            settings.folder / lending.FOLDER,
            LendingOptions(
                settings.lend, settings.lend_to_anyone, looks=settings.announce
            ),
            lambda line: self._tell(LendingSpoke(line)),
            self._lends_elsewhere,
        )

    def _lends_elsewhere(self) -> None:
        """Show the room another code for phones."""
        if self._board is not None:
            self._board.host_changed()

    def _policy(self, now: Settings) -> TablePolicy:
        """
        Return how tables are opened with these settings; with ``once``, only one is.

        Raises:
            CantBegin: the password of all tables can't be read.
        """
        return TablePolicy(
            Offered(now.terms, frozenset(now.choose)),
            1 if self._settings.once else now.tables,
            lock_of_all(self._keys.identity.public, now.password),
        )

    def _begin_history(self, work: Work) -> History | None:
        """
        Start counting finished games, except in a relay, which doesn't check them.
        """
        if self._settings.relay:
            return None
        # Imported here because it needs a database.
        from sealed_wonders.host.history import History

        return History(self._settings.folder, work, self._tell)

    def start(self) -> None:
        """
        Listen, and resume unfinished games.

        All ports are bound before anything is reported. The host is announced last,
        when nothing can keep it from starting any more.

        Raises:
            CantBegin: a list of people can't be read.
            CantListen: an address can't be listened on.
            CantResume: the game to resume isn't there.
            CantOpen: there is no room for the only table.
        """
        settings, pin = self._settings, self._keys.pin
        try:
            self._guests.read()
        except BadFile as problem:
            raise CantBegin(str(problem)) from None
        self._every(LISTS_INTERVAL, self._read_lists)
        self._port = self._listen()
        here = self._port.getHost()
        if not isinstance(here, IPv4Address | IPv6Address):
            raise CantListen(f"can't find the address of {here!r}")
        at = Address(here.host, here.port, pin)
        near = replace(at, host=self._address_for_itself(here.host))
        self._printed = self._invitations = self._invitations_for(at)
        measured = self._serve_figures()
        served = self._serve_pages(at, near)
        self.bots.invitation = str(near)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        join = self._invitations[0].at if self._invitations else str(near)
        self._tell(
            Listening(
                str(at), join, pin.hex(), settings.relay, self._name, self._invitations
            )
        )
        if measured is not None:
            self._tell(measured)
        if served is not None:
            self._tell(served)
        if at.host in EVERYWHERE:
            self._every(WATCH_INTERVAL, lambda: self._check_addresses(at))
        self._begin_games()
        if self._lent is not None:
            self._lent.start(str(near))
        if settings.announce:
            self._start_announcing(at)
        self._begin_console()
        if self._history is not None:
            self._history.begin()
        self._warn_of_folder()
        self._every(SWEEP_INTERVAL, self._sweep, now=True)
        self._every(GARBAGE_INTERVAL, self._tidy)

    def _every(
        self, seconds: float, call: Callable[[], None], *, now: bool = False
    ) -> None:
        """Call a function again and again until the host ends."""
        loop = LoopingCall(call)
        loop.clock = self._reactor
        self._loops.append(loop)
        loop.start(seconds, now=now)

    def _begin_games(self) -> None:
        """
        Resume the requested game or all unfinished ones; or open the only table.

        Raises:
            CantResume: the game to resume isn't there.
            CantOpen: there is no room for the only table.
        """
        settings = self._settings
        if settings.give_up:
            self.server.resumption.discard(settings.give_up)
        if settings.take_over is not None:
            self._take_over(settings.take_over)
        if settings.resume and settings.take_over is None:
            if not self.server.resumption.resume(settings.resume):
                raise CantResume(f"the game {settings.resume} can't be resumed")
        elif not settings.once:
            self.server.resumption.resume_all()
        elif settings.take_over is None:
            self._open_the_one()

    def _warn_of_folder(self) -> None:
        """Report an unwritable folder before the first journal is needed."""
        folder = self._settings.folder
        # A resumed game reports that by itself.
        if not os.access(folder, os.W_OK) and not any(
            table.game is not None for table in self.server.registry
        ):
            what = f"can't write into {folder}; games wait until that is possible"
            self._tell(DiskTrouble(f"{what}, or {ELSEWHERE}"))

    def _take_over(self, path: Path) -> None:
        """
        Continue another host's game.

        Raises:
            CantResume: the game can't be continued.
        """
        try:
            self.server.resumption.take_over(path)
        except BadGame as bad:
            raise CantResume(str(bad)) from None

    def _open_the_one(self) -> None:
        """
        Open the only table, for the only game.

        Raises:
            CantOpen: there is no room.
        """
        try:
            self.server.seating.open(permanent=True)
        except Denied as denied:
            raise CantOpen(str(denied)) from None

    def _listen(self) -> IListeningPort:
        """
        Listen at the address in the settings; without IPv6, use IPv4 alone.

        Raises:
            CantListen: the address can't be listened on.
        """
        listen = self._settings.listen
        server = self.server
        # Twisted's type of listenTCP doesn't allow for its own TLS factory.
        factory: Any = host_factory(
            self.tracer,
            self._reactor,
            self._keys.certificate,
            EntrancePolicy(
                server.handshakes, self._turned_away, self._guests.bans, self._has_room
            ),
        )
        try:
            return self._listen_at(listen, factory)
        except CannotListenError as error:
            number = getattr(error.socketError, "errno", None)
            if listen.host == "::" and number in NO_IPV6:
                self._settings = replace(
                    self._settings, listen=replace(listen, host="0.0.0.0")
                )
                return self._listen()
            raise _cant_listen(listen, error) from None

    def _listen_at(self, at: Address, factory: Any) -> IListeningPort:
        """
        Listen at one or all addresses of this machine.

        Raises:
            CannotListenError: the address can't be listened on.
        """
        if at.host == "::" and is_ipv6_only():
            return listen_by_both(self._reactor, at.port, factory)
        return self._reactor.listenTCP(at.port, factory, interface=at.host)

    def _serve_pages(self, at: Address, near: Address) -> Served | None:
        """
        Serve the page and the bundle to browsers, if there is a web port.

        Args:
            at: where the host listens for players.
            near: the same, as this machine reaches itself.

        Returns:
            The news to report; None without a web port.

        Raises:
            CantListen: the web port can't be listened on.
        """
        settings = self._settings
        if settings.web is None:
            return None
        # Imported here because few hosts need it, and it needs a web server.
        lean.begin()
        try:
            from sealed_wonders.host import web
        finally:
            lean.end()

        folder = settings.bundle or settings.folder / web.FOLDER
        self._board = web.TableStreams(
            self._reactor,
            self.server.registry,
            self._tell,
            lambda: web.about(settings.name, self._invitations_or(near), folder),
            None if settings.relay else self._threads,
            self.server.standings,
        )
        self._board.lent = lambda: () if self._lent is None else self._lent.urls
        self.server.watched = self._board.changed
        pages = web.factory(
            self._reactor, folder, lambda: at, self._board, self._web_names
        )
        there = replace(settings.listen, port=settings.web)
        try:
            self._web_port = self._listen_at(there, pages)
        except CannotListenError as error:
            raise _cant_listen(there, error) from None
        port = cast(IPv4Address, self._web_port.getHost()).port
        # Browsers don't accept link-local addresses with a zone.
        found = tuple(
            Invitation(RequestedAddress(Address.parse(it.at).host, port).url, it.reach)
            for it in self._invitations_or(near)
            if "%" not in it.at
        )
        missing = "" if web.is_bundle(folder) else str(folder)
        return Served(found, missing, web.in_lines(found[0].at) if found else ())

    def _invitations_or(self, near: Address) -> tuple[Invitation, ...]:
        return self._invitations or (Invitation(str(near)),)

    def _serve_figures(self) -> Measured | None:
        """
        Serve metrics to programs on this machine, if there is a port for them.

        Returns:
            The news to report; None without such a port.

        Raises:
            CantListen: the port can't be listened on.
        """
        port = self._settings.metrics
        if port is None:
            return None
        # Imported here because few hosts need it, and it needs a web server.
        from sealed_wonders.host.metrics import HERE, serve

        reactor, folder = self._reactor, self._settings.folder
        try:
            served = serve(
                reactor, reactor, port, self, folder, self._disk, self._web_names
            )
        except CannotListenError as error:
            raise _cant_listen(Address(HERE, port), error) from None
        self._figures_port = served
        return Measured(f"http://{HERE}:{cast(IPv4Address, served.getHost()).port}")

    def figures(self) -> Figures:
        tables = tuple(self.server.registry)
        return Figures(
            Counter(it.state for it in tables),
            {it.name: it.files.halted for it in tables if it.files.halted},
            self.server.people,
            self.bots.status,
            self._archive.entries,
            self.tracer.messages,
            self.tracer.refusals,
            self._told,
            self._threads.backlog,
            self._disk.backlog,
        )

    def _address_for_itself(self, host: str) -> str:
        """Return the address at which this machine reaches itself."""
        if host == "::" and not any(own.ip == "::1" for own in self._own_addresses()):
            return "127.0.0.1"
        return EVERYWHERE.get(host, host)

    @property
    def _name(self) -> str:
        return self._settings.name if self._settings.announce else ""

    def _invitations_for(self, at: Address) -> tuple[Invitation, ...]:
        """Return one invitation for each network that this machine is on."""
        reached = reached_at(at.host, self._own_addresses())
        if at.host not in EVERYWHERE:
            reach = min((it.reach for it in reached), default=Reach.LAN)
            return (Invitation(str(at), reach),)
        return tuple(
            Invitation(str(replace(at, host=own.ip)), own.reach)
            for own in to_type(reached, own_address())
        )

    def _check_addresses(self, at: Address) -> None:
        """Report changed addresses of this machine, or a wider reach of one."""
        now = self._invitations = self._invitations_for(at)
        told = {it.at: it.reach for it in self._printed}
        # An address that is gone for a moment, as with Wi-Fi, isn't worth a report.
        is_better = any(it.reach < told.get(it.at, it.reach) for it in now)
        if is_better or told.keys() != {it.at for it in now}:
            self._printed = now
            self._tell(Moved(now, self._name))

    def _start_announcing(self, at: Address) -> None:
        """Announce the host on the network; report if that fails."""
        self._announced = self._announce(
            self._settings.name,
            at,
            self._reactor.callFromThread,
            lambda why: self._tell(NotAnnounced(why)),
        )
        self._announced.start()
        self._every(GAMES_INTERVAL, self._announce_games)

    def _announce_games(self) -> None:
        """Announce which games are being played here, if that has changed."""
        games = self.server.games()
        if self._announced is not None and games != self._games:
            self._games = games
            self._announced.update(games)

    def _turned_away(self, origin: Origin) -> None:
        self._tell_now_and_then(Crowd(origin.address, origin.network))

    def _has_room(self) -> bool:
        """Return whether another connection can be opened; if not, report that."""
        if descriptors.are_left():
            return True
        self._tell_now_and_then(FewDescriptors(descriptors.most()))
        return False

    def _tell_now_and_then(self, news: Crowd | FewDescriptors) -> None:
        """Report a kind of news at most once per `CROWD_INTERVAL`."""
        now, kind = self._reactor.seconds(), type(news)
        if now >= self._quiet_until.get(kind, 0.0):
            self._quiet_until[kind] = now + CROWD_INTERVAL
            self._tell(news)

    def _read_lists(self) -> None:
        """
        Read the lists of people again, and disconnect those who are no longer let in.
        """
        self._begin_console()
        try:
            if not self._guests.read():
                return
        except BadFile as problem:
            self._tell(Trouble(str(problem)))
        # one of the two lists may be valid, and have changed
        self.server.put_out_others()

    def _tidy(self) -> None:
        """Collect garbage if anything was computed since the last time."""
        if self._tidied != self._archive.entries or self._threads.backlog:
            self._tidied = self._archive.entries
            garbage.look()

    def _sweep(self) -> None:
        """Remove logs beyond the limits, on the thread for the disk."""
        folder, kept = self._settings.folder, self._settings.kept
        if kept != EVERYTHING:
            swept = self._disk(lambda: sweep(folder, kept))
            swept.addCallbacks(self._swept, self._not_swept)

    def _swept(self, swept: Swept) -> None:
        if swept.logs:
            self._tell(LogsRemoved(swept.logs, swept.size))

    def _not_swept(self, failure: Failure) -> None:
        error = failure.value
        if not isinstance(error, OSError):
            failure.raiseException()
        self._tell(DiskTrouble(f"can't remove {error.filename}: {error.strerror}"))

    def reload(self) -> None:
        try:
            self._tell(self._read_options())
        except BadFile as problem:
            self._tell(Trouble(str(problem)))

    def _read_options(self) -> OptionsRead:
        """
        Apply the current options, as far as they can change while the host runs.

        Tables that are open keep their options.

        Raises:
            BadFile: something is wrong; all options stay unchanged.
        """
        before = self._settings
        try:
            now = self._reread()
            policy = self._policy(now)
            self._guests.take(now.allow, now.admins)
        except (BadConfig, BadFile, CantBegin) as problem:
            raise BadFile(f"{problem}; all options stay unchanged") from None
        old, new = before.options(), now.options()
        changed = [it for it in (*old, *new) if old.get(it) != new.get(it)]
        self._settings = before.rereading(now)
        self.tracer.is_on = _traces(now.levels)
        self._heed(now.levels)
        self.server.registry.policy = policy
        self.server.put_out_others()
        later = AT_THE_START.intersection(changed)
        holds = sorted(set(changed) - later)
        return OptionsRead(tuple(holds), tuple(sorted(later)))

    def _begin_console(self) -> None:
        """Open the admin socket, as soon as the folder is writable."""
        folder = self._settings.folder
        if not self._wants_console or not os.access(folder, os.W_OK):
            return
        self._wants_console = False
        try:
            self._console = Console(self._reactor, folder, self._operated)
        except NoConsole as problem:
            self._tell(Trouble(str(problem)))

    def _end_soon(self) -> None:
        # Later, so as not to end within the current operation.
        self._reactor.callLater(0, self._stop_reactor)

    def _end_when_over(self, *, ends: bool) -> None:
        """End as soon as no game is running; until then, allow no new tables."""
        self._ends_when_over = ends
        self.server.end_soon(ends=ends)
        self._look_whether_over()

    def _look_whether_over(self) -> None:
        if self._ends_when_over and not self.server.has_games:
            self._end_soon()

    def finish(self, status: int) -> None:
        """End with an exit status: at 0, not before everybody has left."""
        if self._is_ending:
            return
        self.status = status
        if status:
            self._is_ending = True
            self._end_soon()
            return
        gone = DeferredList([self.server.peers.when_empty(), self.bots.when_gone()])
        goodbye = self._reactor.callLater(GOODBYE_PATIENCE, self._leave)
        self._goodbyes.append(goodbye)
        gone.addCallback(lambda _: self._leave())

    def lose_reader(self) -> None:
        """End, as nobody will read the result of the only game, unless it is reported."""
        if not self._goodbyes:
            self.finish(1)

    def _leave(self) -> None:
        """End after the only game, unless another one has begun."""
        if self._is_ending or self.server.is_busy:
            return
        self._is_ending = True
        self._cancel_goodbyes()
        self._stop_reactor()

    def _cancel_goodbyes(self) -> None:
        goodbyes, self._goodbyes = self._goodbyes, []
        for call in goodbyes:
            if call.active():
                call.cancel()

    def _stop_reactor(self) -> None:
        stop(self._reactor)

    def _stop(self) -> Deferred[object]:
        """Shut down in order, so that every game can be resumed."""
        self._is_ending = True
        for loop in self._loops:
            if loop.running:
                loop.stop()
        self._cancel_goodbyes()
        self.server.stop()
        if self._board is not None:
            self._board.stop()
        for port in filter(None, (self._port, self._figures_port, self._web_port)):
            port.stopListening()
        gone: Deferred[object] = Deferred()
        withdrawn: Deferred[None] = Deferred()
        if self._announced is None:
            withdrawn.callback(None)
        else:
            self._announced.stop(lambda: withdrawn.callback(None))
        all_of_it: list[Deferred[Any]] = [
            self.server.peers.when_empty(),
            self.bots.end_all(),
            withdrawn,
        ]
        if self._lent is not None:
            all_of_it.append(self._lent.end())
        if self._console is not None:
            all_of_it.append(self._console.stop())
        ended = DeferredList(all_of_it)
        ended.addBoth(lambda _: self._threads.stop())
        ended.addBoth(lambda _: self._disk.stop())
        ended.addBoth(lambda _: self._histories.stop())
        ended.addBoth(gone.callback)
        return gone

    def _tell(self, news: News) -> None:
        if self._is_ending and isinstance(news, BotLost | BotsTake | TableClosed):
            return
        self._told[type(news)] += 1
        self._say(news)
        if isinstance(news, GameCompleted | Stopped | Suspended):
            self._reactor.callLater(0, self._look_whether_over)
        if self._settings.once and not self._is_ending:
            match news:
                case GameCompleted(log=log):
                    self.finish(0 if log else 1)
                case TableClosed():
                    self.finish(0)  # nobody wanted another game
                case Stopped() | BotLost(again=False):
                    self.finish(1)

    def _bots_changed(self) -> None:
        status, before = self.bots.status, self._processes
        self._processes = status.processes
        if self._settings.once and status.processes < before:
            return  # the result of the only game is to be the last report
        memory, budget = megabytes(status.memory), megabytes(status.budget)
        self._tell(BotsTake(status.processes, memory, budget))

    def _bot_ended(self, table: str, name: str, how: str) -> None:
        self.server.supervisor.ended(table, name, how)


TRACED = {kind.part for kind in KINDS if kind.level == "debug"}


def _traces(levels: Levels) -> bool:
    return any(tells_all(levels, part) for part in TRACED)


def stop(reactor: IReactorCore) -> None:
    with contextlib.suppress(ReactorNotRunning):
        if reactor.running:
            reactor.stop()


def own_address() -> str | None:
    """Return this machine's address on its default route, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends nothing; it only selects a route.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("0.", "127.")) else address


def _cant_listen(at: Address, error: CannotListenError) -> CantListen:
    reason = getattr(error.socketError, "strerror", None) or str(error.socketError)
    line = f"can't listen at {at}: {reason}"
    number = getattr(error.socketError, "errno", None)
    if number == errno.EACCES and at.port < UNPRIVILEGED:
        return MayNotListen(
            f"{line}; ports from {UNPRIVILEGED} up need no special rights"
        )
    return CantListen(line)


def lock_of_all(host: bytes, path: Path | None) -> PasswordLock | None:
    """
    Return the lock for all tables, without keeping the password.

    Args:
        path: the file with the password; None for no lock.

    Raises:
        CantBegin: the password can't be read.
    """
    if path is None:
        return None
    try:
        password = read_password(path.read_bytes())
    except OSError as error:
        raise CantBegin(f"can't read {path}: {error.strerror}") from None
    except ValueError as problem:
        raise CantBegin(f"{path}: {problem}") from None
    return lock_of(password, host, secrets.token_bytes(SALT_SIZE))
