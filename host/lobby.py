"""
The lobby of one table: who has come, who is ready, when the draw for seats begins.

The draw itself is the registrar's. Here is what a host adds to it: people come and go,
connections break, bots are on their way, and somebody may never reveal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import (
    Charter,
    Commit,
    Options,
    Registrar,
    name_key,
    pack_options,
    read_commit,
)
from sealed_wonders.net.lobby.registrar import Stage
from sealed_wonders.net.log.digests import rules_hash
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Draw, FromHost, Person
from sealed_wonders.net.messages import Lobby as LobbyMessage

LOBBY_PATIENCE = 60.0
"""Seconds a seat is kept for somebody whose connection broke before the game began."""

AGAIN_PATIENCE = 60.0
"""Seconds a seat is kept for who played here, where others want another game."""

REVEAL_PATIENCE = 60.0
"""Seconds for all to reveal what they committed to; then there is another draw."""


@dataclass(slots=True)
class Member:
    """Somebody who has a seat, or may have it again after a void draw."""

    name: str
    commit: Commit | None
    """None after a void draw, until they commit again."""
    here: bool = True
    ready: bool = False
    until: float | None = None
    """When the seat is given up."""
    leaving: bool = False
    """Wants to get up, and the draw is on."""


class Lobby:
    """
    A table before its game.

    At most as many members as there are seats; nothing else grows.
    """

    def __init__(
        self,
        table: str,
        host: Identity,
        terms: Terms,
        bots: Sequence[str],
        seconds: Callable[[], float],
        kept: Mapping[bytes, str] = MappingProxyType({}),
    ) -> None:
        """
        Open a table.

        Args:
            bots: the names of the host's bots that will come.
            seconds: the time.
            kept: the names of those for whom seats are kept for a while, by identity.
        """
        self.table = table
        self.terms = terms
        self.note = ""
        """Why there is another draw, or nothing."""
        self._host = host
        self._seconds = seconds
        self._kept = dict(kept)
        """Who played here before, and hasn't come yet."""
        self._kept_until = seconds() + AGAIN_PATIENCE
        options = terms.options(host.public, len(bots) + len(kept))
        self._registrar = Registrar(host, options)
        self._members: dict[bytes, Member] = {}
        self._bots = {name_key(name): name for name in bots}
        """The names of the bots that play here."""
        self._coming = dict(self._bots)
        """Those that have not sat down yet."""
        self._reveal_until: float | None = None

    # What everybody may know.

    @property
    def options(self) -> Options:
        """What is offered."""
        return self._registrar.options

    @property
    def drawing(self) -> bool:
        """The draw is on: nobody comes or goes."""
        return self._registrar.stage is not Stage.GATHERING

    @property
    def record(self) -> int:
        """How many people could sit down now."""
        taken = len(self._members) + len(self._coming) + len(self._kept)
        return 0 if self.drawing else max(0, self.terms.most - taken)

    @property
    def deserted(self) -> bool:
        """Nobody sits here, or only bots of the host's that were to keep us company."""
        return not any(
            name_key(member.name) not in self._bots for member in self._members.values()
        )

    @property
    def members(self) -> tuple[bytes, ...]:
        """The identities of those who have a seat."""
        return tuple(self._members)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who have a seat."""
        return tuple(member.name for member in self._members.values())

    def name(self, identity: bytes) -> str | None:
        """Give the name of a member, or of somebody for whom a seat is kept."""
        member = self._members.get(identity)
        return self._kept.get(identity) if member is None else member.name

    def keeps(self, identity: bytes) -> bool:
        """Tell whether a seat is kept for somebody who played here before."""
        return identity in self._kept

    def is_here(self, identity: bytes) -> bool:
        """Tell whether a member is connected."""
        member = self._members.get(identity)
        return member is not None and member.here

    def is_own_bot(self, name: str) -> bool:
        """Tell whether a bot of the host's goes by a name."""
        return name_key(name) in self._bots

    def notices(self) -> tuple[FromHost, ...]:
        """Give how it stands, for all who look on."""
        people = tuple(
            Person(
                *commit.person,
                commit=commit.wire,
                ready=self._members[commit.person.identity].ready,
                here=self._members[commit.person.identity].here,
            )
            for commit in self._registrar.commits
        )
        lobby = LobbyMessage(
            self.table,
            pack_options(self.options),
            self._registrar.draw,
            self.terms.wanted,
            people,
            self.note,
        )
        wire = self._registrar.table
        return (lobby,) if wire is None else (lobby, Draw(self.table, wire))

    # What people do.

    def sit(self, identity: bytes, wire: Wire) -> bool:
        """
        Give somebody a seat.

        Again with the same commitment, as after a broken connection, it changes
        nothing; with a new one, as after a crash, it is taken in place of the old.

        Returns:
            Whether it is somebody who didn't sit here.

        Raises:
            Denied: no.
        """
        member = self._members.get(identity)
        if member and member.commit and member.commit.wire == wire:
            self.came(identity)
            return False
        try:
            commit = read_commit(wire)
        except RemoteProtocolError as error:
            raise Denied("bad-commit", str(error)) from None
        if commit.person.identity != identity:
            raise Denied("bad-commit", "the commitment is somebody else's")
        if self.drawing:
            if member is not None:
                # It was started again, and can't reveal what it has forgotten.
                member.leaving = True
                self._void_if_hopeless()
            raise Denied("drawing", f"seats are just being drawn at {self.table!r}")
        if commit.draw != self._registrar.draw:
            raise Denied(
                "wrong-draw",
                f"a commitment for draw {commit.draw}, "
                f"this is draw {self._registrar.draw}",
            )
        self._check_name(commit, member)
        awaited = identity in self._kept or self._is_coming(commit)
        if member is None and not self.record and not awaited:
            raise Denied("table-full", f"all seats at {self.table!r} are taken")
        if member is not None and member.commit is not None:
            self._registrar.rise(identity)
        self._members[identity] = Member(commit.person.name, commit)
        self._kept.pop(identity, None)
        self._coming.pop(name_key(commit.person.name), None)
        self._fit()
        self._registrar.sit(wire)
        return member is None

    def release(self, identity: bytes) -> None:
        """Keep no seat any more for somebody who doesn't come."""
        if self._kept.pop(identity, None) is not None and not self.drawing:
            self._fit()
            self._draw_if_all_are_ready()

    def rise(self, identity: bytes) -> bool:
        """
        Let somebody get up; while the draw is on, this waits for its end.

        Returns:
            Whether the seat is free already.
        """
        member = self._member(identity)
        if self.drawing:
            if identity not in {p.identity for p in self._registrar.missing}:
                raise Denied("drawing", "seats are just being drawn")
            member.leaving = True
            self._void_if_hopeless()
            return identity not in self._members
        self._remove(identity)
        return True

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Note that somebody is ready, or isn't any more.

        Args:
            options: the hash of those they were shown.
        """
        member = self._member(identity)
        if member.commit is None:
            raise Denied("no-seat", "this draw needs another commitment first")
        if ready and options != hashlib.sha256(pack_options(self.options)).digest():
            raise Denied("other-options", "the options have changed; look again")
        if self.drawing:
            if ready:
                return  # said twice, and the first time it was heard
            raise Denied("drawing", "seats are just being drawn")
        member.ready = ready
        self._draw_if_all_are_ready()

    def reveal(self, wire: Wire) -> Charter | None:
        """Take a LOBBY_REVEAL, and give the charter when all are there."""
        try:
            charter = self._registrar.reveal(wire)
        except RemoteProtocolError as error:
            raise Denied("bad-reveal", str(error)) from None
        if charter is None:
            self._void_if_hopeless()
        return charter

    def came(self, identity: bytes) -> None:
        """Note that a member is connected again."""
        member = self._member(identity)
        member.here = True
        if member.commit is not None:
            member.until = None
        if not self.drawing:
            self._draw_if_all_are_ready()

    def went(self, identity: bytes) -> None:
        """Note that a member's connection broke."""
        member = self._member(identity)
        member.here = False
        member.until = self._seconds() + LOBBY_PATIENCE

    def lost_bot(self, name: str) -> bool:
        """
        Note that a bot of the host's has ended, and isn't to be waited for.

        Returns:
            Whether it had a seat, which is free now.
        """
        key = name_key(name)
        self._bots.pop(key, None)
        self._coming.pop(key, None)
        identity = next(
            (who for who, m in self._members.items() if name_key(m.name) == key), None
        )
        if self.drawing:
            if identity is not None:
                self._members[identity].leaving = True
                self._void_if_hopeless()
        elif identity is not None:
            self._remove(identity)
        else:
            self._fit()
            self._draw_if_all_are_ready()
        return identity is not None and identity not in self._members

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""
        if self.drawing:
            return self._reveal_until
        times = [m.until for m in self._members.values() if m.until is not None]
        if self._kept:
            times.append(self._kept_until)
        return min(times, default=None)

    def expire(self) -> tuple[str, ...]:
        """Do what is due; gives the names of those who lost their seats."""
        now = self._seconds()
        if self.drawing:
            if self._reveal_until is not None and self._reveal_until <= now:
                return self._void()
            return ()
        gone = [
            identity
            for identity, member in self._members.items()
            if member.until is not None and member.until <= now
        ]
        names = tuple(self._members[identity].name for identity in gone)
        for identity in gone:
            self._remove(identity)
        if self._kept_until <= now:
            for identity in tuple(self._kept):
                self.release(identity)
        return names

    # Inside.

    def _member(self, identity: bytes) -> Member:
        try:
            return self._members[identity]
        except KeyError:
            raise Denied("no-seat", f"you don't sit at {self.table!r}") from None

    def _check_name(self, commit: Commit, member: Member | None) -> None:
        """Refuse a second one of a name, and bots that say they are ours and aren't."""
        name, key = commit.person.name, name_key(commit.person.name)
        names = {
            name_key(other.name)
            for other in self._members.values()
            if other is not member
        }
        identity = commit.person.identity
        names |= {name_key(it) for who, it in self._kept.items() if who != identity}
        # Whose bot it is, nobody but its owner could know; ours we know.
        ours = commit.person.owner == self._host.public
        if ours and key not in self._bots:
            raise Denied("bad-commit", f"{name!r} is no bot of this host's")
        if key in names or (key in self._bots and not ours):
            raise Denied("name-taken", f"somebody called {name!r} sits here")

    def _is_coming(self, commit: Commit) -> bool:
        return name_key(commit.person.name) in self._coming

    def _remove(self, identity: bytes) -> None:
        member = self._members.pop(identity)
        if member.commit is not None:
            self._registrar.rise(identity)
        self._fit()
        self._draw_if_all_are_ready()

    def _fit(self) -> None:
        """Offer a game for as many as sit here; who had agreed must agree again."""
        seated = len(self._members) + len(self._coming) + len(self._kept)
        options = self.terms.options(self._host.public, seated)
        if options != self.options:
            self._registrar.change(options)
            for member in self._members.values():
                member.ready = False

    def _draw_if_all_are_ready(self) -> None:
        members = self._members.values()
        if (
            len(members) != dict(self.options)["players"]
            or not all(m.commit and m.here and m.ready for m in members)
            # Bots among themselves play only where that was ordered.
            or (not self.terms.wanted and self.deserted)
        ):
            return
        self._registrar.announce(rules_hash(rules_of(self.options).facts))
        self._reveal_until = self._seconds() + REVEAL_PATIENCE
        self.note = ""

    def _void_if_hopeless(self) -> None:
        """Don't wait for a reveal that isn't coming."""
        missing = self._registrar.missing
        if missing and all(self._members[p.identity].leaving for p in missing):
            self._void()

    def _void(self) -> tuple[str, ...]:
        """Give the draw up; who has revealed keeps a seat for a while."""
        void = self._registrar.void()
        self.note = void.note
        self._reveal_until = None
        for person in void.missing:
            del self._members[person.identity]
        until = self._seconds() + LOBBY_PATIENCE
        for member in self._members.values():
            member.commit, member.ready, member.until = None, False, until
        self._fit()
        return tuple(person.name for person in void.missing)
