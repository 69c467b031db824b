"""Matches between strategies: which games are played, and what follows from them."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import permutations

import pytest

from sealed_wonders.client.simulation.ladder import (
    LadderGame,
    Match,
    Plan,
    Results,
    estimate,
    ladder,
    matches,
)

NAMES = ("random", "builder", "other")
STRENGTHS = {"random": 1.0, "builder": 10.0, "other": 40.0}


def plan(players: int = 4, deals: int = 2, challenger: str = "") -> Plan:
    met = matches(NAMES, players, challenger)
    return Plan("wonders", (), players, "s", deals, met)


def luce(match: Match, players: int) -> float:
    one, other = STRENGTHS[match.one], STRENGTHS[match.others]
    return one / (one + (players - 1) * other)


def test_each_deal_is_played_from_each_seat_in_each_match() -> None:
    """And it is the same deal: that of a game of its seed."""
    trials = [*plan().trials()]
    assert 2 * 6 * 4 == plan().games == len(trials)
    assert {*permutations(NAMES, 2)} == {trial.match for trial in trials}
    assert {"s:0": 24, "s:1": 24} == Counter(trial.task.seed for trial in trials)
    for match in plan().matches:
        of_match = [it for it in trials if it.match == match and it.task.seed == "s:1"]
        assert [0, 1, 2, 3] == [it.seat for it in of_match]
        for trial in of_match:
            at = [*trial.task.table.strategies]
            assert match.one == at.pop(trial.seat)
            assert {match.others} == {*at}


def test_a_challenger_is_the_one_in_all_matches() -> None:
    """Among two players each match is its own reverse, and is played once."""
    assert [("other", "random"), ("other", "builder")] == matches(NAMES, 4, "other")
    assert [("other", "random"), ("other", "builder")] == matches(NAMES, 2, "other")
    assert 3 == len(matches(NAMES, 2))


@pytest.mark.parametrize("players", [2, 4, 7])
def test_strengths_are_found_again(players: int) -> None:
    """Ten times the strength is 400 points, whoever met whom, and whoever is named first."""
    for challenger in ("", "builder"):
        found = {
            match: estimate([10_000 * players * luce(match, players)], 10_000 * players)
            for match in matches(NAMES, players, challenger)
        }
        standings = ladder(NAMES, found, players)
        assert ["other", "builder", "random"] == [it.strategy for it in standings]
        assert [pytest.approx(elo, abs=1) for elo in (640.8, 400, 0)] == [
            it.elo for it in standings
        ]
        assert 0 == standings[-1].error < standings[1].error < 20


def test_who_wins_all_has_a_figure_all_the_same() -> None:
    """And the less sure it is, the fewer games there were."""
    met = Match("builder", "random")
    few, many = (
        ladder(("random", "builder"), {met: estimate([4.0] * deals, 4)}, 4)[0]
        for deals in (5, 500)
    )
    assert 400 < few.elo < many.elo < 2000
    assert math.isfinite(few.error)
    assert few.elo - few.error < many.elo
    assert (1.0, 1.0) == (estimate([4.0], 4).share, estimate([4.0], 4).high)
    assert estimate([4.0] * 5, 4).low < 0.9 < estimate([4.0] * 500, 4).low


def test_what_seats_and_deals_decide_is_no_doubt() -> None:
    """
    Where each deal gives the same, few are as sure as many independent games.

    And where each is won or lost as a whole, as many are worth as there are deals.
    """
    even = estimate([1.0] * 25, 4)
    assert even.low > 0.2
    assert even.high < 0.3
    by_deal = estimate([4.0] * 50 + [0.0] * 50, 4)
    assert 0.38 < by_deal.low < 0.42
    assert estimate([2.0] * 100, 4).low > 0.45


@pytest.mark.parametrize("chance", [0.25, 0.5, 0.9, 0.97])
@pytest.mark.parametrize("together", [False, True])
def test_intervals_hold_what_they_promise(chance: float, together: bool) -> None:
    """Of a hundred at least ninety-two, whether games of a deal depend on one another or not."""
    dice = random.Random(f"{chance} {together}")
    hits = 0
    for _ in range(400):
        shares = []
        for _deal in range(40):
            luck = together * dice.choice((-1, 1)) * 0.8 * min(chance, 1 - chance)
            won = sum(dice.random() < chance + luck for _seat in range(4))
            shares.append(float(won))
        seen = estimate(shares, 4)
        hits += seen.low <= chance <= seen.high
    assert hits >= 0.92 * 400


def test_a_deal_counts_when_it_is_whole() -> None:
    """So what is stopped is what fewer deals would have given."""
    whole = plan(players=3, deals=2, challenger="other")
    results = Results(whole)
    for number, trial in enumerate(whole.trials(), 1):
        results.count(trial, LadderGame(0.5, 60.0, 50.0, {}))
        assert number // 6 == results.deals
    met = Match("other", "random")
    assert (3.0, (60.0, 50.0)) == (results.won(met), results.points(met))
    assert 0.5 == results.estimate(met).share
