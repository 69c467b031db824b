"""The memory file: each entry that a seat signs is written before it is sent."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.table.memory import (
    COMPARED,
    MAGIC,
    RESTORED,
    Memory,
    OnDisk,
    unsigned,
)
from sealed_wonders.core.game import Move
from sealed_wonders.net.log.envelopes import Wire
from tests.support.posix import posix_only, resource

FIRST = Memory(3, Wire(b"env", bytes(64)), Move("sell", 7), b"n" * 32)
SECOND = Memory(4, Wire(b"other", bytes(64)), kept=b"two secrets")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a path in a folder that doesn't exist yet."""
    return tmp_path / "games" / "one.seat"


def write(path: Path, *memories: Memory) -> bytes:
    """Store memories as one process would, and return the content of the file."""
    store = OnDisk(path)
    for memory in memories:
        store.remember(memory)
    store.close()
    return path.read_bytes()


def read(path: Path) -> list[Memory]:
    """Return the memories that another process finds, without changing the file."""
    store = OnDisk(path)
    store.close()
    return list(store.memories())


def test_memories_are_there_after_a_restart(path: Path) -> None:
    """A different memory for the same phase isn't stored; it would be sent some day."""
    store = OnDisk(path)
    for memory in (FIRST, FIRST, SECOND):
        store.remember(memory)
    size = path.stat().st_size
    with pytest.raises(ValueError, match="phase 3 of lane main has two different"):
        store.remember(SECOND._replace(phase=3))
    assert (FIRST, size) == (store.recall(3), path.stat().st_size)
    store.close()

    again = OnDisk(path)
    assert [FIRST, SECOND] == list(again.memories())
    assert [FIRST, SECOND, None] == [again.recall(phase) for phase in (3, 4, 5)]
    assert [b"two secrets"] == list(again.kept())
    assert (True, False) == (store.is_new, again.is_new)
    again.close()


def test_the_repr_of_a_memory_shows_no_secret() -> None:
    """A memory may end up in an error message."""
    memory = FIRST._replace(kept=b"two secrets")

    assert "Memory(phase=3, lane='main')" == repr(memory) == str(memory)


def test_each_lane_has_its_own_phases(path: Path) -> None:
    """An answer to a ballot doesn't replace the entry in the game."""
    vote = FIRST._replace(lane="drop/2", wire=Wire(b"vote", bytes(64)))
    store = OnDisk(path)
    for memory in (FIRST, vote):
        store.remember(memory)
    for kept in (store, OnDisk(path)):
        assert [FIRST, vote] == list(kept.memories())
        assert FIRST == kept.recall(FIRST.phase)
        assert vote == kept.recall(FIRST.phase, "drop/2")
        assert None is kept.recall(FIRST.phase, "drop/1")
        with pytest.raises(
            ValueError, match="phase .* of lane drop/2 has two different"
        ):
            kept.remember(vote._replace(wire=Wire(b"another", bytes(64))))


def test_the_file_of_a_failed_draw_is_removed(path: Path) -> None:
    store = OnDisk(path)
    store.discard()

    assert not path.exists()


@posix_only
def test_only_the_user_can_read_the_file(path: Path) -> None:
    """It contains moves that are still secret."""
    OnDisk(path).close()

    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert 0o700 == stat.S_IMODE(path.parent.stat().st_mode)


