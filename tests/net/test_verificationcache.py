"""A cache of verdicts on claims, shared by all folds and threads of a process."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Sequence

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.cards import ValidBody, Wrong
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.plan import PhasePlan
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.verificationcache import VerificationCache
from tests.support.inprocess.folds import Table

Look = Callable[[Sequence[int]], Sequence[ValidBody | Wrong]]


def counted(found: ValidBody | Wrong) -> tuple[list[int], Look]:
    """Return a function that looks at claims, and a list of those it looked at."""
    looks: list[int] = []

    def look(some: Sequence[int]) -> Sequence[ValidBody | Wrong]:
        looks.extend(some)
        return [found for _ in some]

    return looks, look


def find(findings: VerificationCache, key: str, look: Look) -> ValidBody | Wrong:
    (found,) = findings.find([key], look)
    return found


def test_only_new_claims_are_checked_all_at_once() -> None:
    """A claim that occurs twice in a request is checked once."""
    findings, right = VerificationCache(8), ValidBody()
    _, look = counted(right)
    findings.find(["two"], look)
    asked: list[Sequence[int]] = []

    def numbered(some: Sequence[int]) -> Sequence[ValidBody | Wrong]:
        asked.append(some)
        return [Wrong(str(at)) for at in some]

    found = findings.find(["one", "two", "three", "one"], numbered)
    assert [[0, 2]] == asked
    assert ["0", right, "2", "0"] == [
        str(it) if isinstance(it, Wrong) else it for it in found
    ]


def test_the_oldest_verdicts_are_dropped() -> None:
    """With capacity 0, as in a process with one seat or a host, nothing is kept."""
    looks, look = counted(ValidBody())
    for capacity, count in ((0, 6), (2, 4)):  # with 2, "one" stays
        findings = VerificationCache(capacity)
        looks.clear()
        for key in ("one", "two", "one", "three", "one", "two"):
            find(findings, key, look)
        assert count == len(looks)
    assert 0 == VerificationCache().capacity


def test_claims_dropped_during_a_request_are_checked_again() -> None:
    """Each new claim pushes out the oldest: the next of those that are requested."""
    findings, right = VerificationCache(4), ValidBody()
    looks, look = counted(right)
    assert [right] * 3 == findings.find(["one", "two", "three"], look)
    findings.find(["four", "five"], look)
    looks.clear()
    assert [right] * 3 == findings.find(["one", "two", "three"], look)
    assert [0] == looks
    assert [right] * 6 == findings.find([*"abcdef"], look), (
        "more than there is room for"
    )


def test_each_request_gets_its_own_copy_of_an_error() -> None:
    """An error keeps a reference to where it was raised, and so to whole games."""
    findings, wrong = VerificationCache(8), Wrong("no proof")
    looks, look = counted(wrong)
    find(findings, "one", look)
    again = find(findings, "one", look)
    assert isinstance(again, Wrong)
    assert (1, wrong.args) == (len(looks), again.args)
    assert again is not wrong


def test_a_second_request_waits_for_a_running_check() -> None:
    findings, right = VerificationCache(8), ValidBody()
    is_asked, may_go_on, given = threading.Event(), threading.Event(), list[object]()

    def look(some: Sequence[int]) -> Sequence[ValidBody]:
        is_asked.set()
        may_go_on.wait()
        return [right]

    def fail(some: Sequence[int]) -> Sequence[ValidBody]:
        raise AssertionError("somebody is looking at it")

    first = threading.Thread(target=lambda: given.append(find(findings, "one", look)))
    first.start()
    is_asked.wait()
    second = threading.Thread(target=lambda: given.append(find(findings, "one", fail)))
    second.start()
    may_go_on.set()
    for thread in (first, second):
        thread.join()
    assert [right, right] == given


def test_an_exception_is_not_cached() -> None:
    """It says nothing about the claim, so the next request checks it."""
    findings, right = VerificationCache(8), ValidBody()

    def fail(some: Sequence[int]) -> Sequence[ValidBody]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        find(findings, "one", fail)
    assert right is find(findings, "one", lambda some: [right])


def test_folds_of_one_table_check_each_proof_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three seats are in one process, like bots."""
    checked: list[object] = []
    check = SealedCards.check_together

    def count(
        cards: SealedCards, said: Sequence[tuple[PhasePlan, Seat, Body]]
    ) -> Sequence[ValidBody | Wrong]:
        checked.extend(said)
        return check(cards, said)

    monkeypatch.setattr(SealedCards, "check_together", count)
    table = Table(Wonders(3, "day"), "found once", SEALED)
    table.play_until("MIX")
    folds = {id(player.fold) for player in table.players}
    assert (3, 3) == (len(folds), len(checked)), "of each of three a KEY"


def test_a_cached_error_does_not_keep_its_game_alive() -> None:
    class Game:
        def check(self, some: Sequence[int]) -> Sequence[ValidBody | Wrong]:
            try:
                raise Wrong("no proof")
            except Wrong as wrong:
                return [wrong]

    game = Game()
    forgotten = weakref.ref(game)
    findings = VerificationCache(8)
    find(findings, "one", game.check)
    del game
    gc.collect()
    assert forgotten() is None
