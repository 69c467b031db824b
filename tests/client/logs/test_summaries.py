"""Summaries for the list of kept games, from the two ends of a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.logs.summaries import summary
from sealed_wonders.net.log import file
from tests.support.replays import LOG, architects, fold_of, with_expansions


@pytest.mark.parametrize("players", [2, 3])
def test_a_summary_names_the_game_and_the_expansions(
    tmp_path: Path, players: int
) -> None:
    path = tmp_path / "game.swlog"
    fold = fold_of(architects(players))
    path.write_bytes(fold.log())
    told = summary(path, None)
    assert told is not None
    assert ("architects", players) == (told.game, len(told.people))
    assert fold.state.score().winners == told.winners
    path.write_bytes(fold_of(with_expansions()).log())
    told = summary(path, None)
    assert told is not None
    assert ("leaders", "edifice") == told.expansions


def test_unfinished_logs_have_a_summary_and_other_files_none(tmp_path: Path) -> None:
    path, data = tmp_path / "game.swlog", LOG.read_bytes()
    for some in (data[:-1], data[:60000], file.write(file.read(data)[:-1])):
        path.write_bytes(some)
        told = summary(path, None)
        assert told is not None
        assert ("cleo", "ann", "bob") == told.people
    path.write_bytes(file.write(file.read(data)[:100]))
    told = summary(path, None)
    assert told is not None
    assert () == told.points == told.winners
    for rubbish in (b"", b"SWLOG1\n", b"rubbish", data[:300], file.MAGIC + bytes(99)):
        path.write_bytes(rubbish)
        assert summary(path, None) is None
    assert summary(tmp_path / "nowhere", None) is None
