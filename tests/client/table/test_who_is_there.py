"""Players who are connected and silent: what other programs do, and when."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import (
    PauseClock,
    ProposeBallot,
    ShowPresence,
)
from sealed_wonders.client.table.voting import UNSEEN_SECONDS
from sealed_wonders.net.attendance import MAX_STATEMENTS_PER_SEAT
from sealed_wonders.net.log.ballots import Ballot, Status
from sealed_wonders.net.log.envelopes import Wire, parse
from sealed_wonders.net.log.lanes import ATTENDANCE
from sealed_wonders.net.messages import FromClient, Post, Timing
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.times import Times
from sealed_wonders.net.voting import NOTICE_SECONDS
from tests.storm.shorttoy import short_toy
from tests.support.inprocess.client import Client, votes
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import named
from tests.support.thorough import only
from tests.support.toy import TOY
from tests.support.toytable import put_up

OFFERED = GONE_AFTER.default
"""Seconds of silence until people may propose to go on without somebody."""

PATIENCE = 4 * GONE_AFTER.default
"""Seconds of silence until programs agree to that, though somebody is there."""

TICK = 5
"""Seconds between two looks of a program."""

LOOK = 15
"""Seconds after which people look again whether they may propose something."""

OWNER = named("somebody").public
"""Who runs the bots."""

Start = Callable[..., tuple[HostHarness, dict[str, Client]]]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """
    Give a game in which somebody is asked for a choice, and doesn't make it.

    Those called cleo and dan are bots, unless others are.
    """
    put_up(monkeypatch, short_toy)

    def start(
        *names: str,
        bots: Sequence[str] = ("cleo", "dan"),
        silent: str = "bob",
        in_browsers: Sequence[str] = (),
        **terms: object,
    ) -> tuple[HostHarness, dict[str, Client]]:
        host = HostHarness(tmp_path / "host", open_terms(len(names), game=TOY, **terms))
        table = {
            name: host.client(name, owner=OWNER if name in bots else None)
            for name in names
        }
        for name, one in table.items():
            one.player.is_program = name in bots
            one.player.unseen_since = float("inf") if name in in_browsers else None
            one.player.cast = votes(one)
        table[silent].player.pick = None
        host.settle()
        assert table[silent].player.question is not None
        return host, table

    return start


def muted(message: FromClient) -> FromClient | None:
    """Say nothing of the game, whatever the program would say by itself."""
    return None if isinstance(message, Post) else message


def undeclared(message: FromClient) -> FromClient | None:
    """Say all but what the program would declare."""
    if not isinstance(message, Post):
        return message
    said = tuple(it for it in message.wires if parse(it.env).kind != "DECLARE")
    return Post(said) if said else None


def goes_on(host: HostHarness, *, without: Client) -> bool:
    """Tell whether the game goes on, or has ended, without somebody."""
    return without.seat.number not in host.clients[0].seat.fold.active


def proposed(host: HostHarness, by: Client) -> Ballot:
    """Let somebody propose to go on without all who are waited for."""
    before = len(list(host.game.fold.ballots))
    by.game.do(ProposeBallot())
    host.settle()
    ballots = list(host.game.fold.ballots)
    assert before + 1 == len(ballots)
    return ballots[-1]


# Neither a veto nor a tool.


@pytest.mark.parametrize(
    "names", [("ann", "bob", "cleo"), ("ann", "bob", "cleo", "dan")]
)
def test_a_bot_is_no_veto(names: Sequence[str], start: Start) -> None:
    """Somebody left the room with their program on; all others want to play on."""
    host, table = start(*names)
    ann, bob = table["ann"], table["bob"]
    bob.tamper = muted
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(PATIENCE, TICK)
    assert goes_on(host, without=bob)
    assert ann.player.sheet is not None


def test_one_friend_and_bots_put_nobody_out_before(start: Start) -> None:
    """Whoever thinks has four times as long as others wait for somebody who is gone."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    bob.tamper = muted
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    host.pass_time(PATIENCE - OFFERED - 2 * TICK, TICK)
    assert not goes_on(host, without=bob)
    assert Status.OPEN is ballot.status
    host.pass_time(2 * TICK, TICK)
    assert goes_on(host, without=bob)


