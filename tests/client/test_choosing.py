"""Several tables at a host: the person chooses one before anything else is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import RefreshTables, SetReady, TakeSeat
from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.host.peer import LOOK_BURST
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import Post
from sealed_wonders.net.suites import OPEN
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness

THREE = Terms.of(suite=OPEN, players=3)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostHarness]:
    """Give a host with two tables, at each of which somebody sits."""
    host = HostHarness(tmp_path, THREE)
    for name, table in (("ann", "green"), ("bob", "red")):
        host.client(name, table=table).player.be_ready = None
    host.settle()
    yield host
    host.close()


def come(host: HostHarness, name: str = "cleo") -> Client:
    """Let somebody come who chooses a table first, and isn't in a hurry then."""
    client = host.client(name, sits=False)
    client.player.be_ready = None
    host.settle()
    return client


def players_at(host: HostHarness, table: str) -> tuple[str, ...]:
    """Give who sits at a table."""
    record = host.server.registry.find(table)
    return () if record is None else record.line().players


def test_who_chooses_hears_of_the_tables_and_says_nothing(host: HostHarness) -> None:
    """The host has heard a login, and no more."""
    client = host.client("cleo", sits=False)
    said = []
    client.tamper = lambda message: said.append(message)
    host.settle()

    assert ["online", "tables"] == client.player.story
    assert ["green", "red"] == [line.name for line in client.player.lines]
    assert [] == said
    assert not client.session.is_seated


def test_the_table_that_is_chosen_is_sat_at(host: HostHarness) -> None:
    """And the session knows where it sits."""
    cleo = come(host)
    cleo.session.do(TakeSeat("red"))
    host.settle()

    assert ("bob", "cleo") == players_at(host, "red")
    assert "red" == cleo.session.table
    assert cleo.session.is_seated


def test_whichever_is_open_may_be_chosen_too(host: HostHarness) -> None:
    """As whoever doesn't choose does."""
    cleo = come(host)
    cleo.session.do(TakeSeat(""))
    host.settle()

    assert ("ann", "cleo") == players_at(host, "green")


def test_a_new_table_may_be_named(host: HostHarness) -> None:
    """A name that no table has opens one; what is no name is refused here."""
    cleo = come(host)
    with pytest.raises(ValueError, match="single spaces"):
        cleo.session.do(TakeSeat(" blue"))
    cleo.session.do(TakeSeat("blue"))
    host.settle()

    assert ("cleo",) == players_at(host, "blue")


def test_who_sits_stays(host: HostHarness) -> None:
    """A second choice, made before the first was heard of or after, does nothing."""
    cleo = come(host)
    cleo.session.do(TakeSeat("red"))
    host.settle()
    cleo.session.do(TakeSeat("green"))
    host.settle()

    assert ("ann",) == players_at(host, "green")
    assert ("bob", "cleo") == players_at(host, "red")
    assert "refused sits-elsewhere" not in cleo.player.story


def test_who_was_refused_chooses_again(host: HostHarness) -> None:
    """Nor is the table that was full asked for again after a reconnection."""
    for name in ("dan", "eve"):
        host.client(name, table="red").player.be_ready = None
    cleo = come(host)
    cleo.session.do(TakeSeat("red"))
    host.settle()
    assert "refused table-full" == cleo.player.story[-1]

    cleo.disconnect()
    cleo.connect()
    host.settle()
    assert ["offline", "online", "tables"] == cleo.player.story[-3:]
    cleo.session.do(TakeSeat("green"))
    host.settle()
    assert ("ann", "cleo") == players_at(host, "green")


def test_a_broken_connection_before_the_choice(host: HostHarness) -> None:
    """The tables are told again, as they are then."""
    cleo = come(host)
    cleo.disconnect()
    host.client("dan", table="blue").player.be_ready = None
    host.settle()
    cleo.connect()
    host.settle()

    assert ["green", "red", "blue"] == [line.name for line in cleo.player.lines]
    assert not cleo.session.is_seated


