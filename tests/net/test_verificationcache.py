"""Findings on claims, shared by all folds of a process and all threads."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.cards import ValidBody, Wrong
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.verificationcache import VerificationCache
from tests.support.inprocess.folds import Table


def counted(
    found: ValidBody | Wrong,
) -> tuple[list[int], Callable[[], ValidBody | Wrong]]:
    """Give what looks at a claim, and how often it did."""
    looks: list[int] = []

    def look() -> ValidBody | Wrong:
        looks.append(1)
        return found

    return looks, look


def test_a_claim_is_looked_at_once() -> None:
    findings, right = VerificationCache(8), ValidBody()
    looks, look = counted(right)
    assert right is findings.find("one", look) is findings.find("one", look)
    assert 1 == len(looks)
    findings.find("another", look)
    assert 2 == len(looks)


def test_nothing_is_kept_for_nobody() -> None:
    """As in a process that has one seat, or a host."""
    findings = VerificationCache()
    looks, look = counted(ValidBody())
    findings.find("one", look)
    findings.find("one", look)
    assert 2 == len(looks)


def test_the_oldest_are_forgotten() -> None:
    findings = VerificationCache(2)
    looks, look = counted(ValidBody())
    for key in ("one", "two", "one", "three", "one", "two"):
        findings.find(key, look)
    assert 4 == len(looks), "one was always among the newest"


def test_what_is_wrong_is_raised_by_each_for_itself() -> None:
    """An error remembers where it was raised, and with that whole games."""
    findings, wrong = VerificationCache(8), Wrong("no proof")
    looks, look = counted(wrong)
    findings.find("one", look)
    again = findings.find("one", look)
    assert isinstance(again, Wrong)
    assert (1, wrong.args) == (len(looks), again.args)
    assert again is not wrong


def test_who_asks_meanwhile_waits() -> None:
    findings, right = VerificationCache(8), ValidBody()
    is_asked, may_go_on, given = threading.Event(), threading.Event(), list[object]()

    def look() -> ValidBody:
        is_asked.set()
        may_go_on.wait()
        return right

    def fail() -> ValidBody:
        raise AssertionError("somebody is looking at it")

    first = threading.Thread(target=lambda: given.append(findings.find("one", look)))
    first.start()
    is_asked.wait()
    second = threading.Thread(target=lambda: given.append(findings.find("one", fail)))
    second.start()
    may_go_on.set()
    for thread in (first, second):
        thread.join()
    assert [right, right] == given


def test_a_fault_of_ours_finds_nothing() -> None:
    """It is no word about the claim: the next one looks anew."""
    findings, right = VerificationCache(8), ValidBody()

    def fail() -> ValidBody:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        findings.find("one", fail)
    assert right is findings.find("one", lambda: right)


def test_folds_of_one_table_check_each_proof_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three seats of one process, as bots have them."""
    checked: list[object] = []
    check = SealedCards.check

    def count(cards: SealedCards, *claim: object, is_known: bool) -> ValidBody:
        checked.append(claim[1:])
        return check(cards, *claim, is_known=is_known)  # type: ignore[arg-type]

    monkeypatch.setattr(SealedCards, "check", count)
    table = Table(Wonders(3, "day"), "found once", SEALED)
    table.play_until("MIX")
    folds = {id(player.fold) for player in table.players}
    assert (3, 3) == (len(folds), len(checked)), "of each of three a KEY"


def test_what_is_wrong_keeps_no_game() -> None:
    class Game:
        def check(self) -> ValidBody | Wrong:
            try:
                raise Wrong("no proof")
            except Wrong as wrong:
                return wrong

    game = Game()
    forgotten = weakref.ref(game)
    findings = VerificationCache(8)
    findings.find("one", game.check)
    del game
    gc.collect()
    assert forgotten() is None
