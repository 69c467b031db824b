"""Players who are connected but silent: what other clients do, and when."""

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
from tests.support.inprocess.client import Client, dropping, seats_of, vote_caster
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import identity_of
from tests.support.thorough import only
from tests.support.toy import TOY
from tests.support.toytable import register_toy

OFFERED = GONE_AFTER.default
"""Seconds of silence until people may propose to go on without somebody."""

PATIENCE = 4 * GONE_AFTER.default
"""Seconds of silence until bots agree to that, though somebody is connected."""

TICK = 5
"""Seconds between two looks of a client."""

LOOK = 15
"""Seconds after which people check again whether they may propose something."""

MAX_KEY_PRESSES = MAX_STATEMENTS_PER_SEAT["HERE"]
"""How often a seat may sign in one game that somebody is there."""

OWNER = identity_of("somebody").public
"""The owner of the bots."""

Start = Callable[..., tuple[HostHarness, list[Client]]]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """
    Return a function that begins a game in which somebody, usually bob, owes a choice.

    By default, cleo and dan are bots. From then on, `tamper` changes what the silent
    player sends.
    """
    register_toy(monkeypatch, short_toy)

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
            one.player.cast_vote = vote_caster(one)
        it = people[NAMES.index(silent)]
        host.leave_unanswered([it])
        assert it.player.question is not None
        it.tamper = tamper or it.tamper
        return host, people

    return start


muted = dropping(Post)
"""Sends no entries, not even those that the client would sign by itself."""


def omitting(
    is_left_out: Callable[[Wire], bool],
) -> Callable[[FromClient], FromClient | None]:
    """Send everything that the client signs, except for some entries."""

    def tamper(message: FromClient) -> FromClient | None:
        if not isinstance(message, Post):
            return message
        said = tuple(it for it in message.wires if not is_left_out(it))
        return Post(said) if said else None

    return tamper


def is_of_attendance(wire: Wire) -> bool:
    return parse(wire.env).lane.startswith(ATTENDANCE)


def is_removed(one: Client) -> bool:
    """Return whether the game goes on, or has ended, without somebody."""
    return one.seat.number not in one.host.clients[0].seat.fold.active


def open_proposal(by: Client, *, after: float = OFFERED + TICK) -> Ballot:
    """Make somebody propose, after a while, to go on without all who are waited for."""
    host = by.host
    host.pass_time(after, TICK)
    before = len(list(host.game.fold.ballots))
    by.act(ProposeBallot())
    ballots = list(host.game.fold.ballots)
    assert before + 1 == len(ballots)
    return ballots[-1]


def press_key(one: Client) -> None:
    """Make somebody press a key, which shows that they are there."""
    one.act(ShowPresence())


# Silence is neither a veto, nor a means to remove somebody quickly.


KEPT_BACK = "presses a key, which the host withholds"

LONG, MINUTE = PATIENCE - OFFERED - TICK, NOTICE_SECONDS

NOTICES: Mapping[str, tuple[float, float, dict[str, Any]]] = {
    "thinks, or is merely silent": (LONG, OFFERED + TICK, {"tamper": muted}),
    "has thought for long": (MINUTE, 2 * PATIENCE, {"tamper": muted}),
    "thinks at an impatient table": (
        *(MINUTE, 60),
        {"tamper": muted, "gone_after": 5},
    ),
    "client announces that nobody is at it": (OFFERED, OFFERED + TICK, {}),
    "client announces it at an impatient table": (MINUTE, 6, {"gone_after": 5}),
    KEPT_BACK: (
        *(LONG, OFFERED + TICK),
        {"tamper": omitting(is_of_attendance)},
    ),
    "is a bot, which announces nothing": (LONG, OFFERED + TICK, {"silent": "dan"}),
}
"""
By kind of silent player: the seconds between a proposal to go on without them and their
removal, the time of the proposal, and the arguments of `start`.
"""


