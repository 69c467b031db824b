"""
Decides which phones get a seat: those that the lender seats, by their two words.

This module has no I/O but the guest book. `guestgate.py` serves the pages, and
`lenderlines.py` talks to the lender.

Theory of operation
-------------------

The address that phones scan holds no seat, and is the same for all: previews open what
they see, and a camera at the next table reads what can be scanned from a chair. It has a
code, which changes, so that who was in the room yesterday doesn't ask today. A phone
that has the code gives a name, and gets a secret that isn't valid yet, and two words
that nobody else has. The lender sees both, and seats the phone.

A seat is moved to another phone by a code that works once, for two minutes. From then
on the old phone's secret is worthless.
"""

from __future__ import annotations

import enum
import secrets
from collections.abc import Callable
from typing import NamedTuple, Protocol

from sealed_wonders.client.browser.access import (
    AccessRequest,
    SecretState,
    WaitingPage,
    WaitingPages,
    decide,
    digest,
)
from sealed_wonders.client.lending.guestbook import (
    GuestBook,
    LentSeat,
    new_id,
    new_phone,
)
from sealed_wonders.net.names import typed_name

MOST = 32
"""Maximum number of waiting phones."""

CODE_SECONDS = 120.0
"""
Seconds after which the code that phones scan changes.

The one before works as long again, for somebody who is typing a name.
"""

MOVE_SECONDS = 120.0
"""Seconds for which a seat can be moved with a code."""

GRACE = 60.0
"""
Seconds for which a phone still waits without an open connection.

Its person may look at something else meanwhile.
"""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of codes, without those that look alike."""

LENGTH = 8


class WhyNoSeat(enum.Enum):
    """Why a phone can't ask for a seat."""

    CODE = "code"
    """The code is not, or no longer, the right one."""
    NAME = "name"
    """Nobody can be called so."""
    TAKEN = "taken"
    """Another guest has that name."""
    FULL = "full"
    """All seats are lent."""
    CROWDED = "crowded"
    """Too many phones are waiting."""


class Phone(NamedTuple):
    """What a phone tells of itself."""

    address: str
    language: str


class SeatLender(Protocol):
    """Is told about phones."""

    def has_room(self) -> bool:
        """Return whether another seat can be lent."""

    def asked(self, words: str, name: str, before: LentSeat | None) -> None:
        """
        Note that a phone asks.

        Args:
            before: The seat that it claims to have had; mostly None.
        """

    def expired(self) -> None:
        """Note that a phone has come with a code that doesn't work, or no longer."""

    def seated(self, seat: LentSeat) -> None:
        """Note that a phone was given a seat, or another phone's."""


