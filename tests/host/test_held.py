"""Games whose entries the host reads from its journals, rather than holding them in memory."""

from __future__ import annotations

import pytest

from sealed_wonders.host import gamefiles
from sealed_wonders.host.news import Trouble
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Log, Read
from sealed_wonders.net.system.files import CAN_READ_AT
from tests.support.inprocess.client import Client, choose
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, StartHost
from tests.support.inprocess.takers import onlooker

pytestmark = pytest.mark.skipif(not CAN_READ_AT, reason="there nothing is held")


@pytest.fixture
def host(
    start_host: StartHost, toy: Terms, monkeypatch: pytest.MonkeyPatch
) -> HostHarness:
    """A host that holds nothing but what isn't synced yet; its games wait for ann."""
    monkeypatch.setattr(gamefiles, "NEWEST", 0)
    host = start_host(toy)
    ann, *_ = host.join()
    host.hold([ann])
    assert ann.player.question is not None
    return host


def held(host: HostHarness) -> int:
    """Tell of how many entries of a game the host has no bytes."""
    entries = host.game.fold.entries()
    return sum(not isinstance(entry._wire, Wire) for entry in entries)


def read(client: Client) -> list[Wire]:
    """Ask for the whole log, and give what is told of it."""
    client.received.clear()
    client.send(Read(client.host.table.name, 0))
    client.host.settle()
    logs = client.heard(Log)
    return [wire for log in logs for wire in log.wires]


def test_a_game_comes_to_its_end_without_being_held(host: HostHarness) -> None:
    """Who comes late, or asks when it is over, reads what all have read."""
    ann, *_ = people = host.clients
    assert host.game.fold.position - 4 < held(host)
    eve = onlooker(host, "eve")
    assert host.game.fold.position == len(read(eve))
    host.restart()
    host.come_back(people)
    ann.player.pick = any_move
    choose(host, ann)
    log = host.ended().log
    assert log is not None
    assert host.game.fold.log() == log.read_bytes() == ann.seat.fold.log()
    assert not list(host.folder.glob("*.journal"))
    finn = onlooker(host, "finn")
    assert read(finn) == [entry.wire for entry in ann.seat.fold.entries()]


def test_a_journal_that_can_t_be_read_stops_its_table_alone(host: HostHarness) -> None:
    """One line names it; the journal stays, for whoever can mend the disk."""
    (path,) = host.folder.glob("*.journal")
    before = path.read_bytes()
    path.write_bytes(before[:100] + bytes(len(before) - 100))
    eve = onlooker(host, "eve")
    read(eve)
    assert TableState.STOPPED is host.table.state
    troubles = [str(it) for it in host.told(Trouble)]
    assert any("Input/output error" in it for it in troubles)
    assert path.exists()
    assert all(one.player.reason for one in host.clients[:3])