@pytest.mark.parametrize("who", NOTICES)
def test_bots_agree_to_a_removal_only_after_the_notice(who: str, start: Start) -> None:
    """A friend who proposes it removes nobody earlier, with any number of bots."""
    lasts, after, how = NOTICES[who]
    host, people = start(**how)
    ann, bob, *_ = people
    (silent,) = (one for one in people if one.name == how.get("silent", "bob"))
    bob.player.vote = True
    ballot = open_proposal(ann, after=after)
    if who == KEPT_BACK:
        silent.game.do(ShowPresence())
    host.pass_time(lasts - 2, 1)
    assert frozenset() == host.game.fold.attendance.idle
    assert (False, Status.OPEN) == (is_removed(silent), ballot.status)
    host.pass_time(TICK + 4, 1)
    assert is_removed(silent)


@pytest.mark.parametrize("is_muted", [False, True])
def test_honest_bots_do_not_support_a_modified_bot(
    is_muted: bool, start: Start
) -> None:
    """
    It proposes a ballot that no honest bot would. It stays open while no person wants
    it.
    """
    tamper = muted if is_muted else None
    host, (_, bob, cleo, _) = start(bots=("ann", "cleo", "dan"), tamper=tamper)
    host.pass_time(OFFERED + TICK, TICK)
    cleo.propose(bob)
    host.pass_time(3 * PATIENCE, TICK)
    assert (not is_muted) == bool(host.game.fold.attendance.idle)
    (ballot,) = host.game.fold.ballots
    assert Status.OPEN is ballot.status
    assert {cleo.seat.number: True} == ballot.votes


def test_one_persons_no_voids_the_ballot(start: Start) -> None:
    host, (ann, bob, cleo, _) = start(bots=("dan",), tamper=muted)
    cleo.player.vote = False
    ballot = open_proposal(ann)
    host.pass_time(2 * PATIENCE, TICK)
    assert (False, Status.VOID) == (is_removed(bob), ballot.status)


# A player shows that they are there.


def test_pressing_a_key_voids_the_ballot(start: Start) -> None:
    """
    After that, bots vote no, and wait for twice as long as for anybody else.

    A key press that was lost with a connection is sent again on the next one.
    """
    host, (ann, bob, *_) = start()
    ballot = open_proposal(ann)
    assert ballot.key == (bob.player.absence_now.against_us or ballot).key
    host.pass_time(NOTICE_SECONDS, TICK)
    bob.game.do(ShowPresence())
    bob.disconnect()
    host.reconnect([bob])
    assert 1 == host.game.fold.attendance.count(bob.seat.number, "HERE")
    assert Status.VOID is ballot.status
    assert None is bob.player.absence_now.against_us
    assert {bob.seat.number: 1} == ann.player.absence_now.here
    bob.tamper = muted
    ballot = open_proposal(ann)
    host.pass_time(PATIENCE + 2 * GONE_AFTER.default - host.clock.seconds() - 10, TICK)
    assert Status.OPEN is ballot.status
    host.pass_time(15, TICK)
    assert is_removed(bob)


def test_a_late_key_press_gains_the_same_extra_time(start: Start) -> None:
    host, (ann, bob, *_) = start()
    open_proposal(ann, after=3 * PATIENCE)
    press_key(bob)
    pressed, bob.tamper = host.clock.seconds(), muted
    open_proposal(ann)
    host.pass_time(pressed + 2 * GONE_AFTER.default - host.clock.seconds() - TICK, TICK)
    assert not is_removed(bob)
    host.pass_time(2 * TICK, TICK)
    assert is_removed(bob)


def test_presence_is_signed_once_per_ballot_and_six_times_per_game(
    start: Start,
) -> None:
    """
    Nothing is signed while no ballot is about us, nor again before the first entry
    arrives. And a client doesn't sign that nobody is at it once that can't be revoked.
    """
    host, (ann, bob, *_) = start()
    attendance, seat = host.game.fold.attendance, bob.seat.number
    bob.game.do(ShowPresence())
    for times in range(1, MAX_KEY_PRESSES + 1):
        ballot = open_proposal(ann)
        assert MAX_KEY_PRESSES - times + 1 == bob.player.absence_now.keys_left
        bob.game.do(ShowPresence())
        press_key(bob)
        press_key(bob)
        assert Status.VOID is ballot.status
        assert times == attendance.count(seat, "HERE")
    open_proposal(ann)
    press_key(bob)
    assert bob.player.absence_now.against_us is not None
    host.pass_time(PATIENCE + MAX_KEY_PRESSES * 2 * GONE_AFTER.default, TICK)
    assert (MAX_KEY_PRESSES, 0) == (
        attendance.count(seat, "HERE"),
        attendance.count(seat, "IDLE"),
    )
    assert [] == bob.refusals
    assert is_removed(bob)


