"""Cards and boards, with their names, their effects in words, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.client.signs.draw import framed, paragraph, row, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core import games
from sealed_wonders.net.words import LANGUAGES, spoken

_LEAST_WIDTH = 20


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card, a side of a board, or one of its stages."""

    id: str
    """Its id in the catalogue, as in records, logs and moves."""
    part: str
    """The section of the catalogue, such as ``"cards"`` or ``"boards"``."""
    name: str
    """Its name, in the language that `cards` was called with."""
    says: str
    """Its cost and effects in words, in the same language."""
    svg: str
    """Its picture, as an SVG document."""

    def text(self, width: int = 40, *, plain: bool = False) -> str:
        """
        Return a picture for a terminal: the card's name and effects in a frame.

        Args:
            width: columns, at least 20.
            plain: whether to draw with ASCII characters alone.

        Raises:
            ValueError: the width is too small.
        """
        if width < _LEAST_WIDTH:
            raise ValueError(f"a width of {width} columns; at least {_LEAST_WIDTH}")
        rows = paragraph(self.says, width - 4)
        symbols = ASCII if plain else UNICODE
        return text_of(framed(rows, width, symbols, title=row(self.name)))


def cards(game: str = games.GAMES[0], lang: str = "en") -> Mapping[str, PrintedCard]:
    """
    Return all cards and boards of a game, by id.

    The ids of the sides of a board are like ``"babylon.night"``, and those of stages like
    ``"babylon.night.2"``.

    Args:
        game: one of `GAMES`.
        lang: ``"en"`` or ``"fr"``.

    Raises:
        ValueError: there is no such game or language.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; the languages are {LANGUAGES}")
    pictures = games.definition(game).pictures()
    says = face_of(game).pictures.says
    with spoken(lang):
        words = {id: says(id) for id in pictures}
    return {
        id: PrintedCard(id, it.part, it.names[lang], words[id], it.svg(lang, words[id]))
        for id, it in pictures.items()
    }
