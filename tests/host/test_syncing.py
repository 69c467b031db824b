"""Syncing journals: together, without waiting, and written again after a failure."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from sealed_wonders.client.tablewords.refusals import UNWRITTEN
from sealed_wonders.host.gamefiles import RETRY_PATIENCE
from sealed_wonders.host.journal import Archive, Found
from sealed_wonders.host.news import Trouble
from sealed_wonders.net.log.envelopes import Wire, wires_of
from sealed_wonders.net.log.journal import JournalHead, read
from tests.support.inprocess.server import (
    HostHarness,
    open_terms,
    play_on,
    waiting_for_ann,
)
from tests.support.inprocess.threads import ManualThreads
from tests.support.posix import posix_only


class Disk:
    """
    A stand-in for `os.fsync`, which counts its calls and may fail.

    Attributes:
      synced: by path, the content when it was last synced.
      calls: the paths, in the order of the calls.
      broken: whether syncing fails, and loses everything since the last sync.
    """

    def __init__(self) -> None:
        self.synced: dict[Path, bytes] = {}
        self.calls: list[Path] = []
        self.broken = False

    def fsync(self, descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        self.calls.append(path)
        if path.is_dir() or path.suffix != ".journal":
            return
        before = self.synced.get(path, b"")
        if self.broken:
            data = path.read_bytes()
            os.pwrite(descriptor, bytes(len(data) - len(before)), len(before))
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.synced[path] = path.read_bytes()

    def count(self, suffix: str = ".journal") -> int:
        """Return how often files with this suffix were synced, and forget all calls."""
        count = sum(path.suffix == suffix for path in self.calls)
        self.calls.clear()
        return count


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(os, "fsync", disk.fsync)
    return disk


def kept(host: HostHarness) -> tuple[Wire, ...]:
    """Return the entries in the only journal."""
    return read(host.journal.read_bytes()).wires


@posix_only
def test_games_continue_while_journals_are_synced(disk: Disk, tmp_path: Path) -> None:
    """
    Two tables play on during a call. Afterwards, one call per journal covers all new
    entries.
    """
    threads = ManualThreads()
    host = HostHarness(tmp_path, open_terms(3), disk=threads)
    for number in range(2):
        for name in ("ann", "bob", "cleo"):
            person = host.client(f"{name} {number}", table=f"no {number}")
            person.player.pick = None
        host.settle()
    assert 2 == disk.count()  # one when each game began
    for _ in range(3):
        host.answer(host.clients)
    assert 1 == len(threads.jobs)
    positions = [person.seat.fold.position for person in host.clients]
    assert min(positions) > 25
    threads.do()
    assert 1 == disk.count()  # as planned when it began: only the first table's journal
    threads.do()
    assert 2 == disk.count()
    assert [] == threads.jobs
    for path in tmp_path.glob("*.journal"):
        assert disk.synced[path] == path.read_bytes()
    host.close()


@posix_only
def test_entries_that_could_not_be_synced_are_written_again(
    disk: Disk, host: HostHarness
) -> None:
    """
    The operating system had lost them. The table waits, and everybody is told the
    reason once.
    """
    people = host.clients
    before = wires_of(host.game.fold.entries())
    disk.broken = True
    disk.count()
    people[0].player.answer_now()
    host.pass_time(10 * RETRY_PATIENCE, step=RETRY_PATIENCE)
    assert 10 == disk.count()
    assert before == kept(host)
    assert [[UNWRITTEN]] * 3 == [person.refusals for person in people]
    (said,) = host.news_of(Trouble)
    why = "can't be written, and the game waits: Input/output error"
    assert f"the journal of 'table 1' {why}" == said.what
    disk.broken = False
    host.pass_time(2 * RETRY_PATIENCE)
    assert 2 == len(host.news_of(Trouble))
    assert wires_of(host.game.fold.entries()) == kept(host)
    assert disk.synced[host.journal] == host.journal.read_bytes()
    host.news.clear()
    play_on(host, people)


def test_a_lack_of_file_descriptors_makes_the_table_wait(
    host: HostHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal has to be reopened for syncing. Other tables aren't affected."""
    people = host.clients

    def refuse(descriptor: int) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as many:
        many.setattr(os, "dup", refuse)
        host.answer(people[:1])
    (said,) = host.news_of(Trouble)
    assert said.what.endswith("and the game waits: Too many open files")
    host.pass_time(2 * RETRY_PATIENCE)
    host.news.clear()
    play_on(host, people)


@posix_only
def test_a_host_that_stops_has_synced_its_journals(disk: Disk, tmp_path: Path) -> None:
    """This includes entries that a thread was about to sync."""
    threads = ManualThreads()
    host, _ = waiting_for_ann(lambda: HostHarness(tmp_path, disk=threads))
    path = host.journal
    assert disk.synced[path] != path.read_bytes()
    host.server.stop()
    assert disk.synced[path] == path.read_bytes()
    threads.do_all()


@posix_only
def test_a_journal_may_be_closed_while_it_is_synced(disk: Disk, tmp_path: Path) -> None:
    """Another host may open it from then on, and a late failure isn't reported."""
    threads = ManualThreads()
    host, _ = waiting_for_ann(lambda: HostHarness(tmp_path, disk=threads))
    host.close()
    (found,) = Archive(tmp_path).unfinished(1)
    assert isinstance(found, Found)
    disk.broken = True
    threads.do_all()
    host.settle()
    assert [] == host.news_of(Trouble)
    found.journal.close()


@posix_only
@pytest.mark.parametrize("can_be", [True, False])
def test_a_journal_that_is_found_is_synced_first(
    disk: Disk, tmp_path: Path, can_be: bool
) -> None:
    """
    The host that began it may have crashed before syncing it. Once anybody is told that
    a game has begun, it must not be lost.
    """
    wire = Wire(b"something", bytes(64))
    journal = Archive(tmp_path).begin(bytes(32), JournalHead("oak"), wires=[wire])
    path = journal.path
    # The folder is synced, too, so that the file's name is durable.
    assert [path, tmp_path] == disk.calls
    journal.close()
    disk.synced.clear()
    disk.calls.clear()
    disk.broken = not can_be
    (found,) = Archive(tmp_path).unfinished(1)
    assert isinstance(found, Found)
    assert can_be == found.journal.is_synced
    assert ([path, tmp_path] if can_be else [path]) == disk.calls
    disk.calls.clear()
    found.journal.remove()
    assert [tmp_path] == disk.calls


def test_a_journal_that_was_cut_back_stays_cut_back(tmp_path: Path) -> None:
    """
    All of it had been synced when it was found, but a later failure mustn't restore
    positions that were cut off.
    """
    archive = Archive(tmp_path)
    wires = [Wire(b"said %d" % n, bytes(64)) for n in range(3)]
    archive.begin(bytes(32), JournalHead("oak"), wires=wires).close()
    (found,) = archive.unfinished(1)
    assert isinstance(found, Found)
    archive.cut_back(found.journal, 1)
    found.journal.append(wires[2:])
    assert 2 == found.journal.position
    found.journal.unsynced(OSError(errno.EIO, "no"))
    assert 1 == found.journal.position
    found.journal.append(wires[1:2])
    found.journal.close()
    assert tuple(wires[:2]) == read(found.journal.path.read_bytes()).wires
