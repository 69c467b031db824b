"""
The console of a host: a socket in its folder, which is its owner's alone.

Whoever may open it may run the host, so nobody is asked for anything. A request is a line: a
JSON array of words. So is its answer: an object with `text` for people, `data` for programs,
and `ok`.

Where there are no such sockets (on Windows) it is a port of this machine alone, which any of its
accounts can reach. Then a file in the folder says which, and a word; who has read it there says
that first, in a line of its own.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import secrets
from pathlib import Path
from typing import Any, cast

from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorTCP, IReactorUNIX
from twisted.internet.protocol import Factory, connectionDone
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure

from sealed_wonders.host import console
from sealed_wonders.host.console import Answer, Operated
from sealed_wonders.host.files import write_whole
from sealed_wonders.net.system.files import remove
from sealed_wonders.net.system.locks import Lock
from sealed_wonders.net.system.sockets import HAS_UNIX

SOCKET = "admin.sock"
"""Its name, in a host's folder."""

PORT = "admin.port"
"""The file that is there instead where there are no such sockets."""

REQUEST_CAP = 1 << 14
"""Bytes of a request."""


HERE = "127.0.0.1"


class IReactor(IReactorUNIX, IReactorTCP):
    """What it listens with."""


class NoConsole(Exception):
    """There is none: the message is one line."""


class ConsoleProtocol(LineOnlyReceiver):
    """One connection to the console."""

    delimiter = b"\n"
    MAX_LENGTH = REQUEST_CAP

    def __init__(
        self, host: Operated, connected: set[ConsoleProtocol], word: bytes = b""
    ) -> None:
        """
        Wait for a connection.

        Args:
            connected: those that are.
            word: what is to be said first; empty if nothing.
        """
        self._word = word
        self.gone: Deferred[None] = Deferred()
        self._host = host
        self._connected = connected

    def connectionMade(self) -> None:
        """Note that it is there."""
        self._connected.add(self)

    def lineReceived(self, line: bytes) -> None:
        """Do what a line says, and answer."""
        if self._word:
            if hmac.compare_digest(line, self._word):
                self._word = b""
            elif self.transport is not None:
                self.transport.loseConnection()
            return
        words = _words(line)
        answer = (
            Answer("a request is a JSON array of words", None, is_well=False)
            if words is None
            else console.run(self._host, words)
        )
        said = {"ok": answer.is_well, "text": answer.text, "data": answer.data}
        if self.transport is not None:
            self.transport.write(json.dumps(said).encode() + b"\n")

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Note that it is gone."""
        self._connected.discard(self)
        self.gone.callback(None)


class Console(Factory):
    """
    A host's console, while it listens.

    Raises:
        NoConsole: that can't be, as where another host has the same folder.
    """

    noisy = False

    def __init__(self, reactor: IReactor, folder: Path, host: Operated) -> None:
        self._host = host
        self._connected = set[ConsoleProtocol]()
        self._word = b""
        self._lock: Lock | None = None
        self._file: Path | None = None
        if not HAS_UNIX:
            self._listen_at_port(reactor, folder / PORT)
            return
        path = folder / SOCKET
        try:
            # The lock beside it tells a socket in use from one that was left behind.
            self._port = reactor.listenUNIX(str(path), self, mode=0o600, wantPID=True)
            return
        except CannotListenError as error:
            why = getattr(error.socketError, "strerror", None) or str(error.socketError)
        except OSError as error:
            why = error.strerror or str(error)
        raise NoConsole(f"no console at {path}: {why}")

    def _listen_at_port(self, reactor: IReactorTCP, path: Path) -> None:
        self._word = secrets.token_hex(16).encode()
        try:
            self._lock = Lock(path)
            factory: Any = self  # as in `Service`
            self._port = reactor.listenTCP(0, factory, interface=HERE)
            number = cast(IPv4Address, self._port.getHost()).port
            at = {"port": number, "word": self._word.decode()}
            write_whole(path, json.dumps(at).encode())
        except BlockingIOError:
            raise NoConsole(f"no console at {path}: another host has it") from None
        except (CannotListenError, OSError) as error:
            raise NoConsole(f"no console at {path}: {error}") from None
        self._file = path

    def buildProtocol(self, addr: object) -> ConsoleProtocol:
        """Take a connection."""
        protocol = ConsoleProtocol(self._host, self._connected, self._word)
        protocol.factory = self
        return protocol

    def stop(self) -> Deferred[Any]:
        """End; what was answered is heard yet."""
        for protocol in self._connected:
            if protocol.transport is not None:
                protocol.transport.loseConnection()
        if self._file is not None:
            with contextlib.suppress(OSError):
                remove(self._file)
        if self._lock is not None:
            self._lock.release()
        gone = (it.gone for it in self._connected)
        return DeferredList([maybeDeferred(self._port.stopListening), *gone])


def _words(line: bytes) -> list[str] | None:
    """Read a request; None if it is none."""
    try:
        words = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return words
    return None
