"""False disclosures after the game: other players' cards, and wrong proofs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.host.news import GameCompleted, Stopped, Trouble
from sealed_wonders.net.disclosures import read
from sealed_wonders.net.log.envelopes import Body, sign
from sealed_wonders.net.messages import Log, Post
from tests.cheats.modified_clients import (
    AdversarialTable,
    adversarial_table,
    fold_of,
    seat_of,
)
from tests.support.inprocess.client import Client


@pytest.fixture
def made() -> Iterator[AdversarialTable]:
    """Yield a table whose game is over."""
    with adversarial_table() as made:
        made.until(lambda: any(isinstance(it, GameCompleted) for it in made.news))
        made.settle()
        yield made


def body_of(client: Client) -> Body:
    return tuple(it.body for it in seat_of(client)._openings)


def post_disclosure(
    client: Client, body: Body, number: int = 0, seat: int | None = None
) -> None:
    """Send a disclosure that the client's own program wouldn't send."""
    fold = fold_of(client)
    said = fold.disclosure(
        seat_of(client).number if seat is None else seat, number, body
    )
    client.speak(Post((sign(client.identity, said).wire,)))


def assert_result_unchanged(made: AdversarialTable) -> None:
    """Assert that the result still holds for everybody, and that the log is good."""
    bad = (Stopped, Trouble)
    assert [] == [it for it in made.news if isinstance(it, bad)]
    (ended,) = (it for it in made.news if isinstance(it, GameCompleted))
    for client in made.clients:
        assert client.session.finished
        assert ended.sheet == client.player.sheet
        assert [] == client.failures
    assert ended.log is not None
    assert Verdict.GOOD is audit(ended.log.read_bytes()).verdict


def test_false_disclosures_are_refused_or_held_against_their_author(
    made: AdversarialTable,
) -> None:
    """
    Disclosures of another seat's card, an open card, one card twice or no card are
    refused.

    If a disclosure shows a wrong face, the host accepts it, but every player names its
    author. The log stays as good as before.
    """
    one, two = made.client_at(1), made.client_at(2)
    mine, theirs = body_of(one), body_of(two)
    before = made.game.fold.position
    layout = fold_of(one).cards.layout  # type: ignore[attr-defined]
    (slot, *_) = (it for it, at in layout._lying.items() if at.place.shown)
    first, *rest = read(mine)
    public = first._replace(slot=slot).body
    post_disclosure(one, theirs[:1], seat=2)
    for said in (theirs[:1], (public,), (mine[0],) * 2, ((1, 1, 1, 1, bytes(96)),)):
        post_disclosure(one, said)
        assert before == made.game.fold.position
    refusals = ["bad-signature", *["bad-disclosure"] * 4]
    assert refusals == one.refusals
    assert [] == [
        it for client in made.clients for it in client.player.false_disclosures
    ]
    post_disclosure(one, (first._replace(card=read(theirs)[0].card).body,))
    post_disclosure(one, tuple(it.body for it in rest), 1)
    for client in made.clients:
        player = client.player
        assert [1] == [fraud.seat for fraud in player.false_disclosures]
        assert {1: {it.slot: it.card for it in rest}} == player.disclosed
        assert fold_of(client).fraud is None
    assert refusals == one.refusals
    assert_result_unchanged(made)


def test_a_host_can_neither_forge_disclosures_nor_hide_them_for_good(
    made: AdversarialTable,
) -> None:
    """
    Players drop a disclosure that its author hasn't signed. Those from whom one is
    hidden hear nothing false, and get it when they reconnect.
    """
    zero, one, two = (made.client_at(seat) for seat in range(3))
    body = body_of(one)

    def hide(message: Any) -> list[Any]:
        return [] if isinstance(message, Log) else [message]

    def forge(message: Any) -> list[Any]:
        if not (isinstance(message, Log) and message.wires):
            return [message]
        said = fold_of(zero).disclosure(2, 0, body_of(two))
        forged = sign(one.identity, said).wire
        return [Log(message.table, message.entry, (*message.wires, forged))]

    zero.relay, two.relay = forge, hide
    post_disclosure(one, body)
    assert {1} == set(zero.player.disclosed)
    assert {} == two.player.disclosed
    assert [] == zero.player.false_disclosures
    zero.relay = two.relay = lambda message: [message]
    two.disconnect()
    made.reconnect([two])
    assert {1} == set(two.player.disclosed)
    assert_result_unchanged(made)
