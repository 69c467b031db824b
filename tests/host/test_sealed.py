"""Sealed tables at a host: who checks them, when, and what comes of cheats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from twisted.internet.defer import Deferred, fail

from sealed_wonders.core.game import Move
from sealed_wonders.host import auditor
from sealed_wonders.host.news import Ended, Resumed, SetAside, Stopped, Trouble
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.cards import Said, Secrets, Wrong
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Claim, Fraud
from sealed_wonders.net.log.envelopes import Body, Envelope, Value, sign, wires_of
from sealed_wonders.net.messages import Closed, Post, Read
from sealed_wonders.net.plan import Task
from sealed_wonders.net.sealed.bodies import Opened
from sealed_wonders.net.sealed.statements import Unsealing
from sealed_wonders.net.sealed.verifier import FullVerifier
from sealed_wonders.net.suites import OPEN
from tests.support.inn import NAMES, Inn, Inns, Lie, Visitor
from tests.support.inprocess.threads import ManualThreads

T = TypeVar("T")

PROVEN = ("KEY", "MIX", "DEAL", "PICK", "REVEAL", "LOOK_X")
"""Kinds in which a relay believes the proof; it reads that of OPEN_SHARE."""


def spoilt(value: Value) -> Value:
    """Change a bit of the last proof in a body."""
    match value:
        case (*before, last) if last is not None:
            return (*before, spoilt(last))
        case (*before, last):
            return (spoilt(tuple(before)), last)
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1])
    raise TypeError(value)


def lying(kind: str) -> Lie:
    """Lie in the first phase of a kind."""
    phases: list[int] = []

    def lie(envelope: Envelope) -> Body | None:
        if envelope.kind != kind:
            return None
        phases.append(envelope.phase)
        if envelope.phase != phases[0]:
            return None
        match envelope.kind, envelope.body:
            case "PICK", (hand, proof, commitment):
                return (hand, spoilt(proof), commitment)
            case "REVEAL", (nonce, payload, opened, None):
                return (nonce, payload, spoilt(opened), None)
        body = spoilt(envelope.body)
        return body if isinstance(body, tuple) else None

    return lie


def lied(inn: Inn, kind: str) -> list[Visitor]:
    """Let ann lie, and the others play on as long as they do."""
    people = inn.seat()
    people[0].lie = lying(kind)
    inn.settle()
    return people


def stopped(inn: Inn) -> Stopped:
    (news,) = inn.told(Stopped)
    assert isinstance(news, Stopped)
    assert TableState.STOPPED is inn.table.state
    return news


def culprit(person: Visitor) -> Fraud:
    fraud = person.mind.culprit
    assert fraud is not None
    return fraud


def test_a_host_checks_what_it_relays(inns: Inns, toy: Terms) -> None:
    """All proofs are good, which is said at the end."""
    inn = inns(toy)
    people = inn.seat()
    inn.settle()
    assert inn.ended().is_checked
    assert [inn.ended().sheet] * 3 == [person.mind.sheet for person in people]


def test_a_relay_checks_nothing(inns: Inns, toy: Terms) -> None:
    """And says so."""
    inn = inns(toy, work=None)
    inn.seat()
    inn.settle()
    assert not inn.ended().is_checked
    assert 1 == inn.ended().suite


def test_there_is_nothing_to_check_on_an_open_table(inns: Inns, toy: Terms) -> None:
    """All of it is checked as it comes in."""
    work = ManualThreads()
    inn = inns(replace(toy, suite=OPEN), work=work)
    inn.seat()
    inn.settle()
    assert [] == work.jobs
    assert inn.ended().is_checked


# A cheat.


@pytest.mark.parametrize("kind", [*PROVEN, "OPEN_SHARE"])
def test_a_bad_proof_stops_the_table(kind: str, inns: Inns, toy: Terms) -> None:
    """All find the same entry and name the same seat, and whoever looks on is told."""
    inn = inns(toy)
    people = inn.seat()
    people[0].lie = lying(kind)
    eve = inn.visitor("eve", table="another", ready=False)
    inn.until(lambda: bool(eve.said))
    eve.send(Read("table 1", 0))
    inn.settle()
    fraud = culprit(people[1])
    assert kind == fraud.kind
    assert inn.game.names[fraud.seat] == "ann"
    assert f"fraud: ann, {fraud}" == stopped(inn).reason
    assert fraud == culprit(people[2])
    log = stopped(inn).log
    assert log is not None
    assert log.name.endswith(".unfinished.swlog")
    assert [inn.table.reason] == [m.reason for m in eve.said if isinstance(m, Closed)]
    assert [] == inn.told(Ended)
    assert [] == list(inn.folder.glob("*.journal"))


@pytest.mark.parametrize("kind", PROVEN)
def test_a_relay_notices_nothing_and_the_others_do(
    kind: str, inns: Inns, toy: Terms
) -> None:
    """The table waits for ever for people who know better."""
    inn = inns(toy, work=None)
    people = lied(inn, kind)
    assert TableState.PLAYING is inn.table.state
    assert [] == inn.told(Stopped) + inn.told(Trouble)
    for person in people[1:]:
        assert "ann" == inn.game.names[culprit(person).seat]
        assert kind == culprit(person).kind


def test_a_relay_reads_what_is_turned_up(inns: Inns, toy: Terms) -> None:
    """The rules need those faces, so they are proven to a relay too."""
    inn = inns(toy, work=None)
    people = lied(inn, "OPEN_SHARE")
    assert f"fraud: ann, {culprit(people[1])}" == stopped(inn).reason


def test_what_is_found_late_stops_the_table_late(inns: Inns, toy: Terms) -> None:
    """Until then whoever does not check plays on; the entry named is the one."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = lied(inn, "DEAL")
    assert TableState.PLAYING is inn.table.state
    work.do_all()
    inn.settle()
    assert f"fraud: ann, {culprit(people[1])}" == stopped(inn).reason


