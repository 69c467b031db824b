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
from sealed_wonders.net.messages import Post
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.suites import OPEN
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.inprocess.threads import ManualThreads
from tests.support.toy import TOY
from tests.support.toytable import register_toy


class _FullStore(InMemory):
    """A store on a full disk."""

    asked = 0

    def remember(self, memory: Memory) -> None:
        if memory.move is not None:
            self.asked += 1
            raise OSError(28, "No space left on device")
        super().remember(memory)


def _do_jobs(host: HostHarness, threads: ManualThreads) -> None:
    """Do all jobs that there may be."""
    for _ in range(9):
        host.settle()
        if threads.jobs:
            threads.do()


def test_a_late_choice_is_tried_once_per_timeout_message(tmp_path: Path) -> None:
    """A person can try again at any time."""
    threads, store = ManualThreads(), _FullStore()
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3, turn_time=30))
    for name in ("ann", "bob"):
        host.client(name)
    cleo = host.client("cleo", work=threads, store=store)
    host.leave_unanswered(host.clients)
    while cleo.player.question is None:
        threads.do()
        host.settle()

    host.clock.advance(30)
    _do_jobs(host, threads)
    assert (1, []) == (store.asked, threads.jobs)

    cleo.disconnect()
    cleo.connect()
    _do_jobs(host, threads)
    assert (2, []) == (store.asked, threads.jobs)


class _ReluctantDisk(InMemory):
    """
    A store that fails at the first attempt to write each record.

    Attributes:
        tried: failed records, by lane and phase, with their kind.
        room: if True, no more attempts fail.
    """

    def __init__(self) -> None:
        super().__init__()
        self.tried: dict[tuple[str, int], str] = {}
        self.room = False

    def begin(self, seed: bytes = b"") -> None:
        self._write("", 0, "LOBBY_REVEAL")

    def remember(self, memory: Memory) -> None:
        if memory.lane == HOME:  # a game can go on without this record
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


def test_a_client_that_cannot_write_joins_the_draw_later(tmp_path: Path) -> None:
    """Its reveal would bind it to a game in which it couldn't sign anything."""
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3))
    cleo = _joined_by_cleo(host, _ReluctantDisk())
    posts = cleo.record_sent(Post)
    host.settle()
    assert [] == posts
    assert ["No space left on device"] == cleo.player.disk_reports
    cleo.store.room = True  # type: ignore[attr-defined]
    host.pass_time(DISK_PATIENCE)
    assert host.has_begun
    assert ["No space left on device", ""] == cleo.player.disk_reports


@pytest.mark.usefixtures("fast_sealing")
def test_entries_that_cannot_be_written_are_sent_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    In every kind of phase. It is reported once, nothing is signed twice, and no seat is
    lost.
    """
    register_toy(monkeypatch)
    host, store = HostHarness(tmp_path, sealed_terms(3, game=TOY)), _ReluctantDisk()
    cleo = _joined_by_cleo(host, store)
    cleo.player.is_program = True
    for _ in range(200):
        host.pass_time(DISK_PATIENCE, DISK_PATIENCE)
        if cleo.session.finished:
            break
    host.completed_game()
    assert [] == host.news_of(TwoVersions)
    kinds = set(store.tried.values())
    assert {kind for kind in KINDS if kind != "DROP_VOTE"} >= kinds
    assert {"KEY", "MIX", "DEAL", "PICK", "REVEAL", "OPEN_SHARE", "END"} <= kinds
    # It waited and resumed each time.
    told = cleo.player.disk_reports
    assert told == ["No space left on device", ""] * (len(told) // 2)
    chosen = [kind for kind in store.tried.values() if kind in CHOOSING]
    assert len(store.tried) - len(chosen) == len(told) // 2


def test_a_seat_that_is_handed_over_sends_no_unwritten_entry(tmp_path: Path) -> None:
    """That entry is up to the new holder."""
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3))
    store = _ReluctantDisk()
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


class _UndeletableStore(InMemory):
    """A store on a disk on which nothing can be removed."""

    def discard(self) -> None:
        raise PermissionError(13, "Permission denied")


def test_a_file_that_cannot_be_removed_does_not_hide_the_score(tmp_path: Path) -> None:
    host = HostHarness(tmp_path, Terms.of(suite=OPEN, players=3))
    for name in ("ann", "bob"):
        host.client(name)
    cleo = host.connect("cleo", store=_UndeletableStore())

    assert cleo.session.finished
    assert cleo.player.sheet is not None
