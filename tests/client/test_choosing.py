"""Choosing a table first: nothing is asked for before a person has said which."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.host.peer import LOOK_BURST
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import Post
from sealed_wonders.net.suites import OPEN
from tests.support.parlour import Client, Parlour

THREE = Terms(suite=OPEN, wanted=3)


@pytest.fixture
def parlour(tmp_path: Path) -> Iterator[Parlour]:
    """Give a host with two tables, at each of which somebody sits."""
    parlour = Parlour(tmp_path, THREE)
    for name, table in (("ann", "green"), ("bob", "red")):
        parlour.client(name, table=table).player.be_ready = None
    parlour.pump()
    yield parlour
    parlour.close()


def come(parlour: Parlour, name: str = "cleo") -> Client:
    """Let somebody come who chooses a table first, and isn't in a hurry then."""
    client = parlour.client(name, sits=False)
    client.player.be_ready = None
    parlour.pump()
    return client


def connection(parlour: Parlour, table: str) -> tuple[str, ...]:
    """Give who sits at a table."""
    room = parlour.server.registry.find(table)
    return () if room is None else room.table.line().players


def test_who_chooses_hears_of_the_tables_and_says_nothing(parlour: Parlour) -> None:
    """The host has heard a login, and no more."""
    client = parlour.client("cleo", sits=False)
    said = []
    client.tamper = lambda message: said.append(message)
    parlour.pump()

    assert ["online", "tables"] == client.player.told
    assert ["green", "red"] == [line.name for line in client.player.lines]
    assert [] == said
    assert not client.session.is_seated


def test_the_table_that_is_chosen_is_sat_at(parlour: Parlour) -> None:
    """And the session knows where it sits."""
    cleo = come(parlour)
    cleo.session.sit("red")
    parlour.pump()

    assert ("bob", "cleo") == connection(parlour, "red")
    assert "red" == cleo.session.table
    assert cleo.session.is_seated


def test_whichever_is_open_may_be_chosen_too(parlour: Parlour) -> None:
    """As whoever doesn't choose does."""
    cleo = come(parlour)
    cleo.session.sit("")
    parlour.pump()

    assert ("ann", "cleo") == connection(parlour, "green")


def test_a_new_table_may_be_named(parlour: Parlour) -> None:
    """A name that no table has opens one; what is no name is refused here."""
    cleo = come(parlour)
    with pytest.raises(ValueError, match="single spaces"):
        cleo.session.sit(" blue")
    cleo.session.sit("blue")
    parlour.pump()

    assert ("cleo",) == connection(parlour, "blue")


def test_who_sits_stays(parlour: Parlour) -> None:
    """A second choice, made before the first was heard of or after, does nothing."""
    cleo = come(parlour)
    cleo.session.sit("red")
    parlour.pump()
    cleo.session.sit("green")
    parlour.pump()

    assert ("ann",) == connection(parlour, "green")
    assert ("bob", "cleo") == connection(parlour, "red")
    assert "refused sits-elsewhere" not in cleo.player.told


def test_who_was_refused_chooses_again(parlour: Parlour) -> None:
    """Nor is the table that was full asked for again after a reconnection."""
    for name in ("dan", "eve"):
        parlour.client(name, table="red").player.be_ready = None
    cleo = come(parlour)
    cleo.session.sit("red")
    parlour.pump()
    assert "refused table-full" == cleo.player.told[-1]

    cleo.cut()
    cleo.connect()
    parlour.pump()
    assert ["offline", "online", "tables"] == cleo.player.told[-3:]
    cleo.session.sit("green")
    parlour.pump()
    assert ("ann", "cleo") == connection(parlour, "green")


def test_a_broken_connection_before_the_choice(parlour: Parlour) -> None:
    """The tables are told again, as they are then."""
    cleo = come(parlour)
    cleo.cut()
    parlour.client("dan", table="blue").player.be_ready = None
    parlour.pump()
    cleo.connect()
    parlour.pump()

    assert ["green", "red", "blue"] == [line.name for line in cleo.player.lines]
    assert not cleo.session.is_seated


