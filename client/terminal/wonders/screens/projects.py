"""
The edifices on a table: costs, rewards, the pawns that are left, and who has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from sealed_wonders.client.signs.draw import (
    Piece,
    Row,
    Rows,
    clip,
    doing,
    fill,
    flowed,
    measure,
    piece,
    row,
    ruled,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.screens.panels import grid
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.edifice.tasks import losses
from sealed_wonders.core.wonders.model import City, Edifice
from sealed_wonders.core.wonders.state import Project
from sealed_wonders.net.words import _, p_

ROWS = 3
"""Rows of the edifices side by side."""


def holders(project: Project, cities: Sequence[City]) -> tuple[Seat, ...]:
    """Return the seats with an edifice's pawn, including pawns taken from the box."""
    age = project.edifice.age
    return tuple(seat for seat, city in enumerate(cities) if age in city.pawns)


def current(around: CityRing) -> Project | None:
    """Return the edifice of this age, or of the next one; None if there is none."""
    view = around.view
    if not view.projects or not view.cities:
        return None
    if view.age:
        return view.projects[view.age - 1]
    return next((one for one in view.projects if not one.fate), view.projects[-1])


def line(around: CityRing, width: int) -> Row:
    """Draw this age's edifice in one row, in as much detail as fits."""
    project = current(around)
    if project is None:
        return ()
    drawn: Row = ()
    for parts in _forms(around, project):
        drawn = faces.joined(parts, piece("  "))
        if measure(drawn) <= width:
            break
    return clip(_opening(drawn), width, around.symbols.more)


def _forms(around: CityRing, project: Project) -> Iterator[Sequence[Row]]:
    """
    Yield the parts of an edifice, each time for less width.

    The names of the builders go first. But a builder doesn't pay the penalty, so for a
    builder, the time of payment goes first.
    """
    owed, symbols = _must_borrow(around, project), around.symbols
    spared = around.ours in holders(project, around.view.cities)
    whens = (False,) if spared else (True, False)
    for when, who in product(whens, _holders(around, project)):
        parts = (*_parts(project, symbols, owed=owed, when=when), who)
        yield [part for part in parts if part]


def _must_borrow(around: CityRing, project: Project) -> bool:
    """Return whether we couldn't pay a penalty of this age now, and would borrow."""
    if around.ours is None or around.view.age != project.edifice.age:
        return False
    return not losses(project.edifice.penalty, around.city(around.ours))


def _parts(
    project: Project, symbols: Symbols, *, owed: bool = False, when: bool = True
) -> Iterator[Row]:
    """
    Yield its name, its reward, its penalty or the debt token, and its pawns.

    Args:
        owed: whether we couldn't pay the penalty now.
        when: whether to draw when the penalty is paid.
    """
    edifice = project.edifice
    name = row(*faces.title(edifice, symbols, "title"))
    reward = faces.does(edifice, symbols)
    lost = faces.penalty(edifice.penalty, symbols)
    if project.fate == "built":
        yield row(name, piece(f" {symbols.built} ", "built"), reward)
    elif project.fate:
        yield row(name, piece(f" {phrases.not_built()} ", "no"), lost)
    else:
        arrow = piece(f" {symbols.gives} ", "dim")
        yield row(name, " ", faces.price(edifice, symbols), arrow, reward)
        debt = faces.debt(edifice, symbols)
        or_ = row(lost, piece(f" {p_('edifice', 'or')} ", "dim"), debt)
        cost = _unpaid(edifice, debt, symbols) if owed else or_
        before = piece(f" {p_('edifice', 'before conflicts')}" if when else "", "dim")
        yield row(piece(p_("edifice", "else") + " ", "dim"), cost, before)
        yield (pawns(project.pawns, symbols),)


def _unpaid(edifice: Edifice, debt: Row, symbols: Symbols) -> Row:
    """Draw a debt, and what we don't have and would otherwise lose."""
    lack = faces.missing(edifice.penalty, symbols)
    no = piece(f" ({p_('edifice', 'no')} ", "dim")
    return row(debt, no, lack, piece(")", "dim"))


def pawns(n: int, symbols: Symbols) -> Piece:
    """Draw the pawns left on an edifice; ``0`` if there are none."""
    return piece(symbols.pawn * n if n else f"0{symbols.pawn}", "pawn")


def _holders(around: CityRing, project: Project) -> Iterator[Row]:
    """Yield who has a pawn, in less and less width: by name, shortened, as a number."""
    seats = holders(project, around.view.cities)
    if not seats:
        yield ()
        return
    for width in (12, 6):
        names = ", ".join(around.who_within(seat, width) for seat in seats)
        yield row(_("by {names}").format(names=names))
    yield row(_("by {names}").format(names=len(seats)))


def _opening(one: Row) -> Row:
    """Return a row on which a click opens the box about the edifices."""
    return doing(one, "edifices")


def listed(some: Sequence[Project], width: int, symbols: Symbols) -> Rows:
    """Draw all edifices in as few rows as possible, before there are cities."""
    drawn = [faces.joined(_parts(one, symbols), piece("  ")) for one in some]
    return flowed([_opening(one) for one in drawn], width)


def columns(around: CityRing, width: int) -> Rows:
    """Draw all edifices side by side."""
    some = [partial(_column, around, project) for project in around.view.projects]
    return grid(width, some, len(some)) if some else ()


def _column(around: CityRing, project: Project, width: int) -> Rows:
    symbols, edifice = around.symbols, project.edifice
    now = project is current(around)
    name = row(
        *faces.title(edifice, symbols, "title" if now else "dim"),
        piece(f" {symbols.dot} {_('age {age}').format(age=edifice.age)}", "dim"),
    )
    flown: Rows = ()
    for first, *more in _forms(around, project):
        brief = first[len(faces.title(edifice, symbols)) :]
        flown = flowed([brief, *more], width - 1, gap=2)
        if len(flown) < ROWS:
            break
    rows = [
        ruled(_opening(name), width, symbols),
        *((faces.GAP, *one) for one in flown),
    ]
    return fill(rows, width, ROWS)
