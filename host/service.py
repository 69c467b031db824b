"""A host that runs: it listens, has bots come, says what happens, and ends in order."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import (
    IListeningPort,
    IReactorCore,
    IReactorFromThreads,
    IReactorTCP,
)

from sealed_wonders.host.announcing import Announce, Announced, announcement
from sealed_wonders.host.bots import Bots
from sealed_wonders.host.bots import IReactor as IBotReactor
from sealed_wonders.host.house import House
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.keys import Keys
from sealed_wonders.host.news import (
    BotLost,
    BotSpoke,
    Ended,
    Listening,
    News,
    NotAnnounced,
    Stopped,
    TableClosed,
)
from sealed_wonders.host.rooms import TABLES
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.address import Address
from sealed_wonders.net.hands import Hands
from sealed_wonders.net.wire import host_factory

GOODBYE_PATIENCE = 5.0
"""Seconds for guests and bots to go by themselves when the one game is over."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all of a machine's, and how it reaches itself then."""


class IReactor(IBotReactor, IReactorCore, IReactorTCP, IReactorFromThreads):
    """What a host needs of a reactor."""


class CantListen(Exception):
    """There is no listening there; the message is one line."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a host runs."""

    listen: Address
    folder: Path
    terms: Terms
    name: str = "wonders-host"
    strategy: str = "builder"
    once: bool = False
    """One table, one game, and an end."""
    tables: int = TABLES
    relay: bool = False
    """Proofs are passed on, and checked by players only."""
    announce: bool = False
    """Others on the network are told where it is."""


class Service:
    """
    A host from its start to its end.

    Attributes:
        status: the exit status, once it has ended.
    """

    def __init__(
        self,
        reactor: IReactor,
        settings: Settings,
        keys: Keys,
        say: Callable[[News], None],
        announce: Announce = announcement,
    ) -> None:
        self.status = 0
        self._reactor = reactor
        self._settings = settings
        self._keys = keys
        self._say = say
        self._announce = announce
        self._announced: Announced | None = None
        self._port: IListeningPort | None = None
        self._is_ending = False
        self.bots = Bots(
            reactor,
            settings.strategy,
            keys.identity.public,
            ended=self._bot_ended,
            spoke=lambda table, name, line: self._tell(BotSpoke(table, name, line)),
        )
        self._hands = Hands(reactor)
        self.house = House(
            keys.identity,
            settings.name,
            settings.terms,
            reactor,
            Archive(settings.folder),
            self._tell,
            tables=1 if settings.once else settings.tables,
            crew=self.bots,
            work=None if settings.relay else self._hands,
        )

    def start(self) -> None:
        """
        Listen, and take up what was left.

        Raises:
            CantListen: not there.
        """
        settings, pin = self._settings, self._keys.pin
        # Twisted's listenTCP is typed for other factories than its own TLS one.
        factory: Any = host_factory(self.house, self._reactor, self._keys.certificate)
        try:
            self._port = self._reactor.listenTCP(
                settings.listen.port, factory, interface=settings.listen.host
            )
        except CannotListenError as error:
            where = f"{settings.listen}"
            raise CantListen(
                f"can't listen at {where}: {_reason(error.socketError)}"
            ) from None
        here = self._port.getHost()
        if not isinstance(here, IPv4Address | IPv6Address):
            raise CantListen(f"can't tell where {here!r} is")
        at, port = here.host, here.port
        near = EVERYWHERE.get(at, at)
        self.bots.invitation = str(Address(near, port, pin))
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        reach = at if at not in EVERYWHERE else own_address()
        self._tell(
            Listening(
                str(Address(at, port, pin)),
                str(Address(reach or near, port, pin)),
                pin.hex(),
                settings.relay,
                settings.name if settings.announce and reach else "",
            )
        )
        if settings.announce:
            self._be_found(Address(reach, port, pin) if reach else None)
        if settings.once:
            self.house.open(permanent=True)
        else:
            self.house.take_up()

    def _be_found(self, address: Address | None) -> None:
        """Have it announced where others reach it; it goes on without if need be."""
        if address is None:
            self._tell(NotAnnounced("this machine has no address on a network"))
            return
        self._announced = self._announce(
            self._settings.name,
            address,
            self._reactor.callFromThread,
            lambda why: self._tell(NotAnnounced(why)),
        )
        self._announced.start()

    def finish(self, status: int) -> None:
        """End: if all went well, as soon as everybody has gone by themselves."""
        if self._is_ending:
            return
        self._is_ending = True
        self.status = status
        if status:
            # Not from within whatever went wrong.
            self._reactor.callLater(0, self._stop_reactor)
            return
        gone = DeferredList([self.house.when_empty(), self.bots.when_gone()])
        late = self._reactor.callLater(GOODBYE_PATIENCE, self._stop_reactor)

        def leave(_: object) -> None:
            if late.active():
                late.cancel()
                self._stop_reactor()

        gone.addCallback(leave)

    def _stop_reactor(self) -> None:
        if self._reactor.running:
            self._reactor.stop()

    def _stop(self) -> Deferred[object]:
        """End in order: nothing is lost that can be taken up again."""
        self._is_ending = True
        self.house.shut()
        if self._port is not None:
            self._port.stopListening()
        gone: Deferred[object] = Deferred()
        withdrawn: Deferred[None] = Deferred()
        if self._announced is None:
            withdrawn.callback(None)
        else:
            self._announced.stop(lambda: withdrawn.callback(None))
        all_of_it = [self.house.when_empty(), self.bots.end_all(), withdrawn]
        ended = DeferredList(all_of_it)
        ended.addBoth(lambda _: self._hands.stop())
        ended.addBoth(gone.callback)
        return gone

    def _tell(self, news: News) -> None:
        if self._is_ending and isinstance(news, BotLost | TableClosed):
            return
        self._say(news)
        if self._settings.once and not self._is_ending:
            match news:
                case Ended(log=log):
                    self.finish(0 if log else 1)
                case Stopped() | BotLost():
                    self.finish(1)

    def _bot_ended(self, table: str, name: str, how: str) -> None:
        self.house.bot_ended(table, name, how)


def own_address() -> str | None:
    """Give the address by which others on the network reach this machine, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks which way it would go.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("0.", "127.")) else address


def _reason(error: object) -> str:
    text = getattr(error, "strerror", None) or str(error)
    return str(text)