@posix_only
@given(st.data())
def test_a_truncated_record_is_dropped_and_the_others_kept(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A record truncated in a crash was never sent. The next record replaces it."""
    path = tmp_path_factory.mktemp("cut") / "one.seat"
    whole, longer = write(path, FIRST), write(path, SECOND)
    length = data.draw(st.integers(len(whole), len(longer) - 1))
    path.write_bytes(longer[:length])
    assert [FIRST] == read(path)
    assert longer == write(path, SECOND)


@pytest.mark.parametrize("length", range(len(MAGIC)))
def test_a_file_truncated_in_its_header_is_begun_again(path: Path, length: int) -> None:
    """The machine may crash after any byte."""
    path.parent.mkdir()
    path.write_bytes(MAGIC[:length])
    assert write(path, FIRST).startswith(MAGIC)


def test_a_file_is_new_until_a_game_begins(path: Path) -> None:
    """A process that was killed in between has stored nothing of any game."""
    for _ in range(2):
        store = OnDisk(path)
        assert store.is_new
        store.close()

    store = OnDisk(path)
    store.begin()
    store.close()
    again = OnDisk(path)
    assert not again.is_new
    again.close()
    write(path, FIRST)
    assert [FIRST] == read(path)


@posix_only
def test_records_behind_a_failed_record_are_kept(path: Path) -> None:
    """
    A disk that is full for a while must not make a seat sign twice. The truncated
    record was never sent, but the one after it was.
    """
    store = OnDisk(path)
    store.remember(FIRST)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    record = path.stat().st_size + 20
    resource.setrlimit(resource.RLIMIT_FSIZE, (record, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            store.remember(SECOND)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert store.recall(4) is None
    later = SECOND._replace(phase=5)
    store.remember(later)
    store.close()
    assert [FIRST, later] == read(path)


@pytest.mark.parametrize(
    ("begins", "said"),
    [
        (b"Dear Ann, ...", "not a file with a seat's saved state"),
        (b"SWSEAT1\n", "written by an older version of the program"),
    ],
)
def test_other_files_are_left_unchanged(path: Path, begins: bytes, said: str) -> None:
    """An error says so if the file was written by an older version."""
    path.parent.mkdir()
    path.write_bytes(begins)
    with pytest.raises(ValueError, match=said):
        OnDisk(path)
    assert begins == path.read_bytes()


def test_a_file_with_any_changed_byte_is_refused(path: Path) -> None:
    """
    A seat must not forget an entry that it signed, not even the last one. Nor its
    secrets: with another key than the one it announced, it would sign a second one.
    """
    data = write(path, FIRST, SECOND)
    for at in range(len(data)):
        for change in (0x01, 0x80, 0xFF):
            path.write_bytes(data[:at] + bytes([data[at] ^ change]) + data[at + 1 :])
            changed = path.read_bytes()
            with pytest.raises(ValueError, match="damaged|not a file|of an older"):
                OnDisk(path)
            assert changed == path.read_bytes()


@pytest.mark.parametrize("more", [0, 100])
def test_a_record_that_ends_in_zeros_counts_as_truncated(path: Path, more: int) -> None:
    """
    Its length reached the disk before its last bytes, so it was never written
    completely, nor sent.

    Some file systems leave such a file if it grew just when the power failed.
    """
    before, data = write(path, FIRST), write(path, SECOND)
    for kept in range(len(before), len(data)):
        path.write_bytes(data[:kept] + bytes(len(data) - kept + more))
        # Unless the record itself ends in zeros.
        is_whole = data.endswith(bytes(len(data) - kept))
        assert ([FIRST, SECOND] if is_whole else [FIRST]) == read(path)
    assert data == write(path, FIRST, SECOND)


@posix_only
def test_file_and_folders_are_synced_before_sending(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record, the file's name, and the names of its folders, which may be new."""
    synced = record_syncs(monkeypatch)
    store = OnDisk(path)
    assert [path.parent.parent] == synced
    store.begin()
    above = [path.parent, path.parent.parent, path.parent.parent.parent]
    assert [*above, path] == synced[1:]
    store.remember(FIRST)
    store.clear()
    assert [path, path] == synced[5:]
    store.close()


@posix_only
def test_a_folder_that_an_earlier_process_could_not_sync_is_synced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a power failure would remove the file, though its data was synced."""

    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output error"):
            OnDisk(path)
    synced = record_syncs(monkeypatch)
    store = OnDisk(path)
    store.begin()
    assert path.parent.parent in synced
    store.close()


def record_syncs(monkeypatch: pytest.MonkeyPatch) -> Sequence[Path]:
    """Return a list to which each synced path is added."""
    synced: list[Path] = []

    def note(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink())

    monkeypatch.setattr(os, "fsync", note)
    return synced


@posix_only
def test_a_record_that_could_not_be_synced_is_written_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operating system may drop data it couldn't write, and say so only once."""
    store = OnDisk(path)
    store.remember(FIRST)
    whole = path.read_bytes()

    def fail(descriptor: int) -> None:
        data = path.read_bytes()
        os.pwrite(descriptor, bytes(len(data) - len(whole)), len(whole))
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output error"):
            store.remember(SECOND)
    assert whole == path.read_bytes()
    assert store.recall(4) is None
    store.remember(SECOND)
    store.close()
    assert [FIRST, SECOND] == read(path)


def test_each_file_draws_a_seed_when_its_game_begins(path: Path) -> None:
    """A file that an older version wrote has none, and is still read."""
    store, other = OnDisk(path), OnDisk(path.with_name("other.seat"))
    assert b"" == store.seed
    store.begin()
    other.begin(b"given on paper..")
    seed = store.seed
    assert (16, b"given on paper..") == (len(seed), other.seed)
    # The seed isn't listed as a memory.
    store.remember(FIRST)
    again = OnDisk(path)
    assert ([FIRST], seed) == (list(again.memories()), again.seed)
    # The next holder of the seat has another seed.
    store.clear()
    assert [b"", b""] == [store.seed, OnDisk(path).seed]
    path.write_bytes(MAGIC)
    before = OnDisk(path)
    before.remember(FIRST)
    assert (b"", [FIRST]) == (before.seed, list(OnDisk(path).memories()))


def test_comparisons_are_stored_with_phase_and_mark(
    path: Path,
) -> None:
    """
    There may be several in one phase. Comparisons stored by older versions have no
    mark, and count as well.
    """
    store = OnDisk(path)
    store.begin()
    # As older versions wrote it.
    store.remember(unsigned(0, RESTORED))
    store.remember(unsigned(1, COMPARED))
    assert (b"", 1) == (store.mark, OnDisk(path).compared)
    store.restore()
    assert (b"", 1) == (store.mark, store.compared)
    marks = {b""}
    for phase in (1, 300, 300):
        store.share()
        assert None is store.compared
        assert (store.mark, None) == (OnDisk(path).mark, OnDisk(path).compared)
        assert store.mark not in marks
        marks.add(store.mark)
        store.compare(phase)
        assert (store.mark, phase) == (OnDisk(path).mark, OnDisk(path).compared)
        assert phase == store.compared
    store.close()
