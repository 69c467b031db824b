"""Hours at a host: people come, several tables play, some look on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.host.journal import Archive
from sealed_wonders.host.news import (
    Began,
    Ended,
    Resumed,
    SatDown,
    Stopped,
    Suspended,
    TableClosed,
    Trouble,
)
from sealed_wonders.host.seating import OPEN_BURST, OPEN_RATE
from sealed_wonders.host.server import Server
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.tables import (
    ABANDONED_PATIENCE,
    FINISHED_KEPT,
    FINISHED_PATIENCE,
)
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.lobby import table_code
from sealed_wonders.net.log.envelopes import sign, wires_of
from sealed_wonders.net.messages import (
    Closed,
    Log,
    Post,
    Presence,
    Read,
    Ready,
    Say,
    Sit,
    Welcome,
)
from sealed_wonders.net.replay import replay
from tests.support.agreed import agreed
from tests.support.inn import NAMES, Inn, Inns, Visitor, go_on, open_terms, playing
from tests.support.lobbies import HOST


def test_three_people_play_a_whole_game(inns: Inns) -> None:
    """They sit down, are ready, and all end with the host's own score sheet."""
    inn = inns(open_terms(3))
    people = inn.seat()
    inn.settle()
    ended = inn.ended()
    assert [ended.sheet] * 3 == [person.mind.sheet for person in people]
    assert ["SatDown"] * 3 + ["Began", "Ended"] == [
        type(news).__name__ for news in inn.news
    ]


def test_seven_people_play_a_whole_game(inns: Inns) -> None:
    """With sides drawn by lot, and nobody saying how many they will be."""
    inn = inns(open_terms(own=agreed(sides="random")))
    people = [inn.visitor(name, ready=False) for name in NAMES]
    inn.settle()
    for person in people:
        person.session.ready()
    inn.settle()
    assert [inn.ended().sheet] * 7 == [person.mind.sheet for person in people]


def test_the_table_code_is_that_of_the_game(inns: Inns) -> None:
    """Whoever runs the host can read it out too."""
    inn, people = playing(inns)
    (began,) = inn.told(Began)
    assert isinstance(began, Began)
    assert table_code(inn.game.gid) == began.code
    assert people[0].session.seat is not None
    assert people[0].session.seat.fold.charter.gid.hex() == began.gid


def test_a_welcome_tells_of_all_tables(inns: Inns) -> None:
    """Who plays where, and how many are still wanted."""
    inn, _ = playing(inns)
    eve = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    welcome = eve.said[0]
    assert isinstance(welcome, Welcome)
    assert ("inn", HOST.public) == (welcome.name, welcome.identity)
    (line,) = welcome.tables
    assert ("table 1", "wonders", "playing") == (line.name, line.game, line.state)
    assert (3, 3) == (line.seats, line.seated)
    assert set(NAMES[:3]) == set(line.players)


def test_several_tables_at_once(inns: Inns) -> None:
    """Each plays its own game, and none hears of another."""
    inn = inns(open_terms(3))
    groups = [[f"{name} {table}" for name in NAMES[:3]] for table in "xyz"]
    people = [
        [inn.visitor(name, table=f"no {number}") for name in group]
        for number, group in enumerate(groups)
    ]
    inn.settle()
    ends = [news for news in inn.told(Ended) if isinstance(news, Ended)]
    assert 3 == len({ended.gid for ended in ends})
    for ended, group in zip(
        sorted(ends, key=lambda ended: ended.table), people, strict=True
    ):
        assert {person.name for person in group} == set(ended.names)
        for person in group:
            assert ended.sheet == person.mind.sheet
            assert {ended.table} == {m.table for m in person.said if isinstance(m, Log)}


def test_one_sits_in_one_lobby_at_a_time(inns: Inns) -> None:
    """Who wants to change tables gets up first."""
    inn = inns()
    ann = inn.visitor("ann", table="oak", ready=False)
    inn.settle()
    ann.send(_sit(ann, "elm"))
    inn.settle()
    assert ["sits-elsewhere"] == ann.reasons
    assert ["oak"] == [record.table.name for record in inn.server.registry]


def _sit(person: Visitor, table: str) -> Sit:
    assert person.session._draw is not None
    return Sit(table, person.session._draw.commit.wire)


