"""Logs with one bit changed, each compared with the original up to that place."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.core.games import ruleset
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import open_charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import (
    Entry,
    Wire,
    pack_wire,
    parse_entries,
    parse_wire,
)
from sealed_wonders.net.suites import begin

HEAD = 4
"""Bytes of an entry's length."""


def with_bit_flipped(data: bytes, bit: int) -> bytes:
    """Change one bit, counted from the lowest bit of the first byte."""
    at, mask = bit // 8, 1 << bit % 8
    return b"".join((data[:at], bytes([data[at] ^ mask]), data[at + 1 :]))


def flips(data: bytes, step: int = 1, first: int = 0) -> Iterator[tuple[int, str]]:
    """
    Flip every *step*-th bit of a log, one at a time, beginning with *first*.

    Yield each bit with the reason why the log is refused, or with an empty text if it
    isn't, which must never happen. A change must be found in its own entry: the entries
    after it aren't examined.
    """
    wires = file.read(data)
    charter = open_charter(parse_entries(wires))
    lobby = len(charter.wires)
    options = dict(charter.options)
    rules = ruleset(str(options["game"]), len(charter.people), options)
    fold = begin(charter, rules)
    start = len(file.MAGIC)
    for bit in range(first, 8 * start, step):
        yield bit, _whole(data, bit)
    for entry, wire in enumerate(wires):
        packed = pack_wire(wire)
        body = start + HEAD
        end = body + len(packed)
        for bit in range(first + _next(8 * start - first, step), 8 * end, step):
            if bit < 8 * body:
                yield bit, _whole(data, bit)
                continue
            changed = with_bit_flipped(packed, bit - 8 * body)
            try:
                other = parse_wire(changed)
                if entry < lobby:
                    _drawn((*wires[:entry], other, *wires[entry + 1 : lobby]))
                else:
                    fold.receive(Entry.of(other))
            except RemoteProtocolError as refused:
                yield bit, str(refused)
            else:
                yield bit, ""
                return
        if entry >= lobby:
            fold.accept(Entry.of(wire))
        start = end


def _drawn(wires: tuple[Wire, ...]) -> None:
    open_charter(parse_entries(wires))


def _whole(data: bytes, bit: int) -> str:
    """Return why a file is refused in which the frame around an entry was changed."""
    try:
        file.read(with_bit_flipped(data, bit))
    except (RemoteProtocolError, file.BreaksOff) as refused:
        return str(refused) or type(refused).__name__
    return ""


def _next(least: int, step: int) -> int:
    """Return the first multiple of *step* that is at least *least*."""
    return max(0, -(-least // step) * step)
