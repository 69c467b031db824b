"""A host that runs: it listens, has bots come, says what happens, and ends in order."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
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

from sealed_wonders.core.games import OPTIONS as GAME_OPTIONS
from sealed_wonders.host import lean
from sealed_wonders.host.administration import Administration, Ends
from sealed_wonders.host.adminsocket import Console, NoConsole
from sealed_wonders.host.adminsocket import IReactor as IConsoleReactor
from sealed_wonders.host.announcing import (
    GAMES_INTERVAL,
    Announce,
    Announced,
    announcement,
)
from sealed_wonders.host.bots import FOLDER, MEMORY, BotCallbacks, BotOptions, Bots
from sealed_wonders.host.bots import IReactor as IBotReactor
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
    Kept,
    Swept,
    sweep,
)
from sealed_wonders.host.keys import Keys
from sealed_wonders.host.levels import USUAL, Levels, tells_all
from sealed_wonders.host.listening import listen_by_both
from sealed_wonders.host.news import (
    BotLost,
    BotsSpoke,
    BotsTake,
    Crowd,
    DiskTrouble,
    Ended,
    FewDescriptors,
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
)
from sealed_wonders.host.offer import Offered
from sealed_wonders.host.resources import Resources
from sealed_wonders.host.server import Server
from sealed_wonders.host.tables import FINISHED_PATIENCE, TABLES, TablePolicy
from sealed_wonders.host.terms import Terms
from sealed_wonders.host.text import plain
from sealed_wonders.host.tracing import Tracer
from sealed_wonders.host.webnames import Asked, WebNames
from sealed_wonders.net import garbage
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.interfaces import (
    WATCH_INTERVAL,
    Reach,
    Watch,
    own_addresses,
    reached_at,
    to_type,
)
from sealed_wonders.net.discovery.nearby import GameNearby
from sealed_wonders.net.entrance import EntrancePolicy, host_factory
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.passwords import SALT_SIZE, Lock, lock_of, read_password
from sealed_wonders.net.system import descriptors
from sealed_wonders.net.system.sockets import is_ipv6_only
from sealed_wonders.net.tableoptions import GAME, OPTIONS, STRATEGY, THINK
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Work

if TYPE_CHECKING:
    from sealed_wonders.host.history import History
    from sealed_wonders.host.page.streams import Board

GOODBYE_PATIENCE = FINISHED_PATIENCE
"""
Seconds for players and bots to go by themselves when the one game is over.

Until then they may look at the result, talk, and play again.
"""

GARBAGE_INTERVAL = 3.0
"""Seconds between two looks for garbage, while games go on."""

LISTS_INTERVAL = 2.0
"""Seconds between looks at whether the operator has changed whom to let in."""

AT_THE_START = frozenset(
    [
        "listen",
        "logs",
        "name",
        "strategy",
        "think",
        "once",
        "resume",
        "give-up",
        "relay",
        "announce",
        "bot-memory",
        "json",
        "metrics",
        "web",
        "bundle",
    ]
)
"""Options that hold from one start of a host to the next, whatever their file says."""

CROWD_INTERVAL = 60.0
"""Seconds between two lines that tell of a crowd, or that hardly anything can be opened."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all of a machine's, and how it reaches itself then."""

UNPRIVILEGED = 1024
"""The first port that needs no rights, where a system has such a limit."""

NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""What a system says that has no IPv6."""


class IReactor(
    IBotReactor,
    IConsoleReactor,
    IReactorCore,
    IReactorSocket,
    IReactorFromThreads,
):
    """What a host needs of a reactor."""


class CantBegin(Exception):
    """
    The host can't begin; the message is one line.

    Attributes:
        another_try_may_help: the same start may succeed later; else it is wrong use.
    """

    another_try_may_help = True


class CantOpen(CantBegin):
    """There is no room for the one table."""


class CantListen(CantBegin):
    """There is no listening there."""


class MayNotListen(CantListen):
    """It takes rights that this host hasn't got."""

    another_try_may_help = False


