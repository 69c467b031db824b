"""Connections that break: in the lobby, in the draw, in each phase of a game."""

from __future__ import annotations

import pytest
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

from sealed_wonders.host.lobby import LOBBY_PATIENCE, REVEAL_PATIENCE
from sealed_wonders.host.news import Away, Back, DrawnAgain, GotUp
from sealed_wonders.host.stage import TableState
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.limits import PATIENCE, QUIET
from sealed_wonders.net.messages import Closed, Draw, Leave, Presence
from tests.support.agreed import agreed
from tests.support.inn import Inn, Inns, Visitor, go_on, open_terms, playing

PING = b"\0\0\0\7\x92\xa4ping"
"""A ping, but for its number."""

# In the lobby.


def waiting(inns: Inns) -> tuple[Inn, list[Visitor]]:
    """Give a lobby in which two of three wait for a third."""
    inn = inns(open_terms(3))
    people = inn.seat(("ann", "bob"))
    inn.settle()
    return inn, people


def test_who_gets_up_in_the_lobby_is_gone(inns: Inns) -> None:
    """Everybody sees it, and another may sit there."""
    inn, (ann, bob) = waiting(inns)
    ann.send(Leave())
    inn.settle()
    assert bob.mind.news is not None
    assert ["bob"] == [person.name for person in bob.mind.news.people]
    assert [GotUp("table 1", "ann")] == inn.told(GotUp)


def test_who_is_cut_off_in_the_lobby_keeps_the_seat_for_a_while(inns: Inns) -> None:
    """Shown as away; then gone, at the very second."""
    inn, (ann, bob) = waiting(inns)
    ann.drop()
    inn.settle()
    assert bob.mind.news is not None
    assert [False, True] == [person.here for person in bob.mind.news.people]
    inn.pass_time(LOBBY_PATIENCE - 0.5)
    assert [] == inn.told(GotUp)
    inn.pass_time(0.5)
    assert [GotUp("table 1", "ann")] == inn.told(GotUp)
    assert ["bob"] == [person.name for person in bob.mind.news.people]


def test_who_comes_back_to_the_lobby_has_missed_nothing(inns: Inns) -> None:
    """Still seated, still ready: the third one makes the game begin."""
    inn, (ann, bob) = waiting(inns)
    ann.drop()
    inn.settle()
    ann.connect()
    inn.settle()
    assert bob.mind.news is not None
    assert [(True, True)] * 2 == [(p.here, p.ready) for p in bob.mind.news.people]
    inn.visitor("cleo")
    inn.settle()
    inn.ended()


def test_a_silent_connection_is_one_that_broke(inns: Inns) -> None:
    """Nothing heard for so long: the table is told, and the seat waits."""
    inn, (ann, bob) = waiting(inns)
    ann.away = True
    for _ in range(6):
        inn.clock.advance(PATIENCE / 5)
        bob.send_bytes(b"\0\0\0\7\x92\xa4ping\1")
        inn.settle()
    assert ann.transport.disconnected or ann.transport.disconnecting
    ann.drop()
    inn.settle()
    assert bob.mind.news is not None
    assert [False, True] == [person.here for person in bob.mind.news.people]


def test_a_table_that_all_have_left_is_no_more(inns: Inns) -> None:
    """It would only be in the way; a permanent one stays."""
    inn, people = waiting(inns)
    for person in people:
        person.send(Leave())
    inn.settle()
    assert all(person.session.over for person in people)
    assert TableState.STOPPED is inn.table.state
    stays = inns(open_terms(3))
    stays.server.open(permanent=True)
    ann = stays.visitor("ann")
    stays.settle()
    ann.send(Leave())
    stays.settle()
    assert TableState.LOBBY is stays.table.state


def test_in_a_lobby_nobody_is_away_who_may_not_be(inns: Inns) -> None:
    """A missing ping costs no seat: the connection may be slow, and no worse."""
    inn, (_, bob) = waiting(inns)
    inn.clock.advance(QUIET)
    inn.settle()
    assert bob.mind.news is not None
    assert [True, True] == [person.here for person in bob.mind.news.people]


# In the draw.


def drawing(inns: Inns) -> tuple[Inn, list[Visitor]]:
    """Give a draw in which all have revealed but ann, who knows of it."""
    inn = inns(open_terms(3))
    people = inn.seat()
    while not any(isinstance(message, Draw) for message in people[0].said):
        inn.clock.advance(0)
        for person in people:
            person.hear()
            if any(isinstance(message, Draw) for message in person.said):
                break
            people[0].away = inn.table.lobby is not None and inn.table.lobby.drawing
        if people[0].away:
            break
    people[0].away = True
    inn.settle()
    lobby = inn.table.lobby
    assert lobby is not None
    assert lobby.drawing
    return inn, people


