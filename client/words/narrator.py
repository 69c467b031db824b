"""
The interface through which events of a game become sentences.

Each game implements it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from sealed_wonders.client.view.sight import AnySight, TurnNumber, Untold
from sealed_wonders.client.view.tablemodel import Command, TableModel
from sealed_wonders.core.game import AnyState, Card, Seat, Sheet, Slot
from sealed_wonders.net.lobby import Options


@runtime_checkable
class Narrator(Protocol):
    """
    Narrates one game; its sights are always of that game.

    Attributes:
        commands: Commands that show something during a game; they add to, or replace,
            those of all games.
    """

    commands: Mapping[str, Command]
    ages: int
    """How many ages the game has; 0 if it isn't played in ages."""

    def sight(
        self,
        names: tuple[str, ...],
        ours: Seat | None,
        state: AnyState,
        faces: Mapping[Slot, Card],
        behind: Seat = 0,
    ) -> AnySight[Any]:
        """
        Return a state as one seat, or a spectator behind one, sees it.

        Raises:
            TypeError: The state is of another game.
        """

    def begin(self, known: TableModel) -> None:
        """Reset what is remembered of a game."""

    def sit(self, known: TableModel) -> None:
        """Continue as the holder of a seat, after watching as a spectator."""

    def note(self, known: TableModel) -> None:
        """Remember what a new state, `TableModel.sight`, shows."""

    def told(self, sight: AnySight[Any]) -> list[str]:
        """Return the sentences for the news in a state."""

    def turn_of(self, event: object) -> TurnNumber | None:
        """Return the turn of an event; None if it is that of the event before."""

    def age_of(self, state: Any) -> int:
        """Return the current age; 0 outside of the ages."""

    def position(self, state: Any) -> str:
        """Return how far a game has come in a state, in a few words."""

    def heading(self, turn: TurnNumber) -> str:
        """Return the heading of a turn, to begin a line with."""

    def caught_up(self, untold: Sequence[Untold]) -> Iterable[str]:
        """Return sentences not shown yet; after very many events, only the outcome."""

    def place(self, sight: AnySight[Any], seat: Seat) -> str:
        """Return the name of a seat's board or wonder; empty before it is known."""

    def city(self, sight: AnySight[Any], seat: Seat) -> Iterable[str]:
        """Return the description of a city."""

    def final(self, sight: AnySight[Any], sheet: Sheet) -> Iterable[str]:
        """Return the final scores, best first, and who has won."""

    def winner(self, sight: AnySight[Any], sheet: Sheet) -> str:
        """Return who has won, and by what."""

    def opened(
        self,
        sight: AnySight[Any],
        past: Sequence[Any],
        seat: Seat,
        cards: Mapping[Slot, Card],
    ) -> Iterable[str]:
        """
        Return the sentences on face-down cards that a seat disclosed after the game.

        Args:
            past: All news of the game.
        """

    def face_down(
        self, sight: AnySight[Any], past: Sequence[Any], cards: Mapping[Slot, Card]
    ) -> Iterable[str]:
        """
        Return how many of our cards lie face down after the game, place by place.

        Args:
            past: All news of the game.
        """

    def log(self, known: TableModel, words: str) -> Iterable[str]:
        """Return the narration of the whole game, or of the turns that *words* name."""

    def help(self, options: Options, *, plays: bool) -> Iterable[tuple[str, str]]:
        """
        Return what can be typed at a table with such options, each with its help.

        Args:
            plays: The reader has a seat; a spectator has nothing to choose.
        """
