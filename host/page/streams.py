"""
Event streams to browsers, and when events are sent on them.

The streams themselves are in `net/web/sectionstream.py`. The sections are made in
`sections.py`, and read by the scripts in `data`, which come from the same host.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast
from urllib.parse import urlsplit

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.web.server import Request

from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.host.news import Bug, News
from sealed_wonders.host.page import sections
from sealed_wonders.host.page.follower import Follower
from sealed_wonders.host.page.opened import ProvenCards
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.host.tableregistry import TableRegistry
from sealed_wonders.host.webnames import RequestedAddress
from sealed_wonders.net.address import Address
from sealed_wonders.net.lobby.entries import name_key
from sealed_wonders.net.messages import StandingRow
from sealed_wonders.net.origins import Origin, network_of, who_makes_way
from sealed_wonders.net.verification import Work
from sealed_wonders.net.web.sectionstream import BEAT, SectionStream, packed

STREAMS = 128
"""
Maximum number of event streams to other machines.

Browsers on this machine have the same number of places of their own.
"""

CROWDED_RETRY = 10
"""
Seconds after which a browser reconnects whose stream had to make way.

If there are too many spectators, they all take turns, slowly.
"""

APART = 0.1
"""Minimum seconds between two events of a table; changes in between are combined."""

HERE = ("localhost", "127.0.0.1", "::1")
"""Addresses at which a machine reaches only itself."""

ALL = ""
"""In place of a table's name: the list of all tables."""


class Stream(SectionStream):
    """The event stream of a browser that watches a table, or `ALL`."""

    def __init__(self, request: Request, table: str) -> None:
        self.table = name_key(table)
        self.origin = Origin.of(request.channel)
        super().__init__(request)

    def make_way(self) -> None:
        """End the stream in favour of another one, and have the browser show that."""
        if not self.is_gone:
            self.write(f'retry:{CROWDED_RETRY * 1000}\ndata:{{"crowded":{{}}}}\n\n')
        self.end()


_Cards = Mapping[Seat, Mapping[Slot, Card]]


class _Watched:
    def __init__(self) -> None:
        self.follower: Follower | None = None
        self.opened: ProvenCards | None = None
        self.glances: dict[bytes, Follower] = {}
        """By the id of the game, for those who see all tables."""
        self.found: dict[str, str] = {}
        self.call: IDelayedCall | None = None
        self.sent_at = float("-inf")
        self.is_broken = False

    def forget(self) -> None:
        """Drop everything read from its game."""
        if self.opened is not None:
            self.opened.stop()
        self.follower = self.opened = None
        self.glances.clear()


