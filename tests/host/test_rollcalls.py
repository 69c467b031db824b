"""Roll calls: the seats that play at a host sign for those who ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sealed_wonders.client.table import attesting
from sealed_wonders.client.table.actions import HandOver
from sealed_wonders.core.game import Seat
from sealed_wonders.host.guests import Guests
from sealed_wonders.host.news import Departed
from sealed_wonders.net import messages
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.frames import frame_bytes
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.rollcall import (
    GATHER_SECONDS,
    Answer,
    Statement,
    proven,
    roll_digest,
    sign,
)
from tests.support.inprocess.askers import SeatQuestion, pass_roll_call
from tests.support.inprocess.client import Client
from tests.support.inprocess.moving import another_host, move_all, take_over
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_until_stalled,
    waiting_for_ann,
)
from tests.support.inprocess.takers import give_away, willing_spectator
from tests.support.lobbies import identity_of


def proven_statements(
    host: HostHarness, answer: Answer, fold: Fold | None = None
) -> Mapping[Seat, Statement]:
    """Return the statements that an answer proves to somebody who knows the game."""
    return proven(fold or host.game.fold, {host.pin: answer}).get(host.pin, {})


def altered(asking: SeatQuestion, **changes: Any) -> Answer:
    """Return a changed answer."""
    return Answer(asking.nonce, replace(asking.given.attested, **changes))


def seats_at(host: HostHarness, asking: SeatQuestion) -> set[int]:
    """Return the seats whose presence is proven to the asker."""
    return {*proven_statements(host, asking.given)}


def strangers(host: HostHarness, count: int) -> list[SeatQuestion]:
    """Return askers without a login, each from another address."""
    return [
        SeatQuestion(host, address=f"172.16.{n // 200}.{n % 200 + 1}")
        for n in range(count)
    ]


def signed_row(
    by: Client, seat: Seat, nonces: Sequence[bytes], said: Statement, pin: bytes
) -> messages.Attestation:
    """Sign a seat's statement for a roll call at any host."""
    roll = roll_digest(nonces)
    return messages.Attestation(
        seat, *said, sign(by.identity, by.host.game.gid, pin, roll, said)
    )


def test_all_seats_at_a_host_sign_a_roll_call(host: HostHarness) -> None:
    """They sign their progress and the host's pin. The asker isn't counted."""
    ann, bob, _cleo = people = [*host.clients]
    bob.propose(ann)
    host.settle()
    asking = SeatQuestion(host)
    before = ann.heard(messages.Presence)
    pass_roll_call(host)
    fold = host.game.fold
    found = proven_statements(host, asking.given)
    assert {0, 1, 2} == {*found}
    assert {(fold.phase.number, fold.digest)} == {it[:2] for it in found.values()}
    assert None is found[ann.seat.number].own
    # A host can't hide which entries and ballots of the open phase a seat has received.
    digests = {
        seat: entry_digest(entry.wire.env)
        for seat in fold.active
        if (entry := fold.entry_of(seat)) is not None
    }
    assert 2 == len(digests)
    (ballot,) = fold.ballots
    for seat in found:
        others = [digests[it] for it in sorted({*digests} - {seat})]
        assert (ballot.digest, *others) == found[seat].heard
        assert digests.get(seat) == found[seat].own
    assert before == ann.heard(messages.Presence)
    assert asking.is_over
    assert {it.identity for it in host.server.peers} == {
        it.identity.public for it in people
    }
    rows = tuple(
        replace(row, heard=row.heard[1:]) for row in asking.given.attested.rows
    )
    assert not proven_statements(host, altered(asking, rows=rows))


def test_seats_sign_once_for_many_askers(host: HostHarness) -> None:
    """Nonces of several seconds are collected, and each asker finds its own there."""
    asking = strangers(host, 39)
    pass_roll_call(host)
    assert all({0, 1, 2} == seats_at(host, it) for it in asking)
    assert [1, 1, 1] == [len(one.heard(messages.Roll)) for one in host.clients]


