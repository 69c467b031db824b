"""The box with the choices of all players, revealed together when a turn ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sealed_wonders.client.signs.draw import Row, Rows, fit, measure, piece, row
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.screens.banner import Banner, framed_news
from sealed_wonders.client.terminal.wonders.screens.cities import (
    CityRing,
    conflicts,
    paid,
    payment,
    play,
)
from sealed_wonders.client.view.sealedmove import Overdue
from sealed_wonders.client.words import text
from sealed_wonders.client.words.sealedanswer import overdue_sentence
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Seat, Slot
from sealed_wonders.core.wonders.catalog import everything
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
from sealed_wonders.net.words import _, p_

AGE_END = 3
"""How many times longer spectators see the end of an age than another turn."""

Own = Callable[[Slot], Face | None]


def _nobody(slot: Slot) -> None:
    """Return no card, if the caller knows none."""


@dataclass(slots=True)
class RevealBanner(Banner):
    """The events being revealed."""

    _first: int = field(default=0, init=False)
    """The index at which the revealed turn begins."""
    _overdue: Overdue | None = field(default=None, init=False)
    """What happened to our choice of that turn because time was out."""

    def note(
        self,
        past: Sequence[Event],
        now: float,
        lasts: float,
        overdue: Overdue | None = None,
        *,
        waits: bool = True,
    ) -> None:
        """
        Reveal a turn if one has been played.

        If several were played at once, after a lost connection, none is revealed.

        Args:
            now: the current time, in the stack's seconds.
            lasts: seconds for which a turn is shown; 0 for not at all.
            overdue: what happened to our last choice because time was out, if it was.
            waits: whether the end of an age is shown until somebody presses a key.
        """
        fresh = self.fresh(past)
        if not fresh:
            return
        if self._find_first(past, fresh, now):
            ends = _has(past[self._first : self.noted], Fought)
            self.show(now, (AGE_END if ends else 1) * lasts)
            if ends and waits and lasts:
                self.stay()
            self._overdue = overdue
        else:
            self.close()

    def _find_first(self, past: Sequence[Event], fresh: range, now: float) -> bool:
        """Set where the revealed events begin; return whether there are any to show."""
        turns = _turns(past[at] for at in fresh)
        if self.is_open(now) and all(turn == EXTRA_TURN for _age, turn in turns):
            return True  # these belong to the turn on display
        begins = [at for at in fresh if isinstance(past[at], _OPENING)]
        if len(turns) > 1 or not begins:
            return False
        self._first = begins[0]
        return True

    def box(
        self, around: CityRing, past: Sequence[Event], width: int, own: Own = _nobody
    ) -> Rows:
        """
        Draw the box.

        Args:
            own: returns our own card in a slot, if we know it although it is face down.
        """
        shown = past[self._first : self.noted]
        rows = _columns(
            [_parts(around, shown, seat, own) for seat in _clockwise(around)],
            width - 4,
            around.symbols.more,
        )
        rows += [_ended(around, one) for one in shown if isinstance(one, EdificeEnded)]
        if self._overdue is not None:
            rows.append(row(overdue_sentence(self._overdue), style="warning"))
        title = f" {around.symbols.dot} ".join(_titles(shown))
        return framed_news(rows, title, width, around.symbols)


_OPENING = Played | Enlisted | Picked | TokenDropped | EdificeEnded | Fought
"""Events that can begin a reveal."""


def _turns(events: Iterable[Event]) -> set[tuple[int, int]]:
    """Return the turns that events belong to, as (age, turn)."""
    return {(one.age, one.turn) for one in events if isinstance(one, Played)}


def _titles(shown: Sequence[Event]) -> Iterator[str]:
    """Yield the titles of the revealed events."""
    yield from _deeds(shown)
    if _has(shown, EdificeEnded):
        yield _("edifice")
    if _has(shown, Fought):
        yield _("conflicts")


def _deeds(shown: Sequence[Event]) -> Iterator[str]:
    """Yield the title of what seats did, if they did anything."""
    first = next((one for one in shown if isinstance(one, Played)), None)
    if first is not None:
        yield _turn_title(first.turn)
    elif _has(shown, Enlisted):
        yield _("Leaders")
    elif _has(shown, TokenDropped):
        yield _("Tokens")
    elif _has(shown, Picked):
        yield _("Discard pile")


def _turn_title(turn: int) -> str:
    if turn == RECRUITMENT:
        return _("Leaders")
    if turn == EXTRA_TURN:
        return _("Extra card")
    return _("All have chosen")


def _has(shown: Iterable[Event], kind: type[Event]) -> bool:
    return any(isinstance(one, kind) for one in shown)


def _ended(around: CityRing, event: EdificeEnded) -> Row:
    """Draw whether an edifice is built, with its winners, or its penalty."""
    symbols, edifice = around.symbols, around.view.projects[event.age - 1].edifice
    name = faces.title(edifice, symbols, "title")
    who = [
        around.who_within(seat, 8) for seat in _clockwise(around) if seat in event.seats
    ]
    if event.built:
        whom = piece(f" {symbols.dot} ", "dim"), piece(", ".join(who))
        reward = faces.does(edifice, symbols)
        return row(*name, piece(f" {symbols.built} ", "built"), reward, *whom)
    lost = faces.penalty(edifice.penalty, symbols)
    failed = piece(f" {phrases.not_built()} ", "no")
    or_ = piece(f" {p_('edifice', 'or')} ", "dim")
    debt = faces.debt(edifice, symbols)
    return row(*name, failed, piece(f"{symbols.dot} ", "dim"), lost, or_, debt)


def _clockwise(around: CityRing) -> tuple[Seat, ...]:
    me, n = around.view.seat, len(around.names)
    return tuple((me + step) % n for step in range(n))


PAID = 2
"""The index of the column for payments."""


def _columns(lines: Sequence[Sequence[Row]], width: int, mark: str) -> list[Row]:
    """
    Align the parts of lines in columns; lines without any parts are left out.

    If there isn't room for all columns, the payments are left out.
    """
    some = [line for line in lines if any(line[1:])]
    wide = _widths(some, width)
    return [_line(line, wide, mark) for line in some]


def _widths(lines: Sequence[Sequence[Row]], width: int) -> list[int]:
    """Return the width of each column; 0 for a column that is left out."""
    wide = [max(map(measure, column)) for column in zip(*lines, strict=True)]
    total = sum(one + 2 for one in wide if one) - 2
    if total > width and any(wide[PAID + 1 :]):
        total -= wide[PAID] + 2 if wide[PAID] else 0
        wide[PAID] = 0
        # What was done can still be read elsewhere, but not who won.
        wide[PAID - 1] -= max(0, total - width)
    return wide


def _line(parts: Sequence[Row], wide: Sequence[int], mark: str) -> Row:
    fitted = [
        fit(part, one, mark=mark) for part, one in zip(parts, wide, strict=True) if one
    ]
    return faces.joined(fitted, piece("  "))


def _parts(
    around: CityRing, shown: Sequence[Event], seat: Seat, own: Own
) -> tuple[Row, ...]:
    """Return a seat's name, its action, its payment and its results of conflicts."""
    who = around.who(seat, 12)
    symbols = around.symbols
    did: list[Row] = []
    prices: list[Row] = []
    fought: Row = ()
    for event in shown:
        match event:
            case Played() if event.seat == seat:
                did.append(_played(around, event, own))
                prices.append(paid(around, event))
            case Picked() if event.seat == seat:
                did.append(_picked(around, event))
            case Enlisted() if event.seat == seat:
                did.append(_enlisted(around, event))
                prices.append(payment(around, seat, event.paid))
            case Drawn() if event.seat == seat:
                n = len(event.slots)
                did.append(row(_("draws {n}").format(n=n), " ", symbols.leader))
            case TokenDropped() if event.seat == seat:
                did.append(_lost(faces.token(str(event.value), symbols)))
            case Penalised() if event.seat == seat:
                did.append(_penalised(around, event))
            case Fought():
                fought = conflicts(around, event, seat)
    price, done = (faces.joined(some, piece(", ")) for some in (prices, did))
    return (row(piece(who, "title")), done, price, fought)


