"""
Drawings of the cities around a table: ours, the neighbours', the others in brief.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice

from sealed_wonders.client.questions.wonders.items import reduced_by
from sealed_wonders.client.signs.draw import (
    Piece,
    Row,
    Rows,
    beside,
    clip,
    ends,
    fill,
    fit,
    flowed,
    measure,
    piece,
    row,
    ruled,
    shortened,
    wrapped,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders import cardnames, faces, glances, quotes
from sealed_wonders.client.signs.wonders.quotes import Payees
from sealed_wonders.client.terminal.screens.panels import GAP, columns
from sealed_wonders.client.terminal.screens.players import PlayersAround
from sealed_wonders.client.terminal.screens.seats import by_sides, gone
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.wonders.sight import view_of
from sealed_wonders.client.words import lodging, text
from sealed_wonders.client.words.wonders import describe, scoresheet
from sealed_wonders.core.game import Card, Seat
from sealed_wonders.core.wonders.catalog import Catalog
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.effects import DEFEAT
from sealed_wonders.core.wonders.events import Enlisted, Fought, Picked, Played
from sealed_wonders.core.wonders.leaders.tasks import (
    RECRUITMENT,
    Draft,
    Enlist,
    Recruit,
)
from sealed_wonders.core.wonders.model import Building, City, Leader, Recruited
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.view import View
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.names import NAME_CAP
from sealed_wonders.net.words import _, n_, p_


@dataclass(frozen=True, slots=True)
class CityRing(PlayersAround):
    """The players around a table, with everything needed to draw them."""

    view: View
    cards: Catalog
    """The catalogue of this table."""
    over: bool = False
    """Whether the game has ended."""

    def card(self, number: Card | None) -> Building | Leader | None:
        """Return the face of a card that was built or recruited; None for no card."""
        face = self.cards.face(number)
        return face if isinstance(face, Building | Leader) else None

    def city(self, seat: Seat) -> City:
        return self.view.cities[seat]

    @property
    def is_underway(self) -> bool:
        """Whether anything was done in the last turn; not before the first."""
        deeds = Played | Picked | Enlisted
        return any(isinstance(event, deeds) for event in self.view.last)

    @property
    def payees(self) -> Payees:
        """The neighbours' names, for payments."""
        view = self.view
        return Payees(self.name(view.left, 8), self.name(view.right, 8))

    @property
    def others(self) -> tuple[Seat, ...]:
        """Everybody but us and our neighbours, starting on the left."""
        n, me = len(self.names), self.view.seat
        return tuple((me + step) % n for step in range(2, n - 1))

    @property
    def others_by_sides(self) -> tuple[Seat, ...]:
        """The others for two columns: under each neighbour those on the same side."""
        return by_sides(self.others)

    def sign(self, seat: Seat) -> Piece:
        """Draw whether a player has chosen, is thinking or is absent."""
        wait, symbols = self.wait, self.symbols
        if absence := self.absence(seat, self.view.gone):
            return absence
        if wait is None or seat not in wait.phase.seats or not wait.is_choice:
            return piece(" ")
        if seat in wait.missing:
            return piece(symbols.thinking, "dim")
        return piece(symbols.sealed, "sealed")


def ring(known: TableModel, symbols: Symbols) -> CityRing | None:
    """Return the players around the table; None before there are cities."""
    view = view_of(known)
    if view is None or known.sight is None or not view.cities:
        return None
    return CityRing(
        known.names,
        known.ours,
        symbols,
        view,
        known.sight.state.rules.catalog,
        known.ending is not None,
        # Once the game is over, bots have left, which is of no interest.
        here=known.here if known.ending is None else (),
        wait=known.wait,
        bots=known.bot_seats,
        lodgings=lodging.lodgings(known),
    )


# Our own city.


MINE = 3
"""Least rows for our own city: its name, and two for its wonder and leaders."""


