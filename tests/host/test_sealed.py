"""Sealed tables: proofs are checked by the host or its auditor, and cheats are found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

import pytest
from twisted.internet.defer import Deferred, fail

from sealed_wonders.client.table.events import Question
from sealed_wonders.core.game import Move
from sealed_wonders.host import auditor, news, tableentry
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.cards import Secrets, ValidBody, Wrong
from sealed_wonders.net.claims import Claim, Fraud
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Body, Envelope, Value, sign, wires_of
from sealed_wonders.net.log.lanes import BALLOTS, lane_of
from sealed_wonders.net.messages import Closed, Post, Read
from sealed_wonders.net.plan import UNDECIDED, PhasePlan
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.sealed.bodies import OpenedBody
from sealed_wonders.net.sealed.statements import Unsealing
from sealed_wonders.net.sealed.verifier import Verifier
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.verification import at_once
from sealed_wonders.net.voting import FaultWatch
from tests.support.agreed import agreed
from tests.support.inprocess.ballots import honest_proposal, open_ballot
from tests.support.inprocess.client import Client, Lie
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, StartHost, sealed_terms
from tests.support.inprocess.threads import ManualThreads
from tests.support.thorough import only

T = TypeVar("T")

Unchecked = tuple[HostHarness, ManualThreads]

PROVEN = ("KEY", "MIX", "DEAL", "PICK", "REVEAL", "LOOK_X")
"""Kinds of which a relay believes the proofs; it checks those of OPEN_SHARE."""


@pytest.fixture
def host(start_host: StartHost, toy: Terms) -> HostHarness:
    """Return a host of short games that checks proofs immediately."""
    return start_host(toy)


@pytest.fixture
def unchecked(start_host: StartHost, toy: Terms) -> Unchecked:
    """Return a host of short games, and the jobs that check its proofs when run."""
    work = ManualThreads()
    return start_host(toy, work=work), work


def with_broken_proof(value: Value) -> Value:
    """Return a body with one bit of its last proof changed."""
    match value:
        case (*before, last) if last is not None:
            return (*before, with_broken_proof(last))
        case (*before, last):
            return (with_broken_proof(tuple(before)), last)
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1])
    raise TypeError(value)


def lie_about(kind: str) -> Lie:
    """Return a lie about the first phase of a kind."""
    phases: list[int] = []

    def lie(envelope: Envelope) -> Body | None:
        if envelope.kind != kind:
            return None
        phases.append(envelope.phase)
        if envelope.phase != phases[0]:
            return None
        match envelope.kind, envelope.body:
            case "PICK", (hand, proof, commitment):
                return (hand, with_broken_proof(proof), commitment)
            case "REVEAL", (nonce, payload, opened, None):
                return (nonce, payload, with_broken_proof(opened), None)
        body = with_broken_proof(envelope.body)
        return body if isinstance(body, tuple) else None

    return lie


def lie_in_first(host: HostHarness, kind: str) -> list[Client]:
    """Make ann lie in the first phase of a kind; the others play on while they can."""
    people = host.join()
    people[0].lie(lie_about(kind))
    host.settle()
    return people


def stopped(host: HostHarness) -> news.Stopped:
    (told,) = host.news_of(news.Stopped)
    assert TableState.STOPPED is host.table.state
    return told


def culprit(person: Client) -> Fraud:
    fraud = person.player.culprit
    assert fraud is not None
    return fraud


def test_an_open_table_leaves_nothing_for_the_auditor(
    start_host: StartHost, toy: Terms
) -> None:
    """Everything is checked on arrival."""
    work = ManualThreads()
    host = start_host(replace(toy, suite=OPEN), work=work)
    host.join()
    host.settle()
    assert [] == work.jobs
    assert host.completed_game().is_checked


# A cheat.


@pytest.mark.parametrize(
    ("kind", "checks"),
    [*((it, True) for it in PROVEN), ("OPEN_SHARE", True), ("OPEN_SHARE", False)],
)
def test_an_invalid_proof_is_reported_and_the_host_returns_to_its_phase(
    kind: str, checks: bool, start_host: StartHost, toy: Terms
) -> None:
    """
    Everybody finds the same entry and names the same seat; the table waits for the
    others.

    Even a relay checks a share that turns a card up, since the rules need its face.
    """
    host = start_host(toy, work=at_once if checks else None)
    people = lie_in_first(host, kind)
    fraud = culprit(people[1])
    assert kind == fraud.kind
    assert fraud == culprit(people[2])
    assert ("ann", fraud.entry, str(fraud.reason)) == reported_cheat(host)
    phase = host.game.fold.phase
    assert (fraud.phase, kind) == (phase.number, phase.kind)
    assert people[1].seat.fold.digest == host.game.fold.digest
    assert TableState.PLAYING is host.table.state
    assert [] == host.news_of(news.Stopped)


@pytest.mark.parametrize(
    ("kind", "checks"),
    only(
        [("MIX", True), ("REVEAL", False)],
        [*product(("KEY", "MIX", "DEAL", "PICK", "REVEAL"), (True, False))],
    ),
)
def test_the_others_finish_the_game_without_a_cheating_seat(
    kind: str, checks: bool, start_host: StartHost
) -> None:
    """
    All of them arrive at the same end, and so does a reader of the log. With a host
    that believes proofs it is the same: it returns to the fraud's phase once the others
    agree.
    """
    host = start_host(sealed_terms(3), work=at_once if checks else None)
    people = lie_in_first(host, kind)
    ann, *others = people
    fraud = culprit(others[0])
    assert checks == bool(host.news_of(news.Cheated))
    host.leave_unanswered(people)
    host.go_on_without([ann], others)
    assert ("ann", fraud.entry) == reported_cheat(host)[:2]
    (left,) = host.news_of(news.PlayerRemoved)
    assert news.PlayerRemoved("table 1", ("ann",), fraud.phase, "fraud") == left
    assert [] == host.news_of(news.Stopped) + host.news_of(news.Trouble)
    assert fraud.phase < host.game.fold.phase.number
    for person in others:
        assert host.game.fold.digest == person.seat.fold.digest
        assert person.player.question is not None
        assert person.player.question.phase == host.game.fold.phase.number
        person.player.pick = any_move
        person.player.answer_now()
    assert ann.player.is_out
    host.settle()
    ended = host.completed_game()
    assert checks == ended.is_checked
    assert ["ann"] == [ended.names[seat] for seat in ended.left]
    assert [ended.sheet] * 2 == [person.player.sheet for person in others]
    assert ended.log is not None
    assert others[0].seat.fold.log() == ended.log.read_bytes()
    fold = read_log(ended.log.read_bytes(), lambda it: rules_of(it.options))
    assert ended.digest == fold.digest.hex()


def test_a_ballot_beyond_an_undetected_fraud_is_harmless(start_host: StartHost) -> None:
    """The host accepts it, since it doesn't know better. Other players ignore it."""
    host = start_host(sealed_terms(3), work=None)
    ann, *others = people = lie_in_first(host, "DEAL")
    fraud, fold = culprit(others[0]), host.game.fold
    assert fraud.phase < fold.phase.number
    number, seat = ann.seat.number, others[0].seat.number
    opened = open_ballot(fold, ann.identity, number, honest_proposal(fold, [seat]))
    spoken = sign(ann.identity, fold.envelope(number, (b"",)))
    ann.speak(Post(wires_of((opened, spoken))))
    assert [] == ann.refusals
    assert opened in host.game.fold.entries()
    assert [[], []] == [person.failures for person in others]
    host.leave_unanswered(people)
    host.go_on_without([ann], others)
    (left,) = host.news_of(news.PlayerRemoved)
    assert news.PlayerRemoved("table 1", ("ann",), fraud.phase, "fraud") == left
    restart(host, people)
    host.settle()
    assert [] == host.news_of(news.SetAside)
    assert [[], []] == [person.failures for person in others]
    assert host.game.fold.digest == others[0].seat.fold.digest
    assert (number,) == host.game.left


