"""
How our seat goes to somebody else: what is whispered before it is signed.

From when our person wants it, the seat says nothing more in phases to come; what there is to
be said about the open one, such as a vote, it still says; and where it has signed something
about it, all else too, or nobody would come to another. As soon as it has signed nothing about
the open phase, it whispers to the other all that the other has to know, and signs nothing while
it waits. Then comes the other's consent, and the handover is signed.

Until it is signed we may keep the seat, and do so when no answer comes (`PATIENCE`), or none before
time is out for our choice: nothing has happened then. After it nothing can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.events import Giving, GivingChanged, Step
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.handovers import Entrusted, Takeover
from sealed_wonders.net.identity import is_identity
from sealed_wonders.net.lobby import Person
from sealed_wonders.net.whispers import Refusal, Whisper

PATIENCE = 60.0
"""Seconds for an answer, which may take a person; meanwhile the table waits for us."""

Whispering = Callable[[Whisper, bytes], None]
"""Whispers something to an identity."""


class Giver:
    """
    Gives our seat to somebody.

    Attributes:
        giving: to whom we hand it over; None if to nobody.
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
        Begin.

        Args:
            looked: called when there is something to be sent.
        """
        self.giving: Giving | None = None
        self._seat = seat
        self._player = player
        self._clock = clock
        self._whisper = whisper
        self._looked = looked
        self._given: Entrusted | None = None
        """What we have entrusted the other with."""
        self._timer: IDelayedCall | None = None
        self._expected: Person | None = None
        """As whom the other would take it, as we were told."""

    def give(self, to: Person) -> None:
        """Hand our seat over to somebody who would take it."""
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
        """Keep our seat, if it isn't handed over yet."""
        self._stop(Step.KEPT)

    def not_there(self) -> None:
        """Keep our seat, as the host says that whoever we have asked is gone."""
        if self.giving is not None and self.giving.step is Step.ASKED:
            self._stop(Step.SILENT, is_there=False)

    def late(self) -> None:
        """Keep our seat, since time is out for a choice that we have left to the other."""
        self._stop(Step.SILENT)

    def look(self) -> None:
        """Do what can be done by now."""
        giving, seat = self.giving, self._seat
        if giving is not None and giving.step is Step.WAITS:
            self._given = seat.entrusted()
            if self._given is not None:
                seat.is_promised = True
                self._timer = self._clock.callLater(PATIENCE, self._time_out)
                self._tell(giving.at(Step.ASKED))
                self._whisper(self._given, giving.to)
        if giving is not None and seat.is_out:
            # Handed over; or the others go on without us.
            self._end()

    def close(self) -> None:
        """Do nothing more."""
        self._end()

    def take_consent(self, sender: bytes, takeover: Takeover) -> None:
        """Sign the handover, if somebody agrees whom we have asked."""
        giving, given = self.giving, self._given
        if giving is None or given is None or giving.step is not Step.ASKED:
            return
        if sender != giving.to:
            return
        if takeover.person != self._expected:
            # Under another name, or as somebody else's bot, than our person was told.
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
        """Keep our seat, if it is of whom we have asked."""
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
            # What the other was asked needs no answer any more.
            self._whisper(Refusal(given.gid, given.seat), giving.to)
        self._player.told(GivingChanged(giving.at(step)))
        # What was held back is said now: nobody else may have anything to say.
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
