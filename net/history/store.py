"""
The database of all games that count, next to their logs.

It is opened for each operation and closed again, because several programs may share a
folder, and operations may run on any thread. All its data can be rebuilt from the logs,
so a damaged database is set aside.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from sealed_wonders.core.sentences import Sentence, Text
from sealed_wonders.net.history.played import FinalPlace, PlayedGame, Title
from sealed_wonders.net.system.files import open_private

T = TypeVar("T")

NAME = "history.sqlite"
"""Name of the file, in a folder of logs."""

ASIDE = ".damaged"
"""Suffix of a file that was set aside."""

BUSY_PATIENCE = 5.0
"""Seconds to wait for another program to finish."""

Step = Sequence[str]
"""SQL statements that upgrade the database by one version."""

STEPS: Sequence[Step] = (
    (
        """
        CREATE TABLE games (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            gid BLOB NOT NULL UNIQUE,
            game TEXT NOT NULL,
            expansions TEXT NOT NULL,
            players INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            log TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE places (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            identity BLOB NOT NULL,
            name TEXT NOT NULL,
            owner BLOB,
            points INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            has_left INTEGER NOT NULL,
            was_handed INTEGER NOT NULL,
            PRIMARY KEY (game, seat)
        )
        """,
        # Logs that add no game, with their stamps when they were judged.
        """
        CREATE TABLE passed (
            log TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL
        )
        """,
    ),
)
"""Steps from an empty file on; `user_version` is the number of steps done."""

READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
"""SQLite errors if no file can be written."""

BROKEN = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite errors for a file that isn't such a database: other tables, or other data."""


class HistoryError(Exception):
    """The games can't be read or stored; carries one sentence for the user."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)


class DamagedStore(HistoryError):
    """The file is damaged, or is another kind of file."""


class NewerStore(HistoryError):
    """A later version of this program has written the file."""


class Unwritable(HistoryError):
    """This process may not write the file."""


class GameFilter(NamedTuple):
    game: str = ""
    """Empty for any."""
    players: int = 0
    """Number of players; 0 for any."""
    after: int = 0
    """Only games that were stored after the one with this number."""


ANY = GameFilter()


class Stamp(NamedTuple):
    """Size and modification time of a file, which show that it has changed."""

    size: int
    modified: int
    """POSIX timestamp in nanoseconds."""

    @property
    def seconds(self) -> int:
        """Modification time in whole seconds."""
        return self.modified // 10**9


class Extent(NamedTuple):
    """Number of stored games, and the last one."""

    games: int
    last: int
    """Number of the last game. Numbers of deleted games aren't reused."""


class PassedLog(NamedTuple):
    """A log that adds no game."""

    log: str
    stamp: Stamp


_GAMES = """
    SELECT number, gid, games.game, expansions, ended, log,
        identity, name, owner, points, rank, has_left, was_handed
    FROM games JOIN places ON places.game = number
    WHERE :game IN ('', games.game) AND :players IN (0, players) AND number > :after
    ORDER BY ended, gid, seat
"""


class _Row(NamedTuple):
    """Result of `_GAMES`, to check the types, since SQLite would store any."""

    number: int
    gid: bytes
    game: str
    expansions: str
    ended: int
    log: str
    identity: bytes
    name: str
    owner: bytes | None
    points: int
    rank: int
    has_left: int
    was_handed: int


class Store:
    """The database. All methods raise `HistoryError` if it can't be used."""

    def __init__(self, folder: Path, steps: Sequence[Step] = STEPS) -> None:
        self.path = folder / NAME
        self._steps = steps

    def add(self, game: PlayedGame) -> bool:
        """Store a game once; return whether it is new."""
        with self._writing() as db:
            return _add(db, game)

    def games(self, wanted: GameFilter = ANY) -> tuple[PlayedGame, ...]:
        """Return the stored games in the order in which they ended."""
        with self._open() as db:
            found = db.execute(_GAMES, wanted._asdict()).fetchall()
        rows = self._converted(found, list[_Row])
        return tuple(_played(list(some)) for _n, some in groupby(rows, _number))

    # Logs.

    def logs(self) -> frozenset[str]:
        """Return the names of the logs whose games are stored."""
        with self._open() as db:
            return frozenset(log for (log,) in db.execute("SELECT log FROM games"))

    def passed(self) -> Mapping[str, Stamp]:
        """Return the logs that add no game, with their stamps when they were judged."""
        with self._open() as db:
            found = db.execute("SELECT log, size, modified FROM passed").fetchall()
        rows = self._converted(found, list[tuple[str, int, int]])
        return {log: Stamp(size, modified) for log, size, modified in rows}

    def pass_over(self, passed: PassedLog) -> None:
        with self._writing() as db:
            _pass_over(db, passed)

    @property
    def last(self) -> int:
        return self.extent.last

    @property
    def extent(self) -> Extent:
        """Number of games, and the number of the last one."""
        with self._open() as db:
            (count, last) = db.execute(
                "SELECT count(*), coalesce(max(number), 0) FROM games"
            ).fetchone()
            return Extent(int(count), int(last))

    def replace(
        self,
        last: int,
        games: Iterable[PlayedGame],
        passed: Iterable[PassedLog],
        kept: Iterable[str],
    ) -> None:
        """
        Replace all games.

        Args:
            last: the number of the last game to replace; later ones were added
                meanwhile.
            kept: logs whose games stay unchanged.
        """
        with self._writing() as db:
            rows = db.execute(
                "SELECT number, log FROM games WHERE number <= ?", (last,)
            )
            stay = frozenset(kept)
            gone = [(number,) for number, log in rows if log not in stay]
            db.executemany("DELETE FROM games WHERE number = ?", gone)
            db.execute("DELETE FROM passed")
            for game in games:
                _add(db, game)
            for one in passed:
                _pass_over(db, one)

    # The file.

    def check(self) -> Text | None:
        """
        Ensure that there is a valid file.

        Returns:
            A sentence that the file was damaged and begun again; None if it was valid.
        """
        try:
            with self._open() as db:
                (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if found == "ok":
                self.games()
                self.passed()
                return None
        except DamagedStore:
            pass
        aside = self.path.with_name(self.path.name + ASIDE)
        with self._told():
            self.path.replace(aside)
            # The old file's journal would be applied to the new one.
            self.path.with_name(f"{self.path.name}-journal").unlink(missing_ok=True)
        with self._open():
            return Sentence(
                "{path} was damaged; the damaged file has been moved to {aside}, and a "
                "new one was made from the logs",
                path=str(self.path),
                aside=aside.name,
            )

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._told():
            with contextlib.suppress(FileExistsError):
                flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
                os.close(open_private(self.path, flags))
            db = sqlite3.connect(self.path, timeout=BUSY_PATIENCE, isolation_level=None)
            with contextlib.closing(db):
                db.execute("PRAGMA foreign_keys = ON")
                self._bring_up(db)
                yield db

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._open() as db, db:
            db.execute("BEGIN IMMEDIATE")
            yield db

    def _bring_up(self, db: sqlite3.Connection) -> None:
        if self._done(db) == len(self._steps):
            return
        with db:
            db.execute("BEGIN IMMEDIATE")
            for step in self._steps[self._done(db) :]:
                for statement in step:
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {len(self._steps)}")

    def _done(self, db: sqlite3.Connection) -> int:
        """Return the number of steps done; another program may be upgrading."""
        (done,) = db.execute("PRAGMA user_version").fetchone()
        if done > len(self._steps):
            raise NewerStore(
                Sentence(
                    "{path} was written by a newer version of this program",
                    path=str(self.path),
                )
            )
        if done < 0:
            raise self._broken(f"version {done}")
        return int(done)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Turn errors of the file into `HistoryError`."""
        try:
            yield
        except OSError as error:
            said = Sentence("{name}: {note}", name=str(self.path), note=error)
            may_not = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
            raise (Unwritable if may_not else HistoryError)(said) from None
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code is None:
                raise  # it isn't the file's fault
            if code & 0xFF in BROKEN:
                raise self._broken(str(error)) from None
            said = Sentence("{name}: {note}", name=str(self.path), note=str(error))
            may_not = code & 0xFF in READ_ONLY
            raise (Unwritable if may_not else HistoryError)(said) from None

    def _converted(self, found: object, type_: type[T]) -> T:
        try:
            return msgspec.convert(found, type_)
        except msgspec.ValidationError as error:
            raise self._broken(str(error)) from None

    def _broken(self, why: str) -> DamagedStore:
        return DamagedStore(
            Sentence("{path} is damaged: {why}", path=str(self.path), why=why)
        )


def _add(db: sqlite3.Connection, game: PlayedGame) -> bool:
    title = game.title
    added = db.execute(
        "INSERT OR IGNORE INTO games (gid, game, expansions, players, ended, log) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (
            game.gid,
            title.game,
            ",".join(title.expansions),
            len(game.places),
            game.ended,
            game.log,
        ),
    )
    if not added.rowcount:
        return False
    db.executemany(
        "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                added.lastrowid,
                seat,
                it.identity,
                it.name,
                it.owner,
                it.points,
                it.rank,
                it.left,
                it.handed,
            )
            for seat, it in enumerate(game.places)
        ],
    )
    return True


def _pass_over(db: sqlite3.Connection, passed: PassedLog) -> None:
    row = passed.log, *passed.stamp
    db.execute("INSERT OR REPLACE INTO passed VALUES (?, ?, ?)", row)


def _number(row: _Row) -> int:
    return row.number


def _played(rows: Sequence[_Row]) -> PlayedGame:
    first = rows[0]
    expansions = tuple(filter(None, first.expansions.split(",")))
    places = tuple(
        FinalPlace(
            it.identity,
            it.name,
            it.owner,
            it.points,
            it.rank,
            bool(it.has_left),
            bool(it.was_handed),
        )
        for it in rows
    )
    title = Title(first.game, expansions)
    return PlayedGame(first.gid, title, first.ended, first.log, places)
