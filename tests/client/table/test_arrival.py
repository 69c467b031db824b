"""
Joining another host that continues the game: in any phase, with any part of the log.

The first tests are about `doors`: the passwords with which a client gets in there.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.table import doors as doors_module
from sealed_wonders.client.table.actions import (
    HandOver,
    PauseClock,
    ProposeTimes,
    Speak,
)
from sealed_wonders.client.table.arrival import NotThere, Visit
from sealed_wonders.client.table.doors import TRIES, Doors
from sealed_wonders.host.news import GameCompleted
from sealed_wonders.net import passwords
from sealed_wonders.net.discovery.nearby import GameNearby
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Wire, parse, wires_of
from sealed_wonders.net.messages import (
    VERSION,
    Post,
    Refused,
    TableLine,
    Tables,
    Welcome,
)
from sealed_wonders.net.passwords import SALT_SIZE
from sealed_wonders.net.times import Times
from tests.support.inprocess.client import Client, dropping
from tests.support.inprocess.moving import another_host, move_all, take_over
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    open_terms,
    sealed_terms,
    waiting_for_ann,
)
from tests.support.lobbies import identity_of
from tests.support.toy import TOY
from tests.support.toytable import register_toy

KINDS = (
    *("MIX", "OPEN_SHARE", "DECIDE", "DECLARE", "KEY", "DEAL", "PICK", "REVEAL"),
    *("CHOOSE", "LOOK_X", "END"),
)
"""The kinds of phases, in the order of the toy (`tests.support.toy`)."""


@pytest.mark.parametrize("answers", ["lists", "refusals"])
def test_a_client_tries_its_password_only_a_few_times(
    answers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    However many tables the host lists: each attempt stretches the password, which takes
    a while, so a host could freeze the client.
    """
    register_toy(monkeypatch)
    host = HostHarness(tmp_path / "nowhere", sealed_terms(3, game=TOY))
    people = host.join()
    host.until(lambda: host.has_begun)
    ann = people[0]
    doors = Doors(ann.identity.public, "open sesame", bytes)
    tried = list[bytes]()

    def key_of(password: str, at: bytes, salt: bytes) -> Identity:
        tried.append(salt)
        return ann.identity

    monkeypatch.setattr(doors_module, "key_of", key_of)
    visit = Visit(host.game.fold, host.table.name, doors)
    identity = identity_of("another host").public
    visit.welcomed(Welcome(VERSION, "another", identity, ()))

    def tables(first: int) -> Tables:
        return Tables(
            tuple(
                TableLine(
                    f"table {n}", TOY, 3, 3, "playing", ("ann",), n.to_bytes(SALT_SIZE)
                )
                for n in range(first, first + 60)
            )
        )

    if answers == "lists":
        for n in range(100):
            visit.receive(tables(60 * n))
    else:
        visit.receive(tables(0))
        for _ in range(59):
            visit.receive(Refused("password", ""))
    assert 0 < len(tried) <= TRIES
    doors, last = visit.doors, "table 5959" if answers == "lists" else "table 59"
    assert doors.is_tried(last)  # the player is asked for the password
    doors.password = "sesame"
    assert not doors.is_tried(last)
    assert [] != [*doors.proof(last)]


