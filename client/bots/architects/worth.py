"""
What cities are worth, in points: those they have, and those they may come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from sealed_wonders.client.bots.architects.forecast import (
    Forecast,
    missing,
    missing_to_finish,
    neighbours,
)
from sealed_wonders.client.bots.architects.tokens import EXTRA, TokenWorth
from sealed_wonders.core.architects.abilities import PointsPerVictory
from sealed_wonders.core.architects.catalog import Colour, Kind, Stage, catalog
from sealed_wonders.core.architects.city import City, is_red
from sealed_wonders.core.architects.effects import EFFECTS
from sealed_wonders.core.architects.science import symbols
from sealed_wonders.core.architects.scoring import CAT, VICTORY
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.architects.war import victories
from sealed_wonders.core.game import Seat
from sealed_wonders.core.values import evolve

# All below are guesses. They were tried against each other in whole games.

HALF, MOST = 0.42, 0.5
"""What one symbol, and two different ones, are worth, as parts of a token's worth."""

CATS = 0.1
"""Cats that are taken in a turn."""

PEEK = 0.4
"""What it is worth to see cards as long as one has the cat, in points."""

RIVAL = 0.3
"""What it costs that a neighbour gains a point, in points."""

DOUBT = 0.9
"""How far strength may still shift before a battle, in shields."""

STAGE = 1.6
"""How much more a stage counts than it is worth: it ends the game as well."""

WON, LOST = 15.0, -8.0
"""What it is worth to end the game as the first, and as another, in points."""

EFFECT = {
    "any_deck_top_card": 1.2 * EXTRA,
    "central_top_card": 0.9 * EXTRA,
    "left_and_right_top_cards": 1.9 * EXTRA,
    "look_5_keep_1": 1.5 * EXTRA,
    "shield_plus_1": 2.0,
}
"""What a stage's effect is worth, in points, by its name; and a token is one's own."""