@pytest.mark.parametrize("gone_after", [5, GONE_AFTER.default])
def test_nobody_is_put_out_within_a_minute(gone_after: int, start: Start) -> None:
    """However long they have thought by then, and however impatient the table is."""
    host, table = start("ann", "bob", "cleo", "dan", gone_after=gone_after)
    ann, bob = table["ann"], table["bob"]
    bob.tamper = muted
    host.pass_time(2 * PATIENCE, 30)
    proposed(host, ann)
    host.pass_time(NOTICE_SECONDS - 2, 1)
    assert not goes_on(host, without=bob)
    host.pass_time(4, 1)
    assert goes_on(host, without=bob)


def test_alone_with_bots_one_is_waited_for(start: Start) -> None:
    """Whatever they are silent about; nobody is there who would go on."""
    host, table = start("ann", "bob", "cleo", "dan", bots=("ann", "cleo", "dan"))
    table["bob"].tamper = muted
    host.pass_time(5 * PATIENCE, 60)
    assert [] == list(host.game.fold.ballots)


@pytest.mark.parametrize("is_muted", [False, True])
def test_a_modified_program_gets_no_help_from_honest_ones(
    is_muted: bool, start: Start
) -> None:
    """It proposes what no honest one would; as long as no person wants that, nothing comes."""
    host, table = start("ann", "bob", "cleo", "dan", bots=("ann", "cleo", "dan"))
    bob, cleo = table["bob"], table["cleo"]
    if is_muted:
        bob.tamper = muted
    host.pass_time(OFFERED + TICK, TICK)
    cleo.propose(bob)
    host.pass_time(3 * PATIENCE, TICK)
    assert (not is_muted) == bool(host.game.fold.attendance.idle)
    (ballot,) = host.game.fold.ballots
    assert Status.OPEN is ballot.status
    assert {cleo.seat.number: True} == ballot.votes


def test_one_no_of_a_person_is_enough(start: Start) -> None:
    host, table = start("ann", "bob", "cleo", "dan", bots=("dan",))
    ann, bob, cleo = table["ann"], table["bob"], table["cleo"]
    bob.tamper, cleo.player.vote = muted, False
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    host.pass_time(2 * PATIENCE, TICK)
    assert Status.VOID is ballot.status
    assert not goes_on(host, without=bob)


def test_who_speaks_in_time_is_in(start: Start) -> None:
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    bob.player.answer_now()
    host.settle()
    assert Status.VOID is ballot.status
    assert not goes_on(host, without=bob)


# Who is there says so.


def test_a_key_stops_it(start: Start) -> None:
    """Then bots say no, and wait for twice as long again as anybody is waited for."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    assert ballot.key == (bob.player.absence_now.against_us or ballot).key
    host.pass_time(NOTICE_SECONDS, TICK)
    bob.game.do(ShowPresence())
    host.settle()
    assert Status.VOID is ballot.status
    assert None is bob.player.absence_now.against_us
    assert {bob.seat.number: 1} == ann.player.absence_now.here
    bob.tamper = muted
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    host.pass_time(PATIENCE + 2 * GONE_AFTER.default - host.clock.seconds() - 10, TICK)
    assert Status.OPEN is ballot.status
    host.pass_time(15, TICK)
    assert goes_on(host, without=bob)


def test_after_a_key_there_is_that_long_however_late_it_is(start: Start) -> None:
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    host.pass_time(3 * PATIENCE, 30)
    proposed(host, ann)
    bob.game.do(ShowPresence())
    host.settle()
    pressed, bob.tamper = host.clock.seconds(), muted
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(pressed + 2 * GONE_AFTER.default - host.clock.seconds() - TICK, TICK)
    assert not goes_on(host, without=bob)
    host.pass_time(2 * TICK, TICK)
    assert goes_on(host, without=bob)


def test_a_key_is_told_once_for_each_ballot_and_six_times_in_a_game(
    start: Start,
) -> None:
    """Nothing is said where nobody would go on without us, nor again before it is heard."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    attendance, seat = host.game.fold.attendance, bob.seat.number
    bob.game.do(ShowPresence())
    host.pass_time(OFFERED + TICK, TICK)
    for times in range(1, MAX_STATEMENTS_PER_SEAT["HERE"] + 1):
        ballot = proposed(host, ann)
        assert (
            MAX_STATEMENTS_PER_SEAT["HERE"] - times + 1
            == bob.player.absence_now.keys_left
        )
        bob.game.do(ShowPresence())
        bob.game.do(ShowPresence())
        host.settle()
        bob.game.do(ShowPresence())
        host.settle()
        assert Status.VOID is ballot.status
        assert times == attendance.count(seat, "HERE")
        host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    bob.game.do(ShowPresence())
    host.settle()
    assert bob.player.absence_now.against_us is not None
    host.pass_time(
        PATIENCE + MAX_STATEMENTS_PER_SEAT["HERE"] * 2 * GONE_AFTER.default, TICK
    )
    assert MAX_STATEMENTS_PER_SEAT["HERE"] == attendance.count(seat, "HERE")
    assert [] == bob.refusals
    assert goes_on(host, without=bob)