def test_a_game_can_move_in_every_kind_of_phase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Each time, a host begins with the log of one client, without its end, and the others
    bring the rest. At last, all have the same log.
    """
    register_toy(monkeypatch)
    host = HostHarness(tmp_path / "nowhere", sealed_terms(3, game=TOY))
    people = host.join()
    host.until(lambda: host.has_begun)
    for number, kind in enumerate(KINDS):
        host.until(lambda: host.game.fold.phase.kind == kind)  # noqa: B023  at once
        silent = [it for it in people if it.seat.number in host.game.fold.missing][-1]
        silent.stalled = True
        host.settle()
        silent.stalled = False
        assert kind == host.game.fold.phase.kind
        writer = people[number % 3].seat.fold
        entries = wires_of(writer.entries())
        least = len(writer.charter.entries)
        cut = max(least, len(entries) - (0, 1, 4, 9)[number % 4])
        there = another_host(host, f"host {number}")
        take_over(there, tmp_path, entries[:cut])
        move_all([*people[number % 3 :], *people[: number % 3]], there)
        host = there
    host.settle()
    (ended,) = host.news_of(GameCompleted)
    assert isinstance(ended, GameCompleted)
    digests = {person.seat.fold.digest.hex() for person in people}
    assert {ended.digest} == digests
    assert [ended.sheet] * 3 == [person.player.sheet for person in people]


Moved = tuple[HostHarness, HostHarness, list[Client]]


@pytest.fixture
def moved(tmp_path: Path) -> Moved:
    """Return a lost host whose game waits for ann, another host, and the players."""
    host, people = waiting_for_ann(
        lambda: HostHarness(tmp_path / "nowhere", open_terms(3))
    )
    return host, another_host(host), people


def entries_of(client: Client) -> tuple[Wire, ...]:
    """Return all entries that a client has."""
    return wires_of(client.seat.fold.entries())


def can_finish(host: HostHarness, people: Sequence[Client]) -> bool:
    """Play the game to its end, and return whether all have the same log."""
    host.answer_at_once(people)
    (ended,) = host.news_of(GameCompleted)
    digests = {person.seat.fold.digest.hex() for person in people}
    return isinstance(ended, GameCompleted) and digests == {ended.digest}


def test_a_moving_client_recognizes_its_table_by_the_log(
    moved: Moved, tmp_path: Path
) -> None:
    """
    Not by the name, which belongs to another table there, nor by the names of the
    players. At a host without the game, the player gets no events of a table of that
    name.
    """
    _, there, people = moved
    for name in ("ann", "bob", "cleo"):
        there.client(name, identity=identity_of(f"another {name}")).player.pick = None
    there.settle()
    assert there.has_begun
    ann = people[0]
    ann.move(there)
    with pytest.raises(NotThere, match="your game isn't in progress on that host"):
        there.settle()
    assert "offline" == ann.player.story[-1]
    assert ("table 1", True) == (ann.session.table, ann.session.is_arriving)

    take_over(there, tmp_path, entries_of(people[1]))
    move_all(people, there)
    there.settle()
    assert ["table 2"] * 3 == [person.session.table for person in people]
    told = [person.player.story[-4:] for person in people]
    assert [["offline", "online", "moved", "here 3"]] * 3 == told
    people[1].act(Speak("here we are"))
    assert ("bob", "here we are") == people[2].player.chats[-1]
    assert can_finish(there, people)


def test_a_client_that_moves_later_gets_the_state_of_the_clock(
    moved: Moved, tmp_path: Path
) -> None:
    """
    The host reports it before the client has recognized its table, and only the latest
    state counts.
    """
    _host, there, (ann, bob, cleo) = moved
    take_over(there, tmp_path, wires_of(ann.seat.fold.entries()))
    move_all((ann, bob), there)
    there.settle()
    ann.session.do(PauseClock(paused=True))
    ann.act(ProposeTimes(Times(30), agrees=True))
    assert cleo.player.paused_by is None
    move_all((cleo,), there)
    there.settle()
    assert "ann" == cleo.player.paused_by
    assert [ann.player.timings[-1]] == cleo.player.timings


def test_the_other_hosts_log_may_have_a_different_order(
    moved: Moved, tmp_path: Path
) -> None:
    """
    Clients lose nothing when they move, reconnect, or when that host forgets entries.
    """
    _, there, people = moved
    *before, bob, cleo = entries_of(people[0])
    assert (people[0].seat.number,) == people[0].seat.fold.missing
    take_over(there, tmp_path, [*before, cleo, bob])
    move_all(people, there)
    there.settle()
    people[2].disconnect()
    there.reconnect([people[2]])
    after = another_host(there, "a third host")
    take_over(after, tmp_path, before)
    for person in people:
        person.disconnect()
    there.server = after.server
    there.news = after.news
    there.reconnect(reversed(people))
    assert can_finish(there, people)


def test_an_entry_shown_by_the_old_host_counts_as_unshown_here(
    moved: Moved, tmp_path: Path
) -> None:
    """A host that swallows our last entry withholds it, though our log has it."""
    _, there, people = moved
    bob = people[1]
    entries = entries_of(bob)
    before = [it for it in entries if it != entries[-1]]
    followed = bob.session.followed
    assert followed is not None
    assert followed.unshown is None
    (last,) = [it for it in people if it.seat.number == parse(entries[-1].env).seat]
    for person in people:
        person.tamper = dropping(Post)
    take_over(there, tmp_path, before)
    move_all(people, there)
    there.settle()
    for person in people:
        followed = person.session.followed
        assert followed is not None
        assert (None if person is not last else followed.phase) == followed.unshown
    last.tamper = lambda said: said
    last.disconnect()
    there.reconnect([last])
    followed = last.session.followed
    assert followed is not None
    assert followed.unshown is None


def test_a_late_client_learns_the_result_at_another_host(
    moved: Moved, tmp_path: Path
) -> None:
    """The host at which the game ended still lists two players, though both left."""
    _, there, (ann, bob, cleo) = moved
    take_over(there, tmp_path, entries_of(bob))
    move_all([bob, cleo], there)
    for person in (bob, cleo):
        person.player.pick = any_move
    there.settle()
    bob.propose(ann)
    there.settle()
    cleo.vote_on_all(yes=True)
    there.settle()
    (ended,) = there.news_of(GameCompleted)
    bob.disconnect()
    cleo.disconnect()
    assert [GameNearby(ann.session.gid, 2)] == [*there.server.games()]
    move_all([ann], there)
    there.settle()
    assert isinstance(ended, GameCompleted)
    assert (ended.sheet, (ann.seat.number,)) == (ann.player.sheet, ann.seat.fold.gone)


def test_a_ballot_continues_at_another_host(moved: Moved, tmp_path: Path) -> None:
    """The voters vote there, though that host knew nothing of the ballot."""
    host, there, (ann, bob, cleo) = moved
    entries = entries_of(bob)
    ann.stalled = True
    bob.propose(ann)
    host.settle()
    (ballot,) = cleo.seat.unanswered
    take_over(there, tmp_path, entries)
    move_all([cleo, bob], there)
    there.settle()
    assert [ballot.digest] == [it.digest for it in there.game.fold.ballots]
    cleo.vote_on_all(yes=True)
    there.settle()
    assert (ann.seat.number,) == there.game.left
    assert can_finish(there, [bob, cleo])


def test_a_handover_is_repeated_at_another_host(moved: Moved, tmp_path: Path) -> None:
    """The new holder sends it if the log there ends before the handover."""
    host, there, (ann, bob, cleo) = moved
    dan = host.client("dan", table="table 1", looks_on=True)
    host.leave_unanswered([dan])
    before = entries_of(bob)
    ann.act(HandOver(dan.identity.public))
    assert dan.seat.number == ann.seat.fold.seat_of(dan.identity.public)
    take_over(there, tmp_path, before)
    move_all([dan, bob, cleo], there)
    there.settle()
    assert "dan" in there.game.names
    assert can_finish(there, [dan, bob, cleo])


def test_a_spectator_moves_along_with_the_tables_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password's key depends on the host at which the seats were drawn."""
    monkeypatch.setattr(passwords, "COST", 2)
    host = HostHarness(tmp_path, open_terms(3))
    tea = {"table": "garden", "password": "tea"}
    people = [host.client(name, **tea) for name in ("ann", "bob", "cleo")]
    host.leave_unanswered(people[:1])
    dan = host.connect("dan", looks_on=True, **tea)
    (journal,) = tmp_path.glob("*.journal")
    host.close()
    there = another_host(host)
    there.server.resumption.take_over(journal)
    move_all([dan], there)
    there.settle()
    assert ["dan"] == [it.name for it in next(iter(there.server.registry)).takers]
    eve = there.connect("eve", looks_on=True, table="garden")
    assert "password" in eve.refusals
