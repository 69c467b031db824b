"""
The catalogues of the games, as lists to be read and as JSON data.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sealed_wonders.client.terminal.text import unaccented


class Row(NamedTuple):
    """A line of what is shown."""

    shown: Hashable
    """What it is about: a card, or a part of one that has several lines."""
    names: tuple[str, ...]
    """In all languages."""
    cells: tuple[object, ...]

    def fits(self, word: str) -> bool:
        """Tell whether a word is one of its numbers, or part of one of its words."""
        plain = unaccented(word.lower())
        if plain.isdecimal():
            return plain in (str(cell) for cell in self.cells)
        words = map(str, (*self.cells, *self.names))
        return any(plain in unaccented(one.lower()) for one in words)


class Part(NamedTuple):
    """A list of what is shown."""

    name: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    record: Callable[[Any], Mapping[str, object]]
    """Gives all about what a row shows, as JSON data."""

    def only(self, words: Sequence[str]) -> Part:
        """Give what all of some words fit."""
        fitting = (row for row in self.rows if all(map(row.fits, words)))
        return self._replace(rows=tuple(fitting))

    @property
    def records(self) -> list[Mapping[str, object]]:
        """Everything in it, each thing once."""
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
    ) -> Iterator[Part]:
        """
        Return all lists.

        Args:
            lang: the language of names; the rest is said in the one that is spoken.
            agreed: only what there is at a table that agreed this, and as JSON with the
                numbers that physical cards have there; None is all there is, and as JSON
                the game as it is usually played, without numbers.
        """
