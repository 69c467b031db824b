"""Whispers about a seat that is handed over: what is sent, signed and forgotten."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from msgspec import structs

from sealed_wonders.client.table.actions import HandOver, KeepSeat, SayGoodbye
from sealed_wonders.client.table.events import Step
from sealed_wonders.client.table.giving import PATIENCE
from sealed_wonders.client.table.memory import OnDisk
from sealed_wonders.net import whispers
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.messages import FromClient, Post, Taker, Takers, Whisper
from sealed_wonders.net.suites import SEALED
from tests.support.inprocess.client import Client, dropping
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, open_terms, sealed_terms
from tests.support.lobbies import identity_of
from tests.support.toy import TOY
from tests.support.toytable import register_toy

Start = Callable[..., tuple[HostHarness, list[Client]]]


@pytest.fixture(autouse=True)
def at_our_table(monkeypatch: pytest.MonkeyPatch) -> None:
    register_toy(monkeypatch)


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Return a function that begins a game waiting for ann's choice; dan spectates."""

    def start(
        *, suite: int = 0, seed: bytes = b"", **others: object
    ) -> tuple[HostHarness, list[Client]]:
        terms = (
            sealed_terms(3, game=TOY) if suite == SEALED else open_terms(3, game=TOY)
        )
        host = HostHarness(tmp_path / "host", terms)
        people = host.join()
        people[0].store.begin(seed)
        host.leave_unanswered(people[:1])
        table = people[0].session.table
        people.append(host.client("dan", table=table, looks_on=True, **others))
        host.settle()
        assert people[0].player.question is not None
        return host, people

    return start


def offer_seat(one: Client, to: Client) -> None:
    """Make somebody offer their seat, and let the other respond."""
    one.act(HandOver(to.identity.public))


@pytest.mark.parametrize("suite", [0, SEALED])
def test_a_seat_is_handed_over_and_the_game_continues(start: Start, suite: int) -> None:
    """
    The new holder gets the same question, sees the same cards, and plays to the end.

    The old holder comes back as a spectator, learns who has the seat, and keeps nothing
    of it.
    """
    host, (ann, bob, cleo, dan) = start(suite=suite)
    dan.player.pick = None
    seat, faces = ann.seat.number, ann.player.faces
    question = ann.player.question
    offer_seat(ann, dan)
    assert [Step.ASKED, Step.SIGNED] == ann.player.giving_steps
    assert ["ann"] == dan.player.offers
    for one in (ann, bob, cleo, dan):
        assert [(seat, "ann", "dan")] == one.player.handovers
    assert dan.seat.number == seat
    assert faces == dan.player.faces
    assert question is not None
    assert dan.player.question is not None
    assert question.moves == dan.player.question.moves
    assert "dan" == host.game.names[seat]
    assert not ann.player.is_out
    ann.options = replace(ann.options, sits=False, looks_on=True)
    ann.restart(ann.session.table)
    host.reconnect([ann])
    assert f"began {seat}" in ann.player.story
    assert [(seat, "ann", "dan")] == ann.player.handovers
    assert ann.seat.number == NOBODY
    dan.player.pick = bob.player.pick
    host.answer([dan])
    assert host.game.fold.over
    assert dan.player.sheet is not None
    assert [bob.player.sheet] * 2 == [dan.player.sheet, ann.player.sheet]
    assert [] == ann.failures


def test_the_old_holder_keeps_no_secret_of_the_seat(
    start: Start,
) -> None:
    """Nothing that the client can reach contains one."""
    seed = b"of its own......"
    _host, (ann, _bob, _cleo, dan) = start(suite=SEALED, seed=seed)
    given = ann.seat.entrusted()
    assert given is not None
    kept = {seed, *given.kept}
    scalars = {int.from_bytes(part[-32:], "little") for part in given.kept}
    assert scalars
    del given
    before = reachable(ann)
    assert (True, True) == (seed in before, bool(before & scalars))
    del before
    offer_seat(ann, dan)
    assert ann.seat.number == NOBODY
    assert not reachable(ann) & (kept | scalars)


