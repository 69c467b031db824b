"""Roll calls: the seats that play at a host sign it for those who ask."""

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
from tests.support.inprocess.askers import Asking, called
from tests.support.inprocess.client import Client
from tests.support.inprocess.moving import another, move_all, take_over
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    sat,
    waiting_for_ann,
)
from tests.support.inprocess.takers import give_away, willing
from tests.support.lobbies import named


def proves(
    host: HostHarness, answer: Answer, fold: Fold | None = None
) -> Mapping[Seat, Statement]:
    """Give what an answer of a host proves to whoever knows of a game."""
    return proven(fold or host.game.fold, {host.pin: answer}).get(host.pin, {})


def altered(asking: Asking, **changes: Any) -> Answer:
    """Give an answer in which something is otherwise."""
    return Answer(asking.nonce, replace(asking.given.attested, **changes))


def seats_at(host: HostHarness, asking: Asking) -> set[int]:
    """Give the seats that are proven to whoever has asked."""
    return {*proves(host, asking.given)}


def strangers(host: HostHarness, count: int) -> list[Asking]:
    """Let so many ask whom nobody knows, each from another address."""
    return [
        Asking(host, address=f"172.16.{n // 200}.{n % 200 + 1}") for n in range(count)
    ]


def signed_row(
    by: Client, seat: Seat, nonces: Sequence[bytes], said: Statement, pin: bytes
) -> messages.Attestation:
    """Sign what a seat says of a roll call at a host, wherever it plays."""
    roll = roll_digest(nonces)
    return messages.Attestation(
        seat, *said, sign(by.identity, by.host.game.gid, pin, roll, said)
    )


def test_all_who_play_there_sign_it(host: HostHarness) -> None:
    """With how far they are, for the host's own pin; and nobody is there because of it."""
    ann, bob, _cleo = people = [*host.clients]
    bob.propose(ann)
    host.settle()
    asking = Asking(host)
    before = ann.heard(messages.Presence)
    called(host)
    fold = host.game.fold
    found = proves(host, asking.given)
    assert {0, 1, 2} == {*found}
    assert {(fold.phase.number, fold.digest)} == {it[:2] for it in found.values()}
    assert None is found[ann.seat.number].own
    # What they have heard of the open phase and of ballots no host can leave out.
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
    assert not proves(host, altered(asking, rows=rows))


def test_many_who_ask_have_each_seat_sign_once(host: HostHarness) -> None:
    """A list of all who have asked within some seconds; each finds their nonce in it."""
    asking = strangers(host, 39)
    called(host)
    assert all({0, 1, 2} == seats_at(host, it) for it in asking)
    assert [1, 1, 1] == [len(one.heard(messages.Roll)) for one in host.clients]


def test_a_flood_of_nonces_keeps_no_seat_from_being_answered(host: HostHarness) -> None:
    """So many of strangers are taken, one of each address; a seat's own comes first."""
    many, one = strangers(host, 2 * messages.NONCES_CAP), host.clients[1]
    asking = Asking(host, by=one, address="172.9.9.9")
    again = [Asking(host, address="172.16.0.1") for _ in range(5)]
    called(host)
    assert {0, 1, 2} == seats_at(host, asking)
    answered = [it for it in (*many, *again) if it.answer is not None]
    assert messages.NONCES_CAP - 1 == len(answered)
    assert all(it.is_over for it in (*many, *again))
    (roll,) = one.heard(messages.Roll)
    assert asking.nonce == roll.nonces[0]
    assert len(roll.nonces) == messages.NONCES_CAP


@pytest.mark.parametrize("how", ["not signed", "another's", "for another host"])
def test_nobody_asks_in_a_seat_s_name(host: HostHarness, how: str) -> None:
    """Who says to have a seat, and hasn't signed it, is a stranger like any other."""
    people = host.clients
    seat, many = people[1].seat.number, strangers(host, messages.NONCES_CAP)
    forged: dict[str, dict[str, Any]] = {
        "not signed": {},
        "another's": {"identity": named("eve")},
        "for another host": {"identity": people[1].identity, "pin": bytes(16)},
    }
    asking = Asking(host, seat=seat, address="172.9.9.9", **forged[how])
    called(host)
    assert None is asking.answer
    assert all(it.answer is not None for it in many)


def test_who_asks_makes_way_like_anybody_but_for_seats(host: HostHarness) -> None:
    """They are newcomers to the host's entrance, until they are answered."""
    one = host.clients[1]
    stranger, asking = Asking(host), Asking(host, by=one)
    assert stranger.connection.is_newcomer
    assert not asking.connection.is_newcomer
    # A second question of one seat takes the place of the first.
    later = Asking(host, by=one)
    assert asking.is_over
    called(host)
    assert {0, 1, 2} == seats_at(host, later)


