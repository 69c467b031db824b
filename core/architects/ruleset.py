"""
The rules of 7 Wonders: Architects, for the options of one table.

If a change in this package could give the same moves another result, it needs another
`catalog.VERSION`. Whole games are held in tests/playthroughs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.core import game, options
from sealed_wonders.core.architects.catalog import VERSION, Catalog, catalog
from sealed_wonders.core.architects.effects import looked_again
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.setup import (
    Ended,
    Finish,
    MixWonders,
    TurnUpWonders,
    begin,
)
from sealed_wonders.core.architects.state import State, Task, settle
from sealed_wonders.core.architects.taking import Mend, Refill, Remix
from sealed_wonders.core.draws import LOT, check_draw
from sealed_wonders.core.game import Order, Slot
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.values import evolve


@dataclass(frozen=True, slots=True)
class Architects:
    """
    The rules for one table.

    Raises:
        ValueError: the number of players or the draw of wonders isn't valid.
    """

    players: int
    draw: str = LOT
    """How wonders are assigned (A1.1): one of `core.draws.DRAWS`."""

    name = "architects"

    def __post_init__(self) -> None:
        if self.players not in PLAYERS:
            raise ValueError(
                Sentence(
                    "this game is for 2 to 7 players, not {players}",
                    players=self.players,
                )
            )
        check_draw(self.draw)

    @property
    def catalog(self) -> Catalog:
        return catalog()

    @property
    def cards(self) -> Sequence[str]:
        return tuple(card.id for card in catalog().cards)

    @property
    def facts(self) -> object:
        """The ruleset's version, and all data of the catalogue without names."""
        return [f"architects/{VERSION}", catalog().facts]

    def begin(self, order: Order) -> State:
        """
        Return the first state of a game.

        Only the first player comes from *order*: the seat with which the permutation
        ``order("first", players)`` begins (A1.4).
        """
        first = order("first", self.players)[0]
        task, *agenda = begin(self.draw)
        return settle(State(self, task, tuple(agenda), first=first))

    def ending(self) -> tuple[Task, ...]:
        return (Finish(), Ended())

    def after_leaving(self, state: State, lost: tuple[Slot, ...]) -> State:
        """Restart whatever can't continue after seats have left."""
        match state.task:
            case TurnUpWonders(slots) if set(slots) & set(lost):
                return evolve(state, task=MixWonders())
        if not state.piles:
            return state
        # Before the next task, put the table in order. The exception is a pile that is
        # about to be shuffled: its top card is turned up after that.
        refill = () if isinstance(state.task, Remix) else (Refill(),)
        agenda = (*refill, *looked_again(state), *state.agenda)
        return evolve(state, task=Mend(), agenda=agenda)

    def shows(self, text: str) -> bool:
        """Return False: no move uses a hidden card."""
        return False


def agreed(players: int, given: Mapping[str, object]) -> Architects:
    """
    Return the rules for a table's options.

    Raises:
        ValueError: the options don't fit together; the message is one sentence for a
            person.
    """
    return Architects(players, options.word(given, "draw", LOT))


def seats(given: Mapping[str, object]) -> range:
    """Return the numbers of players, which don't depend on the options."""
    return PLAYERS


def standings(state: game.AnyState) -> Sequence[Mapping[str, str]]:
    """Return each seat's wonder; empty until they are known."""
    if not isinstance(state, State):
        return ()
    return [{"wonder": city.wonder.id} for city in state.cities]


def part(state: game.AnyState) -> int:
    """Return the number of turns that have begun."""
    return state.turn if isinstance(state, State) else 0