def test_a_seat_that_voted_plays_its_phase_before_the_handover(
    start: Start,
) -> None:
    """
    The seat can't be handed over in that phase, and without its entry the phase never
    ends.
    """
    host, (ann, bob, cleo, dan) = start()
    cleo.propose(bob)
    host.settle()
    ann.vote_on_all(yes=False)
    offer_seat(ann, dan)
    assert [Step.WAITS] == ann.player.giving_steps
    phase = host.game.fold.phase.number
    host.answer([ann])
    (handover,) = host.game.fold.handovers
    assert phase < handover.phase
    assert host.game.fold.over


def reachable(one: Client) -> set[object]:
    """Return all bytes and numbers that a client's session holds, however deeply."""
    found: set[object] = set()
    seen, waiting = set[int](), [one.session, one.store]
    others = (type(one.host), Client, ModuleType, type, FunctionType)
    while waiting:
        it: object = waiting.pop()
        if id(it) in seen or isinstance(it, others):
            continue
        seen.add(id(it))
        if isinstance(it, bytes | int):
            found.add(it)
        else:
            waiting += gc.get_referents(it)
    return found


def play_on(host: HostHarness, one: Client) -> None:
    """Make somebody who has kept their seat play to the end."""
    one.player.answer_now()
    one.player.pick = host.clients[1].player.pick
    host.settle()
    assert host.game.fold.over


def test_a_handover_without_all_secrets_is_refused(start: Start) -> None:
    """The giver keeps the seat, and the taker isn't asked."""
    _host, (ann, _bob, _cleo, dan) = start(suite=SEALED)

    def without_keys(message: FromClient) -> FromClient:
        if not isinstance(message, Whisper):
            return message
        given = ann.seat.entrusted()
        assert given is not None
        poor = whispers.SeatTransfer(
            given.gid, given.seat, given.number, given.phase, given.prev, (), None
        )
        return Whisper(message.table, message.to, whispers.seal(poor, message.to))

    ann.tamper = without_keys
    offer_seat(ann, dan)
    assert [] == dan.player.offers
    assert Step.REFUSED is ann.player.giving_steps[-1]


def test_only_the_holder_can_offer_a_seat_and_only_once(start: Start) -> None:
    """Other players can whisper as much as they like; an open offer stays."""
    host, (ann, bob, _cleo, dan) = start()
    table = ann.session.table
    eve = host.client("eve", table=table, looks_on=True)
    dan.player.accepts, seat, given = None, ann.seat.number, ann.seat.entrusted()
    assert given is not None
    # bob can't hand over ann's seat.
    to = dan.identity.public
    bob.speak(Whisper(table, to, whispers.seal(given, to)))
    assert [] == dan.player.offers
    whispered = ann.record_sent(Whisper)
    offer_seat(ann, dan)
    # The same whisper again changes nothing, nor does one from bob.
    ann.speak(*whispered * 3)
    far = structs.replace(given, seat=bob.seat.number, phase=1 << 40)
    bob.speak(Whisper(table, to, whispers.seal(far, to)))
    # Only one can take the seat, so nobody else is asked meanwhile.
    offer_seat(ann, eve)
    assert (["ann"], []) == (dan.player.offers, eve.player.offers)
    assert [Step.ASKED] == ann.player.giving_steps
    assert dan.player.answer_offer is not None
    dan.player.answer_offer(True)
    host.settle()
    assert [Step.ASKED, Step.SIGNED] == ann.player.giving_steps
    assert "dan" == host.game.names[seat]
    assert host.game.fold.over


