"""
Whispers between programs about seats that change hands.

Two programs agree on who takes a seat before the log tells everybody; the messages are
defined in `sealed_wonders.net.whispers`. Our seat goes to somebody (`Giver`), a seat
may come to us (`Offers`), or a silent player's seat goes to a third person
(`Substitution`). This module passes each whisper to the right one of them. Whispers
from people whom they don't concern are ignored, and so are those that don't fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.client.table.actions import AnswerOffer
from sealed_wonders.client.table.giving import Giver
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.seatoffers import Offers
from sealed_wonders.client.table.substitution import Substitution, SubstitutionCallbacks
from sealed_wonders.net import whispers
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.whispers import (
    Consent,
    Parts,
    SeatRefusal,
    SeatTransfer,
    SubstituteQuestion,
    Whisper,
)


class Exchange:
    """
    All whispers about seats.

    Attributes:
        giver: hands our seat to somebody.
        substitution: finds a substitute for another seat.
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
        Create an exchange without any whispers.

        Args:
            participant: the identity and name with which we take a seat.
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
        self.substitution.takers(takers)

    def refused(self) -> None:
        """Record that the host has refused a request of ours."""
        self.substitution.refused()

    def not_there(self) -> None:
        """Record that the recipient of our last whisper isn't connected."""
        self.giver.not_there()
        self.substitution.not_there()

    def presence(self, here: Sequence[bool]) -> None:
        """Take which seats are connected."""
        self.substitution.presence(here)

    def connection_lost(self) -> None:
        self.substitution.connection_lost()

    def answer(self, action: AnswerOffer) -> bool:
        """Accept or decline a seat that was offered to our player."""
        return self._offers.answer(action)

    def look(self) -> None:
        """Do whatever has become possible."""
        self.giver.look()
        self._offers.look()
        self.substitution.look()

    def close(self) -> None:
        self.giver.close()
        self._offers.close()
        self.substitution.close()

    def whispered(self, sender: bytes, sealed: bytes) -> None:
        """
        Take a whisper of somebody at the table.

        Anybody there can send one, so it is ignored if it isn't for us or has no
        meaning.
        """
        try:
            whisper = whispers.unseal(sealed, self._identity)
        except RemoteProtocolError:
            return
        if whisper.gid != self._seat.fold.charter.gid:
            return
        match whisper:
            case SeatTransfer() | SubstituteQuestion():
                self._offers.take(sender, whisper)
                self._offers.look()
            case Consent(seat=seat, takeover=takeover):
                if seat == self._seat.number:
                    self.giver.take_consent(sender, takeover)
                else:
                    self.substitution.take_consent(sender, takeover)
            case SeatRefusal(seat=seat):
                if seat == self._seat.number:
                    self.giver.take_refusal(sender)
                else:
                    self._offers.take_back(sender, seat)
                    self._offers.look()
                    self.substitution.take_refusal(sender)
            case Parts():
                self.substitution.take_parts(sender, whisper)
