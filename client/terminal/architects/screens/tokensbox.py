"""The box on progress tokens: where each is, and what it does."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import (
    Row,
    Rows,
    after,
    fit,
    measure,
    paragraph,
    row,
)
from sealed_wonders.client.terminal.architects.screens.around import SeenTable, around
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import TOKENS, Token, catalog
from sealed_wonders.core.game import Card
from sealed_wonders.net.words import _

WHERE = 12
"""Maximum columns of a token's location."""


class TokensBox(Box):
    """
    Every token in a row: first those face up, then those taken, then those unseen.
    """

    widest = 120

    @property
    def title(self) -> str:
        return _("Progress tokens")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "All progress tokens: face up on the table, taken by a player, or "
                "not seen yet."
            ),
        )

    def rows(self, width: int, height: int) -> Rows:
        table = around(self.stack)
        if table is None:
            return (row(text.no_cities()),)
        places = where(table)
        order = sorted(places, key=lambda card: (places[card][0], card))
        names = [faces.token(_token(card), table.symbols) for card in order]
        wide = max(map(measure, names)) + 2
        said = [places[card][1] for card in order]
        column = min(WHERE, max(map(measure, said))) + 2
        rows: list[Row] = []
        for card, name, place in zip(order, names, said, strict=True):
            does = describe.ability(_token(card).ability)
            at = fit(row(place), column, mark=table.symbols.more)
            begun = row(*fit(name, wide), *at)
            rows += after(begun, paragraph(does, width - measure(begun), "dim"))
        return rows


def _token(card: Card) -> Token:
    return catalog().token(card)


def where(table: SeenTable) -> dict[Card, tuple[int, str]]:
    """Return each token's location, with a sort key: face up, by player, unseen."""
    places: dict[Card, tuple[int, str]] = {}
    state = table.state
    for at, seat in enumerate(table.sight.clockwise):
        who = text.subject(table.sight.who(seat))
        for card in state.cities[seat].tokens:
            places[card] = at + 1, who
    for card in catalog().piles[TOKENS]:
        if card in state.open:
            places[card] = 0, _("open")
        elif card not in places:
            places[card] = len(state.cities) + 1, _("unseen")
    return places