def test_a_host_with_a_list_answers_seats_alone(
    host: HostHarness, tmp_path: Path
) -> None:
    """Whoever plays may have come before the list, or with a key that isn't on it."""
    allowed = tmp_path / "allowed.txt"
    allowed.write_text("")
    guests = Guests(allowed, None)
    guests.read()
    host.server._rolls._guests = guests
    stranger, asking = Asking(host), Asking(host, by=host.clients[1])
    called(host)
    assert ["not-invited"] == stranger.refusals
    assert {0, 1, 2} == seats_at(host, asking)


def test_who_looks_on_later_is_not_told_how_far_they_are(start_host: StartHost) -> None:
    """An answer says which phase is open, which onlookers at that table see later."""
    terms = open_terms(3, spectator_delay=60)
    host, people = waiting_for_ann(lambda: start_host(terms))
    stranger, asking = Asking(host), Asking(host, by=people[1])
    # They are told the same as of a game that isn't there.
    nowhere = Asking(host, bytes(32))
    assert (["no-game"], True) == (nowhere.refusals, nowhere.is_over)
    called(host)
    assert ["no-game"] == stranger.refusals
    assert {0, 1, 2} == seats_at(host, asking)


def test_who_is_away_or_out_or_looks_on_counts_nowhere(start_host: StartHost) -> None:
    host = start_host(open_terms(3))
    cleo, *others = sat(host)
    gone = cleo.seat.number
    eve = host.come("eve", table=host.table.name, looks_on=True)
    cleo.disconnect()
    asking = Asking(host)
    called(host)
    assert {0, 1, 2} - {gone} == seats_at(host, asking)
    host.hold(others)
    host.go_on_without([cleo], others)
    assert (gone,) == host.game.left
    host.come_back([cleo])
    asking = Asking(host)
    called(host)
    assert {0, 1, 2} - {gone} == seats_at(host, asking)
    assert [] == eve.heard(messages.Roll)


def answering(change: Any) -> Any:
    """Change what somebody signs of a roll call."""

    def tamper(message: messages.FromClient) -> messages.FromClient | None:
        return change(message) if isinstance(message, messages.Attest) else message

    return tamper


def test_an_answer_that_is_not_signed_so_counts_for_nobody(host: HostHarness) -> None:
    """The host passes on what it can't know to be wrong; whoever asked looks at it."""
    ann, bob, cleo = host.clients
    ann.tamper = answering(lambda it: replace(it, phase=it.phase + 1))
    bob.tamper = answering(lambda it: replace(it, own=bytes(32)))
    asking = Asking(host)
    called(host)
    assert 3 == len(asking.given.attested.rows)
    assert {cleo.seat.number} == seats_at(host, asking)
    # Who says nothing isn't waited for until whoever asked gives up.
    ann.tamper = answering(lambda it: None)
    bob.tamper = lambda message: message
    asking = Asking(host)
    called(host)
    assert {bob.seat.number, cleo.seat.number} == seats_at(host, asking)


def test_a_seat_signs_no_faster_than_honest_hosts_ask(host: HostHarness) -> None:
    """A host may call the roll as often as it likes."""
    ann = host.clients[0]
    said = list[messages.FromClient]()

    def note(message: messages.FromClient) -> messages.FromClient:
        said.append(message)
        return message

    ann.tamper = note
    for n in range(20):
        ann.session.receive(messages.Roll(host.table.name, (bytes([n]) * 32,)))
    host.pass_time(attesting.INTERVAL)
    ann.session.receive(messages.Roll(host.table.name, (bytes(32),)))
    ann.session.receive(messages.Roll("another table", (bytes(32),)))
    assert 2 == sum(isinstance(it, messages.Attest) for it in said)


# What answers don't prove.


def test_an_answer_is_good_for_no_other_host(host: HostHarness) -> None:
    """A stranger's host that passes the question on has another pin, and nobody there."""
    strangers = another(host, "a stranger's host")
    asking = Asking(host)  # by the stranger, with the nonce of its victim
    called(host)
    answers = {strangers.pin: asking.given}
    assert {strangers.pin: {}} == proven(host.game.fold, answers)


def test_an_old_answer_proves_nothing(host: HostHarness) -> None:
    """Nor does one to somebody else's question, or about another game."""
    asking = Asking(host)
    called(host)
    other = bytes(range(32))
    for forged in (
        asking.given._replace(nonce=other),
        altered(asking, nonces=(asking.nonce, other))._replace(nonce=other),
        altered(asking, nonces=(other,))._replace(nonce=other),
        altered(asking, gid=other),
    ):
        assert not proves(host, forged)
    assert proves(host, asking.given)


