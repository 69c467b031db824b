"""
Handing our seat to somebody else: the whispers before the handover is signed.

docs/PROTOCOL.md (Handing a seat over) says what the old holder may sign, and when.

From the moment the player wants this, the seat signs nothing in later phases. It still
signs whatever concerns the open phase, such as a vote; and if it has signed something
about it, it signs everything else there, or the table would never reach the next phase.
As soon as it has signed nothing about the open phase, it whispers to the successor
everything that they must know, and signs nothing while it waits. When the successor's
consent arrives, the handover is signed.

Until then we may keep the seat. We do so if no answer arrives within `PATIENCE`, or
before our time for a choice is up; nothing has happened in that case. Afterwards
nothing can be undone.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.events import Giving, GivingChanged, Step
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.handovers import Takeover
from sealed_wonders.net.identity import is_identity
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.whispers import SeatRefusal, SeatTransfer, Whisper

PATIENCE = 60.0
"""
Seconds to wait for an answer, which may need a person; the table waits in the meantime.
"""

Whispering = Callable[[Whisper, bytes], None]
"""Whispers a message to an identity."""


class Giver:
    """
    Hands our seat to somebody.

    Attributes:
        giving: the handover in progress; None if there is none.
    """

    def __init__(
        self,
        seat: Seat,
        player: Player,
        clock: IReactorTime,
        whisper: Whispering,
        looked: Callable[[], None],
    ) -> None:
        """
        Create a giver without a handover.

        Args:
            looked: called when there is something to send.
        """
        self.giving: Giving | None = None
        self._seat = seat
        self._player = player
        self._clock = clock
        self._whisper = whisper
        self._looked = looked
        self._given: SeatTransfer | None = None
        """What we have sent to the successor."""
        self._timer: IDelayedCall | None = None
        self._expected: TablePerson | None = None
        """The taker as reported by the host; the consent must name the same person."""

    def give(self, to: TablePerson) -> None:
        """Start handing our seat to a taker."""
        if self.giving is not None or self._seat.is_out:
            return
        giving = Giving(to.identity, to.name, Step.WAITS)
        if not (self._seat.can_be_handed_over and is_identity(to.identity)):
            self._player.told(GivingChanged(giving.at(Step.FAILED)))
            return
        self._seat.is_held = True
        self.giving, self._expected = giving, to
        self.look()
        if self.giving is not None and self.giving.step is Step.WAITS:
            self._player.told(GivingChanged(self.giving))

    def keep(self) -> None:
        """Keep our seat, if the handover isn't signed."""
        self._stop(Step.KEPT)

    def not_there(self) -> None:
        """Keep our seat, because the person we asked isn't connected."""
        if self.giving is not None and self.giving.step is Step.ASKED:
            self._stop(Step.SILENT, is_there=False)

    def late(self) -> None:
        """
        Keep our seat, because the time for a choice that we left to the successor is
        up.
        """
        self._stop(Step.SILENT)

    def look(self) -> None:
        """Do whatever has become possible."""
        giving, seat = self.giving, self._seat
        if giving is not None and giving.step is Step.WAITS:
            self._given = seat.entrusted()
            if self._given is not None:
                seat.is_promised = True
                self._timer = self._clock.callLater(PATIENCE, self._time_out)
                self._tell(giving.at(Step.ASKED))
                self._whisper(self._given, giving.to)
        if giving is not None and seat.is_out:
            # Handed over, or the others go on without us.
            self._end()

    def close(self) -> None:
        self._end()

    def take_consent(self, sender: bytes, takeover: Takeover) -> None:
        """Sign the handover, if the person we asked agrees."""
        giving, given = self.giving, self._given
        if giving is None or given is None or giving.step is not Step.ASKED:
            return
        if sender != giving.to:
            return
        if takeover.person != self._expected:
            # Another name or owner than the player was shown.
            self._stop(Step.FAILED)
            return
        try:
            self._seat.hand_over(given, takeover)
        except (RemoteProtocolError, LocalProtocolError, OSError):
            self._stop(Step.FAILED)
            return
        self._disarm()
        self._tell(giving.at(Step.SIGNED))
        self._looked()

    def take_refusal(self, sender: bytes) -> None:
        """Keep our seat, if the person we asked declines."""
        if self.giving is not None and self.giving.to == sender:
            self._stop(Step.REFUSED)

    def _time_out(self) -> None:
        self._timer = None
        self._stop(Step.SILENT)

    def _stop(self, step: Step, *, is_there: bool = True) -> None:
        """Keep our seat after all."""
        giving, given = self.giving, self._given
        if giving is None or giving.step is Step.SIGNED:
            return
        self._end()
        if given is not None and is_there and step is not Step.REFUSED:
            # The successor need not answer any more.
            self._whisper(SeatRefusal(given.gid, given.seat), giving.to)
        self._player.told(GivingChanged(giving.at(step)))
        # Entries that were held back are signed now; no other event may follow.
        self._seat.keep()

    def _end(self) -> None:
        self._disarm()
        self._seat.is_held = self._seat.is_promised = False
        self.giving = self._given = self._expected = None

    def _disarm(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _tell(self, giving: Giving) -> None:
        self.giving = giving
        self._player.told(GivingChanged(giving))
