"""
The tasks of an age other than its turns: shuffling, dealing, conflicts; and the end of
the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sealed_wonders.core.game import (
    Ask,
    Dealt,
    Deck,
    Mixed,
    Over,
    Seat,
    Shuffle,
)
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.effects import DEFEAT, VICTORY, CopyGuild, copied
from sealed_wonders.core.wonders.events import (
    FinalSheet,
    Fought,
    GuildCopied,
    HandsDealt,
)
from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.play import LAST_TURN, Turn
from sealed_wonders.core.wonders.setup import deck_name
from sealed_wonders.core.wonders.state import State, Task, by_seat, deal_out
from sealed_wonders.core.wonders.treasury import Till

HAND = 7
"""Cards in a hand at the start of an age (W2.1)."""


@dataclass(frozen=True, slots=True)
class Age(Task):
    """The start of an age, which puts the age's tasks on the agenda."""

    name: ClassVar[str] = "age"
    age: int

    def run(self, state: State) -> State:
        turns = (Turn(self.age, turn) for turn in range(1, LAST_TURN + 1))
        return state.next_task(
            *state.rules.tasks(Moment.AGE_BEGINS, self.age),
            _first(self.age, 1),
            *turns,
            *state.rules.tasks(Moment.AGE_ENDS, self.age),
            Conflicts(self.age),
        )


def _first(age: int, attempt: int) -> Task:
    """Return the first task of setting up an age."""
    return MixGuilds(attempt) if age == 3 else MixAge(age, attempt)


@dataclass(frozen=True, slots=True)
class MixGuilds(Task):
    """Shuffle the guilds, and keep as many as this game needs, unseen (W1.2)."""

    name: ClassVar[str] = "mix_guilds"
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        name = deck_name("guilds", self.attempt)
        return Shuffle((Deck(name, (), state.rules.catalog.guilds),))

    def mixed(self, state: State, answer: Mixed) -> State:
        kept = answer.slots[0][: dealt_for(state) + 2]
        return evolve(state, deck=kept).next_task(MixAge(3, self.attempt))

    def after_leaving(self, state: State) -> State:
        return evolve(state, task=MixGuilds(self.attempt + 1))


@dataclass(frozen=True, slots=True)
class MixAge(Task):
    """Shuffle the deck of an age (W1.1)."""

    name: ClassVar[str] = "mix_age"
    age: int
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        name = deck_name(f"age{self.age}", self.attempt)
        cards = state.rules.catalog.age_deck(self.age, dealt_for(state))
        return Shuffle((Deck(name, state.deck, cards),))

    def mixed(self, state: State, answer: Mixed) -> State:
        mixed = evolve(state, deck=answer.slots[0])
        return mixed.next_task(DealAge(self.age, self.attempt))

    def after_leaving(self, state: State) -> State:
        return evolve(state, deck=(), task=_first(self.age, self.attempt + 1))


@dataclass(frozen=True, slots=True)
class DealAge(Task):
    """Deal seven cards to each seat (W2.1)."""

    name: ClassVar[str] = "deal_age"
    age: int
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        return deal_out(state, state.deck, HAND)

    def dealt(self, state: State, answer: Dealt) -> State:
        hands = by_seat(state, answer)
        state = evolve(state, hands=hands, deck=())
        return state.with_news(HandsDealt(self.age, hands)).next_task()

    def after_leaving(self, state: State) -> State:
        return evolve(state, deck=(), task=_first(self.age, self.attempt + 1))


def dealt_for(state: State) -> int:
    """Return the number of players that a deck is made for."""
    return deck_for(len(state.active))


def deck_for(players: int) -> int:
    """Return the number of players whose deck is used: at least three."""
    return max(3, players)


@dataclass(frozen=True, slots=True)
class Conflicts(Task):
    """Resolve the conflicts of each city with both neighbours (W6.1)."""

    name: ClassVar[str] = "conflicts"
    age: int

    def run(self, state: State) -> State:
        rows, deflected = self._fight(state)
        taken = [[token for token in row if token] for row in rows]
        for _, winner in deflected:
            taken[winner].append(DEFEAT)
        cities = tuple(
            evolve(city, tokens=(*city.tokens, *gained))
            for city, gained in zip(state.cities, taken, strict=True)
        )
        till = Till(state)
        for seat, gained in enumerate(taken):
            till.honour(seat, cities[seat], sum(token > 0 for token in gained))
        fought = Fought(self.age, tuple(rows), tuple(deflected))
        return till.settle(state, cities).with_news(fought).next_task()

    def _fight(
        self, state: State
    ) -> tuple[list[tuple[int, int]], list[tuple[Seat, Seat]]]:
        """
        Return each city's tokens against its left and right neighbour, and the defeat
        tokens that go to a winner instead, as pairs of loser and winner.
        """
        players = state.players
        shields = [city.works.shields for city in state.cities]
        rows, deflected = [], []
        for seat, city in enumerate(state.cities):
            row = []
            for other in ((seat + 1) % players, (seat - 1) % players):
                token = self._token(shields[seat], shields[other])
                if token == DEFEAT and city.works.deflects:
                    deflected.append((seat, other))
                    token = 0
                row.append(token)
            rows.append((row[0], row[1]))
        return rows, deflected

    def _token(self, mine: int, theirs: int) -> int:
        if mine == theirs:
            return 0
        return VICTORY[self.age] if mine > theirs else DEFEAT


@dataclass(frozen=True, slots=True)
class Finish(Task):
    """Score the game (W7)."""

    name: ClassVar[str] = "finish"

    def run(self, state: State) -> State:
        copies = [GuildCopied(seat, guild) for seat, guild in _copies(state)]
        return state.with_news(*copies, FinalSheet(state.score())).next_task()


def _copies(state: State) -> Iterator[tuple[Seat, str]]:
    """Yield the seats that copy a neighbour's guild, with that guild's id (W8.3)."""
    for seat, city in enumerate(state.cities):
        stages = zip(city.stages, city.side.stages, strict=False)
        effects = [it for built, stage in stages for it in stage.effects(built.half)]
        guild = copied(state.around(seat)).guild
        if guild and any(isinstance(effect, CopyGuild) for effect in effects):
            yield seat, guild.id


@dataclass(frozen=True, slots=True)
class Ended(Task):
    """The end of the game."""

    name: ClassVar[str] = "ended"

    def ask(self, state: State) -> Ask:
        return Over()
