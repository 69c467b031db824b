"""
What all have chosen, shown together for a moment when a turn ends.

It lies on the lower half of a table, so that the new hand can be seen at once, and goes
by itself; whoever has seen enough presses a key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sealed_wonders.client.terminal import faces
from sealed_wonders.client.terminal.draw import (
    Row,
    Rows,
    clip,
    fit,
    framed,
    measure,
    piece,
    row,
)
from sealed_wonders.client.terminal.quotes import Payees, payment
from sealed_wonders.client.terminal.screens.cities import Round, play
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Seat, Slot
from sealed_wonders.core.wonders.catalog import Building, catalog
from sealed_wonders.core.wonders.events import Event, Fought, Picked, Played
from sealed_wonders.core.wonders.play import EXTRA_TURN

Own = Callable[[Slot], Building | None]


def _nobody(slot: Slot) -> None:
    """Know no card."""


@dataclass(slots=True)
class Reveal:
    """
    What is shown of what happened, and how long.

    Attributes:
        noted: so much of what happened has been looked at.
        until: when it goes, in the desk's seconds; None while there is nothing.
    """

    noted: int = 0
    until: float | None = None
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
        if len(past) <= self.noted:
            if len(past) < self.noted:  # another game
                self.noted, self.until = len(past), None
            return
        fresh = range(self.noted, len(past))
        self.noted = len(past)
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

    def box(
        self, around: Round, past: Sequence[Event], width: int, own: Own = _nobody
    ) -> Rows:
        """
        Draw it.

        Args:
            own: gives our own card that lies face down in a slot, as far as we know it.
        """
        shown = past[self._first : self.noted]
        rows = _columns(
            [_parts(around, shown, seat, own) for seat in _clockwise(around)]
        )
        first = next((one for one in shown if isinstance(one, Played)), None)
        title = _("All have chosen")
        if first is not None and first.turn == EXTRA_TURN:
            title = _("The last cards")
        if any(isinstance(one, Fought) for one in shown):
            title += f" {around.symbols.dot} " + _("conflicts")
        return framed(
            [clip(one, width - 4, around.symbols.more) for one in rows],
            width,
            around.symbols,
            title=(piece(title, "title"),),
            style="frame.chosen",
        )


def _clockwise(around: Round) -> tuple[Seat, ...]:
    me, n = around.view.seat, len(around.names)
    return tuple((me + step) % n for step in range(n))


def _columns(lines: Sequence[Sequence[Row]]) -> list[Row]:
    """Put the parts of lines below each other; lines without any are left out."""
    some = [line for line in lines if any(line[1:])]
    wide = [max(map(measure, column)) for column in zip(*some, strict=True)]
    gap = piece("  ")
    return [
        faces.joined(
            [fit(part, width) for part, width in zip(line, wide, strict=True) if width],
            gap,
        )
        for line in some
    ]


def _parts(
    around: Round, shown: Sequence[Event], seat: Seat, own: Own
) -> tuple[Row, ...]:
    """Say who did what, paid what, and what a conflict brought them."""
    who = _("You") if seat == around.view.seat else around.name(seat, 12)
    did: list[Row] = []
    paid: Row = ()
    fought: Row = ()
    for event in shown:
        match event:
            case Played() if event.seat == seat:
                did.append(_played(around, event, own))
                paid = _paid(around, event)
            case Picked() if event.seat == seat:
                did.append(_picked(around, event))
            case Fought(tokens=tokens):
                fought = _fought(around, tokens[seat])
    return (row(piece(who, "title")), faces.joined(did, piece(", ")), paid, fought)


def _played(around: Round, event: Played, own: Own) -> Row:
    """Say what was done with a card; of our own we know which it was."""
    did = play(event, around.symbols)
    hidden = event.card is None and event.seat == around.view.seat
    card = own(event.slot) if hidden else None
    if card is None:
        return did
    return row(did, piece(": ", "dim"), faces.title(card, around.symbols))


def _picked(around: Round, event: Picked) -> Row:
    card = None if event.card is None else catalog().building(event.card)
    if card is None:
        return row(_("nothing from the discard"))
    return row(faces.title(card, around.symbols), " " + _("from the discard"))


def _paid(around: Round, event: Played) -> Row:
    if event.free:
        return (piece(around.symbols.free, "free"),)
    n, me = len(around.names), around.view.seat
    to = [
        _("you") if seat == me else around.name(seat, 8)
        for seat in ((event.seat + 1) % n, (event.seat - 1) % n)
    ]
    return payment(event.paid, Payees(*to), around.symbols)


def _fought(around: Round, tokens: tuple[int, int]) -> Row:
    """Write what a conflict brought, against the left and against the right."""
    symbols, parts = around.symbols, []
    for arrow, gained in zip((symbols.to_left, symbols.to_right), tokens, strict=True):
        said = f"{gained:+}{symbols.point}" if gained else "="
        style = "dim" if not gained else "no" if gained < 0 else "point"
        parts.append(fit(row(piece(f"{arrow} {said}", style)), 5))
    return (piece(f"{symbols.shield} ", "shield"), *faces.joined(parts, piece("  ")))
