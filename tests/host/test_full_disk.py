"""A full disk: the table pauses, reports it, and continues when there is room."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.commands.botplaying import PASSING
from sealed_wonders.client.tablewords.refusals import UNWRITTEN
from sealed_wonders.host import journal as journals
from sealed_wonders.host.gamefiles import RETRY_PATIENCE
from sealed_wonders.host.journal import Archive, Found
from sealed_wonders.host.news import GameCompleted, Trouble
from sealed_wonders.host.tableregistry import BOT_NAMES
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.journal import JournalHead
from tests.host.test_main import PATIENCE, line, running, until
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    waiting_for_ann,
)


class Disk:
    """
    A disk with limited room.

    Attributes:
      room: bytes left; None for unlimited.
      refusal: error number for files opened to be written; None if they can be opened.
    """

    def __init__(self) -> None:
        self.room: int | None = None
        self.error = errno.ENOSPC
        self.refusal: int | None = None
        self._open = os.open

    def open(self, descriptor: int, mode: str, buffering: int) -> FileIO:
        disk = self

        class File(FileIO):
            def write(self, data: Any) -> int:
                if disk.room is None:
                    return super().write(data)
                if not disk.room:
                    raise OSError(disk.error, os.strerror(disk.error))
                written = super().write(bytes(data)[: disk.room])
                disk.room -= written
                return written

        return File(descriptor, mode)

    def open_descriptor(self, path: str, flags: int, mode: int = 0o777) -> int:
        if self.refusal is not None and flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(self.refusal, os.strerror(self.refusal))
        return self._open(path, flags, mode)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Return a disk for the journals that can be full."""
    disk = Disk()
    monkeypatch.setattr(journals, "open", disk.open, raising=False)
    monkeypatch.setattr(os, "open", disk.open_descriptor)
    return disk


def kept(folder: Path) -> tuple[Wire, ...]:
    (path,) = folder.glob("*.journal")
    copy = folder / "copy" / path.name
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(path.read_bytes())
    (found,) = Archive(copy.parent).unfinished(1)
    assert isinstance(found, Found)
    found.journal.close()
    return found.kept.wires


@pytest.mark.parametrize("room", [0, 3, 100, 115])
def test_a_partial_write_is_undone(room: int, disk: Disk, tmp_path: Path) -> None:
    """It is written once there is room, however much of it the disk took before."""
    wires = tuple(Wire(bytes([number]) * 40, bytes(64)) for number in range(3))
    journal = Archive(tmp_path).begin(bytes(32), JournalHead("oak"))
    journal.append(wires[:1])
    disk.room = room
    for _ in range(2):
        with pytest.raises(OSError, match="No space left"):
            journal.append(wires[1:])
    assert wires[:1] == kept(tmp_path)
    disk.room = None
    journal.append(wires[1:2])
    journal.append(wires[2:])
    journal.close()
    assert wires == kept(tmp_path)
    assert 3 == journal.position


def waits_for_disk(error: int) -> str:
    """Return the report of a table whose journal can't be written."""
    why = os.strerror(error)
    return f"the journal of 'table 1' can't be written, and the game waits: {why}"


def complaints(host: HostHarness) -> list[str]:
    """Return the troubles that were reported to the operator."""
    return [news.what for news in host.news_of(Trouble)]


def position_of(person: Client) -> int:
    return person.seat.fold.position


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_the_table_waits_for_its_journal(
    error: int, disk: Disk, start_host: StartHost, tmp_path: Path
) -> None:
    """Nobody gets an entry that isn't in the journal. All are told the reason once."""
    host, people = waiting_for_ann(start_host)
    before = position_of(people[0])
    disk.room, disk.error = 40, error
    people[0].player.answer_now()
    host.pass_time(10 * RETRY_PATIENCE)
    assert host.game.fold.position > before
    assert [before] * 3 == [position_of(person) for person in people]
    assert before == len(kept(tmp_path))
    assert [[UNWRITTEN]] * 3 == [person.refusals for person in people]
    assert [waits_for_disk(error)] == complaints(host)
    disk.room = None
    host.pass_time(RETRY_PATIENCE)
    assert [[UNWRITTEN]] * 3 == [person.refusals for person in people]
    again = "the journal of 'table 1' can be written again; the game continues"
    assert again in complaints(host)
    assert position_of(people[0]) > before
    host.news.clear()
    play_on(host, people)


def test_a_host_killed_while_the_disk_is_full_loses_nothing(
    disk: Disk, start_host: StartHost
) -> None:
    """An entry that nobody received is still with its signer."""
    host, people = waiting_for_ann(start_host)
    disk.room = 40
    host.answer(people[:1])
    before = position_of(people[0])
    disk.room = None
    host.restart()
    host.reconnect(people)
    assert position_of(people[0]) > before
    host.news.clear()
    play_on(host, people)


