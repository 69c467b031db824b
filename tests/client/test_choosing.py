"""Several tables at a host: the person chooses one before anything else is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import (
    Action,
    RefreshTables,
    SetReady,
    TakeSeat,
)
from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.host.requests import LIST_LIMIT
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import Post
from sealed_wonders.net.suites import OPEN
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness


class Tables(HostHarness):
    """A host with two tables: ann sits at the green one, bob at the red one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, Terms.of(suite=OPEN, players=3))
        _ann, self.bob = (self.sits(*it) for it in (("ann", "green"), ("bob", "red")))
        self.settle()

    def sits(self, name: str, table: str) -> Client:
        """Let somebody come who sits down at a table at once."""
        client = self.client(name, table=table)
        client.player.be_ready = None
        return client

    def comes(self, name: str = "cleo") -> Client:
        """Let somebody come who chooses a table first, and isn't in a hurry then."""
        client = self.client(name, sits=False)
        client.player.be_ready = None
        self.settle()
        return client

    def do(self, action: Action, *clients: Client) -> None:
        for client in clients:
            client.session.do(action)
        self.settle()

    def at(self, table: str) -> tuple[str, ...]:
        """Give who sits at a table."""
        record = self.server.registry.find(table)
        return () if record is None else record.line().players

    def reconnect(self, client: Client) -> None:
        client.connect()
        self.settle()

    def leave(self, client: Client) -> None:
        """End somebody's program."""
        client.disconnect()
        self.clients.remove(client)

    def play_at_red(self) -> list[Client]:
        """Let bob play with cleo and dan, who wait for each other's choices."""
        players = [self.bob, self.comes("cleo"), self.comes("dan")]
        for client in players:
            client.player.pick = None
        self.do(TakeSeat("red"), *players)
        self.do(SetReady(), *players)
        return players

    def draw_at_red(self) -> None:
        """Have seats drawn there for as long as bob doesn't reveal."""
        players = [self.bob, self.comes("dan"), self.comes("eve")]
        self.do(TakeSeat("red"), *players)
        self.bob.tamper = lambda it: None if isinstance(it, Post) else it
        self.do(SetReady(), *players)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Tables]:
    host = Tables(tmp_path)
    yield host
    host.close()


def test_who_chooses_hears_of_the_tables_and_says_nothing(host: Tables) -> None:
    """The host has heard a login, and no more."""
    client = host.client("cleo", sits=False)
    said = []
    client.tamper = lambda message: said.append(message)
    host.settle()
    assert ["online", "tables"] == client.player.story
    assert ["green", "red"] == [line.name for line in client.player.lines]
    assert [] == said
    assert not client.session.is_seated


@pytest.mark.parametrize(
    ("chosen", "table", "there"),
    [
        ("red", "red", ("bob", "cleo")),
        ("", "green", ("ann", "cleo")),  # as who doesn't choose
        ("blue", "blue", ("cleo",)),  # a name that no table has
    ],
)
def test_the_table_that_is_chosen_is_sat_at(
    host: Tables, chosen: str, table: str, there: tuple[str, ...]
) -> None:
    """And the session knows where it sits; a second choice does nothing any more."""
    cleo = host.comes()
    with pytest.raises(ValueError, match="single spaces"):
        cleo.session.do(TakeSeat(" blue"))
    host.do(TakeSeat(chosen), cleo)
    assert there == host.at(table)
    assert table == cleo.session.table
    assert cleo.session.is_seated
    host.do(TakeSeat("yellow"), cleo)
    assert there == host.at(table)
    assert "refused sits-elsewhere" not in cleo.player.story


def test_who_was_refused_chooses_again(host: Tables) -> None:
    """Nor is the table that was full asked for again after a reconnection."""
    for name in ("dan", "eve"):
        host.sits(name, "red")
    cleo = host.comes()
    host.do(TakeSeat("red"), cleo)
    assert "refused table-full" == cleo.player.story[-1]
    cleo.disconnect()
    host.reconnect(cleo)
    assert ["offline", "online", "tables"] == cleo.player.story[-3:]
    host.do(TakeSeat("green"), cleo)
    assert ("ann", "cleo") == host.at("green")


def test_a_broken_connection_before_the_choice(host: Tables) -> None:
    """The tables are told again, as they are then."""
    cleo = host.comes()
    cleo.disconnect()
    host.sits("dan", "blue")
    host.settle()
    host.reconnect(cleo)
    assert ["green", "red", "blue"] == [line.name for line in cleo.player.lines]
    assert not cleo.session.is_seated


