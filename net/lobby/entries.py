"""
The three envelopes of a lobby: making them, and checking each by itself.

docs/PROTOCOL.md (The lobby) fixes their bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, cast

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity, is_identity
from sealed_wonders.net.lobby.loans import (
    Declared,
    Loan,
    at_table,
    check_loan,
    in_commit,
    lend,
    read_loan,
    written,
)
from sealed_wonders.net.lobby.options import Options, read_options
from sealed_wonders.net.log.digests import NONCE_SIZE, lobby_commitment, table_hash
from sealed_wonders.net.log.envelopes import (
    DIGEST_SIZE,
    NOBODY,
    ZERO,
    Body,
    Entry,
    Envelope,
    pack_body,
    sign,
)
from sealed_wonders.net.log.lanes import LOBBY
from sealed_wonders.net.log.phases import Kind
from sealed_wonders.net.names import clean_name

STEPS: tuple[Kind, ...] = ("LOBBY_COMMIT", "LOBBY_TABLE", "LOBBY_REVEAL")
"""Phases of one draw. Draw k has the phases 3k, 3k + 1 and 3k + 2."""


class TablePerson(NamedTuple):
    """Somebody at a table."""

    name: str
    identity: bytes
    """Ed25519 key that signs everything this person says."""
    owner: bytes | None = None
    """Identity that runs this bot and so may know its hand; None for a person."""
    lender: bytes | None = None
    """Identity whose machine plays for this person, and so may know their hand."""

    @classmethod
    def of(cls, one: Declared) -> Self:
        """Return the person that a message describes."""
        return cls(one.name, one.identity, one.owner, one.lender)


@dataclass(frozen=True, slots=True)
class Commit:
    """A LOBBY_COMMIT: one person's commitment in a draw."""

    person: TablePerson
    commitment: bytes
    draw: int
    entry: Entry

    @property
    def body(self) -> Body:
        """The part that the table repeats."""
        return self.entry.envelope.body


@dataclass(frozen=True, slots=True)
class AgreedTable:
    """A LOBBY_TABLE: everything that is agreed, signed by the host."""

    rules: bytes
    """Hash of the rules and cards."""
    options: Options
    people: tuple[TablePerson, ...]
    """Ascending by identity."""
    commitments: tuple[bytes, ...]
    """In the order of the people."""
    bodies: tuple[Body, ...]
    """The bodies of their LOBBY_COMMITs, likewise."""
    draw: int
    hash: bytes
    """T, which every REVEAL signs."""
    entry: Entry


@dataclass(frozen=True, slots=True)
class LobbyReveal:
    """A LOBBY_REVEAL: one person's committed nonce."""

    person: TablePerson
    nonce: bytes
    entry: Entry


