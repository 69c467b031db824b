"""Envelopes that don't belong in the log: refused to their sender, and nothing happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sealed_wonders.net.log.envelopes import Envelope, Wire, sign, wires_of
from sealed_wonders.net.messages import Post, Read
from tests.support.inn import Inn, Inns, Visitor, go_on, playing
from tests.support.lobbies import named


def envelope(inn: Inn, person: Visitor) -> Envelope:
    """Give an envelope that would fit into the open phase, a PICK or a DECIDE."""
    game = inn.game
    seat = game.seat_of(person.identity.public)
    assert seat in game.fold.missing
    return game.fold.envelope(seat, (bytes(32),))


CHANGES: dict[str, tuple[str, Callable[[Envelope], Envelope]]] = {
    "another game": ("wrong-game", lambda e: replace(e, gid=bytes(31) + b"\1")),
    "the lobby": ("no-seat", lambda e: replace(e, gid=bytes(32), lane="lobby")),
    "another lane": ("wrong-lane", lambda e: replace(e, lane="prep/age2")),
    "a later phase": ("wrong-phase", lambda e: replace(e, phase=e.phase + 1)),
    "another seat": ("wrong-seat", lambda e: replace(e, seat=6)),
    "a seat that isn't asked": ("bad-signature", lambda e: _other_seat(e)),
    "another kind": ("wrong-kind", lambda e: replace(e, kind="REVEAL")),
    "another history": ("foreign-prev", lambda e: replace(e, prev=bytes(32))),
}


def _other_seat(envelope: Envelope) -> Envelope:
    return replace(envelope, seat=(envelope.seat + 1) % 3)


@pytest.mark.parametrize("what", CHANGES)
def test_an_envelope_for_another_place_is_refused(what: str, inns: Inns) -> None:
    """Wrong game, lane, phase, seat, kind, history: named, and the log stays as it is."""
    reason, change = CHANGES[what]
    inn, people = playing(inns)
    before = inn.game.fold.log()
    others = [len(person.said) for person in people[1:]]
    wire = sign(people[0].identity, change(envelope(inn, people[0])))
    people[0].send(Post((wire.wire,)))
    inn.settle()
    assert [reason] == people[0].reasons
    assert before == inn.game.fold.log()
    assert others == [len(person.said) for person in people[1:]]
    go_on(inn, people)


def test_an_old_phase_is_over(inns: Inns) -> None:
    """An envelope for one that is closed convicts who signed it, or is refused."""
    inn, people = playing(inns)
    old = replace(envelope(inn, people[0]), phase=0)
    people[0].send(Post(wires_of((sign(people[1].identity, old),))))
    inn.settle()
    assert ["bad-signature"] == people[0].reasons
    go_on(inn, people)


def test_a_bad_signature_is_refused(inns: Inns) -> None:
    """Signed by another, or by nobody."""
    inn, people = playing(inns)
    right = envelope(inn, people[0])
    forged = sign(people[1].identity, right).wire
    unsigned = sign(people[0].identity, right).wire._replace(sig=bytes(64))
    people[0].send(Post((forged, unsigned)))
    inn.settle()
    assert ["bad-signature"] * 2 == people[0].reasons
    go_on(inn, people)


@pytest.mark.parametrize(
    "env",
    [b"rubbish", b"", b"\x98" + bytes(7), b"\xc1" * 60_000],
    ids=["text", "nothing", "numbers", "long"],
)
def test_what_is_no_envelope_is_refused(env: bytes, inns: Inns) -> None:
    """It reaches the host as a wire, and goes no further."""
    inn, people = playing(inns)
    people[0].send(Post((Wire(env, bytes(64)),)))
    inn.settle()
    assert ["malformed"] == people[0].reasons
    go_on(inn, people)


def test_bytes_that_are_not_canonical_are_refused(inns: Inns) -> None:
    """The same envelope written in another way would have another hash."""
    inn, people = playing(inns)
    wire = sign(people[0].identity, envelope(inn, people[0]))
    longer = wire.wire.env.replace(b"\xa4main", b"\xd9\x04main")
    assert longer != wire.wire.env
    people[0].send(Post((wire.wire._replace(env=longer),)))
    inn.settle()
    assert ["malformed"] == people[0].reasons
    go_on(inn, people)


def test_what_is_wrong_with_one_says_nothing_of_the_next(inns: Inns) -> None:
    """Of several in one message the good ones are taken."""
    inn, people = playing(inns)
    ann = people[0]
    held: list[Wire] = []
    ann.away = True
    question, answer = ann.mind.question, ann.mind.answer
    assert question is not None
    assert answer is not None
    ann.session._post = held.extend  # type: ignore[assignment, method-assign]
    answer(ann.mind.choose(question))
    del ann.session._post
    ann.away = False
    before = inn.game.fold.position
    bad = Wire(b"rubbish", bytes(64))
    ann.send(Post((bad, *held, bad)))
    assert before + 1 == inn.game.fold.position
    inn.settle()
    assert ["malformed"] * 2 == ann.reasons


# Somebody else's.


def test_another_s_envelope_may_be_brought_by_a_player(inns: Inns) -> None:
    """The signature counts: who sits here may know what a host has forgotten."""
    inn, people = playing(inns)
    ann, bob = people[:2]
    wire = _hold_back(ann)
    bob.send(Post((wire,)))
    inn.settle()
    assert [] == bob.reasons
    assert wire in wires_of(inn.game.fold.entries())
    # Who signed it posts it too; it is known by then.
    ann.send(Post((wire,)))
    inn.settle()
    assert [] == ann.reasons


def test_an_onlooker_brings_nothing(inns: Inns) -> None:
    """Not even what is signed well: it would cost signatures to find out."""
    inn, people = playing(inns)
    wire = _hold_back(people[0])
    eve = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    eve.send(Read(inn.table.name, 0), Post((wire,)))
    inn.settle()
    assert ["no-seat"] == eve.reasons
    assert wire not in wires_of(inn.game.fold.entries())
    people[0].send(Post((wire,)))
    inn.settle()
    assert wire in wires_of(inn.game.fold.entries())


def test_a_stranger_s_signature_is_no_player_s(inns: Inns) -> None:
    """Whoever brings it."""
    inn, people = playing(inns)
    wire = sign(named("eve"), envelope(inn, people[0]))
    people[1].send(Post((wire.wire,)))
    inn.settle()
    assert ["bad-signature"] == people[1].reasons
    go_on(inn, people)


def _hold_back(person: Visitor) -> Wire:
    """Let somebody choose, and catch the envelope on its way."""
    held: list[Wire] = []
    question, answer = person.mind.question, person.mind.answer
    assert question is not None
    assert answer is not None
    person.session._post = held.extend  # type: ignore[assignment, method-assign]
    answer(person.mind.choose(question))
    del person.session._post
    person.mind.waits = False
    (wire,) = held
    return wire
