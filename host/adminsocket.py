"""
The console of a host: a socket in its folder, which is its owner's alone.

Whoever may open it may run the host, so nobody is asked for anything. A request is a line: a
JSON array of words. So is its answer: an object with `text` for people, `data` for programs,
and `ok`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorUNIX
from twisted.internet.protocol import Factory, connectionDone
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure

from sealed_wonders.host import console
from sealed_wonders.host.console import Answer, Operated

SOCKET = "admin.sock"
"""Its name, in a host's folder."""

REQUEST_CAP = 1 << 14
"""Bytes of a request."""


class NoConsole(Exception):
    """There is none: the message is one line."""


class ConsoleProtocol(LineOnlyReceiver):
    """One connection to the console."""

    delimiter = b"\n"
    MAX_LENGTH = REQUEST_CAP

    def __init__(self, host: Operated, connected: set[ConsoleProtocol]) -> None:
        """
        Wait for a connection.

        Args:
            connected: those that are.
        """
        self.gone: Deferred[None] = Deferred()
        self._host = host
        self._connected = connected

    def connectionMade(self) -> None:
        """Note that it is there."""
        self._connected.add(self)

    def lineReceived(self, line: bytes) -> None:
        """Do what a line says, and answer."""
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

    def __init__(self, reactor: IReactorUNIX, folder: Path, host: Operated) -> None:
        self._host = host
        self._connected = set[ConsoleProtocol]()
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

    def buildProtocol(self, addr: object) -> ConsoleProtocol:
        """Take a connection."""
        protocol = ConsoleProtocol(self._host, self._connected)
        protocol.factory = self
        return protocol

    def stop(self) -> Deferred[Any]:
        """End; what was answered is heard yet."""
        for protocol in self._connected:
            if protocol.transport is not None:
                protocol.transport.loseConnection()
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