def test_a_ballot_sent_before_a_fraud_was_known_gets_no_yes(
    start_host: StartHost,
) -> None:
    """
    A relay has closed the phase, and returns to it only because it learns who cheated.
    """
    host = start_host(sealed_terms(3, own=agreed(sides="day")), work=None)
    ann, bob, cleo = people = host.join()
    ann.lie(lie_about("PICK"))
    host.leave_unanswered([ann])
    assert (ann.seat.number,) == bob.seat.fold.missing
    # Bob's ballot about her silence is on its way when she speaks.
    bob.seat.propose([ann.seat.number])
    assert ann.player.answer is not None
    assert ann.player.question is not None
    ann.player.answer(any_move(ann.player.question))
    ann.send()  # what is on its way
    bob.speak(Post(bob.seat.unheard()))
    fraud = culprit(cleo)
    assert (ann.seat.number, "PICK") == (fraud.seat, fraud.kind)
    assert fraud.phase < host.game.fold.phase.number
    (ballot,) = cleo.seat.fold.ballots
    watch = FaultWatch(cleo.seat.number)
    watch.look(cleo.seat.fold, 0.0, ())
    assert not watch.is_sound(ballot)
    assert {bob.seat.number: True, cleo.seat.number: False} == ballot.votes
    host.leave_unanswered(people)
    host.vote_out([ann], [bob, cleo])
    watch.look(cleo.seat.fold, 0.0, ())
    host.settle()
    (left,) = host.news_of(news.PlayerRemoved)
    assert news.PlayerRemoved("table 1", ("ann",), fraud.phase, "fraud") == left
    assert host.game.fold.digest == cleo.seat.fold.digest