def test_bots_are_not_at_fault_for_a_no_after_a_key_press(start: Start) -> None:
    """So nobody is offered to go on without the bots."""
    host, (ann, bob, *_, eve) = start(5)
    eve.player.vote = True
    open_proposal(ann)
    bob.game.do(ShowPresence())
    host.pass_time(OFFERED + TICK, TICK)
    assert (seats_of(bob),) == ann.player.absence_now.offers


def test_bots_are_not_at_fault_while_they_have_to_wait(start: Start) -> None:
    """Others who are asked are at fault as usual once their time to answer is up."""
    host, (ann, _, _, dan, eve) = start(5, tamper=muted)
    dan.tamper, eve.player.vote = muted, True
    open_proposal(ann)
    host.pass_time(PATIENCE - OFFERED, TICK)
    assert not ann.player.absence_now.offers
    host.pass_time(OFFERED + 2 * TICK, TICK)
    assert (seats_of(dan),) == ann.player.absence_now.offers


# Idle announcements.


def test_a_key_press_revokes_the_idle_announcement(start: Start) -> None:
    """Provided that the ballot is still open because somebody else hasn't answered."""
    host, (ann, bob, *_, eve) = start(5)
    eve.tamper = muted
    ballot = open_proposal(ann)
    host.pass_time(GONE_AFTER.default + TICK, TICK)
    assert {*seats_of(bob)} == ann.player.absence_now.idle
    assert Status.OPEN is ballot.status
    press_key(bob)
    assert frozenset() == ann.player.absence_now.idle
    assert {bob.seat.number: 1} == ann.player.absence_now.here


# Lies about attendance, and withheld entries.


def test_an_idle_announcement_of_another_phase_has_no_effect(start: Start) -> None:
    """A host or player might hold it back for a phase in which it would be useful."""
    kept: list[Wire] = []

    def is_held(wire: Wire) -> bool:
        if is_of_attendance(wire):
            kept.append(wire)
        return is_of_attendance(wire)

    host, (ann, bob, *_) = start(tamper=omitting(is_held))
    open_proposal(ann)
    host.pass_time(GONE_AFTER.default + TICK, TICK)
    (idle,) = kept
    assert "IDLE" == parse(idle.env).kind
    bob.player.answer_now()
    press_key(bob)
    assert bob.player.question is not None
    bob.tamper = muted
    ballot = open_proposal(ann)
    ann.speak(Post((idle,)))
    assert 1 == host.game.fold.attendance.count(bob.seat.number, "IDLE")
    assert frozenset() == host.game.fold.attendance.idle
    host.pass_time(GONE_AFTER.default, TICK)
    assert Status.OPEN is ballot.status


def test_entries_about_attendance_are_not_progress(start: Start) -> None:
    """Otherwise two players could lure others to a bad host as often as they like."""
    host, (ann, bob, cleo, _) = start()
    host.pass_time(OFFERED + TICK, TICK)
    heard, length = ann.seat.heard_of_others, ann.seat.fold.position
    bob.seat.attend("IDLE")
    bob.seat.attend("HERE")
    bob.game.receive(())
    host.settle()
    open_proposal(cleo, after=0)
    assert ann.seat.fold.position > length + 2
    assert heard == ann.seat.heard_of_others
    bob.host.answer([bob])
    assert ann.seat.heard_of_others > heard