def test_a_seat_at_two_hosts_at_once_counts_at_neither(
    host: HostHarness, tmp_path: Path
) -> None:
    """One of them signs for both: where it really is nobody can know."""
    ann, bob, cleo = host.clients
    there = another(host)
    take_over(there, tmp_path, [it.wire for it in host.game.fold.entries()])
    move_all([bob, cleo], there)
    for one in (host, there):
        one.settle()
    here, elsewhere = Asking(host), Asking(there, host.game.gid)
    called(host, there)
    seat, said = bob.seat.number, bob.seat.statement
    assert said is not None
    told = here.given.attested
    row = signed_row(bob, seat, told.nonces, said, host.pin)
    doubled = altered(here, rows=(*told.rows, row))
    answers = {host.pin: doubled, there.pin: elsewhere.given}
    found = proven(host.game.fold, answers)
    assert {ann.seat.number} == {*found[host.pin]}
    assert {cleo.seat.number} == {*found[there.pin]}


# Seats that have changed hands.


def test_the_key_in_force_counts_and_is_shown_to_who_does_not_know_it(
    host: HostHarness,
) -> None:
    """An asker that was away hasn't heard of the handover: it comes with the answer."""
    ann, bob, _cleo = host.clients
    seat = ann.seat.number
    eve = host.come("eve", table=host.table.name, looks_on=True)
    bob.disconnect()  # his program hears nothing of it
    ann.game.do(HandOver(eve.identity.public))
    host.settle()
    assert (seat, "eve") == (eve.seat.number, host.game.names[seat])
    behind, now = bob.seat.fold, host.game.fold
    asking = Asking(host)
    called(host)
    assert seat in proves(host, asking.given, behind)
    assert seat in seats_at(host, asking)
    # Without that evidence it is nobody's signature, for who doesn't know her.
    bare = altered(asking, evidence=())
    assert seat not in proves(host, bare, behind)
    assert seat in proves(host, bare)

    # The old key counts for nothing, as soon as anybody shows that it is an old one.
    elsewhere, said = another(host).pin, Statement(1000, bytes(32), None)
    row = signed_row(ann, seat, (asking.nonce,), said, elsewhere)
    old = Answer(
        asking.nonce, messages.Attested(host.game.gid, (asking.nonce,), (row,), ())
    )
    assert {seat} == {*proven(behind, {elsewhere: old})[elsewhere]}
    assert {} == proven(now, {elsewhere: old})[elsewhere]
    found = proven(behind, {elsewhere: old, host.pin: asking.given})
    assert {} == found[elsewhere]
    assert seat in found[host.pin]


def test_a_seat_that_others_gave_away_is_its_substitute_s(
    start_host: StartHost,
) -> None:
    """Where the asker lacks the ballot, it comes with the answer, and all votes with it."""
    host = start_host(open_terms(4, when_gone="rescue", gone_after=5))
    people = host.join(("ann", "bob", "cleo", "dan"))
    host.hold(people)
    ann, *others = people
    eve = willing(host, "eve")
    seat = ann.seat.number
    ann.disconnect()
    give_away(seat, eve, others)
    assert eve.identity.public == host.game.fold.people[seat].identity
    # She left before that, as far as her program knows.
    behind, digest = ann.seat.fold, host.game.fold.digest
    assert ann.identity.public == behind.people[seat].identity
    asking = Asking(host)
    host.pass_time(GATHER_SECONDS, 1.0)
    (asked,) = eve.heard(messages.Roll)
    roll, said = roll_digest(asked.nonces), Statement(9, digest, None)
    signature = sign(eve.identity, host.game.gid, host.pin, roll, said)
    eve.send(messages.Attest(host.table.name, roll, *said, signature))
    called(host)
    assert 4 == len(asking.given.attested.rows)
    assert {0, 1, 2, 3} == {*proves(host, asking.given, behind)}
    # Without most of the votes it shows nothing.
    few = altered(asking, evidence=asking.given.attested.evidence[:2])
    assert {0, 1, 2, 3} - {seat} == {*proves(host, few, behind)}


def test_nobody_says_hello_and_asks(host: HostHarness) -> None:
    """Who is logged in doesn't ask on that connection, nor the other way round."""
    asking = Asking(host)
    hello = messages.Hello(3, "eve", named("eve").public, bytes(64))
    asking.connection.dataReceived(frame_bytes(messages.encode(hello)))
    assert asking.is_over
    assert 3 == len(list(host.server.peers))
    called(host)
    assert None is asking.answer


# Where players go on.


def test_the_operator_hears_of_seats_alone_where_they_go_on(host: HostHarness) -> None:
    """Names are what strangers chose: they are cleaned, and quoted where they are shown."""
    people = host.clients
    eve = host.come("eve", sits=False)
    said = messages.Depart(host.table.name, bytes(16), "salon 'x'")
    eve.speak(said)
    assert ["no-seat"] == eve.refusals
    assert [] == host.told(Departed)
    for _ in range(100):
        people[0].send(said)
    told = host.told(Departed)
    assert Departed(host.table.name, people[0].name, "salon 'x'", "00" * 16) == told[0]
    assert len(told) < 20
    assert """is called "salon 'x'" and has the pin 00000000.""" in told[0].text()