def test_a_holder_who_signed_a_handover_signs_no_choice(start: Start) -> None:
    """
    Not even before the host has it: the two entries would prove a fraud.

    The handover is stored first, so a restarted client sends the same one, and signs
    nothing else.
    """
    host, (ann, _bob, _cleo, dan) = start()
    ann.tamper = dropping(Post)
    offer_seat(ann, dan)
    assert Step.SIGNED is ann.player.giving_steps[-1]
    assert () == tuple(host.game.fold.handovers)
    said = tuple(ann.store.memories())
    host.answer([ann])
    assert said == tuple(ann.store.memories())
    ann.tamper = lambda message: message
    ann.restart(ann.session.table)
    ann.player.pick = None
    host.reconnect([ann])
    assert ann.player.question is None
    assert 1 == len(tuple(host.game.fold.handovers))
    assert host.game.fold.over


def test_a_new_holder_resumes_the_seat_after_a_restart(
    start: Start, tmp_path: Path
) -> None:
    """The entrusted secrets are on the new holder's disk before the consent is sent."""
    path = tmp_path / "dan.seat"
    host, (ann, _bob, _cleo, dan) = start(suite=SEALED, store=OnDisk(path))
    dan.player.pick = None
    offer_seat(ann, dan)
    assert dan.player.question is not None
    before = dan.player.faces
    store = dan.store
    assert isinstance(store, OnDisk)
    store.close()
    dan.disconnect()
    dan.store = OnDisk(path)
    dan.options = replace(dan.options, looks_on=False)
    dan.restart(dan.session.table)
    dan.player.pick = None
    host.reconnect([dan])
    assert before == dan.player.faces
    play_on(host, dan)


def test_a_seat_can_be_handed_over_twice(start: Start) -> None:
    """
    First from ann to dan, then from dan to eve. dan comes back, and is no longer
    offered as a taker.
    """
    host, (ann, bob, _cleo, dan) = start()
    eve = host.connect("eve", table=ann.session.table, looks_on=True)
    dan.player.pick = None
    offer_seat(ann, dan)
    offer_seat(dan, eve)
    assert host.game.fold.over
    assert ["dan", "eve"] == [after for _, _, after in bob.player.handovers]
    assert eve.player.sheet == bob.player.sheet
    dan.disconnect()
    host.reconnect([dan])
    assert [] == dan.player.refusals


def test_a_new_holder_votes_and_leaves_after_the_old_holder_did(start: Start) -> None:
    """Each ballot and each goodbye of a seat has its own number."""
    host, (ann, bob, _cleo, dan) = start()
    fold = host.game.fold
    host.answer([ann])
    ann.player.pick = None
    others = [bob.seat.number]
    assert ann.player.question is not None
    for one in (ann, dan):
        if one is dan:
            host.answer([ann])
            ann.game.do(HandOver(dan.identity.public))
            host.leave_unanswered([dan])
        one.seat.propose(others)
        one.act(SayGoodbye())
        assert [] == one.refusals
        assert one.seat.number in fold.attendance.leaving
    assert [0, 1] == [it.number for it in fold.ballots if it.opener == dan.seat.number]
    dan.player.pick = bob.player.pick
    host.answer([dan])
    assert fold.over


@pytest.mark.parametrize("step", [Step.KEPT, Step.REFUSED, Step.SILENT])
def test_a_holder_who_keeps_the_seat_makes_the_awaited_choice(
    start: Start, step: Step
) -> None:
    """
    The phase has opened during the offer. All others have played, so no further entry
    would trigger the choice.
    """
    host, (ann, bob, _cleo, dan) = start()
    fold = host.game.fold
    dan.player.accepts = None
    ann.player.answer_now()
    ann.game.do(HandOver(dan.identity.public))
    ann.player.pick = bob.player.pick
    host.settle()
    assert [Step.WAITS, Step.ASKED] == ann.player.giving_steps
    assert (ann.seat.number,) == fold.missing
    assert dan.player.answer_offer is not None
    if step is Step.KEPT:
        ann.game.do(KeepSeat())
    elif step is Step.REFUSED:
        dan.player.answer_offer(False)
    else:
        host.pass_time(PATIENCE + 5)
    host.settle()
    assert step is ann.player.giving_steps[-1]
    assert fold.over


