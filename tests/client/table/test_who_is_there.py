"""Players who are connected and silent: what other programs do, and when."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.table.actions import PauseClock, ProposeBallot, ShowPresence
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
from tests.support.inprocess.client import Client, silent, votes
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

KEYS = MAX_STATEMENTS_PER_SEAT["HERE"]
"""How often somebody may say in a game that they are there."""

OWNER = named("somebody").public
"""Who runs the bots."""

Start = Callable[..., tuple[HostHarness, list[Client]]]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """
    Give a game in which somebody is asked for a choice, and doesn't make it: bob, mostly.

    Those called cleo and dan are bots, unless others are. Whatever `tamper` does to what the
    silent one says, it does from then on.
    """
    put_up(monkeypatch, short_toy)

    def start(
        players: int = 4,
        *,
        bots: Collection[str] = ("cleo", "dan"),
        silent: str = "bob",
        tamper: Callable[[FromClient], FromClient | None] | None = None,
        in_browsers: Collection[str] = (),
        **terms: object,
    ) -> tuple[HostHarness, list[Client]]:
        host = HostHarness(tmp_path / "host", open_terms(players, game=TOY, **terms))
        people = [
            host.client(name, owner=OWNER if name in bots else None)
            for name in NAMES[:players]
        ]
        for one in people:
            one.player.is_program = one.name in bots
            one.player.unseen_since = float("inf") if one.name in in_browsers else None
            one.player.cast = votes(one)
        it = people[NAMES.index(silent)]
        it.player.pick = None
        host.settle()
        assert it.player.question is not None
        it.tamper = tamper or it.tamper
        return host, people

    return start


muted = silent(Post)
"""Says nothing of the game, whatever the program would say by itself."""


def leaves_out(
    is_left_out: Callable[[Wire], bool],
) -> Callable[[FromClient], FromClient | None]:
    """Say all but some of what the program would sign."""

    def tamper(message: FromClient) -> FromClient | None:
        if not isinstance(message, Post):
            return message
        said = tuple(it for it in message.wires if not is_left_out(it))
        return Post(said) if said else None

    return tamper


def is_of_attendance(wire: Wire) -> bool:
    return parse(wire.env).lane.startswith(ATTENDANCE)


def is_out(one: Client) -> bool:
    """Tell whether the game goes on, or has ended, without somebody."""
    return one.seat.number not in one.host.clients[0].seat.fold.active


def proposed(by: Client, *, after: float = OFFERED + TICK) -> Ballot:
    """Let somebody propose, after a while, to go on without all who are waited for."""
    host = by.host
    host.pass_time(after, TICK)
    before = len(list(host.game.fold.ballots))
    by.act(ProposeBallot())
    ballots = list(host.game.fold.ballots)
    assert before + 1 == len(ballots)
    return ballots[-1]


def presses(one: Client) -> None:
    """Let somebody press a key, which says that they are there."""
    one.game.do(ShowPresence())
    one.host.settle()


def chooses(one: Client) -> None:
    one.player.answer_now()
    one.host.settle()


def seats(*some: Client) -> tuple[int, ...]:
    return tuple(sorted(it.seat.number for it in some))


# Neither a veto nor a tool.


KEPT_BACK = "who presses a key, which a host keeps back"

LONG, MINUTE = PATIENCE - OFFERED - TICK, NOTICE_SECONDS

SO_LONG: Mapping[str, tuple[float, float, dict[str, Any]]] = {
    "who thinks, or only says nothing": (LONG, OFFERED + TICK, {"tamper": muted}),
    "who has thought for long": (MINUTE, 2 * PATIENCE, {"tamper": muted}),
    "who thinks at an impatient table": (
        *(MINUTE, 60),
        {"tamper": muted, "gone_after": 5},
    ),
    "whose program says that nobody is at it": (OFFERED, OFFERED + TICK, {}),
    "whose program says so at an impatient table": (MINUTE, 6, {"gone_after": 5}),
    KEPT_BACK: (
        *(LONG, OFFERED + TICK),
        {"tamper": leaves_out(is_of_attendance)},
    ),
    "a bot, which says nothing of that": (LONG, OFFERED + TICK, {"silent": "dan"}),
}
"""
Seconds that somebody has from when it is proposed to go on without them, as long as they say
nothing else; when that is, and what the table is like.
"""


@pytest.mark.parametrize("who", SO_LONG)
def test_so_long_somebody_has_before_bots_agree(who: str, start: Start) -> None:
    """A friend who proposes it puts nobody out before, with however many bots."""
    lasts, after, how = SO_LONG[who]
    host, people = start(**how)
    ann, bob, *_ = people
    (silent,) = (one for one in people if one.name == how.get("silent", "bob"))
    bob.player.vote = True
    ballot = proposed(ann, after=after)
    if who == KEPT_BACK:
        silent.game.do(ShowPresence())
    host.pass_time(lasts - 2, 1)
    assert frozenset() == host.game.fold.attendance.idle
    assert (False, Status.OPEN) == (is_out(silent), ballot.status)
    host.pass_time(TICK + 4, 1)
    assert is_out(silent)


@pytest.mark.parametrize("is_muted", [False, True])
def test_a_modified_program_gets_no_help_from_honest_ones(
    is_muted: bool, start: Start
) -> None:
    """It proposes what no honest one would; as long as no person wants that, nothing comes."""
    tamper = muted if is_muted else None
    host, (_, bob, cleo, _) = start(bots=("ann", "cleo", "dan"), tamper=tamper)
    host.pass_time(OFFERED + TICK, TICK)
    cleo.propose(bob)
    host.pass_time(3 * PATIENCE, TICK)
    assert (not is_muted) == bool(host.game.fold.attendance.idle)
    (ballot,) = host.game.fold.ballots
    assert Status.OPEN is ballot.status
    assert {cleo.seat.number: True} == ballot.votes


def test_one_no_of_a_person_is_enough(start: Start) -> None:
    host, (ann, bob, cleo, _) = start(bots=("dan",), tamper=muted)
    cleo.player.vote = False
    ballot = proposed(ann)
    host.pass_time(2 * PATIENCE, TICK)
    assert (False, Status.VOID) == (is_out(bob), ballot.status)


# Who is there says so.


def test_a_key_stops_it(start: Start) -> None:
    """
    Then bots say no, and wait for twice as long again as anybody is waited for.

    It is said again on a new connection, where it got lost with the last one.
    """
    host, (ann, bob, *_) = start()
    ballot = proposed(ann)
    assert ballot.key == (bob.player.absence_now.against_us or ballot).key
    host.pass_time(NOTICE_SECONDS, TICK)
    bob.game.do(ShowPresence())
    bob.disconnect()
    host.come_back([bob])
    assert 1 == host.game.fold.attendance.count(bob.seat.number, "HERE")
    assert Status.VOID is ballot.status
    assert None is bob.player.absence_now.against_us
    assert {bob.seat.number: 1} == ann.player.absence_now.here
    bob.tamper = muted
    ballot = proposed(ann)
    host.pass_time(PATIENCE + 2 * GONE_AFTER.default - host.clock.seconds() - 10, TICK)
    assert Status.OPEN is ballot.status
    host.pass_time(15, TICK)
    assert is_out(bob)


def test_after_a_key_there_is_that_long_however_late_it_is(start: Start) -> None:
    host, (ann, bob, *_) = start()
    proposed(ann, after=3 * PATIENCE)
    presses(bob)
    pressed, bob.tamper = host.clock.seconds(), muted
    proposed(ann)
    host.pass_time(pressed + 2 * GONE_AFTER.default - host.clock.seconds() - TICK, TICK)
    assert not is_out(bob)
    host.pass_time(2 * TICK, TICK)
    assert is_out(bob)


def test_a_key_is_told_once_for_each_ballot_and_six_times_in_a_game(
    start: Start,
) -> None:
    """
    Nothing is said where nobody would go on without us, nor again before it is heard.

    Nor does a program say that nobody is at it, where that couldn't be taken back.
    """
    host, (ann, bob, *_) = start()
    attendance, seat = host.game.fold.attendance, bob.seat.number
    bob.game.do(ShowPresence())
    for times in range(1, KEYS + 1):
        ballot = proposed(ann)
        assert KEYS - times + 1 == bob.player.absence_now.keys_left
        bob.game.do(ShowPresence())
        presses(bob)
        presses(bob)
        assert Status.VOID is ballot.status
        assert times == attendance.count(seat, "HERE")
    proposed(ann)
    presses(bob)
    assert bob.player.absence_now.against_us is not None
    host.pass_time(PATIENCE + KEYS * 2 * GONE_AFTER.default, TICK)
    assert (KEYS, 0) == (attendance.count(seat, "HERE"), attendance.count(seat, "IDLE"))
    assert [] == bob.refusals
    assert is_out(bob)


def test_bots_are_not_to_blame_for_a_no_to_whoever_is_there(start: Start) -> None:
    """Nobody is offered to go on without them because of that."""
    host, (ann, bob, *_, eve) = start(5)
    eve.player.vote = True
    proposed(ann)
    bob.game.do(ShowPresence())
    host.pass_time(OFFERED + TICK, TICK)
    assert (seats(bob),) == ann.player.absence_now.offers


def test_bots_are_not_to_blame_as_long_as_they_have_to_wait(start: Start) -> None:
    """To whom else is asked they are at fault like anybody, once they should have answered."""
    host, (ann, _, _, dan, eve) = start(5, tamper=muted)
    dan.tamper, eve.player.vote = muted, True
    proposed(ann)
    host.pass_time(PATIENCE - OFFERED, TICK)
    assert not ann.player.absence_now.offers
    host.pass_time(OFFERED + 2 * TICK, TICK)
    assert (seats(dan),) == ann.player.absence_now.offers


# Nobody is there.


def test_whoever_comes_back_to_it_takes_that_back(start: Start) -> None:
    """If somebody else hasn't answered by then."""
    host, (ann, bob, *_, eve) = start(5)
    eve.tamper = muted
    ballot = proposed(ann)
    host.pass_time(GONE_AFTER.default + TICK, TICK)
    assert {*seats(bob)} == ann.player.absence_now.idle
    assert Status.OPEN is ballot.status
    presses(bob)
    assert frozenset() == ann.player.absence_now.idle
    assert {bob.seat.number: 1} == ann.player.absence_now.here


