"""The seats that one process lends: who may have one, and the programs that play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from twisted.internet.defer import Deferred, gatherResults

from sealed_wonders.client.lending.admission import Admission
from sealed_wonders.client.lending.certificate import TrustedCertificate
from sealed_wonders.client.lending.guestbook import GuestBook, LentSeat
from sealed_wonders.client.lending.guestseat import GuestSeat, LentTable
from sealed_wonders.client.lending.sealing import SealedSessions
from sealed_wonders.client.table.actions import GoToHost
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tableconnection import ITerminalReactor
from sealed_wonders.net.address import Address
from sealed_wonders.net.messages import SEATS_CAP
from sealed_wonders.net.verificationcache import MAX_SHARED_FINDINGS, VERIFICATION_CACHE


class LenderView(Protocol):
    """Shows the lender what guests do."""

    def asked(self, words: str, name: str, before: LentSeat | None) -> None:
        """Show that a phone asks for a seat, or for the one that it had before."""

    def expired(self) -> None:
        """Show the current code if the one that is shown no longer works."""

    def seated(self, seat: LentSeat) -> None: ...

    def left(self, seat: LentSeat, why: str) -> None: ...


@dataclass(frozen=True)
class LendingTerms:
    """How many seats are lent, and to whom."""

    seats: int | None = None
    """Maximum number of seats; None for fewer than half of the table's."""
    to_anyone: bool = False
    """Whether the lender isn't asked."""
    certificate: TrustedCertificate | None = None
    """A certificate that phones trust; None for plain HTTP."""


class Lending:
    """
    The lent seats of this process.

    Attributes:
        admission: Which phones get a seat.
        book: The seats, as they are written down.
        address: Where phones come; empty before this machine listens.
        sealed: Opens what phones say.
        certificate: A certificate that phones trust; None for plain HTTP.
        lender: The name of the lender; empty if they have chosen none.
        lobby: Returns the lobby as the lender knows it, while no guest does.
    """

    def __init__(
        self,
        reactor: ITerminalReactor,
        folder: Path,
        table: LentTable,
        terms: LendingTerms,
        view: LenderView,
        make: Callable[..., GuestSeat] = GuestSeat,
    ) -> None:
        """
        Read who has a seat; `begin` starts their programs.

        Args:
            folder: The lender's folder for guests, with a folder for each.
            make: Creates the program of a seat.

        Raises:
            DamagedFile: The guest book can't be used.
        """
        VERIFICATION_CACHE.capacity = max(
            VERIFICATION_CACHE.capacity, MAX_SHARED_FINDINGS
        )
        self.book = GuestBook(folder)
        self.admission = Admission(
            reactor.seconds, self.book, self, to_anyone=terms.to_anyone
        )
        self.address = ""
        self.sealed = SealedSessions(self.book.key)
        self.book.key = self.sealed.private
        self.certificate = terms.certificate
        self.lender = table.lends
        self.lobby: Callable[[], LobbyNews | None] = lambda: None
        self._reactor = reactor
        self._table = table
        self._terms = terms
        self._view = view
        self._make = make
        self._guests: dict[str, GuestSeat] = {}

    @property
    def guests(self) -> Mapping[str, GuestSeat]:
        """The programs of all seats, by the seats' ids."""
        return self._guests

    def begin(self, now: float) -> None:
        """
        Go on with the seats of an earlier process.

        Args:
            now: The system's time, in seconds.
        """
        self.book.tidy(now)
        for seat in self.book:
            self._start(seat)

    def end(self) -> Deferred[list[None]]:
        """Stop all programs; their seats can be continued."""
        return gatherResults([it.stop() for it in self._guests.values()])

    def find(self, secret: str) -> GuestSeat | None:
        """Return the program that plays for the phone with this secret, or None."""
        seat = self.admission.seat(secret)
        return None if seat is None else self._guests.get(seat.id)

    def lead_to(self, host: Address) -> int:
        """
        Take the seats whose host can't be reached to another host, if it has their game.

        Returns:
            The number of these seats.
        """
        people = [it.person for it in self._guests.values()]
        lost = [it for it in people if it is not None and it.known.offline]
        for person in lost:
            person.table.do(GoToHost((host,)))
        return len(lost)

    # For `Admission`.

    def has_room(self) -> bool:
        return len(self.book) < self.most

    @property
    def most(self) -> int:
        """
        The maximum number of lent seats.

        Unless the lender has said another, it is fewer than half of the table's, with
        the lender's own and those of the lender's bots, but at least one.
        """
        if self._terms.seats is not None:
            return self._terms.seats
        news = self._news()
        wanted = (news.wanted if news is not None else 0) or SEATS_CAP
        people = news.people if news is not None else ()
        lender = self._table.lender.public
        own = [it for it in people if lender in (it.identity, it.owner)]
        return max(1, (wanted - 1) // 2 - len(own))

    def _news(self) -> LobbyNews | None:
        people = (it.person for it in self._guests.values())
        lobbies = (it.known.news for it in people if it is not None)
        return next((it for it in lobbies if it is not None), self.lobby())

    def asked(self, words: str, name: str, before: LentSeat | None) -> None:
        self._view.asked(words, name, before)

    def expired(self) -> None:
        self._view.expired()

    def seated(self, seat: LentSeat) -> None:
        guest = self._guests.get(seat.id)
        if guest is None:
            self._start(seat)
        else:
            guest.move(seat)
        self._view.seated(seat)

    # The programs.

    def _start(self, seat: LentSeat) -> None:
        home = self.book.home(seat.id)
        guest = self._guests[seat.id] = self._make(
            self._reactor, seat, home, self._table, lambda: self.address, self._over
        )
        guest.start()

    def _over(self, guest: GuestSeat, why: str) -> None:
        """Take a seat back that its guest has left."""
        self._guests.pop(guest.seat.id, None)
        self.admission.forget(guest.seat)
        self._view.left(guest.seat, why)