def test_a_flood_of_nonces_keeps_no_seat_from_an_answer(host: HostHarness) -> None:
    """
    The number of strangers is limited, with one per address. A seat's own question
    comes first.
    """
    many, one = strangers(host, 2 * messages.NONCES_CAP), host.clients[1]
    asking = SeatQuestion(host, by=one, address="172.9.9.9")
    again = [SeatQuestion(host, address="172.16.0.1") for _ in range(5)]
    pass_roll_call(host)
    assert {0, 1, 2} == seats_at(host, asking)
    answered = [it for it in (*many, *again) if it.answer is not None]
    assert messages.NONCES_CAP - 1 == len(answered)
    assert all(it.is_over for it in (*many, *again))
    (roll,) = one.heard(messages.Roll)
    assert asking.nonce == roll.nonces[0]
    assert len(roll.nonces) == messages.NONCES_CAP


@pytest.mark.parametrize("how", ["not signed", "another's", "for another host"])
def test_a_question_with_a_forged_seat_counts_as_a_stranger_s(
    host: HostHarness, how: str
) -> None:
    people = host.clients
    seat, many = people[1].seat.number, strangers(host, messages.NONCES_CAP)
    forged: dict[str, dict[str, Any]] = {
        "not signed": {},
        "another's": {"identity": identity_of("eve")},
        "for another host": {"identity": people[1].identity, "pin": bytes(16)},
    }
    asking = SeatQuestion(host, seat=seat, address="172.9.9.9", **forged[how])
    pass_roll_call(host)
    assert None is asking.answer
    assert all(it.answer is not None for it in many)


def test_askers_without_a_seat_count_as_newcomers(host: HostHarness) -> None:
    """
    So they may be disconnected for others until they are answered. A seat's second
    question replaces the first.
    """
    one = host.clients[1]
    stranger, asking = SeatQuestion(host), SeatQuestion(host, by=one)
    assert stranger.connection.is_newcomer
    assert not asking.connection.is_newcomer
    # A seat's second question replaces its first.
    later = SeatQuestion(host, by=one)
    assert asking.is_over
    pass_roll_call(host)
    assert {0, 1, 2} == seats_at(host, later)


def test_a_host_for_invited_people_answers_only_them_and_seats(
    host: HostHarness, tmp_path: Path
) -> None:
    """A player may have joined before there was a list, or with a key not on it."""
    allowed = tmp_path / "allowed.txt"
    allowed.write_text("")
    guests = Guests(allowed, None)
    guests.read()
    host.server._rolls._guests = guests
    stranger, asking = SeatQuestion(host), SeatQuestion(host, by=host.clients[1])
    pass_roll_call(host)
    assert ["not-invited"] == stranger.refusals
    assert {0, 1, 2} == seats_at(host, asking)


def test_a_table_with_a_delay_answers_only_its_seats(start_host: StartHost) -> None:
    """
    An answer shows which phase is open, which spectators must not see yet. Strangers
    get the same refusal as for an unknown game.
    """
    terms = open_terms(3, spectator_delay=60)
    host, people = waiting_for_ann(lambda: start_host(terms))
    stranger, asking = SeatQuestion(host), SeatQuestion(host, by=people[1])
    # Strangers get the same refusal as for an unknown game.
    nowhere = SeatQuestion(host, bytes(32))
    assert (["no-game"], True) == (nowhere.refusals, nowhere.is_over)
    pass_roll_call(host)
    assert ["no-game"] == stranger.refusals
    assert {0, 1, 2} == seats_at(host, asking)


def test_absent_removed_and_watching_people_are_not_in_the_answer(
    start_host: StartHost,
) -> None:
    host = start_host(open_terms(3))
    cleo, *others = play_until_stalled(host)
    gone = cleo.seat.number
    eve = host.connect("eve", table=host.table.name, looks_on=True)
    cleo.disconnect()
    asking = SeatQuestion(host)
    pass_roll_call(host)
    assert {0, 1, 2} - {gone} == seats_at(host, asking)
    host.leave_unanswered(others)
    host.go_on_without([cleo], others)
    assert (gone,) == host.game.left
    host.reconnect([cleo])
    asking = SeatQuestion(host)
    pass_roll_call(host)
    assert {0, 1, 2} - {gone} == seats_at(host, asking)
    assert [] == eve.heard(messages.Roll)


