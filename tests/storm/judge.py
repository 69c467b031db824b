"""What must be so whatever has happened, and what is wrong if it isn't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import parse
from sealed_wonders.net.log.lanes import LOBBY
from sealed_wonders.net.messages import FromClient, FromHost, Post

if TYPE_CHECKING:
    from tests.storm.programs import Guest
    from tests.storm.table import Table


class Judge:
    """
    Looks at all that honest programs say, and at what they have in the end.

    Attributes:
        wrong: what is, in a line each.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.wrong: list[str] = []
        self._signed: dict[tuple[bytes, bytes, str, int], bytes] = {}
        self._digests: dict[tuple[bytes, int], tuple[bytes, str]] = {}

    def find(self, what: str) -> None:
        """Take note of something that is wrong, once."""
        if what not in self.wrong:
            self.wrong.append(what)
            self._table.world.note("WRONG", what)

    # While it goes on.

    def said(self, guest: Guest, message: FromClient | FromHost) -> None:
        """See that nobody signs two versions, whatever they have forgotten."""
        if not isinstance(message, Post):
            return
        for wire in message.wires:
            envelope = parse(wire.env)
            if envelope.lane == LOBBY:
                continue
            owner = self._signer(wire.env, wire.sig)
            key = owner, envelope.gid, envelope.lane, envelope.phase
            if self._signed.setdefault(key, wire.env) != wire.env:
                name = self._table.name_of(owner)
                self.find(
                    f"{name} signed two versions of {envelope.lane} {envelope.phase}"
                )

    def _signer(self, env: bytes, sig: bytes) -> bytes:
        """Give who has signed an envelope, of all there are."""
        from sealed_wonders.net.log.envelopes import Entry, Wire

        entry = Entry.of(Wire(env, sig))
        for guest in self._table.guests:
            if entry.is_signed_by(guest.identity.public):
                return guest.identity.public
        return b""

    def left_off(self, guest: Guest) -> None:
        """Compare what a program had with what others had, as it ends."""
        session = getattr(guest, "session", None)
        if session is not None and session.seat is not None:
            self.compare(guest.name, session.seat.fold)

    def compare(self, name: str, fold: Fold) -> None:
        """Compare somebody's history with the others'."""
        gid = fold.charter.gid
        for number in range(fold.phase.number + 1):
            digest = fold.prev_of(number)
            first, whose = self._digests.setdefault((gid, number), (digest, name))
            if first != digest:
                self.find(f"{name} and {whose} have another phase {number}")
                return
