"""Reading games from folders of logs: only what a log proves counts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sealed_wonders.core.game import Ruleset
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.history.logs import new_logs, rebuild, take_up
from sealed_wonders.net.history.store import Store
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.suites import OPEN
from tests.support.auditing import whole_game
from tests.support.flips import with_bit_flipped
from tests.support.history import MORNING, READER, finished_game, keep_log
from tests.support.inprocess.folds import Table
from tests.support.posix import posix_only

VECTORS = Path(__file__).parents[2] / "vectors"


def counted(folder: Path) -> list[str]:
    return [game.log for game in Store(folder).games()]


def test_a_game_is_read_from_its_log(tmp_path: Path) -> None:
    """The game has the log's seats, the results of its sheet, and the file's time."""
    keep_log(tmp_path)
    assert () == take_up(tmp_path, Store(tmp_path), READER)
    (found,) = Store(tmp_path).games()
    fold = whole_game(OPEN)
    sheet = fold.state.score()
    assert fold.charter.gid == found.gid
    assert (MORNING, "game.swlog", "wonders") == (
        found.ended,
        found.log,
        str(found.title),
    )
    assert [it.identity for it in fold.people] == [it.identity for it in found.places]
    assert [row[-1] for row in sheet.rows] == [it.points for it in found.places]
    assert [*sheet.winners] == [n for n, it in enumerate(found.places) if it.won]
    assert [1, 2, 3] == sorted(it.rank for it in found.places)


def test_a_seat_counts_for_its_last_holder() -> None:
    """Seats that the others went on without rank after all that stayed."""
    found = READER.read(VECTORS / "changed.swlog")
    dan, bob, cleo = found.places
    assert ("dan", "bob", "cleo") == (dan.name, bob.name, cleo.name)
    assert (True, False, False) == (dan.handed, bob.handed, cleo.handed)
    assert (False, False, True) == (dan.left, bob.left, cleo.left)
    assert (1, 2, 3) == (dan.rank, bob.rank, cleo.rank)


def test_the_title_of_a_game_names_its_expansions(tmp_path: Path) -> None:
    rules = Wonders(3, expansions=("leaders", "edifice"))
    path = tmp_path / "game.swlog"
    path.write_bytes(Table(rules, "named", shared=True).play().log())
    found = READER.read(path)
    assert "wonders+leaders+edifice" == str(found.title)


def test_damaged_and_unfinished_logs_do_not_count(tmp_path: Path) -> None:
    """Each is read only once, until it changes."""
    data = whole_game(OPEN).log()
    wires = file.read(data)
    spoilt = {
        "flipped.swlog": with_bit_flipped(data, len(data) // 2 * 8),
        "half.swlog": data[: len(data) // 2],
        "soon.swlog": file.write(wires[:-1]),
        "empty.swlog": b"",
        "rubbish.swlog": b"rubbish",
    }
    for name, some in spoilt.items():
        (tmp_path / name).write_bytes(some)
    store = Store(tmp_path)
    doubtful = take_up(tmp_path, store, READER)
    assert set(spoilt) == {it.log for it in doubtful}
    assert all(str(it.why) for it in doubtful)
    assert () == store.games()
    assert () == new_logs(tmp_path, store)
    assert () == take_up(tmp_path, store, READER)
    keep_log(tmp_path, "half.swlog")
    assert () == take_up(tmp_path, store, READER)
    assert ["half.swlog"] == counted(tmp_path)


def test_each_game_counts_once(tmp_path: Path) -> None:
    """Several files may contain its log. No file is read twice."""
    keep_log(tmp_path, "one.swlog", MORNING + 1)
    keep_log(tmp_path, "other.swlog", MORNING)
    begun: list[tuple[str, int, int]] = []
    store = Store(tmp_path)
    take_up(tmp_path, store, READER, lambda path, *n: begun.append((path.name, *n)))
    assert [("one.swlog", 1, 2), ("other.swlog", 2, 2)] == begun
    assert ["one.swlog"] == counted(tmp_path)
    assert () == new_logs(tmp_path, store)


@posix_only
def test_other_files_in_the_folder_are_ignored(tmp_path: Path) -> None:
    for name in ("a.unfinished.swlog", "b.stopped.swlog", "c.journal"):
        keep_log(tmp_path, name)
    (tmp_path / "folder.swlog").mkdir()
    os.mkfifo(tmp_path / "pipe.swlog")
    (tmp_path / "lost.swlog").symlink_to(tmp_path / "nowhere")
    assert () == new_logs(tmp_path, Store(tmp_path))


def test_a_rebuilt_store_contains_exactly_what_the_logs_prove(tmp_path: Path) -> None:
    """
    It doesn't matter what happened to the store. Games whose logs are missing or
    damaged are dropped.
    """
    path = keep_log(tmp_path)
    store = Store(tmp_path)
    take_up(tmp_path, store, READER)
    before = store.games()
    assert () == rebuild(tmp_path, store, READER)
    assert before == store.games()
    store.path.unlink()
    rebuild(tmp_path, store, READER)
    assert before == store.games()
    store.add(finished_game(1, ("ann", 500), ("bob", 40)))
    path.write_bytes(with_bit_flipped(path.read_bytes(), 8000))
    (doubtful,) = rebuild(tmp_path, store, READER)
    assert "game.swlog" == doubtful.log
    assert () == store.games()
    assert () == new_logs(tmp_path, store)


def test_a_game_with_unknown_rules_stays_in_a_rebuilt_store(tmp_path: Path) -> None:
    """
    A program that knew its rules checked it. A log with unknown rules is read again
    later.
    """

    def no_rules(charter: Charter) -> Ruleset:
        raise ValueError("rules of another time")

    keep_log(tmp_path)
    store = Store(tmp_path)
    other = type(READER)(no_rules, READER.expansions)
    (doubtful,) = take_up(tmp_path, store, other)
    assert "rules of another time" in str(doubtful.why)
    assert () == store.games()
    assert () == take_up(tmp_path, store, READER)
    before = store.games()
    assert before
    rebuild(tmp_path, store, other)
    assert before == store.games()


def test_an_unreadable_log_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep_log(tmp_path)
    store = Store(tmp_path)

    def no_open(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", no_open)
        (doubtful,) = take_up(tmp_path, store, READER)
    assert (path.name, "the log can't be read: Permission denied") == (
        doubtful.log,
        str(doubtful.why),
    )
    assert () == take_up(tmp_path, store, READER)
    assert [path.name] == counted(tmp_path)
