"""Counting the games in a folder of logs, which determine everything about them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.history.played import PlayedGame, Title, played
from sealed_wonders.net.history.store import PassedLog, Stamp, Store
from sealed_wonders.net.lobby import Options
from sealed_wonders.net.log.journal import CAP
from sealed_wonders.net.replay import (
    Check,
    RulesetOf,
    Unknown,
    one_by_one,
    read_log,
)

SUFFIX = ".swlog"

BROKEN_OFF = (".unfinished.swlog", ".stopped.swlog")
"""Suffixes of logs that were written before the end of a game."""


class NotCounted(Exception):
    """A log's game doesn't count, for a reason in a sentence for the user."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)


class Undecided(NotCounted):
    """This program can't judge a log; another version, or another try, may succeed."""


@dataclass(frozen=True, slots=True)
class Reader:
    """
    Reader that checks everything in a log.

    The caller provides the rules of the games.
    """

    ruleset_of: RulesetOf
    expansions: Callable[[str, Mapping[str, object]], tuple[str, ...]]
    """Return the expansions in use, for a game and a table's options."""
    check: Check = one_by_one

    def read(self, path: Path) -> PlayedGame:
        """
        Return the game in a log.

        Raises:
            NotCounted: the log is incomplete or wrong.
            Undecided: the log can't be read, or its rules differ from ours.
        """
        try:
            with path.open("rb") as file:
                data = file.read(CAP + 1)
                ended = stamp_of(path).seconds
            fold = read_log(data, self.ruleset_of, check=self.check)
        except OSError as error:
            raise Undecided(
                Sentence("the log can't be read: {why}", why=error)
            ) from None
        except Unknown as unknown:
            raise Undecided(sentence_of(unknown)) from None
        except RemoteProtocolError as error:
            raise NotCounted(sentence_of(error)) from None
        if not fold.over:
            raise NotCounted(Sentence("the game isn't over yet"))
        title = self.title(fold.ruleset.name, fold.charter.options)
        return played(fold, title, ended, path.name)

    def title(self, game: str, options: Options) -> Title:
        return Title(game, self.expansions(game, dict(options)))


class Doubtful(NamedTuple):
    """A log whose game doesn't count."""

    log: str
    why: Text


Begun = Callable[[Path, int, int], None]
"""Callback before a log is read, with its path, its number from 1, and the total."""


def quietly(path: Path, number: int, total: int) -> None: ...


def new_logs(folder: Path, store: Store) -> tuple[Path, ...]:
    """Return the logs that haven't been judged yet, the newest first."""
    counted, passed = store.logs(), store.passed()
    return tuple(
        path
        for path, stamp in _logs(folder)
        if path.name not in counted and passed.get(path.name) != stamp
    )


def count(path: Path, store: Store, reader: Reader) -> Doubtful | None:
    """
    Count the game of a log; return why it doesn't count, or None.

    Raises:
        HistoryError: the result can't be stored.
    """
    found = _judged(path, reader)
    is_new = found.game is not None and store.add(found.game)
    if not is_new and found.stamp is not None:
        store.pass_over(PassedLog(path.name, found.stamp))
    return None if found.why is None else Doubtful(path.name, found.why)


def take_up(
    folder: Path, store: Store, reader: Reader, begun: Begun = quietly
) -> tuple[Doubtful, ...]:
    """
    Count the games of new logs; return those that don't count.

    Raises:
        HistoryError: the results can't be stored.
    """
    doubtful = []
    paths = new_logs(folder, store)
    for number, path in enumerate(paths, start=1):
        begun(path, number, len(paths))
        doubtful.append(count(path, store, reader))
    return tuple(it for it in doubtful if it is not None)


def rebuild(
    folder: Path, store: Store, reader: Reader, begun: Begun = quietly
) -> tuple[Doubtful, ...]:
    """
    Read all logs again. Games whose logs are missing or damaged no longer count.

    Games whose rules differ from ours, such as those of an older version, stay
    unchanged.

    Raises:
        HistoryError: the results can't be stored.
    """
    last = store.last
    games: dict[bytes, PlayedGame] = {}
    doubtful, passed, kept = list[Doubtful](), list[PassedLog](), list[str]()
    paths = [path for path, _stamp in _logs(folder)]
    for number, path in enumerate(paths, start=1):
        begun(path, number, len(paths))
        found = _judged(path, reader)
        if found.game is not None and found.game.gid not in games:
            games[found.game.gid] = found.game
        elif found.stamp is not None:
            passed.append(PassedLog(path.name, found.stamp))
        else:
            kept.append(path.name)
        if found.why is not None:
            doubtful.append(Doubtful(path.name, found.why))
    store.replace(last, games.values(), passed, kept)
    return tuple(doubtful)


class _Judged(NamedTuple):
    game: PlayedGame | None
    stamp: Stamp | None
    """Stamp of the file; None if it should be tried again later."""
    why: Text | None = None
    """Reason why no game counts; None if one does."""


def _judged(path: Path, reader: Reader) -> _Judged:
    try:
        stamp = stamp_of(path)
        return _Judged(reader.read(path), stamp)
    except OSError as error:
        return _Judged(None, None, Sentence("the log can't be read: {why}", why=error))
    except Undecided as why:
        return _Judged(None, None, sentence_of(why))
    except NotCounted as why:
        return _Judged(None, stamp, sentence_of(why))


def stamp_of(path: Path) -> Stamp:
    """
    Return the size and modification time of a file.

    Raises:
        OSError: the file can't be examined.
    """
    found = path.stat()
    return Stamp(found.st_size, found.st_mtime_ns)


def _logs(folder: Path) -> Sequence[tuple[Path, Stamp]]:
    """Return the logs of finished games in a folder, the newest first."""
    found = list[tuple[Path, Stamp]]()
    for path in _paths(folder):
        with contextlib.suppress(OSError):
            if path.is_file() and not path.name.endswith(BROKEN_OFF):
                found.append((path, stamp_of(path)))
    return sorted(found, key=lambda it: (-it[1].modified, it[0].name))


def _paths(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):  # there is no folder
        yield from folder.glob(f"*{SUFFIX}")
