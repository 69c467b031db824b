"""Matches between strategies: which games are played, and what follows from them."""

from __future__ import annotations

import math
import random

import pytest

from sealed_wonders.client.simulation.ladder import Match, estimate, ladder, matches

NAMES = ("random", "builder", "other")
STRENGTHS = {"random": 1.0, "builder": 10.0, "other": 40.0}


def luce(match: Match, players: int) -> float:
    one, other = STRENGTHS[match.one], STRENGTHS[match.others]
    return one / (one + (players - 1) * other)


def test_a_challenger_plays_in_every_match() -> None:
    """Between two players, each match is its own reverse and is played once."""
    assert [("other", "random"), ("other", "builder")] == matches(NAMES, 4, "other")
    assert [("other", "random"), ("other", "builder")] == matches(NAMES, 2, "other")
    assert 3 == len(matches(NAMES, 2))


@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_ladder_recovers_known_strengths(players: int) -> None:
    """Ten times the strength is 400 points, whoever met whom, and in whatever order."""
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


def test_a_strategy_that_wins_everything_has_a_finite_rating() -> None:
    """The fewer games there were, the less certain it is."""
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


@pytest.mark.parametrize("chance", [0.25, 0.5, 0.9, 0.97])
@pytest.mark.parametrize("together", [False, True])
def test_intervals_contain_the_true_share_often_enough(
    chance: float, together: bool
) -> None:
    """
    At least 92 of 100 intervals do, whether or not the games of a deal depend on each
    other.
    """
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
