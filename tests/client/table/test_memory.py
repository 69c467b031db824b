"""The memory file: what a seat signs is written before it is sent."""

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
    """Give a place for a file, in a folder that isn't there yet."""
    return tmp_path / "games" / "one.seat"


def write(path: Path, *memories: Memory) -> bytes:
    """Let a process remember something, and end; gives the whole file."""
    store = OnDisk(path)
    for memory in memories:
        store.remember(memory)
    store.close()
    return path.read_bytes()


def read(path: Path) -> list[Memory]:
    """Give what another process knows, which doesn't change the file."""
    store = OnDisk(path)
    store.close()
    return list(store.memories())


def test_what_was_remembered_is_there_after_a_restart(path: Path) -> None:
    """
    Wire, move, nonce and what is to be known again come back as they were.

    A second thing for one phase isn't kept: it would be sent some day.
    """
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


def test_nothing_secret_is_shown() -> None:
    """A memory ends up in a message some day."""
    memory = FIRST._replace(kept=b"two secrets")

    assert "Memory(phase=3, lane='main')" == repr(memory) == str(memory)


def test_two_lanes_have_phases_of_their_own(path: Path) -> None:
    """What is said to a ballot doesn't stand in the place of what is said in the game."""
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


def test_what_comes_to_nothing_is_removed(path: Path) -> None:
    """Of a draw that was void there is nothing to be remembered."""
    store = OnDisk(path)
    store.discard()

    assert not path.exists()


@posix_only
def test_nobody_else_can_read_the_file(path: Path) -> None:
    """It holds moves that are still secret."""
    OnDisk(path).close()

    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert 0o700 == stat.S_IMODE(path.parent.stat().st_mode)


@posix_only
@given(st.data())
def test_a_record_cut_off_is_forgotten_and_the_others_are_not(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """What was cut off in a crash was never sent; the next record takes its place."""
    path = tmp_path_factory.mktemp("cut") / "one.seat"
    whole, longer = write(path, FIRST), write(path, SECOND)
    length = data.draw(st.integers(len(whole), len(longer) - 1))
    path.write_bytes(longer[:length])
    assert [FIRST] == read(path)
    assert longer == write(path, SECOND)


@pytest.mark.parametrize("length", range(len(MAGIC)))
def test_a_file_cut_off_at_its_head_is_begun_again(path: Path, length: int) -> None:
    """The machine may go down at any byte."""
    path.parent.mkdir()
    path.write_bytes(MAGIC[:length])
    assert write(path, FIRST).startswith(MAGIC)


def test_a_file_is_new_until_there_is_a_game(path: Path) -> None:
    """Whoever was killed between making and removing it has kept nothing of any game."""
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
def test_what_stands_behind_a_failed_record_is_not_forgotten(path: Path) -> None:
    """
    A disk that is full for a while must not make a seat sign twice.

    The record that breaks off was never sent. The one after it was.
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
def test_another_file_is_not_written_into(path: Path, begins: bytes, said: str) -> None:
    """Somebody's letters are worth more than a game; one of an older version says so."""
    path.parent.mkdir()
    path.write_bytes(begins)
    with pytest.raises(ValueError, match=said):
        OnDisk(path)
    assert begins == path.read_bytes()


def test_whatever_changes_in_a_file_it_is_not_used(path: Path) -> None:
    """
    A seat must not forget what it signed, in the last record either.

    Nor what it keeps: with another key than the one it told all, it could sign another.
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
def test_a_record_may_end_in_zeros_anywhere(path: Path, more: int) -> None:
    """
    Its length came to be on disk before its last bytes: it was never written, nor sent.

    Some file systems leave a file like that which grew just when the power failed.
    """
    before, data = write(path, FIRST), write(path, SECOND)
    for kept in range(len(before), len(data)):
        path.write_bytes(data[:kept] + bytes(len(data) - kept + more))
        # But for a last byte that is zero anyhow.
        is_whole = data.endswith(bytes(len(data) - kept))
        assert ([FIRST, SECOND] if is_whole else [FIRST]) == read(path)
    assert data == write(path, FIRST, SECOND)


@posix_only
def test_all_is_on_disk_before_it_is_sent(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record, the file's name, and those of its folders, which may be as new."""
    synced = noting(monkeypatch)
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
    """Else a power cut would take the file with it, of which all was synced."""

    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output error"):
            OnDisk(path)
    synced = noting(monkeypatch)
    store = OnDisk(path)
    store.begin()
    assert path.parent.parent in synced
    store.close()


def noting(monkeypatch: pytest.MonkeyPatch) -> Sequence[Path]:
    """Give what will have been synced."""
    synced: list[Path] = []

    def note(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink())

    monkeypatch.setattr(os, "fsync", note)
    return synced


@posix_only
def test_a_record_that_could_not_be_synced_is_written_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system may throw away what it couldn't write, and say so once."""
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


def test_a_seed_is_drawn_as_a_file_begins(path: Path) -> None:
    """Each game has its own; what was kept before there were any still is, without one."""
    store, other = OnDisk(path), OnDisk(path.with_name("other.seat"))
    assert b"" == store.seed
    store.begin()
    other.begin(b"given on paper..")
    seed = store.seed
    assert (16, b"given on paper..") == (len(seed), other.seed)
    # Nobody has said it.
    store.remember(FIRST)
    again = OnDisk(path)
    assert ([FIRST], seed) == (list(again.memories()), again.seed)
    # Whoever has the seat now has another one.
    store.clear()
    assert [b"", b""] == [store.seed, OnDisk(path).seed]
    path.write_bytes(MAGIC)
    before = OnDisk(path)
    before.remember(FIRST)
    assert (b"", [FIRST]) == (before.seed, list(OnDisk(path).memories()))


def test_comparisons_are_kept_with_the_phase_and_read_from_older_files(
    path: Path,
) -> None:
    """Several in one phase are several; what older versions kept has no mark, and counts."""
    store = OnDisk(path)
    store.begin()
    # As it was written before.
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