def test_a_second_table_is_opened_when_the_first_is_full(inns: Inns) -> None:
    """Who doesn't say where is led to the first free seat."""
    inn = inns(open_terms(3))
    people = [inn.visitor(name, ready=False) for name in NAMES[:4]]
    inn.settle()
    assert ["table 1"] * 3 + ["table 2"] == [p.session.table for p in people]


def test_a_late_ready_is_no_matter(inns: Inns) -> None:
    """It has crossed with the beginning of the game."""
    inn, people = playing(inns)
    people[0].send(Ready(True, bytes(32)))
    inn.settle()
    assert [] == people[0].reasons
    people[0].send(Ready(False, bytes(32)))
    inn.settle()
    assert ["begun"] == people[0].reasons


def test_people_talk_at_their_table(inns: Inns) -> None:
    """Everybody there hears it, with the name; nobody elsewhere does."""
    inn, people = playing(inns)
    eve = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    people[1].send(Say("Hurry up!"))
    inn.settle()
    assert [[("bob", "Hurry up!")]] * 3 == [person.mind.heard for person in people]
    assert [] == eve.mind.heard


# Onlookers.


def test_anybody_may_look_on(inns: Inns) -> None:
    """The log from the beginning, then what comes; it is all that is needed."""
    inn, people = playing(inns)
    eve = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    eve.send(Read("TABLE 1", 0))
    inn.settle()
    go_on(inn, people)
    wires = [w for m in eve.said if isinstance(m, Log) for w in m.wires]
    fold = replay(wires, lambda charter: rules_of(charter.options))
    assert inn.game.fold.digest == fold.digest
    assert any(isinstance(m, Presence) for m in eve.said)


def test_who_reads_a_lobby_sees_the_game_begin(inns: Inns) -> None:
    """An onlooker may be early."""
    inn = inns(open_terms(3))
    people = inn.seat(NAMES[:2])
    eve = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    eve.send(Read("table 1", 0))
    inn.settle()
    people.append(inn.visitor("cleo"))
    inn.settle()
    wires = [w for m in eve.said if isinstance(m, Log) for w in m.wires]
    assert wires_of(inn.game.fold.entries()) == tuple(wires)


def test_who_knows_more_than_there_is_is_told_what_comes(inns: Inns) -> None:
    """Reading from beyond the end waits at the end."""
    inn, people = playing(inns)
    eve = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    eve.send(Read("table 1", 1_000_000))
    inn.settle()
    assert 0 == eve.logged()
    before = inn.game.fold.position
    go_on(inn, people)
    assert inn.game.fold.position - before == eve.logged()


# What goes wrong at a table stays there.


def test_fraud_stops_its_table_and_no_other(inns: Inns) -> None:
    """The entry is logged and named, the log is kept, and others play on."""
    inn, people = playing(inns)
    others = [inn.visitor(name, table="another") for name in NAMES[3:6]]
    fold, seat = inn.game.fold, inn.game.seat_of(people[0].identity.public)
    assert seat is not None
    wire = sign(people[0].identity, fold.envelope(seat, (b"rubbish",)))
    people[0].send(Post((wire.wire,)))
    inn.settle()
    assert TableState.STOPPED is inn.table.state
    (stopped,) = inn.told(Stopped)
    assert isinstance(stopped, Stopped)
    assert stopped.reason.startswith("fraud: ann, seat ")
    assert stopped.log is not None
    assert stopped.log.exists()
    for person in people[1:]:
        assert person.mind.culprit is not None
        assert seat == person.mind.culprit.seat
        assert any(isinstance(m, Closed) for m in person.said)
    assert wire in inn.game.fold.entries()
    (ended,) = inn.told(Ended)
    assert isinstance(ended, Ended)
    assert {person.name for person in others} == set(ended.names)
    people[1].send(Post((wire.wire,)))
    inn.settle()
    assert ["stopped"] == people[1].reasons


def test_a_fault_of_this_program_stops_one_table(inns: Inns) -> None:
    """All there are told, the trace is kept for whoever mends it, others play on."""
    inn, people = playing(inns)
    others = [inn.visitor(name, table="another") for name in NAMES[3:6]]
    inn.game.fold.cards = None  # type: ignore[assignment]  # a bug, as it might be
    ann = people[0]
    assert ann.mind.answer is not None
    assert ann.mind.question is not None
    ann.mind.answer(ann.mind.question.default)
    inn.settle()
    (trouble,) = inn.told(Trouble)
    assert isinstance(trouble, Trouble)
    assert "AttributeError" in trouble.what
    assert "Traceback" in trouble.trace
    assert 1 == len(inn.told(Stopped))
    assert {"a fault of the host's program"} == {p.mind.closed_for for p in people}
    assert all(person.mind.sheet is not None for person in others)


