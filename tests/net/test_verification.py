"""Verification: claims are checked on threads in any order, and judged in log order."""

from __future__ import annotations

from typing import Any

import pytest

from sealed_wonders.core.game import AnyState
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.phases import Reason
from sealed_wonders.net.suites import SEALED, begin
from sealed_wonders.net.verification import Brief, Verification, at_once
from tests.support.inprocess.folds import Table
from tests.support.inprocess.threads import ManualThreads
from tests.support.toy import Toy


class VerificationHarness:
    """A fold with its verification, and everything that it reports."""

    def __init__(self, table: Table, work: Any = at_once) -> None:
        self.fold: Fold = begin(table.charter, Toy(3))
        self.states: list[AnyState] = []
        self.refused: list[Reason] = []
        self.failures: list[Exception] = []
        self.verification = Verification(
            self.fold,
            work,
            judged=self.states.extend,
            refused=lambda wire, refused: self.refused.append(refused.reason),
            failed=self.failures.append,
        )


Played = tuple[Table, tuple[Entry, ...]]


@pytest.fixture(scope="module")
def played() -> Played:
    """Return a finished game, and its entries without the lobby."""
    table = Table(Toy(3))
    table.play()
    return table, table.fold.entries(len(table.charter.wires))


def test_entries_taken_at_once_have_the_same_result_as_one_by_one(
    played: Played,
) -> None:
    """An entry that doesn't fit is reported, and the others still count."""
    table, wires = played
    harness = VerificationHarness(table)
    harness.verification.take([wires[-1], *wires])
    assert harness.refused == [Reason.WRONG_PHASE]
    assert harness.fold.over
    assert harness.fold.log() == table.fold.log()
    assert harness.states[-1].score() == table.fold.state.score()
    one_by_one = begin(table.charter, Toy(3))
    states: list[AnyState] = []
    for wire in wires:
        one_by_one.accept(wire)
        states += one_by_one.states
    assert harness.states == states


@pytest.mark.parametrize("index", [0, -1], ids=["first job first", "last job first"])
def test_the_order_in_which_checks_end_does_not_matter(
    played: Played, index: int
) -> None:
    table, wires = played
    threads = ManualThreads()
    harness = VerificationHarness(table, threads)
    harness.verification.take(wires)
    together = 0
    while threads.jobs:
        together = max(together, len(threads.jobs))
        assert not harness.verification.is_idle
        threads.do(index)
    assert together == 2, "one job of two claims, and one of the third"
    assert harness.verification.is_idle
    assert harness.fold.over
    assert harness.fold.digest == table.fold.digest


def test_brief_jobs_are_marked_for_the_thread_pool() -> None:
    """Keys and shares of open cards are brief; mixes and picks aren't."""
    table = Table(Toy(3), "brief", SEALED, shared=True)
    threads = ManualThreads()
    harness = VerificationHarness(table, threads)
    found: dict[str, set[bool]] = {}
    while table.fold.phase.kind != "REVEAL":
        kind = table.fold.phase.kind
        harness.verification.take(table.phase())
        brief = {isinstance(job, Brief) for job, _ in threads.jobs}
        found.setdefault(kind, set()).update(brief)
        while threads.jobs:
            threads.do()
    assert found["KEY"] == found["OPEN_SHARE"] == {True}
    assert found["MIX"] == found["PICK"] == {False}
    assert harness.fold.digest == table.fold.digest


def test_the_next_phase_waits_for_the_last_check(played: Played) -> None:
    table, wires = played
    threads = ManualThreads()
    harness = VerificationHarness(table, threads)
    phase = harness.fold.phase
    size = len(phase.seats)
    harness.verification.take(wires[: size + 1])
    assert harness.fold.phase == phase
    assert harness.fold.missing == ()
    assert len(harness.fold.claims) == size
    assert harness.verification.position == harness.fold.position + 1
    for _ in range(2):
        threads.do()
    assert harness.fold.phase.number == phase.number + 1
    assert harness.verification.position == harness.fold.position


def test_the_first_fraud_in_log_order_is_named() -> None:
    """The checks end in reverse order here."""
    table = Table(Toy(3))
    table.play_until("PICK")
    threads = ManualThreads()
    harness = VerificationHarness(table, threads)
    harness.verification.take(table.fold.entries(len(table.charter.wires)))
    while threads.jobs:
        threads.do()
    state, entry = harness.fold.state, harness.fold.position
    cheats = [player.sign(("nothing",)) for player in table.players]
    harness.verification.take(cheats)
    while threads.jobs:
        threads.do(-1)
    fraud = harness.fold.fraud
    assert fraud is not None
    assert (fraud.entry, fraud.seat) == (entry, 0)
    assert harness.fold.state == state
    assert harness.verification.is_idle
    harness.verification.take(cheats)
    assert harness.verification.is_idle


def test_a_failed_check_is_reported_and_stops_verification(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, wires = played
    harness = VerificationHarness(table)

    def broken(*claims: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(harness.fold, "check_together", broken)
    harness.verification.take(wires)
    assert [str(failure) for failure in harness.failures] == ["out of order"]
    assert harness.verification.is_idle
    position = harness.fold.position
    harness.verification.take(wires)
    assert harness.fold.position == position
