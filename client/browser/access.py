"""
Which pages in a browser may see anything: those that the person at the terminal let in.

Theory of operation
-------------------

A browser can't be handed a secret that other accounts on this machine don't see. Its
command line is theirs to read, a file may be out of its reach, and a cookie goes to every
port. So it is opened at a public address, and each page that comes there asks: it gets a
secret, good for nothing yet, and two words, which no other page that waits has. The person
compares the words on the page with those at the terminal; only then the secret is good.

Anybody may ask first, or at the same moment, or a thousand times. So Enter only lets in the
page whose words were shown while it was the only one to wait. As soon as another asks,
nothing is chosen by Enter any more until all have gone: the person types the two words that
their own page shows, which nobody else can know.
"""

from __future__ import annotations

import enum
import hashlib
import secrets
from collections.abc import Callable
from typing import NamedTuple

from sealed_wonders.net.lobby.words import words_of

MOST = 256
"""Pages that wait at once."""

GRACE = 10.0
"""Seconds for which a page counts as waiting that nobody holds a connection for."""


class Standing(enum.Enum):
    """What a secret is good for."""

    OUT = "out"
    WAITING = "waiting"
    IN = "in"


class Outcome(enum.Enum):
    """What came of a line that was typed."""

    NOBODY = enum.auto()
    """No page asks."""
    SEVERAL = enum.auto()
    """Enter alone doesn't say which page is meant."""
    WRONG = enum.auto()
    """No page that asks has these words."""
    LET_IN = enum.auto()


class Answer(NamedTuple):
    """What a line that was typed did."""

    outcome: Outcome
    turned_away: int = 0
    """Pages that had asked as well, and have to ask again."""


class Asked(NamedTuple):
    """What a page gets that asks."""

    secret: str
    words: str


class _Asking:
    """A page that waits."""

    def __init__(self, words: str, now: float) -> None:
        self.words = words
        self.seen = now
        """When it was last heard of, if nobody holds a connection for it."""
        self.tell: list[Callable[[], object]] = []
        """What is called when it is decided, one for each connection."""

    def is_gone(self, now: float) -> bool:
        return not self.tell and now - self.seen > GRACE


class Access:
    """Pages that wait, and those that were let in."""

    def __init__(
        self,
        seconds: Callable[[], float],
        show: Callable[[str], object],
        several: Callable[[], object],
    ) -> None:
        """
        Let nobody in yet.

        Args:
            seconds: the time.
            show: shows the words of a page that is the only one to ask.
            several: says that another asks meanwhile, once until all have gone.
        """
        self._seconds = seconds
        self._show = show
        self._several = several
        self._asking: dict[bytes, _Asking] = {}
        self._shown: _Asking | None = None
        """Whom Enter would let in."""
        self._let_in: set[bytes] = set()

    @property
    def is_used(self) -> bool:
        """Whether anybody was let in."""
        return bool(self._let_in)

    def ask(self) -> Asked | None:
        """Have a page ask; None if too many do."""
        self._forget()
        if len(self._asking) >= MOST:
            return None
        secret = secrets.token_urlsafe(32)
        one = _Asking(self._free_words(), self._seconds())
        is_alone = not self._asking
        self._asking[_digest(secret)] = one
        if is_alone:
            self._shown = one
            self._show(one.words)
        elif self._shown is not None:
            self._shown = None
            self._several()
        return Asked(secret, one.words)

    def standing(self, secret: str) -> Standing:
        """Tell what a secret is good for."""
        self._forget()
        digest = _digest(secret)
        if digest in self._let_in:
            return Standing.IN
        return Standing.WAITING if digest in self._asking else Standing.OUT

    def wait(self, secret: str, tell: Callable[[], object]) -> Callable[[], None]:
        """
        Hold a connection for a page that waits, as `standing` says.

        Args:
            tell: called once, when it is decided.

        Returns:
            What is to be called when the connection has gone.
        """
        one = self._asking[_digest(secret)]
        one.tell.append(tell)

        def gone() -> None:
            if tell in one.tell:
                one.tell.remove(tell)
                one.seen = self._seconds()

        return gone

    def typed(self, line: str) -> Answer:
        """Let a page in by a line that was typed: nothing, or its words."""
        self._forget()
        words = " ".join(line.lower().split())
        if not self._asking:
            return Answer(Outcome.NOBODY)
        if not words and self._shown is None:
            return Answer(Outcome.SEVERAL)
        for digest, one in self._asking.items():
            if one.words == words if words else one is self._shown:
                return self._admit(digest)
        return Answer(Outcome.WRONG)

    def _admit(self, digest: bytes) -> Answer:
        asking, self._asking, self._shown = self._asking, {}, None
        self._let_in.add(digest)
        for one in asking.values():
            for tell in tuple(one.tell):  # each then takes itself out
                tell()
        return Answer(Outcome.LET_IN, len(asking) - 1)

    def _free_words(self) -> str:
        taken = {one.words for one in self._asking.values()}
        while (words := words_of(secrets.token_bytes(2))) in taken:
            pass
        return words

    def _forget(self) -> None:
        """Drop pages that have gone."""
        now = self._seconds()
        kept = {key: one for key, one in self._asking.items() if not one.is_gone(now)}
        self._asking = kept
        if self._shown not in kept.values():
            self._shown = None


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
