"""A disk that has no room left, or on which nothing can be changed any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.table.memory import InMemory, Memory
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.messages import FromClient, Post
from sealed_wonders.net.suites import OPEN
from tests.support.inprocess.server import HostHarness
from tests.support.inprocess.threads import ManualThreads


class _FullStore(InMemory):
    """A store on a disk that is full."""

    asked = 0

    def remember(self, memory: Memory) -> None:
        if memory.move is not None:
            self.asked += 1
            raise OSError(28, "No space left on device")
        super().remember(memory)


def _work(host: HostHarness, threads: ManualThreads) -> None:
    """Let as many jobs be done as there may be, and some more."""
    for _ in range(9):
        host.settle()
        if threads.jobs:
            threads.do()


def test_a_late_choice_is_not_tried_again_and_again(tmp_path: Path) -> None:
    """Once each time the host says that time is out; a person can do so whenever."""
    threads, store = ManualThreads(), _FullStore()
    host = HostHarness(tmp_path, Terms(suite=OPEN, wanted=3, turn_time=30))
    for name in ("ann", "bob"):
        host.client(name)
    cleo = host.client("cleo", work=threads, store=store)
    for client in host.clients:
        client.player.pick = None
    host.settle()
    while cleo.player.question is None:
        threads.do()
        host.settle()

    host.clock.advance(30)
    _work(host, threads)
    assert (1, []) == (store.asked, threads.jobs)

    cleo.disconnect()
    cleo.connect()
    _work(host, threads)
    assert (2, []) == (store.asked, threads.jobs)
    host.close()


class _StoreWithoutRoom(InMemory):
    """A store on a disk on which not even a game can be begun."""

    def begin(self) -> None:
        raise OSError(28, "No space left on device")


def test_who_can_not_write_anything_down_is_not_drawn(tmp_path: Path) -> None:
    """Their reveal would bind them to a game in which they could say nothing."""
    host = HostHarness(tmp_path, Terms(suite=OPEN, wanted=3))
    for name in ("ann", "bob"):
        host.client(name)
    cleo = host.client("cleo", store=_StoreWithoutRoom())
    sent: list[FromClient] = []
    cleo.tamper = lambda message: sent.append(message) or message  # type: ignore[func-returns-value]
    with pytest.raises(LocalProtocolError, match="No space left"):
        host.settle()

    assert not any(isinstance(message, Post) for message in sent)
    host.close()


class _StoreThatKeeps(InMemory):
    """A store on a disk from which nothing can be removed."""

    def discard(self) -> None:
        raise PermissionError(13, "Permission denied")


def test_what_can_not_be_thrown_away_hides_no_score(tmp_path: Path) -> None:
    """The game has ended as it should."""
    host = HostHarness(tmp_path, Terms(suite=OPEN, wanted=3))
    for name in ("ann", "bob"):
        host.client(name)
    cleo = host.client("cleo", store=_StoreThatKeeps())
    host.settle()

    assert cleo.session.finished
    assert cleo.player.sheet is not None
    host.close()
