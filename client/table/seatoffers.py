"""
Offers of seats to a spectator, which are put to the player one at a time.

We agree to one seat, or to another one once that one can no longer become ours. Nothing
is signed for it before the log says that it is ours.
"""

from __future__ import annotations

from sealed_wonders.client.table.actions import AnswerOffer
from sealed_wonders.client.table.events import OfferWithdrawn, SeatOffer, SeatOffered
from sealed_wonders.client.table.giving import Whispering
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import MAX_PEOPLE
from sealed_wonders.net.whispers import (
    Consent,
    SeatRefusal,
    SeatTransfer,
    SubstituteQuestion,
)

MAX_OFFERS = 2 * MAX_PEOPLE
"""
Offers that are kept until the player is asked; each comes from a different player.
"""


class Offers:
    """The offers that we have received."""

    def __init__(
        self,
        seat: Seat,
        participant: Participant,
        player: Player,
        whisper: Whispering,
    ) -> None:
        self._seat = seat
        self._mine = participant.identity.public
        self._participant = participant
        self._player = player
        self._whisper = whisper
        self._all: dict[bytes, SeatTransfer | SubstituteQuestion] = {}
        """Offers by the identity of their sender, in order of arrival."""
        self._asked: bytes | None = None
        """Sender of the offer that the player is being asked about."""
        self._agreed: set[SubstituteQuestion] = set()
        """Requests that the player has agreed to; others may send the same one."""

    def take(self, sender: bytes, given: SeatTransfer | SubstituteQuestion) -> None:
        """Take an offer."""
        if sender == self._mine or given == self._all.get(sender):
            return  # otherwise the player would be asked again and again
        self._drop(sender)
        if len(self._all) < MAX_OFFERS:
            self._all[sender] = given

    def take_back(self, sender: bytes, seat: int) -> None:
        """Drop an offer, because its sender has withdrawn it."""
        given = self._all.get(sender)
        if given is not None and given.seat == seat:
            self._drop(sender)

    def look(self) -> None:
        """Ask the player about the next offer, if there is one."""
        for sender, given in tuple(self._all.items()):
            if self._all.get(sender) is not given:
                continue
            is_late = isinstance(given, SubstituteQuestion) and self._seat.is_past(
                given
            )
            if sender == self._asked and is_late:
                self._drop(sender)
            elif self._asked is None:
                self._consider(sender, given)

    def close(self) -> None:
        """Drop all offers."""
        self._all.clear()

    def _consider(
        self, sender: bytes, given: SeatTransfer | SubstituteQuestion
    ) -> None:
        """Ask the player about an offer, once the log has been read that far."""
        seat, people = self._seat, self._seat.fold.people
        if not seat.is_known(given):
            return
        asker = seat.fold.seat_of(sender)
        is_theirs = isinstance(given, SeatTransfer)
        # The holder hands over their own seat; anybody else asks on behalf of all
        # others.
        if (
            asker is None
            or given.seat >= len(people)
            or (is_theirs != (asker == given.seat))
        ):
            del self._all[sender]
            return
        self._asked = sender
        if not seat.candidate.fits(given):
            self._answer(sender, given, yes=False)
            return
        if given in self._agreed:
            self._answer(sender, given, yes=True)
            return
        self._player.told(
            SeatOffered(
                SeatOffer(
                    given.seat,
                    people[given.seat].name,
                    sender,
                    None if is_theirs else people[asker].name,
                )
            )
        )

    def answer(self, action: AnswerOffer) -> bool:
        """Accept or decline the seat that the player is being asked about."""
        given = self._all.get(action.asker)
        is_asked = action.asker == self._asked and given is not None
        if not is_asked or given is None or given.seat != action.seat:
            return False
        self._answer(action.asker, given, yes=action.yes)
        return True

    def _answer(
        self, sender: bytes, given: SeatTransfer | SubstituteQuestion, *, yes: bool
    ) -> None:
        if self._all.get(sender) is not given:
            return
        del self._all[sender]
        self._asked = None
        gid = self._seat.fold.charter.gid
        if yes:
            try:
                takeover = self._seat.candidate.consent(given, self._participant)
            except (ValueError, RemoteProtocolError, OSError):
                yes = False
            else:
                if isinstance(given, SubstituteQuestion):
                    self._agreed.add(given)
                self._whisper(Consent.of(gid, given.seat, takeover), sender)
        if not yes:
            same = [it for it, other in self._all.items() if other == given]
            for asker in (sender, *same):
                self._all.pop(asker, None)
                self._whisper(SeatRefusal(gid, given.seat), asker)
        self.look()

    def _drop(self, sender: bytes) -> None:
        self._all.pop(sender, None)
        if sender == self._asked:
            self._asked = None
            self._player.told(OfferWithdrawn())
