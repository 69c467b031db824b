"""A client that has halted after a mismatch: how its player continues anyway."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import Insist
from sealed_wonders.client.table.events import Apart, StateMatches, StateMismatch
from sealed_wonders.client.tablewords import endings
from tests.support.evening import TableOfFour
from tests.support.inprocess.players import RecordingTable


@pytest.fixture
def evening(tmp_path: Path) -> TableOfFour:
    return TableOfFour(tmp_path)


def test_a_halted_client_continues_at_one_key_or_command(evening: TableOfFour) -> None:
    """A key on the screen and a command in line mode. The risk is explained first."""
    dan, ann = evening.dan, evening.ann
    assert endings.not_halted() in evening.type(dan, "continue")
    for human in (dan, ann):
        human.person.told(StateMismatch(Apart(31, (1,), None, {}, {}, stops=True)))
    said = "\n".join(dan.look())
    assert "STOP! Your program's result differs" in said
    assert endings.insisting_means() in said
    assert "type: continue" in said
    assert "continue" in dan.commands.words()
    tables = RecordingTable(), RecordingTable()
    for human, table in zip((dan, ann), tables, strict=True):
        human.do = table.do  # type: ignore[method-assign, assignment]
    evening.type(dan, "continue")
    assert "Continue anyway?" in evening.screen()
    evening.screen.press("enter")
    assert all([Insist()] == it.actions[-1:] for it in tables)
    dan.person.told(StateMatches())
    assert endings.continues() in dan.look()
    assert "continue" not in dan.commands.words()