def test_attendance_entries_with_a_wrong_signature_are_refused(start: Start) -> None:
    host, (ann, bob, *_) = start(tamper=muted)
    ballot = open_proposal(ann)
    bob.seat.attend("IDLE")
    bob.seat.attend("HERE")
    said = {parse(it.env).kind: it for it in bob.seat.unheard()}
    for word in ("IDLE", "HERE"):
        ann.speak(Post((Wire(said[word].env, bytes(64)),)))
    assert ["bad-signature"] * 2 == ann.refusals
    attendance = host.game.fold.attendance
    assert (frozenset(), ()) == (attendance.idle, attendance.here(bob.seat.number))
    assert Status.OPEN is ballot.status


# Removals for which no person is needed.


def test_bots_remove_a_seat_that_never_answers_ballots(start: Start) -> None:
    """
    No person has to agree: an honest client answers ballots by itself, so nobody is
    there who thinks.
    """
    host, (ann, bob, *_, eve) = start(5, bots=("ann", "cleo", "dan"), silent="eve")
    bob.tamper = muted
    eve.disconnect()
    host.pass_time(2 * GONE_AFTER.default + 3 * TICK, TICK)
    (first,) = host.game.fold.ballots
    assert seats_of(bob) == first.missing
    ann.propose(bob, eve)
    host.pass_time(PATIENCE - 4 * TICK, TICK)
    assert not is_removed(bob)
    host.pass_time(5 * TICK, TICK)
    assert is_removed(bob)


def test_a_ballot_about_a_no_voter_does_not_block_a_better_one(start: Start) -> None:
    """
    If all agree to the other one, nobody waits for the first: bots vote no to it at
    once.
    """
    host, (ann, bob, *_, eve) = start(5, silent="eve")
    bob.player.vote = False
    eve.disconnect()
    open_proposal(ann)
    host.pass_time(OFFERED + TICK, TICK)
    bob.act(ProposeBallot(seats_of(eve)))
    (_, first) = host.game.fold.ballots
    # ann knows of that ballot, but proposes to go on without bob, who agrees with her.
    ann.propose(bob)
    ann.vote_on_all(yes=True)
    host.pass_time(2 * TICK, TICK)
    *_, other = host.game.fold.ballots
    assert (Status.CARRIED, Status.VOID) == (first.status, other.status)
    assert (True, False) == (is_removed(eve), is_removed(bob))


# A carried ballot doesn't end a phase in which another seat is still missing.


def choose_without_declaring(bob: Client) -> None:
    bob.tamper = omitting(lambda it: parse(it.env).kind == "DECLARE")
    bob.player.pick = any_move
    bob.player.answer_now()


def statuses(host: HostHarness) -> list[Status]:
    return [it.status for it in host.game.fold.ballots]


@pytest.fixture
def without_dan(start: Start) -> tuple[HostHarness, list[Client]]:
    """
    Return a game in a phase that goes on without dan, who is at fault for a no, once
    bob speaks.
    """
    host, people = start(5, bots=("cleo", "eve"))
    ann, bob, _, dan, _ = people
    choose_without_declaring(bob)
    ann.player.vote, dan.player.vote = True, False
    open_proposal(ann)
    bob.propose(dan)
    host.pass_time(PATIENCE + 2 * OFFERED, TICK)
    assert [Status.VOID, Status.CARRIED] == statuses(host)
    return host, people


def assert_removal_of_two(host: HostHarness, by: Client, *out: Client) -> None:
    """Assert that going on without two seats is offered, and that the table does so."""
    assert "DECLARE" == host.game.fold.phase.kind
    assert seats_of(*out) == by.player.absence_now.offers[0]
    open_proposal(by, after=0)
    host.pass_time(PATIENCE, TICK)
    assert {it for it in host.clients if is_removed(it)} == {*out}


def test_a_removed_seat_has_no_veto(
    without_dan: tuple[HostHarness, list[Client]],
) -> None:
    """
    Its client has left the game, and so votes no to all questions about bob's seat. The
    others are offered to go on without both, and bots agree.
    """
    host, (ann, bob, _, dan, _) = without_dan
    assert_removal_of_two(host, ann, bob, dan)