@pytest.mark.parametrize("heard", [False, True])
def test_a_broken_connection_after_the_choice(host: HostHarness, heard: bool) -> None:
    """The table is sat at by itself, whether the host had heard of it or not."""
    cleo = come(host)
    if heard:
        cleo.session.do(TakeSeat("red"))
        host.settle()
        cleo.disconnect()
    else:
        cleo.disconnect()
        cleo.session.do(TakeSeat("red"))
    cleo.connect()
    host.settle()

    assert ("bob", "cleo") == players_at(host, "red")
    assert cleo.session.is_seated


def test_a_choice_on_which_the_connection_broke_may_be_changed(
    host: HostHarness,
) -> None:
    """As long as no host has said that we sit there."""
    cleo = come(host)
    cleo.disconnect()
    cleo.session.do(TakeSeat("red"))
    cleo.session.do(TakeSeat("green"))
    cleo.connect()
    host.settle()

    assert ("ann", "cleo") == players_at(host, "green")
    assert ("bob",) == players_at(host, "red")


def test_a_seat_from_before_is_taken_up_by_itself(host: HostHarness) -> None:
    """In a lobby: a program that was closed in a hurry, and started again."""
    cleo = come(host)
    cleo.session.do(TakeSeat("red"))
    host.settle()
    cleo.disconnect()
    host.clients.remove(cleo)

    again = come(host)

    assert again.session.is_seated
    assert "red" == again.session.table
    assert ("bob", "cleo") == players_at(host, "red")


def test_a_game_from_before_is_gone_on_with_when_it_is_chosen(
    host: HostHarness,
) -> None:
    """And not before: whoever has left it may want another table."""
    cleo, dan = (come(host, name) for name in ("cleo", "dan"))
    bob = host.clients[1]
    for client in (bob, cleo, dan):
        client.player.pick = None
        client.session.do(TakeSeat("red"))
    host.settle()
    for client in (bob, cleo, dan):
        client.session.do(SetReady())
    host.settle()
    assert cleo.player.question is not None
    cleo.disconnect()
    host.clients.remove(cleo)

    again = host.client("cleo", store=cleo.store, sits=False)
    host.settle()
    assert again.session.seat is None
    assert not again.session.is_seated
    assert "tables" == again.player.story[-1]
    again.session.do(TakeSeat("red"))
    host.settle()
    seat = again.session.seat
    assert seat is not None
    assert again.session.is_seated
    again.session.do(TakeSeat("green"))
    host.settle()
    assert "red" == again.session.table
    for client in (bob, dan):
        client.player.pick = again.player.pick
        if client.player.question and client.player.answer:
            client.player.answer(client.player.question.default)
    host.settle()
    assert again.session.finished


def test_whoever_has_left_a_game_may_sit_down_elsewhere(host: HostHarness) -> None:
    cleo, dan = (come(host, name) for name in ("cleo", "dan"))
    bob = host.clients[1]
    for client in (bob, cleo, dan):
        client.player.pick = None
        client.session.do(TakeSeat("red"))
    host.settle()
    for client in (bob, cleo, dan):
        client.session.do(SetReady())
    host.settle()
    cleo.disconnect()
    host.clients.remove(cleo)
    again = host.client("cleo", store=cleo.store, sits=False)
    host.settle()
    again.session.do(TakeSeat("green"))
    host.settle()
    assert "green" == again.session.table
    assert again.session.seat is None
    assert "cleo" in players_at(host, "green")


def test_somebody_who_looks_on_at_a_draw_may_go_elsewhere(host: HostHarness) -> None:
    """At a table where seats are being drawn there is none, but others have some."""
    others = [host.clients[1], *(come(host, name) for name in ("dan", "eve"))]
    for other in others:
        other.session.do(TakeSeat("red"))
    host.settle()
    # The draw goes on as long as one of them doesn't reveal.
    others[0].tamper = lambda message: None if isinstance(message, Post) else message
    for other in others:
        other.session.do(SetReady())
    host.settle()
    cleo = come(host)
    cleo.session.do(TakeSeat("red"))
    host.settle()
    assert "refused drawing" in cleo.player.story
    assert "red" == cleo.player.lobbies[-1].table
    assert not cleo.session.is_seated

    cleo.session.do(TakeSeat("green"))
    host.settle()
    assert ("ann", "cleo") == players_at(host, "green")
    assert "green" == cleo.player.lobbies[-1].table


