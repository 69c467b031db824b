"""Players who fall silent after they have seen something."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.host.news import GameCompleted, Stopped, Trouble
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Body, Wire, parse
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.group import Point
from tests.cheats.forge import face, hand_of, share_of
from tests.cheats.modified_clients import (
    AdversarialTable,
    Adversary,
    AdversaryView,
    adversarial_table,
    fold_of,
    honest,
    in_deck,
    seat_of,
)
from tests.support.crypto import SODIUM
from tests.support.inprocess.client import Client
from tests.support.thorough import only
from tests.support.toy import Toy

SILENT = {
    "KEY": (1, "guilds"),
    "MIX": (2, "guilds"),
    "OPEN_SHARE": (1, "boards"),
    "DECLARE": (1, ""),
    "DEAL": (1, "age"),
    "PICK": (1, "age"),
    "REVEAL": (1, "age"),
    "LOOK_X": (1, "pile/1"),
    "CHOOSE": (2, "pile/1"),
    "END": (1, ""),
}
"""By kind of phase: the seat that falls silent as the last to speak, and the deck."""


def silent(seat: Seat, number: int) -> Adversary:
    def sends(client: Client, wire: Wire) -> Sequence[Wire]:
        return [] if parse(wire.env).phase == number else [wire]

    return Adversary(seat, sends=sends)


def come_back(made: AdversarialTable, seat: Seat) -> None:
    """Make a player reconnect with an honest program."""
    client = made.client_at(seat)
    client.tamper = lambda message: message
    client.disconnect()
    client.connect()
    made.play()


@pytest.mark.parametrize("kind", only([*SILENT][1::4], SILENT))
def test_the_table_waits_for_a_stalling_player_and_names_them(kind: str) -> None:
    """
    Clients name the missing seat, learn nothing of what comes after, and blame nobody.

    The player can only continue later, with the entry already signed; nothing is lost
    then.
    """
    seat, deck = SILENT[kind]
    game = honest(seat)
    entry = game.entry(kind, seat, deck)
    number = game.envelopes[entry].phase
    with adversarial_table(silent(seat, number)) as made:
        made.play()
        for client in made.clients:
            wait = seat_of(client).wait
            assert (kind, number, (seat,)) == (
                wait.phase.kind,
                wait.phase.number,
                wait.missing,
            )
            assert not client.session.over
            assert None is fold_of(client).fraud
            states = game.clients[seat_of(client).number].player.states
            assert states[: game.states[entry]] == client.player.states
        assert [] == [
            news
            for news in made.news
            if isinstance(news, GameCompleted | Stopped | Trouble)
        ]
        come_back(made, seat)
        assert all(client.session.finished for client in made.clients)
        assert fold_of(game.clients[0]).log() == fold_of(made.clients[0]).log()


# What they have seen first.


def watching(found: dict[str, object]) -> Adversary:
    """Return an adversary that notes what it can find out before it has to speak."""

    def lie(view: AdversaryView) -> Body:
        kind = view.task.phase.kind
        found[kind] = FINDS[kind][1](view)
        return view.body

    return Adversary(1, {kind: in_deck(deck, lie) for kind, (deck, _) in FINDS.items()})


def dealt_hand(view: AdversaryView) -> object:
    """Return the seat's hand from the others' deals; assert that no other opens."""
    portions = view.layout.portions(view.task)
    x, z = share_of(view, "guilds"), hand_of(view, "guilds")
    hands = []
    for to, portion in enumerate(portions):
        given = [
            bodies.read_handed(view.heard(seat), [4, 4, 4])[to].points
            for seat in (0, 2)
        ]
        cards = []
        for at, card in enumerate(portion.cards):
            halves = [
                (pairs[64 * at :][:32], pairs[64 * at + 32 :][:32]) for pairs in given
            ]
            b = SODIUM.subtract(card.b, SODIUM.multiply(x, card.a))
            b = SODIUM.sum((b, *(Point(w) for _, w in halves)))
            cards.append(Ciphertext(SODIUM.sum(Point(v) for v, _ in halves), b))
        hands.append(cards)
    for other in (0, 2):
        for card in hands[other]:
            with pytest.raises(LocalProtocolError, match="an impossible card was"):
                face(view, card, z)
    return tuple(face(view, card, z) for card in hands[1])


def turned_up(view: AdversaryView) -> object:
    """Return the cards being turned up, before the seat's own share is sent."""
    x = share_of(view, "boards")
    faces = []
    for at, stated in enumerate(statements.sharings(view.layout, view.task, 1)):
        shares = [SODIUM.multiply(x, stated.card.a)]
        for seat in (0, 2):
            point = view.heard(seat)[2 * at]
            assert isinstance(point, bytes)
            shares.append(Point(point))
        left = SODIUM.subtract(stated.card.b, SODIUM.sum(shares))
        faces.append(view.cards.card_of(left))
    return tuple(faces)


def moves(view: AdversaryView) -> object:
    """Return all the others' moves of a turn."""
    return tuple(view.heard(seat)[1] for seat in (0, 2))


FINDS = {
    "DEAL": ("age", dealt_hand),
    "OPEN_SHARE": ("boards", turned_up),
    "REVEAL": ("age", moves),
}


def test_the_last_seat_to_speak_learns_only_what_it_would_learn_anyway() -> None:
    """
    A dealer knows its own hand early, and is dealt this hand if it continues.

    It can't change cards that are turned up: it can only stay silent, and is named for
    it. When it knows the others' moves, its own commitment still binds it.
    """
    found: dict[str, object] = {}
    with adversarial_table(watching(found)) as made:
        made.play()
        assert all(client.session.finished for client in made.clients)
    game = honest(1)
    assert game.hands[1, 24] == found["DEAL"]
    faces = found["OPEN_SHARE"]
    assert getattr(fold_of(game.clients[0]).state, "up", None) == faces
    assert isinstance(faces, tuple)
    assert 4 == len(faces) == len(set(faces)) <= len(Toy(3).cards)
    shown = {
        it.seat: it.body[1]
        for it in game.envelopes
        if (it.lane, it.phase) == ("main", 25)
    }
    assert (shown[0], shown[2]) == found["REVEAL"]