@pytest.mark.parametrize("heard", [False, True])
def test_a_broken_connection_after_the_choice(parlour: Parlour, heard: bool) -> None:
    """The table is sat at by itself, whether the host had heard of it or not."""
    cleo = come(parlour)
    if heard:
        cleo.session.sit("red")
        parlour.pump()
        cleo.cut()
    else:
        cleo.cut()
        cleo.session.sit("red")
    cleo.connect()
    parlour.pump()

    assert ("bob", "cleo") == connection(parlour, "red")
    assert cleo.session.is_seated


def test_a_choice_on_which_the_connection_broke_may_be_changed(
    parlour: Parlour,
) -> None:
    """As long as no host has said that we sit there."""
    cleo = come(parlour)
    cleo.cut()
    cleo.session.sit("red")
    cleo.session.sit("green")
    cleo.connect()
    parlour.pump()

    assert ("ann", "cleo") == connection(parlour, "green")
    assert ("bob",) == connection(parlour, "red")


def test_a_seat_from_before_is_taken_up_by_itself(parlour: Parlour) -> None:
    """In a lobby: a program that was closed in a hurry, and started again."""
    cleo = come(parlour)
    cleo.session.sit("red")
    parlour.pump()
    cleo.cut()
    parlour.clients.remove(cleo)

    again = come(parlour)

    assert again.session.is_seated
    assert "red" == again.session.table
    assert ("bob", "cleo") == connection(parlour, "red")


def test_a_game_from_before_is_gone_on_with_when_it_is_chosen(parlour: Parlour) -> None:
    """And not before: whoever has left it may want another table."""
    cleo, dan = (come(parlour, name) for name in ("cleo", "dan"))
    bob = parlour.clients[1]
    for client in (bob, cleo, dan):
        client.player.pick = None
        client.session.sit("red")
    parlour.pump()
    for client in (bob, cleo, dan):
        client.session.ready()
    parlour.pump()
    assert cleo.player.question is not None
    cleo.cut()
    parlour.clients.remove(cleo)

    again = parlour.client("cleo", store=cleo.store, sits=False)
    parlour.pump()
    assert again.session.seat is None
    assert not again.session.is_seated
    assert "tables" == again.player.told[-1]
    again.session.sit("red")
    parlour.pump()
    seat = again.session.seat
    assert seat is not None
    assert again.session.is_seated
    again.session.sit("green")
    parlour.pump()
    assert "red" == again.session.table
    for client in (bob, dan):
        client.player.pick = again.player.pick
        if client.player.question and client.player.answer:
            client.player.answer(client.player.question.default)
    parlour.pump()
    assert again.session.finished


def test_whoever_has_left_a_game_may_sit_down_elsewhere(parlour: Parlour) -> None:
    cleo, dan = (come(parlour, name) for name in ("cleo", "dan"))
    bob = parlour.clients[1]
    for client in (bob, cleo, dan):
        client.player.pick = None
        client.session.sit("red")
    parlour.pump()
    for client in (bob, cleo, dan):
        client.session.ready()
    parlour.pump()
    cleo.cut()
    parlour.clients.remove(cleo)
    again = parlour.client("cleo", store=cleo.store, sits=False)
    parlour.pump()
    again.session.sit("green")
    parlour.pump()
    assert "green" == again.session.table
    assert again.session.seat is None
    assert "cleo" in connection(parlour, "green")


def test_somebody_who_looks_on_at_a_draw_may_go_elsewhere(parlour: Parlour) -> None:
    """At a table where seats are being drawn there is none, but others have some."""
    others = [parlour.clients[1], *(come(parlour, name) for name in ("dan", "eve"))]
    for other in others:
        other.session.sit("red")
    parlour.pump()
    # The draw goes on as long as one of them doesn't reveal.
    others[0].tamper = lambda message: None if isinstance(message, Post) else message
    for other in others:
        other.session.ready()
    parlour.pump()
    cleo = come(parlour)
    cleo.session.sit("red")
    parlour.pump()
    assert "refused drawing" in cleo.player.told
    assert "red" == cleo.player.lobbies[-1].table
    assert not cleo.session.is_seated

    cleo.session.sit("green")
    parlour.pump()
    assert ("ann", "cleo") == connection(parlour, "green")
    assert "green" == cleo.player.lobbies[-1].table


