"""
Joining another host that continues the game: in any phase, whatever part of the log it has.

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
from tests.support.inprocess.client import Client, silent
from tests.support.inprocess.moving import another, move_all, take_over
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    open_terms,
    sealed_terms,
    waiting_for_ann,
)
from tests.support.lobbies import named
from tests.support.toy import TOY
from tests.support.toytable import put_up

KINDS = (
    *("MIX", "OPEN_SHARE", "DECIDE", "DECLARE", "KEY", "DEAL", "PICK", "REVEAL"),
    *("CHOOSE", "LOOK_X", "END"),
)
"""The kinds of phases, in the order in which the toy (`tests.support.toy`) has them."""


@pytest.mark.parametrize("answers", ["lists", "refusals"])
def test_a_host_has_a_password_tried_a_few_times(
    answers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A client tries its password at a few tables of a host, however many the host lists.

    Each try stretches the password, which takes a while, and a host could freeze it so.
    """
    put_up(monkeypatch)
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
    identity = named("another host").public
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
    assert doors.is_tried(last)  # somebody is asked
    doors.password = "sesame"
    assert not doors.is_tried(last)
    assert [] != [*doors.proof(last)]


def test_a_game_moves_in_every_kind_of_phase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Each time a host begins with what one of them has heard, less some of it, and the
    others bring the rest; in the end all have the same log.
    """
    put_up(monkeypatch)
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
        there = another(host, f"host {number}")
        take_over(there, tmp_path, entries[:cut])
        move_all([*people[number % 3 :], *people[: number % 3]], there)
        host = there
    host.settle()
    (ended,) = host.told(GameCompleted)
    assert isinstance(ended, GameCompleted)
    digests = {person.seat.fold.digest.hex() for person in people}
    assert {ended.digest} == digests
    assert [ended.sheet] * 3 == [person.player.sheet for person in people]


Moved = tuple[HostHarness, HostHarness, list[Client]]


@pytest.fixture
def moved(tmp_path: Path) -> Moved:
    """Give a game that waits for ann, at a host that is lost, and another host."""
    host, people = waiting_for_ann(
        lambda: HostHarness(tmp_path / "nowhere", open_terms(3))
    )
    return host, another(host), people


def entries_of(client: Client) -> tuple[Wire, ...]:
    """Give all that somebody has heard."""
    return wires_of(client.seat.fold.entries())


def plays_on(host: HostHarness, people: Sequence[Client]) -> bool:
    """Let the game go on to its end, and tell whether all have the same."""
    for person in people:
        person.player.pick = any_move
        person.player.answer_now()
    host.settle()
    (ended,) = host.told(GameCompleted)
    digests = {person.seat.fold.digest.hex() for person in people}
    return isinstance(ended, GameCompleted) and digests == {ended.digest}


def test_the_table_is_known_by_its_log(moved: Moved, tmp_path: Path) -> None:
    """
    Not by its name, which another has there, nor by those of its people.

    Where the game isn't our player hears nothing, whatever goes on under its name.
    """
    _, there, people = moved
    for name in ("ann", "bob", "cleo"):
        there.client(name, identity=named(f"another {name}")).player.pick = None
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
    people[1].session.do(Speak("here we are"))
    there.settle()
    assert ("bob", "here we are") == people[2].player.chats[-1]
    assert plays_on(there, people)


def test_whoever_comes_later_knows_what_became_of_the_clock(
    moved: Moved, tmp_path: Path
) -> None:
    """It is said of a table before it is known to be ours, and only as it is by then."""
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


def test_its_log_may_have_another_order(moved: Moved, tmp_path: Path) -> None:
    """Those who come to it, come again, and are there when it forgets, lose nothing."""
    _, there, people = moved
    *before, bob, cleo = entries_of(people[0])
    assert (people[0].seat.number,) == people[0].seat.fold.missing
    take_over(there, tmp_path, [*before, cleo, bob])
    move_all(people, there)
    there.settle()
    people[2].disconnect()
    people[2].connect()
    there.settle()
    after = another(there, "a third host")
    take_over(after, tmp_path, before)
    for person in people:
        person.disconnect()
    there.server = after.server
    there.news = after.news
    there.come_back(reversed(people))
    assert plays_on(there, people)


def test_what_was_shown_elsewhere_is_to_be_shown_here_as_well(
    moved: Moved, tmp_path: Path
) -> None:
    """A host that swallows our last entry holds it back, though our log has it already."""
    _, there, people = moved
    bob = people[1]
    entries = entries_of(bob)
    before = [it for it in entries if it != entries[-1]]
    followed = bob.session.followed
    assert followed is not None
    assert followed.unshown is None
    (last,) = [it for it in people if it.seat.number == parse(entries[-1].env).seat]
    for person in people:
        person.tamper = silent(Post)
    take_over(there, tmp_path, before)
    move_all(people, there)
    there.settle()
    for person in people:
        followed = person.session.followed
        assert followed is not None
        assert (None if person is not last else followed.phase) == followed.unshown
    last.tamper = lambda said: said
    last.disconnect()
    there.come_back([last])
    followed = last.session.followed
    assert followed is not None
    assert followed.unshown is None


def test_who_comes_late_hears_of_the_end(moved: Moved, tmp_path: Path) -> None:
    """The host at which it ended still says that two have, though both have left."""
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
    (ended,) = there.told(GameCompleted)
    bob.disconnect()
    cleo.disconnect()
    assert [GameNearby(ann.session.gid, 2)] == [*there.server.games()]
    move_all([ann], there)
    there.settle()
    assert isinstance(ended, GameCompleted)
    assert (ended.sheet, (ann.seat.number,)) == (ann.player.sheet, ann.seat.fold.gone)


def test_a_ballot_goes_on_elsewhere(moved: Moved, tmp_path: Path) -> None:
    """Who was voting votes there, though the host knows nothing of it."""
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
    assert plays_on(there, [bob, cleo])


def test_a_seat_that_changed_hands_has_done_so_elsewhere(
    moved: Moved, tmp_path: Path
) -> None:
    """Whoever has it now says so, where the log ends before that."""
    host, there, (ann, bob, cleo) = moved
    dan = host.client("dan", table="table 1", looks_on=True)
    dan.player.pick = None
    host.settle()
    before = entries_of(bob)
    ann.act(HandOver(dan.identity.public))
    assert dan.seat.number == ann.seat.fold.seat_of(dan.identity.public)
    take_over(there, tmp_path, before)
    move_all([dan, bob, cleo], there)
    there.settle()
    assert "dan" in there.game.names
    assert plays_on(there, [dan, bob, cleo])


def test_who_looks_on_comes_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the password of the table, whose key is of the host at which it was drawn."""
    monkeypatch.setattr(passwords, "COST", 2)
    host = HostHarness(tmp_path, open_terms(3))
    tea = {"table": "garden", "password": "tea"}
    people = [host.client(name, **tea) for name in ("ann", "bob", "cleo")]
    people[0].player.pick = None
    host.settle()
    dan = host.come("dan", looks_on=True, **tea)
    (journal,) = tmp_path.glob("*.journal")
    host.close()
    there = another(host)
    there.server.resumption.take_over(journal)
    move_all([dan], there)
    there.settle()
    assert ["dan"] == [it.name for it in next(iter(there.server.registry)).takers]
    eve = there.come("eve", looks_on=True, table="garden")
    assert "password" in eve.refusals