def answering(change: Any) -> Any:
    """Return a function that changes a client's statement."""

    def tamper(message: messages.FromClient) -> messages.FromClient | None:
        return change(message) if isinstance(message, messages.Attest) else message

    return tamper


def test_a_statement_with_a_bad_signature_proves_nothing(host: HostHarness) -> None:
    """
    The host relays what it can't check, and the asker checks it. A seat that doesn't
    answer is waited for only briefly.
    """
    ann, bob, cleo = host.clients
    ann.tamper = answering(lambda it: replace(it, phase=it.phase + 1))
    bob.tamper = answering(lambda it: replace(it, own=bytes(32)))
    asking = SeatQuestion(host)
    pass_roll_call(host)
    assert 3 == len(asking.given.attested.rows)
    assert {cleo.seat.number} == seats_at(host, asking)
    # The answer doesn't wait long for a silent seat.
    ann.tamper = answering(lambda it: None)
    bob.tamper = lambda message: message
    asking = SeatQuestion(host)
    pass_roll_call(host)
    assert {bob.seat.number, cleo.seat.number} == seats_at(host, asking)


def test_a_seat_limits_how_often_it_signs(host: HostHarness) -> None:
    """A host might call the roll any number of times."""
    ann = host.clients[0]
    attests = ann.record_sent(messages.Attest)
    for n in range(20):
        ann.session.receive(messages.Roll(host.table.name, (bytes([n]) * 32,)))
    host.pass_time(attesting.INTERVAL)
    ann.session.receive(messages.Roll(host.table.name, (bytes(32),)))
    ann.session.receive(messages.Roll("another table", (bytes(32),)))
    assert 2 == len(attests)


# What answers don't prove.


def test_an_answer_proves_nothing_for_another_host(host: HostHarness) -> None:
    """A stranger's host may relay the question, but it has another pin."""
    strangers = another_host(host, "a stranger's host")
    asking = SeatQuestion(host)  # asked by the stranger, with its victim's nonce
    pass_roll_call(host)
    answers = {strangers.pin: asking.given}
    assert {strangers.pin: {}} == proven(host.game.fold, answers)


def test_an_old_answer_proves_nothing(host: HostHarness) -> None:
    """Neither does an answer to another question, or about another game."""
    asking = SeatQuestion(host)
    pass_roll_call(host)
    other = bytes(range(32))
    for forged in (
        asking.given._replace(nonce=other),
        altered(asking, nonces=(asking.nonce, other))._replace(nonce=other),
        altered(asking, nonces=(other,))._replace(nonce=other),
        altered(asking, gid=other),
    ):
        assert not proven_statements(host, forged)
    assert proven_statements(host, asking.given)


def test_a_seat_at_two_hosts_at_once_counts_at_neither(
    host: HostHarness, tmp_path: Path
) -> None:
    """One player signs for both hosts, so nobody can know where that player is."""
    ann, bob, cleo = host.clients
    there = another_host(host)
    take_over(there, tmp_path, [it.wire for it in host.game.fold.entries()])
    move_all([bob, cleo], there)
    for one in (host, there):
        one.settle()
    here, elsewhere = SeatQuestion(host), SeatQuestion(there, host.game.gid)
    pass_roll_call(host, there)
    seat, said = bob.seat.number, bob.seat.statement
    assert said is not None
    told = here.given.attested
    row = signed_row(bob, seat, told.nonces, said, host.pin)
    doubled = altered(here, rows=(*told.rows, row))
    answers = {host.pin: doubled, there.pin: elsewhere.given}
    found = proven(host.game.fold, answers)
    assert {ann.seat.number} == {*found[host.pin]}
    assert {cleo.seat.number} == {*found[there.pin]}


# Seats with other holders.


