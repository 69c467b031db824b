"""
Telling the moments of a game that was played: what each game does in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from sealed_wonders.client.logs.replaying import Moment, Replay
from sealed_wonders.client.terminal.sight import Sight, TurnNumber
from sealed_wonders.core.game import Seat


class Account(Protocol):
    """How moments of one game are told."""

    LOOKS: tuple[str, ...]
    """Commands that only this game has, and that mean the same when it is over."""

    def sight(self, replay: Replay, moment: Moment, seat: Seat) -> Sight[Any]:
        """Give a moment as it is seen from one seat, when nothing is chosen any more."""

    def told(self, replay: Replay, moment: Moment, seat: Seat) -> list[str]:
        """Tell what happened at a moment, as it is told during a game."""

    def title(self, replay: Replay, moment: Moment) -> str:
        """Say which moment it is."""

    def turn_of(self, moment: Moment) -> TurnNumber | None:
        """Give the turn that a log names it by, as `narrator.Narrator.turn_of` does."""

    def names_itself(self, moment: Moment, before: Moment | None) -> bool:
        """
        Tell whether it is clear from what is told of a moment which one it is.

        Args:
            before: the one that has just been read; None if that was another.
        """

    def is_choice(self, moment: Moment) -> bool:
        """Tell whether something was chosen from hands."""

    def chosen_from(
        self, replay: Replay, moment: Moment, seats: Sequence[Seat]
    ) -> Iterator[str]:
        """Read the hands of some seats, where there are any."""

    def hand_lines(self, replay: Replay, moment: Moment, seat: Seat) -> Iterator[str]:
        """Read a hand; or say that there is none."""

    def find(self, replay: Replay, words: str) -> int | None:
        """Find the turn somebody means; None if there is none."""

    def whole_turn(self, replay: Replay, index: int) -> range:
        """Give the moments that are read where one asks for a single turn."""

    def turns(self, replay: Replay) -> tuple[str, ...]:
        """Give what can be typed to find a turn."""

    def which_turn(self) -> str:
        """Ask for a turn."""

    def turn_help(self) -> tuple[str, str]:
        """Give what is typed to find a turn, such as it is here, and what that means."""

    def help(self, replay: Replay) -> Iterator[tuple[str, str]]:
        """Give what can be typed besides what all games have."""

    def explained(self, replay: Replay) -> str:
        """Say how much of what was hidden can be seen afterwards."""
