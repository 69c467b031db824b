"""The view of a game of Architects from one seat: everything but face-down cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.core.architects.catalog import Kind, catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.events import Searched
from sealed_wonders.core.architects.notation import ParsedMove
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import AnyState, Card, Seat, Slot

if TYPE_CHECKING:
    from sealed_wonders.client.view.tablemodel import TableModel

FROM_ANYWHERE = "any_deck_top_card"
"""The effect with which the tops of distant piles matter."""


@dataclass(frozen=True, slots=True)
class Sight(AnySight[State]):
    """A state of the game, from one seat."""

    @property
    def looks_afar(self) -> bool:
        """Whether the tops of piles out of reach matter."""
        return self.ours is None or self.viewed.wonder.effect == FROM_ANYWHERE

    @property
    def viewed(self) -> City:
        """The city in the middle, whether or not it is ours."""
        return self.state.cities[self.viewpoint]

    def owner(self, pile: str) -> Seat | None:
        """Return the owner of a pile; None for the central one."""
        names = [city.wonder.id for city in self.state.cities]
        return names.index(pile) if pile in names else None

    def top(self, pile: Pile) -> Kind | None:
        """
        Return the top card of a pile if it is face up, or if the cat has shown it.
        """
        card = pile.top
        if card is None and pile.slots:
            card = self.faces.get(pile.slots[0])
        return None if card is None else catalog().kind(card)

    def searched(self, event: Searched) -> tuple[Card, ...]:
        """Return the cards that a player looked through; empty if we don't know all."""
        cards = (event.top, *map(self.faces.get, event.slots))
        known = tuple(card for card in cards if card is not None)
        return known if len(known) == event.count else ()

    def whose(self, pile: str) -> str | None:
        """Return the name of a pile's owner; None for ours, empty for a shared pile."""
        owner = self.owner(pile)
        return "" if owner is None else self.who(owner)


def kept(state: State, faces: Mapping[Slot, Card], said: ParsedMove) -> Kind:
    """
    Return the card that a move of ours would keep.

    Raises:
        LookupError: We don't see it.
    """
    if isinstance(state.task, Keep):
        card = state.task.cards(state, faces)[said.place - 1]
        if card is not None:
            return catalog().kind(card)
    raise LookupError(f"not among what we look through: {said}")


def sight_of(known: TableModel) -> Sight | None:
    """Return the sight of a game of Architects, or None before there is one."""
    return known.sight if isinstance(known.sight, Sight) else None


def own(sight: AnySight[Any]) -> Sight:
    """
    Return a sight as one of Architects.

    Raises:
        TypeError: It is of another game.
    """
    if isinstance(sight, Sight):
        return sight
    raise TypeError(f"not a sight of Architects: {sight!r:.80}")


def architects(state: AnyState) -> State:
    """
    Return a state as one of Architects.

    Raises:
        TypeError: It is of another game.
    """
    if isinstance(state, State):
        return state
    raise TypeError(f"not a state of Architects: {state!r:.80}")
