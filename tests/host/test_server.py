"""Evenings at a host: people come, several tables play, and some people watch."""

from __future__ import annotations

import gc
import weakref

import pytest

from sealed_wonders.client.table.actions import GetUp, SetReady
from sealed_wonders.core.remembered import remembered
from sealed_wonders.host import news
from sealed_wonders.host.openingrights import BY_ALL
from sealed_wonders.host.publisher import LEAST_WAIT
from sealed_wonders.host.supervisor import BOT_DELAY, LOBBY_TRIES
from sealed_wonders.host.tableregistry import (
    ABANDONED_PATIENCE,
    FINISHED_KEPT,
    FINISHED_PATIENCE,
    TableRegistry,
)
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.log.envelopes import wires_of
from sealed_wonders.net.messages import Log, Read, Ready, Sit, Welcome
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.server import HostHarness, StartHost, open_terms, play_on
from tests.support.lobbies import HOST, identity_of


def _sit(person: Client, table: str) -> Sit:
    assert person.session._drawing.draw is not None
    return Sit(table, person.session._drawing.draw.commit.wire)


def test_a_second_table_is_opened_when_the_first_is_full(start_host: StartHost) -> None:
    """Somebody who names no table gets the first free seat."""
    host = start_host(open_terms(3))
    people = [host.client(name, ready=False) for name in NAMES[:4]]
    host.settle()
    assert ["table 1"] * 3 + ["table 2"] == [p.session.table for p in people]
    # To change tables, a member has to get up first.
    people[0].speak(_sit(people[0], "elm"))
    assert ["sits-elsewhere"] == people[0].refusals
    assert ["table 1", "table 2"] == [record.name for record in host.server.registry]


def test_being_ready_after_the_beginning_is_ignored(host: HostHarness) -> None:
    """The message was sent just before the game began."""
    ann = host.clients[0]
    ann.speak(Ready(True, bytes(32)))
    assert [] == ann.refusals
    ann.speak(Ready(False, bytes(32)))
    assert ["begun"] == ann.refusals


# Spectators.


def test_a_spectator_of_a_lobby_sees_the_game_begin(
    start_host: StartHost, short_terms: Terms
) -> None:
    host = start_host(short_terms)
    people = host.join(NAMES[:2])
    eve = host.connect("eve", table="another", ready=False)
    eve.speak(Read("table 1", 0))
    people.append(host.client("cleo"))
    host.settle()
    wires = [w for m in eve.received if isinstance(m, Log) for w in m.wires]
    assert wires_of(host.game.fold.entries()) == tuple(wires)


def test_reading_from_beyond_the_end_waits_for_new_entries(host: HostHarness) -> None:
    eve = host.connect("eve", table="another", ready=False)
    eve.speak(Read("table 1", 1_000_000))
    assert 0 == eve.entries_received
    before = host.game.fold.position
    play_on(host)
    assert host.game.fold.position - before == eve.entries_received


# Faults.


def test_a_bug_stops_one_table(host: HostHarness) -> None:
    """Everybody there is told, the traceback is kept, and the other table plays on."""
    ann, *_ = people = [*host.clients]
    others = [host.client(name, table="another") for name in NAMES[3:6]]
    host.game.fold.cards = None  # type: ignore[assignment]  # simulates a bug
    assert ann.player.answer is not None
    assert ann.player.question is not None
    ann.player.answer(ann.player.question.default)
    host.settle()
    (trouble,) = host.news_of(news.Trouble)
    assert isinstance(trouble, news.Bug)
    assert "AttributeError" in trouble.what
    assert "Traceback" in trouble.trace
    assert 1 == len(host.news_of(news.Stopped))
    assert {"a bug in the host's program"} == {p.player.reason for p in people}
    assert all(person.player.sheet is not None for person in others)


# Removing and suspending tables.