def reported_cheats(host: HostHarness) -> list[str]:
    """Return the names of the cheats that the host has reported."""
    return [it.name for it in host.news_of(news.Cheated)]


def make_fold_fail(host: HostHarness, person: Client) -> Post:
    """
    Make the host's own fold fail at its next entry; return an entry of somebody's to
    send.
    """

    def stop(wire: object) -> None:
        raise LocalProtocolError("an impossible card was revealed")

    fold = host.game.fold
    fold.accept = stop  # type: ignore[method-assign,assignment]
    envelope = fold.envelope(person.seat.number, ())
    return Post((sign(person.identity, envelope).wire,))


def reported_cheat(host: HostHarness) -> tuple[str, int, str]:
    """Return the cheat that the host has reported, with the entry and the reason."""
    (told,) = host.news_of(news.Cheated)
    return told.name, told.entry, told.reason


def test_the_players_may_remove_a_cheat_before_the_auditor_finds_it(
    start_host: StartHost,
) -> None:
    """The auditor then reports no second fraud."""
    work = ManualThreads()
    host = start_host(sealed_terms(3), work=work)
    people = lie_in_first(host, "MIX")
    host.leave_unanswered(people)
    host.go_on_without(people[:1], people[1:])
    assert [] != host.news_of(news.PlayerRemoved)
    digest = host.game.fold.digest
    work.do_all()
    host.settle()
    assert ("ann", culprit(people[1]).entry) == reported_cheat(host)[:2]
    assert digest == host.game.fold.digest
    assert [] == host.news_of(news.Trouble)


@pytest.mark.parametrize("first", ["the auditor", "the fold"])
def test_two_cheats_of_three_players_stop_the_table(
    first: str, unchecked: Unchecked
) -> None:
    """One player can't continue. The host reports both cheats, and keeps running."""
    host, work = unchecked
    people = [host.client(name) for name in NAMES[:3]]
    ann, bob, cleo = people
    ann.lie(lie_about("KEY"))
    bob.lie(lambda envelope: (b"rubbish",) if envelope.kind == "KEY" else None)
    host.until(lambda: host.has_begun)
    bob.stalled = True
    host.settle()
    if first == "the auditor":
        work.do_all()
        host.settle()
        assert ["ann"] == reported_cheats(host)
    bob.stalled = False
    host.settle()
    if first == "the fold":
        assert ["bob"] == reported_cheats(host)
        assert [] == host.news_of(news.Stopped)
    work.do_all()
    host.settle()
    assert stopped(host).reason.startswith("fraud: ")
    assert {"ann", "bob"} == {*reported_cheats(host)}
    log = stopped(host).log
    assert log is not None
    assert log.name.endswith(".unfinished.swlog")
    assert [] == list(host.folder.glob("*.journal"))
    assert cleo.heard(Closed)
    cleo.send(Post(wires_of(host.game.fold.entries()[-1:])))
    others = [host.client(name, table="another") for name in NAMES[3:6]]
    host.settle()
    assert ["stopped"] == cleo.refusals
    work.do_all()
    host.settle()
    (ended,) = host.news_of(news.GameCompleted)
    assert {person.name for person in others} == set(ended.names)


