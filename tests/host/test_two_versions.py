"""Two envelopes for one place: the first counts, and both together convict the signer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.host.news import TwoVersions
from sealed_wonders.net.log.envelopes import parse, sign, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import Convicted, Post
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    play_on,
    waiting_for_ann,
)


def lie(host: HostHarness, person: Client, number: int = 0) -> None:
    """Sign another version of what was said first in the game."""
    fold = host.game.fold
    seat = host.game.seat_of(person.identity.public)
    envelopes = [parse(wire.wire.env) for wire in fold.entries(len(fold.charter.wires))]
    first = next(said for said in envelopes if said.seat == seat)
    person.send(
        Post(wires_of((sign(person.identity, replace(first, body=(number,))),)))
    )
    host.settle()


def test_the_second_is_refused_and_kept(start_host: StartHost, tmp_path: Path) -> None:
    """A file proves it to anybody; the log and the game are as they were."""
    host, people = waiting_for_ann(start_host)
    before = host.game.fold.log()
    lie(host, people[0])
    assert ["two-versions"] == people[0].refusals
    (news,) = host.told(TwoVersions)
    assert "ann" == news.name
    assert news.proof is not None
    proof = Equivocation.from_bytes(news.proof.read_bytes())
    assert people[0].identity.public == proof.identity
    assert before == host.game.fold.log()
    play_on(host, people)


def test_a_liar_fills_no_disk(start_host: StartHost, tmp_path: Path) -> None:
    """However many versions there are, one proof of each seat is kept."""
    host, people = waiting_for_ann(start_host)
    for number in range(10):
        lie(host, people[0], number)
    assert 10 == len(people[0].refusals)
    assert 1 == len(list(tmp_path.glob("*.evidence")))
    assert 1 == len(host.told(TwoVersions))


def test_the_same_again_is_no_second_version(start_host: StartHost) -> None:
    """It is what a client sends that doesn't know whether it got through."""
    host, people = waiting_for_ann(start_host)
    fold = host.game.fold
    mine = fold.entries(len(fold.charter.wires))
    before = fold.position
    people[1].speak(Post(wires_of(mine[:20])))
    assert [] == people[1].refusals
    assert before == fold.position
    play_on(host, people)


@pytest.mark.parametrize("gone", [False, True], ids=["here", "gone"])
def test_a_proof_that_can_t_be_written_harms_nobody(
    gone: bool, start_host: StartHost, tmp_path: Path
) -> None:
    """The news is told all the same."""
    host, people = waiting_for_ann(start_host)
    if gone:
        host.archive.folder = tmp_path / "nowhere"
    lie(host, people[0])
    (news,) = host.told(TwoVersions)
    assert gone == (news.proof is None)


@pytest.mark.parametrize("anew", [False, True], ids=["back", "started again"])
def test_whoever_comes_later_is_told_of_it(anew: bool, start_host: StartHost) -> None:
    """When they read the log: before that a proof means nothing to them."""
    host, (ann, bob, _cleo) = waiting_for_ann(start_host)
    bob.restart() if anew else bob.disconnect()
    lie(host, ann)
    host.come_back([bob])
    assert {ann.seat.number} == set(bob.seat.fold.evidence)
    assert 1 == sum(isinstance(it, Convicted) for it in bob.received)