def test_the_tables_can_be_looked_at_again(host: HostHarness) -> None:
    """When a key is pressed, and not too often for the host."""
    cleo = come(host)
    host.client("dan", table="red").player.be_ready = None
    host.settle()
    assert ["bob"] == list(cleo.player.lines[1].players)
    cleo.session.do(RefreshTables())
    host.settle()

    assert ["bob", "dan"] == list(cleo.player.lines[1].players)
    for _ in range(LOOK_BURST):
        cleo.session.do(RefreshTables())
    host.settle()
    assert 1 == cleo.player.story.count("refused too-fast")
    assert 1 + LOOK_BURST == cleo.player.story.count("tables")


def test_who_asks_too_often_while_choosing_has_still_chosen(host: HostHarness) -> None:
    """A refusal that isn't of the table changes nothing in the end."""
    cleo = come(host)
    for _ in range(LOOK_BURST + 1):
        cleo.session.do(RefreshTables())
    cleo.session.do(TakeSeat("red"))
    host.settle()

    assert "red" == cleo.session.table
    assert cleo.session.is_seated


def test_who_comes_after_a_void_draw_sits_down_all_the_same(host: HostHarness) -> None:
    """The first commitment is for another draw; of that one the host tells at once."""
    others = [host.clients[1], *(come(host, name) for name in ("dan", "eve"))]
    for other in others:
        other.session.do(TakeSeat("red"))
    host.settle()
    others[0].tamper = lambda message: None if isinstance(message, Post) else message
    for other in others:
        other.session.do(SetReady())
    host.settle()
    others[0].disconnect()
    host.clients.remove(others[0])
    host.clock.advance(REVEAL_PATIENCE)
    cleo = come(host)
    cleo.session.do(TakeSeat("red"))
    host.settle()

    assert "refused wrong-draw" in cleo.player.story
    assert cleo.session.is_seated
    assert "cleo" in players_at(host, "red")


def test_a_table_nobody_asked_for_is_not_sat_down_at(host: HostHarness) -> None:
    """Whatever a host tells somebody who is still looking at the list."""
    cleo = come(host)
    record = host.server.registry.find("red")
    assert record is not None
    (lobby,) = record.phase.notices()
    cleo.session.receive(lobby)
    host.settle()

    assert [] == cleo.player.lobbies
    assert "" == cleo.session.table
    assert ("bob",) == players_at(host, "red")
    cleo.session.do(TakeSeat("green"))
    host.settle()
    assert ("ann", "cleo") == players_at(host, "green")


def test_who_looks_at_the_list_is_not_seated_for_another_game(
    host: HostHarness,
) -> None:
    """Though they played the last one: they have gone away from its table."""
    cleo, dan = (come(host, name) for name in ("cleo", "dan"))
    bob = host.clients[1]
    for client in (cleo, dan):
        client.session.do(TakeSeat("red"))
    host.settle()
    for client in (bob, cleo, dan):
        client.session.do(SetReady())
    host.settle()
    assert cleo.session.finished
    for client in (bob, cleo):
        client.disconnect()
        host.clients.remove(client)
    cleo = come(host)
    host.client("bob", table="red").player.be_ready = None
    host.settle()

    record = host.server.registry.find("red")
    assert record is not None
    lobby = record.lobby
    assert lobby is not None
    assert ("bob",) == lobby.names
    assert lobby.reserves(dan.identity.public)
    assert not lobby.reserves(cleo.identity.public)
    assert [] == cleo.player.lobbies
    assert 2 == len(record.subscriptions)
