"""A program that returns to a game checks only what it hasn't checked before."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.checked import checked_before
from sealed_wonders.client.table.memory import (
    RESTORED,
    InMemory,
    Memory,
    MemoryStore,
    OnDisk,
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
from tests.support.inprocess.client import Client, choose
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.lobbies import named
from tests.support.toy import TOY, Toy
from tests.support.toytable import put_up

TODAY = 1e9


class _AtHome(Client):
    """Keeps what it says, and the log, on disk."""

    def __init__(self, host: HostHarness, home: Home) -> None:
        self.home = home
        super().__init__(host, "ann")

    def store_of(self, table: bytes) -> MemoryStore:
        self.store = self.home.memories(table)
        return self.store

    def log_of(self, gid: bytes, table: str) -> GameLog:
        return self.home.game_log(gid, table, TODAY)


def killed(ann: _AtHome) -> tuple[int, _AtHome]:
    """
    End ann's process, and start another.

    Gives the last phase in which the log that is on her disk has something of hers.
    """
    host, last = ann.host, 0
    if ann.session.game is not None:
        said = ann.seat.fold.said_from(ann.seat.number, 0)
        last = max(
            (it.envelope.phase for it in said if it.envelope.lane == MAIN), default=0
        )
    ann.disconnect()
    host.clients.remove(ann)
    ann.session.close()
    assert isinstance(ann.store, OnDisk)
    ann.store.close()
    again = _AtHome(host, ann.home)
    again.player.pick = ann.player.pick
    host.add(again)
    return last, again


Table = tuple[HostHarness, _AtHome, Client, Client]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Give what begins a sealed game, at a host that checks nothing."""
    hosts = []

    def make(**game: str) -> Table:
        folder = tmp_path / "host"
        folder.mkdir()
        host = HostHarness(folder, sealed_terms(3, **game))
        hosts.append(host)
        ann = _AtHome(host, Home(tmp_path, tmp_path))
        host.add(ann)
        return host, ann, host.client("bob"), host.client("cleo")

    yield make
    for host in hosts:
        for client in host.clients:
            client.session.close()
        host.close()


Looked = list[tuple[Fold, Claim]]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    """Write down what all folds look at; everybody knows the toy."""
    put_up(monkeypatch)
    seen: Looked = []
    check = Fold.check_together

    def noting(fold: Fold, claims: Sequence[Claim], *more: Any) -> object:
        seen.extend((fold, claim) for claim in claims)
        return check(fold, claims, *more)

    monkeypatch.setattr(Fold, "check_together", noting)
    return seen


def read_again(ann: _AtHome, position: int, looked: Looked) -> list[tuple[int, bool]]:
    """Let ann read so much of the log; gives of which phases she believed the claims."""
    ann.host.until(
        lambda: (
            ann.session.seat is not None
            and ann.session.seat.fold.position >= position
            and not ann.session.seat.fold.claims
        )
    )
    claims = [claim for fold, claim in looked if fold is ann.seat.fold]
    return [(it.task.phase.number, it.is_known) for it in claims if it.entry < position]


def test_seats_of_one_process_trust_what_they_have_made(
    begin: Callable[..., Table], looked: Looked
) -> None:
    """And check all others, who check them."""
    host, ann, *bots = begin(game=TOY)
    made = deque[bytes](maxlen=8)
    for bot in bots:
        bot.session._environment = replace(bot.session._environment, made=made)
    host.settle()
    seats = {bot.seat.number for bot in bots}
    for client in (ann, *bots):
        trusted = seats if client in bots else set()
        claims = [claim for fold, claim in looked if fold is client.seat.fold]
        assert {it.seat for it in claims} == {0, 1, 2}
        assert [it.seat in trusted for it in claims] == [it.is_known for it in claims]
    assert host.game.fold.digest == ann.seat.fold.digest


def test_a_phase_that_was_left_by_a_ballot_is_checked(
    begin: Callable[..., Table], looked: Looked
) -> None:
    """Whoever believed what was wrong there would take it for another game."""
    host, ann, bob, cleo = begin()
    lied: list[int] = []

    def lie(envelope: Envelope) -> Body | None:
        match envelope.kind, envelope.body:
            case "PICK", (cards, bytes(proof), commitment):
                lied.append(envelope.phase)
                return (cards, proof[:-1] + bytes([proof[-1] ^ 1]), commitment)
        return None

    bob.lie(lie)
    ann.player.pick = None
    host.settle()
    choose(host, ann)
    assert [bob.seat.number] == list(ann.seat.fold.frauds)
    host.go_on_without([bob], [ann, cleo])
    for _ in range(2):
        host.settle()
        choose(host, ann)
    position, digest = ann.seat.fold.position, ann.seat.fold.digest
    last, ann = killed(ann)
    found = read_again(ann, position, looked)
    assert lied[0] + 1 < last
    assert [(it, it < last and it != lied[0]) for it, _ in found] == found
    assert (digest, {}) == (ann.seat.fold.digest, ann.seat.fold.frauds)


