"""The interface through which a finished game is replayed; each game implements it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from sealed_wonders.client.logs.replaying import Replay, ReplayMoment
from sealed_wonders.client.view.sight import AnySight, TurnNumber
from sealed_wonders.core.game import Seat


class MomentWords(Protocol):
    """How moments of one game are put into words."""

    LOOKS: tuple[str, ...]
    """Commands that only this game has, and that mean the same during a replay."""

    def sight(self, replay: Replay, moment: ReplayMoment, seat: Seat) -> AnySight[Any]:
        """Return the sight of a moment from one seat, without an open question."""

    def told(self, replay: Replay, moment: ReplayMoment, seat: Seat) -> list[str]:
        """Return the lines told during the game for a moment."""

    def title(self, replay: Replay, moment: ReplayMoment) -> str:
        """Return the heading that names a moment."""

    def turn_of(self, moment: ReplayMoment) -> TurnNumber | None:
        """
        Return the turn that a log names a moment by, as in `narrator.Narrator.turn_of`.
        """

    def names_itself(self, moment: ReplayMoment, before: ReplayMoment | None) -> bool:
        """
        Return whether the lines of a moment make clear which moment it is.

        Args:
            before: The moment read just before; None if it wasn't the previous one.
        """

    def is_choice(self, moment: ReplayMoment) -> bool:
        """Return whether players chose from their hands at a moment."""

    def chosen_from(
        self, replay: Replay, moment: ReplayMoment, seats: Sequence[Seat]
    ) -> Iterator[str]:
        """Yield the hands that some seats chose from, if any."""

    def hand_lines(
        self, replay: Replay, moment: ReplayMoment, seat: Seat
    ) -> Iterator[str]:
        """Yield the lines of a hand, or a line saying that there is none."""

    def find(self, replay: Replay, words: str) -> int | None:
        """Return the index of the turn that some words name, or None."""

    def whole_turn(self, replay: Replay, index: int) -> range:
        """Return the moments that make up the turn of a moment, for a single turn."""

    def turns(self, replay: Replay) -> tuple[str, ...]:
        """Return what can be typed to find a turn."""

    def which_turn(self) -> str:
        """Return the question for a turn."""

    def turn_help(self) -> tuple[str, str]:
        """
        Return what is typed to find a turn, with an example from this game, and its
        help.
        """

    def help(self, replay: Replay) -> Iterator[tuple[str, str]]:
        """Yield commands beyond those of all games, each with its help."""

    def explained(self, replay: Replay) -> str:
        """Return the sentence on how much hidden information a replay shows."""