def test_bots_are_not_to_blame_for_a_no_to_whoever_is_there(start: Start) -> None:
    """Nobody is offered to go on without them because of that."""
    host, table = start("ann", "bob", "cleo", "dan", "eve")
    ann, bob, eve = table["ann"], table["bob"], table["eve"]
    eve.player.vote = True
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    bob.game.do(ShowPresence())
    host.pass_time(OFFERED + TICK, TICK)
    assert ((bob.seat.number,),) == ann.player.absence_now.offers


def test_bots_are_not_to_blame_as_long_as_they_have_to_wait(start: Start) -> None:
    """To whom else is asked they are at fault like anybody, once they should have answered."""
    host, table = start("ann", "bob", "cleo", "dan", "eve")
    ann, bob, dan, eve = (table[it] for it in ("ann", "bob", "dan", "eve"))
    bob.tamper = dan.tamper = muted
    eve.player.vote = True
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(PATIENCE - OFFERED, TICK)
    assert not ann.player.absence_now.offers
    host.pass_time(OFFERED + 2 * TICK, TICK)
    assert ((dan.seat.number,),) == ann.player.absence_now.offers


# Nobody is there.


def test_a_program_says_that_nobody_is_at_it(start: Start) -> None:
    """As soon as nobody has been for so long though it rang; then bots agree at once."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(GONE_AFTER.default - TICK, TICK)
    assert not goes_on(host, without=bob)
    host.pass_time(2 * TICK, TICK)
    assert goes_on(host, without=bob)


def test_at_an_impatient_table_it_waits_for_a_minute_before_it_says_so(
    start: Start,
) -> None:
    host, table = start("ann", "bob", "cleo", "dan", gone_after=5)
    ann, bob = table["ann"], table["bob"]
    host.pass_time(6, 1)
    proposed(host, ann)
    host.pass_time(NOTICE_SECONDS - 2, 1)
    assert frozenset() == ann.player.absence_now.idle
    assert not goes_on(host, without=bob)
    host.pass_time(4, 1)
    assert goes_on(host, without=bob)


def test_whoever_comes_back_to_it_takes_that_back(start: Start) -> None:
    """If somebody else hasn't answered by then."""
    host, table = start("ann", "bob", "cleo", "dan", "eve")
    ann, bob = table["ann"], table["bob"]
    table["eve"].tamper = muted
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    host.pass_time(GONE_AFTER.default + TICK, TICK)
    assert frozenset((bob.seat.number,)) == ann.player.absence_now.idle
    assert Status.OPEN is ballot.status
    bob.game.do(ShowPresence())
    host.settle()
    assert frozenset() == ann.player.absence_now.idle
    assert {bob.seat.number: 1} == ann.player.absence_now.here


def test_where_it_could_not_be_taken_back_it_is_not_said(start: Start) -> None:
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    host.pass_time(OFFERED + TICK, TICK)
    for _ in range(MAX_STATEMENTS_PER_SEAT["HERE"]):
        proposed(host, ann)
        bob.game.do(ShowPresence())
        host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(GONE_AFTER.default + TICK, TICK)
    assert 0 == host.game.fold.attendance.count(bob.seat.number, "IDLE")


