"""A disk that has no room left, or on which nothing can be changed any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.table.memory import InMemory, Memory
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.messages import FromClient, Post
from sealed_wonders.net.suites import OPEN
from tests.support.inprocess.threads import ManualThreads
from tests.support.parlour import Parlour


class _FullStore(InMemory):
    """A store on a disk that is full."""

    asked = 0

    def remember(self, memory: Memory) -> None:
        if memory.move is not None:
            self.asked += 1
            raise OSError(28, "No space left on device")
        super().remember(memory)


def _work(parlour: Parlour, hands: ManualThreads) -> None:
    """Let as many jobs be done as there may be, and some more."""
    for _ in range(9):
        parlour.pump()
        if hands.jobs:
            hands.do()


def test_a_late_choice_is_not_tried_again_and_again(tmp_path: Path) -> None:
    """Once each time the host says that time is out; a person can do so whenever."""
    hands, store = ManualThreads(), _FullStore()
    parlour = Parlour(tmp_path, Terms(suite=OPEN, wanted=3, turn_time=30))
    for name in ("ann", "bob"):
        parlour.client(name)
    cleo = parlour.client("cleo", work=hands, store=store)
    for client in parlour.clients:
        client.player.pick = None
    parlour.pump()
    while cleo.player.question is None:
        hands.do()
        parlour.pump()

    parlour.clock.advance(30)
    _work(parlour, hands)
    assert (1, []) == (store.asked, hands.jobs)

    cleo.cut()
    cleo.connect()
    _work(parlour, hands)
    assert (2, []) == (store.asked, hands.jobs)
    parlour.close()


class _StoreWithoutRoom(InMemory):
    """A store on a disk on which not even a game can be begun."""

    def begin(self) -> None:
        raise OSError(28, "No space left on device")


def test_who_can_not_write_anything_down_is_not_drawn(tmp_path: Path) -> None:
    """Their reveal would bind them to a game in which they could say nothing."""
    parlour = Parlour(tmp_path, Terms(suite=OPEN, wanted=3))
    for name in ("ann", "bob"):
        parlour.client(name)
    cleo = parlour.client("cleo", store=_StoreWithoutRoom())
    sent: list[FromClient] = []
    cleo.tamper = lambda message: sent.append(message) or message  # type: ignore[func-returns-value]
    with pytest.raises(LocalProtocolError, match="No space left"):
        parlour.pump()

    assert not any(isinstance(message, Post) for message in sent)
    parlour.close()


class _StoreThatKeeps(InMemory):
    """A store on a disk from which nothing can be removed."""

    def discard(self) -> None:
        raise PermissionError(13, "Permission denied")


def test_what_can_not_be_thrown_away_hides_no_score(tmp_path: Path) -> None:
    """The game has ended as it should."""
    parlour = Parlour(tmp_path, Terms(suite=OPEN, wanted=3))
    for name in ("ann", "bob"):
        parlour.client(name)
    cleo = parlour.client("cleo", store=_StoreThatKeeps())
    parlour.pump()

    assert cleo.session.finished
    assert cleo.player.sheet is not None
    parlour.close()
