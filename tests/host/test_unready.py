"""Members of a lobby who don't get ready, and how their seats become free."""

from __future__ import annotations

from sealed_wonders.host.news import GotUp, TableClosed
from sealed_wonders.host.unready import LAST_CALL
from sealed_wonders.net.messages import Closed, Lobby, Unseat
from sealed_wonders.net.tableoptions import READY_WITHIN
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import StartHost, open_terms


def notes(client: Client) -> list[str]:
    return [it.note for it in client.received if isinstance(it, Lobby) and it.note]


def test_people_who_block_all_tables_unready_lose_them(start_host: StartHost) -> None:
    """Each is warned, and a minute later the tables are closed."""
    host = start_host(open_terms(3), tables=16)
    crowd = [
        host.client(
            f"eve {n}", table=f"of {n}", ready=False, address=f"10.0.{n // 4}.66"
        )
        for n in range(16)
    ]
    host.settle()
    assert [[]] * 16 == [it.refusals for it in crowd]
    bob = host.connect("bob", table="of bob", ready=False)
    assert ["no-room"] == bob.refusals
    host.pass_time(READY_WITHIN.default - LAST_CALL, step=30)
    assert {1} == {len(notes(it)) for it in crowd}
    host.pass_time(LAST_CALL, step=30)
    assert 16 == len(host.news_of(GotUp)) == len(host.news_of(TableClosed))
    closed = [it for eve in crowd for it in eve.heard(Closed)]
    assert 16 == len(closed)
    assert "eve 0 wasn't ready in time, so that seat is free again" == closed[0].reason
    cleo = host.connect("cleo", table="of cleo", ready=False)
    assert "of cleo" == cleo.session.table


def test_ready_members_can_free_the_seat_of_an_unready_one(
    start_host: StartHost,
) -> None:
    """Ann and bob ask for it. A minute later cleo gets the seat and the game begins."""
    host = start_host(open_terms(3))
    people = [host.client(name) for name in ("ann", "bob")]
    eve = host.connect("eve", ready=False)
    for person in people:
        person.send(Unseat(eve.identity.public, True))
    host.settle()
    assert notes(eve)[-1].endswith(
        "these players must be ready within 60 seconds, or they will lose their seats: eve"
    )
    host.pass_time(LAST_CALL)
    assert [] == [it.refusals for it in people if it.refusals]
    assert isinstance(eve.received[-1], Closed)
    host.restart_clients([eve], "table 1")
    assert ["put-out"] == eve.refusals
    host.client("cleo")
    host.until(lambda: host.has_begun)


def test_half_of_the_people_cannot_free_a_seat(start_host: StartHost) -> None:
    """Otherwise the first at a table could send everybody away who comes."""
    host = start_host(open_terms(4))
    ann, eve = host.client("ann"), host.connect("eve", ready=False)
    ann.speak(Unseat(eve.identity.public, True))
    host.pass_time(LAST_CALL + 1)
    assert ("ann", "eve") == host.table.line().players
    bob = host.connect("bob")
    bob.speak(Unseat(eve.identity.public, True))
    host.pass_time(LAST_CALL + 1)
    assert ("ann", "bob") == host.table.line().players