@pytest.mark.parametrize("first", ["the auditor", "the fold"])
def test_the_first_entry_is_named_whoever_finds_it_first(
    first: str, inns: Inns, toy: Terms
) -> None:
    """What stops the host's own fold is later in the log than a proof not yet checked."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = [inn.visitor(name) for name in NAMES[:3]]
    ann, bob, _ = people
    ann.lie = lying("KEY")
    bob.lie = lambda envelope: (b"rubbish",) if envelope.kind == "KEY" else None
    inn.until(lambda: inn.has_begun)
    bob.away = True
    inn.settle()
    if first == "the auditor":
        work.do_all()
    bob.away = False
    inn.settle()
    if first == "the fold":
        assert inn.game.fold.fraud is not None
        assert "bob" == inn.game.names[inn.game.fold.fraud.seat]
        assert TableState.FULL is inn.table.state
        assert [] == inn.told(Stopped)
        work.do_all()
        inn.settle()
    assert stopped(inn).reason.startswith("fraud: ann, ")


def test_what_the_fold_finds_alone_stops_the_table(inns: Inns, toy: Terms) -> None:
    """As soon as all that was said before is found to be right."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = inn.seat()
    people[1].lie = lambda e: (b"rubbish",) if e.kind == "MIX" else None
    inn.settle()
    assert TableState.FULL is inn.table.state
    work.do_all()
    inn.settle()
    assert f"fraud: bob, {inn.game.fold.fraud}" == stopped(inn).reason


def test_nothing_more_is_logged_meanwhile(inns: Inns, toy: Terms) -> None:
    """A stopped fold takes nothing; what is known already is no matter."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = inn.seat()
    ann, bob, cleo = people
    bob.lie = lambda e: (b"rubbish",) if e.kind == "KEY" else None
    inn.until(lambda: inn.has_begun)
    cleo.away = True
    inn.settle()
    game = inn.game
    before = game.fold.entries()
    seat = game.seat_of(cleo.identity.public)
    assert seat is not None
    ann.send(
        Post(wires_of((sign(cleo.identity, game.fold.envelope(seat, ())), before[-1])))
    )
    inn.settle()
    assert ["over"] == ann.reasons
    assert before == game.fold.entries()


def test_a_signature_is_looked_at_before_what_it_signs(inns: Inns, toy: Terms) -> None:
    """Whoever isn't expected to speak makes nobody calculate."""
    inn = inns(toy)
    people = inn.seat()
    inn.until(lambda: inn.has_begun)
    fold, checked = inn.game.fold, list[Claim]()
    look = fold.check

    def check(claim: Claim) -> Said | Wrong:
        checked.append(claim)
        return look(claim)

    fold.check = check  # type: ignore[method-assign]
    wire = sign(people[0].identity, fold.envelope(fold.missing[0], ()))
    people[0].send(Post((wire.wire._replace(sig=bytes(64)),)))
    assert [] == checked
    inn.settle()
    assert ["bad-signature"] == people[0].reasons
    assert [] != checked


# The end.