# Who lies about it, and who keeps it back.


def test_what_was_said_about_another_phase_means_nothing(start: Start) -> None:
    """A host, or anybody, holds it over for one in which it would be wanted."""
    kept: list[Wire] = []

    def is_held(wire: Wire) -> bool:
        if is_of_attendance(wire):
            kept.append(wire)
        return is_of_attendance(wire)

    host, (ann, bob, *_) = start(tamper=leaves_out(is_held))
    proposed(ann)
    host.pass_time(GONE_AFTER.default + TICK, TICK)
    (idle,) = kept
    assert "IDLE" == parse(idle.env).kind
    bob.player.answer_now()
    presses(bob)
    assert bob.player.question is not None
    bob.tamper = muted
    ballot = proposed(ann)
    ann.speak(Post((idle,)))
    assert 1 == host.game.fold.attendance.count(bob.seat.number, "IDLE")
    assert frozenset() == host.game.fold.attendance.idle
    host.pass_time(GONE_AFTER.default, TICK)
    assert Status.OPEN is ballot.status


def test_what_is_said_beside_the_game_is_no_sign_that_it_goes_on(start: Start) -> None:
    """Else two players could draw others to a bad host as often as they like."""
    host, (ann, bob, cleo, _) = start()
    host.pass_time(OFFERED + TICK, TICK)
    heard, length = ann.seat.heard_of_others, ann.seat.fold.position
    bob.seat.attend("IDLE")
    bob.seat.attend("HERE")
    bob.game.receive(())
    host.settle()
    proposed(cleo, after=0)
    assert ann.seat.fold.position > length + 2
    assert heard == ann.seat.heard_of_others
    chooses(bob)
    assert ann.seat.heard_of_others > heard


