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


def flipped(data: bytes, bit: int) -> bytes:
    """Change one bit, counted from the first byte's lowest."""
    at, mask = bit // 8, 1 << bit % 8
    return b"".join((data[:at], bytes([data[at] ^ mask]), data[at + 1 :]))


def flips(data: bytes, step: int = 1, first: int = 0) -> Iterator[tuple[int, str]]:
    """
    Flip every *step*-th bit of a log, one at a time, beginning with *first*.

    Gives each with why the log is refused; with nothing if it isn't, which never happens.
    What a change could make of entries behind it isn't looked at: it has to be found where
    it is.
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
            changed = flipped(packed, bit - 8 * body)
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
    """Say why a file is none in which the frame around an entry is changed."""
    try:
        file.read(flipped(data, bit))
    except (RemoteProtocolError, file.BreaksOff) as refused:
        return str(refused) or type(refused).__name__
    return ""


def _next(least: int, step: int) -> int:
    """Give the first multiple of *step* that is at least so much."""
    return max(0, -(-least // step) * step)
