"""
A journal as a file: a game that goes on, its entries as they came in.

Unlike a log (`sealed_wonders.net.log.file`) it is appended to, so it may end anywhere, and
a machine that went down may have left anything at its end. What is read of one is the
longest part from its beginning that is whole. Whether that follows, one entry from the
other, is for whoever folds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import Wire, pack_wire
from sealed_wonders.net.log.file import BreaksOff, Damaged, chunk, chunks, wire_at
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.passwords import SALT_SIZE, Lock

MAGIC = b"SWJRN2\n"
"""
How a journal begins. A sum of what follows, and the table's name, come next; and behind the
name, after a zero byte, the lock of the table's password, if it has one, and a byte, if it is
to be seen less than others: the bits `_UNLISTED` and `_OFF_PAGE`. Then the entries.
"""

OLD = b"SWJRN1\n"
"""How those of older versions began, which had no sum."""

CAP = 1 << 26
"""Bytes of the longest journal that is read: a hundred times the longest game."""

_UNLISTED = 1
_OFF_PAGE = 2
_LENGTHS_UNSEEN = (1, SALT_SIZE + 32 + 1)

_SUM = 8
"""Bytes of the sum: the entries are signed, and the name isn't."""


class Kept(NamedTuple):
    """What a journal holds."""

    table: str
    lock: Lock | None
    """Of its password; None: it has none."""
    listed: bool
    """It is told of whoever asks for the tables."""
    on_page: bool
    """It may be on the page on which a host shows its tables to a room."""
    wires: tuple[Wire, ...]
    """As they came in, as far as they are whole."""
    ends: tuple[int, ...]
    """Where so many of them end, from none on."""
    damage: str
    """What is wrong with what stands behind them; empty if it only breaks off."""


def begin(
    table: str, lock: Lock | None, *, listed: bool = True, on_page: bool = True
) -> bytes:
    """Give the bytes with which a journal begins."""
    behind = b"" if lock is None else lock.salt + lock.key
    unseen = (0 if listed else _UNLISTED) | (0 if on_page else _OFF_PAGE)
    behind += bytes([unseen]) if unseen else b""
    named = table.encode() + (b"\0" + behind if behind else b"")
    return MAGIC + chunk(_sum(named) + named)


def pack(wires: Iterable[Wire]) -> bytes:
    """Give the bytes of entries in it."""
    return b"".join(chunk(pack_wire(wire)) for wire in wires)


def read(data: bytes) -> Kept:
    """
    Read a journal, as far as it is whole.

    Raises:
        RemoteProtocolError: not even its beginning is.
    """
    if len(data) > CAP:
        raise RemoteProtocolError(Sentence("more than {most} bytes", most=CAP))
    is_old = data.startswith(OLD)
    head: tuple[str, Lock | None, bool, bool] | None = None
    wires, ends, why = list[Wire](), list[int](), ""
    try:
        for offset, part in chunks(OLD if is_old else MAGIC, data):
            if head is None:
                head = _table(part if is_old else _checked(part))
            else:
                wires.append(wire_at(offset, part))
            ends.append(offset + 4 + len(part))
    except BreaksOff:
        pass
    except Damaged as damage:
        # A file system may give a file its length before its last bytes: zeros.
        if ends and any(data[ends[-1] :]):
            why = str(damage)
    if head is None:
        raise RemoteProtocolError(Sentence("breaks off before it begins"))
    return Kept(*head, tuple(wires), tuple(ends), why)


def _sum(named: bytes) -> bytes:
    return sha256(named).digest()[:_SUM]


def _checked(part: bytes) -> bytes:
    named = part[_SUM:]
    if part[:_SUM] != _sum(named):
        raise RemoteProtocolError(
            Sentence("its beginning is damaged: {part}", part=shown(part))
        )
    return named


def _table(written: bytes) -> tuple[str, Lock | None, bool, bool]:
    name, _, behind = written.partition(b"\0")
    unseen = 0
    if len(behind) in _LENGTHS_UNSEEN and 0 < behind[-1] <= _UNLISTED | _OFF_PAGE:
        behind, unseen = behind[:-1], behind[-1]
    lock = Lock(behind[:SALT_SIZE], behind[SALT_SIZE:]) if behind else None
    try:
        if lock is not None and not lock.is_good:
            raise ValueError(Sentence("no lock stands behind it"))
        listed, on_page = not unseen & _UNLISTED, not unseen & _OFF_PAGE
        return clean_name(name.decode()), lock, listed, on_page
    except ValueError as error:
        raise RemoteProtocolError(
            Sentence("not the name of a table: {error}", error=sentence_of(error))
        ) from None