def test_a_bot_has_nobody_at_it_and_does_not_say_so(start: Start) -> None:
    """Nor that somebody is there."""
    host, table = start("ann", "bob", "cleo", "dan", silent="dan")
    ann, dan = table["ann"], table["dan"]
    table["bob"].player.vote = True
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(PATIENCE - OFFERED - 2 * TICK, TICK)
    assert frozenset() == host.game.fold.attendance.idle
    host.pass_time(3 * TICK, TICK)
    assert goes_on(host, without=dan)


# Who lies about it, and who keeps it back.


def said(wires: Sequence[Wire], word: str) -> list[Wire]:
    """Give those that say something of whether anybody is there."""
    return [it for it in wires if parse(it.env).kind == word]


def test_what_was_said_about_another_phase_means_nothing(start: Start) -> None:
    """A host, or anybody, holds it over for one in which it would be wanted."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    kept: list[Wire] = []

    def hold(message: FromClient) -> FromClient | None:
        if isinstance(message, Post):
            kept.extend(
                it for it in message.wires if parse(it.env).lane.startswith(ATTENDANCE)
            )
            rest = tuple(it for it in message.wires if it not in kept)
            return Post(rest) if rest else None
        return message

    bob.tamper = hold
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(GONE_AFTER.default + TICK, TICK)
    assert ["IDLE"] == [parse(it.env).kind for it in kept]
    bob.player.answer_now()
    bob.game.do(ShowPresence())
    host.settle()
    assert bob.player.question is not None
    kept, later = [], kept
    bob.tamper = muted
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    ann.send(Post(tuple(later)))
    host.settle()
    assert 1 == host.game.fold.attendance.count(bob.seat.number, "IDLE")
    assert frozenset() == host.game.fold.attendance.idle
    host.pass_time(GONE_AFTER.default, TICK)
    assert Status.OPEN is ballot.status


def test_what_is_said_beside_the_game_is_no_sign_that_it_goes_on(start: Start) -> None:
    """Else two players could draw others to a bad host as often as they like."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob, cleo = table["ann"], table["bob"], table["cleo"]
    host.pass_time(OFFERED + TICK, TICK)
    heard, length = ann.seat.heard_of_others, ann.seat.fold.position
    bob.seat.attend("IDLE")
    bob.seat.attend("HERE")
    bob.game.receive(())
    host.settle()
    proposed(host, cleo)
    assert ann.seat.fold.position > length + 2
    assert heard == ann.seat.heard_of_others
    bob.player.answer_now()
    host.settle()
    assert ann.seat.heard_of_others > heard


@pytest.mark.parametrize("word", ["IDLE", "HERE"])
def test_nobody_else_says_it(word: str, start: Start) -> None:
    """Whoever signs it for another is refused, and nothing comes of it."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    bob.tamper = muted
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    bob.seat.attend(word)  # type: ignore[arg-type]
    (wire,) = said(bob.seat.unheard(), word)
    forged = Wire(wire.env, bytes(64))
    ann.send(Post((forged,)))
    host.settle()
    assert ["bad-signature"] == ann.refusals
    assert (frozenset(), ()) == (
        host.game.fold.attendance.idle,
        host.game.fold.attendance.here(bob.seat.number),
    )
    assert Status.OPEN is ballot.status


def test_a_host_that_keeps_it_back_gains_what_it_has_by_starving_a_seat(
    start: Start,
) -> None:
    """Who is there is put out no sooner by that than somebody who says nothing."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]

    def keep_back(message: FromClient) -> FromClient | None:
        if isinstance(message, Post):
            rest = tuple(
                it
                for it in message.wires
                if not parse(it.env).lane.startswith(ATTENDANCE)
            )
            return Post(rest) if rest else None
        return message

    bob.tamper = keep_back
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    bob.game.do(ShowPresence())
    host.pass_time(PATIENCE - OFFERED - 2 * TICK, TICK)
    assert not goes_on(host, without=bob)
    host.pass_time(3 * TICK, TICK)
    assert goes_on(host, without=bob)


