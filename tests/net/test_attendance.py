"""Attendance: a seat's statements in the log; reactions are tested elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.net.attendance import MAX_STATEMENTS_PER_SEAT, WORDS
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.envelopes import Entry, Envelope, Wire, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken
from sealed_wonders.net.suites import begin
from tests.net.test_halts import choosing, table_with_one_fold
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
)
from tests.support.inprocess.folds import Table, hand_over_seat, refused
from tests.support.lobbies import identity_of

SEAT = 2


def presence_statement(
    table: Table, kind: str, number: int, *, seat: Seat = SEAT, **changes: Any
) -> Entry:
    """Sign a statement about whether somebody is present."""
    fold = table.fold
    gid, prev = fold.charter.gid, fold.task.prev
    body = (fold.phase.number,)
    said = Envelope(gid, f"here/{seat}", number, kind, seat, prev, body)
    signer = table.players[seat].identity
    return sign(signer, replace(said, **changes))


def seen(table: Table) -> tuple[frozenset[Seat], int]:
    """Return the idle seats, and the number of times that SEAT has signed HERE."""
    attendance = table.fold.attendance
    return attendance.idle, len(attendance.here(SEAT))


def test_an_idle_seat_stays_idle_until_it_signs_here() -> None:
    """The statements aren't in the file, and change nothing else."""
    table, fold = choosing()
    before = fold.digest, fold.missing, fold.log()
    assert isinstance(fold.accept(presence_statement(table, "IDLE", 0)), SlotTaken)
    assert (frozenset((SEAT,)), 0) == seen(table)
    assert isinstance(fold.accept(presence_statement(table, "HERE", 1)), SlotTaken)
    assert (frozenset(), 1) == seen(table)
    assert isinstance(fold.accept(presence_statement(table, "HERE", 1)), Known)
    assert (frozenset(), 1) == seen(table)
    assert before == (fold.digest, fold.missing, fold.log())


def test_a_statement_older_than_another_is_refused() -> None:
    """A host could have kept it back. Statements that got lost are only missing."""
    table, fold = choosing()
    kept = presence_statement(table, "IDLE", 3)
    assert isinstance(fold.accept(presence_statement(table, "HERE", 5)), SlotTaken)
    assert Reason.BAD_BALLOT is refused(fold, kept)
    assert (frozenset(), 1) == seen(table)
    assert 6 == fold.attendance.next_number(SEAT)


@pytest.mark.parametrize("does", ["says so", "plays"])
def test_a_later_statement_or_entry_cancels_a_farewell(does: str) -> None:
    """
    Players who leave may change their minds, and only a ballot lets the game go on
    without them.
    """
    table, fold = choosing()
    before = fold.digest, fold.task, fold.missing, fold.log()
    assert isinstance(fold.accept(presence_statement(table, "LEAVE", 0)), SlotTaken)
    assert isinstance(fold.accept(presence_statement(table, "LEAVE", 0)), Known)
    fold.accept(presence_statement(table, "IDLE", 1))
    assert {SEAT} == fold.attendance.leaving
    assert before == (fold.digest, fold.task, fold.missing, fold.log())
    says = (
        presence_statement(table, "HERE", 2)
        if does == "says so"
        else table.players[SEAT].speak()
    )
    fold.accept(says)
    assert frozenset() == fold.attendance.leaving


def test_nobody_else_cancels_statements_from_beyond_a_fraud() -> None:
    """
    A cheat names an accomplice as its new holder in a later phase, who then signs for
    another seat. Such entries are relayed, since nobody can tell whether they are true.
    """
    table, fold = choosing()
    gid, number, zed = fold.charter.gid, fold.phase.number, identity_of("zed")
    fold.accept(presence_statement(table, "HERE", 0))
    fold.accept(presence_statement(table, "LEAVE", 1))
    assert isinstance(fold.accept(table.players[0].sign((b"?",))), Fraud)
    later, person = number + 1, TablePerson("zed", zed.public)
    said = zed.sign(takeover_statement(gid, 0, 0, later, person))
    takes = Takeover(later, person, said).body
    given = Envelope(gid, "seat/0", 0, "HANDOVER", 0, bytes(32), takes)
    false = replace(given, lane=f"seat/{SEAT}", seat=SEAT, body=(later,))
    speaks = replace(false, lane="main", phase=later, kind="MIX", body=())
    for entry in (
        sign(table.players[0].identity, given),
        sign(zed, false),
        sign(zed, speaks),
    ):
        receipt = fold.accept(entry)
        assert isinstance(receipt, SlotTaken)
        assert not receipt.counts
    assert {SEAT} == fold.attendance.leaving
    assert (frozenset(), 1) == seen(table)


