"""A player's answer to a ballot: to which equal ballots it also applies."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from sealed_wonders.client.table.answers import SAME_TIME, Answers
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.ballots import Ballot
from tests.support.inprocess.ballots import answer, open_ballot, propose
from tests.support.inprocess.folds import Table
from tests.support.toy import Toy

GONE = 4


class Told:
    """Somebody who hears of ballots at a table of five, the last of whom is gone."""

    def __init__(self) -> None:
        self.table = Table(Toy(5), "answers", shared=True)
        self.fold = self.table.play_until("PICK")
        self.answers = Answers()
        self.now = 100.0

    def hear(
        self, opener: Seat, *, known: int | None = None, out: Collection[Seat] = (GONE,)
    ) -> Ballot:
        """Let somebody open a ballot, and see it."""
        signer = self.table.players[opener].identity
        proposal = propose(self.fold, out, known=known)
        self.fold.accept(open_ballot(self.fold, signer, opener, proposal))
        self.look()
        return self.fold.ballots.on(proposal.phase)[-1]

    def look(self) -> None:
        self.answers.look(self.fold.ballots.on(self.fold.phase.number), self.now)

    def refuse(self, ballot: Ballot, seat: Seat) -> None:
        signer = self.table.players[seat].identity
        self.fold.accept(
            answer(self.fold, signer, seat, ballot.opener, ballot.number, yes=False)
        )

    def to(self, ballot: Ballot, prev: bytes | None = None) -> bool | None:
        prev = self.fold.task.prev if prev is None else prev
        return self.answers.to(ballot, prev, self.now)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.mark.parametrize("yes", [True, False])
def test_it_is_one_to_the_same_while_that_is_open(told: Told, *, yes: bool) -> None:
    """However long that takes; whichever came first, and to nothing else."""
    first, other = told.hear(0), told.hear(1, known=0, out=(3, GONE))
    told.now += 10 * SAME_TIME
    second = told.hear(2, known=0)
    assert (None, None, first.key) == (
        told.to(first),
        told.to(second),
        told.answers.first(second),
    )
    told.answers.give(second.key, yes=yes)
    assert [yes, None, yes] == [told.to(it) for it in (first, other, second)]


@pytest.mark.parametrize(
    ("seconds", "is_same"), [(SAME_TIME, True), (SAME_TIME + 1, False)]
)
def test_of_what_came_to_nothing_it_is_one_for_a_moment(
    told: Told, seconds: float, *, is_same: bool
) -> None:
    """By one's own clock: whoever opens it may say that they knew of nothing."""
    first = told.hear(0)
    told.answers.give(first.key, yes=True)
    told.refuse(first, 3)
    told.now += seconds
    second = told.hear(0, known=0)
    assert (True if is_same else None) == told.to(second)
    assert (first.key if is_same else None) == told.answers.first(second)
    # Who says that they knew asks anew, whatever the clock says.
    assert None is told.to(told.hear(1))


def test_what_is_seen_at_once_was_not_said_at_once(told: Told) -> None:
    """Whoever comes back sees all of it at the same moment."""
    answers, told.answers = told.answers, Answers()
    first = told.hear(0)
    told.refuse(first, 3)
    second = told.hear(0, known=0)
    told.answers = answers
    told.look()
    told.answers.give(first.key, yes=True)
    assert None is told.to(second)


def test_what_one_has_opened_counts_for_its_own_history_only(told: Told) -> None:
    """A phase that was gone back to is another one of the same number."""
    prev = told.fold.task.prev
    wanted = told.fold.phase.number, bytes(32), (GONE,), ()
    told.answers.open((3, 0), wanted, told.now)
    first = told.hear(0)
    assert None is told.to(first)
    assert told.to(first, bytes(32))
    told.answers.open((3, 1), (wanted[0], prev, *wanted[2:]), told.now)
    assert told.to(first)
    told.now += SAME_TIME + 1
    assert None is told.to(first)
