"""
Passwords of tables, as a client uses them to sit down or spectate.

The proof of a password is made in `sealed_wonders.net.passwords`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import FromClient, Open, Prove, Sit, TableLine
from sealed_wonders.net.passwords import SALT_SIZE, clean_password, key_of, prove
from sealed_wonders.net.wishes import Wishes

WANTED = "password"
"""A host's reason for refusing somebody who hasn't proved to know a password."""

TURNED_AWAY = (WANTED, "wrong-password", "too-many-tries")
"""
A host's reasons for refusing somebody whom it would accept with a password, or later.
"""


TRIES = 8
"""
Salts to stretch a password with on one connection, until it is typed again.

Each takes a good part of a second, in which the program does nothing else.
"""


class Doors:
    """
    The passwords of tables at one host.

    Attributes:
        host: the host's identity; empty before it is known.
    """

    def __init__(
        self, identity: bytes, password: str, entropy: Callable[[int], bytes]
    ) -> None:
        """
        Create an object that doesn't know any table.

        Args:
            identity: our own identity.
            password: the password that was typed; empty for none.

        Raises:
            ValueError: the password isn't valid.
        """
        self.host = b""
        self._password = clean_password(password) if password else ""
        self._tries = 0
        """How often it was stretched on this connection, or since it was typed."""
        self._identity = identity
        self._entropy = entropy
        self._salts: dict[str, bytes | None] = {}
        """Salt of each table; None without a password."""
        self._new: dict[str, bytes] = {}
        """Salts drawn for tables that we want to open."""
        self._waiting: tuple[str, ...] = ()
        """Tables with a password whose games haven't begun."""
        self._of_all: bytes | None = None
        """Salt of the password for all tables of this host; None if there is none."""
        self._tried: tuple[str, bytes | None] | None = None
        """The password that was last sent, with its salt."""
        self._made: tuple[tuple[str, bytes, bytes], Identity] | None = None

    @property
    def password(self) -> str:
        """The password that was typed; empty if none was."""
        return self._password

    @password.setter
    def password(self, password: str) -> None:
        self._password, self._tries = password, 0

    def elsewhere(self) -> Doors:
        """Return a new object for another host, with the same password."""
        doors = Doors(self._identity, self.password, self._entropy)
        doors._made = self._made  # making a key takes a while
        return doors

    def welcomed(
        self, host: bytes, tables: Sequence[TableLine], salt: bytes | None
    ) -> None:
        """Take the first message on a connection."""
        self.host, self._of_all, self._tries = host, salt, 0
        self.hear(tables)

    def hear(self, tables: Sequence[TableLine]) -> None:
        """Take the list of tables."""
        self._salts = {name_key(one.name): one.salt for one in tables}
        self._waiting = tuple(
            one.name for one in tables if one.salt and one.state == "lobby"
        )

    def knows(self, table: str) -> bool:
        """Return whether we know the salt for a table's password."""
        return self._salt_of(table) is not None

    def is_tried(self, table: str) -> bool:
        """
        Return whether the password has been tried with the current salt.

        Also true if so many salts were tried that it must be typed again.
        """
        salt = self._salt_of(table)
        is_tried = self._tried == (self.password, salt)
        return not self.password or is_tried or not self._may_try(salt)

    def sit(self, table: str, commit: Wire, wishes: Wishes) -> Iterator[FromClient]:
        """Yield the messages that take a seat, with our password if we have one."""
        if not self.password:
            yield Sit(table, commit, wishes)
            return
        if not table and not self._of_all and self._waiting:
            table = self._waiting[0]
        yield from self.proof(table)
        if self._of_all:
            yield Sit(table, commit, wishes)
            return
        salt = self._salt_of(table)
        if salt is None:
            salt = self._new.setdefault(name_key(table), self._entropy(SALT_SIZE))
        yield Open(table, commit, salt, self._key(salt).public, wishes)

    def proof(self, table: str, made_at: bytes = b"") -> Iterator[FromClient]:
        """
        Yield the proof that we know a table's password, if we do.

        Args:
            made_at: the host at which the table's password was set, if it is another
                one.
        """
        salt = self._salt_of(table)
        if not self.password:
            return
        self._tried = self.password, salt
        if salt is not None and self._may_try(salt, made_at):
            key = self._key(salt, made_at)
            yield Prove(salt, prove(key, self.host, self._identity, salt))

    def _may_try(self, salt: bytes | None, made_at: bytes = b"") -> bool:
        """Return whether a key may be made, or is already known."""
        if self._tries < TRIES or salt is None:
            return True
        return self._made is not None and self._made[0] == self._made_of(salt, made_at)

    def _made_of(self, salt: bytes, made_at: bytes) -> tuple[str, bytes, bytes]:
        return self.password, made_at or self.host, salt

    def _key(self, salt: bytes, made_at: bytes = b"") -> Identity:
        """Return the key of our password; slow to make, so the last one is kept."""
        made_of = self._made_of(salt, made_at)
        if self._made is None or self._made[0] != made_of:
            self._tries += 1
            self._made = made_of, key_of(*made_of)
        return self._made[1]

    def _salt_of(self, table: str) -> bytes | None:
        return self._salts.get(name_key(table)) or self._of_all
