"""Journals, of hosts or of players, are read as the logs of their games so far."""

from __future__ import annotations

import random
from itertools import groupby
from pathlib import Path

import pytest

from sealed_wonders.client.logs.files import Unreadable, read
from sealed_wonders.net.log import file, journal
from sealed_wonders.net.log.envelopes import Wire, parse, wires_of
from sealed_wonders.net.suites import OPEN
from tests.support.auditing import LOBBY, AuditRunner, game

ENTRIES = 90
"""So many, as the host of an open game had them, and has no end of it."""


def as_they_came() -> tuple[Wire, ...]:
    """Give the entries of an unfinished game, in each phase in another order."""
    chance = random.Random(1)
    wires = wires_of(game(OPEN).entries())[:ENTRIES]
    phases = groupby(wires[LOBBY:], lambda wire: parse(wire.env).phase)
    groups = [list(group) for _, group in phases]
    for group in groups:
        chance.shuffle(group)
    return wires[:LOBBY] + tuple(wire for group in groups for wire in group)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a journal."""
    path = tmp_path / "game.journal"
    path.write_bytes(
        journal.begin(journal.JournalHead("oak")) + journal.pack(as_they_came())
    )
    return path


def test_a_journal_is_audited_as_the_log_it_will_be(
    path: Path, cli: AuditRunner
) -> None:
    """Its entries stand in the one order of a log, and the game isn't over."""
    assert set(file.read(read(path))) == set(as_they_came())
    assert as_they_came() != file.read(read(path))
    found = cli.json(path)
    log = path.with_name("game.swlog")
    log.write_bytes(read(path))
    assert found == {**cli.json(log), "log": str(path)}
    assert "unfinished" == found["verdict"]


def test_what_is_wrong_with_a_journal_is_found_in_the_log(path: Path) -> None:
    """An entry that doesn't follow, and damage behind it, stay where they are."""
    wires = as_they_came()
    path.write_bytes(path.read_bytes() + journal.pack(wires[-1:]) + b"\xff" * 4)
    with pytest.raises(file.DamagedLog) as found:
        file.read(read(path))
    assert wires[-1] == found.value.wires[-1]
    assert ENTRIES + 1 == len(found.value.wires)


@pytest.mark.parametrize("data", [journal.MAGIC, journal.MAGIC + bytes(9)])
def test_one_that_holds_nothing_is_named(data: bytes, path: Path) -> None:
    """One line."""
    path.write_bytes(data)
    with pytest.raises(Unreadable, match=r"game\.journal: "):
        read(path)


def test_a_lobby_alone_is_no_game_yet(path: Path) -> None:
    """It is given as it is."""
    lobby = as_they_came()[:3]
    path.write_bytes(journal.begin(journal.JournalHead("oak")) + journal.pack(lobby))
    assert lobby == file.read(read(path))
