"""Spectators who take a seat, without a spectator's program."""

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


def reading_spectator(host: HostHarness, name: str, **others: Any) -> Client:
    """Connect a spectator who only reads the log at the first table."""
    client = host.client(name, sits=False, **others)
    host.settle()
    client.speak(Read(host.table.name, 0))
    return client


def willing_spectator(
    host: HostHarness, name: str, owner: bytes | None = None, **others: Any
) -> Client:
    """Connect a spectator at the first table who is willing to take a seat."""
    client = reading_spectator(host, name, **others)
    client.speak(Willing(host.table.name, True, owner))
    return client


def sign_handover(
    host: HostHarness, old: Client, new: Client, owner: bytes | None = None
) -> Entry:
    """Sign the handover of a player's seat from the open phase on."""
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


def sign_takeover(
    host: HostHarness, seat: Seat, new: Client, owner: bytes | None = None
) -> Takeover:
    """Sign a spectator's willingness to take a seat from the open phase on."""
    fold = host.game.fold
    person, phase = TablePerson(new.name, new.identity.public, owner), fold.phase.number
    number = fold.handovers.count_before(seat, phase)
    said = takeover_statement(fold.charter.gid, seat, number, phase, person)
    return Takeover(phase, person, new.identity.sign(said))


def open_giving_ballot(
    opener: Client, seat: Seat, new: Client, owner: bytes | None = None
) -> None:
    """Open a ballot on giving a seat to a spectator, and settle."""
    opener.seat.propose([seat], {seat: sign_takeover(opener.host, seat, new, owner)})
    opener.speak(Post(opener.seat.unheard()))


def give_away(
    seat: Seat, new: Client, voters: Sequence[Client], owner: bytes | None = None
) -> None:
    """Carry a ballot on giving a seat to a spectator; the first voter opens it."""
    opener, *others = voters
    open_giving_ballot(opener, seat, new, owner)
    for voter in others:
        voter.host.until(lambda voter=voter: bool(voter.seat.unanswered))  # type: ignore[misc]
        voter.vote_on_all(yes=True)
    opener.host.settle()


def post(client: Client, *entries: Entry) -> None:
    """Post entries, and settle."""
    client.speak(Post(wires_of(entries)))


def post_due_entries(
    host: HostHarness, taker: Client, seat: Seat, player: Player | None = None
) -> None:
    """
    Make a taker post a seat's entries as long as they are due.

    Args:
        player: has the seat's secrets; None if the game has none.
    """
    fold = host.game.fold
    player = player or Player(fold.charter, fold.ruleset, seat, fold, taker.name)
    while not player.fold.over and seat in player.fold.missing:
        post(taker, player.speak())


def taker_names(client: Client) -> list[str]:
    """
    Return the names of those willing to take a seat, as last announced to this client.
    """
    told = [it for it in client.received if isinstance(it, Takers)]
    return [taker.name for taker in told[-1].takers] if told else []


def taker_of(client: Client, owner: bytes | None = None) -> Taker:
    """Return the `Taker` by which others know a client willing to take a seat."""
    return Taker(client.name, client.identity.public, owner, None, None)
