"""Rematches: the same people at the same table, and seats of those who stay away."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.actions import SetReady, Speak
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.host.news import GameCompleted, TableClosed
from sealed_wonders.host.tableregistry import FINISHED_KEPT
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net import passwords
from sealed_wonders.net.lobby import DrawSide
from sealed_wonders.net.messages import (
    AGAIN_PATIENCE,
    Leave,
    Lobby,
    Log,
    Read,
    Say,
    Sit,
)
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    sealed_terms,
)
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import HOST, nonce_of
from tests.support.talk import place_of_table, signed_chat
from tests.support.toy import TOY

pytestmark = pytest.mark.usefixtures("toy")


def finished_toy_game(
    start_host: StartHost, wanted: int = 3, names: str = "ann bob cleo"
) -> tuple[HostHarness, list[Client]]:
    """Play a game of the toy to its end; return the host and the people, who stay."""
    host = start_host(open_terms(wanted, game=TOY))
    # For any number, nobody may be ready before all have arrived.
    people = [host.client(name, ready=bool(wanted)) for name in names.split()]
    host.settle()
    for person in people if not wanted else ():
        person.session.do(SetReady())
    host.settle()
    host.completed_game()
    return host, people


def ask_for_rematch(person: Client, *, ready: bool = True) -> None:
    """Make somebody ask for a rematch."""
    person.gets_ready = ready
    person.play_again()
    person.host.settle()


def heard(person: Client) -> list[str]:
    return [text for _, text in person.player.chats]


def keeps_seat(host: HostHarness, person: Client) -> bool:
    """Return whether the rematch reserves a seat for somebody."""
    record = host.server.registry.find("table 1")
    assert record is not None
    assert record.lobby is not None
    return record.lobby.reserves(person.identity.public)


def test_a_rematch_reserves_the_players_seats_for_a_minute(
    start_host: StartHost,
) -> None:
    """No stranger gets these seats. Spectators move along to the rematch."""
    host, (ann, bob, cleo) = finished_toy_game(start_host)
    eve = host.client("eve", table="table 1", looks_on=True)
    ask_for_rematch(ann)
    assert ["ann"] == [it.name for it in eve.heard(Lobby)[-1].people]
    ask_for_rematch(bob)
    dan = host.connect("dan", table="table 1")
    assert ["table-full"] == dan.refusals
    ann.player.pick = None
    host.pass_time(AGAIN_PATIENCE - 1)
    assert TableState.LOBBY is host.table.state
    host.pass_time(1)
    host.restart_clients([dan], "table 1")
    assert {"ann", "bob", "dan"} == set(host.game.names)
    log = eve.heard(Log)[-1]
    assert host.game.fold.position == log.entry + len(log.wires)
    # A player who comes too late is refused.
    ask_for_rematch(cleo)
    assert ["begun"] == cleo.refusals


@pytest.mark.parametrize("goes", [True, False])
def test_a_rematch_for_any_number_begins_without_absent_players(
    goes: bool, start_host: StartHost
) -> None:
    """It begins at once if they disconnect, and otherwise after a minute."""
    host, (ann, bob, cleo, dan) = finished_toy_game(start_host, 0, "ann bob cleo dan")
    for person in (ann, bob, cleo):
        ask_for_rematch(person)
    assert TableState.LOBBY is host.table.state
    if goes:
        host.disconnect([dan])
    else:
        host.pass_time(AGAIN_PATIENCE)
        assert [] == dan.player.rematches[-1]  # the rematch has begun
    # This changes the options, so all have agreed again.
    assert {"ann", "bob", "cleo"} == set(host.game.names)
    assert host.game.fold.over


def test_a_rematch_whose_only_member_leaves_is_closed(start_host: StartHost) -> None:
    """Reserved seats don't keep it open. The next player who asks opens it again."""
    host, (ann, bob, _) = finished_toy_game(start_host)
    ask_for_rematch(ann, ready=False)
    ann.speak(Leave())
    assert 1 == len(host.news_of(TableClosed))
    ask_for_rematch(bob, ready=False)
    assert ("bob",) == host.table.line().players


