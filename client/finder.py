"""
Where somebody without a table can go: hosts nearby, hosts visited, and kept games.

The first screen shows them all, and line mode offers the hosts.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from sealed_wonders.client.hosting.unfinished import HOST, OwnGames, journal_at
from sealed_wonders.client.logs.kept import newest
from sealed_wonders.client.storage.home import DamagedFile, Home, OngoingGame
from sealed_wonders.core.game import AnyState, Seat
from sealed_wonders.core.games import TITLES
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.errors import RemoteProtocolError

if TYPE_CHECKING:
    from sealed_wonders.client.logs.summaries import Summary
    from sealed_wonders.client.tableconnection import ITerminalReactor

LISTEN_SOON = 0.3
"""Seconds before listening for hosts, so that the first screen is drawn first."""

LOGS_CAP = 200
"""Number of most recent games offered for replay."""


@dataclass(frozen=True, slots=True)
class SavedLog:
    """A saved log."""

    path: Path
    when: datetime
    """Local time at which it was written."""
    summary: Callable[[], Summary | None] = lambda: None
    """Returns a summary of the game; None if it isn't known."""


@dataclass(frozen=True, slots=True)
class OwnUnfinishedGame:
    """An unfinished game on this machine."""

    gid: str
    """The first digits of its id."""
    game: str
    when: datetime
    """Local time of the last choice."""
    hosted: bool = False
    """Whether others can play at its table."""
    people: tuple[str, ...] = ()
    """All players by seat; empty until its journal has been read."""
    me: Seat | None = None
    """Our own seat; None if we have none, or if the journal hasn't been read."""
    state: AnyState | None = None
    """How it stands; None until its journal has been read."""


class Finder:
    """
    The known hosts and games.

    Attributes:
        nearby: Hosts currently announced; None if this machine can't listen.
        visited: Hosts connected to before, most recent first.
        logs: Kept logs, most recent first.
        going: Unfinished games at hosts, most recent first.
        left: Unfinished games on this machine, most recent first.
    """

    def __init__(
        self,
        reactor: ITerminalReactor,
        home: Home,
        changed: Callable[[], None],
        places: Sequence[str] | None = None,
    ) -> None:
        """
        Create a finder, without listening yet.

        Args:
            changed: Called when the announced hosts change.
            places: Addresses of this machine to listen at; None for all.
        """
        self.nearby: Sequence[Nearby] | None = () if places != () else None
        self._places = places
        self.visited: Sequence[Address] = ()
        self.logs: Sequence[SavedLog] = ()
        self.going: Sequence[OngoingGame] = ()
        self._reactor = reactor
        self._home = home
        self._changed = changed
        self._stop: Callable[[], None] | None = None
        self.left: Sequence[OwnUnfinishedGame] = tuple(left_games(home))
        self._is_closed = False

    def recall(self) -> str:
        """
        Load hosts and games from disk; return an error message, or an empty string.
        """
        self.logs = kept(self._home.logs, cache(self._summary))
        self.going = self._home.going(time.time())
        self._reactor.callLater(0, self._describe)
        try:
            self.visited = visited_hosts(self._home)
        except DamagedFile as damaged:
            return str(damaged)
        return ""

    def _describe(self, at: int = 0) -> None:
        """
        Read the journal of an unfinished game, and of those after it when there is time.
        """
        if self._is_closed or at >= len(self.left):
            return
        game = self.left[at]
        if game.state is None:
            game = _described(game, self._home, self._me)
            self.left = (*self.left[:at], game, *self.left[at + 1 :])
            self._changed()
        self._reactor.callLater(0, self._describe, at + 1)

    def _summary(self, path: Path) -> Summary | None:
        """Return the summary of a game's log, which takes a moment the first time."""
        from sealed_wonders.client.logs.summaries import summary

        return summary(path, self._me)

    @property
    def _me(self) -> bytes | None:
        """Our public key, if there is a key; looking at games must not create one."""
        try:
            has = (self._home.config / "identity.pem").exists()
            return self._home.identity().public if has else None
        except DamagedFile:
            return None

    def listen(self) -> None:
        """Start listening for hosts."""
        if self._stop is None and self._places != ():
            delayed = self._reactor.callLater(LISTEN_SOON, self._listen)
            self._stop = delayed.cancel

    def close(self) -> None:
        """Stop listening for hosts."""
        if self._stop is not None:
            self._stop()
        self._stop = lambda: None
        self._is_closed = True

    def _listen(self) -> None:
        from sealed_wonders.net.discovery.dnssd import Browser

        browser = Browser(
            self._heard,
            self._reactor.callFromThread,
            failed=self._deaf,
            interfaces=self._places,
        )
        self._stop = browser.stop
        browser.start()

    def _heard(self, hosts: tuple[Nearby, ...]) -> None:
        self.nearby = hosts
        self._changed()

    def _deaf(self, why: str) -> None:
        self.nearby = None
        self._changed()


def visited_hosts(home: Home) -> tuple[Address, ...]:
    """
    Return the hosts visited before, each with its pin, most recent first.

    Raises:
        DamagedFile: The file can't be used.
    """
    some = []
    for where, pin in home.hosts.entries().items():
        try:
            plain = Address.parse(where)
        except ValueError:
            continue  # written by hand, or by a later version
        if str(plain) != where:
            continue  # likewise: it would not be found again
        some.append(Address(plain.host, plain.port, pin))
    return tuple(reversed(some))


def to_reach(host: Nearby, visited: Sequence[Address]) -> Address:
    """
    Return the address to connect to for a host found on the network.

    Anybody can announce any pin. So a pin is required only if it is that of a known
    host, which may have moved. Otherwise the address decides whether the host is new,
    and a changed pin is noticed.
    """
    known = {address.pin for address in visited}
    if host.address.pin in known:
        return host.address
    return replace(host.address, pin=None)


def kept(
    folder: Path, summary: Callable[[Path], Summary | None] = lambda path: None
) -> tuple[SavedLog, ...]:
    """Return the logs in a folder, most recent first."""
    return tuple(
        SavedLog(path, when, partial(summary, path))
        for path, when in newest(folder)[:LOGS_CAP]
    )


def left_games(home: Home) -> Iterator[OwnUnfinishedGame]:
    """
    Yield the unfinished games on this machine that no window plays, but no lessons.

    They come most recent first, without anything that takes time to read.
    """
    for one in OwnGames(home).all_left():
        game = str(one.wanted.get("--game"))
        if one.command not in ("play", HOST) or game not in TITLES:
            continue
        with contextlib.suppress(OSError):
            written = journal_at(home, one.gid).stat().st_mtime
            when = datetime.fromtimestamp(written)
            yield OwnUnfinishedGame(one.gid, game, when, one.command == HOST)


def _described(
    game: OwnUnfinishedGame, home: Home, me: bytes | None
) -> OwnUnfinishedGame:
    """Return a game with its players and its state, as far as they can be read."""
    from sealed_wonders.client.logs.journals import fold_of

    try:
        fold = fold_of(journal_at(home, game.gid).read_bytes())
    except (OSError, RemoteProtocolError):
        fold = None
    if fold is None:
        return game
    people = fold.charter.people
    mine = next((at for at, it in enumerate(people) if it.identity == me), None)
    names = tuple(it.name for it in people)
    return replace(game, people=names, me=mine, state=fold.state)
