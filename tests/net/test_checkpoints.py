"""A closed phase reopens for a ballot that comes late and counts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry, wires_of
from sealed_wonders.net.log.phases import SlotTaken
from sealed_wonders.net.plan import SURVIVING_KINDS
from sealed_wonders.net.replay import replay
from sealed_wonders.net.suites import begin, begin_relayed
from tests.support.inprocess.ballots import (
    answer,
    given_away,
    open_ballot,
    propose,
    voted_out,
)
from tests.support.inprocess.folds import Player, Table, hearing, taker
from tests.support.thorough import every


def another(table: Table) -> Fold:
    """Give another fold of all that a table's has, which believes proofs."""
    fold = begin_relayed(table.charter, table.fold.ruleset)
    take(fold, table.fold.entries(fold.position))
    return fold


def take(fold: Fold, entries: Iterable[Entry]) -> None:
    for entry in entries:
        assert isinstance(fold.accept(entry), SlotTaken)


def stand(fold: Fold) -> tuple[object, ...]:
    task, ballots = fold.task, {it.key: it.status for it in fold.ballots}
    known = task.prev, task.phase, task.ask, fold.missing, fold.active, fold.people
    passed = [(it.opened.seats, it.digest()) for it in fold.closed_phases]
    left, votes = [it.ballot for it in fold.left_phases], fold.opened.electorate
    whose = [it and (it.key, it.proposal) for it in left]
    return *known, fold.log(), fold.over, fold.frauds, ballots, passed, whose, votes


def beyond(table: Table, fold: Fold, out: Seat) -> list[Entry]:
    """
    Let a seat that is put out elsewhere do all that it can where it isn't yet.

    Somebody takes it, speaks, and would put another one out.
    """
    before = Player(table.charter, fold.ruleset, out, fold)
    after = Player(table.charter, fold.ruleset, out, fold, name="zed")
    said = [before.hand_over(after)]
    take(fold, said)
    if out in fold.missing and fold.phase.kind not in ("REVEAL", "DECLARE"):
        other = max(seat for seat in fold.active if seat != out)
        said.append(open_ballot(fold, after.identity, out, propose(fold, [other])))
        said.append(after.speak())
        take(fold, said[1:])
    return said


