"""
Logins: a client proves its identity, and perhaps the right to run the host.

docs/PROTOCOL.md (Login, Running a host) fixes the signed bytes.

Both ends of a TLS connection can export a secret that no other connection has (RFC
8446, 7.5). The client signs this secret. So a host can't use a login that it receives
to log in elsewhere, and a recorded login is useless on another connection.

An identity moves with its seat: anybody with the words of a seat gets its identity. The
right to run a host therefore has a separate key, which nobody plays with.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity, fingerprint, verify
from sealed_wonders.net.lobby.loans import Loan, check_loan, lend, on_connection
from sealed_wonders.net.messages import (
    VERSION,
    Attested,
    FromClient,
    FromHost,
    Hello,
    Inquire,
    LentTo,
    Manage,
    Refused,
    Welcome,
)

EXPORTER_LABEL = b"EXPORTER-7w"
"""Label under which the TLS secret is exported."""

EXPORTER_SIZE = 32
"""Bytes of the exported secret."""


def hello_message(exporter: bytes) -> bytes:
    """Return the message that a login signs: the connection's secret, with a label."""
    return frame(PROTO, b"hello", exporter)


class Lender(NamedTuple):
    """A machine that lends seats, and the phone for which it lends one."""

    identity: Identity
    phone: bytes
    """Random id of `PHONE_SIZE` bytes, by which this machine tells phones apart."""
    address: str
    """IP address of the phone."""

    def for_login(self, guest: bytes, exporter: bytes) -> LentTo:
        """Return the statement that a guest's connection is lent."""
        loan = lend(self.identity, guest, on_connection(exporter))
        return LentTo(*loan, self.phone, self.address)


def make_hello(
    identity: Identity, name: str, exporter: bytes, lender: Lender | None = None
) -> Hello:
    """
    Return the signed login of *identity* for the connection that *exporter* comes from.

    Args:
        lender: the machine that lends this seat; None for a machine's own seat.

    Raises:
        ValueError: *name* isn't a valid name, or the phone's address isn't one.
    """
    signature = identity.sign(hello_message(exporter))
    lent = None if lender is None else lender.for_login(identity.public, exporter)
    return Hello(VERSION, name, identity.public, signature, lent)


def check_hello(hello: Hello, exporter: bytes) -> None:
    """
    Check a login that arrived over the connection that *exporter* comes from.

    Raises:
        RemoteProtocolError: the version is unknown, the key isn't valid, or the
            signature isn't valid for this connection, or the lender's isn't.
    """
    if hello.version != VERSION:
        raise RemoteProtocolError(
            "the other side uses version {version} of the protocol, but this "
            "side uses {ours}",
            version=hello.version,
            ours=VERSION,
        )
    # Verify first: checking that the key is valid takes ten times as long.
    if not verify(hello.identity, hello_message(exporter), hello.signature):
        raise RemoteProtocolError(
            "not signed by {fingerprint} for this connection",
            fingerprint=fingerprint(hello.identity),
        )
    if (lent := hello.lent) is not None:
        loan = Loan(lent.lender, lent.signature)
        check_loan(loan, hello.identity, on_connection(exporter))


def manage_message(words: Sequence[str], exporter: bytes) -> bytes:
    """Return the message that an admin signs to run a command."""
    return frame(PROTO, b"manage", exporter, *(word.encode() for word in words))


def make_manage(admin: Identity, words: Sequence[str], exporter: bytes) -> Manage:
    """
    Return the signed command of an admin for the connection that *exporter* comes from.

    Raises:
        ValueError: a word can't be sent.
    """
    signature = admin.sign(manage_message(words, exporter))
    return Manage(tuple(words), admin.public, signature)


def is_signed_manage(manage: Manage, exporter: bytes) -> bool:
    """Return whether a command is signed with its key, for this connection."""
    message = manage_message(manage.words, exporter)
    return verify(manage.key, message, manage.signature)


class LoginStage(enum.Enum):
    """Progress of a connection's login; both ends count the same stages."""

    GREETING = enum.auto()
    """Nothing was sent yet. The client sends `Hello`, or `Inquire` with no login."""
    ANSWERING = enum.auto()
    """The client has sent `Hello` and waits for the host's `Welcome`."""
    ASKING = enum.auto()
    """The client has sent `Inquire`. The host answers with `Attested` alone."""
    TALKING = enum.auto()
    """The client is logged in. All messages are allowed except those of a login."""


_FIRST = Hello | Welcome | Inquire | Attested
"""Messages that are allowed only before a client is logged in."""


def next_stage(stage: LoginStage, message: FromClient | FromHost) -> LoginStage | None:
    """Return the stage after *message*, or None if it isn't allowed at *stage*."""
    match stage, message:
        case (LoginStage.GREETING, Hello()):
            return LoginStage.ANSWERING
        case (LoginStage.ANSWERING, Welcome()):
            return LoginStage.TALKING
        case (LoginStage.GREETING, Inquire()) | (LoginStage.ASKING, Attested()):
            return LoginStage.ASKING
        # The host may refuse and disconnect at any time.
        case (_, Refused()):
            return stage
        case (LoginStage.TALKING, message) if not isinstance(message, _FIRST):
            return stage
    return None
