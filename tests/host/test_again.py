"""Playing again: the same people at the same table, and who doesn't come."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.host.lobby import AGAIN_PATIENCE
from sealed_wonders.host.news import Ended, TableClosed
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.tables import FINISHED_KEPT
from sealed_wonders.net.lobby import Draw
from sealed_wonders.net.messages import Leave, Read, Say, Sit
from tests.support.inn import Inn, Inns, Visitor, open_terms, sealed_terms
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import HOST, nonce


def over(inns: Inns, wanted: int = 3, names: str = "ann bob cleo") -> list[Visitor]:
    """Let people play a game to its end, and stay there."""
    inn = inns(open_terms(wanted))
    # Nobody is ready before all have come.
    people = [inn.visitor(name, ready=bool(wanted)) for name in names.split()]
    inn.settle()
    for person in people if not wanted else ():
        person.session.ready()
    inn.settle()
    inn.ended()
    return people


def inn_of(people: list[Visitor]) -> Inn:
    return people[0]._inn


def wants(person: Visitor, *, ready: bool = True) -> None:
    """Let somebody press the key for another game."""
    person.ready = ready
    person.again()
    person._inn.settle()


def heard(person: Visitor) -> list[str]:
    return [text for _, text in person.mind.heard]


def test_the_same_people_play_again(inns: Inns) -> None:
    """Under the same name, by new draws; others are told of who came first."""
    people = over(inns)
    inn, (ann, bob, cleo) = inn_of(people), people
    gid = inn.game.gid
    wants(ann)
    assert TableState.LOBBY is inn.table.state
    assert "table 1" == inn.table.name
    assert ["ann"] == bob.mind.others[-1] == cleo.mind.others[-1]
    wants(bob)
    assert ["ann", "bob"] == cleo.mind.others[-1]
    wants(cleo)
    assert 2 == len(inn.told(Ended))
    assert gid != inn.game.gid
    assert inn.game.fold.over
    assert {"ann", "bob", "cleo"} == set(inn.game.names)


def test_a_seat_is_kept_for_who_was_there(inns: Inns) -> None:
    """Neither a stranger nor somebody with their name takes it; for a minute."""
    people = over(inns)
    inn, (ann, bob, cleo) = inn_of(people), people
    wants(ann)
    wants(bob)
    dan = inn.visitor("dan", table="table 1")
    inn.settle()
    assert ["table-full"] == dan.reasons
    ann.mind.waits = True
    inn.pass_time(AGAIN_PATIENCE - 1)
    assert TableState.LOBBY is inn.table.state
    inn.pass_time(1)
    dan.start("table 1")
    dan.connect()
    inn.settle()
    assert {"ann", "bob", "dan"} == set(inn.game.names)
    # Who comes too late is told so.
    wants(cleo)
    assert ["begun"] == cleo.reasons


def test_who_goes_frees_a_seat_at_once(inns: Inns) -> None:
    """Where any number plays, the others begin without them."""
    people = over(inns, 0, "ann bob cleo dan")
    inn, (ann, bob, cleo, dan) = inn_of(people), people
    for person in (ann, bob, cleo):
        wants(person)
    assert TableState.LOBBY is inn.table.state
    dan.drop()
    inn.settle()
    # The options are others by that, so all have agreed anew.
    assert {"ann", "bob", "cleo"} == set(inn.game.names)
    assert inn.game.fold.over


def test_who_does_not_come_is_not_waited_for(inns: Inns) -> None:
    """They may stay and look at the result."""
    people = over(inns, 0, "ann bob cleo dan")
    inn, (ann, bob, cleo, dan) = inn_of(people), people
    for person in (ann, bob, cleo):
        wants(person)
    inn.pass_time(AGAIN_PATIENCE)
    assert {"ann", "bob", "cleo"} == set(inn.game.names)
    assert inn.game.fold.over
    assert [] == dan.mind.others[-1]  # they have begun


def test_what_is_said_reaches_all_who_are_there(inns: Inns) -> None:
    """When the game is over, and when some sit there for another one already."""
    people = over(inns)
    inn, (ann, bob, cleo) = inn_of(people), people
    cleo.drop()
    ann.session.say("well played")
    inn.settle()
    assert ["well played"] == heard(ann) == heard(bob)
    wants(ann)
    bob.send(Say("just a moment"))
    inn.settle()
    ann.session.say("take your time")
    inn.settle()
    assert ["just a moment", "take your time"] == heard(ann)
    assert ["well played", "just a moment", "take your time"] == heard(bob)
    assert [("bob", "just a moment")] == ann.mind.heard[:1]


def test_whoever_lost_the_connection_hears_and_plays_again(inns: Inns) -> None:
    """The end is no end of the line."""
    people = over(inns)
    inn, (ann, bob, _) = inn_of(people), people
    bob.drop()
    inn.settle()
    bob.connect()
    inn.settle()
    ann.session.say("there you are")
    inn.settle()
    assert ["there you are"] == heard(bob)
    for person in people:
        wants(person)
    assert 2 == len(inn.told(Ended))


def test_a_table_that_nobody_stays_at_is_closed(inns: Inns) -> None:
    """Though seats are kept; whoever comes then opens it again."""
    people = over(inns)
    inn, (ann, bob, _) = inn_of(people), people
    wants(ann, ready=False)
    ann.send(Leave())
    inn.settle()
    assert 1 == len(inn.told(TableClosed))
    wants(bob, ready=False)
    assert ("bob",) == inn.table.line().players


def test_strangers_open_a_table_of_their_own(inns: Inns) -> None:
    """Not that of those who have just played and are still there, however they ask."""
    people = over(inns)
    inn, (ann, bob, cleo) = inn_of(people), people
    for name in ("dan", "eve", "finn"):
        stranger = inn.visitor(name, table="Table 1")
        inn.settle()
        assert ["table-full"] == stranger.reasons
    gus = inn.visitor("gus", ready=False)
    inn.settle()
    lines = [record.table.line() for record in inn.server.registry]
    assert [("table 1", "over"), ("table 2", "lobby")] == [
        (line.name, line.state) for line in lines
    ]
    assert [] == gus.reasons
    ann.session.say("once more?")
    wants(ann)
    assert [] == ann.reasons
    assert ["once more?"] == heard(bob)
    for person in (bob, cleo):
        wants(person)
    assert 2 == len(inn.told(Ended))


def test_a_name_is_free_when_those_who_had_it_have_gone(inns: Inns) -> None:
    """No seats are kept for them, then."""
    people = over(inns)
    inn = inn_of(people)
    for person in people:
        person.drop()
    dan = inn.visitor("dan", table="table 1", ready=False)
    inn.settle()
    assert [] == dan.reasons
    assert ("dan",) == inn.table.line().players
    assert inn.table.lobby is not None
    assert 2 == inn.table.lobby.free_seats


@pytest.mark.parametrize("table", ["", "elsewhere", "table 1"])
def test_the_one_table_of_a_host_is_theirs_who_have_played(
    table: str, inns: Inns
) -> None:
    """For a minute, whatever name a stranger asks for."""
    inn = inns(open_terms(3), tables=1)
    people = inn.seat()
    inn.settle()
    inn.pass_time(AGAIN_PATIENCE - 1)
    dan = inn.visitor("dan", table=table)
    inn.settle()
    assert ["table-full" if table == "table 1" else "no-room"] == dan.reasons
    for person in people:
        wants(person)
    assert 2 == len(inn.told(Ended))


def test_the_one_table_of_a_host_is_held_for_a_minute(inns: Inns) -> None:
    """Who has gone to bed with the result on the screen keeps nobody from playing."""
    inn = inns(open_terms(3), tables=1)
    people = inn.seat()
    inn.settle()
    inn.pass_time(AGAIN_PATIENCE)
    dan = inn.visitor("dan", ready=False)
    inn.settle()
    assert [] == dan.reasons
    wants(people[0])
    assert ["no-room"] == people[0].reasons


def test_tables_that_came_to_nothing_make_no_result_go(inns: Inns) -> None:
    """However many a stranger opens and leaves."""
    people = over(inns)
    inn, ann = inn_of(people), people[0]
    for number in range(FINISHED_KEPT + 1):
        inn.server.open(f"no {number}")
        inn.clock.advance(1)  # nobody comes, and it is closed
    dan = inn.visitor("dan", table="table 1")
    inn.settle()
    assert ["table-full"] == dan.reasons
    ann.session.say("well played")
    inn.settle()
    assert ["well played"] == heard(ann)


def sit_elsewhere(person: Visitor, table: str = "other") -> None:
    """Let somebody sit down at another table, on the same connection."""
    person.ready = False
    person.again(table)
    person._inn.settle()


@pytest.mark.parametrize("is_first", [True, False])
def test_who_sits_elsewhere_is_heard_there(is_first: bool, inns: Inns) -> None:
    """Whether the others wanted another game before or afterwards; no seat is kept."""
    people = over(inns)
    inn, (ann, bob, cleo) = inn_of(people), people
    dan = inn.visitor("dan", table="other", ready=False)
    inn.settle()
    if is_first:
        wants(ann)
    sit_elsewhere(cleo)
    if not is_first:
        wants(ann)
    cleo.session.say("a secret for dan")
    inn.settle()
    assert ["a secret for dan"] == heard(dan) == heard(cleo)
    assert [] == heard(ann) == heard(bob)
    record = inn.server.registry.find("table 1")
    assert record is not None
    assert record.table.lobby is not None
    assert record.table.lobby.reserves(bob.identity.public)
    assert not record.table.lobby.reserves(cleo.identity.public)
    # Who is only kept a seat for is heard at the table they are still at.
    bob.session.say("one moment")
    inn.settle()
    assert ["one moment"] == heard(ann)
    assert ["a secret for dan"] == heard(cleo)


def test_who_sat_elsewhere_before_the_end_is_heard_there(inns: Inns) -> None:
    """The game ends behind them; no seat is kept for another one."""
    inn = inns()
    people = inn.seat()
    ann, bob, cleo = people
    ann.mind.waits = True
    dan = inn.visitor("dan", table="other", ready=False)
    inn.settle()
    commit = Draw(cleo.identity, "cleo", nonce=nonce("cleo")).commit
    cleo.send(Sit("other", commit.wire))
    inn.settle()
    ann.mind.waits = False
    question, answer = ann.mind.question, ann.mind.answer
    assert question is not None
    assert answer is not None
    answer(question.default)
    inn.settle()
    inn.ended()
    wants(ann)
    cleo.send(Say("a secret for dan"))
    inn.settle()
    assert ["a secret for dan"] == heard(dan)
    assert [] == heard(ann) == heard(bob)
    record = inn.server.registry.find("table 1")
    assert record is not None
    assert record.table.lobby is not None
    assert not record.table.lobby.reserves(cleo.identity.public)


def test_a_game_that_was_left_takes_nobody_from_another(inns: Inns) -> None:
    """It goes on without them: they are where they have played since."""
    inn = inns()
    left = inn.seat(["cleo", "dan", "eve"])
    for person in left:
        person.mind.waits = True
    inn.settle()
    cleo = left[0]
    cleo.drop()
    cleo.store = InMemory()
    cleo.start("oak")
    cleo.connect()
    ann, bob = (inn.visitor(name, table="oak") for name in ("ann", "bob"))
    inn.settle()
    inn.ended()
    wants(ann)
    cleo.session.say("well played")
    inn.settle()
    assert ["well played"] == heard(ann)
    assert [] == heard(left[1])
    for person in (bob, cleo):
        wants(person)
    assert 2 == len(inn.told(Ended))


def test_bots_come_again(inns: Inns) -> None:
    """Called for the new table, and not let go with the old one."""
    inn = inns(open_terms(3, bots=1))
    ann, bob = inn.visitor("ann"), inn.visitor("bob")
    inn.settle()
    owner = HOST.public
    inn.visitor("Atossa", table="table 1", owner=owner, near=True)
    inn.settle()
    assert ["table 1"] == inn.dismissed
    inn.dismissed.clear()
    wants(ann)
    wants(bob)
    inn.pass_time(1)
    assert [("table 1", ("Atossa",))] * 2 == inn.called
    assert [] == inn.dismissed
    bot = Visitor(inn, "Atossa", table="table 1", owner=owner, near=True)
    inn.visitors.append(bot)
    bot.connect()
    inn.settle()
    assert 2 == len(inn.told(Ended))


def test_who_is_quick_waits_until_the_first_game_is_checked(
    toy: object, inns: Inns
) -> None:
    """All have signed, and proofs are still looked at; its log is written first."""
    later = ManualThreads()
    inn = inns(sealed_terms(3, game="toy"), work=later)
    people = inn.seat()
    inn.settle()
    wants(people[0])
    states = [record.table.state for record in inn.server.registry]
    assert [TableState.FULL] == states
    assert [] == people[0].reasons
    later.do_all()
    inn.settle()
    assert 1 == len(inn.told(Ended))
    assert TableState.LOBBY is inn.table.state
    assert ("ann",) == inn.table.line().players


def test_nobody_else_waits_to_play_again(toy: object, inns: Inns) -> None:
    """Who reads the log while proofs are checked isn't one of those who have played."""
    later = ManualThreads()
    inn = inns(sealed_terms(3, game="toy"), work=later)
    # He came first, so what he asks for would be done first.
    dan = inn.visitor("dan", table="another", ready=False)
    inn.settle()
    dan.send(Leave())
    inn.settle()
    people = inn.seat()
    inn.settle()
    assert [TableState.FULL] == [
        record.table.state
        for record in inn.server.registry
        if record.table.name == "table 1"
    ]
    wants(people[0])
    commit = Draw(dan.identity, "dan", nonce=nonce("dan")).commit
    dan.send(Read("table 1", 0), Sit("table 1", commit.wire))
    inn.settle()
    assert ["begun"] == dan.reasons
    later.do_all()
    inn.settle()
    lobby = next(
        r.table.lobby for r in inn.server.registry if r.table.name == "table 1"
    )
    assert lobby is not None
    assert ("ann",) == lobby.names
    assert [True, True] == [
        lobby.reserves(person.identity.public) for person in people[1:]
    ]
