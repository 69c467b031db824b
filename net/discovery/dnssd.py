"""
Finding hosts on the local network with DNS-SD over multicast, without a server.

A host is announced under ``_sealedwonders._tcp.local.``, and withdrawn when it ends.
Announcing and browsing each run on a separate thread, and call back in the caller's
thread. The library is loaded in that thread, so nobody waits for it, and only programs
that use it pay for it.
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
from sealed_wonders.net.discovery.nearby import (
    GameNearby,
    HeardHosts,
    Nearby,
    Network,
    is_loopback,
    read_record,
    record_of,
)
from sealed_wonders.net.discovery.ownaddresses import (
    WATCH_INTERVAL,
    OwnAddress,
    Reach,
    Watch,
    on_air,
    own_addresses,
    reachable,
    reached_at,
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
"""Seconds for a host that was heard of to send its addresses."""

SETTLED = 2.5
"""Seconds until everybody has replaced an old record with a new one."""

CLOSE_PATIENCE = 3.0
"""Seconds to send three goodbyes, which takes a quarter of a second."""

Call = Callable[[Callable[[], None]], object]
"""Run a function in the caller's thread, as a reactor's ``callFromThread`` does."""


class _ServiceThread(ABC):
    """
    A participant in DNS-SD, on a separate thread.

    It is started once, and stopped once. If the program ends without stopping it, it
    ends without a goodbye.
    """

    def __init__(
        self, call: Call, failed: Callable[[str], None], machine: Watch
    ) -> None:
        self._call = call
        self._failed = failed
        self._machine = machine
        self._end: Future[None] = Future()
        """Done when the participant should end."""
        self._thread: threading.Thread | None = None
        self._is_through = False
        self._then: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Start without waiting."""
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name=type(self).__name__, daemon=True
            )
            self._thread.start()

    def stop(self, then: Callable[[], None] = lambda: None) -> None:
        """
        Stop without waiting; nothing more is reported.

        Args:
            then: called in the caller's thread once it has ended.
        """
        if not self._end.done():
            self._end.set_result(None)
        if self._thread is None or self._is_through:
            then()
        else:
            self._then = then

    def wait(self, patience: float) -> bool:
        """Wait until the thread has ended; return whether it has."""
        if self._thread is not None:
            self._thread.join(patience)
        return self._thread is None or not self._thread.is_alive()

    def _tell(self, what: Callable[[], None]) -> None:
        """Call back in the caller's thread, unless the participant was stopped."""
        self._pass_on(lambda: None if self._end.done() else what())

    def _pass_on(self, what: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the caller's loop has ended
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
        """Take part until the end; return whether to start again."""
        from zeroconf.asyncio import AsyncZeroconf

        # Users needn't know about packets that the library can't handle.
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        end = asyncio.wrap_future(self._end)
        while not (places := self._places(machine := self._machine())):
            # A network may still come up.
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
                    # Versions before 0.150 can't change interfaces.
                    if machine != before:
                        await self._leave()
                        return True
                    continue
                if machine != before:
                    await self._moved(air, machine)
                # Also if nothing has changed, since a new address can't be used
                # immediately. If there is nothing to do, this does nothing.
                with contextlib.suppress(OSError, RuntimeError):
                    await air.async_update_interfaces(places, _version(places))
            await self._leave()
            return False
        finally:
            await asyncio.wait_for(air.async_close(), CLOSE_PATIENCE)

    @abstractmethod
    def _places(self, machine: tuple[OwnAddress, ...]) -> list[str | int]:
        """Return the places of this machine at which it takes part."""

    @abstractmethod
    async def _take_part(
        self,
        air: AsyncZeroconf,
        machine: tuple[OwnAddress, ...],
        end: asyncio.Future[None],
    ) -> None:
        """Begin to take part, until the end."""

    @abstractmethod
    async def _moved(self, air: AsyncZeroconf, machine: tuple[OwnAddress, ...]) -> None:
        """Called when this machine's addresses have changed."""

    async def _leave(self) -> None:  # noqa: B027  optional to override
        """Called at the end."""


class Announcement(_ServiceThread):
    """Announcement of a listening host at all of its machine's addresses."""

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
        Prepare to announce a host.

        Args:
            address: the address where it listens, or the wildcard address, with its
                pin.
            call: runs callbacks in the caller's thread.
            failed: called with one line about why the host can't be announced.
            machine: return this machine's addresses.

        Raises:
            ValueError: *name* isn't a valid name.
        """
        super().__init__(call, failed, machine)
        self._port, self._host = address.port, address.host
        self._name = name
        self._pin = pin = address.pin or b""
        self._record = record_of(name, pin)
        # The label must be unique; the record contains the name that people read.
        self._label = f"{pin.hex()}-{address.port}"
        self._machine_now: tuple[OwnAddress, ...] = ()
        self._registered: AsyncServiceInfo
        self._air: asyncio.AbstractEventLoop | None = None
        self._has_news: asyncio.Event
        self._telling: asyncio.Task[None] | None = None

    def update(self, games: Sequence[GameNearby]) -> None:
        """
        Announce the games that are running there from now on.

        Args:
            games: those with the most people first.
        """
        # The record is replaced as a whole, so the other thread sees either the old or
        # the new one.
        self._record = record_of(self._name, self._pin, games)
        if self._air is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._air.call_soon_threadsafe(self._has_news.set)

    def _places(self, machine: tuple[OwnAddress, ...]) -> list[str | int]:
        return on_air(reached_at(self._host, machine))

    async def _take_part(
        self,
        air: AsyncZeroconf,
        machine: tuple[OwnAddress, ...],
        end: asyncio.Future[None],
    ) -> None:
        self._has_news = asyncio.Event()
        self._air = asyncio.get_running_loop()
        self._machine_now = machine
        info = self._info(self._label)
        self._registered = info
        telling = asyncio.ensure_future(self._announce(air, info))
        # No announcement may follow the goodbyes.
        await asyncio.wait({telling, end}, return_when=asyncio.FIRST_COMPLETED)
        if end.done():
            telling.cancel()
            await asyncio.wait({telling})
        else:
            telling.result()
            self._telling = asyncio.ensure_future(self._tell_news(air))

    async def _moved(self, air: AsyncZeroconf, machine: tuple[OwnAddress, ...]) -> None:
        self._machine_now = machine
        await self._announce_anew(air)

    async def _leave(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.wait({self._telling})

    async def _tell_news(self, air: AsyncZeroconf) -> None:
        """Update the announcement whenever there is news."""
        while await self._has_news.wait():
            self._has_news.clear()
            with contextlib.suppress(OSError):  # there is no network now
                await self._announce_anew(air)

    async def _announce_anew(self, air: AsyncZeroconf) -> None:
        # The host may have another label, if somebody else had this one.
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
    """Search for hosts, which reports all hosts at every change."""

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
        Prepare to search.

        Args:
            heard: called with all hosts, sorted by name.
            call: runs callbacks in the caller's thread.
            failed: called with one line about why searching isn't possible.
            interfaces: the addresses of the interfaces to search on; None for all.
            machine: return this machine's addresses.
        """
        super().__init__(call, failed, machine)
        self._interfaces = interfaces
        self._listener = heard
        self._heard = HeardHosts()
        self._told: tuple[Nearby, ...] = ()
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._here = interfaces is not None and all(map(is_loopback, interfaces))
        self._names: dict[str, str] = {}
        """Service names of the hosts that have a place in `HeardHosts`."""
        self._networks: set[Network] = set()
        self._browser: AsyncServiceBrowser

    def _places(self, machine: tuple[OwnAddress, ...]) -> list[str | int]:
        if self._interfaces is not None:
            return list(self._interfaces)
        return on_air(machine)

    async def _take_part(
        self,
        air: AsyncZeroconf,
        machine: tuple[OwnAddress, ...],
        end: asyncio.Future[None],
    ) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        self._networks = _near(machine)
        self._browser = AsyncServiceBrowser(
            air.zeroconf, SERVICE, handlers=[self._service_changed]
        )

    async def _moved(self, air: AsyncZeroconf, machine: tuple[OwnAddress, ...]) -> None:
        # Another of a host's addresses may be the nearest now.
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
        """Handle a record that appeared, changed or disappeared (keywords only)."""
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
        # A value that a host replaces by another is forgotten a second later.
        await asyncio.sleep(SETTLED)
        if key in self._names:
            await self._read(zeroconf, name, key)
        self._asking.pop(key, None)

    async def _read(self, zeroconf: Zeroconf, name: str, key: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        host = None
        with contextlib.suppress(Exception):  # ignore bad records
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


def _near(machine: Iterable[OwnAddress]) -> set[Network]:
    """Return the networks that make a host's address nearer than its others."""
    # A tunnel may lead to the same machine by way of another country.
    return {own.network for own in machine if own.reach is Reach.LAN}


def _version(places: Sequence[str | int]) -> IPVersion:
    """Return the IP versions to use, which the library can't find out later."""
    from zeroconf import IPVersion

    has_ipv6 = any(isinstance(place, int) for place in places)
    return IPVersion.All if has_ipv6 else IPVersion.V4Only


async def _comes(end: asyncio.Future[None], patience: float) -> bool:
    """Wait for the end up to *patience* seconds; return whether it has come."""
    await asyncio.wait({end}, timeout=patience)
    return end.done()


def _with_interface(address: str) -> str:
    """Return a link-local address with the interface's name instead of its number."""
    ip, _, number = address.partition("%")
    if not number.isdecimal():
        return address
    try:
        return f"{ip}%{socket.if_indextoname(int(number))}"
    except OSError:  # the interface has just disappeared
        return address


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error) or type(error).__name__
