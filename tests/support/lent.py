"""Lent seats: their lender, and phones that ask for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from twisted.internet.defer import Deferred, succeed

from sealed_wonders.client.destination import Destination
from sealed_wonders.client.lending.guestbook import LentSeat
from sealed_wonders.client.lending.guestgate import GuestConnections
from sealed_wonders.client.lending.guestseat import GuestSeat, LentTable
from sealed_wonders.client.lending.lenderlines import LenderLines
from sealed_wonders.client.lending.lending import Lending, LendingTerms
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.net.address import Address
from tests.support.clock import Clock
from tests.support.gates import HERE, OWN, FakeTerminal, WebHarness
from tests.support.lobbies import identity_of
from tests.support.sealedpage import SealedAnswer, SealedPage

LENDER = identity_of("lender")

TABLE = LentTable(LENDER, Destination(Address("192.0.2.1", 7777)), SessionOptions())


class LineTerminal(FakeTerminal):
    """A lender's terminal."""

    def bell(self) -> None:
        self.shown.append("\a")


class FakeGuest(GuestSeat):
    """A lent seat that connects to no host, and whose person a test chooses."""

    plays: Person | None = None
    """Who plays at all seats."""

    starts = 0

    def start(self) -> None:
        self.starts += 1
        if self.plays is not None and self.face.person is None:
            self.face.show(self.plays)

    @property
    def person(self) -> Person | None:
        return self.plays

    def stop(self) -> Deferred[None]:
        return succeed(None)

    def leave(self, why: str = "") -> None:
        """Leave the table for good."""
        self.face.end(why)
        self._over(self, why)


class LendHarness(WebHarness):
    """
    A lender, with a guest book in a folder.

    Attributes:
        shown: the lines that the lender sees.
        ended: the number of times that the lender has ended the program.
        page: a page, whose session all phones use here.
        posted: all bytes that pages have posted.
        meant: the same data before it was sealed.
    """

    def __init__(
        self,
        folder: Path,
        *,
        person: Person | None = None,
        clock: Any = None,
        make: Callable[..., GuestSeat] | None = None,
        table: LentTable = TABLE,
        **terms: Any,
    ) -> None:
        super().__init__()
        self.clock = clock or Clock()
        self.folder = folder
        self.terminal = LineTerminal()
        self.ended = 0
        self.lines = LenderLines(
            self.terminal,  # type: ignore[arg-type]
            lambda: (self.scanned,),
            self._end,
        )

        def guest(*about: Any) -> GuestSeat:
            one = FakeGuest(*about)
            one.plays = person
            return one

        self.lending = self.lines.lending = Lending(
            cast(Any, self.clock),
            folder,
            table,
            LendingTerms(**{"seats": 3, **terms}),
            self.lines,
            make or guest,
        )
        self.lending.address = f"http://{HERE}/"
        self.factory = GuestConnections(self.clock, self.lending)
        self.posted: list[bytes] = []
        self.meant: list[bytes] = []
        self.page = self.begin() if self.lending.certificate is None else SealedPage()

    @property
    def shown(self) -> list[str]:
        return self.terminal.shown

    @property
    def code(self) -> str:
        return self.lending.admission.code.current

    @property
    def scanned(self) -> str:
        """The address that phones scan."""
        return f"http://{HERE}/#{self.code}.{self.lending.sealed.fingerprint}"

    def _end(self) -> None:
        self.ended += 1

    def post(
        self, path: str, body: object = None, secret: str = "", language: str = "en"
    ) -> SealedAnswer:
        """Post data as a page does, sealed."""
        counter, data = self.page.seal(path, secret, body)
        self.posted.append(data)
        self.meant.append(json.dumps([path, secret, body]).encode())
        headers = {**OWN, "Accept-Language": language}
        stays = path == "events"
        sent = self.do("POST", "/sealed", "", headers, data, stays=stays)
        return SealedAnswer(self.page, counter, sent)

    def begin(self) -> SealedPage:
        """Begin a page's session."""
        page = SealedPage()
        page.begin(self.do("POST", "/hello", body=page.public).body)
        return page

    def ask(self, name: str = "Bob", **more: str) -> dict[str, str]:
        """Ask for a seat from a phone; return the answer."""
        return self.post("ask", {"name": name, "code": self.code, **more}).json

    def seat(self, name: str = "Bob") -> str:
        """Lend somebody a seat; return the secret of their phone."""
        got = self.ask(name)
        self.lines.typed(got["words"])
        return got["secret"]

    def guest(self, secret: str) -> FakeGuest:
        guest = self.lending.find(secret)
        assert isinstance(guest, FakeGuest)
        return guest

    def lent(self) -> list[LentSeat]:
        return list(self.lending.book)

    def all_sent(self) -> bytes:
        """Everything that was ever sent."""
        return b"".join(it.transport.value() for it in self.sent)

    @property
    def home(self) -> Home:
        return Home(self.folder, self.folder)