def test_the_end_waits_for_the_auditor(inns: Inns, toy: Terms) -> None:
    """Players have their sheets long before; the host says it when it knows."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = inn.seat()
    inn.settle()
    assert TableState.FULL is inn.table.state
    assert all(person.mind.sheet is not None for person in people)
    assert [] == inn.told(Ended)
    assert 1 == len(list(inn.folder.glob("*.journal")))
    work.do_all()
    inn.settle()
    assert inn.ended().is_checked
    assert [] == list(inn.folder.glob("*.journal"))


class BelievingVerifier(FullVerifier):
    """Believes that a card is what it is said to be."""

    def opened(self, stated: Unsealing, part: Opened) -> None:
        pass


class CheatingSecrets:
    """Knows what a seat knows, and opens cards with a wrong proof."""

    def __init__(self, known: Secrets) -> None:
        self._known = known

    def __getattr__(self, name: str) -> Any:
        return getattr(self._known, name)

    def reveal(self, task: Task, move: Move, nonce: bytes) -> Body:
        match self._known.reveal(task, move, nonce):
            case (payload, text, (card, proof), passed):
                return (payload, text, (card, spoilt(proof)), passed)
            case body:
                return body


def test_a_game_that_all_have_signed_may_yet_be_no_good(inns: Inns, toy: Terms) -> None:
    """Players whose programs let each other cheat have the host against them."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = inn.seat()
    inn.until(lambda: all(person.session.seat for person in people))
    for person in people:
        seat = person.session.seat
        assert seat is not None
        seat.fold.cards.verifier = BelievingVerifier()  # type: ignore[attr-defined]
        if person.name == "ann":
            seat.secrets = CheatingSecrets(seat.secrets)
    inn.settle()
    assert inn.game.fold.over
    assert [] == inn.told(Stopped)
    work.do_all()
    inn.settle()
    assert stopped(inn).reason.startswith("fraud: ann, ")
    assert [] == inn.told(Ended)


def test_a_table_whose_log_is_full_is_over_for_all_others(
    inns: Inns, toy: Terms
) -> None:
    """Who plays again plays elsewhere; nobody loses the old one by it."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = inn.seat()
    inn.settle()
    for person in people:
        person.drop()
        person.start()
        person.connect()
    inn.until(lambda: len(list(inn.server.registry)) == 2)
    assert ["over", "lobby"] == [
        record.table.line().state for record in inn.server.registry
    ]
    dan = inn.visitor("dan", table="table 1")
    inn.until(lambda: bool(dan.reasons))
    assert ["begun"] == dan.reasons
    assert "table 1" in inn.dismissed


# What goes wrong with the auditor.


def broken(job: Callable[[], T]) -> Deferred[T]:
    """Do nothing well."""
    return fail(MemoryError("no more"))


def test_a_fault_of_the_auditor_stops_nobody(inns: Inns, toy: Terms) -> None:
    """Whoever runs the host is told once, and at the end that it isn't checked."""
    inn = inns(toy, work=broken)
    people = inn.seat()
    inn.settle()
    assert all(person.mind.sheet is not None for person in people)
    (trouble,) = inn.told(Trouble)
    assert isinstance(trouble, Trouble)
    assert "can't be checked: MemoryError: no more" in trouble.what
    (ended,) = inn.told(Ended)
    assert isinstance(ended, Ended)
    assert not ended.is_checked


