"""
The things of the game: cards and boards as printed, cities as they stand, and effects.

They stand in one module because each speaks of the others: a card has effects, an effect
looks at cities, and a city is made of cards. What is done with them is elsewhere: the
kinds of effects in `effects`, building in `city`, reading the data in `catalog`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from sealed_wonders.core.game import Slot
from sealed_wonders.core.wonders.works import Colour, Deed, Works

BASE = "base"
"""The box of the base game."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect that does nothing: the base of all."""

    kind: ClassVar[str]
    owes: ClassVar[str] = ""
    """What its player may do at the end of the turn: see `state.Right`."""
    key: ClassVar[str] = ""
    """What the builder of a stage with it must choose, as the notation calls it."""

    def place(self, works: Works) -> Works:
        """Return the works with this effect among them."""
        return works

    def coins(self, around: Around) -> int:
        """Count the coins it brings at once, all cards of the turn in place (W4.2)."""
        return 0

    def points(self, around: Around) -> int:
        """Count the points it brings at the end."""
        return 0

    @property
    def precedence(self) -> int:
        """Lower ones come first where several may do what they owe (W4.4)."""
        return 0

    def options(self, city: City) -> tuple[str, ...]:
        """List what there is to choose from for its `key`, if it has one."""
        return ()

    def at_once(self, city: City, age: int, chosen: str) -> City:
        """
        Return the city with what it brings at once besides coins.

        Args:
            chosen: one of its `options`; empty if there are none.
        """
        return city

    def earns(self, deed: Deed) -> int:
        """Count the coins it brings for a deed, once it is among the watchers."""
        return 0


# Cards and boards.


# Identity is equality: the catalogue is read once, and its records are hashed and
# compared in every payment search.
@dataclass(frozen=True, slots=True, eq=False)
class Building:
    """A kind of age card."""

    id: str
    names: Mapping[str, str]
    """By language."""
    building: str
    """What no city has twice: the id, or a name shared by several cards (W3.7)."""
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
    """A stage of a wonder: one effect list, or a left and a right half."""

    goods: int
    bank: int
    whole: tuple[Effect, ...]
    halves: Mapping[str, tuple[Effect, ...]]
    """By ``"left"`` and ``"right"``; empty if the stage is not split (E2.3)."""

    def effects(self, half: str) -> tuple[Effect, ...]:
        """Return the effects of the stage as it was built."""
        return self.halves[half] if self.halves else self.whole


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a board."""

    name: str
    """``"day"`` or ``"night"``."""
    start: Effect
    stages: tuple[Stage, ...]
    label: str = ""
    """What is printed on it instead, if anything is."""

    @property
    def printed(self) -> str:
        """What players call it: its label, or its name."""
        return self.label or self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A wonder board."""

    id: str
    names: Mapping[str, str]
    sides: Mapping[str, Side]
    needs: str | None = None
    """The expansion without which it can't be played."""
    box: str = BASE
    """What it comes in: `BASE`, `FIRST`, or one of `EXPANSIONS` (W1.6)."""
    of: str = ""
    """The id of the other edition's board of this wonder, if there are both (W8.1)."""

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Leader:
    """A leader."""

    id: str
    names: Mapping[str, str]
    set: str
    """``"standard"``, ``"expert"``, or ``"cities"`` for those never dealt (L1.2)."""
    cost: int | None
    """In coins; None for as many as the age has (L1.4)."""
    effects: tuple[Effect, ...]
    """None of those never dealt: what they do needs another expansion."""

    def price(self, age: int) -> int:
        """Return the printed cost in an age (L1.4)."""
        return age if self.cost is None else self.cost

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Penalty:
    """What those lose who took no part in an edifice that fails (E1.5)."""

    kind: str
    """``"lose_card"``, ``"lose_coins"`` or ``"lose_victory_tokens"``."""
    colour: Colour | None = None
    """Of the card."""
    amount: int = 1
    """How many coins or tokens, or 1 card."""


@dataclass(frozen=True, slots=True, eq=False)
class Edifice:
    """An edifice."""

    id: str
    names: Mapping[str, str]
    age: int
    cost: int
    """Of taking part, in coins (E1.2)."""
    reward: tuple[Effect, ...]
    penalty: Penalty
    debt: int
    """What the token counts that stands for a penalty nobody could pay: below zero."""

    def __repr__(self) -> str:
        return f"<{self.id}>"


Face = Board | Edifice | Building | Leader
"""What a physical card shows."""


# Cities.


class StageBuilt(NamedTuple):
    """A stage of the wonder that stands."""

    half: str
    """``"left"`` or ``"right"`` of a split stage, else empty."""
    slot: Slot
    """The face-down card under it: out of the game (W5.7)."""


class Recruited(NamedTuple):
    """A leader that was recruited."""

    leader: Leader
    age: int
    """In which it was."""
    buried: bool = False
    """Turned face down: it does nothing any more (L3.3)."""

    @property
    def price(self) -> int:
        """Its printed cost; that of an "age" leader is the age it came in (L3.3)."""
        return self.leader.price(self.age)


@dataclass(frozen=True, slots=True)
class City:
    """One player's city, as everybody sees it."""

    board: Board
    side: Side
    coins: int
    works: Works
    buildings: tuple[Building, ...] = ()
    """In the order they were built."""
    stages: tuple[StageBuilt, ...] = ()
    tokens: tuple[int, ...] = ()
    """Conflict tokens in the order they were taken: 1, 3 or 5, and -1."""
    colours: int = 0
    """Bit set of the colours it has ever had a building of (W5.3)."""
    cards: tuple[Slot, ...] = ()
    """Where the cards of its buildings lie, for all to see, in the same order."""
    leaders: tuple[Recruited, ...] = ()
    """In the order they were recruited."""
    pawns: tuple[int, ...] = ()
    """The ages of its participation pawns, in the order they were taken (E1.2)."""
    edifices: tuple[Edifice, ...] = ()
    """Those whose rewards it has (E1.4)."""
    debts: tuple[int, ...] = ()
    """What its debt tokens count, in the order they were taken (E1.5)."""
    spent: int = 0
    """The age in which it last used the power of one free building (W8.2)."""


class Around(NamedTuple):
    """A city and its two neighbours."""

    city: City
    left: City
    right: City
