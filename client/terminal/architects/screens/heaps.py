"""The box on piles: the cards left in each, by kind; their order is unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Piece, Row, Rows, fit, measure, piece, row
from sealed_wonders.client.terminal.architects.screens import piles
from sealed_wonders.client.terminal.architects.screens.around import SeenTable, around
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.words import text
from sealed_wonders.core.architects.catalog import Kind, catalog
from sealed_wonders.core.architects.state import Pile
from sealed_wonders.core.game import Card
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

NAME, TOP, COUNT = 14, 6, 4
"""Columns of a pile's name, of its top card, and of its number of cards."""


class PilesBox(Box):
    """All piles, those in reach first, with a column for each kind of cards."""

    def __init__(self, stack: Stack, pile: str = "") -> None:
        """
        Create the box.

        Args:
            pile: The pile to highlight.
        """
        super().__init__(stack)
        self._pile = pile

    @property
    def title(self) -> str:
        return _("Piles")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "For each pile, you see its top card, how many cards it has, and how "
                "many of each kind lie face down in it. Nobody knows the order of "
                "the face-down cards."
            ),
            _("The piles that you can take from come first."),
        )

    def rows(self, width: int, height: int) -> Rows:
        """Draw a row for each pile, and one for the discard."""
        table = around(self.stack)
        if table is None:
            return (row(text.no_cities()),)
        reach = list(dict.fromkeys(pile.name for pile in table.reach))
        state = table.state
        n = len(state.piles)
        rest = [state.left((table.viewpoint + step) % n).name for step in range(n)]
        names = [*reach, *(name for name in rest if name not in reach)]
        some = [state.pile(name) for name in names]
        used = [catalog().kind(card) for card in state.discard]
        return [
            _heads(table),
            *(_row(table, pile, pile.name == self._pile) for pile in some),
            (),
            _line(table, _("discard"), (), state.discard, used),
        ]


def _heads(table: SeenTable) -> Row:
    """Draw the column headings, one per kind of cards."""
    drawn = [
        part
        for kind in catalog().kinds
        for part in fit(faces.card(kind, table.symbols), _wide(table, kind))
    ]
    return row(piece(" " * (NAME + TOP + COUNT)), tuple(drawn))


def _wide(table: SeenTable, kind: Kind) -> int:
    return measure(faces.card(kind, table.symbols)) + 1


def _row(table: SeenTable, pile: Pile, marked: bool) -> Row:
    kind = table.sight.top(pile)
    top = faces.card(kind, table.symbols) if kind else row(piece("?", "dim"))
    label = piles.label(table, pile.name, NAME)
    unseen = [catalog().kind(card) for card in pile.unseen]
    return _line(table, label, top if pile.cards else (), pile.cards, unseen, marked)


def _line(
    table: SeenTable,
    label: str,
    top: Row,
    cards: Sequence[Card],
    unseen: Sequence[Kind],
    marked: bool = False,
) -> Row:
    name = row(label, style="title" if marked else "")
    pieces: list[Piece] = [
        *fit(name, NAME, mark=table.symbols.more),
        *fit(top, TOP),
        piece(f"{len(cards):>3} ", "dim"),
    ]
    for kind in catalog().kinds:
        count = unseen.count(kind)
        said = f"{count}" if count else table.symbols.dot
        wide = _wide(table, kind) - 1
        pieces.append(piece(f"{said:>{wide}} ", "" if count else "dim"))
    return tuple(pieces)
