"""The players around a table, as both games draw them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field

from sealed_wonders.client.signs.draw import Piece, clip, measure, piece, row, text_of
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.words import text
from sealed_wonders.client.words.lodging import Lodging
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

NAME = 20
"""Usual columns of a name."""

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
    lodgings: Mapping[Seat, Lodging] = field(default_factory=dict)
    """Where lent seats are played, by seat."""

    def is_mine(self, seat: Seat) -> bool:
        """Return whether a seat is ours; no seat is if we gave ours away or have none."""
        return seat == self.ours

    def name(self, seat: Seat, width: int = NAME) -> str:
        """Return a player's name, clipped to a number of columns."""
        name = self.names[seat]
        if measure(name) <= width:
            return name
        return "".join(part.text for part in clip(row(name), width, self.symbols.more))

    def called(self, seat: Seat, width: int = NAME) -> str:
        """
        Return a player's name, clipped, with a mark if a bot plays for them, or the
        machine that lends them their seat.

        If there is little room, the mark is cut off sooner than the name.
        """
        said = self._mark(seat, width - measure(self.names[seat]))
        if not said:
            return self.name(seat, width)
        mark = row(said)
        wide = measure(mark)
        name = self.name(seat, width - (wide if 3 * wide <= width else LEAST_MARK))
        left = width - measure(name)
        return name + text_of([clip(mark, left, self.symbols.more)])

    def in_title(self, seat: Seat, room: int) -> str:
        """Return a player's name with its mark, in all the room there is."""
        return self.called(seat, max(NAME, room))

    def _mark(self, seat: Seat, room: int) -> str:
        """Return what stands beside a player's name, if possible within some columns."""
        dot = self.symbols.dot
        if seat in self.bots:
            return text.beside_bot("", dot)
        lodging = self.lodgings.get(seat)
        if lodging is None or room < LEAST_MARK:
            return ""
        whole = f" ({lodging.whole})"
        return whole if measure(whole) <= room else dot + lodging.brief

    def who(self, seat: Seat, width: int = NAME) -> str:
        """Return a player's name or "You", for the beginning of a row."""
        return _("You") if self.is_mine(seat) else self.name(seat, width)

    def who_within(self, seat: Seat, width: int = NAME) -> str:
        """Return a player's name or "you", for the middle of a row."""
        return _("you") if self.is_mine(seat) else self.name(seat, width)

    def absence(self, seat: Seat, gone: Collection[Seat]) -> Piece | None:
        """Draw that a player is gone or disconnected; None if they are there."""
        if seat in gone:
            return piece(self.symbols.gone, "away")
        if seat < len(self.here) and not self.here[seat]:
            return piece(self.symbols.away, "away")
        return None
