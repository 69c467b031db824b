"""A player's files: created once, written atomically, readable by nobody else."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.storage.home import (
    FILE_CAP,
    VARIABLE,
    DamagedFile,
    Home,
    OngoingGame,
)
from sealed_wonders.client.table.memory import Memory
from sealed_wonders.core.game import Move
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.pins import Pin
from tests.support.posix import fcntl, posix_only

GID = bytes(31) + b"\x01"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "config", tmp_path / "state")


def test_an_identity_is_created_once_and_a_name_is_remembered(home: Home) -> None:
    """After a restart, the player is the same, and needn't type the name again."""
    assert home.identity().public == home.identity().public
    assert home.name() is None
    home.keep_name("ann")
    home.keep_name("Anna Ω")
    assert "Anna Ω" == home.name()


@posix_only
def test_every_file_is_readable_by_its_owner_only(home: Home) -> None:
    """Keys and names are private, whatever the umask is."""
    home.identity()
    home.keep_name("ann")
    home.people.pin("bob", bytes(32))
    home.hosts.pin("table.local:7007", bytes(16))
    home.memories(GID).close()
    home.history()
    files = [path for path in home.config.parent.rglob("*") if path.is_file()]
    assert {
        "identity.pem",
        "name",
        "people",
        "hosts",
        "history",
        f"{GID.hex()}.seat",
    } == {path.name for path in files}
    assert {0o600} == {path.stat().st_mode & 0o777 for path in files}


def test_the_options_of_a_table_are_remembered(home: Home) -> None:
    """Options of a later version are kept as well."""
    assert {} == home.last_options("table")
    home.keep_options("table", {"bots": "2", "later": "x"})
    home.keep_options("table", {"bots": "3"})
    home.keep_options("bots", {"bots": "6"})
    assert {"bots": "3", "later": "x"} == home.last_options("table")
    assert {"bots": "6"} == home.last_options("bots")


def test_a_home_knows_whether_a_game_was_ever_begun(home: Home) -> None:
    """A log counts as well: an earlier version may have left it."""
    assert not home.has_played()
    assert "" == home.last_entry()
    home.begin_playing("host")
    assert "host" == home.last_entry()
    home.begin_playing()
    assert "" == home.last_entry()
    assert home.has_played()
    other = Home(home.config, home.state / "other")
    (other.make_logs() / "a.swlog").touch()
    assert other.has_played()


def test_pins_distinguish_known_changed_and_new_keys(home: Home) -> None:
    """A known name with a different key is neither known nor new."""
    people = home.people
    people.pin("bob", bytes(32))
    people.pin("bob", bytes(32))
    people.pin("cleo with spaces", b"\1" * 32)
    assert people.check("bob", bytes(32)) is Pin.KNOWN
    assert people.check("bob", b"\1" * 32) is Pin.CHANGED
    assert people.check("dan", bytes(32)) is Pin.NEW
    assert people.check("cleo with spaces", b"\1" * 32) is Pin.KNOWN
    people.pin("bob", b"\1" * 32)  # checked by voice
    assert people.check("bob", b"\1" * 32) is Pin.KNOWN


@pytest.mark.parametrize("name", ["BOB", "\uff42ob"])
def test_names_are_compared_without_regard_to_letter_forms(
    home: Home, name: str
) -> None:
    """As at tables, nobody becomes somebody new by writing a known name differently."""
    home.people.pin("bob", bytes(32))
    assert home.people.check(name, b"\1" * 32) is Pin.CHANGED
    assert home.people.check(name, bytes(32)) is Pin.KNOWN
    home.people.pin(name, b"\1" * 32)
    assert home.people.check("bob", b"\1" * 32) is Pin.KNOWN
    assert 1 == len(home.people.path.read_text().splitlines())


def test_logs_of_whole_and_stopped_games_have_different_names(home: Home) -> None:
    whole = home.keep_log(GID, b"whole", whole=True)
    stopped = home.keep_log(GID, b"stopped", whole=False)
    assert {b"whole": whole, b"stopped": stopped} == {
        path.read_bytes(): path for path in home.logs.iterdir()
    }
    assert ("0" * 16 + ".swlog") == whole.name
    assert ("0" * 16 + ".stopped.swlog") == stopped.name


RUBBISH = [b"", b"rubbish", b"\xff\xfe", b"x" * (FILE_CAP + 1)]

Read = Callable[[Home], object]

