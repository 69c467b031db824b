"""The log of a running game on the player's disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.storage.gamelog import MAX_KEPT, GameLog
from sealed_wonders.client.storage.home import GOING, Home
from sealed_wonders.net.log.envelopes import Wire, wires_of
from sealed_wonders.net.log.journal import read
from tests.host.test_forgotten import forget
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, play_on
from tests.support.inprocess.stores import StoringClient
from tests.support.posix import posix_only, resource

WIRES = tuple(Wire(bytes([number]) * 40, bytes(64)) for number in range(5))
GID = bytes(range(32))
TODAY = 1e9


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Return a player's files."""
    return Home(tmp_path / "config", tmp_path / "state")


def stored_wires(home: Home) -> Sequence[Wire]:
    """Read the only log, as a host does that resumes the game."""
    (path,) = (home.state / "games").glob("*.journal")
    assert 0o600 == path.stat().st_mode & 0o777
    whole = read(path.read_bytes())
    assert ("oak", "") == (whole.head.table, whole.damage)
    return whole.wires


@posix_only
def test_each_entry_is_stored_exactly_once(home: Home) -> None:
    """A returning client hears all entries again."""
    log = home.game_log(GID, "oak", TODAY)
    log.keep(WIRES[:2])
    log.close()
    again = home.game_log(GID, "oak", TODAY)
    assert WIRES[:2] == again.found
    again.keep(WIRES[1:3])
    again.keep(WIRES)
    again.close()
    assert WIRES == stored_wires(home)


@posix_only
@pytest.mark.parametrize("tail", [b"\0\0\0\x44half", bytes(9), b"\xff" * 9])
def test_a_log_damaged_by_a_crash_is_repaired(tail: bytes, home: Home) -> None:
    """The host has the missing entries; if nothing is valid, it has all of them."""
    log = home.game_log(GID, "oak", TODAY)
    log.keep(WIRES[:2])
    log.close()
    (path,) = (home.state / "games").iterdir()
    path.write_bytes(path.read_bytes() + tail)
    again = home.game_log(GID, "oak", TODAY)
    again.keep(WIRES)
    again.close()
    assert WIRES == stored_wires(home)
    path.write_bytes(tail)
    anew = home.game_log(GID, "oak", TODAY)
    assert () == anew.found
    anew.keep(WIRES)
    anew.close()
    assert WIRES == stored_wires(home)


@posix_only
def test_a_full_disk_leaves_the_stored_entries_intact(home: Home) -> None:
    """There is no partial entry, and later entries follow the last complete one."""
    log = home.game_log(GID, "oak", TODAY)
    log.keep(WIRES[:2])
    (path,) = (home.state / "games").iterdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 7, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            log.keep(WIRES[2:])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert WIRES[:2] == stored_wires(home)
    log.keep(WIRES[2:])
    log.close()
    assert WIRES == stored_wires(home)


def test_the_file_is_removed_when_the_game_is_over(home: Home) -> None:
    """
    The whole log replaces it. A game that stopped may be resumed, so its file stays. On
    systems that can't remove an open file, it is removed when it is closed.
    """
    path = home.state / "some.journal"
    path.parent.mkdir()
    GameLog(path, "oak", lambda: False).close()
    assert path.exists()
    GameLog(path, "oak", lambda: True).close()
    assert not path.exists()
    home.game_log(GID, "oak", TODAY).close()
    home.keep_log(GID, b"log", whole=False)
    assert 1 == len(list((home.state / "games").iterdir()))
    home.keep_log(GID, b"log", whole=True)
    assert [] == list((home.state / "games").iterdir())


def test_logs_of_abandoned_games_are_removed(home: Home) -> None:
    """They are removed after a week, or when there are many of them."""

    def begin(number: int, age: float) -> Path:
        home.game_log(bytes([number]) * 32, "oak", TODAY).close()
        path = home.state / "games" / f"{bytes([number]).hex() * 8}.journal"
        os.utime(path, (TODAY - age, TODAY - age))
        return path

    old, young = begin(1, GOING), begin(2, GOING - 1)
    begin(3, 0)
    assert (False, True) == (old.exists(), young.exists())
    for number in range(4, 4 + MAX_KEPT):
        begin(number, 60 - number)
    assert not young.exists()
    assert MAX_KEPT + 1 == len(list((home.state / "games").iterdir()))


@posix_only
def test_the_log_of_a_resumed_game_stays_however_old_it_is(home: Home) -> None:
    """A player who returns after a fortnight, or changed the clock, still needs it."""
    home.game_log(GID, "oak", TODAY).close()
    (path,) = (home.state / "games").glob("*.journal")
    os.utime(path, (TODAY, TODAY))
    log = home.game_log(GID, "oak", TODAY + 2 * GOING)
    log.keep(WIRES)
    log.close()
    assert WIRES == stored_wires(home)


# At a table.


def playing(folder: Path, home: Home) -> tuple[HostHarness, list[Client]]:
    """Start a game in which ann stores the log, and the host waits for her."""
    (folder / "host").mkdir()
    host = HostHarness(folder / "host")
    ann = StoringClient(host, home)
    ann.player.pick = None
    host.add(ann)
    for name in ("bob", "cleo"):
        host.client(name)
    host.settle()
    return host, list(host.clients)


def test_the_file_restores_entries_that_the_host_has_lost(
    home: Home, tmp_path: Path
) -> None:
    """The client has lost them as well, and the other players never return."""
    host, people = playing(tmp_path, home)
    ann = people[0]
    host.answer([ann])
    before = wires_of(host.game.fold.entries())
    forget(host, 6)
    assert isinstance(ann, StoringClient)
    ann.kill()
    ann = StoringClient(host, home)
    host.add(ann)
    host.leave_unanswered([ann])
    assert set(before) == set(wires_of(host.game.fold.entries()))
    for person in people[1:]:
        person.connect()
    host.settle()
    play_on(host, [ann, *people[1:]])


def test_a_full_disk_is_reported_once_and_the_game_goes_on(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, people = playing(tmp_path, home)

    def refuse(log: GameLog, wires: Sequence[Wire]) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(GameLog, "keep", refuse)
    play_on(host, people)
    assert ["the log: No space left on device"] == people[0].player.disk_reports
