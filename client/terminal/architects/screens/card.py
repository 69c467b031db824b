"""The box on a card or a progress token: its effect, and where its copies are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Row, Rows, row
from sealed_wonders.client.terminal.architects.screens import piles
from sealed_wonders.client.terminal.architects.screens.around import SeenTable, around
from sealed_wonders.client.terminal.screens.box import Fact, labelled
from sealed_wonders.client.terminal.screens.cardbox import OneCardBox
from sealed_wonders.client.view.architects.prospects import taking
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import cards, describe
from sealed_wonders.core.architects.catalog import Colour, Kind, Token, catalog
from sealed_wonders.net.words import _, p_


class CardBox(OneCardBox[Kind | Token]):
    """One card or token; left and right go through those face up in reach."""

    @property
    def title(self) -> str:
        if isinstance(self.card, Token):
            return describe.token(self.card)
        return describe.kind(self.card)

    @property
    def help(self) -> Sequence[str]:
        return (_("All details of a card or token, in symbols and in words."),)

    @property
    def below(self) -> tuple[Kind | Token, ...]:
        """
        The cards and tokens face up in reach, each once: tops of piles, then tokens.
        """
        table = around(self.stack)
        if table is None:
            return ()
        tops = [table.sight.top(pile) for pile in table.reach]
        tokens = [catalog().token(card) for card in table.state.open]
        return tuple(dict.fromkeys([*filter(None, tops), *tokens]))

    def heading(self) -> Row:
        symbols = self.stack.symbols
        if isinstance(self.card, Token):
            return faces.token(self.card, symbols, "title")
        return faces.title(self.card, symbols, "title")

    def rows(self, width: int, height: int) -> Rows:
        table = around(self.stack)
        if table is None:
            return (row(text.no_cities()),)
        card = self.card
        some = _token(table, card) if isinstance(card, Token) else _card(table, card)
        return labelled(list(some), width)


def _token(table: SeenTable, token: Token) -> Iterator[Fact]:
    """Yield everything about a token."""
    signs = faces.ability(token.ability, table.symbols)
    yield Fact(p_("a card's", "effect"), signs, describe.ability(token.ability))
    yield Fact(_("copies"), (), str(token.copies))
    state = table.state
    cards = [it for it in state.open if catalog().token(it) is token]
    if cards:
        yield Fact(_("open"), (), _("available for a set of symbols"))
    owners = [
        seat for seat in table.sight.clockwise if token in state.cities[seat].progress
    ]
    if owners:
        who = text.others([table.sight.who(seat) for seat in owners])
        yield Fact(_("taken by"), (), who)


def _card(table: SeenTable, kind: Kind) -> Iterator[Fact]:
    """Yield everything about a card."""
    symbols = table.symbols
    tag = row(faces.sign(kind.colour, symbols), f" {describe.colour(kind.colour)}")
    yield Fact(p_("a card's", "colour"), tag, "")
    yield Fact(p_("a card's", "effect"), faces.within(kind, symbols), cards.does(kind))
    if kind.colour is Colour.RED:
        yield Fact(_("battle"), (), cards.prize(len(table.sight.names)))
    then = taking(table.state, table.viewpoint, kind)
    if any(then):
        yield Fact(_("if you take it"), piles.outcome(table, then), "")
    state = table.state
    have = [
        f"{text.subject(table.sight.who(seat))} {state.cities[seat].count(kind)}"
        for seat in table.sight.clockwise
        if state.cities[seat].count(kind)
    ]
    if have:
        yield Fact(_("before"), (), ", ".join(have))
    left = [
        f"{describe.pile(pile.name, table.sight.whose(pile.name))} {n}"
        for pile in state.around
        if (n := sum(catalog().kind(card) is kind for card in pile.cards))
    ]
    if left:
        yield Fact(_("still in"), (), ", ".join(left))
