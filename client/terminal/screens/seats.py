"""
Base of both games' boxes about one seat; left and right move around the table.

The action ``city N`` goes to seat N: in both games, players build a city.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.signs.draw import Piece, Row, clip, piece, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.words import lodging, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack


class SeatBox(Box):
    """
    Box about one seat, in any game.

    Attributes:
        seat: the current seat.
    """

    def __init__(self, stack: Stack, seat: Seat) -> None:
        super().__init__(stack)
        self.seat = seat

    @abstractmethod
    def board(self, sight: AnySight[Any]) -> Sequence[str]:
        """Return the names of what the seat builds: its board and the like."""

    @abstractmethod
    def cards(self) -> Sequence[Any]:
        """Return the different cards of the seat, in their order on the screen."""

    @abstractmethod
    def details(self, cards: Sequence[Any]) -> Box:
        """Return the box that goes through cards."""

    @property
    def title(self) -> str:
        sight = self.stack.known.sight
        names = sight.names if sight else ()
        return names[self.seat] if self.seat < len(names) else _("City")

    @property
    def more_actions(self) -> Sequence[str]:
        return ("details",) if self.cards() else ()

    @property
    def sideways(self) -> str:
        return _("next city") if self.stack.known.sight else ""

    def turn(self, step: int) -> None:
        if sight := self.stack.known.sight:
            go = sight.left if step < 0 else sight.right
            self._go(go(self.seat))

    def act(self, action: str) -> bool:
        sight = self.stack.known.sight
        verb, _space, number = action.partition(" ")
        if sight is not None and verb == "city" and number.isdecimal():
            if int(number) < len(sight.names):
                self._go(int(number))
        elif action == "details" and (cards := self.cards()):
            box = self.details(cards)
            self.stack.toggle_off(type(box))
            self.stack.open(box)
        elif action == "details":
            self.stack.say(_("There is no card here to look at."))
        else:
            return super().act(action)
        return True

    def _go(self, seat: Seat) -> None:
        self.seat = seat
        self.show_from(0)

    def heading(self) -> Row:
        """Return the seat's name, and where it is."""
        sight = self.stack.known.sight
        if sight is None or self.seat >= len(sight.state.cities):
            return super().heading()
        parts = [self.title]
        if self.seat == sight.ours:
            parts = [text.subject(None)]
        elif sight.is_left(self.seat):
            parts.append(text.left_neighbour())
        elif sight.is_right(self.seat):
            parts.append(text.right_neighbour())
        if self.seat in self.stack.known.bot_seats:
            parts.append(text.bot_plays())
        if where := lodging.lodgings(self.stack.known).get(self.seat):
            parts.append(where.whole)
        parts += self.board(sight)
        named = piece(f" {self.stack.symbols.dot} ".join(parts), "title")
        if self.seat in sight.state.gone:
            return (named, piece("  "), gone(self.stack.symbols))
        return (named,)

    def seats(self, sight: AnySight[Any], width: int) -> Row:
        """
        Draw the names of all seats in table order, with our left neighbour on the left.
        """
        n = len(sight.names)
        seats = [(sight.viewpoint + step) % n for step in range(n // 2, n // 2 - n, -1)]
        most = max(3, width // n - 3)
        pieces: list[Piece] = []
        for seat in seats:
            style = (
                "cursor" if seat == self.seat else "you" if seat == sight.ours else ""
            )
            named = sight.names[seat]
            if seat in sight.state.gone:
                named = f"{self.stack.symbols.gone} {named}"
                style = style or "away"
            name = clip(row(named), most, self.stack.symbols.more)
            said = "".join(part.text for part in name)
            pieces += [piece(f" {said} ", style, f"city {seat}"), piece(" ")]
        return tuple(pieces)


def by_sides(clockwise: Sequence[Seat]) -> tuple[Seat, ...]:
    """
    Return seats in pairs, for two columns: those on our left beside those on our right.

    Args:
        clockwise: seats that begin and end equally far from us.

    Returns:
        Each pair is one seat farther away; the seat opposite, if any, is the last one.
    """
    half = len(clockwise) // 2
    pairs = zip(clockwise[:half], reversed(clockwise), strict=False)
    opposite = clockwise[half : len(clockwise) - half]
    return (*(seat for pair in pairs for seat in pair), *opposite)


def gone(symbols: Symbols) -> Piece:
    """Return the mark of a seat that the table has gone on without."""
    return piece(f"{symbols.gone} {text.gone()}", "away")
