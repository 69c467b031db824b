"""A battle, shown for a moment: everybody's strength, gains and losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sealed_wonders.client.signs.amounts import GAP
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Row, Rows, fit, measure, piece, row
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.screens.banner import Banner, framed_news
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import Event, Fought, Taken
from sealed_wonders.core.architects.scoring import VICTORY
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _

WIDEST = 64
"""Columns of the box."""

NAME = 16
"""Maximum columns of a name."""

MANY = 20
"""Number of events at once above which no battle is shown: they are of missed turns."""


@dataclass(slots=True)
class BattleBanner(Banner):
    """The last battle."""

    _event: Fought | None = field(default=None, init=False)

    def note(self, past: Sequence[Event], now: float, lasts: float) -> None:
        """
        Look for a battle in new events, and show it.

        Args:
            now: The time in the stack's seconds.
            lasts: Seconds for which it is shown; 0 for not at all.
        """
        fresh = self.fresh(past)
        for event in past[fresh.start :]:
            if isinstance(event, Fought) and len(fresh) <= MANY:
                self._event = event
                self.show(now, lasts)

    def box(self, around: SeenTable, past: Sequence[Event], width: int) -> Rows:
        event = self._event
        if event is None:
            return ()
        title = _called(around, past, event)
        return framed_news(
            rows(around, event), title, min(width, WIDEST), around.symbols
        )


def _called(around: SeenTable, past: Sequence[Event], event: Fought) -> str:
    """Return the title, with the player who turned the last conflict token."""
    for one in reversed(past):
        if isinstance(one, Taken) and one.turn == event.turn and one.horns:
            if around.is_mine(one.seat):
                return _("A battle, started by you")
            name = around.name(one.seat)
            return _("A battle, started by {name}").format(name=name)
    return _("A battle")


def rows(around: SeenTable, event: Fought) -> Rows:
    """Draw one row per seat, clockwise: shields, gains, losses."""
    wide = max(measure(around.who(seat, NAME)) for seat in around.sight.clockwise)
    return [_row(around, event, seat, wide) for seat in around.sight.clockwise]


def _row(around: SeenTable, event: Fought, seat: Seat, wide: int) -> Row:
    symbols, won = around.symbols, event.tokens[seat]
    name = row(around.who(seat, NAME), style="you" if around.is_mine(seat) else "")
    gain = f"+{won}{symbols.victory} = {won * VICTORY}{symbols.point}" if won else ""
    lost = [catalog().kind(card) for card in event.discarded[seat]]
    loses = row(piece(_("loses") + " ", "dim"), faces.counted(lost, symbols))
    return row(
        *fit(name, wide + 1),
        piece(f"{event.shields[seat]:>3}{symbols.shield}  ", "shield"),
        *fit(row(gain or symbols.dot, style="victory" if won else "dim"), 11),
        GAP,
        loses if lost else (),
    )
