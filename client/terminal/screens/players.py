"""The players around a table, as both games draw them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass

from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.words import text
from sealed_wonders.client.words.draw import Piece, clip, measure, piece, row, text_of
from sealed_wonders.client.words.symbols import Symbols
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

LEAST_MARK = 3
"""Columns that the mark of a bot always keeps: for a dot, a letter and `more`."""


@dataclass(frozen=True, slots=True)
class PlayersAround:
    """Everybody's name, and whether they are there."""

    names: tuple[str, ...]
    ours: Seat | None
    """Our own seat; None for a spectator, or if somebody else has it now."""
    symbols: Symbols
    _: KW_ONLY
    here: tuple[bool, ...] = ()
    """By seat, who is connected; empty if unknown."""
    wait: Wait | None = None
    bots: frozenset[Seat] = frozenset()
    """The seats that bots play for."""

    def is_mine(self, seat: Seat) -> bool:
        """Return whether a seat is ours; no seat is if we gave ours away or have none."""
        return seat == self.ours

    def name(self, seat: Seat, width: int = 20) -> str:
        """Return a player's name, clipped to a number of columns."""
        name = self.names[seat]
        if measure(name) <= width:
            return name
        return "".join(part.text for part in clip(row(name), width, self.symbols.more))

    def called(self, seat: Seat, width: int = 20) -> str:
        """
        Return a player's name, clipped, with a mark for a seat that a bot plays for.

        If there is little room, the mark is cut off sooner than the name.
        """
        if seat not in self.bots:
            return self.name(seat, width)
        mark = row(text.beside_bot("", self.symbols.dot))
        wide = measure(mark)
        name = self.name(seat, width - (wide if 3 * wide <= width else LEAST_MARK))
        left = width - measure(name)
        return name + text_of([clip(mark, left, self.symbols.more)])

    def who(self, seat: Seat, width: int = 20) -> str:
        """Return a player's name or "You", for the beginning of a row."""
        return _("You") if self.is_mine(seat) else self.name(seat, width)

    def who_within(self, seat: Seat, width: int = 20) -> str:
        """Return a player's name or "you", for the middle of a row."""
        return _("you") if self.is_mine(seat) else self.name(seat, width)

    def absence(self, seat: Seat, gone: Collection[Seat]) -> Piece | None:
        """Draw that a player is gone or disconnected; None if they are there."""
        if seat in gone:
            return piece(self.symbols.gone, "away")
        if seat < len(self.here) and not self.here[seat]:
            return piece(self.symbols.away, "away")
        return None