def test_invalid_statements_are_refused() -> None:
    table, fold = choosing()
    good = presence_statement(table, "LEAVE", 0)
    for reason, entry in (
        (Reason.WRONG_SEAT, presence_statement(table, "LEAVE", 0, lane="here/1")),
        (Reason.WRONG_SEAT, presence_statement(table, "LEAVE", 0, lane="here/8")),
        (Reason.WRONG_LANE, presence_statement(table, "LEAVE", 0, lane="here/x")),
        (Reason.WRONG_GAME, presence_statement(table, "LEAVE", 0, gid=bytes(32))),
        (Reason.WRONG_KIND, presence_statement(table, "END", 0)),
        (Reason.BAD_SIGNATURE, Entry.of(Wire(good.wire.env, bytes(64)))),
        (Reason.BAD_BALLOT, presence_statement(table, "LEAVE", 0, body=())),
        (
            Reason.BAD_BALLOT,
            presence_statement(table, "LEAVE", 0, body=(fold.phase.number, 1)),
        ),
        (Reason.BAD_BALLOT, presence_statement(table, "LEAVE", 0, body=("now",))),
    ):
        assert reason is refused(fold, entry)
    fold.accept(good)
    two = presence_statement(table, "LEAVE", 0, body=(7,))
    assert isinstance(fold.accept(two), Equivocation)


@pytest.mark.parametrize("kind", WORDS)
def test_statements_of_each_kind_are_limited(kind: str) -> None:
    """Everybody must keep all of them. The limits are separate for each kind."""
    table, fold = choosing()
    most = next(most for it, most in MAX_STATEMENTS_PER_SEAT.items() if it == kind)
    for number in range(most):
        assert isinstance(
            fold.accept(presence_statement(table, kind, number)), SlotTaken
        )
    assert Reason.BAD_BALLOT is refused(fold, presence_statement(table, kind, most))
    other = "IDLE" if kind == "HERE" else "HERE"
    assert isinstance(fold.accept(presence_statement(table, other, most)), SlotTaken)


@pytest.mark.parametrize("kind", WORDS)
def test_a_statement_holds_only_for_the_phase_that_it_names(kind: str) -> None:
    """
    A host that believed a proof may have sent another phase or history; nobody is to
    blame.
    """
    table, fold = choosing()

    def everything() -> tuple[frozenset[Seat], frozenset[Seat], int]:
        return fold.attendance.leaving, *seen(table)

    nothing = frozenset[Seat](), frozenset[Seat](), 0
    others: list[dict[str, Any]] = [
        {"body": (fold.phase.number + 1,)},
        {"prev": bytes(32)},
    ]
    for number, changes in enumerate(others):
        said = presence_statement(table, kind, number, **changes)
        receipt = fold.accept(said)
        assert isinstance(receipt, SlotTaken)
        assert not receipt.counts
        assert nothing == everything()
    fold.accept(presence_statement(table, kind, 2))
    assert nothing != everything()
    for seat in fold.missing:
        fold.accept(table.players[seat].speak())
    assert nothing == everything()


def reopened(*, gives_seat: bool = False) -> tuple[Fold, Seat]:
    """
    Return a fold in which a phase is open again, and the idle seat of that phase.

    Before it closed, that seat signed IDLE and SEAT signed HERE.

    Args:
        gives_seat: whether SEAT was handed over afterwards.
    """
    table = table_with_one_fold()
    fold = table.play_until("REVEAL")
    *most, last = fold.active
    twin = begin(table.charter, fold.ruleset)
    for entry in fold.entries(twin.position):
        twin.accept(entry)
    words = [
        presence_statement(table, "IDLE", 0, seat=last),
        presence_statement(table, "HERE", 0),
    ]
    before = fold.position
    if gives_seat:
        hand_over_seat(table, SEAT, "zed")
    words += fold.entries(before)
    signers = [it.identity for it in table.players]
    late = table.players[most[-1]].speak()
    others = [table.players[it].speak() for it in fold.active if it != most[-1]]
    for entry in (*words, *others):
        twin.accept(entry)
    # Two ballots are opened, and one is carried; the late seat knew of neither.
    ballots = []
    for opener in most[:2]:
        proposal = honest_proposal(fold, [last])
        ballots.append(open_ballot(fold, signers[opener], opener, proposal))
        fold.accept(ballots[-1])
    votes = [
        sign_ballot_answer(fold, signers[it], it, 0, 0, yes=True) for it in most[1:]
    ]
    left = twin.phase.number
    twin.accept(late)
    assert (left + 1, frozenset()) == (twin.phase.number, twin.attendance.idle)
    for entry in (*ballots, *votes):
        twin.accept(entry)
    assert left == twin.phase.number
    return twin, last


def test_statements_hold_again_in_a_reopened_phase() -> None:
    """They needn't be repeated."""
    fold, idle = reopened()
    attendance = fold.attendance
    assert (frozenset((idle,)), 1) == (attendance.idle, len(attendance.here(SEAT)))


def test_a_former_holders_statements_are_gone_in_a_reopened_phase() -> None:
    fold, idle = reopened(gives_seat=True)
    assert "zed" == fold.people[SEAT].name
    attendance = fold.attendance
    assert (frozenset((idle,)), 0) == (attendance.idle, len(attendance.here(SEAT)))


def test_a_new_holder_begins_without_statements() -> None:
    """Statements of the old holder don't come back."""
    table, fold = choosing()
    fold.accept(presence_statement(table, "IDLE", 0))
    fold.accept(presence_statement(table, "HERE", 1))
    fold.accept(presence_statement(table, "IDLE", 2))
    before = table.players[SEAT].identity
    hand_over_seat(table, SEAT, "zed")
    assert (frozenset(), 0) == seen(table)
    said = presence_statement(table, "HERE", 3)
    assert Reason.BAD_SIGNATURE is refused(fold, sign(before, said.envelope))
    assert isinstance(fold.accept(said), SlotTaken)
    assert (frozenset(), 1) == seen(table)
