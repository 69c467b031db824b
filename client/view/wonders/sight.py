"""
The sight of one seat: what it sees of a game of 7 Wonders at one moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.game import AnyState, Card, Slot
from sealed_wonders.core.wonders.model import Building, Face
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.view import View, view


@dataclass(frozen=True, slots=True)
class Sight(AnySight[State]):
    """A state of the game, as seen from one seat."""

    def face(self, slot: Slot) -> Face | None:
        """
        Return the card in a slot, an age card or a leader; None if we may not see it.
        """
        return self.printed(self.faces.get(slot))

    def card(self, slot: Slot) -> Building | None:
        """
        Return the age card in a slot; None if it is a leader, or we may not see it.
        """
        face = self.face(slot)
        return face if isinstance(face, Building) else None

    def printed(self, card: Card | None) -> Face | None:
        """Return what is printed on a card; None for none."""
        return self.state.rules.catalog.face(card)


def sight_of(known: TableModel) -> Sight | None:
    """Return the table's sight; None before there is a game of 7 Wonders."""
    return known.sight if isinstance(known.sight, Sight) else None


def view_of(known: TableModel) -> View | None:
    """Return what our seat sees, computed once for each sight; None before a game."""
    sight = sight_of(known)
    if sight is None:
        return None
    menu = known.menu
    if menu is not None and menu.question.state is sight.state:
        asked: View = menu.view  # computed once, with the question
        return asked
    if known.digest is None or known.digest[0] is not sight:
        made = view(
            sight.state,
            sight.viewpoint,
            sight.faces,
            known.past,
            looks_on=sight.ours is None,
        )
        known.digest = sight, made
    seen: View = known.digest[1]
    return seen


def own(sight: AnySight[Any]) -> Sight:
    """
    Return a sight, checked to be one of 7 Wonders.

    Raises:
        TypeError: the sight is of another game.
    """
    if isinstance(sight, Sight):
        return sight
    raise TypeError(f"not a sight of 7 Wonders: {sight!r:.80}")


def wonders(state: AnyState) -> State:
    """
    Return a state, checked to be one of 7 Wonders.

    Raises:
        TypeError: the state is of another game.
    """
    if isinstance(state, State):
        return state
    raise TypeError(f"not a state of 7 Wonders: {state!r:.80}")