def _played(around: CityRing, event: Played, own: Own) -> Row:
    """Draw what was done with a card; our own is named although it is face down."""
    did = row(play(around, event), _besides(around, event))
    hidden = event.card is None and around.is_mine(event.seat)
    card = own(event.slot) if hidden else None
    if card is None or isinstance(card, Board):
        return did
    return row(did, piece(text.colon(), "dim"), faces.title(card, around.symbols))


def _besides(around: CityRing, event: Played) -> Row:
    """Draw the other choices for a stage: a buried leader, a pawn."""
    symbols = around.symbols
    parts: list[Row] = []
    if event.bury:
        name = describe.name(everything().leaders_by_id[event.bury])
        parts.append(row(piece(symbols.buried, "leader"), f" {name}"))
    if event.pawn:
        parts.append(row(piece(symbols.pawn, "pawn"), f" {event.pawn}"))
    return row(" ", faces.joined(parts)) if parts else ()


def _enlisted(around: CityRing, event: Enlisted) -> Row:
    card = around.card(event.card)
    if card is None:
        return row(_("no extra leader"))
    return faces.title(card, around.symbols)


def _penalised(around: CityRing, event: Penalised) -> Row:
    """Draw the loss of a player who took no part in an edifice."""
    symbols = around.symbols
    if event.card:
        return _lost(faces.title(everything().buildings_by_id[event.card], symbols))
    if event.coins:
        return _lost((faces.coins(event.coins, symbols),))
    if event.tokens:
        some = (faces.token(str(value), symbols) for value in event.tokens)
        return _lost(faces.joined(some))
    edifice = around.view.projects[event.age - 1].edifice
    return row(faces.debt(edifice, symbols), piece(symbols.edifice, "edifice"))


def _lost(what: Row) -> Row:
    return row(piece(_("lost") + " ", "no"), what)


def _picked(around: CityRing, event: Picked) -> Row:
    card = around.card(event.card)
    if card is None:
        return row(_("nothing from the discard pile"))
    return row(faces.title(card, around.symbols), " " + _("from the discard pile"))