def test_an_auditor_that_can_t_begin_stops_nobody(
    inns: Inns, toy: Terms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the library for it is taken away while the host runs."""

    def refuse(*args: object) -> None:
        raise ImportError("no such library")

    monkeypatch.setattr(auditor, "begin", refuse)
    inn = inns(toy)
    inn.seat()
    inn.settle()
    (trouble,) = inn.told(Trouble)
    assert isinstance(trouble, Trouble)
    assert "ImportError: no such library" in trouble.what
    assert 1 == len(inn.told(Ended))


def test_a_fraud_that_only_the_fold_finds_counts_if_the_auditor_fails(
    inns: Inns,
    toy: Terms,
) -> None:
    """It is a fraud still."""
    inn = inns(toy, work=broken)
    people = inn.seat()
    people[1].lie = lambda e: (b"rubbish",) if e.kind == "MIX" else None
    inn.settle()
    assert stopped(inn).reason.startswith("fraud: bob, ")


@pytest.mark.parametrize("checks", [True, False])
def test_a_fold_that_can_t_go_on_is_explained_by_a_bad_proof(
    checks: bool, inns: Inns, toy: Terms
) -> None:
    """Or else by nothing: it is the program's fault, or a relay's that looked away."""
    work = ManualThreads()
    inn = inns(toy, work=work if checks else None)
    people = inn.seat()
    people[0].lie = lying("MIX")
    inn.settle()

    def stop(wire: object) -> None:
        raise LocalProtocolError("a card came out that can't be there")

    game = inn.game
    game.fold.accept = stop  # type: ignore[method-assign,assignment]
    seat = game.seat_of(people[1].identity.public)
    assert seat is not None
    wire = sign(people[1].identity, game.fold.envelope(seat, ()))
    people[1].send(Post((wire.wire,)))
    people[1].send(Post((wire.wire,)))
    inn.settle()
    if checks:
        assert TableState.FULL is inn.table.state
        assert ["over"] == people[1].reasons
        work.do_all()
        inn.settle()
        assert stopped(inn).reason.startswith("fraud: ann, ")
        assert [] == inn.told(Trouble)
    else:
        assert "a card came out that can't be there" == stopped(inn).reason
        assert 1 == len(inn.told(Trouble))


# Hosts that stop and start again.

KINDS = (
    *("KEY", "MIX", "OPEN_SHARE", "DEAL", "DECIDE", "DECLARE", "PICK", "REVEAL"),
    *("CHOOSE", "LOOK_X", "END"),
)


def test_a_killed_host_goes_on_in_every_kind_of_phase(inns: Inns, toy: Terms) -> None:
    """Also in the middle of one; players keep what they must not forget."""
    inn = inns(toy)
    people = inn.seat()
    left = set(KINDS)
    inn.until(lambda: inn.has_begun)
    while inn.table.is_live:
        inn.step()
        if inn.game.fold.phase.kind in left:
            left.discard(inn.game.fold.phase.kind)
            restart(inn, people)
    assert set() == left
    inn.settle()
    assert len(KINDS) == len(inn.told(Resumed))
    assert inn.ended().is_checked
    assert [inn.ended().sheet] * 3 == [person.mind.sheet for person in people]


def restart(inn: Inn, people: list[Visitor]) -> None:
    """Start the program again, and let everybody connect again."""
    inn.kill()
    inn.start_server()
    inn.server.resume_all()
    for person in people:
        person.connect()


def test_players_may_be_started_again_with_the_host(inns: Inns, toy: Terms) -> None:
    """Their keys are on their own disks, and nowhere else."""
    inn = inns(toy)
    people = inn.seat()
    inn.until(lambda: inn.has_begun)
    for kind in ("DEAL", "PICK", "LOOK_X"):
        inn.until(lambda kind=kind: inn.game.fold.phase.kind == kind)  # type: ignore[misc]
        inn.kill()
        for person in people:
            person.start("table 1")
        restart(inn, people)
    inn.settle()
    assert inn.ended().is_checked


def test_the_auditor_reads_all_of_a_game_that_is_taken_up(
    inns: Inns, toy: Terms
) -> None:
    """What the host before this one hadn't found is found, behind everybody's back."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    lied(inn, "MIX")
    before = inn.game.fold.position
    inn.kill()
    inn.start_server()
    inn.server.resume_all()
    assert before == inn.game.fold.position
    work.jobs.clear()
    inn.clock.advance(0)
    assert TableState.PLAYING is inn.table.state
    # A phase at a time: the rest waits.
    assert 0 < len(work.jobs) <= 3
    work.do_all()
    inn.clock.advance(0)
    assert stopped(inn).reason.startswith("fraud: ann, ")


def test_a_fraud_that_was_known_when_the_host_was_killed_is_not_forgotten(
    inns: Inns,
    toy: Terms,
) -> None:
    """The journal ends with it, and is no damaged one for that."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    people = inn.seat()
    people[1].lie = lambda e: (b"rubbish",) if e.kind == "MIX" else None
    inn.settle()
    inn.kill()
    inn.start_server()
    inn.server.resume_all()
    assert TableState.FULL is inn.table.state
    inn.clock.advance(0)
    work.do_all()
    inn.clock.advance(0)
    assert stopped(inn).reason.startswith("fraud: bob, ")
    assert [] == inn.told(SetAside)


def test_a_host_that_is_stopped_leaves_the_rest_to_the_next(
    inns: Inns, toy: Terms
) -> None:
    """All have signed, and the journal is whole; nothing comes from jobs left over."""
    work = ManualThreads()
    inn = inns(toy, work=work)
    inn.seat()
    inn.settle()
    inn.server.stop()
    assert 1 == len(list(inn.folder.glob("*.journal")))
    news = list(inn.news)
    work.do_all()
    inn.clock.advance(0)
    assert news == inn.news
    inn.kill()
    inn.start_server()
    inn.server.resume_all()
    inn.clock.advance(0)
    work.do_all()
    inn.clock.advance(0)
    assert inn.ended().is_checked