def mine(around: CityRing, stage: Quote | None, width: int, high: int) -> Rows:
    """
    Draw our own wonder, leaders, production, last action and cards.

    Args:
        stage: the cost of the next stage.
        high: the maximum number of rows.
    """
    symbols, city = around.symbols, around.city(around.view.seat)
    stages = _stages(around, city, stage)
    rows: Rows = ()
    tried = (
        (done, leaders)
        for done in _last_of_ours(around, width - 1)
        for leaders in _leaders(around)
    )
    for done, leaders in tried:  # each is drawn only if those before didn't fit
        rows = flowed([*stages, *leaders, *done], width - 1)
        if len(rows) < high:
            break
    is_long = len(rows) >= high or (around.is_underway and not done)
    rows, is_cut = _with_cards(around, city, rows[: high - 1], width - 1, high - 1)
    counts, makes = glances.counts(city, symbols), _makes(city, symbols)
    mark = _more(around, around.view.seat) if is_cut or is_long else ()
    what = faces.joined([counts, makes, mark], piece("   "))
    head = ruled(_own_name(around, width), width, symbols, what)
    return (head, *_indented(rows, width, symbols))


def _with_cards(
    around: CityRing,
    city: City,
    rows: Rows,
    width: int,
    high: int,
    *,
    labelled: bool = False,
) -> tuple[Rows, bool]:
    """
    Add the names of a city's cards below its rows, or else at the end of the last one.

    Args:
        labelled: whether they begin with a word, below what was built last.

    Returns:
        The rows, and whether there is no room for any name, not even for a mark.
    """

    def named(width: int, high: int) -> Rows:
        symbols, age = around.symbols, around.view.age
        return cardnames.named(city, symbols, age, width, high, labelled=labelled)

    if len(rows) < high:
        return (*rows, *named(width, high - len(rows))), False
    if all(one.colour in cardnames.RESOURCES for one in city.buildings):
        return rows, False
    last = rows[-1] if rows else ()
    free = width - measure(last) - 3
    if free < LEAST_NAMED:
        return rows, True
    (names,) = named(free, 1)
    return (*rows[:-1], row(last, piece("   "), names)), False


LEAST_NAMED = 12
"""Minimum columns for the names of cards after something else."""


def _more(around: CityRing, seat: Seat) -> Row:
    """Draw that something about a city is left out; a click shows it."""
    return row(piece(around.symbols.more, "more", f"city {seat}"))


def _leaders(around: CityRing) -> Iterator[Rows]:
    """
    Yield our own leaders in less and less detail: with effects, by name, as a number.
    """
    some, symbols = around.city(around.view.seat).leaders, around.symbols
    for whole in (True, False):
        drawn = [led(one, symbols, whole=whole) for one in some]
        yield [one for one in (*drawn, _in_hand(around)) if one]
    count = (piece(f"{symbols.leader}{len(some)}"),) if some else ()
    yield [one for one in (count, _in_hand(around, named=False)) if one]


def _in_hand(around: CityRing, *, named: bool = True) -> Row:
    """Draw the names or the number of leaders in hand, unless they are being chosen."""
    view = around.view
    if not view.leaders or view.step in (Recruit.name, Enlist.name):
        return ()
    kept = n_("kept", "kept", len(view.leaders))
    label = kept if view.step == Draft.name else _("in hand")
    names = ", ".join(describe.name(one.face) for one in view.leaders)
    return row(piece(f"{label} ", "dim"), names if named else str(len(view.leaders)))


def led(one: Recruited, symbols: Symbols, *, whole: bool = True) -> Row:
    """
    Draw a leader of a city; a buried one has no effect but its points.

    Args:
        whole: whether to draw its effects.
    """
    if one.buried:
        name = row(piece(symbols.buried, "leader"), f" {describe.name(one.leader)}")
        worth = piece(f" {BURIED * one.price}{symbols.point}", "point")
        return row(name, worth) if whole else name
    name = faces.title(one.leader, symbols)
    return row(name, " ", faces.does(one.leader, symbols)) if whole else name


def own(
    around: CityRing,
    stage: Quote | None,
    width: int,
    *,
    texts: bool = False,
    dense: bool = False,
) -> Rows:
    """
    Draw our whole city, with a row for each stage.

    Args:
        texts: whether to draw the effects of each card.
        dense: whether to draw it in as few rows as possible instead.
    """
    symbols, city = around.symbols, around.city(around.view.seat)
    head = ruled(_own_name(around, width), width, symbols)
    stages, held = _stages(around, city, stage), _in_hand(around)
    if dense:
        parts = [_makes(city, symbols), *stages, *([held] if held else ())]
        return (head, *_packed(around, city, parts, width, effects=True))
    rows = [_makes(city, symbols)]
    for one in stages:
        first, *more = wrapped(one, width - 3)
        rows += [first, *(row("  ", line) for line in more)]
    if held:
        rows += wrapped(held, width - 1)
    rows += built(city, around.view.age, width - 1, symbols, texts=texts)
    return (head, *_indented(rows, width, symbols))


