"""Games whose entries the host reads from its journals instead of memory."""

from __future__ import annotations

import pytest

from sealed_wonders.host import gamefiles
from sealed_wonders.host.news import Trouble
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Log, Read
from sealed_wonders.net.system.files import CAN_READ_AT
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost
from tests.support.inprocess.takers import reading_spectator

pytestmark = pytest.mark.skipif(not CAN_READ_AT, reason="there nothing is held")


@pytest.fixture
def host(
    start_host: StartHost, toy: Terms, monkeypatch: pytest.MonkeyPatch
) -> HostHarness:
    """Return a host that remembers only unsynced entries; its game waits for ann."""
    monkeypatch.setattr(gamefiles, "NEWEST", 0)
    host = start_host(toy)
    ann, *_ = host.join()
    host.leave_unanswered([ann])
    assert ann.player.question is not None
    return host


def held(host: HostHarness) -> int:
    """Return the number of entries whose bytes aren't in the host's memory."""
    entries = host.game.fold.entries()
    return sum(not isinstance(entry._wire, Wire) for entry in entries)


def read(client: Client) -> list[Wire]:
    """Ask for the whole log, and return its entries."""
    client.received.clear()
    client.speak(Read(client.host.table.name, 0))
    logs = client.heard(Log)
    return [wire for log in logs for wire in log.wires]


def test_a_game_is_finished_with_its_entries_on_disk(host: HostHarness) -> None:
    """Spectators read the same log during the game and after it."""
    ann, *_ = people = host.clients
    assert host.game.fold.position - 4 < held(host)
    eve = reading_spectator(host, "eve")
    assert host.game.fold.position == len(read(eve))
    host.restart()
    host.reconnect(people)
    host.answer_at_once([ann])
    log = host.completed_game().log
    assert log is not None
    assert host.game.fold.log() == log.read_bytes() == ann.seat.fold.log()
    assert not list(host.folder.glob("*.journal"))
    finn = reading_spectator(host, "finn")
    assert read(finn) == [entry.wire for entry in ann.seat.fold.entries()]


def test_an_unreadable_journal_stops_its_table(host: HostHarness) -> None:
    """The error is reported, and the journal stays for an operator to mend the disk."""
    (path,) = host.folder.glob("*.journal")
    before = path.read_bytes()
    path.write_bytes(before[:100] + bytes(len(before) - 100))
    eve = reading_spectator(host, "eve")
    read(eve)
    assert TableState.STOPPED is host.table.state
    troubles = [str(it) for it in host.news_of(Trouble)]
    assert any("Input/output error" in it for it in troubles)
    assert path.exists()
    assert all(one.player.reason for one in host.clients[:3])
