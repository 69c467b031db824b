"""
Tables with a password, as a client sees them: what it says to sit down or look on there.
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
"""Why a host turns somebody away who hasn't shown that they know a password."""

TURNED_AWAY = (WANTED, "wrong-password", "too-many-tries")
"""Why a host doesn't let somebody in to whom it would with a password, or later."""


TRIES = 8
"""
Salts with which a password is stretched on one connection, until somebody types it again: that
takes a good part of a second each time, in which the program does nothing else.
"""


class Doors:
    """
    What is known of tables' passwords at one host.

    Attributes:
        host: the host's identity; empty before it is known.
    """

    def __init__(
        self, identity: bytes, password: str, entropy: Callable[[int], bytes]
    ) -> None:
        """
        Begin without having heard of a table.

        Args:
            identity: our own.
            password: empty: none was typed yet.

        Raises:
            ValueError: it can't be one.
        """
        self.host = b""
        self._password = clean_password(password) if password else ""
        self._tries = 0
        """How often it was stretched on this connection, or since it was typed."""
        self._identity = identity
        self._entropy = entropy
        self._salts: dict[str, bytes | None] = {}
        """Of each table there is."""
        self._new: dict[str, bytes] = {}
        """Drawn for tables that we would open."""
        self._waiting: tuple[str, ...] = ()
        """The tables with a password that haven't begun."""
        self._of_all: bytes | None = None
        """That of all tables that are opened at this host."""
        self._tried: tuple[str, bytes | None] | None = None
        """The password that was said last, and with which salt."""
        self._made: tuple[tuple[str, bytes, bytes], Identity] | None = None

    @property
    def password(self) -> str:
        """The one somebody has typed; empty if they haven't."""
        return self._password

    @password.setter
    def password(self, password: str) -> None:
        self._password, self._tries = password, 0

    def elsewhere(self) -> Doors:
        """Give what is known of another host's, of which nothing was heard yet."""
        doors = Doors(self._identity, self.password, self._entropy)
        doors._made = self._made  # a key takes a while to make
        return doors

    def welcomed(
        self, host: bytes, tables: Sequence[TableLine], salt: bytes | None
    ) -> None:
        """Take what the host says first on a connection."""
        self.host, self._of_all, self._tries = host, salt, 0
        self.hear(tables)

    def hear(self, tables: Sequence[TableLine]) -> None:
        """Take which tables there are."""
        self._salts = {name_key(one.name): one.salt for one in tables}
        self._waiting = tuple(
            one.name for one in tables if one.salt and one.state == "lobby"
        )

    def knows(self, table: str) -> bool:
        """Tell whether we know how to show that we know a table's password."""
        return self._salt_of(table) is not None

    def is_tried(self, table: str) -> bool:
        """
        Tell whether the password was tried already, as it is known to be shown now.

        So it was if it was tried so often that somebody is to type it again.
        """
        salt = self._salt_of(table)
        is_tried = self._tried == (self.password, salt)
        return not self.password or is_tried or not self._may_try(salt)

    def sit(self, table: str, commit: Wire, wishes: Wishes) -> Iterator[FromClient]:
        """Give what takes a seat, at a table with our password if we have one."""
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
        Give what shows that we know a table's password, if we do.

        Args:
            made_at: the host at which its lock was made, if that is another one.
        """
        salt = self._salt_of(table)
        if not self.password:
            return
        self._tried = self.password, salt
        if salt is not None and self._may_try(salt, made_at):
            key = self._key(salt, made_at)
            yield Prove(salt, prove(key, self.host, self._identity, salt))

    def _may_try(self, salt: bytes | None, made_at: bytes = b"") -> bool:
        """Tell whether a key may be made, or needn't be."""
        if self._tries < TRIES or salt is None:
            return True
        return self._made is not None and self._made[0] == self._made_of(salt, made_at)

    def _made_of(self, salt: bytes, made_at: bytes) -> tuple[str, bytes, bytes]:
        return self.password, made_at or self.host, salt

    def _key(self, salt: bytes, made_at: bytes = b"") -> Identity:
        """Make the key of our password; it takes a while, so the last one is kept."""
        made_of = self._made_of(salt, made_at)
        if self._made is None or self._made[0] != made_of:
            self._tries += 1
            self._made = made_of, key_of(*made_of)
        return self._made[1]

    def _salt_of(self, table: str) -> bytes | None:
        return self._salts.get(name_key(table)) or self._of_all
