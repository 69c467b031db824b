"""
Interface of the application to the screen `Find`: everything before sitting at a table.

The application connects and searches for hosts; the screen only shows and asks. Results
arrive by `Find.failed`, by `Find.refused`, and in the stack's `known`: once that has a
host's name, its tables are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sealed_wonders.client.finder import OwnUnfinishedGame, SavedLog
from sealed_wonders.core.games import GAMES
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.wishes import Wishes

if TYPE_CHECKING:
    from sealed_wonders.client.storage.home import OngoingGame


class Navigation(Protocol):
    """
    Actions and facts for a person who isn't at a table.

    All methods return at once.
    """

    @property
    def name(self) -> str:
        """The person's name."""

    @property
    def is_named(self) -> bool:
        """Whether the person has chosen that name; otherwise it is a proposal."""

    @property
    def has_played(self) -> bool:
        """Whether the person has ever begun a game on this machine."""

    @property
    def last_entry(self) -> str:
        """The entry of the start screen to come back to; empty for the usual one."""

    @property
    def nearby(self) -> Sequence[Nearby] | None:
        """Hosts on the network at the moment; None if searching is impossible."""

    @property
    def visited(self) -> Sequence[Address]:
        """Hosts that the person has visited, each with its pin, the latest first."""

    @property
    def logs(self) -> Sequence[SavedLog]:
        """Logs of the person's games, the latest first."""

    @property
    def left(self) -> Sequence[OwnUnfinishedGame]:
        """Unfinished games on this machine, without lessons, the latest first."""

    @property
    def learning(self) -> Collection[str]:
        """Games with unfinished lessons on this machine."""

    def resume(self, game: OwnUnfinishedGame) -> None:
        """Continue an unfinished game on this machine."""

    @property
    def going(self) -> Sequence[OngoingGame]:
        """Games that the person has left or lost, and can return to."""

    def go_back(self, game: OngoingGame) -> None:
        """Continue a game that the person has left or lost."""

    def rename(self, name: str) -> None:
        """
        Change the person's name, and remember it.

        Raises:
            ValueError: it isn't valid; the message is one sentence for people.
        """

    def connect(self, address: Address, *, heard: bool = False) -> None:
        """
        Connect to a host without sitting down.

        If the address has a pin, the host must have it. Otherwise its pin is compared
        with the one known for this address.

        Args:
            heard: whether the host was chosen among those found on the network.
        """

    def give_up(self) -> None:
        """Disconnect from the host, or stop trying to reach it."""

    def look(self) -> None:
        """Request the host's list of tables again."""

    def sit(self, table: str, password: str = "", wishes: Wishes = ()) -> None:
        """
        Sit down at a table of the host.

        Args:
            table: the name of the table; empty for any open one.
            password: the password of a new table; empty for none.
            wishes: the options of a new table.

        Raises:
            ValueError: the name or the password isn't valid; the message is one
                sentence.
        """

    def give_password(self, password: str) -> None:
        """
        Try a password for the table that refused us.

        Raises:
            ValueError: it isn't valid; the message is one sentence.
        """

    def look_on(self, table: str) -> None:
        """Watch a game at the host, and take a seat if one is handed over."""

    def play(self, game: str = GAMES[0]) -> None:
        """Begin a game against bots on this machine."""

    def host(self, options: Sequence[str]) -> None:
        """
        Open a table on this machine, also for others.

        Args:
            options: options of ``wonders play`` for the table.
        """

    def play_with(self, options: Sequence[str]) -> None:
        """Begin a new game against bots with these options of ``wonders play``."""

    def last_options(self, form: str) -> Mapping[str, object]:
        """Return the options with which a form was last submitted; empty if it wasn't."""

    def keep_options(self, form: str, options: Mapping[str, str]) -> None:
        """Keep the options with which a form is submitted."""

    def learn(self, game: str = GAMES[0]) -> None:
        """Start the lessons of a game, or resume them."""

    def replay(self, path: Path) -> None:
        """Replay a saved game."""

    def settings(self) -> None:
        """Open the settings."""