def test_it_is_said_again_on_a_new_connection(start: Start) -> None:
    """Where it got lost with the last one, and is still about the open phase."""
    host, table = start("ann", "bob", "cleo", "dan")
    ann, bob = table["ann"], table["bob"]
    host.pass_time(OFFERED + TICK, TICK)
    ballot = proposed(host, ann)
    bob.game.do(ShowPresence())
    bob.disconnect()
    bob.connect()
    host.settle()
    assert Status.VOID is ballot.status
    assert 1 == host.game.fold.attendance.count(bob.seat.number, "HERE")


# What needs no person, and what no person changes.


def test_who_never_answers_ballots_needs_nobody_who_wants_it(start: Start) -> None:
    """An honest program answers them by itself: nobody is there who thinks."""
    names = ("ann", "bob", "cleo", "dan", "eve")
    host, table = start(*names, bots=("ann", "cleo", "dan"), silent="eve")
    ann, bob, eve = (table[it] for it in ("ann", "bob", "eve"))
    bob.tamper = muted
    eve.disconnect()
    host.pass_time(2 * GONE_AFTER.default, TICK)
    host.pass_time(3 * TICK, TICK)
    (first,) = host.game.fold.ballots
    assert (bob.seat.number,) == first.missing
    ann.propose(bob, eve)
    host.pass_time(PATIENCE - 4 * TICK, TICK)
    assert not goes_on(host, without=bob)
    host.pass_time(5 * TICK, TICK)
    assert goes_on(host, without=bob)


def test_who_has_only_said_no_is_put_out_like_anybody_who_is_not_there(
    start: Start,
) -> None:
    """A program that nobody is at says no by itself; a key stops it here, too."""
    names = ("ann", "bob", "cleo", "dan", "eve")
    host, table = start(*names, silent="eve")
    ann, bob, eve = (table[it] for it in ("ann", "bob", "eve"))
    bob.player.pick = None
    eve.disconnect()
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(OFFERED, TICK)
    for presses in (True, False):
        host.pass_time(OFFERED + TICK, TICK)
        ann.game.do(ProposeBallot(tuple(sorted((bob.seat.number, eve.seat.number)))))
        host.settle()
        if presses:
            bob.game.do(ShowPresence())
        host.pass_time(PATIENCE + 2 * GONE_AFTER.default, TICK)
        assert presses != goes_on(host, without=bob)


def test_a_ballot_about_whoever_only_says_no_is_not_in_the_way(start: Start) -> None:
    """If all agree to another one, nobody waits for them: bots say no to it at once."""
    names = ("ann", "bob", "cleo", "dan", "eve")
    host, table = start(*names, silent="eve")
    ann, bob, eve = (table[it] for it in ("ann", "bob", "eve"))
    bob.player.vote = False
    eve.disconnect()
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(OFFERED + TICK, TICK)
    bob.game.do(ProposeBallot((eve.seat.number,)))
    host.settle()
    (_, first) = host.game.fold.ballots
    # She knows of that one, and proposes to go on without him, who wants what she wants.
    ann.propose(bob)
    ann.vote_on_all(yes=True)
    host.pass_time(2 * TICK, TICK)
    *_, other = host.game.fold.ballots
    assert (Status.CARRIED, Status.VOID) == (first.status, other.status)
    assert goes_on(host, without=eve)
    assert not goes_on(host, without=bob)


def test_whoever_is_put_out_already_is_no_veto(start: Start) -> None:
    """
    A carried ballot doesn't let a phase be left in which another seat is still missing.

    Whoever it puts out has left the room, so their program says no to whatever is asked
    about that seat. The others are offered to go on without both, and bots agree to that.
    """
    names = ("ann", "bob", "cleo", "dan", "eve")
    host, table = start(*names, bots=("cleo", "eve"))
    ann, bob, dan = (table[it] for it in ("ann", "bob", "dan"))

    bob.tamper = undeclared
    ann.player.vote, dan.player.vote = True, False
    bob.player.pick = any_move
    bob.player.answer_now()
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    bob.propose(dan)
    host.pass_time(PATIENCE + 2 * OFFERED, TICK)
    first, second = host.game.fold.ballots
    assert (Status.VOID, Status.CARRIED) == (first.status, second.status)
    assert "DECLARE" == host.game.fold.phase.kind
    both = tuple(sorted((bob.seat.number, dan.seat.number)))
    assert both == ann.player.absence_now.offers[0]
    proposed(host, ann)
    host.pass_time(PATIENCE, TICK)
    assert goes_on(host, without=bob)
    assert goes_on(host, without=dan)
    assert not goes_on(host, without=ann)