def test_a_full_disk_stops_nobody(tmp_path: Path) -> None:
    """It is said once, and the game goes on without a journal; without a log, too."""
    inn = Inn(tmp_path)
    inn.server = Server(
        HOST,
        "inn",
        open_terms(3),
        inn.clock,
        Archive(tmp_path / "nowhere"),
        inn.news.append,
    )
    people = inn.seat()
    inn.settle()
    (ended,) = inn.told(Ended)
    assert isinstance(ended, Ended)
    assert ended.log is None
    assert ended.sheet == people[0].mind.sheet
    troubles = [news.what for news in inn.told(Trouble) if isinstance(news, Trouble)]
    assert 2 == len(troubles)
    assert "No such file or directory" in troubles[0]


# Clearing away.


def play(inn: Inn, table: str, names: Sequence[str] = NAMES[:3]) -> None:
    """Play a game at a table, by people who then go home."""
    people = [inn.visitor(f"{name} {table}", table=table) for name in names]
    inn.settle()
    for person in people:
        person.drop()
        inn.visitors.remove(person)
    inn.settle()


def test_tables_that_are_over_are_forgotten_after_a_while(inns: Inns) -> None:
    """At the very second; their logs stay."""
    inn = inns(open_terms(3))
    play(inn, "oak")
    inn.clock.advance(FINISHED_PATIENCE - 0.5)
    assert ["oak"] == [record.table.name for record in inn.server.registry]
    inn.clock.advance(0.5)
    assert [] == list(inn.server.registry)
    assert 1 == len(list(inn.folder.glob("*.swlog")))


def test_so_many_tables_that_are_over_are_kept(inns: Inns) -> None:
    """However many there were before."""
    inn = inns(open_terms(3))
    for number in range(FINISHED_KEPT + 1):
        inn.server.open(f"no {number}")
        inn.clock.advance(1)  # nobody comes, and it is closed
    names = [record.table.name for record in inn.server.registry]
    assert [f"no {number}" for number in range(1, FINISHED_KEPT + 1)] == names


def test_a_table_that_was_closed_before_it_began_is_not_listed(inns: Inns) -> None:
    """Nothing was finished there."""
    inn = inns(open_terms(3))
    inn.server.open("oak")
    inn.clock.advance(1)  # nobody comes, and it is closed
    play(inn, "elm")
    eve = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    welcome = eve.said[0]
    assert isinstance(welcome, Welcome)
    assert [("elm", "over")] == [(line.name, line.state) for line in welcome.tables]


def test_a_name_is_free_again_when_the_game_is_over(inns: Inns) -> None:
    """Another game at the same table is another table."""
    inn = inns(open_terms(3))
    play(inn, "oak")
    play(inn, "oak", NAMES[3:6])
    assert 2 == len(inn.told(Ended))
    assert 1 == len(list(inn.server.registry))


def left(inns: Inns) -> tuple[Inn, list[Visitor]]:
    """Give a host whose one table is taken by a game that all have left for long."""
    inn = inns(open_terms(3), tables=1)
    people = inn.seat()
    people[0].mind.waits = True
    inn.settle()
    for person in people:
        person.drop()
    inn.settle()
    inn.clock.advance(ABANDONED_PATIENCE)
    return inn, people


def test_a_game_that_all_have_left_makes_room(inns: Inns) -> None:
    """Only when room is wanted, only after some minutes, and its journal stays."""
    inn = inns(open_terms(3), tables=1)
    people = inn.seat()
    people[0].mind.waits = True
    inn.settle()
    gid = inn.game.gid
    for person in people:
        person.drop()
    inn.settle()
    inn.clock.advance(ABANDONED_PATIENCE - 1)
    dan = inn.visitor("dan", ready=False)
    inn.settle()
    assert ["no-room"] == dan.reasons
    inn.pass_time(5)
    dan.send(_sit(dan, ""))
    inn.settle()
    assert ["no-room"] == dan.reasons
    (put_away,) = inn.told(Suspended)
    assert isinstance(put_away, Suspended)
    assert gid.hex()[:16] == put_away.journal.stem
    dan.drop()
    inn.kill()
    inn.start_server()
    inn.server.resume_all()
    for person in people:
        person.connect()
    inn.settle()
    go_on(inn, people)


