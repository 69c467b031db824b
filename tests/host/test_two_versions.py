"""Two envelopes for one place: the first counts, and the second is proof of the guilt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.host.news import TwoVersions
from sealed_wonders.net.log.envelopes import parse, sign, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import Post
from tests.support.inn import Inn, Inns, Visitor, go_on, playing


def lie(inn: Inn, person: Visitor, number: int = 0) -> None:
    """Sign another version of what was said first in the game."""
    fold = inn.game.fold
    seat = inn.game.seat_of(person.identity.public)
    envelopes = [parse(wire.wire.env) for wire in fold.entries(len(fold.charter.wires))]
    first = next(said for said in envelopes if said.seat == seat)
    person.send(
        Post(wires_of((sign(person.identity, replace(first, body=(number,))),)))
    )
    inn.settle()


def test_the_second_is_refused_and_kept(inns: Inns, tmp_path: Path) -> None:
    """A file proves it to anybody; the log and the game are as they were."""
    inn, people = playing(inns)
    before = inn.game.fold.log()
    lie(inn, people[0])
    assert ["two-versions"] == people[0].reasons
    (news,) = inn.told(TwoVersions)
    assert isinstance(news, TwoVersions)
    assert "ann" == news.name
    assert news.proof is not None
    proof = Equivocation.from_bytes(news.proof.read_bytes())
    assert people[0].identity.public == proof.identity
    assert before == inn.game.fold.log()
    go_on(inn, people)


def test_a_liar_fills_no_disk(inns: Inns, tmp_path: Path) -> None:
    """However many versions there are, one proof of each seat is kept."""
    inn, people = playing(inns)
    for number in range(10):
        lie(inn, people[0], number)
    assert 10 == len(people[0].reasons)
    assert 1 == len(list(tmp_path.glob("*.evidence")))
    assert 1 == len(inn.told(TwoVersions))


def test_the_same_again_is_no_second_version(inns: Inns) -> None:
    """It is what a client sends that doesn't know whether it got through."""
    inn, people = playing(inns)
    fold = inn.game.fold
    mine = fold.entries(len(fold.charter.wires))
    before = fold.position
    people[1].send(Post(wires_of(mine[:20])))
    inn.settle()
    assert [] == people[1].reasons
    assert before == fold.position
    go_on(inn, people)


@pytest.mark.parametrize("gone", [False, True], ids=["here", "gone"])
def test_a_proof_that_can_t_be_written_harms_nobody(
    gone: bool, inns: Inns, tmp_path: Path
) -> None:
    """The news is told all the same."""
    inn, people = playing(inns)
    if gone:
        inn.archive.folder = tmp_path / "nowhere"
    lie(inn, people[0])
    (news,) = inn.told(TwoVersions)
    assert isinstance(news, TwoVersions)
    assert gone == (news.proof is None)
