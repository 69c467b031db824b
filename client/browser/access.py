"""
Decides which browser pages may see anything: those accepted at the terminal.

This module has no I/O. `gate.py` serves the pages, and `confirming.py` talks to the
person.

Theory of operation
-------------------

A browser can't be handed a secret that is hidden from other accounts on this machine.
They can read its command line, a file may be out of its reach, and a cookie is sent to
every port. So the browser is opened at a public address, and each page that loads there
asks for access. The page receives a secret, which is not valid yet, and two words that
no other waiting page has. The person compares the words on the page with those at the
terminal; only then does the secret become valid.

Anybody may ask first, at the same moment, or a thousand times. So Enter accepts a page
only if it was the only one waiting when its words were shown. As soon as a second page
asks, Enter alone accepts nothing until no page is waiting any more: the person has to
type the two words that their own page shows, which nobody else can know.
"""

from __future__ import annotations

import enum
import hashlib
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from sealed_wonders.client.tablewords.spokenwords import own_words

MAX_WAITING = 256
"""Maximum number of waiting pages."""

GRACE = 10.0
"""Seconds for which a page still counts as waiting without an open connection."""


class SecretState(enum.Enum):
    """State of a secret."""

    OUT = "out"
    WAITING = "waiting"
    IN = "in"


class TypedResult(enum.Enum):
    """Result of a typed line."""

    NOBODY = enum.auto()
    """No page is waiting."""
    SEVERAL = enum.auto()
    """Enter alone doesn't identify one of the waiting pages."""
    WRONG = enum.auto()
    """No waiting page has these words."""
    LET_IN = enum.auto()


class TypedEffect(NamedTuple):
    """Effect of a typed line."""

    outcome: TypedResult
    turned_away: int = 0
    """Number of other waiting pages, which now have to ask again."""


class AccessRequest(NamedTuple):
    """The secret and the two words given to a page that asks for access."""

    secret: str
    words: str


class WaitingPage:
    """A waiting page."""

    def __init__(self, words: str, note: str, now: float) -> None:
        self.words = words
        self.note = note
        """What the page says of itself, such as a name."""
        self.seen = now
        """Time at which its last open connection ended, or at which it asked."""
        self.tell: list[Callable[[], object]] = []
        """Callbacks for the decision, one per open connection."""

    def is_gone(self, now: float, grace: float) -> bool:
        return not self.tell and now - self.seen > grace


class WaitingPages:
    """Pages that wait for a decision, each with a secret and two words of its own."""

    def __init__(
        self,
        seconds: Callable[[], float],
        most: int = MAX_WAITING,
        grace: float = GRACE,
    ) -> None:
        self._seconds = seconds
        self._most = most
        self._grace = grace
        self._pages: dict[bytes, WaitingPage] = {}

    def __iter__(self) -> Iterator[WaitingPage]:
        """Yield the pages that haven't left, in the order in which they asked."""
        self._forget()
        return iter(tuple(self._pages.values()))

    def add(self, note: str = "", taken: Collection[str] = ()) -> AccessRequest | None:
        """
        Register a page; return None if too many are already waiting.

        Args:
            note: what the page says of itself.
            taken: words that mean something else.
        """
        self._forget()
        if len(self._pages) >= self._most:
            return None
        secret = secrets.token_urlsafe(32)
        words = self._free_words(taken)
        self._pages[digest(secret)] = WaitingPage(words, note, self._seconds())
        return AccessRequest(secret, words)

    def find(self, secret: str) -> WaitingPage | None:
        """Return the waiting page with a secret, or None."""
        self._forget()
        return self._pages.get(digest(secret))

    def wait(self, secret: str, tell: Callable[[], object]) -> Callable[[], None]:
        """
        Add an open connection of a waiting page.

        Args:
            secret: the secret of a waiting page.
            tell: called once, when the decision is made.

        Returns:
            A function to call when the connection is lost.
        """
        one = self._pages[digest(secret)]
        one.tell.append(tell)

        def gone() -> None:
            if tell in one.tell:
                one.tell.remove(tell)
                one.seen = self._seconds()

        return gone

    def take(self, page: WaitingPage) -> bytes:
        """Remove a page about which there is a decision; return its secret's digest."""
        found = next(key for key, it in self._pages.items() if it is page)
        del self._pages[found]
        return found

    def clear(self) -> None:
        """Remove all pages."""
        self._pages.clear()

    def _free_words(self, taken: Collection[str]) -> str:
        taken = {*taken, *(one.words for one in self._pages.values())}
        while (words := own_words(secrets.token_bytes(2))) in taken:
            pass
        return words

    def _forget(self) -> None:
        """Drop pages that have left."""
        now, grace = self._seconds(), self._grace
        kept = {
            key: one for key, one in self._pages.items() if not one.is_gone(now, grace)
        }
        self._pages = kept


