"""
A table of Architects as it is drawn: what is seen, and who is waited for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.architects.sight import Sight, sight_of
from sealed_wonders.client.terminal.draw import Piece, clip, measure, piece, row
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack


@dataclass(frozen=True, slots=True)
class Around:
    """Those who sit around a table, and what lies between them."""

    sight: Sight
    symbols: Symbols
    here: tuple[bool, ...] = ()
    """Who is connected; empty if nobody knows."""
    wait: Wait | None = None
    bots: frozenset[Seat] = frozenset()
    """For whom a program plays."""

    @property
    def state(self) -> State:
        """Give the state of the game."""
        return self.sight.state

    @property
    def viewpoint(self) -> Seat:
        """The seat that is in the middle."""
        return self.sight.viewpoint

    def is_mine(self, seat: Seat) -> bool:
        """Tell whether a seat is ours; none is, if somebody else has it now."""
        return seat == self.sight.ours

    @property
    def mine(self) -> City:
        """Give our own city."""
        return self.state.cities[self.sight.viewpoint]

    def city(self, seat: Seat) -> City:
        """Give a city."""
        return self.state.cities[seat]

    def name(self, seat: Seat, width: int = 20) -> str:
        """Name somebody in so many columns."""
        name = self.sight.names[seat]
        if measure(name) <= width:
            return name
        return "".join(part.text for part in clip(row(name), width, self.symbols.more))

    def called(self, seat: Seat, width: int = 20) -> str:
        """Name somebody in so many columns, and whether a program plays for them."""
        if seat not in self.bots:
            return self.name(seat, width)
        mark = text.beside_bot("", self.symbols.dot)
        return self.name(seat, width - measure(mark)) + mark

    def who(self, seat: Seat, width: int = 20) -> str:
        """Name somebody in so many columns, at the beginning of a row; us as ourselves."""
        return _("You") if self.is_mine(seat) else self.name(seat, width)

    def who_within(self, seat: Seat, width: int = 20) -> str:
        """Name somebody in so many columns, within a row; us as ourselves."""
        return _("you") if self.is_mine(seat) else self.name(seat, width)

    @property
    def others(self) -> tuple[Seat, ...]:
        """Everybody but us, from the left on."""
        return self.sight.clockwise[1:]

    @property
    def reach(self) -> tuple[Pile, ...]:
        """Give the piles that we may take from: left, right, central."""
        state = self.state
        return state.left(self.viewpoint), state.right(self.viewpoint), state.central

    def arrow(self, seat: Seat) -> str:
        """Point at a neighbour; at nobody else."""
        if seat == self.sight.left(self.viewpoint) and len(self.sight.names) > 2:
            return self.symbols.to_left
        if seat == self.sight.right(self.viewpoint):
            return self.symbols.to_right
        return " "

    def sign(self, seat: Seat) -> Piece:
        """Draw whether it is somebody's turn, or whether they aren't there."""
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


def around(stack: Stack) -> Around | None:
    """Give the table of a stack; None before all that is to lie there does."""
    known = stack.known
    sight = sight_of(known)
    if sight is None or not sight.state.turn:
        return None
    return Around(sight, stack.symbols, known.here, known.wait, known.bot_seats)
