"""The games' catalogues, as lists to read and as JSON, for ``wonders cards``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sealed_wonders.client.words.text import unaccented


class CatalogueRow(NamedTuple):
    """One line of a list."""

    shown: Hashable
    """The card that the line is about, or a part of a card that takes several lines."""
    names: tuple[str, ...]
    """The card's names in all languages."""
    cells: tuple[object, ...]

    def fits(self, word: str) -> bool:
        """
        Return whether a number equals a cell, or a word is part of a cell or name.
        """
        plain = unaccented(word.lower())
        if plain.isdecimal():
            return plain in (str(cell) for cell in self.cells)
        words = map(str, (*self.cells, *self.names))
        return any(plain in unaccented(one.lower()) for one in words)


class CatalogueList(NamedTuple):
    """One list of a catalogue."""

    name: str
    head: tuple[str, ...]
    rows: tuple[CatalogueRow, ...]
    record: Callable[[Any], Mapping[str, object]]
    """Returns everything about the item of a row, as JSON data."""

    def only(self, words: Sequence[str]) -> CatalogueList:
        """Return this list with only the rows that match every word."""
        fitting = (row for row in self.rows if all(map(row.fits, words)))
        return self._replace(rows=tuple(fitting))

    @property
    def records(self) -> list[Mapping[str, object]]:
        """The JSON data of its items, each item once."""
        return [
            self.record(one) for one in dict.fromkeys(row.shown for row in self.rows)
        ]


class Catalogue(Protocol):
    """The lists of one game."""

    def parts(
        self,
        lang: str,
        agreed: Mapping[str, str] | None,
        *,
        as_json: bool,
    ) -> Iterator[CatalogueList]:
        """
        Yield all lists.

        Args:
            lang: The language of names; everything else is in the current language.
            agreed: Options of a table: only cards in play there, and in JSON with the
                numbers that physical cards have there. None: all cards, and in JSON
                those of the usual game, without numbers.
        """
