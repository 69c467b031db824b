"""A log as a file: all wires, each behind its length, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import WIRE_CAP, Wire, pack_wire, parse_wire

MAGIC = b"SWLOG1\n"
"""How a log file begins."""


class Damaged(RemoteProtocolError):
    """From some place on, what is in a file is no part of any; the text names the place."""

    wires: tuple[Wire, ...] = ()
    """Those before it."""


class BreaksOff(Damaged):
    """A file ends within one of its parts."""


def write(wires: Iterable[Wire]) -> bytes:
    """
    Give the bytes of a log file.

    Args:
        wires: in the order of the log: the lobby's COMMITs by ascending identity, its
            TABLE, its REVEALs by ascending identity, then the phases in order, seats
            ascending.
    """
    return b"".join(parts(wires))


def parts(wires: Iterable[Wire]) -> Iterator[bytes]:
    """Give the bytes of a log file, as `write` does, one after the other."""
    yield MAGIC
    for wire in wires:
        yield chunk(pack_wire(wire))


def read(data: bytes) -> tuple[Wire, ...]:
    """
    Read the wires of a log file; what they say is checked by whoever folds them.

    Raises:
        Damaged: it ends within a wire, or has something else than one.
        RemoteProtocolError: not a log file.
    """
    wires = []
    try:
        for offset, packed in chunks(MAGIC, data):
            wires.append(wire_at(offset, packed))
    except Damaged as damage:
        damage.wires = tuple(wires)
        raise
    return tuple(wires)


def wire_at(offset: int, packed: bytes) -> Wire:
    """
    Read a wire that a file has somewhere.

    Raises:
        Damaged: it is none.
    """
    try:
        return parse_wire(packed)
    except RemoteProtocolError as error:
        raise Damaged(
            Sentence(
                "at byte {offset}: {error}", offset=offset, error=sentence_of(error)
            )
        ) from None


def chunk(part: bytes) -> bytes:
    """Give *part* behind its length, 4 bytes big-endian."""
    return len(part).to_bytes(4, "big") + part


def chunks(magic: bytes, data: bytes) -> Iterator[tuple[int, bytes]]:
    """
    Give the parts of a file, each with the number of the byte its length is at.

    Raises:
        Damaged: it ends within a part, or one is too long.
        RemoteProtocolError: it doesn't begin with *magic*.
    """
    if not data.startswith(magic):
        raise RemoteProtocolError(
            Sentence(
                "does not begin with {magic}: {data}",
                magic=shown(magic),
                data=shown(data[:16]),
            )
        )
    offset = len(magic)
    while offset < len(data):
        start = offset + 4
        size = int.from_bytes(data[offset:start], "big")
        if start > len(data):
            raise BreaksOff(
                Sentence("at byte {offset}: breaks off in a length", offset=offset)
            )
        if size > WIRE_CAP:
            raise Damaged(
                Sentence(
                    "at byte {offset}: a wire of {size} bytes exceeds {most}",
                    offset=offset,
                    size=size,
                    most=WIRE_CAP,
                )
            )
        if start + size > len(data):
            raise BreaksOff(
                Sentence(
                    "at byte {offset}: breaks off, {n} bytes short",
                    offset=offset,
                    n=start + size - len(data),
                )
            )
        yield offset, data[start : start + size]
        offset = start + size