def test_whoever_is_put_out_already_is_offered_nothing_about_themselves(
    start: Start,
) -> None:
    """
    A ballot about its own opener would be refused, and bind them like any yes: for ever.

    What they propose may put out whoever else keeps the table waiting, and keeps them in.
    """
    host, table = start("ann", "bob", "cleo", "dan", "eve", bots=("cleo", "eve"))
    ann, bob, dan = (table[it] for it in ("ann", "bob", "dan"))
    bob.tamper = undeclared
    ann.player.vote, dan.player.vote = True, False
    bob.player.pick = any_move
    bob.player.answer_now()
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    bob.propose(dan)
    host.pass_time(PATIENCE + 2 * OFFERED, TICK)
    first, second = host.game.fold.ballots
    assert (Status.VOID, Status.CARRIED) == (first.status, second.status)
    assert ((bob.seat.number,),) == dan.player.absence_now.offers
    ballot = proposed(host, dan)
    assert (bob.seat.number,) == ballot.proposal.out


def test_whoever_is_put_out_already_hides_nobody_who_is_silent(start: Start) -> None:
    """
    They owe an answer to what was asked first, which holds nobody once bots have put them out.

    To put them out once more wouldn't help: the table waits for the one who was asked about.
    """
    host, table = start("ann", "bob", "cleo", "dan", "eve", bots=("cleo", "eve"))
    ann, bob, dan = (table[it] for it in ("ann", "bob", "dan"))

    bob.tamper = undeclared
    ann.player.vote = bob.player.vote = True
    bob.player.pick = any_move
    bob.player.answer_now()
    host.pass_time(OFFERED - TICK, TICK)
    dan.disconnect()
    host.pass_time(2 * TICK, TICK)
    proposed(host, ann)
    host.pass_time(PATIENCE + 2 * OFFERED, TICK)
    first, second = host.game.fold.ballots
    assert (Status.OPEN, Status.CARRIED) == (first.status, second.status)
    assert "DECLARE" == host.game.fold.phase.kind
    both = tuple(sorted((bob.seat.number, dan.seat.number)))
    assert both == ann.player.absence_now.offers[0]
    proposed(host, ann)
    host.pass_time(PATIENCE, TICK)
    assert goes_on(host, without=bob)
    assert goes_on(host, without=dan)
    assert not goes_on(host, without=ann)


def test_whoever_is_put_out_already_does_not_hide_who_refuses_for_ever(
    start: Start,
) -> None:
    """
    Those whom a carried ballot puts out are too many to be put out with whoever is silent.

    One of them says no to that one's going whenever it is asked; the other agrees by now.
    """
    host, table = start("ann", "bob", "cleo", "dan", "eve", bots=())
    ann, bob, cleo, dan, eve = table.values()

    bob.tamper = undeclared
    bob.player.pick = any_move
    bob.player.answer_now()
    ann.player.vote = bob.player.vote = eve.player.vote = True
    cleo.player.vote = dan.player.vote = False
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    ann.propose(cleo, dan)
    host.pass_time(TICK, TICK)
    first, second = host.game.fold.ballots
    assert (Status.VOID, Status.CARRIED) == (first.status, second.status)
    cleo.player.vote = True
    host.pass_time(OFFERED + TICK, TICK)
    proposed(host, ann)
    host.pass_time(OFFERED + TICK, TICK)
    assert "DECLARE" == host.game.fold.phase.kind
    both = tuple(sorted((bob.seat.number, dan.seat.number)))
    assert both == ann.player.absence_now.offers[0]
    proposed(host, ann)
    host.pass_time(TICK, TICK)
    assert goes_on(host, without=bob)
    assert goes_on(host, without=dan)
    assert not goes_on(host, without=cleo)


# Clocks.


def test_bots_go_on_by_themselves_without_whose_time_has_been_out_for_long(
    start: Start,
) -> None:
    """An honest program chooses when it is out: nobody is there."""
    host, table = start(
        "ann", "bob", "cleo", "dan", bots=("ann", "cleo", "dan"), turn_time=60
    )
    bob = table["bob"]
    bob.tamper = muted
    host.pass_time(2 * GONE_AFTER.default - TICK, TICK)
    assert [] == list(host.game.fold.ballots)
    host.pass_time(4 * TICK, TICK)
    assert goes_on(host, without=bob)


