"""How a game goes and how its points are made, in a few lines with signs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple, Protocol

from sealed_wonders.client.view.games import face_of


class PrimerLine(NamedTuple):
    """One rule in a sentence or two."""

    signs: tuple[str, ...]
    """The signs that a page shows beside it, by name."""
    says: str


class PrimerWords(Protocol):
    """The lines of one game."""

    def primer(self, expansions: Collection[str]) -> Iterable[PrimerLine]: ...


def of_game(game: str, expansions: Collection[str]) -> Iterable[PrimerLine]:
    """Return the lines of a game with some expansions, in order."""
    return face_of(game).primer.primer(expansions)
