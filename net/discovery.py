"""
Finding a host on the local network: DNS-SD, by multicast and without a server.

A host is announced under ``_sealedwonders._tcp.local.`` and withdrawn when it ends. Both
sides run in a thread of their own, and tell the caller's thread; the library is loaded
there, so that nobody waits for it and nobody pays for it who doesn't look.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from sealed_wonders.net.names import make_line
from sealed_wonders.net.nearby import (
    Heard,
    Nearby,
    is_loopback,
    read_record,
    record_of,
)

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

__all__ = ["Announcement", "Browser", "Call", "Nearby"]

SERVICE = "_sealedwonders._tcp.local."

ASK_PATIENCE = 5.0
"""Seconds for a host that was heard of to say where it is."""

CLOSE_PATIENCE = 3.0
"""Seconds to say goodbye, three times within a quarter of one."""

Call = Callable[[Callable[[], None]], object]
"""Has something done in the caller's thread, as a reactor's ``callFromThread`` does."""


class _Station(ABC):
    """
    Somebody who takes part, in a thread of their own.

    A station is started once, and stopped once. When the program ends without stopping
    it, it is gone without a word.
    """

    def __init__(
        self,
        call: Call,
        failed: Callable[[str], None],
        interfaces: Sequence[str] | None,
    ) -> None:
        self._call = call
        self._failed = failed
        self._interfaces = interfaces
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
            asyncio.run(self._be_on_air())
        except Exception as error:  # noqa: BLE001  whatever a network can do
            why = make_line(_reason(error))
            self._tell(lambda: self._failed(why))
        finally:
            self._pass_on(self._ended)

    def _ended(self) -> None:
        self._is_through = True
        self._then()

    async def _be_on_air(self) -> None:
        from zeroconf import InterfaceChoice
        from zeroconf.asyncio import AsyncZeroconf

        # Packets that the library stumbles over are no business of a person's.
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        chosen = self._interfaces
        air = AsyncZeroconf(
            interfaces=InterfaceChoice.All if chosen is None else list(chosen)
        )
        try:
            await air.zeroconf.async_wait_for_start()
            await self._take_part(air, asyncio.wrap_future(self._end))
        finally:
            await asyncio.wait_for(air.async_close(), CLOSE_PATIENCE)

    @abstractmethod
    async def _take_part(self, air: AsyncZeroconf, end: asyncio.Future[None]) -> None:
        """Do so until the end."""


class Announcement(_Station):
    """A host that lets itself be found, as long as it listens."""

    def __init__(
        self,
        name: str,
        port: int,
        pin: bytes,
        addresses: Sequence[str],
        *,
        call: Call,
        failed: Callable[[str], None] = lambda why: None,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        """
        Make ready to announce a host.

        Args:
            addresses: where others reach it.
            call: brings answers to the caller's thread.
            failed: told in one line why it can't be announced.
            interfaces: the addresses of those interfaces on which it is; None is all.

        Raises:
            ValueError: not a name.
        """
        super().__init__(call, failed, interfaces)
        self._port = port
        self._addresses = list(addresses)
        self._record = record_of(name, pin)
        # No two hosts have the same; what people read stands in the record.
        self._label = f"{pin.hex()}-{port}"

    async def _take_part(self, air: AsyncZeroconf, end: asyncio.Future[None]) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(
            SERVICE,
            f"{self._label}.{SERVICE}",
            port=self._port,
            properties=self._record,
            parsed_addresses=self._addresses,
        )
        telling = asyncio.ensure_future(self._announce(air, info))
        # No announcement may come after the goodbyes.
        await asyncio.wait({telling, end}, return_when=asyncio.FIRST_COMPLETED)
        if end.done():
            telling.cancel()
            await asyncio.wait({telling})
        else:
            telling.result()
            await end

    @staticmethod
    async def _announce(air: AsyncZeroconf, info: AsyncServiceInfo) -> None:
        await (await air.async_register_service(info, allow_name_change=True))


class Browser(_Station):
    """Looks for hosts, and tells of all it has found each time that changes."""

    def __init__(
        self,
        heard: Callable[[tuple[Nearby, ...]], None],
        call: Call,
        *,
        failed: Callable[[str], None] = lambda why: None,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        """
        Make ready to look.

        Args:
            heard: told of all hosts, by name.
            call: brings answers to the caller's thread.
            failed: told in one line why there can't be looked for any.
            interfaces: the addresses of those interfaces on which to look; None is all.
        """
        super().__init__(call, failed, interfaces)
        self._listener = heard
        self._heard = Heard()
        self._told: tuple[Nearby, ...] = ()
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._here = interfaces is not None and all(map(is_loopback, interfaces))

    async def _take_part(self, air: AsyncZeroconf, end: asyncio.Future[None]) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        browser = AsyncServiceBrowser(
            air.zeroconf, SERVICE, handlers=[self._service_changed]
        )
        await end
        await browser.async_cancel()
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
        before = self._asking.pop(key, None)
        if before is not None:
            before.cancel()
        if state_change.name == "Removed":
            self._heard.forget(key)
            self._tell_if_changed()
        elif self._heard.expect(key):
            self._asking[key] = asyncio.ensure_future(self._ask(zeroconf, name, key))

    async def _ask(self, zeroconf: Zeroconf, name: str, key: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        host = None
        with contextlib.suppress(Exception):  # a bad record is none
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf, ASK_PATIENCE * 1000):
                addresses = info.parsed_addresses()
                host = read_record(
                    info.properties, addresses, info.port, here=self._here
                )
        if host is None:
            self._heard.forget(key)
        else:
            self._heard.note(key, host)
        self._asking.pop(key, None)
        self._tell_if_changed()

    def _tell_if_changed(self) -> None:
        hosts = self._heard.listing()
        if hosts != self._told:
            self._told = hosts
            self._tell(lambda: self._listener(hosts))


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error) or type(error).__name__