def _own_name(around: CityRing, width: int) -> Row:
    seat = around.view.seat
    if around.ours is None:
        return title(around, seat, width)
    board = _board(around.city(seat))
    name = piece(board, "title", f"city {seat}")
    return (
        (name, faces.GAP, gone(around.symbols)) if seat in around.view.gone else (name,)
    )


def _indented(rows: Rows, width: int, symbols: Symbols) -> Rows:
    return tuple(clip((faces.GAP, *one), width, symbols.more) for one in rows)


def _board(city: City) -> str:
    return f"{describe.name(city.board)}, {scoresheet.side(city.side.printed)}"


def _makes(city: City, symbols: Symbols) -> Row:
    makes = row(piece(_("makes") + " ", "dim"), glances.production(city) or "-")
    return faces.joined([makes, glances.gift(city, symbols)], piece("  "))


def _stages(around: CityRing, city: City, quote: Quote | None) -> Rows:
    """Draw the stages, the next one with its price."""
    rows = list(glances.stages(city, around.symbols, around.view.age))
    at = len(city.stages)
    if quote is not None and at < len(rows):
        goods = city.side.stages[at].goods
        by = reduced_by(city, quote, "wonder_stage")
        price = quotes.price(quote, around.payees, around.symbols, goods, by)
        rows[at] = (*rows[at], faces.GAP, faces.GAP, *price)
    return tuple(rows)


# The neighbours.


NEAR = 3
"""Least rows for a neighbour's city."""


def neighbours(around: CityRing, width: int, high: int) -> Rows:
    """Draw both neighbours side by side, in at most so many rows."""
    view = around.view
    near = (partial(_neighbour, around, seat, high) for seat in (view.left, view.right))
    return columns(width, *near, gap=1)


def _neighbour(around: CityRing, seat: Seat, high: int, width: int) -> Rows:
    symbols, city = around.symbols, around.city(seat)
    brief = [*_brief(around, seat, width - 2)]
    is_long = len(brief) >= high
    if around.is_underway:
        brief[high - 2 : -1] = []  # rather than what was done last
        counts = glances.counts(city, symbols)
        free = width - 3 - measure(counts)
        room = [at for at, one in enumerate(brief) if measure(one) <= free]
        if room:
            brief[room[-1]] = ends(brief[room[-1]], counts, width - 2)
    rows, is_cut = _with_cards(
        around, city, brief[: high - 1], width - 2, high - 1, labelled=True
    )
    mark = _more(around, seat) if is_cut or is_long else ()
    head = ruled(title(around, seat, width - 4), width, symbols, mark)
    return (head, *_indented(rows, width, symbols))


def _brief(around: CityRing, seat: Seat, width: int) -> Rows:
    """Draw what a city has, what it makes, and what was done last."""
    city, symbols = around.city(seat), around.symbols
    has = glances.glance(city, symbols, around.view.age)
    done = (last(around, seat, width),) if around.is_underway else ()
    return (*flowed([has, _makes(city, symbols)], width), *done)


def last(around: CityRing, seat: Seat, width: int) -> Row:
    """Draw what a player did in the last turn, and whom they paid, within a width."""
    label = row(piece(p_("what somebody did", "last") + " ", "dim"))
    return _fitting(label, _deeds(around, seat), width, around.symbols)


def _fitting(begun: Row, forms: Iterable[Row], width: int, symbols: Symbols) -> Row:
    """Draw the first form that fits after a beginning; the last one can be cut off."""
    drawn: Row = begun
    for form in forms:
        drawn = row(begun, form)
        if measure(drawn) <= width:
            return drawn
    return clip(drawn, width, symbols.more)


SHORT = 10
"""Columns of a card's title where what was paid for it needs the room."""


def _deeds(around: CityRing, seat: Seat) -> Iterator[Row]:
    """
    Yield what a player did last, in less and less width.

    The title of a card is shortened, and payments are added up, but never left out: a
    card without a price was paid for with own goods.
    """
    for cost in (paid, _paid_in_brief):
        yield did(around, seat, cost)
        yield did(around, seat, cost, SHORT)


