"""
Finding a host on the local network: DNS-SD, by multicast and without a server.

A host is announced under ``_sealedwonders._tcp.local.`` and withdrawn when it ends. Both
sides run in a thread of their own, and tell the caller's thread; the library is loaded
there, so that nobody waits for it and nobody pays for it who doesn't look.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.interfaces import (
    WATCH_INTERVAL,
    Own,
    Reach,
    Watch,
    on_air,
    own_addresses,
    reachable,
    reached_at,
)
from sealed_wonders.net.discovery.nearby import (
    GameNearby,
    Heard,
    Nearby,
    Network,
    is_loopback,
    read_record,
    record_of,
)
from sealed_wonders.net.names import make_line

if TYPE_CHECKING:
    from zeroconf import IPVersion, ServiceStateChange, Zeroconf
    from zeroconf.asyncio import (
        AsyncServiceBrowser,
        AsyncServiceInfo,
        AsyncZeroconf,
    )

__all__ = ["Announcement", "Browser", "Call", "Nearby"]

SERVICE = "_sealedwonders._tcp.local."

ASK_PATIENCE = 5.0
"""Seconds for a host that was heard of to say where it is."""

SETTLED = 2.5
"""Seconds until a record has taken the place of another for everybody."""

CLOSE_PATIENCE = 3.0
"""Seconds to say goodbye, three times within a quarter of one."""

Call = Callable[[Callable[[], None]], object]
"""Has something done in the caller's thread, as a reactor's ``callFromThread`` does."""


class _ServiceThread(ABC):
    """
    A part in the service, in a thread of its own.

    It is started once, and stopped once. When the program ends without stopping
    it, it is gone without a word.
    """

    def __init__(
        self, call: Call, failed: Callable[[str], None], machine: Watch
    ) -> None:
        self._call = call
        self._failed = failed
        self._machine = machine
        self._end: Future[None] = Future()
        """Done when it is to end."""
        self._thread: threading.Thread | None = None
        self._is_through = False
        self._then: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin; nothing is waited for."""
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name=type(self).__name__, daemon=True
            )
            self._thread.start()

    def stop(self, then: Callable[[], None] = lambda: None) -> None:
        """
        End; nothing is waited for, and nothing more is told.

        Args:
            then: called in the caller's thread when it has ended.
        """
        if not self._end.done():
            self._end.set_result(None)
        if self._thread is None or self._is_through:
            then()
        else:
            self._then = then

    def wait(self, patience: float) -> bool:
        """Wait until its thread has ended; tells whether it has."""
        if self._thread is not None:
            self._thread.join(patience)
        return self._thread is None or not self._thread.is_alive()

    def _tell(self, what: Callable[[], None]) -> None:
        """Say something in the caller's thread, as long as it is wanted."""
        self._pass_on(lambda: None if self._end.done() else what())

    def _pass_on(self, what: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # there is no loop there any more
            self._call(what)

    def _run(self) -> None:
        try:
            while asyncio.run(self._be_on_air()):
                pass
        except Exception as error:  # noqa: BLE001  whatever a network can do
            why = make_line(_reason(error))
            self._tell(lambda: self._failed(why))
        finally:
            self._pass_on(self._ended)

    def _ended(self) -> None:
        self._is_through = True
        self._then()

    async def _be_on_air(self) -> bool:
        """Take part until the end, or tell that it is to be begun anew."""
        from zeroconf.asyncio import AsyncZeroconf

        # Packets that the library stumbles over are no business of a person's.
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        end = asyncio.wrap_future(self._end)
        while not (places := self._places(machine := self._machine())):
            # Somebody may yet plug a cable in.
            if await _comes(end, WATCH_INTERVAL):
                return False
        air = AsyncZeroconf(interfaces=places, ip_version=_version(places))
        try:
            await air.zeroconf.async_wait_for_start()
            await self._take_part(air, machine, end)
            while not await _comes(end, WATCH_INTERVAL):
                before, machine = machine, self._machine()
                places = self._places(machine)
                if not places:
                    continue
                if not hasattr(air, "async_update_interfaces"):
                    # Those before 0.150 are where they were at the beginning.
                    if machine != before:
                        await self._leave()
                        return True
                    continue
                if machine != before:
                    await self._moved(air, machine)
                # Also where nothing has changed: an address that is new can't be used
                # at once. Where there is nothing to be done this does nothing.
                with contextlib.suppress(OSError, RuntimeError):
                    await air.async_update_interfaces(places, _version(places))
            await self._leave()
            return False
        finally:
            await asyncio.wait_for(air.async_close(), CLOSE_PATIENCE)

    @abstractmethod
    def _places(self, machine: tuple[Own, ...]) -> list[str | int]:
        """Give the places of this machine at which it takes part."""

    @abstractmethod
    async def _take_part(
        self, air: AsyncZeroconf, machine: tuple[Own, ...], end: asyncio.Future[None]
    ) -> None:
        """Begin to; what is begun goes on until the end."""

    @abstractmethod
    async def _moved(self, air: AsyncZeroconf, machine: tuple[Own, ...]) -> None:
        """This machine has other addresses than before."""

    async def _leave(self) -> None:  # noqa: B027  not everybody has something to do
        """The end has come."""


class Announcement(_ServiceThread):
    """A host that lets itself be found, as long as it listens, wherever its machine is."""

    def __init__(
        self,
        name: str,
        address: Address,
        *,
        call: Call,
        failed: Callable[[str], None] = lambda why: None,
        machine: Watch = own_addresses,
    ) -> None:
        """
        Make ready to announce a host.

        Args:
            address: where it listens, or the one that means all of this machine's, with its
                pin.
            call: brings answers to the caller's thread.
            failed: told in one line why it can't be announced.
            machine: gives this machine's addresses.

        Raises:
            ValueError: not a name.
        """
        super().__init__(call, failed, machine)
        self._port, self._host = address.port, address.host
        self._name = name
        self._pin = pin = address.pin or b""
        self._record = record_of(name, pin)
        # No two hosts have the same; what people read stands in the record.
        self._label = f"{pin.hex()}-{address.port}"
        self._machine_now: tuple[Own, ...] = ()
        self._registered: AsyncServiceInfo
        self._air: asyncio.AbstractEventLoop | None = None
        self._has_news: asyncio.Event
        self._telling: asyncio.Task[None] | None = None

    def update(self, games: Sequence[GameNearby]) -> None:
        """
        Say which games go on there from now on.

        Args:
            games: those with the most people there first.
        """
        # A record is replaced as a whole: the other thread has the old one or the new one.
        self._record = record_of(self._name, self._pin, games)
        if self._air is not None:
            with contextlib.suppress(RuntimeError):  # its loop has ended
                self._air.call_soon_threadsafe(self._has_news.set)

    def _places(self, machine: tuple[Own, ...]) -> list[str | int]:
        return on_air(reached_at(self._host, machine))

    async def _take_part(
        self, air: AsyncZeroconf, machine: tuple[Own, ...], end: asyncio.Future[None]
    ) -> None:
        self._has_news = asyncio.Event()
        self._air = asyncio.get_running_loop()
        self._machine_now = machine
        info = self._info(self._label)
        self._registered = info
        telling = asyncio.ensure_future(self._announce(air, info))
        # No announcement may come after the goodbyes.
        await asyncio.wait({telling, end}, return_when=asyncio.FIRST_COMPLETED)
        if end.done():
            telling.cancel()
            await asyncio.wait({telling})
        else:
            telling.result()
            self._telling = asyncio.ensure_future(self._tell_news(air))

    async def _moved(self, air: AsyncZeroconf, machine: tuple[Own, ...]) -> None:
        self._machine_now = machine
        await self._announce_anew(air)

    async def _leave(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.wait({self._telling})

    async def _tell_news(self, air: AsyncZeroconf) -> None:
        """Announce it anew each time that there is something else to be said of it."""
        while await self._has_news.wait():
            self._has_news.clear()
            with contextlib.suppress(OSError):  # there is no network just now
                await self._announce_anew(air)

    async def _announce_anew(self, air: AsyncZeroconf) -> None:
        # It may have got another name, if somebody else had this one.
        label = self._registered.name.removesuffix(f".{SERVICE}")
        self._registered = self._info(label)
        self._registered.set_server_if_missing()
        await (await air.async_update_service(self._registered))

    def _info(self, label: str) -> AsyncServiceInfo:
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            SERVICE,
            f"{label}.{SERVICE}",
            port=self._port,
            properties=self._record,
            parsed_addresses=[
                own.ip for own in reachable(reached_at(self._host, self._machine_now))
            ],
        )

    @staticmethod
    async def _announce(air: AsyncZeroconf, info: AsyncServiceInfo) -> None:
        await (await air.async_register_service(info, allow_name_change=True))


class Browser(_ServiceThread):
    """Looks for hosts, and tells of all it has found each time that changes."""

    def __init__(
        self,
        heard: Callable[[tuple[Nearby, ...]], None],
        call: Call,
        *,
        failed: Callable[[str], None] = lambda why: None,
        interfaces: Sequence[str] | None = None,
        machine: Watch = own_addresses,
    ) -> None:
        """
        Make ready to look.

        Args:
            heard: told of all hosts, by name.
            call: brings answers to the caller's thread.
            failed: told in one line why there can't be looked for any.
            interfaces: the addresses of those interfaces on which to look; None is all.
            machine: gives this machine's addresses.
        """
        super().__init__(call, failed, machine)
        self._interfaces = interfaces
        self._listener = heard
        self._heard = Heard()
        self._told: tuple[Nearby, ...] = ()
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._here = interfaces is not None and all(map(is_loopback, interfaces))
        self._names: dict[str, str] = {}
        """What those call themselves on the air that have a place in `Heard`."""
        self._networks: set[Network] = set()
        self._browser: AsyncServiceBrowser

    def _places(self, machine: tuple[Own, ...]) -> list[str | int]:
        if self._interfaces is not None:
            return list(self._interfaces)
        return on_air(machine)

    async def _take_part(
        self, air: AsyncZeroconf, machine: tuple[Own, ...], end: asyncio.Future[None]
    ) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        self._networks = _near(machine)
        self._browser = AsyncServiceBrowser(
            air.zeroconf, SERVICE, handlers=[self._service_changed]
        )

    async def _moved(self, air: AsyncZeroconf, machine: tuple[Own, ...]) -> None:
        # Another of a host's addresses may be the near one now.
        self._networks = _near(machine)
        for key, name in self._names.items():
            self._begin_to_ask(air.zeroconf, name, key)

    async def _leave(self) -> None:
        await self._browser.async_cancel()
        for task in self._asking.values():
            task.cancel()

    def _service_changed(
        self,
        zeroconf: Zeroconf,
        service_type: str,
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        """A record came, changed, or went; called by the library, by keyword."""
        key = name.casefold()
        if state_change.name == "Removed":
            self._ask_no_more(key)
            self._forget(key)
            self._tell_if_changed()
        elif self._heard.expect(key):
            self._names[key] = name
            self._begin_to_ask(zeroconf, name, key)

    def _begin_to_ask(self, zeroconf: Zeroconf, name: str, key: str) -> None:
        self._ask_no_more(key)
        self._asking[key] = asyncio.ensure_future(self._ask(zeroconf, name, key))

    def _ask_no_more(self, key: str) -> None:
        before = self._asking.pop(key, None)
        if before is not None:
            before.cancel()

    async def _ask(self, zeroconf: Zeroconf, name: str, key: str) -> None:
        await self._read(zeroconf, name, key)
        # What a host takes back by saying something else is forgotten a second later.
        await asyncio.sleep(SETTLED)
        if key in self._names:
            await self._read(zeroconf, name, key)
        self._asking.pop(key, None)

    async def _read(self, zeroconf: Zeroconf, name: str, key: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        host = None
        with contextlib.suppress(Exception):  # a bad record is none
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf, ASK_PATIENCE * 1000):
                host = read_record(
                    info.properties,
                    map(_with_interface, info.parsed_scoped_addresses()),
                    info.port,
                    here=self._here,
                    networks=self._networks,
                )
        if host is None:
            self._forget(key)
        else:
            self._heard.note(key, host)
        self._tell_if_changed()

    def _forget(self, key: str) -> None:
        self._heard.forget(key)
        self._names.pop(key, None)

    def _tell_if_changed(self) -> None:
        hosts = self._heard.listing()
        if hosts != self._told:
            self._told = hosts
            self._tell(lambda: self._listener(hosts))


def _near(machine: Iterable[Own]) -> set[Network]:
    """Return the networks on which a host is nearer than at its other addresses."""
    # A tunnel may lead to the same machine by way of another country.
    return {own.network for own in machine if own.reach is Reach.LAN}


def _version(places: Sequence[str | int]) -> IPVersion:
    """Tell the library which kinds of IP it takes; it can't find that out later."""
    from zeroconf import IPVersion

    has_ipv6 = any(isinstance(place, int) for place in places)
    return IPVersion.All if has_ipv6 else IPVersion.V4Only


async def _comes(end: asyncio.Future[None], patience: float) -> bool:
    """Wait for the end for a while; tells whether it has come."""
    await asyncio.wait({end}, timeout=patience)
    return end.done()


def _with_interface(address: str) -> str:
    """Write an address of one link with the name of its interface, not its number."""
    ip, _, number = address.partition("%")
    if not number.isdecimal():
        return address
    try:
        return f"{ip}%{socket.if_indextoname(int(number))}"
    except OSError:  # it went just now
        return address


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error) or type(error).__name__
