"""
What can be done before one sits at a table: the other side of the screen `Find`.

An application stands there. It makes connections and finds hosts; the screen only shows
and asks, and is told what came of it by `Find.failed` and `Find.refused`, and by what
the stack's `known` holds: once there is a host's name, its tables are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sealed_wonders.core.games import GAMES
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.wishes import Wishes

if TYPE_CHECKING:
    from sealed_wonders.client.logs.summaries import Summary
    from sealed_wonders.client.storage.home import Going


@dataclass(frozen=True, slots=True)
class Kept:
    """A log that is kept."""

    path: Path
    when: datetime
    """When it was written, in the time of this place."""
    summary: Callable[[], Summary | None] = lambda: None
    """What game it was; None where that isn't known."""


class Navigation(Protocol):
    """
    What a person can do who sits nowhere.

    All of it returns at once.
    """

    @property
    def name(self) -> str:
        """What others will call them."""

    @property
    def nearby(self) -> Sequence[Nearby] | None:
        """The hosts heard of just now; None if none can be looked for."""

    @property
    def visited(self) -> Sequence[Address]:
        """The hosts they have been at, each with its pin, the last one first."""

    @property
    def logs(self) -> Sequence[Kept]:
        """The logs of their games, the last one first."""

    @property
    def left(self) -> Collection[str]:
        """Those games of which one was left that they played on this machine."""

    @property
    def hosted(self) -> bool:
        """They have left a game at a table that they host themselves."""

    def host_again(self) -> None:
        """Open that table again, and go on with its game."""

    @property
    def going(self) -> Sequence[Going]:
        """The games they have left or lost, to which they can go back."""

    def go_back(self, game: Going) -> None:
        """Go on with a game they have left or lost."""

    def rename(self, name: str) -> None:
        """
        Take another name.

        Raises:
            ValueError: it can't be one; the message is one sentence for a person.
        """

    def connect(self, address: Address, *, heard: bool = False) -> None:
        """
        Connect to a host, and don't sit down there.

        With a pin only this very host will do. Without, it is compared with the one
        known by this address.

        Args:
            heard: it was chosen among those that are heard.
        """

    def give_up(self) -> None:
        """Let go of the host, or of trying to reach it."""

    def look(self) -> None:
        """Have the host say again which tables it has."""

    def sit(self, table: str, password: str = "", wishes: Wishes = ()) -> None:
        """
        Sit down at a table of the host's, empty for any open one.

        Args:
            password: that with which the table is opened; empty: with none.
            wishes: what it is to be like, if it is opened.

        Raises:
            ValueError: not the name of a table, or no password; the message is one
                sentence.
        """

    def give_password(self, password: str) -> None:
        """
        Try the password of the table one was turned away from.

        Raises:
            ValueError: it can't be one; the message is one sentence.
        """

    def look_on(self, table: str) -> None:
        """Look on at a game of the host's, and take a seat that is handed over."""

    def play(self, game: str = GAMES[0], *, new: bool = False) -> None:
        """
        Go on with a game on this machine, against programs, or begin one.

        Args:
            new: begin one, also where another was left.
        """

    def host(self, options: Sequence[str]) -> None:
        """
        Open a table on this machine, for others too.

        Args:
            options: those of ``wonders play`` that say what is played there.
        """

    def learn(self, game: str = GAMES[0]) -> None:
        """Begin the lessons of a game."""

    def replay(self, path: Path) -> None:
        """Show a game again."""

    def settings(self) -> None:
        """Change how this program looks and behaves."""


def to_reach(host: Nearby, visited: Sequence[Address]) -> Address:
    """
    Give the address to connect to for a host that was heard of.

    Anybody may announce any pin. It is held to that only if it is the pin of a host we
    know, which may have moved; else its address decides whether it is new, and one that
    is another than the last time is found out.
    """
    known = {address.pin for address in visited}
    if host.address.pin in known:
        return host.address
    return replace(host.address, pin=None)
