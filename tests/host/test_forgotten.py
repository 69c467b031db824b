"""Hosts that have lost the end of a log: whoever comes back makes it up, in any order."""

from __future__ import annotations

from itertools import permutations

import pytest

from sealed_wonders.client.table import hostlog
from sealed_wonders.client.table.hostlog import PAUSE
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.limits import FROM_CLIENT
from sealed_wonders.net.log.envelopes import parse
from sealed_wonders.net.log.journal import begin, pack, read
from sealed_wonders.net.log.lanes import LOBBY, MAIN
from sealed_wonders.net.messages import Post
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    sat,
    waiting_for_ann,
)
from tests.support.toy import TOY

KINDS = (
    "KEY",
    "MIX",
    "DEAL",
    "PICK",
    "REVEAL",
    "DECIDE",
    "DECLARE",
    "CHOOSE",
    "OPEN_SHARE",
    "END",
)


def forget(host: HostHarness, entries: int) -> None:
    """Take so many entries from the host's log, as a power cut does, and start it again."""
    host.kill()
    (path,) = host.folder.glob("*.journal")
    kept = read(path.read_bytes())
    lobby = sum(parse(wire.env).lane == LOBBY for wire in kept.wires)
    left = kept.wires[: max(lobby, len(kept.wires) - entries)]
    path.write_bytes(begin(kept.table, kept.lock) + pack(left))
    host.start_server()
    host.server.resume_all()
    host.clock.advance(0)


def says(client: Client, kind: str) -> bool:
    """Tell whether somebody says something in a phase of a kind, that is under way."""
    wires = (w for it in client.outgoing if isinstance(it, Post) for w in it.wires)
    return any(parse(w.env).lane == MAIN and parse(w.env).kind == kind for w in wires)


def until_one_says(host: HostHarness, kind: str) -> Client:
    """Let them play until somebody is about to say something of a kind."""
    host.until(lambda: any(says(it, kind) for it in host.clients))
    return next(it for it in host.clients if says(it, kind))


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_whoever_comes_back_first_all_have_one_log(
    number: int, start_host: StartHost, toy: Terms
) -> None:
    """One of them has signed what the host never had, and is there before the others."""
    kind, lost = KINDS[number], (1, 2, 6)[number % 3]
    for order in list(permutations(range(3)))[number % 3 :: 3]:
        host = start_host(open_terms(3, game=TOY))
        people = host.join()
        unheard = until_one_says(host, kind)
        unheard.disconnect()
        host.settle()
        forget(host, lost)
        for one in order:
            people[one].connect()
            host.settle()
        assert all(it.session.finished for it in people), order
        assert 1 == len({it.seat.fold.digest for it in people})
        host.ended()
        for path in host.folder.iterdir():
            path.unlink()


def test_votes_that_are_forgotten_are_told_again(start_host: StartHost) -> None:
    """Also where who was put out is there first, with what they had said in time."""
    for order in list(permutations(range(3)))[::2]:
        host = start_host(open_terms(3))
        people = sat(host, silent=0)
        people[0].stalled = False
        people[0].disconnect()
        host.go_on_without(people[:1], people[1:])
        host.clock.advance(0)
        forget(host, 1)
        assert () == host.game.left
        for number in order:
            people[number].connect()
            host.settle()
        assert people[0].seat.number in host.game.left
        assert 1 == len({it.seat.fold.digest for it in people})
        host.close()
        for path in host.folder.iterdir():
            path.unlink()


def test_who_looks_on_misses_nothing_either(start_host: StartHost) -> None:
    """They have heard what the host has forgotten, and hear the rest in another order."""
    host, people = waiting_for_ann(start_host)
    eve = host.client("eve", table="table 1", looks_on=True)
    host.settle()
    people[0].player.answer_now()
    people[0].disconnect()
    host.settle()
    forget(host, 2)
    for client in (people[0], eve, *people[1:]):
        client.connect()
        host.settle()
    people[0].player.answer_now()
    host.settle()
    assert [] == eve.refusals
    digests = {it.seat.fold.digest for it in (eve, *people)}
    assert {host.game.fold.digest} == digests


def test_a_host_is_told_of_many_entries_no_faster_than_it_listens(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has all but the lobby to hear again, and cuts nobody off for that."""
    assert hostlog.BATCH / PAUSE < FROM_CLIENT.message_rate
    assert hostlog.BATCH_BYTES / PAUSE < FROM_CLIENT.byte_rate
    monkeypatch.setattr(hostlog, "BATCH", 16)
    host, people = waiting_for_ann(start_host)
    while host.game.fold.position < 64:
        people[0].player.answer_now()
        host.settle()
    before, lobby = host.game.fold.position, len(host.game.fold.charter.wires)
    forget(host, before)
    people[0].connect()
    host.settle()
    assert lobby + 16 == host.game.fold.position
    host.pass_time(PAUSE)
    assert lobby + 32 == host.game.fold.position
    # Of what another brings nothing is brought again.
    people[1].connect()
    host.settle()
    assert lobby + 48 == host.game.fold.position
    people[2].connect()
    host.pass_time(PAUSE * before / 16)
    assert before <= host.game.fold.position
    assert [[]] * 3 == [person.refusals for person in people]
    play_on(host, people)