def test_a_stuck_fold_recovers_if_an_earlier_proof_was_false(
    unchecked: Unchecked,
) -> None:
    """Whatever stopped the host's fold after the false proof no longer counts."""
    host, work = unchecked
    people, game = lie_in_first(host, "MIX"), host.game
    post = make_fold_fail(host, people[1])
    people[1].send(post)
    people[1].speak(post)
    assert game.is_stuck
    assert ["over"] == people[1].refusals
    assert TableState.PLAYING is host.table.state
    work.do_all()
    host.settle()
    assert not game.is_stuck
    assert "ann" == reported_cheat(host)[0]
    assert TableState.PLAYING is host.table.state
    assert [] == host.news_of(news.Trouble)


def test_entries_beyond_a_known_fraud_are_refused(host: HostHarness) -> None:
    """
    A fold passes on what a host accepted before it knew of the fraud, but nothing new.
    """
    people = host.join()
    ann, bob, cleo = people
    bob.lie(lambda e: (b"rubbish",) if e.kind == "KEY" else None)
    host.settle()
    fold = host.game.fold
    before, number = fold.entries(), fold.phase.number
    beyond = replace(fold.envelope(cleo.seat.number, ()), phase=number + 1)
    about = (number + 1, 0, (bob.seat.number,), (None,))
    lane = lane_of(BALLOTS, cleo.seat.number)
    ballot = replace(beyond, lane=lane, phase=0, kind="DROP_VOTE", body=about)
    entries = (sign(cleo.identity, beyond), sign(cleo.identity, ballot), before[-1])
    ann.speak(Post(wires_of(entries)))
    assert ["wrong-phase"] * 2 == ann.refusals
    assert before == host.game.fold.entries()
    # The fraud is in the journal, which isn't damaged by that, and is reported again.
    fraud = reported_cheat(host)
    host.news.clear()
    restart(host, people)
    host.settle()
    assert fraud == reported_cheat(host)
    assert TableState.PLAYING is host.table.state
    assert [] == host.news_of(news.SetAside)


def test_a_fraud_at_a_table_of_two_stops_the_table(start_host: StartHost) -> None:
    """Nobody is left to agree with. Everybody learns who cheated, spectators too."""
    host = start_host(sealed_terms(2, game="architects"))
    people = host.join(NAMES[:2])
    people[1].lie(lie_about("KEY"))
    host.until(lambda: people[1].session.is_seated)
    eve = host.client("eve", table="another", ready=False)
    host.until(lambda: bool(eve.received))
    eve.speak(Read("table 1", 0))
    fraud = culprit(people[0])
    what = str(fraud).removeprefix(f"seat {fraud.seat} ")
    assert f"fraud: bob (seat {fraud.seat}) {what}" == stopped(host).reason
    assert [host.table.reason] == [m.reason for m in eve.heard(Closed)]
    assert [] == host.news_of(news.GameCompleted)


def test_a_signature_is_checked_before_any_proof(host: HostHarness) -> None:
    """A forger can't make the host compute anything expensive."""
    people = host.join()
    host.until(lambda: host.has_begun)
    fold, checked = host.game.fold, list[Claim]()
    look = fold.check

    def check(claim: Claim) -> ValidBody | Wrong:
        checked.append(claim)
        return look(claim)

    fold.check = check  # type: ignore[method-assign]
    wire = sign(people[0].identity, fold.envelope(fold.missing[0], ()))
    people[0].send(Post((wire.wire._replace(sig=bytes(64)),)))
    assert [] == checked
    host.settle()
    assert ["bad-signature"] == people[0].refusals
    assert [] != checked