def test_nobody_else_says_it(start: Start) -> None:
    """Whoever signs it for another is refused, and nothing comes of it."""
    host, (ann, bob, *_) = start(tamper=muted)
    ballot = proposed(ann)
    bob.seat.attend("IDLE")
    bob.seat.attend("HERE")
    said = {parse(it.env).kind: it for it in bob.seat.unheard()}
    for word in ("IDLE", "HERE"):
        ann.speak(Post((Wire(said[word].env, bytes(64)),)))
    assert ["bad-signature"] * 2 == ann.refusals
    attendance = host.game.fold.attendance
    assert (frozenset(), ()) == (attendance.idle, attendance.here(bob.seat.number))
    assert Status.OPEN is ballot.status


# What needs no person, and what no person changes.


def test_who_never_answers_ballots_needs_nobody_who_wants_it(start: Start) -> None:
    """An honest program answers them by itself: nobody is there who thinks."""
    host, (ann, bob, *_, eve) = start(5, bots=("ann", "cleo", "dan"), silent="eve")
    bob.tamper = muted
    eve.disconnect()
    host.pass_time(2 * GONE_AFTER.default + 3 * TICK, TICK)
    (first,) = host.game.fold.ballots
    assert seats(bob) == first.missing
    ann.propose(bob, eve)
    host.pass_time(PATIENCE - 4 * TICK, TICK)
    assert not is_out(bob)
    host.pass_time(5 * TICK, TICK)
    assert is_out(bob)


