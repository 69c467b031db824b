"""
Log files: `MAGIC`, then all wires of a log, each preceded by its length.

Players keep these files, so every later version must read them (docs/PROTOCOL.md, The
log file; held by tests/vectors). Equal games have equal files.
Journals (`net.log.journal`) and evidence (`net.log.evidence`) consist of the same chunks,
after a magic of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import WIRE_CAP, Wire, pack_wire, parse_wire

MAGIC = b"SWLOG1\n"
"""First bytes of a log file."""


class DamagedLog(RemoteProtocolError):
    """A file is invalid from some place on; the message names the offset."""

    wires: tuple[Wire, ...] = ()
    """Wires before that place."""


class BreaksOff(DamagedLog):
    """A file ends within one of its parts."""


def write(wires: Iterable[Wire]) -> bytes:
    """
    Return the bytes of a log file.

    Args:
        wires: in the order of the log: the lobby's COMMITs ascending by identity, its
            TABLE, its REVEALs ascending by identity, then the phases in order,
            ascending by seat.
    """
    return b"".join(parts(wires))


def parts(wires: Iterable[Wire]) -> Iterator[bytes]:
    """Yield the bytes of a log file, as in `write`, in parts."""
    yield MAGIC
    for wire in wires:
        yield chunk(pack_wire(wire))


def read(data: bytes) -> tuple[Wire, ...]:
    """
    Read the wires of a log file. A fold has to check their contents.

    Raises:
        DamagedLog: the file ends within a wire, or contains something else.
        RemoteProtocolError: *data* isn't a log file.
    """
    wires = []
    try:
        for offset, packed in chunks(MAGIC, data):
            wires.append(wire_at(offset, packed))
    except DamagedLog as damage:
        damage.wires = tuple(wires)
        raise
    return tuple(wires)


def wire_at(offset: int, packed: bytes) -> Wire:
    """
    Parse a wire in a file.

    Raises:
        DamagedLog: *packed* isn't a wire.
    """
    try:
        return parse_wire(packed)
    except RemoteProtocolError as error:
        raise DamagedLog(
            "at byte {offset}: {error}", offset=offset, error=sentence_of(error)
        ) from None


def chunk(part: bytes) -> bytes:
    """Return *part* preceded by its length, 4 bytes big-endian."""
    return len(part).to_bytes(4, "big") + part


def chunks(magic: bytes, data: bytes) -> Iterator[tuple[int, bytes]]:
    """
    Yield the parts of a file, each with the offset of its length.

    Args:
        magic: the first bytes of that kind of file.

    Raises:
        DamagedLog: the file ends within a part, or a part is too long.
        RemoteProtocolError: the file doesn't begin with *magic*.
    """
    if not data.startswith(magic):
        raise RemoteProtocolError(
            "the file does not begin with {magic}: {data}",
            magic=shown(magic),
            data=shown(data[:16]),
        )
    offset = len(magic)
    while offset < len(data):
        start = offset + 4
        size = int.from_bytes(data[offset:start], "big")
        if start > len(data):
            raise BreaksOff(
                "at byte {offset}: the file ends in the middle of a length",
                offset=offset,
            )
        if size > WIRE_CAP:
            raise DamagedLog(
                "at byte {offset}: a signed message of {size} bytes exceeds the "
                "limit of {most} bytes",
                offset=offset,
                size=size,
                most=WIRE_CAP,
            )
        if start + size > len(data):
            raise BreaksOff(
                "at byte {offset}: the file ends too early; missing bytes: {n}",
                offset=offset,
                n=start + size - len(data),
            )
        yield offset, data[start : start + size]
        offset = start + size