class ScannedCode:
    """The code that all phones scan."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now, self._before = new_code(), ""
        self._since = seconds()

    @property
    def current(self) -> str:
        self._renew()
        return self._now

    def is_valid(self, code: str) -> bool:
        """Return whether a code is the current one, or was until a moment ago."""
        self._renew()
        given = digest(code.strip().lower())
        return given in (digest(self._now), digest(self._before or self._now))

    def _renew(self) -> None:
        elapsed = self._seconds() - self._since
        if elapsed >= CODE_SECONDS:
            self._before = self._now if elapsed < 2 * CODE_SECONDS else ""
            self._now, self._since = new_code(), self._seconds()


class _Move(NamedTuple):
    """A seat on its way to another phone."""

    key: bytes
    until: float


class Admission:
    """
    The phones that wait, and those that have a seat.

    Attributes:
        code: The code that phones scan.
        waiting: The phones that wait.
    """

    def __init__(
        self,
        seconds: Callable[[], float],
        book: GuestBook,
        lender: SeatLender,
        *,
        to_anyone: bool = False,
    ) -> None:
        """
        Start with the seats of the book.

        Args:
            to_anyone: Seat each phone as soon as it asks.
        """
        self.code = ScannedCode(seconds)
        self.waiting = WaitingPages(seconds, MOST, GRACE)
        self._seconds = seconds
        self._book = book
        self._lender = lender
        self._to_anyone = to_anyone
        self._phones: dict[WaitingPage, tuple[Phone, str]] = {}
        """Each waiting phone, and the words of the seat that it says it had."""
        self._moves: dict[str, _Move] = {}
        """Codes by the ids of seats; at most one for each."""

    def ask(
        self, name: str, code: str, phone: Phone, before: str = ""
    ) -> AccessRequest | WhyNoSeat:
        """
        Let a phone wait for a seat.

        Args:
            before: The two words of the seat that it had, if it says so.
        """
        if not self.code.is_valid(code):
            self._lender.expired()
            return WhyNoSeat.CODE
        try:
            name = typed_name(name)
        except ValueError:
            return WhyNoSeat.NAME
        had = self._book.by_words(before)
        if had is None and not self._lender.has_room():
            return WhyNoSeat.FULL
        holder = self._book.called(name)
        if holder is not None and holder != had:
            return WhyNoSeat.TAKEN
        asked = self.waiting.add(name, [it.words for it in self._book])
        page = None if asked is None else self.waiting.find(asked.secret)
        if asked is None or page is None:
            return WhyNoSeat.CROWDED
        here = set(self.waiting)
        self._phones = {it: its for it, its in self._phones.items() if it in here}
        self._phones[page] = phone, "" if had is None else had.words
        if self._to_anyone and had is None:
            self._seat(page)
        else:
            self._lender.asked(asked.words, name, had)
        return asked

    def wanted_by(self, page: WaitingPage) -> LentSeat | None:
        """Return the seat that a waiting phone claims to have had, or None."""
        _phone, words = self._phones[page]
        return self._book.by_words(words)

    def standing(self, secret: str) -> SecretState:
        """Return the state of a secret."""
        if self.seat(secret) is not None:
            return SecretState.IN
        is_waiting = self.waiting.find(secret) is not None
        return SecretState.WAITING if is_waiting else SecretState.OUT

    def wait(self, secret: str, tell: Callable[[], object]) -> Callable[[], None]:
        return self.waiting.wait(secret, tell)

    def seat(self, secret: str) -> LentSeat | None:
        """Return the seat of the phone with a secret, or None."""
        return self._book.by_key(digest(secret))

    def admit(self, words: str) -> LentSeat | None:
        """
        Seat the waiting phone that has these words.

        Returns:
            The seat; None if no phone has the words, or all seats are lent.
        """
        page = next((it for it in self.waiting if it.words == words), None)
        return None if page is None else self._seat(page)

    def refuse(self, words: str) -> bool:
        """Send a waiting phone away; return whether there was one."""
        page = next((it for it in self.waiting if it.words == words), None)
        if page is not None:
            self.waiting.take(page)
            decide(page)
        return page is not None

    def _seat(self, page: WaitingPage) -> LentSeat | None:
        phone, _words = self._phones[page]
        had = self.wanted_by(page)
        if had is None and not self._lender.has_room():
            return None
        del self._phones[page]
        key = self.waiting.take(page).hex()
        if had is None:
            told = (page.note, page.words, key, phone.language, new_phone())
            seat = LentSeat(new_id(), *told, phone.address)
        else:
            seat = had._replace(key=key, phone=new_phone(), address=phone.address)
        self._give(seat)
        decide(page)
        return seat

    def _give(self, seat: LentSeat) -> None:
        self._moves.pop(seat.id, None)
        self._book.put(seat)
        self._lender.seated(seat)

    # Another phone.

    def start_move(self, seat: LentSeat) -> str:
        """Return a code with which another phone gets a seat, in place of any other."""
        code = new_code()
        self._moves[seat.id] = _Move(digest(code), self._seconds() + MOVE_SECONDS)
        return code

    def move(self, code: str, phone: Phone) -> tuple[LentSeat, str] | None:
        """
        Give a seat to the phone that has its code; the phone before is out.

        Returns:
            The seat and the new phone's secret; None if no seat has that code.
        """
        key, now = digest(code.strip().lower()), self._seconds()
        self._moves = {id: it for id, it in self._moves.items() if now < it.until}
        for id, it in self._moves.items():
            before = self._book.by_id(id)
            if it.key == key and before is not None:
                secret = secrets.token_urlsafe(32)
                seat = before._replace(
                    key=digest(secret).hex(), phone=new_phone(), address=phone.address
                )
                self._give(seat)
                return seat, secret
        return None

    def forget(self, seat: LentSeat) -> None:
        """Take a seat back, because its person has left; another can have one."""
        self._moves.pop(seat.id, None)
        self._book.remove(seat.id)


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
