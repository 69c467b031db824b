"""The available progress tokens, and what they do."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.signs.amounts import GAP
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Row, Rows, fit, piece, row, ruled
from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.architects.screens.marks import NOTHING, Marks
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.net.words import _

NAME = 16
"""Columns of a token's name with its symbol."""

OPEN = 3
"""Number of tokens that are face up, while supplies last."""


def listed(around: SeenTable, marks: Mapping[str, Marks], width: int) -> Rows:
    """
    Draw the face-up tokens, one per row, below a heading with the number of unseen ones.

    Args:
        marks: Marks by the token's id.
    """
    n = len(around.state.tokens.cards)
    title = (piece(_("progress tokens"), "title", "tokens"),)
    rest = (piece(_("{n} unseen").format(n=n), "dim"),)
    symbols = around.symbols
    drawn: list[Row] = []
    for card in around.state.open:
        token = catalog().token(card)
        mark = marks.get(token.id, NOTHING)
        name = faces.token(token, symbols, mark.style)
        said = row(GAP, *fit(name, NAME), faces.ability(token.ability, symbols))
        drawn.append(mark.drawn(said, width, symbols, f"token {token.id}"))
    if not drawn:
        drawn.append(row(GAP, piece(_("none left"), "dim")))
    head = ruled(title, width, symbols, rest)
    return [head, *drawn, *[()] * (OPEN - len(drawn))]
