"""Ballots: opening, answering, results, and which one leads."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.ballots import (
    MAX_BALLOTS_PER_PHASE,
    Ballot,
    BallotProposal,
    Ballots,
    Status,
    answer_body,
    is_settled,
    leading,
    read_proposal,
)
from sealed_wonders.net.log.electorate import BallotPhase
from sealed_wonders.net.log.envelopes import Body, Entry, Envelope, Value, Wire, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import BALLOTS, lane_of
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken, WireRefused
from sealed_wonders.net.log.sidelane import owner_of
from tests.support.lobbies import identity_of

GID, PREV = b"g" * 32, b"d" * 32
R = 9
PEOPLE = tuple(identity_of(name) for name in ("ann", "bob", "cleo", "dan", "eve"))
OPENED = BallotPhase(
    (0, 1, 2, 3, 4), PREV, {seat: each.public for seat, each in enumerate(PEOPLE)}
)
LEFT = replace(OPENED, is_left=True)


def proposal(*out: Seat, known: int = 0, phase: int = R) -> BallotProposal:
    return BallotProposal(phase, known, out, (None,) * len(out))


def said(
    seat: Seat, opener: Seat, body: Body, *, number: int = 0, **changes: object
) -> Entry:
    """Sign an entry of a ballot, with some fields of the envelope changed."""
    lane = lane_of(BALLOTS, opener)
    envelope = Envelope(GID, lane, number, "DROP_VOTE", seat, PREV, body)
    return sign(PEOPLE[seat], replace(envelope, **changes))  # type: ignore[arg-type]


def opens(seat: Seat, it: BallotProposal, number: int = 0, **changes: object) -> Entry:
    return said(seat, seat, it.body, number=number, **changes)


def answers(ballot: Ballot, seat: Seat, *, yes: bool, **changes: object) -> Entry:
    body = answer_body(ballot, yes)
    return said(seat, ballot.opener, body, number=ballot.number, **changes)


def ballot_of(ballots: Ballots, entry: Entry, opened: BallotPhase = OPENED) -> Ballot:
    assert isinstance(ballots.take(entry, opened), SlotTaken)
    ballot = ballots.find(entry.envelope.seat, entry.envelope.phase)
    assert ballot is not None
    return ballot


def refusal(
    ballots: Ballots, entry: Entry, opened: BallotPhase | None = OPENED
) -> Reason:
    """Return why an entry is refused, and check that nothing has changed."""
    before = [(it, dict(it.votes), it.entries) for it in ballots]
    with pytest.raises(WireRefused) as refused:
        ballots.take(entry, opened)
    assert before == [(it, it.votes, it.entries) for it in ballots]
    return refused.value.reason


# Results.


@pytest.mark.parametrize("votes", [*itertools.product((True, False), repeat=3)])
def test_one_no_makes_a_ballot_void_and_all_yeses_carry_it(
    votes: tuple[bool, ...],
) -> None:
    """
    A no decides at once, a yes only with the last answer. Later answers are still
    accepted.
    """
    ballots = Ballots(GID)
    ballot = ballot_of(ballots, opens(3, proposal(1)))
    for count, (seat, yes) in enumerate(zip((4, 0, 2), votes, strict=True), 1):
        receipt = ballots.take(answers(ballot, seat, yes=yes), OPENED)
        assert isinstance(receipt, SlotTaken)
        assert (count == 3) is receipt.closed
        if not all(votes[:count]):
            expected = Status.VOID
        else:
            expected = Status.CARRIED if count == 3 else Status.OPEN
        assert expected is ballot.status
    assert () == ballot.missing
    assert [3, 0, 2, 4] == [entry.envelope.seat for entry in ballot.entries]


# Which ballot leads.


def carried(ballots: Ballots, ballot: Ballot) -> None:
    for seat in ballot.missing:
        ballots.take(answers(ballot, seat, yes=True), OPENED)


def test_the_highest_carried_ballot_leads_unless_an_open_one_outranks_it() -> None:
    """
    The rank depends on the number of ballots known to the opener, the opener, and the
    number.
    """
    assert (None, True) == (leading(()), is_settled(()))
    orders = [(0, 0, 0), (0, 0, 1), (0, 2, 0), (1, 0, 2)]
    for status in itertools.product("ocv", repeat=len(orders)):
        ballots = Ballots(GID)
        found = [
            ballot_of(ballots, opens(seat, proposal(4, known=known), number))
            for known, seat, number in orders
        ]
        assert orders == [ballot.rank for ballot in found]
        for letter, ballot in zip(status, found, strict=True):
            if letter == "c":
                carried(ballots, ballot)
            elif letter == "v":
                ballots.take(answers(ballot, ballot.missing[0], yes=False), OPENED)
        word = "".join(status)
        best = word.rfind("c")
        assert (found[best] if best >= 0 else None) is leading(ballots.on(R))
        assert ("o" not in word[best + 1 :]) is is_settled(ballots.on(R))


# Invalid openings.


@pytest.mark.parametrize(
    "body",
    [
        (),
        (R,),
        (R, 0, (1,)),
        (R, 0, (1,), (None,), 7),
        (R, 0, 1, (None,)),
        (R, 0, (1,), None),
        (R, 0, (1,), ()),
        (R, 0, (1,), (None, None)),
        (R, 0, (1,), (b"short",)),
        (R, 0, (1,), (7,)),
        (R, 0, (True,), (None,)),
        (R, True, (1,), (None,)),
        (R, -1, (1,), (None,)),
        (R, 1 << 32, (1,), (None,)),
        (R, 0, (b"1",), (None,)),
        (True, 0, (1,), (None,)),
        (None, 0, (1,), (None,)),
    ],
    ids=repr,
)
def test_invalid_openings_of_a_ballot_are_refused(body: tuple[Value, ...]) -> None:
    with pytest.raises(WireRefused) as refused:
        read_proposal(body)
    assert Reason.BAD_BALLOT is refused.value.reason
    assert Reason.BAD_BALLOT is refusal(Ballots(GID), said(0, 0, body))


@pytest.mark.parametrize(
    "out",
    [(), (0,), (2, 1), (1, 1), (5,), (255,), (1, 2, 3), (1, 2, 3, 4), (0, 1)],
    ids=str,
)
def test_a_ballot_can_remove_only_a_minority_of_the_other_seats(
    out: tuple[Seat, ...],
) -> None:
    assert Reason.BAD_BALLOT is refusal(Ballots(GID), opens(0, proposal(*out)))


def test_openings_for_another_place_or_signer_are_refused() -> None:
    ballots, it = Ballots(GID), proposal(1)
    good = opens(0, it)
    cases = [
        (Reason.WRONG_GAME, opens(0, it, gid=bytes(32))),
        (Reason.WRONG_KIND, opens(0, it, kind="END")),
        (Reason.FOREIGN_PREV, opens(0, it, prev=bytes(32))),
        (Reason.WRONG_SEAT, said(2, 0, it.body)),
        (Reason.BAD_SIGNATURE, Entry.of(Wire(good.wire.env, bytes(64)))),
        (Reason.WRONG_LANE, opens(0, it, lane="drop/")),
        (Reason.WRONG_LANE, opens(0, it, lane="drop/00")),
        (Reason.WRONG_LANE, opens(0, it, lane="drop")),
        (Reason.WRONG_SEAT, opens(0, it, lane="drop/7")),
        (Reason.WRONG_SEAT, opens(0, it, lane="drop/1")),
    ]
    for reason, entry in cases:
        assert reason is refusal(ballots, entry)
    assert Reason.WRONG_PHASE is refusal(ballots, good, None)
    assert [] == list(ballots)
    assert isinstance(ballots.take(good, OPENED), SlotTaken)


@pytest.mark.parametrize(
    "lane", ["main", "lobby", "drop/x", "drop/-1", "drop/²", "seat/1"]
)
def test_ballots_are_refused_in_other_lanes(lane: str) -> None:
    with pytest.raises(WireRefused) as refused:
        owner_of(lane, BALLOTS)
    assert Reason.WRONG_LANE is refused.value.reason


def test_ballots_of_a_seat_are_numbered_across_phases() -> None:
    """Numbers may be skipped, since a file leaves out void ballots."""
    ballots = Ballots(GID)
    first = ballot_of(ballots, opens(0, proposal(1), 3))
    later = opens(0, proposal(1, phase=R + 1), 5)
    second = ballot_of(ballots, later)
    assert ((first,), (second,)) == (ballots.on(R), ballots.on(R + 1))
    assert (2, None) == (ballots.opened_by(0), ballots.find(0, 4))
    # A lower number can't follow a higher one.
    for number in (0, 2, 4):
        entry = opens(0, proposal(1, phase=R + 1), number)
        assert Reason.BAD_BALLOT is refusal(ballots, entry)
    assert isinstance(ballots.take(later, OPENED), Known)


def test_a_seat_can_open_sixteen_ballots_on_one_phase() -> None:
    """
    All closed phases together count as one. Others can still open ballots, and so can
    this seat in the next phase.
    """
    most = MAX_BALLOTS_PER_PHASE
    for step, opened in ((0, OPENED), (1, LEFT)):
        ballots = Ballots(GID)
        for number in range(most):
            it = proposal(1, phase=R + step * number)
            ballot_of(ballots, opens(0, it, number), opened)
        more = opens(0, proposal(1, phase=R + step * most), most)
        assert Reason.BAD_BALLOT is refusal(ballots, more, opened)
        ballot_of(ballots, opens(2, proposal(1)))
        ballot_of(ballots, opens(0, proposal(1, phase=R + most), most))


# Invalid answers.


def test_an_answer_counts_only_for_the_ballot_whose_digest_it_names() -> None:
    """
    So nobody's yes counts for other contents, and nobody is blamed for what the host
    showed.
    """
    ballots = Ballots(GID)
    ballot = ballot_of(ballots, opens(0, proposal(1)))
    other = ballot_of(Ballots(GID), opens(0, proposal(4)))
    assert ballot.digest != other.digest
    assert Reason.BAD_BALLOT is refusal(ballots, answers(other, 2, yes=True))
    # Signatures are checked first.
    unsigned = Entry.of(Wire(answers(other, 2, yes=True).wire.env, bytes(64)))
    assert Reason.BAD_SIGNATURE is refusal(ballots, unsigned)
    assert (0, 2, 3, 4) == ballot.voters
    assert (2, 3, 4) == ballot.missing


@pytest.mark.parametrize("at", [0, 1, 2])
def test_invalid_answers_are_refused(at: int) -> None:
    ballots = Ballots(GID)
    ballot = ballot_of(ballots, opens(0, proposal(1)))
    good = answer_body(ballot, True)
    values: tuple[Value, ...] = (None, R + 1, 1, 0, b"", "yes", (), True)
    for value in values:
        body = (*good[:at], value, *good[at + 1 :])
        # When packed, True differs from 1.
        if (value, type(value)) != (good[at], type(good[at])):
            assert Reason.BAD_BALLOT is refusal(ballots, said(2, 0, body))
    for body in (good[:at], (*good, None), ()):
        assert Reason.BAD_BALLOT is refusal(ballots, said(2, 0, body))


def test_answers_for_another_ballot_or_signer_are_refused() -> None:
    ballots = Ballots(GID)
    ballot = ballot_of(ballots, opens(0, proposal(1)))
    good = answers(ballot, 2, yes=True)
    cases = [
        # The seat to be removed has no vote.
        (Reason.WRONG_SEAT, answers(ballot, 1, yes=False)),
        (Reason.WRONG_GAME, answers(ballot, 2, yes=True, gid=bytes(32))),
        (Reason.WRONG_KIND, answers(ballot, 2, yes=True, kind="END")),
        (Reason.FOREIGN_PREV, answers(ballot, 2, yes=True, prev=bytes(32))),
        (Reason.BAD_SIGNATURE, Entry.of(Wire(good.wire.env, bytes(64)))),
        # For ballots that nobody has opened.
        (Reason.WRONG_SEAT, answers(ballot, 2, yes=True, phase=1)),
        (Reason.WRONG_SEAT, answers(ballot, 2, yes=True, lane="drop/3")),
        (Reason.BAD_BALLOT, answers(ballot, 2, yes=True, lane="drop/2")),
    ]
    for reason, entry in cases:
        assert reason is refusal(ballots, entry)
    assert isinstance(ballots.take(good, OPENED), SlotTaken)
    assert isinstance(ballots.take(good, OPENED), Known)
    assert {0: True, 2: True} == ballot.votes


# Signing twice.


@pytest.mark.parametrize("first", [True, False])
def test_a_second_answer_convicts_the_voter_and_the_first_counts(first: bool) -> None:
    ballots = Ballots(GID)
    ballot = ballot_of(ballots, opens(0, proposal(1)))
    entries = [answers(ballot, 2, yes=yes) for yes in (first, not first)]
    ballots.take(entries[0], OPENED)
    evidence = ballots.take(entries[1], OPENED)
    assert isinstance(evidence, Equivocation)
    assert (PEOPLE[2].public, (GID, "drop/0", 0)) == (evidence.identity, evidence.place)
    assert {0: True, 2: first} == ballot.votes
    assert (Status.OPEN if first else Status.VOID) is ballot.status


@pytest.mark.parametrize("changes", [{}, {"prev": bytes(32)}, {"kind": "END"}], ids=str)
def test_two_ballots_in_one_place_convict_their_opener(
    changes: dict[str, object],
) -> None:
    """The contents of the second don't matter: another phase or log, or rubbish."""
    for body in (proposal(4).body, proposal(1, phase=3).body, (b"?",)):
        ballots = Ballots(GID)
        ballot = ballot_of(ballots, opens(0, proposal(1)))
        evidence = ballots.take(said(0, 0, body, number=0, **changes), OPENED)
        assert isinstance(evidence, Equivocation)
        assert ([ballot], (1,)) == (list(ballots), ballot.proposal.out)


def test_answers_to_two_ballots_in_one_place_convict_the_voter() -> None:
    """The opener signed both ballots, but the voter's answers are in one place, too."""
    ballots = Ballots(GID)
    ballot = ballot_of(ballots, opens(0, proposal(1)))
    other = ballot_of(Ballots(GID), opens(0, proposal(4)))
    ballots.take(answers(ballot, 2, yes=True), OPENED)
    evidence = ballots.take(answers(other, 2, yes=False), OPENED)
    assert isinstance(evidence, Equivocation)
