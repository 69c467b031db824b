"""
The database of games: what is stored can be read again, whatever happens to the file.
"""

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
from tests.support.history import finished_game, some_played
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
def test_an_added_game_is_stored_once(games: list[PlayedGame]) -> None:
    """Games are listed in the order in which they ended."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        assert [store.add(game) for game in games] == [True] * len(games)
        assert not any(store.add(game) for game in games)
        assert ordered(games) == list(store.games())
        assert {game.log for game in games} == store.logs()


@examples(40)
@given(some_played, some_played)
def test_replace_keeps_only_later_games_and_selected_logs(
    before: list[PlayedGame], after: list[PlayedGame]
) -> None:
    """All other games are replaced by the new ones."""
    with tempfile.TemporaryDirectory() as name:
        store = Store(Path(name))
        for game in before:
            store.add(game)
        last = store.last
        later = finished_game(250, ("ann", 50), ("bob", 40))
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
def test_the_file_is_accessible_only_to_its_owner(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add(finished_game(1, ("ann", 50), ("bob", 40)))
    assert 0o600 == stat.S_IMODE(store.path.stat().st_mode)


def test_an_older_file_is_upgraded_by_the_missing_steps(tmp_path: Path) -> None:
    """A step that fails changes nothing."""
    game = finished_game(1, ("ann", 50), ("bob", 40))
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
    other = finished_game(2, ("ann", 50), ("bob", 40))
    Store(tmp_path, later).add(other)
    assert (game, other) == Store(tmp_path, later).games()


def test_a_newer_file_is_refused_and_not_changed(tmp_path: Path) -> None:
    """The program that wrote it can still use it."""
    Store(tmp_path).add(finished_game(1, ("ann", 50), ("bob", 40)))
    execute(tmp_path, f"PRAGMA user_version = {len(STEPS) + 1}")
    before = (tmp_path / NAME).read_bytes()
    store = Store(tmp_path)
    for use in (
        store.check,
        store.games,
        lambda: store.add(finished_game(2, ("ann", 1))),
    ):
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
    """No program ends because of it, since the logs contain the games."""
    store = Store(tmp_path)
    store.add(finished_game(1, ("ann", 50), ("bob", 40)))
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
    assert store.add(finished_game(2, ("ann", 50), ("bob", 40)))


def test_errors_name_a_store_that_cannot_be_opened(tmp_path: Path) -> None:
    """The folder may be missing, or a folder may have the store's name."""
    with pytest.raises(HistoryError, match=r"nowhere.history\.sqlite: No such file"):
        Store(tmp_path / "nowhere").games()
    (tmp_path / NAME).mkdir()
    with pytest.raises(HistoryError, match=r"history\.sqlite: unable to open"):
        Store(tmp_path).check()
