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
from tests.support.inprocess.client import Client, choose
from tests.support.inprocess.server import HostHarness, play_on
from tests.support.posix import posix_only, resource

WIRES = tuple(Wire(bytes([number]) * 40, bytes(64)) for number in range(5))
GID = bytes(range(32))
TODAY = 1e9


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Give somebody's files."""
    return Home(tmp_path / "config", tmp_path / "state")


def kept(home: Home) -> Sequence[Wire]:
    """Read the one log, as a host would that goes on with it."""
    (path,) = (home.state / "games").glob("*.journal")
    assert 0o600 == path.stat().st_mode & 0o777
    whole = read(path.read_bytes())
    assert ("oak", "") == (whole.head.table, whole.damage)
    return whole.wires


@posix_only
def test_a_log_is_kept_entry_by_entry_and_once(home: Home) -> None:
    """Whoever comes back hears all of it once more."""
    log = home.game_log(GID, "oak", TODAY)
    log.keep(WIRES[:2])
    log.close()
    again = home.game_log(GID, "oak", TODAY)
    assert WIRES[:2] == again.found
    again.keep(WIRES[1:3])
    again.keep(WIRES)
    again.close()
    assert WIRES == kept(home)


@posix_only
@pytest.mark.parametrize("tail", [b"\0\0\0\x44half", bytes(9), b"\xff" * 9])
def test_what_a_crash_left_of_it_is_made_good(tail: bytes, home: Home) -> None:
    """The host has the rest; where nothing is good it has all of it."""
    log = home.game_log(GID, "oak", TODAY)
    log.keep(WIRES[:2])
    log.close()
    (path,) = (home.state / "games").iterdir()
    path.write_bytes(path.read_bytes() + tail)
    again = home.game_log(GID, "oak", TODAY)
    again.keep(WIRES)
    again.close()
    assert WIRES == kept(home)
    path.write_bytes(tail)
    anew = home.game_log(GID, "oak", TODAY)
    assert () == anew.found
    anew.keep(WIRES)
    anew.close()
    assert WIRES == kept(home)


@posix_only
def test_a_disk_without_room_leaves_what_was_there(home: Home) -> None:
    """No half entry, and what comes later stands behind the last whole one."""
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
    assert WIRES[:2] == kept(home)
    log.keep(WIRES[2:])
    log.close()
    assert WIRES == kept(home)


def test_it_goes_when_the_game_is_over(home: Home) -> None:
    """
    Then there is its log; one that has stopped may be gone on with.

    Not every system removes what is open: it may go when it is closed.
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


def test_those_of_games_that_nobody_goes_on_with_are_removed(home: Home) -> None:
    """After a week, or when there are many."""

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
def test_that_of_a_game_that_goes_on_stays_however_old_it_is(home: Home) -> None:
    """Whoever comes back a fortnight later, or has set the clock, still needs it."""
    home.game_log(GID, "oak", TODAY).close()
    (path,) = (home.state / "games").glob("*.journal")
    os.utime(path, (TODAY, TODAY))
    log = home.game_log(GID, "oak", TODAY + 2 * GOING)
    log.keep(WIRES)
    log.close()
    assert WIRES == kept(home)


# At a table.


class _Keeps(Client):
    """A client that keeps the log."""

    def __init__(self, host: HostHarness, name: str, home: Home) -> None:
        self.home = home
        super().__init__(host, name)

    def log_of(self, gid: bytes, table: str) -> GameLog:
        return self.home.game_log(gid, table, TODAY)


def playing(folder: Path, home: Home) -> tuple[HostHarness, list[Client]]:
    """Let ann play, who keeps the log; the host waits for her."""
    (folder / "host").mkdir()
    host = HostHarness(folder / "host")
    ann = _Keeps(host, "ann", home)
    ann.player.pick = None
    host.add(ann)
    for name in ("bob", "cleo"):
        host.client(name)
    host.settle()
    return host, list(host.clients)


def test_what_host_and_program_have_forgotten_the_file_knows(
    home: Home, tmp_path: Path
) -> None:
    """The others are gone for good: nobody else could tell."""
    host, people = playing(tmp_path, home)
    ann = people[0]
    choose(host, ann)
    before = wires_of(host.game.fold.entries())
    forget(host, 6)
    ann.session.close()
    ann.restart(host.table.name)
    ann.player.pick = None
    host.come_back([ann])
    assert set(before) == set(wires_of(host.game.fold.entries()))
    for person in people[1:]:
        person.connect()
    host.settle()
    play_on(host, people)
    host.close()
    ann.session.close()


def test_a_disk_that_is_full_costs_the_file_alone(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said once, and the game goes on."""
    host, people = playing(tmp_path, home)

    def refuse(log: GameLog, wires: Sequence[Wire]) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(GameLog, "keep", refuse)
    play_on(host, people)
    assert ["the log: No space left on device"] == people[0].player.disk
    host.close()
