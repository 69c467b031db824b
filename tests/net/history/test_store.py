"""The database of games: what is stored is read again, whatever happens to the file."""

from __future__ import annotations

import sqlite3
import stat
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given

from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.history.store import (
    ASIDE,
    NAME,
    STEPS,
    HistoryError,
    NewerStore,
    PassedLog,
    Stamp,
    Store,
)
from tests.support.history import some_played, won
from tests.support.posix import posix_only
from tests.support.thorough import examples


def ordered(games: Sequence[PlayedGame]) -> list[PlayedGame]:
    return sorted(games, key=lambda it: (it.ended, it.gid))


def execute(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / NAME)) as db, db:
        for statement in statements:
            db.execute(statement)


def version(folder: Path) -> int:
    with closing(sqlite3.connect(folder / NAME)) as db:
        (found,) = db.execute("PRAGMA user_version").fetchone()
        return int(found)


@examples(40)
@given(some_played)
def test_what_is_added_is_there_once(games: list[PlayedGame]) -> None:
    """In the order in which they ended, whoever played, however often it is added."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        assert [store.add(game) for game in games] == [True] * len(games)
        assert not any(store.add(game) for game in games)
        assert ordered(games) == list(store.games())
        assert {game.log for game in games} == store.logs()


@examples(40)
@given(some_played, some_played)
def test_what_is_replaced_is_as_if_it_was_new(
    before: list[PlayedGame], after: list[PlayedGame]
) -> None:
    """But for what was added meanwhile, and what is to stay."""
    with tempfile.TemporaryDirectory() as name:
        store = Store(Path(name))
        for game in before:
            store.add(game)
        last = store.last
        later = won(250, ("ann", 50), ("bob", 40))
        store.add(later)
        kept = [game for game in before[:1] if game.gid not in {it.gid for it in after}]
        logs = [game.log for game in kept]
        store.replace(last, after, [PassedLog("half.swlog", Stamp(1, 2))], logs)
        stay = [game for game in before if game.log in logs]
        known = {game.gid for game in stay}
        new = [game for game in after if game.gid not in known]
        assert ordered([*stay, *new, later]) == list(store.games())
        assert {"half.swlog": Stamp(1, 2)} == store.passed()


@posix_only
def test_it_is_its_owner_s_alone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add(won(1, ("ann", 50), ("bob", 40)))
    assert 0o600 == stat.S_IMODE(store.path.stat().st_mode)


def test_an_older_file_is_brought_up(tmp_path: Path) -> None:
    """By the steps that it lacks and no others; one that fails changes nothing."""
    game = won(1, ("ann", 50), ("bob", 40))
    Store(tmp_path).add(game)
    assert len(STEPS) == version(tmp_path)
    spoilt = (*STEPS, ("CREATE TABLE more (text TEXT)", "no statement"))
    with pytest.raises(HistoryError):
        Store(tmp_path, spoilt).games()
    assert len(STEPS) == version(tmp_path)
    later = (
        *STEPS,
        ("ALTER TABLE games ADD COLUMN place TEXT NOT NULL DEFAULT 'here'",),
        ("CREATE TABLE more (text TEXT)", "INSERT INTO more SELECT place FROM games"),
    )
    assert (game,) == Store(tmp_path, later).games()
    assert len(later) == version(tmp_path)
    execute(tmp_path, "DELETE FROM more WHERE text = 'here'")
    other = won(2, ("ann", 50), ("bob", 40))
    Store(tmp_path, later).add(other)
    assert (game, other) == Store(tmp_path, later).games()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    """One sentence says so, and it stays for the program that wrote it."""
    Store(tmp_path).add(won(1, ("ann", 50), ("bob", 40)))
    execute(tmp_path, f"PRAGMA user_version = {len(STEPS) + 1}")
    before = (tmp_path / NAME).read_bytes()
    store = Store(tmp_path)
    for use in (store.check, store.games, lambda: store.add(won(2, ("ann", 1)))):
        with pytest.raises(NewerStore, match="was written by a newer version of this"):
            use()
    assert before == (tmp_path / NAME).read_bytes()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b"rubbish" * 1000),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: execute(path.parent, "DROP TABLE places"),
        lambda path: execute(path.parent, "PRAGMA user_version = -1"),
        lambda path: execute(path.parent, "UPDATE games SET ended = 'soon'"),
    ],
    ids=["other bytes", "cut off", "other tables", "no version", "other values"],
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, spoil: object) -> None:
    """Nobody's program ends for it: what it held is found in the logs."""
    store = Store(tmp_path)
    store.add(won(1, ("ann", 50), ("bob", 40)))
    assert callable(spoil)
    spoil(store.path)
    damaged = store.path.read_bytes()
    said = str(store.check())
    assert (
        "was damaged; the damaged file has been moved to history.sqlite.damaged" in said
    )
    assert damaged == (tmp_path / f"{NAME}{ASIDE}").read_bytes()
    assert () == store.games()
    assert store.check() is None
    assert store.add(won(2, ("ann", 50), ("bob", 40)))


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    """One sentence that names it, also where a folder has its name."""
    with pytest.raises(HistoryError, match=r"nowhere.history\.sqlite: No such file"):
        Store(tmp_path / "nowhere").games()
    (tmp_path / NAME).mkdir()
    with pytest.raises(HistoryError, match=r"history\.sqlite: unable to open"):
        Store(tmp_path).check()
