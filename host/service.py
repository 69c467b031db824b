"""
The life of a host process: what it is made of, its start, other options, and its end.

Tables and messages are handled in `server.py`. Settings are declared in `settings.py`, and
read in `hostoptions.py`.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IReactorFromThreads

from sealed_wonders.host import lean, lending
from sealed_wonders.host.addresses import HostAddresses
from sealed_wonders.host.administration import Administration
from sealed_wonders.host.adminsocket import Console, IAdminReactor
from sealed_wonders.host.announcing import (
    GAMES_INTERVAL,
    Announce,
    Announcing,
    announcement,
)
from sealed_wonders.host.bots import (
    FOLDER,
    BotCallbacks,
    BotOptions,
    Bots,
    IBotReactor,
)
from sealed_wonders.host.context import Resources
from sealed_wonders.host.crowding import Crowding
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.doors import lock_of_all
from sealed_wonders.host.ending import Ending, IEndingReactor
from sealed_wonders.host.figures import Figures
from sealed_wonders.host.files import ELSEWHERE, BadFile
from sealed_wonders.host.guests import BANNED, Guests
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.keys import HostKeys
from sealed_wonders.host.lending import LendingOptions, LentSeats
from sealed_wonders.host.levels import Levels, tells
from sealed_wonders.host.listening import CantBegin, IPortReactor, Ports
from sealed_wonders.host.news import (
    KINDS,
    BotLost,
    BotsSpoke,
    BotsTake,
    DiskTrouble,
    LendingSpoke,
    Listening,
    Measured,
    Moved,
    News,
    NotAnnounced,
    OptionsRead,
    Served,
    TableClosed,
    Trouble,
    megabytes,
)
from sealed_wonders.host.offer import Offered
from sealed_wonders.host.resumption import BadGame
from sealed_wonders.host.server import Server
from sealed_wonders.host.settings import AT_THE_START, Settings
from sealed_wonders.host.tableregistry import TablePolicy
from sealed_wonders.host.tracing import Tracer
from sealed_wonders.host.upkeep import (
    GARBAGE_INTERVAL,
    LISTS_INTERVAL,
    SWEEP_INTERVAL,
    Repeated,
    Tidying,
    sweep_in_background,
)
from sealed_wonders.host.webnames import WebNames
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.ownaddresses import (
    WATCH_INTERVAL,
    Watch,
    own_addresses,
)
from sealed_wonders.net.entrance import EntrancePolicy, host_factory
from sealed_wonders.net.tableoptions import STRATEGY, THINK
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Work

if TYPE_CHECKING:
    from sealed_wonders.host.history import History
    from sealed_wonders.host.page.streams import TableStreams


class IServiceReactor(
    IBotReactor, IAdminReactor, IPortReactor, IEndingReactor, IReactorFromThreads
):
    """The reactor interfaces that a host needs."""


class Operator(NamedTuple):
    """The operator's side: where news goes, and the source of the settings."""

    say: Callable[[News], None]
    reread: Callable[[], Settings]
    """Returns the current settings, or raises `BadFile`."""
    heed: Callable[[Levels], None]
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

    Args:
        surroundings: the network and threads; None for the real ones.
        has_bots: whether everything that bots need is installed.

    Raises:
        BadFile: the password of all tables can't be read.

    Attributes:
        tracer: receives connections first, and passes them on to the server.
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
        self._reactor = reactor
        self._settings = settings
        self._keys = keys
        self._operator = operator
        self._surroundings = surroundings = surroundings or Surroundings()
        self._web_names = WebNames(
            lambda: self._settings.web_names, surroundings.machine
        )
        self._announcing: Announcing | None = None
        self._ports = Ports(reactor)
        self._board: TableStreams | None = None
        """Event streams to browsers; None without a web port."""
        self._told: Counter[type[News]] = Counter()
        self._repeated = Repeated(reactor)
        self._processes = 0
        """Number of bot processes that was reported last."""
        self.bots = Bots(
            reactor,
            keys.identity.public,
            settings.folder / FOLDER,
            BotCallbacks(
                lambda *ended: self.server.supervisor.ended(*ended),
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
                self.bots,
                time.time,
                work=None if settings.relay else self._threads,
                disk=self._disk,
                history=self._history,
            ),
            self._tell,
            self._guests,
        )
        self.ending = Ending(reactor, self.server, self.bots, once=settings.once)
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
        """Return how tables are opened with these settings, or raise `BadFile`."""
        return TablePolicy(
            Offered(now.terms, frozenset(now.choose)),
            1 if self._settings.once else now.tables,
            lock_of_all(self._keys.identity.public, now.password),
        )

    def _begin_history(self, work: Work) -> History | None:
        """Start counting finished games, except in a relay, which checks none."""
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
            CantBegin: a list of people can't be read, an address can't be listened on,
                the game to resume isn't there, or there is no room for the only table.
        """
        settings = self._settings
        try:
            self._guests.read()
        except BadFile as problem:
            raise CantBegin(str(problem)) from None
        addresses = self._addresses = HostAddresses(
            self._listen(), self._surroundings.machine
        )
        measured = self._serve_figures()
        served = self._serve_pages(addresses)
        self._console = self._operated(addresses)
        self.bots.invitation = str(addresses.near)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        self._tell(
            Listening(
                str(addresses.at),
                addresses.invitations_or_near[0].at,
                self._keys.pin.hex(),
                settings.relay,
                self._name,
                addresses.invitations,
            )
        )
        for news in filter(None, (measured, served)):
            self._tell(news)
        if addresses.may_change:
            self._repeated.every(WATCH_INTERVAL, self._check_addresses)
        self._begin_games()
        if self._lent is not None:
            self._lent.start(str(addresses.near))
        if settings.announce:
            self._start_announcing(addresses.at)
        self._look_into_folder()
        self._repeated.every(LISTS_INTERVAL, self._look_into_folder)
        if self._history is not None:
            self._history.begin()
        self._warn_of_folder()
        self._repeated.every(SWEEP_INTERVAL, self._sweep, now=True)
        tidying = Tidying(self._archive, self._threads)
        self._repeated.every(GARBAGE_INTERVAL, tidying.look)

    def _operated(self, addresses: HostAddresses) -> Console:
        """Let admins run the host, and return the console for its operator."""
        operated = Administration(
            self.server,
            lambda: self.bots.status,
            invitations=lambda: addresses.invitations,
            reload=lambda: self._read_options().text(),
            ends=self.ending,
        )
        operated.lent = self._lent
        self.server.operated = operated.run
        return Console(
            self._reactor,
            self._settings.folder,
            operated.run,
            lambda why: self._tell(Trouble(why)),
        )

    def _look_into_folder(self) -> None:
        """Open the console if that has become possible, and read the lists again."""
        if not self._settings.once:
            self._console.look()
        self.server.read_lists()

    def _sweep(self) -> None:
        settings = self._settings
        sweep_in_background(self._disk, settings.folder, settings.kept, self._tell)

    def _begin_games(self) -> None:
        """Resume the requested game or all unfinished ones; or open the only table."""
        settings, resumption = self._settings, self.server.resumption
        if settings.give_up:
            resumption.discard(settings.give_up)
        try:
            if settings.take_over is not None:
                resumption.take_over(settings.take_over)
            elif settings.resume:
                if not resumption.resume(settings.resume):
                    raise CantBegin(f"the game {settings.resume} can't be resumed")
            elif settings.once:
                self.server.seating.open(permanent=True)
        except (BadGame, Denied) as problem:
            raise CantBegin(str(problem)) from None
        if not settings.once:
            resumption.resume_all()

    def _warn_of_folder(self) -> None:
        """Report an unwritable folder before the first journal is needed."""
        folder = self._settings.folder
        # A resumed game reports that by itself.
        if not os.access(folder, os.W_OK) and not any(
            table.game is not None for table in self.server.registry
        ):
            what = f"can't write into {folder}; games wait until that is possible"
            self._tell(DiskTrouble(f"{what}, or {ELSEWHERE}"))

    def _listen(self) -> Address:
        """Listen for players, and return the address with the pin."""
        crowding = Crowding(self._reactor, self._tell)
        factory = host_factory(
            self.tracer,
            self._reactor,
            self._keys.certificate,
            EntrancePolicy(
                self.server.handshakes,
                crowding.turned_away,
                self._guests.bans,
                crowding.has_room,
            ),
        )
        return replace(
            self._ports.listen(self._settings.listen, factory), pin=self._keys.pin
        )

    def _serve_pages(self, addresses: HostAddresses) -> Served | None:
        """Serve the page and the bundle, if there is a web port; return the news."""
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
            lambda: web.about(settings.name, addresses.invitations_or_near, folder),
            None if settings.relay else self._threads,
            self.server.standings,
        )
        self._board.lent = lambda: () if self._lent is None else self._lent.urls
        self.server.watched = self._board.changed
        pages = web.factory(
            self._reactor, folder, lambda: addresses.at, self._board, self._web_names
        )
        there = replace(settings.listen, port=settings.web)
        found = addresses.pages(self._ports.listen(there, pages).port)
        missing = "" if web.is_bundle(folder) else str(folder)
        return Served(found, missing, web.in_lines(found[0].at) if found else ())

    def _serve_figures(self) -> Measured | None:
        """Serve metrics to this machine, if there is a port; return the news."""
        port = self._settings.metrics
        if port is None:
            return None
        # Imported here because few hosts need it, and it needs a web server.
        from sealed_wonders.host.metrics import HERE, site

        pages = site(
            self._reactor,
            self.figures,
            self._settings.folder,
            self._disk,
            self._web_names,
        )
        at = self._ports.listen(Address(HERE, port), pages)
        return Measured(f"http://{HERE}:{at.port}")

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

    @property
    def _name(self) -> str:
        return self._settings.name if self._settings.announce else ""

    def _check_addresses(self) -> None:
        """Report changed addresses of this machine, or a wider reach of one."""
        if self._addresses.look():
            self._tell(Moved(self._addresses.invitations, self._name))

    def _start_announcing(self, at: Address) -> None:
        """Announce the host on the network; report if that fails."""
        self._announcing = Announcing(
            self._surroundings.announce(
                self._settings.name,
                at,
                self._reactor.callFromThread,
                lambda why: self._tell(NotAnnounced(why)),
            ),
            self.server.games,
        )
        self._repeated.every(GAMES_INTERVAL, self._announcing.look)

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
            now = self._operator.reread()
            policy = self._policy(now)
            self._guests.take(now.allow, now.admins)
        except BadFile as problem:
            raise BadFile(f"{problem}; all options stay unchanged") from None
        old, new = before.options(), now.options()
        changed = [it for it in (*old, *new) if old.get(it) != new.get(it)]
        self._settings = before.rereading(now)
        self.tracer.is_on = _traces(now.levels)
        self._operator.heed(now.levels)
        self.server.registry.policy = policy
        self.server.put_out_others()
        later = AT_THE_START.intersection(changed)
        holds = sorted(set(changed) - later)
        return OptionsRead(tuple(holds), tuple(sorted(later)))

    def _stop(self) -> Deferred[object]:
        """Shut down in order, so that every game can be resumed."""
        self.ending.begin()
        self._repeated.stop()
        self.server.stop()
        if self._board is not None:
            self._board.stop()
        self._ports.close()
        all_of_it: list[Deferred[Any]] = [
            self.server.peers.when_empty(),
            self.bots.end_all(),
            self._console.stop(),
        ]
        if self._announcing is not None:
            all_of_it.append(self._announcing.stop())
        if self._lent is not None:
            all_of_it.append(self._lent.end())
        return DeferredList(all_of_it).addCallback(self._stop_threads)

    def _stop_threads(self, _ended: object) -> None:
        for threads in (self._threads, self._disk, self._histories):
            threads.stop()

    def _tell(self, news: News) -> None:
        if self.ending.has_begun and isinstance(news, BotLost | BotsTake | TableClosed):
            return
        self._told[type(news)] += 1
        self._operator.say(news)
        self.ending.heed(news)

    def _bots_changed(self) -> None:
        status, before = self.bots.status, self._processes
        self._processes = status.processes
        if self._settings.once and status.processes < before:
            return  # the result of the only game is to be the last report
        memory, budget = megabytes(status.memory), megabytes(status.budget)
        self._tell(BotsTake(status.processes, memory, budget))


def _traces(levels: Levels) -> bool:
    """Return whether any news of the tracer is reported."""
    traced = (it for it in KINDS if it.level == "debug")
    return any(tells(levels, it.part, it.level) for it in traced)
