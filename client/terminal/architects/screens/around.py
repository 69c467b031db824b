"""
A table of Architects as its screens draw it: a sight, and who is absent or awaited.

Screens show the table from a *viewpoint*, which is our seat or, for spectators and in
replays, a chosen one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects.sight import Sight, sight_of
from sealed_wonders.client.words.draw import Piece, clip, measure, piece, row
from sealed_wonders.client.words.symbols import Symbols
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A sight, and the state of the table around it, for drawing."""

    sight: Sight
    symbols: Symbols
    here: tuple[bool, ...] = ()
    """By seat, who is connected; empty if unknown."""
    wait: Wait | None = None
    bots: frozenset[Seat] = frozenset()
    """Seats whose program plays for them."""

    @property
    def state(self) -> State:
        return self.sight.state

    @property
    def viewpoint(self) -> Seat:
        """The seat in the middle."""
        return self.sight.viewpoint

    def is_mine(self, seat: Seat) -> bool:
        """
        Return whether a seat is ours; no seat is if we gave ours away or never had one.
        """
        return seat == self.sight.ours

    @property
    def viewed(self) -> City:
        """The city in the middle, whether or not it is ours."""
        return self.state.cities[self.sight.viewpoint]

    def city(self, seat: Seat) -> City:
        return self.state.cities[seat]

    def name(self, seat: Seat, width: int = 20) -> str:
        """Return a player's name, cut to *width* columns."""
        name = self.sight.names[seat]
        if measure(name) <= width:
            return name
        return "".join(part.text for part in clip(row(name), width, self.symbols.more))

    def called(self, seat: Seat, width: int = 20) -> str:
        """
        Return a player's name, cut to *width* columns, with a mark if a bot plays for
        them.
        """
        if seat not in self.bots:
            return self.name(seat, width)
        mark = text.beside_bot("", self.symbols.dot)
        return self.name(seat, width - measure(mark)) + mark

    def who(self, seat: Seat, width: int = 20) -> str:
        """Return a player's name or "You", for the beginning of a row."""
        return _("You") if self.is_mine(seat) else self.name(seat, width)

    def who_within(self, seat: Seat, width: int = 20) -> str:
        """Return a player's name or "you", for the middle of a row."""
        return _("you") if self.is_mine(seat) else self.name(seat, width)

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
        """Return an arrow towards a neighbour; a space for other seats."""
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
        if seat in state.gone:
            return piece(symbols.no, "away")
        if seat < len(self.here) and not self.here[seat]:
            return piece(symbols.away, "away")
        if state.turn and seat == state.seat:
            return piece(symbols.chosen, "title")
        if self.wait is not None and seat in self.wait.missing:
            return piece(symbols.thinking, "dim")
        return piece(" ")


def around(stack: Stack) -> SeenTable | None:
    """Return the table of a stack; None before the first turn."""
    known = stack.known
    sight = sight_of(known)
    if sight is None or not sight.state.turn:
        return None
    return SeenTable(sight, stack.symbols, known.here, known.wait, known.bot_seats)
