"""
The first phase of a table: its members, who is ready, and the draw of seats.

The draw itself is in the coordinator (`net/lobby/coordinator.py`). A host adds the
following: people come and go, connections are lost, and somebody may never reveal. The
host's bots come last: their seats are reserved, and they are called when all people are
ready.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from sealed_wonders.core.sentences import Text, sentence_of
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.news import Began, DrawnAgain, GotUp, SatDown
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.tablestate import Tell
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.host.unready import LAST_CALL, Party, Unready
from sealed_wonders.net import notices
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity, fingerprint
from sealed_wonders.net.lobby import (
    Charter,
    Commit,
    Coordinator,
    Options,
    TablePerson,
    name_key,
    pack_options,
    read_commit,
    table_code,
)
from sealed_wonders.net.lobby.coordinator import CoordinatorStage
from sealed_wonders.net.log.digests import ruleset_hash
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import (
    AGAIN_PATIENCE,
    ONLOOKERS_CAP,
    Draw,
    FromHost,
    Lobby,
    LobbyPerson,
)
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.suites import begin_relayed
from sealed_wonders.net.tableoptions import (
    NO_PAGE,
    PAUSE_TIME,
    PLAYERS,
    PRIVATE,
    READY_WITHIN,
)

LOBBY_PATIENCE = 60.0
"""Seconds for which a seat is kept after a lost connection, before the game."""

BARRED_CAP = 64
"""Maximum number of people who lost their seats at a table and get no other there."""

REVEAL_PATIENCE = 60.0
"""Seconds for everybody to reveal their numbers; after that, the draw is void."""


class ExpectedPlayers(NamedTuple):
    """The players expected at a new table."""

    bots: Sequence[str] = ()
    """Names of the host's bots, which come when all people are ready."""
    reserved: Mapping[bytes, str] = MappingProxyType({})
    """Names of those for whom seats are reserved for a while, by identity."""


@dataclass(slots=True)
class Member:
    """Somebody who has a seat, or may have it again after a void draw."""

    name: str
    commit: Commit | None
    """None after a void draw, until the member commits again."""
    here: bool = True
    ready: bool = False
    until: float | None = None
    """Time at which the seat is given up."""
    leaving: bool = False
    """Whether the member wants to leave, which has to wait for the end of the draw."""
    has_forgotten: bool = False
    """Whether the client was restarted during an earlier draw and couldn't reveal."""
    keeps_seat: bool = False
    """Whether that happened for the first time in this draw."""
    origin: Origin | None = None
    """Where the last connection came from; None if unknown."""


