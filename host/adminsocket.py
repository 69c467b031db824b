"""
The admin socket of a host, in its folder, which only its owner can access.

Anybody who can open the socket may run the host, so there is no login. A request is a
line with a JSON array of words. The answer is a line with an object that has `text` for
people, `data` for programs, and `ok`. The commands are in `administration.py`, and the other
end is in `commands/admin.py`.

On systems without such sockets (Windows), it is a port on the loopback address, which
any account of the machine can reach. Then a file in the folder contains the port and a
secret word; a client has to send this word as its first line.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorTCP, IReactorTime, IReactorUNIX
from twisted.internet.protocol import Factory, connectionDone
from twisted.protocols.basic import LineReceiver
from twisted.python.failure import Failure

from sealed_wonders.host.console import CommandResult, Operated
from sealed_wonders.net.limits import CLOSE_PATIENCE
from sealed_wonders.net.system.files import remove, write_whole
from sealed_wonders.net.system.locks import Lock
from sealed_wonders.net.system.sockets import HAS_UNIX

SOCKET = "admin.sock"
"""Name of the socket in a host's folder."""

PORT = "admin.port"
"""Name of the file that is there instead on systems without such sockets."""

REQUEST_CAP = 1 << 14
"""Maximum size of a request, in bytes."""


HERE = "127.0.0.1"


class IAdminReactor(IReactorUNIX, IReactorTCP, IReactorTime):
    """The reactor interfaces needed to listen, and to stop waiting."""


class ConsoleProtocol(LineReceiver):
    """
    A connection to the admin socket, on which requests wait until answers are read.

    Args:
        word: the secret word that has to be sent first; empty for none.
    """

    transport: Any
    delimiter = b"\n"
    MAX_LENGTH = REQUEST_CAP

    def __init__(
        self, host: Operated, connected: set[ConsoleProtocol], word: bytes = b""
    ) -> None:
        self._word = word
        self.gone: Deferred[None] = Deferred()
        self._host = host
        self._connected = connected

    def connectionMade(self) -> None:
        self._connected.add(self)
        self.transport.registerProducer(self, True)

    def lineReceived(self, line: bytes) -> None:
        if self._word:
            if hmac.compare_digest(line, self._word):
                self._word = b""
            else:
                self.close()
            return
        words = _words(line)
        answer = (
            CommandResult(
                "a request must be a JSON array of words", None, is_well=False
            )
            if words is None
            else self._host(words)
        )
        said = {"ok": answer.is_well, "text": answer.text, "data": answer.data}
        self.transport.write(json.dumps(said).encode() + b"\n")

    def close(self) -> None:
        """Close the connection after its answers have been sent."""
        self.transport.unregisterProducer()
        self.transport.loseConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._connected.discard(self)
        self.gone.callback(None)


@dataclass(eq=False, repr=False)
class Console(Factory):
    """A host's admin socket, opened once, as soon as its folder is writable."""

    noisy = False

    reactor: IAdminReactor
    folder: Path
    host: Operated
    complain: Callable[[str], None]
    """Called with one line that says why there is no admin socket."""
    _connected: set[ConsoleProtocol] = field(default_factory=set, init=False)
    _word: bytes = field(default=b"", init=False)
    _is_tried: bool = field(default=False, init=False)
    _port: Any = field(default=None, init=False)
    _lock: Lock | None = field(default=None, init=False)
    _file: Path | None = field(default=None, init=False)

    def look(self) -> None:
        if self._is_tried or not os.access(self.folder, os.W_OK):
            return
        self._is_tried = True
        path = self.folder / (SOCKET if HAS_UNIX else PORT)
        try:
            (self._listen if HAS_UNIX else self._listen_at_port)(path)
        except BlockingIOError:
            self.complain(f"no console at {path}: another host is using it")
        except (CannotListenError, OSError) as error:
            why = _reason(error) if HAS_UNIX else error
            self.complain(f"no console at {path}: {why}")

    def _listen(self, path: Path) -> None:
        # A lock next to it tells a socket in use from one that was left behind. Twisted's
        # own is the number of a process. After a power cut, or in a new container, that
        # may be the number of another process, or of this one.
        beside = path.with_name(f"{path.name}.lock")
        if beside.is_symlink():  # Twisted's, of an earlier version
            remove(beside)
        self._lock = Lock(beside)
        if path.is_socket():
            remove(path)
        self._port = self.reactor.listenUNIX(str(path), self, mode=0o600)

    def _listen_at_port(self, path: Path) -> None:
        self._word = secrets.token_hex(16).encode()
        self._lock = Lock(path)
        factory: Any = self  # see `Ports.listen`
        self._port = self.reactor.listenTCP(0, factory, interface=HERE)
        number = cast(IPv4Address, self._port.getHost()).port
        at = {"port": number, "word": self._word.decode()}
        write_whole(path, json.dumps(at).encode())
        self._file = path

    def buildProtocol(self, addr: object) -> ConsoleProtocol:
        protocol = ConsoleProtocol(self.host, self._connected, self._word)
        protocol.factory = self
        return protocol

    def stop(self) -> Deferred[Any]:
        """
        Stop listening, and close connections after their answers have been sent.

        The result fires when they are closed, or after `CLOSE_PATIENCE`: a command that is
        suspended reads nothing, and mustn't keep the host from ending.
        """
        for protocol in self._connected:
            protocol.close()
        if self._file is not None:
            with contextlib.suppress(OSError):
                remove(self._file)
        if self._lock is not None:
            self._lock.release()
        gone: list[Deferred[Any]] = [it.gone for it in self._connected]
        if self._port is not None:
            gone.append(maybeDeferred(self._port.stopListening))
        closed: Deferred[Any] = DeferredList(gone, consumeErrors=True)
        return closed.addTimeout(CLOSE_PATIENCE, self.reactor)


def _reason(error: CannotListenError | OSError) -> str:
    cause = error.socketError if isinstance(error, CannotListenError) else error
    return getattr(cause, "strerror", None) or str(cause)


def _words(line: bytes) -> list[str] | None:
    try:
        words = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return words
    return None