def test_a_removed_seat_is_offered_no_ballot_about_itself(
    without_dan: tuple[HostHarness, list[Client]],
) -> None:
    """
    Others would refuse a ballot about its own opener, and it would bind the opener
    forever, like any yes. The ballot that is offered may remove the seat for which the
    table waits, and keeps the proposer.
    """
    _host, (_, bob, _, dan, _) = without_dan
    assert (seats_of(bob),) == dan.player.absence_now.offers
    assert seats_of(bob) == open_proposal(dan, after=0).proposal.out


def test_a_removed_seat_does_not_hide_a_silent_one(start: Start) -> None:
    """
    It owes an answer to the first ballot, which binds nobody once bots have removed it.
    Removing it again wouldn't help: the table waits for the seat in question.
    """
    host, (ann, bob, _, dan, _) = start(5, bots=("cleo", "eve"))
    choose_without_declaring(bob)
    ann.player.vote = bob.player.vote = True
    host.pass_time(OFFERED - TICK, TICK)
    dan.disconnect()
    open_proposal(ann, after=2 * TICK)
    host.pass_time(PATIENCE + 2 * OFFERED, TICK)
    assert [Status.OPEN, Status.CARRIED] == statuses(host)
    assert_removal_of_two(host, ann, bob, dan)


def test_a_removed_seat_does_not_hide_one_that_always_votes_no(
    start: Start,
) -> None:
    """
    The carried ballot removes too many seats to remove the silent one with all of them.
    One of them votes no whenever it is asked about that seat; the other agrees by now.
    """
    host, (ann, bob, cleo, dan, eve) = start(5, bots=())
    choose_without_declaring(bob)
    ann.player.vote = bob.player.vote = eve.player.vote = True
    cleo.player.vote = dan.player.vote = False
    open_proposal(ann)
    ann.propose(cleo, dan)
    host.pass_time(TICK, TICK)
    assert [Status.VOID, Status.CARRIED] == statuses(host)
    cleo.player.vote = True
    open_proposal(ann)
    host.pass_time(OFFERED + TICK, TICK)
    assert_removal_of_two(host, ann, bob, dan)


# Clocks.


def test_bots_remove_a_seat_long_after_its_timeout(
    start: Start,
) -> None:
    """An honest client chooses at the timeout, so nobody is there."""
    host, (_, bob, *_) = start(bots=("ann", "cleo", "dan"), tamper=muted, turn_time=60)
    host.pass_time(2 * GONE_AFTER.default - TICK, TICK)
    assert [] == list(host.game.fold.ballots)
    host.pass_time(4 * TICK, TICK)
    assert is_removed(bob)


def test_thinking_times_that_were_not_agreed_are_ignored(
    start: Start,
) -> None:
    host, (ann, _, *bots) = start(bots=("ann", "cleo", "dan"), tamper=muted)
    for bot in (ann, *bots):
        bot.game.timing(Timing("table 1", Times(5), None, None))
    host.pass_time(2 * PATIENCE, 30)
    assert [] == list(host.game.fold.ballots)


def test_no_seat_is_overdue_during_a_pause(start: Start) -> None:
    host, (ann, bob, *_) = start(turn_time=60)
    ann.session.do(PauseClock(paused=True))
    bob.tamper = muted
    host.pass_time(2 * PATIENCE, 30)
    assert "ann" == bob.player.paused_by
    assert [] == list(host.game.fold.ballots)
    ann.session.do(PauseClock(paused=False))


# All kinds of tables.

PERSON, BOT, OUT, ZOMBIE, GONE = "person", "bot", "out", "zombie", "gone"
"""
Kinds of players: a person or a bot that wants to play on, a client that announces that
nobody is at it, one that is connected but silent, and one that isn't connected.
"""

KINDS = PERSON, BOT, OUT, ZOMBIE, GONE

TABLES = [
    " ".join(kinds)
    for seats in (3, 5)
    for kinds in itertools.combinations_with_replacement(KINDS, seats)
    if {OUT, ZOMBIE, GONE} & {*kinds} and {PERSON, BOT} & {*kinds}
]
"""All tables with a player who doesn't play, and another who does."""