# The end.


class BelievingVerifier(Verifier):
    """Accepts any card as the one that is claimed."""

    strictness = "believing"

    def opened(self, stated: Unsealing, part: OpenedBody) -> None:
        pass


class CheatingSecrets:
    """Knows a seat's secrets, and opens cards with a wrong proof."""

    def __init__(self, known: Secrets) -> None:
        self._known = known

    def __getattr__(self, name: str) -> Any:
        return getattr(self._known, name)

    def reveal(self, task: PhasePlan, move: Move, nonce: bytes) -> Body:
        match self._known.reveal(task, move, nonce):
            case (payload, text, (card, proof), passed):
                return (payload, text, (card, with_broken_proof(proof)), passed)
            case body:
                return body


def pick_a_building(question: Question) -> Move:
    """Return a move that opens a card, if there is one."""
    buildings = [move for move in question.moves if move.text.startswith("build ")]
    return (buildings or question.moves)[0]


def test_the_auditor_rejects_a_game_that_every_player_has_signed(
    unchecked: Unchecked,
) -> None:
    """If the players' programs let each other cheat, the host still objects."""
    host, work = unchecked
    people = host.join()
    host.until(lambda: all(person.session.seat for person in people))
    for person in people:
        seat = person.session.seat
        assert seat is not None
        seat.fold.cards.verifier = BelievingVerifier()  # type: ignore[attr-defined]
        if person.name == "ann":
            seat.secrets = CheatingSecrets(seat.secrets)
            person.player.pick = pick_a_building
    host.settle()
    assert host.game.fold.over
    assert [] == host.news_of(news.Stopped)
    work.do_all()
    host.settle()
    assert stopped(host).reason.startswith("fraud: ann (seat ")
    assert [] == host.news_of(news.GameCompleted)


# Errors of the auditor.


def broken(job: Callable[[], T]) -> Deferred[T]:
    """Fail instead of running the job."""
    return fail(MemoryError("no more"))


def no_library(*_: object) -> None:
    raise ImportError("no such library")


