"""
The file of all games that count, beside their logs.

It is opened for each thing that is done with it, and closed again: several programs may have
one folder, and any thread may do it. Nothing in it is of any use to who hasn't the logs, and
whoever has them can have it made anew; so one that is damaged is set aside.
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
from sealed_wonders.net.history.played import Place, Played, Title
from sealed_wonders.net.system.files import open_private

T = TypeVar("T")

NAME = "history.sqlite"
"""The file, in a folder of logs."""

ASIDE = ".damaged"
"""What stands behind the name of one that was set aside."""

BUSY_PATIENCE = 5.0
"""Seconds for another program to be done with it."""

Step = Sequence[str]
"""Statements that make one version of it of the one before."""

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
        # Logs that add no game, and how they looked when that was found out.
        """
        CREATE TABLE passed (
            log TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL
        )
        """,
    ),
)
"""From an empty file on; a file has the number of those that were done."""

READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
"""What is said where no file may be written."""

BROKEN = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""What is said of a file that isn't one of these: other tables, or bytes of another kind."""


class HistoryError(Exception):
    """What was played can't be read, or written down; carries one sentence for a person."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)


class Broken(HistoryError):
    """The file is damaged, or is another kind of file."""


class Newer(HistoryError):
    """The file is of a later version of this program."""


class Unwritable(HistoryError):
    """The file is where this process may not write."""


class Wanted(NamedTuple):
    """Which games are asked for."""

    game: str = ""
    """Empty: any."""
    players: int = 0
    """How many played; 0: any number."""
    after: int = 0
    """Only those that were written down after the one of this number."""


ANY = Wanted()


class Stamp(NamedTuple):
    """How a file looks from outside: another one if it was changed."""

    size: int
    modified: int
    """In nanoseconds as the system counts them."""

    @property
    def seconds(self) -> int:
        """When it was written, in whole seconds."""
        return self.modified // 10**9


class Extent(NamedTuple):
    """How much is written down."""

    games: int
    last: int
    """The number of the last; those of games that are no more are missing."""


class Passed(NamedTuple):
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
    """What `_GAMES` gives; SQLite would store anything."""

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
    """All methods raise `HistoryError` where the file can't be used."""

    def __init__(self, folder: Path, steps: Sequence[Step] = STEPS) -> None:
        self.path = folder / NAME
        self._steps = steps

    def add(self, game: Played) -> bool:
        """Write a game down once; tells whether it wasn't there."""
        with self._writing() as db:
            return _add(db, game)

    def games(self, wanted: Wanted = ANY) -> tuple[Played, ...]:
        """Give the games that count, in the order in which they ended."""
        with self._open() as db:
            found = db.execute(_GAMES, wanted._asdict()).fetchall()
        rows = self._converted(found, list[_Row])
        return tuple(_played(list(some)) for _n, some in groupby(rows, _number))

    # The logs.

    def logs(self) -> frozenset[str]:
        """Give the names of the logs from which games are counted."""
        with self._open() as db:
            return frozenset(log for (log,) in db.execute("SELECT log FROM games"))

    def passed(self) -> Mapping[str, Stamp]:
        """Give the logs that add no game, as they looked when that was found out."""
        with self._open() as db:
            found = db.execute("SELECT log, size, modified FROM passed").fetchall()
        rows = self._converted(found, list[tuple[str, int, int]])
        return {log: Stamp(size, modified) for log, size, modified in rows}

    def pass_over(self, passed: Passed) -> None:
        """Remember that a log adds no game."""
        with self._writing() as db:
            _pass_over(db, passed)

    @property
    def last(self) -> int:
        """The number of the game that was written down last."""
        return self.extent.last

    @property
    def extent(self) -> Extent:
        """How many games there are, and the last."""
        with self._open() as db:
            (count, last) = db.execute(
                "SELECT count(*), coalesce(max(number), 0) FROM games"
            ).fetchone()
            return Extent(int(count), int(last))

    def replace(
        self,
        last: int,
        games: Iterable[Played],
        passed: Iterable[Passed],
        kept: Iterable[str],
    ) -> None:
        """
        Write all games down anew.

        Args:
            last: up to which those that are there go; later ones were added meanwhile.
            kept: logs whose games stay as they are.
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
        Make sure that there is a file, and that it is good.

        Returns:
            That it was damaged and is begun anew, if it was.
        """
        try:
            with self._open() as db:
                (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if found == "ok":
                self.games()
                self.passed()
                return None
        except Broken:
            pass
        aside = self.path.with_name(self.path.name + ASIDE)
        with self._told():
            self.path.replace(aside)
            # What belongs to the old file would be taken for a part of the new one.
            self.path.with_name(f"{self.path.name}-journal").unlink(missing_ok=True)
        with self._open():
            return Sentence(
                "{path} was damaged; it is kept as {aside}, and made anew from the logs",
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
        """Do all of something or nothing."""
        with self._open() as db, db:
            db.execute("BEGIN IMMEDIATE")
            yield db

    def _bring_up(self, db: sqlite3.Connection) -> None:
        """Make the tables those of this version."""
        if self._done(db) == len(self._steps):
            return
        with db:
            db.execute("BEGIN IMMEDIATE")
            for step in self._steps[self._done(db) :]:
                for statement in step:
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {len(self._steps)}")

    def _done(self, db: sqlite3.Connection) -> int:
        """Give how many steps were done; another program may do some just now."""
        (done,) = db.execute("PRAGMA user_version").fetchone()
        if done > len(self._steps):
            raise Newer(
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
        """Say in a sentence why the file can't be used."""
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

    def _broken(self, why: str) -> Broken:
        return Broken(
            Sentence("{path} is damaged: {why}", path=str(self.path), why=why)
        )


def _add(db: sqlite3.Connection, game: Played) -> bool:
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


def _pass_over(db: sqlite3.Connection, passed: Passed) -> None:
    row = passed.log, *passed.stamp
    db.execute("INSERT OR REPLACE INTO passed VALUES (?, ?, ?)", row)


def _number(row: _Row) -> int:
    return row.number


def _played(rows: Sequence[_Row]) -> Played:
    first = rows[0]
    expansions = tuple(filter(None, first.expansions.split(",")))
    places = tuple(
        Place(
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
    return Played(first.gid, title, first.ended, first.log, places)