def test_what_a_host_says_of_times_that_nobody_has_agreed_to_hurries_nobody(
    start: Start,
) -> None:
    host, table = start("ann", "bob", "cleo", "dan", bots=("ann", "cleo", "dan"))
    bots = [table[it] for it in ("ann", "cleo", "dan")]
    table["bob"].tamper = muted
    for bot in bots:
        bot.game.timing(Timing("table 1", Times(5), None, None))
    host.pass_time(2 * PATIENCE, 30)
    assert [] == list(host.game.fold.ballots)


def test_as_long_as_a_clock_stands_still_no_time_is_out(start: Start) -> None:
    host, table = start("ann", "bob", "cleo", "dan", bots=("cleo", "dan"), turn_time=60)
    ann, bob = table["ann"], table["bob"]
    ann.session.do(PauseClock(paused=True))
    bob.tamper = muted
    host.pass_time(2 * PATIENCE, 30)
    assert "ann" == bob.player.paused_by
    assert [] == list(host.game.fold.ballots)
    ann.session.do(PauseClock(paused=False))


# All tables there are.

PERSON, BOT, OUT, ZOMBIE, GONE = "person", "bot", "out", "zombie", "gone"
"""
Who may sit there: a person who wants to play on, or a program that does; a program nobody is
at, as it says; one that is there and says nothing; one that isn't there.
"""

KINDS = PERSON, BOT, OUT, ZOMBIE, GONE

TABLES = [
    " ".join(kinds)
    for seats in (3, 5)
    for kinds in itertools.combinations_with_replacement(KINDS, seats)
    if {OUT, ZOMBIE, GONE} & {*kinds} and {PERSON, BOT} & {*kinds}
]
"""Of what tables may be made up where somebody says nothing, and somebody else is there."""

SOME = [
    "person bot zombie",
    "person bot out",
    "bot bot zombie",
    "bot bot out",
    "bot bot gone",
    "person zombie gone",
    "person bot bot zombie gone",
    "person bot bot out zombie",
    "bot bot bot zombie gone",
]

THINKERS = [
    " ".join(kinds)
    for others in (2, 4)
    for kinds in itertools.combinations_with_replacement(KINDS, others)
    if BOT in kinds
]
"""With whom somebody may sit who thinks, at tables with a bot."""

SOME_THINKERS = [
    "bot bot",
    "person bot",
    "bot out",
    "bot zombie",
    "person person person bot",
    "person bot bot gone",
    "person bot bot zombie",
]


