"""The box on points so far in Architects, and their parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sealed_wonders.client.signs.amounts import joined, points
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    after,
    fit,
    measure,
    paragraph,
    piece,
    row,
    wrapped,
)
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.architects.screens.city import counts
from sealed_wonders.client.terminal.screens.tally import NAME, TallyBox
from sealed_wonders.client.view.architects.sight import architects, own
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.words.architects import cards
from sealed_wonders.core.architects.catalog import Colour, catalog
from sealed_wonders.core.architects.scoring import CAT, VICTORY
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _


class ScoresBox(TallyBox):
    """The score sheet, and the parts of each line."""

    @property
    def help(self) -> Sequence[str]:
        return (
            _("Everybody's points so far; tokens count at their current value."),
            _(
                "Below: each player's shields against those of both neighbours. The "
                "higher number wins a battle."
            ),
            _("At the end: each player's points by category."),
        )

    def shields(self, sight: AnySight[Any], seat: Seat) -> int:
        return architects(sight.state).cities[seat].shields

    def won(self, sight: AnySight[Any], seat: Seat) -> str:
        n = architects(sight.state).cities[seat].victories
        return f"{n}{self.stack.symbols.victory}" if n else ""

    def more(self, sight: AnySight[Any], width: int) -> Rows:
        """Draw the parts of each player's points."""
        table = SeenTable(sight.names, sight.ours, self.stack.symbols, own(sight))
        rows = [*paragraph(cards.battle(len(table.sight.names)), width, "dim"), ()]
        rows += [(piece(_("By category"), "title"),)]
        names = [table.name(seat, NAME) for seat in sight.clockwise]
        wide = max(map(measure, names)) + 2
        for seat, name in zip(sight.clockwise, names, strict=True):
            style = "you" if seat == sight.ours else ""
            begun = fit(row(name, style=style), wide)
            rows += after(begun, wrapped(parts(table, seat), width - wide))
        return rows


def parts(table: SeenTable, seat: Seat) -> Row:
    """Draw the parts of a city's points, in the order of the sheet."""
    some = [
        *_stages(table, seat),
        *_cat(table, seat),
        *_blue(table, seat),
        *_battles(table, seat),
        *_tokens(table, seat),
    ]
    nothing = row(piece(table.symbols.dot, "dim"))
    return joined(some, piece("   ")) or nothing


def _stages(table: SeenTable, seat: Seat) -> Iterator[Row]:
    city = table.city(seat)
    stages = "+".join(str(city.wonder.stage(n).points) for n in sorted(city.built))
    if stages:
        yield row(piece(table.symbols.built, "built"), f" {stages}")


def _cat(table: SeenTable, seat: Seat) -> Iterator[Row]:
    if seat == table.state.cat:
        yield row(piece(table.symbols.cat, "cat"), f" {CAT}")


def _blue(table: SeenTable, seat: Seat) -> Iterator[Row]:
    city = table.city(seat)
    blue = [
        f"{city.count(kind)}x{kind.points}"
        for kind in catalog().kinds
        if kind.colour is Colour.BLUE and city.count(kind)
    ]
    if blue:
        yield row(faces.sign(Colour.BLUE, table.symbols), f" {' + '.join(blue)}")


def _battles(table: SeenTable, seat: Seat) -> Iterator[Row]:
    victories = table.city(seat).victories
    if victories:
        sign = piece(table.symbols.victory, "victory")
        yield row(sign, f" {victories}x{VICTORY}")


def _tokens(table: SeenTable, seat: Seat) -> Iterator[Row]:
    city, symbols = table.city(seat), table.symbols
    for token in city.progress:
        if counts(token.ability):
            worth = points(token.ability.points(city), symbols)
            yield row(faces.token(token, symbols), " ", worth)
