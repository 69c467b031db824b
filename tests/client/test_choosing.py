"""With several tables, the player chooses one before anything else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import (
    Action,
    RefreshTables,
    SetReady,
    TakeSeat,
)
from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.host.publisher import LEAST_WAIT
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
        _ann, self.bob = (
            self.add_seated(*it) for it in (("ann", "green"), ("bob", "red"))
        )
        self.settle()

    def add_seated(self, name: str, table: str) -> Client:
        """Add a client that sits down at a table at once."""
        client = self.client(name, table=table)
        client.player.be_ready = None
        return client

    def add_choosing(self, name: str = "cleo") -> Client:
        """Add a client that first chooses a table, and doesn't get ready by itself."""
        client = self.client(name, sits=False)
        client.player.be_ready = None
        self.settle()
        return client

    def do(self, action: Action, *clients: Client) -> None:
        for client in clients:
            client.session.do(action)
        self.settle()

    def at(self, table: str) -> tuple[str, ...]:
        """Return the players at a table."""
        record = self.server.registry.find(table)
        return () if record is None else record.line().players

    def leave(self, client: Client) -> None:
        """End a client."""
        client.disconnect()
        self.clients.remove(client)

    def play_at_red(self) -> list[Client]:
        """Make bob play with cleo and dan, all of whom owe a choice."""
        players = [self.bob, self.add_choosing("cleo"), self.add_choosing("dan")]
        for client in players:
            client.player.pick = None
        self.do(TakeSeat("red"), *players)
        self.do(SetReady(), *players)
        return players

    def draw_at_red(self) -> None:
        """Make a draw of seats begin, which lasts because bob doesn't reveal."""
        players = [self.bob, self.add_choosing("dan"), self.add_choosing("eve")]
        self.do(TakeSeat("red"), *players)
        self.bob.tamper = lambda it: None if isinstance(it, Post) else it
        self.do(SetReady(), *players)


@pytest.fixture
def host(tmp_path: Path) -> Tables:
    return Tables(tmp_path)


def test_a_client_that_chooses_gets_the_tables_and_sends_nothing(host: Tables) -> None:
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
        ("", "green", ("ann", "cleo")),  # no choice
        ("blue", "blue", ("cleo",)),  # a new table
    ],
)
def test_a_client_sits_down_at_the_chosen_table(
    host: Tables, chosen: str, table: str, there: tuple[str, ...]
) -> None:
    """A second choice has no effect."""
    cleo = host.add_choosing()
    with pytest.raises(ValueError, match="single spaces"):
        cleo.session.do(TakeSeat(" blue"))
    host.do(TakeSeat(chosen), cleo)
    assert there == host.at(table)
    assert table == cleo.session.table
    assert cleo.session.is_seated
    host.do(TakeSeat("yellow"), cleo)
    assert there == host.at(table)
    assert "refused sits-elsewhere" not in cleo.player.story


def test_a_client_refused_at_a_full_table_chooses_again(host: Tables) -> None:
    """It doesn't request the full table again when it reconnects."""
    for name in ("dan", "eve"):
        host.add_seated(name, "red")
    cleo = host.add_choosing()
    host.do(TakeSeat("red"), cleo)
    assert "refused table-full" == cleo.player.story[-1]
    cleo.disconnect()
    host.reconnect([cleo])
    assert ["offline", "online", "tables"] == cleo.player.story[-3:]
    host.do(TakeSeat("green"), cleo)
    assert ("ann", "cleo") == host.at("green")


def test_a_client_that_reconnects_before_choosing_gets_new_tables(host: Tables) -> None:
    cleo = host.add_choosing()
    cleo.disconnect()
    host.add_seated("dan", "blue")
    host.settle()
    host.reconnect([cleo])
    assert ["green", "red", "blue"] == [line.name for line in cleo.player.lines]
    assert not cleo.session.is_seated


@pytest.mark.parametrize(
    ("heard", "then", "table"),
    [("red", (), "red"), ("", ("red",), "red"), ("", ("red", "green"), "green")],
    ids=["the host heard it", "it didn't", "another was chosen since"],
)
def test_a_client_that_reconnects_after_choosing_sits_down(
    host: Tables, heard: str, then: tuple[str, ...], table: str
) -> None:
    """The choice can be changed until the host has received it."""
    cleo = host.add_choosing()
    if heard:
        host.do(TakeSeat(heard), cleo)
    cleo.disconnect()
    for choice in then:
        cleo.session.do(TakeSeat(choice))
    host.reconnect([cleo])
    assert "cleo" in host.at(table)
    assert 3 == len(host.at("red") + host.at("green"))
    assert cleo.session.is_seated


def test_a_restarted_client_returns_to_its_seat_in_a_lobby(host: Tables) -> None:
    cleo = host.add_choosing()
    host.do(TakeSeat("red"), cleo)
    host.leave(cleo)
    again = host.add_choosing()
    assert again.session.is_seated
    assert "red" == again.session.table
    assert ("bob", "cleo") == host.at("red")


@pytest.mark.parametrize("chosen", ["red", "green"])
def test_a_restarted_client_resumes_its_game_only_when_it_is_chosen(
    host: Tables, chosen: str
) -> None:
    """The player may have left it, and may want another table."""
    bob, cleo, dan = host.play_at_red()
    assert cleo.player.question is not None
    host.leave(cleo)
    again = host.connect("cleo", store=cleo.store, sits=False)
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


def test_a_client_refused_during_a_draw_can_choose_another_table(host: Tables) -> None:
    host.draw_at_red()
    cleo = host.add_choosing()
    host.do(TakeSeat("red"), cleo)
    assert "refused drawing" in cleo.player.story
    assert "red" == cleo.player.lobbies[-1].table
    assert not cleo.session.is_seated
    host.do(TakeSeat("green"), cleo)
    assert ("ann", "cleo") == host.at("green")
    assert "green" == cleo.player.lobbies[-1].table


def test_a_client_sits_down_after_a_void_draw(host: Tables) -> None:
    """Its first commitment is for a wrong draw; the host then reports the right one."""
    host.draw_at_red()
    host.leave(host.bob)
    host.clock.pump((REVEAL_PATIENCE, LEAST_WAIT))
    cleo = host.add_choosing()
    host.do(TakeSeat("red"), cleo)
    assert "refused wrong-draw" in cleo.player.story
    assert cleo.session.is_seated
    assert "cleo" in host.at("red")


def test_the_list_of_tables_can_be_refreshed(host: Tables) -> None:
    """But not too often. The player can still choose after that refusal."""
    cleo = host.add_choosing()
    host.add_seated("dan", "red")
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


def test_an_unrequested_lobby_is_ignored(host: Tables) -> None:
    """Whatever a host sends to a client that still shows the list."""
    cleo = host.add_choosing()
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


def test_a_client_at_the_list_gets_no_reserved_seat(host: Tables) -> None:
    """Although it played the last game at that table, it has left the table."""
    cleo, dan = host.add_choosing("cleo"), host.add_choosing("dan")
    host.do(TakeSeat("red"), cleo, dan)
    host.do(SetReady(), host.bob, cleo, dan)
    assert cleo.session.finished
    host.leave(host.bob)
    host.leave(cleo)
    cleo = host.add_choosing()
    host.add_seated("bob", "red")
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
