"""Records of games in which seats changed hands: written, checked, replayed."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import replay_record
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.records.games import check
from sealed_wonders.core.records.script import Flaw, RecordFault
from tests.net.test_rescue import rescue
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Table, hand_over_seat


@functools.cache
def played_game(game: str, gone: str = "go-on") -> tuple[Table, bytes]:
    """
    Play a game in which seats change hands from the first phase to the last one.

    Args:
        gone: with `go-on`, the holders hand seats over; with `rescue`, the others give them
            away.
    """
    table = Table(ruleset(game, 3, {}), "handed", shared=True, gone=gone)
    fold, count = table.fold, 0
    while not fold.over:
        if fold.phase.number in (0, 9, 20) or fold.phase.kind == "END":
            seat, name = fold.missing[0], f"taker {count}"
            if gone == "rescue":
                rescue(table, {seat: name})
            else:
                hand_over_seat(table, seat, name)
            count += 1
        table.phase()
    assert 4 == count
    return table, fold.log()


@pytest.mark.parametrize("gone", ["go-on", "rescue"])
@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_a_record_contains_every_change_of_a_seats_holder(
    game: str, gone: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`export` writes them, and `check` and `replay` follow them, even at the end."""
    table, log = played_game(game, gone)
    path = tmp_path / "game.swlog"
    path.write_bytes(log)
    assert 0 == run(["export", str(path)])
    record = capsys.readouterr().out.encode()
    rows = [json.loads(line) for line in record.splitlines()]
    handed = [row for row in rows if "handed" in row]
    handovers = sorted(table.fold.handovers, key=lambda it: it.phase)
    assert [
        {"handed": it.seat, "name": it.takeover.person.name} for it in handovers
    ] == handed
    assert not any("left" in row for row in rows)
    assert ("record" in rows[0], "handed" in rows[-1]) == (True, True)
    began = [person.name for person in table.charter.people]
    assert began == [seat["name"] for seat in rows[0]["seats"]]

    checked = check(record.splitlines())
    assert checked.names == tuple(person.name for person in table.fold.people)
    assert checked.lines == len(rows)
    replay = replay_record(record)
    assert replay.record is not None
    assert Verdict.GOOD is replay.record.verdict
    now = began
    for moment in replay.moments:
        for before, after in moment.handed:
            now = [after.name if name == before.name else name for name in now]
        assert tuple(now) == moment.names
    # A holder who only signed the result took the seat after the last moment.
    (last,) = replay.handed
    assert list(checked.names) == [
        last.after.name if it == last.before.name else it for it in now
    ]


def with_line(lines: Sequence[bytes], place: int, line: bytes) -> list[bytes]:
    """Insert a line into a record, after the given number of lines."""
    return [*lines[:place], line, *lines[place:]]


def test_an_invalid_line_about_a_seats_new_holder_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may precede the game, give no valid seat, or be malformed."""
    path = tmp_path / "game.swlog"
    path.write_bytes(played_game("wonders")[1])
    assert 0 == run(["export", str(path)])
    lines = capsys.readouterr().out.encode().splitlines()
    for place in (1, 7, len(lines)):
        good = with_line(lines, place, b'{"handed": 2, "name": "zed"}')
        assert check(good).lines == len(lines) + 1
        for line, flaw in (
            (b'{"handed": 3, "name": "zed"}', Flaw.ILLEGAL),
            (b'{"handed": 2, "name": ""}', Flaw.MALFORMED),
            (b'{"handed": 2}', Flaw.MALFORMED),
            (b'{"handed": "zed"}', Flaw.MALFORMED),
            (b'{"handed": 2, "name": "zed", "key": 1}', Flaw.MALFORMED),
        ):
            with pytest.raises(RecordFault) as found:
                check(with_line(lines, place, line))
            assert (place + 1, flaw) == (found.value.line, found.value.flaw)
    with pytest.raises(RecordFault) as found:
        check(with_line(lines, 0, b'{"handed": 2, "name": "zed"}'))
    assert (1, Flaw.OUT_OF_PLACE) == (found.value.line, found.value.flaw)


@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_nobody_takes_over_a_seat_that_was_removed(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Somebody may have taken it before its removal. If that was before there were boards
    or wonders, both lines follow the first line of the record, the removal first.
    """
    table = Table(ruleset(game, 4, {}), "handed", shared=True)
    hand_over_seat(table, 2, "zed")
    table.phase()
    vote_out(table.fold, [player.identity for player in table.players], [2])
    path = tmp_path / "game.swlog"
    path.write_bytes(table.play().log())
    assert 0 == run(["export", str(path)])
    lines = capsys.readouterr().out.encode().splitlines()
    left, taken = b'{"left": [2]}', b'{"handed": 2, "name": "zed"}'
    assert [left, taken] == lines[1:3]
    assert "zed" == check(lines).names[2]
    assert "zed" == check([lines[0], taken, left, *lines[3:]]).names[2]
    for place in (4, 9, len(lines)):
        with pytest.raises(RecordFault) as found:
            check(with_line(lines, place, taken))
        fault = found.value
        assert (place + 1, Flaw.ILLEGAL) == (fault.line, fault.flaw)
        assert "seat 2 has already left" == str(fault.detail)
        others = with_line(lines, place, b'{"handed": 1, "name": "yan"}')
        assert "yan" == check(others).names[1]
