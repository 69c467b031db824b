"""Attendance: a seat's statements in the log; reactions are tested elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.net.attendance import MAX_STATEMENTS_PER_SEAT, WORDS
from sealed_wonders.net.log.envelopes import Entry, Envelope, sign
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken, WireRefused
from sealed_wonders.net.suites import begin
from tests.net.test_halts import sit
from tests.support.inprocess.ballots import answer, open_ballot, propose
from tests.support.inprocess.folds import Table, changes_hands

SEAT = 2


def word(
    table: Table, kind: str, number: int, *, seat: Seat = SEAT, **changes: Any
) -> Entry:
    """Sign what a seat says of whether anybody is there."""
    fold = table.fold
    gid, prev = fold.charter.gid, fold.task.prev
    body = (fold.phase.number,)
    said = Envelope(gid, f"here/{seat}", number, kind, seat, prev, body)
    signer = table.players[seat].identity
    return sign(signer, replace(said, **changes))


def seen(table: Table) -> tuple[frozenset[Seat], int]:
    """Give at whose programs nobody is, and how often one has said that they are there."""
    attendance = table.fold.attendance
    return attendance.idle, len(attendance.here(SEAT))


def test_nobody_is_there_until_somebody_says_so() -> None:
    """Nothing else changes: it is in no file, and nobody is bound by it."""
    table = sit()
    fold = table.play_until("PICK")
    before = fold.digest, fold.missing, fold.log()
    assert isinstance(fold.accept(word(table, "IDLE", 0)), SlotTaken)
    assert (frozenset((SEAT,)), 0) == seen(table)
    assert isinstance(fold.accept(word(table, "HERE", 1)), SlotTaken)
    assert (frozenset(), 1) == seen(table)
    assert isinstance(fold.accept(word(table, "HERE", 1)), Known)
    assert (frozenset(), 1) == seen(table)
    assert before == (fold.digest, fold.missing, fold.log())


def test_who_is_there_does_not_go_for_good() -> None:
    table = sit()
    fold = table.play_until("PICK")
    fold.accept(word(table, "LEAVE", 0))
    fold.accept(word(table, "IDLE", 1))
    assert {SEAT} == fold.attendance.leaving
    fold.accept(word(table, "HERE", 2))
    assert frozenset() == fold.attendance.leaving


def test_numbers_go_up_and_some_may_be_missing() -> None:
    """One that got lost is missing; one that was kept back comes too late."""
    table = sit()
    fold = table.play_until("PICK")
    kept = word(table, "IDLE", 3)
    assert isinstance(fold.accept(word(table, "HERE", 5)), SlotTaken)
    before = fold.position
    with pytest.raises(WireRefused) as refused:
        fold.accept(kept)
    assert Reason.BAD_BALLOT is refused.value.reason
    assert (before, (frozenset(), 1)) == (fold.position, seen(table))
    assert 6 == fold.attendance.next_number(SEAT)


@pytest.mark.parametrize("kind", WORDS)
def test_each_is_said_so_often_and_no_more(kind: str) -> None:
    """All of it is kept by all; the others may still be said."""
    table = sit()
    fold = table.play_until("PICK")
    most = next(most for it, most in MAX_STATEMENTS_PER_SEAT.items() if it == kind)
    for number in range(most):
        assert isinstance(fold.accept(word(table, kind, number)), SlotTaken)
    with pytest.raises(WireRefused) as refused:
        fold.accept(word(table, kind, most))
    assert Reason.BAD_BALLOT is refused.value.reason
    other = "IDLE" if kind == "HERE" else "HERE"
    assert isinstance(fold.accept(word(table, other, most)), SlotTaken)


@pytest.mark.parametrize("kind", ["IDLE", "HERE"])
def test_it_holds_for_the_phase_it_names(kind: str) -> None:
    table = sit()
    fold = table.play_until("PICK")
    nothing = frozenset[Seat](), 0
    others: list[dict[str, Any]] = [
        {"body": (fold.phase.number + 1,)},
        {"prev": bytes(32)},
    ]
    for number, changes in enumerate(others):
        said = word(table, kind, number, **changes)
        receipt = fold.accept(said)
        assert isinstance(receipt, SlotTaken)
        assert not receipt.counts
        assert nothing == seen(table)
    fold.accept(word(table, kind, 2))
    assert nothing != seen(table)
    for seat in fold.missing:
        fold.accept(table.players[seat].speak())
    assert nothing == seen(table)


def test_it_holds_again_in_a_phase_that_is_gone_back_to() -> None:
    """Whoever was there when it was open needn't say so again."""
    table = sit()
    fold = table.play_until("REVEAL")
    *most, last = fold.active
    signers = [it.identity for it in table.players]
    words = [word(table, "IDLE", 0, seat=last), word(table, "HERE", 0)]
    late = table.players[most[-1]].speak()
    others = [table.players[it].speak() for it in fold.active if it != most[-1]]
    twin = begin(table.charter, fold.ruleset)
    for entry in (*fold.entries(twin.position), *words, *others):
        twin.accept(entry)
    # Two have opened ballots, of which one is carried; whoever was late knew of none.
    ballots = []
    for opener in most[:2]:
        proposal = propose(fold, [last])
        ballots.append(open_ballot(fold, signers[opener], opener, proposal))
        fold.accept(ballots[-1])
    votes = [answer(fold, signers[it], it, 0, 0, yes=True) for it in most[1:]]
    left = twin.phase.number
    twin.accept(late)
    assert (left + 1, frozenset()) == (twin.phase.number, twin.attendance.idle)
    for entry in (*ballots, *votes):
        twin.accept(entry)
    assert left == twin.phase.number
    attendance = twin.attendance
    assert (frozenset((last,)), 1) == (attendance.idle, len(attendance.here(SEAT)))


def test_whoever_takes_a_seat_has_said_nothing() -> None:
    """Nor does what the one before them has said come back."""
    table = sit()
    fold = table.play_until("PICK")
    fold.accept(word(table, "IDLE", 0))
    fold.accept(word(table, "HERE", 1))
    fold.accept(word(table, "IDLE", 2))
    before = table.players[SEAT].identity
    changes_hands(table, SEAT, "zed")
    assert (frozenset(), 0) == seen(table)
    said = word(table, "HERE", 3)
    with pytest.raises(WireRefused) as refused:
        fold.accept(sign(before, said.envelope))
    assert Reason.BAD_SIGNATURE is refused.value.reason
    assert isinstance(fold.accept(said), SlotTaken)
    assert (frozenset(), 1) == seen(table)