def _last_of_ours(around: CityRing, width: int) -> Iterator[Rows]:
    """Yield what we did last: with the results of conflicts, without, and nothing."""
    seat = around.view.seat
    fought = [
        conflicts(around, event, seat)
        for event in around.view.last
        if isinstance(event, Fought)
    ]
    if fought:
        ends_with = row(piece("   "), faces.joined(fought, piece("   ")))
        yield [row(last(around, seat, width - measure(ends_with)), ends_with)]
    if around.is_underway:
        yield [last(around, seat, width)]
    yield ()


def title(around: CityRing, seat: Seat, width: int) -> Row:
    """Draw the title of a city: its player, and an arrow to where they sit."""
    view, symbols = around.view, around.symbols
    arrow = ""
    if seat == view.left:
        arrow = f"{symbols.to_left} "
    elif seat == view.right:
        arrow = f"{symbols.to_right} "
    sign = around.sign(seat)
    does = f"city {seat}"
    rest: list[Piece] = []
    if seat in view.gone:
        rest += [faces.GAP, gone(symbols)]
    elif sign.text.strip():
        rest += [faces.GAP, sign]
    board = f" {symbols.dot} {_board(around.city(seat))}"
    rest.append(piece(board, "dim", does))
    name = around.in_title(seat, width - measure(arrow) - measure((*rest,)))
    return clip((piece(arrow + name, "title", does), *rest), width, symbols.more)


def did(
    around: CityRing,
    seat: Seat,
    cost: Callable[[CityRing, Played], Row] | None = None,
    most: int | None = None,
) -> Row:
    """
    Draw what a player did last.

    Args:
        cost: draws what it cost, and who got it; None to leave this out.
        most: the maximum width of a card's title; None for as much as it needs.
    """
    symbols = around.symbols
    parts: list[Row] = []
    for event in around.view.last:
        match event:
            case Played() if event.seat == seat:
                title = play(around, event)
                if most is not None:
                    title = clip(title, most, symbols.more)
                price = cost(around, event) if cost else ()
                parts.append(faces.joined([title, price], piece("  ")))
            case Picked() | Enlisted() if event.seat == seat:
                card = around.card(event.card)
                if card is not None:
                    parts.append(_taken(card, event, symbols))
    return faces.joined(parts, piece(", ")) or row(piece(symbols.dot, "dim"))


def conflicts(around: CityRing, fought: Fought, seat: Seat) -> Row:
    """Draw the results of conflicts with the left and the right neighbour."""
    symbols, parts, n = around.symbols, [], len(around.names)
    sides = (symbols.to_left, (seat + 1) % n), (symbols.to_right, (seat - 1) % n)
    for (arrow, other), gained in zip(sides, fought.tokens[seat], strict=True):
        lost, won = (seat, other), (other, seat)
        if won in fought.deflected:
            gained += DEFEAT
        said = f"{gained:+}{symbols.point}" if gained else "="
        if lost in fought.deflected:
            said = f"0{symbols.point}"  # not a draw: the token went elsewhere
        style = "dim" if not gained else "no" if gained < 0 else "point"
        parts.append(fit(row(piece(f"{arrow} {said}", style)), 5))
    return (piece(f"{symbols.shield} ", "shield"), *faces.joined(parts, piece("  ")))


def _taken(card: Building | Leader, event: Picked | Enlisted, symbols: Symbols) -> Row:
    title = faces.title(card, symbols)
    if isinstance(event, Enlisted):
        return title
    return row(title, piece(" " + _("(discard)"), "dim"))


def paid(around: CityRing, event: Played, names: int = 8) -> Row:
    """
    Draw a payment, or that it was free; empty if the card costs nothing anyway.

    Args:
        names: the maximum width of the name of somebody who was paid.
    """
    if event.free:
        by = f" {p_('free by', 'wonder')}" if event.free == "power" else ""
        return (piece(around.symbols.free + by, "free"),)
    return payment(around, event.seat, event.paid, names)


def _paid_in_brief(around: CityRing, event: Played) -> Row:
    """Draw what we got of a payment, and the sum of the rest."""
    if event.free:
        return paid(around, event)
    symbols, n, (left, right, bank) = around.symbols, len(around.names), event.paid
    to_us = left if around.is_mine((event.seat + 1) % n) else 0
    to_us += right if around.is_mine((event.seat - 1) % n) else 0
    rest = left + right + bank - to_us
    if not to_us:
        return (faces.coins(rest, symbols, "price"),) if rest else ()
    got = _coins_to(around, to_us, around.view.seat)
    more = row(piece(f"+{rest}{symbols.coin}", "price")) if rest else ()
    return faces.joined([got, more])


