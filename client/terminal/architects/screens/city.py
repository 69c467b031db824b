"""The box on a city: its wonder with every stage, its cards, its tokens, its pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sealed_wonders.client.signs.amounts import joined, points
from sealed_wonders.client.signs.architects import faces, glances
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    after,
    clip,
    fit,
    flowed,
    measure,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.terminal.architects.screens import cities, piles
from sealed_wonders.client.terminal.architects.screens.around import SeenTable, around
from sealed_wonders.client.terminal.architects.screens.card import CardBox
from sealed_wonders.client.terminal.screens.seats import SeatBox
from sealed_wonders.client.view.architects.sight import architects
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.abilities import Ability
from sealed_wonders.core.architects.catalog import Kind, Token, catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.scoring import CAT
from sealed_wonders.net.words import _, n_


class CityBox(SeatBox):
    """Any city; left and right go around the table."""

    @property
    def help(self) -> Sequence[str]:
        return (
            _("A whole city: its wonder, cards, progress tokens and pile."),
            _(
                "A filled symbol marks a wonder stage that is built, an empty one a "
                "stage that isn't."
            ),
            _(
                "Cards with horns are discarded after the next battle; all other "
                "shields stay."
            ),
        )

    def board(self, sight: AnySight[Any]) -> Sequence[str]:
        wonder = architects(sight.state).cities[self.seat].wonder
        return (describe.monument(wonder),)

    def cards(self) -> Sequence[Kind | Token]:
        """Return the kinds of cards, then the progress tokens."""
        table = around(self.stack)
        if table is None:
            return ()
        city = table.city(self.seat)
        return (*filter(city.count, catalog().kinds), *city.progress)

    def details(self, cards: Sequence[Kind | Token]) -> CardBox:
        return CardBox(self.stack, cards[0], cards)

    def rows(self, width: int, height: int) -> Rows:
        table = around(self.stack)
        if table is None:
            return (row(text.no_cities()),)
        city, mark = table.city(self.seat), table.symbols.more
        rows = [self.seats(table.sight, width), *_facts(table, self.seat), ()]
        rows += [*_wonder(city, width), *_stages(table, self.seat, width), ()]
        rows += [_headline(_("Cards"))]
        rows += [row("  ", one) for one in glances.lines(city, table.symbols)]
        rows += [(), *_tokens(table, city, width), *_pile(table, self.seat, width)]
        return [clip(one, width, mark) for one in rows]

    def act(self, action: str) -> bool:
        """Go around the table, or scroll; a click on a stage does nothing here."""
        return action.startswith("stage ") or super().act(action)


def _headline(said: str, more: Row = ()) -> Row:
    return row(piece(said, "title"), piece("   ") if more else (), more)


def _facts(table: SeenTable, seat: int) -> Iterator[Row]:
    """Draw a city's shields and points, and whether it has the cat."""
    symbols, city = table.symbols, table.city(seat)
    parts = [
        row(glances.strength(city, symbols), f" {_('shields')}"),
        row(points(cities.total(table, seat), symbols), f" {_('points so far')}"),
    ]
    if seat == table.state.cat:
        worth = row(" (", points(CAT, symbols), ")")
        parts.append(row(piece(symbols.cat, "cat"), f" {_('the cat')}", worth))
    yield joined(parts, piece("   "))


def _wonder(city: City, width: int) -> Iterator[Row]:
    """Draw what some of the stages do."""
    said = describe.stages_do(city.wonder)
    if not said:
        yield _headline(_("Wonder"))
        return
    label = row(*_headline(_("Wonder")), "   ")
    yield from after(label, paragraph(said, width - measure(label)))


def _stages(table: SeenTable, seat: int, width: int) -> Iterator[Row]:
    """Draw each stage with its cost in symbols and in words."""
    city = table.city(seat)
    drawn = cities.stages(table, seat, width)
    words = [describe.cost(stage) for stage in city.wonder.stages]
    wide = max(map(measure, drawn)) + 3
    for line, said in zip(drawn, words, strict=True):
        yield from after(fit(line, wide), paragraph(said, max(20, width - wide), "dim"))


def _tokens(table: SeenTable, city: City, width: int) -> Iterator[Row]:
    """Draw each token with what it does, and its points so far."""
    symbols = table.symbols
    if not city.tokens:
        yield _headline(_("Progress tokens"), (piece(_("none yet"), "dim"),))
        return
    yield _headline(_("Progress tokens"))
    for token in city.progress:
        name = row("  ", faces.token(token, symbols), "  ")
        worth = token.ability.points(city)
        now = row(points(worth, symbols), "  ") if counts(token.ability) else ()
        begun = row(name, now)
        said = describe.ability(token.ability, brief=True)
        yield from after(begun, paragraph(said, width - measure(begun), "dim"))


def counts(ability: Ability) -> bool:
    """Return whether a token gives points."""
    return type(ability).points is not Ability.points


def _pile(table: SeenTable, seat: int, width: int) -> Iterator[Row]:
    """Draw the pile between a city and its left neighbour's."""
    pile = table.state.left(seat)
    cards = len(pile.cards)
    n = piece(n_("{n} card", "{n} cards", cards).format(n=cards), "dim")
    top = piles.top(table, pile)
    yield _headline(_("Pile"), joined([top, row(n)], piece("   ")))
    inside = faces.by_colour(map(catalog().kind, pile.unseen), table.symbols)
    label = row("  " + _("below it") + " ", style="dim")
    if inside:
        yield from after(label, flowed(inside, width - measure(label), gap=2))