@pytest.mark.parametrize("refusal", [errno.EROFS, errno.EACCES])
def test_a_host_on_a_read_only_disk_waits_with_its_games(
    refusal: int, disk: Disk, start_host: StartHost, tmp_path: Path
) -> None:
    """
    No other host writes to its journal. All are told the reason once, and the game
    continues later.
    """
    host, people = waiting_for_ann(start_host)
    before, (path,) = position_of(people[0]), tmp_path.glob("*.journal")
    kept_before = path.read_bytes()
    for person in people:
        person.refusals.clear()
    disk.refusal = refusal
    host.restart()
    assert [] == list(Archive(tmp_path).unfinished(1))
    for person in people:
        person.connect()
    host.pass_time(10 * RETRY_PATIENCE)
    people[0].player.answer_now()
    host.pass_time(10 * RETRY_PATIENCE)
    assert [before] * 3 == [position_of(person) for person in people]
    assert [[UNWRITTEN]] * 3 == [person.refusals for person in people]
    assert [waits_for_disk(refusal)] == complaints(host)
    assert [path] == list(tmp_path.iterdir())
    assert kept_before == path.read_bytes()
    disk.refusal = None
    assert [] == list(Archive(tmp_path).unfinished(1))
    host.pass_time(RETRY_PATIENCE)
    assert [] == list(Archive(tmp_path).unfinished(1))
    assert position_of(people[0]) > before
    assert host.game.fold.position == len(kept(tmp_path))
    host.news.clear()
    play_on(host, people)


def test_a_journal_that_was_replaced_is_not_written(
    disk: Disk, start_host: StartHost, tmp_path: Path
) -> None:
    """The entries that the host has read aren't in the new file."""
    host, _people = waiting_for_ann(start_host)
    disk.refusal = errno.EROFS
    host.restart()
    (path,) = tmp_path.glob("*.journal")
    path.rename(tmp_path / "before")
    path.write_bytes(b"something else")
    disk.refusal = None
    host.pass_time(RETRY_PATIENCE)
    assert b"something else" == path.read_bytes()
    assert [waits_for_disk(errno.ESTALE)] == complaints(host)[1:]