def _coins_to(around: CityRing, coins: int, seat: Seat, width: int = 8) -> Row:
    name = around.who_within(seat, width)
    said = p_("who is paid", "to {name}").format(name=name)
    return faces.coins(coins, around.symbols, "price"), piece(f" {said}")


def payment(around: CityRing, seat: Seat, split: Split, names: int = 8) -> Row:
    """
    Draw a payment of a seat to its neighbours and the bank.

    Arrows would point in the seat's directions, which may not be ours.

    Args:
        names: the maximum width of a neighbour's name.
    """
    n, symbols = len(around.names), around.symbols
    parts = []
    for coins, other in ((split.left, (seat + 1) % n), (split.right, (seat - 1) % n)):
        if coins:
            parts.append(_coins_to(around, coins, other, names))
    bank = quotes.payment(Split(0, 0, split.bank), around.payees, symbols)
    return faces.joined([*parts, bank], piece(", "))


def play(around: CityRing, event: Played) -> Row:
    """Draw in a word or two what was done with a card."""
    symbols, card = around.symbols, around.card(event.card)
    if card is not None:
        return faces.title(card, symbols)
    if event.use == "stage":
        part = row(" ", piece(symbols.edifice, "edifice")) if event.joins else ()
        return row(piece(f"{symbols.built}{_stage(around, event)}", "built"), part)
    if event.turn == RECRUITMENT:
        sold = f" {p_('what somebody did', 'sold')} "
        return row(piece(symbols.coin, "coin"), sold, piece(symbols.leader, "leader"))
    return row(piece(symbols.coin, "coin"), " " + _("sold a card"))


def _stage(around: CityRing, event: Played) -> int:
    """Return the number of the stage that was built; a seat may build two in a turn."""
    same = event.seat, event.use
    built = [
        one
        for one in around.view.last
        if isinstance(one, Played) and (one.seat, one.use) == same
    ]
    later = len(built) - 1 - built.index(event) if event in built else 0
    return len(around.city(event.seat).stages) - later


# The others.


def others(around: CityRing, width: int, named_in: int = 0, *, across: int = 2) -> Rows:
    """
    Draw all other players: two in a row, one on our left, one on our right; or each in
    a row that has room for whom they paid.

    Args:
        named_in: rows below each pair or player for the names of their cards.
    """
    if across == 1:
        (some,) = _named(around, [around.others], [width])
        return tuple(it for one in some for it in _other(around, one, width, named_in))
    seats = around.others_by_sides
    paired = len(seats) // 2 * 2
    sides = (seats[:paired:2], seats[1:paired:2], seats[paired:])
    half = (width - GAP) // 2
    on_left, on_right, below = _named(around, sides, (half, half, width))
    wide = _share(on_left, on_right, width - GAP)
    rows: list[Row] = []
    for left, right in zip(on_left, on_right, strict=True):
        cells = ((left, wide), (right, width - GAP - wide))
        drawn = [(_other(around, one, its, named_in), its) for one, its in cells]
        rows += beside(*drawn, gap=GAP)
    for one in below:
        rows += _other(around, one, width, named_in)
    return tuple(rows)


FORMS = 5 + glances.FORMS
"""
In how many ways another player is drawn: with the names of those who were paid, with
these names and the title of the card shortened, with the sum, with a short title of the
card, and then with less and less of what the city has.
"""


class _Other:
    """One of the other players, drawn in less and less detail as far as that is needed."""

    def __init__(self, seat: Seat, forms: Iterator[Row]) -> None:
        self.seat = seat
        self._forms = forms
        self._drawn: list[Row] = []

    def form(self, number: int) -> Row:
        """Return the player in one of `FORMS` ways, given its number from 0."""
        self._drawn += islice(self._forms, max(0, number + 1 - len(self._drawn)))
        return self._drawn[number]


