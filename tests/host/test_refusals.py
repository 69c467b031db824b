"""
Envelopes that don't belong in the log: the sender is told, and nothing changes.

All cases are in `tests/cheats/test_envelopes.py`.
"""

from __future__ import annotations

from dataclasses import replace

from sealed_wonders.net.log.envelopes import Envelope, Wire, sign, wires_of
from sealed_wonders.net.messages import Post, Read
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, play_on
from tests.support.lobbies import identity_of


def envelope(host: HostHarness, person: Client) -> Envelope:
    """Return an envelope that fits the open phase, a PICK or a DECIDE."""
    game = host.game
    seat = game.seat_of(person.identity.public)
    assert seat in game.fold.missing
    return game.fold.envelope(seat, (bytes(32),))


def test_an_envelope_for_another_place_is_refused(host: HostHarness) -> None:
    """The refusal names the reason. The log stays the same, and nobody else is told."""
    ann, *others = host.clients
    before = host.game.fold.log()
    heard = [len(person.received) for person in others]
    right = envelope(host, ann)
    wrong = (
        replace(right, phase=right.phase + 1),
        replace(right, gid=bytes(31) + b"\1"),
        replace(right, gid=bytes(32), lane="lobby"),
    )
    ann.speak(Post(wires_of(sign(ann.identity, it) for it in wrong)))
    assert ["wrong-phase", "wrong-game", "no-seat"] == ann.refusals
    assert before == host.game.fold.log()
    assert heard == [len(person.received) for person in others]
    play_on(host)


def test_valid_entries_beside_invalid_ones_are_accepted(host: HostHarness) -> None:
    ann = host.clients[0]
    before = host.game.fold.position
    bad = Wire(b"rubbish", bytes(64))
    ann.send(Post((bad, _hold_back(ann), bad)))
    assert before + 1 == host.game.fold.position
    host.settle()
    assert ["malformed"] * 2 == ann.refusals


# Other people's entries.


def test_a_spectator_can_t_bring_entries(host: HostHarness) -> None:
    """Not even a valid one is accepted: checking its signature would take time."""
    ann = host.clients[0]
    wire = _hold_back(ann)
    eve = host.connect("eve", table="another", ready=False)
    eve.speak(Read(host.table.name, 0), Post((wire,)))
    assert ["no-seat"] == eve.refusals
    assert wire not in wires_of(host.game.fold.entries())
    ann.speak(Post((wire,)))
    assert wire in wires_of(host.game.fold.entries())


def test_an_entry_signed_by_a_stranger_is_refused(host: HostHarness) -> None:
    """A player brings it."""
    ann, bob, _cleo = host.clients
    bob.speak(Post((sign(identity_of("eve"), envelope(host, ann)).wire,)))
    assert ["bad-signature"] == bob.refusals
    play_on(host)


def _hold_back(person: Client) -> Wire:
    """Let somebody choose, and return the entry instead of sending it."""
    held: list[Wire] = []
    person.game._post = held.extend  # type: ignore[assignment, method-assign]
    person.player.answer_now()
    del person.game._post
    (wire,) = held
    return wire