def test_strangers_cannot_displace_a_table_whose_players_stay(
    start_host: StartHost,
) -> None:
    """
    However they ask, and however many tables they leave, the players can have their
    rematch.
    """
    host, (ann, bob, cleo) = finished_toy_game(start_host)
    for number in range(FINISHED_KEPT + 1):
        host.server.seating.open(f"no {number}")
        host.clock.advance(1)  # nobody comes, and it is closed
    for name in ("dan", "eve", "finn"):
        stranger = host.connect(name, table="Table 1")
        assert ["table-full"] == stranger.refusals
    gus = host.connect("gus", ready=False)
    lines = [record.line() for record in host.server.registry]
    assert [("table 1", "over"), ("table 2", "lobby")] == [
        (line.name, line.state) for line in lines if not line.name.startswith("no")
    ]
    assert [] == gus.refusals
    ann.act(Speak("once more?"))
    assert [["once more?"]] * 2 == [heard(ann), heard(bob)]
    for person in (ann, bob, cleo):
        ask_for_rematch(person)
    assert [] == ann.refusals
    assert 2 == len(host.news_of(GameCompleted))


def test_a_host_s_only_table_is_reserved_for_its_players_for_a_minute(
    start_host: StartHost,
) -> None:
    """
    Strangers are refused whatever name they give. After the minute, anybody gets the
    table.
    """
    host = start_host(open_terms(3, game=TOY), tables=1)
    people = host.join()
    host.settle()
    host.pass_time(AGAIN_PATIENCE - 1)
    asked = {"": "no-room", "elsewhere": "no-room", "table 1": "table-full"}
    for number, table in enumerate(asked):
        stranger = host.connect(f"dan {number}", table=table)
        assert [asked[table]] == stranger.refusals
    for person in people:
        ask_for_rematch(person)
    assert 2 == len(host.news_of(GameCompleted))
    host.pass_time(AGAIN_PATIENCE)
    eve = host.connect("eve", ready=False)
    assert [] == eve.refusals
    ask_for_rematch(people[0])
    assert ["no-room"] == people[0].refusals


def sit_elsewhere(person: Client, table: str = "other") -> None:
    """Make somebody sit down at another table, on the same connection."""
    person.gets_ready = False
    person.play_again(table)
    person.host.settle()


def test_a_player_may_use_the_reserved_place_for_another_table(
    start_host: StartHost,
) -> None:
    """A host keeps its only place for the last players, not for their last table."""
    host = start_host(open_terms(3, game=TOY), tables=1)
    ann, *_ = host.join()
    host.settle()
    sit_elsewhere(ann)
    assert [] == ann.refusals
    assert "other" == ann.session.table
    table = host.server.registry.find("other")
    assert table is not None
    assert ("ann",) == table.line().players


@pytest.mark.parametrize("is_first", [True, False])
def test_chat_goes_to_the_table_where_somebody_sits_now(
    is_first: bool, start_host: StartHost
) -> None:
    """
    No seat is reserved for a player who sits elsewhere, whether the others asked for
    the rematch before or after that.
    """
    host, (ann, bob, cleo) = finished_toy_game(start_host)
    dan = host.connect("dan", table="other", ready=False)
    if is_first:
        ask_for_rematch(ann)
    sit_elsewhere(cleo)
    if not is_first:
        ask_for_rematch(ann)
    cleo.act(Speak("a secret for dan"))
    assert ["a secret for dan"] == heard(dan) == heard(cleo)
    assert [] == heard(ann) == heard(bob)
    assert [True, False] == [keeps_seat(host, it) for it in (bob, cleo)]
    # A player with a reserved seat still chats at the table of the finished game.
    bob.act(Speak("one moment"))
    assert ["one moment"] == heard(ann)
    assert ["a secret for dan"] == heard(cleo)