DAMAGED: Sequence[tuple[str, Read, Sequence[bytes], str]] = [
    ("config/identity.pem", Home.identity, RUBBISH, ""),
    ("config/name", Home.name, [b"\xff\xfe"], "not text"),
    (
        "config/table.json",
        lambda home: home.last_options("table"),
        [b"{", b"[]", b"\xff"],
        "",
    ),
    (
        "config/table.json",
        lambda home: home.keep_options("table", {"bots": "3"}),
        [b"["],
        "",
    ),
    (
        "config/people",
        lambda home: home.people.check("bob", bytes(32)),
        [b"no pin\n", b"00 a\n00 a\n", b"\xff\xfe"],
        "",
    ),
    (
        f"state/games/{GID.hex()}.seat",
        lambda home: home.memories(GID),
        [b"something else entirely"],
        "not a file with a seat's saved state",
    ),
]


@pytest.mark.parametrize(
    ("name", "read", "data", "said"),
    [(name, read, data, said) for name, read, some, said in DAMAGED for data in some],
)
def test_a_damaged_file_is_named_in_one_line_and_not_replaced(
    home: Home, tmp_path: Path, name: str, read: Read, data: bytes, said: str
) -> None:
    """A player who loses a key or a saved state loses the seat."""
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    with pytest.raises(DamagedFile) as problem:
        read(home)
    (line,) = str(problem.value).splitlines()
    assert line.startswith(f"{path}: {said}")
    assert data == path.read_bytes()


@posix_only
def test_a_folder_that_cannot_be_created_is_reported_in_one_line(home: Home) -> None:
    home.config.write_text("not a folder")
    with pytest.raises(DamagedFile, match="identity.pem: Not a directory"):
        home.identity()


def test_a_seats_saved_state_can_be_open_in_one_window_only(home: Home) -> None:
    """Two processes with one seat would sign two different entries for one place."""
    said = Memory(4, Wire(b"env", bytes(64)), Move("sell", 3), b"nonce")
    store = home.memories(GID)
    store.remember(said)
    with pytest.raises(DamagedFile, match="another window"):
        home.memories(GID)
    store.close()
    again = home.memories(GID)
    assert said == again.recall(4)
    again.close()


@posix_only
def test_a_lock_on_a_removed_file_does_not_count(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    One window deletes the file after another window has opened it, and before it locks
    it.
    """
    first, lock = home.memories(GID), fcntl.flock

    def lock_late(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        first.discard()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", lock_late)
    second = home.memories(GID)
    with pytest.raises(DamagedFile, match="another window"):
        home.memories(GID)
    second.close()


def test_a_player_connects_to_a_host_in_one_window_only(home: Home) -> None:
    """A second window is refused before it disturbs the first one."""
    get_up = home.sit_at("table.local:7777")
    home.sit_at("table.local:7778")()
    with pytest.raises(
        DamagedFile, match="table.local:7777: you are already connected to this host"
    ):
        home.sit_at("table.local:7777")
    get_up()
    home.sit_at("table.local:7777")()


def test_another_folder_can_be_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the variable, two people can share one account."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "ann"))
    home = Home.find()
    home.identity()
    assert (tmp_path / "ann" / "identity.pem").exists()
    assert home.logs == tmp_path / "ann" / "logs"


@posix_only
def test_by_default_the_platforms_folders_are_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    home = Home.find()
    assert "sealed-wonders" == home.config.name == home.state.name
    assert home.config.parent != home.state.parent


def test_games_left_are_listed_one_per_host(home: Home) -> None:
    """They expire after a while. Damaged files are skipped."""
    first, second = (
        OngoingGame("a:1", "red", "Salon"),
        OngoingGame("b:1", "table 1", "Kitchen"),
    )
    assert () == home.going(0.0)
    home.set_going(OngoingGame("a:1", "green", "Salon"))
    home.set_going(first)
    home.set_going(second)
    folder = home.state / "going"
    for age, path in enumerate(sorted(folder.iterdir()), 1):
        os.utime(path, (1000.0 - age, 1000.0 - age))
    (folder / "rubbish").write_text("rubbish")
    (folder / "other").write_text('{"host": "c:1", "table": "a", "name": "b"}')
    assert {first, second} == set(home.going(1000.0))
    assert () == home.going(1000.0 + 30 * 24 * 3600)
    home.forget_going("a:1")
    home.forget_going("a:1")
    assert (second,) == home.going(1000.0)