class CantResume(CantBegin):
    """The game that is to be resumed isn't there, or can't be read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a host runs."""

    listen: Address
    folder: Path
    terms: Terms
    name: str = "wonders-host"
    once: bool = False
    """One table, one game, and an end."""
    resume: str = ""
    """That game, by the first 16 digits of its id, if it was begun by another host."""
    give_up: str = ""
    """A game that is left and nobody wants any more, by the same."""
    tables: int = TABLES
    relay: bool = False
    """Proofs are passed on, and checked by players only."""
    announce: bool = False
    """Others on the network are told where it is."""
    levels: Levels = field(default_factory=lambda: USUAL)
    """What is told."""
    allow: Path | None = None
    """The list of those who are let in; None: all are."""
    admins: Path | None = None
    """The list of those who may tell it what to do, wherever they are."""
    bot_memory: int = MEMORY
    """Megabytes for all bots together."""
    password: Path | None = None
    """The file that has the password of all tables; None: whoever opens one decides."""
    take_over: Path | None = None
    """The file of a game of another host's that is to go on here."""
    json: bool = False
    """News are lines of JSON, for a program."""
    config: Path | None = None
    """The file that options come from, if they do."""
    ends_with_input: bool = False
    """It ends with its standard input, which whoever started it holds."""
    metrics: int | None = None
    """The port at which this machine's programs look at how it stands, if they may."""
    web: int | None = None
    """The port at which browsers see the tables and fetch the program, if they may."""
    web_names: tuple[str, ...] = ()
    """By which browsers may come, besides this machine's own."""
    bundle: Path | None = None
    """The folder with it; None: one in the folder for logs."""
    choose: frozenset[str] = frozenset()
    """What whoever opens a table may choose."""
    kept: Kept = EVERYTHING
    """Which logs of games that are over are."""

    def options(self) -> Mapping[str, object]:
        """Return what it comes to, by the names of the options."""
        terms = self.terms
        return {
            "listen": self.listen,
            "logs": self.folder,
            "name": self.name,
            "once": self.once,
            "resume": (self.resume, self.take_over),
            "give-up": self.give_up,
            "tables": self.tables,
            "relay": self.relay,
            "announce": self.announce,
            "log-level": self.levels,
            "allow": self.allow,
            "admins": self.admins,
            "bot-memory": self.bot_memory,
            "password-file": self.password,
            "json": self.json,
            "metrics": self.metrics,
            "web": self.web,
            "web-name": self.web_names,
            "bundle": self.bundle,
            "may-choose": self.choose,
            "keep-days": self.kept.days,
            "keep-mb": self.kept.megabytes,
            GAME.name: terms.game,
            **{it.name: terms[it] for it in OPTIONS if it is not GAME},
            **{it.name: terms.own.get(it.name) for it in GAME_OPTIONS[terms.game]},
        }


class Operator(NamedTuple):
    """What whoever runs a host hears of it, and has settled."""

    say: Callable[[News], None]
    reread: Callable[[], Settings] | None = None
    """Gives the settings as they would be now; raises `BadConfig`. None: none can change."""
    heed: Callable[[Levels], None] = lambda levels: None
    """Takes the levels of what is told, when others hold."""


class Surroundings(NamedTuple):
    """The network and the threads around a host; a test has its own."""

    announce: Announce = announcement
    machine: Watch = own_addresses
    """Gives this machine's addresses."""
    aside: Work | None = None
    """Counts what was played; None: a thread of its own."""


