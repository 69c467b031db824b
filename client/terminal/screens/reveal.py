"""
What all have chosen, shown together for a moment when a turn ends.

It lies on the lower half of a table, so that the new hand can be seen at once, and goes
by itself; whoever has seen enough presses a key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sealed_wonders.client.terminal import faces
from sealed_wonders.client.terminal.draw import Row, Rows, clip, fit, framed, piece, row
from sealed_wonders.client.terminal.quotes import Payees, payment
from sealed_wonders.client.terminal.screens.cities import Round, play
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import Event, Fought, Picked, Played
from sealed_wonders.core.wonders.play import EXTRA_TURN


@dataclass(slots=True)
class Reveal:
    """
    What is shown of what happened, and how long.

    Attributes:
        until: when it goes, in the desk's seconds; None while there is nothing.
    """

    until: float | None = None
    _noted: int = 0
    """So much of what happened has been looked at."""
    _first: int = 0
    """Where the turn begins that is shown."""

    def note(self, past: Sequence[Event], now: float, lasts: float) -> None:
        """
        Look whether a turn has been played, and show it if so.

        Of several at once, after a connection was lost, none is shown.

        Args:
            now: the moment, in the desk's seconds.
            lasts: seconds for which a turn is shown; 0 is not at all.
        """
        if len(past) <= self._noted:
            if len(past) < self._noted:  # another game
                self._noted, self.until = len(past), None
            return
        fresh = range(self._noted, len(past))
        self._noted = len(past)
        turns = {
            (one.age, one.turn)
            for one in (past[at] for at in fresh)
            if isinstance(one, Played)
        }
        if len(turns) == 1:
            self._first = next(at for at in fresh if isinstance(past[at], Played))
        elif turns or self.until is None:
            self.until = None
            return
        self.until = now + lasts if lasts > 0 else None

    def is_open(self, now: float) -> bool:
        """Tell whether it is still shown."""
        return self.until is not None and now < self.until

    def close(self) -> None:
        """Take it away."""
        self.until = None

    def box(self, around: Round, past: Sequence[Event], width: int) -> Rows:
        """Draw it."""
        shown = past[self._first : self._noted]
        seats = around.view.seat, *_clockwise(around)
        rows = [_line(around, shown, seat, width - 4) for seat in seats]
        first = next((one for one in shown if isinstance(one, Played)), None)
        title = _("All have chosen")
        if first is not None and first.turn == EXTRA_TURN:
            title = _("The last cards")
        if any(isinstance(one, Fought) for one in shown):
            title += f" {around.symbols.dot} " + _("conflicts")
        return framed(
            [one for one in rows if one],
            width,
            around.symbols,
            title=(piece(title, "title"),),
            style="frame.chosen",
        )


def _clockwise(around: Round) -> tuple[Seat, ...]:
    me, n = around.view.seat, len(around.names)
    return tuple((me + step) % n for step in range(1, n))


def _line(around: Round, shown: Sequence[Event], seat: Seat, width: int) -> Row:
    """Say what somebody did and paid, and what a conflict brought them."""
    symbols, parts = around.symbols, list[Row]()
    for event in shown:
        match event:
            case Played() if event.seat == seat:
                parts.append(_played(around, event))
            case Picked() if event.seat == seat:
                card = None if event.card is None else catalog().building(event.card)
                nothing = row(_("nothing from the discard"))
                taken = faces.title(card, symbols) if card else ()
                parts.append(
                    row(taken, " " + _("from the discard")) if card else nothing
                )
            case Fought(tokens=tokens):
                parts.append(_fought(around, tokens[seat]))
    if not parts:
        return ()
    who = _("You") if seat == around.view.seat else around.name(seat, 12)
    name = fit(row(piece(who, "title")), 13, mark=symbols.more)
    return clip((*name, *faces.joined(parts, piece("  "))), width, symbols.more)


def _played(around: Round, event: Played) -> Row:
    n = len(around.names)
    left, right = (event.seat + 1) % n, (event.seat - 1) % n
    me = around.view.seat
    to = [_("you") if seat == me else around.name(seat, 8) for seat in (left, right)]
    price = payment(event.paid, Payees(*to), around.symbols)
    if event.free:
        price = (piece(around.symbols.free, "free"),)
    return faces.joined([play(event, around.symbols), price], piece("  "))


def _fought(around: Round, tokens: tuple[int, int]) -> Row:
    """Write what a conflict brought, against the left and against the right."""
    symbols = around.symbols
    parts = []
    for arrow, gained in zip((symbols.to_left, symbols.to_right), tokens, strict=True):
        style = "no" if gained < 0 else "point"
        parts.append(
            row(
                piece(
                    f"{arrow}{gained:+}{symbols.point}" if gained else f"{arrow}=",
                    style,
                )
            )
        )
    return (piece(f"{symbols.shield} ", "shield"), *faces.joined(parts))