KINDS = (
    *("KEY", "MIX", "DEAL", "OPEN_SHARE", "LOOK_X"),
    *("PICK", "REVEAL", "DECIDE", "DECLARE", "CHOOSE"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_ballot_that_comes_late_is_as_good_as_one_in_time(kind: str) -> None:
    """All follows that would have; whoever is out has gone on by themselves for nothing."""
    table = Table(ruleset("wonders", 5, {"with": "leaders,edifice"}), "", shared=True)
    signers = [player.identity for player in table.players]
    # Who are to agree depends on who was put out just before.
    first = {"REVEAL": "PICK", "DECLARE": "DECIDE"}.get(kind, kind)
    voted_out(table.play_until(first), signers, [4])
    fold = table.play_until(kind)
    late, out = another(table), fold.missing[0]
    said, before = table.entries(), fold.digest
    take(late, said)
    assert before != late.digest
    alone = beyond(table, late, out)
    others = [it for it in said if it.envelope.seat != out]
    if kind in SURVIVING_KINDS:
        take(fold, others)
    votes = voted_out(fold, signers, [out])
    take(fold, [it for it in said if it not in fold.entries()])
    take(late, votes)
    assert stand(fold) == stand(late)
    assert tuple(sorted((out, 4))) == late.gone
    # Who reads what that host has written down comes to the same.
    read = replay(wires_of(late.entries()), lambda it: fold.ruleset, begin=begin)
    assert stand(fold) == stand(read)
    # And who had heard of the ballot in time takes the rest for what means nothing here.
    was, listener = stand(fold), hearing(fold)
    listener.take(alone)
    assert (was, late.position) == (stand(fold), listener.position)
    for _ in range(3):
        entries = table.phase()
        take(late, entries)
    assert (stand(fold), fold.state) == (stand(late), late.state)


@pytest.mark.parametrize("kind", ["MIX", "REVEAL"])
@pytest.mark.parametrize("yes", [True, False])
def test_who_knows_of_a_ballot_hears_of_what_is_behind_it_elsewhere(
    kind: str, yes: bool
) -> None:
    """They wait for what becomes of it, and have missed nothing if it comes to nothing."""
    table = Table(Wonders(4, "day"), "", shared=True)
    held, late = table.play_until(kind), another(table)
    out, (opener, *others) = held.missing[0], [*range(4)]
    if out == opener:
        opener, *others = others
    signers = [player.identity for player in table.players]
    first = open_ballot(held, signers[opener], opener, propose(held, [out]))
    said = table.entries()
    take(held, [first])
    voters = [seat for seat in others if seat != out]
    votes = [answer(held, signers[it], it, opener, 0, yes=yes) for it in voters]
    take(late, said)
    alone, listener = beyond(table, late, out), hearing(held)
    listener.take([*said, *alone])
    assert (kind, late.position + 1) == (held.phase.kind, listener.position)
    take(late, [first])
    assert late.phase.number > held.phase.number
    for vote in votes:
        take(late, [vote])
        listener.take([vote])
    assert stand(late) == stand(held)
    assert late.gone == ((out,) if yes else ())


@pytest.mark.parametrize("kind", ["PICK", "REVEAL"])
def test_a_seat_that_is_given_away_late_is_given_away(kind: str) -> None:
    """Who has it speaks where the one before did, and went on for nothing."""
    table = Table(Wonders(5, "day"), "", shared=True, gone="rescue")
    signers = [player.identity for player in table.players]
    # Who are to agree depends on who was put out just before.
    voted_out(table.play_until("PICK"), signers, [4])
    fold = table.play_until(kind)
    late, said = another(table), table.entries()
    take(late, said)
    alone = beyond(table, late, 0)
    given_away(fold, table.players[1:4], taker(table, 0, "zed"))
    votes = fold.entries()[-3:]
    take(late, votes)
    take(fold, said[1:])
    assert stand(fold) == stand(late)
    assert ("zed", (0,)) == (late.people[0].name, late.missing)
    hearing(fold).take([said[0], *alone])
    assert stand(fold) == stand(late)
    # One of a higher rank, which puts the seat out: what is left by that is as ever.
    take(late, voted_out(fold, signers, [0]))
    assert stand(fold) == stand(late)
    assert (0, 4) == late.gone


@pytest.mark.parametrize("kind", ["PICK", "REVEAL"])
def test_who_takes_a_seat_in_that_phase_has_it(kind: str) -> None:
    """What they say for it counts, and their vote does."""
    table = Table(Wonders(4, "day"), "", shared=True)
    fold = table.play_until(kind)
    late = another(table)
    handed = table.players[1].hand_over(yan := taker(table, 1, "yan"))
    yan.intent = table.players[1].intent
    take(fold, [handed])
    table.players[1] = yan
    said = table.entries()
    take(late, [handed, *said])
    if kind in SURVIVING_KINDS:
        take(fold, said[1:])
    votes = voted_out(fold, [it.identity for it in table.players], [0])
    take(late, votes)
    take(fold, [it for it in said if it not in fold.entries()])
    assert stand(fold) == stand(late)
    assert "yan" == late.people[1].name


@pytest.mark.parametrize("kind", ["PICK", "REVEAL"])
def test_what_came_too_late_for_one_ballot_counts_by_another(kind: str) -> None:
    """Two are put out, one of them by a ballot that comes when the phase was left."""
    table = Table(Wonders(5, "day"), "", shared=True)
    fold = table.play_until(kind)
    signers = [player.identity for player in table.players]
    late, said, drafts = another(table), table.entries(), another(table)
    first = voted_out(drafts, signers, [4])
    outranks = propose(fold, [3], known=1)
    second = [open_ballot(fold, signers[1], 1, outranks)]
    take(fold, second)
    for seat in (0, 2, 4):
        second.append(answer(fold, signers[seat], seat, 1, 0, yes=True))
    take(late, [*said[:4], *first, said[4]])
    assert ((4,), fold.phase.number + 1) == (late.gone, late.phase.number)
    take(late, second)
    take(fold, [*said, *first, *second[1:]])
    assert stand(fold) == stand(late)
    assert (3,) == late.gone


@pytest.mark.parametrize("seed", every(5, range(60)))
@pytest.mark.parametrize("kind", ["KEY", "REVEAL"])
def test_in_whatever_order_votes_come_a_phase_is_left_by_the_same(
    kind: str, seed: int
) -> None:
    """Before and behind all entries, as long as nobody has signed anything beyond."""
    chance = random.Random(f"{kind}/{seed}")
    table = Table(Wonders(5, "day"), f"s{seed}", shared=True)
    fold = table.play_until(kind)
    signers = [player.identity for player in table.players]
    some: list[list[Entry]] = [[entry] for entry in table.entries()]
    drafts = another(table)
    for opener in chance.sample(range(5), 3):
        out = chance.sample([it for it in range(5) if it != opener], 2)
        proposal = propose(fold, sorted(out), known=chance.randrange(3))
        votes = [open_ballot(drafts, signers[opener], opener, proposal)]
        take(drafts, votes)
        ballot = drafts.ballots.find(opener, 0)
        assert ballot is not None
        for seat in ballot.missing:
            yes = chance.random() < 0.8
            votes.append(answer(drafts, signers[seat], seat, opener, 0, yes=yes))
        some.append(votes)
    results = []
    for _ in range(3):
        results.append(stand(shuffled(table, some, chance)))
    assert results[0] == results[1] == results[2]


def shuffled(
    table: Table, some: Sequence[Sequence[Entry]], chance: random.Random
) -> Fold:
    """Give a fold that has heard of some things in a random order."""
    fold, todo = another(table), [list(it) for it in some]
    while todo:
        entries = chance.choice(todo)
        take(fold, [entries.pop(0)])
        todo = [it for it in todo if it]
    return fold