@pytest.mark.parametrize("how", ["at work", "as it begins"])
def test_a_game_continues_if_the_auditor_fails(
    how: str, start_host: StartHost, toy: Terms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The operator is told once, and learns at the end that the game wasn't checked.

    The library may be removed, for instance, while the host runs.
    """
    if how == "as it begins":
        monkeypatch.setattr(auditor, "begin", no_library)
    host = start_host(toy, work=broken if how == "at work" else at_once)
    people = host.join()
    host.settle()
    assert all(person.player.sheet is not None for person in people)
    (trouble,) = host.news_of(news.Trouble)
    assert re.search("can't be checked: (MemoryError|ImportError): no", trouble.what)
    (ended,) = host.news_of(news.GameCompleted)
    assert not ended.is_checked


def test_a_relay_with_a_stuck_fold_stops_the_table(
    start_host: StartHost, toy: Terms
) -> None:
    """This is a bug in the program, or happens because the relay checks no proofs."""
    host = start_host(toy, work=None)
    people = lie_in_first(host, "MIX")
    people[1].speak(make_fold_fail(host, people[1]))
    assert "an impossible card was revealed" == stopped(host).reason
    assert 1 == len(host.news_of(news.Trouble))


# Checking during the deal.


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> float:
    """Make hosts deal first and check afterwards, as they do in real programs."""
    monkeypatch.setattr(tableentry, "AUDIT_PATIENCE", 2.0)
    return 2.0


def test_a_host_deals_first_and_checks_afterwards(
    host: HostHarness, patient: float
) -> None:
    """During the deal everybody waits for their cards, and nobody for the auditor."""
    host.join()
    host.until(lambda: host.has_begun)
    host.step()
    checked = [auditor_at(host).position]
    while host.game.fold.phase.kind in UNDECIDED:
        checked.append(auditor_at(host).position)
        host.step()
    assert len(checked) > 5
    assert {len(host.game.fold.charter.wires)} == set(checked)
    host.clock.advance(0)
    assert host.game.fold.position == auditor_at(host).position
    host.settle()
    assert host.completed_game().is_checked


def test_a_host_checks_a_deal_that_has_stalled(
    host: HostHarness, patient: float
) -> None:
    """The others have found a false proof, and have stopped sending."""
    lie_in_first(host, "MIX")
    assert host.game.fold.fraud is None
    host.pass_time(patient)
    assert host.game.fold.fraud is not None
    assert "MIX" == host.game.fold.fraud.kind


def auditor_at(host: HostHarness) -> auditor.Auditor:
    checking = host.table.auditor
    assert checking is not None
    return checking


# Restarted hosts.

KINDS = (
    *("KEY", "MIX", "OPEN_SHARE", "DEAL", "DECIDE", "DECLARE", "PICK", "REVEAL"),
    *("CHOOSE", "LOOK_X", "END"),
)


def test_a_killed_host_resumes_in_every_kind_of_phase(host: HostHarness) -> None:
    """
    Even in the middle of a phase, and even if the players' programs are killed with it.
    """
    people = host.join()
    ends = {
        *product(KINDS, ("the host",)),
        *product(("DEAL", "PICK", "LOOK_X"), ("all",)),
    }
    left = set(ends)
    host.until(lambda: host.has_begun)
    while host.table.is_live:
        host.step()
        kind = host.game.fold.phase.kind
        # Players' programs may be killed with it: their keys are on their own disks.
        if (kind, "all") in left:
            left.remove((kind, "all"))
            host.kill()
            for person in people:
                person.restart("table 1")
            restart(host, people)
        elif (kind, "the host") in left:
            left.remove((kind, "the host"))
            restart(host, people)
    assert set() == left
    host.settle()
    assert len(ends) == len(host.news_of(news.Resumed))
    assert host.completed_game().is_checked
    assert [host.completed_game().sheet] * 3 == [
        person.player.sheet for person in people
    ]


def restart(host: HostHarness, people: list[Client]) -> None:
    """Start the host again, and make everybody connect again."""
    host.kill()
    host.start_again()
    for person in people:
        person.connect()


def test_the_auditor_checks_all_of_a_resumed_game(unchecked: Unchecked) -> None:
    """It finds a fraud that the host before it hadn't found yet."""
    host, work = unchecked
    lie_in_first(host, "MIX")
    before = host.game.fold.position
    host.kill()
    host.start_again()
    assert before == host.game.fold.position
    work.jobs.clear()
    host.clock.advance(0)
    assert TableState.PLAYING is host.table.state
    # One phase at a time; the rest waits.
    assert 0 < len(work.jobs) <= 3
    work.do_all()
    host.clock.advance(0)
    assert "ann" == reported_cheat(host)[0]
    assert "MIX" == host.game.fold.phase.kind


def test_a_fully_signed_game_waits_for_the_auditor_across_a_restart(
    unchecked: Unchecked,
) -> None:
    """Everybody has signed, and the journal is complete; only the audit is missing."""
    host, work = unchecked
    people = host.join()
    host.settle()
    assert TableState.FULL is host.table.state
    assert all(person.player.sheet is not None for person in people)
    assert [] == host.news_of(news.GameCompleted)
    host.server.stop()
    assert 1 == len(list(host.folder.glob("*.journal")))
    before = list(host.news)
    work.do_all()
    host.clock.advance(0)
    assert before == host.news
    host.restart()
    # For the players the game is over: they may play again elsewhere without losing it.
    for person in people:
        person.restart()
        person.connect()
    host.until(lambda: len(list(host.server.registry)) == 2)
    assert ["over", "lobby"] == [record.line().state for record in host.server.registry]
    dan = host.client("dan", table="table 1")
    host.until(lambda: bool(dan.refusals))
    assert ["begun"] == dan.refusals
    assert "table 1" in host.bots.dismissed
    work.do_all()
    host.clock.advance(0)
    assert host.completed_game().is_checked
