"""Whole games as text, replayed line by line (scripts/playthrough.py writes them)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scripts.playthrough import KINDS, Kind, complete, difference, files, rewrite
from tests.support.playthroughs import FOLDER

LARGEST = 60_000
"""Maximum bytes of a playthrough, which people should be able to read."""

WONDERS, ARCHITECTS = KINDS

PATHS = [(kind, path) for kind in KINDS for path in files(kind, FOLDER)]

WRONG = [
    (WONDERS, "0> build", "0> bild", "is no move of seat 0 now"),
    (WONDERS, "\n  1> ", "\n  2> ", "is no move of seat 1 now"),
    (WONDERS, "  the end\n", "  0> sell with altar\n", "the game is over before"),
    (ARCHITECTS, "> take", "> steal", "is no move of seat"),
    (ARCHITECTS, "> take central", "> take the sea", "is no move of seat"),
    (ARCHITECTS, "  the end\n", "  0> take central\n", "the game is over before"),
]


@cache
def watched(kind: Kind, path: Path) -> tuple[str, set[str]]:
    """Return the replayed text of a playthrough, and what the playthrough shows."""
    return kind.watch(path.read_text("utf-8"))


@pytest.mark.parametrize(("kind", "path"), PATHS, ids=[path.stem for _, path in PATHS])
def test_a_playthrough_is_replayed_line_by_line(kind: Kind, path: Path) -> None:
    written = path.read_text("utf-8")
    told, _ = watched(kind, path)
    assert written.splitlines() == told.splitlines()
    assert written == told
    assert len(written) <= LARGEST


@pytest.mark.parametrize("kind", KINDS, ids=["wonders", "architects"])
def test_the_playthroughs_of_a_game_show_everything(kind: Kind) -> None:
    """
    Every side of every board builds a stage, and every power and event occurs.

    All numbers of players and expansions occur, and seats that leave.
    """
    shown = [watched(kind, path)[1] for path in files(kind, FOLDER)]
    assert set() == kind.wanted() - set().union(*shown)
    assert set() == set().union(*shown) - kind.wanted()


def test_every_playthrough_shows_something_unique() -> None:
    for kind in KINDS:
        paths = files(kind, FOLDER)
        for path in paths:
            others = [watched(kind, it)[1] for it in paths if it != path]
            assert kind.wanted() - set().union(*others), path.stem


@pytest.mark.parametrize(("kind", "right", "wrong", "message"), WRONG)
def test_a_playthrough_with_an_invalid_move_is_refused(
    kind: Kind, right: str, wrong: str, message: str, tmp_path: Path
) -> None:
    """The move is named. When all playthroughs are rewritten, this one is removed."""
    texts = (path.read_text("utf-8") for path in files(kind, FOLDER))
    changed = next(it for it in texts if right in it).replace(right, wrong, 1)
    with pytest.raises(LookupError, match=message):
        kind.watch(changed)
    assert message in difference(kind, changed)
    path = tmp_path / "changed.txt"
    path.write_text(changed, "utf-8")
    assert rewrite(kind, path).startswith("removed: ")
    assert not path.exists()


def test_a_playthrough_is_rewritten_from_its_moves(tmp_path: Path) -> None:
    """Everything except the moves is written again."""
    kind, path = PATHS[0]
    written = path.read_text("utf-8")
    copy = tmp_path / "copy.txt"
    copy.write_text(written.replace(" coins ", " gold ", 1), "utf-8")
    assert difference(kind, copy.read_text("utf-8")).startswith("line ")
    assert "written again" == rewrite(kind, copy)
    assert written == copy.read_text("utf-8")
    assert "unchanged" == rewrite(kind, copy)
    assert "" == difference(kind, written)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (WONDERS, {"sides: day", "with (), all stay"}),
        (ARCHITECTS, {"2 play", "draw chosen, all stay"}),
    ],
)
def test_games_are_played_until_nothing_is_missing(
    kind: Kind, wanted: set[str], tmp_path: Path
) -> None:
    complete(kind._replace(wanted=lambda: {*wanted}), tmp_path, 4)
    shown: set[str] = set()
    for path in files(kind, tmp_path):
        told, some = kind.watch(path.read_text("utf-8"))
        assert path.read_text("utf-8") == told
        shown |= some
    assert wanted <= shown
