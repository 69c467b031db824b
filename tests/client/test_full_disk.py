"""A full or read-only disk on the player's machine."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from sealed_wonders.client.table.game import DISK_PATIENCE
from sealed_wonders.client.table.memory import HOME, InMemory, Memory, MemoryStore
from sealed_wonders.host.news import TwoVersions
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.log.envelopes import parse
from sealed_wonders.net.log.phases import KINDS
from sealed_wonders.net.messages import FromClient, Post
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.suites import OPEN
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.inprocess.threads import ManualThreads
from tests.support.toy import TOY
from tests.support.toytable import put_up


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
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3, turn_time=30))
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


class _Disk(InMemory):
    """
    A store on a disk that is full whenever something is to be written for the first time.

    Attributes:
        tried: what could not be written then, by lane and phase, and its kind.
        room: there is some all the same.
    """

    def __init__(self) -> None:
        super().__init__()
        self.tried: dict[tuple[str, int], str] = {}
        self.room = False

    def begin(self, seed: bytes = b"") -> None:
        self._write("", 0, "LOBBY_REVEAL")

    def remember(self, memory: Memory) -> None:
        if memory.lane == HOME:  # without which a game goes on
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._write(memory.lane, memory.phase, parse(memory.wire.env).kind)
        super().remember(memory)

    def _write(self, lane: str, phase: int, kind: str) -> None:
        if (lane, phase) not in self.tried and not self.room:
            self.tried[lane, phase] = kind
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _joined_by_cleo(host: HostHarness, store: MemoryStore) -> Client:
    for name in ("ann", "bob"):
        host.client(name)
    return host.client("cleo", store=store)


def test_who_can_not_write_anything_down_is_drawn_later(tmp_path: Path) -> None:
    """Their reveal would bind them to a game in which they could say nothing."""
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3))
    cleo = _joined_by_cleo(host, _Disk())
    sent: list[FromClient] = []
    cleo.tamper = lambda message: sent.append(message) or message  # type: ignore[func-returns-value]
    host.settle()
    assert not any(isinstance(message, Post) for message in sent)
    assert ["No space left on device"] == cleo.player.disk
    cleo.store.room = True  # type: ignore[attr-defined]
    host.pass_time(DISK_PATIENCE)
    assert host.has_begun
    assert ["No space left on device", ""] == cleo.player.disk
    host.close()


@pytest.mark.usefixtures("quickly_sealed")
def test_whatever_can_not_be_written_down_is_said_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every kind of phase: it is told once, nothing is signed twice, no seat is lost."""
    put_up(monkeypatch)
    host, store = HostHarness(tmp_path, sealed_terms(3, game=TOY)), _Disk()
    cleo = _joined_by_cleo(host, store)
    cleo.player.is_program = True
    for _ in range(200):
        host.pass_time(DISK_PATIENCE, DISK_PATIENCE)
        if cleo.session.finished:
            break
    host.ended()
    assert [] == host.told(TwoVersions)
    kinds = set(store.tried.values())
    assert {kind for kind in KINDS if kind != "DROP_VOTE"} >= kinds
    assert {"KEY", "MIX", "DEAL", "PICK", "REVEAL", "OPEN_SHARE", "END"} <= kinds
    # Each time it waited, and went on.
    told = cleo.player.disk
    assert told == ["No space left on device", ""] * (len(told) // 2)
    chosen = [kind for kind in store.tried.values() if kind in CHOOSING]
    assert len(store.tried) - len(chosen) == len(told) // 2
    host.close()


def test_a_seat_that_is_given_away_says_nothing_that_it_kept(tmp_path: Path) -> None:
    """What couldn't be written down before is for the other to say, who has it now."""
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3))
    store = _Disk()
    cleo = _joined_by_cleo(host, store)
    host.settle()
    host.pass_time(DISK_PATIENCE)
    store.room = True
    assert cleo.seat.unwritten is not None
    given = cleo.seat.entrusted()
    assert given is not None
    cleo.seat.is_held = cleo.seat.is_promised = True
    host.pass_time(2 * DISK_PATIENCE)
    assert cleo.seat.number in host.game.fold.missing
    cleo.seat.keep()
    host.pass_time(2 * DISK_PATIENCE)
    assert cleo.seat.number not in host.game.fold.missing
    host.close()


class _StoreThatKeeps(InMemory):
    """A store on a disk from which nothing can be removed."""

    def discard(self) -> None:
        raise PermissionError(13, "Permission denied")


def test_what_can_not_be_thrown_away_hides_no_score(tmp_path: Path) -> None:
    """The game has ended as it should."""
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3))
    for name in ("ann", "bob"):
        host.client(name)
    cleo = host.come("cleo", store=_StoreThatKeeps())

    assert cleo.session.finished
    assert cleo.player.sheet is not None
    host.close()