def test_who_never_reveals_makes_another_draw_necessary(inns: Inns) -> None:
    """All are told who it was; the others sit down again, and the seat is free."""
    inn, people = drawing(inns)
    inn.pass_time(REVEAL_PATIENCE - 0.5)
    assert [] == inn.told(DrawnAgain)
    inn.pass_time(0.5)
    note = "draw 2: ann did not reveal"
    assert [DrawnAgain("table 1", note)] == inn.told(DrawnAgain)
    for person in people[1:]:
        assert person.mind.news is not None
        assert note == person.mind.news.note
        assert ["bob", "cleo"] == sorted(p.name for p in person.mind.news.people)
    inn.visitor("dan")
    inn.settle()
    inn.ended()


def test_who_did_not_reveal_may_sit_down_again(inns: Inns) -> None:
    """A slow machine is no crime; all have agreed again by being ready."""
    inn, people = drawing(inns)
    inn.pass_time(REVEAL_PATIENCE)
    people[0].away = False
    inn.settle()
    ended = inn.ended()
    assert {"ann", "bob", "cleo"} == set(ended.names)
    assert 1 == inn.game.fold.charter.draw


def test_who_is_cut_off_in_the_draw_reveals_when_back(inns: Inns) -> None:
    """The same reveal for the same table: nothing is drawn again."""
    inn, people = drawing(inns)
    people[0].drop()
    inn.pass_time(REVEAL_PATIENCE / 2)
    people[0].away = False
    people[0].connect()
    inn.settle()
    assert 0 == inn.game.fold.charter.draw
    inn.ended()


def test_a_client_started_again_in_the_draw_takes_part_in_the_next(inns: Inns) -> None:
    """It has forgotten its nonce, and can't reveal; so all draw again, at once."""
    inn, people = drawing(inns)
    ann = people[0]
    ann.drop()
    ann.away = False
    ann.start()
    ann.connect()
    inn.settle()
    if ann.broken:
        ann.start()
        ann.connect()
        inn.settle()
    assert 1 == inn.game.fold.charter.draw
    assert {"ann", "bob", "cleo"} == set(inn.ended().names)


def test_who_leaves_a_draw_ends_it_at_once(inns: Inns) -> None:
    """Nobody waits for a reveal that isn't coming."""
    inn, people = drawing(inns)
    people[0].send(Leave())
    inn.settle()
    assert ["draw 2: ann did not reveal"] == [
        news.note for news in inn.told(DrawnAgain) if isinstance(news, DrawnAgain)
    ]


# In a game.


def step(inn: Inn, slow: Visitor) -> None:
    """Let somebody say what the open phase needs of them, and all others go on."""
    slow.away = False
    phase = inn.game.fold.phase.number
    while inn.game.fold.phase.number == phase and not inn.game.fold.over:
        inn.clock.advance(0)
        slow.hear()
    slow.away = True
    inn.settle()


def kinds_played(inn: Inn, ann: Visitor, there: bool) -> set[str]:
    """
    Play a game in which ann's connection breaks once in each kind of phase.

    Args:
        there: her program goes on; else it is started again too.
    """
    seen: set[str] = set()
    ann.away = True
    inn.settle()
    while not inn.game.fold.over:
        fold: Fold = inn.game.fold
        seat = inn.game.seat_of(ann.identity.public)
        assert seat is not None
        assert (seat,) == fold.missing
        if fold.phase.kind not in seen:
            seen.add(fold.phase.kind)
            ann.drop()
            inn.settle()
            assert not inn.game.here[seat]
            if not there:
                ann.start()
            ann.connect()
        step(inn, ann)
    ann.away = False
    inn.settle()
    return seen


@pytest.mark.parametrize("there", [True, False], ids=["cut off", "killed"])
def test_who_comes_back_in_any_phase_goes_on(there: bool, inns: Inns) -> None:
    """The table waits; what is sent after it is the log from where they stood."""
    inn = inns(open_terms(3, own=agreed(sides="choose")))
    people = inn.seat()
    people[0].away = True
    # Ann takes part in the lobby, and is slow from then on.
    while inn.table.game is None if list(inn.server.registry) else True:
        inn.clock.advance(0)
        for person in people:
            person.away = False
            person.hear()
    seen = kinds_played(inn, people[0], there)
    ended = inn.ended()
    assert [ended.sheet] * 3 == [person.mind.sheet for person in people]
    assert {
        *("KEY", "MIX", "OPEN_SHARE", "DECIDE", "DECLARE"),
        *("DEAL", "PICK", "REVEAL", "END"),
    } <= seen