SOME_TABLES = [
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
"""The others at all tables with a thinking player and a bot."""

SOME_THINKERS = [
    "bot bot",
    "person bot",
    "bot out",
    "bot zombie",
    "person person person bot",
    "person bot bot gone",
    "person bot bot zombie",
]


class MixedTable:
    """A table of several kinds of players, where people propose whatever is offered."""

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
        """Pass several times the period for which others wait for a silent player."""
        for _ in range(times * GONE_AFTER.default // LOOK):
            self.host.pass_time(LOOK, LOOK)
            for one in self.persons:
                if one.player.absence_now.offers:
                    one.act(ProposeBallot())


@pytest.mark.parametrize("made_of", only(SOME_TABLES, TABLES))
def test_a_table_goes_on_if_enough_players_want_it(made_of: str, start: Start) -> None:
    """
    More than half must be left, and one of them must be a person, or all others must be
    gone. The rest may be bots, or people who are gone, away or silent.
    """
    kinds = made_of.split()
    sitting = MixedTable(kinds, start)
    sitting.pass_time(10)
    present = sitting.present
    is_enough = 2 * len(present) > len(kinds)
    is_wanted = PERSON in kinds or not {OUT, ZOMBIE} & {*kinds}
    fold = present[0].seat.fold
    assert (is_enough and is_wanted) == fold.over
    if fold.over:
        assert {it.seat.number for it in present} == {*fold.active}


@pytest.mark.parametrize("others", only(SOME_THINKERS, THINKERS))
def test_bots_never_remove_a_thinker_who_presses_keys(
    others: str, start: Start
) -> None:
    """
    However many others want it, and whoever else is waited for, as long as key presses
    are left.

    Six key presses gain sixteen times the period for which others wait for an absent
    player.
    """
    sitting = MixedTable([*others.split(), PERSON], start)
    thinker = sitting.last
    sitting.persons.remove(thinker)
    thinker.player.vote = None
    for _ in range(15):
        sitting.pass_time(1)
        if thinker.player.absence_now.against_us is not None:
            press_key(thinker)
    assert thinker.seat.number in thinker.seat.fold.active
    assert not thinker.player.is_out
    thinker.player.pick = any_move
    phase = thinker.seat.fold.phase.number
    thinker.host.answer([thinker])
    assert thinker.seat.number not in thinker.seat.fold.missing
    if not {OUT, ZOMBIE, GONE} & {*others.split()}:
        assert thinker.seat.fold.phase.number > phase


# Seats played on a web page.


def is_idle(one: Client) -> bool:
    """Return whether somebody's client announces that nobody is at it."""
    return one.seat.number in one.host.game.fold.attendance.idle


def test_a_seat_whose_pages_are_out_of_sight_becomes_idle(start: Start) -> None:
    """
    No page has been open for a minute, nor touched for as long as others wait. Somebody
    who looks at a page and thinks isn't hurried, nor is somebody who owes nothing.
    """
    host, (ann, bob, *_) = start(in_browsers=("ann", "bob"))
    ann.player.unseen_since = bob.player.unseen_since = host.clock.seconds()

    def becomes_idle_after(seconds: float) -> None:
        host.pass_time(seconds - TICK, TICK)
        assert not is_idle(bob)
        host.pass_time(2 * TICK, TICK)
        assert is_idle(bob)

    becomes_idle_after(OFFERED)
    press_key(bob)
    assert not is_idle(bob)
    host.pass_time(OFFERED - TICK, TICK)
    bob.game.do(ShowPresence())
    becomes_idle_after(OFFERED)
    press_key(bob)
    bob.player.unseen_since = float("inf")
    host.pass_time(3 * OFFERED, TICK)
    assert not is_idle(bob)
    bob.player.unseen_since = host.clock.seconds()
    becomes_idle_after(UNSEEN_SECONDS)
    assert not is_idle(ann)
    open_proposal(ann, after=0)
    host.pass_time(NOTICE_SECONDS + TICK, TICK)
    assert is_removed(bob)
