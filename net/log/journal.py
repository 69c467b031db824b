"""
Journals: files of a running game, with its entries in order of arrival.

Unlike a log (`sealed_wonders.net.log.file`), a journal is appended to. So it may end
anywhere, and a machine that crashed may have left garbage at its end. Reading it yields
the longest valid prefix. A fold has to check whether the entries follow from each
other. Games are resumed from journals after an update of the program, so a later
version must read the format of `MAGIC`.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import Wire, pack_wire
from sealed_wonders.net.log.file import BreaksOff, DamagedLog, chunk, chunks, wire_at
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.passwords import SALT_SIZE, PasswordLock

MAGIC = b"SWJRN2\n"
"""
First bytes of a journal.

Next come a checksum of the following part and the table's name. After the name, there
may be a zero byte, the lock of the table's password, and a byte of flags (`_UNLISTED`
and `_OFF_PAGE`) for a table that is less visible than others. The entries follow.
"""

OLD = b"SWJRN1\n"
"""First bytes in older versions, which had no checksum."""

CAP = 1 << 26
"""Maximum bytes of a journal that is read: a hundred times the longest game."""

_UNLISTED = 1
_OFF_PAGE = 2
_LENGTHS_UNSEEN = (1, SALT_SIZE + 32 + 1)

_SUM = 8
"""Bytes of the checksum, which covers the name. The entries are signed."""


class JournalHead(NamedTuple):
    """What a journal says of a table besides its entries."""

    table: str
    lock: PasswordLock | None = None
    """Lock of the table's password; None if it has none."""
    listed: bool = True
    """Whether the table is in the list of tables."""
    on_page: bool = True
    """Whether the host's web page may show the table."""


class KeptJournal(NamedTuple):
    head: JournalHead
    wires: tuple[Wire, ...]
    """The valid wires, in order of arrival."""
    ends: tuple[int, ...]
    """Offset at which the first n wires end, for each n from 0 on."""
    damage: str
    """
    What is wrong with the data after the wires; empty if the journal is only cut off.
    """


def begin(head: JournalHead) -> bytes:
    """Return the first bytes of a journal, before its entries."""
    behind = b"" if head.lock is None else head.lock.salt + head.lock.key
    unseen = (0 if head.listed else _UNLISTED) | (0 if head.on_page else _OFF_PAGE)
    behind += bytes([unseen]) if unseen else b""
    named = head.table.encode() + (b"\0" + behind if behind else b"")
    return MAGIC + chunk(_sum(named) + named)


def pack(wires: Iterable[Wire]) -> bytes:
    """Return the bytes of some entries in a journal."""
    return b"".join(chunk(pack_wire(wire)) for wire in wires)


def read(data: bytes) -> KeptJournal:
    """
    Read a journal up to the first damaged place.

    Raises:
        RemoteProtocolError: even its beginning is damaged.
    """
    if len(data) > CAP:
        raise RemoteProtocolError("more than {most} bytes", most=CAP)
    is_old = data.startswith(OLD)
    head: JournalHead | None = None
    wires, ends, why = list[Wire](), list[int](), ""
    try:
        for offset, part in chunks(OLD if is_old else MAGIC, data):
            if head is None:
                head = _head(part if is_old else _checked(part))
            else:
                wires.append(wire_at(offset, part))
            ends.append(offset + 4 + len(part))
    except BreaksOff:
        pass
    except DamagedLog as damage:
        # After a crash, a file may have its full length but end with zeros.
        if ends and any(data[ends[-1] :]):
            why = str(damage)
    if head is None:
        raise RemoteProtocolError(Sentence("the file ends before its first entry"))
    return KeptJournal(head, tuple(wires), tuple(ends), why)


def _sum(named: bytes) -> bytes:
    return sha256(named).digest()[:_SUM]


def _checked(part: bytes) -> bytes:
    named = part[_SUM:]
    if part[:_SUM] != _sum(named):
        raise RemoteProtocolError("the beginning is damaged: {part}", part=shown(part))
    return named


def _head(written: bytes) -> JournalHead:
    name, _, behind = written.partition(b"\0")
    unseen = 0
    if len(behind) in _LENGTHS_UNSEEN and 0 < behind[-1] <= _UNLISTED | _OFF_PAGE:
        behind, unseen = behind[:-1], behind[-1]
    lock = PasswordLock(behind[:SALT_SIZE], behind[SALT_SIZE:]) if behind else None
    try:
        if lock is not None and not lock.is_good:
            raise ValueError(Sentence("no lock follows the name"))
        listed, on_page = not unseen & _UNLISTED, not unseen & _OFF_PAGE
        return JournalHead(clean_name(name.decode()), lock, listed, on_page)
    except ValueError as error:
        raise RemoteProtocolError(
            "not the name of a table: {error}", error=sentence_of(error)
        ) from None
