"""A client that returns to a game checks only what it hasn't checked before."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.checked import checked_before
from sealed_wonders.client.table.memory import (
    RESTORED,
    InMemory,
    Memory,
    MemoryStore,
    Past,
    unsigned,
)
from sealed_wonders.client.table.seat import ForkedLog, Seat
from sealed_wonders.net.claims import Claim
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    Wire,
    parse,
    parse_entries,
    sign,
    wires_of,
)
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.suites import begin as begin_fold
from tests.support.inprocess.client import Client
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.inprocess.stores import StoringClient
from tests.support.lobbies import identity_of
from tests.support.toy import TOY, Toy
from tests.support.toytable import register_toy


def kill_and_restart(ann: StoringClient) -> tuple[int, StoringClient]:
    """
    End ann's process, and start another.

    Return the last phase in which the log on her disk has an entry of hers, and the new
    client.
    """
    host, last = ann.host, 0
    if ann.session.game is not None:
        said = ann.seat.fold.said_from(ann.seat.number, 0)
        last = max(
            (it.envelope.phase for it in said if it.envelope.lane == MAIN), default=0
        )
    ann.kill()
    again = StoringClient(host, ann.home)
    again.player.pick = ann.player.pick
    host.add(again)
    return last, again


Table = tuple[HostHarness, StoringClient, Client, Client]


@pytest.fixture
def begin(tmp_path: Path) -> Callable[..., Table]:
    """Return a function that begins a sealed game at a host that checks nothing."""

    def make(**game: str) -> Table:
        folder = tmp_path / "host"
        folder.mkdir()
        host = HostHarness(folder, sealed_terms(3, **game))
        ann = StoringClient(host, Home(tmp_path, tmp_path))
        host.add(ann)
        return host, ann, host.client("bob"), host.client("cleo")

    return make


Checks = list[tuple[Fold, Claim]]


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Checks:
    """Record all claims that folds check; everybody knows the toy."""
    register_toy(monkeypatch)
    seen: Checks = []
    check = Fold.check_together

    def noting(fold: Fold, claims: Sequence[Claim], *more: Any) -> object:
        seen.extend((fold, claim) for claim in claims)
        return check(fold, claims, *more)

    monkeypatch.setattr(Fold, "check_together", noting)
    return seen


def read_again(
    ann: StoringClient, position: int, checks: Checks
) -> list[tuple[int, bool]]:
    """
    Make ann read a part of the log, and return each claim's phase and whether it was
    known.
    """
    ann.host.until(
        lambda: (
            ann.session.seat is not None
            and ann.session.seat.fold.position >= position
            and not ann.session.seat.fold.claims
        )
    )
    claims = [claim for fold, claim in checks if fold is ann.seat.fold]
    return [(it.task.phase.number, it.is_known) for it in claims if it.entry < position]


def test_seats_of_one_process_trust_each_others_claims(
    begin: Callable[..., Table], checks: Checks
) -> None:
    """They check all others, and all others check theirs."""
    host, ann, *bots = begin(game=TOY)
    made = deque[bytes](maxlen=8)
    for bot in bots:
        bot.session._environment = replace(bot.session._environment, made=made)
    host.settle()
    seats = {bot.seat.number for bot in bots}
    for client in (ann, *bots):
        trusted = seats if client in bots else set()
        claims = [claim for fold, claim in checks if fold is client.seat.fold]
        assert {it.seat for it in claims} == {0, 1, 2}
        assert [it.seat in trusted for it in claims] == [it.is_known for it in claims]
    assert host.game.fold.digest == ann.seat.fold.digest


def test_a_phase_left_by_a_ballot_is_checked_again(
    begin: Callable[..., Table], checks: Checks
) -> None:
    """A client that trusted the false claim there would compute another game."""
    host, ann, bob, cleo = begin()
    lied: list[int] = []

    def lie(envelope: Envelope) -> Body | None:
        match envelope.kind, envelope.body:
            case "PICK", (cards, bytes(proof), commitment):
                lied.append(envelope.phase)
                return (cards, proof[:-1] + bytes([proof[-1] ^ 1]), commitment)
        return None

    bob.lie(lie)
    host.leave_unanswered([ann])
    host.answer([ann])
    assert [bob.seat.number] == list(ann.seat.fold.frauds)
    host.go_on_without([bob], [ann, cleo])
    for _ in range(2):
        host.settle()
        host.answer([ann])
    position, digest = ann.seat.fold.position, ann.seat.fold.digest
    last, ann = kill_and_restart(ann)
    found = read_again(ann, position, checks)
    assert lied[0] + 1 < last
    assert [(it, it < last and it != lied[0]) for it, _ in found] == found
    assert (digest, {}) == (ann.seat.fold.digest, ann.seat.fold.frauds)


# Known parts of a log.


@pytest.fixture(scope="module")
def kept() -> InMemory:
    """Return the memories of seat 0; read-only."""
    return InMemory()


@pytest.fixture(scope="module")
def table(kept: InMemory) -> Seats:
    """Return a table at which all have picked a card."""
    made = Seats(Toy(3), stores=[kept, None, None], suite=SEALED)
    while made.fold.phase.kind != "REVEAL":
        made.step()
    return made


def store_with(memories: Iterable[Memory]) -> InMemory:
    """Return a store with some memories."""
    store = InMemory()
    for memory in memories:
        store.remember(memory)
    return store


def known_phases(table: Seats, store: MemoryStore, heard: Sequence[Wire]) -> set[int]:
    """Return the phases whose claims seat 0 trusts when it reads the log again."""
    is_known = checked_before(store, heard)
    entries = parse_entries(table.wires)
    return {entry.envelope.phase for entry in entries if is_known(entry)}


def test_known_phases_end_where_the_stored_log_ends(
    table: Seats, kept: InMemory
) -> None:
    """Without a log, no phase is known, nor if another machine signed for the seat."""
    number = table.fold.phase.number
    assert set(range(number - 1)) == known_phases(table, kept, table.wires)
    # The last entry of seat 0, and all that follow it, aren't on disk.
    is_own = [parse(wire.env).seat == 0 for wire in table.wires]
    end = len(is_own) - is_own[::-1].index(True) - 1
    assert set(range(number - 2)) == known_phases(table, kept, table.wires[:end])
    assert set() == known_phases(table, kept, ())
    restored = store_with((*kept.memories(), unsigned(0, RESTORED)))
    assert set() == known_phases(table, restored, table.wires)


def restart_seat(table: Seats, store: MemoryStore, wires: Sequence[Wire]) -> Seat:
    """Restart seat 0, which has stored the log, and deliver some wires."""
    identity = identity_of(table.charter.people[0].name)
    is_known = checked_before(store, table.wires)
    fold = begin_fold(table.charter, table.ruleset, is_known)
    position = fold.position + len(wires)
    seat = Seat(identity, fold, Past(store, position))
    seat.receive(parse_entries(wires))
    return seat


def first_phase(table: Seats) -> tuple[Entry, ...]:
    """Return the entries of the first phase."""
    entries = parse_entries(table.wires)
    return tuple(it for it in entries if it.envelope.phase == 0)


def another_key(table: Seats) -> Entry:
    """Return another KEY signed by seat 1, as valid as its first."""
    return Entry.of(table.seat(1).take()[0])


def invalid_key(table: Seats) -> Entry:
    """Return a KEY signed by seat 1 whose proof is wrong."""
    (said,) = (it for it in first_phase(table) if it.envelope.seat == 1)
    key, proof, *rest = said.envelope.body
    envelope = replace(said.envelope, body=(key, proof[::-1], *rest))  # type: ignore[index]
    return sign(identity_of(table.charter.people[1].name), envelope)


@pytest.mark.parametrize("change", [another_key, invalid_key])
def test_nothing_is_signed_in_a_changed_history(
    table: Seats, kept: InMemory, change: Callable[[Seats], Entry]
) -> None:
    """
    A host shows another history to a client that comes back. The new entry is checked.
    """
    changed, store = change(table), store_with(kept.memories())
    shown = (changed if it.envelope.seat == 1 else it for it in first_phase(table))
    if change is another_key:
        with pytest.raises(ForkedLog):
            restart_seat(table, store, wires_of(shown))
    else:
        seat = restart_seat(table, store, wires_of(shown))
        assert ({1}, ()) == (set(seat.fold.frauds), seat.take())
    assert [*kept.memories()] == [*store.memories()]


def test_a_seat_that_has_been_further_signs_nothing_new(
    table: Seats, kept: InMemory
) -> None:
    """
    The log is too short or another one, and nobody has checked what is trusted there.
    """
    *_, last = kept.memories()
    seat = restart_seat(table, store_with([last]), ())
    assert 0 in seat.fold.missing
    assert (None, ()) == (seat.question, seat.take())
