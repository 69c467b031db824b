"""
Matches between strategies, and the ladder computed from them, for ``wonders arena``.

In a match, one strategy has a single seat and another strategy has all the others. Each
deal is played once with the single seat at every place, so cards and boards favour
neither strategy. With more than two players, each pair of strategies plays in both
roles. All matches use the same deals, those of ``wonders simulate`` with the same seed
(tests/client/test_arena_command.py). A shared victory counts as a fraction.

*Intervals.* The games of one deal aren't independent: if a seat wins whoever sits
there, the deal's games even each other out, and this is why deals are paired. So the
statistics compare deals: the variance of victories between deals determines how many
independent games the played ones are worth, and Wilson's interval is computed for this
number. If a strategy hardly ever loses, or hardly ever wins, there is too little data
about this, and games are treated as independent.

*Elo.* A strategy of strength s wins against n others of strength r with probability s /
(s + n r). This is Luce's rule; for two players, it is the model of Bradley and Terry,
on which Elo's figures are based: 400 points are a factor of ten in strength. The
strengths are maximum-likelihood estimates. For each match, one additional even game is
assumed, so that figures are finite.

Existing libraries don't fit: `openskill`, which rates the players of a host, updates
ratings game by game, so that the order of games matters, and treats all games as
independent; `choix` has neither shared victories nor intervals, and needs numpy and
scipy, a hundred times the size of this module.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import NormalDist, fmean
from typing import NamedTuple

from sealed_wonders.client.simulation.botgame import GameTask, SimulatedTable, play
from sealed_wonders.core.game import Seat

LEVEL = 0.95
"""Confidence level of intervals."""

RARE = 5
"""Number of wins, or losses, needed to estimate their variance between deals."""

POINTS = 400 / math.log(10)
"""Elo points per unit of the natural logarithm of strength."""

_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Match(NamedTuple):
    """A match of a single seat of one strategy against another strategy."""

    one: str
    others: str


class Trial(NamedTuple):
    """A game of a match."""

    match: Match
    seat: Seat
    """The single seat of the first strategy."""
    task: GameTask


class ChoiceTimes(NamedTuple):
    """The duration of a strategy's choices."""

    number: int
    seconds: float
    longest: float

    def __add__(self, other: object) -> ChoiceTimes:
        if not isinstance(other, ChoiceTimes):
            return NotImplemented
        return ChoiceTimes(
            self.number + other.number,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
        )


class LadderGame(NamedTuple):
    """The result of a game."""

    share: float
    """The first strategy's share of the victory."""
    points: float
    theirs: float
    """The mean points of the other seats."""
    choices: Mapping[str, ChoiceTimes]
    """By strategy."""


def play_trial(trial: Trial) -> LadderGame:
    """Play a game of a match."""
    game = play(trial.task)
    winners = game.sheet.winners
    totals = [row[-1] for row in game.sheet.rows]
    one = totals.pop(trial.seat)
    choices: dict[str, ChoiceTimes] = {}
    for name, taken in zip(trial.task.table.strategies, game.seconds, strict=True):
        if taken:
            these = ChoiceTimes(len(taken), sum(taken), max(taken))
            choices[name] = choices.get(name, NONE) + these
    return LadderGame(
        (trial.seat in winners) / len(winners), float(one), fmean(totals), choices
    )


NONE = ChoiceTimes(0, 0.0, 0.0)


def matches(
    strategies: Sequence[str], players: int, challenger: str = ""
) -> Sequence[Match]:
    """
    Return the matches between strategies.

    Args:
        strategies: their names.
        players: the number of seats.
        challenger: the strategy with the single seat in all matches; if empty, each
            strategy in turn.
    """
    if challenger:
        return [Match(challenger, other) for other in strategies if other != challenger]
    # With two players, both roles are the same.
    pairs = combinations if players == 2 else permutations
    return [Match(*pair) for pair in pairs(strategies, 2)]


