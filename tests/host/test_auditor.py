"""The auditor alone: how it reads, what it finds, and when it reports."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from sealed_wonders.host.auditor import PORTION, Auditor, ReadingQueue
from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.phases import Reason, WireRefused
from sealed_wonders.net.verification import at_once
from tests.support.inprocess.folds import Table
from tests.support.inprocess.threads import ManualThreads
from tests.support.toy import Toy


@pytest.fixture(scope="module")
def played() -> Table:
    """Return a whole game. Its cards are open, which is the same to an auditor."""
    table = Table(Toy(3))
    table.play()
    return table


class AuditorHarness:
    """An auditor, and the number of its reports."""

    def __init__(
        self, table: Table, work: Any = at_once, turns: ReadingQueue | None = None
    ) -> None:
        self.told = 0
        self.entries = table.fold.entries()
        self.auditor = Auditor(table.charter, Toy(3), work, self.tell, turns=turns)

    def tell(self) -> None:
        self.told += 1

    def read(self, last: int | None = None) -> None:
        """Pass on the entries, up to some position."""
        self.auditor.read(self.entries[self.auditor.position : last])


def test_an_auditor_checks_entries_in_the_background(played: Table) -> None:
    """
    It is done once all entries so far are checked. A log without faults leaves no
    findings.
    """
    work = ManualThreads()
    harness = AuditorHarness(played, work)
    assert harness.auditor.is_done
    assert len(played.charter.wires) == harness.auditor.position
    harness.read(20)
    assert 20 == harness.auditor.position
    assert not harness.auditor.is_done
    assert 0 == harness.told
    work.do_all()
    assert harness.auditor.is_done
    assert 1 <= harness.told
    harness.read()
    work.do_all()
    assert harness.auditor.is_done
    assert (None, {}) == (harness.auditor.failure, harness.auditor.frauds)


def test_a_fraud_is_reported_before_the_rest_is_checked(played: Table) -> None:
    """The others may go on without the signer, so they hear of the fraud first."""
    work = ManualThreads()
    harness = AuditorHarness(played, work)
    harness.read()
    (job, done), *others = work.jobs
    work.jobs.clear()
    _, *rest = job()
    done.callback([Wrong("because"), *rest])
    (fraud,) = harness.auditor.frauds.values()
    assert (len(played.charter.wires), "because") == (fraud.entry, fraud.reason)
    assert 1 == harness.told
    assert not harness.auditor.is_done
    work.jobs[:0] = others
    work.do_all()
    assert {fraud.entry: fraud} == harness.auditor.frauds


def test_an_unsigned_entry_is_a_failure_and_not_a_fraud(played: Table) -> None:
    """
    The host has logged it, so one of the two programs is wrong, and no seat is to
    blame.
    """
    harness = AuditorHarness(played)
    unsigned = harness.entries[7].wire._replace(sig=bytes(64))
    harness.auditor.read([Entry.of(unsigned), *harness.entries[8:]])
    failure = harness.auditor.failure
    assert isinstance(failure, WireRefused)
    assert Reason.BAD_SIGNATURE is failure.reason
    assert {} == harness.auditor.frauds
    assert harness.auditor.is_done
    assert 1 == harness.told


@pytest.mark.parametrize("step", ["receive", "check_together", "judge"])
@pytest.mark.parametrize("later", [True, False])
def test_an_exception_is_kept_and_reported_once(
    step: str, later: bool, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(self: Fold, *args: object) -> None:
        raise LocalProtocolError("a bug")

    work = ManualThreads()
    harness = AuditorHarness(played, work if later else at_once)
    monkeypatch.setattr(Fold, step, stop)
    harness.read()
    work.do_all()
    assert "a bug" == str(harness.auditor.failure)
    assert 1 == harness.told
    harness.read()
    assert 1 == harness.told
    assert harness.auditor.is_done


def test_a_stopped_auditor_reports_nothing(played: Table) -> None:
    """Jobs that were started are finished, without consequences."""
    work = ManualThreads()
    harness = AuditorHarness(played, work)
    harness.read()
    harness.auditor.stop()
    work.do_all()
    assert 0 == harness.told
    assert [] == work.jobs
    assert harness.auditor.is_done


def test_auditors_take_turns_of_one_portion(
    played: Table,
) -> None:
    """At most as many games are read at a time as the queue allows."""
    works, turns = [ManualThreads() for _ in range(3)], ReadingQueue(1)
    harnesses = [AuditorHarness(played, work, turns) for work in works]
    for harness in harnesses:
        harness.read()
        assert len(harness.entries) == harness.auditor.position
        assert not harness.auditor.is_done
    portions = -(-(len(played.fold.entries()) - len(played.charter.wires)) // PORTION)
    assert portions > 1
    for _ in range(portions):
        for work in works:
            assert [bool(it.jobs) for it in works] == [it is work for it in works]
            work.do_all()
    assert [it.auditor.is_done for it in harnesses] == [True] * 3
    assert [it.auditor.failure for it in harnesses] == [None] * 3
    turns = ReadingQueue(2)
    for work in works:
        AuditorHarness(played, work, turns).read()
    assert [bool(it.jobs) for it in works] == [True, True, False]


@pytest.mark.parametrize("how", ["is let go", "fails"])
def test_an_auditor_that_stops_or_fails_gives_up_its_turn(
    how: str, played: Table
) -> None:
    one, other, turns = ManualThreads(), ManualThreads(), ReadingQueue(1)
    harness = AuditorHarness(played, one, turns)
    waiting = AuditorHarness(played, one, turns)
    last = AuditorHarness(played, other, turns)
    for it in (harness, waiting, last):
        it.read()
    waiting.auditor.stop()  # before its turn
    assert [] == other.jobs
    if how == "fails":
        _, done = one.jobs[0]
        done.errback(LocalProtocolError("a bug"))
    else:
        harness.auditor.stop()
    while other.jobs:
        other.do()
    assert last.auditor.is_done
    assert last.auditor.failure is None
    assert harness.auditor.is_done


def test_turns_that_end_at_once_do_not_recurse() -> None:
    turns, taken = ReadingQueue(1), list[int]()

    def take(number: int) -> None:
        taken.append(number)
        turns.done()

    turns.wait(lambda: None)
    for number in range(2_000):
        turns.wait(partial(take, number))
    assert [] == taken
    turns.done()
    assert list(range(2_000)) == taken
