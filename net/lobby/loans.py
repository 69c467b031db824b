"""
Lent seats: the signed statement of a machine that it plays a seat for somebody else.

The machine that lends a seat has all of that seat's secrets, so the other players must
know which machine it is. The lender signs for one identity in one place. So nobody can
name a lender that hasn't agreed, and a statement is worthless anywhere else.
docs/PROTOCOL.md (Lent seats) fixes the signed bytes.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from sealed_wonders.core.game import PROTO, Seat, frame, u32
from sealed_wonders.core.quoting import shown
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import (
    SIGNATURE_SIZE,
    Identity,
    fingerprint,
    is_identity,
    verify,
)
from sealed_wonders.net.log.envelopes import Body, Value

LoanPlace = tuple[bytes, ...]
"""What a statement is valid for: the name of the occasion, then what identifies it."""


class Loan(NamedTuple):
    """A lender's identity, and its signature of `loan_statement`."""

    lender: bytes
    signature: bytes

    @property
    def body(self) -> Body:
        return (self.lender, self.signature)


class Declared(Protocol):
    """Somebody at a table, with what their program declares about machines."""

    @property
    def name(self) -> str: ...

    @property
    def identity(self) -> bytes: ...

    @property
    def owner(self) -> bytes | None: ...

    @property
    def lender(self) -> bytes | None: ...


def machine_of(person: Declared) -> bytes:
    """Return the identity of the machine that has a seat's secrets, as declared."""
    return person.lender or person.owner or person.identity


def in_commit(commitment: bytes) -> LoanPlace:
    """Return the place of a LOBBY_COMMIT: its own commitment, new for each draw."""
    return b"commit", commitment


def at_table(table: bytes) -> LoanPlace:
    """Return the place of a LOBBY_REVEAL: T, the hash of the agreed table."""
    return b"reveal", table


def in_takeover(gid: bytes, seat: Seat, number: int, phase: int) -> LoanPlace:
    """
    Return the place of a handover, or of a seat that a ballot gives away.

    Args:
        number: the number of the handover.
        phase: the phase from which the new holder signs.
    """
    return b"takeover", gid, bytes([seat]), u32(number), u32(phase)


def on_connection(exporter: bytes) -> LoanPlace:
    """Return the place of a login: the secret of its connection."""
    return b"hello", exporter


def loan_statement(identity: bytes, place: LoanPlace) -> bytes:
    """Return the bytes that a lender signs for an identity in a place."""
    return frame(PROTO, b"lends", identity, *place)


def lend(lender: Identity, identity: bytes, place: LoanPlace) -> Loan:
    """Return the signed statement of a lender."""
    return Loan(lender.public, lender.sign(loan_statement(identity, place)))


def read_loan(value: object, identity: bytes) -> Loan:
    """
    Parse a lender in a body, without checking the signature.

    Raises:
        RemoteProtocolError: it is invalid, or a seat that lends itself.
    """
    match value:
        case (bytes(lender), bytes(signature)) if len(signature) == SIGNATURE_SIZE:
            if lender != identity and is_identity(lender):
                return Loan(lender, signature)
    raise RemoteProtocolError("not a lender: {value}", value=shown(value))


def written(owner: bytes | None, loan: Loan | None) -> Value:
    """Return what a body says of a seat's machine: a bot's owner, a lender, or nil."""
    return owner if loan is None else loan.body


def check_loan(loan: Loan | None, identity: bytes, place: LoanPlace) -> None:
    """
    Check that a lender has signed for an identity in a place; None is always valid.

    Raises:
        RemoteProtocolError: it hasn't.
    """
    if loan is None:
        return
    if not verify(loan.lender, loan_statement(identity, place), loan.signature):
        raise RemoteProtocolError(
            "the machine {fingerprint} has not signed the loan of this seat",
            fingerprint=fingerprint(loan.lender),
        )
