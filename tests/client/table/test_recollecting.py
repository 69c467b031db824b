"""Asking the table what a client has signed: when, and for what it waits."""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.table.inquiry import Inquirer
from sealed_wonders.client.table.recollecting import AGAIN, Recollecting
from tests.support.clock import Clock
from tests.support.lobbies import identity_of

ASKER = Inquirer(bytes(32), 1, identity_of("ann"))


class AskingClient:
    """A client that has to ask, and its host."""

    def __init__(self) -> None:
        self.asker: Inquirer | None = ASKER
        self.asked: list[Callable[[], None]] = []
        self.ended = 0
        self.clock = Clock()
        self.recollecting = Recollecting(self.clock, lambda: self.asker, self._ask)

    def _ask(self, asker: Inquirer, told: Callable[[], None]) -> Callable[[], object]:
        assert asker == ASKER
        self.asked.append(told)
        return self._end

    def _end(self) -> None:
        self.ended += 1


def test_one_inquiry_at_a_time_is_repeated_until_none_is_needed() -> None:
    world = AskingClient()
    for _ in range(3):
        world.recollecting.look()
    assert 1 == len(world.asked)
    world.asked[0]()
    world.recollecting.look()
    world.clock.advance(AGAIN - 0.1)
    assert 1 == len(world.asked)
    world.clock.advance(0.1)
    assert 2 == len(world.asked)
    world.asker = None
    world.asked[1]()
    world.clock.advance(AGAIN)
    assert 2 == len(world.asked)


def test_nothing_is_asked_without_a_connection() -> None:
    """On the next connection, the client asks at once."""
    world = AskingClient()
    world.recollecting.look()
    world.recollecting.stop()
    assert 1 == world.ended
    world.recollecting.look()
    world.asked[1]()
    world.recollecting.stop()
    world.clock.advance(AGAIN)
    assert 2 == len(world.asked)
    assert 1 == world.ended
