"""
Replaces the programs' edges during a storm: files, the time of day, randomness, TLS.

Calls to the system go to the machine on which something is happening at the moment;
other code in this process gets the real thing.
"""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import io
import os
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

from nacl import bindings
from twisted.logger import ILogObserver, LogEvent, globalLogBeginner, globalLogPublisher
from zope.interface import provider

from sealed_wonders.client.storage import gamelog
from sealed_wonders.client.table import dial, link
from sealed_wonders.host import journal
from sealed_wonders.net import boxes
from sealed_wonders.net.wire import ProtocolFactory, ToClient, ToHost
from tests.storm.disk import Disk
from tests.storm.network import Tls
from tests.storm.world import Killed, World

_open, _os_open, _close, _dup = io.open, os.open, os.close, os.dup
_pwrite, _ftruncate = os.pwrite, os.ftruncate
_time = time.time


class _File(io.FileIO):
    """An unbuffered file on a machine's disk."""

    def __init__(self, disk: Disk, *args: Any, **others: Any) -> None:
        self._disk = disk
        super().__init__(*args, **others)
        self._number = self.fileno()
        disk.opened(self._number)
        disk.keep(self)

    def write(self, data: Any) -> int:
        if self.closed or self._disk.is_dead:
            return len(data)
        part = self._disk.room(len(data))
        if part < len(data):
            super().write(bytes(data)[:part])
            if part and self._disk.takes_less:
                return part
        self._disk.change(adds=True)
        written = super().write(data)
        self._disk.stamp(self._number)
        return written

    def truncate(self, size: int | None = None) -> int:
        self._disk.change()
        length = super().truncate(size)
        self._disk.stamp(self._number)
        return length

    def close(self) -> None:
        if not self.closed and self.closefd:
            self._disk.closed(self._number)
        super().close()
        self._disk.forget(self)

    def let_go(self) -> None:
        """Close with the process."""
        if not self.closed:
            io.FileIO.close(self)
            if self.closefd:
                self._disk.closed(self._number)