class Service:
    """
    A host from its start to its end.

    Attributes:
        status: the exit status, once it has ended.
        server: what all connections come to in the end.
        tracer: what they come to first.
        bots: the host's own.
    """

    def __init__(
        self,
        reactor: IReactor,
        settings: Settings,
        keys: Keys,
        operator: Operator,
        surroundings: Surroundings | None = None,
        *,
        has_bots: bool = True,
    ) -> None:
        """
        Make ready to listen.

        Args:
            has_bots: there is all it takes for bots to play.

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
        self._board: Board | None = None
        """What is sent to browsers that look on, if they may."""
        self._told: Counter[type[News]] = Counter()
        self._invitations: tuple[Invitation, ...] = ()
        self._printed: tuple[Invitation, ...] = ()
        """The same, as they were told last."""
        """Those that were told last."""
        self._watching: LoopingCall | None = None
        self._console: Console | None = None
        self._wants_console = not settings.once
        """It has neither one, nor tried to have one."""
        self._ends_when_over = False
        self._is_ending = False
        self._goodbyes: list[IDelayedCall] = []
        """Calls that end the host if those who look at a result don't go by themselves."""
        self._processes = 0
        """In which bots play, as was told last."""
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
        banned = settings.folder / BANNED
        self._guests = Guests(settings.allow, banned, settings.admins)
        self._quiet_until: dict[type[News], float] = {}
        """Until when no other crowd, and the like, is told of."""
        self._lists_read = LoopingCall(self._read_lists)
        self._lists_read.clock = reactor
        self._sweeping = LoopingCall(self._sweep)
        self._sweeping.clock = reactor
        self._tidying = LoopingCall(self._tidy)
        self._tidying.clock = reactor
        self._tidied = 0
        """How many entries there were then."""
        self._games: tuple[GameNearby, ...] = ()
        """Those that are announced."""
        self._games_told = LoopingCall(self._announce_games)
        self._games_told.clock = reactor
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
        self.server.operated = self._operated = Administration(
            self.server,
            lambda: self.bots.status,
            invitations=lambda: self._invitations,
            reload=lambda: plain(self._read_options()),
            ends=Ends(
                self._end_soon,
                lambda: self._end_when_over(ends=True),
                lambda: self._end_when_over(ends=False),
            ),
        )
        self.tracer = Tracer(self.server, self._tell)
        self.tracer.is_on = _traces(settings.levels)

    def _policy(self, now: Settings) -> TablePolicy:
        """
        Return how tables are opened by these settings; one game is one table, once and all.

        Raises:
            CantBegin: the password of all tables can't be read.
        """
        return TablePolicy(
            Offered(now.terms, frozenset(now.choose)),
            1 if self._settings.once else now.tables,
            lock_of_all(self._keys.identity.public, now.password),
        )

    def _begin_history(self, work: Work) -> History | None:
        """Have what is played counted; not where it is only passed on, and so not checked."""
        if self._settings.relay:
            return None
        # It takes a database.
        from sealed_wonders.host.history import History

        return History(self._settings.folder, work, self._tell)

    def start(self) -> None:
        """
        Listen, and resume what was left.

        All ports are bound before anything is said, and a host is announced last, when nothing
        is left that could keep it from beginning.

        Raises:
            CantBegin: whom to let in can't be read.
            CantListen: not there.
            CantResume: there is no such game.
            CantOpen: there is no room for the one table.
        """
        settings, pin = self._settings, self._keys.pin
        try:
            self._guests.read()
        except BadFile as problem:
            raise CantBegin(str(problem)) from None
        self._lists_read.start(LISTS_INTERVAL, now=False)
        self._port = self._listen()
        here = self._port.getHost()
        if not isinstance(here, IPv4Address | IPv6Address):
            raise CantListen(f"can't tell where {here!r} is")
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
            self._watching = LoopingCall(self._check_addresses, at)
            self._watching.clock = self._reactor
            self._watching.start(WATCH_INTERVAL, now=False)
        self._begin_games()
        if settings.announce:
            self._start_announcing(at)
        self._begin_console()
        if self._history is not None:
            self._history.begin()
        self._warn_of_folder()
        self._sweeping.start(SWEEP_INTERVAL)
        self._tidying.start(GARBAGE_INTERVAL, now=False)

    def _begin_games(self) -> None:
        """
        Resume the games that were left, or the one that is asked for; else open its table.

        Raises:
            CantResume: there is no such game.
            CantOpen: there is no room for the one table.
        """
        settings = self._settings
        if settings.give_up:
            self.server.discard(settings.give_up)
        if settings.take_over is not None:
            self._take_over(settings.take_over)
        if settings.resume:
            if not self.server.resume(settings.resume):
                raise CantResume(f"the game {settings.resume} can't be gone on with")
        elif not settings.once:
            self.server.resume_all()
        elif settings.take_over is None:
            self._open_the_one()

    def _warn_of_folder(self) -> None:
        """Tell that no journal can be written, before there is any."""
        folder = self._settings.folder
        # A game that was taken up says so by itself.
        if not os.access(folder, os.W_OK) and not any(
            record.table.game is not None for record in self.server.registry
        ):
            what = f"can't write into {folder}; games wait until it can be"
            self._tell(DiskTrouble(f"{what}, or {ELSEWHERE}"))

    def _take_over(self, path: Path) -> None:
        """
        Go on with a game of another host's.

        Raises:
            CantResume: that can't be.
        """
        try:
            self.server.take_over(path)
        except BadGame as bad:
            raise CantResume(str(bad)) from None

    def _open_the_one(self) -> None:
        """
        Open the one table, for the one game.

        Raises:
            CantOpen: there is no room.
        """
        try:
            self.server.open(permanent=True)
        except Denied as denied:
            raise CantOpen(str(denied)) from None

    def _listen(self) -> IListeningPort:
        """
        Listen where it was said, or by IPv4 alone where a machine has nothing else.

        Raises:
            CantListen: not there.
        """
        listen = self._settings.listen
        server = self.server
        # Twisted's listenTCP is typed for other factories than its own TLS one.
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
        Listen at an address of this machine, or at all.

        Raises:
            CannotListenError: not there.
        """
        if at.host == "::" and is_ipv6_only():
            return listen_by_both(self._reactor, at.port, factory)
        return self._reactor.listenTCP(at.port, factory, interface=at.host)

    def _serve_pages(self, at: Address, near: Address) -> Served | None:
        """
        Let browsers see the tables and fetch the program, if they may, wherever players
        come to; return what there is to tell of it.

        Args:
            at: where it listens for these.
            near: the same, as this machine reaches itself.

        Raises:
            CantListen: not there.
        """
        settings = self._settings
        if settings.web is None:
            return None
        # Few want it, and it takes a server of web pages.
        lean.begin()
        try:
            from sealed_wonders.host import web
        finally:
            lean.end()

        folder = settings.bundle or settings.folder / web.FOLDER
        self._board = web.Board(
            self._reactor,
            self.server.registry,
            self._tell,
            lambda: web.about(settings.name, self._invitations_or(near), folder),
            None if settings.relay else self._threads,
            self.server.standings,
        )
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
        # No browser takes an address of a single link.
        found = tuple(
            Invitation(Asked(Address.parse(it.at).host, port).url, it.reach)
            for it in self._invitations_or(near)
            if "%" not in it.at
        )
        missing = "" if web.is_bundle(folder) else str(folder)
        return Served(found, missing, web.in_lines(found[0].at) if found else ())

    def _invitations_or(self, near: Address) -> tuple[Invitation, ...]:
        """Return the invitations; that for this machine if there is no other."""
        return self._invitations or (Invitation(str(near)),)

    def _serve_figures(self) -> Measured | None:
        """
        Let programs on this machine look at how the host stands, if they may; return what
        there is to tell of it.

        Raises:
            CantListen: not there.
        """
        port = self._settings.metrics
        if port is None:
            return None
        # Few want it, and it takes a server of web pages.
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
        """Say how it stands."""
        records = tuple(self.server.registry)
        return Figures(
            Counter(it.table.state for it in records),
            {it.table.name: it.halted for it in records if it.halted},
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
        """Return the address by which this machine reaches itself."""
        if host == "::" and not any(own.ip == "::1" for own in self._own_addresses()):
            return "127.0.0.1"
        return EVERYWHERE.get(host, host)

    @property
    def _name(self) -> str:
        """The name under which it is announced; nothing if it isn't."""
        return self._settings.name if self._settings.announce else ""

    def _invitations_for(self, at: Address) -> tuple[Invitation, ...]:
        """Return what others type, for each network this machine is on just now."""
        reached = reached_at(at.host, self._own_addresses())
        if at.host not in EVERYWHERE:
            reach = min((it.reach for it in reached), default=Reach.LAN)
            return (Invitation(str(at), reach),)
        return tuple(
            Invitation(str(replace(at, host=own.ip)), own.reach)
            for own in to_type(reached, own_address())
        )

    def _check_addresses(self, at: Address) -> None:
        """Tell of it if this machine has other addresses now, or more of them lead here."""
        now = self._invitations = self._invitations_for(at)
        told = {it.at: it.reach for it in self._printed}
        # A loose cable, or Wi-Fi that comes and goes, is no news.
        is_better = any(it.reach < told.get(it.at, it.reach) for it in now)
        if is_better or told.keys() != {it.at for it in now}:
            self._printed = now
            self._tell(Moved(now, self._name))

    def _start_announcing(self, at: Address) -> None:
        """Announce it where others reach it; it goes on without if need be."""
        self._announced = self._announce(
            self._settings.name,
            at,
            self._reactor.callFromThread,
            lambda why: self._tell(NotAnnounced(why)),
        )
        self._announced.start()
        self._games_told.start(GAMES_INTERVAL, now=False)

    def _announce_games(self) -> None:
        """Announce which games go on here, if that has changed."""
        games = self.server.games()
        if self._announced is not None and games != self._games:
            self._games = games
            self._announced.update(games)

    def _turned_away(self, origin: Origin) -> None:
        self._tell_now_and_then(Crowd(origin.address, origin.network))

    def _has_room(self) -> bool:
        """Tell whether there can be another connection; if not, whoever runs it, too."""
        if descriptors.are_left():
            return True
        self._tell_now_and_then(FewDescriptors(descriptors.most()))
        return False

    def _tell_now_and_then(self, news: Crowd | FewDescriptors) -> None:
        """Tell of what may be so for each who comes."""
        now, kind = self._reactor.seconds(), type(news)
        if now >= self._quiet_until.get(kind, 0.0):
            self._quiet_until[kind] = now + CROWD_INTERVAL
            self._tell(news)

    def _read_lists(self) -> None:
        """Put those out whom the operator doesn't let in any more."""
        self._begin_console()
        try:
            if not self._guests.read():
                return
        except BadFile as problem:
            self._tell(Trouble(str(problem)))
        self.server.put_out_others()  # the other list may be good, and new

    def _tidy(self) -> None:
        """Have Python give back what it keeps of what was calculated since the last time."""
        if self._tidied != self._archive.entries or self._threads.backlog:
            self._tidied = self._archive.entries
            garbage.look()

    def _sweep(self) -> None:
        """Remove the logs that aren't kept any longer, while all else goes on."""
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
        """Take what the options say now, and tell of it."""
        try:
            self._tell(self._read_options())
        except BadFile as problem:
            self._tell(Trouble(str(problem)))

    def _read_options(self) -> OptionsRead:
        """
        Take what the options say now, as far as it can change in between.

        Tables that are open keep what they were opened with.

        Raises:
            BadFile: something is wrong, and all stays as it was.
        """
        before = self._settings
        try:
            now = self._reread()
            policy = self._policy(now)
            self._guests.take(now.allow, now.admins)
        except (BadConfig, BadFile, CantBegin) as problem:
            raise BadFile(f"{problem}; all options stay as they were") from None
        old, new = before.options(), now.options()
        changed = [it for it in (*old, *new) if old.get(it) != new.get(it)]
        self._settings = replace(
            before,
            terms=now.terms,
            choose=now.choose,
            tables=now.tables,
            allow=now.allow,
            admins=now.admins,
            password=now.password,
            levels=now.levels,
            kept=now.kept,
            web_names=now.web_names,
        )
        self.tracer.is_on = _traces(now.levels)
        self._heed(now.levels)
        self.server.registry.policy = policy
        self.server.put_out_others()
        later = AT_THE_START.intersection(changed)
        holds = sorted(set(changed) - later)
        return OptionsRead(tuple(holds), tuple(sorted(later)))

    def _begin_console(self) -> None:
        """Let whoever runs it tell it what to do, as soon as there is a place for that."""
        folder = self._settings.folder
        if not self._wants_console or not os.access(folder, os.W_OK):
            return
        self._wants_console = False
        try:
            self._console = Console(self._reactor, folder, self._operated)
        except NoConsole as problem:
            self._tell(Trouble(str(problem)))

    def _end_soon(self) -> None:
        # Not from within whatever is just being done.
        self._reactor.callLater(0, self._stop_reactor)

    def _end_when_over(self, *, ends: bool) -> None:
        """End as soon as no game goes on; until then no table is opened."""
        self._ends_when_over = ends
        self.server.end_soon(ends=ends)
        self._look_whether_over()

    def _look_whether_over(self) -> None:
        if self._ends_when_over and not self.server.has_games:
            self._end_soon()

    def finish(self, status: int) -> None:
        """End: if all went well, as soon as everybody has gone by themselves."""
        if self._is_ending:
            return
        self.status = status
        if status:
            self._is_ending = True
            self._end_soon()
            return
        gone = DeferredList([self.server.when_empty(), self.bots.when_gone()])
        goodbye = self._reactor.callLater(GOODBYE_PATIENCE, self._leave)
        self._goodbyes.append(goodbye)
        gone.addCallback(lambda _: self._leave())

    def _leave(self) -> None:
        """End after the one game, unless there is another one by now."""
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
        """End in order: nothing is lost that can be resumed."""
        self._is_ending = True
        if self._watching is not None and self._watching.running:
            self._watching.stop()
        for loop in (
            self._lists_read,
            self._games_told,
            self._sweeping,
            self._tidying,
        ):
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
            self.server.when_empty(),
            self.bots.end_all(),
            withdrawn,
        ]
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
        if isinstance(news, Ended | Stopped | Suspended):
            self._reactor.callLater(0, self._look_whether_over)
        if self._settings.once and not self._is_ending:
            match news:
                case Ended(log=log):
                    self.finish(0 if log else 1)
                case TableClosed():
                    self.finish(0)  # nobody came for another game
                case Stopped() | BotLost(again=False):
                    self.finish(1)

    def _bots_changed(self) -> None:
        status, before = self.bots.status, self._processes
        self._processes = status.processes
        if self._settings.once and status.processes < before:
            return  # of one game, the result is the last that is told
        self._tell(BotsTake(status.processes, status.memory, status.budget))

    def _bot_ended(self, table: str, name: str, how: str) -> None:
        self.server.bot_ended(table, name, how)


def _traces(levels: Levels) -> bool:
    """Tell whether something is told that takes looking at each message."""
    return any(tells_all(levels, part) for part in ("network", "messages", "phases"))


def stop(reactor: IReactorCore) -> None:
    """Stop a reactor, unless it is stopping."""
    with contextlib.suppress(ReactorNotRunning):
        if reactor.running:
            reactor.stop()


def own_address() -> str | None:
    """Return the address that this machine has where its default route goes, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks which way it would go.
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


def lock_of_all(host: bytes, path: Path | None) -> Lock | None:
    """
    Make the lock of all tables, and forget the password.

    Raises:
        CantBegin: it can't be read.
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
