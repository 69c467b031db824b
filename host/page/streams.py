"""
Connections of browsers that are sent events, and when.

Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): one
response that doesn't end. Each event is an object of sections, by their names; a browser
that was cut off asks again by itself, and begins with nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IPushProducer, IReactorTime
from twisted.web.server import Request
from zope.interface import implementer

from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.news import News, trouble
from sealed_wonders.host.page import sections
from sealed_wonders.host.page.follower import Follower
from sealed_wonders.host.page.opened import Opened
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.host.tables import TableRegistry
from sealed_wonders.net.lobby.entries import name_key
from sealed_wonders.net.messages import Standing
from sealed_wonders.net.origins import Origin, who_makes_way
from sealed_wonders.net.verification import Work

STREAMS = 128
"""
Browsers on other machines that are sent events at once; those on this machine have as many
places of their own.
"""

RETRY, CROWDED_RETRY = 1, 10
"""
Seconds after which a browser asks again for events: when the connection was lost, and when it
had to make way. Where too many look on, all take turns, and slowly.
"""

APART = 0.1
"""Seconds between two events of one table: what comes in between is in the later one."""

BEAT = 15.0
"""Seconds between signs of life, by which a browser sees that a connection is one."""

ALL = ""
"""Stands for what is told of no table: of all of them."""


@implementer(IPushProducer)
class Stream:
    """One browser, and what it was sent."""

    def __init__(self, request: Request, table: str) -> None:
        """
        Begin with nothing sent.

        Args:
            table: which one it looks at; `ALL`: at none of them.
        """
        self.table = name_key(table)
        self.drained: Callable[[], None] = lambda: None
        """Called when there is room again for what has changed meanwhile."""
        self.origin = Origin.of(request.channel)
        self._request = request
        self._sent: dict[str, str] = {}
        self._is_paused = False
        self._is_gone = False
        request.registerProducer(self, True)
        self._write(f"retry:{RETRY * 1000}\n\n")

    def send(self, found: Mapping[str, str]) -> None:
        """Send what is new of some sections, unless it doesn't read fast enough."""
        if self._is_paused or self._is_gone:
            return
        news = {name: it for name, it in found.items() if self._sent.get(name) != it}
        news |= {name: "null" for name in self._sent if name not in found}
        if not news:
            return
        self._sent = dict(found)
        parts = (f"{json.dumps(name)}:{text}" for name, text in news.items())
        self._write(f"data:{{{','.join(parts)}}}\n\n")

    def beat(self) -> None:
        """Give a sign of life."""
        if not self._is_paused and not self._is_gone:
            self._write(":\n\n")

    def _write(self, text: str) -> None:
        self._request.write(text.encode())

    def make_way(self) -> None:
        """End it for the sake of another, and have the browser say so."""
        if not self._is_gone:
            self._write(f'retry:{CROWDED_RETRY * 1000}\ndata:{{"crowded":{{}}}}\n\n')
        self.end()

    def end(self) -> None:
        """End it."""
        if not self._is_gone:
            self._is_gone = True
            self._request.unregisterProducer()
            self._request.finish()

    def lost(self) -> None:
        """Note that the connection is no more."""
        self._is_gone = True

    # What the connection tells: see `IPushProducer`.

    def pauseProducing(self) -> None:
        self._is_paused = True

    def resumeProducing(self) -> None:
        self._is_paused = False
        self.drained()

    def stopProducing(self) -> None:
        self._is_gone = True


_Cards = Mapping[Seat, Mapping[Slot, Card]]


class _Watched:
    """A table that somebody looks at."""

    def __init__(self) -> None:
        self.follower: Follower | None = None
        self.opened: Opened | None = None
        self.found: dict[str, str] = {}
        self.call: IDelayedCall | None = None
        self.sent_at = float("-inf")
        self.is_broken = False

    def forget(self) -> None:
        """Keep nothing of what was read of its game."""
        if self.opened is not None:
            self.opened.stop()
        self.follower = self.opened = None


def _nobodys(record: TableRecord) -> Sequence[Standing]:
    return ()