def test_finished_tables_are_removed_after_a_while(
    start_host: StartHost, short_terms: Terms
) -> None:
    """Their logs stay. A table to which nobody came isn't listed."""
    asked: list[int] = []
    ask = remembered(1)(asked.append)
    host = start_host(short_terms)
    host.server.seating.open("oak")
    host.clock.advance(1)  # nobody comes, and it is closed
    ask(1)
    ask(1)
    people = [host.client(name, table="elm") for name in NAMES[:3]]
    host.settle()
    host.disconnect(people)
    ask(1)
    assert [1, 1] == asked
    (welcome,) = host.connect("eve", sits=False).heard(Welcome)
    assert [("elm", "over")] == [(line.name, line.state) for line in welcome.tables]
    host.clock.advance(FINISHED_PATIENCE - 0.5)
    assert ["oak", "elm"] == [record.name for record in host.server.registry]
    host.clock.advance(0.5)
    assert [] == list(host.server.registry)
    assert 1 == len(list(host.folder.glob("*.swlog")))


def test_a_removed_game_is_freed_without_the_garbage_collector(
    start_host: StartHost, toy: Terms
) -> None:
    """
    A game takes a megabyte, and games end more often than Python collects its oldest
    generation.
    """
    host = start_host(toy)
    made: list[weakref.ref[object]] = []
    gc.collect()
    gc.disable()
    try:
        people = host.join()
        host.until(lambda: any(it.auditor is not None for it in host.server.registry))
        for it in host.server.registry:
            fold = host.game.fold
            made += map(weakref.ref, (it, fold, fold.ballots, it.auditor))
        del it, fold
        host.settle()
        host.disconnect(people)
        host.clock.advance(FINISHED_PATIENCE)
        assert [None] * 4 == [one() for one in made]
    finally:
        gc.enable()


def test_only_the_last_finished_tables_are_kept(start_host: StartHost) -> None:
    host = start_host(open_terms(3))
    for number in range(FINISHED_KEPT + 1):
        host.server.seating.open(f"no {number}")
        host.clock.advance(1)  # nobody comes, and it is closed
    names = [record.name for record in host.server.registry]
    assert [f"no {number}" for number in range(1, FINISHED_KEPT + 1)] == names