class Sitting:
    """A table made up of some kinds, of whom persons propose what they can."""

    def __init__(self, kinds: Sequence[str], start: Start, *more: str) -> None:
        names = NAMES[: len(kinds) + len(more)]
        of = dict(zip(names, (*kinds, *more), strict=True))
        bots = [name for name in names if of[name] == BOT]
        self.host, table = start(*names, bots=bots, silent=names[-1])
        self.last = table[names[-1]]
        self.present = [table[name] for name in names if of[name] in (PERSON, BOT)]
        self.persons = [table[name] for name in names if of[name] == PERSON]
        for name, one in table.items():
            one.player.vote = None if of[name] == OUT else True
            if of[name] == ZOMBIE:
                one.tamper = muted
            elif of[name] == OUT:
                one.player.pick = None
            elif of[name] == GONE:
                one.disconnect()

    def pass_time(self, times: int) -> None:
        """Let so many times pass that others wait for somebody who is silent."""
        for _ in range(times * GONE_AFTER.default // LOOK):
            self.host.pass_time(LOOK, LOOK)
            for one in self.persons:
                if one.player.absence_now.offers:
                    one.game.do(ProposeBallot())
                    self.host.settle()


@pytest.mark.parametrize("made_of", only(SOME, TABLES))
def test_a_table_goes_on_if_somebody_is_there_who_wants_it(
    made_of: str, start: Start
) -> None:
    """
    Whoever else sits there: bots, those who are gone, those who are there and never speak.

    More than half have to be left; and there is a person among them, or all others are gone.
    """
    kinds = made_of.split()
    sitting = Sitting(kinds, start)
    sitting.pass_time(10)
    present = sitting.present
    is_enough = 2 * len(present) > len(kinds)
    is_wanted = PERSON in kinds or not {OUT, ZOMBIE} & {*kinds}
    fold = present[0].seat.fold
    assert (is_enough and is_wanted) == fold.over
    if fold.over:
        assert {it.seat.number for it in present} == {*fold.active}


@pytest.mark.parametrize("others", only(SOME_THINKERS, THINKERS))
def test_with_bots_whoever_thinks_and_says_so_is_never_put_out(
    others: str, start: Start
) -> None:
    """
    However many others want it, and whoever else is waited for, as long as keys are left.

    Six keys make it sixteen times as long as others wait for somebody who is gone.
    """
    sitting = Sitting(others.split(), start, PERSON)
    thinker = sitting.last
    sitting.persons.remove(thinker)
    thinker.player.vote = None
    for _ in range(15):
        sitting.pass_time(1)
        if thinker.player.absence_now.against_us is not None:
            thinker.game.do(ShowPresence())
            sitting.host.settle()
    assert thinker.seat.number in thinker.seat.fold.active
    assert not thinker.player.is_out
    thinker.player.pick = any_move
    phase = thinker.seat.fold.phase.number
    thinker.player.answer_now()
    sitting.host.settle()
    assert thinker.seat.number not in thinker.seat.fold.missing
    if not {OUT, ZOMBIE, GONE} & {*others.split()}:
        assert thinker.seat.fold.phase.number > phase


# A seat that only pages show.


def test_a_phone_in_a_pocket_is_nobody_without_a_ballot(start: Start) -> None:
    """No page has been open for a minute, nor touched for as long as others wait."""
    host, table = start("ann", "bob", "cleo", "dan", in_browsers=("ann", "bob"))
    ann, bob = table["ann"], table["bob"]
    bob.player.unseen_since = host.clock.seconds()
    host.pass_time(OFFERED - TICK, TICK)
    assert frozenset() == ann.player.absence_now.idle
    host.pass_time(2 * TICK, TICK)
    assert frozenset((bob.seat.number,)) == ann.player.absence_now.idle
    proposed(host, ann)
    host.pass_time(NOTICE_SECONDS + TICK, TICK)
    assert goes_on(host, without=bob)


def test_a_page_that_was_touched_is_somebody_for_as_long_as_others_wait(
    start: Start,
) -> None:
    host, table = start("ann", "bob", "cleo", "dan", in_browsers=("ann", "bob"))
    bob = table["bob"]
    bob.player.unseen_since = host.clock.seconds()
    host.pass_time(OFFERED - TICK, TICK)
    bob.game.do(ShowPresence())
    host.pass_time(OFFERED - TICK, TICK)
    assert not host.game.fold.attendance.idle
    host.pass_time(2 * TICK, TICK)
    assert host.game.fold.attendance.idle
    bob.game.do(ShowPresence())
    host.settle()
    assert not host.game.fold.attendance.idle


def test_a_page_that_is_open_shows_what_is_owed(start: Start) -> None:
    """Whoever looks at it and thinks isn't hurried, as at a screen."""
    host, table = start("ann", "bob", "cleo", "dan", in_browsers=("ann", "bob"))
    bob = table["bob"]
    bob.player.unseen_since = float("inf")
    host.pass_time(3 * OFFERED, TICK)
    assert not host.game.fold.attendance.idle
    bob.player.unseen_since = host.clock.seconds()
    host.pass_time(UNSEEN_SECONDS - TICK, TICK)
    assert not host.game.fold.attendance.idle
    host.pass_time(2 * TICK, TICK)
    assert host.game.fold.attendance.idle


def test_who_owes_nothing_may_keep_their_phone_in_their_pocket(start: Start) -> None:
    host, table = start("ann", "bob", "cleo", "dan", in_browsers=("ann", "bob"))
    ann = table["ann"]
    ann.player.unseen_since = host.clock.seconds()
    host.pass_time(3 * OFFERED, TICK)
    assert not host.game.fold.attendance.idle