class Board:
    """
    Sends browsers what changes at tables.

    Grows with browsers, whose number is bounded, and with the tables they look at.
    """

    def __init__(
        self,
        clock: IReactorTime,
        registry: TableRegistry,
        tell: Callable[[News], None],
        about: Callable[[], Mapping[str, Any]],
        work: Work | None = None,
        standings: Callable[[TableRecord], Sequence[Standing]] = _nobodys,
    ) -> None:
        """
        Send nobody anything yet.

        Args:
            tell: takes the news of what goes wrong.
            about: gives what there is to know of the host itself.
            work: checks what is opened when a game is over; None: nobody does so here.
            standings: gives how those at a table stand this evening.
        """
        self._clock = clock
        self._registry = registry
        self._tell = tell
        self._about = about
        self._work = work
        self._standings = standings
        self._streams: dict[Stream, None] = {}
        self._watched: dict[str, _Watched] = {}
        self._beat: IDelayedCall | None = None
        self.is_stopped = False

    # Browsers.

    def invitation(self, host: str) -> str:
        """
        Return what others type to come here, on the network by which a browser has come.

        Args:
            host: the address by which it has, as it stands in front of a port.
        """
        some: list[str] = list(self._about()["invitations"])
        near = [it for it in some if it.startswith(f"{host}:")]
        return (*near, *some, "")[0]

    def add(self, stream: Stream) -> None:
        """
        Send a browser how it is, and what changes from now on.

        If all places are taken, somebody makes way. Browsers on this machine and on others
        have places of their own, so that nobody elsewhere can keep out the host's television.
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
            self._beat = self._clock.callLater(BEAT, self._beats)

    def remove(self, stream: Stream) -> None:
        """Send a browser nothing more."""
        stream.lost()
        self._streams.pop(stream, None)

    def stop(self) -> None:
        """End all connections."""
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

    # What changes.

    def changed(self, record: TableRecord) -> None:
        """Note that something has changed at a table."""
        self._soon(name_key(record.table.name))
        self._soon(ALL)

    def _soon(self, table: str) -> None:
        watched = self._watched.get(table)
        if watched is None or watched.call is not None or self.is_stopped:
            return
        wait = max(0.0, watched.sent_at + APART - self._clock.seconds())
        watched.call = self._clock.callLater(wait, self._publish, table)

    def _publish(self, table: str) -> None:
        watched = self._watched[table]
        watched.call = None
        streams = [it for it in self._streams if it.table == table]
        if not streams:
            watched.forget()
            del self._watched[table]
            return
        watched.sent_at = self._clock.seconds()
        try:
            is_whole = self._look(table, watched)
        except Exception as error:  # noqa: BLE001  a page's fault is no table's
            if not watched.is_broken:
                self._tell(trouble(f"the page of table {table!r}", error))
            watched.is_broken, is_whole = True, True
            watched.forget()
            watched.found = _packed({"broken": {}})
        if not is_whole:
            watched.sent_at = float("-inf")
            self._soon(table)
            return
        for stream in streams:
            stream.send(watched.found)

    def _look(self, table: str, watched: _Watched) -> bool:
        """Make the sections of a table anew; tell whether all was read that is shown."""
        room = self._room()
        if table == ALL:
            watched.found = room
            return True
        record = self._registry.find(table)
        if record is None or not sections.is_shown(record):
            watched.forget()
            watched.found = room | _packed({"gone": {}})
            return True
        game = record.table.game
        opened: _Cards | None = {}
        if game is None:
            watched.forget()
        else:
            opened = self._read(record, game, watched)
        if opened is None:
            return False
        standings = self._standings(record)
        found = sections.of_table(record, watched.follower, opened, standings)
        watched.found = room | _packed(found)
        return True

    def _read(
        self, record: TableRecord, game: GameStage, watched: _Watched
    ) -> _Cards | None:
        """Read a game on; return the cards that were opened, None if more is to be read."""
        if watched.follower is None or not watched.follower.is_of(game):
            watched.forget()
            watched.follower = Follower(game)
        if not watched.follower.read(game, record.written):
            return None
        if not record.is_checked or self._work is None or not game.fold.disclosures:
            return {}
        if watched.opened is None:
            changed = partial(self._soon, name_key(record.table.name))
            watched.opened = Opened(game, self._work, changed)
        return watched.opened.cards if watched.opened.read(game) else None

    def _room(self) -> dict[str, str]:
        tables = [sections.line(it) for it in self._registry if sections.is_shown(it)]
        return _packed({"tables": {"tables": tables}, "host": self._about()})

    def _beats(self) -> None:
        self._beat = None
        for stream in tuple(self._streams):
            stream.beat()
        for table in tuple(self._watched):
            self._soon(table)  # tables come and go, and so do those who look at them
        if self._streams and not self.is_stopped:
            self._beat = self._clock.callLater(BEAT, self._beats)


def _packed(found: Mapping[str, sections.Section]) -> dict[str, str]:
    return {name: sections.packed(it) for name, it in found.items()}