def test_an_answer_contains_the_handover_to_the_key_in_force(
    host: HostHarness,
) -> None:
    """
    An asker that was away hasn't seen the handover. Once somebody shows it, the old key
    no longer counts.
    """
    ann, bob, _cleo = host.clients
    seat = ann.seat.number
    eve = host.connect("eve", table=host.table.name, looks_on=True)
    bob.disconnect()  # his client doesn't see the handover
    ann.act(HandOver(eve.identity.public))
    assert (seat, "eve") == (eve.seat.number, host.game.names[seat])
    behind, now = bob.seat.fold, host.game.fold
    asking = SeatQuestion(host)
    pass_roll_call(host)
    assert seat in proven_statements(host, asking.given, behind)
    assert seat in seats_at(host, asking)
    # Without this evidence, an asker who doesn't know her can't accept the signature.
    bare = altered(asking, evidence=())
    assert seat not in proven_statements(host, bare, behind)
    assert seat in proven_statements(host, bare)

    # The old key no longer counts once somebody shows the handover.
    elsewhere, said = another_host(host).pin, Statement(1000, bytes(32), None)
    row = signed_row(ann, seat, (asking.nonce,), said, elsewhere)
    old = Answer(
        asking.nonce, messages.Attested(host.game.gid, (asking.nonce,), (row,), ())
    )
    assert {seat} == {*proven(behind, {elsewhere: old})[elsewhere]}
    assert {} == proven(now, {elsewhere: old})[elsewhere]
    found = proven(behind, {elsewhere: old, host.pin: asking.given})
    assert {} == found[elsewhere]
    assert seat in found[host.pin]


def test_an_answer_contains_the_ballot_that_gave_a_seat_away(
    start_host: StartHost,
) -> None:
    """An asker without the ballot needs all of its votes, too."""
    host = start_host(open_terms(4, when_gone="rescue", gone_after=5))
    people = host.join(("ann", "bob", "cleo", "dan"))
    host.leave_unanswered(people)
    ann, *others = people
    eve = willing_spectator(host, "eve")
    seat = ann.seat.number
    ann.disconnect()
    give_away(seat, eve, others)
    assert eve.identity.public == host.game.fold.people[seat].identity
    # ann's client left before the ballot.
    behind, digest = ann.seat.fold, host.game.fold.digest
    assert ann.identity.public == behind.people[seat].identity
    asking = SeatQuestion(host)
    host.pass_time(GATHER_SECONDS, 1.0)
    (asked,) = eve.heard(messages.Roll)
    roll, said = roll_digest(asked.nonces), Statement(9, digest, None)
    signature = sign(eve.identity, host.game.gid, host.pin, roll, said)
    eve.send(messages.Attest(host.table.name, roll, *said, signature))
    pass_roll_call(host)
    assert 4 == len(asking.given.attested.rows)
    assert {0, 1, 2, 3} == {*proven_statements(host, asking.given, behind)}
    # Without a majority of the votes, the evidence proves nothing.
    few = altered(asking, evidence=asking.given.attested.evidence[:2])
    assert {0, 1, 2, 3} - {seat} == {*proven_statements(host, few, behind)}


def test_a_connection_either_logs_in_or_asks(host: HostHarness) -> None:
    asking = SeatQuestion(host)
    hello = messages.Hello(3, "eve", identity_of("eve").public, bytes(64))
    asking.connection.dataReceived(frame_bytes(messages.encode(hello)))
    assert asking.is_over
    assert 3 == len(list(host.server.peers))
    pass_roll_call(host)
    assert None is asking.answer


# Where players continue.


def test_only_seats_can_report_where_they_continue(host: HostHarness) -> None:
    """
    Hosts' names are chosen by strangers, so they are cleaned and quoted. Reports are
    limited in number.
    """
    people = host.clients
    eve = host.connect("eve", sits=False)
    said = messages.Depart(host.table.name, bytes(16), "salon 'x'")
    eve.speak(said)
    assert ["no-seat"] == eve.refusals
    assert [] == host.news_of(Departed)
    for _ in range(100):
        people[0].send(said)
    told = host.news_of(Departed)
    assert Departed(host.table.name, people[0].name, "salon 'x'", "00" * 16) == told[0]
    assert len(told) < 20
    assert """is called "salon 'x'" and has the pin 00000000.""" in told[0].text()