@pytest.mark.parametrize("suite", [0, SEALED])
def test_a_taker_of_two_offered_seats_gets_only_one(start: Start, suite: int) -> None:
    """
    Otherwise both holders would sign, the log would accept one handover, and the other
    seat would be lost.
    """
    host, (ann, bob, cleo, dan) = start(suite=suite)
    bob.player.pick = cleo.player.pick = dan.player.pick = None
    host.answer([ann])
    number = host.game.fold.phase.number
    assert {number} == {one.seat.question.phase for one in (ann, bob, cleo)}  # type: ignore[union-attr]
    ann.game.do(HandOver(dan.identity.public))
    bob.act(HandOver(dan.identity.public))
    steps = {ann.player.giving_steps[-1], bob.player.giving_steps[-1]}
    assert {Step.SIGNED, Step.REFUSED} == steps
    kept = ann if ann.player.giving_steps[-1] is Step.REFUSED else bob
    for one in (kept, cleo, dan):
        one.player.pick = any_move
    host.answer([kept, cleo, dan])
    assert host.game.fold.over


def test_a_taker_can_take_another_seat_if_the_first_is_kept(
    start: Start,
) -> None:
    """The holder's next entry shows that the first seat won't be handed over."""
    host, (ann, bob, _cleo, dan) = start()
    dan.tamper = dropping(Whisper)
    offer_seat(ann, dan)
    dan.tamper = lambda it: it
    ann.game.do(KeepSeat())
    bob.player.pick = None
    host.answer([ann])
    ann.player.pick = any_move
    if ann.player.question is not None:
        host.answer([ann])
    assert bob.player.question is not None
    offer_seat(bob, dan)
    assert Step.SIGNED is bob.player.giving_steps[-1]
    assert host.game.fold.over


@pytest.mark.parametrize("what", ["name", "owner"])
def test_a_consent_under_another_name_or_owner_fails(start: Start, what: str) -> None:
    host, (ann, _bob, _cleo, dan) = start()
    gid, number = ann.seat.fold.charter.gid, ann.seat.number

    def other(message: FromClient) -> FromClient:
        if not isinstance(message, Whisper):
            return message
        given = ann.seat.entrusted()
        assert given is not None
        person = TablePerson("dan", dan.identity.public)
        if what == "name":
            person = person._replace(name="ann's cousin")
        else:
            person = person._replace(owner=identity_of("cleo").public)
        said = takeover_statement(gid, number, 0, given.phase, person)
        takeover = Takeover(given.phase, person, dan.identity.sign(said))
        consent = whispers.Consent.of(gid, number, takeover)
        return Whisper(message.table, message.to, whispers.seal(consent, message.to))

    dan.tamper = other
    offer_seat(ann, dan)
    assert [Step.ASKED, Step.FAILED] == ann.player.giving_steps
    play_on(host, ann)


def test_an_offer_to_a_false_or_absent_taker_ends_at_once(start: Start) -> None:
    """A host may list any taker. Nothing can be encrypted for an invalid key."""
    host, (ann, _bob, _cleo, dan) = start()
    nobody = Taker("eve", bytes(32), None, None, None)
    known = (*ann.player.takers_now, nobody)
    # dan was still there when the host listed him.
    host.disconnect([dan])
    ann.session.receive(Takers(ann.session.table, known))
    offer_seat(ann, dan)
    assert [Step.ASKED, Step.SILENT] == ann.player.giving_steps
    assert [] == ann.refusals[1:]
    ann.game.do(HandOver(nobody.identity))
    assert Step.FAILED is ann.player.giving_steps[-1]
    play_on(host, ann)