class OpenLobby:
    """
    A table before its game.

    There are at most as many members as seats; nothing else grows.
    """

    def __init__(
        self,
        table: str,
        host: Identity,
        terms: Terms,
        expected: ExpectedPlayers,
        seconds: Callable[[], float],
        tell: Tell,
    ) -> None:
        bots, reserved = expected
        self.table = table
        self.terms = terms
        self.note = ""
        """Why the last draw was void; empty otherwise."""
        self.onlookers: tuple[str, ...] = ()
        """Names of the spectators, in the order in which they came."""
        self._host = host
        self._seconds = seconds
        self._tell = tell
        self._is_closed = False
        self._reserved = dict(reserved)
        """Former players who haven't come yet: names by identity."""
        self._reserved_until = seconds() + AGAIN_PATIENCE
        options = terms.options(host.public, len(bots) + len(reserved))
        self._coordinator = Coordinator(host, options)
        self._members: dict[bytes, Member] = {}
        self._bots = {name_key(name): name for name in bots}
        """The host's bots at this table: names by key."""
        self._coming = dict(self._bots)
        """Bots that haven't sat down yet."""
        self._reveal_until: float | None = None
        self._unready = Unready(seconds, terms[READY_WITHIN])
        self._put_out: dict[bytes, Text] = {}
        """Members who lost their seats and haven't been told yet, with reasons."""
        self._barred: set[bytes] = set()
        """Identities of those who get no other seat here."""

    # Public facts.

    @property
    def options(self) -> Options:
        return self._coordinator.options

    @property
    def drawing(self) -> bool:
        """Whether a draw is in progress, so that nobody comes or goes."""
        return self._coordinator.stage is not CoordinatorStage.GATHERING

    @property
    def wanted(self) -> int:
        """Number of players wanted; 0 for any number that the game allows."""
        return self.terms[PLAYERS]

    @property
    def called(self) -> tuple[str, ...]:
        """Names of the host's bots to start now, since only they are missing."""
        return tuple(self._coming.values()) if self._is_agreed else ()

    @property
    def awaited(self) -> tuple[str, ...]:
        return tuple(self._coming.values())

    @property
    def free_seats(self) -> int:
        """Number of people who could sit down now."""
        taken = len(self._members) + len(self._coming) + len(self._reserved)
        return 0 if self.drawing else max(0, self.terms.most - taken)

    @property
    def deserted(self) -> bool:
        """Whether there are no members other than the host's bots for this table."""
        return not any(
            name_key(member.name) not in self._bots for member in self._members.values()
        )

    @property
    def members(self) -> tuple[bytes, ...]:
        return tuple(self._members)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the members and of the bots for which seats are reserved."""
        people = (member.name for member in self._members.values())
        return (*people, *self.awaited)

    def seats(self, identity: bytes) -> bool:
        return identity in self._members

    def has_sat(self, identity: bytes) -> bool:
        """Return whether somebody is a member; seats in a lobby don't change hands."""
        return self.seats(identity)

    def reserves(self, identity: bytes) -> bool:
        return identity in self._reserved

    def notices(self) -> tuple[FromHost, ...]:
        commits = self._coordinator.commits
        members = (self._members[it.person.identity] for it in commits)
        people = tuple(
            LobbyPerson(
                *commit.person,
                commit=commit.entry.wire,
                ready=member.ready,
                here=member.here,
            )
            for commit, member in zip(commits, members, strict=True)
        )
        lobby = Lobby(
            self.table,
            pack_options(self.options),
            self._coordinator.draw,
            self.terms[PLAYERS],
            people,
            self._unready.warning(self._shown) or self.note,
            self.awaited,
            not self.terms[PRIVATE],
            not self.terms[NO_PAGE],
            self.onlookers[:ONLOOKERS_CAP],
        )
        entry = self._coordinator.table
        return (lobby,) if entry is None else (lobby, Draw(self.table, entry.wire))

    # Actions of people.

    def sit(self, identity: bytes, entry: Entry) -> None:
        """
        Seat somebody.

        With the same commitment as before, as after a lost connection, this changes
        nothing. A new commitment, as after a crash, replaces the old one.

        Raises:
            Denied: they get no seat.
        """
        member = self._members.get(identity)
        if self._is_closed:
            if member is None:
                raise Denied("begun", f"the game at {self.table!r} has begun")
        elif member and member.commit and member.commit.entry == entry:
            self.came(identity)
        else:
            self._seat(self._check_commit(identity, entry))

    def leave(self, identity: bytes) -> None:
        """
        Free a member's seat; during a draw, not before its end.

        Raises:
            Denied: they aren't a member, or have revealed already.
        """
        if self._is_closed:
            return
        self._member(identity)
        missing = {person.identity for person in self._coordinator.missing}
        if self.drawing and identity not in missing:
            raise Denied("drawing", "the seats are being drawn right now")
        self._get_up(identity)

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Record whether a member is ready.

        Args:
            options: the hash of the options they were shown.

        Raises:
            Denied: they aren't a member, or were shown other options.
        """
        if self._is_closed:
            if not ready:
                raise Denied("begun", f"the game at {self.table!r} has begun")
            return
        member = self._member(identity)
        if member.commit is None:
            raise Denied("no-seat", "this draw needs a new commitment first")
        if ready and options != hashlib.sha256(pack_options(self.options)).digest():
            raise Denied("other-options", "the options have changed; read them again")
        if self.drawing:
            if ready:
                return  # said twice, and already counted
            raise Denied("drawing", "the seats are being drawn right now")
        member.ready = ready
        (self._unready.end if ready else self._unready.begin)(identity)
        self._count_votes(None if ready else identity)
        self._draw_if_all_are_ready()

    def ask_to_get_up(self, identity: bytes, whom: bytes, asks: bool) -> None:
        """
        Record or withdraw a member's vote that another get up.

        If all ready members ask for it, and are more than half of the people there, the
        other has a minute to become ready.

        Raises:
            Denied: one of them isn't a member, the voter isn't ready, or the other is,
                or keeps their seat in any case.
        """
        member = self._member(identity)
        if self._is_closed or self.drawing:
            raise Denied("drawing", "the seats are being drawn right now")
        if whom not in self._members:
            raise Denied("not-there", "the recipient isn't connected")
        if asks and self._unready.is_excused(whom):
            raise Denied(
                "at-home", "players on the host's own machine keep their seats"
            )
        if asks and (not member.ready or self._members[whom].ready):
            raise Denied(
                "no-reason",
                "only players who are ready can ask for a seat, and only for the seat of somebody who isn't",
            )
        self._unready.ask(identity, whom, asks)
        self._count_votes()

    def _count_votes(self, lapsed: bytes | None = None) -> None:
        """Apply the votes; *lapsed* is a voter who no longer counts."""
        people = {
            who: member
            for who, member in self._members.items()
            if name_key(member.name) not in self._bots
        }
        voters = frozenset(who for who, it in people.items() if it.ready and it.here)
        self._unready.review(Party(voters, len(people)), lapsed)

    def came_from(self, identity: bytes, origin: Origin) -> None:
        """Record a member's origin; the host's own machine keeps its seats."""
        if identity in self._members:
            self._members[identity].origin = origin
            if origin.is_near:
                self._unready.excuse(identity)

    def origin_of(self, identity: bytes) -> Origin | None:
        """Return where a member last connected from, if that is known."""
        return self._members[identity].origin

    def put_out(self, identity: bytes, why: Text) -> None:
        """Take a member's seat away, and bar them from this table."""
        self._get_up(identity)
        self._put_out[identity] = why
        if len(self._barred) < BARRED_CAP:
            self._barred.add(identity)

    def take_put_out(self) -> Mapping[bytes, Text]:
        """Return those who lost their seats since the last call, with reasons."""
        put_out, self._put_out = self._put_out, {}
        return put_out

    def reveal(self, identity: bytes, entry: Entry) -> None:
        """Accept a member's LOBBY_REVEAL for this draw, or raise `Denied`."""
        self._member(identity)
        with self._telling_of_void_draw():
            try:
                charter = self._coordinator.reveal(entry)
            except RemoteProtocolError as error:
                raise Denied("bad-reveal", sentence_of(error)) from None
            if charter is None:
                self._void_if_hopeless()

    # Presence.

    def came(self, identity: bytes) -> None:
        if self._is_closed:
            return
        member = self._member(identity)
        member.here = True
        if member.commit is not None:
            member.until = None
        if not self.drawing:
            self._draw_if_all_are_ready()

    def went(self, identity: bytes) -> None:
        member = self._member(identity)
        member.here = False
        member.until = self._seconds() + LOBBY_PATIENCE
        self._count_votes(identity)

    def release(self, identity: bytes) -> None:
        if self._is_closed or self._reserved.pop(identity, None) is None:
            return
        if not self.drawing:
            self._fit_options()
            self._draw_if_all_are_ready()

    def lost_bot(self, name: str, *, again: bool) -> None:
        """
        Handle the end of one of the host's bots.

        Args:
            again: whether it is being restarted; if not, the table no longer waits for
                it.
        """
        key = name_key(name)
        if again and key in self._bots:
            self._coming[key] = self._bots[key]
        else:
            self._bots.pop(key, None)
            self._coming.pop(key, None)
        identity = next(
            (who for who, m in self._members.items() if name_key(m.name) == key), None
        )
        if identity is None:
            if not self.drawing:
                self._fit_options()
                self._draw_if_all_are_ready()
            return
        self._get_up(identity)

    # Time.

    @property
    def deadline(self) -> float | None:
        """Time of the next call of `expire`."""
        if self.drawing:
            return self._reveal_until
        times = [m.until for m in self._members.values() if m.until is not None]
        if self._reserved:
            times.append(self._reserved_until)
        if self._unready.deadline is not None:
            times.append(self._unready.deadline)
        return min(times, default=None)

    def expire(self) -> None:
        """Void a draw that takes too long, or free seats whose time is up."""
        now = self._seconds()
        with self._telling_of_void_draw():
            if not self.drawing:
                self._expire_seats(now)
            elif self._reveal_until is not None and self._reveal_until <= now:
                for name in self._void():
                    self._tell(GotUp(self.table, name))

    # The game.

    @property
    def agreed(self) -> Charter | None:
        """The charter of the game, once everybody has revealed."""
        return self._coordinator.charter

    def begin(self, charter: Charter) -> RunningGame:
        game = RunningGame(
            self.table,
            begin_relayed(charter, rules_of(charter.options)),
            self._seconds,
            self._tell,
            self.terms[PAUSE_TIME],
            here=(who for who, member in self._members.items() if member.here),
        )
        gid, code = game.gid.hex(), table_code(game.gid)
        self._tell(Began(self.table, gid, charter.suite, code, game.names))
        return game

    def close(self) -> None:
        self._is_closed = True

    # Private.

    def _member(self, identity: bytes) -> Member:
        try:
            return self._members[identity]
        except KeyError:
            raise Denied("no-seat", f"you have no seat at {self.table!r}") from None

    @contextmanager
    def _telling_of_void_draw(self) -> Iterator[None]:
        """Report a void draw after its other consequences."""
        before = self.note
        try:
            yield
        finally:
            if self.note and self.note != before:
                self._tell(DrawnAgain(self.table, self.note))

    def _note_forgotten(self, member: Member) -> None:
        """Note that a member's client was restarted, and so can't reveal any more."""
        with self._telling_of_void_draw():
            if not member.leaving:  # it may ask more than once
                member.keeps_seat = not member.has_forgotten
            member.leaving = member.has_forgotten = True
            self._void_if_hopeless()

    def _check_commit(self, identity: bytes, entry: Entry) -> Commit:
        """Parse the commitment of somebody who may sit down now, or raise `Denied`."""
        member = self._members.get(identity)
        try:
            commit = read_commit(entry)
        except RemoteProtocolError as error:
            raise Denied("bad-commit", sentence_of(error)) from None
        if commit.person.identity != identity:
            raise Denied("bad-commit", "the commitment is somebody else's")
        if identity in self._barred:
            raise Denied("put-out", f"you lost your seat at {self.table!r}")
        if self.drawing:
            if member is not None:
                self._note_forgotten(member)
            raise Denied(
                "drawing", f"the seats are being drawn right now at {self.table!r}"
            )
        if commit.draw != self._coordinator.draw:
            raise Denied(
                "wrong-draw",
                f"a commitment for draw {commit.draw}, "
                f"this is draw {self._coordinator.draw}",
            )
        self._check_name(commit.person)
        is_awaited = (
            identity in self._reserved or name_key(commit.person.name) in self._coming
        )
        if member is None and not self.free_seats and not is_awaited:
            raise Denied("table-full", f"all seats at {self.table!r} are taken")
        return commit

    def _check_name(self, person: TablePerson) -> None:
        """Raise `Denied` if a name is taken, or reserved for one of our bots."""
        key, name = name_key(person.name), person.name
        # Only the owner could tell whose bot it is, and our own we know.
        is_ours = person.owner == self._host.public
        if is_ours and key not in self._bots:
            raise Denied("bad-commit", f"{name!r} isn't one of this host's bots")
        names = {who: it.name for who, it in self._members.items()} | self._reserved
        taken = {name_key(it) for who, it in names.items() if who != person.identity}
        if key in taken or (key in self._bots and not is_ours):
            said = f"somebody called {name!r} already has a seat here"
            raise Denied("name-taken", said)

    def _seat(self, commit: Commit) -> None:
        """Seat somebody, replacing their earlier commitment if there is one."""
        identity, name = commit.person.identity, commit.person.name
        before = self._members.get(identity)
        if before is not None and before.commit is not None:
            self._coordinator.rise(identity)
        has_forgotten = before is not None and before.has_forgotten
        self._members[identity] = Member(name, commit, has_forgotten=has_forgotten)
        if name_key(name) in self._bots:
            self._unready.excuse(identity)
        if before is None or before.ready:
            self._unready.begin(identity)
            self._count_votes(identity)
        self._reserved.pop(identity, None)
        self._coming.pop(name_key(name), None)
        self._fit_options()
        self._coordinator.sit(commit.entry)
        if before is None:
            is_bot = name_key(name) in self._bots
            self._tell(SatDown(self.table, name, is_bot, fingerprint(identity)))

    def _get_up(self, identity: bytes) -> None:
        """Free a member's seat; during a draw, only once it is void."""
        member = self._members[identity]
        with self._telling_of_void_draw():
            if self.drawing:
                member.leaving, member.keeps_seat = True, False
                self._void_if_hopeless()
            else:
                self._remove(identity)
            if identity not in self._members:
                self._tell(GotUp(self.table, member.name))

    def _remove(self, identity: bytes) -> None:
        member = self._members.pop(identity)
        self._count_votes(identity)
        self._unready.forget(identity)
        if member.commit is not None:
            self._coordinator.rise(identity)
        self._fit_options()
        self._draw_if_all_are_ready()

    def _fit_options(self) -> None:
        """Fit the game to the number of players; if it changes, nobody is ready."""
        seated = len(self._members) + len(self._coming) + len(self._reserved)
        options = self.terms.options(self._host.public, seated)
        if options != self.options:
            self._coordinator.change(options)
            for identity, member in self._members.items():
                self._unmake_ready(identity, member)

    def _unmake_ready(self, identity: bytes, member: Member) -> None:
        """Withdraw a member's readiness; they have at least `LAST_CALL` to renew it."""
        if member.ready:
            member.ready = False
            self._unready.begin(identity, LAST_CALL)

    def _expire_seats(self, now: float) -> None:
        """Free the seats of members and former players who have been away too long."""
        gone = {
            identity: member.name
            for identity, member in self._members.items()
            if member.until is not None and member.until <= now
        }
        for identity in gone:
            self._remove(identity)
        if self._reserved_until <= now:
            for identity in tuple(self._reserved):
                self.release(identity)
        for name in gone.values():
            self._tell(GotUp(self.table, name))
        for identity in self._unready.expire():
            shown = self._shown[identity]
            self.put_out(identity, notices.SEAT_LOST(name=shown))

    @property
    def _shown(self) -> Mapping[bytes, str]:
        """The members' names as everybody sees them, by identity."""
        names = (*(it.name for it in self._members.values()), *self.awaited)
        return dict(zip(self._members, told_apart(names), strict=False))

    @property
    def _is_agreed(self) -> bool:
        """Whether all members want to begin, with the bots that will come."""
        members = self._members.values()
        return (
            len(members) + len(self._coming) == dict(self.options)["players"]
            and all(m.commit and m.here and m.ready for m in members)
            # Bots play without people only at tables that ask for it.
            and bool(self.terms[PLAYERS] or not self.deserted)
        )

    def _draw_if_all_are_ready(self) -> None:
        if self._coming or not self._is_agreed:
            return
        self._coordinator.announce(ruleset_hash(rules_of(self.options)))
        self._reveal_until = self._seconds() + REVEAL_PATIENCE
        self.note = ""

    def _void_if_hopeless(self) -> None:
        """Void the draw if the missing reveals will never come."""
        missing = self._coordinator.missing
        if missing and all(self._members[p.identity].leaving for p in missing):
            self._void()

    def _void(self) -> tuple[str, ...]:
        """
        Void the draw, and return the names of the members who lose their seats.

        Members who have revealed keep their seats for a while. So does, once per seat,
        a member whose client lost what it would have to reveal: a machine may crash,
        but somebody who does this again and again would keep everybody from playing.
        """
        void = self._coordinator.void(self._shown)
        self.note = str(void.note)
        self._reveal_until = None
        for person in void.missing:
            if not self._members[person.identity].keeps_seat:
                del self._members[person.identity]
                self._unready.forget(person.identity)
        until = self._seconds() + LOBBY_PATIENCE
        for identity, member in self._members.items():
            member.commit, member.until = None, until
            member.leaving = member.keeps_seat = False
            self._unmake_ready(identity, member)
        self._fit_options()
        return tuple(it.name for it in void.missing if it.identity not in self._members)


TablePhase = OpenLobby | RunningGame
"""What a table is at the moment."""
