"""Journals and logs on disk: complete, locked, and reported if they can't be used."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.host.journal import (
    Archive,
    Found,
    Journal,
    Unusable,
)
from sealed_wonders.host.news import DiskTrouble, SetAside
from sealed_wonders.net.log.envelopes import Entry, Envelope, Wire, sign, wires_of
from sealed_wonders.net.log.journal import JournalHead
from sealed_wonders.net.system.files import CAN_READ_AT, write_first, write_whole
from tests.support.lobbies import identity_of
from tests.support.posix import posix_only

WIRES = tuple(Wire(bytes([number]) * 40, bytes(64)) for number in range(5))


def found(archive: Archive, most: int = 9) -> list[Found | Unusable]:
    journals = list(archive.unfinished(most))
    for one in journals:
        if isinstance(one, Found):
            one.journal.close()
    return journals


def write(archive: Archive, gid: bytes = bytes(32), table: str = "oak") -> Journal:
    journal = archive.begin(gid, JournalHead(table))
    journal.append(WIRES[:2])
    journal.append(WIRES[2:])
    return journal


def test_a_journal_returns_the_entries_that_were_written(tmp_path: Path) -> None:
    """
    The table may have any name. A journal with a damaged end continues after its last
    complete entry.
    """
    archive, name = Archive(tmp_path), "Zoë's ../../table"
    journal = write(archive, table=name)
    assert 5 == journal.position
    journal.close()
    (one,) = found(archive)
    assert isinstance(one, Found)
    assert (name, WIRES) == (one.kept.head.table, one.kept.wires)
    assert 5 == one.journal.position
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    (one,) = archive.unfinished(1)
    assert isinstance(one, Found)
    assert WIRES[:4] == one.kept.wires
    one.journal.append(WIRES[4:])
    one.journal.close()
    (again,) = found(archive)
    assert isinstance(again, Found)
    assert WIRES == again.kept.wires


@posix_only
def test_only_the_owner_can_read_kept_files(tmp_path: Path) -> None:
    """
    This covers journals, logs, unfinished logs and proofs, even if an older version
    left them readable.
    """
    archive = Archive(tmp_path)
    write(archive).close()
    archive.write_log(bytes(32), [b"log"], whole=True)
    archive.write_log(bytes(32), [b"log"], whole=False)
    archive.write_proof(bytes(32), 1, b"proof")
    (journal,) = tmp_path.glob("*.journal")
    assert [0o600] * 4 == [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()]
    journal.chmod(0o644)
    found(archive)
    assert 0o600 == journal.stat().st_mode & 0o777


def signed_entry(size: int) -> Entry:
    """Return a signed entry whose body has this size."""
    envelope = Envelope(bytes(32), "main", size, "MIX", 0, bytes(32), (bytes(size),))
    return sign(identity_of("ann"), envelope)


@pytest.mark.skipif(not CAN_READ_AT, reason="what is open there can't be removed")
def test_entries_can_be_read_from_the_journal_while_in_use(tmp_path: Path) -> None:
    """
    They stay readable after the journal is removed, as long as anything refers to them.
    """
    entries = [signed_entry(size) for size in (2000, 1, 4000, 6000)]
    wires = wires_of(entries)
    journal = Archive(tmp_path).begin(bytes(32), JournalHead("oak"), wires[:2])
    journal.append(wires[2:])
    journal.hold(entries[:2], 0)
    journal.hold(entries[2:3], 2)
    held = [is_held(entry) for entry in entries]
    assert [True, True, True, False] == held
    assert wires == wires_of(entries)
    assert entries == [Entry.of(wire) for wire in wires]
    journal.remove()
    assert not list(tmp_path.glob("*.journal"))
    assert wires == wires_of(entries)
    stored: list[Any] = [it._wire for it in entries if is_held(it)]
    (descriptor,) = {it.func.__self__._descriptor for it in stored}
    os.fstat(descriptor)
    del journal, entries, stored
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


def is_held(entry: Entry) -> bool:
    return not isinstance(entry._wire, Wire)


@pytest.mark.skipif(not CAN_READ_AT, reason="there nothing is held")
def test_an_entry_that_the_disk_lost_raises_an_error(tmp_path: Path) -> None:
    entries = [signed_entry(2000)]
    journal = Archive(tmp_path).begin(bytes(32), JournalHead("oak"), wires_of(entries))
    journal.hold(entries, 0)
    data = journal.path.read_bytes()
    journal.path.write_bytes(data[:-1] + b"?")
    for _ in range(2):
        with pytest.raises(OSError, match="Input/output error"):
            wires_of(entries)
        journal.path.write_bytes(data[:-9])
    journal.close()


def test_the_newest_journals_are_read_first(tmp_path: Path) -> None:
    """If there are more journals than tables, the others wait."""
    archive = Archive(tmp_path)
    for number in range(3):
        journal = write(archive, bytes([number]) * 32, f"no {number}")
        journal.close()
        os.utime(journal.path, (number, number))
    names = [one.kept.head.table for one in found(archive, 2) if isinstance(one, Found)]
    assert ["no 2", "no 1"] == names


def test_unusable_journals_are_reported(tmp_path: Path) -> None:
    """A folder and a file that is too long aren't read, and don't stop the host."""
    (tmp_path / "0123456789abcdef.journal").mkdir()
    with (tmp_path / "fedcba9876543210.journal").open("wb") as file:
        file.truncate((1 << 26) + 1)
    named = {type(it): it for it in found(Archive(tmp_path))}
    assert {DiskTrouble, SetAside} == set(named)
    aside = named[SetAside]
    assert isinstance(aside, SetAside)
    assert "67108864 bytes" in aside.reason


def test_a_file_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    """If writing fails, the earlier file stays and no draft is left behind."""
    path = tmp_path / "log"
    write_whole(path, b"one")
    assert ["log"] == [entry.name for entry in tmp_path.iterdir()]
    write_whole(path, b"two")
    assert b"two" == path.read_bytes()
    taken = tmp_path / "folder"
    taken.mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(taken, b"three")
    assert {"log", "folder"} == {entry.name for entry in tmp_path.iterdir()}


@posix_only
def test_the_first_of_two_writers_wins(tmp_path: Path) -> None:
    """Both continue with the first one's content."""
    path = tmp_path / "key"
    assert b"one" == write_first(path, b"one", 0o600)
    assert b"one" == write_first(path, b"two", 0o600)
    assert 0o600 == path.stat().st_mode & 0o777
    assert ["key"] == [entry.name for entry in tmp_path.iterdir()]
