"""A player's answer to a ballot: to which equal ballots it also applies."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from sealed_wonders.client.table.answers import SAME_TIME, Answers
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.ballots import Ballot
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
)
from tests.support.inprocess.folds import Table
from tests.support.toy import Toy

GONE = 4


class BallotView:
    """Ballots at a table of five, the last of whom is gone, as one player sees them."""

    def __init__(self) -> None:
        self.table = Table(Toy(5), "answers", shared=True)
        self.fold = self.table.play_until("PICK")
        self.answers = Answers()
        self.now = 100.0

    def hear(
        self, opener: Seat, *, known: int | None = None, out: Collection[Seat] = (GONE,)
    ) -> Ballot:
        """Open a ballot, and let the player see it."""
        signer = self.table.players[opener].identity
        proposal = honest_proposal(self.fold, out, known=known)
        self.fold.accept(open_ballot(self.fold, signer, opener, proposal))
        self.look()
        return self.fold.ballots.on(proposal.phase)[-1]

    def look(self) -> None:
        self.answers.look(self.fold.ballots.on(self.fold.phase.number), self.now)

    def refuse(self, ballot: Ballot, seat: Seat) -> None:
        signer = self.table.players[seat].identity
        self.fold.accept(
            sign_ballot_answer(
                self.fold, signer, seat, ballot.opener, ballot.number, yes=False
            )
        )

    def to(self, ballot: Ballot, prev: bytes | None = None) -> bool | None:
        prev = self.fold.task.prev if prev is None else prev
        return self.answers.to(ballot, prev, self.now)


@pytest.fixture
def view() -> BallotView:
    return BallotView()


@pytest.mark.parametrize("yes", [True, False])
def test_an_answer_applies_to_an_equal_ballot_while_the_first_is_open(
    view: BallotView, *, yes: bool
) -> None:
    """However long it takes, and whichever is first. It applies to no other ballot."""
    first, other = view.hear(0), view.hear(1, known=0, out=(3, GONE))
    view.now += 10 * SAME_TIME
    second = view.hear(2, known=0)
    assert (None, None, first.key) == (
        view.to(first),
        view.to(second),
        view.answers.first(second),
    )
    view.answers.give(second.key, yes=yes)
    assert [yes, None, yes] == [view.to(it) for it in (first, other, second)]


@pytest.mark.parametrize(
    ("seconds", "is_same"), [(SAME_TIME, True), (SAME_TIME + 1, False)]
)
def test_an_answer_to_a_void_ballot_applies_to_an_equal_one_briefly(
    view: BallotView, seconds: float, *, is_same: bool
) -> None:
    """
    By the player's own clock, because an opener may claim to have known of no ballot.
    """
    first = view.hear(0)
    view.answers.give(first.key, yes=True)
    view.refuse(first, 3)
    view.now += seconds
    second = view.hear(0, known=0)
    assert (True if is_same else None) == view.to(second)
    assert (first.key if is_same else None) == view.answers.first(second)
    # If the opener admits to knowing the first one, it is a new question at any time.
    assert None is view.to(view.hear(1))


def test_an_answer_does_not_apply_to_ballots_seen_at_once(view: BallotView) -> None:
    """A client that reconnects sees all ballots at the same moment."""
    answers, view.answers = view.answers, Answers()
    first = view.hear(0)
    view.refuse(first, 3)
    second = view.hear(0, known=0)
    view.answers = answers
    view.look()
    view.answers.give(first.key, yes=True)
    assert None is view.to(second)


def test_opening_a_ballot_counts_as_a_yes_in_its_own_history_only(
    view: BallotView,
) -> None:
    """After the log went back, another phase has the same number."""
    prev = view.fold.task.prev
    wanted = view.fold.phase.number, bytes(32), (GONE,), ()
    view.answers.open((3, 0), wanted, view.now)
    first = view.hear(0)
    assert None is view.to(first)
    assert view.to(first, bytes(32))
    view.answers.open((3, 1), (wanted[0], prev, *wanted[2:]), view.now)
    assert view.to(first)
    view.now += SAME_TIME + 1
    assert None is view.to(first)
