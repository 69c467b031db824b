"""
Logins: a client shows that it has the key of its identity, on this connection only; and
later, if it would run the host, that it has the key for that.

Both ends of a TLS connection can export from it a secret that no other connection has
(RFC 8446, 7.5). A client signs that; so a host that is sent a login can't log in with it
anywhere else, and who records one can't use it again.

An identity goes wherever its seat goes: the words of a seat give it to whoever has them. So
the right to run a host has a key of its own, which nobody plays with.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity, fingerprint, verify
from sealed_wonders.net.messages import (
    VERSION,
    Attested,
    FromClient,
    FromHost,
    Hello,
    Inquire,
    Manage,
    Refused,
    Welcome,
)

EXPORTER_LABEL = b"EXPORTER-7w"
"""What the secret is exported under."""

EXPORTER_SIZE = 32
"""Bytes of the secret."""


def hello_message(exporter: bytes) -> bytes:
    """Give what a login signs: the connection's secret, marked as a login."""
    return frame(PROTO, b"hello", exporter)


def make_hello(identity: Identity, name: str, exporter: bytes) -> Hello:
    """
    Make the login of *identity* on the connection that *exporter* is from.

    Raises:
        ValueError: *name* isn't one.
    """
    signature = identity.sign(hello_message(exporter))
    return Hello(VERSION, name, identity.public, signature)


def check_hello(hello: Hello, exporter: bytes) -> None:
    """
    Check a login that came over the connection that *exporter* is from.

    Raises:
        RemoteProtocolError: another version, or not the signature of a good key of
            this connection.
    """
    if hello.version != VERSION:
        raise RemoteProtocolError(
            Sentence(
                "version {version} of the protocol, {ours} is spoken here",
                version=hello.version,
                ours=VERSION,
            )
        )
    # The signature comes first: that it is a good key takes ten times as long to tell.
    if not verify(hello.identity, hello_message(exporter), hello.signature):
        raise RemoteProtocolError(
            Sentence(
                "not signed by {fingerprint} for this connection",
                fingerprint=fingerprint(hello.identity),
            )
        )


def manage_message(words: Sequence[str], exporter: bytes) -> bytes:
    """Give what is signed by whoever tells a host what to do."""
    return frame(PROTO, b"manage", exporter, *(word.encode() for word in words))


def make_manage(admin: Identity, words: Sequence[str], exporter: bytes) -> Manage:
    """
    Tell a host what to do, on the connection that *exporter* is from.

    Raises:
        ValueError: a word can't be sent.
    """
    signature = admin.sign(manage_message(words, exporter))
    return Manage(tuple(words), admin.public, signature)


def is_signed_manage(manage: Manage, exporter: bytes) -> bool:
    """Tell whether it was said by whoever has its key, on this connection."""
    message = manage_message(manage.words, exporter)
    return verify(manage.key, message, manage.signature)


class Stage(enum.Enum):
    """How far a connection's beginning has got; the same at both its ends."""

    GREETING = enum.auto()
    """Nothing was said yet; `Hello` is the client's first word, or `Inquire` its only one."""
    ANSWERING = enum.auto()
    """It was said; `Welcome` is the host's answer, the client waits for it."""
    ASKING = enum.auto()
    """Nobody logs in here; `Attested` is the host's answer, and that is all."""
    TALKING = enum.auto()
    """The client is logged in: anything may be said but those."""


_FIRST = Hello | Welcome | Inquire | Attested
"""What is said before anybody is logged in, and never again."""


def next_stage(stage: Stage, message: FromClient | FromHost) -> Stage | None:
    """Give the stage after *message*; None if it may not be said at *stage*."""
    match stage, message:
        case (Stage.GREETING, Hello()):
            return Stage.ANSWERING
        case (Stage.ANSWERING, Welcome()):
            return Stage.TALKING
        case (Stage.GREETING, Inquire()) | (Stage.ASKING, Attested()):
            return Stage.ASKING
        # The host may break off at any time, and says why.
        case (_, Refused()):
            return stage
        case (Stage.TALKING, message) if not isinstance(message, _FIRST):
            return stage
    return None
