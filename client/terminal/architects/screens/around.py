"""
`SeenTable`, a table of Architects as all its screens draw it: a sight, and who is absent
or awaited.

Screens show the table from a *viewpoint*, which is our seat or, for spectators and in
replays, a chosen one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.draw import Piece, piece
from sealed_wonders.client.terminal.screens.players import PlayersAround
from sealed_wonders.client.view.architects.sight import Sight, sight_of
from sealed_wonders.client.words import lodging
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Seat

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack


@dataclass(frozen=True, slots=True)
class SeenTable(PlayersAround):
    """A sight, and the players around it, for drawing."""

    sight: Sight

    @property
    def state(self) -> State:
        return self.sight.state

    @property
    def viewpoint(self) -> Seat:
        """The seat in the middle."""
        return self.sight.viewpoint

    @property
    def viewed(self) -> City:
        """The city in the middle, whether or not it is ours."""
        return self.state.cities[self.sight.viewpoint]

    def city(self, seat: Seat) -> City:
        return self.state.cities[seat]

    @property
    def others(self) -> tuple[Seat, ...]:
        """All seats but the viewpoint, beginning with the left neighbour."""
        return self.sight.clockwise[1:]

    @property
    def reach(self) -> tuple[Pile, ...]:
        """The piles that the viewpoint can take from: left, right, central."""
        state = self.state
        return state.left(self.viewpoint), state.right(self.viewpoint), state.central

    def arrow(self, seat: Seat) -> str:
        """
        Return an arrow towards a neighbour; a space for other seats.

        Of two players, the other one is both neighbours, and has the arrow to the right.
        """
        if seat == self.sight.left(self.viewpoint) and len(self.sight.names) > 2:
            return self.symbols.to_left
        if seat == self.sight.right(self.viewpoint):
            return self.symbols.to_right
        return " "

    def sign(self, seat: Seat) -> Piece:
        """
        Draw whether it is a player's turn, and whether they are gone or disconnected.
        """
        state, symbols = self.state, self.symbols
        if absence := self.absence(seat, state.gone):
            return absence
        if state.turn and seat == state.seat:
            return piece(symbols.thinking, "title")
        if self.wait is not None and seat in self.wait.missing:
            return piece(symbols.thinking, "dim")
        return piece(" ")


def around(stack: Stack) -> SeenTable | None:
    """Return the table of a stack; None before the first turn."""
    known = stack.known
    sight = sight_of(known)
    if sight is None or not sight.state.turn:
        return None
    return SeenTable(
        sight.names,
        sight.ours,
        stack.symbols,
        sight,
        here=known.here,
        wait=known.wait,
        bots=known.bot_seats,
        lodgings=lodging.lodgings(known),
    )
