"""Late ballots that reopen a closed phase."""

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
    give_away_by_ballot,
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
    vote_out,
)
from tests.support.inprocess.folds import Player, Table, strict_verification, taker
from tests.support.thorough import every


def another_fold(table: Table) -> Fold:
    """Return another fold with all entries of a table's fold. It believes proofs."""
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


def sign_beyond(table: Table, fold: Fold, out: Seat) -> list[Entry]:
    """
    Make a seat that is removed elsewhere do all that it can in a fold without the
    ballot.

    It is handed over; the new holder speaks, and opens a ballot about another seat.
    """
    before = Player(table.charter, fold.ruleset, out, fold)
    after = Player(table.charter, fold.ruleset, out, fold, name="zed")
    said = [before.sign_handover(after)]
    take(fold, said)
    if out in fold.missing and fold.phase.kind not in ("REVEAL", "DECLARE"):
        other = max(seat for seat in fold.active if seat != out)
        said.append(
            open_ballot(fold, after.identity, out, honest_proposal(fold, [other]))
        )
        said.append(after.speak())
        take(fold, said[1:])
    return said


KINDS = (
    *("KEY", "MIX", "DEAL", "OPEN_SHARE", "LOOK_X"),
    *("PICK", "REVEAL", "DECIDE", "DECLARE", "CHOOSE"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_late_ballot_has_the_same_effect_as_one_in_time(kind: str) -> None:
    """What the removed seat did meanwhile has no effect."""
    table = Table(ruleset("wonders", 5, {"with": "leaders,edifice"}), "", shared=True)
    signers = [player.identity for player in table.players]
    # Which seats must agree depends on which ones were removed just before.
    first = {"REVEAL": "PICK", "DECLARE": "DECIDE"}.get(kind, kind)
    vote_out(table.play_until(first), signers, [4])
    fold = table.play_until(kind)
    late, out = another_fold(table), fold.missing[0]
    said, before = table.entries(), fold.digest
    take(late, said)
    assert before != late.digest
    alone = sign_beyond(table, late, out)
    others = [it for it in said if it.envelope.seat != out]
    if kind in SURVIVING_KINDS:
        take(fold, others)
    votes = vote_out(fold, signers, [out])
    take(fold, [it for it in said if it not in fold.entries()])
    take(late, votes)
    assert stand(fold) == stand(late)
    assert tuple(sorted((out, 4))) == late.gone
    # Reading that host's journal has the same result.
    read = replay(wires_of(late.entries()), lambda it: fold.ruleset, begin=begin)
    assert stand(fold) == stand(read)
    # The fold that received the ballot in time ignores the other entries.
    was, listener = stand(fold), strict_verification(fold)
    listener.take(alone)
    assert (was, late.position) == (stand(fold), listener.position)
    for _ in range(3):
        entries = table.phase()
        take(late, entries)
    assert (stand(fold), fold.state) == (stand(late), late.state)


@pytest.mark.parametrize("kind", ["MIX", "REVEAL"])
@pytest.mark.parametrize("yes", [True, False])
def test_a_fold_with_an_open_ballot_keeps_entries_of_later_phases(
    kind: str, yes: bool
) -> None:
    """It waits for the result, and has missed nothing if the ballot is void."""
    table = Table(Wonders(4, "day"), "", shared=True)
    held, late = table.play_until(kind), another_fold(table)
    out, (opener, *others) = held.missing[0], [*range(4)]
    if out == opener:
        opener, *others = others
    signers = [player.identity for player in table.players]
    first = open_ballot(held, signers[opener], opener, honest_proposal(held, [out]))
    said = table.entries()
    take(held, [first])
    voters = [seat for seat in others if seat != out]
    votes = [
        sign_ballot_answer(held, signers[it], it, opener, 0, yes=yes) for it in voters
    ]
    take(late, said)
    alone, listener = sign_beyond(table, late, out), strict_verification(held)
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
def test_a_late_ballot_can_give_a_seat_to_a_substitute(kind: str) -> None:
    """
    The substitute speaks in the reopened phase. What the old holder signed beyond it
    has no effect.
    """
    table = Table(Wonders(5, "day"), "", shared=True, gone="rescue")
    signers = [player.identity for player in table.players]
    # Which seats must agree depends on which ones were removed just before.
    vote_out(table.play_until("PICK"), signers, [4])
    fold = table.play_until(kind)
    late, said = another_fold(table), table.entries()
    take(late, said)
    alone = sign_beyond(table, late, 0)
    give_away_by_ballot(fold, table.players[1:4], taker(table, 0, "zed"))
    votes = fold.entries()[-3:]
    take(late, votes)
    take(fold, said[1:])
    assert stand(fold) == stand(late)
    assert ("zed", (0,)) == (late.people[0].name, late.missing)
    strict_verification(fold).take([said[0], *alone])
    assert stand(fold) == stand(late)
    # A ballot of higher rank removes the seat: the phase then closes as usual.
    take(late, vote_out(fold, signers, [0]))
    assert stand(fold) == stand(late)
    assert (0, 4) == late.gone


@pytest.mark.parametrize("kind", ["PICK", "REVEAL"])
def test_a_handover_in_a_reopened_phase_stays_in_force(kind: str) -> None:
    """The new holder's entry and vote count."""
    table = Table(Wonders(4, "day"), "", shared=True)
    fold = table.play_until(kind)
    late = another_fold(table)
    handed = table.players[1].sign_handover(yan := taker(table, 1, "yan"))
    yan.intent = table.players[1].intent
    take(fold, [handed])
    table.players[1] = yan
    said = table.entries()
    take(late, [handed, *said])
    if kind in SURVIVING_KINDS:
        take(fold, said[1:])
    votes = vote_out(fold, [it.identity for it in table.players], [0])
    take(late, votes)
    take(fold, [it for it in said if it not in fold.entries()])
    assert stand(fold) == stand(late)
    assert "yan" == late.people[1].name


@pytest.mark.parametrize("kind", ["PICK", "REVEAL"])
def test_two_late_ballots_leave_the_one_of_higher_rank_in_force(kind: str) -> None:
    """
    Each removes another seat. The second one arrives after the first has closed the
    phase.
    """
    table = Table(Wonders(5, "day"), "", shared=True)
    fold = table.play_until(kind)
    signers = [player.identity for player in table.players]
    late, said, drafts = another_fold(table), table.entries(), another_fold(table)
    first = vote_out(drafts, signers, [4])
    outranks = honest_proposal(fold, [3], known=1)
    second = [open_ballot(fold, signers[1], 1, outranks)]
    take(fold, second)
    for seat in (0, 2, 4):
        second.append(sign_ballot_answer(fold, signers[seat], seat, 1, 0, yes=True))
    take(late, [*said[:4], *first, said[4]])
    assert ((4,), fold.phase.number + 1) == (late.gone, late.phase.number)
    take(late, second)
    take(fold, [*said, *first, *second[1:]])
    assert stand(fold) == stand(late)
    assert (3,) == late.gone


@pytest.mark.parametrize("seed", every(5, range(60)))
@pytest.mark.parametrize("kind", ["KEY", "REVEAL"])
def test_a_phase_closes_by_the_same_ballot_in_any_order_of_votes(
    kind: str, seed: int
) -> None:
    """Votes arrive before and after entries; nobody has signed beyond the phase."""
    chance = random.Random(f"{kind}/{seed}")
    table = Table(Wonders(5, "day"), f"s{seed}", shared=True)
    fold = table.play_until(kind)
    signers = [player.identity for player in table.players]
    some: list[list[Entry]] = [[entry] for entry in table.entries()]
    drafts = another_fold(table)
    for opener in chance.sample(range(5), 3):
        out = chance.sample([it for it in range(5) if it != opener], 2)
        proposal = honest_proposal(fold, sorted(out), known=chance.randrange(3))
        votes = [open_ballot(drafts, signers[opener], opener, proposal)]
        take(drafts, votes)
        ballot = drafts.ballots.find(opener, 0)
        assert ballot is not None
        for seat in ballot.missing:
            yes = chance.random() < 0.8
            votes.append(
                sign_ballot_answer(drafts, signers[seat], seat, opener, 0, yes=yes)
            )
        some.append(votes)
    results = []
    for _ in range(3):
        results.append(stand(shuffled(table, some, chance)))
    assert results[0] == results[1] == results[2]


def shuffled(
    table: Table, some: Sequence[Sequence[Entry]], chance: random.Random
) -> Fold:
    """Return a fold that has received some lists of entries, interleaved at random."""
    fold, todo = another_fold(table), [list(it) for it in some]
    while todo:
        entries = chance.choice(todo)
        take(fold, [entries.pop(0)])
        todo = [it for it in todo if it]
    return fold
