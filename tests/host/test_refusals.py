"""
Envelopes that don't belong in the log: their sender is told, and nothing changes.

All that can be wrong with them is in `tests/cheats/test_envelopes.py`.
"""

from __future__ import annotations

from dataclasses import replace

from sealed_wonders.net.log.envelopes import Envelope, Wire, sign, wires_of
from sealed_wonders.net.messages import Post, Read
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    play_on,
    waiting_for_ann,
)
from tests.support.lobbies import named


def envelope(host: HostHarness, person: Client) -> Envelope:
    """Give an envelope that would fit into the open phase, a PICK or a DECIDE."""
    game = host.game
    seat = game.seat_of(person.identity.public)
    assert seat in game.fold.missing
    return game.fold.envelope(seat, (bytes(32),))


def test_an_envelope_for_another_place_is_refused(start_host: StartHost) -> None:
    """It is named, and the log stays as it is; nobody else hears of it."""
    host, people = waiting_for_ann(start_host)
    before = host.game.fold.log()
    others = [len(person.received) for person in people[1:]]
    right = envelope(host, people[0])
    wrong = (
        replace(right, phase=right.phase + 1),
        replace(right, gid=bytes(31) + b"\1"),
        replace(right, gid=bytes(32), lane="lobby"),
    )
    people[0].speak(Post(wires_of(sign(people[0].identity, it) for it in wrong)))
    assert ["wrong-phase", "wrong-game", "no-seat"] == people[0].refusals
    assert before == host.game.fold.log()
    assert others == [len(person.received) for person in people[1:]]
    play_on(host, people)


def test_what_is_wrong_with_one_says_nothing_of_the_next(start_host: StartHost) -> None:
    """Of several in one message the good ones are taken."""
    host, people = waiting_for_ann(start_host)
    ann = people[0]
    held: list[Wire] = []
    ann.stalled = True
    ann.game._post = held.extend  # type: ignore[assignment, method-assign]
    ann.player.answer_now()
    del ann.game._post
    ann.stalled = False
    before = host.game.fold.position
    bad = Wire(b"rubbish", bytes(64))
    ann.send(Post((bad, *held, bad)))
    assert before + 1 == host.game.fold.position
    host.settle()
    assert ["malformed"] * 2 == ann.refusals


# Somebody else's.


def test_an_onlooker_brings_nothing(start_host: StartHost) -> None:
    """Not even what is signed well: it would cost signatures to find out."""
    host, people = waiting_for_ann(start_host)
    wire = _hold_back(people[0])
    eve = host.come("eve", table="another", ready=False)
    eve.speak(Read(host.table.name, 0), Post((wire,)))
    assert ["no-seat"] == eve.refusals
    assert wire not in wires_of(host.game.fold.entries())
    people[0].speak(Post((wire,)))
    assert wire in wires_of(host.game.fold.entries())


def test_a_stranger_s_signature_is_no_player_s(start_host: StartHost) -> None:
    """Whoever brings it."""
    host, people = waiting_for_ann(start_host)
    wire = sign(named("eve"), envelope(host, people[0]))
    people[1].speak(Post((wire.wire,)))
    assert ["bad-signature"] == people[1].refusals
    play_on(host, people)


def _hold_back(person: Client) -> Wire:
    """Let somebody choose, and catch the envelope on its way."""
    held: list[Wire] = []
    person.game._post = held.extend  # type: ignore[assignment, method-assign]
    person.player.answer_now()
    del person.game._post
    person.player.pick = any_move
    (wire,) = held
    return wire
