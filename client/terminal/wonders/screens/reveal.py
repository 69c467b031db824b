"""
What all have chosen, shown together for a moment when a turn ends.

It lies on the lower half of a table, so that the new hand can be seen at once, and goes
by itself; whoever has seen enough presses a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sealed_wonders.client.terminal import text
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
from sealed_wonders.client.terminal.sealing import Overdue, overdue_sentence
from sealed_wonders.client.terminal.wonders import describe, faces, phrases
from sealed_wonders.client.terminal.wonders.quotes import Payees, payment
from sealed_wonders.client.terminal.wonders.screens.cities import Round, play
from sealed_wonders.core.game import Seat, Slot
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.effects import DEFEAT
from sealed_wonders.core.wonders.events import (
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    Fought,
    Penalised,
    Picked,
    Played,
    TokenDropped,
)
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT
from sealed_wonders.core.wonders.model import Board, Face
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.net.words import _

Own = Callable[[Slot], Face | None]


def _nobody(slot: Slot) -> None:
    """Know no card."""


@dataclass(slots=True)
class Reveal:
    """
    What is shown of what happened, and how long.

    Attributes:
        noted: so much of what happened has been looked at.
        until: when it goes, in the stack's seconds; None while there is nothing.
    """

    noted: int = 0
    until: float | None = None
    _first: int = 0
    """Where the turn begins that is shown."""
    _overdue: Overdue | None = None
    """What became of our choice of that turn because time was out."""

    def note(
        self,
        past: Sequence[Event],
        now: float,
        lasts: float,
        overdue: Overdue | None = None,
    ) -> None:
        """
        Look whether a turn has been played, and show it if so.

        Of several at once, after a connection was lost, none is shown.

        Args:
            now: the moment, in the stack's seconds.
            lasts: seconds for which a turn is shown; 0 is not at all.
            overdue: what became of our last choice because time was out, if it was.
        """
        if len(past) <= self.noted:
            if len(past) < self.noted:  # another game
                self.noted, self.until = len(past), None
            return
        fresh = range(self.noted, len(past))
        self.noted = len(past)
        if self._find_first(past, fresh, now):
            self.until = now + lasts if lasts > 0 else None
            self._overdue = overdue
        else:
            self.until = None

    def _find_first(self, past: Sequence[Event], fresh: range, now: float) -> bool:
        """Find where what is shown begins; tell whether there is anything to show."""
        turns = _turns(past[at] for at in fresh)
        if not turns and self.is_open(now):
            return True  # it belongs to what is shown already
        begins = [at for at in fresh if isinstance(past[at], _OPENING)]
        if len(turns) > 1 or not begins:
            return False
        self._first = begins[0]
        return True

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
            [_parts(around, shown, seat, own) for seat in _clockwise(around)], width - 4
        )
        rows += [_ended(around, one) for one in shown if isinstance(one, EdificeEnded)]
        if self._overdue is not None:
            rows.append(row(overdue_sentence(self._overdue), style="warning"))
        title = f" {around.symbols.dot} ".join(_titles(shown))
        return framed(
            [clip(one, width - 4, around.symbols.more) for one in rows],
            width,
            around.symbols,
            title=(piece(title, "title"),),
            style="frame.chosen",
        )


_OPENING = Played | Enlisted | TokenDropped | EdificeEnded
"""What a moment may begin with that is shown."""


def _turns(events: Iterable[Event]) -> set[tuple[int, int]]:
    """Return the turns that events are of, by age and turn."""
    return {(one.age, one.turn) for one in events if isinstance(one, Played)}


def _titles(shown: Sequence[Event]) -> Iterator[str]:
    """Name what is shown."""
    yield from _deeds(shown)
    if _has(shown, EdificeEnded):
        yield _("edifice")
    if _has(shown, Fought):
        yield _("conflicts")


def _deeds(shown: Sequence[Event]) -> Iterator[str]:
    """Name what seats did, if they did anything."""
    first = next((one for one in shown if isinstance(one, Played)), None)
    if first is not None:
        yield _turn_title(first.turn)
    elif _has(shown, Enlisted):
        yield _("Leaders")
    elif _has(shown, TokenDropped):
        yield _("Tokens")


def _turn_title(turn: int) -> str:
    if turn == RECRUITMENT:
        return _("Leaders")
    if turn == EXTRA_TURN:
        return _("The last cards")
    return _("All have chosen")


def _has(shown: Sequence[Event], kind: type[Event]) -> bool:
    return any(isinstance(one, kind) for one in shown)


def _ended(around: Round, event: EdificeEnded) -> Row:
    """Say whether an edifice is built, for whom, or what it costs whom."""
    symbols, edifice = around.symbols, around.view.projects[event.age - 1].edifice
    name = faces.title(edifice, symbols, "title")
    who = [
        _("you") if around.is_mine(seat) else around.name(seat, 8)
        for seat in _clockwise(around)
        if seat in event.seats
    ]
    if event.built:
        whom = piece(f" {symbols.dot} ", "dim"), piece(", ".join(who))
        reward = faces.does(edifice, symbols)
        return row(*name, piece(f" {symbols.yes} ", "yes"), reward, *whom)
    lost = faces.penalty(edifice.penalty, symbols)
    failed = piece(f" {symbols.no} {phrases.not_built()} ", "no")
    return row(*name, failed, piece(f"{symbols.dot} ", "dim"), lost)


def _clockwise(around: Round) -> tuple[Seat, ...]:
    me, n = around.view.seat, len(around.names)
    return tuple((me + step) % n for step in range(n))


PAID = 2
"""The column of what was paid."""


def _columns(lines: Sequence[Sequence[Row]], width: int) -> list[Row]:
    """
    Put the parts of lines below each other; lines without any are left out.

    Where there isn't room for all, what was paid is.
    """
    some = [line for line in lines if any(line[1:])]
    wide = _widths(some, width)
    return [_line(line, wide) for line in some]


def _widths(lines: Sequence[Sequence[Row]], width: int) -> list[int]:
    """Return how wide each column is; 0 is left out."""
    wide = [max(map(measure, column)) for column in zip(*lines, strict=True)]
    total = sum(one + 2 for one in wide if one) - 2
    if total > width and any(wide[PAID + 1 :]):
        wide[PAID] = 0
    return wide


def _line(parts: Sequence[Row], wide: Sequence[int]) -> Row:
    fitted = [fit(part, one) for part, one in zip(parts, wide, strict=True) if one]
    return faces.joined(fitted, piece("  "))


def _parts(
    around: Round, shown: Sequence[Event], seat: Seat, own: Own
) -> tuple[Row, ...]:
    """Say who did what, paid what, and what a conflict brought them."""
    who = _("You") if around.is_mine(seat) else around.name(seat, 12)
    symbols = around.symbols
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
            case Enlisted() if event.seat == seat:
                did.append(_enlisted(around, event))
                paid = _payment(around, seat, event.paid)
            case Drawn() if event.seat == seat:
                n = len(event.slots)
                did.append(row(_("draws {n}").format(n=n), " ", symbols.leader))
            case TokenDropped() if event.seat == seat:
                did.append(_lost(faces.token(str(event.value), symbols)))
            case Penalised() if event.seat == seat:
                did.append(_penalised(around, event))
            case Fought():
                fought = _fought(around, event, seat)
    return (row(piece(who, "title")), faces.joined(did, piece(", ")), paid, fought)


def _played(around: Round, event: Played, own: Own) -> Row:
    """Say what was done with a card; of our own we know which it was."""
    did = row(play(around, event), _besides(around, event))
    hidden = event.card is None and around.is_mine(event.seat)
    card = own(event.slot) if hidden else None
    if card is None or isinstance(card, Board):
        return did
    return row(did, piece(text.colon(), "dim"), faces.title(card, around.symbols))


def _besides(around: Round, event: Played) -> Row:
    """Say what else the builder of a stage chose: a leader face down, a pawn."""
    symbols = around.symbols
    parts: list[Row] = []
    if event.bury:
        name = describe.name(everything().leaders_by_id[event.bury])
        parts.append(row(piece(symbols.buried, "leader"), f" {name}"))
    if event.pawn:
        parts.append(row(piece(symbols.pawn, "pawn"), f" {event.pawn}"))
    return row(" ", faces.joined(parts)) if parts else ()


def _enlisted(around: Round, event: Enlisted) -> Row:
    card = around.card(event.card)
    if card is None:
        return row(_("no more leader"))
    return faces.title(card, around.symbols)


def _penalised(around: Round, event: Penalised) -> Row:
    """Say what somebody lost who took no part in an edifice."""
    symbols = around.symbols
    if event.card:
        return _lost(faces.title(everything().buildings_by_id[event.card], symbols))
    if event.coins:
        return _lost((faces.coins(event.coins, symbols),))
    if event.tokens:
        some = (faces.token(str(value), symbols) for value in event.tokens)
        return _lost(faces.joined(some))
    debt = around.view.projects[event.age - 1].edifice.debt
    return row(piece(f"{debt}{symbols.point}", "no"), piece(symbols.edifice, "edifice"))


def _lost(what: Row) -> Row:
    return row(piece(_("lost") + " ", "no"), what)


def _picked(around: Round, event: Picked) -> Row:
    card = around.card(event.card)
    if card is None:
        return row(_("nothing from the discard"))
    return row(faces.title(card, around.symbols), " " + _("from the discard"))


def _paid(around: Round, event: Played) -> Row:
    if event.free:
        return (piece(around.symbols.free, "free"),)
    return _payment(around, event.seat, event.paid)


def _payment(around: Round, seat: Seat, paid: Split) -> Row:
    n = len(around.names)
    to = [
        _("you") if around.is_mine(other) else around.name(other, 8)
        for other in ((seat + 1) % n, (seat - 1) % n)
    ]
    return payment(paid, Payees(*to), around.symbols)


def _fought(around: Round, fought: Fought, seat: Seat) -> Row:
    """Write what a conflict brought, against the left and against the right."""
    symbols, parts, n = around.symbols, [], len(around.names)
    sides = (symbols.to_left, (seat + 1) % n), (symbols.to_right, (seat - 1) % n)
    for (arrow, other), gained in zip(sides, fought.tokens[seat], strict=True):
        lost, won = (seat, other), (other, seat)
        if won in fought.deflected:
            gained += DEFEAT
        said = f"{gained:+}{symbols.point}" if gained else "="
        if lost in fought.deflected:
            said = f"0{symbols.point}"  # it wasn't even
        style = "dim" if not gained else "no" if gained < 0 else "point"
        parts.append(fit(row(piece(f"{arrow} {said}", style)), 5))
    return (piece(f"{symbols.shield} ", "shield"), *faces.joined(parts, piece("  ")))
