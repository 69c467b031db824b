"""Games that the players ended early: audits, summaries, replays, records."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

from sealed_wonders.client.commands.export import export
from sealed_wonders.client.logs.audit import Report, Verdict, audit
from sealed_wonders.client.logs.replaying import replay
from sealed_wonders.client.logs.summaries import summary
from sealed_wonders.client.tablewords import verdicts
from sealed_wonders.client.words import moments
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.log import file
from sealed_wonders.net.words import use
from tests.support.auditing import AuditRunner, LogWriter
from tests.support.inprocess.folds import Table

TABLES: dict[str, Callable[[], Table]] = {
    "wonders": lambda: Table(Wonders(3), "early", shared=True),
    "architects": lambda: Table(Architects(3), "early", shared=True),
}


@functools.cache
def ended_early(game: str, phases: int = 12) -> Table:
    """Play some phases, and end the game there."""
    table = TABLES[game]()
    for _ in range(phases):
        table.phase()
    table.end_early()
    return table


@pytest.mark.parametrize("game", [*TABLES])
def test_a_game_ended_early_is_valid_and_has_a_result(
    game: str, cli: AuditRunner, save: LogWriter
) -> None:
    """The first line of the audit says so, and the list of games shows its points."""
    table = ended_early(game)
    path, sheet = save(table.fold.log()), table.fold.state.score()
    first, *lines = cli(path)
    assert f"{path}: valid log, " in first
    assert "; ended early by agreement, won by " in first
    assert first.endswith(f" with {sheet.rows[sheet.winners[0]][-1]} points")
    text = "\n".join(lines)
    assert " 3  proposals to end the game early, with the points so far" in text
    told = cli.json(path)
    assert (True, list(sheet.winners)) == (told["early"], told["winners"])
    rows = [[*seat["score"].values()] for seat in told["seats"]]
    assert [list(row) for row in sheet.rows] == rows
    assert (3, 0) == (told["kinds"]["HALT"], told["kinds"].get("END", 0))
    listed = summary(path, None)
    assert listed is not None
    assert tuple(row[-1] for row in sheet.rows) == listed.points
    assert set(listed.winners) == set(sheet.winners)
    seen = replay(table.fold.log())
    assert seen.moments
    assert moments.ending(seen).startswith("Here, everybody agreed to end the game")
    use("fr")
    said = verdicts.verdict(Report.of(table.fold))
    assert "finie plus tôt d'un commun accord" in said


@pytest.mark.parametrize("game", [*TABLES])
def test_a_game_is_unfinished_until_all_have_agreed_to_end_it(
    game: str, save: LogWriter
) -> None:
    """The list of games shows no points yet."""
    path = save(file.write(file.read(ended_early(game).fold.log())[:-1]))
    report = audit(path.read_bytes())
    assert Verdict.UNFINISHED is report.verdict
    assert "unfinished, valid so far" in verdicts.verdict(report)
    listed = summary(path, None)
    assert listed is not None
    assert () == listed.points


@pytest.mark.parametrize("game", [*TABLES])
def test_a_game_ended_before_the_cities_has_a_sheet_without_points(game: str) -> None:
    """There is nothing to replay."""
    log = ended_early(game, 0).fold.log()
    report = audit(log)
    assert Verdict.GOOD is report.verdict
    assert "with 0 points" in verdicts.verdict(report)
    assert list(verdicts.told(report))
    assert not replay(log).moments


def test_a_record_of_a_game_ended_early_has_no_final_line(
    capsys: pytest.CaptureFixture[str], save: LogWriter
) -> None:
    with pytest.raises(SystemExit) as end:
        export.main([str(save(ended_early("wonders", 40).fold.log()))])
    out, err = capsys.readouterr()
    assert 1 == end.value.code
    assert '"final"' not in out
    assert '"do": "play"' in out
    assert "ended early by agreement" in err
