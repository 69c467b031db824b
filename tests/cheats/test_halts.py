"""Attempts to end a game early against somebody's will."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sealed_wonders.client.table.actions import EndEarly
from sealed_wonders.host.news import GameCompleted, Stopped, Trouble
from sealed_wonders.net.log.envelopes import Body, Envelope, sign
from sealed_wonders.net.log.evidence import Equivocation
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
    """Yield a table at which somebody has to choose."""
    with adversarial_table() as made:
        made.until(lambda: made.has_begun)
        made.leave_unanswered(made.clients)
        assert fold_of(made.clients[0]).missing
        yield made


def halt(client: Client, **changes: Any) -> None:
    """Post something like a HALT that the client's own program wouldn't send."""
    fold = fold_of(client)
    said = Envelope(
        fold.charter.gid,
        "halt",
        fold.phase.number,
        "HALT",
        seat_of(client).number,
        fold.task.prev,
        fold.halt_body(),
    )
    client.speak(Post((sign(client.identity, replace(said, **changes)).wire,)))


def agree(*clients: Client) -> None:
    for client in clients:
        assert client.session.game is not None
        client.act(EndEarly())


def assert_game_continues(made: AdversarialTable) -> None:
    """Assert that nothing has ended, and that no trouble was reported."""
    bad = (GameCompleted, Stopped, Trouble)
    assert [] == [it for it in made.news if isinstance(it, bad)]
    for client in made.clients:
        assert not client.session.over
        assert fold_of(client).fraud is None
        assert fold_of(client).phase == made.game.fold.phase


def others(rows: Body) -> Body:
    (some,) = rows
    assert isinstance(some, tuple)
    return (tuple((99,) * len(row) for row in some if isinstance(row, tuple)),)


def test_an_invalid_halt_ends_nothing(made: AdversarialTable) -> None:
    """
    Two have agreed to end the game, and the third posts a HALT for another phase, with
    other points, and so on.
    """
    one, fold = made.client_at(1), made.game.fold
    agree(made.client_at(0), made.client_at(2))
    number, before = fold.phase.number, fold.position
    halt(one, phase=number + 1)
    halt(one, prev=bytes(32))
    halt(one, seat=0)
    halt(one, body=())
    assert before == fold.position
    halt(one, phase=number - 1, prev=fold.prev_of(number - 1))
    assert_game_continues(made)
    halt(one, body=others(fold.halt_body()))
    assert before + 2 == fold.position
    assert_game_continues(made)


def test_two_different_halts_convict_their_author(made: AdversarialTable) -> None:
    """The first one counts, and the two together are a proof for anybody."""
    one, seat = made.client_at(1), 1
    halt(one, body=others(made.game.fold.halt_body()))
    halt(one)
    assert "two-versions" in one.refusals
    (proof,) = made.game.proofs.values()
    assert Equivocation.from_bytes(proof.to_bytes()).identity == one.identity.public
    agree(made.client_at(0), made.client_at(2))
    assert_game_continues(made)
    assert {seat} == {0, 1, 2} - made.game.fold.halting


def test_a_host_that_shows_the_end_to_some_only_delays_the_others(
    made: AdversarialTable,
) -> None:
    """The others go on waiting until they reconnect; nobody has signed two versions."""
    zero, one, two = (made.client_at(seat) for seat in range(3))
    kept: list[object] = []

    def intercept(client: Client, message: Any) -> list[Any]:
        if client is two and isinstance(message, Log):
            kept.append(message)
            return []
        return [message]

    made.intercept = intercept
    agree(two, one, zero)
    assert zero.player.ended_early
    assert one.player.ended_early
    assert not two.session.over
    assert kept
    assert {} == dict(made.game.fold.evidence) == dict(fold_of(two).evidence)
    made.intercept = lambda client, message: [message]
    two.disconnect()
    made.reconnect([two])
    assert two.player.ended_early
    assert zero.player.sheet == two.player.sheet