def _share(left: Sequence[_Other], right: Sequence[_Other], width: int) -> int:
    """Return the left columns of a width: half of it, unless either side needs more."""

    def need(some: Sequence[_Other], form: int) -> int:
        return max((measure(one.form(form)) for one in some), default=0)

    for form in range(FORMS):
        ours, theirs = need(left, form), need(right, form)
        if ours + theirs <= width:
            return min(max(width // 2, ours), width - theirs)
    return ours + (width - ours - theirs) // 2


def _named(
    around: CityRing, columns: Sequence[Sequence[Seat]], widths: Sequence[int]
) -> Sequence[Sequence[_Other]]:
    """Draw the rows of columns: with whole names, if that shortens nothing else."""
    drawn = [_lined(around, seats, WHOLE_NAME) for seats in columns]
    fits = all(
        measure(one.form(0)) <= width
        for some, width in zip(drawn, widths, strict=True)
        for one in some
    )
    return drawn if fits else [_lined(around, seats, SHORT_NAME) for seats in columns]


WHOLE_NAME = 2 * NAME_CAP
"""Columns of a name in wide characters."""

SHORT_NAME = 8


def _lined(around: CityRing, seats: Sequence[Seat], most: int) -> Sequence[_Other]:
    """
    Draw the row of each player, lined up with each other if there is room.

    Args:
        most: columns of a name.
    """
    called = {
        seat: piece(around.called(seat, most), "", f"city {seat}") for seat in seats
    }
    name = max((measure((one,)) for one in called.values()), default=0)
    symbols, age = around.symbols, around.view.age
    widths = glances.widths([around.city(seat) for seat in seats], symbols)
    drawn = []
    for seat, its in called.items():
        head = row(around.sign(seat), " ", *fit((its,), name), " ")
        forms = glances.forms(around.city(seat), symbols, age, widths)
        drawn.append(_Other(seat, _forms(around, seat, head, forms)))
    return drawn


def _forms(
    around: CityRing, seat: Seat, head: Row, forms: Iterator[Row]
) -> Iterator[Row]:
    """Draw a player in each of `FORMS` ways, when that is asked for."""
    lined_up = next(forms)
    if not around.is_underway:
        yield row(*head, lined_up, " ")
        close = next(forms)
        for has in (close, close, close, lined_up, close, close, *forms):
            yield row(*head, has, " ")
        return
    done = did(around, seat, paid)
    yield row(*head, lined_up, " ", done)
    close = next(forms)
    yield row(*head, close, " ", done)
    for names in (8, 5):
        done = did(around, seat, partial(paid, names=names), SHORT)
        yield row(*head, close, " ", done)
    done = did(around, seat, _paid_in_brief)
    for has in (lined_up, close):
        yield row(*head, has, " ", done)
    least = did(around, seat, _paid_in_brief, SHORT)
    for has in chain((close,), forms):
        yield row(*head, has, " ", least)


def _other(around: CityRing, one: _Other, width: int, named_in: int) -> Rows:
    """Draw a player, what they paid, and the names of their cards."""
    city, symbols = around.city(one.seat), around.symbols
    forms = (one.form(number) for number in range(FORMS))
    fitting = (form for form in forms if measure(form) <= width)
    cards = cardnames.named(city, symbols, around.view.age, width - 2, named_in)
    rows = (
        next(fitting, ()) or one.form(FORMS - 1),
        *(row("  ", names) for names in cards),
    )
    return tuple(clip(each, width, symbols.more) for each in rows)


# With more room.


def dense(around: CityRing, seat: Seat, width: int, *, effects: bool) -> Rows:
    """
    Draw a whole city in as few rows as possible.

    Args:
        effects: whether to draw those of its leaders.
    """
    symbols, city = around.symbols, around.city(seat)
    stages = glances.stages(city, symbols, around.view.age)
    parts = [*_brief(around, seat, width - 1), *stages]
    head = ruled(title(around, seat, width - 4), width, symbols)
    return (head, *_packed(around, city, parts, width, effects=effects))


def _packed(
    around: CityRing, city: City, parts: Rows, width: int, *, effects: bool
) -> Rows:
    """Draw parts of a city, its leaders, edifices and cards one after the other."""
    symbols = around.symbols
    stands = (
        *(led(one, symbols, whole=effects) for one in city.leaders),
        *(faces.title(one, symbols) for one in city.edifices),
    )
    rows = (
        *flowed([*parts, *stands], width - 1, gap=2),
        *cardnames.names(city.buildings, symbols, around.view.age, width - 1),
    )
    return _indented(rows, width, symbols)


def whole(
    around: CityRing,
    seat: Seat,
    width: int,
    height: int | None = None,
    *,
    texts: bool = False,
) -> Rows:
    """
    Draw a whole city: its production, its wonder and all its cards.

    Args:
        height: the rows below its title; None for as many as needed.
        texts: whether to draw the effects of each card.
    """
    symbols, city = around.symbols, around.city(seat)
    rows = (
        *_brief(around, seat, width - 1),
        *flowed(glances.stages(city, symbols, around.view.age), width - 1),
        *built(city, around.view.age, width - 1, symbols, texts=texts),
    )
    if height is not None:
        rows = fill(shortened(rows, height, symbols, f"city {seat}"), width - 1, height)
    head = ruled(title(around, seat, width - 4), width, symbols)
    return (head, *_indented(rows, width, symbols))


def built(
    city: City, age: int, width: int, symbols: Symbols, *, texts: bool = False
) -> Rows:
    """
    Draw the leaders of a city, its edifices, and its cards by colour.

    Args:
        age: the current age, for marks at cards that begin chains; 0 for none.
        texts: whether to draw each card in its own row, with its effects.
    """
    rows = [*flowed([led(one, symbols) for one in city.leaders], width, gap=2)]
    stand = [faces.title(one, symbols) for one in city.edifices]
    rows += flowed(stand, width, gap=2)
    rows += (
        _with_texts(city, age, symbols)
        if texts
        else _by_colour(city, age, width, symbols)
    )
    return tuple(rows)


def _by_colour(city: City, age: int, width: int, symbols: Symbols) -> Iterator[Row]:
    """Yield the names of the cards of each colour."""
    for colour in Colour:
        some = [one for one in city.buildings if one.colour is colour]
        names = [cardnames.with_chain(one, symbols, age) for one in some]
        if names:
            first, *more = wrapped(faces.joined(names, piece(", ")), width - 2)
            yield row(faces.colour(colour, symbols), " ", first)
            yield from (row("  ", line) for line in more)


def _with_texts(city: City, age: int, symbols: Symbols) -> Iterator[Row]:
    """Yield each card in its own row, with its effects."""
    cards = sorted(city.buildings, key=lambda one: one.colour)
    names = [cardnames.with_chain(one, symbols, age) for one in cards]
    wide = max(map(measure, names), default=0) + 4
    for one, name in zip(cards, names, strict=True):
        begun = row(faces.sign(one, symbols), " ", name)
        yield row(*fit(begun, wide), *faces.does(one, symbols))


def discard_count(n: int) -> str:
    return _("discarded: {n}").format(n=n)


def status(around: CityRing, width: int, discarded: int = 0) -> Row:
    """
    Draw our standing: coins, shields against both neighbours, science, points.

    Args:
        discarded: the number of cards in the discard pile, shown if there are any.
    """
    total = around.view.sheet.rows[around.view.seat][-1]
    so_far = "" if around.over else f" {_('so far')}"
    points = row(piece(text.points(total), "point"), piece(so_far + " ", "dim"))
    pile = (piece(discard_count(discarded), "dim"),) if discarded else ()
    brief = piece(f"{total}{around.symbols.point} ", "point")
    whole, end = _standing(around, 10), faces.joined([pile, points], piece("   "))
    forms: Sequence[tuple[Row, Row]] = (
        (faces.joined(whole, piece("   ")), end),
        (faces.joined(whole, piece("  ")), end),
        (faces.joined(whole, piece("  ")), (brief,)),
        (faces.joined(_standing(around, 4), piece("  ")), (brief,)),
    )
    left, right = forms[-1]
    for left, right in forms:
        if measure(left) + measure(right) + 2 <= width:
            break
    return ends((faces.GAP, *left), right, width, around.symbols.more)


def _standing(around: CityRing, name: int) -> Sequence[Row]:
    """
    Return our coins, shields against both neighbours, tokens, debts and science.

    Args:
        name: the maximum width of a neighbour's name.
    """
    view, symbols = around.view, around.symbols
    city = around.city(view.seat)
    against = [
        row(
            piece(f"{around.city(seat).works.shields}{symbols.shield} ", "shield"),
            piece(f"{arrow} {around.name(seat, name)}", "dim"),
        )
        for seat, arrow in (
            (view.left, symbols.to_left),
            (view.right, symbols.to_right),
        )
    ]
    return (
        (glances.treasury(city, symbols),),
        (
            glances.strength(city, symbols),
            piece(f" {_('against')} ", "dim"),
            *faces.joined(against, piece("  ")),
        ),
        glances.tokens(city, symbols),
        glances.debts(city, symbols),
        glances.science(city, symbols),
    )