@pytest.mark.parametrize("again", [False, True])
def test_a_game_that_made_room_goes_on_when_there_is_room(
    again: bool, inns: Inns
) -> None:
    """Who comes back meanwhile waits, whether their program is the same or another."""
    inn, people = left(inns)
    dan = inn.visitor("dan", ready=False)
    inn.settle()
    if again:
        for person in people:
            person.start()
        people[0].mind.waits = True
    for person in people:
        person.connect()
    inn.settle()
    assert [["no-room"]] * 3 == [person.reasons for person in people]
    assert [""] * 3 == [person.mind.closed_for for person in people]
    assert ["table 2"] == [record.table.name for record in inn.server.registry]
    dan.session.leave()
    inn.settle()
    assert 1 == len(inn.told(Resumed))
    game = [*inn.server.registry][-1].table.game
    assert game is not None
    assert (True,) * 3 == game.here
    assert people[0].mind.question is not None
    go_on_there(people)


def go_on_there(people: list[Visitor]) -> None:
    """See that the game goes on, at whichever table it is."""
    ann, bob = people[:2]
    seats = [person.session.seat for person in (ann, bob)]
    before = [seat.position for seat in seats if seat is not None]
    assert ann.mind.answer is not None
    assert ann.mind.question is not None
    ann.mind.answer(ann.mind.choose(ann.mind.question))
    ann._inn.settle()
    after = [seat.position for seat in seats if seat is not None]
    assert all(now >= then + 3 for then, now in zip(before, after, strict=True))


def test_games_take_turns_at_a_table_that_is_wanted(inns: Inns) -> None:
    """Who comes back to one is let in as soon as the other has been left for long."""
    inn, people = left(inns)
    others = [inn.visitor(name) for name in NAMES[3:6]]
    others[0].mind.waits = True
    inn.settle()
    for other in others:
        other.drop()
    inn.settle()
    inn.clock.advance(ABANDONED_PATIENCE)
    for person in people:
        person.connect()
    inn.settle()
    assert 2 == len(inn.told(Suspended))
    assert ["table 1"] == [record.table.name for record in inn.server.registry]
    go_on(inn, people)


def test_the_host_s_bots_keep_no_table_from_others(inns: Inns) -> None:
    """They never go by themselves; they are let go with it, and called back with it."""
    inn = inns(open_terms(3, bots=1), tables=1)
    people = [inn.visitor(name) for name in NAMES[:2]]
    people[0].mind.waits = True
    owner = HOST.public
    inn.settle()
    bot = inn.visitor("Atossa", table="table 1", owner=owner, near=True)
    inn.settle()
    for person in people:
        person.drop()
    inn.settle()
    inn.pass_time(ABANDONED_PATIENCE)
    dan = inn.visitor("dan", ready=False)
    inn.settle()
    assert [] == dan.reasons
    assert ["table 1"] == inn.sent_away
    bot.drop()
    dan.drop()
    inn.pass_time(60.0)  # after which dan's seat is free
    for person in people:
        person.connect()
    inn.settle()
    assert [("table 1", {"Atossa": bot.identity.public})] == inn.recalled


# Bots.


def test_bots_are_called_to_each_new_table(inns: Inns) -> None:
    """By friendly names, as soon as somebody opens one; not before."""
    inn = inns(open_terms(4, bots=2))
    assert [] == inn.called
    inn.visitor("ann", ready=False)
    inn.settle()
    assert [("table 1", ("Atossa", "Brennus"))] == inn.called
    inn.visitor("bob", table="oak", ready=False)
    inn.settle()
    assert [
        ("table 1", ("Atossa", "Brennus")),
        ("oak", ("Atossa", "Brennus")),
    ] == inn.called


@pytest.mark.parametrize("name", ["Ada", "Bruno", "Clio", "Dora", "Emil", "Flora"])
def test_people_of_ordinary_names_can_sit_with_bots(inns: Inns, name: str) -> None:
    """The names of bots are taken from the start, so they are none of a person's."""
    inn = inns(open_terms(7, bots=6))
    inn.server.open(permanent=True)
    person = inn.visitor(name, ready=False)
    inn.settle()
    assert [] == person.reasons
    assert [SatDown("table 1", name, False)] == inn.told(SatDown)


