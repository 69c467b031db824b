"""
A whole city: what it makes, what it can defend, its wonder, and every card in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    clip,
    fit,
    measure,
    paragraph,
    piece,
    row,
    wrapped,
)
from sealed_wonders.client.signs.wonders import faces, glances
from sealed_wonders.client.terminal.screens.panels import in_two
from sealed_wonders.client.terminal.screens.seats import SeatBox
from sealed_wonders.client.terminal.wonders.screens.card import CardBox
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.wonders.sight import Sight, sight_of, wonders
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.wonders.atoms import Price
from sealed_wonders.core.wonders.model import Building, City, Leader, Recruited
from sealed_wonders.core.wonders.science import solve
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.core.wonders.view import moment
from sealed_wonders.net.words import _, n_

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

GAP = 3
"""Columns between two columns of cards."""


class CityBox(SeatBox):
    """Any city; left and right go round the table."""

    @property
    def help(self) -> Sequence[str]:
        """Explain the signs."""
        return (
            _("A whole city. Neighbours can't buy the resources in parentheses."),
            _(
                "A filled symbol marks a wonder stage that is built, an empty one a "
                "stage that isn't."
            ),
        )

    def board(self, sight: AnySight[Any]) -> Sequence[str]:
        """Name the board and its side."""
        city = wonders(sight.state).cities[self.seat]
        return describe.name(city.board), phrases.side(city.side.printed)

    def cards(self) -> Sequence[Building | Leader]:
        """Return the leaders that have an effect, and the cards by colour and age."""
        sight = sight_of(self.stack.known)
        if sight is None or self.seat >= len(sight.state.cities):
            return ()
        city = sight.state.cities[self.seat]
        leaders = [one.leader for one in city.leaders if not one.buried]
        return (*leaders, *_in_order(city))

    def details(self, cards: Sequence[Building | Leader]) -> CardBox:
        return CardBox(self.stack, cards[0], cards)

    def rows(self, width: int, height: int) -> Rows:
        """Draw the city."""
        sight, symbols = sight_of(self.stack.known), self.stack.symbols
        if sight is None or self.seat >= len(sight.state.cities):
            return (row(text.no_cities()),)
        city = sight.state.cities[self.seat]
        rows = [self.seats(sight, width), ()]
        rows += self._facts(sight, city, width)
        rows += [(), _headline(_("Wonder"))]
        rows += self._stages(sight, city, width)
        if sight.state.leaders:
            rows += [(), _headline(_("Leaders")), *self._leaders(sight, city, width)]
        if sight.state.projects:
            rows += [(), _headline(_("Edifices")), *self._edifices(sight, city)]
        rows += [(), _headline(_("Cards"))]
        rows += self._cards(city, width)
        return [clip(one, width, symbols.more) for one in rows]

    def _facts(self, sight: Sight, city: City, width: int) -> Iterator[Row]:
        symbols = self.stack.symbols
        total = sight.state.score().rows[self.seat][-1]
        gap = piece("   ")
        yield faces.joined(
            [
                (glances.treasury(city, symbols), piece(f" {_('coins')}")),
                (glances.strength(city, symbols), piece(f" {_('shields')}")),
                (
                    piece(f"{total}{symbols.point}", "point"),
                    piece(f" {_('points so far')}"),
                ),
            ],
            gap,
        )
        makes = glances.production(city) or row("-")
        yield _labelled(_("Makes"), makes)
        if gift := glances.gift(city, symbols):
            said = describe.effect(city.side.start)
            whole = row(*gift, piece(f"  {said}", "dim"))
            for part in wrapped(whole, width - LABEL, indent=2):
                yield _labelled("", part)
        prices = [
            faces.effect(one, symbols)
            for one in glances.standing(city)
            if any(isinstance(it, Price) for it in one.clause)
        ]
        if prices:
            yield _labelled(_("Buys"), faces.joined(prices, gap))
        science = glances.science(city, symbols)
        if science:
            worth = sum(solve(city.works.knowledge))
            counted = piece(f"  {worth}{symbols.point}", "point")
            yield _labelled(_("Science"), (*science, counted))
        if city.tokens:
            won = [row(f"{token:+d}") for token in city.tokens]
            counted = piece(f"  {sum(city.tokens)}{symbols.point}", "point")
            yield _labelled(_("Conflicts"), (*faces.joined(won), counted))

    def _stages(self, sight: Sight, city: City, width: int) -> Iterator[Row]:
        symbols, (age, _turn) = self.stack.symbols, moment(sight.state)
        drawn = glances.stages(city, symbols, 0)
        for index, (stage, one) in enumerate(zip(city.side.stages, drawn, strict=True)):
            line = row(f"  {index + 1} ", one)
            standing = city.stages[index] if index < len(city.stages) else None
            words = describe.stage_effect(stage)
            if standing is not None:
                words = describe.stage_standing(city, index, age)
                card = describe.if_seen(sight.face(standing.slot))
                if card:
                    words = f"{words} {symbols.dot} {_('under it: {card}')}".format(
                        card=card
                    )
            yield from _explained(line, words, width)

    def _cards(self, city: City, width: int) -> Rows:
        if not city.buildings:
            return (row(f"  {phrases.no_cards()}", style="dim"),)
        cards = _in_order(city)
        widest = max(measure(describe.name(card)) for card in cards) + 4
        drawn = [card_row(card, widest, self.stack) for card in cards]
        return in_two(drawn, width, fewest=3, gap=GAP)

    def _leaders(self, sight: Sight, city: City, width: int) -> Iterator[Row]:
        """Draw the leaders of a city, and say how many are in hand; our own by name."""
        names = [measure(describe.name(one.leader)) for one in city.leaders]
        widest = max(names, default=0) + 3
        for one in city.leaders:
            yield from self._leader(one, widest, width)
        slots = sight.state.leaders[self.seat]
        held = [describe.if_seen(sight.face(slot)) for slot in slots]
        if held and all(held):
            yield row(piece("  " + _("in hand") + " ", "dim"), text.listing(held))
        elif slots or not city.leaders:
            said = n_("{n} in hand", "{n} in hand", len(slots)).format(n=len(slots))
            yield row(f"  {said}", style="dim")

    def _leader(self, one: Recruited, widest: int, width: int) -> Iterator[Row]:
        """Draw a leader, with words beside it or, where they don't fit, below."""
        symbols = self.stack.symbols
        if one.buried:
            sign = symbols.buried
            signs: Row = (faces.points(BURIED * one.price, symbols),)
            words = _("face down: worth twice its cost in points")
        else:
            sign = symbols.leader
            signs = faces.does(one.leader, symbols)
            words = describe.effects(one.leader.effects)
        name = row(f"  {sign} ", describe.name(one.leader))
        yield from _explained(row(*fit(name, widest + 3), *signs), words, width)

    def _edifices(self, sight: Sight, city: City) -> Iterator[Row]:
        """Draw a row for each edifice the city has a pawn of, and what it owes."""
        symbols = self.stack.symbols
        for age in sorted(set(city.pawns)):
            project = sight.state.projects[age - 1]
            name = faces.title(project.edifice, symbols)
            signs = faces.does(project.edifice, symbols)
            fate = {
                "built": phrases.edifice_stands(),
                "failed": phrases.edifice_failed(),
            }
            said = fate.get(project.fate) or phrases.pawns_left(project.pawns)
            pawns = piece(symbols.pawn * city.pawns.count(age), "pawn")
            yield row("  ", pawns, " ", name, "  ", signs, piece(f"   {said}", "dim"))
        if city.debts:
            yield row(
                "  ", glances.debts(city, symbols), piece(f" {_('debts')}", "dim")
            )
        if not city.pawns and not city.debts:
            yield row("  " + _("no pawn"), style="dim")


def _in_order(city: City) -> Sequence[Building]:
    return sorted(city.buildings, key=lambda card: (card.colour, card.age))


def card_row(card: Building, widest: int, stack: Stack, style: str = "") -> Row:
    """Write a card's name, in a column so wide, and what it does."""
    name = row("  ", faces.title(card, stack.symbols, style))
    return (*fit(name, widest + 1), *faces.effects(card.effects, stack.symbols))


def _explained(line: Row, words: str, width: int) -> Iterator[Row]:
    """Draw a line with words behind it; below it where there isn't room."""
    said = row(f"   {words}", style="dim")
    if measure((*line, *said)) <= width:
        yield (*line, *said)
    else:
        yield line
        for part in paragraph(words, width - 6, "dim"):
            yield row(" " * 6, part)


def _headline(said: str) -> Row:
    return (piece(said, "title"),)


LABEL = 10
"""Columns of what stands before a line."""


def _labelled(label: str, one: Row) -> Row:
    return (*fit((piece(label, "dim"),), max(LABEL, measure(label) + 1)), *one)