class Worth:
    """What is worth how much to a seat just now."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.forecast = Forecast(state)
        self.tokens = TokenWorth(state, seat, self.forecast)
        self._state = state
        self._seat = seat
        self._city = state.cities[seat]
        self._shields = [city.shields for city in state.cities]
        self._lasting = [_lasting(city) for city in state.cities]
        self._token = self.tokens.best
        self._cards: dict[Kind, float] = {}
        stays = (1 - CATS) ** (self.forecast.turns * state.players)
        self._cat: float = CAT * (stays + (1 - stays) / state.players) + PEEK
        self._scores = [row[-1] for row in state.score().rows]
        self._victory = VICTORY + sum(
            token.ability.each
            for token in self._city.progress
            if isinstance(token.ability, PointsPerVictory)
        )
        self._wonder_now = self._wonder(self._city)
        self._science_now = self._science(self._city)
        self._war_now = self._war(self._city, state.horns)

    def card(self, kind: Kind) -> float:
        """Return what one more card of a kind is worth."""
        if kind not in self._cards:
            self._cards[kind] = self._card(kind)
        return self._cards[kind]

    def _card(self, kind: Kind) -> float:
        state, city = self._state, self._city
        cards = list(city.cards)
        cards[kind.number] = (*cards[kind.number], -1)
        more = evolve(city, cards=tuple(cards))
        match kind.colour:
            case Colour.BLUE:
                worth = kind.points + self._cat_from(kind)
            case Colour.GREEN:
                worth = self._science(more) - self._science_now
            case Colour.RED:
                horns = min(state.conflicts, state.horns + kind.horns)
                worth = self._war(more, horns) - self._war_now
            case _:
                worth = self._wonder(more) - self._wonder_now + self._end(more)
        if not city.tokens:
            return worth
        due = (token for token in city.extras(kind.id) if token not in state.used)
        worth += EXTRA * sum(token not in state.due for token in due)
        return worth + self._counted(more) - self._counted(city)

    def _cat_from(self, kind: Kind) -> float:
        """Return what it is worth that a card brings the cat."""
        if not kind.cat or self._state.cat == self._seat:
            return 0.0
        return self._cat * (1 if self._state.cat is None else 1 + RIVAL)

    def gain(self, city: City) -> float:
        """Return what is gained where our city becomes another, with no card more."""
        gain = self._wonder(city) - self._wonder_now
        gain += self._science(city) - self._science_now
        gain += self._counted(city) - self._counted(self._city)
        return gain + self._war(city, self._state.horns) - self._war_now

    def _counted(self, city: City) -> int:
        """Count what tokens are worth by what the city has."""
        return sum(token.ability.points(city) for token in city.progress)

    def _end(self, city: City) -> float:
        """Return what it is worth that the game ends, if it does by that."""
        if missing_to_finish(city):
            return 0.0
        left = (s for s in city.wonder.stages if s.number not in city.built)
        own = self._scores[self._seat] + sum(stage.points for stage in left)
        others = (n for at, n in enumerate(self._scores) if at != self._seat)
        return WON if own > max(others) else LOST

    # The wonder.

    def _wonder(self, city: City) -> float:
        """Count the stages that are built, and those to come by what they lack."""
        stages = city.wonder.stages
        total = float(sum(stages[number - 1].points for number in city.built))
        built = set(city.built)
        next_ones: tuple[Stage, ...] = ()
        patience = self.forecast.patience
        while len(built) < len(stages):
            lack, stage = min(
                (
                    (missing(city, (*next_ones, stage)), stage)
                    for stage in stages
                    if stage.number not in built and stage.on <= built
                ),
                key=lambda it: (it[0], -it[1].points),
            )
            built.add(stage.number)
            next_ones = (*next_ones, stage)
            total += STAGE * self.stage(city, stage) * patience**lack
        return total

    def stage(self, city: City, stage: Stage) -> float:
        """Return what a stage is worth when it is built."""
        if not stage.effect:
            return stage.points
        effect = EFFECT.get(city.wonder.effect)
        if effect is None:
            effect = self._token if EFFECTS[city.wonder.effect] else 0.0
        return stage.points + effect

    # Science.

    def _science(self, city: City) -> float:
        """Count sets of symbols, and what there is of the next one."""
        counts = sorted((city.count(kind) for kind in symbols()), reverse=True)
        return self._token * _sets(counts)

    # War.

    def _war(self, city: City, horns: int) -> float:
        """Estimate what battles bring, and what they bring to others."""
        state, seat = self._state, self._seat
        battles = self.forecast.battles
        shields, lasting = self._shields.copy(), self._lasting.copy()
        shields[seat], lasting[seat] = city.shields, _lasting(city)
        if horns >= state.conflicts:
            gained = victories(shields, state.gone)
            others = sum(gained[other] for other in neighbours(state, seat))
            total = self._victory * gained[seat] - VICTORY * RIVAL * others
            return total + max(0.0, battles - 1) * self._clash(lasting, 1.0)
        left = (state.conflicts - horns) / state.conflicts
        soon = min(1.0, battles + (horns - state.horns) / state.conflicts)
        total = soon * self._clash(shields, 0.35 + left)
        return total + max(0.0, battles - 1) * self._clash(lasting, 1.35)

    def _clash(self, shields: Sequence[int], doubt: float) -> float:
        """Estimate what a battle brings, by who would be how strong in it."""
        own, total = shields[self._seat], 0.0
        twice = len(shields) == 2
        for other in neighbours(self._state, self._seat):
            theirs = shields[other]
            wins = _odds(own - theirs, DOUBT * doubt)
            loses = _odds(theirs - own, DOUBT * doubt)
            if twice:
                wins += _odds(own - max(2 * theirs - 1, 1), DOUBT * doubt)
                loses += _odds(theirs - max(2 * own - 1, 1), DOUBT * doubt)
            total += self._victory * wins - VICTORY * RIVAL * loses
        return total


def _odds(lead: int, doubt: float) -> float:
    """Estimate how likely it is that a lead is still one when it comes to battle."""
    return 1.0 / (1.0 + exp((0.5 - lead) / doubt))


def _lasting(city: City) -> int:
    """Count the shields that no battle takes away."""
    horned = sum(city.count(k) for k in catalog().kinds if is_red(k) and k.horns)
    return city.shields - horned


def _sets(counts: Sequence[int]) -> float:
    """Return how many tokens symbols are worth, the most frequent symbol first."""
    first, second, third = counts
    if first >= 2:
        return 1.0 + _sets(sorted((first - 2, second, third), reverse=True))
    if third:
        return 1.0
    return (0.0, HALF, MOST)[first + second]