def test_everybody_sees_who_is_away(inns: Inns) -> None:
    """And who is back; whoever runs the host is told too."""
    inn, people = playing(inns)
    people[0].drop()
    inn.settle()
    seat = inn.game.names.index("ann")
    assert [False] == [here for i, here in enumerate(people[1].mind.here) if i == seat]
    assert [Away("table 1", "ann")] == inn.told(Away)
    people[0].connect()
    inn.settle()
    assert all(people[1].mind.here)
    assert [Back("table 1", "ann")] == inn.told(Back)
    go_on(inn, people)


def test_a_game_waits_for_weeks(inns: Inns) -> None:
    """The seat is kept for as long as it takes."""
    inn, people = playing(inns)
    people[0].drop()
    inn.pass_time(14 * 24 * 60 * 60.0, step=30 * 60.0)
    people[0].connect()
    inn.settle()
    people[1].drop()
    people[1].connect()
    people[2].drop()
    people[2].connect()
    inn.settle()
    go_on(inn, people)


def test_nobody_gets_up_from_a_game(inns: Inns) -> None:
    """The wish is refused, the seat stays theirs."""
    inn, people = playing(inns)
    people[0].send(Leave())
    inn.settle()
    assert ["begun"] == people[0].reasons
    go_on(inn, people)


def test_who_comes_in_twice_is_there_once(inns: Inns) -> None:
    """The newer connection counts; the older one is told, and is no absence."""
    inn, people = playing(inns)
    ann = people[0]
    old, transport = ann.end, ann.transport
    ann.connect()
    assert old is not None
    assert transport.disconnecting
    inn.settle()
    old.connectionLost(Failure(ConnectionDone()))
    inn.settle()
    assert all(inn.game.here)
    assert [] == inn.told(Away)
    go_on(inn, people)


def test_who_comes_back_when_all_is_over_reads_the_end(inns: Inns) -> None:
    """The others have gone; the log is still to be had."""
    inn, people = playing(inns)
    ann = people[0]
    ann.mind.waits = False
    ann.drop()
    ann.connect()
    assert ann.mind.answer is not None
    while not inn.game.fold.over:
        inn.settle()
        question, answer = ann.mind.question, ann.mind.answer
        if question is not None and answer is not None:
            answer(ann.mind.choose(question))
        if "END" == inn.game.fold.phase.kind:
            break
    inn.settle()
    bob = people[1]
    bob.start(inn.table.name)
    bob.connect()
    inn.settle()
    # A program that was started anew wants to play, and isn't shown the old game.
    assert bob.mind.sheet is None
    assert not any(isinstance(m, (Presence, Closed)) for m in bob.said)


def test_somebody_who_plays_wants_that_game_back(inns: Inns) -> None:
    """A program started anew asks for any table, and is shown the one it plays at."""
    inn, people = playing(inns)
    people[0].drop()
    people[0].start()
    people[0].mind.waits = True
    people[0].connect()
    inn.settle()
    assert 1 == len(list(inn.server.registry))
    assert [] == people[0].reasons
    go_on(inn, people)


def test_who_isn_t_heard_for_some_seconds_is_shown_as_reconnecting(inns: Inns) -> None:
    """Long before the connection is given up; and no more as soon as there is a byte."""
    inn, people = playing(inns)
    ann, bob, _ = people
    for number in range(2):
        inn.clock.advance(QUIET / 2)
        for person in people[1:]:
            person.send_bytes(PING + bytes([number]))
        inn.settle()
    assert (False, True, True) == tuple(bob.mind.here)
    assert [Away("table 1", "ann")] == inn.told(Away)
    assert ann.end is not None
    assert not ann.is_cut_off

    ann.send_bytes(PING + b"\7")
    inn.settle()
    assert (True, True, True) == tuple(bob.mind.here)
    assert [Back("table 1", "ann")] == inn.told(Back)
    go_on(inn, people)


def test_who_comes_back_on_another_connection_was_only_away(inns: Inns) -> None:
    """The old one is still there, silent; when that is given up nothing happens."""
    inn, people = playing(inns)
    bob = people[1]
    inn.clock.advance(QUIET)
    inn.settle()
    assert not any(bob.mind.here)
    for person in people:
        person.connect()
    inn.settle()
    assert all(bob.mind.here)
    assert 3 == len(inn.told(Away)) == len(inn.told(Back))
    go_on(inn, people)
