"""
What one seat sees of a game of 7 Wonders at one moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sealed_wonders.client.terminal.sight import Sight as AnySight
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.client.terminal.wonders import describe
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.game import State as AnyState
from sealed_wonders.core.wonders.model import Building, Face
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.view import View, view


@dataclass(frozen=True, slots=True)
class Sight(AnySight[State]):
    """A state of the game, from one seat."""

    def face(self, slot: Slot) -> Face | None:
        """Give what lies in a slot, an age card or a leader; None if we may not see it."""
        return self.state.rules.catalog.face(self.faces.get(slot))

    def card(self, slot: Slot) -> Building | None:
        """Give the building in a slot; None if we may not see it, or it is a leader."""
        face = self.face(slot)
        return face if isinstance(face, Building) else None

    def card_name(self, slot: Slot) -> str:
        """Name what lies in a slot; nothing if we may not see it."""
        face = self.face(slot)
        return "" if face is None else describe.name(face)

    def shown(self, card: Card | None) -> str:
        """Name a card that was shown; nothing if none was."""
        face = self.state.rules.catalog.face(card)
        return "" if face is None else describe.name(face)


def sight_of(known: TableModel) -> Sight | None:
    """Give what is seen of a game of 7 Wonders; None if there is nothing yet."""
    return known.sight if isinstance(known.sight, Sight) else None


def view_of(known: TableModel) -> View | None:
    """Return what our seat sees, in one piece, made once for each sight; None if nothing."""
    sight = sight_of(known)
    if sight is None:
        return None
    menu = known.menu
    if menu is not None and menu.question.state is sight.state:
        asked: View = menu.view  # a question is digested once
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
    Take a sight as one of this game.

    Raises:
        TypeError: it is of another one.
    """
    if isinstance(sight, Sight):
        return sight
    raise TypeError(f"not a sight of 7 Wonders: {sight!r:.80}")


def wonders(state: AnyState) -> State:
    """
    Give a state as one of 7 Wonders.

    Raises:
        TypeError: it is of another game.
    """
    if isinstance(state, State):
        return state
    raise TypeError(f"not a state of 7 Wonders: {state!r:.80}")
