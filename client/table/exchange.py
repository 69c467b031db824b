"""
What the programs at a table whisper to each other about seats that change hands.

Two programs settle it between themselves who takes a seat, before the log tells everybody:
`sealed_wonders.net.whispers` says what there is to be told. Our seat goes to somebody
(`Giver`), somebody's may come to us (`Offers`), or that of somebody who is silent goes to a
third (`Substitution`). Here a whisper comes in, and goes to where it belongs. What is
whispered by anybody but those whom it concerns is ignored, and so is what doesn't fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.client.table.actions import AnswerOffer
from sealed_wonders.client.table.giving import Giver
from sealed_wonders.client.table.offers import Offers
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.substitution import Substitution, SubstitutionCallbacks
from sealed_wonders.net import whispers
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.handovers import Asked, Entrusted
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.whispers import Consent, Parts, Refusal, Whisper


class Exchange:
    """
    All that is whispered of seats.

    Attributes:
        giver: gives our seat to somebody.
        substitution: finds a substitute for somebody else's seat.
    """

    def __init__(
        self,
        seat: Seat,
        participant: Participant,
        player: Player,
        clock: IReactorTime,
        whisper: Callable[[bytes, bytes], None],
        callbacks: SubstitutionCallbacks,
    ) -> None:
        """
        Begin without any.

        Args:
            participant: ourselves, as whom we take a seat.
            whisper: sends a sealed whisper to an identity.
        """

        def send(said: Whisper, to: bytes) -> None:
            whisper(to, whispers.seal(said, to))

        self.giver = Giver(seat, player, clock, send, callbacks.looked)
        self.substitution = Substitution(seat, player, clock, send, callbacks)
        self._offers = Offers(seat, participant, player, send)
        self._seat = seat
        self._identity = participant.identity

    def takers(self, takers: Iterable[Taker]) -> None:
        """Take who would have a seat."""
        self.substitution.takers(takers)

    def refused(self) -> None:
        """Take note that the host has refused something that we wanted."""
        self.substitution.refused()

    def not_there(self) -> None:
        """Take note that the host says that whoever we have asked is gone."""
        self.giver.not_there()
        self.substitution.not_there()

    def presence(self, here: Sequence[bool]) -> None:
        """Take who is connected, by seat."""
        self.substitution.presence(here)

    def lost(self) -> None:
        """Take note that there is no connection."""
        self.substitution.lost()

    def answer(self, action: AnswerOffer) -> bool:
        """Take a seat that was offered to our player, or don't."""
        return self._offers.answer(action)

    def look(self) -> None:
        """Do what can be done by now."""
        self.giver.look()
        self._offers.look()
        self.substitution.look()

    def close(self) -> None:
        """Do nothing more."""
        self.giver.close()
        self._offers.close()
        self.substitution.close()

    def whispered(self, sender: bytes, sealed: bytes) -> None:
        """
        Take what somebody at the table has whispered.

        What isn't for us, or means nothing, is ignored: anybody there can send it.
        """
        try:
            whisper = whispers.unseal(sealed, self._identity)
        except RemoteProtocolError:
            return
        if whisper.gid != self._seat.fold.charter.gid:
            return
        match whisper:
            case Entrusted() | Asked():
                self._offers.take(sender, whisper)
                self._offers.look()
            case Consent(_, seat, takeover):
                if seat == self._seat.number:
                    self.giver.take_consent(sender, takeover)
                else:
                    self.substitution.take_consent(sender, takeover)
            case Refusal(_, seat):
                if seat == self._seat.number:
                    self.giver.take_refusal(sender)
                else:
                    self._offers.take_back(sender, seat)
                    self._offers.look()
                    self.substitution.take_refusal(sender)
            case Parts():
                self.substitution.take_parts(sender, whisper)