# What of a log is known.


@pytest.fixture(scope="module")
def kept() -> InMemory:
    """Give what seat 0 has kept of the game; to be looked at only."""
    return InMemory()


@pytest.fixture(scope="module")
def table(kept: InMemory) -> Seats:
    """Give a table at which all have picked a card."""
    made = Seats(Toy(3), stores=[kept, None, None], suite=SEALED)
    while made.fold.phase.kind != "REVEAL":
        made.step()
    return made


def copied(memories: Iterable[Memory]) -> InMemory:
    """Give a file with some memories."""
    store = InMemory()
    for memory in memories:
        store.remember(memory)
    return store


def known(table: Seats, store: MemoryStore, heard: Sequence[Wire]) -> set[int]:
    """Give the phases of which claims are believed that seat 0 reads again."""
    is_known = checked_before(store, heard)
    entries = parse_entries(table.wires)
    return {entry.envelope.phase for entry in entries if is_known(entry)}


def test_what_is_known_ends_where_the_kept_log_ends(
    table: Seats, kept: InMemory
) -> None:
    """Without a log nothing is; what another machine has signed tells nothing, either."""
    number = table.fold.phase.number
    assert set(range(number - 1)) == known(table, kept, table.wires)
    # The last time that seat 0 is heard of, and what comes behind it, isn't on disk.
    is_own = [parse(wire.env).seat == 0 for wire in table.wires]
    end = len(is_own) - is_own[::-1].index(True) - 1
    assert set(range(number - 2)) == known(table, kept, table.wires[:end])
    assert set() == known(table, kept, ())
    restored = copied((*kept.memories(), unsigned(0, RESTORED)))
    assert set() == known(table, restored, table.wires)


def again(table: Seats, store: MemoryStore, wires: Sequence[Wire]) -> Seat:
    """Start seat 0 once more, which has kept the log; it is shown some wires."""
    identity = named(table.charter.people[0].name)
    is_known = checked_before(store, table.wires)
    fold = begin_fold(table.charter, table.ruleset, is_known)
    position = fold.position + len(wires)
    seat = Seat(identity, fold, Past(store, position))
    seat.receive(parse_entries(wires))
    return seat


def first(table: Seats) -> tuple[Entry, ...]:
    """Give what was said in the first phase."""
    entries = parse_entries(table.wires)
    return tuple(it for it in entries if it.envelope.phase == 0)


def another_key(table: Seats) -> Entry:
    """Let seat 1 sign another KEY, as good as its first."""
    return Entry.of(table.seat(1).take()[0])


def spoilt_key(table: Seats) -> Entry:
    """Let it sign one with a wrong proof."""
    (said,) = (it for it in first(table) if it.envelope.seat == 1)
    key, proof, *rest = said.envelope.body
    envelope = replace(said.envelope, body=(key, proof[::-1], *rest))  # type: ignore[index]
    return sign(named(table.charter.people[1].name), envelope)


@pytest.mark.parametrize("change", [another_key, spoilt_key])
def test_what_was_not_heard_before_is_checked_and_leads_elsewhere(
    table: Seats, kept: InMemory, change: Callable[[Seats], Entry]
) -> None:
    """A host shows another history to whoever comes back: nothing is signed in it."""
    changed, store = change(table), copied(kept.memories())
    shown = (changed if it.envelope.seat == 1 else it for it in first(table))
    if change is another_key:
        with pytest.raises(ForkedLog):
            again(table, store, wires_of(shown))
    else:
        seat = again(table, store, wires_of(shown))
        assert ({1}, ()) == (set(seat.fold.frauds), seat.take())
    assert [*kept.memories()] == [*store.memories()]


def test_who_has_been_further_says_nothing_new(table: Seats, kept: InMemory) -> None:
    """Where a log is too short, or another: what is believed there nobody has checked."""
    *_, last = kept.memories()
    seat = again(table, copied([last]), ())
    assert 0 in seat.fold.missing
    assert (None, ()) == (seat.question, seat.take())
