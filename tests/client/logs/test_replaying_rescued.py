"""Replays and records of games in which all others gave a seat away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.lines.replaylines import whole
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import keys_at, replay, replay_record
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.memory import Memory, OnDisk, unsigned
from sealed_wonders.client.table.taking import PARTS, RESCUED
from sealed_wonders.client.view.wonders.replaying import moment_of
from sealed_wonders.core.records.games import check
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.identity import SIGNATURE_SIZE
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.suites import SEALED
from tests.client.logs.test_replaying_handed import played
from tests.net.test_rescue import rescue
from tests.support.auditing import LogWriter
from tests.support.inprocess.folds import Table
from tests.support.lobbies import named

pytestmark = pytest.mark.usefixtures("integers")


@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_a_record_tells_who_got_which_seat(
    game: str, save: LogWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where one is handed over: nothing else follows from it."""
    table = played(game, "rescue")
    assert 0 == run(["export", str(save(table.fold.log()))])
    record = capsys.readouterr().out.encode()
    rows = [json.loads(line) for line in record.splitlines()]
    assert [
        {"handed": 1, "name": "yan"},
        {"handed": 1, "name": "zed"},
        {"handed": 2, "name": "wim"},
    ] == [row for row in rows if "handed" in row]
    assert not any("left" in row for row in rows)
    checked = check(record.splitlines())
    assert checked.names == tuple(person.name for person in table.fold.people)
    told = replay_record(record)
    assert told.record is not None
    assert Verdict.GOOD is told.record.verdict
    assert "zed" in told.names


def test_a_seat_that_one_was_given_is_ones_own_from_there_on(
    tmp_path: Path, save: LogWriter
) -> None:
    """Its hand is known by what the others told, as long as that is kept; no other's is."""
    table = Table(Wonders(3), "given", SEALED, shared=True, gone="rescue")
    fold = table.play_until("PICK")
    number, seat = fold.phase.number, 1
    first = len(replay(fold.log()).moments)
    rescue(table, {seat: "zed"})
    zed = table.players[seat]
    parts = zed.secrets.entrusted(fold.keys_in_use)
    home = Home(tmp_path, tmp_path)
    (tmp_path / "identity.pem").write_bytes(named("zed").to_pem())
    store = OnDisk(tmp_path / "games" / f"{fold.charter.table.hex()}.seat")
    agreed = Wire(b"what was agreed to", bytes(SIGNATURE_SIZE))
    store.remember(Memory(number, agreed, lane=f"{RESCUED}{seat}"))
    store.remember(unsigned(number, f"{PARTS}{seat}", entrusted=parts))
    store.close()
    for _ in range(6):
        table.phase()
    told = replay(fold.log(), keys=keys_at(home, own_hand=True))

    assert ((seat,), seat) == (told.open, told.own)
    assert len(told.moments) > first
    for index, moment in enumerate(told.moments):
        assert told.own_at(moment) == (seat if index >= first else None)
        for other, hand in enumerate(moment_of(moment).hands):
            is_known = other == seat and index >= first
            assert is_known == (hand.hidden == 0), (index, other)
    old = fold.charter.people[seat].name
    lines = list(whole(told, seat))
    at = lines.index(f"You have {old}'s seat now.")
    assert not any(line.startswith("You ") for line in lines[:at])
    assert any(line.startswith("You ") for line in lines[at + 1 :])