def decide(*pages: WaitingPage) -> None:
    """Tell pages that there is a decision."""
    for one in pages:
        for tell in tuple(one.tell):  # a copy, since each callback removes itself
            tell()


class Access:
    """The waiting pages and the accepted ones."""

    def __init__(
        self,
        seconds: Callable[[], float],
        show: Callable[[str], object],
        several: Callable[[], object],
    ) -> None:
        """
        Start with no pages.

        Args:
            seconds: returns the current time.
            show: shows the words of a page that is the only one waiting.
            several: reports that more than one page is waiting; called once until no
                page is waiting any more.
        """
        self._show = show
        self._several = several
        self._pages = WaitingPages(seconds)
        self._shown: WaitingPage | None = None
        """The page that Enter alone would accept."""
        self._let_in: set[bytes] = set()

    @property
    def is_used(self) -> bool:
        """Whether any page has been accepted."""
        return bool(self._let_in)

    @property
    def words(self) -> str:
        """The words of the page that Enter alone accepts; empty if there is none."""
        self._waiting()
        return "" if self._shown is None else self._shown.words

    @property
    def is_crowded(self) -> bool:
        """Whether pages are waiting of which Enter alone accepts none."""
        return bool(self._waiting()) and self._shown is None

    def ask(self) -> AccessRequest | None:
        """Register a waiting page; return None if `MAX_WAITING` pages are already waiting."""
        is_alone = not self._waiting()
        asked = self._pages.add()
        if asked is None:
            return None
        if is_alone:
            self._shown = self._pages.find(asked.secret)
            self._show(asked.words)
        elif self._shown is not None:
            self._shown = None
            self._several()
        return asked

    def standing(self, secret: str) -> SecretState:
        """Return the state of a secret."""
        if digest(secret) in self._let_in:
            return SecretState.IN
        is_waiting = self._pages.find(secret) is not None
        return SecretState.WAITING if is_waiting else SecretState.OUT

    def wait(self, secret: str, tell: Callable[[], object]) -> Callable[[], None]:
        """
        Add an open connection of a waiting page.

        Args:
            secret: a secret whose `standing` is `SecretState.WAITING`.
            tell: called once, when the decision is made.

        Returns:
            A function to call when the connection is lost.
        """
        return self._pages.wait(secret, tell)

    def typed(self, line: str) -> TypedEffect:
        """
        Accept a page in response to a typed line, which is empty or has its words.
        """
        pages = self._waiting()
        words = " ".join(line.lower().split())
        if not pages:
            return TypedEffect(TypedResult.NOBODY)
        if not words and self._shown is None:
            return TypedEffect(TypedResult.SEVERAL)
        for one in pages:
            if one.words == words if words else one is self._shown:
                return self._admit(one, pages)
        return TypedEffect(TypedResult.WRONG)

    def _admit(self, page: WaitingPage, pages: Sequence[WaitingPage]) -> TypedEffect:
        self._let_in.add(self._pages.take(page))
        self._pages.clear()
        self._shown = None
        decide(*pages)
        return TypedEffect(TypedResult.LET_IN, len(pages) - 1)

    def _waiting(self) -> Sequence[WaitingPage]:
        """Return the waiting pages; none is shown any more if it has left."""
        pages = tuple(self._pages)
        if self._shown not in pages:
            self._shown = None
        return pages


def digest(secret: str) -> bytes:
    """Return what is kept of a secret; of lone surrogates, too, which JSON may have."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