def test_the_tables_can_be_looked_at_again(parlour: Parlour) -> None:
    """When a key is pressed, and not too often for the host."""
    cleo = come(parlour)
    parlour.client("dan", table="red").player.be_ready = None
    parlour.pump()
    assert ["bob"] == list(cleo.player.lines[1].players)
    cleo.session.look()
    parlour.pump()

    assert ["bob", "dan"] == list(cleo.player.lines[1].players)
    for _ in range(LOOK_BURST):
        cleo.session.look()
    parlour.pump()
    assert 1 == cleo.player.told.count("refused too-fast")
    assert 1 + LOOK_BURST == cleo.player.told.count("tables")


def test_who_asks_too_often_while_choosing_has_still_chosen(parlour: Parlour) -> None:
    """A refusal that isn't of the table changes nothing in the end."""
    cleo = come(parlour)
    for _ in range(LOOK_BURST + 1):
        cleo.session.look()
    cleo.session.sit("red")
    parlour.pump()

    assert "red" == cleo.session.table
    assert cleo.session.is_seated


def test_who_comes_after_a_void_draw_sits_down_all_the_same(parlour: Parlour) -> None:
    """The first commitment is for another draw; of that one the host tells at once."""
    others = [parlour.clients[1], *(come(parlour, name) for name in ("dan", "eve"))]
    for other in others:
        other.session.sit("red")
    parlour.pump()
    others[0].tamper = lambda message: None if isinstance(message, Post) else message
    for other in others:
        other.session.ready()
    parlour.pump()
    others[0].cut()
    parlour.clients.remove(others[0])
    parlour.clock.advance(REVEAL_PATIENCE)
    cleo = come(parlour)
    cleo.session.sit("red")
    parlour.pump()

    assert "refused wrong-draw" in cleo.player.told
    assert cleo.session.is_seated
    assert "cleo" in connection(parlour, "red")


def test_a_table_nobody_asked_for_is_not_sat_down_at(parlour: Parlour) -> None:
    """Whatever a host tells somebody who is still looking at the list."""
    cleo = come(parlour)
    room = parlour.server.registry.find("red")
    assert room is not None
    (lobby,) = room.table.notices()
    cleo.session.receive(lobby)
    parlour.pump()

    assert [] == cleo.player.lobbies
    assert "" == cleo.session.table
    assert ("bob",) == connection(parlour, "red")
    cleo.session.sit("green")
    parlour.pump()
    assert ("ann", "cleo") == connection(parlour, "green")


def test_who_looks_at_the_list_is_not_seated_for_another_game(
    parlour: Parlour,
) -> None:
    """Though they played the last one: they have gone away from its table."""
    cleo, dan = (come(parlour, name) for name in ("cleo", "dan"))
    bob = parlour.clients[1]
    for client in (cleo, dan):
        client.session.sit("red")
    parlour.pump()
    for client in (bob, cleo, dan):
        client.session.ready()
    parlour.pump()
    assert cleo.session.finished
    for client in (bob, cleo):
        client.cut()
        parlour.clients.remove(client)
    cleo = come(parlour)
    parlour.client("bob", table="red").player.be_ready = None
    parlour.pump()

    room = parlour.server.registry.find("red")
    assert room is not None
    lobby = room.table.lobby
    assert lobby is not None
    assert ("bob",) == lobby.names
    assert lobby.reserves(dan.identity.public)
    assert not lobby.reserves(cleo.identity.public)
    assert [] == cleo.player.lobbies
    assert 2 == len(room.subscriptions)