@dataclass(frozen=True, slots=True)
class Plan:
    """All games of some matches."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: int
    seed: str
    deals: int
    matches: Sequence[Match]
    think: float | None = None
    """Thinking time in seconds per choice, if not None."""

    @property
    def of_a_deal(self) -> int:
        """The number of games per deal."""
        return len(self.matches) * self.players

    @property
    def games(self) -> int:
        """The total number of games."""
        return self.deals * self.of_a_deal

    def trials(self) -> Iterator[Trial]:
        """Yield all games, deal by deal."""
        for deal in range(self.deals):
            for match in self.matches:
                for seat in range(self.players):
                    at = [match.others] * self.players
                    at[seat] = match.one
                    table = SimulatedTable(
                        self.game, self.options, tuple(at), self.think
                    )
                    yield Trial(match, seat, GameTask(table, f"{self.seed}:{deal}"))


# Results.


class Estimate(NamedTuple):
    """The estimated share of games won, with its interval."""

    share: float
    low: float
    high: float
    weight: float
    """The number of independent games that it is worth."""


class LadderPlace(NamedTuple):
    """A place on the ladder."""

    strategy: str
    elo: float
    error: float
    """Half the width of its interval; 0 for the reference strategy."""


class Results:
    """
    The results of games in the order of a plan; only complete deals count.

    Attributes:
        deals: the number of complete deals.
    """

    def __init__(self, plan: Plan) -> None:
        self.deals = 0
        self._plan = plan
        self._deal: list[tuple[Match, LadderGame]] = []
        self._shares: dict[Match, list[float]] = {match: [] for match in plan.matches}
        self._points = dict.fromkeys(plan.matches, 0.0)
        self._theirs = dict.fromkeys(plan.matches, 0.0)
        self._choices: dict[str, ChoiceTimes] = {}

    def count(self, trial: Trial, outcome: LadderGame) -> None:
        self._deal.append((trial.match, outcome))
        if len(self._deal) < self._plan.of_a_deal:
            return
        for shares in self._shares.values():
            shares.append(0.0)
        for match, each in self._deal:
            self._shares[match][-1] += each.share
            self._points[match] += each.points
            self._theirs[match] += each.theirs
            for name, taken in each.choices.items():
                self._choices[name] = self._choices.get(name, NONE) + taken
        self._deal.clear()
        self.deals += 1

    @property
    def choices(self) -> Mapping[str, ChoiceTimes]:
        """The duration of choices, by strategy."""
        return self._choices

    @property
    def games_of_each(self) -> int:
        """The number of games that count, per match."""
        return self.deals * self._plan.players

    def won(self, match: Match) -> float:
        """Return the number of games that the first strategy has won."""
        return sum(self._shares[match])

    def points(self, match: Match) -> tuple[float, float]:
        """Return the mean points of the first strategy, and of each other seat."""
        games = self.games_of_each
        return self._points[match] / games, self._theirs[match] / games

    def estimate(self, match: Match) -> Estimate:
        """Return the share of games that the first strategy wins."""
        return estimate(self._shares[match], self._plan.players)

    def ladder(self, strategies: Sequence[str]) -> Sequence[LadderPlace]:
        """Return the strategies, strongest first, relative to the first one named."""
        found = {match: self.estimate(match) for match in self._plan.matches}
        return ladder(strategies, found, self._plan.players)


def estimate(shares: Sequence[float], games: int) -> Estimate:
    """
    Return the share of games won, with its interval.

    Args:
        shares: the number of games won in each deal; at least one deal.
        games: the number of games per deal.
    """
    deals = len(shares)
    total = deals * games
    share = fmean(shares) / games
    # The variance between deals, relative to that of independent games.
    expected = games * share * (1 - share)
    found = 1.0
    if deals > 1 and expected > 0:
        mean = games * share
        found = sum((it - mean) ** 2 for it in shares) / (deals - 1) / expected
    known = total * min(share, 1 - share)
    weight = total / ((known * found + RARE) / (known + RARE))
    return Estimate(share, *_wilson(share, weight), weight)


def _wilson(share: float, games: float) -> tuple[float, float]:
    """Return Wilson's interval for a share of independent games."""
    middle = share + _Z**2 / (2 * games)
    half = _Z * math.sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    whole = 1 + _Z**2 / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def ladder(
    strategies: Sequence[str], found: Mapping[Match, Estimate], players: int
) -> Sequence[LadderPlace]:
    """
    Return the maximum-likelihood strengths, found by Newton's method, best first.

    Args:
        strategies: all strategies, which must be connected by matches; the first one is
            the reference with 0 points.
        found: the results of the matches.
        players: the number of seats.
    """
    number = {name: at for at, name in enumerate(strategies)}
    size = len(strategies) - 1
    strengths = [0.0] * len(strategies)
    inverse: list[list[float]] = []
    for _step in range(100):
        slope = [0.0] * len(strategies)
        curve = [[0.0] * len(strategies) for _ in strategies]
        for match, seen in found.items():
            one, others = number[match.one], number[match.others]
            lead = strengths[one] - strengths[others] - math.log(players - 1)
            chance = 1 / (1 + math.exp(-lead))
            games = seen.weight + 1
            won = seen.share * seen.weight + 1 / players
            slope[one] += won - games * chance
            slope[others] -= won - games * chance
            each = games * chance * (1 - chance)
            for at, other in ((one, others), (others, one)):
                curve[at][at] += each
                curve[at][other] -= each
        inverse = _inverse([row[1:] for row in curve[1:]])
        # Limited, because steps become too long where the curve is flat.
        step = [
            max(-1.0, min(1.0, sum(map(float.__mul__, row, slope[1:]))))
            for row in inverse
        ]
        for at in range(size):
            strengths[at + 1] += step[at]
        if max(map(abs, step)) < 1e-9:
            break
    errors = [0.0, *(_Z * math.sqrt(inverse[at][at]) for at in range(size))]
    standings = [
        LadderPlace(name, POINTS * strengths[at], POINTS * errors[at])
        for name, at in number.items()
    ]
    return sorted(standings, key=lambda it: -it.elo)


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Invert a small positive definite matrix with a row per strategy."""
    size = len(matrix)
    rows = [
        [*row, *(float(at == other) for other in range(size))]
        for at, row in enumerate(matrix)
    ]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [it / pivot for it in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [
                    it - factor * mine
                    for it, mine in zip(rows[other], rows[at], strict=True)
                ]
    return [row[size:] for row in rows]