def test_bots_are_let_go_when_nobody_is_left(inns: Inns) -> None:
    """The table closes, though they sit there."""
    inn = inns(open_terms(3, bots=2))
    ann = inn.visitor("ann", ready=False)
    inn.settle()
    for name in ("Atossa", "Brennus"):
        inn.visitor(name, table="table 1", owner=HOST.public, near=True)
    inn.settle()
    assert 3 == len(inn.told(SatDown))
    ann.session.leave()
    inn.settle()
    assert ["table 1"] == inn.dismissed == inn.sent_away
    assert 1 == len(inn.told(TableClosed))


def test_bots_that_played_have_time_to_finish(inns: Inns) -> None:
    """They sign the end like anybody, and may have to be told of it."""
    inn = inns(open_terms(3, bots=2))
    inn.visitor("ann")
    for name in ("Atossa", "Brennus"):
        inn.visitor(name, table="table 1", owner=HOST.public, near=True)
    inn.settle()
    assert 1 == len(inn.told(Ended))
    assert ["table 1"] == inn.dismissed
    assert [] == inn.sent_away


@pytest.mark.parametrize("table", ["table 1", "TABLE 1", "never there", ""])
def test_bots_that_come_too_late_open_no_table(table: str, inns: Inns) -> None:
    """Bots would be called to that too, and come too late again, without end."""
    inn = inns(open_terms(3, bots=2))
    ann = inn.visitor("ann", ready=False)
    inn.settle()
    ann.session.leave()
    inn.settle()
    late = [
        inn.visitor(name, table=table, owner=HOST.public, near=True)
        for name in ("Atossa", "Brennus")
    ]
    inn.settle()
    assert [["no-table"]] * 2 == [bot.reasons for bot in late]
    assert [("table 1", ("Atossa", "Brennus"))] == inn.called
    assert ["table 1"] == [record.table.name for record in inn.server.registry]
    assert [SatDown("table 1", "ann", False)] == inn.told(SatDown)


def test_people_may_sit_down_and_get_up_for_hours(inns: Inns) -> None:
    """Only what they open counts as opened, however late all the bots come."""
    inn = inns(open_terms(3, bots=2))
    people = 3 * OPEN_BURST
    for number in range(people):
        person = inn.visitor(f"ann {number}", ready=False)
        inn.settle()
        assert [] == person.reasons
        person.session.leave()
        inn.settle()
        person.drop()
        for name in inn.called[-1][1]:
            table = inn.called[-1][0]
            bot = inn.visitor(name, table=table, owner=HOST.public, near=True)
            inn.settle()
            bot.drop()
        inn.pass_time(1 / OPEN_RATE)
    assert people == len(inn.called) == len(inn.told(TableClosed))


def test_nobody_from_elsewhere_is_a_bot_of_the_host_s(inns: Inns) -> None:
    """The host's bots run on its own machine; whoever else says so is refused."""
    inn = inns(open_terms(3, bots=1))
    inn.server.open(permanent=True)
    far = inn.visitor("Atossa", owner=HOST.public, near=False)
    inn.settle()
    assert ["bad-commit"] == far.reasons
    near = inn.visitor("Atossa", table="table 1", owner=HOST.public, near=True)
    inn.settle()
    assert [] == near.reasons


def test_a_bot_that_ended_is_said_clearly(inns: Inns) -> None:
    """In a game it can't be helped; the table waits for ever."""
    inn, people = playing(inns)
    inn.server.bot_ended("table 1", "Atossa", "exit status 1")
    inn.settle()
    assert "BotLost" == type(inn.news[-1]).__name__
    go_on(inn, people)
    before = len(inn.news)
    inn.server.bot_ended("no such table", "Atossa", "exit status 1")
    assert before == len(inn.news)


@pytest.mark.parametrize("here", [True, False])
def test_a_house_says_when_it_is_empty(here: bool, inns: Inns) -> None:
    """At once, or when the last peer has gone."""
    inn = inns()
    eve = Visitor(inn, "eve")
    told: list[None] = []
    if here:
        eve.connect()
    inn.server.when_empty().addCallback(told.append)
    assert here != bool(told)
    eve.drop()
    assert [None] == told
