"""
7 Wonders, second edition, with the options a table has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sealed_wonders.core.game import Order
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.ages import Age, Ended, Finish
from sealed_wonders.core.wonders.catalog import VERSION, catalog
from sealed_wonders.core.wonders.setup import MixBoards
from sealed_wonders.core.wonders.state import State, Task, settle

SIDES = ("day", "night", "choose", "random")
"""How a table settles the sides of the boards (W1.3)."""

PLAYERS = range(3, 8)
"""W1.1."""


@dataclass(frozen=True, slots=True)
class Wonders:
    """
    The rules for one table.

    Raises:
        ValueError: not a number of players or a way to settle sides.
    """

    players: int
    sides: str = "choose"
    lenient: bool = False
    """
    Accept payments that cover a cost though others are better, as people at a real
    table may make them. For reading their records only, never at a table of ours.
    """

    name = "wonders"

    def __post_init__(self) -> None:
        if self.players not in PLAYERS:
            raise ValueError(f"3 to 7 players, not {self.players}")
        if self.sides not in SIDES:
            raise ValueError(f"sides are one of {', '.join(SIDES)}: {self.sides!r:.20}")

    @property
    def cards(self) -> Sequence[str]:
        """The catalogue id of each physical card, by its number."""
        return tuple(card.id for card in catalog().cards)

    @property
    def facts(self) -> object:
        """The ruleset's version, and everything in the catalogue but the names."""
        return [f"wonders/{VERSION}", catalog().facts]

    def begin(self, order: Order) -> State:
        """
        Begin a game.

        Only sides that a table has drawn by lot come from *order*: day for seat i
        where the permutation of two, ``order("side/<i>", 2)``, begins with 0.
        """
        lots: tuple[str, ...] = ()
        if self.sides == "random":
            lots = tuple(
                "night" if order(f"side/{seat}", 2)[0] else "day"
                for seat in range(self.players)
            )
        agenda = (Age(1), Age(2), Age(3), *self.ending())
        hands = ((),) * self.players
        return settle(State(self, MixBoards(), agenda, hands=hands, lots=lots))

    def ending(self) -> tuple[Task, ...]:
        """Give the tasks that end a game."""
        return (Finish(), Ended())

    def shows(self, text: str) -> bool:
        """Tell whether a move shows the card it uses, from its canonical text."""
        return text.partition(" ")[0] in notation.SHOWING