class Edges:
    """Replacements of the system's functions."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._drawn = world.chance.entropy("the system")

    @property
    def _disk(self) -> Disk | None:
        machine = self._world.current
        return None if machine is None else machine.disk

    def _of(self, what: object) -> Disk | None:
        disk = self._disk
        return disk if disk is not None and disk.holds(what) else None

    def os_open(self, path: Any, flags: int, *args: Any, **others: Any) -> int:
        disk = self._of(path)
        if disk is None:
            return _os_open(path, flags, *args, **others)
        if flags & (os.O_CREAT | os.O_EXCL) and not os.path.exists(path):
            disk.change(adds=True)
        descriptor = _os_open(path, flags, *args, **others)
        disk.opened(descriptor)
        return descriptor

    def os_close(self, descriptor: int) -> None:
        disk = self._of(descriptor)
        if disk is not None:
            disk.closed(descriptor)
        _close(descriptor)

    def dup(self, descriptor: int) -> int:
        disk = self._of(descriptor)
        another = _dup(descriptor)
        if disk is not None:
            disk.opened(another)
        return another

    def pwrite(self, descriptor: int, data: bytes, offset: int) -> int:
        disk = self._of(descriptor)
        if disk is not None:
            part = disk.room(len(data))
            if part < len(data):
                _pwrite(descriptor, data[:part], offset)
                if part and disk.takes_less:
                    return part
            disk.change(adds=True)
        written = _pwrite(descriptor, data, offset)
        if disk is not None:
            disk.stamp(descriptor)
        return written

    def ftruncate(self, descriptor: int, length: int) -> None:
        disk = self._of(descriptor)
        if disk is not None:
            disk.change()
        _ftruncate(descriptor, length)
        if disk is not None:
            disk.stamp(descriptor)

    def fsync(self, descriptor: int) -> None:
        disk = self._of(descriptor)
        if disk is not None:
            disk.sync(descriptor)

    def open(
        self,
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        closefd: bool = True,
        opener: Any = None,
    ) -> Any:
        disk = self._of(file)
        if disk is None:
            return _open(
                file, mode, buffering, encoding, errors, newline, closefd, opener
            )
        raw = _File(disk, file, mode.replace("b", "").replace("t", ""), closefd, opener)
        if buffering == 0:
            return raw
        binary: Any
        if "+" in mode:
            binary = io.BufferedRandom(raw)
        else:
            binary = (io.BufferedReader if "r" in mode else io.BufferedWriter)(raw)
        if "b" in mode:
            return binary
        return io.TextIOWrapper(binary, encoding or "utf-8", errors, newline)

    def file_io(self, file: int, mode: str = "r") -> io.FileIO:
        """Open a file object for a descriptor."""
        disk = self._disk
        return io.FileIO(file, mode) if disk is None else _File(disk, file, mode)

    def time(self) -> float:
        """Return the time of day of the machine on which something is happening."""
        machine = self._world.current
        return _time() if machine is None else machine.time()

    def changing(self, name: str) -> Callable[..., Any]:
        """Wrap a system function that changes a name."""
        real = getattr(os, name)
        adds = name in ("mkdir", "link")

        def change(path: Any, *args: Any, **others: Any) -> Any:
            disk = self._of(path)
            if disk is not None:
                disk.change(adds=adds)
            return real(path, *args, **others)

        return change

    def seal(self, data: bytes, to: bytes) -> bytes:
        """Encrypt as libsodium's sealed box does, with a key drawn from the seed."""
        public = bindings.crypto_sign_ed25519_pk_to_curve25519(to)
        once, secret = bindings.crypto_box_seed_keypair(self._drawn(32))
        nonce = hashlib.blake2b(once + public, digest_size=24).digest()
        return once + bindings.crypto_box(data, nonce, public, secret)

    def factory(
        self, listener: Any, clock: Any, pin: Callable[[], bytes | None]
    ) -> ProtocolFactory:
        """Make what `client_factory` makes, with simulated TLS."""
        machine = self._world.current

        def make() -> Any:
            connection = ToHost(listener, clock, pin)
            if machine is not None:
                connection.trace = lambda message, _: machine.tap(message)
            return Tls(connection, is_client=True)

        return ProtocolFactory(make)


@contextlib.contextmanager
def edges(world: World) -> Iterator[Edges]:
    """Replace the programs' edges by those of this world."""
    made = Edges(world)

    @provider(ILogObserver)
    def observe(event: LogEvent) -> None:
        failure = event.get("log_failure")
        if failure is None or failure.check(Killed) or world.current is None:
            return
        world.current.complain(failure.value)

    def overhear(connection: ToClient, message: Any, size: int) -> None:
        if world.overhear is not None:
            world.overhear(connection, message)

    with contextlib.ExitStack() as stack:

        def put(where: Any, name: str, what: Any) -> None:
            stack.enter_context(mock.patch.object(where, name, what))

        for name in ("replace", "rename", "unlink", "link", "mkdir", "rmdir"):
            put(os, name, made.changing(name))
        put(os, "open", made.os_open)
        put(os, "close", made.os_close)
        put(gamelog, "FileIO", made.file_io)
        put(journal, "FileIO", made.file_io)
        put(os, "dup", made.dup)
        put(os, "pwrite", made.pwrite)
        put(os, "ftruncate", made.ftruncate)
        put(os, "fsync", made.fsync)
        put(io, "open", made.open)
        put(builtins, "open", made.open)
        put(time, "time", made.time)
        put(boxes, "seal", made.seal)
        put(link, "client_factory", made.factory)
        put(dial, "client_factory", made.factory)
        put(ToClient, "trace", overhear)
        put(secrets, "token_bytes", lambda size=32: made._drawn(size))
        put(secrets, "token_hex", lambda size=8: made._drawn(size).hex())
        # The judge reports errors; a killed process has nobody to report to.
        default = globalLogBeginner._temporaryObserver
        if default is not None:
            globalLogPublisher.removeObserver(default)
            stack.callback(globalLogPublisher.addObserver, default)
        globalLogPublisher.addObserver(observe)
        stack.callback(globalLogPublisher.removeObserver, observe)
        yield made