def test_a_ballot_about_whoever_only_says_no_is_not_in_the_way(start: Start) -> None:
    """If all agree to another one, nobody waits for them: bots say no to it at once."""
    host, (ann, bob, *_, eve) = start(5, silent="eve")
    bob.player.vote = False
    eve.disconnect()
    proposed(ann)
    host.pass_time(OFFERED + TICK, TICK)
    bob.act(ProposeBallot(seats(eve)))
    (_, first) = host.game.fold.ballots
    # She knows of that one, and proposes to go on without him, who wants what she wants.
    ann.propose(bob)
    ann.vote_on_all(yes=True)
    host.pass_time(2 * TICK, TICK)
    *_, other = host.game.fold.ballots
    assert (Status.CARRIED, Status.VOID) == (first.status, other.status)
    assert (True, False) == (is_out(eve), is_out(bob))


# A carried ballot doesn't let a phase be left in which another seat is still missing.


def chooses_and_declares_nothing(bob: Client) -> None:
    bob.tamper = leaves_out(lambda it: parse(it.env).kind == "DECLARE")
    bob.player.pick = any_move
    bob.player.answer_now()


def statuses(host: HostHarness) -> list[Status]:
    return [it.status for it in host.game.fold.ballots]


@pytest.fixture
def without_dan(start: Start) -> tuple[HostHarness, list[Client]]:
    """Give a phase that goes on without dan, who is at fault for a no, once bob speaks."""
    host, people = start(5, bots=("cleo", "eve"))
    ann, bob, _, dan, _ = people
    chooses_and_declares_nothing(bob)
    ann.player.vote, dan.player.vote = True, False
    proposed(ann)
    bob.propose(dan)
    host.pass_time(PATIENCE + 2 * OFFERED, TICK)
    assert [Status.VOID, Status.CARRIED] == statuses(host)
    return host, people


def assert_two_go(host: HostHarness, by: Client, *out: Client) -> None:
    """See that somebody is offered to go on without two, and that the table does."""
    assert "DECLARE" == host.game.fold.phase.kind
    assert seats(*out) == by.player.absence_now.offers[0]
    proposed(by, after=0)
    host.pass_time(PATIENCE, TICK)
    assert {it for it in host.clients if is_out(it)} == {*out}


def test_whoever_is_put_out_already_is_no_veto(
    without_dan: tuple[HostHarness, list[Client]],
) -> None:
    """
    They have left the room, so their program says no to whatever is asked about bob's seat.

    The others are offered to go on without both, and bots agree to that.
    """
    host, (ann, bob, _, dan, _) = without_dan
    assert_two_go(host, ann, bob, dan)


def test_whoever_is_put_out_already_is_offered_nothing_about_themselves(
    without_dan: tuple[HostHarness, list[Client]],
) -> None:
    """
    A ballot about its own opener would be refused, and bind them like any yes: for ever.

    What they propose may put out whoever else keeps the table waiting, and keeps them in.
    """
    _host, (_, bob, _, dan, _) = without_dan
    assert (seats(bob),) == dan.player.absence_now.offers
    assert seats(bob) == proposed(dan, after=0).proposal.out


def test_whoever_is_put_out_already_hides_nobody_who_is_silent(start: Start) -> None:
    """
    They owe an answer to what was asked first, which holds nobody once bots have put them out.

    To put them out once more wouldn't help: the table waits for the one who was asked about.
    """
    host, (ann, bob, _, dan, _) = start(5, bots=("cleo", "eve"))
    chooses_and_declares_nothing(bob)
    ann.player.vote = bob.player.vote = True
    host.pass_time(OFFERED - TICK, TICK)
    dan.disconnect()
    proposed(ann, after=2 * TICK)
    host.pass_time(PATIENCE + 2 * OFFERED, TICK)
    assert [Status.OPEN, Status.CARRIED] == statuses(host)
    assert_two_go(host, ann, bob, dan)


