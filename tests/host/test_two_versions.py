"""Two envelopes for one place: the first counts, and both convict the signer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.host.news import TwoVersions
from sealed_wonders.net.log.envelopes import parse, sign, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import Convicted, Post
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, play_on


def lie(host: HostHarness, person: Client, number: int = 0) -> None:
    """Sign another version of a player's first entry."""
    fold = host.game.fold
    seat = host.game.seat_of(person.identity.public)
    envelopes = [parse(wire.wire.env) for wire in fold.entries(len(fold.charter.wires))]
    first = next(said for said in envelopes if said.seat == seat)
    person.send(
        Post(wires_of((sign(person.identity, replace(first, body=(number,))),)))
    )
    host.settle()


def test_a_second_version_is_refused_and_kept_as_evidence(
    host: HostHarness, tmp_path: Path
) -> None:
    """
    There is one file per seat, which proves the fraud to anybody. The log and the game
    stay the same.
    """
    ann, bob, _cleo = host.clients
    before = host.game.fold.log()
    for number in range(10):
        lie(host, ann, number)
    assert ["two-versions"] * 10 == ann.refusals
    (news,) = host.news_of(TwoVersions)
    assert "ann" == news.name
    assert news.proof is not None
    assert [news.proof] == list(tmp_path.glob("*.evidence"))
    proof = Equivocation.from_bytes(news.proof.read_bytes())
    assert ann.identity.public == proof.identity
    # A repeated entry is no second version.
    fold = host.game.fold
    bob.speak(Post(wires_of(fold.entries(len(fold.charter.wires))[:20])))
    assert [] == bob.refusals
    assert before == fold.log()
    play_on(host)


def test_evidence_that_can_t_be_written_is_still_reported(
    host: HostHarness, tmp_path: Path
) -> None:
    host.archive.folder = tmp_path / "nowhere"
    lie(host, host.clients[0])
    (news,) = host.news_of(TwoVersions)
    assert news.proof is None


def test_everybody_gets_the_evidence_at_once(host: HostHarness) -> None:
    """The game may wait for the one who cheated, so nothing else need happen."""
    ann, bob, cleo = host.clients
    host.leave_unanswered([ann])
    lie(host, ann)
    for one in (bob, cleo):
        assert {ann.seat.number} == set(one.seat.fold.evidence)


@pytest.mark.parametrize("anew", [False, True], ids=["back", "started again"])
def test_a_client_that_comes_later_gets_the_evidence(
    anew: bool, host: HostHarness
) -> None:
    """It gets it while reading the log: before that, it couldn't check the evidence."""
    ann, bob, _cleo = host.clients
    bob.restart() if anew else bob.disconnect()
    lie(host, ann)
    host.reconnect([bob])
    assert {ann.seat.number} == set(bob.seat.fold.evidence)
    assert 1 == sum(isinstance(it, Convicted) for it in bob.received)
