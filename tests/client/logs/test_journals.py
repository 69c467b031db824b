"""Journals of hosts and of players are read as the logs of their games so far."""

from __future__ import annotations

import random
from itertools import groupby
from pathlib import Path

import pytest

from sealed_wonders.client.logs.files import Unreadable, read
from sealed_wonders.net.log import file, journal
from sealed_wonders.net.log.envelopes import Wire, parse, wires_of
from sealed_wonders.net.suites import OPEN
from tests.support.auditing import LOBBY, AuditRunner, whole_game

ENTRIES = 90
"""Number of entries, from an open game that hasn't ended."""


def wires_in_order_of_arrival() -> tuple[Wire, ...]:
    """Return the entries of an unfinished game, shuffled within each phase."""
    chance = random.Random(1)
    wires = wires_of(whole_game(OPEN).entries())[:ENTRIES]
    phases = groupby(wires[LOBBY:], lambda wire: parse(wire.env).phase)
    groups = [list(group) for _, group in phases]
    for group in groups:
        chance.shuffle(group)
    return wires[:LOBBY] + tuple(wire for group in groups for wire in group)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a journal."""
    path = tmp_path / "game.journal"
    path.write_bytes(
        journal.begin(journal.JournalHead("oak"))
        + journal.pack(wires_in_order_of_arrival())
    )
    return path


def test_a_journal_is_audited_like_a_log_of_its_entries(
    path: Path, cli: AuditRunner
) -> None:
    """The entries are put into a log's canonical order. The game isn't over."""
    assert set(file.read(read(path))) == set(wires_in_order_of_arrival())
    assert wires_in_order_of_arrival() != file.read(read(path))
    found = cli.json(path)
    log = path.with_name("game.swlog")
    log.write_bytes(read(path))
    assert found == {**cli.json(log), "log": str(path)}
    assert "unfinished" == found["verdict"]


def test_damage_in_a_journal_is_kept_in_its_log(path: Path) -> None:
    """An entry out of order, and the damage after it, stay where they are."""
    wires = wires_in_order_of_arrival()
    path.write_bytes(path.read_bytes() + journal.pack(wires[-1:]) + b"\xff" * 4)
    with pytest.raises(file.DamagedLog) as found:
        file.read(read(path))
    assert wires[-1] == found.value.wires[-1]
    assert ENTRIES + 1 == len(found.value.wires)


@pytest.mark.parametrize("data", [journal.MAGIC, journal.MAGIC + bytes(9)])
def test_an_empty_journal_is_refused_by_name(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    with pytest.raises(Unreadable, match=r"game\.journal: "):
        read(path)


def test_a_journal_of_a_lobby_keeps_its_order(path: Path) -> None:
    lobby = wires_in_order_of_arrival()[:3]
    path.write_bytes(journal.begin(journal.JournalHead("oak")) + journal.pack(lobby))
    assert lobby == file.read(read(path))
