"""Spectators who take a seat, without a program that does it for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sealed_wonders.core.game import Seat
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.envelopes import Entry, sign, wires_of
from sealed_wonders.net.log.lanes import HANDOVERS, lane_of
from sealed_wonders.net.messages import Post, Read, Taker, Takers, Willing
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import Player
from tests.support.inprocess.server import HostHarness


def onlooker(host: HostHarness, name: str, **others: Any) -> Client:
    """Let somebody connect who reads the log at the first table, and does no more."""
    client = host.client(name, sits=False, **others)
    host.settle()
    client.send(Read(host.table.name, 0))
    host.settle()
    return client


def willing(
    host: HostHarness, name: str, owner: bytes | None = None, **others: Any
) -> Client:
    """Let somebody look on at the first table who would take a seat there."""
    client = onlooker(host, name, **others)
    client.send(Willing(host.table.name, True, owner))
    host.settle()
    return client


def handover(
    host: HostHarness, old: Client, new: Client, owner: bytes | None = None
) -> Entry:
    """Sign that somebody hands their seat over, from the open phase on."""
    fold = host.game.fold
    seat = fold.seat_of(old.identity.public)
    assert seat is not None
    person = TablePerson(new.name, new.identity.public, owner)
    number, phase = fold.handovers.next_number(seat), fold.phase.number
    said = takeover_statement(fold.charter.gid, seat, number, phase, person)
    body = Takeover(phase, person, new.identity.sign(said)).body
    envelope = fold.envelope(seat, body)
    lane = lane_of(HANDOVERS, seat)
    return sign(
        old.identity,
        replace(envelope, lane=lane, phase=number, kind="HANDOVER", body=body),
    )


def takeover(
    host: HostHarness, seat: Seat, new: Client, owner: bytes | None = None
) -> Takeover:
    """Sign that somebody would have a seat, from the open phase on, if all others agree."""
    fold = host.game.fold
    person, phase = TablePerson(new.name, new.identity.public, owner), fold.phase.number
    number = fold.handovers.count_before(seat, phase)
    said = takeover_statement(fold.charter.gid, seat, number, phase, person)
    return Takeover(phase, person, new.identity.sign(said))


def offer_to(
    opener: Client, seat: Seat, new: Client, owner: bytes | None = None
) -> None:
    """Let somebody propose that a seat goes to another, and all hear of it."""
    opener.seat.propose([seat], {seat: takeover(opener.host, seat, new, owner)})
    opener.send(Post(opener.seat.unheard()))
    opener.host.settle()


def give_away(
    seat: Seat, new: Client, voters: Sequence[Client], owner: bytes | None = None
) -> None:
    """Let somebody propose that a seat goes to another, and the rest say yes to it."""
    opener, *others = voters
    offer_to(opener, seat, new, owner)
    for voter in others:
        voter.host.until(lambda voter=voter: bool(voter.seat.unanswered))  # type: ignore[misc]
        voter.vote_on_all(yes=True)
    opener.host.settle()


def post(client: Client, *entries: Entry) -> None:
    """Bring something for the log, and let all hear of it."""
    client.send(Post(wires_of(entries)))
    client.host.settle()


def play_on(
    host: HostHarness, taker: Client, seat: Seat, player: Player | None = None
) -> None:
    """
    Let a taker speak for a seat for as long as it is that seat's turn.

    Args:
        player: who knows what is to be said; None where there are no secrets.
    """
    fold = host.game.fold
    player = player or Player(fold.charter, fold.ruleset, seat, fold, taker.name)
    while not player.fold.over and seat in player.fold.missing:
        post(taker, player.speak())


def takers(client: Client) -> list[str]:
    """Give the names of those who would take a seat, as somebody was told last."""
    told = [it for it in client.received if isinstance(it, Takers)]
    return [taker.name for taker in told[-1].takers] if told else []


def taker(client: Client, owner: bytes | None = None) -> Taker:
    """Give how others hear of somebody who would take a seat."""
    return Taker(client.name, client.identity.public, owner, None, None)
