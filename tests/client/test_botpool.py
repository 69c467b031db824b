"""A process that plays a host's bots, controlled by lines from the host."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.python.failure import Failure

from sealed_wonders.client.commands.botplaying import BotOptions, BotSeat, BotSeats
from sealed_wonders.client.commands.botpool import BotPool
from sealed_wonders.client.table.memory import OnDisk
from sealed_wonders.net.address import Address
from sealed_wonders.net.botlines import LINE_CAP, BotEnded, Start, Stop, read, write
from sealed_wonders.net.errors import RemoteProtocolError


class FakeSeat(BotSeat):
    """A bot that plays until its result is set."""

    def __init__(self) -> None:
        self.result: Deferred[str] = Deferred()
        self.log: list[str] = []

    def run(self) -> Deferred[str]:
        return self.result

    def stop(self) -> None:
        self.log.append("stop")
        self.result.callback("")

    def let_go(self) -> None:
        self.log.append("let go")


class FakeSeats(BotSeats):
    """Makes fake bots, and records their arguments."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, bytes | None, bool]] = []
        self.made: list[FakeSeat] = []

    def seat(
        self,
        name: str,
        table: str = "",
        *,
        known: bytes | None = None,
        looks_on: bool = False,
    ) -> BotSeat:
        if not name:
            raise ValueError("a name needs at least one character")
        self.asked.append((name, table, known, looks_on))
        self.made.append(FakeSeat())
        return self.made[-1]


class PoolHarness:
    """A pool between two pipes."""

    def __init__(self) -> None:
        self.seats = FakeSeats()
        self.over: list[None] = []
        self.pool = BotPool(self.seats, lambda: self.over.append(None))
        self.pipe = StringTransport()
        self.pool.makeConnection(cast(Any, self.pipe))

    def told(self) -> list[BotEnded]:
        return [read(line, BotEnded) for line in self.pipe.value().splitlines()]


def test_bots_are_started_with_the_requested_arguments() -> None:
    """However the input is split. All bots end with the input."""
    harness = PoolHarness()
    lines = write(Start(1, "Ada", "oak")) + write(
        Start(2, "Bo", "elm", "07" * 32, looks_on=True)
    )
    for start in range(0, len(lines), 7):
        harness.pool.dataReceived(lines[start : start + 7])
    assert [
        ("Ada", "oak", b"", False),
        ("Bo", "elm", bytes([7] * 32), True),
    ] == harness.seats.asked
    assert [] == harness.told()
    harness.pool.connectionLost(Failure(ConnectionDone()))
    assert [["let go"]] * 2 == [seat.log for seat in harness.seats.made]
    assert [None] == harness.over


def test_the_end_of_each_bot_is_reported() -> None:
    """Whether it ended by itself, was stopped, or couldn't be started."""
    harness = PoolHarness()
    for line in (Start(1, "Ada", "oak"), Start(2, "Bo", "oak"), Start(3, "", "oak")):
        harness.pool.dataReceived(write(line))
    harness.seats.made[0].result.callback("name-taken: Ada")
    harness.pool.dataReceived(write(Stop(2)) + write(Stop(1)) + write(Stop(7)))
    assert [
        BotEnded(3, "a name needs at least one character"),
        BotEnded(1, "name-taken: Ada"),
        BotEnded(2, ""),
    ] == harness.told()
    assert [[], ["stop"]] == [seat.log for seat in harness.seats.made]


@pytest.mark.parametrize("line", [b"what?\n", b'{"type":"ended"}\n', b"x" * LINE_CAP])
def test_a_pool_closes_at_unknown_input(line: bytes) -> None:
    harness = PoolHarness()
    harness.pool.dataReceived(line + b"\n")
    assert harness.pipe.disconnecting
    with pytest.raises(RemoteProtocolError):
        read(line, Start | Stop)


def test_a_bot_can_be_started_again_in_the_same_process(tmp_path: Path) -> None:
    """Its files are released when it has ended, and not before."""
    reactor = MemoryReactorClock()
    where = Address.parse("127.0.0.1:1")
    seats = BotSeats(reactor, where, BotOptions("random", folder=tmp_path))
    seat = seats.seat("Ada", "oak")
    keep = seat._keep
    assert keep is not None
    store = keep.store_of(bytes(32))
    store.begin()
    ended: list[str] = []
    seat.run().addCallback(ended.append)
    seat.stop()
    reactor.advance(0)
    assert [""] == ended
    again = seats.seat("Ada", "oak", known=keep.identity.public)._keep
    assert again is not None
    found = again.store_of(bytes(32))
    assert isinstance(found, OnDisk)
    found.close()
