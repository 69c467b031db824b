"""
The house: all that goes on at a host, and whoever is connected.

What a guest says is passed to a table, and what hangs at a table is shown to its guests:
once per turn of the reactor, each is sent what it hasn't been told. So a log is read on
from wherever somebody stands, and nothing is kept for anybody but a number. A fault of
one table stops that table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.guest import READS_CAP, Guest
from sealed_wonders.host.journal import Archive, Found, Unusable
from sealed_wonders.host.lobby import AGAIN_PATIENCE
from sealed_wonders.host.news import BotLost, News, SetAside, Trouble, trouble
from sealed_wonders.host.reader import Reader
from sealed_wonders.host.room import Room
from sealed_wonders.host.rooms import TABLES, Rooms
from sealed_wonders.host.table import Stage, Table
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.ending import End
from sealed_wonders.net.errors import ProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.intake import Work
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.lobby import Person, name_key, open_charter, read_commit
from sealed_wonders.net.log.envelopes import ZERO, Wire, parse
from sealed_wonders.net.log.phases import Reason
from sealed_wonders.net.log.phases import Refused as NotTaken
from sealed_wonders.net.login import check_hello
from sealed_wonders.net.messages import (
    VERSION,
    Chat,
    FromClient,
    Hello,
    Leave,
    Look,
    Post,
    Read,
    Ready,
    Say,
    Sit,
    TableLine,
    Tables,
    Welcome,
)
from sealed_wonders.net.wire import ToClient

BOT_DELAY = 1.0
"""Seconds until a bot that was lost is started again; twice as many each time."""

BOT_TRIES = 6
"""How often that is tried in one game: the last time after half a minute."""

OPEN_RATE, OPEN_BURST = 1.0, 32
"""How often tables may be opened, by all together: each can start bots."""


class Crew(Protocol):
    """Whoever starts bots."""

    def call(self, table: str, names: Sequence[str]) -> None:
        """Let bots come to a table."""

    def recall(self, table: str, identities: Mapping[str, bytes]) -> None:
        """Let bots that play at a table, known by their names, go on there."""

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """
        Let those of a table go: nothing more happens there.

        Args:
            at_once: there was no game, so they have nothing to finish.
        """

    def forget(self, identities: Iterable[bytes]) -> None:
        """Remove what is left of bots whose game is over."""


class NoCrew:
    """Nobody: for a host without bots."""

    def call(self, table: str, names: Sequence[str]) -> None:
        """Start none."""

    def recall(self, table: str, identities: Mapping[str, bytes]) -> None:
        """Start none."""

    def dismiss(self, table: str, *, at_once: bool) -> None:
        """Have none."""

    def forget(self, identities: Iterable[bytes]) -> None:
        """Have none."""


class House:
    """
    The listener of all connections.

    Grows with them, whose number `sealed_wonders.net.limits` bounds, and with tables,
    whose number `Rooms` does.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        terms: Terms,
        clock: IReactorTime,
        archive: Archive,
        tell: Callable[[News], None],
        *,
        tables: int = TABLES,
        crew: Crew | None = None,
        work: Work | None = None,
    ) -> None:
        """
        Open a house without tables.

        Args:
            name: the host's, shown to guests.
            tell: takes the news.
            tables: how many there may be at once that aren't over.
            crew: starts the bots.
            work: checks the proofs of sealed cards; None: nobody does so here.

        Raises:
            ValueError: not a number of tables.
        """
        self.identity = identity
        self.name = name
        self.rooms = Rooms(identity, terms, clock.seconds, tables)
        self._clock = clock
        self._archive = archive
        self._tell = tell
        self._crew: Crew = NoCrew() if crew is None else crew
        self._work = work
        self._guests: dict[ToClient, Guest] = {}
        self._reads: dict[ToClient, int] = {}
        """From which entry on guests want a game that waits for room."""
        self._changed: dict[Room, None] = {}
        self._flush_call: IDelayedCall | None = None
        self._timer: IDelayedCall | None = None
        self._is_shut = False
        self._empty: list[Deferred[None]] = []
        self._opened = Bucket(OPEN_RATE, OPEN_BURST, clock.seconds())

    # What whoever runs it does.

    def open(self, name: str = "", *, permanent: bool = False) -> Table:
        """
        Open a table, and call the bots.

        Args:
            permanent: it stays open when nobody sits there.

        Raises:
            Denied: there are too many.
        """
        room = self.rooms.open(name, permanent=permanent)
        self._call_bots(room)
        self._change(room)
        return room.table

    def _call_bots(self, room: Room) -> None:
        if room.bots and not room.called:
            room.called = True
            self._crew.call(room.table.name, room.bots)

    def take_up(self) -> None:
        """Go on with the games whose journals are found."""
        for found in self._archive.unfinished(self.rooms.most):
            self._take_up(found)

    def go_on(self, gid: str) -> bool:
        """
        Go on with one game, and tell whether it does.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        found = self._archive.left(gid)
        return found is not None and self._take_up(found)

    def give_up(self, gid: str) -> None:
        """
        Remove what is left of a game here, of its journal and this host's bots.

        Nothing is removed of one that isn't there, is damaged, or that another host plays.

        Args:
            gid: the first 16 digits of its id, as in the name of its journal.
        """
        found = self._archive.left(gid)
        if isinstance(found, Unusable):
            self._tell(SetAside(found.path, found.reason))
        elif found is not None:
            try:
                people = open_charter(found.wires).people
            except RemoteProtocolError:
                people = ()  # it breaks off, or is damaged: whose bots played, is lost
            host = self.identity.public
            self._crew.forget(it.identity for it in people if it.owner == host)
            try:
                found.journal.remove()
            except OSError as error:
                found.journal.close()
                self._tell(Trouble(f"can't remove {found.path}: {error.strerror}"))

    def _take_up(self, found: Found | Unusable) -> bool:
        """Go on with a game that was found, with this host's bots; tells whether it does."""
        host = self.identity.public
        room = Room.found(found, self._archive, self._clock.seconds, host)
        if not isinstance(room, Room):
            self._tell(room)
            return False
        table = room.table
        if self.rooms.find(table.name):
            # Of another host's that had the same folder; it stays for later.
            room.put_away()
            return False
        self.rooms.add(room)
        self._tell(room.taken_up())
        for guest in self._guests.values():  # of a game that was put away
            if table.seats(guest.identity):
                self._welcome_back(guest)
        if table.is_live:
            self._crew.recall(table.name, room.own_bots(host))
        else:  # all was signed before, so there is nothing more to be said
            self._crew.forget(room.own_bots(host).values())
        self._change(room)
        return True

    def shut(self) -> None:
        """Stop. Games can be taken up again from their journals, by bots as well."""
        for room in self.rooms:
            table = room.table
            if table.is_live and table.game is None:
                with self._guarding(room):
                    table.close("the host is being stopped")
        self._is_shut = True
        self._flush()
        for guest in tuple(self._guests.values()):
            guest.connection.refuse("closing", "the host is being stopped")
        for room in self.rooms:
            room.put_away()
        if self._timer is not None and self._timer.active():
            self._timer.cancel()

    @property
    def is_busy(self) -> bool:
        """There is a table at which something may still happen."""
        return any(not room.table.is_done for room in self.rooms)

    def when_empty(self) -> Deferred[None]:
        """Give what fires when no guest is left."""
        empty: Deferred[None] = Deferred()
        self._empty.append(empty)
        self._tell_if_empty()
        return empty

    def bot_ended(self, table: str, name: str, how: str) -> None:
        """Note that the process of a bot has ended, though nobody let it go."""
        room = self.rooms.find(table)
        if room is None or not room.table.is_live:
            return
        with self._guarding(room):
            room.table.lost_bot(name)
        lost = room.lost[name] = room.lost.get(name, 0) + 1
        again = room.table.game is not None and lost <= BOT_TRIES
        self._tell(BotLost(room.table.name, name, how, again))
        if again:
            delay = BOT_DELAY * 2 ** (lost - 1)
            self._clock.callLater(delay, self._recall_one, room, name)

    def _recall_one(self, room: Room, name: str) -> None:
        """Start a bot again, if its game still goes on here."""
        table = room.table
        if self._is_shut or self.rooms.find(table.name) is not room:
            return
        identity = room.own_bots(self.identity.public).get(name)
        if identity is not None and table.is_live:
            self._crew.recall(table.name, {name: identity})

    # The listener.

    def connected(self, connection: ToClient) -> None:
        """Somebody is there, and says who presently."""
        connection.fell_quiet = lambda quiet: self._fell_quiet(connection, quiet)

    def received(self, connection: ToClient, message: FromClient) -> None:
        """
        Hear what somebody says.

        Raises:
            RemoteProtocolError: a login that is none.
        """
        if isinstance(message, Hello):
            self._log_in(connection, message)
            return
        guest = self._guests.get(connection)
        if guest is not None:  # else they came in again, and this is not hung up yet
            try:
                self._hear(guest, message)
            except Denied as denied:
                guest.refuse(denied.reason, str(denied))

    def lost(self, connection: ToClient, end: End) -> None:
        """Note that somebody has gone."""
        guest = self._forget(connection)
        self._tell_if_empty()
        if guest is None:
            return
        for room in self.rooms.of(guest.identity):
            with self._guarding(room):
                room.table.went(guest.identity)
        kept = self._kept_for(guest.identity)
        if kept is not None:
            with self._guarding(kept):
                kept.table.release(guest.identity)

    def _fell_quiet(self, connection: ToClient, quiet: bool) -> None:
        """
        Tell the others at a game that somebody isn't heard just now, or is again.

        The seat is theirs in any case. In a lobby a connection that broke costs it in the
        end, and this one may not have.
        """
        guest = self._guests.get(connection)
        if guest is None:
            return
        for room in self.rooms.of(guest.identity):
            table = room.table
            if table.game is not None:
                with self._guarding(room):
                    (table.went if quiet else table.came)(guest.identity)

    # Logging in.

    def _log_in(self, connection: ToClient, hello: Hello) -> None:
        check_hello(hello, connection.exporter)
        for other in tuple(self._guests.values()):
            if other.identity == hello.identity:
                self._forget(other.connection)
                other.connection.refuse("elsewhere", "you came in again elsewhere")
        guest = Guest.of(hello, connection, self._clock.seconds())
        self._guests[connection] = guest
        welcome = Welcome(VERSION, self.name, self.identity.public, self._lines())
        connection.send(welcome)
        self._fetch([guest])
        self._welcome_back(guest)

    def _forget(self, connection: ToClient) -> Guest | None:
        """Let a guest go; the seat is another matter."""
        for room in self.rooms:
            room.readers.pop(connection, None)
        self._reads.pop(connection, None)
        return self._guests.pop(connection, None)

    def _lines(self) -> tuple[TableLine, ...]:
        """Describe all tables."""
        tables = (room.table for room in self.rooms)
        return tuple(table.line() for table in tables if not table.came_to_nothing)

    def _tell_if_empty(self) -> None:
        if not self._guests:
            waiting, self._empty = self._empty, []
            for empty in waiting:
                empty.callback(None)

    # What guests say.

    def _hear(self, guest: Guest, message: FromClient) -> None:
        match message:
            case Post(wires):
                for wire in wires:
                    self._post(guest, wire)
            case Sit() | Ready() | Leave() if not guest.moves.take(
                1, self._clock.seconds()
            ):
                raise Denied("too-fast", "one thing after the other")
            case Sit(table, commit):
                self._sit(guest, table, commit)
            case Ready(ready, options):
                room = self._seat_of(guest)
                with self._guarding(room):
                    room.table.ready(guest.identity, ready, options)
            case Leave():
                room = self._seat_of(guest)
                with self._guarding(room):
                    room.table.leave(guest.identity)
            case Read(table, entry):
                self._read(guest, table, entry)
            case Say(text):
                self._say(guest, text)
            case Look():
                if not guest.looks.take(1, self._clock.seconds()):
                    raise Denied("too-fast", "you ask for the tables too often")
                guest.connection.send(Tables(self._lines()))

    def _sit(self, guest: Guest, name: str, commit: Wire) -> None:
        person = self._check_commit(guest, commit)
        self._check_waiting(guest, name)
        room = self._room_for(guest, name, commit)
        if (
            room is not None
            and room.is_ending
            and guest.connection in room.readers
            and room.table.seats(guest.identity)
        ):
            room.again[guest.identity] = commit
            return
        if room is None:
            # Each table that is opened calls bots. If one who comes too late opened
            # another, that would never end.
            if self._is_own(person):
                raise Denied("no-table", f"the table {name!r} is gone")
            room = self._new_room(name, guest)
        try:
            with self._guarding(room):
                room.table.sit(guest.identity, commit)
        except Denied as denied:
            # Then they must be told how it stands, to do better.
            if denied.reason in ("wrong-draw", "drawing"):
                self._follow(guest, room)
            raise
        finally:
            self._change(room)
        self._call_bots(room)
        self._follow(guest, room)
        if room.table.stage is Stage.LOBBY:
            self._go_from_results(guest, room)

    def _go_from_results(self, guest: Guest, to: Room) -> None:
        """Somebody has sat down at a table: they are no more at others where they played."""
        for room in self.rooms:
            if room is to:
                continue
            if room.table.is_done and room.table.seats(guest.identity):
                room.readers.pop(guest.connection, None)
            elif room.table.lobby is not None and room.table.lobby.keeps(
                guest.identity
            ):
                room.readers.pop(guest.connection, None)
                with self._guarding(room):
                    room.table.release(guest.identity)

    def _check_commit(self, guest: Guest, commit: Wire) -> Person:
        """Refuse what no table would take, before one is opened for it."""
        try:
            person = read_commit(commit).person
        except RemoteProtocolError as error:
            raise Denied("bad-commit", str(error)) from None
        if person.identity != guest.identity:
            raise Denied("bad-commit", "the commitment is somebody else's")
        if self._is_own(person) and not _is_near(guest.connection):
            raise Denied("bad-commit", f"{person.name!r} is no bot of this host's")
        return person

    def _is_own(self, person: Person) -> bool:
        """Tell whether somebody is a bot of this host's, as they say."""
        return person.owner == self.identity.public

    def _room_for(self, guest: Guest, name: str, commit: Wire) -> Room | None:
        """Find the table somebody wants to sit at; None: it has yet to be opened."""
        mine = self.rooms.of(guest.identity)
        lobby = next((r for r in mine if r.table.stage is Stage.LOBBY), None)
        if name:
            room = self.rooms.find(name)
            if room is not None and room.table.is_done and not room.holds(commit):
                room = None
        else:
            # Whoever comes back to a game doesn't ask for another one by that.
            game = next((r for r in mine if r.table.stage is Stage.PLAYING), None)
            room = lobby or game or self.rooms.with_seats()
        if lobby not in (None, room):
            raise Denied("sits-elsewhere", "get up from the other table first")
        return room

    def _check_waiting(self, guest: Guest, name: str) -> None:
        """Let nobody begin anew, or give up, whose game waits for room."""
        game = self.rooms.awaiting(guest.identity)
        if game is not None and (not name or name_key(name) == name_key(game.table)):
            raise Denied(
                "no-room",
                f"the game at {game.table!r} made room for others while all were gone, "
                "and goes on as soon as there is a table for it",
            )

    def _new_room(self, name: str, guest: Guest) -> Room:
        """Open a table; whoever played there may do so again if *guest* did."""
        before = self.rooms.find(name) if name else None
        kept = {} if before is None else self._staying(before)
        returns = before is not None and before.table.seats(guest.identity)
        if kept and not returns:
            raise Denied(
                "table-full",
                f"those who have just played at {name!r} may want to do so again",
            )
        # Not before that: nobody may use up what others need to open theirs again.
        if not self._opened.take(1, self._clock.seconds()):
            raise Denied("too-fast", "too many tables were opened just now")
        held = 0 if returns else self._held_from(guest.identity)
        free = self.rooms.free
        if free <= held and (free < held or not self._make_room()):
            raise Denied(
                "no-room",
                "those who have just played here may want another game"
                if free > 0
                else f"this host has {self.rooms.most} tables already",
            )
        room = self.rooms.open(name, kept=kept)
        for other in self._guests.values():
            if other.identity in kept:
                self._follow(other, room)
        return room

    def _staying(self, room: Room) -> dict[bytes, str]:
        """Give the names of the people who are still where they have played."""
        game = room.table.game
        if game is None:
            return {}
        guests = (self._guests.get(connection) for connection in room.readers)
        there = {
            guest.identity
            for guest in guests
            if guest is not None and self._takes_part(guest) is None
        }
        return {
            it.identity: it.name
            for it in game.fold.charter.people
            if it.owner is None and it.identity in there
        }

    def _held_from(self, identity: bytes) -> int:
        """Tell how many tables others may open just now, and somebody may not."""
        since = self._clock.seconds() - AGAIN_PATIENCE
        return sum(
            room.ended_at is not None
            and room.ended_at > since
            and not room.table.seats(identity)
            and bool(self._staying(room))
            for room in self.rooms
        )

    def _make_room(self) -> bool:
        """Put a game away that all have left; tells whether there is one."""
        put_away = self.rooms.make_room()
        if put_away is None:
            return False
        self._crew.dismiss(put_away.table, at_once=True)
        self._tell(put_away)
        return True

    def _fetch(self, guests: Iterable[Guest]) -> None:
        """Go on with games that were put away, if there is room and one of theirs is here."""
        for guest in guests:
            waiting = self.rooms.waiting
            found = [gid for gid in waiting if guest.identity in waiting[gid].people]
            for gid in found:
                if self.rooms.is_full and not self._make_room():
                    return
                if self.rooms.find(waiting[gid].table) is None:
                    del waiting[gid]
                    self.go_on(gid)

    def _welcome_back(self, guest: Guest) -> None:
        """Let somebody take the seats they have."""
        for room in self.rooms.of(guest.identity):
            with self._guarding(room):
                room.table.came(guest.identity)
            # Who has missed the end asks for it; others want to play again.
            if room.table.is_live:
                self._follow(guest, room)
            entry = self._reads.pop(guest.connection, None)
            if entry is not None:
                room.readers[guest.connection].read_on(entry)

    def _post(self, guest: Guest, wire: Wire) -> None:
        """Take one envelope; what is wrong with it says nothing of the next."""
        try:
            gid = parse(wire.env).gid
            room = self._lobby_of(guest) if gid == ZERO else self.rooms.playing(gid)
            if room is None:
                raise NotTaken(Reason.WRONG_GAME, gid.hex())
            with self._guarding(room):
                proof = room.table.post(guest.identity, wire)
                if proof is not None:
                    self._tell_all(room.keep_proof(proof, self._archive))
                    raise Denied("two-versions", "another one was signed before")
        except Denied as denied:
            guest.refuse(denied.reason, str(denied))
        except NotTaken as refused:
            guest.refuse(refused.reason.value, str(refused))
        except RemoteProtocolError as error:
            guest.refuse(Reason.MALFORMED.value, str(error))

    def _read(self, guest: Guest, name: str, entry: int) -> None:
        room = self.rooms.find(name)
        if room is None:
            self._reads[guest.connection] = entry
            self._check_waiting(guest, name)
            del self._reads[guest.connection]
            raise Denied("no-table", f"there is no table {name!r}")
        if not guest.reads.take(1, self._clock.seconds()):
            raise Denied("too-fast", "you ask for the log too often")
        self._follow(guest, room)
        room.readers[guest.connection].read_on(entry)

    def _say(self, guest: Guest, text: str) -> None:
        room = self._place_of(guest)
        if not guest.says.take(1, self._clock.seconds()):
            raise Denied("too-fast", "one thing after the other")
        name = room.table.name_of(guest.identity) or guest.name
        for connection in room.readers:
            connection.send(Chat(room.table.name, name, text))

    def _kept_for(self, identity: bytes) -> Room | None:
        """Give the table at which a seat is kept for somebody who played there before."""
        for room in self.rooms:
            if room.table.lobby is not None and room.table.lobby.keeps(identity):
                return room
        return None

    def _place_of(self, guest: Guest) -> Room:
        """Give the table at which somebody is, for what they say."""
        room = self._takes_part(guest) or self._kept_for(guest.identity)
        return self._seat_of(guest) if room is None else room

    def _takes_part(self, guest: Guest) -> Room | None:
        """
        Give the table at which somebody waits for a game, or else plays one; the latest.

        Not where a game of theirs goes on whose log they haven't asked for: they have left
        it, and may come back or not.
        """
        taken = [
            room
            for room in reversed(self.rooms.of(guest.identity))
            if room.table.is_live
            and (reader := room.readers.get(guest.connection)) is not None
            and (room.table.lobby is not None or reader.is_reading)
        ]
        return max(taken, key=_precedence, default=None)

    def _lobby_of(self, guest: Guest) -> Room:
        """Give the table at which somebody waits for a game."""
        for room in self.rooms.of(guest.identity):
            if room.table.stage is Stage.LOBBY:
                return room
        raise Denied("no-seat", "you don't sit at a table that has yet to begin")

    def _seat_of(self, guest: Guest) -> Room:
        """Give the table at which somebody waits, or plays, or has played."""
        rooms = self.rooms.of(guest.identity)
        if not rooms:
            raise Denied("no-seat", "you don't sit at any table")
        return max(rooms, key=_precedence)

    def _follow(self, guest: Guest, room: Room) -> None:
        """Tell a guest of a table from now on."""
        connection = guest.connection
        if connection not in room.readers:
            looked_at = [
                other
                for other in self.rooms
                if connection in other.readers and not other.table.seats(guest.identity)
            ]
            if len(looked_at) >= READS_CAP:
                del looked_at[0].readers[connection]
            room.readers[connection] = Reader()
        self._change(room)

    # Telling everybody.

    def _change(self, room: Room) -> None:
        """Look at a table again at the end of this turn of the reactor."""
        self._changed[room] = None
        if self._flush_call is None and not self._is_shut:
            self._flush_call = self._clock.callLater(0, self._flush)

    def _flush(self) -> None:
        if self._flush_call is not None and self._flush_call.active():
            self._flush_call.cancel()
        self._flush_call = None
        changed, self._changed = tuple(self._changed), {}
        for room in changed:
            with self._guarding(room, looking=True):
                self._look_at(room)
        self.rooms.clear_away()
        if not self._is_shut:
            self._fetch(tuple(self._guests.values()))
        self._set_timer()

    def _look_at(self, room: Room) -> None:
        table = room.table
        if self.rooms.find(table.name) is not room:
            return  # another one has its name by now, and perhaps bots
        if self._work is not None:
            room.have_audited(self._work, lambda: self._change(room))
        self._tell_all(room.settle(self._archive, self._clock.seconds()))
        if not table.is_live:
            self._crew.dismiss(table.name, at_once=table.game is None)
        for connection, reader in tuple(room.readers.items()):
            try:
                for message in reader.news(table):
                    connection.send(message)
            except ProtocolError as error:
                self._tell(trouble(f"a message at {table.name!r}", error))
                connection.close()
        if table.is_done and room.again:
            self._open_again(room)

    def _open_again(self, room: Room) -> None:
        """Let those sit down who wanted another game before this one was written down."""
        again, room.again = room.again, {}
        for guest in tuple(self._guests.values()):
            commit = again.get(guest.identity)
            if commit is not None:
                try:
                    self._sit(guest, room.table.name, commit)
                except Denied as denied:
                    guest.refuse(denied.reason, str(denied))

    def _set_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        deadline = self.rooms.deadline
        if deadline is not None:
            wait = max(0.0, deadline - self._clock.seconds())
            self._timer = self._clock.callLater(wait, self._tick)

    def _tick(self) -> None:
        now = self._clock.seconds()
        for room in self.rooms:
            time = room.table.deadline
            if time is not None and time <= now:
                with self._guarding(room):
                    room.table.expire()
        self._flush()

    def _tell_all(self, news: Sequence[News]) -> None:
        for item in news:
            self._tell(item)

    @contextmanager
    def _guarding(self, room: Room, *, looking: bool = False) -> Iterator[None]:
        """Let nothing that goes wrong at a table out of it; look at it afterwards."""
        try:
            yield
        except (Denied, NotTaken):
            raise
        except Exception as error:  # noqa: BLE001  one table's fault is one table's
            table = room.table
            self._tell(trouble(f"table {table.name!r}", error))
            if not table.is_done:
                table.break_off("a fault of the host's program")
                self._change(room)
            else:
                room.readers.clear()
                room.put_away()
        else:
            if not looking:
                self._change(room)


_PRECEDENCE = (Stage.STOPPED, Stage.OVER, Stage.FULL, Stage.PLAYING, Stage.LOBBY)


def _precedence(room: Room) -> int:
    return _PRECEDENCE.index(room.table.stage)


def _is_near(connection: ToClient) -> bool:
    """Tell whether a connection comes from this machine."""
    ours, theirs = connection.transport.getHost(), connection.transport.getPeer()
    return getattr(ours, "host", None) == getattr(theirs, "host", None)