def name_key(name: str) -> str:
    """Return a key that is the same for equal names, whatever their case or form."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def make_commit(
    identity: Identity,
    name: str,
    owner: bytes | None,
    draw: int,
    nonce: bytes,
    lender: Identity | None = None,
) -> Entry:
    commitment = lobby_commitment(identity.public, nonce)
    loan = None
    if lender is not None:
        loan = lend(lender, identity.public, in_commit(commitment))
    body = (name, identity.public, written(owner, loan), commitment)
    return sign(identity, _envelope(draw, "LOBBY_COMMIT", ZERO, body))


def read_commit(entry: Entry) -> Commit:
    """
    Parse a LOBBY_COMMIT.

    Raises:
        RemoteProtocolError: it isn't valid, or isn't signed by the identity in it, or
            by the lender that it names.
    """
    draw = _read_head(entry.envelope, "LOBBY_COMMIT", ZERO)
    person, commitment = _person(entry.envelope.body)
    if not entry.is_signed_by(person.identity):
        raise RemoteProtocolError(
            "not signed by {name}'s identity", name=shown(person.name)
        )
    return Commit(person, commitment, draw, entry)


def make_table(
    host: Identity,
    draw: int,
    rules: bytes,
    options: Options,
    bodies: tuple[Body, ...],
) -> Entry:
    """
    Return a signed LOBBY_TABLE.

    Args:
        bodies: the bodies of the LOBBY_COMMITs, ascending by identity.
    """
    return sign(host, _envelope(draw, "LOBBY_TABLE", ZERO, (rules, options, bodies)))


def read_table(entry: Entry) -> AgreedTable:
    """
    Parse a LOBBY_TABLE.

    Raises:
        RemoteProtocolError: it isn't valid, or isn't signed by the host named in its
            options.
    """
    draw = _read_head(entry.envelope, "LOBBY_TABLE", ZERO)
    match entry.envelope.body:
        case (bytes(rules), options, tuple(bodies)) if len(rules) == DIGEST_SIZE:
            options = read_options(options)
        case other:
            raise RemoteProtocolError("not a table: {other}", other=shown(other))
    rows = [_person(body) for body in bodies]
    people = tuple(person for person, _ in rows)
    _check_people(people, options)
    if not entry.is_signed_by(host_of(options)):
        raise RemoteProtocolError(
            Sentence("the table isn't signed by the host that its options name")
        )
    return AgreedTable(
        rules=rules,
        options=options,
        people=people,
        commitments=tuple(commitment for _, commitment in rows),
        bodies=cast(tuple[Body, ...], bodies),
        draw=draw,
        hash=table_hash(pack_body(entry.envelope.body)),
        entry=entry,
    )


def _check_people(people: Sequence[TablePerson], options: Options) -> None:
    """
    Check the number, the order and the names of a table's people.

    Raises:
        RemoteProtocolError: they don't.
    """
    if len(people) != dict(options)["players"]:
        raise RemoteProtocolError(
            "{n} people don't fit these options: {options}",
            n=len(people),
            options=shown(options),
        )
    identities = [person.identity for person in people]
    if identities != sorted(set(identities)):
        raise RemoteProtocolError(Sentence("the people aren't sorted by identity"))
    if len({name_key(person.name) for person in people}) != len(people):
        names = [person.name for person in people]
        raise RemoteProtocolError(
            "two people with the same name: {name}", name=shown(names)
        )


def make_reveal(
    identity: Identity,
    table: AgreedTable,
    nonce: bytes,
    lender: Identity | None = None,
) -> Entry:
    """
    Return a signed LOBBY_REVEAL, which opens our commitment and agrees to *table*.

    Args:
        lender: the machine that lends our seat; None for our own.
    """
    lent = None
    if lender is not None:
        lent = lend(lender, identity.public, at_table(table.hash)).signature
    body = (nonce, lent)
    return sign(identity, _envelope(table.draw, "LOBBY_REVEAL", table.hash, body))


def read_reveal(entry: Entry, table: AgreedTable) -> LobbyReveal:
    """
    Parse a LOBBY_REVEAL. The commitment that it opens identifies its signer.

    Raises:
        RemoteProtocolError: it isn't valid, is for another table, opens no commitment,
            or isn't signed by the author of the commitment, or by the lender there.
    """
    draw = _read_head(entry.envelope, "LOBBY_REVEAL", table.hash)
    if draw != table.draw:
        raise RemoteProtocolError(
            "a reveal for draw {draw}, not {other}", draw=draw, other=table.draw
        )
    match entry.envelope.body:
        case (bytes(nonce), (None | bytes()) as lent) if len(nonce) == NONCE_SIZE:
            pass
        case _:
            raise RemoteProtocolError(Sentence("not the body of a reveal"))
    for person, commitment in zip(table.people, table.commitments, strict=True):
        if lobby_commitment(person.identity, nonce) == commitment:
            if not entry.is_signed_by(person.identity):
                raise RemoteProtocolError(
                    "not signed by {name}'s identity", name=shown(person.name)
                )
            _check_lent(person, lent, table)
            return LobbyReveal(person, nonce, entry)
    raise RemoteProtocolError(
        Sentence("a reveal that doesn't match any commitment at the table")
    )


def _check_lent(person: TablePerson, lent: bytes | None, table: AgreedTable) -> None:
    """
    Check the lender's signature in a LOBBY_REVEAL: there is one if the seat is lent.

    Raises:
        RemoteProtocolError: it is missing, wrong, or nobody's.
    """
    if (person.lender is None) != (lent is None):
        raise RemoteProtocolError(Sentence("not the body of a reveal"))
    if person.lender is not None and lent is not None:
        loan = Loan(person.lender, lent)
        check_loan(loan, person.identity, at_table(table.hash))


def host_of(options: Options) -> bytes:
    """Return the identity of the host that signs the table."""
    return cast(bytes, dict(options)["host"])


def _envelope(draw: int, kind: Kind, prev: bytes, body: Body) -> Envelope:
    phase = len(STEPS) * draw + STEPS.index(kind)
    return Envelope(ZERO, LOBBY, phase, kind, NOBODY, prev, body)


def _read_head(envelope: Envelope, kind: Kind, prev: bytes) -> int:
    """Check all fields before the body, and return the number of the draw."""
    draw, step = divmod(envelope.phase, len(STEPS))
    head = (envelope.gid, envelope.lane, envelope.kind, envelope.seat, step)
    if head != (ZERO, LOBBY, kind, NOBODY, STEPS.index(kind)):
        raise RemoteProtocolError("not a {kind}: {head}", kind=kind, head=shown(head))
    if envelope.prev != prev:
        raise RemoteProtocolError(
            "a {kind} for another table: {prev}", kind=kind, prev=envelope.prev.hex()
        )
    return draw


def _person(body: object) -> tuple[TablePerson, bytes]:
    """Parse the body of a LOBBY_COMMIT."""
    match body:
        case (
            str(name),
            bytes(identity),
            (None | bytes() | tuple()) as machine,
            bytes(commitment),
        ) if len(commitment) == DIGEST_SIZE:
            pass
        case other:
            raise RemoteProtocolError(
                "not the body of a LOBBY_COMMIT: {other}", other=shown(other)
            )
    person, loan = read_person(name, identity, machine)
    check_loan(loan, identity, in_commit(commitment))
    return person, commitment


def read_person(
    name: str, identity: bytes, machine: bytes | Body | None
) -> tuple[TablePerson, Loan | None]:
    """
    Parse what a body says of somebody, without checking the signature of a loan.

    Args:
        machine: as in `written`.

    Raises:
        RemoteProtocolError: it isn't valid.
    """
    try:
        clean_name(name)
    except ValueError as error:
        raise RemoteProtocolError(sentence_of(error)) from None
    if not is_identity(identity):
        raise RemoteProtocolError(
            "not an identity: {identity}", identity=shown(identity)
        )
    if isinstance(machine, tuple):
        loan = read_loan(machine, identity)
        return TablePerson(name, identity, None, loan.lender), loan
    if machine is not None and (machine == identity or not is_identity(machine)):
        raise RemoteProtocolError(
            "not the identity of an owner: {owner}", owner=shown(machine)
        )
    return TablePerson(name, identity, machine), None