def test_a_deadline_that_never_ends_leaves_the_host_time_for_others(
    host: HostHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a single fault in a table's time would stop the whole program."""
    looks = 0

    def deadline(registry: TableRegistry) -> float:
        nonlocal looks
        looks += 1
        assert looks < 100, "the timer spins"
        return registry.seconds() - 1

    monkeypatch.setattr(TableRegistry, "deadline", property(deadline))
    play_on(host)
    looks = 0
    host.clock.advance(10 * LEAST_WAIT)
    assert 0 < looks < 20


def abandoned_game(
    start_host: StartHost, seconds: float = ABANDONED_PATIENCE
) -> tuple[HostHarness, list[Client]]:
    """Return a host whose only table has a game that everybody left long ago."""
    host = start_host(open_terms(3), tables=1)
    people = host.join()
    host.leave_unanswered(people[:1])
    host.disconnect(people)
    host.clock.advance(seconds)
    return host, people


def test_a_game_that_everybody_left_makes_room(start_host: StartHost) -> None:
    """
    It does so only if a table is wanted, and only after some minutes. Its journal
    stays.
    """
    host, people = abandoned_game(start_host, ABANDONED_PATIENCE - 1)
    gid = host.game.gid
    dan = host.connect("dan", ready=False)
    assert ["no-room"] == dan.refusals
    host.pass_time(5)
    dan.speak(_sit(dan, ""))
    assert ["no-room"] == dan.refusals
    (put_away,) = host.news_of(news.Suspended)
    assert gid.hex()[:16] == put_away.journal.stem
    dan.disconnect()
    host.kill()
    host.start_again()
    host.reconnect(people)
    play_on(host, people)


@pytest.mark.parametrize("again", [False, True])
def test_a_suspended_game_is_resumed_when_there_is_room(
    again: bool, start_host: StartHost
) -> None:
    """Players who come back before that wait, even if their clients were restarted."""
    host, people = abandoned_game(start_host)
    dan = host.connect("dan", ready=False)
    if again:
        for person in people:
            person.restart()
        people[0].player.pick = None
    host.reconnect(people)
    assert [["no-room"]] * 3 == [person.refusals for person in people]
    assert [""] * 3 == [person.player.reason for person in people]
    assert ["table 2"] == [record.name for record in host.server.registry]
    dan.act(GetUp())
    assert 1 == len(host.news_of(news.Resumed))
    game = [*host.server.registry][-1].game
    assert game is not None
    assert (True,) * 3 == game.here
    assert people[0].player.question is not None
    go_on_there(people)


def test_nobody_can_take_the_table_name_of_a_suspended_game(
    start_host: StartHost,
) -> None:
    """Its players would find a lobby there, and think that their game was lost."""
    host, people = abandoned_game(start_host)
    dan = host.connect("dan", ready=False)
    dan.act(GetUp())
    eve = host.connect("eve", table="Table 1")
    assert ["no-room"] == eve.refusals
    host.reconnect(people)
    go_on_there(people)


def go_on_there(people: list[Client]) -> None:
    """Check that the game continues, whatever its table is called."""
    ann, bob = people[:2]
    seats = [person.session.seat for person in (ann, bob)]
    before = [seat.position for seat in seats if seat is not None]
    ann.host.answer([ann])
    after = [seat.position for seat in seats if seat is not None]
    assert all(now >= then + 3 for then, now in zip(before, after, strict=True))


def test_suspended_games_take_turns_at_the_only_table(start_host: StartHost) -> None:
    """Players can come back once the other game has been abandoned for a while."""
    host, people = abandoned_game(start_host)
    others = [host.client(name) for name in NAMES[3:6]]
    host.leave_unanswered(others[:1])
    host.disconnect(others)
    host.clock.advance(ABANDONED_PATIENCE)
    host.reconnect(people)
    assert 2 == len(host.news_of(news.Suspended))
    assert ["table 1"] == [record.name for record in host.server.registry]
    play_on(host, people)


def test_the_host_s_bots_do_not_keep_a_table_open(start_host: StartHost) -> None:
    """
    They never leave by themselves. They are dismissed with the game, and restarted with
    it.
    """
    host = start_host(open_terms(3, bots=1), tables=1)
    people = [host.client(name) for name in NAMES[:2]]
    people[0].player.pick = None
    owner = HOST.public
    host.settle()
    bot = host.connect("Atossa", table="table 1", owner=owner, near=True)
    host.disconnect(people)
    host.pass_time(ABANDONED_PATIENCE)
    dan = host.connect("dan", ready=False)
    assert [] == dan.refusals
    assert ["table 1"] == host.bots.dismissed_at_once
    bot.disconnect()
    dan.disconnect()
    host.pass_time(60.0)  # until dan's seat is free
    host.reconnect(people)
    assert [("table 1", {"Atossa": bot.identity.public})] == host.bots.restarted


# Bots.


def bots_come(host: HostHarness, table: str = "table 1") -> list[Client]:
    """Let two of the host's bots ask for seats."""
    return [
        host.client(name, table=table, owner=HOST.public, near=True)
        for name in ("Atossa", "Brennus")
    ]


def test_bots_are_started_once_all_people_are_ready(start_host: StartHost) -> None:
    """Until then, the lobby lists their names."""
    host = start_host(open_terms(4, bots=2))
    ann = host.connect("ann", ready=False)
    assert ("Atossa", "Brennus") == ann.player.lobbies[-1].bots
    (line,) = host.server.registry.lines(ann.identity.public)
    assert ("ann", "Atossa", "Brennus") == line.players
    assert (4, 3) == (line.seats, line.seated)
    assert host.bots.prepared
    ann.session.do(SetReady())
    bob = host.connect("bob", ready=False)
    assert [] == host.bots.started
    for ready in (True, False, True):
        bob.act(SetReady(ready))
    assert [("table 1", ("Atossa", "Brennus"))] == host.bots.started
    bots_come(host)
    host.until(lambda: host.has_begun)
    assert not ann.player.lobbies[-1].bots


def test_opening_many_tables_starts_no_bots(start_host: StartHost) -> None:
    """
    Sixteen logins from one address once started 32 processes, and the host was killed.
    """
    host = start_host(open_terms(4, bots=2), tables=16)
    for number in range(16):
        host.client(f"eve {number}", table=f"oak {number}")
    host.settle()
    assert 16 == len(list(host.server.registry))
    assert [] == host.bots.started


def test_a_table_is_refused_without_memory_for_its_bots(
    start_host: StartHost,
) -> None:
    """Bots expected at other tables are counted, too."""
    host = start_host(open_terms(4, bots=2))
    host.bots.room = 4
    ann = host.client("ann", table="oak", ready=False)
    bob = host.client("bob", table="elm", ready=False)
    cleo = host.connect("cleo", table="ash", ready=False)
    assert [[], [], ["no-memory"]] == [it.refusals for it in (ann, bob, cleo)]
    ann.act(GetUp())
    dan = host.connect("dan", table="ash", ready=False)
    assert [] == dan.refusals


def test_a_bot_that_is_lost_before_the_game_is_restarted(start_host: StartHost) -> None:
    """After some attempts, the others can begin without it."""
    host = start_host(open_terms(bots=3))
    ann = host.connect("ann")
    both = ("Atossa", "Brennus", "Cadmus")
    assert [("table 1", both)] == host.bots.started
    for lost in range(1, LOBBY_TRIES + 1):
        host.server.supervisor.ended("table 1", "Brennus", "signal 9")
        host.pass_time(BOT_DELAY * 2 ** (lost - 1))
        assert [("table 1", ("Brennus",))] * lost == host.bots.started[1:]
    assert both == ann.player.lobbies[-1].bots
    host.server.supervisor.ended("table 1", "Brennus", "signal 9")
    host.pass_time(60.0)
    assert LOBBY_TRIES + 1 == len(host.bots.started)
    assert ["Atossa", "Cadmus"] == list(ann.player.lobbies[-1].bots)


def test_bots_are_dismissed_when_nobody_else_is_left(start_host: StartHost) -> None:
    """The table closes although they have seats."""
    host = start_host(open_terms(3, bots=2))
    ann = host.connect("ann", ready=False)
    bots_come(host)
    host.settle()
    assert 3 == len(host.news_of(news.SatDown))
    ann.act(GetUp())
    assert ["table 1"] == host.bots.dismissed == host.bots.dismissed_at_once
    assert 1 == len(host.news_of(news.TableClosed))


def test_bots_have_time_to_finish_after_a_game(
    start_host: StartHost, short_terms: Terms
) -> None:
    """They sign the end like other players, and may have to receive it first."""
    host = start_host(open_terms(3, bots=2, game=short_terms.game))
    host.client("ann")
    bots_come(host)
    host.settle()
    assert 1 == len(host.news_of(news.GameCompleted))
    assert ["table 1"] == host.bots.dismissed
    assert [] == host.bots.dismissed_at_once


def test_bots_that_come_too_late_do_not_open_a_table(start_host: StartHost) -> None:
    """
    Otherwise, bots would be started for that table and come too late again, without
    end.
    """
    host = start_host(open_terms(3, bots=2))
    ann = host.connect("ann")
    ann.act(GetUp())
    for table in ("table 1", "TABLE 1", "never there", ""):
        late = bots_come(host, table)
        host.settle()
        assert [["no-table"]] * 2 == [bot.refusals for bot in late], table
        host.disconnect(late)
    assert [("table 1", ("Atossa", "Brennus"))] == host.bots.started
    assert ["table 1"] == [record.name for record in host.server.registry]
    assert [
        news.SatDown("table 1", "ann", False, fingerprint(identity_of("ann").public))
    ] == host.news_of(news.SatDown)


def test_people_may_sit_down_and_get_up_for_hours(start_host: StartHost) -> None:
    """Only people count toward the limit on opening tables, however late bots come."""
    host = start_host(open_terms(3, bots=2))
    people = BY_ALL.at_once
    for number in range(people):
        person = host.connect(f"ann {number}")
        assert [] == person.refusals
        person.act(GetUp())
        person.disconnect()
        for name in host.bots.started[-1][1]:
            table = host.bots.started[-1][0]
            bot = host.connect(name, table=table, owner=HOST.public, near=True)
            bot.disconnect()
        host.pass_time(1 / BY_ALL.often)
    assert people == len(host.bots.started) == len(host.news_of(news.TableClosed))