def test_chat_follows_a_player_who_sat_elsewhere_before_the_end(
    start_host: StartHost,
) -> None:
    """The game ends without this player, and the rematch reserves no seat."""
    host = start_host(open_terms(3, game=TOY))
    people = host.join()
    ann, bob, cleo = people
    ann.player.pick = None
    dan = host.connect("dan", table="other", ready=False)
    commit = DrawSide(cleo.identity, "cleo", nonce=nonce_of("cleo")).commit
    cleo.speak(Sit("other", commit.wire))
    host.answer_at_once([ann])
    host.completed_game()
    ask_for_rematch(ann)
    said = signed_chat("cleo", "a secret for dan", place_of_table("other"))
    cleo.speak(Say("other", said))
    assert ["a secret for dan"] == heard(dan)
    assert [] == heard(ann) == heard(bob)
    assert not keeps_seat(host, cleo)


def test_the_end_of_an_abandoned_game_moves_nobody_to_its_table(
    start_host: StartHost,
) -> None:
    """A player with a lost store has played elsewhere since and stays at that table."""
    host = start_host(open_terms(3, game=TOY))
    left = host.join(["cleo", "dan", "eve"])
    host.leave_unanswered(left)
    cleo = left[0]
    cleo.disconnect()
    cleo.store = InMemory()
    cleo.restart("oak")
    cleo.connect()
    ann, bob = (host.client(name, table="oak") for name in ("ann", "bob"))
    host.settle()
    host.completed_game()
    ask_for_rematch(ann)
    cleo.act(Speak("well played"))
    assert ["well played"] == heard(ann)
    assert [] == heard(left[1])
    for person in (bob, cleo):
        ask_for_rematch(person)
    assert 2 == len(host.news_of(GameCompleted))


def test_bots_play_a_rematch(start_host: StartHost) -> None:
    """They are started for the new table, and not dismissed with the old one."""
    host = start_host(open_terms(3, bots=1, game=TOY))
    ann, bob = host.client("ann"), host.client("bob")
    host.settle()
    owner = HOST.public
    host.connect("Atossa", table="table 1", owner=owner, near=True)
    assert ["table 1"] == host.bots.dismissed
    host.bots.dismissed.clear()
    ask_for_rematch(ann)
    ask_for_rematch(bob)
    host.pass_time(1)
    assert [("table 1", ("Atossa",))] * 2 == host.bots.started
    assert [] == host.bots.dismissed
    bot = Client(host, "Atossa", table="table 1", owner=owner, near=True)
    host.let_in(bot)
    assert 2 == len(host.news_of(GameCompleted))


def test_a_reader_of_the_log_has_no_part_in_the_rematch(
    toy: object, start_host: StartHost
) -> None:
    """Somebody who reads the log while proofs are checked isn't one of the players."""
    later = ManualThreads()
    host = start_host(sealed_terms(3, game="toy"), work=later)
    # Dan connected first, so his requests would be handled first.
    dan = host.connect("dan", table="another", ready=False)
    dan.speak(Leave())
    people = host.join()
    host.settle()
    assert [TableState.FULL] == [
        record.state for record in host.server.registry if record.name == "table 1"
    ]
    ask_for_rematch(people[0])
    commit = DrawSide(dan.identity, "dan", nonce=nonce_of("dan")).commit
    dan.speak(Read("table 1", 0), Sit("table 1", commit.wire))
    assert ["begun"] == dan.refusals
    later.do_all()
    host.settle()
    record = host.server.registry.find("table 1")
    assert record is not None
    assert ("ann",) == record.line().players
    assert [True, True] == [keeps_seat(host, it) for it in people[1:]]


def test_spectators_do_not_move_to_a_table_with_a_password(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other people may use the table's name by then, and want to be by themselves."""
    monkeypatch.setattr(passwords, "COST", 2)
    host, people = finished_toy_game(start_host)
    eve = host.connect("eve", table="table 1", looks_on=True)
    for one in people:
        one.disconnect()
    dan = host.connect("dan", table="table 1", password="tea")
    assert "table 1" == dan.session.table
    assert ("dan",) == host.table.line().players
    assert [] == eve.heard(Lobby)
    eve.speak(Read("table 1", 0))
    assert "password" == eve.refusals[-1]
