"""
Types of the game: cards and boards as printed, cities, and the base class of effects.

They share a module because they refer to each other: a card has effects, an effect
looks at cities, and a city contains cards. The code that uses them is elsewhere: the
kinds of effects in `effects`, building in `city`, and the reading of the data in
`catalog`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from sealed_wonders.core.game import Slot
from sealed_wonders.core.wonders.atoms import Clause
from sealed_wonders.core.wonders.works import Colour, Deed, Works

BASE = "base"
"""The name of the base game's box."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The base class of all effects; by itself, it does nothing."""

    kind: ClassVar[str]
    owes: ClassVar[str] = ""
    """The right that it gives its owner at the end of the turn: see `state.Right`."""
    key: ClassVar[str] = ""
    """The notation's key for the choice that the builder of such a stage must make."""

    @property
    def clause(self) -> Clause:
        """The effect as data, for sentences, signs, pictures and tables."""
        raise NotImplementedError(self.kind)

    def place(self, works: Works) -> Works:
        """Return the works after adding this effect."""
        return works

    def coins(self, around: Around) -> int:
        """
        Return the coins it pays immediately, when all cards of the turn are in place
        (W4.2).
        """
        return 0

    def points(self, around: Around) -> int:
        """Return the points it scores at the end of the game."""
        return 0

    @property
    def precedence(self) -> int:
        """
        Position among rights that several seats have at the same time; lower first
        (W4.4).
        """
        return 0

    def options(self, city: City) -> tuple[str, ...]:
        """Return the possible choices for its `key`; none if it has no key."""
        return ()

    def at_once(self, city: City, age: int, chosen: str) -> City:
        """
        Return the city after its immediate results other than coins.

        Args:
            chosen: one of its `options`; empty if there are none.
        """
        return city

    def earns(self, deed: Deed) -> int:
        """Return the coins it pays for a deed, if it is one of the city's watchers."""
        return 0


# Cards and boards.


# Compared by identity: the catalogue is read once, and every payment search hashes and
# compares its records.
@dataclass(frozen=True, slots=True, eq=False)
class Building:
    """A kind of age card."""

    id: str
    names: Mapping[str, str]
    """By language."""
    building: str
    """
    The name that no city may have twice: the id, or a name that several cards share
    (W3.7).
    """
    age: int
    colour: Colour
    goods: int
    """Cost in goods, packed."""
    bank: int
    """Cost in coins, to the bank."""
    copies: tuple[int, ...]
    """Printed player numbers; empty for guilds (W1.1, W1.2)."""
    effects: tuple[Effect, ...]
    chain: frozenset[str]
    free_with: str | None

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A stage of a wonder: one list of effects, or a left and a right half."""

    goods: int
    bank: int
    whole: tuple[Effect, ...]
    halves: Mapping[str, tuple[Effect, ...]]
    """By ``"left"`` and ``"right"``; empty if the stage isn't split (E2.3)."""

    def effects(self, half: str) -> tuple[Effect, ...]:
        """Return the effects of the stage, given the half that was built."""
        return self.halves[half] if self.halves else self.whole


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a board."""

    name: str
    """``"day"`` or ``"night"``."""
    start: Effect
    stages: tuple[Stage, ...]
    label: str = ""
    """Printed on the board instead of the name, if not empty."""

    @property
    def printed(self) -> str:
        """The side's name for players: its label, or its name."""
        return self.label or self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    id: str
    names: Mapping[str, str]
    sides: Mapping[str, Side]
    needs: str | None = None
    """The expansion that it requires, if any."""
    box: str = BASE
    """The box that contains it: `BASE`, `FIRST`, or one of `EXPANSIONS` (W1.6)."""
    of: str = ""
    """The id of this wonder's board in the other edition, if there is one (W8.1)."""

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Leader:
    """A leader card."""

    id: str
    names: Mapping[str, str]
    set: str
    """
    ``"standard"`` or ``"expert"``; ``"cities"`` for leaders that are never dealt
    (L1.2).
    """
    cost: int | None
    """In coins; None if the cost equals the number of the age (L1.4)."""
    effects: tuple[Effect, ...]
    """
    Empty for leaders that are never dealt, since their effects need another expansion.
    """

    def price(self, age: int) -> int:
        """Return the printed cost in an age (L1.4)."""
        return age if self.cost is None else self.cost

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Penalty:
    """The loss of players who didn't participate in an edifice that fails (E1.5)."""

    kind: str
    """``"lose_card"``, ``"lose_coins"`` or ``"lose_victory_tokens"``."""
    colour: Colour | None = None
    """The colour of the card to lose."""
    amount: int = 1
    """The number of coins or tokens to lose; 1 for a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Edifice:
    id: str
    names: Mapping[str, str]
    age: int
    cost: int
    """The cost of participating, in coins (E1.2)."""
    reward: tuple[Effect, ...]
    penalty: Penalty
    debt: int
    """The value of the token for a penalty that a player couldn't pay: below zero."""

    def __repr__(self) -> str:
        return f"<{self.id}>"


Face = Board | Edifice | Building | Leader
"""The printed side of a physical card."""


# Cities.


class StageBuilt(NamedTuple):
    """A stage of the wonder that has been built."""

    half: str
    """``"left"`` or ``"right"`` for a split stage, otherwise empty."""
    slot: Slot
    """The face-down card under it, which is out of the game (W5.7)."""


class Recruited(NamedTuple):
    """A leader that a city has recruited."""

    leader: Leader
    age: int
    """The age of recruitment."""
    buried: bool = False
    """Whether the leader was turned face down and has no effect any more (L3.3)."""

    @property
    def price(self) -> int:
        """
        The printed cost; for a leader whose cost is the age, that of recruitment
        (L3.3).
        """
        return self.leader.price(self.age)


@dataclass(frozen=True, slots=True)
class City:
    """One player's city: public information only."""

    board: Board
    side: Side
    coins: int
    works: Works
    buildings: tuple[Building, ...] = ()
    """In the order of building."""
    stages: tuple[StageBuilt, ...] = ()
    tokens: tuple[int, ...] = ()
    """Conflict tokens in the order in which they were taken: 1, 3 or 5, and -1."""
    colours: int = 0
    """Bit set of the colours of all buildings that the city has ever had (W5.3)."""
    cards: tuple[Slot, ...] = ()
    """The slots of its face-up building cards, in the same order as `buildings`."""
    leaders: tuple[Recruited, ...] = ()
    """In the order of recruitment."""
    pawns: tuple[int, ...] = ()
    """
    The ages of its participation pawns, in the order in which they were taken (E1.2).
    """
    edifices: tuple[Edifice, ...] = ()
    """The edifices whose rewards it has (E1.4)."""
    debts: tuple[int, ...] = ()
    """The values of its debt tokens, in the order in which they were taken (E1.5)."""
    spent: int = 0
    """The age in which it last used its power to build one card for free (W8.2)."""


class Around(NamedTuple):
    """A city and its two neighbours."""

    city: City
    left: City
    right: City
