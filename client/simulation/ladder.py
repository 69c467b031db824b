"""
Matches between strategies, and the ladder that follows from them.

In a match, one sits alone among others that are all alike. Each deal is played once from
each seat: whatever the cards and boards of a seat are worth, each has had it as often as
the other. Among three strategies, each is the one and the others in turn; and all matches
play the same deals, those of ``wonders simulate`` with the same seed. A victory that is
shared counts in parts.

*How sure.* Games of one deal aren't independent: a seat that wins whoever sits there makes
them even, and that is what deals are paired for. So it is deals that are compared: by how
much what one wins differs from deal to deal says how many independent games those played
are worth, and Wilson's interval is that of as many. Where one hardly loses, or hardly wins,
so few games say anything of that that they are taken for independent.

*Elo.* A strategy of strength s wins against n others of strength r with probability
s / (s + n r), Luce's rule, which among two is that of Bradley and Terry, on which Elo's
figures stand: 400 points are ten times the strength. Strengths are the most likely ones,
where in each match one more game is taken for played and even; so figures are finite.

A library for this was looked for: `openskill`, which rates the players of a host, moves
ratings game by game, so that the order of games counts, and takes all games for
independent; `choix` knows no shared victories and no intervals, and stands on numpy and
scipy, a hundred times what this takes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import NormalDist, fmean
from typing import NamedTuple

from sealed_wonders.client.simulation.game import Table, Task, play
from sealed_wonders.core.game import Seat

LEVEL = 0.95
"""How sure an interval is."""

RARE = 5
"""Of how many games won, or lost, it takes to tell how much they differ among deals."""

POINTS = 400 / math.log(10)
"""Elo's points for one of the natural logarithm of strength."""

_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Match(NamedTuple):
    """One of a strategy alone among others of another."""

    one: str
    others: str


class Trial(NamedTuple):
    """A game of a match."""

    match: Match
    seat: Seat
    """Where the one sits."""
    task: Task


class Choices(NamedTuple):
    """How long those of a strategy took."""

    number: int
    seconds: float
    longest: float

    def __add__(self, other: object) -> Choices:
        if not isinstance(other, Choices):
            return NotImplemented
        return Choices(
            self.number + other.number,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
        )


class Outcome(NamedTuple):
    """What came of a game."""

    share: float
    """How much of the victory the one has."""
    points: float
    theirs: float
    """Those of the others, on average."""
    choices: Mapping[str, Choices]
    """By strategy."""


def play_trial(trial: Trial) -> Outcome:
    """Play a game of a match."""
    game = play(trial.task)
    winners = game.sheet.winners
    totals = [row[-1] for row in game.sheet.rows]
    one = totals.pop(trial.seat)
    choices: dict[str, Choices] = {}
    for name, taken in zip(trial.task.table.strategies, game.seconds, strict=True):
        if taken:
            these = Choices(len(taken), sum(taken), max(taken))
            choices[name] = choices.get(name, NONE) + these
    return Outcome(
        (trial.seat in winners) / len(winners), float(one), fmean(totals), choices
    )


NONE = Choices(0, 0.0, 0.0)


def matches(
    strategies: Sequence[str], players: int, challenger: str = ""
) -> Sequence[Match]:
    """
    List who meets whom.

    Args:
        challenger: who is the one in all of them; each in turn if it is empty.
    """
    if challenger:
        return [Match(challenger, other) for other in strategies if other != challenger]
    # Among two, either is alone against the other.
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
    """For how many seconds those think that do."""

    @property
    def of_a_deal(self) -> int:
        """How many games are played of each deal."""
        return len(self.matches) * self.players

    @property
    def games(self) -> int:
        """How many games that are."""
        return self.deals * self.of_a_deal

    def trials(self) -> Iterator[Trial]:
        """Give all games, deal by deal."""
        for deal in range(self.deals):
            for match in self.matches:
                for seat in range(self.players):
                    at = [match.others] * self.players
                    at[seat] = match.one
                    table = Table(self.game, self.options, tuple(at), self.think)
                    yield Trial(match, seat, Task(table, f"{self.seed}:{deal}"))


# What comes of it.


class Estimate(NamedTuple):
    """A part of all games, and how sure it is."""

    share: float
    low: float
    high: float
    weight: float
    """How many independent games it is worth."""


class Standing(NamedTuple):
    """A place on the ladder."""

    strategy: str
    elo: float
    error: float
    """Half of its interval; 0 for the strategy from which all count."""


class Results:
    """
    What came of games, in the order of a plan; deals count when they are whole.

    Attributes:
        deals: how many are.
    """

    def __init__(self, plan: Plan) -> None:
        self.deals = 0
        self._plan = plan
        self._deal: list[tuple[Match, Outcome]] = []
        self._shares: dict[Match, list[float]] = {match: [] for match in plan.matches}
        self._points = dict.fromkeys(plan.matches, 0.0)
        self._theirs = dict.fromkeys(plan.matches, 0.0)
        self._choices: dict[str, Choices] = {}

    def count(self, trial: Trial, outcome: Outcome) -> None:
        """Count a game."""
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
    def choices(self) -> Mapping[str, Choices]:
        """How long choices took, by strategy."""
        return self._choices

    @property
    def games_of_each(self) -> int:
        """How many games of each match count."""
        return self.deals * self._plan.players

    def won(self, match: Match) -> float:
        """How many games the one has won."""
        return sum(self._shares[match])

    def points(self, match: Match) -> tuple[float, float]:
        """How many points the one had on average, and how many each of the others."""
        games = self.games_of_each
        return self._points[match] / games, self._theirs[match] / games

    def estimate(self, match: Match) -> Estimate:
        """Tell how much of all games the one wins."""
        return estimate(self._shares[match], self._plan.players)

    def ladder(self, strategies: Sequence[str]) -> Sequence[Standing]:
        """Tell how strong each is, the best one first; it counts from the first named."""
        found = {match: self.estimate(match) for match in self._plan.matches}
        return ladder(strategies, found, self._plan.players)


def estimate(shares: Sequence[float], games: int) -> Estimate:
    """
    Tell how much is won of all games.

    Args:
        shares: how many games of each deal were won, one or more.
        games: how many of each deal were played.
    """
    deals = len(shares)
    total = deals * games
    share = fmean(shares) / games
    # The variance among deals, for each one of independent games.
    expected = games * share * (1 - share)
    found = 1.0
    if deals > 1 and expected > 0:
        mean = games * share
        found = sum((it - mean) ** 2 for it in shares) / (deals - 1) / expected
    known = total * min(share, 1 - share)
    weight = total / ((known * found + RARE) / (known + RARE))
    return Estimate(share, *_wilson(share, weight), weight)


def _wilson(share: float, games: float) -> tuple[float, float]:
    """Give Wilson's interval for a share of independent games."""
    middle = share + _Z**2 / (2 * games)
    half = _Z * math.sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    whole = 1 + _Z**2 / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def ladder(
    strategies: Sequence[str], found: Mapping[Match, Estimate], players: int
) -> Sequence[Standing]:
    """
    Find the most likely strengths, by Newton's method; the best comes first.

    Args:
        strategies: all that have met, by way of others at least; the first has none.
        found: what came of the matches.
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
        # A step that is too long leads where the curve is flat.
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
        Standing(name, POINTS * strengths[at], POINTS * errors[at])
        for name, at in number.items()
    ]
    return sorted(standings, key=lambda it: -it.elo)


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Invert a positive definite matrix, which has a row for each of a few strategies."""
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