def test_whoever_is_put_out_already_does_not_hide_who_refuses_for_ever(
    start: Start,
) -> None:
    """
    Those whom a carried ballot puts out are too many to be put out with whoever is silent.

    One of them says no to that one's going whenever it is asked; the other agrees by now.
    """
    host, (ann, bob, cleo, dan, eve) = start(5, bots=())
    chooses_and_declares_nothing(bob)
    ann.player.vote = bob.player.vote = eve.player.vote = True
    cleo.player.vote = dan.player.vote = False
    proposed(ann)
    ann.propose(cleo, dan)
    host.pass_time(TICK, TICK)
    assert [Status.VOID, Status.CARRIED] == statuses(host)
    cleo.player.vote = True
    proposed(ann)
    host.pass_time(OFFERED + TICK, TICK)
    assert_two_go(host, ann, bob, dan)


# Clocks.


def test_bots_go_on_by_themselves_without_whose_time_has_been_out_for_long(
    start: Start,
) -> None:
    """An honest program chooses when it is out: nobody is there."""
    host, (_, bob, *_) = start(bots=("ann", "cleo", "dan"), tamper=muted, turn_time=60)
    host.pass_time(2 * GONE_AFTER.default - TICK, TICK)
    assert [] == list(host.game.fold.ballots)
    host.pass_time(4 * TICK, TICK)
    assert is_out(bob)


def test_what_a_host_says_of_times_that_nobody_has_agreed_to_hurries_nobody(
    start: Start,
) -> None:
    host, (ann, _, *bots) = start(bots=("ann", "cleo", "dan"), tamper=muted)
    for bot in (ann, *bots):
        bot.game.timing(Timing("table 1", Times(5), None, None))
    host.pass_time(2 * PATIENCE, 30)
    assert [] == list(host.game.fold.ballots)


def test_as_long_as_a_clock_stands_still_no_time_is_out(start: Start) -> None:
    host, (ann, bob, *_) = start(turn_time=60)
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

    def __init__(self, kinds: Sequence[str], start: Start) -> None:
        names = NAMES[: len(kinds)]
        of = dict(zip(names, kinds, strict=True))
        bots = [name for name in names if of[name] == BOT]
        self.host, people = start(len(kinds), bots=bots, silent=names[-1])
        self.last = people[-1]
        self.present = [one for one in people if of[one.name] in (PERSON, BOT)]
        self.persons = [one for one in people if of[one.name] == PERSON]
        for one in people:
            one.player.vote = None if of[one.name] == OUT else True
            if of[one.name] == ZOMBIE:
                one.tamper = muted
            elif of[one.name] == OUT:
                one.player.pick = None
            elif of[one.name] == GONE:
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
    sitting = Sitting([*others.split(), PERSON], start)
    thinker = sitting.last
    sitting.persons.remove(thinker)
    thinker.player.vote = None
    for _ in range(15):
        sitting.pass_time(1)
        if thinker.player.absence_now.against_us is not None:
            presses(thinker)
    assert thinker.seat.number in thinker.seat.fold.active
    assert not thinker.player.is_out
    thinker.player.pick = any_move
    phase = thinker.seat.fold.phase.number
    chooses(thinker)
    assert thinker.seat.number not in thinker.seat.fold.missing
    if not {OUT, ZOMBIE, GONE} & {*others.split()}:
        assert thinker.seat.fold.phase.number > phase


# A seat that only pages show.


def is_idle(one: Client) -> bool:
    """Tell whether the program of somebody says that nobody is at it."""
    return one.seat.number in one.host.game.fold.attendance.idle


def test_a_phone_in_a_pocket_is_nobody_without_a_ballot(start: Start) -> None:
    """
    No page has been open for a minute, nor touched for as long as others wait.

    Whoever looks at one and thinks isn't hurried, nor is whoever owes nothing.
    """
    host, (ann, bob, *_) = start(in_browsers=("ann", "bob"))
    ann.player.unseen_since = bob.player.unseen_since = host.clock.seconds()

    def becomes_idle_after(seconds: float) -> None:
        host.pass_time(seconds - TICK, TICK)
        assert not is_idle(bob)
        host.pass_time(2 * TICK, TICK)
        assert is_idle(bob)

    becomes_idle_after(OFFERED)
    presses(bob)
    assert not is_idle(bob)
    host.pass_time(OFFERED - TICK, TICK)
    bob.game.do(ShowPresence())
    becomes_idle_after(OFFERED)
    presses(bob)
    bob.player.unseen_since = float("inf")
    host.pass_time(3 * OFFERED, TICK)
    assert not is_idle(bob)
    bob.player.unseen_since = host.clock.seconds()
    becomes_idle_after(UNSEEN_SECONDS)
    assert not is_idle(ann)
    proposed(ann, after=0)
    host.pass_time(NOTICE_SECONDS + TICK, TICK)
    assert is_out(bob)