def test_an_unreadable_journal_is_left_for_the_next_start(
    start_host: StartHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It isn't treated as damaged: one line reports it, and it isn't renamed."""
    host, people = waiting_for_ann(start_host)
    (path,) = tmp_path.glob("*.journal")
    why = os.strerror(errno.EIO)

    def refuse(*given: object) -> int:
        raise OSError(errno.EIO, why)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        host.restart()
    assert [] == list(host.server.registry)
    said = f"can't read {path}, which is left for the next start: {why}"
    assert [said] == complaints(host)
    assert [path] == list(tmp_path.iterdir())
    host.news.clear()
    host.restart()
    host.reconnect(people)
    play_on(host, people)


def test_bots_are_restarted_when_the_journal_can_be_written(
    disk: Disk, start_host: StartHost
) -> None:
    """
    Their own state is on the same disk. Until then, their seats aren't refused for
    good.
    """
    assert UNWRITTEN in PASSING
    host = start_host(open_terms(3, bots=1))
    people = host.join(NAMES[:2])
    host.until(lambda: bool(host.bots.started))
    name, table, owner = BOT_NAMES[0], "table 1", host.identity.public
    bot = host.client(name, table=table, owner=owner, near=True)
    host.leave_unanswered(people[:1])
    disk.refusal = errno.EROFS
    host.restart()
    host.pass_time(10 * RETRY_PATIENCE)
    assert [] == host.bots.restarted
    disk.refusal = None
    host.pass_time(RETRY_PATIENCE)
    again = table, {name: bot.identity.public}
    assert [again] == host.bots.restarted
    # A bot that ends while there is no room is restarted later, too.
    host.reconnect(people[:1])
    disk.room = 0
    host.answer(people[:1])
    host.server.supervisor.ended(table, name, "no room")
    host.pass_time(10 * RETRY_PATIENCE)
    assert [again] == host.bots.restarted
    disk.room = None
    host.pass_time(RETRY_PATIENCE)
    assert [again] * 2 == host.bots.restarted


def test_a_removed_journal_is_written_again(
    start_host: StartHost, tmp_path: Path
) -> None:
    """Entries in a file without a name would be lost when the host ends."""
    host, people = waiting_for_ann(start_host)
    (path,) = tmp_path.glob("*.journal")
    path.unlink()
    host.answer(people[:1])
    assert ["the journal of 'table 1' was removed, and is written again"] == complaints(
        host
    )
    host.restart()
    host.reconnect(people)
    host.news.clear()
    play_on(host, people)


def test_the_whole_log_can_be_read_after_the_journal_was_removed(
    start_host: StartHost, tmp_path: Path
) -> None:
    """Old entries are read from the removed file, and later ones from the new file."""
    host, people = waiting_for_ann(start_host)
    choose_for_a_while(host, people)
    (path,) = tmp_path.glob("*.journal")
    path.unlink()
    choose_for_a_while(host, people)
    wires = tuple(it.wire for it in host.game.fold.entries())
    assert wires == kept(tmp_path)
    host.restart_clients(people)
    assert all(len(wires) <= person.seat.position for person in people)


def choose_for_a_while(host: HostHarness, people: Sequence[Client]) -> None:
    """Make enough choices for entries to be released from memory."""
    for _ in range(3):
        host.answer(people)
        host.pass_time(RETRY_PATIENCE)


def test_a_game_waits_while_the_folder_is_gone(
    start_host: StartHost, tmp_path: Path
) -> None:
    host, people = waiting_for_ann(start_host)
    elsewhere = tmp_path.with_name("elsewhere")
    tmp_path.rename(elsewhere)
    before = position_of(people[0])
    host.answer(people[:1])
    assert [waits_for_disk(errno.ENOENT)] == complaints(host)
    assert before == position_of(people[0])
    elsewhere.rename(tmp_path)
    host.pass_time(RETRY_PATIENCE)
    host.news.clear()
    play_on(host, people)


def test_no_game_begins_or_ends_without_its_journal(
    disk: Disk, open_host: HostHarness, tmp_path: Path
) -> None:
    """Bots aren't dismissed either, since they may have to sign the end again."""
    disk.room = 0
    ann, *_ = people = open_host.join()
    open_host.leave_unanswered([ann])
    assert open_host.has_begun
    assert [None] * 3 == [person.session.game for person in people]
    disk.room = None
    open_host.pass_time(RETRY_PATIENCE)
    open_host.news.clear()
    play_on(open_host, people)
    ann.player.pick = any_move
    ann.player.answer_now()
    open_host.until_phase("END")
    disk.room = 0
    open_host.pass_time(60.0)
    assert not any(person.session.finished for person in people)
    assert [] == open_host.news_of(GameCompleted)
    assert [] == open_host.bots.dismissed
    assert [] == open_host.bots.forgotten_games
    disk.room = None
    open_host.pass_time(RETRY_PATIENCE)
    assert all(person.session.finished for person in people)
    assert 1 == len(open_host.news_of(GameCompleted))
    assert [] == list(tmp_path.glob("*.journal"))


def test_a_log_without_room_is_written_after_a_restart(
    open_host: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal keeps it until then. All players have their result."""

    def refuse(*given: object, **others: object) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(open_host.archive, "write_log", refuse)
    people = open_host.join()
    open_host.settle()
    (ended,) = open_host.news_of(GameCompleted)
    assert ended.log is None
    assert ended.sheet == people[0].player.sheet
    said = "can't write the log of 'table 1': No space left on device"
    assert [said] == complaints(open_host)
    open_host.restart()
    assert [] == list(tmp_path.glob("*.journal"))
    assert 1 == len(list(tmp_path.glob("*.swlog")))


@pytest.mark.thorough  # other tests do the same with a host in this process
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_a_host_process_without_room_waits_and_continues(tmp_path: Path) -> None:
    """No file can grow for a while. The audit of the log is good in the end."""
    words = ("--game=architects", "--players=2", "--bots=2", "--once")
    with running(tmp_path, *words) as (host, _):
        until(host, "began")
        assert host.stderr is not None
        everything = resource.prlimit(host.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(host.pid, resource.RLIMIT_FSIZE, (20_000, everything[1]))
        why = os.strerror(errno.EFBIG)
        said = "trouble: the journal of 'table 1' can't be written, and the game waits"
        assert f"{said}: {why}" == json.loads(host.stderr.readline())["text"]
        (path,) = tmp_path.glob("*.journal")
        assert path.stat().st_size <= 20_000
        resource.prlimit(host.pid, resource.RLIMIT_FSIZE, everything)
        while "winners" not in (result := line(host)):
            pass
        assert "can be written again" in host.stderr.readline()
        audited = (sys.executable, "-m", "sealed_wonders.client", "audit")
        subprocess.run([*audited, result["log"]], check=True, capture_output=True)
        assert 0 == host.wait(PATIENCE)
