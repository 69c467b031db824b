"""
Telling what happens in a game, and telling it again: what each game does in its own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from sealed_wonders.client.terminal.sight import Sight, TurnNumber, Untold
from sealed_wonders.client.terminal.tablemodel import Command, TableModel
from sealed_wonders.core.game import Card, Seat, Sheet, Slot
from sealed_wonders.core.game import State as AnyState
from sealed_wonders.net.lobby import Options


@runtime_checkable
class Narrator(Protocol):
    """
    Tells one game. A sight given to it is always one of that game.

    Attributes:
        commands: what can be typed during a game to hear something, besides what is the
            same in all games, or in place of it.
    """

    commands: Mapping[str, Command]
    ages: int
    """How many ages the game has; 0: it isn't played in ages."""

    def sight(
        self,
        names: tuple[str, ...],
        ours: Seat | None,
        state: AnyState,
        faces: Mapping[Slot, Card],
        behind: Seat = 0,
    ) -> Sight[Any]:
        """
        Return a state as one seat sees it, or as it is seen from behind one.

        Raises:
            TypeError: it is of another game.
        """

    def begin(self, known: TableModel) -> None:
        """Begin a game: nothing of it has been noted yet."""

    def sit(self, known: TableModel) -> None:
        """Go on as the one who has a seat now, having looked on before."""

    def note(self, known: TableModel) -> None:
        """Take note of a state, `TableModel.sight`."""

    def told(self, sight: Sight[Any]) -> list[str]:
        """Tell the news of a state."""

    def turn_of(self, event: object) -> TurnNumber | None:
        """Return the turn an event belongs to; None where it is that before it."""

    def age_of(self, state: Any) -> int:
        """The age that is played; 0 where there is none."""

    def heading(self, turn: TurnNumber) -> str:
        """Say which turn it is, as a line of it does that begins with that."""

    def caught_up(self, untold: Sequence[Untold]) -> Iterable[str]:
        """Tell what wasn't told yet; of very much at once, only where it led."""

    def place(self, sight: Sight[Any], seat: Seat) -> str:
        """Name the board or the wonder of a seat; nothing before it is known."""

    def city(self, sight: Sight[Any], seat: Seat) -> Iterable[str]:
        """Describe a city."""

    def final(self, sight: Sight[Any], sheet: Sheet) -> Iterable[str]:
        """Read a final sheet, best first, and who has won."""

    def winner(self, sight: Sight[Any], sheet: Sheet) -> str:
        """Say who has won, and by what."""

    def opened(
        self,
        sight: Sight[Any],
        past: Sequence[Any],
        seat: Seat,
        cards: Mapping[Slot, Card],
    ) -> Iterable[str]:
        """
        Say what somebody has opened, when the game was over, of what lies face down.

        Args:
            past: all that happened in the game.
        """

    def log(self, known: TableModel, words: str) -> Iterable[str]:
        """Tell again what was told, all of it or the turns that somebody names."""

    def help(self, options: Options, *, plays: bool) -> Iterable[tuple[str, str]]:
        """
        List what can be typed at a table with such options, with what it means.

        Args:
            plays: by whoever has a seat; else there is nothing to choose.
        """