@pytest.mark.parametrize(
    ("heard", "then", "table"),
    [("red", (), "red"), ("", ("red",), "red"), ("", ("red", "green"), "green")],
    ids=["the host heard it", "it didn't", "another was chosen since"],
)
def test_a_broken_connection_after_the_choice(
    host: Tables, heard: str, then: tuple[str, ...], table: str
) -> None:
    """The table is sat at by itself; the choice may be changed until a host has heard it."""
    cleo = host.comes()
    if heard:
        host.do(TakeSeat(heard), cleo)
    cleo.disconnect()
    for choice in then:
        cleo.session.do(TakeSeat(choice))
    host.reconnect(cleo)
    assert "cleo" in host.at(table)
    assert 3 == len(host.at("red") + host.at("green"))
    assert cleo.session.is_seated


def test_a_seat_from_before_is_taken_up_by_itself(host: Tables) -> None:
    """In a lobby: a program that was closed in a hurry, and started again."""
    cleo = host.comes()
    host.do(TakeSeat("red"), cleo)
    host.leave(cleo)
    again = host.comes()
    assert again.session.is_seated
    assert "red" == again.session.table
    assert ("bob", "cleo") == host.at("red")


@pytest.mark.parametrize("chosen", ["red", "green"])
def test_a_game_from_before_is_gone_on_with_when_it_is_chosen(
    host: Tables, chosen: str
) -> None:
    """And not before: whoever has left it may want another table."""
    bob, cleo, dan = host.play_at_red()
    assert cleo.player.question is not None
    host.leave(cleo)
    again = host.come("cleo", store=cleo.store, sits=False)
    assert again.session.seat is None
    assert not again.session.is_seated
    assert "tables" == again.player.story[-1]
    host.do(TakeSeat(chosen), again)
    assert again.session.is_seated
    assert chosen == again.session.table
    if chosen == "green":
        assert again.session.seat is None
        assert "cleo" in host.at("green")
        return
    host.do(TakeSeat("green"), again)
    assert "red" == again.session.table
    for client in (bob, dan):
        client.player.pick = again.player.pick
        if client.player.question and client.player.answer:
            client.player.answer(client.player.question.default)
    host.settle()
    assert again.session.finished


def test_somebody_who_looks_on_at_a_draw_may_go_elsewhere(host: Tables) -> None:
    """At a table where seats are being drawn there is none, but others have some."""
    host.draw_at_red()
    cleo = host.comes()
    host.do(TakeSeat("red"), cleo)
    assert "refused drawing" in cleo.player.story
    assert "red" == cleo.player.lobbies[-1].table
    assert not cleo.session.is_seated
    host.do(TakeSeat("green"), cleo)
    assert ("ann", "cleo") == host.at("green")
    assert "green" == cleo.player.lobbies[-1].table


def test_who_comes_after_a_void_draw_sits_down_all_the_same(host: Tables) -> None:
    """The first commitment is for another draw; of that one the host tells at once."""
    host.draw_at_red()
    host.leave(host.bob)
    host.clock.advance(REVEAL_PATIENCE)
    cleo = host.comes()
    host.do(TakeSeat("red"), cleo)
    assert "refused wrong-draw" in cleo.player.story
    assert cleo.session.is_seated
    assert "cleo" in host.at("red")


def test_the_tables_can_be_looked_at_again(host: Tables) -> None:
    """When a key is pressed, not too often for the host; the choice counts all the same."""
    cleo = host.comes()
    host.sits("dan", "red")
    host.settle()
    assert ["bob"] == list(cleo.player.lines[1].players)
    host.do(RefreshTables(), cleo)
    assert ["bob", "dan"] == list(cleo.player.lines[1].players)
    for _ in range(LIST_LIMIT.burst):
        cleo.session.do(RefreshTables())
    host.do(TakeSeat("red"), cleo)
    assert 1 == cleo.player.story.count("refused too-fast")
    assert 1 + LIST_LIMIT.burst == cleo.player.story.count("tables")
    assert "red" == cleo.session.table
    assert cleo.session.is_seated


def test_a_table_nobody_asked_for_is_not_sat_down_at(host: Tables) -> None:
    """Whatever a host tells somebody who is still looking at the list."""
    cleo = host.comes()
    record = host.server.registry.find("red")
    assert record is not None
    (lobby,) = record.phase.notices()
    cleo.session.receive(lobby)
    host.settle()
    assert [] == cleo.player.lobbies
    assert "" == cleo.session.table
    assert ("bob",) == host.at("red")
    host.do(TakeSeat("green"), cleo)
    assert ("ann", "cleo") == host.at("green")


def test_who_looks_at_the_list_is_not_seated_for_another_game(host: Tables) -> None:
    """Though they played the last one: they have gone away from its table."""
    cleo, dan = host.comes("cleo"), host.comes("dan")
    host.do(TakeSeat("red"), cleo, dan)
    host.do(SetReady(), host.bob, cleo, dan)
    assert cleo.session.finished
    host.leave(host.bob)
    host.leave(cleo)
    cleo = host.comes()
    host.sits("bob", "red")
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