@dataclass(eq=False, repr=False)
class TableStreams:
    """
    Sends browsers the changes at tables.

    Its size is bounded by the number of browsers and of the tables that they watch.
    """

    clock: IReactorTime
    registry: TableRegistry
    tell: Callable[[News], None]
    about: Callable[[], Mapping[str, Any]]
    """Returns facts about the host itself, with its `invitations`."""
    work: Work | None
    """Checks the proofs of cards disclosed after the game; None to check none."""
    standings: Callable[[TableEntry], Sequence[StandingRow]]
    """Returns this evening's standings of the people at a table."""
    lent: Callable[[], Sequence[str]] = tuple
    """Returns where phones get a seat, with the current code."""
    is_stopped: bool = False
    _codes: int = field(default=0, init=False)
    _streams: dict[Stream, None] = field(default_factory=dict, init=False)
    _watched: dict[str, _Watched] = field(default_factory=dict, init=False)
    _beat: IDelayedCall | None = field(default=None, init=False)

    # Browsers.

    def invitation(self, host: str) -> str:
        """
        Return the invitation for the network through which a browser has come.

        Args:
            host: the address that the browser used, in brackets if it is IPv6.
        """
        some: list[str] = list(self.about()["invitations"])
        near = [it for it in some if it.startswith(f"{host}:")]
        return (*near, *some, "")[0]

    def page_for(self, asked: RequestedAddress) -> str:
        """Return the page's address, as other machines such as phones can reach it."""
        if asked.host in HERE and (join := self.invitation(asked.bracketed)):
            asked = asked._replace(host=Address.parse(join).host)
        return asked.url

    def seat_for(self, host: str, origin: Origin) -> str:
        """
        Return where a phone gets a seat, with the code; empty if nobody lends one.

        The code is for the room: only browsers on this machine or on a network of the
        lender are shown it.

        Args:
            host: the address that the browser used.
            origin: where the browser is.
        """
        some = {cast(str, urlsplit(it).hostname): it for it in self.lent()}
        near = [it for at, it in some.items() if network_of(at) == origin.network]
        if origin.is_near or near:
            return (
                *(it for at, it in some.items() if at == host),
                *near,
                *some.values(),
                "",
            )[0]
        return ""

    def host_changed(self) -> None:
        """Schedule an event for everybody, because something of the host has changed."""
        self._codes += 1
        for table in tuple(self._watched):
            self._soon(table)

    def add(self, stream: Stream) -> None:
        """
        Add a stream, on which the current sections and then all changes are sent.

        If all places are taken, another stream makes way. Browsers on this machine have
        places of their own, so that nobody on another machine can displace the host's
        television.
        """
        is_near = stream.origin.is_near
        there = [it for it in self._streams if it.origin.is_near == is_near]
        if len(there) >= STREAMS:
            crowded = who_makes_way(there, stream.origin)
            del self._streams[crowded]
            crowded.make_way()
        self._streams[stream] = None
        stream.drained = lambda: self._soon(stream.table)
        watched = self._watched.setdefault(stream.table, _Watched())
        if watched.found:
            stream.send(watched.found)
        watched.sent_at = float("-inf")
        self._soon(stream.table)
        if self._beat is None:
            self._beat = self.clock.callLater(BEAT, self._beats)

    def remove(self, stream: Stream) -> None:
        """Remove a stream whose connection is lost."""
        stream.lost()
        self._streams.pop(stream, None)

    def stop(self) -> None:
        self.is_stopped = True
        for stream in tuple(self._streams):
            stream.end()
        self._streams.clear()
        for watched in self._watched.values():
            watched.forget()
        calls = [self._beat, *(it.call for it in self._watched.values())]
        for call in calls:
            if call is not None and call.active():
                call.cancel()

    # Changes.

    def changed(self, table: TableEntry) -> None:
        """Schedule an event for a table that has changed."""
        self._soon(name_key(table.name))
        self._soon(ALL)

    def _soon(self, table: str) -> None:
        watched = self._watched.get(table)
        if watched is None or watched.call is not None or self.is_stopped:
            return
        wait = max(0.0, watched.sent_at + APART - self.clock.seconds())
        watched.call = self.clock.callLater(wait, self._publish, table)

    def _publish(self, table: str) -> None:
        watched = self._watched[table]
        watched.call = None
        streams = [it for it in self._streams if it.table == table]
        if not streams:
            watched.forget()
            del self._watched[table]
            return
        watched.sent_at = self.clock.seconds()
        try:
            is_whole = self._look(table, watched)
        except Exception as error:  # noqa: BLE001  must not affect the table
            if not watched.is_broken:
                self.tell(Bug.at(f"the page of table {table!r}", error))
            watched.is_broken, is_whole = True, True
            watched.forget()
            watched.found = _packed({"broken": {}})
        if not is_whole:
            watched.sent_at = float("-inf")
            self._soon(table)
            return
        for stream in streams:
            stream.send(watched.found)

    def _look(self, name: str, watched: _Watched) -> bool:
        """Update a table's sections; return whether everything visible was read."""
        room = self._room()
        if name == ALL:
            glances = self._glance(watched)
            if glances is not None:
                watched.found = room | _packed({"glances": glances})
            return glances is not None
        table = self.registry.find(name)
        if table is None or not sections.is_shown(table):
            watched.forget()
            watched.found = room | _packed({"gone": {}})
            return True
        game = table.game
        opened: _Cards | None = {}
        if game is None:
            watched.forget()
        else:
            opened = self._read(table, game, watched)
        if opened is None:
            return False
        standings = self.standings(table)
        found = sections.of_table(table, watched.follower, opened, standings)
        watched.found = room | _packed(found)
        return True

    def _glance(self, watched: _Watched) -> sections.Section | None:
        """Read on in all games; return glances by table, or None if there is more."""
        shown = [it for it in self.registry if sections.is_shown(it)]
        games = [(it, it.game) for it in shown if it.game is not None]
        before, is_whole = watched.glances, True
        watched.glances = {
            game.gid: before.get(game.gid) or Follower(game) for _, game in games
        }
        found = {}
        for table, game in games:
            follower = watched.glances[game.gid]
            is_whole = follower.read(game, table.written) and is_whole
            found[table.name] = sections.glance(game, follower)
        return found if is_whole else None

    def _read(
        self, table: TableEntry, game: RunningGame, watched: _Watched
    ) -> _Cards | None:
        """Read on in a game; return its disclosed cards, or None if there is more."""
        if watched.follower is None or not watched.follower.is_of(game):
            watched.forget()
            watched.follower = Follower(game)
        if not watched.follower.read(game, table.written):
            return None
        if not table.is_checked or self.work is None or not game.fold.disclosures:
            return {}
        if watched.opened is None:
            changed = partial(self._soon, name_key(table.name))
            watched.opened = ProvenCards(game, self.work, changed)
        return watched.opened.cards if watched.opened.read(game) else None

    def _room(self) -> dict[str, str]:
        tables = [sections.line(it) for it in self.registry if sections.is_shown(it)]
        lends = {"at": [it.partition("#")[0] for it in self.lent()], "n": self._codes}
        about = {**self.about(), "lends": lends}
        return _packed({"tables": {"tables": tables}, "host": about})

    def _beats(self) -> None:
        self._beat = None
        for stream in tuple(self._streams):
            stream.beat()
        for table in tuple(self._watched):
            # tables and streams come and go without a call of `changed`
            self._soon(table)
        if self._streams and not self.is_stopped:
            self._beat = self.clock.callLater(BEAT, self._beats)


def _packed(found: Mapping[str, sections.Section]) -> dict[str, str]:
    return {name: packed(it) for name, it in found.items()}
