"""
Seats that a player lends beside their own, at the host where they play.

The display of the player's own seat also shows the phones that ask for one. `wonders lend`
lends seats without playing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred, succeed

from sealed_wonders.client.lending.lenderlines import all_lent, asking
from sealed_wonders.client.lending.lending import LenderView
from sealed_wonders.client.lending.service import LendingService
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.net.address import Address
from sealed_wonders.net.words import _

Open = Callable[[Address, LenderView], LendingService]
"""
Creates what lends seats at a host.

Raises:
    DamagedFile: That isn't possible.
"""


class WaitingPhone(NamedTuple):
    """A phone that asks for a seat."""

    words: str
    said: str
    """Who asks; if it claims a seat, whose."""
    does: str
    """What admitting it does, in a few words."""
    claims: bool
    """Whether it claims to have had a seat."""


class OwnLending:
    """
    The lent seats of one player, at whichever host they play.

    Attributes:
        service: Lends the seats at one host; None before the first.
    """

    def __init__(
        self,
        open: Open,
        view: LenderView,
        lobby: Callable[[], LobbyNews | None],
        changed: Callable[[], object],
    ) -> None:
        """
        Start without lending.

        Args:
            lobby: Returns the lobby as the person knows it.
            changed: Called when the addresses or the code have changed.
        """
        self.service: LendingService | None = None
        self._open = open
        self._view = view
        self._lobby = lobby
        self._changed = changed
        self._at: Address | None = None

    def lend_at(self, at: Address) -> None:
        """
        Lend seats at a host, and no longer at any other.

        Raises:
            DamagedFile: That isn't possible.
        """
        if self.service is not None and self._at == at:
            return
        self.end()
        self.service, self._at = self._open(at, self._view), at
        self.service.lending.lobby = self._lobby
        self.service.begin(self._changed, self._changed)

    def end(self) -> Deferred[Any]:
        """Stop; the result fires when all seats have been left for now."""
        service, self.service = self.service, None
        return succeed(None) if service is None else service.end()

    @property
    def scanned(self) -> Sequence[str]:
        """The addresses for phones, with the current code; one per network."""
        return () if self.service is None else self.service.scanned

    @property
    def waiting(self) -> Sequence[WaitingPhone]:
        """The phones that ask, in order."""
        if self.service is None:
            return ()
        admission, phones = self.service.lending.admission, []
        for page in admission.waiting:
            before = admission.wanted_by(page)
            said = asking(page.words, page.note, before)
            does = (
                _("lend a seat") if before is None else _("give this phone that seat")
            )
            phones.append(WaitingPhone(page.words, said, does, before is not None))
        return phones

    def admit(self, words: str) -> str:
        """Lend a seat to the phone with these words; return why not, or nothing."""
        if self.service is None:
            return ""
        seat = self.service.lending.admission.admit(words)
        return all_lent() if seat is None else ""
